// SPDX-License-Identifier: MIT OR Apache-2.0
//! Proves endgame tables by means that do not know them, and prints a Markdown table:
//!
//! ```sh
//! cargo run --release -p chuhe-tools -- tables build KRvKAABB KNvKP --dir tables
//! cargo run --release -p chuhe-dev --bin prove_tables -- tables 10000 200 1000 1
//! ```
//!
//! The arguments are the directory of the tables; three numbers for each table: positions to search by brute
//! force to 5 plies, positions of 6 to 9 plies to search to their distance, and games to play; the seed; and,
//! if not all tables are meant, their balances.
//!
//! - *searched*: random positions whose value up to 5 plies (win, loss or neither) is that of a search of all
//!   moves; then those of 6 to 9 plies. Wins by perpetual check are left to the games.
//! - *won*, *drawn*: games in which both sides choose by the table, from random positions. Under the rule of
//!   perpetual check a win must end in time by mate, stalemate or that rule. In a draw one side takes care:
//!   as far as the draw allows, it gives no check and repeats no position. It must not lose.
//! - *chases*: the drawn games played once more under the Asian rules, and lost there by the side that takes
//!   care, by perpetual chase.
//! - *lines*: positions of `positions/endgames.txt`.
//!
//! Whatever disagrees is a fault: it is printed with its position, and the exit status is 1.

#[path = "../../../../tests/it/support/prover.rs"]
mod prover;

use chuhe::Position;
use chuhe::tb::{Balance, Tablebase, TbProbe, TbValue};
use chuhe_dev::random_position;
use prover::distance_to_mate;
use std::collections::HashMap;
use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;
use xiangqi::rules::{Game, GameOutcome, RuleSet, Termination, Verdict};
use xiangqi::types::value::MATE;
use xiangqi::types::{Color, Move, SplitMix64};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// All positions are searched to the first, some to the second.
const PLIES: [u16; 2] = [5, 9];
/// Random positions tried for each one that is wanted with a distance between these.
const TRIALS: usize = 500;
/// A drawn game is given up after this number of plies.
const LONGEST_DRAW: usize = 100;
/// A game that the rule of perpetual check decides ends long before.
const LONGEST_BY_RULE: usize = 3000;

/// The work on each table.
struct Plan {
    searches: [usize; 2],
    games: usize,
}

/// The work done: searches to 5 and 9 plies; games won and drawn; draws lost by chase; lines of the file.
#[derive(Default)]
struct Tally {
    searched: [usize; 2],
    games: [usize; 2],
    chases: usize,
    lines: usize,
    faults: usize,
}

impl Tally {
    fn row(&self, name: &str) -> String {
        let Self { searched: [short, long], games: [won, drawn], chases, lines, faults } = self;
        format!("| {name} | {short} | {long} | {won} | {drawn} | {chases} | {lines} | {faults} |")
    }

    fn add(&mut self, other: &Self) {
        for at in 0..2 {
            self.searched[at] += other.searched[at];
            self.games[at] += other.games[at];
        }
        self.chases += other.chases;
        self.lines += other.lines;
        self.faults += other.faults;
    }
}

