// SPDX-License-Identifier: MIT OR Apache-2.0
//! The class of a move by the Chinese rules: check (将), mate threat (杀), chase (捉) or idle (闲), the gravest
//! that applies.

use crate::position::Board;
use crate::rules::chinese::exchange::{
    Win, exchange, gain_by_checks, is_protected, may_take, winning_captures, worth,
};
use crate::rules::chinese::mate_threat::{NodeLimit, mate_by_checks, mate_threat};
use crate::rules::move_class::{MoveClass, PlacedPiece};
use crate::rules::threat::{after_move, captures, is_safe, piece_at};
use crate::types::{Bitboard, Color, Move, Piece, PieceKind, Square};

/// The checks after which material may be won by a chase (article 24.4).
const CHASING_CHECKS: u32 = 2;

/// The weight of a chase, for both sides' offences compared (article 26.9).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Weight {
    /// A joint chase, or a chase of a protected piece.
    Light,
    /// A chase of a rook by a weaker piece, or of an unprotected piece by one piece.
    Heavy,
}

/// The way in which a chase would win its target.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Means {
    /// The target is not protected.
    Unprotected,
    /// The exchange on the target wins.
    Exchange,
    /// A series of checks wins it.
    Checks,
}

/// A piece that a move chases.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chased {
    /// The piece that captures, or gives the first check.
    pub attacker: PlacedPiece,
    /// The piece chased.
    pub target: PlacedPiece,
    /// The capture or the checks that win the target.
    pub means: Means,
    /// The weight of the chase.
    pub weight: Weight,
}

/// The class of a move, with its reasons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Class {
    /// It checks.
    Check,
    /// It threatens mate in this number of checks.
    MateThreat(u8),
    /// It chases these pieces.
    Chase(Vec<Chased>),
    /// It does none of this; the exchanges that it offers are listed.
    Idle(Vec<[PlacedPiece; 2]>),
    /// The search for a mate threat did not finish.
    Undecided,
}

impl Class {
    /// Returns the class without its reasons.
    pub const fn kind(&self) -> MoveClass {
        match self {
            Self::Check => MoveClass::Check,
            Self::MateThreat(_) => MoveClass::MateThreat,
            Self::Chase(_) => MoveClass::Chase,
            Self::Idle(_) => MoveClass::Idle,
            Self::Undecided => MoveClass::Undecided,
        }
    }
}

/// A move with the boards that its class depends on.
pub struct Case<'a> {
    /// The board before the opponent's last move, and that move; none where the game begins.
    pub previous: Option<(&'a Board, Move)>,
    /// The board before the move.
    pub before: &'a Board,
    /// The board after it.
    pub after: &'a Board,
    /// The move.
    pub mv: Move,
}

