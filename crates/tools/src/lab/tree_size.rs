// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab tree-size`: the number of nodes of xiangqi's game tree, by Knuth's estimate.

use crate::failure::{CommandResult, Failure};
use crate::interrupt::Parts;
use chuhe_console::number;
use chuhe_lab::commands::common::{Column, Sender, Table, end, run_job};
use chuhe_lab::small::StateGraph;
use chuhe_lab::tree_size::{Estimate, GameNode, Interval, SmallNode, nodes_of_small_reversi};
use chuhe_learn::{DatagenConfig, generate};
use std::io::{self, Write as _};
use std::ops::ControlFlow;
use xiangqi::position::{Position, perft};
use xiangqi::types::{Language, SplitMix64, text};

/// Estimate the size of xiangqi's game tree by random descents
#[derive(clap::Args)]
#[command(after_help = "\
A descent of one walker is Knuth's estimate (1975): the product of the numbers of moves on the way. More walkers descend together and \
are drawn anew at each ply, so that lines that are rare in random games, but many in the tree, are seen. Numbers are decimal logarithms \
of nodes at a depth, with 95 % bootstrap intervals over the descents and then the effective number of descents: if it is near 1, \
a single descent makes the mean, and the estimate is little more than a lower bound. Games are ended by the rules of repetition, \
the natural limit, mate, stalemate and insufficient material. The last lines multiply the numbers of moves along self-play games.

Example:
  chuhe lab tree-size --walkers 1,100 --descents 2000 --plies 200")]
pub struct TreeSizeArgs {
    /// Sizes of the population, separated by commas
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "1,10,100,1000", value_parser = number::<u32>(1..=1_000_000))]
    walkers: Vec<u32>,
    /// Number of walkers for each size, over all of its descents
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = number::<u32>(1..=100_000_000))]
    descents: u32,
    /// Greatest depth
    #[arg(long, value_name = "PLIES", default_value_t = 100_000, value_parser = number::<u32>(0..))]
    plies: u32,
    /// Number of self-play games; 0: none
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::<u32>(0..))]
    games: u32,
    /// Average nodes per move of the self-play games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number::<u32>(1..))]
    nodes: u32,
    /// Seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64>(0..))]
    seed: u64,
}

/// The depths of the table. The games of Allis's survey (1994) last 95 plies.
const DEPTHS: [usize; 16] = [1, 2, 3, 4, 10, 20, 40, 60, 80, 95, 120, 200, 400, 800, 1600, 3200];

/// The depth down to which nodes are counted one by one.
const COUNTED: usize = 4;

/// The findings of one size of the population: the numbers of nodes at each depth, of the whole tree, and
/// of the tree of small reversi.
struct Found {
    walkers: u32,
    depths: Vec<Option<Interval>>,
    whole: Option<Interval>,
    reversi: Option<Interval>,
}

/// Self-play games: of each the number of plies, and the decimal logarithm of the product of its numbers of
/// moves.
type Played = Vec<[f64; 2]>;

/// A result of the job.
enum Part {
    Found(Found),
    Played(Played),
}

pub fn run(args: &TreeSizeArgs, language: Language) -> CommandResult {
    let (walkers, descents, seed) = (args.walkers.clone(), args.descents, args.seed);
    let plies = usize::try_from(args.plies).unwrap_or(usize::MAX);
    let (games, nodes) = (args.games, args.nodes);
    let total = walkers.len() + usize::from(games > 0);
    let work = move |sender: &Sender<Part>| {
        for (index, &walkers) in walkers.iter().enumerate() {
            sender.at(index, text!(language, "{walkers} walkers", "{walkers}个行者"));
            sender.send(Part::Found(find(walkers, descents, plies, seed)));
        }
        if games > 0 {
            sender.at(walkers.len(), language.pick("self-play", "自我对弈").to_owned());
            sender.send(Part::Played(play(games, nodes, seed)));
        }
    };
    let (mut found, mut played) = (Vec::new(), Played::new());
    let is_finished = run_job(total, work, |part| {
        match part {
            Part::Found(one) => found.push(one),
            Part::Played(games) => played = games,
        }
        Ok(())
    })?;
    if !found.is_empty() {
        print_table(&found, language)?;
    }
    if !played.is_empty() {
        print_games(&played, nodes, language)?;
    }
    end(is_finished, found.len() + usize::from(!played.is_empty()), total, Parts::Trials)
}

fn find(walkers: u32, descents: u32, plies: usize, seed: u64) -> Found {
    let mut rng = SplitMix64::new(seed);
    let count = usize::try_from(descents.div_ceil(walkers)).unwrap_or(usize::MAX);
    let size = usize::try_from(walkers).unwrap_or(usize::MAX);
    let graph = StateGraph::new();
    let reversi = Estimate::new(&SmallNode::start(&graph), count, size, plies, &mut rng).down_to(plies);
    let estimate = Estimate::new(&GameNode::start(), count, size, plies, &mut rng);
    let depths = (0..=estimate.deepest()).map(|depth| estimate.at(depth)).collect();
    Found { walkers, depths, whole: estimate.down_to(plies), reversi }
}

