// SPDX-License-Identifier: MIT OR Apache-2.0
//! The game that a query names, what the rules and the books say about its last position, and the games of a
//! file that is sent.

use super::Knowledge;
use super::comment::Comment;
use super::message::{
    BookLine, Both, Branch, BranchMove, MoveText, Outcome, Repeated, SentGame, Situation, TableLook,
    TableMove, TextRead, both,
};
use chuhe::tb::TbValue;
use serde::Serialize;
use xiangqi::notation::{
    GameResult, Notation, ReadRecordError, Record, RecordError, RecordedMove, Records, Variation, read_move,
    read_position,
};
use xiangqi::openings::Opening;
use xiangqi::position::Position;
use xiangqi::rules::explain::{ClassifiedMove, Explanation, MoveClass};
use xiangqi::rules::{NATURAL_LIMIT, RuleSet};
use xiangqi::text;
use xiangqi::types::{Color, Language, Move};

/// Longest game that is read.
const MAX_MOVES: usize = 4096;
/// Deepest nesting of variations that is written.
const MAX_NESTING: usize = 20;

/// Refuses a game that is too long.
pub fn check_length(moves: usize) -> Result<(), Both> {
    let most = MAX_MOVES;
    let message = || both(|language| text!(language, "more than {most} moves", "着数超过{most}"));
    if moves > most { Err(message()) } else { Ok(()) }
}

/// Returns the position after the moves, which knows them.
pub fn position(fen: Option<&str>, moves: &[String]) -> Result<Position, Both> {
    let mut position = match fen {
        None => Position::startpos(),
        Some(fen) => read_position(fen).map_err(|error| both(|language| error.text(language)))?,
    };
    check_length(moves.len())?;
    for word in moves {
        let mv = read_move(&position, word).map_err(|error| both(|language| error.text(language)))?;
        position.play_unchecked(mv);
    }
    Ok(position)
}

/// Reads what somebody types or pastes: moves in any notation from this position on, or a position of its
/// own. `notation` decides between two meanings of a word.
pub fn read_text(position: &Position, text: &str, notation: Notation) -> Result<TextRead, Both> {
    let mut after = position.clone();
    let known = position.moves().count();
    let moves =
        |position: &Position, known: usize| position.moves().skip(known).map(|mv| mv.to_string()).collect();
    // Ranks are separated by slashes, which no move has.
    let is_position =
        text.split_whitespace().any(|word| word.matches('/').count() == 9 || word == "startpos");
    if is_position {
        let other = read_position(text).map_err(|error| both(|language| error.text(language)))?;
        return Ok(TextRead { fen: Some(other.at_start().to_fen()), moves: moves(&other, 0) });
    }
    notation
        .parse_moves(&mut after, text.split_whitespace())
        .map_err(|error| both(|language| error.text(language)))?;
    Ok(TextRead { fen: None, moves: moves(&after, known) })
}

/// Describes the last position of a game, judged by these rules.
pub fn describe(position: &Position, rules: RuleSet, knowledge: &Knowledge) -> Situation {
    let moves: Vec<_> = position.moves().collect();
    let explanation = Explanation::of(position, rules, Some(NATURAL_LIMIT));
    let repetition = repeated(&explanation, moves.len());
    let opening = Opening::of(position);
    Situation {
        fen: position.to_fen(),
        side: position.side_to_move().word(Language::English),
        check: position.in_check(),
        legal: position.legal_moves().iter().map(ToString::to_string).collect(),
        doubts: position.doubts().map(|doubts| both(|language| doubts.text(language))),
        line: MoveText::line(&position.at_start(), &moves),
        outcome: outcome(&explanation),
        repetition,
        opening: opening.map(opening_names),
        table: table_look(position, knowledge),
        book: book_lines(position, knowledge),
        rule60: [explanation.rule60, NATURAL_LIMIT],
    }
}

/// The code of an opening with its name.
pub fn opening_names(opening: Opening) -> Both {
    [opening.to_string(), format!("{} {}", opening.code, opening.chinese)]
}

/// The end of the game, if it is over.
pub fn outcome(explanation: &Explanation) -> Option<Outcome> {
    let outcome = explanation.outcome?;
    let reason = both(|language| explanation.reason(language));
    Some(Outcome { winner: outcome.winner.map(|winner| winner.word(Language::English)), reason })
}

