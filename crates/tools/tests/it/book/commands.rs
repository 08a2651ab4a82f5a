// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe book` on the command line.

use crate::support::command::file;
use crate::support::run::{Run, folder, new_path, printed, refused, repository, run, run_reading, start};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// A book of another program, in its format.
const BOOK: &str = "positions/books/synthetic.dat";

fn lines(line: &str) -> Vec<String> {
    printed(&format!("book {line}")).lines().map(str::to_owned).collect()
}

#[test]
fn probe_and_info_print_the_contents_of_books() {
    assert_eq!(
        lines(&format!("info {BOOK}")),
        ["format ElephantEye", "positions 8", "moves 23", "bytes 184"]
    );
    let mirrored = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/6P2/P1P1P3P/1C5C1/9/RNBAKABNR b";
    for (words, moves) in [
        ("", &["h2e2 500", "g0e2 200", "c3c4 120", "b2d2 30", "h0g2 0"][..]),
        (&format!("{BOOK} --moves c3c4"), &["g9e7 10"]),
        (&format!("--fen '{mirrored}'"), &["c9e7 10"]),
        ("--moves a0a1", &[]),
    ] {
        assert_eq!(lines(&format!("probe {BOOK} {words}")), moves, "{words}");
    }
    let table = lines(&format!("probe {BOOK} -v --moves h2e2"));
    assert_eq!(table[0], "move  in Chinese  weight   value  depth   games   score  opening");
    assert_eq!(
        table[1],
        "h9g7  马８进７       400       -      -       -       -  B05 Central Cannon v Left Horse 中炮对进左马"
    );
    assert_eq!(table.len(), 4);
    let other = file("other.book", "nothing of the kind");
    for words in [format!("info {other}"), format!("probe {BOOK} {other}")] {
        let message = refused(&format!("book {words}"));
        assert!(message.contains(&other) && message.contains("not a book of chuhe"), "{message}");
    }
}

