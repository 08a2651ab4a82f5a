// SPDX-License-Identifier: MIT OR Apache-2.0
//! The command line: what the program `chuhe`, which is an engine, shares with `chuhe-tools`, which has every
//! command. Without a command each is an engine and holds a protocol session; a command does one job:
//! arguments → library call → print.
//!
//! Results go to standard output, progress and log to standard error. The exit status is 0 when the job is
//! done, 1 when it failed, was interrupted, or a check that it made failed, 2 for wrong usage or unreadable
//! input. An error is one line, `chuhe: what: why`.

mod args_file;
mod bench;
mod eval;
pub mod help;
pub mod options;
mod perft;
pub mod positions;
mod search;
mod session;
pub mod show;
mod suite;
mod tools;
mod usage;

use help::Group;
pub use search::move_text;
pub use session::end_with_output;
pub use usage::problem;

use chuhe_console::{failure, files, interrupt, output};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use failure::{CommandResult, Failure};
use log::{Level, LevelFilter};
use std::env;
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;
use sys_locale::get_locale;
use xiangqi::types::{Bilingual, Language};

/// A Xiangqi (Chinese chess) engine.
///
/// Without a command it speaks UCCI or UCI on standard input and output, for a graphical interface to drive.
#[derive(Parser)]
#[command(
    name = "chuhe",
    bin_name = "chuhe",
    version,
    max_term_width = 100,
    after_help = format!("Examples:\n{}", C::EXAMPLES)
)]
pub struct Args<C: Commands> {
    /// Log level on standard error: off, error, warn, info, debug or trace [default: `RUST_LOG`, or warn with
    /// a command, else error]
    #[arg(long, global = true, value_name = "LEVEL", display_order = 100)]
    log: Option<LevelFilter>,
    /// Language of the output for people, en or zh [default: `CHUHE_LANG`, or that of the locale]
    #[arg(long, global = true, value_name = "LANGUAGE", display_order = 100)]
    lang: Option<Language>,
    #[command(subcommand)]
    command: Option<C>,
}

/// The commands of a program.
pub trait Commands: Subcommand {
    /// True if the program has every command; else those that it does not know are `chuhe-tools`'.
    const HAS_ALL: bool;
    /// Lines of the help, each with a command as people type it.
    const EXAMPLES: &'static str;
    /// The commands by what people want to do.
    const GROUPS: &'static [Group];
    /// The Chinese texts of the help, as [`help`](mod@help) describes them.
    const CHINESE: &'static [&'static str];

    /// Runs the command.
    ///
    /// # Errors
    /// Where the command fails.
    fn run(&self, language: Language) -> CommandResult;
}

/// The commands of an engine.
#[derive(Subcommand)]
pub enum EngineCommand {
    Perft(perft::PerftArgs),
    Bench(bench::BenchArgs),
    Eval(eval::EvalArgs),
    Search(search::SearchArgs),
    Suite(suite::SuiteArgs),
    Show(show::ShowArgs),
}

impl Commands for EngineCommand {
    const HAS_ALL: bool = false;
    const EXAMPLES: &'static str = "  chuhe search --movetime 2000\n  chuhe perft 4";
    const GROUPS: &'static [Group] = &[
        Group { name: ("Analyse", "分析"), commands: &["search", "eval", "suite", "show"] },
        Group { name: ("Engine work", "引擎开发"), commands: &["perft", "bench"] },
    ];
    const CHINESE: &'static [&'static str] = &[include_str!("help.zh.txt")];

    fn run(&self, language: Language) -> CommandResult {
        match self {
            Self::Perft(args) => perft::run(args, language),
            Self::Bench(args) => bench::run(args, language),
            Self::Eval(args) => eval::run(args, language),
            Self::Search(args) => search::run(args, language),
            Self::Suite(args) => suite::run(args, language),
            Self::Show(args) => show::run(args, language),
        }
    }
}

/// Runs a program on its arguments.
pub fn run<C: Commands>() -> ExitCode {
    let mut words: Vec<_> = env::args_os().collect();
    let engine = tools::engine_version(words.get(1));
    let mut problem = None;
    if engine.is_some() {
        words.remove(1);
    } else {
        match args_file::expand(env::args_os()) {
            Ok(expanded) => words = expanded,
            Err(error) => problem = Some(error),
        }
    }
    let texts: Vec<_> = words.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let (language, warning) = choose_language(asked_language(&texts), |name| env::var(name).ok(), get_locale);
    failure::set_language(language);
    if let Some(engine) = &engine {
        tools::compare_versions(engine);
    }
    if let Some(problem) = problem {
        return Failure::Input(problem).report(language);
    }
    // Only help and errors need the pages in the language.
    let args = Args::<C>::try_parse_from(&words).or_else(|error| {
        if !C::HAS_ALL
            && engine.is_none()
            && tools::may_know(&error)
            && let Some(status) = tools::hand_over(&words)
        {
            return Err(status);
        }
        let root = help::translated::<C>(Args::<C>::command(), "", language);
        let matches = root.clone().try_get_matches_from(&words);
        let args = matches.and_then(|matches| Args::from_arg_matches(&matches));
        args.map_err(|error| usage::report::<C>(error, root, &texts, language))
    });
    let args = match args {
        Ok(args) => args,
        Err(status) => return status,
    };
    start_log(args.log, if args.command.is_some() { "warn" } else { "error" });
    if let Some(warning) = warning {
        log::warn!("{}", warning.text(language));
    }
    match &args.command {
        None => session::run(language),
        Some(command) => command.run(language).unwrap_or_else(|failure| failure.report(language)),
    }
}

