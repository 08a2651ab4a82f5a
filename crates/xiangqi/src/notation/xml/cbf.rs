// SPDX-License-Identifier: MIT OR Apache-2.0
//! CBF, an XML format of 象棋桥 (CCBridge), one game per file.
//!
//! ```text
//! <ChineseChessRecord Version="1.0">
//!  <Head> <Red>许银川</Red> <RecordResult>1</RecordResult> <FEN>…</FEN> </Head>
//!  <MoveList> <Move value="00-00"/> <Move value="77-47"/> <Move value="70-62" end="1"/> </MoveList>
//! </ChineseChessRecord>
//! ```
//!
//! A square is its file from Red's left and its rank from Black's side. The first element is not a move; text
//! in an element is a comment. Moves after the end of the game belong to variations and become a comment,
//! because it is not known where they begin. The format was never published; this description follows open
//! readers and writers of it.

use super::elements::{Event, events};
use crate::notation::excerpt::excerpt;
use crate::notation::moves::{self, MoveTextError, ReadMoveError};
use crate::notation::record::{
    GameResult, Record, RecordError, RecordProblem, RecordedMove, Variation, comment, square_from_digits,
    tags,
};
use crate::position::Position;
use crate::types::Move;

/// Elements of the head and the tags that they correspond to.
const HEAD: [(&str, &str); 21] = [
    ("Name", "Title"),
    ("From", "Source"),
    ("ContestType", "Category"),
    ("Contest", "Event"),
    ("Round", "Round"),
    ("Group", "Group"),
    ("Table", "Board"),
    ("Date", "Date"),
    ("Site", "Site"),
    ("TimeRule", "TimeControl"),
    ("Red", "Red"),
    ("RedTeam", "RedTeam"),
    ("RedTime", "RedTime"),
    ("RedRating", "RedElo"),
    ("Black", "Black"),
    ("BlackTeam", "BlackTeam"),
    ("BlackTime", "BlackTime"),
    ("BlackRating", "BlackElo"),
    ("Referee", "Referee"),
    ("Commentator", "Annotator"),
    ("Creator", "Author"),
];

/// Reads the game of a file.
pub fn read(text: &str) -> Result<Record, RecordError> {
    let mut head: Vec<(&str, String)> = Vec::new();
    let mut list = Vec::new();
    let mut open = "";
    for event in events(text) {
        match event {
            Event::Start(element) => {
                open = element.name;
                if open == "Move" {
                    list.push((element, String::new()));
                }
            }
            Event::Text(text) => match list.last_mut().filter(|_| open == "Move") {
                Some((_, comment)) => *comment += &text,
                None => head.push((open, text)),
            },
            Event::End(_) => open = "",
        }
    }
    let find = |name| head.iter().find(|(other, text)| *other == name && !text.trim().is_empty());
    let line_at = |at: usize| 1 + text[..at].matches('\n').count();
    let start = match find("FEN") {
        Some((_, fen)) => Position::from_fen(fen).map_err(|error| {
            let at = text.find("<FEN").unwrap_or(0);
            RecordError::at_line(line_at(at), RecordProblem::Start(excerpt(fen), error))
        })?,
        None => Position::startpos(),
    };
    let mut position = start.clone();
    let mut line = Variation::default();
    let (mut error, mut has_ended) = (None, false);
    for (element, text) in list {
        let value = element.attribute("value");
        if has_ended {
            line.comment += " ";
            line.comment += &value;
        } else if value == "00-00" {
            line.comment = comment(&text);
        } else {
            match legal(&position, &value) {
                Ok(mv) => {
                    position.play_unchecked(mv);
                    line.moves.push(RecordedMove::new(mv, comment(&text)));
                }
                Err(problem) => {
                    error = Some(RecordError::at_line(line_at(element.at), problem.into()));
                    break;
                }
            }
        }
        has_ended |= element.attribute("end") == "1";
    }
    line.comment = comment(&line.comment);
    let present = HEAD.iter().filter_map(|&(name, tag)| Some((tag, find(name)?.1.clone())));
    let code = find("RecordResult").and_then(|(_, code)| code.trim().parse().ok());
    let result = GameResult::from_code(code.unwrap_or(0));
    RecordError::or_whole(error, Record { tags: tags(present), start, line, result })
}

/// Reads a move such as `77-47`.
fn legal(position: &Position, word: &str) -> Result<Move, MoveTextError> {
    let squares = word.split_once('-').map(|(from, to)| (square_from_digits(from), square_from_digits(to)));
    let read = match squares {
        Some((Some(from), Some(to))) if from != to => moves::legal(position, word, Move::new(from, to)),
        _ => Err(ReadMoveError::unreadable(word)),
    };
    read.map_err(|problem| MoveTextError::next(position, problem))
}
