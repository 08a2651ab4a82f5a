// SPDX-License-Identifier: MIT OR Apache-2.0
//! Who gets what for which reason.
//!
//! All terms are added through [`Sum::add`], which tells a [`Trace`]. The search traces into [`NullTrace`], which
//! costs nothing; `explain` into [`FullTrace`]; tuning into a trace with weights of its own. So there is one
//! implementation, and what is explained and tuned is what is played.

use super::pair::{FULL_PHASE, Pair};
use super::weights::{WEIGHTS, Weights};
use crate::types::Color;

macro_rules! terms {
    ($($(#[$doc:meta])* $term:ident $name:literal)*) => {
        /// A reason to prefer a position.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Term { $($(#[$doc])* $term),* }

        impl Term {
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$term),*];

            pub const fn name(self) -> &'static str {
                match self { $(Self::$term => $name),* }
            }
        }
    };
}

terms! {
    Material "material"
    Squares "squares"
    Guards "guards"
    Cooperation "cooperation"
    HorseMobility "horse mobility"
    RookMobility "rook mobility"
    CannonMobility "cannon mobility"
    CannonTargets "cannon targets"
    BlockedHorses "blocked horses"
    OpenFiles "open files"
    CrossedPawns "crossed pawns"
    LinkedPawns "linked pawns"
    OldPawns "old pawns"
    CrossingPawns "crossing pawns"
    AttackedByLesser "attacked by lesser"
    Hanging "hanging"
    Connected "connected"
    HollowCannon "hollow cannon"
    CentreCannon "centre cannon"
    BottomCannon "bottom cannon"
    Gate "gate"
    Pins "pins"
    OpenKing "open king"
    KingInHeart "king in the heart"
    HuntedKing "hunted king"
    WingAttack "wing attack"
    KingDanger "king danger"
    Tempo "tempo"
}

/// Is told of every term, and says with which weights.
pub trait Trace {
    /// `color` gets `value` for `term`.
    fn add(&mut self, term: Term, color: Color, value: Pair);

    /// The weights to evaluate with: the constants in use if nothing else is said, which costs nothing.
    #[inline]
    fn weights(&self) -> &Weights {
        &WEIGHTS
    }
}

/// Listens to nothing.
pub struct NullTrace;

impl Trace for NullTrace {
    #[inline]
    fn add(&mut self, _: Term, _: Color, _: Pair) {}
}

/// Keeps the sums by term and colour.
#[derive(Default)]
pub struct FullTrace {
    sums: [[Pair; 2]; Term::ALL.len()],
}

impl Trace for FullTrace {
    fn add(&mut self, term: Term, color: Color, value: Pair) {
        self.sums[term as usize][color] += value;
    }
}

impl FullTrace {
    /// What `color` got for `term`.
    pub fn of(&self, term: Term, color: Color) -> Pair {
        self.sums[term as usize][color]
    }
}

/// The running sum, from Red's view.
pub struct Sum<'t, T: Trace> {
    pub total: Pair,
    trace: &'t mut T,
}

impl<'t, T: Trace> Sum<'t, T> {
    /// A sum that starts from what is known already.
    #[inline]
    pub fn new(total: Pair, trace: &'t mut T) -> Self {
        Self { total, trace }
    }

    /// The weights to evaluate with.
    #[inline]
    pub fn weights(&self) -> &Weights {
        self.trace.weights()
    }

    /// `color` gets `value` for `term`.
    #[inline(always)]
    pub fn add(&mut self, term: Term, color: Color, value: Pair) {
        match color {
            Color::Red => self.total += value,
            Color::Black => self.total -= value,
        }
        self.trace.add(term, color, value);
    }
}

/// What one term gives to both sides: middlegame and endgame.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExplainedTerm {
    /// The term's name.
    pub name: &'static str,
    /// What Red gets, middlegame and endgame.
    pub red: (i32, i32),
    /// What Black gets, middlegame and endgame.
    pub black: (i32, i32),
    /// Red's advantage after blending by the phase, before scaling.
    pub total: f64,
}

/// A value taken apart.
#[derive(Clone, PartialEq, Debug)]
pub struct HceExplanation {
    /// The terms in a fixed order; those that give nothing to either side are among them.
    pub terms: Vec<ExplainedTerm>,
    /// How much of a middlegame this is: 1 with all rooks, horses and cannons, 0 without any.
    pub phase: f64,
    /// What the winning chances of the better side leave of the sum: 1 normally, 0 if it cannot win.
    pub scale: f64,
    /// What the moves without capture leave of the rest.
    pub damping: f64,
    /// The value from Red's view.
    pub red_value: i32,
    /// The value for the side to move: what [`evaluate`](crate::eval::Evaluator::evaluate) returns.
    pub value: i32,
}

impl FullTrace {
    /// The terms as they are shown.
    pub fn explained(&self, phase: i32) -> Vec<ExplainedTerm> {
        let halves = |p: Pair| (p.middlegame(), p.endgame());
        let explain = |term| {
            let (red, black) = (self.of(term, Color::Red), self.of(term, Color::Black));
            let total = f64::from((red - black).blend(phase)) / f64::from(FULL_PHASE);
            ExplainedTerm { name: term.name(), red: halves(red), black: halves(black), total }
        };
        Term::ALL.into_iter().map(explain).collect()
    }
}
