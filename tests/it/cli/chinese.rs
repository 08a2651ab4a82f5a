// SPDX-License-Identifier: MIT OR Apache-2.0
//! The commands in Chinese: no English is left but names, words that are typed, and the lines that scripts
//! read; and columns stand below each other.

use crate::support::command::{chuhe, file, lines};
use chuhe::book::BookError;
use chuhe::eval::nnue::NetworkError;
use chuhe::learn::GameFileError;
use chuhe::learn::train::TrainError;
use chuhe::tb::{BuildError, TbFileError};
use chuhe_arena::{FaultKind, NoGame};
use regex::Regex;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use unicode_width::UnicodeWidthStr;
use xiangqi::types::{Bilingual, Language};

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

/// The lines of a run in Chinese.
fn in_chinese(words: &[&str]) -> Vec<String> {
    lines(&[words, &["--lang", "zh"]].concat())
}

/// Checks that the lines contain no English words but these and the paths of files.
fn check(lines: &[String], allowed: &[&str]) {
    let word = Regex::new(r"[A-Za-z][A-Za-z-]{2,}").expect("a pattern");
    for line in lines.iter().filter(|line| !line.contains(START)) {
        let line = line.replace(env!("CARGO_TARGET_TMPDIR"), "").replace(env!("CARGO_MANIFEST_DIR"), "");
        for found in word.find_iter(&line).map(|found| found.as_str()) {
            assert!(allowed.contains(&found), "'{found}' in: {line}");
        }
    }
}

/// The columns at which this text ends in the lines that have it.
fn ends(lines: &[String], text: &str) -> Vec<usize> {
    let found = lines.iter().filter_map(|line| line.split_once(text));
    found.map(|(before, _)| (before.to_owned() + text).width()).collect()
}

#[test]
fn positions_and_searches_are_shown_in_chinese() {
    let shown = in_chinese(&["show"]);
    check(&shown, &[]);
    assert!(shown.contains(&"轮到红方走棋".to_owned()));
    let mated = in_chinese(&["show", "--fen", "3k5/3R5/3R5/9/9/9/9/9/9/4K4 b"]);
    assert!(mated.contains(&"黑方被将死".to_owned()), "{mated:?}");

    let searched = in_chinese(&["search", "--fen", "3k5/1R7/9/9/9/9/R8/9/9/4K4 w", "--depth", "3"]);
    check(&searched, &["bestmove"]);
    assert!(searched[1].contains("1步杀"), "{searched:?}");
    assert!(searched.last().is_some_and(|line| line == "bestmove a3a0 (车九退三)"), "{searched:?}");
    assert_eq!(ends(&searched[..1], "评分"), ends(&searched[1..2], "步杀"));

    let evaluated = in_chinese(&["eval"]);
    check(&evaluated, &["eval", "NNUE", "generation"]);
}

#[test]
fn lists_are_in_chinese() {
    let suite =
        file("chinese.epd", "3k5/1R7/9/9/9/9/R8/9/9/4K4 w; dm 1\n3k5/1R7/9/9/9/9/R8/9/9/4K4 w; bm a3a4\n");
    let solved = in_chinese(&["suite", &suite, "--depth", "2"]);
    check(&solved, &["solved", "epd", "chinese", "line", "mate"]);
    assert!(solved[0].starts_with("已解") && solved[1].starts_with("未解"), "{solved:?}");
    assert!(solved[1].ends_with("：应为a3a4") && solved[2] == "solved 1 of 2", "{solved:?}");

    let book = concat!(env!("CARGO_MANIFEST_DIR"), "/positions/books/synthetic.dat");
    let probed = in_chinese(&["book", "probe", book, "-v", "--moves", "h2e2"]);
    check(&probed, &[]);
    assert_eq!(ends(&probed[..1], "权重"), ends(&probed[1..2], "400"));
    check(&in_chinese(&["book", "info", book]), &["ElephantEye"]);

    let words = "match --engine cmd=self,name=a --engine cmd=self,name=b --nodes 20 --games 2 --draw-plies 4";
    let played = in_chinese(&words.split(' ').collect::<Vec<_>>());
    check(&played, &["LOS", "Elo", "score", "elo", "inf"]);
    assert!(played.contains(&"结束方式：达到着数上限2".to_owned()), "{played:?}");
    assert!(played.contains(&"score 0-2-0".to_owned()), "{played:?}");
    let rows = [ends(&played, "深度"), ends(&played, "节点/秒")];
    assert!(rows.iter().all(|row| row.len() == 1), "{played:?}");
}

