// SPDX-License-Identifier: MIT OR Apache-2.0
//! What depends on nothing but how many men of each kind there are.
//!
//! The counts of all fourteen men fit in one `u64`, four bits each (a side has sixteen men and one is the king). They
//! serve as the key of a small cache, since captures bring the same few dozens of balances again and again.

use super::counting::times;
use super::endgame;
use super::pair::{FULL_PHASE, Pair};
use super::squares;
use super::trace::{NullTrace, Sum, Term, Trace};
use super::weights::{VALUES, Weights};
use crate::position::Board;
use crate::types::{Color, Piece, PieceKind, Square};

/// How many men of each kind and colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts(u64);

impl Counts {
    /// The counts of a board.
    pub fn new(board: &Board) -> Self {
        let mut counts = Self::default();
        for square in board.occupied() {
            if let Some(piece) = board.piece_on(square) {
                counts.0 += Self::one(piece);
            }
        }
        counts
    }

    const fn one(piece: Piece) -> u64 {
        1 << (4 * piece as u32)
    }

    /// One man less.
    #[inline]
    pub fn take(&mut self, piece: Piece) {
        self.0 -= Self::one(piece);
    }

    /// The number of men of a kind and colour.
    #[inline]
    pub const fn of(self, kind: PieceKind, color: Color) -> usize {
        (self.0 >> (4 * Piece::new(kind, color) as u32) & 15) as usize
    }

    /// The counts of one side.
    pub const fn army(self, color: Color) -> Army {
        Army {
            rooks: self.of(PieceKind::Rook, color),
            horses: self.of(PieceKind::Horse, color),
            cannons: self.of(PieceKind::Cannon, color),
            pawns: self.of(PieceKind::Pawn, color),
            advisors: self.of(PieceKind::Advisor, color),
            elephants: self.of(PieceKind::Elephant, color),
        }
    }
}

/// One side's men, the king left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Army {
    pub rooks: usize,
    pub horses: usize,
    pub cannons: usize,
    pub pawns: usize,
    pub advisors: usize,
    pub elephants: usize,
}

impl Army {
    /// Rooks, horses and cannons.
    pub const fn majors(self) -> usize {
        self.rooks + self.horses + self.cannons
    }

    /// Advisors and elephants.
    pub const fn guards(self) -> usize {
        self.advisors + self.elephants
    }

    /// Two advisors and two elephants, or more.
    pub const fn has_full_guard(self) -> bool {
        self.advisors >= 2 && self.elephants >= 2
    }

    /// Attack units: what guards are needed against. A full army has fourteen.
    const fn attack(self) -> usize {
        self.rooks * 3 + self.horses * 2 + self.cannons * 2
    }

    /// Advisors missing, of the two of a full guard.
    const fn missing_advisors(self) -> usize {
        2usize.saturating_sub(self.advisors)
    }

    /// Elephants missing, of the two of a full guard.
    const fn missing_elephants(self) -> usize {
        2usize.saturating_sub(self.elephants)
    }
}

/// More attack units than this make a guard no dearer.
const MAX_ATTACK: usize = 20;

/// What the men of both sides are worth for and against each other.
fn balance(counts: Counts, sum: &mut Sum<impl Trace>) {
    for color in Color::ALL {
        let (own, enemy) = (counts.army(color), counts.army(!color));
        sum.add(Term::Guards, color, guards(own, enemy, sum.weights()));
        sum.add(Term::Cooperation, color, cooperation(own, enemy, sum.weights()));
    }
}

/// Guards are worth what the enemy can do with what he has; each kind of attacker suffers from a different one.
fn guards(own: Army, enemy: Army, weights: &Weights) -> Pair {
    let attack = times(enemy.attack().min(MAX_ATTACK));
    let mut value = weights.advisor_per_attacker * (times(own.advisors) * attack)
        + weights.elephant_per_attacker * (times(own.elephants) * attack);
    let (advisors, elephants) = (own.missing_advisors(), own.missing_elephants());
    match enemy.rooks {
        0 => {}
        1 => value += weights.missing_advisor_rook[advisors],
        _ => value += weights.missing_advisor_two_rooks[advisors],
    }
    if enemy.horses > 0 {
        value += weights.missing_advisor_horse[advisors];
    }
    if enemy.cannons > 0 {
        value += weights.missing_elephant_cannon[elephants];
    }
    value
}

