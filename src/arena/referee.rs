// SPDX-License-Identifier: MIT OR Apache-2.0
//! One game. The referee holds the clocks and knows the rules; of the players he believes nothing but their moves.

use super::adjudication::{Adjudication, MatchAdjudicator};
use super::limit::{Clocks, SearchLimit};
use super::log_target::LOG_TARGET;
use super::logged_game::LoggedGame;
use super::player::{Answer, Decision, EngineFault, FaultKind, IsCancelled, Player, PlayerError, Turn};
use super::spectator::{MatchEvent, Spectator};
use crate::position::Position;
use crate::rules::{Game, PlayError, RuleSet};
use crate::types::{Color, Move};
use std::time::Duration;

/// What is to be played.
#[derive(Clone, Copy, Debug)]
pub struct GameTask<'a> {
    /// The game's number in the schedule.
    pub game: usize,
    /// The pair it belongs to.
    pub pair: usize,
    /// Where the opening begins. What led there is not part of the game.
    pub start: &'a Position,
    /// The moves played before the engines are asked. They are legal.
    pub opening: &'a [Move],
    /// What the opening is called.
    pub opening_name: Option<&'a str>,
}

/// What the games of a match are played by.
#[derive(Clone, Debug)]
pub struct MatchConditions {
    /// How long the engines may think.
    pub limit: SearchLimit,
    /// How long an answer may come after its time and still count: messages between programs take time.
    pub margin: Duration,
    /// How repetitions are judged.
    pub rules: RuleSet,
    /// Plies without capture that make a draw.
    pub natural_limit: Option<u16>,
    /// What the referee decides beyond the rules.
    pub adjudication: Adjudication,
}

/// How a game ended.
struct Ending {
    winner: Option<Color>,
    reason: String,
    /// What the loser did wrong.
    fault: Option<EngineFault>,
}

impl Ending {
    fn new(winner: Option<Color>, reason: impl Into<String>) -> Self {
        Self { winner, reason: reason.into(), fault: None }
    }

    fn fault(side: Color, fault: EngineFault) -> Self {
        Self { winner: Some(!side), reason: fault.kind.to_string(), fault: Some(fault) }
    }
}

/// Plays a game between Red and Black; `None` if it was called off. A player that cannot be started, crashes, answers too
/// late or with an illegal move loses and is dismissed; the record says why. The spectator is told of the beginning
/// and of the moves; the end is for whoever keeps the record to tell.
///
/// # Panics
/// If the opening has an illegal move.
pub fn play_game(
    task: &GameTask<'_>,
    mut players: [&mut dyn Player; 2],
    conditions: &MatchConditions,
    spectator: &dyn Spectator,
    is_cancelled: IsCancelled<'_>,
) -> Option<LoggedGame> {
    let mut table = Table::new(task, &players, conditions, spectator, is_cancelled);
    let Ok(ending) = table.play(&mut players) else {
        players.into_iter().for_each(Player::abort);
        return None;
    };
    for side in Color::ALL {
        if ending.fault.is_some() && ending.winner == Some(!side) {
            players[side].abort();
        } else {
            players[side].end_game();
        }
    }
    Some(table.close(ending))
}

/// The game was called off.
struct Cancelled;

/// A game in progress.
struct Table<'a> {
    conditions: &'a MatchConditions,
    spectator: &'a dyn Spectator,
    is_cancelled: IsCancelled<'a>,
    start: Position,
    game: Game,
    clocks: Option<Clocks>,
    adjudicator: MatchAdjudicator,
    is_draw_offered: bool,
    record: LoggedGame,
}

impl<'a> Table<'a> {
    fn new(
        task: &GameTask<'_>,
        players: &[&mut dyn Player; 2],
        conditions: &'a MatchConditions,
        spectator: &'a dyn Spectator,
        is_cancelled: IsCancelled<'a>,
    ) -> Self {
        // The record has no place for what went before the game, and the engines are not told of it: a start without a past.
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
        let clocks = match conditions.limit {
            SearchLimit::Clock(control) => Some(Clocks::new(control)),
            SearchLimit::Movetime(_) | SearchLimit::Nodes(_) | SearchLimit::Depth(_) => None,
        };
        let record = LoggedGame {
            game: task.game,
            pair: task.pair,
            red: players[Color::Red].name().to_owned(),
            black: players[Color::Black].name().to_owned(),
            fen: start.to_fen(),
            opening,
            opening_name: task.opening_name.map(str::to_owned),
            limit: conditions.limit.to_string(),
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
            clocks,
            adjudicator,
            is_draw_offered,
            record,
        }
    }

