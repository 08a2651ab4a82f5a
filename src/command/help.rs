// SPDX-License-Identifier: MIT OR Apache-2.0
//! The pages of `--help`, in English and in Chinese.
//!
//! clap builds the English pages from the comments of the arguments. What it lacks is done here: the commands
//! in groups, negative numbers that reach the check of their range, and the Chinese pages, whose texts each
//! program has in a file `help.zh.txt`. There a line `[command]` begins the texts of a command, `*` those of
//! the options that commands share. The lines after it are `--option: text`, `<VALUE>: text` for what has no
//! option, `about: text`, and `note: text` for each paragraph of the notes below the options.

use super::{Args, Commands, tools};
use clap::builder::StyledStr;
use clap::{Arg, ArgAction, Command, CommandFactory};
use std::collections::HashSet;
use xiangqi::diagram::columns::{folded, width};
use xiangqi::notation::record_formats;
use xiangqi::types::Language;

/// Commands for one purpose, by their names.
pub struct Group {
    /// The purpose in English and Chinese.
    pub name: (&'static str, &'static str),
    pub commands: &'static [&'static str],
}

/// Widest page, in columns.
const MAX_WIDTH: usize = 100;
/// Column at which the summaries of commands begin.
const SUMMARY: usize = 15;
/// Column at which the text of an option begins in Chinese.
const INDENT: usize = 10;

/// Returns a command, whose full name is `path` without the program's, and all below it, with the pages in
/// this language.
pub fn translated<C: Commands>(mut command: Command, path: &str, language: Language) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|inner| inner.get_name().to_owned()).collect();
    for name in names {
        let inner = format!("{path} {name}");
        command =
            command.mut_subcommand(name, |command| translated::<C>(command, inner.trim_start(), language));
    }
    // Lists of moves may begin with a hyphen; every other value that does is a number.
    command = command.mut_args(|arg| {
        let is_value = arg.get_action().takes_values() && !arg.is_allow_hyphen_values_set();
        if is_value { arg.allow_negative_numbers(true) } else { arg }
    });
    if language == Language::Chinese {
        command = in_chinese::<C>(command, path);
    }
    match template::<C>(&command, path.is_empty(), language) {
        Some(template) => command.help_template(template),
        None => command,
    }
}

