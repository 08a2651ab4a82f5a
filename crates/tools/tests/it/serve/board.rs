// SPDX-License-Identifier: MIT OR Apache-2.0
//! The server of the board: what it answers.

use crate::support::run::printed;
use crate::support::web::{MATE_IN_ONE, PATIENCE, Server};
use chuhe::Position;
use chuhe::book::{BookMove, format};
use serde_json::{Value, json};
use std::fs;
use std::time::Instant;

#[test]
fn positions_are_described() {
    let server = Server::start(&[]);
    let mut socket = server.socket();
    let start = socket.ask(&json!({"id": 7, "type": "position"}));
    assert_eq!(
        (&start["id"], &start["type"], &start["side"]),
        (&json!(7), &json!("position"), &json!("red"))
    );
    assert_eq!(start["legal"].as_array().unwrap().len(), 44);
    let later = socket.ask(&json!({"type": "position", "moves": ["h2e2", "马8进7"]}));
    assert_eq!(later["line"][1]["move"], "h9g7");
    assert_eq!(later["line"][0]["texts"], json!(["h2e2", "C2.5", "炮二平五", "炮二平五", "P2-5"]));
    let mate = socket.ask(&json!({"type": "position", "fen": "R2k5/1R7/9/9/9/9/9/9/9/4K4 b"}));
    assert_eq!(mate["outcome"]["winner"], "red");
    assert!(mate["outcome"]["reason"][0].as_str().unwrap().contains("mate"), "{mate}");

    let moves: Vec<&str> = ["d5e5", "e9d9", "e5d5", "d9e9"].repeat(2);
    let fen = "4k4/9/9/9/3R5/9/9/9/9/5K3 w";
    let check = socket.ask(&json!({"type": "position", "fen": fen, "moves": moves}));
    assert_eq!(
        (&check["outcome"]["winner"], &check["repetition"]["offences"]),
        (&json!("black"), &json!([1, 3, 5, 7]))
    );
    for (language, words) in [(0, "perpetual check"), (1, "长将")] {
        assert!(check["repetition"]["lines"][language].to_string().contains(words), "{check}");
    }
    // Diagram 20 of the Chinese rules: Red threatens mate and chases in turn, Black's moves are idle.
    let fen = "C3kab2/4a4/4b4/RNr3p1p/9/3pp1P2/P7P/4B4/3cA4/3AK1B2 w - - 0 1";
    let moves = json!(["b6a8", "c6c8", "a8b6", "c8c6", "b6a8", "c6c8", "a8b6", "c8c6"]);
    for (rules, winner) in [("asian", Value::Null), ("chinese", json!("black"))] {
        let end = socket.ask(&json!({"type": "position", "fen": fen, "moves": moves, "rules": rules}));
        assert_eq!(end["outcome"]["winner"], winner, "{end}");
    }
    socket.send(&json!({"type": "review", "fen": fen, "moves": moves, "rules": "chinese", "movetime": 10}));
    let last = (0..9).map(|_| socket.next()).last().unwrap();
    assert_eq!(last["score"], "-R", "{last}");
}

#[test]
fn games_are_written_with_variations_comments_and_glyphs() {
    let server = Server::start(&[]);
    let write = |game: &Value| server.post_json("/pgn", game);
    let played = |mv, glyphs: &[u8], variations: Value| json!({"move": mv, "comment": "", "glyphs": glyphs, "variations": variations});
    let other = json!([{"comment": "bold", "moves": [played("h7e7", &[], json!([]))]}]);
    let line = json!({"moves": [played("h2e2", &[1], json!([])), played("h9g7", &[], other)]});
    let tags = [["Red", "Hu"], ["Result", "0-1"]];
    let (_, written) = write(&json!({"line": line, "notation": 2, "tags": tags}));
    let pgn = written["pgn"].as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(pgn.contains("[Red \"Hu\"]") && pgn.contains("[Result \"0-1\"]"), "{pgn}");
    assert!(pgn.contains("1. 炮二平五 $1 马８进７ ({bold} 1... 炮８平５) 0-1"), "{pgn}");
    let wrong = json!({"moves": [played("h2h8", &[], json!([]))]});
    let (status, message) = write(&json!({"line": wrong}));
    assert!(status == 422 && message[0].as_str().unwrap().contains("h2h8"), "{status} {message}");
    assert_eq!(server.post("/pgn", "{").0, 400);
    // Longer than a message may be.
    let comment = "x".repeat(500_000);
    let long = json!({"moves": [{"move": "h2e2", "comment": comment}]});
    assert!(write(&json!({"line": long})).1["pgn"].as_str().unwrap().len() > 500_000);
    let picture = server.socket().ask(&json!({"type": "picture", "moves": ["h2e2"]}));
    assert!(picture["svg"].as_str().unwrap().starts_with("<svg"));
}

