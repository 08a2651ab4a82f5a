// SPDX-License-Identifier: MIT OR Apache-2.0
//! The requests on the lines of the input: queries and actions.

use chuhe::search::{Limits, Settings};
use serde::de::{DeserializeOwned, Error, Unexpected};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Number, Value};
use std::time::Duration;
use xiangqi::notation::{FenError, START_FEN, excerpt, parse_moves, read_move};
use xiangqi::position::Position;
use xiangqi::rules::{RuleName, RuleSet, UnknownRuleSet};
use xiangqi::types::{Depth, Move};

/// Maximum length of an `id`, in characters.
const MAX_ID: usize = 1024;
/// Largest whole number that every JSON reader keeps exactly.
const MAX_NUMBER: i64 = (1 << 53) - 1;
const MAX_DEPTH: i64 = Depth::MAX.whole() as i64;

/// The fields of a query besides its id. One that is null is missing.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct QueryFields {
    fen: Option<Fen>,
    moves: Option<Words>,
    analyze_turns: Option<Vec<Whole<0, MAX_NUMBER>>>,
    depth: Option<Whole<1, MAX_DEPTH>>,
    nodes: Option<Whole<1, MAX_NUMBER>>,
    movetime: Option<Whole<1, MAX_NUMBER>>,
    #[serde(rename = "multiPV")]
    multi_pv: Option<Whole<1, 128>>,
    search_moves: Option<Words>,
    ban_moves: Option<Words>,
    rules: Option<Rules>,
    limit60: Option<Whole<0, 1000>>,
    priority: Option<Whole<{ -MAX_NUMBER }, MAX_NUMBER>>,
    include_eval: Option<bool>,
    include_book: Option<bool>,
    include_table: Option<bool>,
    include_chinese: Option<bool>,
    report_during_search: Option<Whole<1, MAX_NUMBER>>,
}

/// The fields of an action besides its id.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ActionFields {
    action: ActionName,
    terminate_id: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum ActionName {
    Terminate,
    TerminateAll,
    Version,
    ClearCache,
}

#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Fen(Position);

impl TryFrom<String> for Fen {
    type Error = FenError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Position::from_fen(if text == "startpos" { START_FEN } else { &text }).map(Self)
    }
}

/// The name of a rule set.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Rules(RuleSet);

impl TryFrom<String> for Rules {
    type Error = UnknownRuleSet;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        RuleName::find(&text).map(|name| Self(name.rules))
    }
}

/// Moves: an array of strings, or one string with spaces.
#[derive(Deserialize)]
#[serde(untagged, expecting = "not a string or a list of strings")]
enum Words {
    Text(String),
    List(Vec<String>),
}

impl Words {
    fn iter(&self) -> impl Iterator<Item = &str> {
        let texts = match self {
            Self::Text(text) => std::slice::from_ref(text),
            Self::List(texts) => texts,
        };
        texts.iter().flat_map(|text| text.split_whitespace())
    }
}

/// A whole number in a range. It may be written as `1000.0` or `1e3`: programs that know no numbers but
/// floating-point ones do so, and to a JSON Schema these are integers.
#[derive(Clone, Copy)]
struct Whole<const MIN: i64, const MAX: i64>(i64);

impl<'de, const MIN: i64, const MAX: i64> Deserialize<'de> for Whole<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let found = Number::deserialize(deserializer)?;
        let number = found.as_f64().unwrap_or(f64::NAN);
        let whole = number as i64;
        if number.fract() == 0.0 && (MIN..=MAX).contains(&whole) {
            return Ok(Self(whole));
        }
        let expected = format!("a whole number from {MIN} to {MAX}");
        let unexpected = found.as_i64().map_or(Unexpected::Float(number), Unexpected::Signed);
        Err(D::Error::invalid_value(unexpected, &expected.as_str()))
    }
}

impl<const MIN: i64, const MAX: i64> Whole<MIN, MAX> {
    /// Converts the number to a type that holds the range.
    fn get<T: TryFrom<i64>>(self) -> T {
        T::try_from(self.0).ok().expect("within the range")
    }
}

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
    /// The name of the field; `None` if the line is not an object at all.
    pub field: Option<String>,
    pub message: String,
}

/// A field that cannot be used, and why.
type FieldError = (String, String);