#[test]
fn errors_about_positions_moves_and_files_are_in_chinese() {
    for (words, error) in [
        (&["show", "--fen", "x"][..], "--fen：“x”：棋盘应有十行，这里有1行"),
        (&["show", "--fen", "4k4/9/9/9/9/9/9/9/9/9 w"], "--fen：“4k4/9/9/9/9/9/9/9/9/9 w”：红方没有帅"),
        (
            &["show", "--moves", "h2e2", "h9g7", "b0d1"],
            "--moves：第2回合红方（第3着）：“b0d1”不合法：蹩马腿：c0的棋子绊住了马",
        ),
        (&["show", "--moves", "马二进五"], "--moves：第1回合红方（第1着）：“马二进五”不合法：马走日字"),
        (&["show", "--fen", "-"], "--fen：标准输入：没有 FEN：输入为空"),
        (
            &["eval", "--moves", "e0e9"],
            "--moves：第1回合红方（第1着）：“e0e9”不合法：帅（将）每次只能直走或横走一格",
        ),
        (&["suite", "no-such-file"], "no-such-file：文件或目录不存在"),
    ] {
        let output = chuhe(&[&["--lang", "zh"], words].concat());
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), format!("chuhe: {error}\n"));
    }
}

/// Checks that an error on standard error is Chinese: names, options and what was typed may be Latin, but no
/// three words that follow one another.
fn assert_chinese(error: &str, words: &str) {
    let typed = Regex::new(r"“[^”]*”").expect("a pattern");
    let sentence = Regex::new(r"[A-Za-z]{2,}(?: [A-Za-z]{2,}){2,}").expect("a pattern");
    let has_chinese = error.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter));
    let own = error.replace(env!("CARGO_TARGET_TMPDIR"), "");
    let own = typed.replace_all(&own, "");
    assert!(has_chinese && !sentence.is_match(&own), "{words}: {error}");
}

#[test]
fn commands_fail_in_chinese() {
    let text = file("zh-text.txt", "this is no file of any kind\n");
    let empty = file("zh-empty.epd", "# nothing\n");
    let game = file("zh-game.pgn", "[Event \"x\"]\n\n1. h2e2 h9g7 1-0\n");
    let illegal = file("zh-illegal.pgn", "[Event \"x\"]\n\n1. h2e2 h2e2 1-0\n");
    let no_move = file("zh-no-move.epd", "startpos; bm\n");
    let no_solution = file("zh-no-solution.epd", "startpos; id \"x\"\n");
    let long_mate = file("zh-long-mate.epd", "startpos; dm 99\n");
    let no_count = file("zh-no-count.epd", "startpos; D1 many\n");
    let settings = file("zh-settings.txt", "hidden = 7\n");
    let no_settings = file("zh-no-settings.txt", "hidden\n");
    let new = format!("{}/zh-new", env!("CARGO_TARGET_TMPDIR"));
    let folder = format!("{}/zh-no-such-folder", env!("CARGO_TARGET_TMPDIR"));
    let pair = "match --engine cmd=self,name=a --engine cmd=self,name=b --nodes 1 --games 2";
    for (words, status) in [
        ("frobnicate".to_owned(), 2),
        ("search --depth 0".to_owned(), 2),
        ("search --depth x".to_owned(), 2),
        ("search --dept 3".to_owned(), 2),
        ("search --movetime 999999999999999999999999".to_owned(), 2),
        ("search --depth 3 --depth 4".to_owned(), 2),
        (format!("search --evalfile {text}"), 2),
        (format!("search --evalfile {new}"), 2),
        (format!("search --tables {folder}"), 2),
        ("search --log loud".to_owned(), 2),
        ("show --moves 马二进五".to_owned(), 2),
        ("adjudicate --rules none h2e2".to_owned(), 2),
        ("serve --port 70000".to_owned(), 2),
        ("serve --host nowhere".to_owned(), 2),
        (format!("serve --port 0 --book {text}"), 2),
        ("play --level 99".to_owned(), 2),
        ("play --tc soon".to_owned(), 2),
        ("completions none".to_owned(), 2),
        (format!("manual {text}"), 2),
        (format!("suite {empty}"), 2),
        (format!("suite {no_move}"), 2),
        (format!("suite {no_solution}"), 2),
        (format!("suite {long_mate}"), 2),
        (format!("perft --suite {no_count}"), 2),
        ("convert --to csv h2e2".to_owned(), 2),
        ("convert --to klingon h2e2".to_owned(), 2),
        ("convert --to iccs".to_owned(), 2),
        (format!("convert --to iccs {game}"), 2),
        (format!("convert --to xqf --encoding utf-8 --games {game}"), 2),
        (format!("convert --to iccs --games {game} --out {game}"), 2),
        (format!("convert --to iccs --games {illegal}"), 1),
        (format!("review {new}"), 2),
        (format!("review {empty}"), 2),
        (format!("review {game} --game 5"), 2),
        (format!("review {game} --all"), 2),
        (format!("review {game} --pgn {new} --html {new}"), 2),
        ("match --engine cmd=self".to_owned(), 2),
        ("match --engine self --engine self".to_owned(), 2),
        ("match --engine cmd=self,name=a --engine cmd=self,name=a".to_owned(), 2),
        (format!("match --engine cmd=self --engine cmd={new}"), 2),
        (format!("{pair} --each option.Hush=1"), 2),
        (format!("{pair} --each odds=1/8 --openings {empty}"), 2),
        (format!("{pair} --sprt elo0=5,elo1=0"), 2),
        (format!("{pair} --shard 5/4"), 2),
        (format!("{pair} --log {text} --resume"), 2),
        (format!("{pair} --pgn {text}"), 2),
        (format!("book info {text}"), 2),
        (format!("book build --games {text} --out {new}"), 2),
        (format!("book convert {text} --out {text}"), 2),
        ("tables build KRvX".to_owned(), 2),
        (format!("tables probe --dir {folder} startpos"), 2),
        (format!("datagen --info {text}"), 2),
        ("datagen --out - --games 1".to_owned(), 2),
        (format!("datagen --out {new} --games 1 --book {empty}"), 2),
        (format!("train --data {text} --out {new}"), 2),
        (format!("train --data {text} --out {folder}/x"), 2),
        (format!("train --data {text} --out {new} --hidden 7"), 2),
        (format!("train --data {text} --out {new} --config {settings}"), 2),
        (format!("train --data {text} --out {new} --config {no_settings}"), 2),
        (format!("wdl --data {text}"), 2),
        (format!("net info {text}"), 2),
        (format!("analysis --resume {text}"), 2),
        ("lab explain nothing".to_owned(), 2),
        ("lab compare --game reversi --algorithms none".to_owned(), 2),
        (format!("lab compare --game reversi --positions {empty}"), 2),
        (format!("lab tree {text}"), 2),
        ("lab solve --opening a9".to_owned(), 2),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_chuhe"))
            .args(words.split(' '))
            .env("CHUHE_LANG", "zh")
            .stdin(Stdio::null())
            .output()
            .expect("the program starts");
        let error = String::from_utf8(output.stderr).expect("errors are UTF-8");
        assert_eq!(output.status.code(), Some(status), "{words}: {error}");
        assert_chinese(&error, &words);
    }
}