/// A game with a review as the page keeps it: from the first answers to `review`.
fn reviewed(server: &Server, moves: &[&str]) -> Value {
    let mut socket = server.socket();
    socket.send(&json!({"type": "review", "moves": moves, "movetime": 50}));
    let steps: Vec<Value> = (0..=moves.len()).map(|_| socket.next()).collect();
    let kept = steps.iter().map(|step| {
        let pv = step["pv"].as_array().unwrap().iter().map(|mv| mv["move"].clone());
        json!({"score": step["score"], "pv": pv.collect::<Vec<_>>()})
    });
    let line = moves.iter().map(|mv| json!({"move": mv, "comment": "", "clock": 298_000}));
    json!({
        "tags": [["Red", "Hu"]], "notation": 2, "language": "en", "review": kept.collect::<Vec<_>>(),
        "line": {"moves": line.collect::<Vec<_>>()}, "steps": steps,
    })
}

#[test]
fn reviewed_games_are_written_with_scores_clocks_marks_and_better_lines() {
    let server = Server::start(&[]);
    let mut game = reviewed(&server, &["h2h9", "i9h9"]);
    let write = |path, game: &Value| server.post_json(path, game);
    let (_, written) = write("/pgn", &game);
    let pgn = written["pgn"].as_str().unwrap();
    let words = game["steps"][1]["verdict"]["words"][2][0].as_str().unwrap();
    let flat = pgn.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        flat.contains(&format!("{words} ({{")) || flat.contains(&format!("[{words}]}} ({{")),
        "{words}: {flat}"
    );
    assert!(flat.contains("[Annotator \"chuhe review "), "{flat}");
    assert_eq!((flat.matches("[%eval ").count(), flat.matches("[%clk 0:04:58]").count()), (2, 2), "{flat}");
    let (_, page) = write("/review", &game);
    let page = page["html"].as_str().unwrap();
    let mark = "<meta name=\"generator\" content=\"chuhe review\">";
    assert!(page.contains("Content-Security-Policy") && page.contains(mark));
    let data = page.split_once("id=\"data\">").unwrap().1.split_once("</script>").unwrap().0;
    let data: Value = serde_json::from_str(data).unwrap();
    for ply in 0..=2 {
        for what in ["score", "points", "pv", "verdict"] {
            assert_eq!(data["steps"][ply][what], game["steps"][ply][what], "{ply} {what}");
        }
    }
    for what in ["accuracy", "loss"] {
        assert_eq!(data["steps"][2][what], game["steps"][2][what], "{what}");
    }
    game["review"][1]["score"] = json!("<b>");
    for path in ["/pgn", "/review"] {
        let (status, message) = write(path, &game);
        assert!(status == 422 && message[0].as_str().unwrap().contains("is not a score"), "{message}");
    }
}

#[test]
fn scores_clocks_and_shapes_of_a_file_make_a_round_trip() {
    let server = Server::start(&[]);
    let text = "{[%csl Ge4] before} 1. h2e2 {[%eval 0.35] [%clk 0:04:58] good} \
                1... h9g7 {[%cal Gh2e2,Ra0a1] [%csl Be4]} (1... b7e7 {[%cal Yb7e7] bold}) *";
    let games = |text: &str| serde_json::from_str::<Value>(&server.post("/games", text).1).unwrap();
    let read = &games(text)["games"][0];
    let line = &read["line"];
    assert_eq!((&line["shapes"], &line["comment"]), (&json!(["Ge4"]), &json!("before")));
    let first = &line["moves"][0];
    assert_eq!(
        (&first["eval"], &first["clock"], &first["comment"]),
        (&json!("0.35"), &json!(298_000), &json!("good"))
    );
    assert_eq!(line["moves"][1]["shapes"], json!(["Gh2e2", "Ra0a1", "Be4"]));
    let (_, written) = server.post_json("/pgn", &json!({"line": line}));
    let pgn = written["pgn"].as_str().unwrap();
    assert_eq!(&games(pgn)["games"][0]["line"], line, "{pgn}");
}

