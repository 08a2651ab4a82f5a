// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe review --all`: reviews all games of a file or folder, many at a time.
//!
//! Each game is reviewed by one thread exactly as it is alone, so that the reviews do not depend on the
//! number of threads. A review counts as done when its line is in the JSON file, which is written after its
//! page; half a line at the end, which a program that was killed has left, is cut off. The annotated games
//! are written at the end, in the order of their names.

use super::args::{ReviewArgs, is_the_input};
use super::output::{self, limits_json, words};
use super::selected::{SelectedGame, next};
use super::totals::{Totals, for_each_line, not_a_review};
use crate::failure::{CommandResult, Failure, Place};
use crate::input::Input;
use crate::output::{Output, refuse_standard};
use crate::progress::{keep_ticking, style};
use crate::sources::{GameSource, warn_of_faults};
use crate::{files, interrupt};
use chuhe::book::Books;
use chuhe::engine::{Engine, Stopper};
use chuhe::search::{Limits, Settings};
use chuhe::threads;
use chuhe_board::Presentation;
use chuhe_board::serve::{REVIEW_MARK, review_page};
use chuhe_console::files::write;
use chuhe_review::Review;
use indicatif::ProgressBar;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;
use xiangqi::notation::{Notation, ReadRecordError, Record, Records};
use xiangqi::rules::RuleSet;
use xiangqi::types::{Bilingual, Language, bilingual};

/// A game of a collection: the name of its file, and its number there from 1.
type Name = (String, usize);

/// The beginning of every line: fields are in the order of their names.
const BEGINNING: &[u8] = b"{\"complete\":";

/// The part of a line that says which game it is about.
#[derive(Deserialize)]
struct Head {
    file: String,
    game: usize,
    /// None if the game could not be read.
    limits: Option<Value>,
    /// Older files do not name them: they were the default.
    rules: Option<String>,
}

/// The games that are still to be reviewed.
struct Games<'a> {
    args: &'a ReviewArgs,
    sources: std::vec::IntoIter<GameSource>,
    /// The file that is being read: its name, its games, and the number of those read.
    current: Option<(PathBuf, Records<'static>, usize)>,
    done: HashSet<Name>,
}

/// The state that the threads share.
struct Shared<'a> {
    games: Mutex<Games<'a>>,
    /// The file of --jsonl.
    output: Option<Mutex<File>>,
    /// The games of --pgn.
    annotated: Mutex<BTreeMap<Name, String>>,
    totals: Mutex<Totals>,
    /// The first failure, which ends the work of all.
    failure: Mutex<Option<Bilingual>>,
    bar: ProgressBar,
    limits: Limits,
    language: Language,
}

