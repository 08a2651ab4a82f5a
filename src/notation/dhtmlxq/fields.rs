// SPDX-License-Identifier: MIT OR Apache-2.0
//! Names of fields.

/// The beginning of every field.
pub const MARK: &str = "[DhtmlXQ_";

/// Fields and the tags that they correspond to. Of two fields for one tag the first is preferred when
/// reading, and the last is written.
pub const FIELDS: [(&str, &str); 22] = [
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
    ("blackname", "Black"),
    ("black", "Black"),
    ("blackteam", "BlackTeam"),
    ("blackrating", "BlackElo"),
    ("open", "Opening"),
    ("endtype", "Termination"),
    ("author", "Annotator"),
    ("owner", "Author"),
    ("refer", "Source"),
];
