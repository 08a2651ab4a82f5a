// SPDX-License-Identifier: MIT OR Apache-2.0
//! Probing: the tables of some directories, their files, and the answers for the search.
//!
//! The header of a file is read when a position of its balance is first asked for. A search asks for results
//! many times, from several threads, and must not wait for a large file: a block of results is read when a
//! position in it is first asked for, kept, and looked up without a lock from then on. Distances are asked
//! for at the root alone; some blocks of them are kept.

use super::format::{BLOCK, Content, TbFile, TbFileError, unpack, unpack_all, wdl_bits};
use super::index::{Index, as_red};
use super::material::Balance;
use super::tb_probe::TbProbe;
use super::value::{Code, DRAW, Smaller, Table, TbValue, decode};
use crate::files::{self, File};
use once_cell::sync::OnceCell;
use std::collections::HashMap;
use std::collections::hash_map::Entry::{Occupied, Vacant};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use thiserror::Error;
use xiangqi::position::Position;
use xiangqi::rules::{RuleSet, Verdict};
use xiangqi::types::value::{MATE, RULE_WIN};
use xiangqi::types::{Color, Language, Move, Value, bilingual_errors, text};

/// Blocks of distances that are kept of a table: 16 MiB.
const KEPT_BLOCKS: usize = 1 << 10;

/// A file or directory of tables cannot be used.
#[derive(Debug, Error)]
#[error("{}", self.text(Language::English))]
pub struct TablebaseError {
    /// The file or directory.
    pub path: PathBuf,
    /// The reason.
    #[source]
    pub error: TbFileError,
}

bilingual_errors!(TablebaseError);

impl TablebaseError {
    /// Returns the error in words.
    pub fn text(&self, language: Language) -> String {
        let (path, error) = (self.path.display(), self.error.text(language));
        text!(language, "{path}: {error}", "{path}：{error}")
    }
}

/// The files of a balance.
struct Entry {
    /// Path without the extension.
    stem: PathBuf,
    /// Of the file that is read when first asked for; `None` if that failed.
    results: OnceCell<Option<WdlFile>>,
    distances: Mutex<Option<DtmFile>>,
}

/// The tables of some directories.
#[derive(Default)]
pub struct Tablebase {
    entries: HashMap<Balance, Entry>,
    most_pieces: u32,
}

impl Tablebase {
    /// Finds the tables of these directories; of a table that is in several, the first counts.
    ///
    /// # Errors
    /// A directory that cannot be read.
    pub fn open(directories: &[impl AsRef<Path>]) -> Result<Self, TablebaseError> {
        let mut found = Self::default();
        for directory in directories.iter().map(AsRef::as_ref) {
            let error =
                |error: std::io::Error| TablebaseError { path: directory.to_owned(), error: error.into() };
            for file in files::read_dir(directory).map_err(error)? {
                let path = file.map_err(error)?.path();
                let balance =
                    path.file_stem().and_then(OsStr::to_str).and_then(|name| name.parse::<Balance>().ok());
                if let Some(balance) = balance
                    && path.extension() == Some(OsStr::new(Content::Wdl.extension()))
                {
                    found.most_pieces = found.most_pieces.max(balance.pieces().into());
                    found.entries.entry(balance).or_insert_with(|| Entry {
                        stem: path.with_extension(""),
                        results: OnceCell::new(),
                        distances: Mutex::new(None),
                    });
                }
            }
        }
        Ok(found)
    }

    /// Returns the balances of the tables, in the order in which they are built.
    pub fn balances(&self) -> Vec<Balance> {
        let mut balances: Vec<_> = self.entries.keys().copied().collect();
        balances.sort_by_key(|balance| (balance.pieces(), *balance));
        balances
    }

    /// Returns the most pieces that a table has, 0 if there is none.
    pub fn most_pieces(&self) -> u32 {
        self.most_pieces
    }

