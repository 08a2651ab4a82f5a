// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe convert`: converts moves to another notation, and game files to another format.

use super::failure::{CommandResult, Failure, warn};
use super::options::{FenArg, play, start_position};
use super::output::{Output, OverwriteArgs, is_standard};
use super::sources::GameSource;
use super::{files, interrupt};
use anyhow::{Context, anyhow};
use chuhe_console::files::Draft;
use std::collections::{BTreeSet, HashSet};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use xiangqi::notation::{Encoding, Notation, ParseNotationError, ReadRecordError, Record, Records};
use xiangqi::openings::Opening;
use xiangqi::text;
use xiangqi::types::Bilingual;

/// Convert moves or game files to another notation
#[derive(clap::Args)]
#[command(after_help = "\
Moves are played one after another. The notation of each move is detected: coordinates (h2e2, H2-E2; with \
ranks 1 to 10 if a move names rank 10 or the list is legal only so, h3e3 h10g8), WXF (C2.5, H2+3, P++1), Chinese (炮二平五, 前馬進四) or SAN (Che2, Rxb9).

With --games, whole games are converted, including comments and variations. The format of a file is detected from its \
content: PGN, XQF (XQStudio), CBR, CBL and CBF (CCBridge), PFC, MXQ, DhtmlXQ, the text format of Chinese forums, or the text of dpxq.com. Texts may be in UTF-8, \
GBK or Big5. Games are written as PGN, or in DhtmlXQ with --to dhtmlxq, which has no place for some tags and for annotation \
marks. Games that cannot be read are reported with their line or byte offset and left out; of a game with an illegal move \
the moves before it are written. --opening-tags names openings by ECCO, the Encyclopedia of Chinese Chess Openings, in \
Chinese if the moves are in Chinese, otherwise in English.

Examples:
  chuhe convert --to wxf 炮二平五 炮8平5 炮五进四 士4进5
  chuhe convert --to chinese --fen '3k5/9/9/4P4/4P4/9/9/9/9/4K4 w' -- --.6
  echo 'h2e2 h9g7' | chuhe convert --to chinese-traditional -
  chuhe convert --to wxf --games library.cbl --out library.pgn --opening-tags
  chuhe convert --to chinese --games folder --out results --encoding gbk --crlf
  chuhe convert --to dhtmlxq --games game.xqf")]
pub struct ConvertArgs {
    /// Position before the first move in FEN, `-` for standard input [default: the start position]
    #[arg(long, value_name = "FEN", conflicts_with = "games")]
    fen: Option<FenArg>,
    /// Output notation: iccs, wxf, chinese or chinese-traditional; for games also dhtmlxq
    #[arg(long, value_name = "NOTATION")]
    to: OutputFormat,
    /// Moves in any notation, with or without move numbers; `-` for standard input. Put words that begin with
    /// a hyphen after `--`
    #[arg(value_name = "MOVES", required_unless_present = "games", conflicts_with = "games")]
    moves: Vec<String>,
    /// Convert the games in these files, and in all pgn, xqf, cbr, cbl, cbf, pfc, mxq and ubb files in these
    /// folders
    #[arg(long, value_name = "FILE", num_args = 1..)]
    games: Vec<PathBuf>,
    /// Write the games to this file, or to a folder, one file per input (`a.xqf` becomes `a.xqf.pgn`), if it
    /// is a folder, ends with a slash, or a folder is read. Input files are never overwritten [default:
    /// standard output]
    #[arg(long, value_name = "FILE", conflicts_with = "moves")]
    out: Option<PathBuf>,
    #[command(flatten)]
    overwrite: OverwriteArgs,
    /// Encoding of the output: utf-8, gbk or big5
    #[arg(long, value_name = "NAME", default_value_t, conflicts_with = "moves")]
    encoding: Encoding,
    /// Encoding of input files that are not in UTF-8 [default: gbk or big5, whichever makes more sense]
    #[arg(long, value_name = "NAME", conflicts_with = "moves")]
    input_encoding: Option<Encoding>,
    /// End lines with CR LF, as on Windows
    #[arg(long, conflicts_with = "moves")]
    crlf: bool,
    /// Add the tags ECCO, Opening and Variation to games without them
    #[arg(long, conflicts_with = "moves")]
    opening_tags: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum OutputFormat {
    /// Moves in this notation, or games as PGN.
    Notation(Notation),
    DhtmlXq,
}

impl FromStr for OutputFormat {
    type Err = Bilingual;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.eq_ignore_ascii_case("dhtmlxq") {
            Ok(Self::DhtmlXq)
        } else {
            let error = |error: ParseNotationError| {
                Bilingual::new(|language| {
                    text!(
                        language,
                        "{error}; games become PGN in one of these, or DhtmlXQ with --to dhtmlxq",
                        "{error}；棋谱按其中一种写成 PGN，或用 --to dhtmlxq 写成 DhtmlXQ",
                        error = error.text(language)
                    )
                })
            };
            text.parse().map(Self::Notation).map_err(error)
        }
    }
}

