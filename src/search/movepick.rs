// SPDX-License-Identifier: MIT OR Apache-2.0
//! The staged move picker: hands out the moves of a node best first, and generates them as late as possible.
//!
//! Most nodes end with one of the first moves, so each stage is worked out only when the ones before it did
//! not cut:
//!
//! 1. the move of the transposition table (TT move, hash move);
//! 2. captures that do not lose material by the static exchange evaluation (SEE), by the value of the victim
//!    (MVV) plus capture history;
//! 3. refutations: the killer moves, quiet moves that refuted sibling nodes, and the counter move, the reply
//!    that last refuted the previous move;
//! 4. the other quiet moves by butterfly and continuation history, and by the cheaper pieces that attack
//!    their squares ([`Threats`]);
//! 5. captures that lose material.
//!
//! In check all evasions come in one stage. Quiescence gets the TT move and the good captures, and then,
//! if asked for, quiet checks. Every legal move comes exactly once. A node may skip its remaining quiet
//! moves; then only quiet checks come in stage 4, since a mating move may be far back in the order, and none
//! for a side with fewer than two rooks, horses and cannons.

use super::history::{ContinuationKeys, Histories};
use super::params;
use arrayvec::ArrayVec;
use xiangqi::attacks;
use xiangqi::position::{GenKind, KingLines, Position, see_value};
use xiangqi::types::{Bitboard, MAX_MOVES, Move, Piece, PieceKind};

#[derive(Clone, Copy)]
struct ScoredMove {
    mv: Move,
    score: i32,
}

/// The stage that the next move comes from, or that generates the moves of the next stage.
#[derive(Clone, Copy)]
enum Stage {
    TtMove,
    GenerateCaptures,
    GoodCaptures,
    Refutations,
    GenerateQuiets,
    Quiets,
    BadCaptures,
    GenerateEvasions,
    Evasions,
    GenerateQuietChecks,
    QuietChecks,
    Done,
}

/// The two killer moves of this ply and the counter move.
pub type Refutations = [Option<Move>; 3];

/// Weight of the captured piece's value: an entry of the capture history is worth up to 256 units of value.
const VICTIM_WEIGHT: i32 = 64;
/// Added to the score of captures among evasions, so that they come before all quiet moves.
const CAPTURE_FIRST: i32 = 1 << 24;

/// Hands out the moves of one node.
pub struct MovePicker<'a> {
    lines: &'a KingLines,
    stage: Stage,
    /// The stage after the good captures: for refutations in the main search, for quiet checks or the end in
    /// quiescence.
    after_captures: Stage,
    tt_move: Option<Move>,
    refutations: Refutations,
    keys: ContinuationKeys,
    next_refutation: usize,
    /// Captures that lose material are kept at the front, up to here.
    bad_captures: usize,
    /// Index of the next move of the current stage.
    next: usize,
    moves: ArrayVec<ScoredMove, MAX_MOVES>,
    skip_quiets: bool,
}

impl<'a> MovePicker<'a> {
    #[inline]
    fn new(
        lines: &'a KingLines,
        after_captures: Stage,
        tt_move: Option<Move>,
        refutations: Refutations,
        keys: ContinuationKeys,
    ) -> Self {
        Self {
            lines,
            stage: Stage::TtMove,
            after_captures,
            tt_move,
            refutations,
            keys,
            next_refutation: 0,
            bad_captures: 0,
            next: 0,
            moves: ArrayVec::new_const(),
            skip_quiets: false,
        }
    }

    /// Creates a picker for a node of the main search. `tt_move` must be legal.
    #[inline]
    pub fn main(
        lines: &'a KingLines,
        tt_move: Option<Move>,
        refutations: Refutations,
        keys: ContinuationKeys,
    ) -> Self {
        Self::new(lines, Stage::Refutations, tt_move, refutations, keys)
    }

    /// Creates a picker for a node of the quiescence search: evasions in check, otherwise captures, and quiet
    /// checks if `checks`.
    #[inline]
    pub fn qsearch(
        position: &Position,
        lines: &'a KingLines,
        tt_move: Option<Move>,
        keys: ContinuationKeys,
        checks: bool,
    ) -> Self {
        let after_captures = if checks { Stage::GenerateQuietChecks } else { Stage::Done };
        let tt_move = tt_move.filter(|&mv| position.in_check() || position.is_capture(mv));
        Self::new(lines, after_captures, tt_move, [None; 3], keys)
    }

