// SPDX-License-Identifier: MIT OR Apache-2.0
//! Attacks along the lines of the king: hollow cannon (空头炮), central cannon, bottom cannon (沉底炮), iron bolt
//! (铁门栓) and pins.

#![expect(clippy::inline_always, reason = "a colour is a constant only where its function is inlined")]

use super::attack_sets::AttackSets;
use super::king_attack::{KingAttack, PALACE_CENTRE};
use super::popcount::count_up_to;
use super::trace::{Sum, Term, Trace};
use crate::attacks;
use crate::position::Board;
use crate::types::{Bitboard, Color, PieceKind, Rank, Square, coords};

/// The edge behind the palace by colour.
const BACK_RANK: [Bitboard; 2] = [coords::rank_set(Rank::R0), coords::rank_set(Rank::R9)];

/// Adds the terms of `color` for the lines of the enemy king.
#[inline(always)]
pub fn add(
    board: &Board,
    color: Color,
    sets: &AttackSets,
    king: Square,
    attack: &mut KingAttack,
    sum: &mut Sum<impl Trace>,
) {
    pieces_on_lines(board, color, sets, king, attack, sum);
    bottom_cannons(board, color, king, sum);
}

/// Pieces on a line with the king: rooks, cannons, and the own king, which pins like a rook.
#[inline(always)]
fn pieces_on_lines(
    board: &Board,
    color: Color,
    sets: &AttackSets,
    king: Square,
    attack: &mut KingAttack,
    sum: &mut Sum<impl Trace>,
) {
    let cannons = board.kind(PieceKind::Cannon);
    let sliders = cannons | board.kind(PieceKind::Rook) | board.kind(PieceKind::King);
    let enemy_majors = board.majors(!color);
    for from in sliders & board.color(color) & attacks::lines_through(king) {
        let between = attacks::between(king, from);
        let screens = between & board.occupied();
        let rest = screens.without_first();
        if !cannons.contains(from) {
            if rest.is_empty() && screens.meets(enemy_majors) {
                sum.add(Term::Pins, color, sum.weights().pin);
            }
            continue;
        }
        if between.is_empty() {
            continue;
        }
        let on_file = from.file() == king.file();
        if screens.is_empty() {
            let rooks = count_up_to(2, board.pieces(PieceKind::Rook, color));
            let weights = sum.weights();
            let by_rooks = if on_file { &weights.hollow_cannon } else { &weights.side_hollow_cannon };
            sum.add(Term::HollowCannon, color, by_rooks[rooks]);
            attack.units += sum.weights().danger_units.deadly_cannon;
        } else if rest.is_empty() || rest.has_several() {
            continue;
        } else if on_file
            && screens.contains(PALACE_CENTRE[!color])
            && enemy_majors.contains(PALACE_CENTRE[!color])
        {
            sum.add(Term::CentralCannon, color, sum.weights().cannon_on_palace_centre);
            attack.units += sum.weights().danger_units.deadly_cannon;
        } else if screens.meets(enemy_majors) {
            sum.add(Term::Pins, color, sum.weights().pin);
        } else if on_file {
            sum.add(Term::CentralCannon, color, sum.weights().central_cannon);
        }
        let doors = attacks::king(king) & coords::rank_set(king.rank());
        if on_file && sets.rooks[color].meets(doors) {
            sum.add(Term::IronBolt, color, sum.weights().iron_bolt);
        }
    }
}