impl Request {
    /// Reads a line. Queries without a limit of their own get the limits `default`.
    pub fn read(line: &[u8], default: &Limits) -> Result<Self, RequestError> {
        let object = match serde_json::from_slice(line) {
            Ok(Value::Object(object)) => Ok(object),
            Ok(_) => Err("a query is a JSON object, {\"id\": …}".to_owned()),
            Err(error) => Err(format!("not JSON: {error}")),
        };
        let mut object = object.map_err(|message| RequestError { id: None, field: None, message })?;
        let id = match object.remove("id") {
            Some(Value::String(id)) if id.chars().count() <= MAX_ID => id,
            id => {
                let message = match id {
                    None | Some(Value::Null) => "a query needs an id".to_owned(),
                    Some(Value::String(_)) => format!("longer than {MAX_ID} characters"),
                    Some(other) => format!("{} is not a string", excerpt(&other.to_string())),
                };
                return Err(RequestError { id: None, field: Some("id".to_owned()), message });
            }
        };
        let read = if object.get("action").is_some_and(|action| !action.is_null()) {
            Action::read(&id, object).map(Self::Action)
        } else {
            object.remove("action");
            Query::read(&id, object, default).map(|query| Self::Query(Box::new(query)))
        };
        read.map_err(|(field, message)| RequestError { id: Some(id), field: Some(field), message })
    }
}

/// Reads the fields of an object. A field that is null is missing.
fn fields<T: DeserializeOwned>(mut object: Map<String, Value>) -> Result<T, FieldError> {
    object.retain(|_, value| !value.is_null());
    serde_path_to_error::deserialize(Value::Object(object)).map_err(|error| {
        let field = error.path().iter().next().map_or_else(String::new, ToString::to_string);
        (excerpt(&field), error.inner().to_string())
    })
}

/// Complains about a field.
fn wrong<E: ToString>(field: &'static str) -> impl Fn(E) -> FieldError {
    move |message| (field.to_owned(), message.to_string())
}

impl Query {
    fn read(id: &str, object: Map<String, Value>, default: &Limits) -> Result<Self, FieldError> {
        let fields: QueryFields = fields(object)?;
        let start = fields.fen.map_or_else(Position::startpos, |fen| fen.0);
        let mut end = start.clone();
        if let Some(moves) = &fields.moves {
            parse_moves(&mut end, moves.iter()).map_err(wrong("moves"))?;
        }
        let moves: Vec<Move> = end.moves().collect();
        let turns =
            read_turns(fields.analyze_turns.as_deref(), moves.len()).map_err(wrong("analyzeTurns"))?;
        let limits = Limits {
            depth: fields.depth.map(Whole::get),
            nodes: fields.nodes.map(Whole::get),
            movetime: fields.movetime.map(Whole::get).map(Duration::from_millis),
            ..Limits::default()
        };
        let mut query = Self {
            id: id.to_owned(),
            start,
            moves,
            turns,
            limits: if limits.is_bounded() { limits } else { default.clone() },
            multi_pv: fields.multi_pv.map_or(1, Whole::get),
            rules: fields.rules.map(|rules| rules.0).unwrap_or_default(),
            draw_plies: match fields.limit60 {
                None => Settings::default().draw_plies,
                Some(plies) => Some(plies.get()).filter(|&plies| plies > 0),
            },
            priority: fields.priority.map_or(0, Whole::get),
            wants_eval: fields.include_eval.unwrap_or(false),
            wants_book: fields.include_book.unwrap_or(false),
            wants_table: fields.include_table.unwrap_or(false),
            wants_chinese: fields.include_chinese.unwrap_or(false),
            report_every: fields.report_during_search.map(Whole::get).map(Duration::from_millis),
        };
        query.limits.search_moves = query.root_moves(fields.search_moves).map_err(wrong("searchMoves"))?;
        query.limits.ban_moves = query.root_moves(fields.ban_moves).map_err(wrong("banMoves"))?;
        if query.limits.ban_moves.is_empty() || query.has_root_move() {
            Ok(query)
        } else {
            Err(wrong("banMoves")("no move is left to search"))
        }
    }

    /// Reads moves to search or to leave out, which belong to a single position.
    fn root_moves(&self, words: Option<Words>) -> Result<Vec<Move>, String> {
        let Some(words) = words else { return Ok(Vec::new()) };
        let [turn] = self.turns[..] else {
            return Err("possible for a single position only: give one turn in analyzeTurns".to_owned());
        };
        let position = self.position(turn);
        words.iter().map(|word| read_move(&position, word).map_err(|error| error.to_string())).collect()
    }