pub fn run(args: &ReviewArgs, language: Language) -> CommandResult {
    ensure_output(args)?;
    let sources = find_sources(&args.files)?;
    if let Some(path) = &args.pgn {
        check_output("--pgn", path, &sources)?;
    }
    let outputs = args.outputs()?;
    let counts: Vec<_> = sources.iter().map(count).collect();
    check_pages(args, sources.iter().zip(counts.iter().copied()))?;
    let total: usize = counts.iter().sum();
    let (mut done, mut totals) = (HashSet::new(), Totals::default());
    let mut output = None;
    if let Some(path) = &args.jsonl {
        let file = open_output(args, path, &sources)?;
        if args.resume {
            (done, totals) = read_done(path, args)?;
        } else {
            file.set_len(0).at(path.display())?;
        }
        output = Some(Mutex::new(file));
    }
    let books = args.books()?;
    let engines = engines(args)?;
    let stoppers: Vec<_> = engines.iter().map(Engine::stopper).collect();
    interrupt::watch(move || stoppers.iter().for_each(Stopper::stop));

    let left = total.saturating_sub(done.len());
    let bar = ProgressBar::new(left as u64).with_style(style(
        language.pick("{wide_bar} {pos}/{len} games, {eta} left", "{wide_bar} {pos}/{len}局，剩余{eta}"),
    ));
    keep_ticking(&bar, Duration::from_millis(200));
    let shared = Shared {
        games: Mutex::new(Games { args, sources: sources.into_iter(), current: None, done }),
        output,
        annotated: Mutex::default(),
        totals: Mutex::new(totals),
        failure: Mutex::new(None),
        bar,
        limits: args.limits(),
        language,
    };
    let work = |mut engine: Engine| {
        while let Some((name, game)) = lock(&shared.games).next() {
            if let Err(error) = shared.review(args, &mut engine, &books, &name, game) {
                lock(&shared.failure).get_or_insert(error);
            }
            if interrupt::is_pressed() || lock(&shared.failure).is_some() {
                return;
            }
        }
    };
    threads::run(engines.len(), engines, work, |shortage| log::warn!("{shortage}"));
    shared.bar.finish_and_clear();
    if let Some(error) = lock(&shared.failure).take() {
        return Err(Failure::Job(error));
    }
    if let Some(pgn) = &outputs.pgn {
        pgn.save(lock(&shared.annotated).values().map(String::as_str).collect::<String>())?;
    }
    let totals = lock(&shared.totals);
    if args.json {
        writeln!(io::stdout(), "{}", totals.json())?;
    } else {
        write!(io::stdout(), "{}", totals.text(language, args.sort, terminal_width()))?;
    }
    let games = totals.games();
    if interrupt::is_pressed() && games < total {
        return Err(interrupt::failure(games, total, interrupt::Parts::Games));
    }
    Ok(if totals.has_errors() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Fails if there is nothing to write the reviews to, or one file for two kinds of them.
fn ensure_output(args: &ReviewArgs) -> Result<(), Bilingual> {
    let ReviewArgs { jsonl, pgn, out, .. } = args;
    if jsonl.is_none() && pgn.is_none() && out.is_none() {
        return Err(bilingual!(
            "--all: give a file for the reviews with --jsonl or --pgn, or a folder with --out",
            "--all：请用 --jsonl 或 --pgn 给出写复盘结果的文件，或用 --out 给出文件夹"
        ));
    }
    let is_twice = jsonl.as_ref().zip(pgn.as_ref()).is_some_and(|(one, other)| files::are_same(one, other));
    if is_twice {
        return Err(bilingual!(
            "--pgn: the same file as --jsonl; choose another name",
            "--pgn：与 --jsonl 是同一个文件；请换一个文件名"
        ));
    }
    Ok(())
}

/// Returns the engines, each with one thread.
fn engines(args: &ReviewArgs) -> Result<Vec<Engine>, Failure> {
    let threads = args.engine.engine(1).settings().threads;
    let engine = |_| {
        let mut engine = args.engine()?;
        let settings = engine.settings().clone();
        engine.set_settings(Settings { threads: 1, ..settings });
        Ok(engine)
    };
    (0..threads::useful(threads)).map(engine).collect()
}

/// Finds the files of all inputs. Reviews and pages have their names, which therefore differ.
fn find_sources(inputs: &[PathBuf]) -> Result<Vec<GameSource>, Bilingual> {
    let mut sources = Vec::new();
    let mut names = HashSet::new();
    for input in inputs {
        for source in GameSource::find(input)? {
            let is_new = names.insert(source.name.clone());
            let name = source.name.display();
            if !is_new {
                return Err(bilingual!(
                    "{name}: two files of this name; review the folder that contains both",
                    "{name}：有两个同名文件；请复盘包含两者的文件夹"
                ));
            }
            sources.push(source);
        }
    }
    Ok(sources)
}

/// Fails if the file of an option is an input, or standard output, where the summary is printed.
fn check_output(option: &str, path: &Path, sources: &[GameSource]) -> Result<(), Bilingual> {
    refuse_standard(option, path)?;
    let (name, is_source) = (path.display(), |source: &GameSource| files::are_same(&source.path, path));
    if sources.iter().any(is_source) {
        return Err(is_the_input(option, &name.to_string()));
    }
    Ok(())
}

/// Fails if a page would replace a file that is not one.
fn check_pages<'a>(
    args: &ReviewArgs,
    sources: impl Iterator<Item = (&'a GameSource, usize)>,
) -> Result<(), Bilingual> {
    let Some(folder) = &args.out else { return Ok(()) };
    for (source, games) in sources {
        let pages = (1..=games).map(|number| page(folder, &source.name.display().to_string(), number));
        for path in pages.filter(|path| path.exists()) {
            Output::create(&path, Some(REVIEW_MARK.as_bytes()), args.overwrite)?;
        }
    }
    Ok(())
}

/// Returns the path of a game's page.
fn page(folder: &Path, file: &str, number: usize) -> PathBuf {
    folder.join(format!("{file}-{number}.html"))
}

/// Opens the file of --jsonl, which is not overwritten without being asked.
fn open_output(args: &ReviewArgs, path: &Path, sources: &[GameSource]) -> Result<File, Bilingual> {
    check_output("--jsonl", path, sources)?;
    let is_there = fs::metadata(path).is_ok_and(|data| data.len() > 0);
    if is_there && !args.resume && !args.overwrite.force {
        let problem = bilingual!(
            "the file exists already; go on with --resume, or overwrite it with --force",
            "文件已存在；用 --resume 继续，或用 --force 覆盖"
        );
        return Err(problem.at(path.display()));
    }
    files::reserve(path)
}

/// Returns the width to which the summary is fitted.
fn terminal_width() -> usize {
    terminal_size::terminal_size_of(io::stdout()).map_or(usize::MAX, |(width, _)| width.0.into())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no thread panics")
}

/// Counts the games of a file; an error ends the count.
fn count(source: &GameSource) -> usize {
    let Ok(file) = Input::open(&source.path) else { return 0 };
    let mut records = Records::new(BufReader::new(file));
    std::iter::from_fn(|| records.skip_game().ok().filter(|&is_there| is_there)).count()
}

/// Reads which games have a line, adds them up, and cuts off half a line.
fn read_done(path: &Path, args: &ReviewArgs) -> Result<(HashSet<Name>, Totals), Bilingual> {
    let limits = limits_json(&args.limits());
    let rules = args.rules.rules().to_string();
    let (mut done, mut totals) = (HashSet::new(), Totals::default());
    let complete = for_each_line(path, |line| {
        let Head { file, game, limits: old, rules: judged } =
            serde_json::from_slice(line).map_err(|error| not_a_review(&error))?;
        if let Some(old) = old {
            if old != limits {
                return Err(bilingual!(
                    "game {game} of {file} was reviewed with other limits: {old}, now {limits}",
                    "{file} 第{game}局复盘时的限制不同：当时 {old}，现在 {limits}"
                ));
            }
            let judged = judged.unwrap_or_else(|| RuleSet::default().to_string());
            if judged != rules {
                return Err(bilingual!(
                    "game {game} of {file} was reviewed with other rules: {judged}, now {rules}",
                    "{file} 第{game}局复盘时的规则不同：当时 {judged}，现在 {rules}"
                ));
            }
        }
        done.insert((file, game));
        totals.add_line(line)
    });
    let (complete, rest) = complete.at(path.display())?;
    let is_review = rest.starts_with(BEGINNING) || BEGINNING.starts_with(&rest);
    if !is_review {
        let problem =
            bilingual!("not a file of reviews; the file is left as it is", "不是复盘文件；未作改动");
        return Err(problem.at(path.display()));
    }
    fs::OpenOptions::new()
        .write(true)
        .open(path)
        .and_then(|file| file.set_len(complete))
        .at(path.display())?;
    Ok((done, totals))
}

impl Iterator for Games<'_> {
    type Item = (Name, Result<SelectedGame, String>);

    /// Reads the next game that has not been reviewed.
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Some((file, records, read)) = &mut self.current else {
                let source = self.sources.next()?;
                match Input::open(&source.path) {
                    Ok(file) => {
                        let records = Records::with_fallback(BufReader::new(file), self.args.input_encoding);
                        self.current = Some((source.name, records, 0));
                        continue;
                    }
                    Err(error) => {
                        let name = (source.name.display().to_string(), 0);
                        if self.done.contains(&name) {
                            continue;
                        }
                        return Some((name, Err(error.to_string())));
                    }
                }
            };
            let name = (file.display().to_string(), *read + 1);
            let Some(record) = records.next() else {
                self.current = None;
                continue;
            };
            *read += 1;
            if !self.done.contains(&name) {
                let number = name.1;
                return Some((name, selected(record, number)));
            }
        }
    }
}

