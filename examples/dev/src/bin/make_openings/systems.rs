// SPDX-License-Identifier: MIT OR Apache-2.0
//! The systems of opening theory, and the system that a line belongs to.

use chuhe::Position;
use std::collections::HashMap;
use xiangqi::notation::parse_moves;

/// Each line contains a name, the name in Chinese, and moves.
const TABLE: &str = include_str!("systems.txt");

/// One system.
pub(crate) struct System {
    pub(crate) name: &'static str,
    pub(crate) chinese: &'static str,
    /// The position in which it begins, with the moves that led there.
    pub(crate) position: Position,
}

/// All systems, in the order of the table.
pub(crate) struct Systems {
    list: Vec<System>,
    /// Their indices in the list, by the key of the position in which they begin.
    numbers: HashMap<u64, usize>,
}

impl Systems {
    /// Reads the table.
    ///
    /// # Errors
    /// A line that is malformed, has an illegal move, or ends in the position of an earlier one.
    pub(crate) fn new() -> Result<Self, String> {
        let mut systems = Self { list: Vec::new(), numbers: HashMap::new() };
        for text in TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let &[name, chinese, moves] = text.split("; ").collect::<Vec<_>>().as_slice() else {
                return Err(format!("not 'name; Chinese name; moves': {text}"));
            };
            let mut position = Position::startpos();
            parse_moves(&mut position, moves.split(' ')).map_err(|error| format!("{name}: {error}"))?;
            if systems.numbers.insert(position.canonical_key(), systems.list.len()).is_some() {
                return Err(format!("{name}: another system begins in the same position"));
            }
            systems.list.push(System { name, chinese, position });
        }
        Ok(systems)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &System> {
        self.list.iter()
    }

    /// Returns the index of the last system whose position the line to `position` passes through.
    pub(crate) fn of(&self, position: &Position) -> Option<usize> {
        let mut reached = Position::startpos();
        let mut system = None;
        for mv in position.moves() {
            reached = reached.after(mv);
            system = self.numbers.get(&reached.canonical_key()).copied().or(system);
        }
        system
    }
}
