// SPDX-License-Identifier: MIT OR Apache-2.0
//! The arguments of `chuhe match`, and the tournament that they define.

use super::openings;
use crate::failure::{Failure, Place};
use crate::files;
use crate::options::{MAX_DEPTH, RulesArgs, threads};
use crate::output::{OverwriteArgs, refuse_standard};
use chuhe_arena::{
    Adjudication, DrawAdjudication, EngineDefaults, EngineSpec, GameSchedule, MatchConditions,
    ResignAdjudication, SearchLimit, Shard, Sprt, TimeControl, Tournament, TournamentFormat, shuffled,
};
use chuhe_console::number;
use clap::{Arg, value_parser};
use log::LevelFilter;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::time::Duration;
use xiangqi::openings::OpeningLine;
use xiangqi::rules::NATURAL_LIMIT;
use xiangqi::types::{Bilingual, bilingual};

/// Play matches between engines, or people
#[derive(clap::Args)]
#[command(
    // Here `--log` names the log of the games.
    arg(Arg::new("log").long("log-level").value_name("LEVEL").value_parser(value_parser!(LevelFilter)).help(
        "Log level on standard error: off, error, warn, info, debug or trace"
    )),
    after_help = "\
An engine is specified as KEY=VALUE pairs separated by commas: `cmd=` the command with its arguments (`self` is this \
program), `name=`, `proto=ucci|uci` (default: detected), `ranks=0|1` the number of the lowest rank (1 implies UCI), \
`option.NAME=VALUE`, `tc=`, `movetime=`, `nodes=` or `depth=` its own limit instead of the match's, `odds=1/8` the \
share of its limit that it gets, `dir=` the working directory, where `cmd=` is looked for first, `ponder=true`, `restart=true` (for each game), \
`patience=` the timeout in seconds of answers without a time limit (default: 10 for the handshake, 60 for others). \
Quote values that contain commas. Engines without a name are called like their programs: `chuhe`, `chuhe 2`.

Before the first game each engine is started once and makes one move. If one does not start, does not finish its \
handshake or refuses an option, no game is played. An engine that later fails to start in three games running ends \
the match; games without both engines have no result.

Two engines play a match. With more engines, the first plays each of the others, or with --round-robin every engine \
plays every other one. Each opening is played twice, with colours swapped. Engines may also use their own books: \
chuhe does so in UCCI if there is a chuhe.book beside it, unless `option.usebook=false` is set. An engine that crashes, \
hangs, exceeds its time or plays an illegal move loses the game; summary and report begin with these faults, and if they \
decide every game, the exit status is 1. Several machines can play parts of a match (--shard), whose logs --merge \
combines. The first line of a log holds the engines' options, checksums of their networks, and the conditions: --resume \
refuses to mix games of different matches.

`cmd=human` is a person, who takes only `name=` and `tc=`. The board and a prompt go to standard error; a line of standard \
input, which may be a pipe, is a move in any notation, `resign`, or `draw`, which offers or accepts a draw with the next \
move. Several people take turns. The end of the input ends the match, and the unfinished game is not counted.

The last lines are `score W-D-L`, `elo X +- Y` and, with --sprt, `sprt H0|H1|undecided LLR`, for the first engine. \
Elo and LLR are pentanomial: computed from pairs of games.

`@FILE` stands for the arguments in a file, one option with its value a line: `chuhe match @sprt.match`.

Examples:
  chuhe match --engine cmd=./new,name=new --engine cmd=./old,name=old --openings positions/openings.epd \
