// SPDX-License-Identifier: MIT OR Apache-2.0
//! The openings of `positions/openings.epd`: legal, balanced, all different, and from every system of opening
//! theory.

#[path = "../../examples/dev/src/bin/make_openings/systems.rs"]
mod systems;

use chuhe::{Engine, Limits, Position};
use std::collections::{HashMap, HashSet};
use systems::Systems;
use xiangqi::notation::parse_moves;
use xiangqi::rules::{GameOutcome, NATURAL_LIMIT, RuleSet};
use xiangqi::types::{Move, Score};

const OPENINGS: &str = include_str!("../../positions/openings.epd");

/// Systems that must be present.
const MAIN_SYSTEMS: [&str; 24] = [
    "Central Cannon v Screen Horses",
    "Central Cannon v Screen Horses: rook across the river",
    "Central Cannon v Screen Horses: riverbank rook",
    "Central Cannon v Screen Horses: seventh-file horse",
    "Central Cannon v Screen Horses: third pawn",
    "Central Cannon v Screen Horses: five-six cannons",
    "Central Cannon v Screen Horses: five-seven cannons v seventh pawn",
    "Central Cannon v Screen Horses: five-eight cannons",
    "Central Cannon v Sandwich Horses",
    "Central Cannon v Single Horse",
    "Central Cannon v Left Three-Step Tiger",
    "Central Cannon v Left Cannon Blockade",
    "Same-Direction Cannons: straight rook v cross rook",
    "Same-Direction Cannons: cross rook v straight rook",
    "Opposite-Direction Cannons",
    "Half-Way Opposite-Direction Cannons: Left Cannon Blockade",
    "Elephant Opening v Left Central Cannon",
    "Elephant Opening v Right Palace-Corner Cannon",
    "Elephant Opening v Left Cross-Palace Cannon",
    "Pawn Opening v Cannon behind the Pawn",
    "Pawn Opening: opposing pawns",
    "Horse Opening v Seventh Pawn",
    "Cross-Palace Cannon v Left Horse",
    "Palace-Corner Cannon v Left Horse",
];

struct Opening {
    text: &'static str,
    position: Position,
    score: i32,
    name: &'static str,
    chinese: &'static str,
}

impl Opening {
    /// Reads `startpos moves …; ce …; id "…"; c0 "…"`.
    fn read(text: &'static str) -> Self {
        let mut fields = text.split("; ");
        let mut field = |start, end| {
            let inside = fields.next().and_then(|field| field.strip_prefix(start)?.strip_suffix(end));
            inside.unwrap_or_else(|| panic!("no '{start}…{end}' in {text}"))
        };
        let mut position = Position::startpos();
        parse_moves(&mut position, field("startpos moves ", "").split(' '))
            .unwrap_or_else(|error| panic!("{error}: {text}"));
        let score = field("ce ", "").parse().unwrap_or_else(|error| panic!("{error}: {text}"));
        let (name, chinese) = (field("id \"", "\""), field("c0 \"", "\""));
        assert_eq!(fields.next(), None, "{text}");
        Self { text, position, score, name, chinese }
    }

    fn first_move(&self) -> Move {
        self.position.moves().next().expect("four plies at least")
    }
}

fn openings() -> Vec<Opening> {
    let lines = OPENINGS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(Opening::read).collect()
}

#[test]
fn there_are_enough_short_balanced_and_different_lines_that_leave_a_game_to_play() {
    let openings = openings();
    assert!(openings.len() >= 500, "only {} openings", openings.len());
    let mut keys = HashSet::new();
    for Opening { text, position, score, .. } in &openings {
        assert!((4..=10).contains(&position.moves().count()) && score.abs() < 20, "{text}");
        assert_eq!(GameOutcome::of(position, RuleSet::Asian, Some(NATURAL_LIMIT)), None, "{text}");
        assert!(!position.in_check() && keys.insert(position.canonical_key()), "{text}");
    }
}

#[test]
fn each_line_belongs_to_the_system_it_names_and_each_system_has_some() {
    let systems = Systems::new().unwrap();
    let openings = openings();
    for Opening { text, position, name, chinese, .. } in &openings {
        let number = systems.of(position).unwrap_or_else(|| panic!("no system: {text}"));
        let system = systems.iter().nth(number).unwrap();
        assert_eq!((*name, *chinese), (system.name, system.chinese), "{text}");
    }
    for (number, system) in systems.iter().enumerate() {
        assert_eq!(systems.of(&system.position), Some(number), "{}", system.name);
        let lines = openings.iter().filter(|opening| opening.name == system.name).count();
        assert!((1..=6).contains(&lines), "{lines} lines of {}", system.name);
    }
    for name in MAIN_SYSTEMS {
        assert!(openings.iter().any(|opening| opening.name == name), "no {name}");
    }
}

#[test]
fn no_first_move_dominates() {
    let openings = openings();
    let mut counts: HashMap<Move, usize> = HashMap::new();
    for opening in &openings {
        *counts.entry(opening.first_move()).or_default() += 1;
    }
    assert!(counts.len() >= 12, "{counts:?}");
    assert!(counts.values().all(|count| count * 2 <= openings.len()), "{counts:?}");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "searches 10 positions to 300 000 nodes; runs in release")]
fn a_sample_is_still_balanced() {
    let openings = openings();
    for Opening { text, position, .. } in openings.iter().step_by(openings.len().div_ceil(10)) {
        let result = Engine::new(16).search(position, &Limits::nodes(300_000));
        assert!(matches!(result.score, Score::Cp(score) if score.abs() < 55), "{}: {text}", result.score);
    }
}
