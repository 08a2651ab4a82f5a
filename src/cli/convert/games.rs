// SPDX-License-Identifier: MIT OR Apache-2.0
//! Converts game files of all formats, file by file and game by game. Games that cannot be read are reported
//! and left out, from the first illegal move on or as a whole.

use super::args::{ConvertArgs, OutputFormat};
use crate::cli::failure::{CommandResult, Failure, warn};
use crate::cli::game_sources::GameSource;
use crate::cli::output::{Output, is_standard};
use crate::cli::{files, interrupt};
use crate::files::Draft;
use crate::notation::{Encoding, Notation, ReadRecordError, Record, Records};
use crate::openings::Opening;
use anyhow::{Context, anyhow};
use std::collections::{BTreeSet, HashSet};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Numbers of games read so far, and of files without any.
#[derive(Default)]
struct GameCount {
    games: usize,
    /// Those of the games that could be read only in part.
    cut: usize,
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

pub fn run(args: &ConvertArgs) -> CommandResult {
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
                convert(args, source, &mut count, &mut |bytes| Ok(out.write_all(bytes)?))?;
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
    let GameCount { games, cut, unreadable, empty_files } = count;
    let total = games + unreadable;
    match (unreadable, cut) {
        (0, 0) => Ok(if empty_files == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }),
        (_, 0) => Err(Failure::Job(anyhow!("{unreadable} of {total} games could not be read"))),
        (0, _) => Err(Failure::Job(anyhow!("{cut} of {total} games could not be read to the end"))),
        _ => Err(Failure::Job(anyhow!(
            "{unreadable} of {total} games could not be read, {cut} not to the end"
        ))),
    }
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
        convert(args, source, count, &mut write)?;
    }
    if count.games == before {
        return Ok(());
    }
    draft.finish().with_context(about).map_err(Failure::Job)
}

/// Converts the games of a file one by one.
fn convert(
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
        count.games += 1;
    }
    lost.report(&source.path, args.encoding);
    if count.games + count.unreadable == before {
        warn(&format_args!("{name}: the file contains no games"));
        count.empty_files += 1;
    }
    Ok(())
}