impl Case<'_> {
    /// Classifies the move.
    pub fn class(&self) -> Class {
        self.class_or_limit().unwrap_or(Class::Undecided)
    }

    fn class_or_limit(&self) -> Result<Class, NodeLimit> {
        let side = self.side();
        if !self.after.checkers(!side).is_empty() {
            return Ok(Class::Check);
        }
        if self.is_kings_answer() {
            return Ok(Class::Idle(Vec::new()));
        }
        let offers = self.exchange_offers();
        let banned: Vec<Move> = offers.iter().flat_map(|mv| [*mv, Move::new(mv.to(), mv.from())]).collect();
        if let Some(checks) = mate_threat(self.after, side, &banned)? {
            return Ok(Class::MateThreat(checks));
        }
        let mut chased = self.chased_by_capture(&banned)?;
        chased.extend(self.chased_with_king_or_pawn(&banned));
        if self.holds_the_draw(&chased)? {
            chased.clear();
        }
        if chased.is_empty() {
            chased.extend(self.chased_by_checks(&banned));
        }
        if !chased.is_empty() {
            return Ok(Class::Chase(chased));
        }
        let placed = |mv: &Move| [mv.from(), mv.to()].map(|square| PlacedPiece::on(self.after, square));
        Ok(Class::Idle(offers.iter().map(placed).collect()))
    }

    fn side(&self) -> Color {
        self.moved().color()
    }

    fn moved(&self) -> Piece {
        piece_at(self.after, self.mv.to())
    }

    /// Returns the square before the move of the piece that stands on `square` after it.
    fn square_before(&self, square: Square) -> Square {
        if square == self.mv.to() { self.mv.from() } else { square }
    }

    fn was_in_check(&self) -> bool {
        !self.before.checkers(self.side()).is_empty()
    }

    /// Article 26.1.3: a king's move that answers a check is idle, unless it checks.
    fn is_kings_answer(&self) -> bool {
        self.moved().kind() == PieceKind::King && self.was_in_check()
    }

    /// Returns the equal exchanges that the move offers (兑): each piece can legally capture the other, one of
    /// them newly.
    fn exchange_offers(&self) -> Vec<Move> {
        let side = self.side();
        let targets = self.after.color(!side) - self.after.kind(PieceKind::King);
        let attackers = self.after.color(side) - self.after.kind(PieceKind::King);
        let pairs = attackers.into_iter().flat_map(|from| {
            (captures(self.after, from) & targets).into_iter().map(move |to| Move::new(from, to))
        });
        pairs.filter(|&mv| self.offers(mv)).collect()
    }

    fn offers(&self, mv: Move) -> bool {
        let back = Move::new(mv.to(), mv.from());
        let [own, other] = [mv.from(), mv.to()].map(|square| worth(piece_at(self.after, square).kind()));
        let can = |board: &Board, mv: Move| {
            captures(board, mv.from()).contains(mv.to()) && is_safe(board, mv.from(), mv.to())
        };
        let was = Move::new(self.square_before(mv.from()), mv.to());
        let is_new = mv.from() == self.mv.to() || !can(self.before, was);
        own > 0
            && own == other
            && is_new
            && can(self.after, mv)
            && can(self.after, back)
            && self.is_sound(back)
    }

    /// Returns true if the opponent can accept an offer without loss, and without winning by it.
    fn is_sound(&self, acceptance: Move) -> bool {
        let taken = after_move(self.after, acceptance.from(), acceptance.to());
        exchange(self.after, acceptance, &[]) == 0 && mate_by_checks(&taken, self.side(), 4, &[]) == Ok(None)
    }

    /// Returns the pieces that the move newly chases by a capture.
    fn chased_by_capture(&self, banned: &[Move]) -> Result<Vec<Chased>, NodeLimit> {
        let before = winning_captures(self.before, self.side(), &[]);
        let wins = winning_captures(self.after, self.side(), banned);
        let is_threatened = !self.was_in_check() && mate_threat(self.before, !self.side(), &[])?.is_some();
        let is_idle = |win: Win| {
            !self.is_new(win, &before)
                || self.was_suspended(win, banned)
                || is_threatened && self.stood(win.mv)
                || self.was_given_up(win.mv)
        };
        let new = wins.into_iter().filter(|&win| !is_idle(win));
        let chased = new.map(|win| Chased {
            attacker: PlacedPiece::on(self.after, win.mv.from()),
            target: PlacedPiece::on(self.after, win.mv.to()),
            means: if win.is_protected { Means::Exchange } else { Means::Unprotected },
            weight: self.weight(win, banned),
        });
        Ok(chased.collect())
    }

    /// Article 24.4: what could be won before the move already is not chased by it.
    fn is_new(&self, win: Win, before: &[Win]) -> bool {
        let mv = Move::new(self.square_before(win.mv.from()), win.mv.to());
        !before.iter().any(|old| old.mv == mv && old.gain >= win.gain)
    }

    /// Returns true if the attack stood before the move. If the move parries a mate threat, it is not made by
    /// it (reference diagram 30).
    fn stood(&self, mv: Move) -> bool {
        captures(self.before, self.square_before(mv.from())).contains(mv.to())
    }

    /// An attack that the opponent's last move made effective, by giving up the protection of the target, is
    /// not made by this move.
    fn was_given_up(&self, mv: Move) -> bool {
        let Some((earlier, last)) = self.previous else { return false };
        let from = self.square_before(mv.from());
        let target = if mv.to() == last.to() { last.from() } else { mv.to() };
        let (then, now) = (Move::new(from, target), Move::new(from, mv.to()));
        captures(earlier, from).contains(target)
            && captures(self.before, from).contains(mv.to())
            && is_protected(earlier, then)
            && !is_protected(self.before, now)
    }

    /// Returns true if an attack on a protected piece stood before the move and owes nothing to the piece
    /// that moved: it was only void for the time of a check or a threat (reference diagram 37). On an
    /// unprotected piece, one that was void by a check is a chase (diagrams 8 and 12 of chapter 8).
    fn was_suspended(&self, win: Win, banned: &[Move]) -> bool {
        self.stood(win.mv)
            && win.is_protected
            && win.mv.from() != self.mv.to()
            && self.wins_without_moved(win, banned)
    }

    /// Returns the board with the moved piece taken off, and the piece from whose check it protects; `None`
    /// if that exposes a king.
    fn without_moved(&self) -> Option<Board> {
        let mut board = self.after.clone();
        board.take(self.moved(), self.mv.to());
        for checker in board.checkers(self.side()) - self.after.kind(PieceKind::King) {
            board.take(piece_at(&board, checker), checker);
        }
        let is_quiet = Color::ALL.into_iter().all(|color| board.checkers(color).is_empty());
        is_quiet.then_some(board)
    }

    /// Returns true if the capture wins as well with the moved piece taken off.
    fn wins_without_moved(&self, win: Win, banned: &[Move]) -> bool {
        if self.moved().kind() == PieceKind::King {
            return true;
        }
        self.without_moved().is_some_and(|board| {
            winning_captures(&board, self.side(), banned).iter().any(|other| other.mv == win.mv)
        })
    }

    /// Article 26.8: a piece that joins a king or pawn in a chase by its own move chases. The capture by the
    /// king or pawn must win because the piece that moved can recapture.
    fn chased_with_king_or_pawn(&self, banned: &[Move]) -> Vec<Chased> {
        let exempt = self.after.kind(PieceKind::King) | self.after.kind(PieceKind::Pawn);
        let Some(without) = self.without_moved().filter(|_| !exempt.contains(self.mv.to())) else {
            return Vec::new();
        };
        let wins_on = |board: &Board, mv: Move| {
            captures(board, mv.from()).contains(mv.to())
                && is_safe(board, mv.from(), mv.to())
                && exchange(board, mv, banned) > 0
        };
        let can_follow = |mv: Move| {
            let taken = after_move(self.after, mv.from(), mv.to());
            taken.attackers(mv.to(), taken.occupied()).contains(self.mv.to())
        };
        let is_joined = |mv: Move| {
            may_take(self.after, mv)
                && can_follow(mv)
                && is_protected(self.after, mv)
                && wins_on(self.after, mv)
                && !wins_on(&without, mv)
                && !wins_on(self.before, mv)
        };
        let targets = self.after.color(!self.side()) - self.after.kind(PieceKind::King);
        let attacks = (exempt & self.after.color(self.side())).into_iter().flat_map(|from| {
            (captures(self.after, from) & targets).into_iter().map(move |to| Move::new(from, to))
        });
        let chased = |mv: Move| Chased {
            attacker: PlacedPiece::on(self.after, mv.from()),
            target: PlacedPiece::on(self.after, mv.to()),
            means: Means::Exchange,
            weight: Weight::Light,
        };
        attacks.filter(|&mv| is_joined(mv) && !banned.contains(&mv)).map(chased).collect()
    }

    /// Article 26.2: a side whose only attacking piece must hold its place to draw may chase advisors and
    /// elephants.
    fn holds_the_draw(&self, chased: &[Chased]) -> Result<bool, NodeLimit> {
        let side = self.side();
        let is_defender =
            |chased: &Chased| matches!(chased.target.piece.kind(), PieceKind::Advisor | PieceKind::Elephant);
        let is_only_attacker = self.after.majors(side) == Bitboard::of(self.mv.to());
        if !is_only_attacker || chased.is_empty() || !chased.iter().all(is_defender) {
            return Ok(false);
        }
        let mut board = self.after.clone();
        board.take(self.moved(), self.mv.to());
        Ok(!board.checkers(side).is_empty() || mate_threat(&board, !side, &[])?.is_some())
    }

    /// Returns the piece that the move chases through a series of checks.
    fn chased_by_checks(&self, banned: &[Move]) -> Option<Chased> {
        if self.was_in_check() {
            return None;
        }
        let side = self.side();
        let won = gain_by_checks(self.after, side, CHASING_CHECKS, banned)?;
        let targets = won.targets.into_iter().map(|square| PlacedPiece::on(self.after, square));
        let target = targets.max_by_key(|target| worth(target.piece.kind()))?;
        let before = gain_by_checks(self.before, side, CHASING_CHECKS, &[]);
        let old = winning_captures(self.before, side, &[]);
        let is_old = old.iter().any(|old| won.targets.contains(old.mv.to()) && old.gain >= won.gain)
            || before.is_some_and(|before| before.gain >= won.gain && before.targets.meets(won.targets));
        let is_heavy = target.piece.kind() == PieceKind::Rook || won.pieces.len() == 1;
        let weight = if is_heavy { Weight::Heavy } else { Weight::Light };
        let attacker = PlacedPiece::on(self.after, won.check.from());
        (!is_old).then_some(Chased { attacker, target, means: Means::Checks, weight })
    }

    /// Article 26.9: returns the weight of a chase.
    fn weight(&self, win: Win, banned: &[Move]) -> Weight {
        let attacker = piece_at(self.after, win.mv.from()).kind();
        let target = piece_at(self.after, win.mv.to()).kind();
        let is_other_strong = win.mv.from() != self.mv.to()
            && matches!(self.moved().kind(), PieceKind::Rook | PieceKind::Horse | PieceKind::Cannon);
        let is_joint = is_other_strong && !self.wins_without_moved(win, banned);
        let is_exchange = win.is_protected && !(target == PieceKind::Rook && attacker != PieceKind::Rook);
        if is_joint || is_exchange { Weight::Light } else { Weight::Heavy }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    /// Classifies Red's move after Black's last one.
    fn class(fen: &str, moves: &str) -> Class {
        let start = Position::from_fen(fen).unwrap();
        let [last, mv] = [0, 1].map(|index| moves.split(' ').nth(index).unwrap().parse().unwrap());
        let before = start.after(last);
        let after = before.after(mv);
        assert!(before.is_legal(mv), "{fen} {moves}");
        let previous = Some((start.board(), last));
        Case { previous, before: before.board(), after: after.board(), mv }.class()
    }

    #[test]
    fn each_class_and_exception_has_its_border() {
        use MoveClass::{Chase, Check, Idle, MateThreat};
        for (why, fen, moves, expected) in [
            ("24.1 check", "3k5/9/9/9/9/9/9/R8/9/5K3 b", "d9d8 a2a8", Check),
            ("24.2 mate threat", "3k5/1R7/9/9/9/9/9/9/R8/5K3 b", "d9e9 a1a2", MateThreat),
            ("24.2 no mate by checks", "3k5/1R7/9/9/9/9/9/9/9/5K3 b", "d9e9 b8b7", Idle),
            ("24.3 not protected", "3k5/9/6c2/9/9/9/9/R8/9/5K3 b", "d9d8 a2g2", Chase),
            ("24.3 protected", "3k5/4n4/6c2/9/9/9/9/R8/9/5K3 b", "d9d8 a2g2", Idle),
            ("24.3 false protector", "3k5/3n5/1c7/p8/9/3R5/9/R8/9/5K3 b", "a6a5 a2b2", Chase),
            ("24.3 attacked twice", "3k5/4n4/6n2/9/9/9/9/R8/6C2/5K3 b", "d9d8 a2g2", Chase),
            ("24.3 and protected twice", "3k5/4n3n/6n2/9/9/9/9/R8/6C2/5K3 b", "d9d8 a2g2", Idle),
            ("24.3 rook by cannon", "3k5/4n4/6r2/9/9/6P2/9/C8/9/5K3 b", "d9d8 a2g2", Chase),
            ("24.3 horse by cannon", "3k5/4n4/6n2/9/9/6P2/9/C8/9/5K3 b", "d9d8 a2g2", Idle),
            ("24.3 crossed pawn", "3k5/9/9/9/9/6p2/9/R8/9/5K3 b", "d9d8 a2g2", Chase),
            ("24.3 pawn at home", "3k5/9/9/6p2/9/9/9/R8/9/5K3 b", "d9d8 a2g2", Idle),
            ("24.4 chased before", "3k5/9/6c2/9/9/9/9/6R2/9/5K3 b", "d9d8 g2g3", Idle),
            ("24.5 exchange", "3k5/4n4/6r2/9/9/9/9/R8/4N4/5K3 b", "d9d8 a2g2", Idle),
            ("26.1 pawn", "3k5/9/9/6c2/5P3/9/9/9/9/5K3 b", "d9d8 f5f6", Idle),
            ("26.1.1 uncovered by a pawn", "3k5/9/9/R4Pc2/9/9/9/9/9/5K3 b", "d9d8 f6f7", Chase),
            ("26.2 holds a draw", "3k5/9/4b4/9/9/7R1/9/r8/8r/5K3 b", "d9d8 h4e4", Idle),
            ("26.2 has nothing to hold", "3k5/9/4b4/9/9/7R1/9/r8/9/5K3 b", "d9d8 h4e4", Chase),
            ("26.2 a strong piece", "3k5/9/4n4/9/9/7R1/9/r8/8r/5K3 b", "d9d8 h4e4", Chase),
            ("26.8 joins a pawn", "3k5/4n4/6c2/6P2/9/9/9/R8/9/5K3 b", "d9d8 a2g2", Chase),
            ("26.8 does not join", "3k5/4n4/6c2/6P2/9/9/9/R8/9/5K3 b", "d9d8 a2h2", Idle),
            ("26.1.3 king's answer", "3k5/9/9/4p4/9/9/7n1/9/9/R3K2c1 b", "h3f2 e0e1", Idle),
            ("26.1.1 uncovered by a king", "3k5/9/9/4p4/9/9/7n1/9/9/R3K2c1 b", "d9d8 e0e1", Chase),
            // A chase, as in diagrams 8 and 12 of chapter 8: the attack stood, but the check made it void.
            ("suspended by check", "3k5/9/9/R5c2/4r4/9/9/9/4A4/5K3 b", "e5f5 e1f2", Chase),
            ("suspended and protected", "3k5/4n4/6n2/9/4r4/9/9/6R2/4A1C2/5K3 b", "e5f5 e1f2", Idle),
            ("suspended and joined", "3k5/4c4/4n4/6n2/9/9/5N3/6R2/9/5K3 b", "e8f8 f3e5", Chase),
            ("sound offer", "9/3k5/9/7N1/4n4/9/8N/6R2/9/5K3 b", "d8d9 i3g4", Idle),
            ("offer that mates", "9/3k2P2/9/7N1/4n4/9/8N/6R2/9/5K3 b", "d8d9 i3g4", Chase),
            ("offer of rooks", "3k5/9/7r1/9/2N6/9/9/1R7/9/5K3 b", "d9d8 b2b7", Idle),
            ("offer that wins a cannon", "c2k5/9/7r1/9/2N6/9/9/1R7/9/5K3 b", "d9d8 b2b7", Chase),
            ("given up", "3k5/4n4/6c2/9/9/9/9/6R2/9/5K3 b", "e8c7 f0f1", Idle),
            ("won by checks", "3k5/9/9/9/9/9/9/7c1/1R7/5K3 b", "d9d8 b1b2", Chase),
        ] {
            let found = class(fen, moves);
            assert_eq!(found.kind(), expected, "{why}: {fen} {moves}: {found:?}");
        }
    }

    #[test]
    fn an_offer_names_both_pieces() {
        let offer = class("3k5/4n4/6r2/9/9/9/9/R8/4N4/5K3 b", "d9d8 a2g2");
        let Class::Idle(offers) = &offer else { panic!("{offer:?}") };
        assert_eq!(offers[0].map(|placed| placed.square), [Square::G2, Square::G7]);
    }

    #[test]
    fn joint_chases_and_exchanges_are_light() {
        for (why, fen, moves, expected) in [
            ("one piece", "3k5/9/6c2/9/9/9/9/R8/9/5K3 b", "d9d8 a2g2", Weight::Heavy),
            ("an exchange", "3k5/4n4/6n2/9/9/9/9/R8/6C2/5K3 b", "d9d8 a2g2", Weight::Light),
            ("a rook by a weaker piece", "3k5/4n4/6r2/9/9/6P2/9/C8/9/5K3 b", "d9d8 a2g2", Weight::Heavy),
            ("a screen comes", "3k5/9/9/9/9/C5c2/9/4N4/9/5K3 b", "d9d8 e2d4", Weight::Light),
        ] {
            let found = class(fen, moves);
            let Class::Chase(chased) = &found else { panic!("{why}: {found:?}") };
            assert_eq!(chased[0].weight, expected, "{why}: {found:?}");
        }
    }
}
