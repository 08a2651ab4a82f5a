// SPDX-License-Identifier: MIT OR Apache-2.0
//! The fields of a game, and the text around them: every byte is in a field, in a game in PGN, or in a note.

use crate::notation::moves::excerpt;
use crate::notation::pgn;
use crate::notation::record::RecordError;
use crate::notation::record_problem::RecordProblem;
use crate::notation::text_source::is_space;
use core::iter;
use core::ops::Range;
use std::collections::HashSet;

/// The beginning of every field.
pub const MARK: &str = "[DhtmlXQ_";

/// The variable of a web page's script in which the moves are if the fields for them are empty.
pub const SCRIPT: &str = "var DhtmlXQ_movelist";

/// Fields and the tags that they correspond to. Of two fields for one tag the first is preferred when
/// reading, and the last is written.
pub const FIELDS: [(&str, &str); 25] = [
    ("title", "Title"),
    ("event", "Event"),
    ("class", "Category"),
    ("group", "Group"),
    ("round", "Round"),
    ("table", "Board"),
    ("date", "Date"),
    ("place", "Site"),
    ("timerule", "TimeControl"),
    ("redname", "Red"),
    ("red", "Red"),
    ("redteam", "RedTeam"),
    ("redrating", "RedElo"),
    ("redtime", "RedTime"),
    ("blackname", "Black"),
    ("black", "Black"),
    ("blackteam", "BlackTeam"),
    ("blackrating", "BlackElo"),
    ("blacktime", "BlackTime"),
    ("open", "Opening"),
    ("endtype", "Termination"),
    ("judge", "Referee"),
    ("author", "Annotator"),
    ("owner", "Author"),
    ("refer", "Source"),
];

/// The tags that enclose a game.
pub const FRAMES: [&str; 3] = ["DhtmlXQ]", "DhtmlXQHTML]", "DhtmlXQiFrame]"];

/// Fields about the page that shows the game.
const OF_THE_PAGE: [&str; 14] = [
    "ver", "init", "pver", "viewurl", "adddate", "editdate", "hits", "price", "sortid", "hidden", "type",
    "gametype", "firstnum", "length",
];

/// A branch and a ply in it.
pub type Spot = (usize, usize);

/// A field, the offset of its value, and its place in the text.
pub struct Field<'a> {
    pub name: &'a str,
    pub value: &'a str,
    pub at: usize,
    pub place: Range<usize>,
}

/// The text that is not in fields.
#[derive(Default)]
pub struct Outside<'a> {
    /// Games in PGN before and after the game, with the numbers of their first lines.
    pub before: Vec<(usize, &'a str)>,
    pub after: Vec<(usize, &'a str)>,
    /// Notes on all else.
    pub notes: Vec<RecordError>,
}

/// Finds the text outside the fields at these places.
pub fn outside<'a>(
    text: &'a str,
    fields: &[Field],
    mut places: Vec<Range<usize>>,
    first_line: usize,
) -> Outside<'a> {
    for frame in FRAMES {
        places.extend(text.match_indices(frame).filter_map(|(at, _)| {
            let mark = ["[/", "["].into_iter().find(|mark| text[..at].ends_with(mark))?;
            Some(at - mark.len()..at + frame.len())
        }));
    }
    places.sort_by_key(|place| place.start);
    let first_field = fields.first().map_or(text.len(), |field| field.at);
    let mut found = Outside::default();
    let (mut end, mut line, mut counted) = (0, first_line, 0);
    let at_end = text.len()..text.len();
    for place in places.into_iter().chain(iter::once(at_end)) {
        let gap = text.get(end..place.start).unwrap_or_default();
        let start = place.start - gap.trim_start_matches(is_space).len();
        let gap = gap.trim_matches(is_space);
        end = end.max(place.end);
        if gap.is_empty() {
            continue;
        }
        line += text[counted..start].matches('\n').count();
        counted = start;
        if gap.split('\n').any(|line| pgn::is_first_move(line.as_bytes())) {
            let games = if start < first_field { &mut found.before } else { &mut found.after };
            games.push((line, gap));
            continue;
        }
        let last = line + gap.matches('\n').count();
        match found.notes.last_mut().and_then(|note| note.unread.as_mut()) {
            Some([_, end]) if line <= *end + 1 => *end = last,
            _ => {
                let note = RecordError::at_line(line, RecordProblem::Outside(excerpt(gap)));
                found.notes.push(RecordError { unread: Some([line, last]), ..note });
            }
        }
    }
    found
}