--games 2000 --tc 8+0.08 --concurrency 4 --sprt elo0=0,elo1=5 --log games.jsonl --resume
  chuhe match --engine cmd=self --engine cmd=fairy-stockfish,proto=uci,ranks=1,option.UCI_Variant=xiangqi
  chuhe match --engine cmd=self --engine cmd=self,odds=1/8 --tc 8+0.08 --openings positions/openings.epd
  chuhe match --engine cmd=human --engine cmd=self --games 1 --tc 600+5 --watch
  chuhe match --merge part1.jsonl part2.jsonl --html report.html"
)]
pub struct MatchArgs {
    #[command(flatten)]
    pub play: PlayArgs,
    #[command(flatten)]
    think: ThinkArgs,
    #[command(flatten)]
    adjudication: AdjudicationArgs,
    /// End the match as soon as this SPRT of the first engine is decided:
    /// elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic (or normalized)
    #[arg(long, value_name = "TEST", conflicts_with = "shard")]
    pub sprt: Option<Sprt>,
    /// Write each game to this file when it ends, as one line of JSON
    #[arg(id = "game_log", long = "log", value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Write the games as PGN
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Write an HTML report, updated after each game
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    #[command(flatten)]
    pub overwrite: OverwriteArgs,
    /// Print the summary as JSON only
    #[arg(long)]
    pub json: bool,
    /// Play no games; merge these logs, the parts of one match, and print the summary
    #[arg(long, value_name = "LOG", num_args = 1.., conflicts_with_all = ["PlayArgs", "ThinkArgs", "AdjudicationArgs"])]
    pub merge: Vec<PathBuf>,
}

/// The engines and the schedule.
#[derive(clap::Args)]
pub struct PlayArgs {
    /// Add an engine (see below); at least two are needed
    #[arg(long = "engine", value_name = "SPEC", required_unless_present = "merge")]
    engines: Vec<EngineSpec>,
    /// Settings of all engines, which their own come before: tc=8+0.08,option.Hash=16
    #[arg(long, value_name = "SPEC")]
    each: Option<EngineDefaults>,
    /// Games per pairing
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::<u32>(1..))]
    games: u32,
    /// Play a round robin instead of a gauntlet
    #[arg(long)]
    round_robin: bool,
    /// Read openings from this file: of a file of games their first moves, of any other one opening per line,
    /// a FEN or `startpos`, optionally `moves h2e2 ...` and `; id "name"` [default: the start position]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// The order of the openings: random or sequential
    #[arg(long, value_name = "ORDER", default_value = "random", requires = "openings")]
    opening_order: OpeningOrder,
    /// Number of the opening, in that order, that is played first
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u32>(1..), requires = "openings")]
    opening_start: u32,
    /// Play this number of plies of each opening [default: all; 16 of a game]
    #[arg(long, value_name = "PLIES", value_parser = number::<u32>(1..), requires = "openings")]
    opening_plies: Option<u32>,
    /// Seed for the random order of the openings
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64>(0..))]
    seed: u64,
    /// Games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads())]
    concurrency: u16,
    /// Let the engines ponder on their opponents' time
    #[arg(long)]
    ponder: bool,
    /// Play even if an engine refuses an option
    #[arg(long)]
    pub lenient: bool,
    /// Resume the match in the log: play the games that are missing
    #[arg(long, requires = "game_log")]
    pub resume: bool,
    /// Play part I of N of the match, such as 1/4
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Show the games live in the terminal
    #[arg(long)]
    pub watch: bool,
}

/// The orders in which openings are played.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum OpeningOrder {
    Random,
    Sequential,
}

/// The limit on the engines' search.
#[derive(clap::Args)]
#[group(multiple = false)]
struct ThinkArgs {
    /// Time control: seconds per game + increment in seconds, or moves/seconds+increment
    #[arg(long, value_name = "8+0.08")]
    tc: Option<TimeControl>,
    /// Milliseconds per move [default: 100]
    #[arg(long, value_name = "MS", value_parser = number::<u64>(1..))]
    movetime: Option<u64>,
    /// Nodes per move
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..))]
    nodes: Option<u64>,
    /// Depth in plies
    #[arg(long, value_name = "PLIES", value_parser = number::<u32>(1..=MAX_DEPTH))]
    depth: Option<u32>,
}

impl ThinkArgs {
    fn limit(&self) -> SearchLimit {
        match *self {
            Self { tc: Some(control), .. } => SearchLimit::Clock(control),
            Self { nodes: Some(nodes), .. } => SearchLimit::Nodes(nodes),
            Self { depth: Some(plies), .. } => SearchLimit::Depth(plies),
            Self { movetime: Some(ms), .. } => SearchLimit::Movetime(Duration::from_millis(ms)),
            Self { .. } => SearchLimit::default(),
        }
    }
}

