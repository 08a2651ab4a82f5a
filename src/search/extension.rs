// SPDX-License-Identifier: MIT OR Apache-2.0
//! Extensions, in fractions of a ply that add up along the line.
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

use super::params;
use super::worker::Worker;
use xiangqi::position::KingLines;
use xiangqi::types::{Depth, Move};

/// The reasons to extend moves that a node has before its moves are searched.
#[derive(Clone, Copy)]
pub struct ExtensionReasons {
    /// The only legal move answers a check.
    pub single_reply: bool,
    /// The null move was answered by mate.
    pub mate_threat: bool,
    /// Result of the singular extension search for this move, in sixteenths of a ply; negative: a reduction.
    pub singular: i32,
}

impl Worker<'_> {
    /// Returns true if the side to move has a single answer to a check.
    #[inline]
    pub fn is_single_reply(&self, lines: &KingLines) -> bool {
        self.position.in_check() && self.position.count_moves(lines) == 1
    }

    /// Returns the extension of a move.
    #[inline]
    pub fn extension<const PV: bool>(
        &self,
        mv: Move,
        ply: usize,
        gives_check: bool,
        reasons: ExtensionReasons,
    ) -> Depth {
        if self.pruning.exact_depth {
            return Depth::ZERO;
        }
        let mut fraction = reasons.singular;
        if fraction < 0 {
            return Depth::sixteenths(fraction);
        }
        if gives_check && self.position.see_ge(mv, 0) {
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
        if PV && recaptures {
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
    use crate::search::search::{NodeInfo, NullMove};
    use crate::search::worker::fixture::{ROOT_DEPTH, on_worker};

    const NONE: ExtensionReasons = ExtensionReasons { single_reply: false, mate_threat: false, singular: 0 };

    /// Returns the extension of the last of `moves`, which are played from the position.
    #[track_caller]
    fn extension<const PV: bool>(fen: &str, moves: &str, reasons: ExtensionReasons) -> Depth {
        on_worker(fen, |worker| {
            let moves: Vec<Move> = moves.split(' ').map(|mv| mv.parse().expect("a move")).collect();
            let (&last, before) = moves.split_last().expect("a move");
            for &mv in before {
                worker.position.play(mv).expect("a legal move");
            }
            assert!(worker.position.is_legal(last), "{last}");
            worker.extension::<PV>(last, before.len(), worker.position.gives_check(last), reasons)
        })
    }

    #[test]
    fn a_check_is_extended_unless_it_loses_the_piece() {
        let fen = "3k5/7R1/9/9/9/9/9/9/9/4K4 w - - 0 1";
        let fraction = Depth::sixteenths(params::check_fraction());
        assert_eq!(extension::<false>(fen, "h8h9", NONE), fraction);
        assert_eq!(extension::<false>(fen, "h8d8", NONE), Depth::ZERO, "the king takes the rook");
    }

    #[test]
    fn a_recapture_is_extended_in_pv_nodes() {
        let fen = "3k5/9/9/9/2r6/9/2P6/9/2R6/4K4 b - - 0 1";
        let fraction = Depth::sixteenths(params::exchange_fraction());
        assert_eq!(extension::<true>(fen, "c5c3 c1c3", NONE), fraction);
        assert_eq!(extension::<false>(fen, "c5c3 c1c3", NONE), Depth::ZERO);
        assert_eq!(extension::<true>(fen, "c5c3 c1c2", NONE), Depth::ZERO, "no recapture");
        assert_eq!(extension::<true>(fen, "c5c4 c3c4", NONE), Depth::ZERO, "a capture, but no recapture");
    }

    #[test]
    fn an_only_reply_to_a_check_is_extended() {
        let is_single = |fen| on_worker(fen, |worker| worker.is_single_reply(&worker.position.king_lines()));
        let fen = "3k5/9/9/9/9/9/9/3R5/9/5K3 b - - 0 1";
        assert!(is_single(fen), "the king goes to e9");
        assert!(!is_single("3k5/4a4/9/9/9/9/9/3R5/9/5K3 b - - 0 1"), "or the advisor to d7");
        assert!(!is_single("3k5/9/9/9/9/9/9/4R4/9/5K3 b - - 0 1"), "one legal move, but no check");
        let single = ExtensionReasons { single_reply: true, ..NONE };
        let fraction = Depth::sixteenths(params::single_reply_fraction());
        assert_eq!(extension::<false>(fen, "d9e9", single), fraction);
    }

    #[test]
    fn a_null_move_that_is_answered_by_mate_shows_a_mate_threat() {
        let shows_threat = |fen| {
            on_worker(fen, |worker| {
                let eval = worker.evaluate();
                let node = NodeInfo {
                    ply: 1,
                    cut_node: true,
                    tt_entry: None,
                    tt_pv: false,
                    raw_eval: Some(eval),
                    static_eval: Some(eval),
                    eval: Some(eval),
                    improving: false,
                    keys: worker.stack.continuation_keys(1),
                };
                let beta = eval - 1500;
                matches!(worker.null_move(&node, Depth::plies(8), beta), Ok(NullMove::MateThreat))
            })
        };
        assert!(shows_threat("3k5/9/9/9/R8/9/9/2r6/1r7/4K4 w - - 0 1"), "c2c0 mates");
        assert!(!shows_threat("3k5/9/9/9/R8/9/9/2r6/9/4K4 w - - 0 1"));
        let threat = ExtensionReasons { mate_threat: true, ..NONE };
        let extended = extension::<false>("3k5/9/9/9/R8/9/9/2r6/1r7/4K4 w - - 0 1", "a5a4", threat);
        assert_eq!(extended, Depth::sixteenths(params::mate_threat_fraction()));
    }

    #[test]
    fn the_largest_reason_counts_within_the_depth_of_the_iteration() {
        let all = ExtensionReasons { single_reply: true, mate_threat: true, singular: 0 };
        let fen = "3k5/4a4/9/9/9/9/9/4R4/9/4K4 w - - 0 1";
        let largest =
            [params::check_fraction(), params::single_reply_fraction(), params::mate_threat_fraction()];
        let largest = Depth::sixteenths(largest.into_iter().max().expect("three"));
        assert_eq!(extension::<true>(fen, "e2d2", all), largest);
        let reduced = ExtensionReasons { singular: -16, ..all };
        let reduction = extension::<true>(fen, "e2d2", reduced);
        assert_eq!(reduction, Depth::sixteenths(-16), "a reduction excludes extensions");
        on_worker(fen, |worker| {
            worker.stack.at_mut(3).extended = ROOT_DEPTH;
            let mv = "e2d2".parse().expect("a move");
            let extension = worker.extension::<true>(mv, 4, true, all);
            assert_eq!(extension, Depth::ZERO, "the line is extended enough");
        });
    }
}