impl OutputFormat {
    fn write(self, record: &Record) -> String {
        match self {
            Self::Notation(notation) => record.to_pgn(notation),
            Self::DhtmlXq => record.to_dhtmlxq(),
        }
    }

    /// The notation that determines the language of added texts.
    fn notation(self) -> Notation {
        match self {
            Self::Notation(notation) => notation,
            Self::DhtmlXq => Notation::Chinese,
        }
    }

    /// The extension of file names.
    fn extension(self) -> &'static str {
        match self {
            Self::Notation(_) => "pgn",
            Self::DhtmlXq => "ubb",
        }
    }
}

pub fn run(args: &ConvertArgs) -> CommandResult {
    if !args.games.is_empty() {
        return convert_games(args);
    }
    let OutputFormat::Notation(notation) = args.to else {
        return Err(anyhow!("--to dhtmlxq: requires --games, because it applies to whole games only").into());
    };
    if let Some(file) = args.moves.iter().find(|word| Path::new(word).is_file()) {
        return Err(
            anyhow!("{file}: a file, not a move; the games in files are converted with --games").into()
        );
    }
    let mut position = start_position(args.fen.as_ref())?;
    play(&mut position, &args.moves)?;
    // The position of --fen may have moves of its own.
    let mut before = position.at_start();
    let mut written = Vec::new();
    for mv in position.moves() {
        written.push(notation.write(&before, mv));
        before.play_unchecked(mv);
    }
    if written.is_empty() {
        let source = if args.moves.iter().any(|word| word == "-") { "standard input" } else { "MOVES" };
        return Err(anyhow!("{source}: no moves to convert").into());
    }
    writeln!(io::stdout(), "{}", written.join(" "))?;
    Ok(ExitCode::SUCCESS)
}

/// Numbers of games read so far, and of files without any.
#[derive(Default)]
struct GameCount {
    games: usize,
    /// Those of the games that could be read only in part.
    cut: usize,
    /// Those of the games with unreadable parts of variations.
    faulty: usize,
    unreadable: usize,
    empty_files: usize,
}

impl GameCount {
    /// Counts and reports a game that cannot be read. Returns its beginning if that has moves.
    fn report(&mut self, file: &Path, mut error: ReadRecordError) -> Option<Record> {
        let beginning = match &mut error {
            ReadRecordError::Game(error) => error.beginning.take(),
            _ => None,
        };
        let beginning = beginning.filter(|record| !record.line.moves.is_empty());
        let name = file.display();
        if let Some(record) = &beginning {
            let plies = record.line.moves.len();
            warn(&format_args!("{name}: {error}; written up to there (plies: {plies})"));
            self.cut += 1;
        } else {
            warn(&format_args!("{name}: {error}"));
            self.unreadable += 1;
        }
        beginning.map(|record| *record)
    }

