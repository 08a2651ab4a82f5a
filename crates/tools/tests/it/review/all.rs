// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe review --all`: every game of a folder is reviewed once, as it is alone, also after interruptions,
//! and the summary adds up.

use crate::support::run::{Run, folder, json_lines, object, refused, run};
use serde_json::{Value, json};
use std::fs;
use xiangqi::notation::Records;

const GAMES: [(&str, &str, &str, &str); 5] = [
    ("Hu", "Xu", "1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 b9c7", "1-0"),
    ("Xu", "Hu", "1. h2e2 h7e7 2. e2e6", "0-1"),
    ("Hu", "Lu", "1. c3c4 b7c7 2. h2e2", "1/2-1/2"),
    ("Hu", "Lu", "1. h2e2 h9g7 2. e2e2", "*"),
    ("Lu", "Xu", "1. g0e2 h7e7", "0-1"),
];

/// A folder of its own with two files of games, one of them in a folder of its own.
struct Folder(String);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = folder(name);
        fs::create_dir_all(folder.join("games/more")).unwrap();
        for (file, games) in [("a.pgn", &GAMES[..4]), ("more/b.pgn", &GAMES[4..])] {
            let game = |(red, black, moves, result): &(&str, &str, &str, &str)| {
                let tags = [("Game", "Chinese Chess"), ("Red", red), ("Black", black), ("Result", result)];
                let tags = tags.map(|(name, value)| format!("[{name} \"{value}\"]\n")).concat();
                format!("{tags}\n{moves} {result}\n\n")
            };
            fs::write(folder.join("games").join(file), games.iter().map(game).collect::<String>()).unwrap();
        }
        Self(folder.to_str().unwrap().to_owned())
    }

    fn path(&self, name: &str) -> String {
        format!("{}/{name}", self.0)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// The words of a review of the games.
    fn words(&self, options: &str) -> String {
        format!("review {} --all --no-book --hash 1 {options}", self.path("games"))
    }

    /// Reviews the games into `all.jsonl`; one of them is illegal, so the exit status is 1.
    fn review(&self, options: &str) -> String {
        let jsonl = self.path("all.jsonl");
        let Run { status, text, error } = run(&self.words(&format!("--nodes 300 --jsonl {jsonl} {options}")));
        assert_eq!(status, Some(1), "{error}");
        text
    }

    /// The reviews in `all.jsonl`, in the order of the games.
    fn reviews(&self) -> Vec<Value> {
        let mut reviews = json_lines(&self.read("all.jsonl"));
        reviews.sort_by_key(|review| (review["file"].to_string(), review["game"].as_u64()));
        reviews
    }
}

#[test]
fn every_game_is_reviewed_as_it_is_alone() {
    let folder = Folder::new("review_all");
    folder.review(&format!("--threads 2 --out {}", folder.path("pages")));
    let reviews = folder.reviews();
    assert_eq!(reviews.len(), GAMES.len());
    for page in ["a.pgn-1.html", "a.pgn-2.html", "a.pgn-3.html", "a.pgn-4.html", "more/b.pgn-1.html"] {
        assert!(folder.read(&format!("pages/{page}")).starts_with("<!DOCTYPE html>"), "{page}");
    }
    for (review, file, game) in
        [(&reviews[1], "a.pgn", 2), (&reviews[3], "a.pgn", 4), (&reviews[4], "more/b.pgn", 1)]
    {
        let path = folder.path(&format!("games/{file}"));
        let alone = run(&format!("review {path} --game {game} --nodes 300 --no-book --hash 1 --json"));
        let mut expected: Value = serde_json::from_str(&alone.text).unwrap();
        let fields = expected.as_object_mut().unwrap();
        fields.remove("games");
        fields.insert("file".to_owned(), file.into());
        assert_eq!(review, &expected);
    }
    assert_eq!(reviews[3]["error"]["ply"], 3);
}

#[test]
fn an_interrupted_run_goes_on() {
    let folder = Folder::new("review_all_resume");
    let summary = folder.review("--json");
    let whole = folder.reviews();
    let all = folder.read("all.jsonl");
    // A run was killed in the middle of the third line.
    let third = all.match_indices('\n').nth(1).unwrap().0 + 40;
    fs::write(folder.path("all.jsonl"), &all[..third]).unwrap();
    // Then nothing is left to do.
    for threads in [2, 1] {
        assert_eq!(folder.review(&format!("--json --resume --threads {threads}")), summary);
        assert_eq!(folder.reviews(), whole);
    }
    // A file holds reviews of one depth and by one set of rules.
    for (options, problem) in [
        ("--nodes 300", "--resume"),
        ("--nodes 400 --resume", "other limits"),
        ("--nodes 300 --resume --rules chinese", "other rules"),
    ] {
        let line = folder.words(&format!("{options} --jsonl {}", folder.path("all.jsonl")));
        assert!(refused(&line).contains(problem), "{options}");
    }
    assert_eq!(folder.reviews(), whole);
}

