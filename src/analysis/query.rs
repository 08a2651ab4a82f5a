// SPDX-License-Identifier: MIT OR Apache-2.0
//! The requests on the lines of the input: queries and actions.

use super::fields::{FieldError, Fields, MAX_NUMBER, flag, integer, number, text, words};
use crate::notation::{START_FEN, parse_moves, read_move};
use crate::position::Position;
use crate::rules::{RuleName, RuleSet};
use crate::search::{Limits, Settings};
use crate::types::{Depth, Move};
use serde_json::Value;
use std::time::Duration;

/// Maximum length of an `id`, in characters.
const MAX_ID: usize = 1024;
/// Largest number of lines.
const MAX_LINES: u64 = 128;

/// The names of the fields.
const QUERY_FIELDS: [&str; 19] = [
    "id",
    "fen",
    "moves",
    "analyzeTurns",
    "depth",
    "nodes",
    "movetime",
    "multiPV",
    "searchMoves",
    "banMoves",
    "rules",
    "limit60",
    "priority",
    "includeEval",
    "includeBook",
    "includeTable",
    "includeChinese",
    "reportDuringSearch",
    "action",
];
const ACTION_FIELDS: [&str; 3] = ["id", "action", "terminateId"];

/// A line of the input.
#[derive(Debug)]
pub enum Request {
    Query(Box<Query>),
    Action(Action),
}

/// Positions of a game to search, and how.
#[derive(Debug)]
pub struct Query {
    pub id: String,
    start: Position,
    moves: Vec<Move>,
    /// The positions, each by the number of moves that lead to it.
    pub turns: Vec<u16>,
    pub limits: Limits,
    pub multi_pv: usize,
    pub rules: RuleSet,
    /// Plies without capture that draw the game.
    pub draw_plies: Option<u16>,
    /// Larger ones are searched first.
    pub priority: i64,
    pub wants_eval: bool,
    pub wants_book: bool,
    pub wants_table: bool,
    pub wants_chinese: bool,
    /// Time between two reports of a running search.
    pub report_every: Option<Duration>,
}

/// Something to do at once.
#[derive(PartialEq, Eq, Debug)]
pub struct Action {
    pub id: String,
    pub kind: ActionKind,
}

#[derive(PartialEq, Eq, Debug)]
pub enum ActionKind {
    /// Stop the searches of the queries with this id.
    Terminate(String),
    /// Stop all searches.
    TerminateAll,
    Version,
    /// Empty the shared table.
    ClearCache,
}

/// The reason why a line cannot be used.
#[derive(PartialEq, Eq, Debug)]
pub struct RequestError {
    /// The id of the line, if it has a usable one.
    pub id: Option<String>,
    pub error: FieldError,
}

impl Request {
    /// Reads a line. Queries without a limit of their own get the limits `default`.
    pub fn read(line: &[u8], default: &Limits) -> Result<Self, RequestError> {
        let object = match serde_json::from_slice(line) {
            Ok(Value::Object(object)) => Ok(object),
            Ok(_) => Err("a query is a JSON object, {\"id\": …}".to_owned()),
            Err(error) => Err(format!("not JSON: {error}")),
        };
        let object = object
            .map_err(|message| RequestError { id: None, error: FieldError { field: None, message } })?;
        let mut fields = Fields(object);
        // A field that is null is missing.
        fields.0.retain(|_, value| !value.is_null());
        let id = fields
            .take("id", id)
            .and_then(|id| id.ok_or_else(|| FieldError::new("id", "a query needs an id")));
        let id = id.map_err(|error| RequestError { id: None, error })?;
        let read = if fields.0.contains_key("action") {
            Action::read(&id, fields).map(Self::Action)
        } else {
            Query::read(&id, fields, default).map(|query| Self::Query(Box::new(query)))
        };
        read.map_err(|error| RequestError { id: Some(id), error })
    }
}

