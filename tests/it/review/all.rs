// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe review --all`: every game of a folder is reviewed once, as it is alone, also after interruptions,
//! and the summary adds up.

use crate::support::command::{chuhe, complaint, lines};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use xiangqi::notation::Records;

const GAMES: [(&str, &str, &str, &str); 5] = [
    ("Hu", "Xu", "1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 b9c7", "1-0"),
    ("Xu", "Hu", "1. h2e2 h7e7 2. e2e6", "0-1"),
    ("Hu", "Lu", "1. c3c4 b7c7 2. h2e2", "1/2-1/2"),
    ("Hu", "Lu", "1. h2e2 h9g7 2. e2e2", "*"),
    ("Lu", "Xu", "1. g0e2 h7e7", "0-1"),
];

/// A folder of its own with two files of games, one of them in a folder of its own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("games/more")).expect("a folder");
    let write = |file: &str, games: &[(&str, &str, &str, &str)]| {
        let game = |(red, black, moves, result): &(&str, &str, &str, &str)| {
            let tags = [("Game", "Chinese Chess"), ("Red", red), ("Black", black), ("Result", result)];
            let tags = tags.map(|(name, value)| format!("[{name} \"{value}\"]\n")).concat();
            format!("{tags}\n{moves} {result}\n\n")
        };
        let text = games.iter().map(game).collect::<Vec<_>>().concat();
        fs::write(folder.join("games").join(file), text).expect("a file");
    };
    write("a.pgn", &GAMES[..4]);
    write("more/b.pgn", &GAMES[4..]);
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain name")
}

fn reviews(file: &Path) -> Vec<Value> {
    let text = fs::read_to_string(file).expect("reviews");
    let mut reviews: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    reviews.sort_by_key(|review| (review["file"].to_string(), review["game"].as_u64()));
    reviews
}