/// Plays games of the engine against itself, to where their scores decide them.
fn play(games: u32, nodes: u32, seed: u64) -> Played {
    let config = DatagenConfig::new(seed, nodes);
    let mut played = Played::new();
    generate(
        &config,
        1,
        0..games,
        || false,
        |game| {
            let mut position = game.start_position().unwrap_or_else(Position::startpos);
            let (mut plies, mut product) = (0.0, 0.0);
            for mv in game.opening.iter().copied().chain(game.moves.iter().map(|scored| scored.mv)) {
                plies += 1.0;
                product += count(position.legal_moves().len()).log10();
                position.play_unchecked(mv);
            }
            played.push([plies, product]);
            ControlFlow::Continue(())
        },
    );
    played
}

fn count(number: usize) -> f64 {
    number as f64
}

/// Prints a row for each depth, with a column for each size of the population.
fn print_table(found: &[Found], language: Language) -> Result<(), Failure> {
    let headings: Vec<String> = found
        .iter()
        .map(|Found { walkers, .. }| {
            let ending = if *walkers == 1 { "" } else { "s" };
            text!(language, "{walkers} walker{ending}", "{walkers}个行者")
        })
        .collect();
    let columns: Vec<Column<'_>> = [("plies", 12), ("counted", 7)]
        .into_iter()
        .chain(headings.iter().map(|heading| (heading.as_str(), 30)))
        .collect();
    let table = Table::begin(language, &columns)?;
    let row = |name: String, counted: Option<f64>, cells: Vec<String>| {
        let counted = counted.map(|counted| format!("{counted:.3}")).unwrap_or_default();
        table.row([vec![name, counted], cells].concat())
    };
    let deepest = found.iter().map(|found| found.depths.len()).max().unwrap_or(0);
    for depth in DEPTHS.into_iter().filter(|&depth| depth < deepest) {
        let counted = (depth <= COUNTED).then(|| counted(depth));
        let cells =
            found.iter().map(|found| cell(found.depths.get(depth).copied().flatten(), language)).collect();
        row(depth.to_string(), counted, cells)?;
    }
    row(
        language.pick("all", "全部").to_owned(),
        None,
        found.iter().map(|found| cell(found.whole, language)).collect(),
    )?;
    let longest = found.iter().map(|found| {
        text!(language, "{plies} plies", "{plies}步", plies = found.depths.len().saturating_sub(1))
    });
    row(language.pick("longest game", "最长的对局").to_owned(), None, longest.collect())?;
    let graph = StateGraph::new();
    let size = (nodes_of_small_reversi(&graph) as f64).log10();
    row(
        language.pick("reversi 4x4", "黑白棋 4x4").to_owned(),
        Some(size),
        found.iter().map(|found| cell(found.reversi, language)).collect(),
    )
}

/// The decimal logarithm of the number of nodes at a depth.
fn counted(depth: usize) -> f64 {
    (perft(&mut Position::startpos(), u32::try_from(depth).unwrap_or(u32::MAX)) as f64).log10()
}

fn cell(interval: Option<Interval>, language: Language) -> String {
    interval.map_or_else(String::new, |Interval { mean, low, high, effective }| {
        let digits = if mean < 10.0 { 3 } else { 1 };
        text!(
            language,
            "{mean:.digits$} ({low:.digits$} to {high:.digits$}; {effective:.0})",
            "{mean:.digits$}（{low:.digits$}至{high:.digits$}；{effective:.0}）"
        )
    })
}

/// Prints the means over self-play games, with their standard errors.
fn print_games(played: &Played, nodes: u32, language: Language) -> io::Result<()> {
    let games = count(played.len());
    let of = |column: usize| {
        let mean = played.iter().map(|game| game[column]).sum::<f64>() / games;
        let squares: f64 = played.iter().map(|game| (game[column] - mean).powi(2)).sum();
        (mean, (squares / games / (games - 1.0).max(1.0)).sqrt())
    };
    let [(plies, plies_error), (product, product_error)] = [of(0), of(1)];
    let moves = 10_f64.powf(product / plies);
    let line = text!(
        language,
        "{games} self-play games, {nodes} nodes a move: {plies:.1} ± {plies_error:.1} plies, {moves:.1} moves a position in the geometric mean; \
         product of the moves 10^{product:.1} ± {product_error:.1}",
        "自我对弈{games}局，每着{nodes}个节点：{plies:.1} ± {plies_error:.1}步，每个局面的着法数的几何平均值为{moves:.1}；\
         沿途着法数的乘积为 10^{product:.1} ± {product_error:.1}"
    );
    writeln!(io::stdout(), "\n{line}")
}
