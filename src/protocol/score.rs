// SPDX-License-Identifier: MIT OR Apache-2.0
//! Scores as the protocols write them.
//!
//! UCCI writes bare 16-bit numbers: a mate is ±(10 000 - plies), any other score is clamped to ±9000
//! centipawns. UCI writes `cp` or `mate`, the latter in moves. Wins by the repetition rules depend on the
//! game so far, and of wins by endgame tables the length is not known; both are shown as large ordinary
//! scores, never as mates.

use crate::types::Score;

/// Ordinary scores are clamped to this.
const MAX_CENTIPAWNS: i32 = 9000;
/// Mate in 0 plies.
const MATE: i32 = 10_000;

fn ordinary(score: Score) -> i32 {
    match score {
        Score::Cp(cp) => cp.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS),
        Score::Table(plies) | Score::Rule(plies) | Score::Mate(plies) => {
            if plies < 0 {
                -MAX_CENTIPAWNS
            } else {
                MAX_CENTIPAWNS
            }
        }
    }
}

/// Returns a score as UCCI's bare number: centipawns clamped to ±9000, mate in `n` plies as ±(10 000 - `n`).
pub fn bare(score: Score) -> i32 {
    match score {
        Score::Mate(plies) if plies > 0 => MATE - plies,
        Score::Mate(plies) => -MATE - plies,
        other => ordinary(other),
    }
}

/// Reads UCCI's bare number.
pub fn from_bare(number: i32) -> Score {
    if number > MAX_CENTIPAWNS {
        Score::Mate((MATE - number).max(1))
    } else if number < -MAX_CENTIPAWNS {
        Score::Mate((-MATE - number).min(0))
    } else {
        Score::Cp(number)
    }
}

/// Returns a score in UCI's words: `cp N` or `mate N`.
pub fn with_unit(score: Score) -> String {
    match score {
        Score::Mate(plies) if plies > 0 => format!("mate {}", (plies + 1) / 2),
        Score::Mate(plies) => format!("mate {}", (plies - 1) / 2),
        other => format!("cp {}", ordinary(other)),
    }
}

/// Reads UCI's `mate N` in moves, clamped to ±500; zero or negative: the side to move is mated.
pub fn from_mate_moves(moves: i32) -> Score {
    let plies = moves.clamp(-500, 500) * 2;
    Score::Mate(if plies > 0 { plies - 1 } else { plies })
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
            (Score::Rule(5), 9000, "cp 9000"),
            (Score::Rule(-4), -9000, "cp -9000"),
            (Score::Table(7), 9000, "cp 9000"),
        ] {
            assert_eq!((bare(score), with_unit(score).as_str()), (number, words));
        }
    }

    #[test]
    fn a_score_that_is_written_reads_back() {
        for plies in [1, 3, 55, 0, -2, -40] {
            let mate = Score::Mate(plies);
            assert_eq!(from_bare(bare(mate)), mate);
            let moves = with_unit(mate)["mate ".len()..].parse().unwrap();
            assert_eq!(from_mate_moves(moves), mate);
        }
        assert_eq!(from_bare(-9000), Score::Cp(-9000));
        assert_eq!(from_bare(i32::MAX), Score::Mate(1));
        assert_eq!(bare(from_mate_moves(i32::MIN)), -9000);
    }
}
