// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program as scripts see it: exit status, fixed lines, one line for each error.

use crate::support::command::{chuhe, file, lines};
use crate::support::run::{folder, objects, printed, refused, repository, run, run_reading, start};
use std::fs;
use std::io::{BufRead, BufReader};
use xiangqi::notation::{Encoding, START_FEN};

/// The rook mates on f9.
const MATE_IN_ONE: &str = "3k5/9/3P5/9/9/9/p8/9/9/4KR3 w";

fn last(line: &str) -> String {
    printed(line).lines().last().expect("a last line").to_owned()
}

#[test]
fn perft_ends_with_its_three_lines() {
    let text = printed("perft 2 --divide --threads 0");
    let lines: Vec<_> = text.lines().collect();
    assert_eq!((lines.len(), lines[44]), (44 + 3, "nodes 1920"));
    assert!(lines.contains(&"h2e2: 45"));
    let time = lines[45].strip_prefix("time ").and_then(|rest| rest.strip_suffix(" s")).unwrap();
    assert!(time.parse::<f64>().is_ok() && time.split('.').nth(1).unwrap().len() == 3);
    assert!(lines[46].strip_prefix("nps ").unwrap().parse::<u64>().is_ok());
    assert!(printed("perft 0 --divide").starts_with("nodes 1\n"), "the root alone");
}

#[test]
fn perft_checks_a_suite() {
    let suite =
        file("good.epd", &format!("# counts\r\n\r\n{START_FEN} ;D1 44 ;D2 1920\r\n{START_FEN} ;D3 1\n"));
    assert_eq!(last(&format!("perft --suite {suite} --max-depth 2")), "passed 2 of 2");
    let checked = run(&format!("perft --suite {suite}"));
    assert_eq!(checked.status, Some(1));
    assert!(checked.text.starts_with("ok ") && checked.text.contains("\nWRONG "), "{}", checked.text);
    assert!(checked.text.ends_with("\npassed 1 of 2\n"), "{}", checked.text);
}

#[test]
fn show_draws_the_board() {
    let drawing = printed("show --ascii --moves 'h2e2 h9g7'");
    assert!(drawing.is_ascii() && drawing.starts_with("9  r---n---b"), "{drawing}");
    assert!(printed("show").contains('帅'));
}

/// The last line of `eval` agrees with a search of depth 0, in thin endings too.
#[test]
fn eval_says_what_the_search_goes_by() {
    for fen in [
        "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 b - - 0 1",
        "4ka3/4a4/4b4/9/9/9/9/4B4/4A4/2N1KAB2 w - - 0 1",
        "3ak4/4a4/4b4/p7p/9/8R/P7P/4B4/4A4/3AK4 w - - 70 80",
    ] {
        let expected = chuhe::Engine::new(1).search(&fen.parse().unwrap(), &chuhe::Limits::depth(0)).score;
        let shown = last(&format!("eval --fen '{fen}'")).strip_prefix("eval ").unwrap().parse().unwrap();
        assert_eq!(xiangqi::types::Score::Cp(shown), expected, "{fen}");
    }
}

#[test]
fn search_ends_with_the_move() {
    let text = printed("search --depth 4 --multipv 2 --hash 0 --moves h2e2 h9g7");
    let mv = text.lines().last().unwrap().strip_prefix("bestmove ").expect("the last line is the move");
    assert!(mv.parse::<xiangqi::types::Move>().is_ok() && text.lines().count() > 4);
    let text = printed("search --fen '3k5/1R7/9/9/9/9/R8/9/9/4K4 w' --depth 2 --notation wxf");
    assert!(text.contains(" R9-3\n") && text.ends_with("\nbestmove a3a0 (R9-3)\n"), "{text}");
    let mated = "search --depth 3 --fen '3k1R3/9/3P5/9/9/9/9/9/9/4K4 b'";
    assert_eq!(last(mated), "bestmove none");
}

#[test]
fn a_directory_without_tables_is_told() {
    let searched = run("search --depth 1 --tables positions");
    assert_eq!(searched.status, Some(0));
    assert_eq!(searched.error, "chuhe: --tables: there are no endgame tables in this directory\n");
}

