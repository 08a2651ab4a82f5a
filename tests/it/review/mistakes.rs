// SPDX-License-Identifier: MIT OR Apache-2.0
//! Mistakes that people make at the command line, and the words of the message that set them right. Every
//! message is one line and names the offending text; none of the mistakes leaves a file behind.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Command lines, and what each message contains. `S` at the beginning of a word stands for the board of the
/// start position.
const MISTAKES: &[(&[&str], &[&str])] = &[
    // Misspelt or misplaced words.
    (&["serach", "--depth", "5"], &["'serach'", "similar", "'search'", "see 'chuhe --help'"]),
    (&["search", "--dept", "5"], &["'--dept'", "'--depth'", "see 'chuhe search --help'"]),
    (&["search", "-depth", "5"], &["two hyphens: --depth"]),
    (&["search", "depth", "5"], &["'depth'", "two hyphens: --depth"]),
    (&["show", "h2e2", "h9g7"], &["'h2e2'", "after --moves"]),
    (&["adjudicate", "--moves", "h2e2"], &["'--moves'", "without an option"]),
    (&["h2e2"], &["'h2e2'", "chuhe search --moves h2e2"]),
    (&["game.pgn"], &["'game.pgn'", "chuhe review FILE"]),
    (&["net", "game.pgn"], &["'game.pgn'", "see 'chuhe net --help'"]),
    // Commands of the protocols.
    (&["uci"], &["UCCI and UCI", "run 'chuhe' alone"]),
    (&["position", "startpos"], &["UCCI and UCI", "run 'chuhe' alone"]),
    (&["go", "depth", "5"], &["UCCI and UCI", "chuhe search"]),
    (&["setoption", "Hash", "64"], &["UCCI and UCI"]),
    // Values.
    (&["search", "--depth", "five"], &["'five'", "--depth", "whole number"]),
    (&["search", "--movetime", "2s"], &["'2s'", "--movetime <MS>", "whole number without a unit"]),
    (&["search", "--hash", "64MB"], &["'64MB'", "--hash <MB>", "without a unit"]),
    (&["search", "--depth", "1000"], &["'1000'", "must be 1 to 100"]),
    (&["search", "--depth"], &["a value is required", "--depth <PLIES>"]),
    (&["perft"], &["<DEPTH>", "see 'chuhe perft --help'"]),
    (&["perft", "-5"], &["'-5'", "see 'chuhe perft --help'"]),
    (
        &["adjudicate", "--rules", "fide"],
        &[
            "'fide'",
            "asian, world, wxf, chinese, chinese-three-cycles, chinese-nine-moves, chinese-2011, computer, check-ban or always-draw",
        ],
    ),
    (&["adjudicate", "--lang", "de"], &["'de'", "en, zh"]),
    (&["completions", "cmd"], &["'cmd'", "bash", "zsh"]),
    (
        &["lab", "compare", "--game", "chess"],
        &[
            "'chess'",
            "xiangqi, reversi, reversi-side-to-move, reversi-balanced, gomoku, gomoku-strict, tictactoe",
        ],
    ),
    // Positions and moves.
    (&["show", "--fen", "S", "w"], &["'w'", "FEN in quotes"]),
    (&["show", "S w"], &["after --fen, in quotes"]),
    (
        &["show", "--fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"],
        &["8 ranks instead of ten"],
    ),
    (
        &["show", "--fen", "rnbakabnr/8/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"],
        &["rank '8'", "nine files"],
    ),
    (&["show", "--fen", ""], &["--fen", "empty FEN"]),
    (&["show", "--moves", "h3e3"], &["h3e3", "no piece on h3"]),
    (&["show", "--moves", "h9g7"], &["h9g7", "red is to move"]),
    // Files.
    (&["review", "nosuch.pgn"], &["nosuch.pgn: ", "os error 2"]),
    (&["review", "folder"], &["folder: "]),
    (&["review", "C:\\games\\game.pgn"], &["C:\\games\\game.pgn: "]),
    (&["review", "garbage.bin"], &["garbage.bin: ", "known format"]),
    (&["review", "chess.pgn"], &["chess.pgn: ", "line 1", "'P-K4'"]),
    (&["review", "empty.pgn"], &["empty.pgn: ", "no games"]),
    (&["review", "game.pgn", "--game", "7"], &["no game 7", "one game"]),
    (&["review", "game.pgn", "--pgn", "game.pgn"], &["--pgn", "game.pgn", "never overwritten"]),
    (&["suite", "game.pgn"], &["game.pgn: ", "line 1"]),
    (&["suite", "empty.pgn"], &["empty.pgn: ", "no positions"]),
    (&["book", "info", "game.pgn"], &["game.pgn: ", "BOOK.DAT"]),
    (&["book", "probe", "nosuch.book"], &["nosuch.book: ", "os error 2"]),
    (&["net", "info", "game.pgn"], &["game.pgn: ", "not a chuhe network file"]),
    (&["search", "--evalfile", "nosuch.net"], &["'nosuch.net'", "--evalfile", "os error 2"]),
    (&["train", "--data", "nosuch.games", "--out", "x.net"], &["nosuch.games: "]),
    (&["datagen", "--out", "x.games"], &["--games <N>|--positions <N>"]),
    // Conversions.
    (&["convert", "h2e2"], &["--to <NOTATION>"]),
    (&["convert", "--to", "pgn", "h2e2"], &["'pgn'", "iccs, wxf, chinese", "games become PGN"]),
    (&["convert", "--to", "wxf", "game.pgn"], &["game.pgn: a file", "--games"]),
    (
        &["convert", "--to", "wxf", "--games", "folder"],
        &["folder: ", "no pgn, xqf, cbr, cbl, cbf, pfc, mxq, ubb files"],
    ),
    (
        &["convert", "--to", "wxf", "--games", "game.pgn", "--out", "game.pgn"],
        &["--out", "never overwritten"],
    ),
    (
        &["convert", "--to", "chinese", "--games", "game.pgn", "--encoding", "big5"],
        &["--to chinese-traditional"],
    ),
    (&["convert", "--to", "wxf", "-"], &["standard input: no moves"]),
    (&["convert", "--to", "wxf", "--.6"], &["'-- --.6'"]),
    // Matches.
    (&["match", "--engine", "self", "--engine", "self"], &["'self'", "cmd=self"]),
    (&["match", "--engine", "cmd=self"], &["two engines", "--engine twice"]),
    (
        &["match", "--engine", "cmd=self,optin.hashsize=1", "--engine", "cmd=self"],
        &["'optin.hashsize'", "option.NAME"],
    ),
    (&["match", "--engine", "cmd=self", "--engine", "cmd=self", "--tc", "8,0.08"], &["'8,0.08'", "8+0.08"]),
];

