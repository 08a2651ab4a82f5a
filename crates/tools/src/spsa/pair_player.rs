// SPDX-License-Identifier: MIT OR Apache-2.0
//! Plays the pairs of games of an SPSA run: two engines that run for its whole duration and get new values
//! before each pair.

use crate::failure::Failure;
use crate::interrupt;
use crate::matches::args::resolve_self;
use chuhe_arena::{
    Adjudication, DrawAdjudication, EngineProcess, EngineSpec, GameSchedule, GameTask, MatchConditions,
    NoGame, Player, PlayerError, ResignAdjudication, SearchLimit, Spectators, TournamentFormat, play_game,
    shuffled,
};
use chuhe_learn::spsa::{Perturbation, SpsaConfig};
use std::time::Duration;
use ucci::Dialect;
use xiangqi::openings::OpeningLine;
use xiangqi::position::Position;
use xiangqi::types::{Bilingual, bilingual, text};

/// Size of an engine's transposition table in MiB unless its specification sets another: small enough for the
/// cache.
const HASH_MB: &str = "4";
/// The name of the engine that plays with the values `plus`.
const PLUS: &str = "plus";

/// The set-up that all threads share.
pub struct PairSetup {
    engine: EngineSpec,
    openings: Vec<OpeningLine>,
    schedule: GameSchedule,
    conditions: MatchConditions,
    options: Vec<&'static str>,
}

impl PairSetup {
    /// Games of an engine against itself, with `nodes` per move; `options` are the UCI options of the
    /// parameters.
    pub fn new(
        mut engine: EngineSpec,
        openings: Vec<OpeningLine>,
        nodes: u64,
        config: &SpsaConfig,
        options: Vec<&'static str>,
    ) -> Result<Self, Failure> {
        resolve_self(&mut engine)?;
        // Tunable parameters are options of the UCI dialect only.
        engine.protocol = Some(Dialect::Uci);
        engine.options.insert(0, ("Hash".to_owned(), HASH_MB.to_owned()));
        let games = 2 * config.pairs as usize;
        let schedule =
            GameSchedule::new(TournamentFormat::Gauntlet, 2, games, shuffled(openings.len(), config.seed));
        Ok(Self { engine, openings, schedule, conditions: conditions(nodes), options })
    }

    /// Starts two engines and waits until they are ready.
    pub fn player(&self) -> Result<PairPlayer<'_>, Failure> {
        let mut players = [PLUS, "minus"].map(|name| EngineProcess::new(&self.engine, name.to_owned()));
        for player in &mut players {
            let ready = player.new_game(&Position::startpos(), &interrupt::is_pressed);
            match ready {
                // Only people leave.
                Ok(()) | Err(PlayerError::Cancelled | PlayerError::Left) => {}
                Err(PlayerError::Fault(fault) | PlayerError::NotStarted(fault)) => {
                    return Err(Failure::Job(Bilingual::from(fault).at("--engine")));
                }
                Err(PlayerError::Exhausted(lack)) => return Err(Failure::Job(lack.at("--engine"))),
            }
        }
        let is_missing = |option: &&&str| !players.iter().all(|player| player.has_option(option));
        if let Some(option) = self.options.iter().find(is_missing).filter(|_| !interrupt::is_pressed()) {
            let lack = bilingual!("the engine has no option '{option}'", "引擎没有“{option}”这个选项");
            return Err(lack.at("--engine").into());
        }
        Ok(PairPlayer { setup: self, players })
    }
}

/// The rules of a game. Games are adjudicated when both engines agree on the result: measured at 2500 nodes
/// per move, this saves nearly a third of the moves, and 2 % of the adjudicated games would have ended
/// differently.
fn conditions(nodes: u64) -> MatchConditions {
    let adjudication = Adjudication {
        draw_plies: Some(300),
        draw: Some(DrawAdjudication { from_move: 40, moves: 8, score: 10 }),
        resign: Some(ResignAdjudication { moves: 2, score: 600 }),
        mate: true,
    };
    MatchConditions { adjudication, ..MatchConditions::new(SearchLimit::Nodes(nodes), Duration::ZERO) }
}

/// Two engines that play pairs of games.
pub struct PairPlayer<'a> {
    setup: &'a PairSetup,
    players: [EngineProcess; 2],
}

impl PairPlayer<'_> {
    /// Plays both games of a pair; returns the half points of `plus` in each, or `None` if interrupted.
    pub fn play(&mut self, values: &Perturbation) -> Result<Option<[u8; 2]>, Failure> {
        let PairSetup { openings, schedule, conditions, options, .. } = self.setup;
        for (player, values) in self.players.iter_mut().zip([&values.plus, &values.minus]) {
            for (option, value) in options.iter().zip(values) {
                player.set_option(option, &value.to_string());
            }
        }
        let mut half_points = [0; 2];
        for (points, game) in half_points.iter_mut().zip(schedule.pair(values.pair as usize)) {
            let task = GameTask::new(&game, openings);
            let engines = self.players.get_disjoint_mut(game.engines).expect("two engines");
            let players = engines.map(|engine| engine as &mut dyn Player);
            let spectator = Spectators(Vec::new());
            let record = match play_game(&task, players, conditions, &spectator, &interrupt::is_pressed) {
                Ok(record) => record,
                Err(NoGame::Cancelled) => return Ok(None),
                Err(error) => return Err(Failure::Job(Bilingual::from(error).at("--engine"))),
            };
            if let Some(blame) = &record.blame {
                let detail = record.detail.as_deref().unwrap_or_default();
                let problem = Bilingual::new(|language| {
                    let reason = chuhe_arena::reason_text(&record.reason, language);
                    text!(
                        language,
                        "engine '{blame}': {reason}: {detail}",
                        "引擎“{blame}”：{reason}：{detail}"
                    )
                });
                return Err(Failure::Job(problem));
            }
            *points = record.half_points(PLUS).expect("it plays");
        }
        Ok(Some(half_points))
    }
}
