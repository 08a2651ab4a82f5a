// SPDX-License-Identifier: MIT OR Apache-2.0
//! Mobility, pawns and threats, from the squares that each side attacks.

use super::attack_sets::{AttackSets, KingAttack, count};
use super::terms::{Sum, Term};
use xiangqi::attacks;
use xiangqi::position::Board;
use xiangqi::types::{Bitboard, Color, File, PieceKind, Rank, coords};

/// Moves a set one step towards the enemy.
fn ahead(set: Bitboard, color: Color) -> Bitboard {
    match color {
        Color::Red => Bitboard::from_bits(set.bits() << 9),
        Color::Black => Bitboard::from_bits(set.bits() >> 9),
    }
}

/// Moves a set one step to the right, from Red's perspective.
fn right(set: Bitboard) -> Bitboard {
    Bitboard::from_bits((set - coords::file_set(File::I)).bits() << 1)
}

/// Adds mobility, and completes the sets and the attacks on the palaces. Horses and cannons come first, since
/// a rook avoids the squares that they attack.
pub fn add_mobility(board: &Board, sets: &mut AttackSets, attacks: &mut [KingAttack; 2], sum: &mut Sum<'_>) {
    for color in Color::ALL {
        horses(board, color, sets, &mut attacks[color], sum);
        cannons(board, color, sets, &mut attacks[color], sum);
    }
    for color in Color::ALL {
        rooks(board, color, sets, &mut attacks[color], sum);
        sets.all[color] |= sets.horses[color] | sets.cannons[color] | sets.rooks[color];
    }
}

fn horses(board: &Board, color: Color, sets: &mut AttackSets, attack: &mut KingAttack, sum: &mut Sum<'_>) {
    let horses = board.pieces(PieceKind::Horse, color);
    let allowed = !(board.color(color) | sets.minors[!color]);
    for from in horses {
        let attacked = attacks::horse(from, board.occupied());
        sets.horses[color] |= attacked;
        sum.add(Term::HorseMobility, color, sum.weights.horse_mobility[count(attacked & allowed)]);
        if attacked.meets(coords::PALACE[!color]) {
            attack.join(PieceKind::Horse, sum.weights);
        }
    }
    for _ in ahead(horses & coords::HOME[color], color) & board.color(color) {
        sum.add(Term::BlockedHorses, color, sum.weights.blocked_horse);
    }
}

fn cannons(board: &Board, color: Color, sets: &mut AttackSets, attack: &mut KingAttack, sum: &mut Sum<'_>) {
    let targets = board.majors(!color);
    for from in board.pieces(PieceKind::Cannon, color) {
        let (seen, attacked) = attacks::rook_and_cannon(from, board.occupied());
        sets.cannons[color] |= attacked;
        let quiet = count(seen - board.occupied());
        sum.add(Term::CannonMobility, color, sum.weights.cannon_mobility[quiet]);
        for _ in attacked & targets {
            sum.add(Term::CannonTargets, color, sum.weights.cannon_target);
        }
        if attacked.meets(coords::PALACE[!color]) {
            attack.join(PieceKind::Cannon, sum.weights);
        }
    }
}

fn rooks(board: &Board, color: Color, sets: &mut AttackSets, attack: &mut KingAttack, sum: &mut Sum<'_>) {
    let lost = sets.minors[!color] | sets.horses[!color] | sets.cannons[!color];
    let allowed = !(board.color(color) | lost);
    let pawns = board.kind(PieceKind::Pawn);
    for from in board.pieces(PieceKind::Rook, color) {
        let attacked = attacks::rook(from, board.occupied());
        sets.rooks[color] |= attacked;
        sum.add(Term::RookMobility, color, sum.weights.rook_mobility[count(attacked & allowed)]);
        if attacked.meets(coords::PALACE[!color]) {
            attack.join(PieceKind::Rook, sum.weights);
        }
        let file = from.file();
        let pawns = pawns & coords::file_set(file);
        if pawns.is_empty() {
            sum.add(Term::OpenFiles, color, sum.weights.rook_open_file);
        } else if !pawns.meets(board.color(color)) {
            sum.add(Term::OpenFiles, color, sum.weights.rook_half_open_file);
        }
        if matches!(file, File::D | File::F) {
            sum.add(Term::OpenFiles, color, sum.weights.rook_rib_file);
        }
    }
}

/// The last rank by colour: a pawn there can only go sideways.
const LAST_RANK: [Bitboard; 2] = [coords::rank_set(Rank::R9), coords::rank_set(Rank::R0)];

/// The rank before the river by colour: the next step crosses it.
const RIVER_BANK: [Bitboard; 2] = [coords::rank_set(Rank::R4), coords::rank_set(Rank::R5)];