/// A folder with a game, and files that are none.
fn workplace() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("mistakes");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("folder")).expect("the folder can be made");
    let write =
        |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).expect("a file can be written");
    write("game.pgn", b"1. h2e2 h9g7 *\n");
    write("chess.pgn", b"1. P-K4 P-K4 2. N-KB3 *\n");
    write("empty.pgn", b"");
    write("garbage.bin", &(0..3000_u32).map(|i| (i * i % 251) as u8).collect::<Vec<_>>());
    folder
}

fn run(words: &[&str], folder: &Path) -> Output {
    let start = xiangqi::notation::START_FEN.split(' ').next().expect("a board");
    let words = words
        .iter()
        .map(|word| if word.starts_with('S') { word.replacen('S', start, 1) } else { (*word).to_owned() });
    let words: Vec<String> = words.collect();
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command
        .args(words)
        .current_dir(folder)
        .env_remove("RUST_LOG")
        .env("CHUHE_LANG", "en")
        .stdin(Stdio::null());
    command.output().expect("the program starts")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let mut names: Vec<_> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn every_mistake_is_set_right_in_one_line() {
    let folder = workplace();
    let before = names(&folder);
    let mut wrong = Vec::new();
    for (words, expected) in MISTAKES {
        let output = run(words, &folder);
        let error = String::from_utf8(output.stderr).expect("messages are UTF-8");
        let is_right = output.status.code() == Some(2)
            && output.stdout.is_empty()
            && error.lines().count() == 1
            && error.starts_with("chuhe: ")
            && expected.iter().all(|part| error.contains(part));
        if !is_right {
            wrong.push(format!(
                "{words:?}\n  status {:?}, expected {expected:?}\n  {error}",
                output.status.code()
            ));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), MISTAKES.len(), wrong.join("\n"));
    assert!(MISTAKES.len() >= 40);
    assert_eq!(names(&folder), before, "no mistake leaves a file");
    assert_eq!(fs::read(folder.join("game.pgn")).expect("the game is there"), b"1. h2e2 h9g7 *\n");
}
