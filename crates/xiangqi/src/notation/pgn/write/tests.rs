// SPDX-License-Identifier: MIT OR Apache-2.0
//! Written records.

use super::*;
use crate::notation::GameResult;

fn record(start: Position, moves: &str, comments: &[&str]) -> Record {
    let comments = comments.iter().copied().chain(core::iter::repeat(""));
    let moves = moves.split_whitespace().zip(comments);
    let moves = moves.map(|(mv, comment)| RecordedMove::new(mv.parse().unwrap(), comment)).collect();
    let line = Variation { comment: String::new(), moves };
    Record { tags: Vec::new(), start, line, result: GameResult::Open }
}

#[test]
fn a_game_is_written_in_the_xiangqi_dialect_of_pgn() {
    let mut record = record(Position::startpos(), "h2e2 h9g7 h0g2 i9h9", &["", "+0.20/12 0.10s", "", ""]);
    record.result = GameResult::RedWins;
    for (name, value) in [("Black", "new"), ("Termination", "time"), ("Red", "old"), ("Event", "a match")] {
        record.tags.push((name.to_owned(), value.to_owned()));
    }
    assert_eq!(
        record.to_string(),
        r#"[Game "Chinese Chess"]
[Event "a match"]
[Red "old"]
[Black "new"]
[Result "1-0"]
[Format "ICCS"]
[Termination "time"]

  1. H2-E2 H9-G7 {+0.20/12 0.10s}
  2. H0-G2 I9-H9
1-0

"#
    );
    let text = record.to_pgn(Notation::Wxf);
    assert!(text.contains("[Format \"WXF\"]\n"), "{text}");
    assert!(text.ends_with("\n\n  1. C2.5 N8+7 {+0.20/12 0.10s}\n  2. N2+3 R9.8\n1-0\n\n"), "{text}");
    let text = record.to_pgn(Notation::ChineseTraditional);
    assert!(!text.contains("[Format"), "{text}");
    assert!(
        text.ends_with("\n\n  1. 炮二平五 馬８進７ {+0.20/12 0.10s}\n  2. 馬二進三 車９平８\n1-0\n\n"),
        "{text}"
    );
}

#[test]
fn a_game_may_begin_anywhere_with_either_side() {
    let start = Position::from_fen("4k4/9/9/9/9/9/9/9/4p4/3K5 b - - 3 57").unwrap();
    let record = record(start, "e1d1 d0d1 e9e8", &[]);
    let text = record.to_string();
    assert!(text.contains("[FEN \"4k4/9/9/9/9/9/9/9/4p4/3K5 b - - 3 57\"]\n\n"), "{text}");
    assert!(text.ends_with("\n 57.       E1-D1\n 58. D0-D1 E9-E8\n*\n\n"), "{text}");
    let text = record.to_pgn(Notation::Chinese);
    assert!(text.ends_with("\n 57.          卒５平４\n 58. 帅六进一 将５进１\n*\n\n"), "{text}");
}

#[test]
fn variations_are_written_on_lines_of_their_own() {
    let mut record = record(Position::startpos(), "h2e2 h9g7", &["central", ""]);
    let reply = |mv: &str| RecordedMove::new(mv.parse().unwrap(), "");
    let mut elephant = reply("g0e2");
    elephant.glyphs = vec![5, 1];
    let moves =
        vec![elephant, RecordedMove::new("h7e7".parse().unwrap(), "sharp"), reply("h0g2"), reply("h9g7")];
    record.line.moves[0].variations.push(Variation { comment: "or".to_owned(), moves });
    record.line.moves[0].variations.push(Variation { comment: String::new(), moves: vec![reply("c3c4")] });
    record.line.moves[1]
        .variations
        .push(Variation { comment: String::new(), moves: vec![reply("h7e7"), reply("h0g2")] });
    record.line.comment = "two moves".to_owned();
    assert!(
        record.to_string().ends_with(
            "\n\n{two moves}\n  1. H2-E2 {central}
     ({or} 1. G0-E2 $5 $1 H7-E7 {sharp} 2. H0-G2 H9-G7)
     (1. C3-C4)
  1.       H9-G7
     (1... H7-E7 2. H0-G2)
*\n\n"
        ),
        "{record}"
    );
}

#[test]
fn no_text_breaks_the_format() {
    let comment = "two words } \r\n[Fake \"tag\"] { more";
    let mut record = record(Position::startpos(), "h2e2 h9g7", &[comment, "x"]);
    record.tags = vec![
        ("Red".to_owned(), "back\\slash \"quoted\"\n[Result \"0-1\"]".to_owned()),
        ("no name".to_owned(), String::new()),
    ];
    let text = record.to_string();
    assert!(text.contains("\n[Red \"back\\\\slash \\\"quoted\\\" [Result \\\"0-1\\\"]\"]\n"), "{text}");
    assert!(text.contains("\n[no_name \"\"]\n"), "{text}");
    assert!(text.contains("{two words )  [Fake \"tag\"] ( more}"), "{text}");
    assert_eq!(text.lines().filter(|line| line.starts_with("[Result")).count(), 1, "{text}");
}
