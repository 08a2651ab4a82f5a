// SPDX-License-Identifier: MIT OR Apache-2.0
//! Help and wrong usage, what the program prints where no command can run; and the language of all output.

use crate::support::command::{chuhe, complaint_reading, file, lines, program};
use crate::support::run::{Run, end, printed, refused, run, start_command};

/// As cargo and git do it: the help is the error.
#[test]
fn a_group_of_commands_alone_prints_its_help() {
    for group in ["book", "net", "lab"] {
        let Run { status, text, error: help } = run(group);
        assert_eq!((status, text.as_str()), (Some(2), ""), "{group}");
        assert_eq!(help.lines().collect::<Vec<_>>(), lines(&[group, "-h"]), "{group}");
        assert!(
            help.contains(&format!("\nUsage: chuhe {group} ")) && help.contains("\nCommands:\n"),
            "{help}"
        );
    }
    assert!(refused("net --log debug").contains("'chuhe net' requires a subcommand"));
}

#[test]
fn help_is_given_in_every_order_of_the_words() {
    for (help, others) in [
        ("--help", ["help", "help --help", "help -h"]),
        ("book --help", ["help book", "help book --help", "book help --help"]),
    ] {
        for words in others {
            assert_eq!(printed(words), printed(help), "{words}");
        }
    }
}

#[test]
fn every_command_explains_itself_with_an_example() {
    let commands = "perft bench eval search suite match show convert adjudicate datagen train net wdl completions manual";
    for command in commands.split(' ') {
        let page = printed(&format!("{command} --help"));
        assert!(page.contains("Example") && page.contains(&format!("\n  chuhe {command}")), "{page}");
    }
}

#[test]
fn empty_input_is_said_to_be_empty() {
    for input in [&b""[..], b" \n\t\n"] {
        let error = complaint_reading(&["convert", "--to", "wxf", "-"], input, 2);
        assert_eq!(error, "standard input: no moves to convert");
    }
    assert_eq!(refused("convert --to wxf ''"), "MOVES: no moves to convert");
    let empty = file("empty.pgn", "");
    for format in ["wxf", "dhtmlxq", "xqf", "jsonl", "csv"] {
        let Run { status, error, .. } = run(&format!("convert --games {empty} --to {format}"));
        let expected = format!("chuhe: {empty}: the file contains no games\n");
        assert_eq!((status, error), (Some(1), expected), "{format}");
    }
    for command in ["review", "suite", "perft --suite"] {
        let error = refused(&format!("{command} {empty}"));
        assert!(error.contains("empty.pgn: the file contains no "), "{error}");
    }
}

#[test]
fn help_and_errors_are_in_chinese_too() {
    let page = printed("book probe -h --lang zh");
    for text in ["列出一个局面的库着法", "用法： chuhe book probe [选项]", "参数：", "选项：", "示例："]
    {
        assert!(page.contains(text), "{text}: {page}");
    }
    let page = printed("--lang zh --help");
    assert!(page.contains("用法： chuhe [选项] [命令]") && page.contains("棋谱与开局库："), "{page}");
    for (words, error) in [
        ("search --depth -1", "“-1”不能用于“--depth <PLIES>”：应为1至100"),
        ("search --nodes 0", "“0”不能用于“--nodes <N>”：至少应为1"),
        ("search --nodes 1e6", "“1e6”不能用于“--nodes <N>”：不是不带单位的整数"),
        ("play --level 21", "“21”不能用于“--level <N>”：“21”不是级别；级别为0至20"),
        ("search --lang fr", "“fr”不能用于“--lang <LANGUAGE>”：没有“fr”这种语言（可用 en、zh）"),
        ("eval --evalfile missing.net", "“missing.net”不能用于“--evalfile <FILE>”：文件或目录不存在"),
        ("search --foo", "没有“--foo”这个参数"),
        ("h2e2", "没有“h2e2”这个命令；着法要交给命令：“chuhe search --moves h2e2”"),
    ] {
        let Run { status, error: said, .. } = run(&format!("--lang zh {words}"));
        assert_eq!(status, Some(2), "{words}");
        assert!(said.starts_with(&format!("chuhe: 用法：{error}")), "{words}: {said}");
        assert!(said.contains("；参见“chuhe"), "{words}: {said}");
    }
}

#[test]
fn the_language_is_that_of_the_option_the_variable_or_the_locale() {
    let run = |words: &[&str], variables: &[(&str, &str)]| {
        let mut command = program();
        for name in ["CHUHE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"] {
            command.env_remove(name);
        }
        let Run { status, text, error } =
            end(start_command(command.args(words).envs(variables.iter().copied())));
        assert_eq!(status, Some(0), "{words:?}");
        (text.contains("reason: 对局继续，轮到红方走棋\n"), error)
    };
    let judge = ["adjudicate", "h2e2", "h9g7"];
    let in_english = ["adjudicate", "--lang", "en", "h2e2"];
    for (words, variables, is_chinese) in [
        (&judge[..], &[][..], false),
        (&judge, &[("LANG", "zh_CN.UTF-8")], true),
        (&judge, &[("LC_ALL", "C"), ("LANG", "zh_CN")], false),
        (&judge, &[("CHUHE_LANG", "zh"), ("LC_ALL", "C")], true),
        (&in_english, &[("CHUHE_LANG", "zh")], false),
    ] {
        assert_eq!(run(words, variables), (is_chinese, String::new()), "{words:?} {variables:?}");
    }
    let warning = "chuhe: CHUHE_LANG：没有“fr”这种语言（可用 en、zh）\n".to_owned();
    assert_eq!(run(&judge, &[("CHUHE_LANG", "fr"), ("LANG", "zh_CN")]), (true, warning));
    // A graphical interface may read standard error as answers.
    assert_eq!(run(&[], &[("CHUHE_LANG", "fr")]), (false, String::new()));
    assert_eq!(chuhe(&["--lang", "ZH", "show"]).stdout, chuhe(&["show", "--lang", "zh"]).stdout);
}
