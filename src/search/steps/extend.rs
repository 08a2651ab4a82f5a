// SPDX-License-Identifier: MIT OR Apache-2.0
//! Step: extensions, in fractions of a ply that add up along the line.
//!
//! | reason | sixteenths of a ply (`params`) | why |
//! |---|---|---|
//! | check | `check_fraction` | few replies, much at stake; only checks that do not lose the piece (SEE) |
//! | recapture | `exchange_fraction` | nearly forced, and to stop within an exchange misjudges; in PV nodes |
//! | single reply | `single_reply_fraction` | a forced move does not widen the tree |
//! | mate threat | `mate_threat_fraction` | the null move is answered by mate, so the defence needs depth |
//! | singular | `singular_fraction`, once or twice | no other move is nearly as good: see `singular` |
//!
//! Yue and Feng (2009) extend by a whole ply after a check and by two thirds or three quarters of one at an
//! exchange; tuning by games made all of them smaller (`params`). `ablation.md` has a match without each
//! extension, and matches with larger values.
//!
//! Only the largest extension of a move counts. The sum of the extensions on a line is bounded by the depth
//! of the iteration, so that the tree stays finite.

use crate::search::params;
use crate::search::worker::Worker;
use crate::types::{Depth, Move};

/// The properties of node and move that extensions depend on.
pub struct ExtensionReasons {
    pub gives_check: bool,
    pub on_pv: bool,
    pub single_reply: bool,
    pub mate_threat: bool,
    /// Result of the singular extension search, in sixteenths of a ply; negative: a reduction.
    pub singular: i32,
}

