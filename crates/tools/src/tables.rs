// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe tables`: builds, checks and probes endgame tables.

use super::failure::{CommandResult, Failure, Place};
use super::interrupt::{self, Parts};
use super::options::FenArg;
use super::progress::{keep_ticking, style};
use chuhe::tb::{
    self, Balance, Content, Index, Results, Statistics, Tablebase, TablebaseError, TbValue, first_fault,
    in_order,
};
use chuhe_console::files::Draft;
use chuhe_console::{number, read};
use indicatif::ProgressBar;
use std::fs;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use xiangqi::diagram::columns::{pad, right};
use xiangqi::types::{Bilingual, Color, Language, bilingual, text};

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// Build, check and probe endgame tables
///
/// A table has the result of every position of a balance of pieces, with best play, and the distance in
/// plies. Balances are named by the pieces of both sides: `KRvKAABB` is rook against the full guard.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chuhe tables build KRvKAABB KNPvKAAB
  chuhe tables probe '2bak4/4a4/4b4/9/9/R8/9/9/9/4K4 w'
  chuhe tables stats KRvKAABB
  chuhe tables verify")]
pub struct TablesArgs {
    #[command(subcommand)]
    command: TablesCommand,
}

#[derive(clap::Subcommand)]
enum TablesCommand {
    Build(BuildArgs),
    /// Print the tables of a directory and the sizes of their files
    #[command(after_help = "Example:\n  chuhe tables info --dir tables")]
    Info {
        #[command(flatten)]
        directory: DirectoryArgs,
    },
    Verify(VerifyArgs),
    Probe(ProbeArgs),
    Stats(StatsArgs),
}

pub fn run(args: &TablesArgs, language: Language) -> CommandResult {
    match &args.command {
        TablesCommand::Build(args) => build(args, language),
        TablesCommand::Info { directory } => info(&directory.open()?, language),
        TablesCommand::Verify(args) => verify(args, language),
        TablesCommand::Probe(args) => probe(args),
        TablesCommand::Stats(args) => stats(args, language),
    }
}

/// The directory of the tables.
#[derive(clap::Args)]
struct DirectoryArgs {
    /// Directory of the tables
    #[arg(long, alias = "out", value_name = "DIR", default_value = "tables")]
    dir: PathBuf,
}

impl DirectoryArgs {
    fn open(&self) -> Result<Tablebase, Failure> {
        Tablebase::open(&[&self.dir]).map_err(input)
    }
}

/// A file that cannot be used is one that the user named, or its neighbour.
fn input(error: TablebaseError) -> Failure {
    Failure::Input(error.into())
}

/// Returns the balances that were asked for, or all.
fn chosen(balances: &[Balance], tablebase: &Tablebase) -> Vec<Balance> {
    if balances.is_empty() { tablebase.balances() } else { balances.to_vec() }
}

/// Build tables, and all tables that captures lead to
#[derive(clap::Args)]
#[command(after_help = "\
Tables that are there already are not built again, so a run that was interrupted goes on with the next one. A table \
that cannot be built is reported; the others are built all the same, and the exit status is 1. Building takes about six bytes \
of memory for each placement of the pieces.

Examples:
  chuhe tables build KRvKAABB
  chuhe tables build K{R,C,N,P}vK{,A,B,AA,AB,BB,AAB,ABB,AABB} --threads 2
  chuhe tables build --pieces 4")]
struct BuildArgs {
    /// Balances: K and the pieces R C N P A B of one side, v, the same for the other
    #[arg(required_unless_present = "pieces", value_parser = read::<Balance>)]
    balances: Vec<Balance>,
    /// All balances of at most this number of pieces, the kings included
    #[arg(long, value_name = "N", value_parser = number::<u8>(2..=32), conflicts_with = "balances")]
    pieces: Option<u8>,
    #[command(flatten)]
    directory: DirectoryArgs,
    /// Number of threads
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
}