    /// Skips all quiet moves from here on. Those that give check are spared if the side to move is not in
    /// check itself and has more than one rook, horse or cannon: the one that mates may be far back in the
    /// order, while a lone piece hardly mates by surprise, and its many checks would fill the tree of a thin
    /// ending.
    #[inline]
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// Returns the next move.
    pub fn next(&mut self, position: &Position, histories: &Histories) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage =
                        if position.in_check() { Stage::GenerateEvasions } else { Stage::GenerateCaptures };
                    if self.tt_move.is_some() {
                        return self.tt_move;
                    }
                }
                Stage::GenerateCaptures => self.generate_captures(position, histories),
                Stage::GoodCaptures => match self.next_good_capture(position) {
                    None => self.stage = self.after_captures,
                    good_capture => return good_capture,
                },
                Stage::Refutations => match self.next_refutation(position) {
                    None => self.stage = Stage::GenerateQuiets,
                    refutation => return refutation,
                },
                Stage::GenerateQuiets => self.generate_quiets(position, histories),
                Stage::Quiets => match self.next_quiet(position) {
                    None => {
                        self.next = 0;
                        self.stage = Stage::BadCaptures;
                    }
                    quiet => return quiet,
                },
                Stage::BadCaptures => match self.next_bad_capture() {
                    None => self.stage = Stage::Done,
                    bad_capture => return bad_capture,
                },
                Stage::GenerateEvasions => self.generate_evasions(position, histories),
                Stage::Evasions => match self.next_evasion(position) {
                    None => self.stage = Stage::Done,
                    evasion => return evasion,
                },
                Stage::GenerateQuietChecks => {
                    self.generate_quiet_checks(position, histories);
                    self.stage = Stage::QuietChecks;
                }
                Stage::QuietChecks => match self.next_quiet_check(position) {
                    None => self.stage = Stage::Done,
                    check => return check,
                },
                Stage::Done => return None,
            }
        }
    }

    #[inline]
    fn next_good_capture(&mut self, position: &Position) -> Option<Move> {
        while let Some(mv) = self.pick() {
            if position.see_ge(mv, 0) {
                return Some(mv);
            }
            // The slots before `next` are free for the captures put aside.
            self.moves[self.bad_captures] = ScoredMove { mv, score: 0 };
            self.bad_captures += 1;
        }
        None
    }

    /// The next killer or counter move that is a legal quiet move here and was not handed out yet.
    #[inline]
    fn next_refutation(&mut self, position: &Position) -> Option<Move> {
        while !self.skip_quiets && self.next_refutation < self.refutations.len() {
            let index = self.next_refutation;
            self.next_refutation += 1;
            let Some(mv) = self.refutations[index] else { continue };
            let fits = Some(mv) != self.tt_move
                && !self.refutations[..index].contains(&Some(mv))
                && !position.is_capture(mv)
                && position.is_pseudo_legal(mv)
                && position.is_safe(mv, self.lines);
            if fits {
                return Some(mv);
            }
            self.refutations[index] = None;
        }
        None
    }

    #[inline]
    fn next_quiet(&mut self, position: &Position) -> Option<Move> {
        if !self.skip_quiets {
            return self.pick();
        }
        if !spares_checks(position) {
            return None;
        }
        let lines = position.enemy_king_lines();
        let left = self.moves.get(self.next..)?.iter().map(|scored| scored.mv);
        let check = left.enumerate().find(|&(_, mv)| position.gives_check_with(mv, &lines));
        self.next = check.map_or(self.moves.len(), |(index, _)| self.next + index + 1);
        check.map(|(_, mv)| mv)
    }

    #[inline]
    fn next_bad_capture(&mut self) -> Option<Move> {
        let scored = self.moves[..self.bad_captures].get(self.next)?;
        self.next += 1;
        Some(scored.mv)
    }

    #[inline]
    fn next_evasion(&mut self, position: &Position) -> Option<Move> {
        while let Some(mv) = self.pick() {
            if !self.skip_quiets || position.is_capture(mv) {
                return Some(mv);
            }
        }
        None
    }

    /// The next quiet check that does not lose the piece.
    #[inline]
    fn next_quiet_check(&mut self, position: &Position) -> Option<Move> {
        while let Some(mv) = self.pick() {
            if position.see_ge(mv, 0) {
                return Some(mv);
            }
        }
        None
    }

    /// Generates the moves of a kind, without those of earlier stages, behind the losing captures.
    #[inline]
    fn generate(&mut self, position: &Position, kind: GenKind, score: impl Fn(Piece, Move) -> i32) {
        self.moves.truncate(self.bad_captures);
        self.next = self.bad_captures;
        let [first, second, third] = if kind == GenKind::Quiets { self.refutations } else { [None; 3] };
        let handed_out = [self.tt_move, first, second, third];
        let origins: Bitboard = handed_out.into_iter().flatten().map(Move::from).collect();
        let moves = &mut self.moves;
        position.visit_moves_with(kind, self.lines, |from, mut targets| {
            let Some(piece) = position.piece_on(from) else { return };
            if origins.contains(from) {
                for mv in handed_out.into_iter().flatten().filter(|mv| mv.from() == from) {
                    targets -= mv.to().into();
                }
            }
            for to in targets {
                let mv = Move::new(from, to);
                moves.push(ScoredMove { mv, score: score(piece, mv) });
            }
        });
    }

    #[inline]
    fn generate_captures(&mut self, position: &Position, histories: &Histories) {
        self.generate(position, GenKind::Captures, |piece, mv| capture_score(position, histories, piece, mv));
        self.stage = Stage::GoodCaptures;
    }

    #[inline]
    fn generate_quiets(&mut self, position: &Position, histories: &Histories) {
        let keys = self.keys;
        if self.skip_quiets {
            if spares_checks(position) {
                self.generate_quiet_checks(position, histories);
            }
        } else {
            let threats = Threats::new(position);
            self.generate(position, GenKind::Quiets, |piece, mv| {
                histories.quiet(piece, mv, keys) + threats.score(piece.kind(), mv)
            });
        }
        self.stage = Stage::Quiets;
    }

    #[inline]
    fn generate_evasions(&mut self, position: &Position, histories: &Histories) {
        let keys = self.keys;
        self.generate(position, GenKind::All, |piece, mv| {
            if position.is_capture(mv) {
                CAPTURE_FIRST + capture_score(position, histories, piece, mv)
            } else {
                histories.quiet(piece, mv, keys)
            }
        });
        self.stage = Stage::Evasions;
    }

    /// Generates the quiet checks behind the losing captures.
    fn generate_quiet_checks(&mut self, position: &Position, histories: &Histories) {
        self.moves.truncate(self.bad_captures);
        self.next = self.bad_captures;
        let (tt_move, keys) = (self.tt_move, self.keys);
        let handed_out = &self.refutations[..self.next_refutation];
        let moves = &mut self.moves;
        position.visit_quiet_checks(self.lines, |piece, mv| {
            if Some(mv) != tt_move && !handed_out.contains(&Some(mv)) {
                moves.push(ScoredMove { mv, score: histories.quiet(piece, mv, keys) });
            }
        });
    }

    /// Removes the move with the highest score from those left in this stage (selection sort).
    #[inline]
    fn pick(&mut self) -> Option<Move> {
        let left = self.moves.get_mut(self.next..)?;
        // Two passes are faster than one: finding the highest score takes no branch, and finding its index
        // only one that is mispredicted.
        let highest = left.iter().map(|scored| scored.score).max()?;
        let best = left.iter().position(|scored| scored.score == highest)?;
        let mv = left[best].mv;
        left.swap(0, best);
        self.next += 1;
        Some(mv)
    }
}

