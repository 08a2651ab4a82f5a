// SPDX-License-Identifier: MIT OR Apache-2.0
//! Every tunable of the search, one line each: meaning, default, range, step.
//!
//! Suffixes: `_margin` a value, `_depth` a limit in plies, `_base` and `_factor` the constant and
//! the slope of a line, `_divisor` what something is divided by, `_fraction` sixteenths of a ply.
//!
//! Ranges are wide enough to switch a technique off, which the table of what each is worth (`ablation.md`) rests on. A
//! plain constant normally; under the feature `tune` each becomes an atomic that an option can set.

macro_rules! tunables {
    ($($(#[doc = $doc:literal])+ $name:ident = $default:literal, $min:literal ..= $max:literal, step $step:literal;)*) => {
        $(
            $(#[doc = $doc])+
            #[cfg(not(feature = "tune"))]
            #[inline]
            pub const fn $name() -> i32 {
                $default
            }

            $(#[doc = $doc])+
            #[cfg(feature = "tune")]
            pub fn $name() -> i32 {
                values::$name.load(core::sync::atomic::Ordering::Relaxed)
            }
        )*

        #[cfg(feature = "tune")]
        #[allow(non_upper_case_globals, reason = "named like the functions")]
        mod values {
            use core::sync::atomic::AtomicI32;
            $(pub static $name: AtomicI32 = AtomicI32::new($default);)*
        }

        /// All tunables, for tuners.
        #[cfg(feature = "tune")]
        pub static ALL: &[Tunable] = &[
            $(Tunable { name: stringify!($name), default: $default, min: $min, max: $max, step: $step, value: &values::$name }),*
        ];

        #[cfg(test)]
        #[test]
        fn defaults_lie_within_their_ranges() {
            $(const { assert!($min <= $default && $default <= $max && $step > 0) };)*
        }
    };
}

/// One tunable number of the search.
#[cfg(feature = "tune")]
pub struct Tunable {
    /// Its name, also that of its option.
    pub name: &'static str,
    /// The value built in.
    pub default: i32,
    /// Least sensible value.
    pub min: i32,
    /// Greatest sensible value.
    pub max: i32,
    /// A tuner's first step.
    pub step: i32,
    value: &'static core::sync::atomic::AtomicI32,
}

#[cfg(feature = "tune")]
impl Tunable {
    /// Changes the value, within its range.
    pub fn set(&self, value: i32) {
        self.value.store(value.clamp(self.min, self.max), core::sync::atomic::Ordering::Relaxed);
    }
}

tunables! {
    // Aspiration
    /// Half width of the first window.
    aspiration_margin = 12, 3..=100, step 3;
    /// Share of the value's volatility that is added, in sixteenths.
    aspiration_volatility = 8, 0..=32, step 3;
    /// Depth from which windows are narrowed.
    aspiration_depth = 4, 2..=100, step 1;

    // Extensions
    /// Extension of a safe check.
    check_fraction = 11, 0..=16, step 2;
    /// Extension of a recapture on the principal variation.
    exchange_fraction = 8, 0..=16, step 2;
    /// Extension of the only answer to a check.
    single_reply_fraction = 10, 0..=16, step 2;
    /// Extension when passing would lose to a mate.
    mate_threat_fraction = 6, 0..=16, step 2;

    // Singular extension
    /// Depth from which the table's move is asked to be singular.
    singular_depth = 6, 4..=99, step 1;
    /// How far below the table's value the other moves have to stay, a ply, in 1/16 of a value's unit.
    singular_margin = 33, 4..=128, step 4;
    /// Extension of a singular move.
    singular_fraction = 16, 0..=32, step 2;
    /// Margin by which a move is so singular that it is extended twice as far.
    double_margin = 29, 0..=1000, step 5;
    /// Extension (negative: a reduction) of a move whose rivals reach beta too.
    not_singular_fraction = -16, -48..=0, step 4;

    // ProbCut
    /// Depth from which captures are asked to show a cutoff.
    probcut_depth = 5, 3..=99, step 1;
    /// What they have to bring beyond beta.
    probcut_margin = 181, 50..=500, step 10;

    // Razoring
    /// Margin at depth 0.
    razoring_base = 294, 0..=1000, step 25;
    /// Margin a ply squared.
    razoring_factor = 251, 50..=1000, step 25;
    /// Deepest depth.
    razoring_depth = 4, 0..=8, step 1;

    // Correction history
    /// Largest correction.
    correction_limit = 148, 0..=400, step 10;
    /// Divides what is learnt at once.
    correction_divisor = 179, 16..=1000, step 20;

    // History
    /// Taken off the bonus of a cutoff.
    history_bonus_base = 80, 0..=500, step 20;
    /// Bonus of a cutoff, a ply.
    history_bonus_factor = 168, 0..=500, step 10;
    /// Largest bonus.
    history_bonus_limit = 1800, 500..=4000, step 100;
    /// Weight of the move four plies ago, in eighths.
    continuation_4_weight = 4, 0..=16, step 1;
    /// Share of the bonus that the move before gets if nothing refutes it, in percent.
    previous_bonus_percent = 58, 0..=200, step 10;
    /// Share of the bonus that a table move gets for a cutoff from the table, in percent.
    table_bonus_percent = 50, 0..=200, step 10;

    // Reverse futility
    /// Margin a ply.
    reverse_futility_margin = 57, 30..=300, step 10;
    /// Deepest depth.
    reverse_futility_depth = 8, 0..=12, step 1;

    // Null move
    /// Depth from which a null move is tried.
    null_move_depth = 2, 1..=99, step 1;
    /// How much further below beta the static value may stay a ply.
    null_move_factor = 12, 0..=40, step 2;
    /// Reduction at least, in plies.
    null_move_base = 4, 2..=6, step 1;
    /// Plies of depth for one more ply of reduction.
    null_move_divisor = 3, 2..=99, step 1;
    /// What the static value exceeds beta by for one more ply of reduction.
    null_move_eval_divisor = 204, 50..=9999, step 25;
    /// How far the static value may stay below beta at depth 0.
    null_move_margin = 99, 0..=400, step 20;
    /// Depth from which a null move's cutoff is verified.
    null_move_verification_depth = 12, 6..=99, step 1;

    // Internal iterative reduction
    /// Depth from which a node without a table move is searched less deeply.
    internal_reduction_depth = 6, 2..=99, step 1;

    // Late move reductions
    /// Depth from which late moves are reduced.
    lmr_depth = 2, 2..=99, step 1;
    /// Constant part, in 1/100 ply.
    lmr_base = 85, -100..=300, step 10;
    /// Slope in ln(depth) * ln(move number), in 1/100.
    lmr_factor = 49, 20..=100, step 4;
    /// History that changes the reduction by one ply.
    lmr_history_divisor = 9183, 2000..=999_999, step 500;
    /// More where a cutoff is expected, in 1/100 ply, as all that follow.
    lmr_cut_node = 110, 0..=300, step 10;
    /// More where the static value does not rise.
    lmr_not_improving = 60, 0..=200, step 10;
    /// More where the replies to the moves before were cut off often.
    lmr_many_cutoffs = 105, 0..=200, step 10;
    /// Less on the principal variation.
    lmr_on_pv = 84, 0..=300, step 10;
    /// Less where a principal variation once passed.
    lmr_was_on_pv = 74, 0..=300, step 10;
    /// Less for a check.
    lmr_gives_check = 103, 0..=300, step 10;
    /// Less for a killer or counter move.
    lmr_refutation = 101, 0..=300, step 10;
    /// So many cutoffs among the replies to the moves before are not many yet.
    cutoff_count = 3, 1..=1000, step 1;
    /// How much a reduced search must exceed the best value to be repeated a ply deeper.
    deeper_margin = 47, 10..=9999, step 5;
    /// What is added to this for each ply of the reduction.
    deeper_factor = 4, 0..=20, step 1;
    /// A reduced search that exceeds the best value by less is repeated a ply less deeply.
    shallower_margin = 8, 0..=50, step 2;

    // Hindsight
    /// Plies that a move must have been reduced by for its node to be deepened when its side lost nothing by it.
    hindsight_up_depth = 3, 1..=99, step 1;
    /// Plies that a move must have been reduced by for its node to be cut short when its side lost by it.
    hindsight_down_depth = 2, 1..=99, step 1;
    /// What its side must have lost.
    hindsight_margin = 99, 0..=500, step 10;

    // Move loop pruning
    /// Quiet moves searched at depth 0 before the rest is skipped.
    late_move_base = 8, 1..=999, step 1;
    /// Futility margin at depth 0.
    futility_base = 111, 0..=500, step 20;
    /// Futility margin a ply.
    futility_factor = 106, 30..=300, step 10;
    /// Deepest reduced depth for futility.
    futility_depth = 8, 0..=14, step 1;
    /// History below which a quiet move is skipped, a ply.
    history_factor = 2763, 500..=8000, step 250;
    /// Exchange loss tolerated in a quiet move, a ply.
    see_quiet_margin = 53, 10..=200, step 10;
    /// Exchange loss tolerated in a capture, a ply.
    see_capture_margin = 145, 20..=9999, step 15;

    /// Deepest depth for skipping moves by their history.
    history_depth = 6, 0..=12, step 1;
    /// History that changes the futility margin by 1.
    futility_history_divisor = 61, 20..=400, step 5;
    /// Reduced depth from which a losing exchange no longer counts against a quiet move.
    see_quiet_depth = 8, 0..=16, step 1;

    // Quiescence
    /// Plies of quiescence in which quiet checks are tried.
    quiescence_check_plies = 1, 0..=3, step 1;
    /// Quiet evasions searched once a line that is not mated was found.
    quiescence_evasions = 2, 1..=8, step 1;
    /// What a capture may bring beyond the man it takes.
    delta_margin = 129, 20..=9999, step 20;
}
