// SPDX-License-Identifier: MIT OR Apache-2.0
//! Verification: the value of every position follows from those of the positions after it.
//!
//! This uses moves played, where the builder uses moves taken back, so the two check each other. Wins by
//! perpetual check are followed to the quiet evasions that make progress (see `perpetual`).

use super::index::Index;
use super::material::Balance;
use super::moves::{Moves, visit_boards};
use super::probe::{Tablebase, TablebaseError};
use super::retrograde::each_number;
use super::value::{CheckRule, Code, DRAW, Smaller, Table, TbValue, decode, is_win};
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use xiangqi::position::{Board, GenKind, Position};
use xiangqi::types::Color;

/// Returns the first position of the table whose code does not follow from those of its successors.
///
/// # Errors
/// A table that cannot be read.
pub fn first_fault(
    balance: Balance,
    tablebase: &Tablebase,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Option<Position>, TablebaseError> {
    let (table, smaller) = (tablebase.table(balance)?, tablebase.smaller(balance)?);
    let fault = AtomicUsize::new(usize::MAX);
    let check = Check { table: &table, smaller: &smaller };
    each_number(table.index().size(), threads, stop, |number| {
        let board = table.index().placement(number);
        for side in Color::ALL {
            if !check.is_right(board.as_ref(), side, table.codes(side)[number]) {
                fault.fetch_min(2 * number + side as usize, Relaxed);
            }
        }
    });
    let fault = fault.into_inner();
    let board = (fault < usize::MAX).then(|| table.index().placement(fault / 2)).flatten();
    Ok(board.map(|board| Position::from_board(board, Color::ALL[fault % 2])))
}

struct Check<'a> {
    table: &'a Table,
    smaller: &'a Smaller,
}

impl Check<'_> {
    /// Returns true if `code` follows from the positions after this one.
    fn is_right(&self, board: Option<&Board>, side: Color, code: Code) -> bool {
        let Some(board) = board.filter(|board| board.checkers(!side).is_empty()) else { return true };
        let images = [self.table.code(board, Color::Red, side), self.image(board, side)];
        if images != [code; 2] {
            return false;
        }
        let position = Position::from_board(board.clone(), side);
        let plain = self.moves(&position, CheckRule::Draw).code();
        if plain < DRAW || code < self.table.rule_from() {
            return code == plain;
        }
        let expected = self.moves(&position, CheckRule::Ban).code();
        match decode(expected) {
            TbValue::Draw => code == DRAW,
            TbValue::Win(plies) => code == plies.max(self.table.rule_from() | 1),
            // Of the moves of a side that is bound to check, some lead to larger distances.
            TbValue::Loss(plies) => {
                code == plies.max(self.table.rule_from()) || code < plies && self.is_bound(&position, code)
            }
        }
    }

    /// Returns the code of the image of a position: mirrored, or with exchanged sides if they are equal.
    fn image(&self, board: &Board, side: Color) -> Code {
        let index = self.table.index();
        if index.balance().is_symmetric() {
            self.table.code(board, Color::Black, side)
        } else if Index::is_mirrored_too(board) {
            self.table.codes(side)[index.mirrored_number(board, Color::Red)]
        } else {
            self.table.code(board, Color::Red, side)
        }
    }

    /// Collects the values of all moves.
    fn moves(&self, position: &Position, rule: CheckRule) -> Moves {
        let mut all = Moves::captures(position, self.smaller, rule);
        self.visit_quiets(position, |_, code| {
            let is_draw = rule == CheckRule::Draw && code >= self.table.rule_from();
            all.add(if is_draw { TbValue::Draw } else { decode(code) });
        });
        all
    }

    fn visit_quiets(&self, position: &Position, mut visit: impl FnMut(&Board, Code)) {
        visit_boards(position, GenKind::Quiets, |after, _| {
            visit(after, self.table.code(after, Color::Red, !position.side_to_move()));
        });
    }

    /// Returns true if the checker, not in check, is bound to check for ever at this level: his other moves
    /// lead to smaller distances.
    fn is_bound(&self, position: &Position, level: Code) -> bool {
        let mut is_bound = !is_win(level) && level >= self.table.rule_from() && !position.in_check();
        self.visit_quiets(position, |after, code| {
            is_bound &= code < level || self.evades(after, !position.side_to_move(), code, level);
        });
        is_bound
    }

    /// Returns true if the pursuer, in check, has evasions that lead to a quiet one of this level.
    fn evades(&self, board: &Board, side: Color, code: Code, level: Code) -> bool {
        let position = Position::from_board(board.clone(), side);
        let mut evades = false;
        if is_win(code) && position.in_check() {
            self.visit_quiets(&position, |after, next| {
                evades |= next + 1 == code && self.answers(after, !side, next, level);
            });
        }
        evades
    }

    /// Returns true if the checker's moves lead to smaller distances, or this is where the pursuer has made a
    /// quiet evasion.
    fn answers(&self, board: &Board, side: Color, code: Code, level: Code) -> bool {
        let position = Position::from_board(board.clone(), side);
        if code == level {
            return !position.in_check();
        }
        let mut answers = position.in_check();
        self.visit_quiets(&position, |after, next| {
            answers &= next < level || next < code && self.evades(after, !side, next, level);
        });
        answers
    }
}
