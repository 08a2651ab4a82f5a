// SPDX-License-Identifier: MIT OR Apache-2.0
//! Options that several of the tools share, beside those of the engine's commands: opening books, and the rules of
//! repetition.

pub use chuhe::command::options::*;

use crate::failure::{Place, warn};
use chuhe::book::{Book, Books};
use chuhe::engine::{BookChoice, BookSettings, Engine};
use chuhe::protocol::options::Options;
use std::path::{Path, PathBuf};
use ucci::Dialect;
use xiangqi::position::Position;
use xiangqi::rules::{RULE_NAMES, RuleName, RuleSet};
use xiangqi::types::Bilingual;

/// Returns the position of `--fen`; the start position without it.
pub fn start_position(fen: Option<&FenArg>) -> Result<Position, Bilingual> {
    Ok(fen_position(fen)?.unwrap_or_else(Position::startpos))
}

/// Reads the name of a rule set.
fn rule_name() -> Vocabulary<&'static RuleName> {
    Vocabulary {
        read: |text| RuleName::find(text).map_err(Bilingual::from),
        words: || RULE_NAMES.each_ref().map(|rules| rules.name).into(),
    }
}

/// The opening books to play from.
#[derive(clap::Args)]
pub struct BookArgs {
    /// Opening book; give the option again for more books [default: chuhe.book beside the program, if it
    /// exists]
    #[arg(long = "book", value_name = "FILE")]
    books: Vec<PathBuf>,
    /// Play without opening books
    #[arg(long, conflicts_with = "books")]
    no_book: bool,
}

impl BookArgs {
    /// Lets an engine play from the books.
    pub fn equip(&self, engine: &mut Engine) -> Result<(), Bilingual> {
        if self.no_book {
            return Ok(());
        }
        let files = open_files(&self.books)?.into_iter().map(|(path, _)| path.into()).collect();
        engine.set_book_settings(BookSettings {
            files,
            choice: BookChoice::Weight,
            ..BookSettings::default()
        });
        Ok(())
    }
}

/// Opens a book of any format.
pub fn open_book(file: &Path) -> Result<Book, Bilingual> {
    Book::open(file).at(file.display())
}

/// Opens these books; without any, the engine's default one. If that cannot be read, the command goes on
/// without it.
pub fn open_books(files: &[PathBuf]) -> Result<Books, Bilingual> {
    Ok(Books::new(open_files(files)?.into_iter().map(|(_, book)| book).collect()))
}

/// The same, each book with its file.
pub fn open_files(files: &[PathBuf]) -> Result<Vec<(PathBuf, Book)>, Bilingual> {
    let open = |file: &PathBuf| Ok((file.clone(), open_book(file)?));
    if !files.is_empty() {
        return files.iter().map(open).collect();
    }
    let default = Options::default().book_settings(Dialect::Ucci).files;
    let report = |error: &Bilingual| warn(error.clone());
    Ok(default.iter().filter_map(|file| open(&file.path).inspect_err(report).ok()).collect())
}

/// The rules by which repetitions are judged.
#[derive(clap::Args)]
pub struct RulesArgs {
    /// Rules of repetition; world and wxf mean asian, and names of the protocols are known
    #[arg(long = "rules", value_name = "NAME", default_value = "asian", value_parser = rule_name())]
    name: &'static RuleName,
}

impl RulesArgs {
    /// Returns the rules that are applied.
    pub fn rules(&self) -> RuleSet {
        self.name.rules
    }
}