/// Adds the pawn terms.
pub fn add_pawns(board: &Board, color: Color, sets: &AttackSets, sum: &mut Sum<'_>) {
    let pawns = board.pieces(PieceKind::Pawn, color);
    let across = pawns - coords::HOME[color];
    if !across.is_empty() {
        let spent = across & LAST_RANK[color];
        let fresh = across - spent;
        let advisors = count(board.pieces(PieceKind::Advisor, !color)).min(2);
        sum.add(Term::CrossedPawns, color, sum.weights.crossed_pawns[advisors][count(fresh).min(3)]);
        for _ in fresh & right(fresh) {
            sum.add(Term::LinkedPawns, color, sum.weights.linked_pawns);
        }
        for _ in spent {
            sum.add(Term::LastRankPawns, color, sum.weights.last_rank_pawn);
        }
    }
    let crossing = ahead(pawns & RIVER_BANK[color], color) - board.occupied() - sets.all[!color];
    for _ in crossing {
        sum.add(Term::CrossingPawns, color, sum.weights.crossing_pawn);
    }
}

/// Adds the threats of `color` and the protection of its majors.
pub fn add_threats(board: &Board, color: Color, sets: &AttackSets, sum: &mut Sum<'_>) {
    let enemy = !color;
    let minors = sets.minors[color];
    let rooks = board.pieces(PieceKind::Rook, enemy);
    let majors = board.majors(enemy);
    let by_lesser = rooks & (minors | sets.horses[color] | sets.cannons[color]) | (majors - rooks) & minors;
    for _ in by_lesser {
        sum.add(Term::LesserAttackers, color, sum.weights.lesser_attacker);
    }

    let loose = sets.all[color] - sets.all[enemy];
    let hanging = (majors & loose) - by_lesser;
    for _ in hanging {
        sum.add(Term::HangingPieces, color, sum.weights.hanging_major);
    }
    if (hanging | by_lesser).has_several() {
        sum.add(Term::HangingPieces, color, sum.weights.two_threats);
    }
    let defenders = board.kind(PieceKind::Advisor) | board.kind(PieceKind::Elephant);
    for _ in defenders & board.color(enemy) & loose {
        sum.add(Term::HangingPieces, color, sum.weights.hanging_defender);
    }

    let horses = board.pieces(PieceKind::Horse, color);
    for _ in board.majors(color) & (minors | sets.horses[color]) {
        sum.add(Term::ProtectedMajors, color, sum.weights.protected_major);
    }
    if count(horses & sets.horses[color]) >= 2 {
        sum.add(Term::ProtectedMajors, color, sum.weights.connected_horses);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{term, term_tests};
    use super::super::weights::WEIGHTS;
    use super::*;
    use crate::textbook::pair::Pair;
    use xiangqi::types::Square;

    #[test]
    fn steps_stay_on_the_board() {
        let corners: Bitboard = [Square::A0, Square::I0, Square::A9, Square::I9].into_iter().collect();
        let set = |squares: &[Square]| squares.iter().copied().collect::<Bitboard>();
        assert_eq!(right(corners), set(&[Square::B0, Square::B9]));
        assert_eq!(ahead(corners, Color::Red), set(&[Square::A1, Square::I1]));
        assert_eq!(ahead(corners, Color::Black), set(&[Square::A8, Square::I8]));
    }

    #[test]
    fn minor_attacks_are_those_of_pawns_and_defenders() {
        let position = xiangqi::position::Position::startpos();
        let board = position.board();
        let sets = AttackSets::new(board);
        for square in Square::ALL {
            let attackers = board.attackers(square, board.occupied());
            for color in Color::ALL {
                let by_minor = [PieceKind::Pawn, PieceKind::Advisor, PieceKind::Elephant]
                    .into_iter()
                    .any(|kind| attackers.meets(board.pieces(kind, color)));
                assert_eq!(sets.minors[color].contains(square), by_minor, "{square}");
            }
        }
    }

    #[test]
    fn horses_count_squares_not_attacked_by_minors() {
        let free = term("3k5/9/9/9/9/4N4/9/9/9/4K4 w - - 0 1", Term::HorseMobility);
        assert_eq!(free, [WEIGHTS.horse_mobility[8], Pair::ZERO]);
        // The pawn attacks c5 and blocks nothing; the own rook stands on g3.
        let less = term("3k5/9/9/2p6/9/4N4/6R2/9/9/4K4 w - - 0 1", Term::HorseMobility);
        assert_eq!(less[0], WEIGHTS.horse_mobility[6]);
    }

    #[test]
    fn rooks_count_squares_not_attacked_by_lesser_pieces() {
        let free = term("3k5/9/9/9/9/R8/9/9/9/4K4 w - - 0 1", Term::RookMobility);
        assert_eq!(free, [WEIGHTS.rook_mobility[17], Pair::ZERO]);
        // The horse on c7 attacks a6, a8 and b5, so the rook loses a6 and a8.
        let attacked = term("3k5/9/2n6/9/9/R8/9/9/9/4K4 w - - 0 1", Term::RookMobility);
        assert_eq!(attacked[0], WEIGHTS.rook_mobility[15]);
    }

    #[test]
    fn cannons_count_quiet_moves_and_targets() {
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
        assert_eq!(term(start, Term::CannonMobility), [WEIGHTS.cannon_mobility[11] * 2; 2]);
        assert_eq!(term(start, Term::CannonTargets), [WEIGHTS.cannon_target * 2; 2]);
    }

    #[test]
    fn a_piece_in_front_of_a_horse_at_home_blocks_it() {
        let blocked = term("3k5/9/9/9/9/9/2P6/2N6/9/4K4 w - - 0 1", Term::BlockedHorses);
        assert_eq!(blocked, [WEIGHTS.blocked_horse, Pair::ZERO]);
        let free = term("3k5/9/9/9/9/2P6/9/2N6/9/4K4 w - - 0 1", Term::BlockedHorses);
        assert_eq!(free, [Pair::ZERO; 2]);
    }

    #[test]
    fn a_rook_attacked_by_a_lesser_piece_is_threatened_even_if_protected() {
        let fen = "3k5/9/4r4/4p4/3N5/9/9/9/9/4K4 w - - 0 1";
        assert_eq!(term(fen, Term::LesserAttackers), [WEIGHTS.lesser_attacker, Pair::ZERO]);
        // A horse attacked by a horse is not, but by a pawn it is.
        let horses = "3k5/9/4n4/4p4/3N5/9/9/9/9/4K4 w - - 0 1";
        assert_eq!(term(horses, Term::LesserAttackers), [Pair::ZERO; 2]);
        let pawn = "3k5/9/4n4/4P4/9/9/9/9/9/5K3 w - - 0 1";
        assert_eq!(term(pawn, Term::LesserAttackers)[0], WEIGHTS.lesser_attacker);
    }

    term_tests! {
        rooks_belong_on_files_without_pawns: OpenFiles {
            "3k5/9/9/9/9/9/9/9/9/R3K4 w" => WEIGHTS.rook_open_file;
            "3k5/9/9/p8/9/9/9/9/9/R3K4 w" => WEIGHTS.rook_half_open_file;
            "3k5/9/9/9/9/9/P8/9/9/R3K4 w" => Pair::ZERO;
            "3k5/9/9/9/9/9/9/9/9/4KR3 w" => WEIGHTS.rook_rib_file + WEIGHTS.rook_open_file;
        }
        crossed_pawns_are_worth_more_against_fewer_advisors: CrossedPawns {
            "3k5/4a4/5a3/9/P1P6/9/8P/9/9/4K4 w" => WEIGHTS.crossed_pawns[2][2];
            "3k5/9/9/9/P1P5P/9/9/9/9/4K4 w" => WEIGHTS.crossed_pawns[0][3];
            // The fourth changes nothing.
            "3k5/9/9/9/P1P1P3P/9/9/9/9/4K4 w" => WEIGHTS.crossed_pawns[0][3];
            "P4k3/9/9/9/9/9/9/9/9/4K4 w" => WEIGHTS.crossed_pawns[0][0]; // on the last rank
        }
        a_pawn_on_the_last_rank_is_spent: LastRankPawns {
            "P4k3/9/9/9/9/9/9/9/9/4K4 w" => WEIGHTS.last_rank_pawn;
        }
        attacked_and_unprotected_pieces_hang: HangingPieces {
            "3k5/9/n3R4/9/9/9/9/9/9/5K3 w" => WEIGHTS.hanging_major;
            "3k5/9/9/p8/n3R4/9/9/9/9/5K3 w" => Pair::ZERO; // protected by a pawn
            "3k5/9/b3R4/9/9/9/9/9/9/5K3 w" => WEIGHTS.hanging_defender;
            "3k5/9/n3R4/9/4n4/9/9/9/9/5K3 w" => WEIGHTS.hanging_major * 2 + WEIGHTS.two_threats;
        }
        majors_are_protected_by_lesser_pieces: ProtectedMajors {
            "3k5/9/9/9/9/2C6/2P6/9/9/4K4 w" => WEIGHTS.protected_major;
            "3k5/9/9/9/9/2R6/9/2C6/9/4K4 w" => Pair::ZERO;
            "3k5/9/9/9/9/3N5/9/2N6/9/4K4 w" => WEIGHTS.protected_major * 2 + WEIGHTS.connected_horses;
        }
        crossed_pawns_side_by_side_are_linked: LinkedPawns {
            "3k5/9/9/PP7/9/9/9/9/9/4K4 w" => WEIGHTS.linked_pawns;
            "3k5/9/9/PPP6/9/9/9/9/9/4K4 w" => WEIGHTS.linked_pawns * 2;
            // The end of one rank is not beside the beginning of the next.
            "3k5/9/P8/8P/9/9/9/9/9/4K4 w" => Pair::ZERO;
        }
        a_pawn_at_the_river_may_cross_unless_the_square_is_attacked: CrossingPawns {
            "3k5/9/9/9/9/2P6/9/9/9/4K4 w" => WEIGHTS.crossing_pawn;
            "3k5/9/9/9/7r1/2P6/9/9/9/4K4 w" => Pair::ZERO;
            "3k5/9/9/9/2p6/2P6/9/9/9/4K4 w" => Pair::ZERO;
        }
    }
}