#[test]
fn search_proves_or_refutes_a_mate() {
    let fen = "r1b1kaR2/4r4/2N1c4/p1p1C1p2/8p/6P2/P7P/4B4/4A4/2BAK4 w";
    let search = |moves| format!("search --nodes 20000 --fen '{fen}' --mate {moves}");
    let found = printed(&search(2));
    assert!(found.contains("mate in 2 ") && found.ends_with("\nbestmove e0f0\n"), "{found}");
    let refuted = printed(&search(1));
    assert!(refuted.contains("\nno mate in 1 move\n") && refuted.contains("\nbestmove "), "{refuted}");
    for (moves, verdict) in [(2, "proven"), (1, "refuted")] {
        let json = objects(&format!("{} --json", search(moves)));
        assert_eq!(json.last().unwrap()["mate_verdict"], verdict);
    }
}

#[test]
fn search_prints_nothing_but_json_when_asked() {
    let objects = objects("search --nodes 3000 --json");
    let (answer, iterations) = objects.split_last().unwrap();
    assert!(answer["bestmove"].is_string() && !iterations.is_empty());
    assert!(iterations.iter().all(|info| info["pv"].is_array() && info["nodes"].is_u64()));
}

#[test]
fn suite_counts_what_it_solves() {
    let text = format!(
        "# two mates and a move that is not the best\n\
         {MATE_IN_ONE}; bm f0f9; dm 1; id \"rook; on the back rank\"\n\
         {MATE_IN_ONE} - - 0 1; dm 1;\n{MATE_IN_ONE}; bm e0e1; id \"wrong\"\n"
    );
    let solve = format!("suite {} --depth 4", file("suite.epd", &text));
    assert_eq!(last(&solve), "solved 2 of 3");
    for (required, status) in [(2, 0), (3, 1)] {
        assert_eq!(run(&format!("{solve} --require {required}")).status, Some(status));
    }
    let json = objects(&format!("{solve} --json"));
    assert_eq!((&json[0]["id"], &json[0]["score"]["mate"]), (&"rook; on the back rank".into(), &1.into()));
    assert_eq!(json[3], serde_json::json!({ "of": 3, "solved": 2 }));
}

#[test]
fn a_suite_may_name_moves_to_avoid_and_count_ranks_from_one() {
    let board = MATE_IN_ONE;
    for (text, solved) in [
        (format!("{board}; am e0e1\n{board}; am f0f9\n"), 1),
        (format!("{board}; bm f0f9; am e0e1\n{board}; bm f0f9 e0e1; am f0f9\n"), 1),
        // Rank 10 in one line shows that all lines count from 1.
        (format!("{board}; bm f1f10\n{board}; am e1e2\n"), 2),
        // The two are legal only so.
        (format!("{board}; bm d8d9\n{board}; am d8d9\n"), 1),
    ] {
        let solve = format!("suite {} --depth 4", file("avoid.epd", &text));
        assert_eq!(last(&solve), format!("solved {solved} of 2"), "{text}");
    }
    let suite = file("avoid.epd", &format!("{board}; am f0f9\n"));
    assert!(printed(&format!("suite {suite} --depth 4")).contains("line 1: expected not f0f9\n"));
}

