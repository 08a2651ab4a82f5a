// SPDX-License-Identifier: MIT OR Apache-2.0
//! A game of a file that is to be reviewed.

use crate::interrupt;
use chuhe::engine::Engine;
use chuhe::search::Limits;
use chuhe_review::{PositionEvaluation, Review, unread};
use std::io::BufRead;
use xiangqi::notation::{Encoding, ReadRecordError, Record, RecordError, Records};
use xiangqi::position::Position;
use xiangqi::types::{Bilingual, Language, bilingual};

/// One game of a file.
pub struct SelectedGame {
    /// The game, as far as it can be read.
    pub record: Record,
    /// The reason why the record ends before the game does.
    pub error: Option<RecordError>,
    /// Number of the game in the file, from 1.
    pub number: usize,
    /// Number of games in the file.
    pub games: usize,
}

impl SelectedGame {
    /// Reads the game with this number; it has moves.
    pub fn read(
        source: impl BufRead + Send,
        number: usize,
        encoding: Option<Encoding>,
    ) -> Result<Self, Bilingual> {
        let mut records = Records::with_fallback(source, encoding);
        let mut games = 0;
        while games + 1 < number && records.skip_game()? {
            games += 1;
        }
        let Some(selected) = records.next() else {
            return Err(match games {
                0 => bilingual!("the file contains no games", "文件中没有棋谱"),
                1 => bilingual!(
                    "there is no game {number}; the file contains one game",
                    "没有第{number}局；文件中只有一局"
                ),
                _ => bilingual!(
                    "there is no game {number}; the file contains {games} games",
                    "没有第{number}局；文件中有{games}局"
                ),
            });
        };
        let (record, error) = match selected {
            Ok(record) => (record, None),
            Err(ReadRecordError::Game(mut error)) => match error.beginning.take() {
                Some(beginning) if !beginning.line.moves.is_empty() => (*beginning, Some(error)),
                _ => return Err(error.into()),
            },
            Err(error) => return Err(error.into()),
        };
        if record.line.moves.is_empty() {
            return Err(bilingual!("game {number} has no moves", "第{number}局没有着法"));
        }
        games = number;
        // What follows the game is not needed: an error there only ends the count.
        while records.skip_game().unwrap_or(false) {
            games += 1;
        }
        Ok(Self { record, error, number, games })
    }

    /// Returns a note that the rest of the game is not reviewed and why, in English and Chinese; `None` if
    /// the whole game could be read. `end` is the position after the last move.
    pub fn note(&self, end: &Position) -> Option<[String; 2]> {
        let error = self.error.as_ref()?;
        Some(Language::ALL.map(|language| unread(end, &error.text(language), language)))
    }
}

/// Evaluates the next position; `None` if there is none, or Ctrl-C was pressed.
pub fn next(review: &Review, engine: &mut Engine, limits: &Limits) -> Option<PositionEvaluation> {
    if interrupt::is_pressed() {
        return None;
    }
    review.evaluate_next(engine, limits).filter(|_| !interrupt::is_pressed())
}
