// SPDX-License-Identifier: MIT OR Apache-2.0
//! The pages of `--help`, in English and in Chinese.
//!
//! clap builds the English pages from the comments of the arguments. What it lacks is done here: the commands
//! in groups, negative numbers that reach the check of their range, and the Chinese pages, whose texts are in
//! `help.zh.txt`.

use clap::builder::StyledStr;
use clap::{Arg, ArgAction, Command};
use xiangqi::diagram::columns::folded;
use xiangqi::types::Language;

/// The commands by what people want to do, in English and Chinese.
const GROUPS: [(&str, &str, &[&str]); 5] = [
    ("Play", "下棋", &["play", "serve"]),
    ("Analyse", "分析", &["review", "search", "eval", "suite", "analysis"]),
    ("Games and books", "棋谱与开局库", &["convert", "adjudicate", "show", "book", "tables"]),
    ("Engine work", "引擎开发", &["match", "perft", "bench", "completions", "manual"]),
    ("Learning", "学习与研究", &["datagen", "train", "net", "wdl", "lab"]),
];

/// Widest page, in columns.
const MAX_WIDTH: usize = 100;
/// Column at which the summaries of commands begin.
const SUMMARY: usize = 15;
/// Column at which the text of an option begins in Chinese.
const INDENT: usize = 10;

/// The Chinese texts: a line `[command]` begins the texts of a command, `*` those of the options that
/// commands share. The lines after it are `--option: text`, `<VALUE>: text` for what has no option,
/// `about: text`, and `note: text` for each paragraph of the notes below the options.
const CHINESE: &str = include_str!("help.zh.txt");

/// Returns a command, whose full name is `path` without the program's, and all below it, with the pages in
/// this language.
pub fn translated(mut command: Command, path: &str, language: Language) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|inner| inner.get_name().to_owned()).collect();
    for name in names {
        let inner = format!("{path} {name}");
        command = command.mut_subcommand(name, |command| translated(command, inner.trim_start(), language));
    }
    // Lists of moves may begin with a hyphen; every other value that does is a number.
    command = command.mut_args(|arg| {
        let is_value = arg.get_action().takes_values() && !arg.is_allow_hyphen_values_set();
        if is_value { arg.allow_negative_numbers(true) } else { arg }
    });
    if language == Language::Chinese {
        command = in_chinese(command, path);
    }
    match template(&command, path.is_empty(), language) {
        Some(template) => command.help_template(template),
        None => command,
    }
}

/// Returns the template of a page; None for the pages that clap builds, the English ones without commands.
fn template(command: &Command, is_root: bool, language: Language) -> Option<String> {
    let list = if command.has_subcommands() {
        command_list(command, is_root, language) + "\n"
    } else if language == Language::English {
        return None;
    } else if command.get_positionals().next().is_some() {
        "参数：\n{positionals}\n\n".to_owned()
    } else {
        String::new()
    };
    let (usage, options) = language.pick(("Usage:", "Options:"), ("用法：", "选项："));
    Some(format!("{{about-with-newline}}\n{usage} {{usage}}\n\n{list}{options}\n{{options}}{{after-help}}"))
}

/// Returns the list of the commands below this one: those of the program in their groups, others as they
/// come.
fn command_list(command: &Command, is_root: bool, language: Language) -> String {
    let line = |inner: &Command| {
        let about = inner.get_about().map(ToString::to_string).unwrap_or_default();
        format!("  {:width$}{about}\n", inner.get_name(), width = SUMMARY - 2)
    };
    if is_root {
        let group = |(english, chinese, names): &(&str, &str, &[&str])| {
            let lines = names.iter().filter_map(|name| command.find_subcommand(name)).map(line);
            format!(
                "{}{}\n{}",
                language.pick(*english, *chinese),
                language.pick(":", "："),
                lines.collect::<String>()
            )
        };
        GROUPS.iter().map(group).collect::<Vec<_>>().join("\n")
    } else {
        let lines = command.get_subcommands().filter(|inner| !inner.is_hide_set()).map(line);
        format!("{}\n{}", language.pick("Commands:", "命令："), lines.collect::<String>())
    }
}

/// Puts the Chinese texts on the page of a command.
fn in_chinese(command: Command, path: &str) -> Command {
    let columns =
        MAX_WIDTH.min(terminal_size::terminal_size().map_or(MAX_WIDTH, |(width, _)| width.0.into()));
    // It begins with the name of the command alone, which does not know yet where it stands.
    let usage = command.clone().render_usage().to_string();
    let words = usage.split_whitespace().skip(2).collect::<Vec<_>>().join(" ");
    let words = words.replace("[OPTIONS]", "[选项]").replace("[COMMAND]", "[命令]");
    let usage = format!("{} {words}", format!("chuhe {path}").trim_end());
    let about = texts(path, "about").next().unwrap_or_default();
    let more = after_help(&command);
    let notes = texts(path, "note").map(|note| format!("{}\n", folded(note, columns).join("\n")));
    let examples = examples(&more).map(|lines| format!("示例：\n{lines}"));
    let more = notes.chain(examples).collect::<Vec<_>>().join("\n");
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help).display_order(200);
    let command = command
        .disable_help_flag(true)
        .arg(help)
        .about(about)
        .long_about(folded(about, columns).join("\n"))
        .override_usage(usage)
        .next_line_help(true);
    let command = if path.is_empty() {
        let version = Arg::new("version").short('V').long("version").action(ArgAction::Version);
        command.disable_version_flag(true).arg(version.display_order(201))
    } else {
        command
    };
    let command = if more.is_empty() { command } else { command.after_help(more) };
    command.mut_args(|arg| {
        let text = option_text(path, &arg);
        let text = StyledStr::from(folded(&text, columns.saturating_sub(INDENT)).join("\n"));
        let has_values = arg.get_action().takes_values();
        let arg = arg.help(text.clone()).long_help(text);
        if has_values { arg.hide_default_value(true).hide_possible_values(true) } else { arg }
    })
}