#[test]
fn suites_and_openings_in_chinese_encodings_are_read() {
    let board = MATE_IN_ONE;
    let (gbk, _) = Encoding::Gbk.encode(&format!("# 残局\n{board}; bm 车四进九; id \"海底捞月\"\n"));
    let wide = format!("\u{feff}{board}; bm f0f9; id \"一\"\n");
    let wide = wide.encode_utf16().flat_map(u16::to_le_bytes).collect();
    // Files put together: a byte order mark before the second position.
    let two = format!("\u{feff}{board}; bm f0f9\n\u{feff}{board}; bm f0f9\n").into_bytes();
    let path = file("encoded.epd", "");
    for (bytes, expected) in
        [(two, "solved 2 of 2"), (wide, "solved 1 of 1"), (gbk, "海底捞月\nsolved 1 of 1")]
    {
        fs::write(&path, bytes).unwrap();
        let solved = printed(&format!("suite {path} --depth 4"));
        assert!(solved.ends_with(&format!("{expected}\n")), "{solved}");
    }
    let (openings, _) = Encoding::Gbk.encode("startpos moves 炮二平五 马8进7; id \"中炮对屏风马\"\n");
    fs::write(&path, openings).unwrap();
    let log = file("encoded.jsonl", "");
    let pair = "--engine cmd=self,name=a --engine cmd=self,name=b --games 1 --nodes 1";
    printed(&format!("match {pair} --force --openings {path} --log {log}"));
    assert!(fs::read_to_string(log).unwrap().contains(r#"["h2e2","h9g7"]"#));
}

#[test]
fn adjudicate_ends_with_the_verdict_and_its_reason() {
    let verdict = |words: &str| {
        let text = printed(&format!("adjudicate {words}"));
        let (_, end) = text.rsplit_once("verdict: ").expect("a verdict");
        let (verdict, reason) = end.trim_end().split_once("\nreason: ").expect("a reason");
        (verdict.to_owned(), reason.to_owned(), text.matches("\nThe game was over after 8 moves: ").count())
    };
    let check = "--fen '4k4/R8/9/9/9/9/9/9/9/3K5 w' a8a9 E9-E8 a9a8 e8e9 'a8a9 e9e8' A9A8 e8e9";
    let reason = "red loses by perpetual check; red: perpetual check; black: idle moves".to_owned();
    assert_eq!(verdict(check), ("black wins".to_owned(), reason, 0));
    assert_eq!(verdict(&format!("{check} --rules alwaysdraw")).0, "draw");
    let (winner, _, notes) = verdict(&format!("{check} a8a9 e9e8"));
    assert_eq!((winner.as_str(), notes), ("black wins", 1), "it was played on");
    let long = "--fen '3k5/9/9/9/9/9/9/R8/9/4K4 w - - 99 90' a2a3";
    for (words, expected) in [("", "ongoing"), ("--limit 100", "draw"), ("--limit 0", "ongoing")] {
        assert_eq!(verdict(&format!("{long} {words}")).0, expected, "{words}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = folder("manual");
    assert_eq!(printed(&format!("manual {}", folder.display())), "");
    let page = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_else(|_| panic!("{name}"));
    for command in ["perft", "match", "review", "tables-build", "book-convert", "manual"] {
        assert!(page(&format!("chuhe-{command}.1")).contains(".SH SYNOPSIS"));
    }
    assert!(page("chuhe.1").contains("chuhe\\-search(1)") && page("chuhe-book-build.1").contains("Example"));
    assert!(refused(&format!("manual {}", repository("Cargo.toml/man"))).contains("Cargo.toml"));
    for shell in ["bash", "zsh", "fish", "powershell"] {
        assert!(printed(&format!("completions {shell}")).contains("chuhe"), "{shell}");
    }
}

#[test]
fn a_reader_that_closes_the_pipe_is_no_error() {
    let mut child = start("search --movetime 600000");
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert!(first.starts_with("depth"));
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    use std::process::Command;

    let shell = |line: &str| {
        let line = line.replace("chuhe", crate::CHUHE);
        let output = Command::new("sh").args(["-c", &line]).env("CHUHE_LANG", "en").output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for command in ["show", "eval", "perft 2", "search --depth 2", "completions bash", "--help"] {
        let (status, error) = shell(&format!("chuhe {command} > /dev/full"));
        assert_eq!(status, Some(1), "{command}: {error}");
        assert!(error.starts_with("chuhe: standard output: ") && error.lines().count() == 1, "{error}");
    }
    let image = run("show --svg /dev/full");
    assert!(image.status == Some(1) && image.error.starts_with("chuhe: /dev/full: "), "{}", image.error);
    // A table beyond all memory is made smaller.
    let small = shell("ulimit -v 700000 && chuhe search --depth 2 --hash 65536");
    assert_eq!(small, (Some(0), String::new()));
}

#[test]
fn the_help_tells_the_size_of_the_table_in_force() {
    for (command, size) in [("search", 64), ("suite", 64), ("bench", 16)] {
        let text = lines(&[command, "--help"]).join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(&format!("choice [default: {size}]")), "{text}");
    }
    assert_eq!(chuhe(&["chances", "--help"]).stdout, chuhe(&["wdl", "--help"]).stdout, "the former name");
    assert!(printed("--version").starts_with("chuhe "));
}

#[test]
fn the_log_tells_the_traffic_when_asked_and_nothing_otherwise() {
    let talk = |words: &str| {
        let session = run_reading(words, b"ucci\nsetoption hashsize 2\nquit\n");
        assert!(session.text.ends_with("\nucciok\nbye\n"));
        session.error
    };
    assert_eq!(talk(""), "");
    let log = talk("--log debug");
    for part in
        ["chuhe::protocol] < ucci\n", "] transposition table of 2 MiB\n", "chuhe::protocol] > ucciok\n"]
    {
        assert!(log.contains(part), "{part}: {log}");
    }
}