/// Returns a game, or its beginning, if it has moves.
fn selected(record: Result<Record, ReadRecordError>, number: usize) -> Result<SelectedGame, String> {
    let (record, error) = match record {
        Ok(record) => (record, None),
        Err(ReadRecordError::Game(mut error)) => match error.beginning.take() {
            Some(beginning) => (*beginning, Some(error)),
            None => return Err(error.to_string()),
        },
        Err(error) => return Err(error.to_string()),
    };
    match (record.line.moves.is_empty(), &error) {
        (true, Some(error)) => Err(error.to_string()),
        (true, None) => Err("the game has no moves".to_owned()),
        (false, _) => Ok(SelectedGame { record, error, number, games: number }),
    }
}

impl Shared<'_> {
    /// Reviews a game and writes its page and its line, unless Ctrl-C is pressed meanwhile.
    fn review(
        &self,
        args: &ReviewArgs,
        engine: &mut Engine,
        books: &Books,
        name: &Name,
        game: Result<SelectedGame, String>,
    ) -> Result<(), Bilingual> {
        let (file, number) = name;
        let place = || bilingual!("{file}: game {number}", "{file}：第{number}局");
        let mut line = match game {
            Err(error) => json!({ "complete": false, "error": { "ply": 0, "message": error } }),
            Ok(game) => {
                engine.new_game();
                let moves: Vec<_> = game.record.line.moves.iter().map(|recorded| recorded.mv).collect();
                let review = Review::new(&game.record.start, &moves, engine.settings());
                let mut review = review.within(place)?.with_books(books);
                while let Some(evaluation) = next(&review, engine, &self.limits) {
                    review.add(evaluation);
                }
                if !review.is_complete() {
                    return Ok(());
                }
                self.write_page(args, &review, &game, file)?;
                if args.pgn.is_some() {
                    let text = args.annotated(&review, &game, self.language);
                    lock(&self.annotated).insert(name.clone(), text);
                }
                self.bar.suspend(|| {
                    warn_of_faults(&place(), &game.record);
                });
                let notation = args.notation.unwrap_or(Notation::Iccs);
                output::document(&review, &game, &self.limits, notation)
            }
        };
        line["file"] = file.as_str().into();
        line["game"] = (*number).into();
        if let Value::Object(fields) = &mut line {
            // The games of a file are not counted before they are read.
            fields.remove("games");
            if args.compact {
                fields.remove("moves");
            }
        }
        let line = format!("{line}\n");
        if let Some(output) = &self.output {
            lock(output).write_all(line.as_bytes()).at("--jsonl")?;
        }
        lock(&self.totals).add_line(line.as_bytes())?;
        self.bar.inc(1);
        Ok(())
    }

    fn write_page(
        &self,
        args: &ReviewArgs,
        review: &Review,
        game: &SelectedGame,
        file: &str,
    ) -> Result<(), Bilingual> {
        let Some(folder) = &args.out else { return Ok(()) };
        let end = review.positions().last();
        let presentation = Presentation {
            record: &game.record,
            note: end.and_then(|end| game.note(&end)),
            limits: words(&self.limits),
            language: self.language,
            notations: args.notations(),
        };
        let path = page(folder, file, game.number);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).at(path.display())?;
        }
        write(&path, review_page(review, &presentation)).at(path.display())
    }
}
