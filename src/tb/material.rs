// SPDX-License-Identifier: MIT OR Apache-2.0
//! Material balances: the pieces of each side beside its king, as in `KRvKAABB` (a rook against all
//! defenders).

use core::fmt;
use core::str::FromStr;
use thiserror::Error;
use xiangqi::position::{Board, normal_count};
use xiangqi::types::{Color, Language, Piece, PieceKind, text};

/// The kinds beside the king, in the order in which a balance names them.
const KINDS: [PieceKind; 6] = [
    PieceKind::Rook,
    PieceKind::Cannon,
    PieceKind::Horse,
    PieceKind::Pawn,
    PieceKind::Advisor,
    PieceKind::Elephant,
];
/// The first kinds are attackers: they cross the river.
const ATTACKERS: usize = 4;

/// The pieces of one side beside its king. More attackers are greater, then the better ones, then more
/// defenders.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Force {
    attackers: u8,
    counts: [u8; 6],
}

impl Force {
    /// Returns the pieces of `color` on the board.
    fn of(board: &Board, color: Color) -> Self {
        Self::new(KINDS.map(|kind| board.pieces(kind, color).len() as u8))
    }

    fn new(counts: [u8; 6]) -> Self {
        Self { attackers: counts[..ATTACKERS].iter().sum(), counts }
    }

    fn size(self) -> u8 {
        self.counts.iter().sum()
    }

    /// Returns the forces that are left when one of the pieces is captured.
    fn after_loss(self) -> impl Iterator<Item = Self> {
        (0..KINDS.len()).filter(move |&i| self.counts[i] > 0).map(move |i| {
            let mut counts = self.counts;
            counts[i] -= 1;
            Self::new(counts)
        })
    }

    /// Returns true if a game can have these pieces.
    fn is_possible(self) -> bool {
        self.counts.iter().zip(KINDS).all(|(&n, kind)| u32::from(n) <= normal_count(kind))
    }
}

impl fmt::Display for Force {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("K")?;
        for (kind, &count) in KINDS.iter().zip(&self.counts) {
            for _ in 0..count {
                write!(f, "{}", kind.letter().to_ascii_uppercase())?;
            }
        }
        Ok(())
    }
}

/// The material of both sides, the stronger one first. A table is built with the stronger side as Red.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Balance {
    strong: Force,
    weak: Force,
}

impl Balance {
    fn new(one: Force, other: Force) -> Self {
        Self { strong: one.max(other), weak: one.min(other) }
    }

    /// Returns all balances of at most this number of pieces, the kings included.
    pub fn up_to(pieces: u8) -> Vec<Self> {
        let mut forces = vec![Force::default()];
        for kind in 0..KINDS.len() {
            let larger = |force: &Force| {
                let mut counts = force.counts;
                counts[kind] += 1;
                Some(Force::new(counts)).filter(|larger| larger.is_possible() && larger.size() + 2 <= pieces)
            };
            let mut at = 0;
            while let Some(force) = forces.get(at) {
                forces.extend(larger(force));
                at += 1;
            }
        }
        let pairs = forces.iter().flat_map(|one| forces.iter().map(move |other| (one, other)));
        let fits = |&(one, other): &(&Force, &Force)| one >= other && one.size() + other.size() + 2 <= pieces;
        pairs.filter(fits).map(|(&one, &other)| Self::new(one, other)).collect()
    }

    /// Returns the balance of a board and the side that is the stronger one: Red if both are equal.
    pub fn of(board: &Board) -> (Self, Color) {
        let [red, black] = Color::ALL.map(|color| Force::of(board, color));
        (Self::new(red, black), if red >= black { Color::Red } else { Color::Black })
    }

    /// Returns the pieces of Red, the stronger side, or of Black.
    pub fn force(&self, color: Color) -> Force {
        match color {
            Color::Red => self.strong,
            Color::Black => self.weak,
        }
    }

    /// Returns the number of pieces, both kings included.
    pub fn pieces(&self) -> u8 {
        2 + self.strong.size() + self.weak.size()
    }

    /// Returns true if both sides have the same pieces.
    pub fn is_symmetric(&self) -> bool {
        self.strong == self.weak
    }

