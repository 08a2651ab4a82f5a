// SPDX-License-Identifier: MIT OR Apache-2.0
//! The players of a game.

use super::super::common::{DEEPEST, PlayerSpec};
use core::fmt::{self, Display};
use xiangqi::types::{Bilingual, bilingual};

/// A player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    Person,
    Program(PlayerSpec),
}

const PERSON: &str = "person";

impl core::str::FromStr for Player {
    type Err = Bilingual;

    fn from_str(text: &str) -> Result<Self, Bilingual> {
        if text == PERSON {
            return Ok(Self::Person);
        }
        text.parse().map(Self::Program).map_err(|_: Bilingual| {
            bilingual!(
                "expected person or NAME:PLIES, with 1 to {DEEPEST} plies",
                "应为 person 或“算法:步数”，步数为1至{DEEPEST}"
            )
        })
    }
}

impl Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person => f.write_str(PERSON),
            Self::Program(spec) => spec.fmt(f),
        }
    }
}