#[test]
fn the_summary_adds_up() {
    let folder = Folder::new("review_all_summary");
    let summary: Value = serde_json::from_str(&folder.review("--json")).unwrap();
    let reviews = folder.reviews();
    let players = summary["players"].as_array().unwrap();
    for (name, games, results) in [("Hu", 4, [2, 1, 0]), ("Xu", 3, [1, 0, 2]), ("Lu", 3, [0, 1, 1])] {
        let found = players.iter().find(|player| player["player"] == name).unwrap();
        assert_eq!(found["games"], games, "{name}");
        let counts = ["wins", "draws", "losses"].map(|field| found[field].as_u64());
        assert_eq!(counts, results.map(Some), "{name}");
        for field in ["moves", "inaccuracies", "mistakes", "blunders"] {
            let of = |(review, game): (&Value, &(&str, &str, _, _))| {
                let side = [("red", game.0), ("black", game.1)].into_iter().find(|side| side.1 == name)?;
                review["summary"][side.0][field].as_u64()
            };
            let sum: u64 = reviews.iter().zip(&GAMES).filter_map(of).sum();
            assert_eq!(found[field], sum, "{name}: {field}");
        }
    }
    assert_eq!((&summary["all"]["games"], &summary["unreadable"]), (&json!(5), &json!(1)));
    let openings = summary["openings"].as_array().unwrap().iter();
    let openings: u64 = openings.filter_map(|opening| opening["games"].as_u64()).sum();
    assert_eq!(openings, reviews.iter().filter(|review| !review["opening"].is_null()).count() as u64);
    for (language, words) in [("en", ["all games", "results"]), ("zh", ["全部对局", "胜和负"])] {
        let text = folder.review(&format!("--resume --lang {language}"));
        assert!(words.iter().all(|word| text.contains(word)), "{text}");
    }
}

#[test]
fn all_games_are_written_to_one_file() {
    let folder = Folder::new("review_all_pgn");
    let pgn = folder.path("reviewed.pgn");
    let line = folder.words(&format!("--nodes 300 --threads 2 --pgn {pgn}"));
    assert!(run(&line).text.contains("all games"));
    let written = folder.read("reviewed.pgn");
    let records: Vec<_> = Records::new(written.as_bytes()).map(Result::unwrap).collect();
    let players = records.iter().map(|game| (game.tag("Red").unwrap(), game.tag("Black").unwrap()));
    assert!(players.eq(GAMES.map(|(red, black, ..)| (red, black))), "{written}");
    assert!(records.iter().all(|game| game.line.moves[0].comment.starts_with("[%eval ")), "{written}");
    assert!(records[3].line.moves.last().unwrap().comment.contains("not reviewed from"), "{written}");
    // Its own file is overwritten.
    run(&line);
    assert_eq!(folder.read("reviewed.pgn"), written);
}

#[test]
fn pages_alone_and_several_inputs() {
    let folder = Folder::new("review_all_inputs");
    let (first, second) = (folder.path("games/a.pgn"), folder.path("games/more"));
    let reviewed =
        run(&format!("review {first} {second} --all --out {} --nodes 300 --json", folder.path("pages")));
    let summary: Value = serde_json::from_str(&reviewed.text).unwrap();
    assert_eq!(summary["all"]["games"], 5);
    assert!(
        ["a.pgn-1.html", "b.pgn-1.html"].iter().all(|page| !folder.read(&format!("pages/{page}")).is_empty())
    );
}

#[test]
fn compact_reviews_have_no_moves_and_the_same_summary() {
    let folder = Folder::new("review_all_compact");
    let whole = folder.review("--json");
    let mut expected = folder.reviews();
    for review in &mut expected {
        review.as_object_mut().unwrap().remove("moves");
    }
    assert_eq!(folder.review("--json --compact --force"), whole);
    assert_eq!(folder.reviews(), expected);
    assert!(expected.iter().all(|review| review["summary"]["red"]["average_loss"].is_f64()));
    assert_eq!(folder.review("--json --compact --resume"), whole);
    let text = folder.review("--compact --resume --sort name");
    let names: Vec<_> = text.lines().skip(2).take(3).map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names, ["Hu", "Lu", "Xu"].map(Some));
}

#[test]
fn games_are_judged_by_the_rules_that_are_asked_for() {
    // Diagram 20 of the Chinese rules: Red threatens mate and chases in turn, Black's moves are idle.
    let fen = "C3kab2/4a4/4b4/RNr3p1p/9/3pp1P2/P7P/4B4/3cA4/3AK1B2 w - - 0 1";
    let moves = "1. b6a8 c6c8 2. a8b6 c8c6 3. b6a8 c6c8 4. a8b6 c8c6";
    let game = crate::support::command::file("threat.pgn", &format!("[FEN \"{fen}\"]\n\n{moves} *\n"));
    for (rules, end) in [("asian", json!({ "cp": 0 })), ("chinese", json!({ "rule": 0 }))] {
        let review = object(&format!("review {game} --rules {rules} --nodes 50 --json"));
        assert_eq!((&review["rules"], &review["end"]["evaluation"]["score"]), (&json!(rules), &end));
    }
}
