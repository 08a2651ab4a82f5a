// SPDX-License-Identifier: MIT OR Apache-2.0
//! The Chinese national rules of repetition (2020): the level of each side follows from the classes of its
//! moves, and the side with the higher level loses. A [`ChineseForm`] says where the rules of 1999 and 2011,
//! and readings of those of 2020, differ.

mod class;
mod exchange;
mod line;
mod mate_threat;
mod nine_moves;
mod wording;

use crate::position::Position;
use crate::rules::classified_moves::{ClassifiedMove, classified_moves};
use crate::rules::rule_set::ChineseForm;
use crate::types::Color;
use core::fmt;

pub use class::{Chased, Class, Means, Weight};
use exchange::worth;
use line::classes;
pub use nine_moves::nine_moves;

/// The level of a side in a repetition, in ascending order. The side with the higher level loses, equal
/// levels draw (articles 25.1 to 25.3 and 26.9).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// At least one move is idle (闲).
    Allowed,
    /// Every move checks, threatens mate or chases, and at least one is a light chase.
    Light,
    /// Every move checks, threatens mate or chases heavily.
    Heavy,
    /// Every move checks (长将).
    PerpetualCheck,
}

impl fmt::Display for Level {
    /// Writes the name that programs read: `perpetual check`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Allowed => "allowed",
            Self::Light => "light",
            Self::Heavy => "heavy",
            Self::PerpetualCheck => "perpetual check",
        })
    }
}

/// The judgement of a repetition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruling {
    /// The moves with their classes, oldest first.
    pub moves: Vec<ClassifiedMove>,
    /// The lowest and the highest level that each side can have. They differ if a move could not be
    /// classified.
    pub levels: [(Level, Level); 2],
}

impl Ruling {
    /// Judges the last `span` plies.
    pub fn of(position: &Position, span: usize, form: ChineseForm) -> Self {
        let mut moves = classified_moves(position, span);
        for (mv, class) in moves.iter_mut().zip(classes(position, span)) {
            mv.chinese = Some(class);
        }
        let graded = |level| if level == Level::Light && !form.grades_attacks { Level::Heavy } else { level };
        let levels = Color::ALL.map(|side| {
            let (least, most) = level(&moves, side);
            (graded(least), graded(most))
        });
        Self { moves, levels }
    }

    /// Returns the side that loses; `None` is a draw, or undecided.
    pub fn loser(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|&side| self.levels[side].0 > self.levels[!side].1)
    }
}

/// Returns the range of the level of a side.
fn level(moves: &[ClassifiedMove], side: Color) -> (Level, Level) {
    let classes: Vec<&Class> =
        moves.iter().filter(|mv| mv.side() == side).filter_map(|mv| mv.chinese.as_ref()).collect();
    let any = |test: fn(&Class) -> bool| classes.iter().any(|class| test(class));
    let is_light = |class: &Class| matches!(class, Class::Chase(chased) if weight(chased) == Weight::Light);
    if !any(|class| !matches!(class, Class::Check)) {
        (Level::PerpetualCheck, Level::PerpetualCheck)
    } else if any(|class| matches!(class, Class::Idle(_))) {
        (Level::Allowed, Level::Allowed)
    } else {
        let most = if classes.iter().any(|class| is_light(class)) { Level::Light } else { Level::Heavy };
        let least = if any(|class| matches!(class, Class::Undecided)) { Level::Allowed } else { most };
        (least, most)
    }
}

/// Returns the weight of a move that chases these pieces: that of the most valuable one, and of pieces of
/// equal value the heavier.
fn weight(chased: &[Chased]) -> Weight {
    let key = |chased: &&Chased| (worth(chased.target.piece.kind()), chased.weight);
    chased.iter().max_by_key(key).map_or(Weight::Light, |chased| chased.weight)
}