fn main() -> Result<ExitCode> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [directory, short, long, games, seed, balances @ ..] = words.as_slice() else {
        return Err("arguments: DIR POSITIONS DEEP-POSITIONS GAMES SEED [BALANCE...]".into());
    };
    let tables = Tablebase::open(&[directory])?;
    let plan = Plan { searches: [short.parse()?, long.parse()?], games: games.parse()? };
    let mut rng = SplitMix64::new(seed.parse()?);
    let balances = match balances {
        [] => tables.balances(),
        names => names.iter().map(|name| name.parse()).collect::<std::result::Result<_, _>>()?,
    };
    writeln!(io::stdout(), "| balance | searched | 6-9 plies | won | drawn | chases | lines | faults |")?;
    writeln!(io::stdout(), "|---|--:|--:|--:|--:|--:|--:|--:|")?;
    let mut total = Tally::default();
    for balance in balances {
        let tally = prove(&tables, balance, &plan, &mut rng)?;
        writeln!(io::stdout(), "{}", tally.row(&balance.to_string()))?;
        total.add(&tally);
    }
    writeln!(io::stdout(), "{}", total.row("all"))?;
    Ok(if total.faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn prove(tables: &Tablebase, balance: Balance, plan: &Plan, rng: &mut SplitMix64) -> Result<Tally> {
    let mut tally = Tally::default();
    let mut check = |is_right: bool, what: &str, position: &Position| {
        if !is_right {
            tally.faults += 1;
            writeln!(io::stderr(), "{balance}: {what}: {}", position.to_fen())?;
        }
        io::Result::Ok(())
    };
    let [short, long] = PLIES;
    for _ in 0..plan.searches[0] {
        let position = random_position(balance, rng);
        let expected = within(plain_value(tables, &position)?, short);
        check(brute_force(&position, short) == expected, "5 plies", &position)?;
        tally.searched[0] += 1;
    }
    for _ in 0..TRIALS * plan.searches[1] {
        if tally.searched[1] == plan.searches[1] {
            break;
        }
        let position = random_position(balance, rng);
        let value = plain_value(tables, &position)?;
        if within(value, short) != within(value, long) {
            check(brute_force(&position, long) == value, "9 plies", &position)?;
            tally.searched[1] += 1;
        }
    }
    for _ in 0..plan.games {
        let start = random_position(balance, rng);
        let value = tables.value(&start)?.ok_or("a table is missing")?;
        let is_by_rule = plain_value(tables, &start)? != value;
        let careful = Color::ALL[rng.below(2)];
        let (outcome, plies) = play(tables, &start, RuleSet::CheckBan, careful, rng)?;
        // In a draw the other side may lose.
        let winner = outcome.and_then(|outcome| outcome.winner);
        let winner = winner.filter(|&winner| value != TbValue::Draw || winner != careful);
        check(winner == winner_by(value, &start), "game", &start)?;
        if let TbValue::Win(distance) | TbValue::Loss(distance) = value {
            check(is_by_rule || plies <= usize::from(distance), "length of the game", &start)?;
            tally.games[0] += 1;
        } else {
            let (outcome, _) = play(tables, &start, RuleSet::Asian, careful, rng)?;
            let lost_by_chase =
                GameOutcome { winner: Some(!careful), termination: Termination::PerpetualChase };
            tally.chases += usize::from(outcome == Some(lost_by_chase));
            tally.games[1] += 1;
        }
    }
    for (position, winner) in elementary_endgames(balance)? {
        let value = tables.value(&position)?.ok_or("a table is missing")?;
        check(winner == winner_by(value, &position), "endgames.txt", &position)?;
        tally.lines += 1;
    }
    Ok(tally)
}

/// Returns the value of a position without the rule of perpetual check.
fn plain_value(tables: &Tablebase, position: &Position) -> Result<TbValue> {
    let value = TbProbe::probe_value(tables, position, RuleSet::AlwaysDraw).ok_or("a table is missing")?;
    let plies = u16::try_from(MATE - value.abs()).unwrap_or(u16::MAX);
    Ok(match value {
        0 => TbValue::Draw,
        1.. => TbValue::Win(plies),
        _ => TbValue::Loss(plies),
    })
}

/// Returns a value as a search to this depth sees it: what takes longer looks like a draw.
fn within(value: TbValue, most: u16) -> TbValue {
    match value {
        TbValue::Win(plies) | TbValue::Loss(plies) if plies > most => TbValue::Draw,
        value => value,
    }
}

/// Searches all moves to this depth, an odd one.
fn brute_force(position: &Position, plies: u16) -> TbValue {
    let distance = |position: &Position, plies: u16| {
        distance_to_mate(position, plies.div_ceil(2).into()).and_then(|moves| u16::try_from(2 * moves).ok())
    };
    if let Some(double) = distance(position, plies) {
        return TbValue::Win(double - 1);
    }
    let mut slowest = 0;
    for mv in position.legal_moves() {
        match distance(&position.after(mv), plies - 1) {
            Some(double) => slowest = slowest.max(double),
            None => return TbValue::Draw,
        }
    }
    TbValue::Loss(slowest)
}

fn winner_by(value: TbValue, position: &Position) -> Option<Color> {
    match value {
        TbValue::Win(_) => Some(position.side_to_move()),
        TbValue::Loss(_) => Some(!position.side_to_move()),
        TbValue::Draw => None,
    }
}

/// Plays a game by the tables: the quickest win and the slowest loss, or a move that holds the draw. Returns
/// the outcome, if it ended, and its length.
fn play(
    tables: &Tablebase,
    start: &Position,
    rules: RuleSet,
    careful: Color,
    rng: &mut SplitMix64,
) -> Result<(Option<GameOutcome>, usize)> {
    let mut game = Game::new(start.clone(), rules).with_limit(None);
    let is_draw = tables.wdl(start) == Some(Verdict::Draw);
    let most = if is_draw { LONGEST_DRAW } else { LONGEST_BY_RULE };
    let mut visits = HashMap::new();
    let mut plies = 0;
    while game.outcome().is_none() && plies < most {
        *visits.entry(game.position().key()).or_insert(0) += 1;
        if is_draw {
            let mut moves = drawing_moves(tables, game.position(), rng);
            if game.position().side_to_move() == careful {
                let position = game.position();
                moves.sort_by_key(|&mv| (position.gives_check(mv), visits.get(&position.key_after(mv))));
            }
            hold(&mut game, &moves)?;
        } else {
            let moves = tables.moves(game.position())?.ok_or("a table is missing")?;
            game.play(moves[0].0)?;
        }
        plies += 1;
    }
    Ok((game.outcome(), plies))
}

/// Returns the moves that hold a draw, in random order.
fn drawing_moves(tables: &Tablebase, position: &Position, rng: &mut SplitMix64) -> Vec<Move> {
    let mut moves: Vec<_> = position
        .legal_moves()
        .into_iter()
        .filter(|&mv| tables.wdl(&position.after(mv)) == Some(Verdict::Draw))
        .collect();
    moves.sort_by_cached_key(|_| rng.next_u64());
    moves
}

/// Plays the first of these moves that does not lose by a repetition, or the last.
fn hold(game: &mut Game, moves: &[Move]) -> Result<()> {
    let side = game.position().side_to_move();
    let (last, others) = moves.split_last().ok_or("no move holds a draw")?;
    for &mv in others {
        game.play(mv)?;
        if game.outcome().is_none_or(|outcome| outcome.winner != Some(!side)) {
            return Ok(());
        }
        game.undo();
    }
    Ok(game.play(*last)?)
}

/// Returns the positions of `endgames.txt` with these pieces, and who wins them.
fn elementary_endgames(balance: Balance) -> Result<Vec<(Position, Option<Color>)>> {
    let mut found = Vec::new();
    for line in
        include_str!("../../../../positions/endgames.txt").lines().filter(|line| !line.starts_with('#'))
    {
        let Some((fen, rest)) = line.split_once(';') else { continue };
        let position = Position::from_fen(fen.trim())?;
        if Balance::of(position.board()).0 == balance {
            let winner = match rest.split(';').next().map(str::trim) {
                Some("red_wins") => Some(Color::Red),
                Some("black_wins") => Some(Color::Black),
                _ => None,
            };
            found.push((position, winner));
        }
    }
    Ok(found)
}
