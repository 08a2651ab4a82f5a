// SPDX-License-Identifier: MIT OR Apache-2.0
//! Names of fields.

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
