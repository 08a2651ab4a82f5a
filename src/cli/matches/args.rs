// SPDX-License-Identifier: MIT OR Apache-2.0
//! The words of `chuhe match`, and the match that they describe.

use crate::arena::{
    Adjudication, DrawAdjudication, EngineSpec, GameSchedule, MatchConditions, ResignAdjudication,
    SearchLimit, Shard, Sprt, TimeControl, Tournament, TournamentFormat,
};
use crate::cli::failure::Failure;
use crate::cli::files;
use crate::cli::options::MAX_DEPTH;
use crate::openings::OpeningLine;
use crate::rules::{NATURAL_LIMIT, RuleSet};
use anyhow::{Context, anyhow};
use clap::{Arg, value_parser};
use log::LevelFilter;
use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Duration;

/// Time a move without another limit, in milliseconds.
const DEFAULT_MOVETIME: u64 = 100;

/// Let engines play games against each other
#[derive(clap::Args)]
#[command(
    // Here `--log` names the log of the games.
    arg(Arg::new("log").long("log-level").value_name("LEVEL").value_parser(value_parser!(LevelFilter)).help(
        "What to log on standard error: off, error, warn, info, debug or trace"
    )),
    after_help = "\
An engine is described by pairs of key and value between commas: `cmd=` the command with its arguments (`self` is this \
program), `name=`, `proto=ucci|uci` (found out by itself), `ranks=0|1` the lowest rank number it speaks (1 means UCI), `option.NAME=VALUE`, \
`dir=` where it runs, `ponder=true`, `restart=true` (anew for each game), `patience=` seconds until an engine \
without a clock is given up. Values in quotes may hold commas.

Two engines play a match; of more, the first plays each of the others, or with --round-robin everybody plays everybody. \
Openings are played twice, with colours swapped. Engines may play from books of their own beyond them: chuhe does so in UCCI if \
a chuhe.book lies beside it, and `option.usebook=false` keeps it from that. An engine that crashes, hangs, oversteps its time or plays an illegal move loses \
the game, and the summary tells. Any number of machines can play parts of a match (--shard), and their logs are put together by --merge.

The last lines are `score W-D-L`, `elo X +- Y` and, with --sprt, `sprt H0|H1|undecided LLR`, for the first engine.

Examples:
  chuhe match --engine cmd=./new,name=new --engine cmd=./old,name=old --openings positions/openings.epd \
--games 2000 --tc 8+0.08 --concurrency 4 --sprt elo0=0,elo1=5 --log games.jsonl --resume
  chuhe match --engine cmd=self --engine cmd=fairy-stockfish,proto=uci,ranks=1,option.UCI_Variant=xiangqi
  chuhe match --merge part1.jsonl part2.jsonl --html report.html"
)]
pub struct MatchArgs {
    #[command(flatten)]
    pub play: PlayArgs,
    #[command(flatten)]
    think: ThinkArgs,
    #[command(flatten)]
    adjudication: AdjudicationArgs,
    /// A test that ends the match when the first engine's results suffice: elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic (or normalized)
    #[arg(long, value_name = "TEST", conflicts_with = "shard")]
    pub sprt: Option<Sprt>,
    /// Write each game that has ended to this file, a line of JSON each
    #[arg(id = "game_log", long = "log", value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Write the games as PGN
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Write a report for browsers, again after each game
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Print the summary as JSON and nothing else
    #[arg(long)]
    pub json: bool,
    /// Play nothing: put these logs together, the parts of one match, and sum them up
    #[arg(long, value_name = "LOG", num_args = 1.., conflicts_with_all = ["PlayArgs", "ThinkArgs", "AdjudicationArgs"])]
    pub merge: Vec<PathBuf>,
}

/// Who plays, and how many games.
#[derive(clap::Args)]
pub struct PlayArgs {
    /// An engine (see below); give two or more
    #[arg(long = "engine", value_name = "SPEC", required_unless_present = "merge")]
    engines: Vec<EngineSpec>,
    /// Games of each pairing
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(1..))]
    games: u32,
    /// Let everybody play everybody
    #[arg(long)]
    round_robin: bool,
    /// The openings, a line each: a FEN or `startpos`, perhaps with `moves h2e2 ...`; `; id "name"` names it [default: the start of a game]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Orders the openings
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Games played at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Let the engines think in their opponents' time
    #[arg(long)]
    ponder: bool,
    /// Go on with the match in the log: play what is missing in it
    #[arg(long, requires = "game_log")]
    pub resume: bool,
    /// Play a part of the match: the first of four is 1/4
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Show the games in the terminal while they are played
    #[arg(long)]
    pub watch: bool,
}

/// How long the engines may think.
#[derive(clap::Args)]
#[group(multiple = false)]
struct ThinkArgs {
    /// Clocks: seconds for a game + seconds a move, or moves/seconds+seconds
    #[arg(long, value_name = "8+0.08")]
    tc: Option<TimeControl>,
    /// Milliseconds a move [default: 100]
    #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Positions a move
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies a move
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(u32).range(1..=MAX_DEPTH))]
    depth: Option<u32>,
}

