// SPDX-License-Identifier: MIT OR Apache-2.0
//! Scores as the protocols write them.
//!
//! UCCI writes bare 16-bit numbers: a mate is ±(10 000 - plies), any other score is clamped to ±9000
//! centipawns. UCI writes `cp` or `mate`, the latter in moves.

/// Ordinary scores are written clamped to this.
const MAX_CENTIPAWNS: i32 = 9000;
/// Mate in 0 plies.
const MATE: i32 = 10_000;
/// UCI's mates are clamped to this number of moves.
const MAX_MATE_MOVES: i32 = 500;

/// The score of a position, from the perspective of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// Hundredths of a pawn. Larger numbers than ±9000 are written as ±9000.
    Cp(i32),
    /// Mate in this number of plies; zero or negative: the side to move is mated.
    Mate(i32),
}

/// The score is a bound of the true value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// `lowerbound`: the value is at least the score.
    Lower,
    /// `upperbound`: the value is at most the score.
    Upper,
}

impl Score {
    /// Returns UCCI's bare number: centipawns clamped to ±9000, mate in `n` plies as ±(10 000 - `n`).
    pub fn to_ucci(self) -> i32 {
        match self {
            Self::Cp(cp) => cp.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS),
            Self::Mate(plies) if plies > 0 => MATE - plies,
            Self::Mate(plies) => -MATE - plies,
        }
    }

    /// Reads UCCI's bare number.
    pub fn from_ucci(number: i32) -> Self {
        if number > MAX_CENTIPAWNS {
            Self::Mate((MATE - number).max(1))
        } else if number < -MAX_CENTIPAWNS {
            Self::Mate((-MATE - number).min(0))
        } else {
            Self::Cp(number)
        }
    }

    /// Returns UCI's words: `cp N`, clamped to ±9000, or `mate N` in moves.
    pub fn to_uci(self) -> String {
        match self {
            Self::Cp(cp) => format!("cp {}", cp.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS)),
            Self::Mate(plies) if plies > 0 => format!("mate {}", (plies + 1) / 2),
            Self::Mate(plies) => format!("mate {}", (plies - 1) / 2),
        }
    }

    /// Reads the number of UCI's `mate N`, in moves; zero or negative: the side to move is mated.
    pub fn from_mate_moves(moves: i32) -> Self {
        let plies = moves.clamp(-MAX_MATE_MOVES, MAX_MATE_MOVES) * 2;
        Self::Mate(if plies > 0 { plies - 1 } else { plies })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_plies_in_ucci_and_moves_in_uci() {
        for (score, number, words) in [
            (Score::Mate(1), 9999, "mate 1"),
            (Score::Mate(3), 9997, "mate 2"),
            (Score::Mate(0), -10_000, "mate 0"),
            (Score::Mate(-2), -9998, "mate -1"),
            (Score::Cp(-35), -35, "cp -35"),
            (Score::Cp(15_000), 9000, "cp 9000"),
        ] {
            assert_eq!((score.to_ucci(), score.to_uci().as_str()), (number, words));
        }
    }

    #[test]
    fn scores_are_read_within_their_range() {
        assert_eq!(Score::from_ucci(-9000), Score::Cp(-9000));
        assert_eq!(Score::from_ucci(i32::MAX), Score::Mate(1));
        assert_eq!(Score::from_mate_moves(i32::MIN).to_ucci(), -9000);
    }
}