    /// Returns true if `searchMoves` and `banMoves` leave a move to the only position.
    fn has_root_move(&self) -> bool {
        let Limits { search_moves, ban_moves, .. } = &self.limits;
        let all = self.position(self.turns[0]).legal_moves();
        let mut left = all.iter().filter(|mv| search_moves.is_empty() || search_moves.contains(mv));
        left.any(|mv| !ban_moves.contains(mv))
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
    fn read(id: &str, object: Map<String, Value>) -> Result<Self, FieldError> {
        let ActionFields { action, terminate_id } = fields(object)?;
        let kind = match (action, terminate_id) {
            (ActionName::Terminate, target) => ActionKind::Terminate(target.unwrap_or_else(|| id.to_owned())),
            (_, Some(_)) => return Err(wrong("terminateId")("belongs to the action 'terminate'")),
            (ActionName::TerminateAll, None) => ActionKind::TerminateAll,
            (ActionName::Version, None) => ActionKind::Version,
            (ActionName::ClearCache, None) => ActionKind::ClearCache,
        };
        Ok(Self { id: id.to_owned(), kind })
    }
}

/// Returns the turns to search, each once; without any given the last one.
fn read_turns(given: Option<&[Whole<0, MAX_NUMBER>]>, moves: usize) -> Result<Vec<u16>, String> {
    let turn = |turn: i64| u16::try_from(turn).ok().filter(|&turn| usize::from(turn) <= moves);
    let Some(given) = given else { return Ok(vec![u16::try_from(moves).unwrap_or(u16::MAX)]) };
    let mut turns = Vec::new();
    for &Whole(number) in given {
        let turn = turn(number).ok_or_else(|| format!("{number} is not a turn from 0 to {moves}"))?;
        if turns.contains(&turn) {
            return Err(format!("turn {turn} occurs twice"));
        }
        turns.push(turn);
    }
    if turns.is_empty() { Err("an empty list of turns".to_owned()) } else { Ok(turns) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Query, (Option<String>, Option<String>, String)> {
        match Request::read(line.as_bytes(), &Limits::nodes(7)) {
            Ok(Request::Query(query)) => Ok(*query),
            Ok(Request::Action(action)) => panic!("{action:?}"),
            Err(RequestError { id, field, message }) => Err((id, field, message)),
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
            assert!(
                field.as_deref() == Some("nodes") && message.contains("a whole number from 1"),
                "{message}"
            );
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
        let complaint = |line: &str| {
            let (id, field, message) = read(line).expect_err(line);
            (id, field.unwrap_or_default(), message)
        };
        for (line, field, message) in [
            ("nonsense", "", "not JSON: "),
            ("[1]", "", "a query is a JSON object"),
            ("{}", "id", "needs an id"),
            (r#"{"id": 7}"#, "id", "7 is not a string"),
        ] {
            let (id, found_field, found) = complaint(line);
            assert_eq!((id, found_field.as_str()), (None, field), "{line}");
            assert!(found.contains(message), "{line}: {found}");
        }
        for (rest, field, message) in [
            (r#""fen": "xyz""#, "fen", "1 rank instead of ten"),
            (r#""moves": ["h2e2", "h2e2"]"#, "moves", "'h2e2' is illegal"),
            (r#""moves": 5"#, "moves", "not a string or a list of strings"),
            (r#""analyzeTurns": [1]"#, "analyzeTurns", "from 0 to 0"),
            (r#""analyzeTurns": [0, 0]"#, "analyzeTurns", "turn 0 occurs twice"),
            (r#""analyzeTurns": []"#, "analyzeTurns", "an empty list"),
            (r#""nodes": -5"#, "nodes", "integer `-5`, expected a whole number from 1"),
            (r#""depth": 101"#, "depth", "from 1 to 100"),
            (r#""multiPV": 1.5"#, "multiPV", "floating point `1.5`, expected"),
            (r#""node": 5"#, "node", "unknown field `node`, expected one of `fen`"),
            (r#""rules": "go""#, "rules", "unknown rule set 'go'"),
            (r#""searchMoves": ["a0a9"]"#, "searchMoves", "'a0a9' is illegal"),
            (r#""searchMoves": ["h2e2"], "banMoves": ["h2e2"]"#, "banMoves", "no move"),
            (r#""action": "dance""#, "action", "`terminate_all`"),
            (r#""action": "version", "nodes": 1"#, "nodes", "unknown field"),
        ] {
            let (id, found_field, found) = complaint(&format!(r#"{{"id": "a", {rest}}}"#));
            assert_eq!((id.as_deref(), found_field.as_str()), (Some("a"), field), "{rest}");
            assert!(found.contains(message), "{rest}: {found}");
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
