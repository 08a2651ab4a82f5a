// SPDX-License-Identifier: MIT OR Apache-2.0
//! One game. The referee keeps the clocks and applies the rules; it trusts the players in nothing but their
//! moves.

use super::adjudication::MatchAdjudicator;
use super::game_task::{GameTask, MatchConditions, NoGame};
use super::limit::{Clocks, SearchLimit};
use super::log_target::LOG_TARGET;
use super::logged_game::LoggedGame;
use super::player::{Answer, Decision, EngineFault, FaultKind, IsCancelled, Player, PlayerError, Turn};
use super::spectator::{MatchEvent, Spectator};
use crate::position::Position;
use crate::rules::{Game, PlayError};
use crate::types::{Color, Move};
use std::time::Duration;

/// The result of a game and its termination.
struct GameEnd {
    winner: Option<Color>,
    termination: String,
    /// The fault of the loser.
    fault: Option<EngineFault>,
}

impl GameEnd {
    fn new(winner: Option<Color>, termination: impl Into<String>) -> Self {
        Self { winner, termination: termination.into(), fault: None }
    }

    fn fault(side: Color, fault: EngineFault) -> Self {
        Self { winner: Some(!side), termination: fault.kind.to_string(), fault: Some(fault) }
    }
}

/// Plays a game between Red and Black. A player that crashes, exceeds its time or plays an illegal move loses
/// and is aborted; the record has the details. The spectator gets the start and the moves; the caller reports
/// the end once the game is logged.
///
/// # Errors
/// [`NoGame`] if a player could not be started, or if the game was cancelled; both players are aborted.
///
/// # Panics
/// If the opening has an illegal move.
pub fn play_game(
    task: &GameTask<'_>,
    mut players: [&mut dyn Player; 2],
    conditions: &MatchConditions,
    spectator: &dyn Spectator,
    is_cancelled: IsCancelled<'_>,
) -> Result<LoggedGame, NoGame> {
    let mut game = GameInProgress::new(task, &players, conditions, spectator, is_cancelled);
    let end = match game.play(&mut players) {
        Ok(end) => end,
        Err(reason) => {
            players.into_iter().for_each(Player::abort);
            return Err(reason);
        }
    };
    for side in Color::ALL {
        if end.fault.is_some() && end.winner == Some(!side) {
            players[side].abort();
        } else {
            players[side].end_game();
        }
    }
    Ok(game.into_record(end))
}

/// A game in progress.
struct GameInProgress<'a> {
    conditions: &'a MatchConditions,
    spectator: &'a dyn Spectator,
    is_cancelled: IsCancelled<'a>,
    start: Position,
    game: Game,
    limits: [SearchLimit; 2],
    clocks: Option<Clocks>,
    adjudicator: MatchAdjudicator,
    is_draw_offered: bool,
    record: LoggedGame,
}

impl<'a> GameInProgress<'a> {
    fn new(
        task: &GameTask<'_>,
        players: &[&mut dyn Player; 2],
        conditions: &'a MatchConditions,
        spectator: &'a dyn Spectator,
        is_cancelled: IsCancelled<'a>,
    ) -> Self {
        // The log and the engines get the start as a FEN, so the game begins without a history.
        let start = task.start.setup().into_position(false).expect("a position has a legal setup");
        let mut game = Game::new(start.clone(), conditions.rules, conditions.natural_limit);
        let mut opening = Vec::new();
        for &mv in task.opening {
            match game.play(mv) {
                Ok(()) => opening.push(mv.to_string()),
                Err(PlayError::Over(_)) => break,
                Err(PlayError::Illegal(error)) => panic!("{error} in the opening of game {}", task.game),
            }
        }
        let limits = task.limits.unwrap_or([conditions.limit; 2]);
        let record = LoggedGame {
            game: task.game,
            pair: task.pair,
            red: players[Color::Red].name().to_owned(),
            black: players[Color::Black].name().to_owned(),
            fen: start.to_fen(),
            opening,
            opening_name: task.opening_name.map(str::to_owned),
            limit: conditions.limit.to_string(),
            limits: task.limits.map(|limits| limits.map(|limit| limit.to_string())),
            rules: conditions.rules.to_string(),
            moves: Vec::new(),
            scores: Vec::new(),
            depths: Vec::new(),
            nodes: Vec::new(),
            ms: Vec::new(),
            result: String::new(),
            reason: String::new(),
            blame: None,
            detail: None,
            last_fen: String::new(),
        };
        let adjudicator = MatchAdjudicator::new(conditions.adjudication.clone());
        let is_draw_offered = false;
        Self {
            conditions,
            spectator,
            is_cancelled,
            start,
            game,
            limits,
            clocks: Clocks::new(limits),
            adjudicator,
            is_draw_offered,
            record,
        }
    }

