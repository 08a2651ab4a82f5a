// SPDX-License-Identifier: MIT OR Apache-2.0
//! The attack on a palace: cannons aimed at the king, pins, the exposed king, three men on a wing, and danger units.
//!
//! The terms are credited to the attacker. Danger units add up whoever takes part in an attack; their worth grows
//! with the square of the sum, because attackers need each other.

use super::counting::{count_up_to, times};
use super::sets::Sets;
use super::trace::{Sum, Term, Trace};
use super::weights::Weights;
use crate::attacks;
use crate::bitboard;
use crate::position::Board;
use crate::types::{Bitboard, Color, PieceKind, Rank, Square, coords};

/// Palace, the points beside it and those before it: where a major defends Black's king.
const BLACK_COURT: Bitboard = bitboard! {
    . . X X X X X . .
    . . X X X X X . .
    . . X X X X X . .
    . . . X X X . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
};
const COURT: [Bitboard; 2] = [BLACK_COURT.rotate(), BLACK_COURT];

/// Files a to d and f to i.
const WINGS: [Bitboard; 2] = {
    let left = bitboard! {
        X X X X . . . . .
        X X X X . . . . .
        X X X X . . . . .
        X X X X . . . . .
        X X X X . . . . .
        X X X X . . . . .
        X X X X . . . . .
        X X X X . . . . .
        X X X X . . . . .
        X X X X . . . . .
    };
    [left, left.rotate()]
};

/// The palace's heart by colour.
const HEART: [Square; 2] = [Square::E1, Square::E8];
/// The edge behind the palace by colour.
const BACK_RANK: [Bitboard; 2] = [coords::rank_set(Rank::R0), coords::rank_set(Rank::R9)];

/// An attack on a palace, as far as it is known.
#[derive(Default)]
pub struct Assault {
    units: i32,
    attackers: i32,
    /// Someone other than a cannon takes part.
    is_mixed: bool,
}

impl Assault {
    /// A man of `kind` attacks the palace.
    #[inline]
    pub fn join(&mut self, kind: PieceKind, weights: &Weights) {
        self.units += weights.danger_units.attacker[kind];
        self.attackers += 1;
        self.is_mixed |= kind != PieceKind::Cannon;
    }
}

/// Adds what `color` has against the enemy king.
#[inline(always)]
pub fn add(board: &Board, color: Color, sets: &Sets, mut assault: Assault, sum: &mut Sum<impl Trace>) {
    let king = board.king(!color);
    aimed_men(board, color, sets, king, &mut assault, sum);
    bottom_cannons(board, color, king, sum);
    exposure(board, color, king, sum);
    wings(board, color, sets, &mut assault, sum);
    for _ in board.pieces(PieceKind::Pawn, color) & COURT[!color] {
        assault.join(PieceKind::Pawn, sum.weights());
    }
    hunt(board, color, sets, king, sum);
    if assault.attackers >= 2 && assault.is_mixed {
        danger(board, color, sets, king, &assault, sum);
    }
}

/// Men on a line with the king: rooks and cannons, and the own king, which pins like a rook.
#[inline(always)]
fn aimed_men(
    board: &Board,
    color: Color,
    sets: &Sets,
    king: Square,
    assault: &mut Assault,
    sum: &mut Sum<impl Trace>,
) {
    let cannons = board.kind(PieceKind::Cannon);
    let line_men = cannons | board.kind(PieceKind::Rook) | board.kind(PieceKind::King);
    let enemy_majors = board.majors(!color);
    for from in line_men & board.color(color) & attacks::lines_through(king) {
        let between = attacks::between(king, from);
        let men = between & board.occupied();
        let rest = men.without_first();
        if !cannons.contains(from) {
            if rest.is_empty() && men.meets(enemy_majors) {
                sum.add(Term::Pins, color, sum.weights().pin);
            }
            continue;
        }
        if between.is_empty() {
            continue;
        }
        let on_file = from.file() == king.file();
        if men.is_empty() {
            let rooks = count_up_to(2, board.pieces(PieceKind::Rook, color));
            let weights = sum.weights();
            let by_rooks = if on_file { &weights.hollow_cannon } else { &weights.side_hollow_cannon };
            sum.add(Term::HollowCannon, color, by_rooks[rooks]);
            assault.units += sum.weights().danger_units.deadly_cannon;
        } else if rest.is_empty() || rest.has_several() {
            continue;
        } else if on_file && men.contains(HEART[!color]) && enemy_majors.contains(HEART[!color]) {
            sum.add(Term::CentreCannon, color, sum.weights().cannon_on_heart);
            assault.units += sum.weights().danger_units.deadly_cannon;
        } else if men.meets(enemy_majors) {
            sum.add(Term::Pins, color, sum.weights().pin);
        } else if on_file {
            sum.add(Term::CentreCannon, color, sum.weights().centre_cannon);
        }
        let doors = attacks::king(king) & coords::rank_set(king.rank());
        if on_file && sets.rooks[color].meets(doors) {
            sum.add(Term::Gate, color, sum.weights().gate);
        }
    }
}

