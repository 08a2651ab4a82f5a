// SPDX-License-Identifier: MIT OR Apache-2.0
//! One game. The referee keeps the clocks and applies the rules; all that it takes from the players are their
//! moves.

use crate::adjudication::{Adjudication, MatchAdjudicator};
use crate::log_records::LoggedGame;
use crate::player::{Answer, Decision, EngineFault, FaultKind, IsCancelled, Player, PlayerError, Turn};
use crate::schedule::ScheduledGame;
use crate::spectator::{MatchEvent, Spectator};
use crate::time_control::{Clocks, SearchLimit};
use std::time::Duration;
use thiserror::Error;
use xiangqi::notation::GameResult;
use xiangqi::openings::OpeningLine;
use xiangqi::position::Position;
use xiangqi::rules::{Game, NATURAL_LIMIT, PlayError, RuleSet};
use xiangqi::types::{Bilingual, Color, Move, bilingual};

/// The conditions of the games of a match.
#[derive(Clone, Debug)]
pub struct MatchConditions {
    pub limit: SearchLimit,
    /// Time by which an answer may exceed the limit: messages between programs take time.
    pub margin: Duration,
    pub rules: RuleSet,
    /// The number of plies without capture that make a draw (`rule60`).
    pub natural_limit: Option<u16>,
    pub adjudication: Adjudication,
}

impl MatchConditions {
    /// Returns the conditions with this limit and margin under the default rules, without adjudication.
    pub fn new(limit: SearchLimit, margin: Duration) -> Self {
        let (rules, natural_limit) = (RuleSet::default(), Some(NATURAL_LIMIT));
        Self { limit, margin, rules, natural_limit, adjudication: Adjudication::default() }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct GameTask<'a> {
    pub game: usize,
    pub pair: usize,
    /// The position before the opening. Its history is not part of the game.
    pub start: &'a Position,
    /// The legal moves played before the engines are asked.
    pub opening: &'a [Move],
    pub opening_name: Option<&'a str>,
    /// The limits of Red and Black, if one of them has a limit of its own.
    pub limits: Option<[SearchLimit; 2]>,
}

impl<'a> GameTask<'a> {
    /// Returns the task of a single game that begins at `start`.
    pub const fn from_position(start: &'a Position) -> Self {
        Self { game: 0, pair: 0, start, opening: &[], opening_name: None, limits: None }
    }

    /// Returns the task of a scheduled game, whose opening is one of `openings`.
    pub fn new(game: &ScheduledGame, openings: &'a [OpeningLine]) -> Self {
        let OpeningLine { start, moves, name } = &openings[game.opening];
        let &ScheduledGame { game, pair, .. } = game;
        Self { game, pair, opening: moves, opening_name: name.as_deref(), ..Self::from_position(start) }
    }
}

/// The reason why a game has no result.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", Bilingual::from(self.clone()))]
pub enum NoGame {
    NotStarted {
        player: String,
        fault: EngineFault,
    },
    /// This program lacks file handles, processes or memory.
    Exhausted(Bilingual),
    Left,
    Cancelled,
}

impl From<NoGame> for Bilingual {
    fn from(error: NoGame) -> Self {
        match error {
            NoGame::NotStarted { player, fault } => Self::from(fault).at(player),
            NoGame::Exhausted(lack) => lack,
            NoGame::Left => bilingual!("a person has left", "棋手已离开"),
            NoGame::Cancelled => bilingual!("cancelled", "已取消"),
        }
    }
}

struct GameEnd {
    winner: Option<Color>,
    termination: String,
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
/// There is no game if a player could not be started, or if it was cancelled; then both players are aborted.
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
        let start = task.start.setup().into_position().expect("a position has a legal setup");
        let mut game = Game::new(start.clone(), conditions.rules).with_limit(conditions.natural_limit);
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
            limit: conditions.limit,
            limits: task.limits,
            rules: conditions.rules.to_string(),
            ..LoggedGame::default()
        };
        Self {
            conditions,
            spectator,
            is_cancelled,
            start,
            game,
            limits,
            clocks: Clocks::new(limits),
            adjudicator: MatchAdjudicator::new(conditions.adjudication.clone()),
            is_draw_offered: false,
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
        if let Some(end) = self.outcome() {
            return Ok(end);
        }
        loop {
            let side = self.game.position().side_to_move();
            match players[side].think(&self.turn()) {
                Ok(answer) => {
                    if let Some(end) = self.apply(side, &answer) {
                        return Ok(end);
                    }
                }
                Err(error) => return end_by(error, side, players[side].name()),
            }
            players[side].ponder(&self.turn());
        }
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
            let margin = self.conditions.margin;
            let [used, left, margin] =
                [answer.time, allowance.saturating_sub(margin), margin].map(milliseconds);
            let detail = bilingual!(
                "the move took {used:.1} ms with {left:.1} ms left and a margin of {margin:.1} ms",
                "这一着用了{used:.1}毫秒，只剩{left:.1}毫秒，宽限{margin:.1}毫秒"
            );
            return Some(GameEnd::fault(side, EngineFault { kind: FaultKind::Time, detail }));
        }
        let Decision::Play(mv) = answer.decision else {
            return Some(GameEnd::new(Some(!side), "resignation"));
        };
        if self.game.play(mv).is_err() {
            let fen = self.game.position().to_fen();
            let detail = bilingual!("{mv} in {fen}", "{mv}，局面 {fen}");
            return Some(GameEnd::fault(side, EngineFault { kind: FaultKind::IllegalMove, detail }));
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.press(side, answer.time);
        }
        self.record_move(mv, answer);
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

    /// Writes a move down and reports it to the spectator.
    fn record_move(&mut self, mv: Move, answer: &Answer) {
        let record = &mut self.record;
        record.moves.push(mv.to_string());
        record.scores.push(answer.evaluation.score);
        record.depths.push(answer.evaluation.depth);
        record.nodes.push(answer.evaluation.nodes);
        record.ms.push(milliseconds(answer.time));
        if let Some(last) = self.record.played().last() {
            self.spectator.on_event(&MatchEvent::Moved {
                game: self.record.game,
                position: self.game.position(),
                record: last,
                clocks: self.clocks.map_or([None; 2], |clocks| clocks.left()),
            });
        }
    }

    fn into_record(self, end: GameEnd) -> LoggedGame {
        let record = self.record;
        let loser = if end.winner == Some(Color::Red) { &record.black } else { &record.red };
        if let Some(fault) = &end.fault {
            log::info!("game {}: {loser}: {fault}", record.game + 1);
        }
        LoggedGame {
            result: GameResult::from_winner(end.winner).to_string(),
            reason: end.termination,
            blame: end.fault.is_some().then(|| loser.clone()),
            detail: end.fault.map(|fault| fault.detail.to_string()),
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
