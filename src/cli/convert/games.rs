// SPDX-License-Identifier: MIT OR Apache-2.0
//! Converts game files of all formats, file by file and game by game. Unreadable games are reported and left
//! out.

use super::args::{ConvertArgs, OutputFormat};
use crate::cli::failure::{CommandResult, Failure, warn};
use crate::cli::game_sources::GameSource;
use crate::cli::output::{Output, is_standard};
use crate::cli::{files, interrupt};
use crate::files::Draft;
use crate::notation::{Encoding, Notation, Records};
use crate::openings::Opening;
use anyhow::{Context, anyhow};
use core::fmt::Display;
use std::collections::HashSet;
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
    unreadable: usize,
    empty_files: usize,
}

impl GameCount {
    /// Counts and reports a game that cannot be read.
    fn report(&mut self, file: &Path, error: &impl Display) {
        warn(&format_args!("{}: {error}", file.display()));
        self.unreadable += 1;
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
    if count.unreadable == 0 {
        return Ok(if count.empty_files == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let total = count.games + count.unreadable;
    Err(Failure::Job(anyhow!("{} of {total} games could not be read", count.unreadable)))
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

/// Writes the games of several files to one.
fn write(
    out: &Path,
    args: &ConvertArgs,
    sources: &[GameSource],
    count: &mut GameCount,
) -> Result<(), Failure> {
    let about = || out.display().to_string();
    let mut draft = Draft::new(out).with_context(about).map_err(Failure::Job)?;
    for source in sources {
        let mut write = |bytes: &[u8]| draft.write_all(bytes).with_context(about).map_err(Failure::Job);
        convert(args, source, count, &mut write)?;
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
            count.report(&source.path, &error);
            return Ok(());
        }
    };
    let (mut lost, before) = (0, count.games + count.unreadable);
    for record in Records::with_fallback(BufReader::new(file), args.input_encoding) {
        if interrupt::is_pressed() {
            return Err(Failure::Job(anyhow!("interrupted in {name}")));
        }
        match record {
            Ok(mut record) => {
                if args.opening_tags {
                    Opening::name_record(&mut record, args.to.notation());
                }
                let text = args.to.write(&record);
                let text = if args.crlf { text.replace('\n', "\r\n") } else { text };
                let (bytes, unknown) = args.encoding.encode(&text);
                write(&bytes)?;
                lost += unknown;
                count.games += 1;
            }
            // After an I/O error the iteration ends by itself.
            Err(error) => count.report(&source.path, &error),
        }
    }
    if count.games + count.unreadable == before {
        warn(&format_args!("{name}: the file contains no games"));
        count.empty_files += 1;
    }
    if lost > 0 {
        warn(&format_args!(
            "{name}: {lost} characters do not exist in {} and became question marks",
            args.encoding
        ));
    }
    Ok(())
}
