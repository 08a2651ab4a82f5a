// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe review`: the review of a whole game, as a table, as JSON, as PGN with comments and as a page; or
//! of all games of a collection.

mod collection;
mod output;
mod selected;
mod totals;

use super::failure::{CommandResult, Failure, warn};
use super::options::{EngineArgs, LimitArgs, RulesArgs, TableArgs, open_books};
use super::output::{Output, OverwriteArgs, is_standard};
use super::progress::{keep_ticking, style};
use super::sources::warn_of_faults;
use super::{files, interrupt};
use crate::cli::input::Input;
use anyhow::{Context, anyhow, bail, ensure};
use chuhe::board::Presentation;
use chuhe::book::Books;
use chuhe::engine::{DEFAULT_HASH_MB, Engine};
use chuhe::review::{self, PositionEvaluation, Review};
use chuhe::search::{Limits, Settings};
use chuhe::serve::{REVIEW_MARK, review_page};
use clap::builder::RangedU64ValueParser;
use indicatif::ProgressBar;
use output::ReviewTable;
use selected::SelectedGame;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use totals::Order;
use xiangqi::notation::{Encoding, Notation};
use xiangqi::openings::Opening;
use xiangqi::text;
use xiangqi::types::Language;

/// Default time per position, in milliseconds.
const DEFAULT_MOVETIME: u64 = 200;
/// Interval at which the progress bar is redrawn while nothing happens.
const TICK: Duration = Duration::from_millis(200);

/// Review games and mark bad moves, 200 ms a move by default
///
/// Each move is judged by its loss of expected score compared with the best move; a win is one point, a draw
/// half a point. A loss of at least 10 % of a point is an inaccuracy (?!), 20 % a mistake (?), 30 % a blunder
/// (??).
#[derive(clap::Args)]
#[command(after_help = "\
The page opens in the language of the output and contains both.

Scores in the table, in comments and on the page are from Red's perspective: +M3 is a mate in 3 moves, +R a win by the \
rules of repetition, +T one by endgame tables. The best line begins with the move that was better than the one played. Moves of an opening book and only legal moves lose \
nothing; they are noted as [book move] and [only move]. For the average loss in \
centipawns, scores are capped at 1000. Every 30 % of a point lost halves the accuracy of a move.

In JSON each move comes with the evaluation of the position before it, from the mover's perspective; `end` holds the \
evaluation after the last move. Scores are written as in `search --json`; `wdl` gives the probabilities of a win, a draw \
and a loss per mille. `game` is the number of the reviewed game among the `games` in the file; `rules` are those of repetition; `limits` are \
those of the search of a position, `movetime` in milliseconds.