/// Returns the text below the options of a command.
fn after_help(command: &Command) -> String {
    command.get_after_help().map(ToString::to_string).unwrap_or_default()
}

/// Returns the examples at the end of this text.
fn examples(after_help: &str) -> Option<&str> {
    let (_, lines) = after_help.rsplit_once("Example")?;
    lines.split_once(":\n").map(|(_, lines)| lines)
}

/// Returns the texts under `key` of a command.
fn texts<'a>(path: &'a str, key: &'a str) -> impl Iterator<Item = &'static str> + 'a {
    let mut section = "";
    CHINESE.lines().filter_map(move |line| {
        if let Some(name) = line.strip_prefix('[') {
            section = name.trim_end_matches(']');
        }
        let (name, text) = line.split_once(": ")?;
        (section == path && name == key).then_some(text)
    })
}

/// Returns the key of an argument in the list of texts.
fn key(arg: &Arg) -> String {
    match arg.get_long() {
        Some(long) => format!("--{long}"),
        None => {
            format!("<{}>", arg.get_value_names().map_or(arg.get_id().as_str(), |names| names[0].as_str()))
        }
    }
}

/// Returns the Chinese text of an argument, with its possible and its default values.
fn option_text(path: &str, arg: &Arg) -> String {
    let key = key(arg);
    let english = || arg.get_help().map(ToString::to_string).unwrap_or_default();
    let chinese = texts(path, &key).chain(texts("*", &key)).next();
    let mut text = chinese.map_or_else(english, str::to_owned);
    let possible: Vec<_> = arg
        .get_possible_values()
        .iter()
        .filter(|value| !value.is_hide_set())
        .map(|value| value.get_name().to_owned())
        .collect();
    if arg.get_action().takes_values() && !possible.is_empty() && !arg.is_hide_possible_values_set() {
        text = format!("{text} [可选：{}]", possible.join("、"));
    }
    let default: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if arg.get_action().takes_values() && !default.is_empty() && !arg.is_hide_default_value_set() {
        text = format!("{text} [默认：{}]", default.join(","));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::Args;
    use super::*;
    use clap::CommandFactory;
    use std::collections::HashSet;
    use xiangqi::diagram::columns::width;

    /// Calls `visit` with every command and its full name.
    fn visit_all(command: &Command, path: &str, visit: &mut impl FnMut(&Command, &str)) {
        visit(command, path);
        for inner in command.get_subcommands() {
            visit_all(inner, format!("{path} {}", inner.get_name()).trim_start(), visit);
        }
    }

    #[test]
    fn every_command_is_in_one_group() {
        let root = Args::command();
        let mut shown: Vec<_> =
            root.get_subcommands().filter(|inner| !inner.is_hide_set()).map(Command::get_name).collect();
        let mut grouped: Vec<_> = GROUPS.iter().flat_map(|group| group.2.iter().copied()).collect();
        shown.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(grouped, shown);
    }

    #[test]
    fn summaries_fit_a_terminal_of_80_columns() {
        for language in Language::ALL {
            visit_all(&translated(Args::command(), "", language), "", &mut |command, path| {
                let about = command.get_about().map(ToString::to_string).unwrap_or_default();
                assert!(width(&about) <= 80 - SUMMARY, "{path}: {about}");
            });
        }
    }

    #[test]
    fn every_text_has_its_chinese_and_none_is_left_over() {
        let mut used = HashSet::new();
        let mut missing = Vec::new();
        let english = |text: Option<&StyledStr>| text.map(ToString::to_string).unwrap_or_default();
        visit_all(&Args::command(), "", &mut |command, path| {
            let about = ("about".to_owned(), english(command.get_about()));
            let shown = command.get_arguments().filter(|arg| !arg.is_hide_set());
            let options = shown.map(|arg| (key(arg), english(arg.get_help())));
            for (key, text) in core::iter::once(about).chain(options) {
                let own = texts(path, &key).next().is_some();
                if !own && (key == "about" || texts("*", &key).next().is_none()) {
                    missing.push(format!("[{path}] {key}: {text}"));
                }
                used.insert((if own { path } else { "*" }.to_owned(), key));
            }
            let notes = after_help(command);
            let is_note = |part: &&str| !part.is_empty() && !part.starts_with("Example");
            let notes: Vec<_> = notes.split("\n\n").filter(is_note).collect();
            let translated = texts(path, "note").count();
            if notes.len() != translated {
                missing.push(format!("[{path}] {translated} notes of {}", notes.len()));
            }
            used.insert((path.to_owned(), "note".to_owned()));
        });
        assert!(missing.is_empty(), "{}", missing.join("\n"));
        let mut section = "";
        for line in CHINESE.lines() {
            match (line.strip_prefix('['), line.split_once(": ")) {
                (Some(name), _) => section = name.trim_end_matches(']'),
                (None, Some((key, _))) => {
                    let is_used = used.contains(&(section.to_owned(), key.to_owned()));
                    assert!(is_used || ["--help", "--version"].contains(&key), "[{section}] {key}");
                }
                (None, None) => assert!(line.is_empty(), "{line}"),
            }
        }
    }
}
