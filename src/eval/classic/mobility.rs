// SPDX-License-Identifier: MIT OR Apache-2.0
//! Mobility: the squares that the majors can reach without being captured by lesser pieces; also open files
//! and blocked horses.
//!
//! The same pass completes the attack sets and collects the attackers of the palaces. Horses and cannons come
//! first, since a rook avoids the squares that they attack.

#![expect(clippy::inline_always, reason = "a colour is a constant only where its function is inlined")]

use super::attack_sets::{AttackSets, ahead};
use super::king_attack::KingAttack;
use super::popcount::{len, near_len};
use super::trace::{Sum, Term, Trace};
use crate::attacks;
use crate::position::Board;
use crate::types::{Color, File, PieceKind, coords};

/// Adds mobility, completes `sets` and returns the attacks on the palaces.
#[inline]
pub fn add(board: &Board, sets: &mut AttackSets, sum: &mut Sum<impl Trace>) -> [KingAttack; 2] {
    let (mut red, mut black) = (KingAttack::default(), KingAttack::default());
    horses(board, Color::Red, sets, &mut red, sum);
    cannons(board, Color::Red, sets, &mut red, sum);
    horses(board, Color::Black, sets, &mut black, sum);
    cannons(board, Color::Black, sets, &mut black, sum);
    rooks(board, Color::Red, sets, &mut red, sum);
    rooks(board, Color::Black, sets, &mut black, sum);
    for color in Color::ALL {
        sets.all[color] |= sets.horses[color] | sets.cannons[color] | sets.rooks[color];
    }
    [red, black]
}

#[inline(always)]
fn horses(
    board: &Board,
    color: Color,
    sets: &mut AttackSets,
    attack: &mut KingAttack,
    sum: &mut Sum<impl Trace>,
) {
    let horses = board.pieces(PieceKind::Horse, color);
    let allowed = !(board.color(color) | sets.minors[!color]);
    for from in horses {
        let attacked = attacks::horse(from, board.occupied());
        sets.horses[color] |= attacked;
        sum.add(Term::HorseMobility, color, sum.weights().horse_mobility[near_len(attacked & allowed, from)]);
        if attacked.meets(coords::PALACE[!color]) {
            attack.join(PieceKind::Horse, sum.weights());
        }
    }
    for _ in ahead(horses & coords::HOME[color], color) & board.color(color) {
        sum.add(Term::BlockedHorses, color, sum.weights().blocked_horse);
    }
}

#[inline(always)]
fn cannons(
    board: &Board,
    color: Color,
    sets: &mut AttackSets,
    attack: &mut KingAttack,
    sum: &mut Sum<impl Trace>,
) {
    let targets = board.majors(!color);
    for from in board.pieces(PieceKind::Cannon, color) {
        let (seen, attacked) = attacks::rook_and_cannon(from, board.occupied());
        sets.cannons[color] |= attacked;
        let quiet = len(seen - board.occupied());
        sum.add(Term::CannonMobility, color, sum.weights().cannon_mobility[quiet]);
        for _ in attacked & targets {
            sum.add(Term::CannonTargets, color, sum.weights().cannon_target);
        }
        if attacked.meets(coords::PALACE[!color]) {
            attack.join(PieceKind::Cannon, sum.weights());
        }
    }
}

#[inline(always)]
fn rooks(
    board: &Board,
    color: Color,
    sets: &mut AttackSets,
    attack: &mut KingAttack,
    sum: &mut Sum<impl Trace>,
) {
    let lost = sets.minors[!color] | sets.horses[!color] | sets.cannons[!color];
    let allowed = !(board.color(color) | lost);
    let pawns = board.kind(PieceKind::Pawn);
    for from in board.pieces(PieceKind::Rook, color) {
        let attacked = attacks::rook(from, board.occupied());
        sets.rooks[color] |= attacked;
        sum.add(Term::RookMobility, color, sum.weights().rook_mobility[len(attacked & allowed)]);
        if attacked.meets(coords::PALACE[!color]) {
            attack.join(PieceKind::Rook, sum.weights());
        }
        let file = from.file();
        let pawns = pawns & coords::file_set(file);
        if pawns.is_empty() {
            sum.add(Term::OpenFiles, color, sum.weights().rook_open_file);
        } else if !pawns.meets(board.color(color)) {
            sum.add(Term::OpenFiles, color, sum.weights().rook_half_open_file);
        }
        if matches!(file, File::D | File::F) {
            sum.add(Term::OpenFiles, color, sum.weights().rook_rib_file);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::pair::Pair;
    use super::super::tests::term;
    use super::super::weights::WEIGHTS;
    use super::*;

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
    fn rooks_belong_on_files_without_pawns() {
        let files = |fen| term(fen, Term::OpenFiles)[0];
        assert_eq!(files("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1"), WEIGHTS.rook_open_file);
        assert_eq!(files("3k5/9/9/p8/9/9/9/9/9/R3K4 w - - 0 1"), WEIGHTS.rook_half_open_file);
        assert_eq!(files("3k5/9/9/9/9/9/P8/9/9/R3K4 w - - 0 1"), Pair::ZERO);
        let rib = WEIGHTS.rook_rib_file + WEIGHTS.rook_open_file;
        assert_eq!(files("3k5/9/9/9/9/9/9/9/9/4KR3 w - - 0 1"), rib);
    }
}
