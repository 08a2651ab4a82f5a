// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a search is asked: limits for this search, settings for all.

use crate::eval::{Evaluator, Network};
use crate::position::Position;
use crate::rules::RuleSet;
use crate::types::{Color, Move, Value};
use std::sync::Arc;
use std::time::Duration;

/// A clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time left.
    pub time: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves to make within `time`; `None`: all of them.
    pub moves_to_go: Option<u32>,
}

/// What ends one search. All limits given hold together; the first one reached ends it. Without any it runs until it
/// is stopped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Deepest iteration, in plies.
    pub depth: Option<u32>,
    /// Positions to search.
    pub nodes: Option<u64>,
    /// Begin no iteration after so many positions.
    pub soft_nodes: Option<u64>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// The clock to manage.
    pub clock: Option<Clock>,
    /// Look for a mate in at most this many own moves.
    pub mate: Option<u32>,
    /// Do not answer before being told to stop, even if there is nothing left to search.
    pub infinite: bool,
    /// The opponent is still thinking: clocks stand still, and the answer is held back, until the ponder hit.
    pub ponder: bool,
    /// Consider these root moves alone (empty: all).
    pub search_moves: Vec<Move>,
    /// Never answer with these.
    pub ban_moves: Vec<Move>,
}

impl Limits {
    /// To a fixed depth.
    pub fn depth(plies: u32) -> Self {
        Self { depth: Some(plies), ..Self::default() }
    }

    /// To a number of positions.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// For a fixed time.
    pub fn movetime(time: Duration) -> Self {
        Self { movetime: Some(time), ..Self::default() }
    }
}

/// A choice in four steps, as UCCI options have them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs, reason = "the names say it all")]
pub enum Level {
    None,
    Small,
    Medium,
    Large,
}

/// How the engine values a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// A draw is fine.
    Solid,
    /// A draw is worth nothing.
    #[default]
    Normal,
    /// A draw is to be avoided.
    Risky,
}

/// Whether draws count as wins of one side, as some platforms have it.
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
    /// Who wins by a draw.
    pub fn winner(self, by_repetition: bool) -> Option<Color> {
        match self {
            Self::Win(color) => Some(color),
            Self::RepetitionWin(color) if by_repetition => Some(color),
            _ => None,
        }
    }
}

/// What stays the same from search to search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Threads that search, at least 1.
    pub threads: usize,
    /// Lines to report, at least 1.
    pub multi_pv: usize,
    /// Kept back on every move for what the clock charges beyond thinking.
    pub move_overhead: Duration,
    /// Pondering is on: ponder hits are expected, so more time may be spent a move.
    pub ponder: bool,
    /// How repetitions are judged.
    pub rules: RuleSet,
    /// Plies without capture that draw; `None`: no limit.
    pub draw_plies: Option<u16>,
    /// Whether draws count as wins.
    pub draw_rule: DrawRule,
    /// Greatest noise added to the values of root moves; 0: none. Sensible from 1 on.
    pub noise: Value,
    /// Seed of that noise.
    pub seed: u64,
    /// How much of the tree null move, reductions and pruning may cut; `None`: full width.
    pub pruning: Level,
    /// Look at every line to the depth of the iteration and no further, and value it as it stands there: no extensions, no quiescence.
    /// Too plain to play with; but without pruning the value is minimax's, and that can be checked.
    pub exact_depth: bool,
    /// Let static values shrink as `rule60` counts up; see [`damped`](crate::eval::damped). Off for training labels, which
    /// should say what the pieces are worth.
    pub rule60_damping: bool,
    /// How much the evaluation knows; `None`: material and squares only, and no network.
    pub knowledge: Level,
    /// The learned evaluation, the built-in one at first; `None`: the hand-made one.
    pub network: Option<Arc<Network>>,
    /// How a draw is valued.
    pub style: Style,
    /// Share of the time left to other programs.
    pub idle: Level,
}

impl Settings {
    /// Do searches under `other` give the same values, so that what is known stays true?
    pub fn agree_on_values_with(&self, other: &Self) -> bool {
        let values = |settings: &Self| {
            let Self { rules, draw_plies, draw_rule, exact_depth, rule60_damping, knowledge, style, .. } =
                settings;
            (*rules, *draw_plies, *draw_rule, *exact_depth, *rule60_damping, *knowledge, *style)
        };
        values(self) == values(other) && self.network == other.network
    }

    /// What evaluates `position` and those after it.
    pub(crate) fn evaluator(&self, position: &Position) -> Evaluator {
        match self.knowledge {
            Level::None => Evaluator::of_little_knowledge(position),
            _ => Evaluator::new(position, self.network.clone()),
        }
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
            draw_plies: Some(120),
            draw_rule: DrawRule::default(),
            noise: 0,
            seed: 0,
            pruning: Level::Large,
            exact_depth: false,
            rule60_damping: true,
            knowledge: Level::Large,
            network: Some(Network::embedded()),
            style: Style::default(),
            idle: Level::None,
        }
    }
}