    /// Returns the size of the two files of a balance in bytes.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn sizes(&self, balance: Balance) -> Result<[u64; 2], TablebaseError> {
        let [wdl, dtm] =
            Content::ALL.map(|content| self.file(balance, content).map(|file| file.table().size()));
        Ok([wdl?, dtm?])
    }

    /// Returns the balance of a position, its stronger side, and the files, if it has a table. No table has
    /// pawns where they do not come to.
    #[inline]
    fn entry(&self, position: &Position) -> Option<(Balance, Color, &Entry)> {
        if position.occupied().len() > self.most_pieces {
            return None;
        }
        let (balance, strong) = Balance::of(position.board());
        let entry = self.entries.get(&balance).filter(|_| position.doubts().is_none())?;
        Some((balance, strong, entry))
    }

    /// Returns the result of a position, or `None` if it has no table.
    pub fn wdl(&self, position: &Position) -> Option<Verdict> {
        self.result(position).map(|(result, _)| result)
    }

    /// Returns the result of a position, and true if its table has wins by perpetual check.
    #[inline]
    pub(crate) fn result(&self, position: &Position) -> Option<(Verdict, bool)> {
        let (balance, strong, entry) = self.entry(position)?;
        let results = entry.results.get_or_init(|| self.open_results(balance)).as_ref()?;
        let mover = as_red(position.side_to_move(), strong);
        let result = results.get(mover, results.index().number(position.board(), strong))?;
        Some((result, results.has_wins_by_rule()))
    }

    /// Returns the value of a position, or `None` if it has no table.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn value(&self, position: &Position) -> Result<Option<TbValue>, TablebaseError> {
        Ok(self.value_and_rule(position)?.map(|(value, _)| value))
    }

    /// Returns the value of a position, and true if it depends on the rule of perpetual check.
    pub(crate) fn value_and_rule(
        &self,
        position: &Position,
    ) -> Result<Option<(TbValue, bool)>, TablebaseError> {
        let Some((balance, strong, entry)) = self.entry(position) else { return Ok(None) };
        let Some(wdl) = self.wdl(position) else {
            // Reading again returns the error.
            return self.contents(balance, Content::Wdl).map(|_| None);
        };
        if wdl == Verdict::Draw {
            return Ok(Some((TbValue::Draw, false)));
        }
        let mut distances = entry.distances.lock().expect("no thread panics with it");
        let distances = match &mut *distances {
            Some(distances) => distances,
            none => none.insert(DtmFile::new(self.file(balance, Content::Dtm)?)),
        };
        let mover = as_red(position.side_to_move(), strong);
        let number = distances.table().index().number(position.board(), strong);
        let half = distances.half(mover, number).map_err(|error| entry.error(Content::Dtm, error))?;
        let code = unpack(if wdl == Verdict::Win { 1 } else { 2 }, half);
        Ok(Some((decode(code), code >= distances.table().rule_from())))
    }

    /// Returns the value of each legal move for the side to move, quickest wins first and slowest losses
    /// last, or `None` if a position has no table.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn moves(&self, position: &Position) -> Result<Option<Vec<(Move, TbValue)>>, TablebaseError> {
        let mut moves = Vec::new();
        for mv in position.legal_moves() {
            let Some(after) = self.value(&position.after(mv))? else { return Ok(None) };
            moves.push((mv, before(after)));
        }
        moves.sort_by_key(|&(_, value)| rank(value));
        Ok(Some(moves))
    }

    /// Reads a table for work on all its positions.
    ///
    /// # Errors
    /// A file that is missing or cannot be read.
    pub fn table(&self, balance: Balance) -> Result<Table, TablebaseError> {
        let (wdl, rule_from) = self.contents(balance, Content::Wdl)?;
        let (dtm, _) = self.contents(balance, Content::Dtm)?;
        let codes = Color::ALL.map(|side| unpack_all(&wdl[side as usize], &dtm[side as usize]));
        Ok(Table::new(Index::new(balance), codes, rule_from))
    }

    /// Reads the tables that captures from this balance lead to.
    pub(crate) fn smaller(&self, balance: Balance) -> Result<Smaller, TablebaseError> {
        let tables = balance.after_capture().into_iter().map(|balance| self.table(balance).map(Arc::new));
        tables.collect::<Result<_, _>>().map(Smaller)
    }

    fn open_results(&self, balance: Balance) -> Option<WdlFile> {
        let file = self.file(balance, Content::Wdl);
        file.inspect_err(|error| log::error!("{error}")).ok().map(WdlFile::new)
    }

    /// Reads a file whole: its bytes by side to move, and the first distance that depends on the rule.
    fn contents(&self, balance: Balance, content: Content) -> Result<([Vec<u8>; 2], Code), TablebaseError> {
        let file = self.file(balance, content)?;
        let all = file.all().map_err(|error| self.entries[&balance].error(content, error))?;
        Ok((all, file.table().rule_from()))
    }

    fn file(&self, balance: Balance, content: Content) -> Result<BlockFile, TablebaseError> {
        let Some(entry) = self.entries.get(&balance) else {
            let missing = std::io::Error::from(std::io::ErrorKind::NotFound);
            let path = PathBuf::from(format!("{balance}.{}", content.extension()));
            return Err(TablebaseError { path, error: missing.into() });
        };
        let open = || {
            let file = BlockFile::open(&entry.path(content), content)?;
            if file.table().index().balance() == balance { Ok(file) } else { Err(TbFileError::Damaged) }
        };
        open().map_err(|error| entry.error(content, error))
    }
}

impl Entry {
    fn path(&self, content: Content) -> PathBuf {
        self.stem.with_extension(content.extension())
    }

    fn error(&self, content: Content, error: TbFileError) -> TablebaseError {
        TablebaseError { path: self.path(content), error }
    }
}

/// Returns the value of a position from which a move leads to one of this value.
fn before(after: TbValue) -> TbValue {
    match after {
        TbValue::Win(plies) => TbValue::Loss(plies + 1),
        TbValue::Loss(plies) => TbValue::Win(plies + 1),
        TbValue::Draw => TbValue::Draw,
    }
}