/// The fields that are not empty, those of the script last; and the places of all fields with a meaning.
pub struct Fields<'a> {
    pub fields: Vec<Field<'a>>,
    pub places: Vec<Range<usize>>,
}

/// Finds the fields of a text. Of two with one name the first one that is not empty counts.
pub fn fields(text: &str) -> Fields<'_> {
    let (game, script) = text.split_at(text.find(SCRIPT).unwrap_or(text.len()));
    let in_script = marked(script, "[").filter_map(|field| {
        let name = match field.name {
            "0_1_0" | "DhtmlXQ_movelist" | "DhtmlXQ_move'+'list" => "movelist",
            name if numbers::<3>(name).is_some() => name,
            name => name.strip_prefix("DhtmlXQ_")?,
        };
        let place = game.len() + field.place.start..game.len() + field.place.end;
        Some(Field { name, at: game.len() + field.at, place, ..field })
    });
    let mut names = HashSet::new();
    let mut found = Fields { fields: Vec::new(), places: Vec::new() };
    for field in marked(game, MARK).chain(in_script) {
        if field.value.is_empty() || OF_THE_PAGE.contains(&field.name) {
            found.places.push(field.place);
        } else if has_meaning(field.name) && (names.insert(field.name) || branch_id(field.name).is_some()) {
            found.places.push(field.place.clone());
            found.fields.push(field);
        }
    }
    found
}

/// Returns true for the name of a field that belongs to the game.
fn has_meaning(name: &str) -> bool {
    ["fen", "binit", "movelist", "result"].contains(&name)
        || FIELDS.iter().any(|(known, _)| *known == name)
        || branch_id(name).is_some()
        || spot(name).is_some()
}

/// The fields of a text that begin with `mark`. Some writers close a field with the name of another one, or a
/// list of squares or moves not at all.
fn marked<'a>(text: &'a str, mark: &'static str) -> impl Iterator<Item = Field<'a>> {
    text.match_indices(mark).filter_map(move |(start, _)| {
        let at = start + mark.len();
        let is_of_name = |c: char| c.is_ascii_alphanumeric() || "_+'".contains(c);
        let (name, rest) = text[at..].split(mark).next()?.split_once(']')?;
        if !name.chars().all(is_of_name) {
            return None;
        }
        let list_end = || {
            let is_list = name == "binit" || name.contains("move") || numbers::<3>(name).is_some();
            let end = rest.find(|c: char| !c.is_ascii_digit() && !c.is_whitespace());
            is_list.then_some(end.unwrap_or(rest.len()))
        };
        let value = &rest[..rest.find("[/DhtmlXQ").or_else(list_end)?];
        let after = &rest[value.len()..];
        let close = after.strip_prefix("[/DhtmlXQ").map_or(0, |closing| {
            let end = closing.find(|c| !is_of_name(c)).filter(|&end| closing[end..].starts_with(']'));
            end.map_or(0, |end| after.len() - closing.len() + end + 1)
        });
        let end = at + name.len() + 1 + value.len() + close;
        let at = at + name.len() + 1 + value.len() - value.trim_start().len();
        Some(Field { name, value: value.trim(), at, place: start..end })
    })
}

pub fn find<'a>(fields: &'a [Field<'a>], name: &str) -> Option<&'a Field<'a>> {
    fields.iter().find(|field| field.name == name)
}

/// Numbers separated by underscores.
pub fn numbers<const N: usize>(text: &str) -> Option<[usize; N]> {
    let numbers = text.split('_').map(|number| number.parse().ok()).collect::<Option<Vec<_>>>()?;
    numbers.try_into().ok()
}

/// The numbers in the name of a field with a branch.
pub fn branch_id(name: &str) -> Option<&str> {
    name.strip_prefix("move_").or_else(|| numbers::<3>(name).map(|_| name))
}

/// The place of the comment in a field with this name.
pub fn spot(name: &str) -> Option<Spot> {
    let id = name.strip_prefix("comment")?;
    numbers(id).map(|[ply]| (0, ply)).or_else(|| numbers(id).map(|[branch, ply]| (branch, ply)))
}
