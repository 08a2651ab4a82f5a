// SPDX-License-Identifier: MIT OR Apache-2.0
//! The commands in Chinese: no English is left but names, words that are typed, and the lines that scripts
//! read; and columns stand below each other.

use crate::support::command::{chuhe, file, lines};
use regex::Regex;
use unicode_width::UnicodeWidthStr;

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