/// Bottom cannons (沉底炮): cannons on the enemy's back rank fire along it when an advisor has stepped up to the
/// palace centre and no elephant is in between.
#[inline(always)]
fn bottom_cannons(board: &Board, color: Color, king: Square, sum: &mut Sum<impl Trace>) {
    let cannons = board.pieces(PieceKind::Cannon, color) & BACK_RANK[!color];
    let advisor_up = board.pieces(PieceKind::Advisor, !color).contains(PALACE_CENTRE[!color]);
    if cannons.is_empty() || !advisor_up || !BACK_RANK[!color].contains(king) {
        return;
    }
    let elephants = board.kind(PieceKind::Elephant);
    for from in cannons {
        if !attacks::between(king, from).meets(elephants) {
            let rooks = count_up_to(2, board.pieces(PieceKind::Rook, color));
            sum.add(Term::BottomCannon, color, sum.weights().bottom_cannon[rooks]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::pair::Pair;
    use super::super::tests::term;
    use super::super::weights::WEIGHTS;
    use super::*;

    /// Red's value of a term.
    fn red(fen: &str, of: Term) -> Pair {
        term(&format!("{fen} - - 0 1"), of)[0]
    }

    #[test]
    fn a_hollow_cannon_faces_the_king_with_nothing_in_between() {
        let hollow = |fen| red(fen, Term::HollowCannon);
        assert_eq!(hollow("3aka3/9/9/9/9/4C4/9/9/9/R2K5 w"), WEIGHTS.hollow_cannon[1]);
        assert_eq!(hollow("3aka3/9/9/9/9/4C4/9/9/9/3K5 w"), WEIGHTS.hollow_cannon[0]);
        assert_eq!(hollow("3aka3/9/4b4/4p4/9/4C4/9/9/9/3K5 w"), Pair::ZERO);
        assert_eq!(hollow("4k3C/9/9/9/9/9/9/9/9/3K5 w"), WEIGHTS.side_hollow_cannon[0]);
        // Too close: there is no square in between.
        assert_eq!(hollow("4k4/4C4/9/9/9/9/9/9/9/3K5 w"), Pair::ZERO);
    }

    #[test]
    fn a_central_cannon_pins_defenders_and_smothers_a_horse_in_the_palace_centre() {
        let central = |fen| red(fen, Term::CentralCannon);
        assert_eq!(central("3aka3/4n4/9/4p4/9/9/9/4C4/9/3K5 w"), WEIGHTS.cannon_on_palace_centre);
        assert_eq!(central("3ak4/4a4/9/4p4/9/9/9/4C4/9/3K5 w"), WEIGHTS.central_cannon);
        assert_eq!(central("3ak4/4a4/4b4/4p4/9/9/9/4C4/9/3K5 w"), Pair::ZERO);
    }

    #[test]
    fn an_iron_bolt_is_a_rook_beside_the_king_with_a_central_cannon() {
        let bolt = |fen| red(fen, Term::IronBolt);
        assert_eq!(bolt("4k4/4a4/4b4/9/9/9/3R5/4C4/9/5K3 w"), WEIGHTS.iron_bolt);
        assert_eq!(bolt("4k4/4a4/4b4/9/9/9/R8/4C4/9/5K3 w"), Pair::ZERO);
    }

    #[test]
    fn majors_are_pinned_on_lines_to_their_king() {
        let pins = |fen| red(fen, Term::Pins);
        assert_eq!(pins("4k4/4n4/9/9/9/4R4/9/9/9/3K5 w"), WEIGHTS.pin);
        assert_eq!(pins("4k4/4n4/4b4/9/9/4R4/9/9/9/3K5 w"), Pair::ZERO);
        assert_eq!(pins("4k4/9/4n4/4p4/9/4C4/9/9/9/3K5 w"), WEIGHTS.pin);
        assert_eq!(pins("4k4/9/4n4/9/9/9/9/9/9/4K4 w"), WEIGHTS.pin, "by the facing king");
    }

    #[test]
    fn a_bottom_cannon_fires_past_an_advisor_in_the_palace_centre() {
        let bottom = |fen| red(fen, Term::BottomCannon);
        assert_eq!(bottom("2bak3C/4a4/9/9/9/9/9/9/9/R4K3 w"), WEIGHTS.bottom_cannon[1]);
        assert_eq!(bottom("2bak1bnC/4a4/9/9/9/9/9/9/9/R4K3 w"), Pair::ZERO);
        assert_eq!(bottom("2baka1nC/9/9/9/9/9/9/9/9/R4K3 w"), Pair::ZERO);
    }
}