#[test]
fn errors_without_a_command_are_in_chinese() {
    let path = || PathBuf::from("x");
    let own: Vec<Bilingual> = vec![
        BookError::NoFile.into(),
        BookError::TooLong.into(),
        BookError::CutOff.into(),
        BookError::Foreign.into(),
        BookError::NoSqlite.into(),
        BookError::Database("no such table".to_owned()).into(),
        BookError::NoTable.into(),
        BookError::NoKeyIndex.into(),
        BookError::KeyIndex { path: path(), reason: io::Error::from(ErrorKind::StorageFull).into() }.into(),
        BookError::Version { found: 2, supported: 1 }.into(),
        BookError::Checksum.into(),
        BookError::Record(7).into(),
        TbFileError::NotAFile.into(),
        TbFileError::NotATable.into(),
        TbFileError::Damaged.into(),
        BuildError::TooLong.into(),
        BuildError::Interrupted.into(),
        NetworkError::NotAFile.into(),
        NetworkError::NotANetwork.into(),
        NetworkError::Version(9).into(),
        NetworkError::TooLong { found: 1 }.into(),
        NetworkError::Length { found: 1, expected: 2 }.into(),
        NetworkError::Name.into(),
        NetworkError::Damaged.into(),
        NetworkError::NotANumber.into(),
        GameFileError::Foreign(path()).into(),
        GameFileError::Damaged { path: path(), offset: 1, length: 2 }.into(),
        GameFileError::Illegal { path: path(), seed: 1, number: 2 }.into(),
        TrainError::NoData.into(),
        TrainError::Hidden(7).into(),
        TrainError::Shrunk { hidden: 1, initial: 2 }.into(),
        TrainError::InvalidCheckpoint.into(),
        TrainError::OtherRun.into(),
        NoGame::Left.into(),
        NoGame::Cancelled.into(),
    ];
    let system = (1..=40).map(|code| io::Error::from_raw_os_error(code).into());
    let faults = FaultKind::ALL.map(|kind| Bilingual::new(|language| kind.text(language).to_owned()));
    for error in own.into_iter().chain(system).chain(faults) {
        assert_chinese(error.text(Language::Chinese), error.text(Language::English));
    }
}