impl Query {
    fn read(id: &str, mut fields: Fields, default: &Limits) -> Result<Self, FieldError> {
        let start = fields.take("fen", fen)?.unwrap_or_else(Position::startpos);
        let mut end = start.clone();
        fields.take("moves", |moves| play(&mut end, moves))?;
        let moves: Vec<Move> = end.moves().collect();
        let turns = fields.take("analyzeTurns", |turns| read_turns(turns, moves.len()))?;
        let turns = turns.unwrap_or_else(|| vec![u16::try_from(moves.len()).unwrap_or(u16::MAX)]);
        let mut query = Self {
            id: id.to_owned(),
            start,
            moves,
            turns,
            limits: read_limits(&mut fields, default)?,
            multi_pv: small(fields.take("multiPV", number(1..=MAX_LINES))?.unwrap_or(1)),
            rules: fields.take("rules", rules)?.unwrap_or_default(),
            draw_plies: match fields.take("limit60", number(0..=1000))? {
                None => Settings::default().draw_plies,
                Some(plies) => Some(small(plies)).filter(|&plies| plies > 0),
            },
            priority: fields.take("priority", integer)?.unwrap_or(0),
            wants_eval: fields.take("includeEval", flag)?.unwrap_or(false),
            wants_book: fields.take("includeBook", flag)?.unwrap_or(false),
            wants_table: fields.take("includeTable", flag)?.unwrap_or(false),
            wants_chinese: fields.take("includeChinese", flag)?.unwrap_or(false),
            report_every: fields
                .take("reportDuringSearch", number(1..=MAX_NUMBER))?
                .map(Duration::from_millis),
        };
        query.read_root_moves(&mut fields)?;
        fields.end(&QUERY_FIELDS)?;
        Ok(query)
    }

    /// Reads the moves to search and those to leave out, which belong to a single position.
    fn read_root_moves(&mut self, fields: &mut Fields) -> Result<(), FieldError> {
        let position = match self.turns[..] {
            [turn] => Ok(self.position(turn)),
            _ => Err("possible for a single position only: give one turn in analyzeTurns".to_owned()),
        };
        let read = |list: &Value| {
            let position = position.as_ref().map_err(String::clone)?;
            let words = words(list)?;
            let moves = words.iter().map(|word| read_move(position, word).map_err(|error| error.to_string()));
            moves.collect::<Result<Vec<_>, _>>()
        };
        self.limits.search_moves = fields.take("searchMoves", read)?.unwrap_or_default();
        self.limits.ban_moves = fields.take("banMoves", read)?.unwrap_or_default();
        let Limits { search_moves, ban_moves, .. } = &self.limits;
        if !ban_moves.is_empty()
            && let Ok(position) = &position
        {
            let all = position.legal_moves();
            let mut left = all.iter().filter(|mv| search_moves.is_empty() || search_moves.contains(mv));
            if left.all(|mv| ban_moves.contains(mv)) {
                return Err(FieldError::new("banMoves", "no move is left to search"));
            }
        }
        Ok(())
    }

    /// Returns the position after this number of moves.
    pub fn position(&self, turn: u16) -> Position {
        let mut position = self.start.clone();
        for &mv in &self.moves[..usize::from(turn)] {
            position.play_unchecked(mv);
        }
        position
    }
}

impl Action {
    fn read(id: &str, mut fields: Fields) -> Result<Self, FieldError> {
        let kind = fields.take("action", text)?;
        let target = fields.take("terminateId", text)?;
        let kind = match (kind.as_deref().unwrap_or_default(), target) {
            ("terminate", target) => ActionKind::Terminate(target.unwrap_or_else(|| id.to_owned())),
            (_, Some(_)) => return Err(FieldError::new("terminateId", "belongs to the action 'terminate'")),
            ("terminate_all", None) => ActionKind::TerminateAll,
            ("version", None) => ActionKind::Version,
            ("clear_cache", None) => ActionKind::ClearCache,
            _ => {
                let known = "an action is 'terminate', 'terminate_all', 'version' or 'clear_cache'";
                return Err(FieldError::new("action", known));
            }
        };
        fields.end(&ACTION_FIELDS)?;
        Ok(Self { id: id.to_owned(), kind })
    }
}

fn id(value: &Value) -> Result<String, String> {
    let id = text(value)?;
    if id.chars().count() > MAX_ID { Err(format!("longer than {MAX_ID} characters")) } else { Ok(id) }
}

