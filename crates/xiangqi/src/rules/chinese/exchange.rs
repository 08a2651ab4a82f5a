// SPDX-License-Identifier: MIT OR Apache-2.0
//! The gain of a capture: the values of the pieces and the exchange that follows (articles 24 and
//! 26.5 of the Chinese rules).

use crate::position::{Board, GenKind, Position};
use crate::rules::chinese::mate_threat::mate_by_checks;
use crate::rules::threat::{after_move, piece_at};
use crate::types::{Bitboard, Color, Move, MoveList, PieceKind, Square, coords};
use core::cmp::Ordering;

/// The plies of an exchange that are followed after the first capture.
const EXCHANGE_PLIES: u32 = 6;
/// The most checks of a mate that makes a capture impossible.
const COUNTER_MATE: u8 = 4;
/// The gain of a mate: more than all pieces.
const MATE_GAIN: i32 = 10_000;

const STRONG: i32 = 100;

/// Returns the value of a piece, pawns left out: a rook is worth two horses or cannons, and no number of
/// advisors and elephants makes up for one of these.
pub const fn worth(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::Rook => 2 * STRONG,
        PieceKind::Horse | PieceKind::Cannon => STRONG,
        PieceKind::Advisor | PieceKind::Elephant => 10,
        PieceKind::Pawn | PieceKind::King => 0,
    }
}

/// Article 26.1: kings and pawns may chase for ever.
const fn can_chase(kind: PieceKind) -> bool {
    !matches!(kind, PieceKind::King | PieceKind::Pawn)
}

/// Returns true if a capture may be a chase: it is not by a king or pawn, and not of a pawn at home.
fn may_chase(board: &Board, mv: Move) -> bool {
    can_chase(piece_at(board, mv.from()).kind()) && may_take(board, mv)
}

/// Returns true if the move captures a piece that may be chased.
pub fn may_take(board: &Board, mv: Move) -> bool {
    let target = board.piece_on(mv.to());
    target.is_some_and(|target| worth(target.kind()) > 0 || is_crossed_pawn(board, mv.to()))
}

fn is_crossed_pawn(board: &Board, square: Square) -> bool {
    let piece = piece_at(board, square);
    piece.kind() == PieceKind::Pawn && !coords::HOME[piece.color()].contains(square)
}

/// The balance of one side in a line of captures: its gains less its losses.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Account {
    pieces: i32,
    /// Pawns across the river.
    pawns: i32,
}

impl Account {
    /// Returns the account of `side` after a move, which may be a capture by either side.
    fn after(self, position: &Position, mv: Move, side: Color) -> Self {
        let Some(captured) = position.piece_on(mv.to()) else { return self };
        let sign = if captured.color() == side { -1 } else { 1 };
        Self {
            pieces: self.pieces + sign * worth(captured.kind()),
            pawns: self.pawns + sign * i32::from(is_crossed_pawn(position.board(), mv.to())),
        }
    }

    /// Returns the balance. A crossed pawn is worth anything from nothing to a horse, whichever makes the
    /// exchange more equal.
    fn balance(self) -> i32 {
        let with_pawns = self.pieces + STRONG * self.pawns;
        match self.pieces.signum() * self.pawns.signum() {
            -1 if self.pieces < 0 => with_pawns.min(0),
            -1 => with_pawns.max(0),
            _ if self.pieces == 0 => self.pawns,
            _ => self.pieces,
        }
    }
}

/// A capture that wins material.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Win {
    /// The capture.
    pub mv: Move,
    /// The material won, at least.
    pub gain: i32,
    /// True if the target is protected, so that only the whole exchange wins.
    pub is_protected: bool,
}

/// Returns the captures by which `side`, were it to move, would win material. King and pawns do not chase
/// (article 26.1). `banned` captures are not made by either side.
pub fn winning_captures(board: &Board, side: Color, banned: &[Move]) -> Vec<Win> {
    let position = Position::from_board(board.clone(), side);
    let is_chase = |mv: &Move| may_chase(board, *mv) && !banned.contains(mv);
    let mut captures = MoveList::new();
    position.generate(GenKind::Captures, &mut captures);
    captures.into_iter().filter(is_chase).filter_map(|mv| win(board, mv, banned)).collect()
}

/// Returns the win by a legal capture: at least equality if the target is not protected, more if it is.
fn win(board: &Board, mv: Move, banned: &[Move]) -> Option<Win> {
    let side = piece_at(board, mv.from()).color();
    let is_protected = is_protected(board, mv);
    let suffices = |gain| gain > 0 || gain == 0 && !is_protected;
    let gain = exchange(board, mv, banned);
    if !suffices(gain) {
        return None;
    }
    let after = after_move(board, mv.from(), mv.to());
    if mate_by_checks(&after, !side, COUNTER_MATE, &[]) != Ok(None) {
        return None;
    }
    Some(Win { mv, gain, is_protected })
}

