// SPDX-License-Identifier: MIT OR Apache-2.0
//! The learner's search: alpha-beta to a fixed depth, then captures until the position is quiet. It returns
//! the *leaf*, the position at the end of the principal variation, from which the value comes.
//!
//! It has no table and cuts nothing that matters, so its value is the value of the leaf: what TD-leaf needs.
//! Which of several best moves is played is left to chance; an evaluation that knows nothing calls them all
//! equal.
//!
//! With it learners play against themselves, and evaluations against each other.

use super::features::{LinearEval, count_pieces, linear};
use crate::textbook::Linear;
use xiangqi::position::{GenKind, Position};
use xiangqi::rules::{Game, RuleSet};
use xiangqi::types::value::{INFINITE, MATE_BAND, mated_in};
use xiangqi::types::{Color, Move, MoveList, Piece, PieceKind, SplitMix64, Value};

/// The order in which captured pieces are looked at, which decides no value.
const ORDER: [PieceKind; 6] = [
    PieceKind::Rook,
    PieceKind::Cannon,
    PieceKind::Horse,
    PieceKind::Pawn,
    PieceKind::Elephant,
    PieceKind::Advisor,
];

/// Plies below the horizon in which checks are answered by all moves. Checks may answer checks without end.
const EVASIONS: i32 = 6;

/// A search with an evaluation.
pub struct FixedDepth<'a> {
    /// The evaluation.
    pub eval: &'a LinearEval,
    /// Plies before only captures are searched, at least 1.
    pub depth: i32,
}

/// The result of a search.
pub struct Leaf {
    /// The move to play.
    pub mv: Move,
    /// The value for the side to move at the root.
    pub value: Value,
    /// The position that the value comes from; `None` if it is a mate.
    pub position: Option<Position>,
}

impl FixedDepth<'_> {
    /// Searches a position in which the game goes on.
    ///
    /// # Panics
    /// If there is no legal move.
    pub fn search(&self, position: &Position, rng: &mut SplitMix64) -> Leaf {
        let mut position = position.without_history();
        let mut moves: Vec<Move> = position.legal_moves().to_vec();
        rng.shuffle(&mut moves);
        let (mut best, mut line) = (-INFINITE, Vec::new());
        for mv in moves {
            let mut below = Vec::new();
            position.play_unchecked(mv);
            let value = -self.node(&mut position, self.depth - 1, [-INFINITE, -best], 1, &mut below);
            position.undo();
            if value > best {
                best = value;
                line = [vec![mv], below].concat();
            }
        }
        let leaf = (best.abs() < MATE_BAND).then(|| {
            for &mv in &line {
                position.play_unchecked(mv);
            }
            position.without_history()
        });
        Leaf { mv: line[0], value: best, position: leaf }
    }

    /// Searches a node; `line` becomes its principal variation if the value lies inside the window.
    fn node(
        &self,
        position: &mut Position,
        depth: i32,
        [mut alpha, beta]: [Value; 2],
        ply: usize,
        line: &mut Vec<Move>,
    ) -> Value {
        line.clear();
        let is_quiet = depth <= 0 && (!position.in_check() || depth <= -EVASIONS);
        let mut best = if is_quiet { self.eval.value(position) } else { mated_in(ply) };
        if is_quiet && best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let mut moves = MoveList::new();
        position.generate(if is_quiet { GenKind::Captures } else { GenKind::All }, &mut moves);
        let mut moves: Vec<Move> = moves.to_vec();
        order(&mut moves, position);
        let mut below = Vec::new();
        for mv in moves {
            position.play_unchecked(mv);
            let value = -self.node(position, depth - 1, [-beta, -alpha], ply + 1, &mut below);
            position.undo();
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    line.clear();
                    line.push(mv);
                    line.append(&mut below);
                }
                if value >= beta {
                    break;
                }
            }
        }
        best
    }
}

/// Brings captures to the front, the greatest pieces first; other moves keep their order.
fn order(moves: &mut [Move], position: &Position) {
    moves.sort_by_key(|mv| {
        let captured = position.piece_on(mv.to()).map(Piece::kind);
        captured.and_then(|kind| ORDER.iter().position(|&other| other == kind)).unwrap_or(ORDER.len())
    });
}

