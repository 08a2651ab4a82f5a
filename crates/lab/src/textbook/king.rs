// SPDX-License-Identifier: MIT OR Apache-2.0
//! King safety: exposed king, king mobility, attack on one wing, attacks along the king's lines, and king
//! danger from danger units.
//!
//! The terms are credited to the attacker. Everything that takes part in an attack adds danger units; their
//! value grows with the square of the sum, because attackers need each other.

use super::attack_sets::{AttackSets, KingAttack, count};
use super::terms::{Sum, Term};
use xiangqi::attacks;

use xiangqi::bitboard;
use xiangqi::position::Board;
use xiangqi::types::{Bitboard, Color, PieceKind, Rank, Square, coords};

/// The centre of the palace by colour.
pub const PALACE_CENTRE: [Square; 2] = [Square::E1, Square::E8];

/// The palace, the squares beside it and those in front of it: where a major defends Black's king.
const BLACK_KING_ZONE: Bitboard = bitboard! {
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
const KING_ZONE: [Bitboard; 2] = [BLACK_KING_ZONE.rotate(), BLACK_KING_ZONE];

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

/// Adds the king safety terms of `color` as the attacker.
pub fn add(board: &Board, color: Color, sets: &AttackSets, mut attack: KingAttack, sum: &mut Sum<'_>) {
    let king = board.king(!color);
    pieces_on_lines(board, color, sets, king, &mut attack, sum);
    bottom_cannons(board, color, king, sum);
    exposure(board, color, king, sum);
    wings(board, color, sets, &mut attack, sum);
    for _ in board.pieces(PieceKind::Pawn, color) & KING_ZONE[!color] {
        attack.join(PieceKind::Pawn, sum.weights);
    }
    mobility(board, color, sets, king, sum);
    if attack.attackers >= 2 && attack.is_mixed {
        danger(board, color, sets, king, &attack, sum);
    }
}

/// A king without other pieces of its side on its file, or in the palace centre with both advisors around it.
fn exposure(board: &Board, color: Color, king: Square, sum: &mut Sum<'_>) {
    let defenders = board.color(!color);
    let in_front = (coords::file_set(king.file()) & defenders) - king.into();
    let rooks = board.pieces(PieceKind::Rook, color);
    if !rooks.is_empty() && in_front.is_empty() {
        let on_file = rooks.meets(coords::file_set(king.file()));
        let weight = if on_file { sum.weights.king_facing_rook } else { sum.weights.exposed_king };
        sum.add(Term::ExposedKing, color, weight);
    }
    if king == PALACE_CENTRE[!color] && board.pieces(PieceKind::Advisor, !color).has_several() {
        sum.add(Term::KingInCentre, color, sum.weights.king_in_centre);
    }
}

/// The mobility of a king that has only defenders left: the fewer squares it can step to, the closer
/// the mate.
fn mobility(board: &Board, color: Color, sets: &AttackSets, king: Square, sum: &mut Sum<'_>) {
    let fighters = board.majors(!color) | board.pieces(PieceKind::Pawn, !color);
    if fighters.is_empty() {
        let free = attacks::king(king) - board.color(!color) - sets.all[color];
        sum.add(Term::KingMobility, color, sum.weights.king_mobility[count(free).min(4)]);
    }
}

/// Majors across the river on one wing, where no pawn or defender can take them.
fn wings(board: &Board, color: Color, sets: &AttackSets, attack: &mut KingAttack, sum: &mut Sum<'_>) {
    let across = board.majors(color) - coords::HOME[color] - sets.minors[!color];
    if !across.has_several() {
        return;
    }
    for wing in WINGS {
        let majors = count(across & wing).min(4);
        sum.add(Term::WingAttack, color, sum.weights.wing_attack[majors]);
        if majors >= 3 && !board.pieces(PieceKind::Rook, color).is_empty() {
            attack.units += sum.weights.danger_units.wing_attack;
        }
    }
}

/// Turns danger units into a value.
fn danger(
    board: &Board,
    color: Color,
    sets: &AttackSets,
    king: Square,
    attack: &KingAttack,
    sum: &mut Sum<'_>,
) {
    let weights = &sum.weights.danger_units;
    let mut units = attack.units;
    let safe = !(board.color(color) | sets.all[!color]);
    if (sets.rooks[color] & safe).meets(attacks::rook(king, board.occupied())) {
        units += weights.safe_check;
    }
    if (sets.horses[color] & safe).meets(attacks::horse_attackers(king, board.occupied())) {
        units += weights.safe_check;
    }
    let missing = |kind| 2 - board.pieces(kind, !color).len().min(2).cast_signed();
    units += weights.missing_advisor * missing(PieceKind::Advisor);
    if !board.pieces(PieceKind::Cannon, color).is_empty() {
        units += weights.missing_elephant * missing(PieceKind::Elephant);
    }
    if board.pieces(PieceKind::Rook, color).is_empty() {
        units += weights.no_rook;
    }
    units += weights.defender * (board.majors(!color) & KING_ZONE[!color]).len().min(4).cast_signed();
    sum.add(Term::KingDanger, color, sum.weights.king_danger.value(units));
}

/// The edge behind the palace by colour.
const BACK_RANK: [Bitboard; 2] = [coords::rank_set(Rank::R0), coords::rank_set(Rank::R9)];

/// Pieces on a line with the king: rooks, cannons, and the own king, which pins like a rook.
fn pieces_on_lines(
    board: &Board,
    color: Color,
    sets: &AttackSets,
    king: Square,
    attack: &mut KingAttack,
    sum: &mut Sum<'_>,
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
                sum.add(Term::Pins, color, sum.weights.pin);
            }
            continue;
        }
        if between.is_empty() {
            continue;
        }
        let on_file = from.file() == king.file();
        if screens.is_empty() {
            let rooks = count(board.pieces(PieceKind::Rook, color)).min(2);
            let weights = sum.weights;
            let by_rooks = if on_file { &weights.hollow_cannon } else { &weights.side_hollow_cannon };
            sum.add(Term::HollowCannon, color, by_rooks[rooks]);
            attack.units += sum.weights.danger_units.deadly_cannon;
        } else if rest.is_empty() || rest.has_several() {
            continue;
        } else if on_file
            && screens.contains(PALACE_CENTRE[!color])
            && enemy_majors.contains(PALACE_CENTRE[!color])
        {
            sum.add(Term::CentralCannon, color, sum.weights.cannon_on_palace_centre);
            attack.units += sum.weights.danger_units.deadly_cannon;
        } else if screens.meets(enemy_majors) {
            sum.add(Term::Pins, color, sum.weights.pin);
        } else if on_file {
            sum.add(Term::CentralCannon, color, sum.weights.central_cannon);
        }
        let doors = attacks::king(king) & coords::rank_set(king.rank());
        if on_file && sets.rooks[color].meets(doors) {
            sum.add(Term::IronBolt, color, sum.weights.iron_bolt);
        }
    }
}

