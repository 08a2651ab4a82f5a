// SPDX-License-Identifier: MIT OR Apache-2.0
//! The textbook evaluation: what the textbooks of xiangqi say about pieces and their placement, as the
//! evaluation of the laboratory's games of xiangqi. It was the hand-crafted evaluation (HCE) of the engine
//! before the engine had a network.
//!
//! A tapered evaluation: a sum of terms, each a middlegame and an endgame value for one side, blended by the
//! phase and then scaled by what the better side's material can still win. All weights are in `weights` and
//! `squares`; [`texel`] fits them to games.
//!
//! Sources of the ideas: the textbooks' piece values and proverbs; `ElephantEye`, Pikafish's hand-crafted
//! evaluation and Fairy-Stockfish for the choice of terms; H. G. Muller for the value of defenders. All
//! numbers are our own.

mod attack_sets;
mod king;
mod linear;
mod material;
mod pair;
mod pieces;
mod squares;
mod terms;
pub mod texel;
mod weights;

pub use linear::{Linear, parameters};

use attack_sets::{AttackSets, KingAttack};
use pair::{FULL_PHASE, Pair};
use terms::{Sum, Term};
use weights::{VALUES, WEIGHTS};
use xiangqi::position::{FULL_SCALE, Position};
use xiangqi::types::{Color, Value, value::MAX_ORDINARY};

/// Returns the value of a position for the side to move.
///
/// ```
/// use chuhe_lab::textbook;
/// use xiangqi::Position;
/// let value = textbook::evaluate(&Position::startpos());
/// assert!((1..100).contains(&value), "the first move is worth something");
/// ```
pub fn evaluate(position: &Position) -> Value {
    let mut sum = Sum::new(&WEIGHTS);
    add_pieces(position, &mut sum);
    add_terms(position, &mut sum);
    let (total, phase) = (sum.total(), material::phase(position.board()));
    let scaled = total.blend(phase) / FULL_PHASE * scale(position, total) / i32::from(FULL_SCALE);
    scaled.clamp(-MAX_ORDINARY, MAX_ORDINARY) * position.side_to_move().sign()
}

/// Returns the scale of a sum by the winning chances of the better side's material, up to [`FULL_SCALE`].
fn scale(position: &Position, total: Pair) -> i32 {
    let phase = material::phase(position.board());
    let better = if total.blend(phase) >= 0 { Color::Red } else { Color::Black };
    position.winning_scale(better).into()
}

/// Adds material and piece-square values.
fn add_pieces(position: &Position, sum: &mut Sum<'_>) {
    for square in position.occupied() {
        let Some(piece) = position.piece_on(square) else { continue };
        let (kind, color) = (piece.kind(), piece.color());
        sum.add(Term::Material, color, VALUES[kind]);
        sum.add(Term::PieceSquare, color, squares::square_value(kind, color, square));
    }
}