fn fen(value: &Value) -> Result<Position, String> {
    let fen = text(value)?;
    Position::from_fen(if fen == "startpos" { START_FEN } else { &fen }).map_err(|error| error.to_string())
}

fn play(position: &mut Position, moves: &Value) -> Result<(), String> {
    let words = words(moves)?;
    parse_moves(position, words.iter().map(String::as_str)).map_err(|error| error.to_string())
}

fn rules(value: &Value) -> Result<RuleSet, String> {
    Ok(RuleName::find(&text(value)?).map_err(|error| error.to_string())?.rules)
}

fn read_turns(value: &Value, moves: usize) -> Result<Vec<u16>, String> {
    let turn = number(0..=moves as u64);
    let elements = value.as_array().filter(|turns| !turns.is_empty());
    let elements =
        elements.ok_or("not a list of turns, the numbers of moves played before them".to_owned())?;
    let turns = elements.iter().map(|value| turn(value).map(small)).collect::<Result<Vec<u16>, _>>()?;
    let mut sorted = turns.clone();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("turn {} occurs twice", pair[0])),
        None => Ok(turns),
    }
}

/// Reads the limits of the search; `default` if there are none.
fn read_limits(fields: &mut Fields, default: &Limits) -> Result<Limits, FieldError> {
    let deepest = Depth::MAX.whole().unsigned_abs();
    let limits = Limits {
        depth: fields.take("depth", number(1..=deepest.into()))?.map(small),
        nodes: fields.take("nodes", number(1..=MAX_NUMBER))?,
        movetime: fields.take("movetime", number(1..=MAX_NUMBER))?.map(Duration::from_millis),
        ..Limits::default()
    };
    Ok(if limits.is_bounded() { limits } else { default.clone() })
}