/// The least number of random plies at the beginning …
const OPENING: usize = 6;
/// … and the number of different lengths, so that either side may be to move.
const SPREAD: usize = 4;
/// A longer game is a draw.
const MAX_PLIES: usize = 240;

/// The value at which the expected result is 1 / (1 + 1 / e), about 73 %.
pub const K: f64 = 400.0;

/// The opinion of a game's search on one position, from Red's perspective.
#[derive(Clone, Debug)]
pub struct LeafValue {
    /// The leaf as a function of the weights; `None` for a mate, which no weight changes.
    pub linear: Option<Linear>,
    /// The prediction of Red's result, from 0 to 1.
    pub prediction: f64,
}

/// Returns the expected result of a position with this value.
pub fn prediction(value: f64) -> f64 {
    1.0 / (1.0 + (-value / K).exp())
}

/// A game as a learner needs it.
pub struct Lesson {
    /// The leaves of its searches.
    pub leaves: Vec<LeafValue>,
    /// The result for Red: 1, 0.5 or 0.
    pub result: f64,
}

/// Plays a game from a random opening; the pieces of its positions are added to `counts`.
pub fn play_lesson(search: &FixedDepth<'_>, counts: &mut [f64], rng: &mut SplitMix64) -> Lesson {
    let mut game = random_opening(rng);
    let mut leaves = Vec::new();
    while game.outcome().is_none() && leaves.len() < MAX_PLIES {
        let Leaf { mv, value, position } = search.search(game.position(), rng);
        count_pieces(game.position(), counts);
        let for_red = f64::from(value * game.position().side_to_move().sign());
        let is_mate = value.abs() >= MATE_BAND;
        leaves.push(LeafValue {
            linear: position.as_ref().map(linear),
            prediction: if is_mate { f64::midpoint(1.0, for_red.signum()) } else { prediction(for_red) },
        });
        game.play(mv).expect("the search finds legal moves");
    }
    Lesson { leaves, result: f64::from(half_points(&game)) / 2.0 }
}

/// Plays a game from a position of another, Red with the first search; returns Red's half points.
fn play_game(start: &Game, players: [&FixedDepth<'_>; 2], rng: &mut SplitMix64) -> u8 {
    let mut game = start.clone();
    for _ in 0..MAX_PLIES {
        if game.outcome().is_some() {
            break;
        }
        let leaf = players[game.position().side_to_move() as usize].search(game.position(), rng);
        game.play(leaf.mv).expect("the search finds legal moves");
    }
    half_points(&game)
}

/// Red's half points: 2 for a win, 1 for a draw, also of a game that goes on.
fn half_points(game: &Game) -> u8 {
    let winner = game.outcome().and_then(|outcome| outcome.winner);
    winner.map_or(1, |winner| if winner == Color::Red { 2 } else { 0 })
}

/// Plays random moves from the start, each as probable as any other.
fn random_opening(rng: &mut SplitMix64) -> Game {
    let mut game = Game::new(Position::startpos(), RuleSet::Asian);
    for _ in 0..OPENING + rng.below(SPREAD) {
        let mut next = game.clone();
        let moves = game.position().legal_moves();
        next.play(moves[rng.below(moves.len())]).expect("a legal move");
        if next.outcome().is_some() {
            break;
        }
        game = next;
    }
    game
}

/// Plays two games from the random opening of this number, with colours swapped. Returns the half points of
/// the first evaluation in each.
pub fn play_pair(evals: [&LinearEval; 2], depth: i32, seed: u64, number: u32) -> [u8; 2] {
    let mut rng = SplitMix64::numbered(seed, number);
    let start = random_opening(&mut rng);
    let [first, second] = evals.map(|eval| FixedDepth { eval, depth });
    let as_red = play_game(&start, [&first, &second], &mut rng);
    let as_black = play_game(&start, [&second, &first], &mut rng);
    [as_red, 2 - as_black]
}
