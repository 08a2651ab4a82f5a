// SPDX-License-Identifier: MIT OR Apache-2.0
//! The command line: the tree of commands. Without a subcommand the program is an engine and holds a protocol
//! session; each subcommand does one job: arguments → library call → print.
//!
//! Results go to standard output, progress and log to standard error. The exit status is 0 when the job is
//! done, 1 when it failed, was interrupted, or a check that it made failed, 2 for wrong usage or unreadable
//! input. An error is one line, `chuhe: what: why`.

mod adjudicate;
mod analysis;
mod args_file;
mod bench;
mod book;
mod convert;
mod datagen;
mod eval;
mod help;
mod lab;
mod matches;
mod net;
mod options;
mod perft;
mod play;
mod review;
mod search;
mod serve;
mod session;
mod show;
mod sources;
mod spsa;
mod suite;
mod tables;
mod train;
mod usage;
mod wdl;

use chuhe_console::{failure, files, input, interrupt, output, progress};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use failure::{CommandResult, Failure, Place};
use log::{Level, LevelFilter};
use output::{Output, OverwriteArgs};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};
use sys_locale::get_locale;
use xiangqi::types::{Bilingual, Language};

/// A Xiangqi (Chinese chess) engine.
///
/// Without a command it speaks UCCI or UCI on standard input and output, for a graphical interface to drive.
#[derive(Parser)]
#[command(
    name = "chuhe",
    version,
    max_term_width = 100,
    after_help = "Examples:\n  chuhe serve --open\n  chuhe play --level 3\n  chuhe review game.pgn --html game.html"
)]
struct Args {
    /// Log level on standard error: off, error, warn, info, debug or trace [default: `RUST_LOG`, or warn with
    /// a command, else error]
    #[arg(long, global = true, value_name = "LEVEL", display_order = 100)]
    log: Option<LevelFilter>,
    /// Language of the output for people, en or zh [default: `CHUHE_LANG`, or that of the locale]
    #[arg(long, global = true, value_name = "LANGUAGE", display_order = 100)]
    lang: Option<Language>,
    #[command(subcommand)]
    command: Option<Command>,
}

/// The commands.
#[derive(Subcommand)]
enum Command {
    Perft(perft::PerftArgs),
    Bench(bench::BenchArgs),
    Eval(eval::EvalArgs),
    Search(search::SearchArgs),
    Play(Box<play::PlayArgs>),
    #[command(alias = "analyze")]
    Review(Box<review::ReviewArgs>),
    Analysis(Box<analysis::AnalysisArgs>),
    Suite(suite::SuiteArgs),
    Match(Box<matches::MatchArgs>),
    Serve(serve::ServeArgs),
    Show(show::ShowArgs),
    Convert(convert::ConvertArgs),
    Adjudicate(adjudicate::AdjudicateArgs),
    Datagen(datagen::DatagenArgs),
    Train(Box<train::TrainArgs>),
    Net(net::NetArgs),
    #[command(alias = "chances")]
    Wdl(wdl::WdlArgs),
    Book(book::BookArgs),
    Tables(tables::TablesArgs),
    Lab(Box<lab::LabArgs>),
    #[command(hide = !cfg!(feature = "tune"))]
    Spsa(spsa::SpsaArgs),
    /// Print the completion script for a shell
    #[command(
        after_help = "Example:\n  chuhe completions bash > ~/.local/share/bash-completion/completions/chuhe"
    )]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write the manual pages, one for each command, to a folder
    #[command(after_help = "Example:\n  chuhe manual ~/.local/share/man/man1")]
    Manual {
        /// The folder; it is made if it does not exist
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        #[command(flatten)]
        overwrite: OverwriteArgs,
    },
}

