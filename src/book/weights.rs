// SPDX-License-Identifier: MIT OR Apache-2.0
//! How often to play the moves of a position.
//!
//! Where moves were analysed, one that is v centipawns worse than the best has a weight in proportion to
//! exp(-v/3), and none from [`PLAYABLE`] on; moves of the position that were not analysed have none. Results
//! of games correct the values first: a value stands for so many games with the score that is to be expected
//! from it, [`PRIOR`] of them; games that were played are added, and the value of the score of all together
//! is what counts. So a move has to be good on the board as well.
//!
//! The score of 50 games is right to some 20 centipawns only, yet it says more of how the engine gets on than
//! values do. With weights that trust it less and vary more ([`PRIOR`] 200, [`SOFTNESS`] 5, [`PLAYABLE`] 15)
//! the book that comes along scored +14 ± 21 Elo against the engine without it, with these +64 ± 21 (800
//! games each, 20 ms a move).
//!
//! Elsewhere the weight of a move grows with how often it was played and, to the second power, with how well
//! it did. With n games and a score of p points in them (1 for a win, 1/2 for a draw) it is in proportion to
//!
//! ```text
//!         p + 1  2
//!    n  ( ————— )
//!         n + 2
//! ```
//!
//! One win and one loss are added to all results, so that a single win does not pass for a perfect score.
//!
//! Weights add up to [`TOTAL`], but for rounding; a move that would get less than one gets 0, which means
//! that it is known and not played.

use super::book_move::BookMove;

/// What the weights of a position add up to.
const TOTAL: f64 = 10_000.0;

/// A move that is so many centipawns worse than the best is not played.
const PLAYABLE: f64 = 10.0;

/// With so many centipawns less a weight is 2.7 times smaller.
const SOFTNESS: f64 = 3.0;

/// As many games weigh as much as an analysis.
pub const PRIOR: u32 = 50;

/// With so many centipawns more the odds of a point are 2.7 times as good, around an even position.
const SPREAD: f64 = 100.0;

/// From there on values make no difference, in centipawns.
const DECIDED: i16 = 1000;

/// The weights of the moves that are known in a position.
pub fn of(moves: &[BookMove]) -> Vec<u16> {
    let values = moves.iter().filter(|known| known.depth > 0).map(corrected_value);
    let merits: Vec<f64> = match values.reduce(f64::max) {
        Some(best) => moves.iter().map(|known| worth(known, best)).collect(),
        None => moves.iter().map(success).collect(),
    };
    let total: f64 = merits.iter().sum();
    merits.into_iter().map(|merit| weight(merit / total)).collect()
}

/// What weights are in proportion to where the best move has this value.
fn worth(known: &BookMove, best: f64) -> f64 {
    let given_up = best - corrected_value(known);
    if known.depth > 0 && given_up < PLAYABLE { (-given_up / SOFTNESS).exp() } else { 0.0 }
}

/// The value of a move that was analysed, with what came of it in games.
fn corrected_value(known: &BookMove) -> f64 {
    let value = f64::from(known.value.clamp(-DECIDED, DECIDED));
    let expected = 1.0 / (1.0 + (-value / SPREAD).exp());
    let prior = f64::from(PRIOR);
    let score = (prior * expected + points(known)) / (prior + f64::from(known.games));
    SPREAD * (score / (1.0 - score)).ln()
}

/// What weights are in proportion to where nothing was analysed.
fn success(known: &BookMove) -> f64 {
    let games = f64::from(known.games);
    let score = (points(known) + 1.0) / (games + 2.0);
    games * score * score
}

fn points(known: &BookMove) -> f64 {
    f64::from(known.points) / 2.0
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of 10 000")]
fn weight(share: f64) -> u16 {
    (share * TOTAL) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(value: i16, games: u32, points: u32) -> BookMove {
        let mv = "h2e2".parse().expect("a move");
        BookMove { value, depth: 9, games, points, ..BookMove::new(mv, 0) }
    }

    #[test]
    fn values_alone_decide_where_nothing_was_played() {
        let not_analysed = BookMove { depth: 0, ..known(50, 9, 18) };
        assert_eq!(
            of(&[known(5, 0, 0), known(-1, 0, 0), known(-11, 0, 0), not_analysed]),
            [8807, 1192, 0, 0]
        );
        assert_eq!(of(&[known(-5000, 0, 0)]), [10_000]);
        assert_eq!(of(&[known(9999, 0, 0), known(-9999, 0, 0)]), [10_000, 0]);
        assert!(of(&[]).is_empty());
    }

    #[test]
    fn results_correct_values() {
        // 50 games expected to score 0.5, and 50 that scored 0.7: 0.6, whose odds are 1.5.
        assert!((corrected_value(&known(0, 50, 70)) - SPREAD * 1.5_f64.ln()).abs() < 1e-9);
        assert!((corrected_value(&known(30, 0, 0)) - 30.0).abs() < 1e-9);
        let [good, bad] = of(&[known(0, 50, 70), known(20, 50, 30)])[..] else { panic!("two moves") };
        assert_eq!((good, bad), (10_000, 0));
        for value in [-10_000, 10_000] {
            assert!(of(&[known(value, 1000, 2000), known(value, 1000, 0)]).iter().sum::<u16>() >= 9_999);
        }
    }
}