    /// Counts a game as written and reports the parts of its variations that cannot be read.
    fn add(&mut self, file: &Path, record: &Record) {
        let name = file.display();
        for fault in &record.faults {
            warn(&format_args!("{name}: {fault}; this part of a variation is kept as a comment"));
        }
        self.games += 1;
        self.faulty += usize::from(!record.faults.is_empty());
    }

    fn result(&self) -> CommandResult {
        let Self { games, cut, faulty, unreadable, empty_files } = *self;
        let total = games + unreadable;
        let in_variations = "have variations that could not be read to the end";
        let problems = [
            (unreadable, "could not be read", "could not be read"),
            (cut, "could not be read to the end", "not to the end"),
            (faulty, in_variations, in_variations),
        ];
        let problems = problems.into_iter().filter(|&(count, ..)| count > 0).enumerate();
        let texts = problems.map(|(index, (count, first, further))| match index {
            0 => format!("{count} of {total} games {first}"),
            _ => format!("{count} {further}"),
        });
        let text = texts.collect::<Vec<_>>().join(", ");
        if !text.is_empty() {
            return Err(Failure::Job(anyhow!(text)));
        }
        Ok(if empty_files == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// Parts of a file's games that the output cannot hold.
#[derive(Default)]
struct Lost {
    /// Number of characters that the encoding lacks.
    characters: usize,
    /// Names of the tags that the format has no place for.
    tags: BTreeSet<String>,
    glyphs: usize,
}

impl Lost {
    fn add(&mut self, record: &Record) {
        let (tags, glyphs) = record.lost_in_dhtmlxq();
        self.tags.extend(tags.into_iter().map(str::to_owned));
        self.glyphs += glyphs;
    }

    fn report(&self, file: &Path, encoding: Encoding) {
        let Self { characters, tags, glyphs } = self;
        let name = file.display();
        if *characters > 0 {
            warn(&format_args!(
                "{name}: {characters} characters do not exist in {encoding} and became question marks"
            ));
        }
        if !tags.is_empty() {
            let tags = tags.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
            warn(&format_args!("{name}: DhtmlXQ has no field for these tags, which are left out: {tags}"));
        }
        if *glyphs > 0 {
            warn(&format_args!("{name}: DhtmlXQ has no annotation marks; left out: {glyphs}"));
        }
    }
}

/// Converts game files of all formats, file by file and game by game. Games that cannot be read are reported
/// and left out, from the first illegal move on or as a whole.
fn convert_games(args: &ConvertArgs) -> CommandResult {
    let is_simplified = matches!(args.to, OutputFormat::Notation(Notation::Chinese) | OutputFormat::DhtmlXq);
    if args.encoding == Encoding::Big5 && is_simplified {
        return Err(
            anyhow!("--encoding: big5 has no simplified characters; use --to chinese-traditional").into()
        );
    }
    let mut sources = Vec::new();
    for path in &args.games {
        sources.extend(GameSource::find(path)?);
    }
    for GameSource { name, .. } in &mut sources {
        let extension = args.to.extension();
        if !name.extension().is_some_and(|other| other.eq_ignore_ascii_case(extension)) {
            name.as_mut_os_string().push(format!(".{extension}"));
        }
    }
    interrupt::watch(|| ());
    let mut count = GameCount::default();
    match args.out.as_deref().filter(|out| !is_standard(out)) {
        None => {
            let mut out = io::stdout().lock();
            for source in &sources {
                convert_file(args, source, &mut count, &mut |bytes| Ok(out.write_all(bytes)?))?;
            }
        }
        Some(out) if is_folder(out, &args.games) => {
            let mut names = HashSet::new();
            if let Some(twice) = sources.iter().find(|source| !names.insert(&source.name)) {
                return Err(anyhow!(
                    "{}: another file already has the output name {}",
                    twice.path.display(),
                    twice.name.display()
                )
                .into());
            }
            keep_sources(&sources, sources.iter().map(|source| out.join(&source.name)))?;
            sources.iter().try_for_each(|source| open(&out.join(&source.name), args))?;
            for source in &sources {
                write(&out.join(&source.name), args, std::slice::from_ref(source), &mut count)?;
            }
        }
        Some(out) => {
            keep_sources(&sources, iter::once(out.to_owned()))?;
            open(out, args)?;
            write(out, args, &sources, &mut count)?;
        }
    }
    count.result()
}

/// Returns true if the output goes to a folder, file by file.
fn is_folder(out: &Path, given: &[PathBuf]) -> bool {
    let ends_with_slash = out.as_os_str().to_string_lossy().ends_with(std::path::is_separator);
    out.is_dir() || ends_with_slash || given.iter().any(|path| path.is_dir())
}

/// Fails if an output file is also an input: games in it that cannot be read would be lost.
fn keep_sources(sources: &[GameSource], mut results: impl Iterator<Item = PathBuf>) -> anyhow::Result<()> {
    let file = |path: &Path| files::place(path).filter(|place| place.is_file());
    let read: HashSet<_> = sources.iter().filter_map(|source| file(&source.path)).collect();
    match results.find(|result| file(result).is_some_and(|result| read.contains(&result))) {
        Some(result) => {
            Err(anyhow!("--out: {} is an input; input files are never overwritten", result.display()))
        }
        None => Ok(()),
    }
}

/// Checks an output file before the work; its folder is created.
fn open(out: &Path, args: &ConvertArgs) -> Result<(), Failure> {
    if let Some(folder) = out.parent().filter(|folder| *folder != OsStr::new("")) {
        fs::create_dir_all(folder).with_context(|| out.display().to_string()).map_err(Failure::Job)?;
    }
    Output::create(out, None, args.overwrite)?;
    Ok(())
}

/// Writes the games of several files to one; without any game there is no file.
fn write(
    out: &Path,
    args: &ConvertArgs,
    sources: &[GameSource],
    count: &mut GameCount,
) -> Result<(), Failure> {
    let about = || out.display().to_string();
    let mut draft = Draft::new(out).with_context(about).map_err(Failure::Job)?;
    let before = count.games;
    for source in sources {
        let mut write = |bytes: &[u8]| draft.write_all(bytes).with_context(about).map_err(Failure::Job);
        convert_file(args, source, count, &mut write)?;
    }
    if count.games == before {
        return Ok(());
    }
    draft.finish().with_context(about).map_err(Failure::Job)
}

/// Converts the games of a file one by one.
fn convert_file(
    args: &ConvertArgs,
    source: &GameSource,
    count: &mut GameCount,
    write: &mut impl FnMut(&[u8]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let name = source.path.display();
    let file = match File::open(&source.path) {
        Ok(file) => file,
        Err(error) => {
            count.report(&source.path, error.into());
            return Ok(());
        }
    };
    let (mut lost, before) = (Lost::default(), count.games + count.unreadable);
    for record in Records::with_fallback(BufReader::new(file), args.input_encoding) {
        if interrupt::is_pressed() {
            return Err(Failure::Job(anyhow!("interrupted in {name}")));
        }
        let mut record = match record {
            Ok(record) => record,
            // After an I/O error the iteration ends by itself.
            Err(error) => match count.report(&source.path, error) {
                Some(beginning) => beginning,
                None => continue,
            },
        };
        if args.opening_tags {
            Opening::name_record(&mut record, args.to.notation());
        }
        let text = args.to.write(&record);
        let text = if args.crlf { text.replace('\n', "\r\n") } else { text };
        let (bytes, unknown) = args.encoding.encode(&text);
        write(&bytes)?;
        lost.characters += unknown;
        if args.to == OutputFormat::DhtmlXq {
            lost.add(&record);
        }
        count.add(&source.path, &record);
    }
    lost.report(&source.path, args.encoding);
    if count.games + count.unreadable == before {
        warn(&format_args!("{name}: the file contains no games"));
        count.empty_files += 1;
    }
    Ok(())
}
