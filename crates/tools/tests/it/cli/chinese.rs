// SPDX-License-Identifier: MIT OR Apache-2.0
//! The commands in Chinese: no English is left but names, words that are typed, and the lines that scripts
//! read; and columns stand below each other.

use crate::support::command::file;
use crate::support::run::printed;
use chuhe::book::BookError;
use chuhe::eval::nnue::NetworkError;
use chuhe::tb::{BuildError, TbFileError};
use chuhe_arena::{FaultKind, NoGame};
use chuhe_learn::GameFileError;
use chuhe_learn::train::TrainError;
use regex::Regex;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use unicode_width::UnicodeWidthStr;
use xiangqi::types::{Bilingual, Language};

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

/// The lines of a run in Chinese.
fn in_chinese(line: &str) -> Vec<String> {
    printed(&format!("{line} --lang zh")).lines().map(str::to_owned).collect()
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
    let shown = in_chinese("show");
    check(&shown, &[]);
    assert!(shown.contains(&"轮到红方走棋".to_owned()));
    let searched = in_chinese("search --fen '3k5/1R7/9/9/9/9/R8/9/9/4K4 w' --depth 3");
    check(&searched, &["bestmove"]);
    assert!(searched[1].contains("1步杀"), "{searched:?}");
    assert!(searched.last().is_some_and(|line| line == "bestmove a3a0 (车九退三)"), "{searched:?}");
    assert_eq!(ends(&searched[..1], "评分"), ends(&searched[1..2], "步杀"));
    check(&in_chinese("eval"), &["eval", "NNUE", "generation"]);
}

#[test]
fn lists_are_in_chinese() {
    let board = "3k5/1R7/9/9/9/9/R8/9/9/4K4 w";
    let suite = file("chinese.epd", &format!("{board}; dm 1\n{board}; bm a3a4\n"));
    let solved = in_chinese(&format!("suite {suite} --depth 2"));
    check(&solved, &["solved", "epd", "chinese", "line", "mate"]);
    assert!(solved[0].starts_with("已解") && solved[1].starts_with("未解"), "{solved:?}");
    assert!(solved[1].ends_with("：应为a3a4") && solved[2] == "solved 1 of 2", "{solved:?}");

    let probed = in_chinese("book probe positions/books/synthetic.dat -v --moves h2e2");
    check(&probed, &[]);
    assert_eq!(ends(&probed[..1], "权重"), ends(&probed[1..2], "400"));
    check(&in_chinese("book info positions/books/synthetic.dat"), &["ElephantEye"]);

    let pair = "--engine cmd=self,name=a --engine cmd=self,name=b";
    let played = in_chinese(&format!("match {pair} --nodes 20 --games 2 --draw-plies 4"));
    check(&played, &["LOS", "Elo", "score", "elo", "inf"]);
    for line in ["结束方式：达到着数上限2", "score 0-2-0"] {
        assert!(played.iter().any(|played| played == line), "{played:?}");
    }
    let rows = [ends(&played, "深度"), ends(&played, "节点/秒")];
    assert!(rows.iter().all(|row| row.len() == 1), "{played:?}");
}

/// Returns true if an error on standard error is Chinese: names, options and what was typed may be Latin, but no
/// three words that follow one another.
pub(super) fn is_chinese(error: &str) -> bool {
    let typed = Regex::new(r"“[^”]*”").expect("a pattern");
    let sentence = Regex::new(r"[A-Za-z]{2,}(?: [A-Za-z]{2,}){2,}").expect("a pattern");
    let has_chinese = error.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter));
    has_chinese && !sentence.is_match(&typed.replace_all(error, ""))
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
        assert!(is_chinese(error.text(Language::Chinese)), "{}", error.text(Language::English));
    }
}