/// The rules, and adjudication by the referee.
#[derive(clap::Args)]
struct AdjudicationArgs {
    /// Time margin: tolerated excess over the limit, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 100, value_parser = number::<u64>(0..))]
    margin: u64,
    #[command(flatten)]
    rules: RulesArgs,
    /// Draw after this many plies without a capture; 0: no limit
    #[arg(long, value_name = "PLIES", default_value_t = NATURAL_LIMIT, value_parser = number::<u16>(0..=i64::from(u16::MAX)))]
    limit: u16,
    /// Adjudicate a draw after this number of plies
    #[arg(long, value_name = "PLIES", value_parser = number::<u32>(0..))]
    draw_plies: Option<u32>,
    /// Adjudicate a win when both engines report one side at least this far ahead, in centipawns
    #[arg(long, value_name = "CP", value_parser = number::<i32>(1..))]
    resign_score: Option<i32>,
    /// Consecutive moves of each side for --resign-score
    #[arg(long, value_name = "N", default_value_t = 3, requires = "resign_score", value_parser = number::<u32>(0..))]
    resign_moves: u32,
    /// Adjudicate a draw when both engines report a score within this distance of zero, in centipawns
    #[arg(long, value_name = "CP", value_parser = number::<i32>(0..))]
    draw_score: Option<i32>,
    /// Consecutive moves of each side for --draw-score
    #[arg(long, value_name = "N", default_value_t = 8, requires = "draw_score", value_parser = number::<u32>(0..))]
    draw_moves: u32,
    /// First move of the game at which --draw-score applies
    #[arg(long, value_name = "N", default_value_t = 40, requires = "draw_score", value_parser = number::<u32>(0..))]
    draw_after: u32,
    /// Adjudicate a win when both engines report the mate
    #[arg(long)]
    mate: bool,
}

impl AdjudicationArgs {
    fn conditions(&self, limit: SearchLimit) -> MatchConditions {
        let draw_rule =
            |score| DrawAdjudication { from_move: self.draw_after, moves: self.draw_moves, score };
        MatchConditions {
            limit,
            margin: Duration::from_millis(self.margin),
            rules: self.rules.rules(),
            natural_limit: Some(self.limit).filter(|&limit| limit > 0),
            adjudication: Adjudication {
                draw_plies: self.draw_plies,
                draw: self.draw_score.map(draw_rule),
                resign: self.resign_score.map(|score| ResignAdjudication { moves: self.resign_moves, score }),
                mate: self.mate,
            },
        }
    }
}

impl PlayArgs {
    /// Returns the indices of the openings in the order of play.
    fn order(&self, openings: usize) -> Result<Vec<usize>, Bilingual> {
        let mut order = match self.opening_order {
            OpeningOrder::Random => shuffled(openings, self.seed),
            OpeningOrder::Sequential => (0..openings).collect(),
        };
        let first = self.opening_start as usize - 1;
        if first >= openings {
            return Err(bilingual!(
                "--opening-start {number}: there are {openings} openings",
                "--opening-start {number}：只有{openings}个开局",
                number = self.opening_start
            ));
        }
        order.rotate_left(first);
        Ok(order)
    }
}

impl MatchArgs {
    /// Checks that no output file is named by another option as well, since one would overwrite the other,
    /// and that none is standard output, which is for the summary.
    pub fn check_files(&self) -> Result<(), Failure> {
        let read = self.merge.iter().map(|path| ("--merge", Some(path)));
        let written = [("--log", &self.log), ("--pgn", &self.pgn), ("--html", &self.html)];
        let written = written.map(|(option, path)| (option, path.as_ref()));
        for (option, path) in written {
            path.map_or(Ok(()), |path| refuse_standard(option, path))?;
        }
        let named = read.chain([("--openings", self.play.openings.as_ref())]).chain(written);
        let mut known = HashMap::new();
        for (option, path) in named {
            let Some((path, place)) = path.and_then(|path| Some((path, files::place(path)?))) else {
                continue;
            };
            if let Some(other) = known.insert(place, option).filter(|_| option != "--merge") {
                let problem = bilingual!("already used by {other}", "已用于 {other}");
                return Err(problem.at(path.display()).at(option).into());
            }
        }
        Ok(())
    }