impl Worker<'_> {
    /// Returns the extension of a move.
    #[inline]
    pub fn extension(&self, mv: Move, ply: usize, reasons: &ExtensionReasons) -> Depth {
        if self.pruning.exact_depth {
            return Depth::ZERO;
        }
        let mut fraction = reasons.singular;
        if fraction < 0 {
            return Depth::sixteenths(fraction);
        }
        if reasons.gives_check && self.position.see_ge(mv, 0) {
            fraction = fraction.max(params::check_fraction());
        }
        if reasons.single_reply {
            fraction = fraction.max(params::single_reply_fraction());
        }
        if reasons.mate_threat {
            fraction = fraction.max(params::mate_threat_fraction());
        }
        let state = self.position.state();
        let recaptures = state.captured.is_some() && state.last_move.is_some_and(|last| last.to() == mv.to());
        if reasons.on_pv && recaptures {
            fraction = fraction.max(params::exchange_fraction());
        }
        let extension = Depth::sixteenths(fraction);
        let extended = self.stack.before(ply, 1).extended + extension;
        if extended > self.root_depth { Depth::ZERO } else { extension }
    }

    /// Returns true if a line with these extensions may be extended by one more ply.
    #[inline]
    pub fn may_extend(&self, extended: Depth) -> bool {
        extended + Depth::ONE_PLY <= self.root_depth
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::fixture::{ROOT_DEPTH, on_worker};
    use crate::search::steps::NullMove;

    const QUIET: ExtensionReasons = ExtensionReasons {
        gives_check: false,
        on_pv: false,
        single_reply: false,
        mate_threat: false,
        singular: 0,
    };

    /// Returns the extension of the last of `moves`, which are played from the position.
    #[track_caller]
    fn extension(fen: &str, moves: &str, reasons: &ExtensionReasons) -> Depth {
        on_worker(fen, |worker| {
            let moves: Vec<Move> = moves.split(' ').map(|mv| mv.parse().expect("a move")).collect();
            let (&last, before) = moves.split_last().expect("a move");
            for &mv in before {
                worker.position.play(mv).expect("a legal move");
            }
            assert!(worker.position.is_legal(last), "{last}");
            worker.extension(last, before.len(), reasons)
        })
    }

    #[test]
    fn a_check_is_extended_unless_it_loses_the_piece() {
        let check = ExtensionReasons { gives_check: true, ..QUIET };
        let fen = "3k5/7R1/9/9/9/9/9/9/9/4K4 w - - 0 1";
        assert_eq!(extension(fen, "h8h9", &check), Depth::sixteenths(params::check_fraction()));
        assert_eq!(extension(fen, "h8d8", &check), Depth::ZERO, "the king takes the rook");
    }

    #[test]
    fn a_recapture_is_extended_in_pv_nodes() {
        let in_pv = ExtensionReasons { on_pv: true, ..QUIET };
        let fen = "3k5/9/9/9/2r6/9/2P6/9/2R6/4K4 b - - 0 1";
        let fraction = Depth::sixteenths(params::exchange_fraction());
        assert_eq!(extension(fen, "c5c3 c1c3", &in_pv), fraction);
        assert_eq!(extension(fen, "c5c3 c1c3", &QUIET), Depth::ZERO);
        assert_eq!(extension(fen, "c5c3 c1c2", &in_pv), Depth::ZERO, "no recapture");
        assert_eq!(extension(fen, "c5c4 c3c4", &in_pv), Depth::ZERO, "a capture, but no recapture");
    }

    #[test]
    fn an_only_reply_to_a_check_is_extended() {
        let is_single = |fen| {
            on_worker(fen, |worker| {
                let mut node = worker.context::<false>((Depth::plies(4), 1, true), None, true);
                worker.add_moves(&mut node, &worker.position.king_lines());
                node.single_reply
            })
        };
        let fen = "3k5/9/9/9/9/9/9/3R5/9/5K3 b - - 0 1";
        assert!(is_single(fen), "the king goes to e9");
        assert!(!is_single("3k5/4a4/9/9/9/9/9/3R5/9/5K3 b - - 0 1"), "or the advisor to d7");
        assert!(!is_single("3k5/9/9/9/9/9/9/4R4/9/5K3 b - - 0 1"), "one legal move, but no check");
        let single = ExtensionReasons { single_reply: true, ..QUIET };
        assert_eq!(extension(fen, "d9e9", &single), Depth::sixteenths(params::single_reply_fraction()));
    }

    #[test]
    fn a_null_move_that_is_answered_by_mate_shows_a_mate_threat() {
        let shows_threat = |fen| {
            on_worker(fen, |worker| {
                let node = worker.context::<false>((Depth::plies(8), 1, true), None, true);
                let beta = node.static_eval.expect("not in check") - 1500;
                matches!(worker.null_move(&node, beta), Ok(NullMove::MateThreat))
            })
        };
        assert!(shows_threat("3k5/9/9/9/R8/9/9/2r6/1r7/4K4 w - - 0 1"), "c2c0 mates");
        assert!(!shows_threat("3k5/9/9/9/R8/9/9/2r6/9/4K4 w - - 0 1"));
        let threat = ExtensionReasons { mate_threat: true, ..QUIET };
        let extended = extension("3k5/9/9/9/R8/9/9/2r6/1r7/4K4 w - - 0 1", "a5e5", &threat);
        assert_eq!(extended, Depth::sixteenths(params::mate_threat_fraction()));
    }

    #[test]
    fn the_largest_reason_counts_within_the_depth_of_the_iteration() {
        let all = ExtensionReasons {
            gives_check: true,
            on_pv: true,
            single_reply: true,
            mate_threat: true,
            singular: 0,
        };
        let fen = "3k5/4a4/9/9/9/9/9/4R4/9/4K4 w - - 0 1";
        let largest =
            [params::check_fraction(), params::single_reply_fraction(), params::mate_threat_fraction()];
        let largest = Depth::sixteenths(largest.into_iter().max().expect("three"));
        assert_eq!(extension(fen, "e2d2", &all), largest);
        let reduced = ExtensionReasons { singular: -16, ..all };
        assert_eq!(
            extension(fen, "e2d2", &reduced),
            Depth::sixteenths(-16),
            "a reduction excludes extensions"
        );
        on_worker(fen, |worker| {
            worker.stack.at_mut(3).extended = ROOT_DEPTH;
            let mv = "e2d2".parse().expect("a move");
            assert_eq!(worker.extension(mv, 4, &all), Depth::ZERO, "the line is extended enough");
        });
    }
}
