// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab tournament`: several algorithms, each with its depth, against one opponent.

use super::common::{Column, GameName, MemoryArgs, PlayerSpec, Sender, Table, end, for_game, run_job, rung};
use crate::tournament::{Effort, TournamentPlayer, play_side, random_opening};
use crate::{Subject, effective_branching_factor};
use chuhe_console::failure::{CommandResult, Failure};
use chuhe_console::interrupt::Parts;
use chuhe_console::number;
use std::io::{self, Write as _};
use xiangqi::types::{Language, SplitMix64, text};

/// Play games of several algorithms against one opponent
#[derive(clap::Args)]
#[command(after_help = "\
Each opening consists of random moves and is played twice, with sides swapped. The score is the mean per game: discs in reversi, \
otherwise a point for a win and half a point for a draw. The other numbers are the algorithm's means per game; `factor` is its \
effective branching factor.

Examples:
  chuhe lab tournament --game reversi --games 4
  chuhe lab tournament --game xiangqi --algorithms minimax:2,framework:2 --against pvs:2 --games 4")]
pub struct TournamentArgs {
    /// Game
    #[arg(long, value_enum, default_value = "reversi")]
    game: GameName,
    /// Algorithms with their search depths
    #[arg(
        long,
        value_name = "NAME:PLIES",
        value_delimiter = ',',
        default_value = "minimax:5,alphabeta:8,hash:8,history:9,hashhistory:10"
    )]
    algorithms: Vec<PlayerSpec>,
    /// Opponent with its search depth
    #[arg(long, value_name = "NAME:PLIES", default_value = "hashhistory-dynamic:10")]
    against: PlayerSpec,
    /// Number of games of each algorithm, an even number
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = number::<u32>(2..=1_000_000))]
    games: u32,
    /// Number of random plies in an opening
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = number::<u32>(..=30))]
    opening: u32,
    /// Seed of the openings
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..))]
    seed: u64,
    #[command(flatten)]
    memory: MemoryArgs,
}

const COLUMNS: [Column<'static>; 10] = [
    ("algorithm", 17),
    ("depth", 5),
    ("score", 13),
    ("W D L", 11),
    ("nodes", 12),
    ("seconds", 8),
    ("ns/node", 7),
    ("factor", 6),
    ("exact %", 7),
    ("partial %", 9),
];

/// The standing of an algorithm.
#[derive(Clone, Copy, Default)]
struct Standing {
    games: u32,
    /// Its own points and the opponent's.
    points: [f64; 2],
    /// Games won, drawn and lost.
    results: [u32; 3],
    effort: Effort,
}

pub fn run(args: &TournamentArgs, language: Language) -> CommandResult {
    for_game!(args.game, tournament(args, language))
}

fn tournament<G: Subject>(args: &TournamentArgs, language: Language) -> CommandResult {
    let ladder = args.algorithms.iter().map(|spec| rung::<G>(&spec.name)).collect::<Result<Vec<_>, _>>()?;
    let settings = args.memory.settings();
    let mut opponent = rung::<G>(&args.against.name)?.algorithm(settings);
    let games = args.games.next_multiple_of(2);
    let PlayerSpec { name, depth } = &args.against;
    let title = text!(
        language,
        "{games} games of {game} each against {name} {depth} plies deep",
        "{chinese}，各与深{depth}步的{name}下{games}局",
        game = G::NAME,
        chinese = G::CHINESE,
    );
    writeln!(io::stdout(), "{title}\n")?;
    let table = Table::begin(language, &COLUMNS)?;
    let (specs, against, plies, seed) =
        (args.algorithms.clone(), args.against.clone(), args.opening, args.seed);
    let work = move |sender: &Sender<(usize, Standing)>| {
        for (index, (rung, spec)) in ladder.iter().zip(&specs).enumerate() {
            let mut algorithm = rung.algorithm(settings);
            let mut standing = Standing::default();
            let mut rng = SplitMix64::new(seed);
            let mut opening = Vec::new();
            for game in 0..games as usize {
                sender.at(index * games as usize + game, format!("{}:{}", spec.name, spec.depth));
                let own = TournamentPlayer { algorithm: &mut *algorithm, depth: spec.depth };
                let other = TournamentPlayer { algorithm: &mut *opponent, depth: against.depth };
                let is_first = game % 2 == 0;
                if is_first {
                    opening = random_opening::<G>(&mut rng, plies);
                }
                let (points, effort) = play_side(own, other, is_first, &opening);
                standing.add(points, effort);
                sender.send((index, standing));
            }
        }
    };
    let mut standings = vec![Standing::default(); args.algorithms.len()];
    let is_finished = run_job(standings.len() * games as usize, work, |(index, standing)| {
        standings[index] = standing;
        if standing.games == games { standing.print(&args.algorithms[index], &table) } else { Ok(()) }
    })?;
    let is_broken_off = |standing: &Standing| (1..games).contains(&standing.games);
    for (spec, standing) in args.algorithms.iter().zip(&standings).filter(|(_, it)| is_broken_off(it)) {
        standing.print(spec, &table)?;
    }
    let done = standings.iter().filter(|standing| standing.games == games).count();
    end(is_finished, done, standings.len(), Parts::Algorithms)
}

impl Standing {
    fn add(&mut self, points: [f64; 2], effort: Effort) {
        self.games += 1;
        self.points = [self.points[0] + points[0], self.points[1] + points[1]];
        self.results[if points[0] > points[1] { 0 } else { 1 + usize::from(points[0] < points[1]) }] += 1;
        self.effort += effort;
    }

    fn print(&self, spec: &PlayerSpec, table: &Table) -> Result<(), Failure> {
        let Effort { searches, tally, time } = self.effort;
        let games = f64::from(self.games);
        let [own, other] = self.points.map(|points| points / games);
        let [won, drawn, lost] = self.results;
        let nodes = tally.nodes as f64;
        let share = |hits| format!("{:.2}", 100.0 * tally.share(hits));
        let cells = [
            spec.name.clone(),
            spec.depth.to_string(),
            if own + other > 1.5 {
                format!("{own:.1} : {other:.1}")
            } else {
                format!("{own:.2} : {other:.2}")
            },
            format!("{won} {drawn} {lost}"),
            format!("{:.0}", nodes / games),
            format!("{:.3}", time.as_secs_f64() / games),
            format!("{:.0}", tally.nanoseconds_a_node(time)),
            format!("{:.2}", effective_branching_factor(nodes / searches.max(1) as f64, spec.depth)),
            share(tally.exact_hits),
            share(tally.partial_hits),
        ];
        table.row(cells)
    }
}
