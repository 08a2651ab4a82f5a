// SPDX-License-Identifier: MIT OR Apache-2.0
//! Every tunable of the search, one line each: meaning, default, range, step.
//!
//! Suffixes: `_margin` a value in centipawns, `_depth` a limit in plies, `_base` and `_factor` the constant and
//! the slope of a line, `_divisor` what something is divided by, `_fraction` sixteenths of a ply.
//!
//! A plain constant normally; under the feature `tune` each becomes an atomic that an option can set.

macro_rules! tunables {
    ($($(#[doc = $doc:literal])+ $name:ident = $default:literal, $min:literal ..= $max:literal, step $step:literal;)*) => {
        $(
            $(#[doc = $doc])+
            #[cfg(not(feature = "tune"))]
            #[inline]
            pub(super) const fn $name() -> i32 {
                $default
            }

            $(#[doc = $doc])+
            #[cfg(feature = "tune")]
            pub(super) fn $name() -> i32 {
                values::$name.load(core::sync::atomic::Ordering::Relaxed)
            }
        )*

        #[cfg(feature = "tune")]
        #[allow(non_upper_case_globals, reason = "named like the functions")]
        mod values {
            use core::sync::atomic::AtomicI32;
            $(pub(super) static $name: AtomicI32 = AtomicI32::new($default);)*
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
    aspiration_margin = 18, 5..=100, step 4;
    /// Depth from which windows are narrowed.
    aspiration_depth = 4, 2..=10, step 1;

    // Extensions
    /// Extension of a safe check.
    check_fraction = 10, 0..=16, step 2;
    /// Extension of a recapture on the principal variation.
    exchange_fraction = 8, 0..=16, step 2;
    /// Extension of the only answer to a check.
    single_reply_fraction = 10, 0..=16, step 2;
    /// Extension when passing would lose to a mate.
    mate_threat_fraction = 6, 0..=16, step 2;

    // Reverse futility
    /// Margin a ply.
    reverse_futility_margin = 85, 30..=300, step 10;
    /// Deepest depth.
    reverse_futility_depth = 8, 3..=12, step 1;

    // Null move
    /// Reduction at least, in plies.
    null_move_base = 4, 2..=6, step 1;
    /// Plies of depth for one more ply of reduction.
    null_move_divisor = 3, 2..=8, step 1;
    /// Centipawns above beta for one more ply of reduction.
    null_move_eval_divisor = 200, 50..=600, step 25;
    /// How far the static value may stay below beta plus 12 a ply.
    null_move_margin = 140, 0..=400, step 20;
    /// Depth from which a null move's cutoff is verified.
    null_move_verification_depth = 12, 6..=30, step 1;

    // Late move reductions
    /// Constant part, in 1/100 ply.
    lmr_base = 70, -100..=300, step 10;
    /// Slope in ln(depth) * ln(move number), in 1/100.
    lmr_factor = 45, 20..=100, step 4;
    /// History that changes the reduction by one ply.
    lmr_history_divisor = 9000, 2000..=30000, step 500;

    // Move loop pruning
    /// Quiet moves searched at depth 0 before the rest is skipped.
    late_move_base = 4, 1..=10, step 1;
    /// Futility margin at depth 0.
    futility_base = 120, 0..=500, step 20;
    /// Futility margin a ply.
    futility_factor = 110, 30..=300, step 10;
    /// Deepest reduced depth for futility.
    futility_depth = 8, 3..=14, step 1;
    /// History below which a quiet move is skipped, a ply.
    history_factor = 2500, 500..=8000, step 250;
    /// Exchange loss tolerated in a quiet move, a ply.
    see_quiet_margin = 45, 10..=200, step 10;
    /// Exchange loss tolerated in a capture, a ply.
    see_capture_margin = 110, 20..=300, step 15;

    // Quiescence
    /// What a capture may bring beyond the man it takes.
    delta_margin = 130, 20..=400, step 20;
}