/// How well the attackers do together, and against these guards.
fn cooperation(own: Army, enemy: Army, weights: &Weights) -> Pair {
    let screens = times(own.cannons * enemy.guards().min(4));
    let openings = times((own.rooks + own.horses) * enemy.missing_advisors());
    let mut value = weights.cannon_per_guard * screens + weights.major_per_missing_advisor * openings;
    if own.cannons > 0 && own.rooks > 0 {
        value += weights.rook_and_cannon;
    }
    if own.cannons > 0 && own.horses > 0 {
        value += weights.horse_and_cannon;
    }
    if own.cannons > 1 {
        value += weights.two_cannons;
    }
    if own.rooks == 0 && enemy.rooks > 0 {
        value += weights.no_rook;
    }
    value
}

/// How much of a middlegame it is, from 0 to [`FULL_PHASE`].
fn phase(counts: Counts) -> i32 {
    let weight = |army: Army| 4 * army.rooks + 2 * army.horses + 2 * army.cannons;
    let sum: usize = Color::ALL.into_iter().map(|color| weight(counts.army(color))).sum();
    times(sum).min(FULL_PHASE)
}

/// All that follows from the counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Balance {
    counts: Counts,
    /// The terms of [`balance`], from Red's view.
    pub value: Pair,
    /// How much of a middlegame it is.
    pub phase: u8,
    /// What is left of an advantage of each side, in 1 / [`endgame::FULL_SCALE`].
    pub scale: [u8; 2],
}

impl Balance {
    /// Works it out, telling `trace`.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the phase is from 0 to 32")]
    pub fn new(counts: Counts, trace: &mut impl Trace) -> Self {
        let mut sum = Sum::new(Pair::ZERO, trace);
        balance(counts, &mut sum);
        let scale = Color::ALL.map(|color| endgame::scale(counts.army(color), counts.army(!color)));
        Self { counts, value: sum.total, phase: phase(counts) as u8, scale }
    }
}

/// Remembers balances by counts.
pub struct MaterialCache {
    entries: Box<[Balance; Self::SIZE]>,
}

impl MaterialCache {
    const SIZE: usize = 1024;

    /// An empty cache.
    pub fn new() -> Self {
        // No position has no men at all, so no position finds an entry that was never written.
        Self { entries: Box::new([Balance::default(); Self::SIZE]) }
    }

    /// The balance for these counts.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "the upper ten bits are left")]
    pub fn get(&mut self, counts: Counts) -> Balance {
        let index = counts.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - Self::SIZE.ilog2());
        let entry = &mut self.entries[index as usize & (Self::SIZE - 1)];
        if entry.counts != counts {
            *entry = Balance::new(counts, &mut NullTrace);
        }
        *entry
    }
}

/// Sum of material and squares of a board, from Red's view.
pub fn men(board: &Board, sum: &mut Sum<impl Trace>) {
    for square in board.occupied() {
        let Some(piece) = board.piece_on(square) else { continue };
        let (kind, color) = (piece.kind(), piece.color());
        sum.add(Term::Material, color, VALUES[kind]);
        sum.add(Term::Squares, color, squares::square_of(kind, color, square));
    }
}

/// Sums kept up to date from move to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accumulator {
    /// Material and squares, from Red's view.
    pub value: Pair,
    /// The number of men.
    pub counts: Counts,
}

impl Accumulator {
    /// The sums of a board.
    pub fn new(board: &Board) -> Self {
        let value = board
            .occupied()
            .into_iter()
            .filter_map(|square| board.piece_on(square).map(|piece| squares::man(piece, square)))
            .sum();
        Self { value, counts: Counts::new(board) }
    }

