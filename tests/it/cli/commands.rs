// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program as scripts see it: exit status, fixed lines, one line for each error.

use crate::support::command::{chuhe, complaint, file, lines};
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use xiangqi::notation::Encoding;

#[test]
fn perft_ends_with_its_three_lines() {
    let lines = lines(&["perft", "3", "--divide", "--threads", "2"]);
    assert_eq!(lines.len(), 44 + 3);
    assert!(lines.contains(&"h2e2: 1564".to_owned()));
    assert_eq!(lines[44], "nodes 79666");
    let time = lines[45].strip_prefix("time ").and_then(|rest| rest.strip_suffix(" s"));
    assert!(
        time.is_some_and(|time| time.parse::<f64>().is_ok() && time.split('.').nth(1).unwrap().len() == 3)
    );
    assert!(lines[46].strip_prefix("nps ").is_some_and(|nps| nps.parse::<u64>().is_ok()));
}

#[test]
fn perft_counts_the_root_alone_at_depth_0() {
    assert_eq!(lines(&["perft", "0", "--divide"])[0], "nodes 1");
    assert_eq!(lines(&["perft", "1", "--moves", "h2e2"])[0], "nodes 45");
}

#[test]
fn perft_checks_a_suite() {
    let start = xiangqi::notation::START_FEN;
    let good = file("good.epd", &format!("# counts\r\n\r\n{start} ;D1 44 ;D2 1920\r\n{start} ;D5 1\n"));
    assert_eq!(lines(&["perft", "--suite", &good, "--max-depth", "2"]).last().unwrap(), "passed 2 of 2");
    let output = chuhe(&["perft", "--suite", &good, "--max-depth", "5"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text.starts_with("ok ") && text.contains("\nWRONG "), "{text}");
    assert!(text.ends_with("\npassed 1 of 2\n"), "{text}");
}

#[test]
fn show_draws_the_board() {
    let drawing = lines(&["show", "--ascii", "--moves", "h2e2 h9g7"]);
    assert!(drawing.iter().all(|line| line.is_ascii()));
    assert!(drawing[0].starts_with("9  r---n---b"));
    assert!(lines(&["show"]).iter().any(|line| line.contains('帅')));
    let target = file("board.svg", "");
    assert!(lines(&["show", "--svg", &target]).is_empty());
    let image = fs::read_to_string(target).unwrap();
    assert!(image.starts_with("<svg ") && image.ends_with("</svg>\n"));
}

#[test]
fn eval_ends_with_the_value() {
    let lines = lines(&["eval", "--moves", "h2e2"]);
    let value = lines.last().unwrap().strip_prefix("eval ").expect("the last line is the value");
    assert!(value.parse::<i32>().is_ok());
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
        let lines = lines(&["eval", "--fen", fen]);
        let shown: i32 = lines.last().unwrap().strip_prefix("eval ").unwrap().parse().unwrap();
        assert_eq!(xiangqi::types::Score::Cp(shown), expected, "{fen}");
    }
}

#[test]
fn networks_are_described_and_refused() {
    let bytes = chuhe::eval::nnue::NetworkWeights::random(32, 1).to_bytes().unwrap();
    let path = &file("described.net", "");
    fs::write(path, bytes).unwrap();
    let lines = lines(&["net", "info", path]);
    assert_eq!(lines[0], "name random");
    assert!(
        lines.contains(
            &"network (692 -> 32) x 2 -> 8 + (-> 16 -> 32 -> 8), SCReLU, half of the neurons mirrored"
                .to_owned()
        ),
        "{lines:?}"
    );
    fs::write(path, "no network").unwrap();
    for words in [["net", "info", path], ["eval", "--evalfile", path]] {
        assert!(complaint(&words, 2).contains("not a chuhe network file"));
    }
}