/// Runs the program on its arguments.
pub fn run() -> ExitCode {
    let (words, problem) = match args_file::expand(env::args_os()) {
        Ok(words) => (words, None),
        Err(problem) => (env::args_os().collect(), Some(problem)),
    };
    let texts: Vec<_> = words.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let (language, warning) = choose_language(asked_language(&texts), |name| env::var(name).ok(), get_locale);
    failure::set_language(language);
    if let Some(problem) = problem {
        return Failure::Input(problem).report(language);
    }
    // Only help and errors need the pages in the language.
    let args = Args::try_parse_from(&words).or_else(|_| {
        let root = help::translated(Args::command(), "", language);
        let matches = root.clone().try_get_matches_from(&words);
        let args = matches.and_then(|matches| Args::from_arg_matches(&matches));
        args.map_err(|error| usage::report(error, root, &texts, language))
    });
    let args = match args {
        Ok(args) => args,
        Err(status) => return status,
    };
    start_log(args.log, if args.command.is_some() { "warn" } else { "error" });
    if let Some(warning) = warning {
        log::warn!("{}", warning.text(language));
    }
    let result = match &args.command {
        None => return session::run(language),
        Some(Command::Perft(args)) => perft::run(args, language),
        Some(Command::Bench(args)) => bench::run(args, language),
        Some(Command::Eval(args)) => eval::run(args, language),
        Some(Command::Search(args)) => search::run(args, language),
        Some(Command::Play(args)) => play::run(args, language),
        Some(Command::Review(args)) => review::run(args, language),
        Some(Command::Analysis(args)) => analysis::run(args, language),
        Some(Command::Suite(args)) => suite::run(args, language),
        Some(Command::Match(args)) => matches::run(args, language),
        Some(Command::Serve(args)) => serve::run(args),
        Some(Command::Show(args)) => show::run(args, language),
        Some(Command::Convert(args)) => convert::run(args),
        Some(Command::Adjudicate(args)) => adjudicate::run(args, language),
        Some(Command::Datagen(args)) => datagen::run(args),
        Some(Command::Train(args)) => train::run(args),
        Some(Command::Wdl(args)) => wdl::run(args),
        Some(Command::Net(args)) => net::run(args),
        Some(Command::Book(args)) => book::run(args, language),
        Some(Command::Tables(args)) => tables::run(args, language),
        Some(Command::Lab(args)) => lab::run(args, language),
        Some(Command::Spsa(args)) => spsa::run(args),
        Some(Command::Completions { shell }) => completions(*shell),
        Some(Command::Manual { folder, overwrite }) => manual(folder, *overwrite),
    };
    result.unwrap_or_else(|failure| failure.report(language))
}

/// Sends the log to standard error: at `level` if given, else at the level of `RUST_LOG`, else at `default`,
/// which is errors alone for an engine, since some graphical interfaces read the log as its answers. Warnings
/// and errors look like the program's other messages.
fn start_log(level: Option<LevelFilter>, default: &str) {
    let mut builder = match level {
        Some(level) => {
            let mut builder = env_logger::Builder::new();
            builder.filter_level(level);
            builder
        }
        None => env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(default)),
    };
    builder.format(|out, record| match record.level() {
        Level::Error | Level::Warn => writeln!(out, "chuhe: {}", record.args()),
        level => writeln!(out, "[{} {level:5} {}] {}", out.timestamp(), record.target(), record.args()),
    });
    builder.init();
}

/// Prints the script that completes commands and options in a shell.
fn completions(shell: Shell) -> CommandResult {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "chuhe", &mut script);
    io::stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the manual pages; a page of the same name is replaced.
fn manual(folder: &Path, overwrite: OverwriteArgs) -> CommandResult {
    fs::create_dir_all(folder).at(folder.display())?;
    let made = tempfile::tempdir().at("manual")?;
    clap_mangen::generate_to(Args::command().disable_help_subcommand(true), &made).at("manual")?;
    let mut pages = Vec::new();
    for page in fs::read_dir(&made).at("manual")? {
        let page = page.at("manual")?;
        let output = Output::create(&folder.join(page.file_name()), Some(PAGE_MARK), overwrite)?;
        pages.push((output, fs::read(page.path()).at("manual")?));
    }
    pages.iter().try_for_each(|(output, page)| output.save(page))?;
    Ok(ExitCode::SUCCESS)
}

/// A line of a manual page begins with this.
const PAGE_MARK: &[u8] = b".TH chuhe";

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
