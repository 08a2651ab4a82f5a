// SPDX-License-Identifier: MIT OR Apache-2.0
//! Arguments that clap does not accept: help or an error is printed instead of running a command.
//!
//! Help that was asked for goes to standard output. A command that only groups others prints its help as an
//! error, as cargo and git do. Every other error becomes one line: clap's message with its tips, then a hint
//! for the mistakes that are easily made with this program, then the place where the options are explained.

use super::failure::{self, Failure};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};
use std::path::Path;
use std::process::ExitCode;
use ucci::Command as ProtocolCommand;
use xiangqi::notation::excerpt;
use xiangqi::types::{Language, Move};

/// Exit status for wrong usage.
const WRONG_USAGE: u8 = 2;

/// Answers the `words` of a command line, which clap refused with `error`; `root` is the tree of commands.
pub fn report(mut error: Error, mut root: Command, words: &[String]) -> ExitCode {
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
        _ => return failure::print_error(&one_line(error, &root, words), WRONG_USAGE),
    };
    match printed {
        Ok(()) => ExitCode::from(status),
        Err(error) => Failure::Output(error).report(Language::English),
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

/// Returns clap's message with its tips in one line, without the page of usage, and with the hints.
fn one_line(error: &Error, root: &Command, words: &[String]) -> String {
    let (name, command) = command_of(root, words);
    let takes_hyphens = takes_moves(command);
    let text = error.render().to_string();
    let mut parts: Vec<String> = text
        .split("\n\n")
        .map(|part| part.split_whitespace().map(excerpt).collect::<Vec<_>>().join(" "))
        .filter(|part| !part.starts_with("Usage:") && !part.starts_with("For more information"))
        // Only moves may begin with a hyphen.
        .filter(|part| takes_hyphens || !part.starts_with("tip: to pass"))
        .collect();
    if let Some(hint) = hint(error, command, words) {
        // clap's own tips are guesses, and this one knows.
        parts.truncate(1);
        parts.push(hint);
    }
    parts.push(format!("see '{name} --help'"));
    let line = parts.join("; ").replace("invalid digit found in string", "not a whole number without a unit");
    format!("usage: {}", line.strip_prefix("error: ").unwrap_or(&line))
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
fn hint(error: &Error, command: &Command, words: &[String]) -> Option<String> {
    if let Some(word) = bad_subcommand(error) {
        return subcommand_hint(word, words);
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
        return Some(format!("long options begin with two hyphens: --{name}"));
    }
    if has("fen") && matches!(word, "w" | "r" | "b") && words.iter().any(|word| word.contains('/')) {
        return Some("put the whole FEN in quotes: --fen '4k4/… w'".to_owned());
    }
    if has("fen") && !words.iter().any(|word| word == "--fen") && word.contains('/') {
        return Some("a FEN goes after --fen, in quotes".to_owned());
    }
    if takes_moves(command) && word == "--moves" {
        return Some("moves go last, without an option".to_owned());
    }
    (has("moves") && word.parse::<Move>().is_ok()).then(|| "moves go last, after --moves".to_owned())
}

/// Returns advice for a first word which is not the name of a command.
fn subcommand_hint(word: &str, words: &[String]) -> Option<String> {
    let line = words.join(" ");
    let hint = if [word, line.as_str()].iter().any(|text| ProtocolCommand::parse(text.as_bytes()).is_some()) {
        "a command of the UCCI and UCI protocols: run 'chuhe' alone and type it there, or use 'chuhe search'"
    } else if word.parse::<Move>().is_ok() {
        "moves go to a command: 'chuhe search --moves h2e2'"
    } else if Path::new(word).is_file() {
        "files go to a command: 'chuhe review FILE' reviews a game"
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