/// Bottom cannons (沉底炮): cannons on the enemy's back rank fire along it when an advisor has stepped up to the
/// palace centre and no elephant is in between.
fn bottom_cannons(board: &Board, color: Color, king: Square, sum: &mut Sum<'_>) {
    let cannons = board.pieces(PieceKind::Cannon, color) & BACK_RANK[!color];
    let advisor_up = board.pieces(PieceKind::Advisor, !color).contains(PALACE_CENTRE[!color]);
    if cannons.is_empty() || !advisor_up || !BACK_RANK[!color].contains(king) {
        return;
    }
    let elephants = board.kind(PieceKind::Elephant);
    for from in cannons {
        if !attacks::between(king, from).meets(elephants) {
            let rooks = count(board.pieces(PieceKind::Rook, color)).min(2);
            sum.add(Term::BottomCannon, color, sum.weights.bottom_cannon[rooks]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{term, term_tests};
    use super::super::weights::WEIGHTS;
    use super::*;
    use crate::textbook::pair::Pair;

    /// Red's value of a term.
    fn red(fen: &str, of: Term) -> Pair {
        term(&format!("{fen} - - 0 1"), of)[0]
    }

    #[test]
    fn majors_on_one_wing_attack() {
        let wing = |fen| red(fen, Term::WingAttack);
        assert_eq!(wing("4k4/9/9/9/N8/1R7/9/9/9/3K5 w"), Pair::ZERO, "one major alone");
        let by_count = WEIGHTS.wing_attack;
        assert_eq!(wing("3ak4/9/9/NCR6/9/9/9/9/9/3K5 w"), by_count[3] + by_count[0]);
        assert_eq!(wing("3ak4/9/9/NC4R2/9/9/9/9/9/3K5 w"), by_count[2] + by_count[1]);
    }

    #[test]
    fn king_danger_needs_more_than_one_attacker() {
        let danger = |fen| red(fen, Term::KingDanger).middlegame;
        assert_eq!(danger("3aka3/R8/9/9/9/9/9/9/9/3K5 w"), 0);
        assert_eq!(danger("C1bakab1C/9/9/9/9/9/9/9/9/3K5 w"), 0, "cannons alone");
        let with_defenders = danger("2bakab2/R8/2N6/9/9/9/9/9/9/3K5 w");
        let without = danger("4k4/R8/2N6/9/9/9/9/9/9/3K5 w");
        assert!(0 < with_defenders && with_defenders < without);
        let defended = danger("4kr3/R4n3/2N6/9/9/9/9/9/9/3K5 w");
        assert!(defended < without);
    }

    #[test]
    fn zones_are_where_they_belong() {
        assert!(
            KING_ZONE[0].contains(Square::C0)
                && KING_ZONE[0].contains(Square::E3)
                && KING_ZONE[1].contains(Square::G7)
        );
        assert_eq!((KING_ZONE[0].len(), WINGS[0].len()), (18, 40));
        assert!(WINGS[1].contains(Square::F5) && !WINGS[1].contains(Square::E5));
    }

    term_tests! {
        a_king_without_pieces_on_its_file_is_exposed: ExposedKing {
            "4k4/9/9/9/9/9/9/9/9/R4K3 w" => WEIGHTS.exposed_king;
            "4k4/9/9/9/4P4/9/9/9/4R4/5K3 w" => WEIGHTS.king_facing_rook;
            "4k4/9/4b4/9/9/9/9/9/9/R4K3 w" => Pair::ZERO;
            "4k4/9/9/9/9/9/9/9/9/C4K3 w" => Pair::ZERO;
        }
        a_king_in_the_palace_centre_obstructs_its_advisors: KingInCentre {
            "3a1a3/4k4/9/9/9/9/9/9/9/3K5 w" => WEIGHTS.king_in_centre;
            "3a5/4k4/9/9/9/9/9/9/9/3K5 w" => Pair::ZERO;
        }
        the_mobility_of_a_bare_king_counts_its_safe_steps: KingMobility {
            "4k4/9/9/9/9/9/9/9/9/3K1R3 w" => WEIGHTS.king_mobility[2];
            "4k4/R8/9/9/9/9/9/9/9/3K1R3 w" => WEIGHTS.king_mobility[1];
            "4k4/R8/9/9/9/9/9/9/8r/3K1R3 w" => Pair::ZERO;
        }
        a_hollow_cannon_faces_the_king_with_nothing_in_between: HollowCannon {
            "3aka3/9/9/9/9/4C4/9/9/9/R2K5 w" => WEIGHTS.hollow_cannon[1];
            "3aka3/9/9/9/9/4C4/9/9/9/3K5 w" => WEIGHTS.hollow_cannon[0];
            "3aka3/9/4b4/4p4/9/4C4/9/9/9/3K5 w" => Pair::ZERO;
            "4k3C/9/9/9/9/9/9/9/9/3K5 w" => WEIGHTS.side_hollow_cannon[0];
            // Too close: there is no square in between.
            "4k4/4C4/9/9/9/9/9/9/9/3K5 w" => Pair::ZERO;
        }
        a_central_cannon_pins_defenders_and_smothers_a_horse_in_the_palace_centre: CentralCannon {
            "3aka3/4n4/9/4p4/9/9/9/4C4/9/3K5 w" => WEIGHTS.cannon_on_palace_centre;
            "3ak4/4a4/9/4p4/9/9/9/4C4/9/3K5 w" => WEIGHTS.central_cannon;
            "3ak4/4a4/4b4/4p4/9/9/9/4C4/9/3K5 w" => Pair::ZERO;
        }
        an_iron_bolt_is_a_rook_beside_the_king_with_a_central_cannon: IronBolt {
            "4k4/4a4/4b4/9/9/9/3R5/4C4/9/5K3 w" => WEIGHTS.iron_bolt;
            "4k4/4a4/4b4/9/9/9/R8/4C4/9/5K3 w" => Pair::ZERO;
        }
        majors_are_pinned_on_lines_to_their_king: Pins {
            "4k4/4n4/9/9/9/4R4/9/9/9/3K5 w" => WEIGHTS.pin;
            "4k4/4n4/4b4/9/9/4R4/9/9/9/3K5 w" => Pair::ZERO;
            "4k4/9/4n4/4p4/9/4C4/9/9/9/3K5 w" => WEIGHTS.pin;
            "4k4/9/4n4/9/9/9/9/9/9/4K4 w" => WEIGHTS.pin; // by the facing king
        }
        a_bottom_cannon_fires_past_an_advisor_in_the_palace_centre: BottomCannon {
            "2bak3C/4a4/9/9/9/9/9/9/9/R4K3 w" => WEIGHTS.bottom_cannon[1];
            "2bak1bnC/4a4/9/9/9/9/9/9/9/R4K3 w" => Pair::ZERO;
            "2baka1nC/9/9/9/9/9/9/9/9/R4K3 w" => Pair::ZERO;
        }
    }
}