    /// Builds the tournament.
    pub fn tournament(&self) -> Result<Tournament, Failure> {
        let args = &self.play;
        let mut engines = args.engines.clone();
        for engine in &mut engines {
            resolve_self(engine)?;
            if let Some(each) = &args.each {
                let name = engine.label();
                engine.fill(each).within(|| bilingual!("--each: engine {name}", "--each：引擎 {name}"))?;
            }
            engine.ponder |= args.ponder;
        }
        name_apart(&mut engines)?;
        if args.concurrency > 1 && engines.iter().any(EngineSpec::is_human) {
            return Err(Failure::Input(bilingual!(
                "--concurrency {games}: a person (cmd=human) plays one game at a time",
                "--concurrency {games}：人（cmd=human）一次只能下一局",
                games = args.concurrency
            )));
        }
        let limit = self.think.limit();
        for engine in &engines {
            engine.limit_in(limit).at("odds").at(format!("--engine {}", engine.label()))?;
        }
        let openings = match &args.openings {
            Some(path) => openings::read(path, args.opening_plies.map(|plies| plies as usize))?,
            None => vec![OpeningLine::startpos()],
        };
        let format = if args.round_robin { TournamentFormat::RoundRobin } else { TournamentFormat::Gauntlet };
        let games = args.games as usize;
        let schedule = GameSchedule::new(format, engines.len(), games, args.order(openings.len())?);
        let tournament = Tournament::new(engines, openings, games, self.adjudication.conditions(limit));
        Ok(Tournament {
            schedule,
            shard: args.shard.unwrap_or(Shard::WHOLE),
            concurrency: args.concurrency.into(),
            sprt: self.sprt,
            ..tournament.at("--engine: odds")?
        })
    }

    /// Returns a hint if games repeat, which may not be intended.
    pub fn hint(&self, tournament: &Tournament) -> Option<Bilingual> {
        let (openings, rounds) = (tournament.openings.len(), self.play.games.div_ceil(2) as usize);
        match (&self.play.openings, rounds) {
            (_, 0..=1) => None,
            (None, _) => Some(bilingual!(
                "all games start from the same position; use --openings FILE for variety",
                "所有对局都从同一局面开始；用 --openings 文件 可使开局多样"
            )),
            (Some(_), _) if rounds > openings => Some(bilingual!(
                "{openings} openings for {rounds} pairs of games: some openings are repeated",
                "{openings}个开局供{rounds}组对局：有的开局会重复"
            )),
            _ => None,
        }
    }
}

/// Names the running program as that of the command `self`.
pub fn resolve_self(engine: &mut EngineSpec) -> Result<(), Failure> {
    if engine.words().first().is_some_and(|program| program == "self") {
        let program = std::env::current_exe().at("--engine: cmd=self").map_err(Failure::Job)?;
        engine.program = Some(program);
    }
    Ok(())
}

/// Numbers the engines without a name of their own that would be called alike: `chuhe`, `chuhe 2`.
fn name_apart(engines: &mut [EngineSpec]) -> Result<(), Failure> {
    if engines.len() < 2 {
        return Err(Failure::Input(bilingual!(
            "match: a match needs at least two engines; give --engine twice or more",
            "match：比赛至少要有两个引擎；请给出两次以上 --engine"
        )));
    }
    let mut names = HashSet::new();
    for name in engines.iter().filter_map(|engine| engine.name.clone()) {
        if names.contains(&name) {
            return Err(Failure::Input(bilingual!(
                "--engine: two engines have the name '{name}'; give them different names with name=",
                "--engine：有两个引擎同名“{name}”；请用 name= 另取名称"
            )));
        }
        names.insert(name);
    }
    for engine in engines.iter_mut().filter(|engine| engine.name.is_none()) {
        let label = if engine.program.is_some() { "chuhe".to_owned() } else { engine.label() };
        let numbered = (2..).map(|number| format!("{label} {number}"));
        let mut candidates = std::iter::once(label.clone()).chain(numbered);
        let name = candidates.find(|name| !names.contains(name)).expect("numbers do not end");
        names.insert(name.clone());
        engine.name = Some(name);
    }
    Ok(())
}