In PGN a score is written as [%eval 0.35], in pawns, or [%eval #-3], Red is mated in 3 moves. It replaces an earlier one; \
other commands in comments stay, such as [%clk].

A game that cannot be read to its end, because of an illegal move for example, is reviewed up to there; the last line says \
why, `error` in JSON too, and the exit status is 1. What cannot be read of a variation is kept as a comment and reported, in \
JSON in `faults`, and the exit status is 1, too. Notes, such as on text after the result, are in `notes`.

Ctrl-C stops the review and prints what has been reviewed so far.

With --all each line of the file has the fields of --json without `games`, and the name of the game's `file`. A game is \
reviewed as it is alone, by one thread. The summary counts the moves of a player, or of both sides for an opening, whose \
results are those of Red; --json prints it as one object.

Examples:
  chuhe review game.pgn --html review.html
  chuhe review games.pgn --game 3 --movetime 1000 --threads 2 --pgn reviewed.pgn --lang zh
  chuhe review - --depth 10 --json < game.pgn
  chuhe review games --all --threads 2 --nodes 20000 --out reviews --jsonl all.jsonl --resume
  chuhe review games --all --nodes 20000 --pgn reviewed.pgn --sort loss")]
pub struct ReviewArgs {
    /// File with the game: PGN in any notation, XQF, CBR, CBL or DhtmlXQ; `-` for standard input; with --all
    /// also folders and several files
    #[arg(value_name = "GAME", required = true)]
    files: Vec<PathBuf>,
    /// Review all games of the files, and of the files in the folders, as many at a time as --threads says,
    /// and print a summary by player and opening; needs --jsonl, --pgn or --out
    #[arg(long, conflicts_with_all = ["game", "html"])]
    all: bool,
    /// With --all: append the review of each game to this file, one JSON object a line
    #[arg(long, value_name = "FILE", requires = "all")]
    jsonl: Option<PathBuf>,
    /// With --jsonl: leave out the moves of the games
    #[arg(long, requires = "jsonl")]
    compact: bool,
    /// With --all: write the page of each game to this folder
    #[arg(long, value_name = "DIR", requires = "all")]
    out: Option<PathBuf>,
    /// With --all: go on after an interruption; games in the file of --jsonl are not reviewed again;
    /// the limits and the rules have to be the same
    #[arg(long, requires = "jsonl")]
    resume: bool,
    /// With --all: order of the players and openings in the summary
    #[arg(
        long,
        value_name = "ORDER",
        value_enum,
        default_value_t,
        requires = "all",
        conflicts_with = "json"
    )]
    sort: Order,
    /// Number of the game in the file [default: 1]
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    game: Option<usize>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    engine: EngineArgs<DEFAULT_HASH_MB>,
    #[command(flatten)]
    tables: TableArgs,
    #[command(flatten)]
    rules: RulesArgs,
    /// Opening book whose moves are not judged; give the option again for more books [default: chuhe.book
    /// beside the program, if it exists]
    #[arg(long = "book", value_name = "FILE")]
    books: Vec<PathBuf>,
    /// Judge the moves of opening books too
    #[arg(long, conflicts_with = "books")]
    no_book: bool,
    /// Write the review as an interactive HTML page to this file; `-` for standard output
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the game with scores, comments, marks and better lines to this file; `-` for standard output;
    /// with --all all games
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pgn: Option<PathBuf>,
    #[command(flatten)]
    overwrite: OverwriteArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Notation of moves: iccs, wxf, chinese, chinese-traditional or vietnamese [default: iccs; chinese in
    /// Chinese]
    #[arg(long, value_name = "NOTATION")]
    notation: Option<Notation>,
    /// Encoding of an input file that is not in UTF-8 [default: gbk or big5, whichever makes more sense]
    #[arg(long, value_name = "NAME")]
    input_encoding: Option<Encoding>,
}

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
    let mut review =
        Review::new(&game.record.start, &moves, engine.settings()).with_context(|| args.name(language))?;
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
    keep_ticking(&bar, TICK);
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
        let has_faults = warn_of_faults(&self.name(language), &game.record, language);
        match &game.error {
            None if has_faults => Ok(ExitCode::FAILURE),
            None => Ok(ExitCode::SUCCESS),
            Some(error) => {
                let done = text!(
                    language,
                    "{name}: {error}; reviewed up to there (plies: {plies})",
                    "{name}：{error}；已复盘到此处（{plies}着）",
                    name = self.name(language),
                    error = error.text(language),
                    plies = game.record.line.moves.len(),
                );
                Err(Failure::Job(anyhow!(done)))
            }
        }
    }

    /// Returns the limits of the search of a position.
    fn limits(&self) -> Limits {
        self.limits.limits(DEFAULT_MOVETIME)
    }

    /// Returns an engine that follows the rules.
    fn engine(&self) -> Result<Engine, Failure> {
        let mut engine = self.engine.engine(1);
        self.tables.equip(&mut engine)?;
        let settings = engine.settings().clone();
        engine.set_settings(Settings { rules: self.rules.rules(), ..settings });
        Ok(engine)
    }

    /// Returns the file of a single game.
    fn file(&self) -> &Path {
        &self.files[0]
    }

    fn books(&self) -> anyhow::Result<Books> {
        if self.no_book { Ok(Books::default()) } else { open_books(&self.books) }
    }

    /// Notations of moves on the page, in English and Chinese.
    fn notations(&self) -> [Notation; 2] {
        let is_chinese =
            |notation: &Notation| matches!(notation, Notation::Chinese | Notation::ChineseTraditional);
        let asked = self.notation;
        [
            asked.filter(|notation| !is_chinese(notation)).unwrap_or(Notation::Iccs),
            asked.filter(is_chinese).unwrap_or(Notation::Chinese),
        ]
    }

    /// Checks that no output file is the input or another output, and that standard output is used only once.
    fn check_files(&self, language: Language) -> anyhow::Result<()> {
        let file = |path: &Path| if is_standard(path) { None } else { files::place(path) };
        let place = |path: &Option<PathBuf>| path.as_deref().and_then(file);
        let (game, pgn, html) = (file(self.file()), place(&self.pgn), place(&self.html));
        for (option, place) in [("--pgn", &pgn), ("--html", &html)] {
            ensure!(
                place.is_none() || *place != game,
                "{option}: {} is the input; input files are never overwritten",
                self.name(language)
            );
        }
        ensure!(pgn.is_none() || pgn != html, "--html: the same file as --pgn; choose another name");
        if let [first, second, ..] = self.on_standard_output()[..] {
            bail!("{second}: {first} already writes to standard output");
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
    fn selected(&self, language: Language) -> anyhow::Result<SelectedGame> {
        if self.files.len() > 1 || self.file().is_dir() {
            bail!(text!(
                language,
                "{name}: `--all --jsonl FILE` reviews folders and several files",
                "{name}：文件夹或多个文件请用 `--all --jsonl 文件` 复盘",
                name = self.files.last().unwrap_or(&self.files[0]).display()
            ));
        }
        let source: Box<dyn BufRead + Send> = if self.file() == "-" {
            Box::new(BufReader::new(io::stdin()))
        } else {
            Box::new(BufReader::new(Input::open(self.file()).with_context(|| self.name(language))?))
        };
        let game = SelectedGame::read(source, self.game.unwrap_or(1), self.input_encoding);
        let game = game.with_context(|| self.name(language))?;
        if self.game.is_none() && game.games > 1 {
            let (name, games) = (self.name(language), game.games);
            warn(&text!(
                language,
                "{name}: {games} games; reviewing game 1, choose another with --game N",
                "{name}：共{games}局，现在复盘第1局；用 --game N 选择其他对局",
            ));
        }
        Ok(game)
    }

    fn outputs(&self) -> anyhow::Result<Outputs> {
        let open = |path: &Option<PathBuf>, mark: &str| {
            path.as_ref().map(|path| Output::create(path, Some(mark.as_bytes()), self.overwrite)).transpose()
        };
        Ok(Outputs { pgn: open(&self.pgn, review::PGN_MARK)?, html: open(&self.html, REVIEW_MARK)? })
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
                limits: words(limits),
                language,
                notations: self.notations(),
            };
            output.save(review_page(review, &presentation))?;
        }
        Ok(())
    }
}

/// Evaluates the next position; `None` if there is none, or Ctrl-C was pressed.
fn next(review: &Review, engine: &mut Engine, limits: &Limits) -> Option<PositionEvaluation> {
    if interrupt::is_pressed() {
        return None;
    }
    review.evaluate_next(engine, limits).filter(|_| !interrupt::is_pressed())
}

/// The limits in English and Chinese.
fn words(limits: &Limits) -> [String; 2] {
    Language::ALL.map(|language| {
        let parts = [
            limits.depth.map(|plies| text!(language, "depth {plies}", "深度{plies}")),
            limits.nodes.map(|nodes| text!(language, "{nodes} nodes per move", "每着{nodes}个节点")),
            limits.movetime.map(|time| {
                let time = time.as_millis();
                text!(language, "{time} ms per move", "每着{time}毫秒")
            }),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(language.pick(", ", "，"))
    })
}