/// Returns the template of a page; None for the pages that clap builds, the English ones without commands.
fn template<C: Commands>(command: &Command, is_root: bool, language: Language) -> Option<String> {
    let list = if command.has_subcommands() {
        command_list::<C>(command, is_root, language) + "\n"
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
fn command_list<C: Commands>(command: &Command, is_root: bool, language: Language) -> String {
    let line = |inner: &Command| {
        let about = inner.get_about().map(ToString::to_string).unwrap_or_default();
        format!("  {:width$}{about}\n", inner.get_name(), width = SUMMARY - 2)
    };
    if is_root {
        let group = |group: &Group| {
            let lines = group.commands.iter().filter_map(|name| command.find_subcommand(name)).map(line);
            format!(
                "{}{}\n{}",
                language.pick(group.name.0, group.name.1),
                language.pick(":", "："),
                lines.collect::<String>()
            )
        };
        let groups: Vec<_> = C::GROUPS.iter().map(group).collect();
        let list = groups.join("\n");
        if C::HAS_ALL {
            list
        } else {
            format!("{list}\n{}\n", folded(tools::place().text(language), MAX_WIDTH).join("\n"))
        }
    } else {
        let lines = command.get_subcommands().filter(|inner| !inner.is_hide_set()).map(line);
        format!("{}\n{}", language.pick("Commands:", "命令："), lines.collect::<String>())
    }
}

/// Puts the Chinese texts on the page of a command.
fn in_chinese<C: Commands>(command: Command, path: &str) -> Command {
    let columns =
        MAX_WIDTH.min(terminal_size::terminal_size().map_or(MAX_WIDTH, |(width, _)| width.0.into()));
    // It begins with the name of the command alone, which does not know yet where it stands.
    let usage = command.clone().render_usage().to_string();
    let words = usage.split_whitespace().skip(2).collect::<Vec<_>>().join(" ");
    let words = words.replace("[OPTIONS]", "[选项]").replace("[COMMAND]", "[命令]");
    let usage = format!("{} {words}", format!("chuhe {path}").trim_end());
    let about = texts::<C>(path, "about").next().unwrap_or_default();
    let more = after_help(&command);
    let formats = record_formats(Language::Chinese);
    let note = |note: &str| folded(&note.replace("{formats}", &formats), columns).join("\n") + "\n";
    let notes = texts::<C>(path, "note").map(note);
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
        let text = option_text::<C>(path, &arg);
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
fn texts<'a, C: Commands>(path: &'a str, key: &'a str) -> impl Iterator<Item = &'static str> + 'a {
    let mut section = "";
    C::CHINESE.iter().flat_map(|texts| texts.lines()).filter_map(move |line| {
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
fn option_text<C: Commands>(path: &str, arg: &Arg) -> String {
    let key = key(arg);
    let english = || arg.get_help().map(ToString::to_string).unwrap_or_default();
    let chinese = texts::<C>(path, &key).chain(texts::<C>("*", &key)).next();
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

/// Calls `visit` with every command and its full name.
fn visit_all(command: &Command, path: &str, visit: &mut impl FnMut(&Command, &str)) {
    visit(command, path);
    for inner in command.get_subcommands() {
        visit_all(inner, format!("{path} {}", inner.get_name()).trim_start(), visit);
    }
}

/// Returns what is wrong with the pages of a program, for its tests: commands in no group, summaries that do not fit a
/// terminal of 80 columns, texts without their Chinese, and Chinese that is left over.
pub fn faults<C: Commands>() -> Vec<String> {
    let mut faults = Vec::new();
    let root = Args::<C>::command();
    for command in root.get_subcommands().filter(|inner| !inner.is_hide_set()) {
        let is_here = |group: &&Group| group.commands.contains(&command.get_name());
        if C::GROUPS.iter().filter(is_here).count() != 1 {
            faults.push(format!("{} is not in one group", command.get_name()));
        }
    }
    let english = |text: Option<&StyledStr>| text.map(ToString::to_string).unwrap_or_default();
    for language in Language::ALL {
        visit_all(&translated::<C>(root.clone(), "", language), "", &mut |command, path| {
            let about = english(command.get_about());
            if width(&about) > 80 - SUMMARY {
                faults.push(format!("[{path}] too wide: {about}"));
            }
        });
    }
    let mut used = HashSet::new();
    visit_all(&root, "", &mut |command, path| {
        let about = ("about".to_owned(), english(command.get_about()));
        let shown = command.get_arguments().filter(|arg| !arg.is_hide_set());
        let options = shown.map(|arg| (key(arg), english(arg.get_help())));
        for (key, text) in core::iter::once(about).chain(options) {
            let own = texts::<C>(path, &key).next().is_some();
            if !own && (key == "about" || texts::<C>("*", &key).next().is_none()) {
                faults.push(format!("[{path}] {key}: {text}"));
            }
            used.insert((if own { path } else { "*" }.to_owned(), key));
        }
        let notes = after_help(command);
        let is_note = |part: &&str| !part.is_empty() && !part.starts_with("Example");
        let notes = notes.split("\n\n").filter(is_note).count();
        let translated = texts::<C>(path, "note").count();
        if notes != translated {
            faults.push(format!("[{path}] {translated} notes of {notes}"));
        }
        used.insert((path.to_owned(), "note".to_owned()));
    });
    let mut section = "";
    for line in C::CHINESE.iter().flat_map(|texts| texts.lines()).filter(|line| !line.is_empty()) {
        match (line.strip_prefix('['), line.split_once(": ")) {
            (Some(name), _) => section = name.trim_end_matches(']'),
            (None, Some((key, _))) if used.contains(&(section.to_owned(), key.to_owned())) => {}
            (None, Some(("--help" | "--version", _))) => {}
            _ => faults.push(format!("[{section}] {line} is left over")),
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::super::EngineCommand;
    use super::*;

    #[test]
    fn the_pages_of_the_engine_are_complete_in_both_languages() {
        assert_eq!(faults::<EngineCommand>(), Vec::<String>::new());
    }
}