/// Reviews the folder; one game is illegal, so the exit status is 1.
fn review(folder: &Path, options: &[&str]) -> String {
    let (games, file) = (folder.join("games"), folder.join("all.jsonl"));
    let words = [
        "review",
        text(&games),
        "--all",
        "--jsonl",
        text(&file),
        "--nodes",
        "300",
        "--no-book",
        "--hash",
        "1",
    ];
    let output = chuhe(&[&words[..], options].concat());
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn every_game_is_reviewed_as_it_is_alone() {
    let folder = folder("review_all");
    let pages = folder.join("pages");
    review(&folder, &["--threads", "2", "--out", text(&pages)]);
    let reviews = reviews(&folder.join("all.jsonl"));
    assert_eq!(reviews.len(), GAMES.len());
    for page in ["a.pgn-1.html", "a.pgn-2.html", "a.pgn-3.html", "a.pgn-4.html", "more/b.pgn-1.html"] {
        assert!(pages.join(page).is_file(), "{page}");
    }
    let alone = |file: &str, game: &str| -> Value {
        let file = folder.join("games").join(file);
        let words =
            ["review", text(&file), "--game", game, "--nodes", "300", "--no-book", "--hash", "1", "--json"];
        serde_json::from_slice(&chuhe(&words).stdout).expect("JSON")
    };
    for (review, file, game) in
        [(&reviews[1], "a.pgn", "2"), (&reviews[3], "a.pgn", "4"), (&reviews[4], "more/b.pgn", "1")]
    {
        let mut expected = alone(file, game);
        let fields = expected.as_object_mut().expect("an object");
        fields.remove("games");
        fields.insert("file".to_owned(), file.into());
        assert_eq!(review, &expected);
    }
    assert_eq!(reviews[3]["error"]["ply"], 3);
}

#[test]
fn an_interrupted_run_goes_on() {
    let folder = folder("review_all_resume");
    let summary = review(&folder, &["--json"]);
    let file = folder.join("all.jsonl");
    let whole = reviews(&file);
    let all = fs::read_to_string(&file).expect("reviews");
    // A run was killed in the middle of the third line.
    let third = all.match_indices('\n').nth(1).expect("lines").0 + 40;
    fs::write(&file, &all[..third]).expect("it can be written");
    assert_eq!(review(&folder, &["--json", "--resume", "--threads", "2"]), summary);
    assert_eq!(reviews(&file), whole);
    // Nothing is left to do.
    assert_eq!(review(&folder, &["--json", "--resume"]), summary);
    assert_eq!(reviews(&file), whole);

    let games = folder.join("games");
    let words = ["review", text(&games), "--all", "--jsonl", text(&file), "--nodes", "300"];
    assert!(complaint(&words, 2).contains("--resume"));
    // A file holds reviews of one depth.
    let words = ["review", text(&games), "--all", "--jsonl", text(&file), "--nodes", "400", "--resume"];
    assert!(complaint(&words, 2).contains("other limits"));
    // And by one set of rules.
    let words = ["review", text(&games), "--all", "--jsonl", text(&file), "--nodes", "300", "--resume"];
    let rules = ["--rules", "chinese"];
    assert!(complaint(&[&words[..], &rules].concat(), 2).contains("other rules"));
    assert_eq!(reviews(&file), whole);
    assert!(complaint(&["review", text(&games), "--all"], 2).contains("--jsonl"));
}

#[test]
fn the_summary_adds_up() {
    let folder = folder("review_all_summary");
    let summary: Value = serde_json::from_str(&review(&folder, &["--json"])).expect("JSON");
    let reviews = reviews(&folder.join("all.jsonl"));
    let player = |name: &str| {
        summary["players"].as_array().expect("players").iter().find(|player| player["player"] == name)
    };
    for (name, games, results) in [("Hu", 4, [2, 1, 0]), ("Xu", 3, [1, 0, 2]), ("Lu", 3, [0, 1, 1])] {
        let found = player(name).expect("a player");
        assert_eq!(found["games"], games, "{name}");
        assert_eq!(
            ["wins", "draws", "losses"].map(|field| found[field].as_u64()),
            results.map(Some),
            "{name}"
        );
        let side = |index: usize| if GAMES[index].0 == name { "red" } else { "black" };
        let is_in = |index: usize| GAMES[index].0 == name || GAMES[index].1 == name;
        let sum = |field: &str| -> u64 {
            let games = (0..GAMES.len()).filter(|&index| is_in(index));
            games.map(|index| reviews[index]["summary"][side(index)][field].as_u64().expect("a number")).sum()
        };
        for field in ["moves", "inaccuracies", "mistakes", "blunders"] {
            assert_eq!(found[field], sum(field), "{name}: {field}");
        }
    }
    assert_eq!((&summary["all"]["games"], &summary["unreadable"]), (&json!(5), &json!(1)));
    let openings: u64 = summary["openings"]
        .as_array()
        .expect("openings")
        .iter()
        .filter_map(|opening| opening["games"].as_u64())
        .sum();
    assert_eq!(openings, reviews.iter().filter(|review| !review["opening"].is_null()).count() as u64);

    for (language, words) in [("en", ["all games", "results"]), ("zh", ["全部对局", "胜和负"])] {
        let text = review(&folder, &["--resume", "--lang", language]);
        assert!(words.iter().all(|word| text.contains(word)), "{text}");
    }
    assert!(lines(&["review", "--help"]).join(" ").contains("--jsonl"));
}

#[test]
fn pages_alone_and_several_inputs() {
    let folder = folder("review_all_inputs");
    let (pages, games) = (folder.join("pages"), folder.join("games"));
    let (first, second) = (games.join("a.pgn"), games.join("more"));
    let words =
        ["review", text(&first), text(&second), "--all", "--out", text(&pages), "--nodes", "300", "--json"];
    let output = chuhe(&words);
    let summary: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(summary["all"]["games"], 5);
    assert!(pages.join("a.pgn-1.html").is_file() && pages.join("b.pgn-1.html").is_file());

    let twice = ["review", text(&first), text(&first), "--all", "--out", text(&pages)];
    assert!(complaint(&twice, 2).contains("two files of this name"));
    // Without --all, the message says how a folder is reviewed.
    assert!(complaint(&["review", text(&games)], 2).contains("--all --jsonl"));
    assert!(complaint(&["review", text(&first), text(&second)], 2).contains("--all --jsonl"));
    assert!(
        complaint(&["review", text(&first), "--all", "--out", text(&pages), "--resume"], 2)
            .contains("--jsonl")
    );
}

#[test]
fn all_games_are_written_to_one_file() {
    let folder = folder("review_all_pgn");
    let (pgn, games) = (folder.join("reviewed.pgn"), folder.join("games"));
    let words = [
        "review",
        text(&games),
        "--all",
        "--pgn",
        text(&pgn),
        "--nodes",
        "300",
        "--no-book",
        "--threads",
        "2",
    ];
    let summary = |words: &[&str]| String::from_utf8(chuhe(words).stdout).expect("text");
    assert!(summary(&words).contains("all games"));
    let written = fs::read_to_string(&pgn).expect("games");
    let records: Vec<_> =
        Records::new(written.as_bytes()).map(|game| game.expect("a game can be read back")).collect();
    let players: Vec<_> = records
        .iter()
        .map(|game| (game.tag("Red").expect("Red"), game.tag("Black").expect("Black")))
        .collect();
    assert_eq!(players, GAMES.map(|(red, black, ..)| (red, black)));
    assert!(records.iter().all(|game| game.line.moves[0].comment.starts_with("[%eval ")), "{written}");
    assert!(records[3].line.moves.last().expect("moves").comment.contains("not reviewed from"), "{written}");
    // Its own file is overwritten, but no input and no other file.
    summary(&words);
    assert_eq!(fs::read_to_string(&pgn).expect("games"), written);
    let input = games.join("a.pgn");
    let into = |file: &Path| ["review", text(&games), "--all", "--pgn", text(file)].map(str::to_owned);
    let complain = |words: &[String]| complaint(&words.iter().map(String::as_str).collect::<Vec<_>>(), 2);
    assert!(complain(&into(&input)).contains("input files are never overwritten"));
    let notes = folder.join("notes.txt");
    fs::write(&notes, "my notes").expect("a file");
    assert!(complain(&into(&notes)).contains("--force"));
    assert!(complain(&into(Path::new("-"))).contains("cannot be standard output"));
    let both = ["--jsonl".to_owned(), text(&pgn).to_owned()];
    assert!(complain(&[&into(&pgn)[..], &both].concat()).contains("the same file as --jsonl"));
    assert!(complain(&[&into(&pgn)[..], &both, &["--resume".to_owned()]].concat()).contains("--resume"));
}

#[test]
fn compact_reviews_have_no_moves_and_the_same_summary() {
    let folder = folder("review_all_compact");
    let whole = review(&folder, &["--json"]);
    let file = folder.join("all.jsonl");
    let mut expected = reviews(&file);
    for review in &mut expected {
        review.as_object_mut().expect("an object").remove("moves");
    }
    assert_eq!(review(&folder, &["--json", "--compact", "--force"]), whole);
    assert_eq!(reviews(&file), expected);
    assert!(expected.iter().all(|review| review["summary"]["red"]["average_loss"].is_f64()));
    assert_eq!(review(&folder, &["--json", "--compact", "--resume"]), whole);
    let names = |order: &str| -> Vec<String> {
        let text = review(&folder, &["--compact", "--resume", "--sort", order]);
        let name = |line: &str| line.split_whitespace().next().unwrap_or_default().to_owned();
        text.lines().skip(2).take(3).map(name).collect()
    };
    assert_eq!([names("name"), names("games")], [["Hu", "Lu", "Xu"], ["Hu", "Lu", "Xu"]]);
    let mut by_loss = names("loss");
    by_loss.sort();
    assert_eq!(by_loss, ["Hu", "Lu", "Xu"]);
    let words = ["review", text(&file), "--compact"];
    assert!(complaint(&words, 2).contains("--jsonl"));
}

#[test]
fn games_are_judged_by_the_rules_that_are_asked_for() {
    // Diagram 20 of the Chinese rules: Red threatens mate and chases in turn, Black's moves are idle.
    let fen = "C3kab2/4a4/4b4/RNr3p1p/9/3pp1P2/P7P/4B4/3cA4/3AK1B2 w - - 0 1";
    let moves = "1. b6a8 c6c8 2. a8b6 c8c6 3. b6a8 c6c8 4. a8b6 c8c6";
    let folder = folder("review_rules");
    let game = format!("[Game \"Chinese Chess\"]\n[FEN \"{fen}\"]\n\n{moves} *\n");
    let file = folder.join("threat.pgn");
    fs::write(&file, game).expect("a file");
    for (rules, end) in [("asian", json!({ "cp": 0 })), ("chinese", json!({ "rule": 0 }))] {
        let words = ["review", text(&file), "--rules", rules, "--nodes", "50", "--json"];
        let review: Value = serde_json::from_slice(&chuhe(&words).stdout).expect("JSON");
        assert_eq!(review["rules"], rules);
        assert_eq!(review["end"]["evaluation"]["score"], end, "{rules}");
    }
}

#[test]
fn a_library_is_a_collection() {
    let folder = folder("review_all_library");
    let library = concat!(env!("CARGO_MANIFEST_DIR"), "/positions/notation/records/library.cbl");
    let (file, pages) = (folder.join("all.jsonl"), folder.join("pages"));
    let words = ["review", library, "--all", "--jsonl", text(&file), "--out", text(&pages), "--nodes", "50"];
    let output = chuhe(&words);
    let reviews = reviews(&file);
    let converted = lines(&["convert", "--to", "wxf", "--games", library]);
    let games = converted.iter().filter(|line| line.starts_with("[Game ")).count();
    assert!(games > 1 && reviews.len() == games, "{games} games, {} reviews", reviews.len());
    for (review, number) in reviews.iter().zip(1..) {
        assert_eq!((&review["file"], &review["game"]), (&json!("library.cbl"), &json!(number)));
        assert!(pages.join(format!("library.cbl-{number}.html")).is_file() || !review["error"].is_null());
    }
    assert_eq!(
        output.status.code(),
        Some(i32::from(reviews.iter().any(|review| !review["error"].is_null())))
    );
}
