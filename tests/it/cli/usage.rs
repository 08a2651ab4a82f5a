// SPDX-License-Identifier: MIT OR Apache-2.0
//! Help and wrong usage: what the program prints where no command can run.

use crate::support::command::{chuhe, complaint, complaint_reading, file, lines};

/// As cargo and git do it: the help is the error.
#[test]
fn a_group_of_commands_alone_prints_its_help() {
    for group in ["book", "net", "lab"] {
        let output = chuhe(&[group]);
        assert_eq!(output.status.code(), Some(2), "{group}");
        assert!(output.stdout.is_empty(), "{group}");
        let help = String::from_utf8(output.stderr).expect("help is text");
        assert_eq!(help.lines().collect::<Vec<_>>(), lines(&[group, "-h"]), "{group}");
        assert!(
            help.contains(&format!("\nUsage: chuhe {group} ")) && help.contains("\nCommands:\n"),
            "{help}"
        );
    }
    assert!(complaint(&["net", "--log", "debug"], 2).contains("'chuhe net' requires a subcommand"));
}

#[test]
fn help_is_given_in_every_order_of_the_words() {
    let help = lines(&["--help"]);
    for words in [&["help"][..], &["help", "--help"], &["help", "-h"]] {
        assert_eq!(lines(words), help, "{words:?}");
    }
    let help = lines(&["book", "--help"]);
    for words in [&["help", "book"][..], &["help", "book", "--help"], &["book", "help", "--help"]] {
        assert_eq!(lines(words), help, "{words:?}");
    }
}

#[test]
#[cfg(unix)]
fn a_reason_is_given_once() {
    for words in [
        &["net", "info", "no such file"][..],
        &["eval", "--evalfile", "no such file"],
        &["book", "info", "no such file"],
        &["book", "probe", "no such file"],
        &["suite", "no such file"],
        &["perft", "--suite", "no such file"],
        &["review", "no such file"],
        &["convert", "--to", "wxf", "--games", "no such file"],
        &["datagen", "--info", "no such file"],
        &["train", "--data", "no such file", "--out", "unwritten.net"],
        &["wdl", "--data", "no such file"],
        &["lab", "compare", "--game", "xiangqi", "--positions", "no such file"],
    ] {
        let error = complaint(words, 2);
        assert_eq!(error.matches("No such file").count(), 1, "{words:?}: {error}");
        assert!(error.contains("no such file"), "{words:?}: {error}");
    }
}

#[test]
fn empty_input_is_said_to_be_empty() {
    for input in [&b""[..], b" \n\t\n"] {
        let error = complaint_reading(&["convert", "--to", "wxf", "-"], input, 2);
        assert_eq!(error, "standard input: no moves to convert");
    }
    assert_eq!(complaint(&["convert", "--to", "wxf", ""], 2), "MOVES: no moves to convert");

    let empty = file("empty.pgn", "");
    for words in
        [&["--to", "wxf"][..], &["--to", "dhtmlxq"], &["--to", "xqf"], &["--to", "jsonl"], &["--to", "csv"]]
    {
        let output = chuhe(&[&["convert", "--games", &empty], words].concat());
        let error = String::from_utf8(output.stderr).expect("errors are text");
        assert_eq!(
            (output.status.code(), error),
            (Some(1), format!("chuhe: {empty}: the file contains no games\n"))
        );
    }
    for words in [&["review", &empty][..], &["suite", &empty], &["perft", "--suite", &empty]] {
        assert!(complaint(words, 2).contains("empty.pgn: the file contains no "), "{words:?}");
    }
}

#[test]
fn help_and_errors_are_in_chinese_too() {
    let page = lines(&["book", "probe", "-h", "--lang", "zh"]).join("\n");
    for text in ["列出一个局面的库着法", "用法： chuhe book probe [选项]", "参数：", "选项：", "示例："]
    {
        assert!(page.contains(text), "{text}: {page}");
    }
    let page = lines(&["--lang", "zh", "--help"]).join("\n");
    assert!(page.contains("用法： chuhe [选项] [命令]") && page.contains("棋谱与开局库："), "{page}");
    for (words, error) in [
        (&["search", "--depth", "-1"][..], "“-1”不能用于“--depth <PLIES>”：应为1至100"),
        (&["search", "--nodes", "0"], "“0”不能用于“--nodes <N>”：至少应为1"),
        (&["search", "--nodes", "1e6"], "“1e6”不能用于“--nodes <N>”：不是不带单位的整数"),
        (&["play", "--level", "21"], "“21”不能用于“--level <N>”：“21”不是级别；级别为0至20"),
        (&["search", "--lang", "fr"], "“fr”不能用于“--lang <LANGUAGE>”：没有“fr”这种语言（可用 en、zh）"),
        (
            &["adjudicate", "--rules", "club"],
            "“club”不能用于“--rules <NAME>”：没有“club”这种规则（可用 asian、world、wxf、chinese、chinese-three-cycles、chinese-nine-moves、chinese-2011、computer、check-ban、always-draw）",
        ),
        (
            &["convert", "--to", "san", "--games", "a.pgn"],
            "“san”不能用于“--to <NOTATION>”：没有“san”这种记法；可用 iccs、wxf、chinese、chinese-traditional、vietnamese；棋谱按其中一种写成 PGN，或用 --to dhtmlxq、xqf、jsonl、csv 写成其他格式",
        ),
        (
            &["match", "--tc", "soon"],
            "“soon”不能用于“--tc <8+0.08>”：“soon”不是时限；写法如 8+0.08 或 40/60+0.6（[着数/]秒[+加秒]）",
        ),
        (
            &["match", "--engine", "cmd=x,ranks=2"],
            "“cmd=x,ranks=2”不能用于“--engine <SPEC>”：ranks=2：应为0或1",
        ),
        (&["match", "--sprt", "elo0=9"], "“elo0=9”不能用于“--sprt <TEST>”：elo0=9 应小于 elo1=5"),
        (
            &["tables", "build", "KRvX"],
            "“KRvX”不能用于“[BALANCES]...”：“KRvX”不是子力组合；写法如 KRvKAABB（每方先写 K，再写 R C N P A B）",
        ),
        (&["train", "--hidden", "33"], "“33”不能用于“--hidden <N>”：应为32的倍数，最大"),
        (
            &["eval", "--evalfile", "missing.net"],
            "“missing.net”不能用于“--evalfile <FILE>”：文件或目录不存在",
        ),
        (&["search", "--foo"], "没有“--foo”这个参数"),
        (&["h2e2"], "没有“h2e2”这个命令；着法要交给命令：“chuhe search --moves h2e2”"),
    ] {
        let output = chuhe(&[&["--lang", "zh"], words].concat());
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.starts_with(&format!("chuhe: 用法：{error}")), "{words:?}: {said}");
        assert!(said.contains("；参见“chuhe"), "{words:?}: {said}");
    }
    assert!(complaint(&["search", "--depth", "-1"], 2).contains("must be 1 to 100"));
    assert!(complaint(&["search", "--nodes", "0"], 2).contains("must be at least 1"));
}