/// Cannons at the bottom of the board: they fire along the enemy's back rank when an advisor has stepped up to the
/// heart and no elephant stands between.
#[inline(always)]
fn bottom_cannons(board: &Board, color: Color, king: Square, sum: &mut Sum<impl Trace>) {
    let cannons = board.pieces(PieceKind::Cannon, color) & BACK_RANK[!color];
    let advisor_up = board.pieces(PieceKind::Advisor, !color).contains(HEART[!color]);
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

/// A king without a man before it, or in the heart with both advisors about it.
#[inline(always)]
fn exposure(board: &Board, color: Color, king: Square, sum: &mut Sum<impl Trace>) {
    let defenders = board.color(!color);
    let before = (coords::file_set(king.file()) & defenders) - king.into();
    let rooks = board.pieces(PieceKind::Rook, color);
    if !rooks.is_empty() && before.is_empty() {
        let on_file = rooks.meets(coords::file_set(king.file()));
        let weight = if on_file { sum.weights().king_facing_rook } else { sum.weights().open_king };
        sum.add(Term::OpenKing, color, weight);
    }
    if king == HEART[!color] && board.pieces(PieceKind::Advisor, !color).has_several() {
        sum.add(Term::KingInHeart, color, sum.weights().king_in_heart);
    }
}

/// A king that is left with guards alone: the fewer points it can step to, the nearer the mate.
#[inline(always)]
fn hunt(board: &Board, color: Color, sets: &Sets, king: Square, sum: &mut Sum<impl Trace>) {
    let fighters = board.majors(!color) | board.pieces(PieceKind::Pawn, !color);
    if fighters.is_empty() {
        let free = attacks::king(king) - board.color(!color) - sets.all[color];
        sum.add(Term::HuntedKing, color, sum.weights().hunted_king[count_up_to(4, free)]);
    }
}

/// Majors across the river on one wing, where no pawn or guard can take them.
#[inline(always)]
fn wings(board: &Board, color: Color, sets: &Sets, assault: &mut Assault, sum: &mut Sum<impl Trace>) {
    let across = board.majors(color) - coords::HOME[color] - sets.light[!color];
    if !across.has_several() {
        return;
    }
    for wing in WINGS {
        let men = count_up_to(4, across & wing);
        sum.add(Term::WingAttack, color, sum.weights().wing_attack[men]);
        if men >= 3 && !board.pieces(PieceKind::Rook, color).is_empty() {
            assault.units += sum.weights().danger_units.wing_attack;
        }
    }
}

/// Turns danger units into a value.
#[inline(always)]
fn danger(
    board: &Board,
    color: Color,
    sets: &Sets,
    king: Square,
    assault: &Assault,
    sum: &mut Sum<impl Trace>,
) {
    let worth = &sum.weights().danger_units;
    let mut units = assault.units;
    let safe = !(board.color(color) | sets.all[!color]);
    if (sets.rooks[color] & safe).meets(attacks::rook(king, board.occupied())) {
        units += worth.safe_check;
    }
    if (sets.horses[color] & safe).meets(attacks::horse_attackers(king, board.occupied())) {
        units += worth.safe_check;
    }
    let missing = |kind| 2 - times(count_up_to(2, board.pieces(kind, !color)));
    units += worth.missing_advisor * missing(PieceKind::Advisor);
    if !board.pieces(PieceKind::Cannon, color).is_empty() {
        units += worth.missing_elephant * missing(PieceKind::Elephant);
    }
    if board.pieces(PieceKind::Rook, color).is_empty() {
        units += worth.no_rook;
    }
    units += worth.defender * times(count_up_to(4, board.majors(!color) & COURT[!color]));
    sum.add(Term::KingDanger, color, sum.weights().king_danger.of(units));
}

#[cfg(test)]
mod tests {
    use super::super::pair::Pair;
    use super::super::tests::term;
    use super::super::weights::WEIGHTS;
    use super::*;

    /// What Red gets.
    fn red(fen: &str, term_of: Term) -> Pair {
        term(&format!("{fen} - - 0 1"), term_of)[0]
    }

    #[test]
    fn a_hollow_cannon_sees_the_king_with_nothing_between() {
        let hollow = |fen| red(fen, Term::HollowCannon);
        assert_eq!(hollow("3aka3/9/9/9/9/4C4/9/9/9/R2K5 w"), WEIGHTS.hollow_cannon[1]);
        assert_eq!(hollow("3aka3/9/9/9/9/4C4/9/9/9/3K5 w"), WEIGHTS.hollow_cannon[0]);
        assert_eq!(hollow("3aka3/9/4b4/4p4/9/4C4/9/9/9/3K5 w"), Pair::ZERO);
        assert_eq!(hollow("4k3C/9/9/9/9/9/9/9/9/3K5 w"), WEIGHTS.side_hollow_cannon[0]);
        // Too near: nothing can come between.
        assert_eq!(hollow("4k4/4C4/9/9/9/9/9/9/9/3K5 w"), Pair::ZERO);
    }

    #[test]
    fn a_centre_cannon_pins_the_guard_and_smothers_a_horse_in_the_heart() {
        let centre = |fen| red(fen, Term::CentreCannon);
        assert_eq!(centre("3aka3/4n4/9/4p4/9/9/9/4C4/9/3K5 w"), WEIGHTS.cannon_on_heart);
        assert_eq!(centre("3ak4/4a4/9/4p4/9/9/9/4C4/9/3K5 w"), WEIGHTS.centre_cannon);
        assert_eq!(centre("3ak4/4a4/4b4/4p4/9/9/9/4C4/9/3K5 w"), Pair::ZERO);
    }

    #[test]
    fn a_rook_bars_the_door_under_a_centre_cannon() {
        let gate = |fen| red(fen, Term::Gate);
        assert_eq!(gate("4k4/4a4/4b4/9/9/9/3R5/4C4/9/5K3 w"), WEIGHTS.gate);
        assert_eq!(gate("4k4/4a4/4b4/9/9/9/R8/4C4/9/5K3 w"), Pair::ZERO);
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
    fn a_cannon_at_the_bottom_fires_past_a_raised_advisor() {
        let bottom = |fen| red(fen, Term::BottomCannon);
        assert_eq!(bottom("2bak3C/4a4/9/9/9/9/9/9/9/R4K3 w"), WEIGHTS.bottom_cannon[1]);
        assert_eq!(bottom("2bak1bnC/4a4/9/9/9/9/9/9/9/R4K3 w"), Pair::ZERO);
        assert_eq!(bottom("2baka1nC/9/9/9/9/9/9/9/9/R4K3 w"), Pair::ZERO);
    }

    #[test]
    fn a_king_wants_a_man_before_it() {
        let open = |fen| red(fen, Term::OpenKing);
        assert_eq!(open("4k4/9/9/9/9/9/9/9/9/R4K3 w"), WEIGHTS.open_king);
        assert_eq!(open("4k4/9/9/9/4P4/9/9/9/4R4/5K3 w"), WEIGHTS.king_facing_rook);
        assert_eq!(open("4k4/9/4b4/9/9/9/9/9/9/R4K3 w"), Pair::ZERO);
        assert_eq!(open("4k4/9/9/9/9/9/9/9/9/C4K3 w"), Pair::ZERO);
    }

    #[test]
    fn a_king_in_the_heart_is_in_its_advisors_way() {
        let heart = |fen| red(fen, Term::KingInHeart);
        assert_eq!(heart("3a1a3/4k4/9/9/9/9/9/9/9/3K5 w"), WEIGHTS.king_in_heart);
        assert_eq!(heart("3a5/4k4/9/9/9/9/9/9/9/3K5 w"), Pair::ZERO);
    }

    #[test]
    fn men_on_one_wing_attack() {
        let wing = |fen| red(fen, Term::WingAttack);
        assert_eq!(wing("4k4/9/9/9/N8/1R7/9/9/9/3K5 w"), Pair::ZERO, "one man alone");
        let men = WEIGHTS.wing_attack;
        assert_eq!(wing("3ak4/9/9/NCR6/9/9/9/9/9/3K5 w"), men[3] + men[0]);
        assert_eq!(wing("3ak4/9/9/NC4R2/9/9/9/9/9/3K5 w"), men[2] + men[1]);
    }

    #[test]
    fn danger_takes_more_than_one_attacker() {
        let danger = |fen| red(fen, Term::KingDanger).middlegame();
        assert_eq!(danger("3aka3/R8/9/9/9/9/9/9/9/3K5 w"), 0);
        assert_eq!(danger("C1bakab1C/9/9/9/9/9/9/9/9/3K5 w"), 0, "cannons alone");
        let with_guard = danger("2bakab2/R8/2N6/9/9/9/9/9/9/3K5 w");
        let without = danger("4k4/R8/2N6/9/9/9/9/9/9/3K5 w");
        assert!(0 < with_guard && with_guard < without);
        let defended = danger("4kr3/R4n3/2N6/9/9/9/9/9/9/3K5 w");
        assert!(defended < without);
    }

    #[test]
    fn a_hunted_king_has_few_steps() {
        let hunted = |fen| red(fen, Term::HuntedKing);
        assert_eq!(hunted("4k4/9/9/9/9/9/9/9/9/3K1R3 w"), WEIGHTS.hunted_king[2]);
        assert_eq!(hunted("4k4/R8/9/9/9/9/9/9/9/3K1R3 w"), WEIGHTS.hunted_king[1]);
        assert_eq!(hunted("4k4/R8/9/9/9/9/9/9/8r/3K1R3 w"), Pair::ZERO);
    }

    #[test]
    fn zones_are_drawn_right() {
        assert!(
            COURT[0].contains(Square::C0) && COURT[0].contains(Square::E3) && COURT[1].contains(Square::G7)
        );
        assert_eq!((COURT[0].len(), WINGS[0].len()), (18, 40));
        assert!(WINGS[1].contains(Square::F5) && !WINGS[1].contains(Square::E5));
    }
}
