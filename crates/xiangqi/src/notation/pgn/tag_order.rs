// SPDX-License-Identifier: MIT OR Apache-2.0
//! The order of tags.

/// Tags in the order in which they are written; all others follow.
pub const TAG_ORDER: [&str; 17] = [
    "Game",
    "Event",
    "Round",
    "Date",
    "Site",
    "RedTeam",
    "Red",
    "RedElo",
    "BlackTeam",
    "Black",
    "BlackElo",
    "Result",
    "ECCO",
    "Opening",
    "Variation",
    "Format",
    "FEN",
];
