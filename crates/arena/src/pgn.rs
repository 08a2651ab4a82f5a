// SPDX-License-Identifier: MIT OR Apache-2.0
//! Games of a match as PGN, with the engines' evaluations as comments in the usual form: `{+0.35/12 0.10s}`
//! is the score from the mover's perspective, the depth and the time; `{book}` marks the moves of the
//! opening.

use crate::log_records::{LoggedGame, LoggedMove};
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, SystemTime};
use thiserror::Error;
use xiangqi::notation::{GameResult, Notation, Record, RecordedMove, Variation};
use xiangqi::openings::Opening;
use xiangqi::position::Position;
use xiangqi::types::{Bilingual, ParseMoveError, bilingual};

/// Scores this far from zero are mates: ±(10 000 - n) in n plies.
const MATE_SCORE: i32 = 10_000;
const LONGEST_MATE: i32 = 500;

/// A line of each game begins with this; by it `match` recognises its files.
pub const MARK: &str = "[Annotator \"chuhe match ";
const ANNOTATOR: &str = concat!("chuhe match ", env!("CARGO_PKG_VERSION"));

/// A record of the log is not a valid game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("game {}: {reason}", .game + 1)]
pub struct PgnError {
    game: usize,
    reason: Bilingual,
}

impl From<PgnError> for Bilingual {
    fn from(PgnError { game, reason }: PgnError) -> Self {
        reason.within(&bilingual!("game {number}", "第{number}局", number = game + 1))
    }
}

/// Converts a game to a PGN record. The date is `yyyy.mm.dd` ([`date`]).
pub fn record(game: &LoggedGame, event: &str, date: &str) -> Result<Record, PgnError> {
    let invalid = |reason: Bilingual| PgnError { game: game.game, reason };
    let start = Position::from_fen(&game.fen).map_err(|error| invalid(error.into()))?;
    let opening = game.opening.iter().map(|mv| (mv.as_str(), "book".to_owned()));
    let moves = opening.chain(game.played().map(|played| (played.mv, comment(&played))));
    let moves = moves.map(|(mv, comment)| Ok(RecordedMove::new(mv.parse()?, comment)));
    let moves: Result<Vec<_>, ParseMoveError> = moves.collect();
    let moves = moves.map_err(|error| invalid(error.into()))?;
    let mut tags = vec![
        ("Event", event.to_owned()),
        ("Round", game.game.saturating_add(1).to_string()),
        ("Date", date.to_owned()),
        ("Red", game.red.clone()),
        ("Black", game.black.clone()),
    ];
    tags.extend(match &game.limits {
        None => vec![("TimeControl", game.limit.to_string())],
        Some([red, black]) => {
            vec![("RedTimeControl", red.to_string()), ("BlackTimeControl", black.to_string())]
        }
    });
    tags.extend([
        ("PlyCount", moves.len().to_string()),
        ("Termination", game.reason.clone()),
        ("Annotator", ANNOTATOR.to_owned()),
    ]);
    tags.extend(game.opening_name.clone().map(|name| ("Opening", name)));
    let tags = tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let line = Variation { comment: String::new(), moves };
    let result = GameResult::from_winner(game.winner());
    let mut record = Record { tags, start, line, result, faults: Vec::new() };
    Opening::name_record(&mut record, Notation::Iccs);
    Ok(record)
}

/// Appends the game to a file, in one write.
pub fn append(path: &Path, game: &LoggedGame, event: &str, date: &str) -> io::Result<()> {
    let record = record(game, event, date)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, Bilingual::from(error)))?;
    OpenOptions::new().create(true).append(true).open(path)?.write_all(record.to_string().as_bytes())
}

/// Returns a date as `yyyy.mm.dd`, in UTC.
pub fn date(time: SystemTime) -> String {
    let days = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs() / 86_400;
    // All eras of 400 years are equally long. Years that begin in March end with the leap day, if they have
    // one.
    let day = days + 719_468;
    let (era, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let march_month = (5 * day + 2) / 153;
    let day = day - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    format!("{:04}.{month:02}.{day:02}", era * 400 + year + u64::from(month <= 2))
}

fn comment(played: &LoggedMove<'_>) -> String {
    let decimals = if played.ms < 100.0 { 3 } else { 2 };
    let seconds = format!("{:.decimals$}s", played.ms / 1000.0);
    let depth = played.depth.map(|depth| format!("/{depth}")).unwrap_or_default();
    match played.score {
        Some(score) => format!("{}{depth} {seconds}", score_text(score)),
        None => seconds,
    }
}

/// Formats a score: `+0.35` in pawns, `+M3` and `-M3` for mates in three moves.
pub(super) fn score_text(score: i32) -> String {
    let (sign, size) = (if score < 0 { '-' } else { '+' }, score.unsigned_abs());
    match MATE_SCORE - score.saturating_abs() {
        plies @ 0..LONGEST_MATE => format!("{sign}M{}", (plies + 1) / 2),
        _ => format!("{sign}{}.{:02}", size / 100, size % 100),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log_records::samples;
    use xiangqi::notation::Records;

    #[test]
    fn evaluations_are_comments_on_the_moves() {
        let mut game = samples::game(6, "1-0");
        game.opening_name = Some("Screen horses".to_owned());
        let written = record(&game, "test", "2024.02.29").unwrap();
        let read = Records::new(written.to_string().as_bytes()).next().unwrap().unwrap();
        assert_eq!((&read.line, read.result), (&written.line, written.result));
        assert_eq!(
            written.to_string(),
            r#"[Game "Chinese Chess"]
[Event "test"]
[Round "7"]
[Date "2024.02.29"]
[Red "new"]
[Black "old"]
[Result "1-0"]
[ECCO "B05"]
[Opening "Screen horses"]
[Format "ICCS"]
[TimeControl "100 ms"]
[PlyCount "5"]
[Termination "checkmate"]
[Annotator "chuhe match 0.1.0"]

  1. H2-E2 {book}
  1.       H9-G7 {book}
  2. H0-G2 {+0.35/12 0.10s}
  2.       I9-H9 {-0.07/11 0.100s}
  3. I0-H0 {+M3 0.050s}
1-0

"#
        );
        game.moves[0] = "h2h9x".to_owned();
        let error = record(&game, "test", "2024.02.29").unwrap_err().to_string();
        assert_eq!(error, "game 7: 'h2h9x' is not a move in coordinates (like h2e2)");
    }

    #[test]
    fn scores_are_written_as_pawns_or_mates() {
        let texts = [(5, "+0.05"), (-1234, "-12.34"), (9_995, "+M3"), (-10_000, "-M0"), (12_000, "+120.00")];
        for (score, text) in texts {
            assert_eq!(score_text(score), text);
        }
    }

    #[test]
    fn dates_follow_the_calendar() {
        let days =
            [(0, "1970.01.01"), (19_782, "2024.02.29"), (19_783, "2024.03.01"), (47_540, "2100.02.28")];
        for (days, text) in days.into_iter().chain([(47_541, "2100.03.01"), (20_453, "2025.12.31")]) {
            assert_eq!(date(SystemTime::UNIX_EPOCH + Duration::from_secs(days * 86_400 + 86_399)), text);
        }
    }
}
