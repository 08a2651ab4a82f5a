// SPDX-License-Identifier: MIT OR Apache-2.0
//! The options of `chuhe review`.

use super::totals::Order;
use crate::failure::Failure;
use crate::options::{EngineArgs, LimitArgs, RulesArgs, TableArgs, notation, open_books};
use crate::output::OverwriteArgs;
use chuhe::book::Books;
use chuhe::engine::{DEFAULT_HASH_MB, Engine};
use chuhe::search::{Limits, Settings};
use chuhe_console::{number, read};
use std::path::PathBuf;
use xiangqi::notation::{Encoding, Notation};
use xiangqi::types::{Bilingual, bilingual};

/// Default time per position, in milliseconds.
const DEFAULT_MOVETIME: u64 = 200;

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
    /// File with the game, in any format that `chuhe convert --help` names; `-` for standard input; with --all
    /// also folders and several files
    #[arg(value_name = "GAME", required = true)]
    pub files: Vec<PathBuf>,
    /// Review all games of the files, and of the files in the folders, as many at a time as --threads says,
    /// and print a summary by player and opening; needs --jsonl, --pgn or --out
    #[arg(long, conflicts_with_all = ["game", "html"])]
    pub all: bool,
    /// With --all: append the review of each game to this file, one JSON object a line
    #[arg(long, value_name = "FILE", requires = "all")]
    pub jsonl: Option<PathBuf>,
    /// With --jsonl: leave out the moves of the games
    #[arg(long, requires = "jsonl")]
    pub compact: bool,
    /// With --all: write the page of each game to this folder
    #[arg(long, value_name = "DIR", requires = "all")]
    pub out: Option<PathBuf>,
    /// With --all: go on after an interruption; games in the file of --jsonl are not reviewed again;
    /// the limits and the rules have to be the same
    #[arg(long, requires = "jsonl")]
    pub resume: bool,
    /// With --all: order of the players and openings in the summary
    #[arg(
        long,
        value_name = "ORDER",
        value_enum,
        default_value_t,
        requires = "all",
        conflicts_with = "json"
    )]
    pub sort: Order,
    /// Number of the game in the file [default: 1]
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..))]
    pub game: Option<usize>,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub engine: EngineArgs<DEFAULT_HASH_MB>,
    #[command(flatten)]
    pub tables: TableArgs,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Opening book whose moves are not judged; give the option again for more books [default: chuhe.book
    /// beside the program, if it exists]
    #[arg(long = "book", value_name = "FILE")]
    pub books: Vec<PathBuf>,
    /// Judge the moves of opening books too
    #[arg(long, conflicts_with = "books")]
    pub no_book: bool,
    /// Write the review as an interactive HTML page to this file; `-` for standard output
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write the game with scores, comments, marks and better lines to this file; `-` for standard output;
    /// with --all all games
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub pgn: Option<PathBuf>,
    #[command(flatten)]
    pub overwrite: OverwriteArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Notation of moves [default: iccs; chinese in Chinese]
    #[arg(long, value_name = "NOTATION", value_parser = notation())]
    pub notation: Option<Notation>,
    /// Encoding of an input file that is not in UTF-8 [default: gbk or big5, whichever makes more sense]
    #[arg(long, value_name = "NAME", value_parser = read::<Encoding>)]
    pub input_encoding: Option<Encoding>,
}

impl ReviewArgs {
    /// Returns the limits of the search of a position.
    pub fn limits(&self) -> Limits {
        self.limits.limits(DEFAULT_MOVETIME)
    }

    /// Returns an engine that follows the rules.
    pub fn engine(&self) -> Result<Engine, Failure> {
        let mut engine = self.engine.engine(1);
        self.tables.equip(&mut engine)?;
        let settings = engine.settings().clone();
        engine.set_settings(Settings { rules: self.rules.rules(), ..settings });
        Ok(engine)
    }

    /// Returns the books whose moves are not judged.
    pub fn books(&self) -> Result<Books, Bilingual> {
        if self.no_book { Ok(Books::default()) } else { open_books(&self.books) }
    }

    /// Returns the notations of moves on the page, in English and Chinese.
    pub fn notations(&self) -> [Notation; 2] {
        let is_chinese =
            |notation: &Notation| matches!(notation, Notation::Chinese | Notation::ChineseTraditional);
        let asked = self.notation;
        [
            asked.filter(|notation| !is_chinese(notation)).unwrap_or(Notation::Iccs),
            asked.filter(is_chinese).unwrap_or(Notation::Chinese),
        ]
    }
}

/// Returns the error of an option that names a file which is read.
pub fn is_the_input(option: &str, name: &str) -> Bilingual {
    bilingual!(
        "{option}: {name} is the input; input files are never overwritten",
        "{option}：{name} 是输入文件，输入文件不会被覆盖"
    )
}
