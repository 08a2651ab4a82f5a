// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where the null move fails: a study of positions from self-play.
//!
//! A null move is tried where the static value is at least beta. It *cuts* if the reduced search after
//! passing stays at beta or above. The cut *fails* if the search of the moves, to the full depth and without
//! pruning, is below beta. A failure is *zugzwang* if passing holds beta even when it is searched as deeply
//! as the moves: then the obligation to move is to blame, otherwise the reduced depth.
//!
//! The positions come from self-play, as many of each class of material: the pieces that the side to move can
//! attack with. Games from openings alone hardly reach the thin classes, so games from random endings follow.
//! Each game gives at most one position to a class: positions of one game resemble each other.
#![doc = include_str!("zugzwang.md")]

use crate::datagen::{DatagenConfig, StartKind, generate};
use crate::games::SelfPlayGame;
use chuhe::search::{Amount, Limits, Request, Searcher, Settings};
use chuhe::time::Instant;
use core::ops::ControlFlow;
use std::collections::BTreeMap;
use xiangqi::position::Position;
use xiangqi::types::value::is_decisive;
use xiangqi::types::{Language, PieceKind, SplitMix64, Value};

/// The pieces of the side to move besides king, advisors and elephants.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Army {
    Defenders,
    Pawns,
    /// With or without pawns; so the next two.
    Horse,
    Cannon,
    Rook,
    /// Rooks, horses and cannons.
    Two,
    Three,
    Four,
    More,
}

impl Army {
    pub const ALL: [Self; 9] = [
        Self::Defenders,
        Self::Pawns,
        Self::Horse,
        Self::Cannon,
        Self::Rook,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::More,
    ];

    pub fn of(position: &Position) -> Self {
        let (board, side) = (position.board(), position.side_to_move());
        let has = |kind| !board.pieces(kind, side).is_empty();
        match board.majors(side).len() {
            0 if has(PieceKind::Pawn) => Self::Pawns,
            0 => Self::Defenders,
            1 if has(PieceKind::Horse) => Self::Horse,
            1 if has(PieceKind::Cannon) => Self::Cannon,
            1 => Self::Rook,
            2 => Self::Two,
            3 => Self::Three,
            4 => Self::Four,
            _ => Self::More,
        }
    }

    pub fn name(self, language: Language) -> &'static str {
        match self {
            Self::Defenders => language.pick("defenders only", "只有士象"),
            Self::Pawns => language.pick("pawns", "兵"),
            Self::Horse => language.pick("one horse", "一马"),
            Self::Cannon => language.pick("one cannon", "一炮"),
            Self::Rook => language.pick("one rook", "一车"),
            Self::Two => language.pick("two major pieces", "两个大子"),
            Self::Three => language.pick("three", "三个"),
            Self::Four => language.pick("four", "四个"),
            Self::More => language.pick("five or six", "五六个"),
        }
    }
}

const HASH_MB: usize = 16;

/// A null move that cut where the full search would not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Distance of the full search's value below beta.
    pub shortfall: Value,
    /// Passing holds beta at equal depth too.
    pub is_zugzwang: bool,
    /// The full search finds a forced loss.
    pub is_lost: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Probe {
    pub cuts: bool,
    /// The cut is wrong.
    pub failure: Option<Failure>,
}

pub struct Prober {
    searcher: Searcher,
    settings: Settings,
    depth: u32,
    reduction: u32,
}

impl Prober {
    /// Creates a prober that searches moves to `depth` plies, and after passing to `depth - reduction - 1`,
    /// which must be positive.
    pub fn new(depth: u32, reduction: u32) -> Self {
        assert!(depth > reduction + 1, "no depth remains after passing");
        Self {
            searcher: Searcher::new(HASH_MB),
            settings: Settings { pruning: Amount::None, ..Settings::default() },
            depth,
            reduction,
        }
    }

    pub fn static_value(&self, position: &Position) -> Value {
        self.settings.evaluate(position)
    }

    /// Probes a position, in which the side to move has a move and is not in check.
    pub fn probe(&mut self, position: &Position, beta: Value) -> Probe {
        let passed = passed(position).expect("not in check");
        let value = -self.search(&passed, self.depth - self.reduction - 1);
        if value < beta {
            return Probe { cuts: false, failure: None };
        }
        let full = self.search(position, self.depth);
        let failure = (full < beta).then(|| Failure {
            shortfall: beta - full,
            is_zugzwang: -self.search(&passed, self.depth - 1) >= beta,
            is_lost: is_decisive(full) && full < 0,
        });
        Probe { cuts: true, failure }
    }