/// The repetition that ends at the last of the `moves`.
fn repeated(explanation: &Explanation, moves: usize) -> Option<Repeated> {
    let repetition = explanation.repetition.as_ref()?;
    let loser = explanation.outcome.and_then(|outcome| outcome.winner).map(|winner| !winner);
    let first = moves + 1 - repetition.moves.len();
    let offends =
        |mv: &ClassifiedMove| Some(mv.piece.piece.color()) == loser && !matches!(mv.class(), MoveClass::Idle);
    let plies = repetition.moves.iter().zip(first..).filter(|(mv, _)| offends(mv)).map(|(_, ply)| ply);
    Some(Repeated {
        lines: Language::ALL.map(|language| explanation.lines(language)),
        offences: plies.collect(),
    })
}

/// Results from the tables; nothing if one cannot be read.
fn table_look(position: &Position, knowledge: &Knowledge) -> Option<TableLook> {
    let value = knowledge.tables.value(position).ok()??;
    let moves = knowledge.tables.moves(position).ok()?.unwrap_or_default();
    let look = |(mv, value)| TableMove { mv: MoveText::of(position, mv), value: table_text(value) };
    Some(TableLook { value: table_text(value), moves: moves.into_iter().map(look).collect() })
}

/// A value in words; a distance in plies becomes one in moves of the side to move.
fn table_text(value: TbValue) -> Both {
    both(|language| match value {
        TbValue::Draw => language.pick("draw", "和").to_owned(),
        TbValue::Win(plies) => {
            let moves = plies.div_ceil(2);
            text!(language, "wins in {moves}", "{moves}步胜")
        }
        TbValue::Loss(plies) => {
            let moves = plies / 2;
            text!(language, "loses in {moves}", "{moves}步负")
        }
    })
}

fn book_lines(position: &Position, knowledge: &Knowledge) -> Vec<BookLine> {
    let known = knowledge.books.probe(position);
    let total: u32 = known.iter().map(|known| u32::from(known.weight)).sum();
    let line = |known: &chuhe::book::BookMove| BookLine {
        mv: MoveText::of(position, known.mv),
        share: u32::from(known.weight) * 1000 / total.max(1),
        games: known.games,
        points: known.points,
    };
    known.iter().filter(|known| known.weight > 0).map(line).collect()
}

/// Returns the record of a game that was sent.
pub fn record(sent: &SentGame) -> Result<Record, Both> {
    let start = position(sent.fen.as_deref(), &[])?;
    let (line, end) = variation(&start, &sent.line, 0)?;
    let result = Explanation::of(&end, sent.rules, Some(NATURAL_LIMIT)).outcome;
    let tags = sent.tags.iter().filter(|(name, value)| match name.as_str() {
        "FEN" => false,
        "Result" => GameResult::from_words(value).is_none(),
        _ => true,
    });
    Ok(Record {
        result: match result.map(|outcome| outcome.winner) {
            None => named_result(&sent.tags),
            Some(None) => GameResult::Draw,
            Some(Some(Color::Red)) => GameResult::RedWins,
            Some(Some(Color::Black)) => GameResult::BlackWins,
        },
        tags: tags.map(|(name, value)| (name.clone(), one_line(value))).collect(),
        start,
        line,
        faults: Vec::new(),
    })
}

/// Reads moves from a position on.
pub fn line(position: &Position, moves: &[String]) -> Result<Vec<Move>, Both> {
    let mut position = position.clone();
    let read = |word: &String| {
        let mv = read_move(&position, word).map_err(|error| both(|language| error.text(language)))?;
        position.play_unchecked(mv);
        Ok(mv)
    };
    moves.iter().map(read).collect()
}

/// Reads a line with its variations. Returns the position at its end as well.
fn variation(start: &Position, branch: &Branch, nesting: usize) -> Result<(Variation, Position), Both> {
    if nesting > MAX_NESTING {
        return Err(both(|language| language.pick("variations are nested too deeply", "变着嵌套过深")));
    }
    let mut position = start.clone();
    let mut moves = Vec::new();
    for sent in &branch.moves {
        let mv = read_move(&position, &sent.mv).map_err(|error| both(|language| error.text(language)))?;
        let others = sent.variations.iter().map(|other| variation(&position, other, nesting + 1));
        let others = others.collect::<Result<Vec<_>, _>>()?;
        moves.push(RecordedMove {
            glyphs: sent.glyphs.clone(),
            variations: others.into_iter().map(|(line, _)| line).collect(),
            ..RecordedMove::new(mv, sent_comment(sent).write())
        });
        position.play_unchecked(mv);
    }
    let comment =
        Comment { text: branch.comment.clone(), shapes: branch.shapes.clone(), ..Comment::default() };
    Ok((Variation { comment: comment.write(), moves }, position))
}

