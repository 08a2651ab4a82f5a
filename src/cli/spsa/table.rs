// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where pairs of games are played: two engines, which stay for the whole run and are told the values for each pair.

use crate::arena::{
    Adjudication, Child, Conditions, DrawRule, EngineSpec, Format, GameTask, Limit, Player, ResignRule,
    Schedule, Spectators, Trouble, play_game,
};
use crate::cli::{Failure, interrupt};
use crate::learn::spsa::{Recipe, Trial};
use crate::openings::OpeningLine;
use crate::position::Position;
use crate::protocol::Dialect;
use crate::rules::{NATURAL_LIMIT, RuleSet};
use anyhow::anyhow;
use std::time::Duration;

/// Size of an engine's table in MiB, unless it is given another: small enough for the cache.
const HASH_MB: &str = "4";
/// What engines are called.
const PLUS: &str = "plus";

/// What all tables share.
pub struct Venue {
    engine: EngineSpec,
    openings: Vec<OpeningLine>,
    schedule: Schedule,
    conditions: Conditions,
    options: Vec<&'static str>,
}

impl Venue {
    /// Games between engines with these options, with so many positions a move.
    pub fn new(
        mut engine: EngineSpec,
        openings: Vec<OpeningLine>,
        nodes: u64,
        recipe: &Recipe,
        options: Vec<&'static str>,
    ) -> Self {
        // Options of the search are announced in this dialect alone.
        engine.protocol = Some(Dialect::Uci);
        engine.options.insert(0, ("Hash".to_owned(), HASH_MB.to_owned()));
        let games = 2 * recipe.pairs as usize;
        let schedule = Schedule::new(Format::Gauntlet, 2, games, openings.len(), recipe.seed);
        Self { engine, openings, schedule, conditions: conditions(nodes), options }
    }

    /// A table with two engines, ready to play.
    pub fn table(&self) -> Result<Table<'_>, Failure> {
        let mut players = [PLUS, "minus"].map(|name| Child::new(&self.engine, name.to_owned()));
        for player in &mut players {
            let ready = player.new_game(&Position::startpos(), &interrupt::is_pressed);
            if let Err(Trouble::Fault(fault)) = ready {
                return Err(Failure::Job(anyhow!("--engine: {fault}")));
            }
        }
        let is_missing = |option: &&&str| !players.iter().all(|player| player.has_option(option));
        if let Some(option) = self.options.iter().find(is_missing).filter(|_| !interrupt::is_pressed()) {
            return Err(anyhow!("--engine: it has no option '{option}'").into());
        }
        Ok(Table { venue: self, players })
    }
}

/// Games are ended when both engines know how they will end: measured at 2500 nodes a move, that leaves out nearly a third of
/// the moves, and 2 % of the games so ended would have ended otherwise.
fn conditions(nodes: u64) -> Conditions {
    Conditions {
        limit: Limit::Nodes(nodes),
        margin: Duration::ZERO,
        rules: RuleSet::default(),
        natural_limit: Some(NATURAL_LIMIT),
        adjudication: Adjudication {
            draw_plies: Some(300),
            draw: Some(DrawRule { from_move: 40, moves: 8, score: 10 }),
            resign: Some(ResignRule { moves: 2, score: 600 }),
            mate: true,
        },
    }
}

/// Two engines.
pub struct Table<'a> {
    venue: &'a Venue,
    players: [Child; 2],
}

impl Table<'_> {
    /// Plays both games of a pair: the half points of plus in each, or nothing if it was interrupted.
    pub fn play(&mut self, trial: &Trial) -> Result<Option<[u8; 2]>, Failure> {
        let Venue { openings, schedule, conditions, options, .. } = self.venue;
        for (player, values) in self.players.iter_mut().zip([&trial.plus, &trial.minus]) {
            for (option, value) in options.iter().zip(values) {
                player.set_option(option, &value.to_string());
            }
        }
        let mut half_points = [0; 2];
        for (points, fixture) in half_points.iter_mut().zip(schedule.pair(trial.pair as usize)) {
            let opening = &openings[fixture.opening];
            let task = GameTask {
                game: fixture.game,
                pair: fixture.pair,
                start: &opening.start,
                opening: &opening.moves,
                opening_name: opening.name.as_deref(),
            };
            let seated = self.players.get_disjoint_mut(fixture.engines).expect("two engines");
            let players = seated.map(|child| child as &mut dyn Player);
            let spectator = Spectators(Vec::new());
            let game = play_game(&task, players, conditions, &spectator, &interrupt::is_pressed);
            let Some(record) = game else { return Ok(None) };
            if let Some(blame) = &record.blame {
                let detail = record.detail.as_deref().unwrap_or_default();
                return Err(Failure::Job(anyhow!("the engine called {blame}: {}: {detail}", record.reason)));
            }
            *points = record.half_points(PLUS).expect("it plays");
        }
        Ok(Some(half_points))
    }
}