    /// Returns the value of a search to this depth without any pruning, from a clear table.
    fn search(&mut self, position: &Position, depth: u32) -> Value {
        self.searcher.clear(1);
        self.searcher.begin(false, Instant::now());
        let limits = Limits::depth(depth);
        self.searcher.think(Request { position, limits: &limits, settings: &self.settings }, &mut ()).value
    }
}

/// Returns the position with the other side to move; `None` if it would take the king.
fn passed(position: &Position) -> Option<Position> {
    let mut setup = position.setup();
    setup.side = !setup.side;
    setup.into_position_strict().ok()
}

/// Draws positions in which the side to move is not in check, by class, up to `count` of each, from up to
/// `games` of each kind of start; classes that the games do not fill have fewer.
pub fn sample(config: &DatagenConfig, games: u32, count: usize) -> BTreeMap<Army, Vec<Position>> {
    let mut found: BTreeMap<Army, Vec<Position>> = BTreeMap::new();
    for start in [StartKind::Opening, StartKind::Ending] {
        let config = DatagenConfig { start, ..config.clone() };
        let on_game = |game: SelfPlayGame| {
            let mut rng = SplitMix64::numbered(config.seed, game.number);
            for (army, position) in positions_of(&game, &mut rng) {
                let positions = found.entry(army).or_default();
                if positions.len() < count {
                    positions.push(position);
                }
            }
            let is_full = |army| found.get(army).is_some_and(|found| found.len() >= count);
            if Army::ALL.iter().all(is_full) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        generate(&config, 1, 0..games, || false, on_game);
    }
    found
}

/// Draws a position of each class that occurs in a game.
fn positions_of(game: &SelfPlayGame, rng: &mut SplitMix64) -> BTreeMap<Army, Position> {
    let mut drawn: BTreeMap<Army, (usize, Position)> = BTreeMap::new();
    let Some(mut position) = game.start_position() else { return BTreeMap::new() };
    game.opening.iter().for_each(|&mv| position.play_unchecked(mv));
    for scored in &game.moves {
        if !position.in_check() {
            let (count, drawn) =
                drawn.entry(Army::of(&position)).or_insert_with(|| (0, position.without_history()));
            *count += 1;
            if rng.below(*count) == 0 {
                *drawn = position.without_history();
            }
        }
        position.play_unchecked(scored.mv);
    }
    drawn.into_iter().map(|(army, (_, position))| (army, position)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wins by a move that leaves the other side in zugzwang: FEN and move.
    const KNOWN: [(&str, &str); 4] = [
        ("9/3k5/4N4/9/9/9/9/p8/9/4K4 b - - 0 1", "d8e8"),
        ("5k3/5N3/9/9/9/9/9/p4K3/9/9 b - - 0 1", "a2b2"),
        ("5k3/5N3/9/9/9/9/9/p8/9/5K3 b - - 0 1", "a2b2"),
        ("4k4/3N5/9/9/9/9/9/7p1/9/3K5 b - - 0 1", "e9d9"),
    ];

    #[test]
    fn the_null_move_fails_in_known_zugzwangs() {
        let mut prober = Prober::new(10, 2);
        let found = KNOWN.iter().filter_map(|(fen, mv)| {
            let zugzwang =
                Position::from_fen_strict(fen).unwrap().after(mv.parse().unwrap()).without_history();
            prober.probe(&zugzwang, -50).failure
        });
        let found: Vec<Failure> = found.collect();
        assert!(found.len() >= 3, "{found:?}");
        assert!(found.iter().all(|failure| failure.is_zugzwang && failure.shortfall > 0), "{found:?}");
        assert!(found.iter().any(|failure| failure.is_lost), "{found:?}");
    }

    #[test]
    fn the_null_move_is_right_where_a_move_is_as_good() {
        let mut prober = Prober::new(4, 1);
        let level = Position::startpos();
        let beta = prober.static_value(&level);
        assert_eq!(prober.probe(&level, beta - 100), Probe { cuts: true, failure: None });
        assert_eq!(prober.probe(&level, beta + 500), Probe { cuts: false, failure: None });
    }

    #[test]
    fn samples_are_of_their_class_and_repeatable() {
        let sample = || sample(&DatagenConfig::new(1, 20), 12, 5);
        let found = sample();
        assert!(found.len() >= 6, "{:?}", found.keys());
        for (army, positions) in &found {
            assert!((1..=5).contains(&positions.len()));
            assert!(positions.iter().all(|position| Army::of(position) == *army && !position.in_check()));
        }
        let fens = |found: &BTreeMap<Army, Vec<Position>>| -> Vec<String> {
            found.values().flatten().map(Position::to_fen).collect()
        };
        assert_eq!(fens(&sample()), fens(&found));
        assert_eq!(Army::of(&Position::startpos()), Army::More);
    }
}