/// Returns true if a node that skips its quiet moves still searches the checks.
#[inline]
fn spares_checks(position: &Position) -> bool {
    position.board().majors(position.side_to_move()).len() > 1
}

/// Returns the MVV score (most valuable victim) plus capture history, which decides among equal victims and
/// may outweigh the difference of others, though never that of rook and pawn. Of equal captures the king's
/// comes last.
#[inline]
fn capture_score(position: &Position, histories: &Histories, piece: Piece, mv: Move) -> i32 {
    let Some(victim) = position.piece_on(mv.to()) else { return 0 };
    see_value(victim.kind()) * VICTIM_WEIGHT + histories.capture(piece, mv.to(), victim.kind())
        - i32::from(piece.kind() == PieceKind::King)
}

/// The squares that enemies of less value attack: a rook, horse or cannon that leaves one goes first in the
/// order of quiet moves, one that would move onto one goes last.
struct Threats {
    /// Attacked by pawns: for a horse or cannon.
    pawns: Bitboard,
    /// Attacked by pawns, horses and cannons: for a rook.
    minors: Bitboard,
}

impl Threats {
    /// Returns the threats to the side to move.
    #[inline]
    fn new(position: &Position) -> Self {
        let (board, enemy, occupied) = (position.board(), !position.side_to_move(), position.occupied());
        let squares = |kind| board.pieces(kind, enemy);
        let mut pawns = Bitboard::EMPTY;
        for square in squares(PieceKind::Pawn) {
            pawns |= attacks::pawn(enemy, square);
        }
        let mut minors = pawns;
        for square in squares(PieceKind::Horse) {
            minors |= attacks::horse(square, occupied);
        }
        for square in squares(PieceKind::Cannon) {
            minors |= attacks::cannon_captures(square, occupied);
        }
        Self { pawns, minors }
    }