fn build(args: &BuildArgs, language: Language) -> CommandResult {
    let balances = match args.pieces {
        Some(pieces) => Balance::up_to(pieces),
        None => args.balances.clone(),
    };
    let directory = &args.directory.dir;
    fs::create_dir_all(directory).at(directory.display())?;
    interrupt::watch(|| STOP.store(true, Ordering::Relaxed));
    let order = in_order(&balances);
    let bar = progress(&order, &args.directory.open()?);
    let mut failed = Vec::new();
    for (done, &balance) in order.iter().enumerate() {
        let tablebase = args.directory.open()?;
        if tablebase.balances().contains(&balance) {
            continue;
        }
        bar.set_message(format!("{balance}, {} / {}", done + 1, order.len()));
        let start = Instant::now();
        match make(balance, &tablebase, &failed, args) {
            Ok(positions) => {
                let seconds = start.elapsed().as_secs_f64();
                let line = text!(
                    language,
                    "{balance}: {positions} places, {seconds:.1} s",
                    "{balance}：{positions}个局面编号，{seconds:.1}秒"
                );
                bar.suspend(|| writeln!(io::stdout(), "{line}"))?;
            }
            Err(_) if interrupt::is_pressed() => {
                return Err(interrupt::failure(done, order.len(), Parts::Tables));
            }
            Err(error) => {
                failed.push(balance);
                bar.suspend(|| Failure::Job(error.at(balance)).report(language));
            }
        }
        bar.inc(places(balance));
    }
    bar.finish_and_clear();
    Ok(if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns a bar over the places of the tables that are not there yet.
fn progress(order: &[Balance], tablebase: &Tablebase) -> ProgressBar {
    let built = tablebase.balances();
    let missing = order.iter().filter(|balance| !built.contains(balance));
    let total = missing.map(|&balance| places(balance)).fold(0, u64::saturating_add);
    let bar = ProgressBar::new(total).with_style(style("{elapsed_precise} {wide_bar} {msg} (eta {eta})"));
    keep_ticking(&bar, Duration::from_millis(500));
    bar
}

/// Returns the number of places of a table.
fn places(balance: Balance) -> u64 {
    Index::size_of(&balance).map_or(u64::MAX, |size| (size as u64).saturating_mul(2))
}

/// Builds a table and writes its files. Returns the number of its places.
fn make(
    balance: Balance,
    tablebase: &Tablebase,
    failed: &[Balance],
    args: &BuildArgs,
) -> Result<usize, Bilingual> {
    if let Some(needed) = balance.after_capture().into_iter().find(|needed| failed.contains(needed)) {
        return Err(bilingual!("needs {needed}, which could not be built", "需要 {needed}，而它未能建成"));
    }
    let table = tb::build(balance, tablebase, args.threads.get(), &STOP)?;
    // The file that says that a table is there comes last.
    let [wdl, dtm] = Content::ALL;
    save(&table, dtm, &args.directory.dir)?;
    save(&table, wdl, &args.directory.dir)?;
    Ok(2 * table.index().size())
}

fn save(table: &tb::Table, content: Content, directory: &Path) -> Result<(), Bilingual> {
    let path = directory.join(table.index().balance().to_string()).with_extension(content.extension());
    let write = || {
        let mut draft = Draft::new(&path)?;
        tb::write(table, content, &mut draft)?;
        draft.finish()
    };
    write().at(path.display())
}

fn info(tablebase: &Tablebase, language: Language) -> CommandResult {
    let header = language.pick(
        ["balance", "places", "wdl bytes", "dtm bytes"],
        ["子力", "局面编号", "胜负文件字节", "着数文件字节"],
    );
    let mut out = io::stdout().lock();
    writeln!(out, "{}", info_row(header))?;
    for balance in tablebase.balances() {
        let [wdl, dtm] = tablebase.sizes(balance).map_err(input)?;
        let places = 2 * Index::new(balance).size();
        let [name, places, wdl, dtm] =
            [balance.to_string(), places.to_string(), wdl.to_string(), dtm.to_string()];
        writeln!(out, "{}", info_row([&name, &places, &wdl, &dtm]))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn info_row([balance, places, wdl, dtm]: [&str; 4]) -> String {
    format!("{} {} {} {}", pad(balance, 16), right(places, 12), right(wdl, 12), right(dtm, 12))
}

/// Check tables: each value must follow from those after it
#[derive(clap::Args)]
#[command(after_help = "\
Mirror images, and positions with the sides exchanged, must have the same value, and all checksums must be right. The exit \
status is 1 if a table is wrong.

Example:
  chuhe tables verify --threads 2 KRvKAABB")]
struct VerifyArgs {
    /// Balances [default: all tables of the directory]
    balances: Vec<Balance>,
    #[command(flatten)]
    directory: DirectoryArgs,
    /// Number of threads
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
}

fn verify(args: &VerifyArgs, language: Language) -> CommandResult {
    let tablebase = args.directory.open()?;
    interrupt::watch(|| STOP.store(true, Ordering::Relaxed));
    let balances = chosen(&args.balances, &tablebase);
    let mut are_right = true;
    let bar =
        ProgressBar::new(balances.len() as u64).with_style(style("{wide_bar} {pos}/{len} {elapsed_precise}"));
    keep_ticking(&bar, Duration::from_millis(250));
    for (done, &balance) in balances.iter().enumerate() {
        let fault = first_fault(balance, &tablebase, args.threads.get(), &STOP).map_err(input)?;
        if interrupt::is_pressed() {
            bar.finish_and_clear();
            return Err(interrupt::failure(done, balances.len(), Parts::Tables));
        }
        let line = match &fault {
            None => text!(language, "{balance}: right", "{balance}：正确"),
            Some(position) => text!(language, "{balance}: wrong: {position}", "{balance}：有误：{position}"),
        };
        are_right &= fault.is_none();
        bar.suspend(|| writeln!(io::stdout(), "{line}"))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(if are_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Print the result of a position and of its moves
#[derive(clap::Args)]
#[command(after_help = "\
The first line is `win N`, `loss N` or `draw` for the side to move, N in plies. A line for each move follows, the best first: \
the move, and what it leads to for the side that makes it.

Example:
  chuhe tables probe '2bak4/4a4/4b4/9/9/R8/9/9/9/4K4 w'")]
struct ProbeArgs {
    /// Position in FEN, `-` for standard input
    fen: FenArg,
    #[command(flatten)]
    directory: DirectoryArgs,
}

fn probe(args: &ProbeArgs) -> CommandResult {
    let position = args.fen.position()?;
    let tablebase = args.directory.open()?;
    let missing = |balance: Balance| {
        let folder = args.directory.dir.display();
        Failure::Job(bilingual!("{balance}: no table in {folder}", "{balance}：{folder} 中没有此残局库"))
    };
    let Some(value) = tablebase.value(&position).map_err(input)? else {
        return Err(missing(Balance::of(position.board()).0));
    };
    let mut out = io::stdout().lock();
    writeln!(out, "{}", words(value))?;
    for (mv, value) in tablebase.moves(&position).map_err(input)?.unwrap_or_default() {
        writeln!(out, "{mv} {}", words(value))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn words(value: TbValue) -> String {
    match value {
        TbValue::Win(plies) => format!("win {plies}"),
        TbValue::Loss(plies) => format!("loss {plies}"),
        TbValue::Draw => "draw".to_owned(),
    }
}

/// Print shares of results, longest wins and mutual zugzwangs
#[derive(clap::Args)]
#[command(after_help = "\
Red is the stronger side. Wins that the rule of perpetual check decides are among the wins, but not the longest.

Example:
  chuhe tables stats KRvKAABB")]
struct StatsArgs {
    /// Balances [default: all tables of the directory]
    balances: Vec<Balance>,
    #[command(flatten)]
    directory: DirectoryArgs,
}

fn stats(args: &StatsArgs, language: Language) -> CommandResult {
    let tablebase = args.directory.open()?;
    let mut out = io::stdout().lock();
    for balance in chosen(&args.balances, &tablebase) {
        let statistics = Statistics::new(&tablebase.table(balance).map_err(input)?);
        writeln!(out, "{balance}")?;
        for side in Color::ALL {
            writeln!(out, "  {}", results_text(side, &statistics.results[side as usize], language))?;
        }
        let zugzwangs = statistics.mutual_zugzwangs;
        writeln!(
            out,
            "  {}",
            text!(language, "mutual zugzwangs: {zugzwangs}", "谁先走谁吃亏的局面：{zugzwangs}")
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

fn results_text(side: Color, results: &Results, language: Language) -> String {
    let percent = |count: u64| 100.0 * count as f64 / results.positions().max(1) as f64;
    let (positions, by_rule, side) = (results.positions(), results.by_rule, side.word(language));
    let [wins, draws, losses] = [results.wins, results.draws, results.losses].map(percent);
    let mut line = text!(
        language,
        "{side} to move: {positions} positions, {wins:.2} % won, {draws:.2} % drawn, {losses:.2} % lost, {by_rule} by perpetual check",
        "{side}先走：{positions}个局面，胜{wins:.2}%，和{draws:.2}%，负{losses:.2}%，其中按长将规则判定{by_rule}"
    );
    if let Some((plies, position)) = &results.longest {
        line +=
            &text!(language, "; longest win {plies} plies: {position}", "；最长的胜局{plies}着：{position}");
    }
    line
}