    /// Returns the groups of equal pieces: piece and number.
    pub(crate) fn groups(&self) -> impl Iterator<Item = (Piece, u8)> + '_ {
        Color::ALL.into_iter().flat_map(move |color| {
            let force = self.force(color);
            // Defenders first: the index of the attackers changes fastest.
            let counts = force.counts.into_iter().zip(KINDS).rev();
            counts.filter(|&(n, _)| n > 0).map(move |(n, kind)| (Piece::new(kind, color), n))
        })
    }

    /// Returns the balances that a capture leads to.
    pub fn after_capture(&self) -> Vec<Self> {
        let strong = self.strong.after_loss().map(|left| Self::new(left, self.weak));
        let weak = self.weak.after_loss().map(|left| Self::new(self.strong, left));
        let mut found: Vec<_> = strong.chain(weak).collect();
        found.sort();
        found.dedup();
        found
    }
}

impl fmt::Display for Balance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.strong, self.weak)
    }
}

/// The text does not name a balance.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", self.text(Language::English))]
pub struct ParseBalanceError(pub String);

xiangqi::bilingual_errors!(ParseBalanceError);

impl ParseBalanceError {
    /// Returns the error in words.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        text!(
            language,
            "'{name}' is no balance of pieces such as KRvKAABB (K, then R C N P A B for each side)",
            "“{name}”不是子力组合；写法如 KRvKAABB（每方先写 K，再写 R C N P A B）",
            name = self.0
        )
    }
}

impl FromStr for Balance {
    type Err = ParseBalanceError;

    /// Reads the pieces of both sides in any order and case, with `v` between them.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParseBalanceError(text.to_owned());
        let force = |side: &str| {
            let mut counts = [0; 6];
            let mut kings = 0;
            for letter in side.chars() {
                match PieceKind::from_letter(letter).ok_or_else(error)? {
                    PieceKind::King => kings += 1,
                    kind => counts[KINDS.iter().position(|&k| k == kind).ok_or_else(error)?] += 1,
                }
            }
            let force = Force::new(counts);
            if kings == 1 && force.is_possible() { Ok(force) } else { Err(error()) }
        };
        let (one, other) = text.split_once(['v', 'V']).ok_or_else(error)?;
        Ok(Self::new(force(one)?, force(other)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::position::Position;

    #[test]
    fn names_are_read_and_written() {
        for name in ["KRvKAABB", "KvK", "KCAvKAAB", "KRCvKR", "KRPvKAABB", "KPPPPPvKN"] {
            assert_eq!(name.parse::<Balance>().map(|balance| balance.to_string()), Ok(name.to_owned()));
        }
        assert_eq!("kbbaaVkr".parse::<Balance>().unwrap().to_string(), "KRvKAABB");
        for bad in ["", "K", "KR", "KRKvK", "RvK", "KXvK", "KRRRvK", "KvKv", "KAAAvK"] {
            assert!(bad.parse::<Balance>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_board_has_a_balance_and_a_stronger_side() {
        let position = Position::from_fen("2bak4/4a4/4b4/9/9/9/9/9/9/R3K4 w").unwrap();
        let (balance, strong) = Balance::of(position.board());
        assert_eq!((balance.to_string().as_str(), strong), ("KRvKAABB", Color::Red));
        assert_eq!(Balance::of(position.color_flipped().board()), (balance, Color::Black));
    }

    #[test]
    fn balances_are_counted() {
        assert_eq!(Balance::up_to(2).len(), 1);
        assert_eq!(Balance::up_to(3).len(), 1 + 6);
        // Two pieces on one side: 21 multisets of six kinds; one on each: 21 unordered pairs.
        assert_eq!(Balance::up_to(4).len(), 1 + 6 + 21 + 21);
    }

    #[test]
    fn captures_lead_to_smaller_balances() {
        let balance: Balance = "KRvKR".parse().unwrap();
        assert_eq!(balance.after_capture(), ["KRvK".parse().unwrap()]);
        let balance: Balance = "KRvKAB".parse().unwrap();
        let smaller: Vec<_> = balance.after_capture().iter().map(ToString::to_string).collect();
        assert_eq!(smaller, ["KABvK", "KRvKB", "KRvKA"]);
    }
}
