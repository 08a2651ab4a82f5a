// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe spsa`: tunes the parameters of the search by games.

mod pair_player;

use super::failure::{CommandResult, Failure, Place};
use super::output::{Output, is_empty, refuse_standard};
use super::progress::{keep_ticking, style};
use super::{files, interrupt};
use chuhe::search::params::{self, Tunable};
use chuhe_arena::EngineSpec;
use chuhe_console::number;
use chuhe_learn::spsa::{self, Parameter, Perturbation, R_END, SpsaConfig, Tuner};
use indicatif::ProgressBar;
use pair_player::PairSetup;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use xiangqi::openings::OpeningLine;
use xiangqi::position::Position;
use xiangqi::types::{Bilingual, Move, bilingual};

const OPENINGS: &str = include_str!("../../../positions/openings.epd");
/// Interval between two writes of the state.
const SAVE_EVERY: Duration = Duration::from_secs(1);

/// Tune the search parameters by self-play games (SPSA)
#[derive(clap::Args)]
#[command(after_help = "\
Each pair of games is played between two engines, one with all parameters perturbed at random and one with all of them \
perturbed in the opposite directions; then each parameter takes a small step towards its value in the winner. The steps \
become smaller during the run, so the number of pairs has to be known from the start. About ten parameters and 10000 pairs \
are a good size. Confirm the result with a match.

The state is saved about once a second and when the run is interrupted; the same command then resumes the run. Without \
--state an interrupted run cannot be resumed; it only prints its table.

Examples:
  chuhe spsa --list
  chuhe spsa lmr_ futility_ --pairs 10000 --nodes 2500 --threads 2 --state lmr.spsa")]
pub struct SpsaArgs {
    /// Parameters to tune, by name or by prefix, such as `lmr_` [default: all]
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Number of game pairs to play
    #[arg(long, value_name = "N", required_unless_present = "list", value_parser = number::<u32>(1..))]
    pairs: Option<u32>,
    /// Nodes to search per move
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = number::<u64>(1..))]
    nodes: u64,
    /// Number of games to play in parallel
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = super::options::threads())]
    threads: u16,
    /// File of openings, in the formats of `match` [default: positions/openings.epd, built in]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Seed of the random perturbations
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..))]
    seed: u64,
    /// File to save the state in; if it holds a state, resume from it
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Engine to tune, specified as for `match` and built with the feature `tune`
    #[arg(long, value_name = "SPEC", default_value = "cmd=self")]
    engine: EngineSpec,
    /// List the tunable parameters in the input format of OpenBench and exit
    #[arg(long)]
    list: bool,
}

pub fn run(args: &SpsaArgs) -> CommandResult {
    if params::ALL.is_empty() {
        return Err(Failure::Input(bilingual!(
            "spsa: the parameters of this program are constants; build it with --features tune",
            "spsa：此程序的参数是常量；请用 --features tune 编译"
        )));
    }
    let tunables = choose(&args.names)?;
    let Some(pairs) = args.pairs.filter(|_| !args.list) else { return list(&tunables) };
    args.state.as_deref().map_or(Ok(()), |path| refuse_standard("--state", path))?;
    let openings = openings(args.openings.as_deref())?;
    let config = SpsaConfig {
        parameters: tunables.iter().map(|tunable| parameter(tunable)).collect(),
        pairs,
        seed: args.seed,
        conditions: format!("{} nodes a move, openings {:016x}", args.nodes, fingerprint(&openings)),
    };
    let names = tunables.iter().map(|tunable| tunable.name).collect();
    let setup = PairSetup::new(args.engine.clone(), openings, args.nodes, &config, names)?;
    let mut tuner = open(config, args.state.as_deref())?;
    let state = args.state.as_deref().map(Output::reopen).transpose()?;
    play(args, &setup, state.as_ref(), &mut tuner)?;
    report(&tuner)?;
    if tuner.done < pairs {
        return Err(interrupt::failure(tuner.done as usize, pairs as usize, interrupt::Parts::Pairs));
    }
    Ok(ExitCode::SUCCESS)
}

/// The parameters with these names or prefixes, in the order of the list.
fn choose(names: &[String]) -> Result<Vec<&'static Tunable>, Bilingual> {
    let is_whole = |name: &str| params::ALL.iter().any(|tunable| tunable.name == name);
    let fits = |tunable: &Tunable, name: &str| {
        if is_whole(name) { tunable.name == name } else { tunable.name.starts_with(name) }
    };
    if let Some(name) = names.iter().find(|name| !params::ALL.iter().any(|tunable| fits(tunable, name))) {
        return Err(bilingual!(
            "'{name}': no parameter has this name or prefix; see --list",
            "“{name}”：没有这个名称或前缀的参数；见 --list"
        ));
    }
    let is_meant = |tunable: &&Tunable| names.is_empty() || names.iter().any(|name| fits(tunable, name));
    Ok(params::ALL.iter().filter(is_meant).collect())
}