/// Adds all other terms.
fn add_terms(position: &Position, sum: &mut Sum<'_>) {
    let board = position.board();
    material::add_imbalance(board, sum);
    let mut sets = AttackSets::new(board);
    let mut attacks = [KingAttack::default(), KingAttack::default()];
    pieces::add_mobility(board, &mut sets, &mut attacks, sum);
    for (color, attack) in Color::ALL.into_iter().zip(attacks) {
        pieces::add_pawns(board, color, &sets, sum);
        pieces::add_threats(board, color, &sets, sum);
        king::add(board, color, &sets, attack, sum);
    }
    sum.add(Term::Tempo, position.side_to_move(), sum.weights.tempo);
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::position::Setup;
    use xiangqi::types::{Piece, PieceKind, SplitMix64, Square, coords::possible_squares};

    /// Plays random games and calls `visit` for each position.
    pub fn random_games(games: u64, mut visit: impl FnMut(&Position)) {
        for seed in 0..games {
            let mut rng = SplitMix64::new(seed);
            let mut position = Position::startpos();
            for _ in 0..150 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[rng.below(moves.len())]);
                visit(&position);
            }
        }
    }

    /// Returns the values of a term for Red and Black.
    pub fn term(fen: &str, term: Term) -> [Pair; 2] {
        let position = Position::from_fen(fen).unwrap();
        let mut sum = Sum::new(&WEIGHTS);
        add_pieces(&position, &mut sum);
        add_terms(&position, &mut sum);
        sum.of(term)
    }

    /// Tests of Red's value of a term in some positions.
    macro_rules! term_tests {
        ($($name:ident: $term:ident { $($fen:literal => $value:expr;)* })*) => {
            $(#[test]
            fn $name() {
                $(assert_eq!($crate::textbook::tests::term($fen, Term::$term)[0], $value, $fen);)*
            })*
        };
    }
    pub(crate) use term_tests;

    fn assert_symmetric(position: &Position) {
        let value = evaluate(position);
        assert!(value.abs() < MAX_ORDINARY, "{}", position.to_fen());
        assert_eq!(value, evaluate(&position.mirrored()), "{}", position.to_fen());
        assert_eq!(value, evaluate(&position.color_flipped()), "{}", position.to_fen());
    }

    #[test]
    fn the_start_position_is_worth_the_tempo() {
        assert_eq!(evaluate(&Position::startpos()), WEIGHTS.tempo.middlegame);
    }

    #[test]
    fn material_and_squares_are_separate_terms() {
        let rook = "4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1";
        assert_eq!(term(rook, Term::Material)[0], VALUES[PieceKind::Rook]);
        let squares = squares::square_value(PieceKind::Rook, Color::Red, Square::A0)
            + squares::square_value(PieceKind::King, Color::Red, Square::D0);
        assert_eq!(term(rook, Term::PieceSquare)[0], squares);
    }

    #[test]
    fn mirrored_and_color_flipped_positions_have_the_same_value() {
        random_games(20, assert_symmetric);
    }

    /// Creates a position with up to fifteen pieces per side besides the king, often all of one kind.
    fn random_crowd(rng: &mut SplitMix64) -> Option<Position> {
        let mut setup = Setup::empty();
        for color in Color::ALL {
            let favourite = PieceKind::ALL[1 + rng.below(6)];
            let mixed = rng.below(2) == 0;
            for i in 0..16 {
                let kind = match (i, mixed) {
                    (0, _) => PieceKind::King,
                    (_, true) => PieceKind::ALL[1 + rng.below(6)],
                    (_, false) => favourite,
                };
                let free: Vec<Square> = possible_squares(kind, color)
                    .into_iter()
                    .filter(|&square| setup.board[square].is_none())
                    .collect();
                if !free.is_empty() {
                    setup.board[free[rng.below(free.len())]] = Some(Piece::new(kind, color));
                }
            }
        }
        setup.into_position().ok()
    }

    #[test]
    fn crowded_positions_have_ordinary_and_symmetric_values() {
        let mut rng = SplitMix64::new(5);
        let mut count = 0;
        while count < 500 {
            let Some(position) = random_crowd(&mut rng) else { continue };
            count += 1;
            assert_symmetric(&position);
        }
    }

    #[test]
    fn fifteen_rooks_are_worth_about_their_material() {
        let position = Position::from_fen("RRR1RRRRR/9/3k5/9/9/9/9/RRR1RRRR1/9/4K4 w - - 0 1").unwrap();
        let rooks = VALUES[PieceKind::Rook].middlegame * 15;
        assert!((evaluate(&position) - rooks).abs() < rooks / 4);
    }

    #[test]
    fn elementary_endgames_have_the_right_sign_and_draws_are_small() {
        let suite = include_str!("../../../../positions/endgames.txt");
        let mut count = 0;
        for line in suite.lines().filter(|line| !line.starts_with('#')) {
            let [fen, result, name] = line.split(" ; ").collect::<Vec<_>>().try_into().unwrap();
            let position = Position::from_fen(fen).unwrap();
            let value = evaluate(&position) * position.side_to_move().sign();
            let is_right = match result {
                "red_wins" => value >= 50,
                "black_wins" => value <= -50,
                _ => value.abs() <= 90,
            };
            assert!(is_right, "{fen} {name}: {value}");
            count += 1;
        }
        assert!(count > 100);
    }
}