impl ThinkArgs {
    fn limit(&self) -> SearchLimit {
        match *self {
            Self { tc: Some(control), .. } => SearchLimit::Clock(control),
            Self { nodes: Some(nodes), .. } => SearchLimit::Nodes(nodes),
            Self { depth: Some(plies), .. } => SearchLimit::Depth(plies),
            Self { movetime, .. } => {
                SearchLimit::Movetime(Duration::from_millis(movetime.unwrap_or(DEFAULT_MOVETIME)))
            }
        }
    }
}

/// What the referee decides.
#[derive(clap::Args)]
struct AdjudicationArgs {
    /// Milliseconds by which an answer may be late
    #[arg(long, value_name = "MS", default_value_t = 100)]
    margin: u64,
    /// Rules of repetition: asian, computer, check-ban or always-draw
    #[arg(long, value_name = "NAME", default_value_t)]
    rules: RuleSet,
    /// Plies without capture that make a draw; 0: no such limit
    #[arg(long, value_name = "PLIES", default_value_t = NATURAL_LIMIT)]
    limit: u16,
    /// End a game as drawn after so many plies
    #[arg(long, value_name = "PLIES")]
    draw_plies: Option<u32>,
    /// End a game as won when both engines see one of them so many centipawns ahead
    #[arg(long, value_name = "CP", value_parser = value_parser!(i32).range(1..))]
    resign_score: Option<i32>,
    /// ... in so many moves of each
    #[arg(long, value_name = "N", default_value_t = 3, requires = "resign_score")]
    resign_moves: u32,
    /// End a game as drawn when both engines see nobody more than so many centipawns ahead
    #[arg(long, value_name = "CP", value_parser = value_parser!(i32).range(0..))]
    draw_score: Option<i32>,
    /// ... in so many moves of each
    #[arg(long, value_name = "N", default_value_t = 8, requires = "draw_score")]
    draw_moves: u32,
    /// ... and not before this move of the game
    #[arg(long, value_name = "N", default_value_t = 40, requires = "draw_score")]
    draw_after: u32,
    /// End a game as won when both engines see the mate
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
            rules: self.rules,
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

impl MatchArgs {
    /// What one option writes, no other one may name: it would be lost. Standard output is the summary's.
    pub fn check_files(&self) -> Result<(), Failure> {
        let read = self.merge.iter().map(|path| ("--merge", Some(path)));
        let written = [("--log", &self.log), ("--pgn", &self.pgn), ("--html", &self.html)];
        let written = written.map(|(option, path)| (option, path.as_ref()));
        if let Some((option, _)) = written.iter().find(|(_, path)| path.is_some_and(|path| *path == *"-")) {
            return Err(anyhow!("{option}: standard output is taken by the results").into());
        }
        let named = read.chain([("--openings", self.play.openings.as_ref())]).chain(written);
        let mut known = HashMap::new();
        for (option, path) in named {
            let Some((path, place)) = path.and_then(|path| Some((path, files::place(path)?))) else {
                continue;
            };
            if let Some(other) = known.insert(place, option).filter(|_| option != "--merge") {
                return Err(anyhow!("{option}: {}: the file of {other}", path.display()).into());
            }
        }
        Ok(())
    }

    /// The match to play.
    pub fn tournament(&self) -> Result<Tournament, Failure> {
        let args = &self.play;
        let mut engines = args.engines.clone();
        for engine in &mut engines {
            engine.ponder |= args.ponder;
        }
        check_names(&engines)?;
        let openings = match &args.openings {
            Some(path) => {
                OpeningLine::read_all(&files::read(path)?).with_context(|| path.display().to_string())?
            }
            None => vec![OpeningLine::startpos()],
        };
        let format = if args.round_robin { TournamentFormat::RoundRobin } else { TournamentFormat::Gauntlet };
        let schedule =
            GameSchedule::new(format, engines.len(), args.games as usize, openings.len(), args.seed);
        Ok(Tournament {
            engines,
            openings,
            schedule,
            shard: args.shard.unwrap_or(Shard::WHOLE),
            conditions: self.adjudication.conditions(self.think.limit()),
            concurrency: args.concurrency.into(),
            sprt: self.sprt,
        })
    }

    /// What may not have been meant: games that are all the same.
    pub fn hint(&self, tournament: &Tournament) -> Option<String> {
        let (openings, rounds) = (tournament.openings.len(), self.play.games.div_ceil(2) as usize);
        match (&self.play.openings, rounds) {
            (_, 0..=1) => None,
            (None, _) => Some("all games begin alike; --openings FILE brings variety".to_owned()),
            (Some(_), _) if rounds > openings => {
                Some(format!("{openings} openings for {rounds} pairs of games: some are played again"))
            }
            _ => None,
        }
    }
}

fn check_names(engines: &[EngineSpec]) -> Result<(), Failure> {
    if engines.len() < 2 {
        return Err(anyhow!("match: one engine has no opponent; give --engine twice or more").into());
    }
    for (index, engine) in engines.iter().enumerate() {
        let name = engine.label();
        if engines[..index].iter().any(|other| other.label() == name) {
            return Err(anyhow!("--engine: two engines are called '{name}'; name them apart by name=").into());
        }
    }
    Ok(())
}