#[test]
fn search_ends_with_the_move() {
    let lines = lines(&["search", "--depth", "4", "--multipv", "2", "--moves", "h2e2", "h9g7"]);
    let mv = lines.last().unwrap().strip_prefix("bestmove ").expect("the last line is the move");
    assert!(mv.parse::<xiangqi::types::Move>().is_ok());
    assert!(lines.len() > 4);
}

#[test]
fn search_writes_moves_in_a_notation() {
    let fen = "3k5/1R7/9/9/9/9/R8/9/9/4K4 w";
    let found = lines(&["search", "--fen", fen, "--depth", "2", "--notation", "wxf"]);
    assert!(found[1].ends_with(" R9-3"), "{found:?}");
    assert_eq!(found.last().unwrap(), "bestmove a3a0 (R9-3)");
}

#[test]
fn a_directory_without_tables_is_told() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/positions");
    let output = chuhe(&["search", "--depth", "1", "--tables", directory]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "chuhe: --tables: there are no endgame tables in this directory\n"
    );
}

#[test]
fn search_proves_or_refutes_a_mate() {
    let fen = "r1b1kaR2/4r4/2N1c4/p1p1C1p2/8p/6P2/P7P/4B4/4A4/2BAK4 w";
    let search = |moves: &'static str| ["search", "--nodes", "20000", "--fen", fen, "--mate", moves];
    let found = lines(&search("2"));
    assert!(found[1].contains("mate in 2 ") && found[1].contains(" e0f0 "), "{found:?}");
    assert_eq!(found.last().unwrap(), "bestmove e0f0");
    let refuted = lines(&search("1"));
    assert_eq!(refuted[1], "no mate in 1 move");
    assert!(refuted.last().unwrap().starts_with("bestmove "), "{refuted:?}");
    for (moves, verdict) in [("2", "proven"), ("1", "refuted")] {
        let json = lines(&[&search(moves)[..], &["--json"]].concat());
        let result: serde_json::Value = serde_json::from_str(json.last().unwrap()).unwrap();
        assert_eq!(result["mate_verdict"], verdict);
    }
}

#[test]
fn search_prints_nothing_but_json_when_asked() {
    let lines = lines(&["search", "--nodes", "3000", "--json"]);
    let objects: Vec<serde_json::Value> =
        lines.iter().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect();
    let (answer, iterations) = objects.split_last().unwrap();
    assert!(answer["bestmove"].is_string());
    assert!(!iterations.is_empty());
    assert!(iterations.iter().all(|info| info["pv"].is_array() && info["nodes"].is_u64()));
}

#[test]
fn a_mated_side_has_no_move() {
    let mated = "3k1R3/9/3P5/9/9/9/9/9/9/4K4 b";
    assert_eq!(lines(&["search", "--depth", "3", "--fen", mated]).last().unwrap(), "bestmove none");
    assert!(lines(&["show", "--fen", mated]).contains(&"black is mated".to_owned()));
}