    /// Returns the score of a quiet move for the threats that it escapes or meets.
    #[inline]
    fn score(&self, kind: PieceKind, mv: Move) -> i32 {
        let (attacked, weight) = match kind {
            PieceKind::Rook => (self.minors, 2),
            PieceKind::Horse | PieceKind::Cannon => (self.pawns, 1),
            PieceKind::King | PieceKind::Advisor | PieceKind::Elephant | PieceKind::Pawn => return 0,
        };
        let escaped = i32::from(attacked.contains(mv.from())) - i32::from(attacked.contains(mv.to()));
        escaped * weight * params::threat_score()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::history::PieceTo;
    use std::collections::BTreeSet;
    use xiangqi::types::SplitMix64;

    #[test]
    fn every_legal_move_comes_exactly_once() {
        let histories = Histories::new();
        let mut rng = SplitMix64::new(11);
        for _ in 0..1000 {
            let mut position = Position::startpos();
            for _ in 0..80 {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let any = |rng: &mut SplitMix64| Some(legal[rng.below(legal.len())]);
                let foreign = Move::from_bits((rng.next_u64() & 0x3fff) as u16);
                let refutations = [any(&mut rng), foreign, any(&mut rng)];
                let tt_move = if rng.below(2) == 0 { any(&mut rng) } else { None };
                let lines = position.king_lines();
                let mut picker = MovePicker::main(&lines, tt_move, refutations, [PieceTo::NONE; 3]);
                let mut seen = BTreeSet::new();
                while let Some(mv) = picker.next(&position, &histories) {
                    assert!(seen.insert(mv), "{mv} twice in {position}");
                }
                assert_eq!(seen, legal.iter().copied().collect(), "{position}");
                let mv = legal[rng.below(legal.len())];
                position.play(mv).unwrap();
            }
        }
    }

    #[test]
    fn quiescence_gets_quiet_checks_and_no_other_quiet_moves() {
        let histories = Histories::new();
        let position = Position::from_fen("3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1").unwrap();
        let lines = position.king_lines();
        let mut picker = MovePicker::qsearch(&position, &lines, None, [PieceTo::NONE; 3], true);
        let moves: Vec<_> = std::iter::from_fn(|| picker.next(&position, &histories)).collect();
        // The rook on e9 is protected by the king, which it faces.
        let checks = ["e1d1".to_owned(), "e1e9".into()];
        assert_eq!(moves.iter().map(ToString::to_string).collect::<BTreeSet<_>>(), checks.into());
    }

    #[test]
    fn a_node_that_skips_its_quiet_moves_still_gets_the_checks() {
        let histories = Histories::new();
        let position = Position::from_fen("3k5/9/9/p8/9/9/9/R8/4R4/4K4 w - - 0 1").unwrap();
        let lines = position.king_lines();
        let checks = BTreeSet::from(["a2d2".to_owned(), "e1d1".into(), "e1e9".into()]);
        let refutations = ["a2b2", "e1d1", "a2d2"].map(|mv| Some(mv.parse().unwrap()));
        // Nothing handed out yet, the capture, and moves of each later stage.
        for before in 0..8 {
            let mut picker = MovePicker::main(&lines, None, refutations, [PieceTo::NONE; 3]);
            let mut next = || picker.next(&position, &histories).map(|mv| mv.to_string());
            let mut seen: BTreeSet<String> = (0..before).map(|_| next().unwrap()).collect();
            picker.skip_quiets();
            let rest: Vec<_> = std::iter::from_fn(|| picker.next(&position, &histories)).collect();
            for mv in &rest {
                assert!(seen.insert(mv.to_string()), "{mv} twice");
                assert!(position.is_capture(*mv) || checks.contains(&mv.to_string()), "{mv} is quiet");
            }
            assert!(checks.is_subset(&seen), "only {seen:?}, {before} before");
        }
    }

    #[test]
    fn a_lone_piece_is_not_spared_its_checks() {
        let histories = Histories::new();
        let position = Position::from_fen("3k5/9/9/p8/9/9/9/9/4R4/4K4 w - - 0 1").unwrap();
        let lines = position.king_lines();
        let mut picker = MovePicker::main(&lines, None, [None; 3], [PieceTo::NONE; 3]);
        picker.skip_quiets();
        assert_eq!(picker.next(&position, &histories), None);
    }

    #[test]
    fn a_rook_flees_from_a_cannon_and_a_horse_does_not() {
        // The black cannon e7 aims over e5 at e2; the black pawn c4 attacks c3 only.
        let position = Position::from_fen("5k3/9/4c4/9/4P4/2p6/9/4R4/9/3K3N1 w - - 0 1")
            .expect("the test's FEN is good");
        let threats = Threats::new(&position);
        let score = |mv: &str, kind| threats.score(kind, mv.parse().expect("the test's move is good"));
        assert_eq!(score("e2f2", PieceKind::Rook), 2 * params::threat_score());
        assert_eq!(score("e2e3", PieceKind::Rook), 0);
        assert_eq!(score("e2f2", PieceKind::Horse), 0);
        assert_eq!(score("c2c3", PieceKind::Horse), -params::threat_score());
        assert_eq!(score("e2f2", PieceKind::King), 0);
    }
}