    fn play(&mut self, players: &mut [&mut dyn Player; 2]) -> Result<Ending, Cancelled> {
        self.spectator.on_event(&MatchEvent::Started {
            game: self.record.game,
            red: &self.record.red,
            black: &self.record.black,
            position: self.game.position(),
        });
        for side in Color::ALL {
            let ready = players[side].new_game(&self.start, self.is_cancelled);
            if let Err(error) = ready {
                return blame(side, error);
            }
        }
        let mut ending = self.outcome();
        while ending.is_none() {
            let side = self.game.position().side_to_move();
            ending = match players[side].think(&self.turn()) {
                Ok(answer) => self.take(side, &answer),
                Err(error) => return blame(side, error),
            };
            if ending.is_none() {
                players[side].ponder(&self.turn());
            }
        }
        ending.ok_or(Cancelled)
    }

    fn turn(&self) -> Turn<'_> {
        Turn {
            position: self.game.position(),
            limit: self.conditions.limit,
            clocks: self.clocks,
            margin: self.conditions.margin,
            rules: self.conditions.rules,
            is_draw_offered: self.is_draw_offered,
            is_cancelled: self.is_cancelled,
        }
    }

    fn outcome(&self) -> Option<Ending> {
        self.game.outcome().map(|outcome| Ending::new(outcome.winner, outcome.termination.to_string()))
    }

    /// Judges an answer, and plays its move; an ending if the game is over with that.
    fn take(&mut self, side: Color, answer: &Answer) -> Option<Ending> {
        if let Some(allowance) = self.turn().allowance().filter(|&allowance| answer.time > allowance) {
            let detail = format!(
                "{:.1} ms for a move, {:.1} ms were left and {:.1} ms are forgiven",
                milliseconds(answer.time),
                milliseconds(allowance.saturating_sub(self.conditions.margin)),
                milliseconds(self.conditions.margin)
            );
            return Some(Ending::fault(side, EngineFault { kind: FaultKind::Time, detail }));
        }
        let Decision::Play(mv) = answer.decision else {
            return Some(Ending::new(Some(!side), "resignation"));
        };
        if self.game.play(mv).is_err() {
            let detail = format!("{mv} in {}", self.game.position().to_fen());
            return Some(Ending::fault(side, EngineFault { kind: FaultKind::IllegalMove, detail }));
        }
        self.write_down(mv, answer);
        if let Some(clocks) = &mut self.clocks {
            clocks.press(side, answer.time);
        }
        self.tell();

        let was_offered = std::mem::replace(&mut self.is_draw_offered, answer.is_draw);
        if let ending @ Some(_) = self.outcome() {
            return ending;
        }
        if was_offered && answer.is_draw {
            return Some(Ending::new(None, "agreement"));
        }
        let plies = u32::try_from(self.game.position().history().len()).unwrap_or(u32::MAX);
        let decision = self.adjudicator.judge(side, answer.evaluation.score, plies);
        decision.map(|(winner, reason)| Ending::new(winner, reason))
    }

    fn write_down(&mut self, mv: Move, answer: &Answer) {
        let record = &mut self.record;
        record.moves.push(mv.to_string());
        record.scores.push(answer.evaluation.score);
        record.depths.push(answer.evaluation.depth);
        record.nodes.push(answer.evaluation.nodes);
        record.ms.push(milliseconds(answer.time));
    }

    /// Tells the spectator of the move just played.
    fn tell(&self) {
        if let Some(record) = self.record.played().last() {
            self.spectator.on_event(&MatchEvent::Moved {
                game: self.record.game,
                position: self.game.position(),
                record,
                clocks: self.clocks.map(|clocks| clocks.left()),
            });
        }
    }

    /// Completes the record.
    fn close(self, ending: Ending) -> LoggedGame {
        let record = self.record;
        let result = match ending.winner {
            Some(Color::Red) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        };
        let loser = if ending.winner == Some(Color::Red) { &record.black } else { &record.red };
        if let Some(fault) = &ending.fault {
            log::warn!(target: LOG_TARGET, "game {}: {loser}: {fault}", record.game);
        }
        LoggedGame {
            result: result.to_owned(),
            reason: ending.reason,
            blame: ending.fault.is_some().then(|| loser.clone()),
            detail: ending.fault.map(|fault| fault.detail),
            last_fen: self.game.position().to_fen(),
            ..record
        }
    }
}

fn blame(side: Color, error: PlayerError) -> Result<Ending, Cancelled> {
    match error {
        PlayerError::Fault(fault) => Ok(Ending::fault(side, fault)),
        PlayerError::Cancelled => Err(Cancelled),
    }
}

/// Milliseconds with three decimals.
fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

#[cfg(test)]
mod tests;
