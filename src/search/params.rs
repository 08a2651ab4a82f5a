// SPDX-License-Identifier: MIT OR Apache-2.0
//! Every tunable parameter of the search, one line each: meaning, default, range, step.
//!
//! Suffixes: `_margin` is a value, `_depth` a limit in plies, `_base` and `_factor` are the constant term and
//! the factor of a linear function, `_divisor` is a divisor, `_fraction` counts sixteenths of a ply,
//! `_percent` is a percentage.
//!
//! Ranges are wide enough to switch a technique off, which the ablation study (`ablation.md`) makes use of.
//! Each parameter is a constant; under the feature `tune` it is an atomic that an option can set.

use core::sync::atomic::{AtomicI32, Ordering};

/// One tunable parameter of the search.
pub struct Tunable {
    /// Its name, which is also the name of its option.
    pub name: &'static str,
    /// Default value.
    pub default: i32,
    /// Smallest sensible value.
    pub min: i32,
    /// Largest sensible value.
    pub max: i32,
    /// Initial step of a tuner.
    pub step: i32,
    value: &'static AtomicI32,
}

impl Tunable {
    /// Sets the value, clamped to its range.
    pub fn set(&self, value: i32) {
        self.value.store(value.clamp(self.min, self.max), Ordering::Relaxed);
    }
}

