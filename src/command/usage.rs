// SPDX-License-Identifier: MIT OR Apache-2.0
//! Arguments that clap does not accept: help or an error is printed instead of running a command.
//!
//! Help that was asked for goes to standard output. A command that only groups others prints its help as an
//! error, as cargo and git do. Every other error becomes one line: clap's message with its tips, or its
//! Chinese, then a hint for the mistakes that are easily made with this program, then the place where the
//! options are explained.

use super::failure::{self, Failure};
use super::{Commands, tools};
use chuhe_console::not_whole;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};
use log::ParseLevelError;
use std::error::Error as StdError;
use std::net::AddrParseError;
use std::num::ParseFloatError;
use std::path::Path;
use std::process::ExitCode;
use ucci::Command as ProtocolCommand;
use xiangqi::notation::excerpt;
use xiangqi::types::{Bilingual, Language, Move, bilingual, text};

/// Exit status for wrong usage.
const WRONG_USAGE: u8 = 2;

/// Answers the `words` of a command line, which clap refused with `error`; `root` is the tree of commands.
pub fn report<C: Commands>(
    mut error: Error,
    mut root: Command,
    words: &[String],
    language: Language,
) -> ExitCode {
    root.build();
    shorten(&mut error);
    let error = &error;
    let (printed, status) = match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => (error.print(), 0),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => (error.print(), WRONG_USAGE),
        // clap takes `help --help` for the name of a command.
        ErrorKind::InvalidSubcommand if matches!(bad_subcommand(error), Some("--help" | "-h")) => {
            (command_of(&root, words).1.clone().print_long_help(), 0)
        }
        _ => return failure::print_error(&one_line::<C>(error, &root, words, language), WRONG_USAGE),
    };
    match printed {
        Ok(()) => ExitCode::from(status),
        Err(error) => Failure::Output(error).report(language),
    }
}

/// Shortens long texts that clap would quote in full.
fn shorten(error: &mut Error) {
    for kind in [ContextKind::InvalidValue, ContextKind::InvalidArg, ContextKind::InvalidSubcommand] {
        if let Some(text) = context(error, kind).map(excerpt) {
            error.insert(kind, ContextValue::String(text));
        }
    }
}

/// Returns the message in one line, without the page of usage, and with the hints.
fn one_line<C: Commands>(error: &Error, root: &Command, words: &[String], language: Language) -> String {
    let (name, command) = command_of(root, words);
    let mut parts = match language {
        Language::English => english(error, takes_moves(command)),
        Language::Chinese => chinese(error),
    };
    if let Some(hint) = hint(error, command, words, language) {
        // clap's own tips are guesses, and this one knows.
        parts.truncate(1);
        parts.push(hint);
    } else if !C::HAS_ALL && bad_subcommand(error).is_some() {
        parts.push(tools::place().text(language).to_owned());
    }
    parts.push(text!(language, "see '{name} --help'", "参见“{name} --help”"));
    text!(language, "usage: {line}", "用法：{line}", line = parts.join(language.pick("; ", "；")))
}

/// Returns clap's message, and its tips.
fn english(error: &Error, takes_hyphens: bool) -> Vec<String> {
    let mut parts: Vec<String> = error
        .render()
        .to_string()
        .split("\n\n")
        .map(|part| part.split_whitespace().map(excerpt).collect::<Vec<_>>().join(" "))
        .filter(|part| !part.starts_with("Usage:") && !part.starts_with("For more information"))
        // Only moves may begin with a hyphen.
        .filter(|part| takes_hyphens || !part.starts_with("tip: to pass"))
        .collect();
    let message = parts[0].strip_prefix("error: ").unwrap_or(&parts[0]);
    parts[0] = match (error.kind(), StdError::source(error)) {
        (ErrorKind::ValueValidation, Some(source)) => {
            let quoted = |kind| context(error, kind).unwrap_or_default();
            let (arg, value) = (quoted(ContextKind::InvalidArg), quoted(ContextKind::InvalidValue));
            let reason = reason(source).to_string();
            let reason = reason.split_whitespace().map(excerpt).collect::<Vec<_>>().join(" ");
            format!("invalid value '{value}' for '{arg}': {reason}")
        }
        _ => message.to_owned(),
    };
    parts
}

/// Returns the message in Chinese, and the name that was probably meant.
fn chinese(error: &Error) -> Vec<String> {
    let quoted = |kind| context(error, kind).unwrap_or_default();
    let list = |kind| match error.get(kind) {
        Some(ContextValue::Strings(names)) => names.join("、"),
        Some(ContextValue::String(name)) => name.clone(),
        _ => String::new(),
    };
    let (arg, value) = (list(ContextKind::InvalidArg), quoted(ContextKind::InvalidValue));
    let message = match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => format!("“{arg}”缺少值"),
        ErrorKind::InvalidValue => {
            format!("“{value}”不是“{arg}”的值，可选：{}", list(ContextKind::ValidValue))
        }
        ErrorKind::UnknownArgument => format!("没有“{arg}”这个参数"),
        ErrorKind::InvalidSubcommand => format!("没有“{}”这个命令", quoted(ContextKind::InvalidSubcommand)),
        ErrorKind::ValueValidation => {
            let reason = StdError::source(error).map(reason);
            let reason = reason.as_ref().map_or("值无效", |reason| reason.text(Language::Chinese));
            format!("“{value}”不能用于“{arg}”：{reason}")
        }
        ErrorKind::ArgumentConflict => match list(ContextKind::PriorArg) {
            other if other == arg => format!("“{arg}”只能给出一次"),
            other => format!("“{arg}”不能与“{other}”同时使用"),
        },
        ErrorKind::MissingRequiredArgument => format!("缺少必需的参数：{arg}"),
        ErrorKind::MissingSubcommand => "缺少子命令".to_owned(),
        ErrorKind::TooManyValues | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            format!("“{arg}”的值的个数不对")
        }
        ErrorKind::InvalidUtf8 => "参数不是有效的 UTF-8 文字".to_owned(),
        _ => "参数有误".to_owned(),
    };
    let meant = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    let meant = meant.map(list).into_iter().find(|name| !name.is_empty());
    core::iter::once(message).chain(meant.map(|name| format!("可能是“{name}”"))).collect()
}

