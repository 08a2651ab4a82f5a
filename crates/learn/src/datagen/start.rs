// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random start positions.
//!
//! Games from openings alone hardly ever reach an unusual balance of material, so a network trained on them
//! guesses there. The other kinds of start show it such positions.

use xiangqi::position::{Position, Setup};
use xiangqi::rules::{Game, RuleSet};
use xiangqi::types::coords::possible_squares;
use xiangqi::types::{Color, Move, Piece, PieceKind, SplitMix64, Square, Value};

/// The minimum number of random plies from the initial position …
const START_PLIES: usize = 6;
/// … and from a position of a book or of unusual material, which is varied already.
const VARIED_PLIES: usize = 2;
/// The number of plies varies over this many values, of both parities, so that either side may be to move.
const SPREAD: usize = 4;
/// Number of draws, after which any move is accepted.
const DRAWS: usize = 8;
/// The largest loss by static exchange evaluation of an accepted move.
const MAX_LOSS: Value = 190;
/// The most pieces that an imbalance takes from a side.
const MAX_TAKEN: usize = 4;
/// The most draws of an imbalance.
const IMBALANCE_DRAWS: usize = 100;
/// The most attacking pieces of a side in an ending.
const MAX_ATTACKERS: usize = 3;
/// The attacking pieces of a side at the start of a game.
const ATTACKERS: [PieceKind; 11] = {
    use PieceKind::{Cannon, Horse, Pawn, Rook};
    [Rook, Rook, Horse, Horse, Cannon, Cannon, Pawn, Pawn, Pawn, Pawn, Pawn]
};

/// A kind of positions that self-play games start from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StartKind {
    /// Some random moves from the initial position, or from a position of a book. Random moves lose a piece
    /// every few plies, so a move that loses one by static exchange evaluation is redrawn a few times.
    Opening,
    /// As an opening, after one to four random pieces of each side were taken off the board.
    Imbalance,
    /// One to three attacking pieces a side (rooks, horses, cannons, pawns) and up to four defenders, on
    /// random squares. One side in four has no attacking piece.
    Ending,
}

impl StartKind {
    pub const ALL: [Self; 3] = [Self::Opening, Self::Imbalance, Self::Ending];

    /// Draws a start position, in which the game is not over.
    pub fn draw(self, book: &[Position], rng: &mut SplitMix64) -> Game {
        match self {
            Self::Opening => {
                let least = if book.is_empty() { START_PLIES } else { VARIED_PLIES };
                play_random(base(book, rng), least, rng)
            }
            Self::Imbalance => play_random(imbalance(&base(book, rng), rng), VARIED_PLIES, rng),
            Self::Ending => new_game(ending(rng)),
        }
    }

    /// Returns the largest score of an accepted start position.
    pub const fn max_score(self) -> Value {
        match self {
            Self::Opening => 200,
            Self::Imbalance => 400,
            Self::Ending => 1000,
        }
    }

    /// Returns the first ply at which a level game is adjudicated as a draw.
    pub const fn draw_from(self) -> usize {
        match self {
            Self::Opening | Self::Imbalance => 80,
            Self::Ending => 30,
        }
    }
}

fn base(book: &[Position], rng: &mut SplitMix64) -> Position {
    if book.is_empty() { Position::startpos() } else { book[rng.below(book.len())].clone() }
}

fn new_game(start: Position) -> Game {
    Game::new(start, RuleSet::default())
}

/// Plays `least` or some more random moves. Stops early rather than end the game.
fn play_random(start: Position, least: usize, rng: &mut SplitMix64) -> Game {
    let mut game = new_game(start);
    for _ in 0..least + rng.below(SPREAD) {
        let mut next = game.clone();
        let mv = random_move(game.position(), rng);
        if next.play(mv).is_err() || next.outcome().is_some() {
            break;
        }
        game = next;
    }
    game
}

/// Draws a legal move, preferably one that does not lose a piece. There must be a legal move.
fn random_move(position: &Position, rng: &mut SplitMix64) -> Move {
    let moves = position.legal_moves();
    let mut draw = || moves[rng.below(moves.len())];
    (1..DRAWS).map(|_| draw()).find(|&mv| position.see_ge(mv, -MAX_LOSS)).unwrap_or_else(draw)
}

/// Takes one to [`MAX_TAKEN`] random pieces from each side that has any besides its king. Returns the
/// position itself if each of [`IMBALANCE_DRAWS`] ends the game.
fn imbalance(position: &Position, rng: &mut SplitMix64) -> Position {
    for _ in 0..IMBALANCE_DRAWS {
        let mut setup = position.setup();
        for color in Color::ALL {
            let others = position.board().color(color) - position.board().kind(PieceKind::King);
            if others.is_empty() {
                continue;
            }
            for _ in 0..=rng.below(MAX_TAKEN) {
                setup.board[draw(others.into_iter(), rng)] = None;
            }
        }
        if let Some(position) = playable(setup) {
            return position;
        }
    }
    position.clone()
}

