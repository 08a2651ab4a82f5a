// SPDX-License-Identifier: MIT OR Apache-2.0
//! Thin endings played with and without endgame tables:
//!
//! ```sh
//! cargo run --release -p chuhe-tools -- tables build KPvKN KNvKAAB KRvKAABB --dir tables
//! cargo run --release -p chuhe-dev --bin thin_endings -- tables 200 100 1
//! ```
//!
//! The arguments are the directory of the tables, the number of positions, the time for each move in
//! milliseconds and the seed. Half of the positions are wins that fit the natural limit, half are draws in
//! which a wrong move loses. Each is played by the engine with tables against itself, and by a winner, or a
//! defender, without tables against an opponent with them. Games with another result than the tables' are
//! listed, and the last lines count them.

use chuhe::search::Settings;
use chuhe::tb::{SharedTb, Tablebase, TbValue};
use chuhe::{Engine, Limits, Position};
use chuhe_dev::random_position;
use std::error::Error;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;
use xiangqi::rules::{Game, GameOutcome, NATURAL_LIMIT, RuleSet};
use xiangqi::types::{Color, SplitMix64};

/// A shorter win is too simple.
const SHORTEST: u16 = 9;

/// A position with its result by the tables: the side that wins, if any, and the side whose skill matters.
struct Problem {
    start: Position,
    winner: Option<Color>,
    hero: Color,
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [directory, count, milliseconds, seed] = words.as_slice() else {
        return Err("arguments: DIR POSITIONS MILLISECONDS SEED".into());
    };
    let tables = Arc::new(Tablebase::open(&[directory])?);
    let limits = Limits { movetime: Some(Duration::from_millis(milliseconds.parse()?)), ..Limits::default() };
    let problems = problems(&tables, count.parse()?, seed.parse()?)?;
    let mut out = io::stdout().lock();
    for with_tables in [true, false] {
        let mut failed = [0; 2];
        for problem in &problems {
            let mut engines = Color::ALL.map(|side| {
                let mut engine = Engine::new(16);
                if with_tables || side != problem.hero {
                    let tb = Some(SharedTb::new(Arc::clone(&tables)));
                    engine.set_settings(Settings { tb, ..Settings::default() });
                }
                engine
            });
            let outcome = play(problem, &mut engines, &limits)?;
            if outcome.winner != problem.winner {
                failed[usize::from(problem.winner.is_none())] += 1;
                writeln!(out, "{}: {outcome}", problem.start.to_fen())?;
            }
        }
        let draws = problems.iter().filter(|problem| problem.winner.is_none()).count();
        let [wins, held] = [problems.len() - draws - failed[0], draws - failed[1]];
        let words = if with_tables { "with tables" } else { "without" };
        writeln!(out, "{words}: {wins} of {} won, {held} of {draws} held", problems.len() - draws)?;
    }
    Ok(())
}

/// Chooses positions, half of them wins, half of them draws, of random balances.
fn problems(tables: &Tablebase, count: usize, seed: u64) -> Result<Vec<Problem>, Box<dyn Error>> {
    let mut rng = SplitMix64::new(seed);
    let balances = tables.balances();
    let mut chosen: [Vec<Problem>; 2] = [Vec::new(), Vec::new()];
    while chosen.iter().any(|chosen| chosen.len() < count / 2) {
        let start = random_position(balances[rng.below(balances.len())], &mut rng);
        let moves = tables.moves(&start)?.ok_or("a table is missing")?;
        let problem = match tables.value(&start)?.ok_or("a table is missing")? {
            TbValue::Win(plies) if (SHORTEST..=NATURAL_LIMIT).contains(&plies) => {
                let winner = start.side_to_move();
                Problem { start, winner: Some(winner), hero: winner }
            }
            TbValue::Draw if moves.iter().any(|(_, value)| matches!(value, TbValue::Loss(_))) => {
                let hero = start.side_to_move();
                Problem { start, winner: None, hero }
            }
            _ => continue,
        };
        let chosen = &mut chosen[usize::from(problem.winner.is_none())];
        if chosen.len() < count / 2 {
            chosen.push(problem);
        }
    }
    Ok(chosen.into_iter().flatten().collect())
}

fn play(
    problem: &Problem,
    engines: &mut [Engine; 2],
    limits: &Limits,
) -> Result<GameOutcome, Box<dyn Error>> {
    let mut game = Game::new(problem.start.clone(), RuleSet::default());
    loop {
        if let Some(outcome) = game.outcome() {
            return Ok(outcome);
        }
        let engine = &mut engines[game.position().side_to_move() as usize];
        let best = engine.search(game.position(), limits).best_move.ok_or("a game that goes on has moves")?;
        game.play(best)?;
    }
}
