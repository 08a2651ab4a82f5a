// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe review`: marks, output files and error messages.

use crate::support::command::{chuhe, complaint, file, lines, text};
use serde_json::Value;
use std::fs;
use std::process::{Command, Stdio};
use xiangqi::notation::{Record, Records};

/// Black leaves a rook hanging.
const ROOK: &str = "[Event \"<b>\"]\n[Red \"甲\"]\n[Black \"乙\"]\n\n\
                    1. h2e2 {begins} $1 h9g7 2. h0g2 (2. c3c4) h7i7 3. g3g4 i9h9 4. b0a2 h9h4 5. g2h4 *\n";
/// Red has a mate in one and is mated.
const MATE: &str = "[FEN \"3k5/1R7/9/9/8r/9/R8/9/7r1/4K4 w - - 0 1\"]\n\n1. a3a4 i5i0 0-1\n";

/// The JSON of a game's review.
fn review(name: &str, game: &str, words: &[&str]) -> Value {
    let path = file(name, game);
    let lines = lines(&[&["review", &path, "--json"], words].concat());
    assert_eq!(lines.len(), 1);
    serde_json::from_str(&lines[0]).expect("a JSON document")
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
    let review = review("rook.pgn", ROOK, &["--nodes", "3000"]);
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
    let review = review("mate.pgn", MATE, &["--depth", "5", "--notation", "wxf"]);
    let first = &review["moves"][0];
    assert_eq!((&first["mark"], &first["text"]), (&"blunder".into(), &"R9+1".into()));
    assert_eq!(first["evaluation"]["score"], serde_json::json!({ "mate": 1 }));
    assert_eq!(first["remarks"], serde_json::json!(["misses a mate in 1", "allows a mate in 1"]));
    assert_eq!(review["end"]["verdict"], "black wins");
    assert_eq!(review["end"]["evaluation"]["score"], serde_json::json!({ "mate": 0 }));
    // `analyze` is the command's former name.
    let chinese = lines(&["analyze", &file("mate-zh.pgn", MATE), "--depth", "5", "--lang", "zh"]);
    let row = &chinese[1];
    assert!(row.contains("车九进一") && row.contains("??") && row.contains("[错过1步杀]"), "{row}");
    assert_eq!(chinese.last().unwrap(), "红方被将死");
}

#[test]
fn the_table_has_one_line_per_move() {
    let path = file("table.pgn", ROOK);
    let words = ["review", &path, "--nodes", "3000"];
    let lines = lines(&words);
    assert_eq!(lines.len(), 1 + 9 + 1 + 1 + 2, "{lines:?}");
    assert!(lines[8].starts_with("  4... h9h4") && lines[8].contains("??"), "{}", lines[8]);
    assert!(
        lines[13].starts_with("black: ") && lines[13].contains("1 blunder, average loss"),
        "{}",
        lines[13]
    );
    assert_eq!(lines[11], "opening: B20 Central Cannon v Left Three-Step Tiger");
    let again = chuhe(&words);
    assert_eq!(String::from_utf8(again.stdout).unwrap(), lines.join("\n") + "\n");
    assert!(again.stderr.is_empty());
}

