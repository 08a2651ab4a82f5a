// SPDX-License-Identifier: MIT OR Apache-2.0
//! The values of the options in force, their setters, and the settings that follow from them.

use crate::engine::{BookChoice, BookFile, BookSettings, DEFAULT_HASH_MB, Level, usual_hash_mb};
use crate::eval::Network;
use crate::files;
use crate::search::Settings;
use crate::threads;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use ucci::{Dialect, RankBase};
use xiangqi::rules::NATURAL_LIMIT;
use xiangqi::types::{Color, Value};

/// The default book: used if the file exists, and not reported if it does not.
pub const DEFAULT_BOOK: &str = "chuhe.book";

/// Stands for no file.
pub const NO_FILE: &str = "<empty>";

/// Where packages install the files of a program, seen from its own directory.
const SHARED: &str = "../share/chuhe";

/// Maximum number of books; all of them are read again whenever one has changed.
const MAX_BOOKS: usize = 100;

/// More plies than any book covers.
pub const MAX_BOOK_PLIES: u32 = 255;

/// The effect of a `setoption` beyond the changed value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionEffect {
    /// None: the value was set, or ignored because it cannot be read.
    Set,
    /// A new game begins.
    NewGame,
    /// The books are read again.
    LoadBooks,
    /// The endgame tables are opened, also in directories that were in force already: the files may be new.
    OpenTables,
    /// The value was set, but in another sense than it seems.
    Note(String),
    /// The value was ignored, or another one was set, for this reason.
    Unclear(String),
    /// The engine does not support this value.
    Unsupported,
    /// The value is unusable for this reason, and the previous one stays in use.
    Refused(String),
    /// There is no such option.
    Unknown,
}

/// The value of every option in force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The unit of UCCI's clock times is the millisecond, not the second.
    pub use_millisec: bool,
    /// Batch mode: no command is read while the engine thinks.
    pub batch: bool,
    /// Print diagnostic remarks.
    pub debug: bool,
    /// The engine may accept a draw and resign (UCCI).
    pub draw_resign: bool,
    /// Report WDL: the probabilities of win, draw and loss (UCI).
    pub show_wdl: bool,
    /// The base in which the program counts ranks; `None`: detected from what it sends (UCI).
    pub ranks: Option<RankBase>,
    /// Size of the transposition table in MiB; 0: chosen by the engine.
    pub hash: usize,
    /// Play from books (UCCI).
    pub use_book: bool,
    /// Play from books (UCI).
    pub own_book: bool,
    /// File names as the GUI sent them.
    pub(crate) book_files: Vec<Vec<u8>>,
    pub(crate) book_plies: u32,
    pub(crate) book_choice: BookChoice,
    /// Use endgame tables.
    pub(crate) use_tables: bool,
    /// Their directories, as the GUI sent them.
    pub(crate) table_paths: Vec<Vec<u8>>,
    /// Number of the level of play.
    pub(crate) level: u32,
    /// Play at the rating asked for, whatever the level.
    pub(crate) limits_strength: bool,
    pub(crate) elo: u32,
    pub(crate) draw_limit: bool,
    pub(crate) draw_plies: u32,
    pub(crate) settings: Settings,
}

impl Default for Options {
    /// Returns the defaults, which the handshake announces.
    fn default() -> Self {
        let settings = Settings::default();
        Self {
            use_millisec: true,
            batch: false,
            debug: false,
            draw_resign: true,
            show_wdl: false,
            ranks: None,
            // Each run of the fuzz target makes a new engine.
            hash: if cfg!(fuzzing) { 1 } else { DEFAULT_HASH_MB },
            use_book: true,
            own_book: false,
            book_files: vec![DEFAULT_BOOK.into()],
            book_plies: MAX_BOOK_PLIES,
            book_choice: BookChoice::Weight,
            use_tables: true,
            table_paths: Vec::new(),
            level: Level::FULL.number(),
            limits_strength: false,
            elo: *Level::ELO_RANGE.end(),
            draw_limit: settings.draw_plies.is_some(),
            draw_plies: settings.draw_plies.unwrap_or(NATURAL_LIMIT).into(),
            settings,
        }
    }
}