#[test]
fn suite_counts_what_it_solves() {
    let text = "\
# two mates and a move that is not the best
3k5/9/3P5/9/9/9/p8/9/9/4KR3 w; bm f0f9; dm 1; id \"rook; on the back rank\"
3k5/9/3P5/9/9/9/p8/9/9/4KR3 w - - 0 1; dm 1;
3k5/9/3P5/9/9/9/p8/9/9/4KR3 w; bm e0e1; id \"wrong\"
";
    let suite = file("suite.epd", text);
    let solve = ["suite", &suite, "--depth", "4"];
    assert_eq!(lines(&solve).last().unwrap(), "solved 2 of 3");
    assert_eq!(chuhe(&[&solve[..], &["--require", "2"]].concat()).status.code(), Some(0));
    assert_eq!(chuhe(&[&solve[..], &["--require", "3"]].concat()).status.code(), Some(1));
    let json = lines(&[&solve[..], &["--json"]].concat());
    let first: serde_json::Value = serde_json::from_str(&json[0]).unwrap();
    assert_eq!(first["id"], "rook; on the back rank");
    assert_eq!(first["score"]["mate"], 1);
    assert_eq!(json[3], r#"{"of":3,"solved":2}"#);
}

#[test]
fn a_suite_may_name_moves_to_avoid_and_count_ranks_from_one() {
    let board = "3k5/9/3P5/9/9/9/p8/9/9/4KR3 w";
    for (text, solved) in [
        (format!("{board}; am e0e1\n{board}; am f0f9\n"), 1),
        (format!("{board}; bm f0f9; am e0e1\n{board}; bm f0f9 e0e1; am f0f9\n"), 1),
        // Rank 10 in one line shows that all lines count from 1.
        (format!("{board}; bm f1f10\n{board}; am e1e2\n"), 2),
        // The two are legal only so.
        (format!("{board}; bm d8d9\n{board}; am d8d9\n"), 1),
    ] {
        let suite = file("avoid.epd", &text);
        let last = lines(&["suite", &suite, "--depth", "4"]).pop().unwrap();
        assert_eq!(last, format!("solved {solved} of 2"), "{text}");
    }
    let suite = file("avoid.epd", &format!("{board}; am f0f9\n"));
    assert!(lines(&["suite", &suite, "--depth", "4"])[0].ends_with("line 1: expected not f0f9"));
}

#[test]
fn suites_and_openings_in_chinese_encodings_are_read() {
    let board = "3k5/9/3P5/9/9/9/p8/9/9/4KR3 w";
    let (suite, _) = Encoding::Gbk.encode(&format!("# 残局\n{board}; bm 车四进九; id \"海底捞月\"\n"));
    let (perft, _) = Encoding::Gbk.encode(&format!("# 残局大全\n{board} ;D1 17\n"));
    let utf_16: Vec<u8> =
        format!("\u{feff}{board}; bm f0f9; id \"一\"\n").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let path = |name: &str, bytes: &[u8]| {
        let path = file(name, "");
        fs::write(&path, bytes).unwrap();
        path
    };
    let [gbk, wide, counts] = [("gbk.epd", &suite), ("wide.epd", &utf_16), ("counts.epd", &perft)]
        .map(|(name, bytes)| path(name, bytes));
    let solved = lines(&["suite", &gbk, "--depth", "4"]);
    assert!(solved[0].ends_with("海底捞月") && solved[1] == "solved 1 of 1", "{solved:?}");
    assert_eq!(lines(&["suite", &wide, "--depth", "4"])[1], "solved 1 of 1");
    assert!(lines(&["perft", "--suite", &counts])[0].contains(board));
    // Files put together: a byte order mark before the second position.
    let two = path("two.epd", format!("\u{feff}{board}; bm f0f9\n\u{feff}{board}; bm f0f9\n").as_bytes());
    assert_eq!(lines(&["suite", &two, "--depth", "4"])[2], "solved 2 of 2");
    let (openings, _) = Encoding::Gbk.encode("startpos moves 炮二平五 马8进7; id \"中炮对屏风马\"\n");
    let openings = path("openings.epd", &openings);
    let log = path("openings.jsonl", b"");
    let words = "match --engine cmd=self,name=a --engine cmd=self,name=b --games 1 --nodes 1 --force";
    let words = words.split(' ').chain(["--openings", &openings, "--log", &log]).collect::<Vec<_>>();
    let output = chuhe(&words);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(fs::read_to_string(log).unwrap().contains(r#"["h2e2","h9g7"]"#));
}

#[test]
fn bench_ends_with_the_signature_twice_the_same() {
    let signature = || {
        let line = lines(&["bench", "--depth", "3"]).pop().unwrap();
        let (nodes, nps) = line.split_once(" nodes ").expect("N nodes M nps");
        assert!(nps.strip_suffix(" nps").is_some_and(|nps| nps.parse::<u64>().is_ok()));
        nodes.parse::<u64>().unwrap()
    };
    assert_eq!(signature(), signature());
}

const PERPETUAL_CHECK: [&str; 12] = [
    "adjudicate",
    "--fen",
    "4k4/R8/9/9/9/9/9/9/9/3K5 w",
    "a8a9",
    "E9-E8",
    "a9a8",
    "e8e9",
    "a8a9 e9e8",
    "A9A8",
    "e8e9",
    "a8a9",
    "e9e8",
];

/// The last two lines of `adjudicate`.
fn verdict(words: &[&str]) -> [String; 2] {
    let lines = lines(words);
    let [.., verdict, reason] = &lines[..] else { panic!("{lines:?}") };
    assert!(verdict.starts_with("verdict: ") && reason.starts_with("reason: "), "{lines:?}");
    [verdict["verdict: ".len()..].to_owned(), reason["reason: ".len()..].to_owned()]
}

#[test]
fn adjudicate_ends_with_the_verdict_and_its_reason() {
    let game = &PERPETUAL_CHECK[..10];
    assert_eq!(
        verdict(game),
        ["black wins", "red loses by perpetual check; red: perpetual check; black: idle moves"]
    );
    assert_eq!(verdict(&[game, &["--lang", "zh"]].concat())[1], "红方长将作负；红方：长将；黑方：闲着");
    for (rules, expected) in [
        ("asian", "black wins"),
        ("Computer", "black wins"),
        ("check-ban", "black wins"),
        ("CHECKBAN", "black wins"),
        ("alwaysdraw", "draw"),
    ] {
        assert_eq!(verdict(&[game, &["--rules", rules]].concat())[0], expected, "{rules}");
    }
    assert_eq!(verdict(&["adjudicate"]), ["ongoing", "the game goes on, red to move"]);
    let long = ["adjudicate", "--fen", "3k5/9/9/9/9/9/9/R8/9/4K4 w - - 99 90", "a2a3"];
    assert_eq!(verdict(&long)[0], "ongoing");
    assert_eq!(verdict(&[&long[..], &["--limit", "100"]].concat())[0], "draw");
    assert_eq!(verdict(&[&long[..], &["--limit", "0"]].concat())[0], "ongoing");
}

#[test]
fn adjudicate_says_if_a_game_was_played_on() {
    let note = |lines: Vec<String>| lines.iter().filter(|line| line.starts_with("The game was over")).count();
    assert_eq!(note(lines(&PERPETUAL_CHECK[..10])), 0);
    let played_on = lines(&PERPETUAL_CHECK);
    assert!(played_on.contains(&"The game was over after 8 moves: red loses by perpetual check".to_owned()));
    assert_eq!(verdict(&PERPETUAL_CHECK)[0], "black wins");
}

#[test]
fn adjudicate_refuses_what_it_cannot_judge() {
    complaint(&["adjudicate", "--rules", "none"], 2);
    complaint(&["adjudicate", "--lang", "fr"], 2);
    complaint(&["adjudicate", "--limit", "-1"], 2);
    assert!(complaint(&["adjudicate", "--fen", "rubbish"], 2).contains("--fen"));
    assert!(
        complaint(&["adjudicate", "h2e2", "h2e2"], 2)
            .contains("move 1, black (ply 2): 'h2e2' is illegal: there is no piece on h2")
    );
    assert!(
        complaint(&["adjudicate", "炮三平五"], 2).contains("'炮三平五' is illegal: red has no such cannon")
    );
}

#[test]
fn completions_exist_for_the_common_shells() {
    for shell in ["bash", "zsh", "fish", "powershell"] {
        assert!(lines(&["completions", shell]).iter().any(|line| line.contains("chuhe")), "{shell}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("manual");
    let _ = fs::remove_dir_all(&folder);
    assert!(lines(&["manual", folder.to_str().expect("a plain name")]).is_empty());
    let page = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_else(|_| panic!("{name}"));
    for command in ["perft", "match", "review", "tables-build", "book-convert", "manual"] {
        assert!(page(&format!("chuhe-{command}.1")).contains(".SH SYNOPSIS"));
    }
    assert!(page("chuhe.1").contains("chuhe\\-search(1)") && page("chuhe-book-build.1").contains("Example"));
    assert!(
        complaint(&["manual", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml/man")], 2)
            .contains("Cargo.toml")
    );
}

#[test]
fn every_command_explains_itself_with_an_example() {
    for command in [
        "perft",
        "bench",
        "eval",
        "search",
        "suite",
        "match",
        "show",
        "convert",
        "adjudicate",
        "datagen",
        "train",
        "net",
        "wdl",
        "completions",
        "manual",
    ] {
        let text = lines(&[command, "--help"]).join("\n");
        assert!(text.contains("Example") && text.contains(&format!("\n  chuhe {command}")), "{text}");
    }
    assert_eq!(lines(&["chances", "--help"]), lines(&["wdl", "--help"]), "the former name of the command");
    assert!(lines(&["--version"])[0].starts_with("chuhe "));
    assert!(lines(&["--help"]).len() > 10);
}

#[test]
fn no_threads_and_no_table_leave_the_choice_to_the_program() {
    assert_eq!(lines(&["perft", "2", "--threads", "0"])[0], "nodes 1920");
    assert!(lines(&["search", "--depth", "1", "--hash", "0"]).last().unwrap().starts_with("bestmove "));
}

#[test]
fn a_position_is_taken_with_its_moves() {
    let moved = lines(&["show", "--moves", "h2e2", "h9g7"]);
    let fen = xiangqi::notation::START_FEN;
    for text in [format!("{fen} moves h2e2 h9g7"), "position startpos moves h2e2 h9g7".to_owned()] {
        assert_eq!(lines(&["show", "--fen", &text]), moved, "{text}");
        assert_eq!(lines(&["convert", "--to", "wxf", "--fen", &text, "h0g2"]), ["C2.5 N8+7 N2+3"], "{text}");
        assert!(lines(&["adjudicate", "--fen", &text]).contains(&"verdict: ongoing".to_owned()), "{text}");
    }
}

#[test]
fn wrong_words_are_answered_in_one_line() {
    for words in [
        &["nonsense"][..],
        &["perft"],
        &["perft", "x"],
        &["perft", "-1"],
        &["perft", "1000000000"],
        &["perft", "3", "--threads", "513"],
        &["perft", "3", "--suite", "file"],
        &["search", "--depth", "0"],
        &["search", "--movetime", "-5"],
        &["search", "--nodes", "99999999999999999999"],
        &["search", "--hash", "65537"],
        &["suite"],
        &["completions", "tcsh"],
        &["show", "--fen", ""],
        &["show", "--unknown"],
        &["--log", "loud", "show"],
    ] {
        complaint(words, 2);
    }
}

#[test]
fn bad_positions_and_moves_are_named() {
    for command in ["show", "eval", "search"] {
        let said = complaint(&[command, "--fen", "rubbish\nof two lines"], 2);
        assert!(said.contains("rubbish") && said.contains("--fen"), "{said}");
        let said = complaint(&[command, "--moves", "h2e2", "h2e2"], 2);
        assert!(said.contains("--moves") && said.contains("h2e2"), "{said}");
        let said = complaint(&[command, "--moves", "炮三平五"], 2);
        assert!(said.contains("炮三平五"), "{said}");
    }
}

#[test]
fn bad_files_are_named_with_the_line() {
    assert!(complaint(&["suite", "no/such/file.epd"], 2).starts_with("no/such/file.epd: "));
    assert!(complaint(&["perft", "--suite", "."], 2).starts_with(".: "));
    let start = xiangqi::notation::START_FEN;
    for (text, offence) in [
        (format!("{start}; bm h2e2\n\nboard w; bm h2e2\n"), "line 3: 'board w'"),
        (format!("{start}; bm h2h2"), "line 1: 'bm h2h2'"),
        (format!("{start}; bm e0e5"), "'e0e5' is illegal: a king moves one square straight"),
        (format!("{start}; bm"), "line 1: 'bm'"),
        (format!("{start}; dm 0"), "'dm 0'"),
        (format!("{start}; id \"nothing to find\""), "line 1"),
        ("# nothing\n".to_owned(), "no positions"),
    ] {
        let said = complaint(&["suite", &file("bad.epd", &text)], 2);
        assert!(said.contains("bad.epd") && said.contains(offence), "{said}");
    }
    let counts = file("counts.epd", &format!("{start} ;D1 44 ;D2 many"));
    assert!(complaint(&["perft", "--suite", &counts], 2).contains("line 1: 'D2 many'"));
    fs::write(&counts, b"\xff\xfe\x00").unwrap();
    complaint(&["perft", "--suite", &counts], 2);
}

#[test]
fn a_file_that_cannot_be_written_fails_the_job() {
    assert!(complaint(&["show", "--svg", "no/such/directory/board.svg"], 2).contains("board.svg: "));
}

#[test]
fn a_reader_that_closes_the_pipe_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(["search", "--movetime", "600000"])
        .env("CHUHE_LANG", "en")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert!(first.starts_with("depth"));
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, "");
}

/// Tests that need signals, links, devices and a shell.
#[cfg(target_os = "linux")]
mod linux {
    use super::*;
    use std::os::unix::fs::{FileTypeExt, symlink};
    use std::process::Child;

    fn shell(line: &str) -> Output {
        shell_in(Path::new(env!("CARGO_TARGET_TMPDIR")), line)
    }

    fn shell_in(directory: &Path, line: &str) -> Output {
        let folder = PathBuf::from(env!("CARGO_BIN_EXE_chuhe")).with_file_name("");
        let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
        Command::new("sh")
            .args(["-c", line])
            .env("PATH", path)
            .env_remove("RUST_LOG")
            .env("CHUHE_LANG", "en")
            .current_dir(directory)
            .stdin(Stdio::null())
            .output()
            .expect("there is a shell")
    }

    /// A name in the test run's directory with nothing there yet.
    fn fresh(name: &str) -> PathBuf {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_file(&path);
        let _ = fs::remove_dir_all(&path);
        path
    }

    fn start(words: &[&str]) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
        command.args(words).env_remove("RUST_LOG").env("CHUHE_LANG", "en").stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts")
    }

    /// Presses Ctrl-C after the first line; the status, the last line, and what was said on standard error.
    fn interrupt(words: &[&str]) -> (Option<i32>, String, String) {
        let mut child = start(words);
        let mut out = BufReader::new(child.stdout.take().expect("output is piped"));
        let (mut text, mut error) = (String::new(), String::new());
        out.read_line(&mut text).expect("output is text");
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(killed.is_ok_and(|status| status.success()));
        out.read_to_string(&mut text).expect("output is text");
        child.stderr.take().expect("errors are piped").read_to_string(&mut error).expect("errors are text");
        let status = child.wait().expect("a child can be waited for");
        (status.code(), text.lines().last().unwrap_or_default().to_owned(), error)
    }

    #[test]
    fn ctrl_c_ends_a_search_with_its_move() {
        let (status, last, error) = interrupt(&["search", "--movetime", "600000"]);
        assert_eq!((status, error.as_str()), (Some(0), ""));
        let mv = last.strip_prefix("bestmove ").expect("the last line is the move");
        assert!(mv.parse::<xiangqi::types::Move>().is_ok());
        let (status, last, _) = interrupt(&["search", "--movetime", "600000", "--json"]);
        assert!(status == Some(0) && last.contains("\"bestmove\":\""), "{last}");
    }

    #[test]
    fn ctrl_c_ends_a_list_of_jobs_after_the_present_one() {
        let start = xiangqi::notation::START_FEN;
        let problems = file("long.epd", &format!("{start}; bm h2e2\n").repeat(1000));
        let counts = file("long_counts.epd", &format!("{start} ;D3 79666\n").repeat(1000));
        for (words, last_line) in [
            (&["suite", &problems, "--movetime", "200"][..], "solved "),
            (&["perft", "--suite", &counts], "passed "),
        ] {
            let (status, last, error) = interrupt(words);
            assert_eq!(status, Some(1), "{error}");
            assert!(last.starts_with(last_line) && !last.ends_with(" of 1000"), "{last}");
            assert!(error.starts_with("chuhe: interrupted: ") && error.lines().count() == 1, "{error}");
        }
    }

    #[test]
    fn an_image_is_written_through_a_link() {
        let (target, link) = (fresh("linked.svg"), fresh("link.svg"));
        symlink(&target, &link).unwrap();
        for _ in ["a link to nothing", "a link to a file"] {
            assert!(lines(&["show", "--svg", link.to_str().unwrap()]).is_empty());
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert!(fs::read_to_string(&target).unwrap().ends_with("</svg>\n"));
        }
    }

    #[test]
    fn an_image_is_written_to_devices_and_pipes_and_leaves_them_there() {
        let pipe = fresh("pipe.svg");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        // Open at both ends, so that neither side waits for the other.
        let mut reader = fs::OpenOptions::new().read(true).write(true).open(&pipe).unwrap();
        assert!(lines(&["show", "--svg", pipe.to_str().unwrap()]).is_empty());
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
        let mut begin = [0; 5];
        reader.read_exact(&mut begin).unwrap();
        assert_eq!(&begin, b"<svg ");

        let image = lines(&["show", "--svg", "-"]);
        assert_eq!(image.last().unwrap(), "</svg>");
        assert_eq!(lines(&["show", "--svg", "/dev/stdout"]), image);
    }

    #[test]
    fn a_full_disk_is_an_error() {
        if !PathBuf::from("/dev/full").exists() {
            return;
        }
        assert!(complaint(&["show", "--svg", "/dev/full"], 1).starts_with("/dev/full: "));
        for command in ["show", "eval", "perft 2", "search --depth 2", "completions bash", "--help"] {
            let output = shell(&format!("chuhe {command} > /dev/full"));
            let error = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(1), "{command}: {error}");
            assert!(error.starts_with("chuhe: standard output: ") && error.lines().count() == 1, "{error}");
        }
    }

    #[test]
    fn a_table_beyond_all_memory_is_made_smaller() {
        let output = shell("ulimit -v 700000 && chuhe search --depth 2 --hash 65536");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{error}");
        assert!(error.is_empty());
    }
}

#[test]
fn the_help_tells_the_size_of_the_table_in_force() {
    for (command, size) in [("search", 64), ("suite", 64), ("bench", 16)] {
        let text = lines(&[command, "--help"]).join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(&format!("choice [default: {size}]")), "{text}");
    }
}

#[test]
fn the_log_tells_the_traffic_when_asked_and_nothing_otherwise() {
    let talk = |words: &[&str]| {
        let script = file("talk.txt", "ucci\nsetoption hashsize 2\nquit\n");
        let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
        command
            .args(words)
            .stdin(fs::File::open(script).unwrap())
            .env_remove("RUST_LOG")
            .env("CHUHE_LANG", "en");
        let output = command.output().unwrap();
        assert!(output.stdout.ends_with(b"\nucciok\nbye\n"));
        String::from_utf8(output.stderr).unwrap()
    };
    assert_eq!(talk(&[]), "");
    let log = talk(&["--log", "debug"]);
    for part in
        ["chuhe::protocol] < ucci\n", "] transposition table of 2 MiB\n", "chuhe::protocol] > ucciok\n"]
    {
        assert!(log.contains(part), "{part}: {log}");
    }
}
