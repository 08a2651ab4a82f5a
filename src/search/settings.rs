// SPDX-License-Identifier: MIT OR Apache-2.0
//! Settings that stay the same from search to search.

use crate::eval::{Evaluator, Network, damped};
use crate::tb::SharedTb;
use std::sync::Arc;
use std::time::Duration;
use xiangqi::position::Position;
use xiangqi::rules::{NATURAL_LIMIT, RuleSet};
use xiangqi::types::{Color, Value};

/// A choice in four steps, as UCCI options have them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Amount {
    None,
    Small,
    Medium,
    Large,
}

/// The value of a draw to the engine (contempt).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// A draw is worth a little more than 0.
    Solid,
    /// A draw is worth 0.
    #[default]
    Normal,
    /// A draw is worth a little less than 0 (positive contempt).
    Risky,
}

/// Draws that count as wins of one side, a rule of some platforms.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DrawRule {
    /// A draw is a draw.
    #[default]
    Draw,
    /// Every draw is a win for this side.
    Win(Color),
    /// Draws by repetition are wins for this side.
    RepetitionWin(Color),
}

impl DrawRule {
    /// Returns the side that wins by a draw, if any.
    pub fn winner(self, by_repetition: bool) -> Option<Color> {
        match self {
            Self::Win(color) => Some(color),
            Self::RepetitionWin(color) if by_repetition => Some(color),
            _ => None,
        }
    }
}

/// Settings of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Number of search threads, at least 1.
    pub threads: usize,
    /// Number of lines to report (`MultiPV`), at least 1.
    pub multi_pv: usize,
    /// Time kept back on every move for transmission and other delays that the clock charges.
    pub move_overhead: Duration,
    /// Pondering is on: ponder hits are expected, so a move may take more time.
    pub ponder: bool,
    /// Rules that judge repetitions.
    pub rules: RuleSet,
    /// Plies without capture after which the game is drawn (rule60); `None`: no limit.
    pub draw_plies: Option<u16>,
    /// Draws that count as wins.
    pub draw_rule: DrawRule,
    /// Largest noise added to or taken from the values of root moves, to vary play; 0: none.
    pub noise: Value,
    /// Seed of that noise.
    pub seed: u64,
    /// Amount of null-move pruning, reductions and other pruning; `None`: full-width search.
    pub pruning: Amount,
    /// Search every line exactly to the depth of the iteration, without extensions and quiescence. Too weak
    /// to play with; but without pruning the value is that of minimax, which tests can check.
    pub exact_depth: bool,
    /// Let static values shrink as `rule60` counts up; see [`damped`](crate::eval::damped). Off for training
    /// labels, which must not depend on the plies without capture.
    pub rule60_damping: bool,
    /// Knowledge of the evaluation. `Large`: the network alone. `Medium` and `Small` blend its values with
    /// the bare material, in which it counts for a half and a quarter. `None`: material alone.
    pub knowledge: Amount,
    /// The network (NNUE) that evaluates, by default the embedded one.
    pub network: Arc<Network>,
    /// The value of a draw (contempt).
    pub style: Style,
    /// Amount of processor time left to other programs.
    pub idle: Amount,
    /// Endgame tables, if any.
    pub tb: Option<SharedTb>,
}

impl Settings {
    /// Returns true if searches under `other` give the same values, so that the transposition table stays
    /// valid.
    pub fn agree_on_values_with(&self, other: &Self) -> bool {
        let values = |settings: &Self| {
            let Self { rules, draw_plies, draw_rule, exact_depth, rule60_damping, knowledge, style, .. } =
                settings;
            (*rules, *draw_plies, *draw_rule, *exact_depth, *rule60_damping, *knowledge, *style)
        };
        values(self) == values(other) && self.network == other.network && self.tb == other.tb
    }

    /// Returns an evaluator for `position` and the positions after it.
    pub(crate) fn evaluator(&self, position: &Position) -> Evaluator {
        let quarters = match self.knowledge {
            Amount::None => 0,
            Amount::Small => 1,
            Amount::Medium => 2,
            Amount::Large => 4,
        };
        Evaluator::with_share(position, Arc::clone(&self.network), quarters)
    }

    /// Returns the static evaluation of `position` for the side to move.
    pub fn evaluate(&self, position: &Position) -> Value {
        self.damped(self.evaluator(position).evaluate_undamped(position), position)
    }

    /// Returns `value`, a static evaluation of `position`, damped by rule60 unless that is turned off.
    #[inline]
    pub(crate) fn damped(&self, value: Value, position: &Position) -> Value {
        if self.rule60_damping { damped(value, position.rule60_count()) } else { value }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            threads: 1,
            multi_pv: 1,
            move_overhead: Duration::from_millis(30),
            ponder: false,
            rules: RuleSet::default(),
            draw_plies: Some(NATURAL_LIMIT),
            draw_rule: DrawRule::default(),
            noise: 0,
            seed: 0,
            pruning: Amount::Large,
            exact_depth: false,
            rule60_damping: true,
            knowledge: Amount::Large,
            network: Network::embedded(),
            style: Style::default(),
            idle: Amount::None,
            tb: None,
        }
    }
}

/// The techniques beyond plain alpha-beta that the settings allow.
#[derive(Clone, Copy, Debug)]
pub struct Pruning {
    pub null_move: bool,
    /// Late move reductions and internal iterative reductions.
    pub reductions: bool,
    /// The other unsound cuts: reverse futility, ProbCut, multi-cut, delta pruning and skipped
    /// moves.
    pub static_cuts: bool,
    /// Static values corrected by the correction history, which depends on the order of the search.
    pub corrections: bool,
    /// Neither extensions nor quiescence: every line ends at the depth of the iteration.
    pub exact_depth: bool,
}

impl From<&Settings> for Pruning {
    fn from(settings: &Settings) -> Self {
        let amount = settings.pruning;
        Self {
            null_move: amount >= Amount::Small,
            reductions: amount >= Amount::Medium,
            static_cuts: amount >= Amount::Large,
            corrections: amount >= Amount::Small,
            exact_depth: settings.exact_depth,
        }
    }
}