#[cfg(not(any(test, feature = "tune")))]
macro_rules! tunables {
    ($($(#[doc = $doc:literal])+ $name:ident = $default:literal, $min:literal ..= $max:literal, step $step:literal;)*) => {
        $(
            $(#[doc = $doc])+
            #[inline]
            pub const fn $name() -> i32 {
                const { assert!($min <= $default && $default <= $max && $step > 0) };
                $default
            }
        )*

        /// The tunables of this build: none.
        pub static ALL: &[Tunable] = &[];
    };
}

/// In unit tests each thread has its own values, so that a test can switch a technique off.
#[cfg(all(test, not(feature = "tune")))]
macro_rules! tunables {
    ($($(#[doc = $doc:literal])+ $name:ident = $default:literal, $min:literal ..= $max:literal, step $step:literal;)*) => {
        $(
            $(#[doc = $doc])+
            pub fn $name() -> i32 {
                values::$name.get()
            }
        )*

        #[expect(non_upper_case_globals, reason = "named like the functions")]
        mod values {
            use core::cell::Cell;
            $(thread_local! { pub static $name: Cell<i32> = const { Cell::new($default) }; })*
        }

        /// Sets a parameter for this thread and returns its value before.
        pub(super) fn set(name: &str, value: i32) -> i32 {
            match name {
                $(stringify!($name) => values::$name.replace(value),)*
                _ => panic!("no parameter {name}"),
            }
        }

        /// The tunables of this build: none.
        pub static ALL: &[Tunable] = &[];
    };
}

#[cfg(feature = "tune")]
macro_rules! tunables {
    ($($(#[doc = $doc:literal])+ $name:ident = $default:literal, $min:literal ..= $max:literal, step $step:literal;)*) => {
        $(
            $(#[doc = $doc])+
            pub fn $name() -> i32 {
                values::$name.load(Ordering::Relaxed)
            }
        )*

        #[expect(non_upper_case_globals, reason = "named like the functions")]
        mod values {
            use core::sync::atomic::AtomicI32;
            $(pub static $name: AtomicI32 = AtomicI32::new($default);)*
        }

        /// The tunables of this build.
        pub static ALL: &[Tunable] = &[
            $(Tunable { name: stringify!($name), default: $default, min: $min, max: $max, step: $step, value: &values::$name }),*
        ];
    };
}

tunables! {
    // Aspiration windows
    /// Half width of the first window.
    aspiration_margin = 12, 3..=100, step 3;
    /// Weight of the value's volatility in the half width, in sixteenths.
    aspiration_volatility = 7, 0..=32, step 3;
    /// Depth from which aspiration windows are used.
    aspiration_depth = 4, 2..=100, step 1;

    // Extensions
    /// Extension of a check that does not lose the piece.
    check_fraction = 11, 0..=16, step 2;
    /// Extension of a recapture in a PV node.
    exchange_fraction = 8, 0..=16, step 2;
    /// Extension of the only legal move in check.
    single_reply_fraction = 13, 0..=16, step 2;
    /// Extension under a mate threat (the null move is answered by mate).
    mate_threat_fraction = 6, 0..=16, step 2;

    // Singular extension
    /// Depth from which the table move is tested for being singular.
    singular_depth = 5, 4..=99, step 1;
    /// Margin below the table's value that the other moves must fail, for each ply, in 1/16 of the unit of a
    /// value.
    singular_margin = 38, 4..=128, step 4;
    /// Extension of a singular move.
    singular_fraction = 18, 0..=32, step 2;
    /// Further margin for a double extension.
    double_margin = 29, 0..=1000, step 5;
    /// Extension of a move that is not singular, in a cut node or where the table's value reaches beta
    /// (negative: a reduction).
    not_singular_fraction = -16, -48..=0, step 4;

    // ProbCut
    /// Depth from which ProbCut is tried.
    probcut_depth = 5, 3..=99, step 1;
    /// Margin above beta that a capture must reach.
    probcut_margin = 181, 50..=500, step 10;

    // Correction history
    /// Largest correction.
    correction_limit = 130, 0..=400, step 10;
    /// Divisor of an update.
    correction_divisor = 250, 16..=1000, step 20;

    // Histories
    /// Subtracted from the bonus of a cutoff.
    history_bonus_base = 60, 0..=500, step 20;
    /// Bonus of a cutoff for each ply.
    history_bonus_factor = 168, 0..=500, step 10;
    /// Percentage of the histories that is kept from one search to the next.
    history_kept_percent = 60, 0..=100, step 10;
    /// Largest bonus.
    history_bonus_limit = 1500, 500..=4000, step 100;
    /// Weight of the continuation history of the move four plies ago, in eighths.
    continuation_4_weight = 3, 0..=16, step 1;
    /// Share of the bonus for the previous move if no reply refutes it.
    previous_bonus_percent = 75, 0..=200, step 10;
    /// Score for the order of quiet moves: a horse or cannon that leaves a threat, or (negative) moves into
    /// one; twice for a rook.
    threat_score = 4000, 0..=20000, step 500;
    /// Share of the history bonus for the TT move after a TT cutoff.
    tt_bonus_percent = 35, 0..=200, step 10;

    // Reverse futility
    /// Margin above beta for each ply.
    reverse_futility_margin = 62, 30..=300, step 10;
    /// Largest depth.
    reverse_futility_depth = 7, 0..=12, step 1;

    // Null-move pruning
    /// Depth from which a null move is tried.
    null_move_depth = 2, 1..=99, step 1;
    /// Allowance below beta for the static value, for each ply.
    null_move_factor = 14, 0..=40, step 2;
    /// Smallest reduction, in plies.
    null_move_base = 4, 2..=6, step 1;
    /// Plies of depth for one more ply of reduction.
    null_move_divisor = 3, 2..=99, step 1;
    /// Excess of the static value over beta for one more ply of reduction.
    null_move_eval_divisor = 165, 50..=9999, step 25;
    /// The static value must exceed beta by this margin, less the allowance for depth.
    null_move_margin = 55, 0..=400, step 20;
    /// Depth from which a cutoff by the null move is verified.
    null_move_verification_depth = 12, 1..=99, step 1;
    /// A cutoff by a side with at most this number of rooks, horses and cannons is verified at any depth.
    null_move_verification_majors = 1, 0..=6, step 1;

    // Internal iterative reduction (IIR)
    /// Depth from which a node without a table move is reduced.
    internal_reduction_depth = 4, 2..=99, step 1;

    // Late move reductions (LMR)
    /// Depth from which late moves are reduced.
    lmr_depth = 2, 2..=99, step 1;
    /// Constant term, in 1/100 ply.
    lmr_base = 85, -100..=300, step 10;
    /// Factor of ln(depth) * ln(move number), in 1/100 ply.
    lmr_factor = 49, 20..=100, step 4;
    /// History score that changes the reduction by one ply.
    lmr_history_divisor = 9000, 2000..=999_999, step 500;
    /// More in cut nodes, in 1/100 ply like the parameters below.
    lmr_cut_node = 135, 0..=300, step 10;
    /// More if the static value is not improving.
    lmr_not_improving = 42, 0..=200, step 10;
    /// More in cut nodes without a table move.
    lmr_no_tt_move = 50, 0..=300, step 10;
    /// More if many child nodes were cut.
    lmr_many_cutoffs = 80, 0..=200, step 10;
    /// Less in PV nodes.
    lmr_on_pv = 84, 0..=300, step 10;
    /// Less in nodes that were once on a principal variation.
    lmr_was_on_pv = 95, 0..=300, step 10;
    /// Less in those if the table's value beats alpha.
    lmr_tt_value = 60, 0..=300, step 10;
    /// Less for a check.
    lmr_gives_check = 80, 0..=300, step 10;
    /// Less for a killer or counter move.
    lmr_refutation = 101, 0..=300, step 10;
    /// Number of cutoffs in child nodes above which they count as many.
    cutoff_count = 3, 1..=1000, step 1;
    /// Margin above the best value from which the re-search is a ply deeper.
    deeper_margin = 42, 10..=9999, step 5;
    /// Added to that margin for each ply of the reduction.
    deeper_factor = 5, 0..=20, step 1;
    /// Margin above the best value below which the re-search is a ply shallower.
    shallower_margin = 6, 0..=50, step 2;

    // Hindsight adjustments
    /// Smallest reduction of the previous move for a node to be deepened if that move lost nothing.
    hindsight_up_depth = 3, 1..=99, step 1;
    /// Smallest reduction of the previous move for a node to be made shallower if that move lost something.
    hindsight_down_depth = 2, 1..=99, step 1;
    /// Static value that the move must have lost.
    hindsight_margin = 115, 0..=500, step 10;

    // Pruning in the move loop
    /// Late move pruning: moves searched at depth 0 before quiet moves are skipped.
    late_move_base = 9, 1..=999, step 1;
    /// Futility margin at depth 0.
    futility_base = 111, 0..=500, step 20;
    /// Futility margin for each ply.
    futility_factor = 106, 30..=300, step 10;
    /// Reduced depth from which there is no futility pruning.
    futility_depth = 8, 0..=14, step 1;
    /// History pruning: quiet moves with a score below minus this for each ply are skipped.
    history_factor = 3200, 500..=8000, step 250;
    /// SEE pruning: material loss tolerated in a quiet move, for each ply squared (half of it).
    see_quiet_margin = 60, 10..=200, step 10;
    /// SEE pruning: material loss tolerated in a capture or check, for each ply.
    see_capture_margin = 190, 20..=9999, step 15;
    /// Largest depth for history pruning.
    history_depth = 5, 0..=12, step 1;
    /// History score that changes the futility margin by 1.
    futility_history_divisor = 70, 20..=400, step 5;
    /// Reduced depth from which there is no SEE pruning of quiet moves.
    see_quiet_depth = 8, 0..=16, step 1;

    // Quiescence
    /// Plies of quiescence in which quiet checks are tried.
    quiescence_check_plies = 1, 0..=3, step 1;
    /// Quiet evasions searched; more only while every evasion so far is mated.
    quiescence_evasions = 3, 1..=8, step 1;
    /// Delta pruning: margin beyond the value of the captured piece.
    delta_margin = 129, 20..=9999, step 20;
}
