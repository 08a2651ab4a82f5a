// SPDX-License-Identifier: MIT OR Apache-2.0
//! The staged move picker: hands out the moves of a node best first, and generates them as late as possible.
//!
//! Most nodes end with one of the first moves, so each stage is worked out only when the ones before it did
//! not cut:
//!
//! 1. the table move (hash move);
//! 2. captures that do not lose material by the static exchange evaluation (SEE), by the value of the victim
//!    (MVV) plus capture history;
//! 3. refutations: the killer moves, quiet moves that refuted sibling nodes, and the counter move, the reply
//!    that last refuted the previous move;
//! 4. the other quiet moves by butterfly and continuation history, and by the cheaper pieces that attack
//!    their squares (`threats`);
//! 5. captures that lose material.
//!
//! In check all evasions come in one stage. Quiescence gets the table move and the good captures, and then,
//! if asked for, quiet checks. Every legal move comes exactly once. A node may skip its remaining quiet
//! moves; then only quiet checks come in stage 4, since a mating move may be far back in the order, and none
//! for a side with fewer than two rooks, horses and cannons.

use super::histories::Histories;
use super::history::ContinuationKeys;
use super::score::{capture_score, quiet_score};
use super::threats::Threats;
use crate::position::{GenKind, KingLines, Position};
use crate::types::{Bitboard, MAX_MOVES, Move, Piece};
use arrayvec::ArrayVec;

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

/// The kind of node that the moves are for.
#[derive(Clone, Copy)]
enum Purpose {
    Main,
    Evasions,
    /// Captures, and quiet checks if wanted.
    Quiescence {
        checks: bool,
    },
}

/// The two killer moves of this ply and the counter move.
pub type Refutations = [Option<Move>; 3];

/// Added to the score of captures among evasions, so that they come before all quiet moves.
const CAPTURE_FIRST: i32 = 1 << 24;

/// Hands out the moves of one node.
pub struct MovePicker<'a> {
    lines: &'a KingLines,
    stage: Stage,
    purpose: Purpose,
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
        purpose: Purpose,
        tt_move: Option<Move>,
        refutations: Refutations,
        keys: ContinuationKeys,
    ) -> Self {
        Self {
            lines,
            stage: Stage::TtMove,
            purpose,
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
        position: &Position,
        lines: &'a KingLines,
        tt_move: Option<Move>,
        refutations: Refutations,
        keys: ContinuationKeys,
    ) -> Self {
        let purpose = if position.in_check() { Purpose::Evasions } else { Purpose::Main };
        Self::new(lines, purpose, tt_move, refutations, keys)
    }

    /// Creates a picker for a node of the quiescence search: evasions in check, otherwise captures, and quiet
    /// checks if `checks`.
    #[inline]
    pub fn quiescence(
        position: &Position,
        lines: &'a KingLines,
        tt_move: Option<Move>,
        keys: ContinuationKeys,
        checks: bool,
    ) -> Self {
        let purpose = if position.in_check() { Purpose::Evasions } else { Purpose::Quiescence { checks } };
        let tt_move = tt_move.filter(|&mv| position.in_check() || position.is_capture(mv));
        Self::new(lines, purpose, tt_move, [None; 3], keys)
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
                    self.stage = match self.purpose {
                        Purpose::Evasions => Stage::GenerateEvasions,
                        _ => Stage::GenerateCaptures,
                    };
                    if self.tt_move.is_some() {
                        return self.tt_move;
                    }
                }
                Stage::GenerateCaptures => self.generate_captures(position, histories),
                Stage::GoodCaptures => match self.next_good_capture(position) {
                    None => self.stage = self.after_good_captures(),
                    good_capture => return good_capture,
                },
                Stage::Refutations => match self.next_refutation(position) {
                    None => self.stage = Stage::GenerateQuiets,
                    refutation => return refutation,
                },
                Stage::GenerateQuiets => self.generate_quiets(position, histories),
                Stage::Quiets => match self.next_quiet(position) {
                    None => self.begin_bad_captures(),
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
    fn after_good_captures(&self) -> Stage {
        match self.purpose {
            Purpose::Quiescence { checks: true } => Stage::GenerateQuietChecks,
            Purpose::Quiescence { checks: false } => Stage::Done,
            Purpose::Main | Purpose::Evasions => Stage::Refutations,
        }
    }

    #[inline]
    fn begin_bad_captures(&mut self) {
        self.next = 0;
        self.stage = Stage::BadCaptures;
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
                quiet_score(histories, piece, mv, keys) + threats.score(piece.kind(), mv)
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
                quiet_score(histories, piece, mv, keys)
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
                moves.push(ScoredMove { mv, score: quiet_score(histories, piece, mv, keys) });
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

#[cfg(test)]
mod tests;