/// Returns true if the piece captured by `mv` has a true protector (根): one that can legally recapture.
pub fn is_protected(board: &Board, mv: Move) -> bool {
    let after = after_move(board, mv.from(), mv.to());
    let side = piece_at(board, mv.to()).color();
    let protectors = after.attackers(mv.to(), after.occupied()) & after.color(side);
    protectors.into_iter().any(|protector| after_move(&after, protector, mv.to()).checkers(side).is_empty())
}

/// Returns what the side that captures wins if both sides go on capturing for as long as it pays.
pub fn exchange(board: &Board, mv: Move, banned: &[Move]) -> i32 {
    let side = piece_at(board, mv.from()).color();
    let search = Exchange { side, banned, sees_mates: true };
    search.after(board, Account::default(), mv)
}

struct Exchange<'a> {
    /// The side that captured first, from whose perspective gains are counted.
    side: Color,
    banned: &'a [Move],
    /// True if a mate by checks after the first captures counts.
    sees_mates: bool,
}

impl Exchange<'_> {
    /// Returns the best balance after a capture, given what was won and lost before.
    fn after(&self, board: &Board, account: Account, mv: Move) -> i32 {
        let mut position = Position::from_board(board.clone(), self.side);
        let account = account.after(&position, mv, self.side);
        position.play_unchecked(mv);
        self.best(&mut position, account, EXCHANGE_PLIES, (-MATE_GAIN, MATE_GAIN))
    }

    /// Returns the balance that both sides' best captures lead to. Either side may stop, unless it is in
    /// check.
    fn best(
        &self,
        position: &mut Position,
        account: Account,
        plies: u32,
        (mut alpha, mut beta): (i32, i32),
    ) -> i32 {
        let in_check = position.in_check();
        let own = position.side_to_move() == self.side;
        let mut best = account.balance();
        if in_check && !position.has_legal_move() {
            return if own { -MATE_GAIN } else { MATE_GAIN };
        }
        if plies == 0 {
            return best;
        }
        if self.sees_mates && !in_check && (3..EXCHANGE_PLIES).contains(&plies) {
            let side = position.side_to_move();
            if mate_by_checks(position.board(), side, 2, self.banned).is_ok_and(|mate| mate.is_some()) {
                return if own { MATE_GAIN } else { -MATE_GAIN };
            }
        }
        if in_check {
            best = if own { -MATE_GAIN } else { MATE_GAIN };
        } else if own {
            alpha = alpha.max(best);
        } else {
            beta = beta.min(best);
        }
        for mv in self.moves(position, in_check, plies == EXCHANGE_PLIES) {
            if alpha >= beta {
                break;
            }
            let account = account.after(position, mv, self.side);
            position.play_unchecked(mv);
            let value = self.best(position, account, plies - 1, (alpha, beta));
            position.undo();
            if own {
                best = best.max(value);
                alpha = alpha.max(value);
            } else {
                best = best.min(value);
                beta = beta.min(value);
            }
        }
        best
    }

    /// Returns the moves that may go on with the exchange: captures, or all answers to a check. The first
    /// side's king and pawns only recapture.
    fn moves(&self, position: &Position, in_check: bool, with_checks: bool) -> Vec<Move> {
        let last = position.state().last_move.map(Move::to);
        let takes_part = |mv: &Move| {
            let kind = piece_at(position.board(), mv.from()).kind();
            in_check || position.side_to_move() != self.side || can_chase(kind) || Some(mv.to()) == last
        };
        let mut moves = MoveList::new();
        position.generate(if in_check { GenKind::All } else { GenKind::Captures }, &mut moves);
        let mut quiets = MoveList::new();
        if with_checks && !in_check {
            position.generate(GenKind::Quiets, &mut quiets);
        }
        let checks = quiets.into_iter().filter(|mv| position.gives_check(*mv));
        let moves = moves.into_iter().filter(takes_part).chain(checks);
        moves.filter(|mv| !self.banned.contains(mv)).collect()
    }
}

/// Material won by force through checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckGain {
    /// The first check; one of several if they win the same.
    pub check: Move,
    /// The material won, at least.
    pub gain: i32,
    /// The pieces captured after the checks, in whatever way they are answered, on their squares before.
    pub targets: Bitboard,
    /// The pieces that check and capture, likewise.
    pub pieces: Bitboard,
}

impl CheckGain {
    /// Returns the better of two, or both as one if they win the same: no order of moves may matter.
    fn or(self, other: Self) -> Self {
        match self.gain.cmp(&other.gain) {
            Ordering::Less => other,
            Ordering::Greater => self,
            Ordering::Equal => self.with_pieces_of(&other),
        }
    }

    fn with_pieces_of(self, other: &Self) -> Self {
        Self { targets: self.targets | other.targets, pieces: self.pieces | other.pieces, ..self }
    }