    /// Follows a move.
    #[inline]
    pub fn on_move(&mut self, piece: Piece, from: Square, to: Square, captured: Option<Piece>) {
        self.value += squares::man(piece, to) - squares::man(piece, from);
        if let Some(captured) = captured {
            self.value -= squares::man(captured, to);
            self.counts.take(captured);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::term;
    use super::super::weights::WEIGHTS;
    use super::*;
    use crate::position::Position;

    fn army(rooks: usize, horses: usize, cannons: usize, advisors: usize, elephants: usize) -> Army {
        Army { rooks, horses, cannons, pawns: 0, advisors, elephants }
    }

    #[test]
    fn counts_follow_captures() {
        let mut counts = Counts::new(Position::startpos().board());
        counts.take(Piece::BlackHorse);
        assert_eq!(counts.of(PieceKind::Horse, Color::Black), 1);
        assert_eq!(counts.of(PieceKind::Horse, Color::Red), 2);
        assert_eq!(counts.of(PieceKind::Pawn, Color::Black), 5);
        assert_eq!(counts.army(Color::Black).majors(), 5);
        assert_eq!(counts.army(Color::Red).guards(), 4);
    }

    #[test]
    fn the_cache_gives_what_was_worked_out() {
        let mut cache = MaterialCache::new();
        let mut counts = Counts::new(Position::startpos().board());
        for captured in [Piece::RedRook, Piece::BlackCannon, Piece::BlackPawn, Piece::RedAdvisor] {
            counts.take(captured);
            let balance = Balance::new(counts, &mut NullTrace);
            assert_eq!((cache.get(counts), cache.get(counts)), (balance, balance));
        }
    }

    #[test]
    fn a_full_board_is_a_middlegame() {
        let phase_of = |fen: &str| phase(Counts::new(Position::from_fen(fen).unwrap().board()));
        assert_eq!(phase(Counts::new(Position::startpos().board())), FULL_PHASE);
        assert_eq!(phase_of("4k4/9/9/9/P8/9/9/9/9/3K5 w - - 0 1"), 0);
        assert_eq!(phase_of("r1n1k4/9/9/9/P8/9/9/9/9/3K3C1 w - - 0 1"), 8);
    }

    #[test]
    fn guards_are_worth_what_attacks_them() {
        let guards = |own, enemy| guards(own, enemy, &WEIGHTS);
        assert_eq!(guards(army(0, 0, 0, 2, 2), army(0, 0, 0, 2, 2)), Pair::ZERO, "nobody attacks");
        // What a missing guard adds to the guard's own worth against this attacker.
        let advisor = |enemy| guards(army(0, 0, 0, 2, 2), enemy) - guards(army(0, 0, 0, 1, 2), enemy);
        let rook_units = WEIGHTS.advisor_per_attacker * 3;
        let missing = WEIGHTS.missing_advisor_rook;
        assert_eq!(advisor(army(1, 0, 0, 0, 0)), rook_units + missing[0] - missing[1]);
        let elephant = |enemy| guards(army(0, 0, 0, 2, 2), enemy) - guards(army(0, 0, 0, 2, 1), enemy);
        let cannon_units = WEIGHTS.elephant_per_attacker * 2;
        let missing = WEIGHTS.missing_elephant_cannon;
        assert_eq!(elephant(army(0, 0, 1, 0, 0)), cannon_units + missing[0] - missing[1]);
        assert_eq!(elephant(army(0, 1, 0, 0, 0)), cannon_units);
    }

    #[test]
    fn different_attackers_cooperate() {
        let cooperation = |own, enemy| cooperation(own, enemy, &WEIGHTS);
        let enemy = army(1, 0, 0, 2, 2);
        let value = |own| cooperation(own, enemy).middlegame();
        let without_screens = |own| cooperation(own, army(1, 0, 0, 2, 0)).middlegame();
        assert!(without_screens(army(1, 1, 1, 0, 0)) > without_screens(army(1, 0, 2, 0, 0)));
        assert!(value(army(0, 1, 0, 0, 0)) < value(army(1, 0, 0, 0, 0)), "a rook is missed");
        assert!(
            cooperation(army(1, 0, 0, 0, 0), army(1, 0, 0, 0, 2)).middlegame() > value(army(1, 0, 0, 0, 0))
        );
    }

    #[test]
    fn material_and_squares_are_told_apart() {
        let rook = "4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1";
        assert_eq!(term(rook, Term::Material)[0], VALUES[PieceKind::Rook]);
        let squares = squares::square_of(PieceKind::Rook, Color::Red, Square::A0)
            + squares::square_of(PieceKind::King, Color::Red, Square::D0);
        assert_eq!(term(rook, Term::Squares)[0], squares);
    }
}