/// The comment on a move that was sent, with what belongs to it.
fn sent_comment(sent: &BranchMove) -> Comment {
    let BranchMove { comment, eval, clock, shapes, .. } = sent.clone();
    Comment { text: comment, eval, clock, shapes }
}

/// The result that the tags name, as after a resignation.
fn named_result(tags: &[(String, String)]) -> GameResult {
    let named = tags.iter().find(|(name, _)| name == "Result");
    named.and_then(|(_, value)| GameResult::from_words(value)).unwrap_or_default()
}

fn one_line(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(100).collect()
}

/// Returns the position as if it were the other side's move; an error if that side would capture the king.
pub fn other_side(position: &Position) -> Result<Position, Both> {
    let mut setup = position.setup();
    setup.side = !setup.side;
    setup.into_position().map_err(|error| both(|language: Language| error.text(language)))
}

/// Longest text that is looked at as a list of moves or a position, in bytes.
const MAX_PASTE: usize = 1 << 16;

/// The games of a file, and what could not be read.
#[derive(Serialize)]
pub struct Games {
    games: Vec<ReadGame>,
    errors: Vec<Both>,
}

#[derive(Serialize)]
struct ReadGame {
    tags: Vec<(String, String)>,
    fen: String,
    result: String,
    opening: Option<Both>,
    line: Branch,
}

impl From<Variation> for Branch {
    fn from(line: Variation) -> Self {
        let moves = line.moves.into_iter().map(|recorded| {
            let Comment { text: comment, eval, clock, shapes } = Comment::read(&recorded.comment);
            let (mv, glyphs) = (recorded.mv.to_string(), recorded.glyphs);
            let variations = recorded.variations.into_iter().map(Self::from).collect();
            BranchMove { mv, comment, eval, clock, shapes, glyphs, texts: None, variations }
        });
        let mut before = Comment::read(&line.comment);
        let shapes = std::mem::take(&mut before.shapes);
        Self { moves: moves.collect(), comment: before.write(), shapes }
    }
}

impl From<Record> for ReadGame {
    fn from(record: Record) -> Self {
        Self {
            opening: Opening::of_record(&record).map(opening_names),
            fen: record.start.to_fen(),
            result: record.result_text().to_owned(),
            tags: record.tags,
            line: record.line.into(),
        }
    }
}

/// Reads a pasted list of moves, or a pasted position, as a game.
fn pasted(bytes: &[u8]) -> Option<ReadGame> {
    let text = std::str::from_utf8(bytes).ok().filter(|text| text.len() <= MAX_PASTE)?;
    let TextRead { fen, moves } = read_text(&Position::startpos(), text, Notation::Iccs).ok()?;
    if fen.is_none() && moves.is_empty() {
        return None;
    }
    let position = position(fen.as_deref(), &moves).ok()?;
    let moves = position.moves().map(|mv| RecordedMove::new(mv, String::new())).collect();
    let line = Variation { comment: String::new(), moves };
    let (tags, faults) = (Vec::new(), Vec::new());
    Some(Record { tags, start: position.at_start(), result: GameResult::default(), line, faults }.into())
}

/// True if a text that breaks off at once was no game at all.
fn is_nothing(record: &Record) -> bool {
    record.tags.is_empty() && record.line.moves.is_empty() && record.line.comment.is_empty()
}

/// Reads the games. A game that breaks off is returned as far as it goes.
pub fn read_games(bytes: &[u8]) -> Games {
    let mut found = Games { games: Vec::new(), errors: Vec::new() };
    if let Some(game) = pasted(bytes) {
        found.games.push(game);
        return found;
    }
    for record in Records::new(bytes) {
        let record = match record {
            Ok(record) => Some(record),
            Err(mut error) => {
                found.errors.push(both(|language: Language| error.text(language)));
                let ReadRecordError::Game(game) = &mut error else { break };
                game.beginning.take().map(|record| *record)
            }
        };
        if let Some(record) = record {
            let told = |fault: &RecordError| both(|language: Language| fault.text(language));
            found.errors.extend(record.faults.iter().map(told));
            found.games.extend(Some(record).filter(|record| !is_nothing(record)).map(Into::into));
        }
    }
    found
}