/// Sends the log to standard error: at `level` if given, else at the level of `RUST_LOG`, else at `default`,
/// which is errors alone for an engine, since some graphical interfaces read the log as its answers. Warnings
/// and errors look like the program's other messages; others begin with the seconds since the start.
fn start_log(level: Option<LevelFilter>, default: &str) {
    let start = Instant::now();
    let mut builder = match level {
        Some(level) => {
            let mut builder = env_logger::Builder::new();
            builder.filter_level(level);
            builder
        }
        None => env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(default)),
    };
    builder.format(move |out, record| match record.level() {
        Level::Error | Level::Warn => writeln!(out, "chuhe: {}", record.args()),
        level => {
            let seconds = start.elapsed().as_secs_f64();
            writeln!(out, "[{seconds:.3} {level:5} {}] {}", record.target(), record.args())
        }
    });
    builder.init();
}

/// The variable that sets the language of this program alone.
const VARIABLE: &str = "CHUHE_LANG";

/// Returns the language that `--lang` asks for among the words of a command line, right or wrong.
fn asked_language(words: &[String]) -> Option<Language> {
    let mut next = words.iter().skip(1);
    words.iter().find_map(|word| {
        let after = next.next();
        let value = if word == "--lang" { after.map(String::as_str) } else { word.strip_prefix("--lang=") };
        value?.parse().ok()
    })
}

/// Returns the language that `--lang` asks for, or else [`VARIABLE`], or else the locale of POSIX, the first
/// of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set, or else the system's language, which Windows and macOS
/// keep elsewhere; and a warning if the environment asks for one that does not exist. An empty variable
/// counts as unset.
fn choose_language(
    asked: Option<Language>,
    variable: impl Fn(&str) -> Option<String>,
    system: impl Fn() -> Option<String>,
) -> (Language, Option<Bilingual>) {
    if let Some(language) = asked {
        return (language, None);
    }
    let set = |name: &str| variable(name).filter(|value| !value.is_empty());
    let locale = || {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set).or_else(&system);
        locale.map_or(Language::English, |locale| Language::of_locale(&locale))
    };
    match set(VARIABLE).map(|value| value.parse::<Language>()) {
        None => (locale(), None),
        Some(Ok(language)) => (language, None),
        Some(Err(error)) => (locale(), Some(error.at(VARIABLE))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn language(asked: Option<Language>, variables: &[(&str, &str)]) -> (Language, Option<Bilingual>) {
        let value = |name: &str| {
            let set = variables.iter().find(|variable| variable.0 == name);
            set.map(|variable| variable.1.to_owned())
        };
        choose_language(asked, value, || value("system"))
    }

    #[test]
    fn the_first_that_is_set_counts() {
        let (en, zh) = (Language::English, Language::Chinese);
        for (asked, variables, expected) in [
            (None, &[][..], en),
            (None, &[("LANG", "zh_CN.UTF-8")], zh),
            (None, &[("LANG", "zh_CN.UTF-8"), ("LC_MESSAGES", "en_US.UTF-8")], en),
            (None, &[("LC_MESSAGES", "zh_CN"), ("LANG", "C")], zh),
            (None, &[("LC_ALL", "C"), ("LC_MESSAGES", "zh_CN"), ("LANG", "zh_CN")], en),
            (None, &[("LC_ALL", ""), ("LANG", "zh_CN")], zh),
            (None, &[("CHUHE_LANG", "zh"), ("LC_ALL", "C")], zh),
            (None, &[("CHUHE_LANG", ""), ("LC_ALL", "zh_TW")], zh),
            (Some(en), &[("CHUHE_LANG", "zh"), ("LC_ALL", "zh_CN")], en),
            (Some(zh), &[("CHUHE_LANG", "fr")], zh),
        ] {
            assert_eq!(language(asked, variables), (expected, None), "{asked:?} {variables:?}");
        }
    }

    #[test]
    fn the_option_is_found_wherever_it_stands() {
        let asked = |line: &str| {
            asked_language(&line.split(' ').map(str::to_owned).collect::<Vec<_>>()).map(Language::code)
        };
        assert_eq!(asked("search --lang zh --depth -1"), Some("zh"));
        assert_eq!(asked("--lang=ZH serve"), Some("zh"));
        assert_eq!(asked("serve --lang"), None);
        assert_eq!(asked("serve --lang fr"), None);
    }

    #[test]
    fn an_unknown_language_is_reported_and_the_locale_counts() {
        let (language, warning) = language(None, &[("CHUHE_LANG", "fr"), ("LANG", "zh_CN")]);
        assert_eq!(language, Language::Chinese);
        let warning = warning.unwrap().to_string();
        assert_eq!(warning, "CHUHE_LANG: 'fr' is not a supported language (en, zh)");
    }
}
