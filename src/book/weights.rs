// SPDX-License-Identifier: MIT OR Apache-2.0
//! Weights: the frequencies with which to play the moves of a position.
//!
//! Where moves were analysed, the weight of a move that is v centipawns worse than the best one is in
//! proportion to exp(-v/3), and 0 from [`PLAYABLE`] on; moves of the position that were not analysed get 0.
//! Results of games correct the values first: a value counts as [`PRIOR`] games with the score expected from
//! it; the games that were played are added, and the score of all of them together is converted back to a
//! value. So a move must also be good by analysis.
//!
//! The score of 50 games is accurate only to about 20 centipawns, yet it predicts the engine's success better
//! than analysis does. With weights that trust it less and vary more ([`PRIOR`] 200, [`SOFTNESS`] 5,
//! [`PLAYABLE`] 15) the default book scored +14 ± 21 Elo against the engine without a book, with these +64 ±
//! 21 (800 games each, 20 ms per move).
//!
//! Elsewhere the weight of a move grows with the number of games and, to the second power, with its score.
//! With n games and p points in them (1 for a win, 1/2 for a draw) it is in proportion to
//!
//! ```text
//!         p + 1  2
//!    n  ( ————— )
//!         n + 2
//! ```
//!
//! One win and one loss are added to all results, so that a single win does not count as a perfect score.
//!
//! Weights add up to [`TOTAL`], apart from rounding; a weight below 1 becomes 0, which means that the move is
//! known but not played.

use super::format::BookMove;

/// Sum of the weights of a position.
const TOTAL: f64 = 10_000.0;

/// Moves that are this many centipawns worse than the best one are not played.
const PLAYABLE: f64 = 10.0;

/// Number of centipawns by which a weight falls by the factor e.
const SOFTNESS: f64 = 3.0;

/// Weight of an analysis, in games.
pub const PRIOR: u32 = 50;

/// Number of centipawns by which the odds of a point grow by the factor e.
const SPREAD: f64 = 100.0;

/// Limit to which values are clamped, in centipawns.
const DECIDED: i16 = 1000;

/// Returns the weights of the moves of a position.
pub fn of(moves: &[BookMove]) -> Vec<u16> {
    let values = moves.iter().filter(|known| known.depth > 0).map(corrected_value);
    let merits: Vec<f64> = match values.reduce(f64::max) {
        Some(best) => moves.iter().map(|known| worth(known, best)).collect(),
        None => moves.iter().map(success).collect(),
    };
    let total: f64 = merits.iter().sum();
    merits.into_iter().map(|merit| weight(merit / total)).collect()
}

/// Unnormalised weight of a move where the best move has the value `best`.
fn worth(known: &BookMove, best: f64) -> f64 {
    let given_up = best - corrected_value(known);
    if known.depth > 0 && given_up < PLAYABLE { (-given_up / SOFTNESS).exp() } else { 0.0 }
}

/// The value of an analysed move, corrected by its results in games.
fn corrected_value(known: &BookMove) -> f64 {
    let value = f64::from(known.value.clamp(-DECIDED, DECIDED));
    let expected = 1.0 / (1.0 + (-value / SPREAD).exp());
    let prior = f64::from(PRIOR);
    let score = (prior * expected + points(known)) / (prior + f64::from(known.games));
    SPREAD * (score / (1.0 - score)).ln()
}

/// Unnormalised weight of a move where nothing was analysed.
fn success(known: &BookMove) -> f64 {
    let games = f64::from(known.games);
    let score = (points(known) + 1.0) / (games + 2.0);
    games * score * score
}

fn points(known: &BookMove) -> f64 {
    f64::from(known.points) / 2.0
}

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