impl Options {
    /// Returns the settings of the search.
    pub fn search_settings(&self) -> Settings {
        let draw_plies = self.draw_limit.then_some(self.draw_plies as u16);
        Settings { draw_plies, ..self.settings.clone() }
    }

    /// Returns the level to play at.
    pub fn level(&self) -> Level {
        if self.limits_strength {
            Level::from_elo(self.elo)
        } else {
            Level::new(self.level).unwrap_or_default()
        }
    }

    /// Returns the books to play from in `dialect`, with the paths at which the files are found now.
    pub fn book_settings(&self, dialect: Dialect) -> BookSettings {
        let is_on = match dialect {
            Dialect::Ucci => self.use_book,
            Dialect::Uci => self.own_book,
        };
        if !is_on {
            return BookSettings::default();
        }
        let files = self.book_files.iter().filter_map(|name| {
            let (side, name) = side_of(name);
            let path = locate(name);
            let is_there = || files::metadata(&path).is_ok_and(|data| data.is_file());
            (name != DEFAULT_BOOK.as_bytes() || is_there()).then_some(BookFile { path, side })
        });
        BookSettings { files: files.collect(), plies: self.book_plies, choice: self.book_choice }
    }

    /// Returns the directories of the endgame tables to use.
    pub fn table_directories(&self) -> Vec<PathBuf> {
        let paths = self.table_paths.iter().filter(|_| self.use_tables);
        paths.map(|name| locate(name)).collect()
    }

    /// Returns the size of the transposition table in MiB: the size asked for, or the engine's choice.
    pub fn hash_megabytes(&self) -> usize {
        if self.hash == 0 { usual_hash_mb() } else { self.hash }
    }

    /// Returns the number of milliseconds in the unit of UCCI's clock times. UCI's own keywords always count
    /// milliseconds.
    ///
    /// UCCI's text says seconds until `usemillisec` is set to true, but also asks engines to announce the
    /// option and to stay with milliseconds. So the option is on from the start and announced so:
    ///
    /// - XQWizard and the league's referee set it to true when they see it announced.
    /// - uci2wb (XBoard) sets it only if its default is announced as false, and always sends milliseconds.
    /// - Bots written for Fairy-Stockfish never set it and send milliseconds. Taken for seconds, their times
    ///   would lose every game on time; seconds taken for milliseconds only make weaker moves.
    /// - A program that sets it to false sends seconds, and is obeyed (ElephantEye ignores it).
    pub fn milliseconds_per_unit(&self, dialect: Dialect) -> i64 {
        if dialect == Dialect::Ucci && !self.use_millisec { 1000 } else { 1 }
    }

    /// Returns the options that make play random.
    pub(crate) fn randomness(&self) -> (Value, BookChoice, Level) {
        (self.settings.noise, self.book_choice, self.level())
    }

    /// Draws another random seed, so that a game with randomness differs from the last.
    pub fn reseed(&mut self) {
        let (noise, book_choice, level) = self.randomness();
        let is_random = noise > 0 || book_choice == BookChoice::Weight || level < Level::FULL;
        self.settings.seed = if is_random { rand::random() } else { 0 };
    }
}

/// The setters that do more than assign a value.
impl Options {
    pub(crate) fn set_network(&mut self, name: &[u8]) -> OptionEffect {
        match Network::named(locate(name)) {
            Ok(network) => {
                self.settings.network = network;
                OptionEffect::Set
            }
            Err(error) => OptionEffect::Refused(error.to_string()),
        }
    }

    /// Accepts any names: the engine reports unusable books later, and plays from the others.
    pub(crate) fn set_book_files(&mut self, names: &[u8]) -> OptionEffect {
        let names = listed(names);
        if names.len() > MAX_BOOKS {
            return OptionEffect::Refused(format!("{} books; at most {MAX_BOOKS} can be used", names.len()));
        }
        self.book_files = names;
        OptionEffect::Set
    }

    /// Accepts any names: the session reports unusable directories later, and uses the others.
    pub(crate) fn set_table_paths(&mut self, names: &[u8]) -> OptionEffect {
        self.table_paths = listed(names);
        OptionEffect::OpenTables
    }

