// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe review`: marks, output files and error messages.

use crate::support::command::file;
use crate::support::run::{Run, object, printed, run};
use serde_json::Value;
use std::fs;
use xiangqi::notation::{Record, Records};

/// Black leaves a rook hanging.
const ROOK: &str = "[Event \"<b>\"]\n[Red \"甲\"]\n[Black \"乙\"]\n\n\
                    1. h2e2 {begins} $1 h9g7 2. h0g2 (2. c3c4) h7i7 3. g3g4 i9h9 4. b0a2 h9h4 5. g2h4 *\n";
/// Red has a mate in one and is mated.
const MATE: &str = "[FEN \"3k5/1R7/9/9/8r/9/R8/9/7r1/4K4 w - - 0 1\"]\n\n1. a3a4 i5i0 0-1\n";

/// The JSON of a game's review.
fn review(name: &str, game: &str, words: &str) -> Value {
    object(&format!("review {} --json {words}", file(name, game)))
}

/// The only game in a file.
fn read(path: &str) -> Record {
    let text = fs::read(path).expect("the file is there");
    let mut records = Records::new(text.as_slice());
    let record = records.next().expect("there is a game").expect("it can be read");
    assert!(records.next().is_none());
    record
}

#[test]
fn a_rook_left_hanging_is_a_blunder() {
    let review = review("rook.pgn", ROOK, "--nodes 3000");
    let marks: Vec<_> = review["moves"].as_array().unwrap().iter().map(|mv| &mv["mark"]).collect();
    assert_eq!(marks[7], "blunder");
    assert_eq!(marks.iter().filter(|mark| **mark == "blunder").count(), 1);
    let blunder = &review["moves"][7];
    assert_eq!((&blunder["side"], &blunder["move"]), (&"black".into(), &"h9h4".into()));
    assert!(blunder["loss"].as_f64() > Some(0.3) && blunder["loss_cp"].as_i64() > Some(100), "{blunder}");
    assert_ne!(blunder["evaluation"]["pv"][0], "h9h4");
    let taken = &review["moves"][8];
    assert_eq!((&taken["loss"], &taken["evaluation"]["pv"][0]), (&0.0.into(), &"g2h4".into()));
    assert_eq!(review["summary"]["black"]["blunders"], 1);
    assert_eq!((&review["complete"], &review["result"]), (&true.into(), &"*".into()));
    assert_eq!(review["end"]["verdict"], "ongoing");
    let wdl = review["end"]["evaluation"]["wdl"].as_array().unwrap();
    assert_eq!(wdl.iter().map(|chance| chance.as_u64().unwrap()).sum::<u64>(), 1000);
}

#[test]
fn missed_and_allowed_mates_are_remarked() {
    let review = review("mate.pgn", MATE, "--depth 5 --notation wxf");
    let first = &review["moves"][0];
    assert_eq!((&first["mark"], &first["text"]), (&"blunder".into(), &"R9+1".into()));
    assert_eq!(first["evaluation"]["score"], serde_json::json!({ "mate": 1 }));
    assert_eq!(first["remarks"], serde_json::json!(["misses a mate in 1", "allows a mate in 1"]));
    assert_eq!(review["end"]["verdict"], "black wins");
    assert_eq!(review["end"]["evaluation"]["score"], serde_json::json!({ "mate": 0 }));
    // `analyze` is the command's former name.
    let chinese = printed(&format!("analyze {} --depth 5 --lang zh", file("mate-zh.pgn", MATE)));
    let chinese: Vec<_> = chinese.lines().collect();
    let row = chinese[1];
    assert!(row.contains("车九进一") && row.contains("??") && row.contains("[错过1步杀]"), "{row}");
    assert_eq!(*chinese.last().unwrap(), "红方被将死");
}

#[test]
fn the_table_has_one_line_per_move() {
    let words = format!("review {} --nodes 3000", file("table.pgn", ROOK));
    let Run { text, error, .. } = run(&words);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 1 + 9 + 1 + 1 + 2, "{text}");
    assert!(lines[8].starts_with("  4... h9h4") && lines[8].contains("??"), "{text}");
    assert!(lines[13].starts_with("black: ") && lines[13].contains("1 blunder, average loss"), "{text}");
    assert_eq!(lines[11], "opening: B20 Central Cannon v Left Three-Step Tiger");
    assert_eq!((run(&words).text.as_str(), error.as_str()), (text.as_str(), ""), "the same again");
}

#[test]
fn the_record_keeps_its_comments_and_gets_marks_and_better_lines() {
    let (path, out) = (file("comments.pgn", ROOK), file("commented.pgn", ""));
    let before = read(&path);
    for (language, first_move, words) in [("en", "H2-E2", "blunder, "), ("zh", "炮二平五", "漏着，损失")]
    {
        printed(&format!("review {path} --nodes 3000 --pgn {out} --lang {language}"));
        let after = read(&out);
        let moves = |record: &Record| record.line.moves.iter().map(|mv| mv.mv).collect::<Vec<_>>();
        assert_eq!(moves(&after), moves(&before));
        assert_eq!(after.tag("Red"), Some("甲"));
        let [first, _, third, .., bad, _] = &after.line.moves[..] else { panic!("nine moves") };
        assert!(first.comment.ends_with("] begins") && first.glyphs[0] == 1, "{}", first.comment);
        assert_eq!(third.variations[0], before.line.moves[2].variations[0]);
        assert!(bad.comment.contains(words) && bad.glyphs == [4], "{}", bad.comment);
        assert!(!bad.variations.last().unwrap().moves.is_empty());
        // Less than a pawn, for whichever side.
        let text = fs::read_to_string(&out).unwrap();
        let is_small = |sign| text.contains(&format!("  1. {first_move} $1 {{[%eval {sign}0."));
        assert!(is_small("") || is_small("-"), "{text}");
    }
}

#[test]
fn the_page_contains_the_review() {
    let (path, out) = (file("page.pgn", ROOK), file("page.html", ""));
    printed(&format!("review {path} --nodes 2000 --html {out} --lang zh"));
    let page = fs::read_to_string(&out).unwrap();
    let (_, data) = page.split_once("id=\"data\">").unwrap();
    let data: Value = serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
    assert_eq!((&data["language"], &data["tags"]["Red"]), (&"zh".into(), &"甲".into()));
    assert_eq!(data["steps"].as_array().unwrap().len(), 10);
}

#[test]
fn games_of_other_programs_are_read() {
    let (xqf, out) = ("positions/notation/records/open.xqf", file("from-xqf.pgn", ""));
    let table = printed(&format!("review {xqf} --nodes 50 --lang zh --pgn {out}"));
    assert!(table.lines().nth(1).unwrap().contains("兵七进一"), "{table}");
    let record = read(&out);
    assert_eq!((record.tag("Red"), &*record.line.comment), (Some("柳大华"), "开局\n第二行"));
    let comment = &record.line.moves[0].comment;
    assert!(comment.starts_with("[%eval ") && comment.contains("] 仙人指路"), "{comment}");
}