#[test]
fn books_of_other_programs_are_shown_and_converted() {
    let directory = folder("cli_book_databases").display().to_string();
    let obk = format!("{directory}/a.obk");
    fs::copy(repository("positions/books/synthetic.obk"), &obk).unwrap();
    assert_eq!(
        lines(&format!("info {obk}")),
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
    for (name, format) in [
        ("made --format obk", "BHGUI (.obk)"),
        ("made --format yfk --force", ""),
        ("made --format xqb --force", ""),
        ("made --format chuhe --force", "chuhe, version 1"),
        ("made --format elephant-eye --force", "ElephantEye"),
        // Without a format, the ending of the name tells it.
        ("ending.PFB", "pfBook (.pfb)"),
        ("ending.dat", "ElephantEye"),
        ("ending.other", "chuhe, version 1"),
    ] {
        let made = lines(&format!("convert {obk} --out {directory}/{name}"));
        assert!(made[0].starts_with(&format!("format {format}")), "{name}: {made:?}");
        assert_eq!(made[1..3], ["positions 8 of 8", "moves 19 of 24"], "{name}");
        let out = name.split(' ').next().unwrap();
        assert_eq!(lines(&format!("probe {directory}/{out} --moves c3c4")), ["g9e7 10"], "{name}");
    }
}

#[test]
fn convert_writes_the_other_format() {
    let [own, back, empty] = ["converted.book", "converted.dat", "empty.book"].map(new_path);
    let made = lines(&format!("convert {BOOK} --out {own}"));
    assert_eq!(made, ["format chuhe, version 1", "positions 8 of 8", "moves 19 of 23", "bytes 480"]);
    let made = lines(&format!("convert {own} --out {back}"));
    assert_eq!(made, ["format ElephantEye", "positions 8 of 8", "moves 19 of 19", "bytes 152"]);
    let moves = ["b9c7 400", "h9g7 250", "b7e7 90"];
    assert_eq!(lines(&format!("probe {back} --moves b2e2")), moves);
    lines(&format!("convert {own} --out {back} --format chuhe --force"));
    assert_eq!(fs::read(&back).unwrap(), fs::read(&own).unwrap());
    refused(&format!("book convert {own} --out {own}"));
    fs::write(&empty, chuhe::book::format::to_bytes([])).unwrap();
    let Run { status, error, .. } = run(&format!("book convert {empty} --out {back} --force"));
    assert!(status == Some(1) && error.contains("no position of this book"), "{error}");
}

/// A game of a match as its log has it, from the opening h2e2 on.
fn logged(moves: &str, result: &str, blame: &str) -> String {
    format!(
        r#"{{"game":0,"pair":0,"red":"a","black":"b","fen":"{}","opening":["h2e2"],"limit":"100 ms","rules":"asian","moves":[{moves}],"scores":[],"depths":[],"nodes":[],"ms":[],"result":"{result}","reason":"","blame":{blame},"detail":null,"final":""}}"#,
        xiangqi::notation::START_FEN
    )
}

#[test]
fn build_counts_the_moves_of_games() {
    let good = logged(r#""h9g7","h0g2""#, "1-0", "null");
    let games = [
        &good,
        &logged(r#""h7e7""#, "1/2-1/2", "null"),
        &logged("", "0-1", "\"a\""),
        &good,
        &logged(r#""h9g7","h0g2","i9h9""#, "1-0", "null"),
        "{\"ga",
    ];
    let log = file("built.jsonl", &games.join("\n"));
    let [self_play, book, absent] = ["built.games", "built.book", "absent.book"].map(new_path);
    printed(&format!("datagen --out {self_play} --games 2 --nodes 20 --seed 1"));
    let made = lines(&format!("build --games {log} {self_play} --out {book} --min-games 2"));
    assert_eq!(made, ["games 5 (2 left out)", "positions 3", "moves 3", "bytes 96"]);
    assert_eq!(lines(&format!("info {book}"))[0], "format chuhe, version 1");
    assert_eq!(lines(&format!("probe {book}")), ["h2e2 10000"]);
    assert_eq!(lines(&format!("probe {book} --moves b2e2")), ["b9c7 10000"]);

    // Game records; only the moves of the main line count.
    let records = file(
        "built.pgn",
        "[Result \"1-0\"]\n\n1. 炮二平五 马８进７ (1. ... 炮８平５) 2. 马二进三 卒７进１ 1-0\n\n[Result \"*\"]\n\n1. C2=5 nonsense\n\n\
         [Result \"*\"]\n\n1. B2-E2 B9-C7 *\n",
    );
    let Run { status, text, .. } = run(&format!("book build --games {records} {log} --out {book}"));
    assert_eq!(status, Some(1), "a game could not be read");
    assert!(text.starts_with("games 5 (3 left out)\npositions 3\nmoves 3\n"), "{text}");
    assert_eq!(lines(&format!("probe {book} --moves b2e2 b9c7")), ["b0c2 10000"]);
    // Red won three games; of the others one is a draw and one counts as a draw.
    let known = lines(&format!("probe -v {book}"));
    assert!(known[1].starts_with("h2e2") && known[1].contains("       5  80.0 %"), "{known:?}");

    let foreign = file("foreign.txt", "no games\n");
    let illegal = file("illegal.jsonl", &logged(r#""h2e2""#, "1-0", "null"));
    for (games, said) in [(foreign, "line 1"), (illegal, "game 1")] {
        let complaint = refused(&format!("book build --games {games} --out {absent}"));
        assert!(complaint.starts_with(&games) && complaint.contains(said), "{complaint}");
        assert!(!Path::new(&absent).exists());
    }
}

#[cfg(unix)]
#[test]
fn all_games_of_a_pipe_are_counted() {
    let records = file("piped.pgn", "1. C2=5 *\n\n[Event \"second\"]\n\n1. C2=4 *\n");
    let [self_play, book] = ["piped.games", "piped.book"].map(new_path);
    printed(&format!("datagen --out {self_play} --games 3 --nodes 20 --seed 1"));
    let logged = |moves| logged(moves, "1-0", "null");
    let log = file("piped.jsonl", &format!("\n{}\n{}\n", logged(""), logged("\"h9g7\"")));
    for (games, count) in [(records, 2), (self_play, 3), (log, 2)] {
        let build = format!("book build --out {book} --min-games 1 --games");
        let from_file = printed(&format!("{build} {games}"));
        assert!(from_file.starts_with(&format!("games {count} (0 left out)\n")), "{from_file}");
        let made = fs::read(&book).unwrap();
        let from_pipe = run_reading(&format!("{build} /dev/stdin"), &fs::read(&games).unwrap());
        assert_eq!((from_pipe.text, fs::read(&book).unwrap()), (from_file, made), "{games}");
    }
}

#[test]
fn build_estimates_its_time_first() {
    let book = new_path("estimated.book");
    let said = |words: &str| {
        let Run { status, error, .. } =
            run(&format!("book build --out {book} --force --nodes 500 --positions {words}"));
        assert_eq!(status, Some(0), "{words}: {error}");
        error
    };
    let line = said("3");
    let time = line.strip_prefix("chuhe: 3 positions to analyse, 500 nodes each: about ").unwrap();
    let seconds = time.trim_end().trim_end_matches(" s").parse::<u32>();
    assert!(seconds.is_ok_and(|seconds| seconds < 60), "{line}");
    assert!(said(&format!("5 --from {book}")).starts_with("chuhe: 2 positions to analyse"));
    assert_eq!(said(&format!("5 --from {book}")), "", "nothing is left to do");
    assert!(said("2 --lang zh").starts_with("chuhe: 待分析局面2个，每个500个节点：约"));

    // The line comes before the work, which would take years.
    let mut child = start(&format!("book build --out {book} --force --positions 100000 --nodes 1000000000"));
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(line.starts_with("chuhe: 100000 positions to analyse") && line.ends_with(" h\n"), "{line}");
}

#[test]
fn build_analyses_openings() {
    let openings = file("analysed.epd", "startpos moves a0a1; id \"worst\"\n");
    let book = new_path("analysed.book");
    let probe = |words: &str| lines(&format!("probe {book} {words}"));
    let made =
        lines(&format!("build --out {book} --nodes 2000 --lines {openings} --positions 12 --threads 2"));
    assert_eq!(made[..2], ["games 0 (0 left out)", "positions 12"]);
    let moves = probe("");
    assert!(moves.len() >= 5 && moves.contains(&"i0i1 0".to_owned()), "{moves:?}");
    let weights: u32 = moves.iter().map(|line| line[5..].parse::<u32>().unwrap()).sum();
    assert!((9_990..=10_000).contains(&weights), "{moves:?}");
    assert!(!probe("--moves a0a1").is_empty());
    // Existing analyses are kept: a billion nodes would take an hour.
    let again = format!("build --from {book} --out {book}");
    assert_eq!(lines(&format!("{again} --positions 1 --nodes 1000000000"))[1], "positions 12");
    assert_eq!(probe(""), moves, "and nothing is lost");
    // Other required moves are analysed, and the positions after them.
    let more = file("more.epd", "startpos moves g3g4 c6c5; id \"pawns\"\n");
    let made = lines(&format!("{again} --nodes 2000 --positions 14 --lines {more}"));
    assert_eq!(made[1], "positions 14", "12 there were");
    for (words, mv) in [("", "g3g4 "), ("--moves g3g4", "c6c5 "), ("--moves g3g4 c6c5", "")] {
        assert!(probe(words).iter().any(|line| line.starts_with(mv)), "{words}");
    }
    let said = refused(&format!("book build --from {BOOK} --out {book}"));
    assert!(said.starts_with(BOOK) && said.contains("format"), "{said}");
}