#[test]
fn typed_texts_are_moves_or_positions() {
    let server = Server::start(&[]);
    let mut socket = server.socket();
    let mut read =
        |moves: &[&str], text: &str| socket.ask(&json!({"type": "read", "moves": moves, "text": text}));
    let mate = "3k5/9/9/9/9/9/9/R8/1R7/5K3 w";
    for (moves, text, fen, expected) in [
        (&[][..], "炮二平五,马8进7", None, &["h2e2", "h9g7"][..]),
        (&["h2e2"], "N8+7", None, &["h9g7"]),
        (&[], "1. C2.5 N8+7 2. N2+3", None, &["h2e2", "h9g7", "h0g2"]),
        (&["h2e2"], &format!("{mate} moves a2a9"), Some(mate), &["a2a9"]),
        (&["h2e2"], &format!("position fen {mate} - - 0 1 moves a2a9"), Some(mate), &["a2a9"]),
        (&["h2e2"], "position startpos moves b2e2", Some("rnbakabnr"), &["b2e2"]),
    ] {
        let answer = read(moves, text);
        assert_eq!(answer["moves"], json!(expected), "{text}");
        let start = answer["fen"].as_str();
        assert_eq!(start.is_some(), fen.is_some(), "{text}: {answer}");
        assert!(start.unwrap_or_default().starts_with(fen.unwrap_or_default()), "{text}: {answer}");
    }
    for text in ["hello world", "e2e4", "9/9 w", ""] {
        let answer = read(&[], text);
        let is_empty = answer["moves"].as_array().is_some_and(Vec::is_empty);
        assert!(answer["type"] == "error" || is_empty, "{text}: {answer}");
    }
}

#[test]
fn tables_tell_the_result_of_each_move() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    printed(&format!("tables build KRvK --dir {path}"));
    let server = Server::start(&["--tables", path]);
    let look = server.socket().ask(&json!({"type": "position", "fen": MATE_IN_ONE}));
    assert_eq!(look["table"]["value"], json!(["wins in 1", "1步胜"]));
    assert_eq!(look["table"]["moves"][0]["move"], "e1d1");
}

#[test]
fn the_engine_plays_analyses_and_reviews() {
    let server = Server::start(&[]);
    let mut socket = server.socket();
    let chosen = socket.ask(&json!({"id": 1, "type": "play", "level": 1, "seed": 5}));
    assert_eq!(chosen["type"], "move");
    let legal = socket.ask(&json!({"id": 2, "type": "position"}));
    assert!(legal["legal"].as_array().unwrap().contains(&chosen["move"]), "{chosen}");
    let clock = json!({"time": 500, "increment": 0});
    let quick = socket.ask(&json!({"id": 1, "type": "play", "level": 20, "clock": clock}));
    assert_eq!(quick["type"], "move", "{quick}");
    let hint = socket.ask(&json!({"id": 3, "type": "hint", "fen": MATE_IN_ONE}));
    assert_eq!((&hint["move"], &hint["score"]), (&json!("e1d1"), &json!("+M1")));
    assert_eq!(hint["takes_draw"], true, "the engine would be mated");
    let hint = socket.ask(&json!({"id": 3, "type": "hint"}));
    assert_eq!(hint["takes_draw"], false, "{hint}");
    let fen = "2bak4/4a4/4b4/9/9/9/9/4B4/4A3n/2BAK4 w - - 30 70";
    let hint = socket.ask(&json!({"id": 3, "type": "hint", "fen": fen}));
    assert_eq!(hint["takes_draw"], true, "{hint}");

    socket.send(&json!({"id": 4, "type": "analyse", "lines": 3}));
    let end = Instant::now() + PATIENCE;
    loop {
        let answer = socket.next();
        assert_eq!((&answer["type"], &answer["id"]), (&json!("lines"), &json!(4)), "{answer}");
        let lines = answer["lines"].as_array().unwrap();
        if lines.len() == 3 && answer["depth"].as_u64().unwrap() > 3 {
            assert!(
                lines.iter().all(|line| line["pv"][0]["texts"][2].is_string() && line["points"].is_f64())
            );
            break;
        }
        assert!(Instant::now() < end, "{answer}");
    }
    socket.send(&json!({"type": "stop"}));
    assert_eq!(socket.next_but("lines")["type"], "done");

    socket.send(&json!({"id": 5, "type": "review", "moves": ["h2h9", "i9h9"], "movetime": 50}));
    let steps: Vec<Value> = (0..3).map(|_| socket.next()).collect();
    assert!(steps.iter().enumerate().all(|(ply, step)| step["type"] == "reviewed" && step["ply"] == ply));
    assert!(steps[1]["verdict"]["mark"].is_u64(), "{}", steps[1]);
    assert_eq!(socket.next()["type"], "done");
}