/// Converts a number that was read within the limits of its type.
fn small<T: TryFrom<u64>>(number: u64) -> T {
    T::try_from(number).ok().expect("within its limits")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Query, (Option<String>, Option<String>, String)> {
        match Request::read(line.as_bytes(), &Limits::nodes(7)) {
            Ok(Request::Query(query)) => Ok(*query),
            Ok(Request::Action(action)) => panic!("{action:?}"),
            Err(RequestError { id, error: FieldError { field, message } }) => Err((id, field, message)),
        }
    }

    #[test]
    fn a_query_may_be_short() {
        let query = read(r#"{"id": "a"}"#).unwrap();
        assert_eq!((query.id.as_str(), &query.turns[..], query.multi_pv), ("a", &[0][..], 1));
        assert_eq!(query.limits, Limits::nodes(7));
        assert_eq!((query.rules, query.draw_plies), (RuleSet::Asian, Some(120)));
    }

    #[test]
    fn whole_numbers_may_be_written_as_floating_point_numbers() {
        let query =
            read(r#"{"id": "a", "nodes": 1e3, "depth": 7.0, "limit60": 0.0, "priority": -2.0}"#).unwrap();
        assert_eq!((query.limits.nodes, query.limits.depth), (Some(1000), Some(7)));
        assert_eq!((query.draw_plies, query.priority), (None, -2));
        for number in ["0.0", "-1.0", "1e16", "1e300", "0.5"] {
            let (_, field, message) =
                read(&format!(r#"{{"id": "a", "nodes": {number}}}"#)).expect_err(number);
            assert!(field.as_deref() == Some("nodes") && message.contains("not a whole"), "{message}");
        }
    }

    #[test]
    fn an_id_is_measured_in_characters() {
        let line = |length| format!(r#"{{"id": "{}"}}"#, "局".repeat(length));
        assert_eq!(read(&line(MAX_ID)).unwrap().id.chars().count(), MAX_ID);
        let (id, field, _) = read(&line(MAX_ID + 1)).unwrap_err();
        assert_eq!((id, field.as_deref()), (None, Some("id")));
    }

    #[test]
    fn moves_are_read_in_every_notation() {
        for moves in
            [r#"["h2e2", "h9g7"]"#, r#""h2e2 h9g7""#, r#"["炮二平五", "马8进7"]"#, r#""1. C2.5 N8+7""#]
        {
            let query = read(&format!(r#"{{"id": "a", "moves": {moves}, "analyzeTurns": [2, 0]}}"#)).unwrap();
            assert_eq!(query.turns, [2, 0]);
            assert_eq!(
                query.position(2).moves().map(|mv| mv.to_string()).collect::<Vec<_>>(),
                ["h2e2", "h9g7"]
            );
            assert_eq!(query.position(0).key(), Position::startpos().key());
        }
    }

    #[test]
    fn complaints_name_the_id_and_the_field() {
        for (line, id, field, message) in [
            ("nonsense", None, None, "not JSON: "),
            ("[1]", None, None, "a query is a JSON object"),
            ("{}", None, Some("id"), "needs an id"),
            (r#"{"id": 7}"#, None, Some("id"), "7 is not a string"),
            (r#"{"id": "a", "fen": "xyz"}"#, Some("a"), Some("fen"), "1 rank instead of ten"),
            (r#"{"id": "a", "moves": ["h2e2", "h2e2"]}"#, Some("a"), Some("moves"), "'h2e2' is illegal"),
            (r#"{"id": "a", "moves": 5}"#, Some("a"), Some("moves"), "5 is not a list of strings"),
            (r#"{"id": "a", "analyzeTurns": [1]}"#, Some("a"), Some("analyzeTurns"), "from 0 to 0"),
            (
                r#"{"id": "a", "analyzeTurns": [0, 0]}"#,
                Some("a"),
                Some("analyzeTurns"),
                "turn 0 occurs twice",
            ),
            (r#"{"id": "a", "analyzeTurns": []}"#, Some("a"), Some("analyzeTurns"), "not a list of turns"),
            (r#"{"id": "a", "nodes": -5}"#, Some("a"), Some("nodes"), "-5 is not a whole number from 1"),
            (r#"{"id": "a", "depth": 101}"#, Some("a"), Some("depth"), "from 1 to 100"),
            (r#"{"id": "a", "multiPV": 1.5}"#, Some("a"), Some("multiPV"), "1.5 is not"),
            (r#"{"id": "a", "node": 5}"#, Some("a"), Some("node"), "did you mean 'nodes'?"),
            (r#"{"id": "a", "rules": "go"}"#, Some("a"), Some("rules"), "unknown rule set 'go'"),
            (r#"{"id": "a", "searchMoves": ["a0a9"]}"#, Some("a"), Some("searchMoves"), "'a0a9' is illegal"),
            (
                r#"{"id": "a", "searchMoves": ["h2e2"], "banMoves": ["h2e2"]}"#,
                Some("a"),
                Some("banMoves"),
                "no move",
            ),
            (r#"{"id": "a", "action": "dance"}"#, Some("a"), Some("action"), "'terminate_all'"),
            (r#"{"id": "a", "action": "version", "nodes": 1}"#, Some("a"), Some("nodes"), "unknown field"),
        ] {
            let (found_id, found_field, found) = read(line).expect_err(line);
            assert_eq!((found_id.as_deref(), found_field.as_deref()), (id, field), "{line}");
            assert!(found.contains(message), "{line}: {found}");
        }
    }

    #[test]
    fn actions_are_read() {
        for (line, kind) in [
            (r#"{"id": "a", "action": "terminate"}"#, ActionKind::Terminate("a".to_owned())),
            (
                r#"{"id": "a", "action": "terminate", "terminateId": "b"}"#,
                ActionKind::Terminate("b".to_owned()),
            ),
            (r#"{"id": "a", "action": "terminate_all"}"#, ActionKind::TerminateAll),
            (r#"{"id": "a", "action": "version"}"#, ActionKind::Version),
            (r#"{"id": "a", "action": "clear_cache"}"#, ActionKind::ClearCache),
        ] {
            match Request::read(line.as_bytes(), &Limits::default()) {
                Ok(Request::Action(action)) => assert_eq!(action, Action { id: "a".to_owned(), kind }),
                other => panic!("{other:?}"),
            }
        }
    }
}
