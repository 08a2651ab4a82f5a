// SPDX-License-Identifier: MIT OR Apache-2.0
//! The current position of a session, with the moves banned in it, its end by the rules, and the way moves
//! are written.

use super::limits::legal_moves;
use crate::search::Settings;
use thiserror::Error;
use ucci::{PositionText, RankBase};
use xiangqi::notation::{FenError, MovePlace, excerpt};
use xiangqi::position::{IllegalMove, Position};
use xiangqi::rules::{GameOutcome, Termination};
use xiangqi::types::{Language, Move};

/// The current position.
pub struct CurrentPosition {
    /// `None` after an illegal position was sent.
    position: Option<Position>,
    /// The moves of `banmoves`, in force until the next `position`.
    bans: Vec<Move>,
    ranks: RankBase,
}

/// The reason why a position is rejected.
#[derive(Debug, Error)]
pub enum IllegalPosition {
    #[error(transparent)]
    Fen(#[from] FenError),
    #[error("{place}: '{}' is {problem}", excerpt(word))]
    Move { place: MovePlace, word: String, problem: String },
}

impl CurrentPosition {
    /// Returns the start position with ranks from 0.
    pub fn new() -> Self {
        Self { position: Some(Position::startpos()), bans: Vec::new(), ranks: RankBase::Zero }
    }

    pub fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    pub fn bans(&self) -> &[Move] {
        &self.bans
    }

    pub fn ranks(&self) -> RankBase {
        self.ranks
    }

    pub fn set_ranks(&mut self, ranks: RankBase) {
        self.ranks = ranks;
    }

    /// Takes the position of a `position` command and lifts all bans. After an error there is no position.
    pub fn set(&mut self, text: &PositionText, detects_rank_base: bool) -> Result<(), IllegalPosition> {
        self.bans.clear();
        self.position = None;
        self.position = Some(self.read_any_base(text, detects_rank_base)?);
        Ok(())
    }

    /// Adds moves to the bans in force; an empty list lifts them all. Illegal moves are ignored.
    pub fn ban(&mut self, words: &[String]) {
        match &self.position {
            Some(position) if !words.is_empty() => {
                self.bans.extend(legal_moves(words, position, self.ranks));
            }
            _ => self.bans.clear(),
        }
    }

    /// Reads a position and its moves.
    pub fn read(&self, text: &PositionText) -> Result<Position, IllegalPosition> {
        read_position(text, self.ranks)
    }

    /// Reads a position and recognises a program that uses the other rank base: by a rank that only that base
    /// has (0 or 10), or by a list of moves whose first is illegal in the present base while the whole list
    /// is legal in the other.
    fn read_any_base(
        &mut self,
        text: &PositionText,
        detects_rank_base: bool,
    ) -> Result<Position, IllegalPosition> {
        let result = self.read(text);
        let Err(IllegalPosition::Move { place, .. }) = result else { return result };
        if !detects_rank_base {
            return result;
        }
        let other = self.ranks.other();
        let is_proved = text.moves.iter().any(|word| other.is_proved_by(word));
        let in_other_base = read_position(text, other);
        if is_proved || (in_other_base.is_ok() && place.ply == 1) {
            self.ranks = other;
            return in_other_base;
        }
        result
    }
}

/// Reads a position and plays its moves; all of them must be legal.
fn read_position(text: &PositionText, ranks: RankBase) -> Result<Position, IllegalPosition> {
    let mut position = match &text.fen {
        Some(fen) => Position::from_fen_lenient(fen)?,
        None => Position::startpos(),
    };
    for word in &text.moves {
        let played = match ranks.read(word) {
            Some(mv) => position.play(mv).map_err(|IllegalMove { reason, .. }| {
                format!("illegal: {}", reason.describe(Language::English, |square| ranks.write(square)))
            }),
            None => Err("not a move".to_owned()),
        };
        if let Err(problem) = played {
            let place = MovePlace::next(&position);
            return Err(IllegalPosition::Move { place, word: word.clone(), problem });
        }
    }
    Ok(position)
}

/// Returns the message for a `go` in a game that has ended by the rules; `None` while it goes on, and after
/// checkmate and stalemate, which the answer shows. The engine still answers with a move, since programs may
/// play on.
pub fn termination_message(position: &Position, settings: &Settings) -> Option<String> {
    let outcome = GameOutcome::of(position, settings.rules, settings.draw_plies)?;
    let result = match (outcome.termination, outcome.winner) {
        (Termination::Checkmate | Termination::Stalemate, _) => return None,
        (termination, Some(winner)) => format!("{} loses by {termination}", !winner),
        (termination, None) => {
            let by_repetition = termination.is_by_repetition();
            let termination = if termination == Termination::NaturalLimit {
                "the natural limit".to_owned()
            } else {
                termination.to_string()
            };
            match settings.draw_rule.winner(by_repetition) {
                Some(winner) => format!("draw by {termination}, which counts as a win of {winner}"),
                None => format!("draw by {termination}"),
            }
        }
    };
    Some(format!("the game has ended: {result}"))
}