#[test]
fn an_analysis_has_what_it_asks_for_up_to_the_limits() {
    let server = Server::start(&["--threads", "2", "--hash", "8"]);
    let answer = server.get("/limits", "");
    assert!(answer.ends_with(r#"{"threads":2,"hash":8}"#), "{answer}");
    let mut socket = server.socket();
    for (threads, hash) in [(1, 1), (2, 8), (1000, 1_000_000), (0, 0)] {
        let query = json!({"type": "analyse", "fen": MATE_IN_ONE, "threads": threads, "hash": hash});
        let lines = socket.ask(&query);
        assert_eq!(
            (&lines["type"], &lines["lines"][0]["score"]),
            (&json!("lines"), &json!("+M1")),
            "{lines}"
        );
        socket.send(&json!({"type": "stop"}));
        assert_eq!(socket.next_but("lines")["type"], "done");
        assert_eq!(socket.ask(&json!({"type": "hint", "fen": MATE_IN_ONE}))["move"], "e1d1");
    }
}

#[test]
fn a_book_move_and_its_mirror_image_are_no_mistakes() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("sacrifice.book");
    let sacrifice = BookMove::new("h2h9".parse().unwrap(), 1);
    let entry = format::BookEntry::new(&Position::startpos(), sacrifice);
    fs::write(&book, format::to_bytes([entry])).unwrap();
    let server = Server::start(&["--book", book.to_str().unwrap()]);
    let mut socket = server.socket();
    // Without the book they are, as in the test above.
    for mv in ["h2h9", "b2b9"] {
        socket.send(&json!({"type": "review", "moves": [mv], "movetime": 50}));
        let steps: Vec<Value> = (0..2).map(|_| socket.next()).collect();
        let verdict = &steps[1]["verdict"];
        assert!(verdict["book"] == true && verdict["mark"].is_null(), "{mv}: {verdict}");
        assert_eq!(socket.next()["type"], "done");
    }
}

#[test]
fn a_search_is_sent_with_its_nodes_windows_and_cutoffs() {
    let server = Server::start(&[]);
    let watch = |request: &Value| server.post_json("/watch", request);
    let request = |game, algorithm, position, depth: u32| json!({"game": game, "algorithm": algorithm, "position": position, "depth": depth});
    let (status, deep) = watch(&json!({"game": "tree", "algorithm": "alphabeta", "position": "deep"}));
    assert_eq!((status, &deep["has_windows"]), (200, &json!(true)));
    let nodes = deep["record"]["nodes"].as_array().unwrap();
    let names = deep["names"].as_array().unwrap();
    let cut = nodes.iter().position(|node| !node["cutoff"].is_null()).unwrap();
    assert_eq!((&names[cut], &nodes[cut]["cutoff"]), (&json!("D"), &json!({"value": 5, "holder": 0})));
    let (_, xiangqi) = watch(&request("xiangqi", "pvs", "", 2));
    assert_eq!(xiangqi["record"]["nodes"][1]["is_max"], false, "{xiangqi}");
    assert!(xiangqi["record"]["nodes"][1]["picture"].as_str().unwrap().parse::<Position>().is_ok());
    for (request, part) in [
        (request("chess", "pvs", "", 2), "'chess' is not a game"),
        (request("xiangqi", "best", "", 2), "no algorithm 'best'"),
        (request("xiangqi", "minimax", "", 60), "more than 2000 nodes"),
        (request("tree", "minimax", "A(", 2), "before 1 of its positions"),
    ] {
        let (status, error) = watch(&request);
        assert!(status == 422 && error[0].as_str().unwrap().contains(part), "{error}");
    }
}