/// Returns the reason why a value was refused. Those of types that are not this program's have no Chinese.
fn reason(error: &(dyn StdError + 'static)) -> Bilingual {
    if let Some(own) = error.downcast_ref::<Bilingual>() {
        own.clone()
    } else if let Some(error) = error.downcast_ref() {
        not_whole(error)
    } else if error.is::<ParseFloatError>() {
        bilingual!("not a number", "不是数")
    } else if error.is::<AddrParseError>() {
        bilingual!("not an IP address such as 127.0.0.1", "不是 IP 地址，如 127.0.0.1")
    } else if error.is::<ParseLevelError>() {
        bilingual!("use off, error, warn, info, debug or trace", "可用 off、error、warn、info、debug、trace")
    } else {
        bilingual!("{error}", "值无效")
    }
}

/// Returns the message alone.
pub fn problem(error: &Error) -> Bilingual {
    Bilingual::from([english(error, true).swap_remove(0), chinese(error).swap_remove(0)])
}

/// Returns true if the command takes moves as plain words.
fn takes_moves(command: &Command) -> bool {
    command.get_positionals().any(|argument| argument.get_id() == "moves")
}

/// Returns the command that the words select, with its full name.
fn command_of<'a>(root: &'a Command, words: &[String]) -> (String, &'a Command) {
    let (mut name, mut command) = (root.get_name().to_owned(), root);
    for word in words.iter().filter(|word| *word != "help") {
        if let Some(inner) = command.find_subcommand(word) {
            name = format!("{name} {}", inner.get_name());
            command = inner;
        }
    }
    (name, command)
}

/// Returns advice for a word that is right in another place or another form.
fn hint(error: &Error, command: &Command, words: &[String], language: Language) -> Option<String> {
    if let Some(word) = bad_subcommand(error) {
        return subcommand_hint(word, words, language);
    }
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let word = context(error, ContextKind::InvalidArg)?;
    let has = |long: &str| command.get_arguments().any(|argument| argument.get_long() == Some(long));
    let long = words.iter().find_map(|given| {
        let name = given.strip_prefix('-').unwrap_or(given);
        (given.starts_with(word) && name.len() > 1 && has(name)).then_some(name)
    });
    if let Some(name) = long {
        return Some(text!(
            language,
            "long options begin with two hyphens: --{name}",
            "长选项以两个连字符开头：--{name}"
        ));
    }
    if has("fen") && matches!(word, "w" | "r" | "b") && words.iter().any(|word| word.contains('/')) {
        return Some(
            language
                .pick("put the whole FEN in quotes: --fen '4k4/… w'", "请用引号括住整个 FEN：--fen '4k4/… w'")
                .to_owned(),
        );
    }
    if has("fen") && !words.iter().any(|word| word == "--fen") && word.contains('/') {
        return Some(
            language.pick("a FEN goes after --fen, in quotes", "FEN 写在 --fen 之后，用引号括住").to_owned(),
        );
    }
    if takes_moves(command) && word == "--moves" {
        return Some(language.pick("moves go last, without an option", "着法写在最后，不带选项").to_owned());
    }
    let is_move = has("moves") && word.parse::<Move>().is_ok();
    is_move.then(|| language.pick("moves go last, after --moves", "着法写在最后，在 --moves 之后").to_owned())
}

/// Returns advice for a first word which is not the name of a command.
fn subcommand_hint(word: &str, words: &[String], language: Language) -> Option<String> {
    let line = words.join(" ");
    let hint = if [word, line.as_str()].iter().any(|text| ProtocolCommand::parse(text.as_bytes()).is_some()) {
        language.pick(
            "a command of the UCCI and UCI protocols: run 'chuhe' alone and type it there, or use 'chuhe search'",
            "这是 UCCI 和 UCI 协议的命令：请单独运行“chuhe”后输入，或使用“chuhe search”",
        )
    } else if word.parse::<Move>().is_ok() {
        language.pick(
            "moves go to a command: 'chuhe search --moves h2e2'",
            "着法要交给命令：“chuhe search --moves h2e2”",
        )
    } else if Path::new(word).is_file() {
        language.pick(
            "files go to a command: 'chuhe review FILE' reviews a game",
            "文件要交给命令：“chuhe review FILE”分析一局棋",
        )
    } else {
        return None;
    };
    Some(hint.to_owned())
}

/// Returns the word that is not the name of a command.
fn bad_subcommand(error: &Error) -> Option<&str> {
    context(error, ContextKind::InvalidSubcommand)
}

/// Returns the text that clap attached to the error.
fn context(error: &Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text),
        _ => None,
    }
}