    /// Returns the gain with its pieces on their squares before a move.
    fn before(self, mv: Move) -> Self {
        let moved_back = |squares: Bitboard| {
            if squares.contains(mv.to()) { (squares - mv.to().into()) | mv.from().into() } else { squares }
        };
        Self { targets: moved_back(self.targets), pieces: moved_back(self.pieces), ..self }
    }
}

/// Returns the most that `side`, were it to move, wins by up to this number of checks and a capture after
/// them; `None` if it wins nothing.
pub fn gain_by_checks(board: &Board, side: Color, checks: u32, banned: &[Move]) -> Option<CheckGain> {
    let mut position = Position::from_board(board.clone(), side);
    let search = Checks { exchange: Exchange { side, banned, sees_mates: false } };
    search.best(&mut position, Account::default(), checks).filter(|won| won.gain > 0)
}

struct Checks<'a> {
    exchange: Exchange<'a>,
}

impl Checks<'_> {
    /// Returns the check that wins most.
    fn best(&self, position: &mut Position, account: Account, checks: u32) -> Option<CheckGain> {
        let is_check = |mv: &Move| position.gives_check(*mv) && !self.exchange.banned.contains(mv);
        let moves: Vec<_> = position.legal_moves().into_iter().filter(is_check).collect();
        let gains = moves.into_iter().map(|check| self.gain_of(position, account, check, checks));
        gains.reduce(CheckGain::or)
    }

    /// Returns what this check wins against the best answer.
    fn gain_of(&self, position: &mut Position, account: Account, check: Move, checks: u32) -> CheckGain {
        let taken = if may_take(position.board(), check) { check.to().into() } else { Bitboard::EMPTY };
        let mut all = CheckGain { check, gain: MATE_GAIN, targets: taken, pieces: check.from().into() };
        let account = account.after(position, check, self.exchange.side);
        position.play_unchecked(check);
        for answer in position.legal_moves() {
            let account = account.after(position, answer, self.exchange.side);
            position.play_unchecked(answer);
            let stopped = if position.has_legal_move() { account.balance() } else { -MATE_GAIN };
            let won = self.best_after(position, account, checks).filter(|won| won.gain > stopped);
            position.undo();
            all.gain = all.gain.min(won.map_or(stopped, |won| won.gain));
            if let Some(won) = won {
                all = all.with_pieces_of(&won.before(answer).before(check));
            }
            if all.gain <= 0 {
                break;
            }
        }
        position.undo();
        all
    }

    /// Returns true if the opponent mates by two checks after a capture.
    fn is_mated_after(&self, board: &Board, mv: Move) -> bool {
        let after = after_move(board, mv.from(), mv.to());
        mate_by_checks(&after, !self.exchange.side, 2, &[]) != Ok(None)
    }

    /// Returns the most that the side to move wins by a capture, or by further checks.
    fn best_after(&self, position: &mut Position, account: Account, checks: u32) -> Option<CheckGain> {
        let mut captures = MoveList::new();
        position.generate(GenKind::Captures, &mut captures);
        let board = position.board();
        let is_chase = |mv: &Move| may_chase(board, *mv) && !self.exchange.banned.contains(mv);
        let capture = |mv: Move| {
            let gain = self.exchange.after(board, account, mv);
            // An unprotected piece may be taken for an equal loss elsewhere.
            let is_free = account == Account::default() && gain == 0 && !is_protected(board, mv);
            let gain = if is_free { 1 } else { gain };
            let gain = if gain > 0 && self.is_mated_after(board, mv) { -MATE_GAIN } else { gain };
            CheckGain { check: mv, gain, targets: mv.to().into(), pieces: mv.from().into() }
        };
        let at_once = captures.into_iter().filter(is_chase).map(capture).reduce(CheckGain::or);
        let checked = if checks > 1 { self.best(position, account, checks - 1) } else { None };
        at_once.into_iter().chain(checked).reduce(CheckGain::or)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pawns_float_between_nothing_and_a_horse() {
        for (pieces, pawns, balance) in [
            (STRONG, 0, STRONG),
            (STRONG, 1, STRONG),
            (STRONG, -1, 0),
            (-STRONG, 1, 0),
            (-2 * STRONG, 1, -STRONG),
            (2 * STRONG, -1, STRONG),
            (0, 1, 1),
            (0, -1, -1),
        ] {
            assert_eq!(Account { pieces, pawns }.balance(), balance, "{pieces} {pawns}");
        }
    }

    #[test]
    fn a_capture_that_gets_mated_wins_nothing() {
        let wins = |fen: &str| {
            let position = crate::position::Position::from_fen(fen).unwrap();
            winning_captures(position.board(), Color::Red, &[]).len()
        };
        // The rook on d5 could come back to d0 between the rook and the king.
        assert_eq!(wins("4k4/9/9/9/3R2c2/9/9/r8/7r1/5K3 w"), 0);
        assert_eq!(wins("4k4/9/9/9/3R2c2/9/9/9/7r1/5K3 w"), 1);
    }
}
