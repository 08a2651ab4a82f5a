// SPDX-License-Identifier: MIT OR Apache-2.0
//! The staged move picker: hands out moves best first, and generates them as late as possible.
//!
//! Most nodes end with one of the first moves, so each stage is worked out only when the ones before it did not do:
//!
//! 1. the table's move;
//! 2. captures that win or hold the exchange, most valuable victim first;
//! 3. killers: quiet moves that refuted sister nodes, and the counter move: the reply that refuted the previous move
//!    before;
//! 4. the other quiet moves by history;
//! 5. captures that lose the exchange.
//!
//! In check all evasions come in one stage. Quiescence asks for the table's move and the good captures, and then for
//! quiet checks. Every legal move comes exactly once.

use super::histories::Histories;
use super::history::{ContinuationKeys, PieceTo};
use crate::position::{GenKind, KingLines, Position, see_value};
use crate::types::{Bitboard, MAX_MOVES, Move, Piece, PieceKind};
use arrayvec::ArrayVec;

#[derive(Clone, Copy)]
struct ScoredMove {
    mv: Move,
    score: i32,
}

/// What to hand out next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stage {
    Table,
    GenerateCaptures,
    GoodCaptures,
    Refutations,
    GenerateQuiets,
    Quiets,
    BadCaptures,
    GenerateEvasions,
    Evasions,
    QuietChecks,
    Done,
}

/// What the moves are for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Main,
    Evasions,
    /// Captures, and quiet checks if wanted.
    Quiescence {
        checks: bool,
    },
}

/// Killers of this ply and the counter move.
pub type Refutations = [Option<Move>; REFUTATIONS];
const REFUTATIONS: usize = 3;

/// Captures are sorted by victim first; a history entry weighs less than a pawn.
const VICTIM_WEIGHT: i32 = 64;

/// Hands out the moves of one node.
pub struct MovePicker<'a> {
    lines: &'a KingLines,
    stage: Stage,
    purpose: Purpose,
    table_move: Option<Move>,
    refutations: Refutations,
    keys: ContinuationKeys,
    next_refutation: usize,
    /// Captures that lose the exchange are kept at the front, up to here.
    bad_captures: usize,
    /// The next move of the present stage.
    next: usize,
    moves: ArrayVec<ScoredMove, MAX_MOVES>,
    skip_quiets: bool,
}

impl<'a> MovePicker<'a> {
    #[inline]
    fn new(lines: &'a KingLines, purpose: Purpose, table_move: Option<Move>, keys: ContinuationKeys) -> Self {
        Self {
            lines,
            stage: Stage::Table,
            purpose,
            table_move,
            refutations: [None; REFUTATIONS],
            keys,
            next_refutation: 0,
            bad_captures: 0,
            next: 0,
            moves: ArrayVec::new_const(),
            skip_quiets: false,
        }
    }

    /// For a node of the main search. `table_move` must be legal.
    #[inline]
    pub fn main(
        position: &Position,
        lines: &'a KingLines,
        table_move: Option<Move>,
        refutations: Refutations,
        keys: ContinuationKeys,
    ) -> Self {
        let purpose = if position.in_check() { Purpose::Evasions } else { Purpose::Main };
        let mut picker = Self::new(lines, purpose, table_move, keys);
        picker.refutations = refutations;
        picker
    }

    /// For a node of the quiescence search: evasions in check, otherwise captures, and quiet checks if `checks`.
    #[inline]
    pub fn quiescence(
        position: &Position,
        lines: &'a KingLines,
        table_move: Option<Move>,
        keys: ContinuationKeys,
        checks: bool,
    ) -> Self {
        let purpose = if position.in_check() { Purpose::Evasions } else { Purpose::Quiescence { checks } };
        Self::new(
            lines,
            purpose,
            table_move.filter(|&mv| position.in_check() || position.is_capture(mv)),
            keys,
        )
    }

