// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe book` on the command line.

use crate::support::command::{chuhe, complaint, file, lines};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

#[test]
fn probe_and_info_print_the_contents_of_books() {
    let book = "positions/books/synthetic.dat";
    assert_eq!(
        lines(&["book", "info", book]),
        ["format ElephantEye", "positions 8", "moves 23", "bytes 184"]
    );
    let moves = ["h2e2 500", "g0e2 200", "c3c4 120", "b2d2 30", "h0g2 0"];
    assert_eq!(lines(&["book", "probe", book]), moves);
    assert_eq!(lines(&["book", "probe", book, book, "--moves", "c3c4"]), ["g9e7 10"]);
    let mirrored = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/6P2/P1P1P3P/1C5C1/9/RNBAKABNR b";
    assert_eq!(lines(&["book", "probe", book, "--fen", mirrored]), ["c9e7 10"]);
    assert!(lines(&["book", "probe", book, "--moves", "a0a1"]).is_empty());
    let other = file("other.book", "nothing of the kind");
    for (path, why) in
        [(other.as_str(), "not a book of chuhe"), ("missing.book", "missing.book"), ("positions", "regular")]
    {
        for words in [vec!["book", "info", path], vec!["book", "probe", book, path]] {
            let message = complaint(&words, 2);
            assert!(message.contains(path) && message.contains(why), "{message}");
        }
    }
    complaint(&["book", "probe"], 2);
}

#[test]
fn books_of_other_programs_are_shown_and_converted() {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cli_book_databases");
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("a directory can be made");
    let path = |name: &str| directory.join(name).to_str().expect("the path is text").to_owned();
    let obk = path("a.obk");
    fs::copy("positions/books/synthetic.obk", &obk).expect("a file can be copied");
    assert_eq!(
        lines(&["book", "info", &obk]),
        [
            "format BHGUI (.obk)",
            "positions 8",
            "moves 24",
            "bytes 2048",
            "keys stored as floating-point numbers 4",
            "moves with a lost key 1",
            "rows without a move 2",
            "no index of the keys",
        ]
    );
    assert_eq!(lines(&["book", "probe", &obk, "--moves", "c3c4"]), ["g9e7 10"]);
    for format in ["obk", "yfk", "pfb", "xqb", "chuhe", "elephant-eye"] {
        let out = path(&format!("made.{format}"));
        let made = lines(&["book", "convert", &obk, "--out", &out, "--format", format]);
        assert_eq!(made[1..3], ["positions 8 of 8", "moves 19 of 24"], "{format}");
        assert_eq!(lines(&["book", "probe", &out, "--moves", "c3c4"]), ["g9e7 10"], "{format}");
    }
    // Without a format, the ending of the name tells it.
    for (ending, format) in [("PFB", "pfBook (.pfb)"), ("dat", "ElephantEye"), ("other", "chuhe, version 1")]
    {
        let out = path(&format!("ending.{ending}"));
        assert_eq!(lines(&["book", "convert", &obk, "--out", &out])[0], format!("format {format}"));
    }
}