/// Puts the pieces of an ending on random squares.
fn ending(rng: &mut SplitMix64) -> Position {
    loop {
        let mut setup = Setup::empty();
        setup.side = Color::ALL[rng.below(2)];
        for color in Color::ALL {
            let attackers = if rng.below(4) == 0 { 0 } else { 1 + rng.below(MAX_ATTACKERS) };
            let mut kinds = vec![PieceKind::King];
            kinds.extend([PieceKind::Advisor; 2].into_iter().filter(|_| rng.below(3) > 0));
            kinds.extend([PieceKind::Elephant; 2].into_iter().filter(|_| rng.below(3) > 0));
            // Too many of a kind are refused by `playable`.
            kinds.extend((0..attackers).map(|_| ATTACKERS[rng.below(ATTACKERS.len())]));
            for kind in kinds {
                let free = possible_squares(kind, color).into_iter().filter(|&at| setup.board[at].is_none());
                let square = draw(free, rng);
                setup.board[square] = Some(Piece::new(kind, color));
            }
        }
        if let Some(position) = playable(setup).filter(has_attackers) {
            return position;
        }
    }
}

/// Returns true if either side can attack.
fn has_attackers(position: &Position) -> bool {
    ATTACKERS.iter().any(|&kind| !position.board().kind(kind).is_empty())
}

/// Draws one of the squares, of which there must be one.
fn draw(squares: impl Iterator<Item = Square>, rng: &mut SplitMix64) -> Square {
    let squares: Vec<Square> = squares.collect();
    squares[rng.below(squares.len())]
}

/// Returns the position if it is legal and the game is not over in it.
fn playable(setup: Setup) -> Option<Position> {
    let position = setup.into_position_strict().ok()?;
    new_game(position.clone()).outcome().is_none().then_some(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn draws(kind: StartKind, book: &[Position], count: usize) -> Vec<Position> {
        let mut rng = SplitMix64::new(1);
        (0..count).map(|_| kind.draw(book, &mut rng).position().clone()).collect()
    }

    #[test]
    fn openings_differ_in_length_and_moves() {
        let openings = draws(StartKind::Opening, &[], 200);
        let lengths: HashSet<u32> = openings.iter().map(Position::ply).collect();
        assert_eq!(lengths, (6..=9).collect());
        let keys: HashSet<u64> = openings.iter().map(Position::key).collect();
        assert!(keys.len() >= 198);
    }

    #[test]
    fn openings_start_from_all_positions_of_a_book() {
        let book = ["h2e2", "b2e2", "c3c4"].map(|mv| Position::startpos().after(mv.parse().unwrap()));
        let openings = draws(StartKind::Opening, &book, 50);
        let firsts: HashSet<_> = openings.iter().map(|opening| opening.moves().next()).collect();
        assert_eq!(firsts.len(), 3);
        assert!(openings.iter().all(|opening| (3..=6).contains(&opening.ply())));
    }

    #[test]
    fn imbalances_lack_pieces_of_both_sides() {
        let positions = draws(StartKind::Imbalance, &[], 200);
        let counts: HashSet<_> = positions
            .iter()
            .map(|position| Color::ALL.map(|side| position.board().color(side).len()))
            .collect();
        assert!(counts.iter().flatten().all(|&count| count < 16), "{counts:?}");
        assert!(counts.len() > 10, "{counts:?}");
    }

    #[test]
    fn imbalances_of_a_thin_position_are_playable() {
        for fen in
            ["4k4/9/9/9/4P4/9/9/9/9/5K3 w", "4k4/9/9/9/4P4/9/9/9/9/5K3 b", "3ak4/9/9/9/9/9/9/9/9/5K3 w"]
        {
            let book = [Position::from_fen(fen).unwrap()];
            for position in draws(StartKind::Imbalance, &book, 50) {
                assert!(!position.legal_moves().is_empty(), "{position}");
            }
        }
    }

    #[test]
    fn endings_are_thin_and_of_many_kinds() {
        let positions = draws(StartKind::Ending, &[], 500);
        let sides = positions.iter().map(Position::side_to_move).collect::<HashSet<_>>();
        assert_eq!(sides.len(), 2);
        let mut balances = HashSet::new();
        for position in &positions {
            let counts = Color::ALL.map(|side| {
                PieceKind::ALL.map(|kind| (position.board().kind(kind) & position.board().color(side)).len())
            });
            assert!(counts.iter().all(|side| side.iter().sum::<u32>() <= 8), "{position}");
            balances.insert(counts);
        }
        assert!(balances.len() > 400, "{}", balances.len());
    }
}