    /// No more quiet moves, please.
    #[inline]
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The next move.
    pub fn next(&mut self, position: &Position, histories: &Histories) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = match self.purpose {
                        Purpose::Evasions => Stage::GenerateEvasions,
                        _ => Stage::GenerateCaptures,
                    };
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Stage::GenerateCaptures => {
                    self.generate(position, GenKind::Captures, |piece, mv| {
                        capture_score(position, histories, piece, mv)
                    });
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => {
                    while let Some(mv) = self.pick() {
                        if position.see_ge(mv, 0) {
                            return Some(mv);
                        }
                        // The slots before `next` are free for those put aside.
                        self.moves[self.bad_captures] = ScoredMove { mv, score: 0 };
                        self.bad_captures += 1;
                    }
                    self.stage = match self.purpose {
                        Purpose::Quiescence { checks: true } => {
                            self.generate_quiet_checks(position, histories);
                            Stage::QuietChecks
                        }
                        Purpose::Quiescence { checks: false } => Stage::Done,
                        _ => Stage::Refutations,
                    };
                }
                Stage::Refutations => {
                    if self.skip_quiets || self.next_refutation == REFUTATIONS {
                        self.stage = Stage::GenerateQuiets;
                    } else if let Some(mv) = self.next_refutation(position) {
                        return Some(mv);
                    }
                }
                Stage::GenerateQuiets => {
                    if !self.skip_quiets {
                        let keys = self.keys;
                        self.generate(position, GenKind::Quiets, |piece, mv| {
                            quiet_score(histories, piece, mv, keys)
                        });
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => {
                    if !self.skip_quiets
                        && let Some(mv) = self.pick()
                    {
                        return Some(mv);
                    }
                    self.next = 0;
                    self.stage = Stage::BadCaptures;
                }
                Stage::BadCaptures => {
                    if self.next == self.bad_captures {
                        self.stage = Stage::Done;
                    } else {
                        self.next += 1;
                        return Some(self.moves[self.next - 1].mv);
                    }
                }
                Stage::GenerateEvasions => {
                    let keys = self.keys;
                    self.generate(position, GenKind::All, |piece, mv| {
                        if position.is_capture(mv) {
                            (1 << 24) + capture_score(position, histories, piece, mv)
                        } else {
                            quiet_score(histories, piece, mv, keys)
                        }
                    });
                    self.stage = Stage::Evasions;
                }
                Stage::Evasions => loop {
                    let Some(mv) = self.pick() else {
                        self.stage = Stage::Done;
                        return None;
                    };
                    if !self.skip_quiets || position.is_capture(mv) {
                        return Some(mv);
                    }
                },
                Stage::QuietChecks => {
                    while let Some(mv) = self.pick() {
                        if position.see_ge(mv, 0) {
                            return Some(mv);
                        }
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    /// The next killer or counter move that is a legal quiet move here and was not handed out yet.
    #[inline]
    fn next_refutation(&mut self, position: &Position) -> Option<Move> {
        let index = self.next_refutation;
        self.next_refutation += 1;
        let mv = self.refutations[index]?;
        let fits = Some(mv) != self.table_move
            && !self.refutations[..index].contains(&Some(mv))
            && !position.is_capture(mv)
            && position.is_pseudo_legal(mv)
            && position.is_safe(mv, self.lines);
        if fits {
            return Some(mv);
        }
        self.refutations[index] = None;
        None
    }

    /// Appends the moves of a kind, without those of earlier stages, after what is put aside.
    #[inline]
    fn generate(&mut self, position: &Position, kind: GenKind, score: impl Fn(Piece, Move) -> i32) {
        self.moves.truncate(self.bad_captures);
        self.next = self.bad_captures;
        let [first, second, third] =
            if kind == GenKind::Quiets { self.refutations } else { [None; REFUTATIONS] };
        let handed_out = [self.table_move, first, second, third];
        let origins: Bitboard = handed_out.into_iter().flatten().map(Move::from).collect();
        let moves = &mut self.moves;
        position.visit_moves(kind, self.lines, |from, mut targets| {
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

    fn generate_quiet_checks(&mut self, position: &Position, histories: &Histories) {
        self.moves.clear();
        self.next = 0;
        let moves = &mut self.moves;
        let keys = self.keys;
        position.visit_quiet_checks(self.lines, |piece, mv| {
            moves.push(ScoredMove { mv, score: quiet_score(histories, piece, mv, keys) });
        });
    }

    /// Takes the best of the moves left in this stage.
    #[inline]
    fn pick(&mut self) -> Option<Move> {
        let left = self.moves.get_mut(self.next..)?;
        // Two passes: which score is highest takes no guesses of the processor, and then only one where it is.
        let highest = left.iter().map(|scored| scored.score).max()?;
        let best = left.iter().position(|scored| scored.score == highest)?;
        let mv = left[best].mv;
        left.swap(0, best);
        self.next += 1;
        Some(mv)
    }
}

#[inline]
fn capture_score(position: &Position, histories: &Histories, piece: Piece, mv: Move) -> i32 {
    let Some(victim) = position.piece_on(mv.to()) else { return 0 };
    see_value(victim.kind()) * VICTIM_WEIGHT + histories.capture(piece, mv.to(), victim.kind())
        - i32::from(piece.kind() == PieceKind::King)
}

#[inline]
fn quiet_score(histories: &Histories, piece: Piece, mv: Move, keys: ContinuationKeys) -> i32 {
    histories.quiet(piece.color(), mv, PieceTo::new(piece, mv.to()), keys)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::SplitMix64;
    use std::collections::BTreeSet;

    #[test]
    fn every_legal_move_comes_exactly_once() {
        let histories = Histories::new();
        let mut rng = SplitMix64::new(11);
        for _ in 0..if cfg!(debug_assertions) { 60 } else { 1000 } {
            let mut position = Position::startpos();
            for _ in 0..80 {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let any = |rng: &mut SplitMix64| Some(legal[rng.below(legal.len())]);
                let foreign = Move::from_bits((rng.next_u64() & 0x3fff) as u16);
                let refutations = [any(&mut rng), foreign, any(&mut rng)];
                let table_move = if rng.below(2) == 0 { any(&mut rng) } else { None };
                let lines = position.king_lines();
                let mut picker =
                    MovePicker::main(&position, &lines, table_move, refutations, [PieceTo::NONE; 3]);
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
        let mut picker = MovePicker::quiescence(&position, &lines, None, [PieceTo::NONE; 3], true);
        let moves: Vec<_> = std::iter::from_fn(|| picker.next(&position, &histories)).collect();
        assert_eq!(moves.iter().map(ToString::to_string).collect::<BTreeSet<_>>(), ["e1d1".into()].into());
    }
}