#[test]
fn the_record_keeps_its_comments_and_gets_marks_and_better_lines() {
    let (path, out) = (file("comments.pgn", ROOK), file("commented.pgn", ""));
    let before = read(&path);
    for (language, first_move, words) in [("en", "H2-E2", "blunder, "), ("zh", "炮二平五", "漏着，损失")]
    {
        lines(&["review", &path, "--nodes", "3000", "--pgn", &out, "--lang", language]);
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
fn scores_and_clocks_stand_in_comments_as_lichess_writes_them() {
    let game = "1. h2e2 {[%clk 0:05:00]} h9g7 {[%eval -9.5] [%clk 0:04:59]} 2. h0g2 {[%emt 3]} i9h9 *\n";
    let (path, out, again) =
        (file("clock.pgn", game), file("clock-out.pgn", ""), file("clock-again.pgn", ""));
    for (path, out) in [(&path, &out), (&out, &again)] {
        lines(&["review", path, "--nodes", "100", "--no-book", "--pgn", out]);
        let record = read(out);
        let comments: Vec<_> = record.line.moves.iter().map(|recorded| recorded.comment.as_str()).collect();
        let rests = [" [%clk 0:05:00]", " [%clk 0:04:59]", " [%emt 3]", ""];
        for (comment, rest) in comments.iter().zip(rests) {
            let (score, after) = comment.strip_prefix("[%eval ").unwrap().split_once(']').unwrap();
            assert!(score.parse::<f64>().unwrap().abs() < 3.0 && after.starts_with(rest), "{comment}");
            assert_eq!(comment.matches("%eval").count(), 1, "{comment}");
        }
    }
    // Red's mate and Black's, and the mate on the board, which has no score.
    for (name, game, scores) in [
        (
            "mate-red.pgn",
            "[FEN \"3k5/1R7/9/8p/9/9/R8/9/9/4K4 w\"]\n\n1. a3a4 i6i5 2. a4a9 *\n",
            ["[%eval #1", "+M0"],
        ),
        (
            "mate-black.pgn",
            "[FEN \"5k3/9/9/r8/9/9/9/9/1r7/4K4 b\"]\n\n1... a6a5 2. e0d0 a5a0 *\n",
            ["[%eval #-1", "-M0"],
        ),
    ] {
        let mates = file(&format!("reviewed-{name}"), "");
        lines(&["review", &file(name, game), "--depth", "4", "--pgn", &mates]);
        let text = fs::read_to_string(&mates).unwrap();
        assert!(scores.iter().all(|score| text.contains(score)), "{text}");
    }
}

#[test]
fn the_page_contains_the_review_and_is_self_contained() {
    let (path, out) = (file("page.pgn", ROOK), file("page.html", ""));
    lines(&["review", &path, "--nodes", "2000", "--html", &out, "--lang", "zh"]);
    let page = fs::read_to_string(&out).unwrap();
    let (_, data) = page.split_once("id=\"data\">").unwrap();
    let data: Value = serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
    assert_eq!((&data["language"], &data["tags"]["Red"]), (&"zh".into(), &"甲".into()));
    assert_eq!(data["remarks"][0], serde_json::json!(["<b>", "<b>"]));
    assert_eq!(
        data["line"]["moves"][7]["texts"],
        serde_json::json!(["h9h4", "R8+5", "车８进５", "車８進５", "X8.5"])
    );
    assert_eq!(data["steps"].as_array().unwrap().len(), 10);
    let addresses = page.replace("http://www.w3.org/2000/svg", "");
    for word in ["<b>", "http:", "https:", "src="] {
        assert!(!addresses.contains(word), "{word}");
    }
}

#[test]
fn a_game_is_selected_by_its_number_and_read_from_standard_input() {
    let games = format!("{ROOK}\n[Red \"x\"]\n\n1. nonsense *\n\n[Red \"y\"]\n\n*\n\n{MATE}");
    let path = file("several.pgn", &games);
    let fourth = lines(&["review", &path, "--game", "4", "--depth", "3"]);
    assert!(fourth.last().unwrap().contains("red is checkmated"), "{fourth:?}");
    let piped = text(&["review", "-", "--game", "4", "--depth", "3"], games.as_bytes());
    assert_eq!(piped.trim_end(), fourth.join("\n"));
    let annotated = text(&["review", "-", "--depth", "1", "--pgn", "-"], games.as_bytes());
    let record = Records::new(annotated.as_bytes()).next().unwrap().unwrap();
    assert_eq!((record.tag("Red"), record.line.moves.len()), (Some("甲"), 9));

    let complaint = |words: &[&str]| complaint(&[&["review", &path], words].concat(), 2);
    assert!(complaint(&["--game", "2"]).ends_with(
        "several.pgn: line 9: move 1, red (ply 1): 'nonsense' is not a move (like h2e2, C2.5 or 炮二平五)"
    ));
    assert!(complaint(&["--game", "3"]).ends_with("several.pgn: game 3 has no moves"));
    assert!(
        complaint(&["--game", "5"]).ends_with("several.pgn: there is no game 5; the file contains 4 games")
    );
}

#[test]
fn games_of_other_programs_are_read() {
    let [xqf, cbl] = ["open.xqf", "library.cbl"]
        .map(|name| format!("{}/positions/notation/records/{name}", env!("CARGO_MANIFEST_DIR")));
    let out = file("from-xqf.pgn", "");
    let from_xqf = lines(&["review", &xqf, "--nodes", "50", "--lang", "zh", "--pgn", &out]);
    assert!(from_xqf[1].contains("兵七进一"), "{from_xqf:?}");
    let record = read(&out);
    assert_eq!((record.tag("Red"), &*record.line.comment), (Some("柳大华"), "开局\n第二行"));
    let comment = &record.line.moves[0].comment;
    assert!(comment.starts_with("[%eval ") && comment.contains("] 仙人指路"), "{comment}");
    assert!(lines(&["review", &cbl, "--nodes", "50"]).len() > record.line.moves.len());
}

#[test]
fn errors_are_reported_in_one_line() {
    let game = file("refused.pgn", ROOK);
    assert!(complaint(&["review", "no/such.pgn"], 2).starts_with("no/such.pgn: "));
    assert!(
        complaint(&["review", &file("no-games.pgn", "")], 2)
            .ends_with("no-games.pgn: the file contains no games")
    );
    assert!(complaint(&["review", &game, "--pgn", &game], 2).ends_with("input files are never overwritten"));
    assert!(complaint(&["review", &game, "--pgn", "x.out", "--html", "./x.out"], 2).starts_with("--html: "));
    let twice = complaint(&["review", &game, "--json", "--pgn", "-"], 2);
    assert_eq!(twice, "--pgn: --json already writes to standard output");
    assert!(complaint(&["review", &game, "--pgn", "-", "--html", "-"], 2).starts_with("--html: --pgn "));
    assert!(complaint(&["review", &game, "--lang", "fr"], 2).contains("not a supported language"));
    assert!(complaint(&["review", &game, "--notation", "latin"], 2).contains("unknown notation 'latin'"));
    let unwritable = ["review", &game, "--json", "--depth", "1", "--html", "no/such/page.html"];
    assert!(complaint(&unwritable, 2).starts_with("no/such/page.html: "));
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_the_review_so_far() {
    use std::io::{BufRead, BufReader, Read};

    let game = file("long.pgn", ROOK);
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command
        .args(["review", &game, "--movetime", "600000"])
        .env_remove("RUST_LOG")
        .env("CHUHE_LANG", "en")
        .stdin(Stdio::null());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let (mut text, mut error) = (String::new(), String::new());
    out.read_line(&mut text).unwrap();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    out.read_to_string(&mut text).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert_eq!(error, "chuhe: interrupted: 0 of 9 moves done\n");
    assert!(text.contains("\nblack: 0 inaccuracies"), "{text}");
}
