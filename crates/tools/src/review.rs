// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe review`: the review of a whole game, as a table, as JSON, as PGN with comments and as a page; or
//! of all games of a collection.

mod args;
mod collection;
mod output;
mod selected;
mod totals;

use super::failure::{CommandResult, Failure, Place, warn};
use super::output::{Output, is_standard};
use super::progress::{keep_ticking, style};
use super::sources::warn_of_faults;
use super::{files, interrupt};
use crate::input::Input;
use args::is_the_input;
use chuhe::search::Limits;
use chuhe_board::Presentation;
use chuhe_board::serve::{REVIEW_MARK, review_page};
use chuhe_review::Review;
use indicatif::ProgressBar;
use output::ReviewTable;
use selected::{SelectedGame, next};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use xiangqi::notation::Notation;
use xiangqi::openings::Opening;
use xiangqi::types::{Bilingual, Language, bilingual, text};

pub use args::ReviewArgs;

struct Outputs {
    pgn: Option<Output>,
    html: Option<Output>,
}

pub fn run(args: &ReviewArgs, language: Language) -> CommandResult {
    if args.all {
        return collection::run(args, language);
    }
    args.check_files(language)?;
    let game = args.selected(language)?;
    let outputs = args.outputs()?;
    let books = args.books()?;
    let mut engine = args.engine()?;
    let moves: Vec<_> = game.record.line.moves.iter().map(|recorded| recorded.mv).collect();
    let mut review = Review::new(&game.record.start, &moves, engine.settings()).at(args.name(language))?;
    review = review.with_books(&books);
    let limits = args.limits();
    let stopper = engine.stopper();
    interrupt::watch(move || stopper.stop());

    let notation = args.notation.unwrap_or(Notation::usual(language));
    let table = ReviewTable::new(notation, language);
    let is_table = args.on_standard_output().is_empty();
    if is_table {
        writeln!(io::stdout(), "{}", table.header())?;
    }
    let bar = ProgressBar::new(moves.len() as u64).with_style(style(
        language.pick("{wide_bar} {pos}/{len} moves, {eta} left", "{wide_bar} {pos}/{len}着，剩余{eta}"),
    ));
    keep_ticking(&bar, Duration::from_millis(200));
    let positions: Vec<_> = review.positions().collect();
    let note = positions.last().and_then(|end| game.note(end));
    while let Some(evaluation) = next(&review, &mut engine, &limits) {
        review.add(evaluation);
        let Some(last) = review.verdicts().len().checked_sub(1) else { continue };
        if is_table {
            bar.suspend(|| writeln!(io::stdout(), "{}", table.row(&review, &positions[last], last)))?;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();

    if args.json {
        writeln!(io::stdout(), "{}", output::document(&review, &game, &limits, notation))?;
    } else if is_table {
        write!(io::stdout(), "\n{}", table.summary(&review))?;
        if let Some(note) = &note {
            writeln!(io::stdout(), "{}", note[language as usize])?;
        }
    }
    args.write(&outputs, &review, &game, note, &limits, language)?;
    if !review.is_complete() {
        return Err(interrupt::failure(review.verdicts().len(), moves.len(), interrupt::Parts::Moves));
    }
    args.status(&game, language)
}

impl ReviewArgs {
    /// Reports what could not be read of a game.
    fn status(&self, game: &SelectedGame, language: Language) -> CommandResult {
        let has_faults = warn_of_faults(&Bilingual::named(self.name(language)), &game.record);
        match &game.error {
            None if has_faults => Ok(ExitCode::FAILURE),
            None => Ok(ExitCode::SUCCESS),
            Some(error) => {
                let plies = game.record.line.moves.len();
                let done = |language| {
                    text!(
                        language,
                        "{error}; reviewed up to there (plies: {plies})",
                        "{error}；已复盘到此处（{plies}着）",
                        error = error.text(language)
                    )
                };
                Err(Failure::Job(Bilingual::new(done).at(self.name(language))))
            }
        }
    }

    /// Returns the file of a single game.
    fn file(&self) -> &Path {
        &self.files[0]
    }

    /// Checks that no output file is the input or another output, and that standard output is used only once.
    fn check_files(&self, language: Language) -> Result<(), Bilingual> {
        let file = |path: &Path| if is_standard(path) { None } else { files::place(path) };
        let place = |path: &Option<PathBuf>| path.as_deref().and_then(file);
        let (game, pgn, html) = (file(self.file()), place(&self.pgn), place(&self.html));
        for (option, place) in [("--pgn", &pgn), ("--html", &html)] {
            if place.is_some() && *place == game {
                return Err(is_the_input(option, &self.name(language)));
            }
        }
        if pgn.is_some() && pgn == html {
            return Err(bilingual!(
                "--html: the same file as --pgn; choose another name",
                "--html：与 --pgn 是同一个文件；请换一个文件名"
            ));
        }
        if let [first, second, ..] = self.on_standard_output()[..] {
            return Err(bilingual!(
                "{second}: {first} already writes to standard output",
                "{second}：{first} 已写到标准输出"
            ));
        }
        Ok(())
    }

    /// The options whose output replaces the table on standard output.
    fn on_standard_output(&self) -> Vec<&'static str> {
        let is_there = |path: &Option<PathBuf>| path.as_deref().is_some_and(is_standard);
        [("--json", self.json), ("--pgn", is_there(&self.pgn)), ("--html", is_there(&self.html))]
            .into_iter()
            .filter_map(|(option, is_there)| is_there.then_some(option))
            .collect()
    }

    /// Name of the input file, for messages.
    fn name(&self, language: Language) -> String {
        if self.file() == "-" {
            language.pick("standard input", "标准输入").to_owned()
        } else {
            self.file().display().to_string()
        }
    }

    /// Reads the selected game, and notes that there are more unless it was selected by the user.
    fn selected(&self, language: Language) -> Result<SelectedGame, Bilingual> {
        if self.files.len() > 1 || self.file().is_dir() {
            return Err(bilingual!(
                "{name}: `--all --jsonl FILE` reviews folders and several files",
                "{name}：文件夹或多个文件请用 `--all --jsonl 文件` 复盘",
                name = self.files.last().unwrap_or(&self.files[0]).display()
            ));
        }
        let source: Box<dyn BufRead + Send> = if self.file() == "-" {
            Box::new(BufReader::new(io::stdin()))
        } else {
            Box::new(BufReader::new(Input::open(self.file()).at(self.name(language))?))
        };
        let game = SelectedGame::read(source, self.game.unwrap_or(1), self.input_encoding);
        let game = game.at(self.name(language))?;
        if self.game.is_none() && game.games > 1 {
            let (name, games) = (self.name(language), game.games);
            warn(bilingual!(
                "{name}: {games} games; reviewing game 1, choose another with --game N",
                "{name}：共{games}局，现在复盘第1局；用 --game N 选择其他对局",
            ));
        }
        Ok(game)
    }

    fn outputs(&self) -> Result<Outputs, Bilingual> {
        let open = |path: &Option<PathBuf>, mark: &str| {
            path.as_ref().map(|path| Output::create(path, Some(mark.as_bytes()), self.overwrite)).transpose()
        };
        Ok(Outputs { pgn: open(&self.pgn, chuhe_review::PGN_MARK)?, html: open(&self.html, REVIEW_MARK)? })
    }

    /// Returns the game with the review in its comments, as PGN.
    fn annotated(&self, review: &Review, game: &SelectedGame, language: Language) -> String {
        let notation = self.notation.unwrap_or(Notation::usual(language));
        let mut annotated = review.annotate(&game.record, notation, language);
        if let Some(note) = review.positions().last().and_then(|end| game.note(&end)) {
            annotated.line.add_comment(&note[language as usize]);
        }
        Opening::name_record(&mut annotated, notation);
        annotated.to_pgn(notation)
    }

    fn write(
        &self,
        outputs: &Outputs,
        review: &Review,
        game: &SelectedGame,
        note: Option<[String; 2]>,
        limits: &Limits,
        language: Language,
    ) -> Result<(), Failure> {
        if let Some(output) = &outputs.pgn {
            output.save(self.annotated(review, game, language))?;
        }
        if let Some(output) = &outputs.html {
            let presentation = Presentation {
                record: &game.record,
                note,
                limits: output::words(limits),
                language,
                notations: self.notations(),
            };
            output.save(review_page(review, &presentation))?;
        }
        Ok(())
    }
}