#[test]
fn build_counts_the_moves_of_games() {
    let game = |moves: &str, result: &str, blame: &str| {
        format!(
            r#"{{"game":0,"pair":0,"red":"a","black":"b","fen":"{}","opening":["h2e2"],"limit":"","rules":"asian","moves":[{moves}],"scores":[],"depths":[],"nodes":[],"ms":[],"result":"{result}","reason":"","blame":{blame},"detail":null,"final":""}}"#,
            xiangqi::notation::START_FEN
        )
    };
    let good = game(r#""h9g7","h0g2""#, "1-0", "null");
    let log = file(
        "built.jsonl",
        &format!(
            "{good}\n{}\n{}\n{good}\n{}\n{{\"ga",
            game(r#""h7e7""#, "1/2-1/2", "null"),
            game("", "0-1", "\"a\""),
            game(r#""h9g7","h0g2","i9h9""#, "1-0", "null")
        ),
    );
    let selfplay = file("built.games", "");
    fs::remove_file(&selfplay).expect("it was just made");
    lines(&["datagen", "--out", &selfplay, "--games", "2", "--nodes", "20", "--seed", "1"]);
    let book = file("built.book", "");
    let made = lines(&["book", "build", "--games", &log, &selfplay, "--out", &book, "--min-games", "2"]);
    assert_eq!(made, ["games 5 (2 left out)", "positions 3", "moves 3", "bytes 96"]);
    assert_eq!(lines(&["book", "info", &book])[0], "format chuhe, version 1");
    assert_eq!(lines(&["book", "probe", &book]), ["h2e2 10000"]);
    assert_eq!(lines(&["book", "probe", &book, "--moves", "b2e2"]), ["b9c7 10000"]);

    // Game records; only the moves of the main line count.
    let records = file(
        "built.pgn",
        "[Result \"1-0\"]\n\n1. 炮二平五 马８进７ (1. ... 炮８平５) 2. 马二进三 卒７进１ 1-0\n\n[Result \"*\"]\n\n1. C2=5 nonsense\n\n\
         [Result \"*\"]\n\n1. B2-E2 B9-C7 *\n",
    );
    let output = chuhe(&["book", "build", "--games", &records, &log, "--out", &book]);
    assert_eq!(output.status.code(), Some(1), "a game could not be read");
    assert!(output.stdout.starts_with(b"games 5 (3 left out)\npositions 3\nmoves 3\n"));
    assert_eq!(lines(&["book", "probe", &book, "--moves", "b2e2", "b9c7"]), ["b0c2 10000"]);
    // Red won three games; of the others one is a draw and one counts as a draw.
    let known = lines(&["book", "probe", "-v", &book]);
    assert!(known[1].starts_with("h2e2") && known[1].contains("       5  80.0 %"), "{known:?}");

    let absent = file("absent.book", "");
    fs::remove_file(&absent).expect("it was just made");
    let foreign = file("foreign.txt", "no games\n");
    let illegal = file("illegal.jsonl", &game(r#""h2e2""#, "1-0", "null"));
    for (games, said) in [(foreign.as_str(), "line 1"), (&illegal, "game 1"), ("no/such.jsonl", "no/such")] {
        let complaint = complaint(&["book", "build", "--games", games, "--out", &absent], 2);
        assert!(complaint.starts_with(games) && complaint.contains(said), "{complaint}");
        assert!(!PathBuf::from(&absent).exists());
    }
    complaint(&["book", "build", "--games", &log, "--out", &log], 2);
    complaint(&["book", "build", "--games", &records, "--out", &records], 2);
}

#[test]
fn build_estimates_its_time_first() {
    let book = file("estimated.book", "");
    let said = |words: &[&str]| {
        let words = [&["book", "build", "--out", &book, "--force", "--positions"][..], words].concat();
        let output = chuhe(&words);
        assert_eq!(output.status.code(), Some(0), "{words:?}");
        String::from_utf8(output.stderr).expect("text")
    };
    let line = said(&["3", "--nodes", "500"]);
    let time =
        line.strip_prefix("chuhe: 3 positions to analyse, 500 nodes each: about ").expect("an estimate");
    assert!(
        time.trim_end().trim_end_matches(" s").parse::<u32>().is_ok_and(|seconds| seconds < 60),
        "{line}"
    );
    assert!(said(&["5", "--nodes", "500", "--from", &book]).starts_with("chuhe: 2 positions to analyse"));
    assert_eq!(said(&["5", "--nodes", "500", "--from", &book]), "", "nothing is left to do");
    assert!(
        said(&["2", "--nodes", "500", "--lang", "zh"]).starts_with("chuhe: 待分析局面2个，每个500个节点：约")
    );

    // The line comes before the work, which would take years.
    let words =
        ["book", "build", "--out", &book, "--force", "--positions", "100000", "--nodes", "1000000000"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    let mut child =
        command.args(words).env("CHUHE_LANG", "en").stderr(Stdio::piped()).spawn().expect("it starts");
    let mut line = String::new();
    BufReader::new(child.stderr.take().expect("piped")).read_line(&mut line).expect("a line");
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert!(line.starts_with("chuhe: 100000 positions to analyse") && line.ends_with(" h\n"), "{line}");
}

#[test]
fn build_analyses_openings() {
    let openings = file("analysed.epd", "startpos moves a0a1; id \"worst\"\n");
    let book = file("analysed.book", "");
    let build = |more: &[&str]| {
        let words = ["book", "build", "--out", &book, "--nodes", "2000", "--lines", &openings];
        lines(&[&words[..], more].concat())
    };
    let made = build(&["--positions", "12", "--threads", "2"]);
    assert_eq!(made[..2], ["games 0 (0 left out)", "positions 12"]);
    let moves = lines(&["book", "probe", &book]);
    assert!(moves.len() >= 5 && moves.contains(&"i0i1 0".to_owned()), "{moves:?}");
    let weights: u32 = moves.iter().map(|line| line[5..].parse::<u32>().expect("a weight follows")).sum();
    assert!((9_990..=10_000).contains(&weights), "{moves:?}");
    assert!(!lines(&["book", "probe", &book, "--moves", "a0a1"]).is_empty());
    // Existing analyses are kept: a billion nodes would take an hour.
    let words =
        ["book", "build", "--from", &book, "--out", &book, "--positions", "1", "--nodes", "1000000000"];
    assert_eq!(lines(&words)[1], "positions 12");
    assert_eq!(lines(&["book", "probe", &book]), moves, "and nothing is lost");
    // Other required moves are analysed, and the positions after them.
    let more = file("more.epd", "startpos moves g3g4 c6c5; id \"pawns\"\n");
    let words = ["book", "build", "--from", &book, "--out", &book, "--nodes", "2000"];
    let made = lines(&[&words[..], &["--positions", "14", "--lines", &more]].concat());
    assert_eq!(made[1], "positions 14", "12 there were");
    assert!(lines(&["book", "probe", &book]).iter().any(|line| line.starts_with("g3g4 ")));
    assert!(lines(&["book", "probe", &book, "--moves", "g3g4"]).iter().any(|line| line.starts_with("c6c5 ")));
    assert!(!lines(&["book", "probe", &book, "--moves", "g3g4", "c6c5"]).is_empty());
    complaint(&["book", "build", "--out", &more, "--positions", "4", "--lines", &more], 2);
    let out = ["book", "build", "--positions", "1", "--out"];
    assert!(complaint(&[&out[..], &["no/such/dir.book"]].concat(), 2).contains("directory"));
    assert!(complaint(&[&out[..], &["."]].concat(), 2).contains("directory"));
    assert!(fs::read_to_string(&more).expect("it is still text").starts_with("startpos"));
    let foreign = "positions/books/synthetic.dat";
    let said = complaint(&["book", "build", "--from", foreign, "--out", &book], 2);
    assert!(said.starts_with(foreign) && said.contains("format"), "{said}");
    complaint(&["book", "build", "--out", &book], 2);
    complaint(&["book", "build", "--out", &book, "--games", "no.jsonl", "--nodes", "5"], 2);
}

#[test]
fn convert_writes_the_other_format() {
    let own = file("converted.book", "");
    let book = "positions/books/synthetic.dat";
    let made = lines(&["book", "convert", book, "--out", &own]);
    assert_eq!(made, ["format chuhe, version 1", "positions 8 of 8", "moves 19 of 23", "bytes 480"]);
    let back = file("converted.dat", "");
    let made = lines(&["book", "convert", &own, "--out", &back]);
    assert_eq!(made, ["format ElephantEye", "positions 8 of 8", "moves 19 of 19", "bytes 152"]);
    let moves = ["b9c7 400", "h9g7 250", "b7e7 90"];
    assert_eq!(lines(&["book", "probe", &back, "--moves", "b2e2"]), moves);
    lines(&["book", "convert", &own, "--out", &back, "--format", "chuhe", "--force"]);
    assert_eq!(fs::read(&back).expect("written"), fs::read(&own).expect("written"));
    complaint(&["book", "convert", &own, "--out", &own], 2);
    complaint(&["book", "convert", "missing.book", "--out", &own], 2);
    let empty = file("empty.book", "");
    fs::write(&empty, chuhe::book::format::to_bytes([])).expect("written");
    assert!(
        complaint(&["book", "convert", &empty, "--out", &back, "--force"], 1)
            .contains("no position of this book")
    );
}

#[test]
fn verbose_probe_prints_everything() {
    let table = lines(&["book", "probe", "positions/books/synthetic.dat", "-v", "--moves", "h2e2"]);
    assert_eq!(table[0], "move  in Chinese  weight   value  depth   games   score  opening");
    assert_eq!(
        table[1],
        "h9g7  马８进７       400       -      -       -       -  B05 Central Cannon v Left Horse 中炮对进左马"
    );
    assert_eq!(table.len(), 4);
}