    fn play(&mut self, players: &mut [&mut dyn Player; 2]) -> Result<GameEnd, NoGame> {
        for side in Color::ALL {
            let ready = players[side].new_game(&self.start, self.is_cancelled);
            if let Err(error) = ready {
                return end_by(error, side, players[side].name());
            }
        }
        self.spectator.on_event(&MatchEvent::Started {
            game: self.record.game,
            red: &self.record.red,
            black: &self.record.black,
            position: self.game.position(),
        });
        let mut end = self.outcome();
        while end.is_none() {
            let side = self.game.position().side_to_move();
            end = match players[side].think(&self.turn()) {
                Ok(answer) => self.apply(side, &answer),
                Err(error) => return end_by(error, side, players[side].name()),
            };
            if end.is_none() {
                players[side].ponder(&self.turn());
            }
        }
        end.ok_or(NoGame::Cancelled)
    }

    fn turn(&self) -> Turn<'_> {
        Turn {
            position: self.game.position(),
            limits: self.limits,
            clocks: self.clocks,
            margin: self.conditions.margin,
            rules: self.conditions.rules,
            is_draw_offered: self.is_draw_offered,
            is_cancelled: self.is_cancelled,
        }
    }

    fn outcome(&self) -> Option<GameEnd> {
        self.game.outcome().map(|outcome| GameEnd::new(outcome.winner, outcome.termination.to_string()))
    }

    /// Checks an answer and plays its move; returns the result if the game has ended.
    fn apply(&mut self, side: Color, answer: &Answer) -> Option<GameEnd> {
        if let Some(allowance) = self.turn().allowance().filter(|&allowance| answer.time > allowance) {
            let detail = format!(
                "the move took {:.1} ms with {:.1} ms left and a margin of {:.1} ms",
                milliseconds(answer.time),
                milliseconds(allowance.saturating_sub(self.conditions.margin)),
                milliseconds(self.conditions.margin)
            );
            return Some(GameEnd::fault(side, EngineFault { kind: FaultKind::Time, detail }));
        }
        let Decision::Play(mv) = answer.decision else {
            return Some(GameEnd::new(Some(!side), "resignation"));
        };
        if self.game.play(mv).is_err() {
            let detail = format!("{mv} in {}", self.game.position().to_fen());
            return Some(GameEnd::fault(side, EngineFault { kind: FaultKind::IllegalMove, detail }));
        }
        self.record_move(mv, answer);
        if let Some(clocks) = &mut self.clocks {
            clocks.press(side, answer.time);
        }
        self.report_move();

        let was_offered = std::mem::replace(&mut self.is_draw_offered, answer.is_draw);
        if let end @ Some(_) = self.outcome() {
            return end;
        }
        if was_offered && answer.is_draw {
            return Some(GameEnd::new(None, "agreement"));
        }
        let plies = u32::try_from(self.game.position().history().len()).unwrap_or(u32::MAX);
        let decision = self.adjudicator.judge(side, answer.evaluation.score, plies);
        decision.map(|(winner, reason)| GameEnd::new(winner, reason))
    }

    fn record_move(&mut self, mv: Move, answer: &Answer) {
        let record = &mut self.record;
        record.moves.push(mv.to_string());
        record.scores.push(answer.evaluation.score);
        record.depths.push(answer.evaluation.depth);
        record.nodes.push(answer.evaluation.nodes);
        record.ms.push(milliseconds(answer.time));
    }

    /// Reports the last move to the spectator.
    fn report_move(&self) {
        if let Some(record) = self.record.played().last() {
            self.spectator.on_event(&MatchEvent::Moved {
                game: self.record.game,
                position: self.game.position(),
                record,
                clocks: self.clocks.map_or([None; 2], |clocks| clocks.left()),
            });
        }
    }

    /// Completes the record.
    fn into_record(self, end: GameEnd) -> LoggedGame {
        let record = self.record;
        let result = match end.winner {
            Some(Color::Red) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        };
        let loser = if end.winner == Some(Color::Red) { &record.black } else { &record.red };
        if let Some(fault) = &end.fault {
            log::info!(target: LOG_TARGET, "game {}: {loser}: {fault}", record.game + 1);
        }
        LoggedGame {
            result: result.to_owned(),
            reason: end.termination,
            blame: end.fault.is_some().then(|| loser.clone()),
            detail: end.fault.map(|fault| fault.detail),
            last_fen: self.game.position().to_fen(),
            ..record
        }
    }
}

fn end_by(error: PlayerError, side: Color, player: &str) -> Result<GameEnd, NoGame> {
    match error {
        PlayerError::Fault(fault) => Ok(GameEnd::fault(side, fault)),
        PlayerError::NotStarted(fault) => Err(NoGame::NotStarted { player: player.to_owned(), fault }),
        PlayerError::Exhausted(lack) => Err(NoGame::Exhausted(lack)),
        PlayerError::Left => Err(NoGame::Left),
        PlayerError::Cancelled => Err(NoGame::Cancelled),
    }
}

/// Returns milliseconds, rounded to three decimals.
fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

#[cfg(test)]
mod tests;