/// Smaller is better for the side to move.
fn rank(value: TbValue) -> i32 {
    let code = |plies: Code| i32::from(plies);
    match value {
        TbValue::Win(plies) => code(plies) - 1000,
        TbValue::Draw => 0,
        TbValue::Loss(plies) => 1000 - code(plies),
    }
}

/// Opens a file. A pipe in its place would block until another process writes to it.
fn open(path: &Path) -> Result<File, TbFileError> {
    if files::metadata(path)?.is_file() { Ok(File::open(path)?) } else { Err(TbFileError::NotAFile) }
}

/// A file on the disk.
struct BlockFile {
    path: PathBuf,
    table: TbFile,
}

impl BlockFile {
    /// Reads the header of a file.
    fn open(path: &Path, content: Content) -> Result<Self, TbFileError> {
        let table = TbFile::read(&mut open(path)?, content)?;
        Ok(Self { path: path.to_owned(), table })
    }

    fn table(&self) -> &TbFile {
        &self.table
    }

    fn block(&self, side: Color, block: usize) -> Result<Vec<u8>, TbFileError> {
        self.table.block(&mut open(&self.path)?, side, block)
    }

    /// Reads the file whole: its bytes by side to move.
    fn all(&self) -> Result<[Vec<u8>; 2], TbFileError> {
        let mut file = open(&self.path)?;
        let [red, black] = Color::ALL.map(|side| self.table.all(&mut file, side));
        Ok([red?, black?])
    }
}

/// A block of results, or `None` if it could not be read.
type Block = OnceCell<Option<Box<[u8]>>>;

/// A `.wdl` file.
struct WdlFile {
    file: BlockFile,
    /// By side to move.
    blocks: [Box<[Block]>; 2],
}

impl WdlFile {
    fn new(file: BlockFile) -> Self {
        let count = file.table.index().size().div_ceil(BLOCK);
        let empty = || (0..count).map(|_| Block::new()).collect();
        Self { blocks: [empty(), empty()], file }
    }

    fn index(&self) -> &Index {
        self.file.table.index()
    }

    /// Returns true if the table has wins by perpetual check.
    fn has_wins_by_rule(&self) -> bool {
        self.file.table.rule_from() < DRAW
    }

    /// Returns the result of a position, or `None` if it cannot be read.
    #[inline]
    fn get(&self, side: Color, number: usize) -> Option<Verdict> {
        let block = &self.blocks[side as usize][number / BLOCK];
        let bits = block.get_or_init(|| self.read(side, number / BLOCK)).as_ref()?;
        Some(match wdl_bits(bits, number % BLOCK) {
            1 => Verdict::Win,
            2 => Verdict::Loss,
            _ => Verdict::Draw,
        })
    }

    #[cold]
    fn read(&self, side: Color, block: usize) -> Option<Box<[u8]>> {
        let read = self.file.block(side, block);
        let path = self.file.path.display();
        read.inspect_err(|error| log::error!("{path}: {error}")).ok().map(Vec::into_boxed_slice)
    }
}

/// A `.dtm` file, and the blocks of it that were read last.
struct DtmFile {
    file: BlockFile,
    kept: HashMap<(Color, usize), Vec<u8>>,
}

impl DtmFile {
    fn new(file: BlockFile) -> Self {
        Self { file, kept: HashMap::new() }
    }

    fn table(&self) -> &TbFile {
        &self.file.table
    }

    /// Returns half of the distance of one position.
    fn half(&mut self, side: Color, number: usize) -> Result<u8, TbFileError> {
        if self.kept.len() >= KEPT_BLOCKS {
            self.kept.clear();
        }
        let block = match self.kept.entry((side, number / BLOCK)) {
            Occupied(kept) => kept.into_mut(),
            Vacant(place) => place.insert(self.file.block(side, number / BLOCK)?),
        };
        Ok(block[number % BLOCK])
    }
}

/// Answers from memory by the rules of the game, and values at the root.
///
/// Where every repetition is a draw, wins by perpetual check are draws too. The file of results does not tell
/// them from other wins, so there a table that has any answers with its draws only.
impl TbProbe for Tablebase {
    fn max_pieces(&self) -> u32 {
        self.most_pieces()
    }

    #[inline]
    fn probe_wdl(&self, position: &Position, rules: RuleSet) -> Option<Verdict> {
        let (result, may_be_by_rule) = self.result(position)?;
        (result == Verdict::Draw || rules != RuleSet::AlwaysDraw || !may_be_by_rule).then_some(result)
    }

    fn probe_value(&self, position: &Position, rules: RuleSet) -> Option<Value> {
        let value = self.value_and_rule(position).inspect_err(|error| log::error!("{error}")).ok()??;
        let (value, is_by_rule) = value;
        let end = |plies: Code| if is_by_rule { RULE_WIN } else { MATE } - Value::from(plies);
        Some(match value {
            _ if is_by_rule && rules == RuleSet::AlwaysDraw => 0,
            TbValue::Draw => 0,
            TbValue::Win(plies) => end(plies),
            TbValue::Loss(plies) => -end(plies),
        })
    }
}