    pub(crate) fn set_threads(&mut self, threads: u32) {
        self.settings.threads = if threads == 0 { threads::cores() } else { threads as usize };
    }

    pub(crate) fn set_draw_plies(&mut self, plies: u32) {
        self.draw_limit = plies > 0;
        if plies > 0 {
            self.draw_plies = plies;
        }
    }
}

/// Returns the names of a list.
fn listed(names: &[u8]) -> Vec<Vec<u8>> {
    let names = names.split(|&byte| byte == b';').map(<[u8]>::trim_ascii);
    let names = names.filter(|name| !name.is_empty() && !name.eq_ignore_ascii_case(NO_FILE.as_bytes()));
    names.map(<[u8]>::to_vec).collect()
}

/// Splits `red:FILE` and `black:FILE`, the books of one side.
fn side_of(name: &[u8]) -> (Option<Color>, &[u8]) {
    let after = |prefix: &str| {
        let (start, rest) = name.split_at_checked(prefix.len())?;
        start.eq_ignore_ascii_case(prefix.as_bytes()).then(|| rest.trim_ascii())
    };
    match (after("red:"), after("black:")) {
        (Some(file), _) => (Some(Color::Red), file),
        (_, Some(file)) => (Some(Color::Black), file),
        _ => (None, name),
    }
}

/// Returns the path of the file or directory with this name, as GUIs send it: bytes in an encoding of their
/// own (on Chinese systems often GBK), relative to an unspecified directory. A relative name is looked up
/// beside the executable first, then where packages install its files, then in the working directory.
fn locate(name: &[u8]) -> PathBuf {
    let path = PathBuf::from(to_os_string(name));
    env::current_exe().ok().and_then(|program| of_program(&program, &path)).unwrap_or(path)
}

/// Returns the path of the file or directory with this name that belongs to an executable, if it exists.
fn of_program(program: &Path, name: &Path) -> Option<PathBuf> {
    let is_name = name.file_name().is_some();
    let directory = program.parent()?;
    let mut files = [directory.join(name), directory.join(SHARED).join(name)].into_iter();
    files.find(|file| file.is_file() || is_name && file.is_dir())
}

/// File names are bytes on this system too.
#[cfg(unix)]
fn to_os_string(name: &[u8]) -> OsString {
    use std::os::unix::ffi::OsStringExt;
    OsString::from_vec(name.to_vec())
}

/// File names are text on this system: invalid UTF-8 is read as GBK.
#[cfg(not(unix))]
fn to_os_string(name: &[u8]) -> OsString {
    xiangqi::notation::Encoding::Gbk.decode(name).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn names_are_looked_up_beside_the_executable_first() {
        let program = env::current_exe().unwrap();
        let name = program.file_name().unwrap().to_str().unwrap();
        assert_eq!(locate(name.as_bytes()), program);
        for name in ["", ".", "Cargo.toml", "no such file", "/no/such/file"] {
            assert_eq!(locate(name.as_bytes()), PathBuf::from(name));
        }
    }

    #[test]
    fn packages_install_files_apart_from_the_executable() {
        let root = env::temp_dir().join(format!("chuhe-paths-{}", std::process::id()));
        let (programs, shared) = (root.join("bin"), root.join("share/chuhe"));
        for directory in [&programs, &shared] {
            fs::create_dir_all(directory).unwrap();
        }
        let [program, book] = [&programs.join("chuhe"), Path::new("chuhe.book")];
        assert_eq!(of_program(program, book), None);
        fs::write(shared.join(book), "").unwrap();
        assert_eq!(of_program(program, book), Some(programs.join(SHARED).join(book)));
        fs::write(programs.join(book), "").unwrap();
        assert_eq!(of_program(program, book), Some(programs.join(book)));
        fs::remove_dir_all(root).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn bytes_that_are_not_text_are_kept() {
        use std::os::unix::ffi::OsStrExt;
        let name = b"/\xCF\xF3\xC6\xE5/BOOK.DAT";
        assert_eq!(locate(name).as_os_str().as_bytes(), name);
    }
}