fn parameter(tunable: &Tunable) -> Parameter {
    let &Tunable { name, default, min, max, step, .. } = tunable;
    Parameter { name: name.to_owned(), start: default, min, max, step }
}

fn list(tunables: &[&Tunable]) -> CommandResult {
    let mut out = io::stdout().lock();
    for Tunable { name, default, min, max, step, .. } in tunables {
        writeln!(out, "{name}, int, {default}, {min}, {max}, {step}, {R_END}")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn openings(path: Option<&Path>) -> Result<Vec<OpeningLine>, Bilingual> {
    match path {
        Some(path) => OpeningLine::read_all(&files::read(path)?).at(path.display()),
        None => OpeningLine::read_all(OPENINGS).at("positions/openings.epd"),
    }
}

/// A fingerprint of the openings and their order.
fn fingerprint(openings: &[OpeningLine]) -> u64 {
    let key = |opening: &OpeningLine| {
        let play = |position: Position, &mv: &Move| position.after(mv);
        opening.moves.iter().fold(opening.start.clone(), play).key()
    };
    openings.iter().fold(0, |sum: u64, opening| sum.rotate_left(1) ^ key(opening))
}

/// Resumes the run in the file, or creates a new one.
fn open(config: SpsaConfig, path: Option<&Path>) -> Result<Tuner, Bilingual> {
    match path.filter(|path| !is_empty(path)) {
        Some(path) => Tuner::resume(config, &files::read(path)?).at(path.display()),
        None => Ok(Tuner::new(config)),
    }
}

fn save(state: Option<&Output>, tuner: &Tuner) -> Result<(), Failure> {
    state.map_or(Ok(()), |output| output.save(tuner.to_string()))
}

/// Plays the remaining pairs, until Ctrl-C is pressed.
fn play(
    args: &SpsaArgs,
    setup: &PairSetup,
    state: Option<&Output>,
    tuner: &mut Tuner,
) -> Result<(), Failure> {
    interrupt::watch(|| ());
    let (before, left) = (tuner.done, tuner.config.pairs - tuner.done);
    let players = (0..left.min(args.threads.into())).map(|_| setup.player());
    let mut players = players.collect::<Result<Vec<_>, _>>()?;
    let players = players.iter_mut().map(|player| |values: &Perturbation| player.play(values)).collect();
    let bar = bar(tuner);
    let (start, mut saved) = (Instant::now(), Instant::now());
    let outcome = spsa::run(tuner, players, |tuner| {
        let rate = f64::from(tuner.done - before) / start.elapsed().as_secs_f64().max(1e-6);
        bar.set_message(format!("{rate:.2} pairs/s"));
        bar.set_position(tuner.done.into());
        if saved.elapsed() >= SAVE_EVERY {
            save(state, tuner)?;
            saved = Instant::now();
        }
        Ok(())
    });
    bar.finish_and_clear();
    save(state, tuner)?;
    outcome
}

/// The progress bar on standard error; it is shown only on a terminal.
fn bar(tuner: &Tuner) -> ProgressBar {
    let template = "{elapsed_precise} {wide_bar} {pos}/{len} pairs {msg} (eta {eta})";
    let bar = ProgressBar::new(tuner.config.pairs.into()).with_position(tuner.done.into());
    bar.reset_eta();
    keep_ticking(&bar, Duration::from_millis(500));
    bar.with_style(style(template))
}

/// Prints the current values.
fn report(tuner: &Tuner) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let parameters = &tuner.config.parameters;
    let width = parameters.iter().map(|parameter| parameter.name.len()).max().unwrap_or_default();
    writeln!(out, "{:width$} {:>7} {:>10} {:>8}", "name", "start", "now", "rounded")?;
    let values = tuner.values.iter().zip(tuner.rounded());
    for (Parameter { name, start, .. }, (value, rounded)) in parameters.iter().zip(values) {
        writeln!(out, "{name:width$} {start:>7} {value:>10.3} {rounded:>8}")?;
    }
    let [wins, draws, losses] = tuner.score;
    writeln!(out, "pairs {}", tuner.done)?;
    writeln!(out, "plus {wins}-{draws}-{losses}")
}
