// SPDX-License-Identifier: MIT OR Apache-2.0
//! Converts the games of files.

use super::args::ConvertArgs;
use super::filter::Seen;
use super::format::{NumberedGame, OutputFormat, encode};
use crate::failure::{CommandResult, Failure, Place, warn};
use crate::input::Input;
use crate::output::{Output, is_standard};
use crate::sources::{GameSource, warn_of_faults};
use crate::{files, interrupt};
use chuhe_console::files::Draft;
use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufReader, IsTerminal, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use xiangqi::notation::{Encoding, Lost, Notation, ReadRecordError, Record, Records};
use xiangqi::openings::Opening;
use xiangqi::types::{Bilingual, Language, bilingual, text};

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
    /// Games that the format has no place for.
    unwritable: usize,
    /// Games that do not match the filters.
    left_out: usize,
}

impl GameCount {
    /// Counts and reports a game that cannot be read. Returns its beginning if that has moves.
    fn report(&mut self, file: &Path, mut error: ReadRecordError) -> Option<Record> {
        let beginning = match &mut error {
            ReadRecordError::Game(error) => error.beginning.take(),
            _ => None,
        };
        let name = file.display();
        if let Some(record) = beginning.as_ref().filter(|record| record.line.moves.is_empty()) {
            warn_of_faults(&Bilingual::named(&name), record);
        }
        let (beginning, error) =
            (beginning.filter(|record| !record.line.moves.is_empty()), Bilingual::from(error).at(name));
        if let Some(record) = &beginning {
            let plies = record.line.moves.len();
            warn(Bilingual::new(|language| {
                let error = error.text(language);
                text!(
                    language,
                    "{error}; written up to there (plies: {plies})",
                    "{error}；已写到此处（{plies}着）"
                )
            }));
            self.cut += 1;
        } else {
            warn(error);
            self.unreadable += 1;
        }
        beginning.map(|record| *record)
    }

    /// Counts a game as written and reports the parts of its variations that cannot be read.
    fn add(&mut self, file: &Path, record: &Record) {
        self.games += 1;
        let is_faulty = warn_of_faults(&Bilingual::named(file.display()), record);
        self.faulty += usize::from(is_faulty);
    }

    fn total(&self) -> usize {
        self.games + self.unreadable + self.unwritable + self.left_out
    }

    fn result(&self) -> CommandResult {
        let Self { games, cut, faulty, unreadable, empty_files, unwritable, left_out } = *self;
        let total = self.total();
        let in_variations = "have variations that could not be read to the end";
        let problems = [
            (unreadable, "could not be read", "could not be read", "无法读取"),
            (cut, "could not be read to the end", "not to the end", "未能读完"),
            (faulty, in_variations, in_variations, "有变着未能读完"),
            (unwritable, "could not be written", "could not be written", "无法写出"),
        ];
        let has_problems = problems.iter().any(|&(count, ..)| count > 0);
        let text = |language: Language| {
            let problems = problems.iter().filter(|&&(count, ..)| count > 0).enumerate();
            let texts = problems.map(|(index, (count, first, further, chinese))| match index {
                0 => text!(language, "{count} of {total} games {first}", "共{total}局，{count}局{chinese}"),
                _ => text!(language, "{count} {further}", "{count}局{chinese}"),
            });
            texts.collect::<Vec<_>>().join(language.pick(", ", "，"))
        };
        if has_problems {
            return Err(Failure::Job(Bilingual::new(text)));
        }
        if games == 0 && left_out > 0 {
            return Err(Failure::Job(bilingual!(
                "none of {left_out} games matches the filters",
                "{left_out}局中没有符合条件的对局"
            )));
        }
        Ok(if empty_files == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// Converts game files of all formats, file by file and game by game. Games that cannot be read are reported
/// and left out, from the first illegal move on or as a whole.
pub fn convert(args: &ConvertArgs) -> CommandResult {
    check_encoding(args)?;
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
    let (mut count, mut seen) = (GameCount::default(), Seen::default());
    let mut convert = |path: Option<&Path>, sources: &[GameSource], is_folder| -> Result<(), Failure> {
        let mut target = Target { args, path, is_folder, written: 0, draft: None };
        for source in sources {
            convert_file(args, source, &mut count, &mut seen, &mut target)?;
        }
        target.finish()
    };
    match args.out.as_deref().filter(|out| !is_standard(out)) {
        None if args.to == OutputFormat::Xqf && io::stdout().is_terminal() => {
            return Err(Failure::Input(bilingual!(
                "--to xqf: not text, so not written to a terminal; name a file with --out",
                "--to xqf：不是文本，不能写到终端；请用 --out 指定文件"
            )));
        }
        None => convert(None, &sources, false)?,
        Some(out) if is_folder(out, &args.games) => {
            let mut names = HashSet::new();
            if let Some(twice) = sources.iter().find(|source| !names.insert(&source.name)) {
                let name = twice.name.display();
                let problem = bilingual!(
                    "another file already has the output name {name}",
                    "输出文件名 {name} 已用于另一个文件"
                );
                return Err(problem.at(twice.path.display()).into());
            }
            keep_sources(&sources, sources.iter().map(|source| out.join(&source.name)))?;
            sources.iter().try_for_each(|source| open(&out.join(&source.name), args))?;
            for source in &sources {
                convert(Some(&out.join(&source.name)), std::slice::from_ref(source), true)?;
            }
        }
        Some(out) => {
            keep_sources(&sources, iter::once(out.to_owned()))?;
            open(out, args)?;
            convert(Some(out), &sources, false)?;
        }
    }
    count.result()
}

/// Fails if the format cannot be written in the encoding.
fn check_encoding(args: &ConvertArgs) -> Result<(), Bilingual> {
    let problem = match (args.to, args.encoding()) {
        (OutputFormat::Xqf, Encoding::Utf8) => {
            bilingual!("XQF is in gbk or big5", "XQF 的编码为 gbk 或 big5")
        }
        (OutputFormat::JsonLines, Encoding::Gbk | Encoding::Big5) => {
            bilingual!("JSON is in utf-8", "JSON 的编码为 utf-8")
        }
        (
            OutputFormat::Notation(Notation::Chinese) | OutputFormat::DhtmlXq | OutputFormat::Csv,
            Encoding::Big5,
        ) => {
            bilingual!(
                "big5 has no simplified characters; use --to chinese-traditional",
                "big5 没有简体字；请用 --to chinese-traditional"
            )
        }
        _ => return Ok(()),
    };
    Err(problem.at("--encoding"))
}

/// Where games are written: standard output, a file, or in XQF the files of a folder.
struct Target<'a> {
    args: &'a ConvertArgs,
    /// The file, in XQF that of the first game; `None` for standard output.
    path: Option<&'a Path>,
    /// Further files may be written beside the first.
    is_folder: bool,
    /// Number of games written.
    written: usize,
    draft: Option<(PathBuf, Draft)>,
}

impl Target<'_> {
    /// Writes a game; the first one creates the file.
    fn write(&mut self, game: &[u8], lost: &mut Lost) -> Result<(), Failure> {
        let ConvertArgs { to, overwrite, crlf, .. } = *self.args;
        self.written += 1;
        let is_next = to == OutputFormat::Xqf && self.written > 1;
        if is_next && !self.is_folder {
            return Err(Failure::Input(bilingual!(
                "--to xqf: XQF holds one game a file; with --out FOLDER/ each game gets a file",
                "--to xqf：XQF 每个文件只有一局；用 --out 文件夹/ 可使每局各成一个文件"
            )));
        }
        if is_next {
            self.finish()?;
        }
        if let (None, Some(path)) = (&self.draft, self.path) {
            let path =
                if is_next { path.with_extension(format!("{}.xqf", self.written)) } else { path.to_owned() };
            // Another file's further games may have this name.
            if self.is_folder {
                Output::create(&path, None, overwrite)?;
            }
            let draft = Draft::new(&path).at(path.display()).map_err(Failure::Job)?;
            self.draft = Some((path, draft));
        }
        let heading = to.heading().filter(|_| self.written == 1);
        let heading = heading.map_or_else(Vec::new, |line| encode(line, self.args.encoding(), crlf, lost));
        for bytes in [&heading, game] {
            match &mut self.draft {
                None => io::stdout().write_all(bytes)?,
                Some((path, draft)) => {
                    draft.write_all(bytes).at(path.display()).map_err(Failure::Job)?;
                }
            }
        }
        Ok(())
    }

    /// Moves the file to its name.
    fn finish(&mut self) -> Result<(), Failure> {
        let Some((path, draft)) = self.draft.take() else { return Ok(()) };
        draft.finish().at(path.display()).map_err(Failure::Job)
    }
}

/// Returns true if the output goes to a folder, file by file.
fn is_folder(out: &Path, given: &[PathBuf]) -> bool {
    let ends_with_slash = out.as_os_str().to_string_lossy().ends_with(std::path::is_separator);
    out.is_dir() || ends_with_slash || given.iter().any(|path| path.is_dir())
}

/// Fails if an output file is also an input: games in it that cannot be read would be lost.
fn keep_sources(sources: &[GameSource], mut results: impl Iterator<Item = PathBuf>) -> Result<(), Bilingual> {
    let file = |path: &Path| files::place(path).filter(|place| place.is_file());
    let read: HashSet<_> = sources.iter().filter_map(|source| file(&source.path)).collect();
    match results.find(|result| file(result).is_some_and(|result| read.contains(&result))) {
        Some(result) => {
            let result = result.display();
            Err(bilingual!(
                "--out: {result} is an input; input files are never overwritten",
                "--out：{result} 是输入文件，输入文件不会被覆盖"
            ))
        }
        None => Ok(()),
    }
}

/// Checks an output file before the work; its folder is created.
fn open(out: &Path, args: &ConvertArgs) -> Result<(), Failure> {
    if let Some(folder) = out.parent().filter(|folder| *folder != OsStr::new("")) {
        fs::create_dir_all(folder).at(out.display()).map_err(Failure::Job)?;
    }
    Output::create(out, None, args.overwrite)?;
    Ok(())
}

/// Converts the games of a file one by one.
fn convert_file(
    args: &ConvertArgs,
    source: &GameSource,
    count: &mut GameCount,
    seen: &mut Seen,
    target: &mut Target,
) -> Result<(), Failure> {
    let (name, path) = (source.path.display(), source.path.as_path());
    let file = match Input::open(path) {
        Ok(file) => file,
        Err(error) => {
            count.report(path, error.into());
            return Ok(());
        }
    };
    let (mut lost, before) = (Lost::default(), count.total());
    for (index, record) in (1..).zip(Records::with_fallback(BufReader::new(file), args.input_encoding)) {
        if interrupt::is_pressed() {
            return Err(Failure::Job(bilingual!("interrupted in {name}", "已中断于 {name}")));
        }
        let readable = match &record {
            Ok(record) => Some(record),
            Err(ReadRecordError::Game(error)) => error.beginning.as_deref(),
            Err(_) => None,
        };
        let number = count.games + 1;
        let is_wanted = |record: &Record| args.filter.is_match(record);
        let duplicate_of =
            readable.filter(|record| is_wanted(record)).and_then(|record| seen.first(record, number));
        if readable.is_some_and(|record| !is_wanted(record))
            || duplicate_of.is_some() && args.filter.no_duplicates
        {
            count.left_out += 1;
            continue;
        }
        let mut record = match record {
            Ok(record) => record,
            // After an I/O error the iteration ends by itself.
            Err(error) => match count.report(path, error) {
                Some(beginning) => beginning,
                None => continue,
            },
        };
        if args.opening_tags {
            Opening::name_record(&mut record, args.to.notation());
        }
        let game = NumberedGame { number, file: path, duplicate_of, record: &record };
        let Some(bytes) = args.to.write(&game, args.encoding(), args.crlf, &mut lost) else {
            warn(bilingual!(
                "{name}: game {index} has more pieces of a kind than XQF has room for; left out",
                "{name}：第{index}局某种棋子的数目超出 XQF 的容量，略去"
            ));
            count.unwritable += 1;
            continue;
        };
        target.write(&bytes, &mut lost)?;
        count.add(path, &record);
    }
    for problem in lost.problems(args.to.name(), args.encoding()) {
        warn(problem.at(&name));
    }
    if count.total() == before {
        warn(bilingual!("{name}: the file contains no games", "{name}：文件中没有棋谱"));
        count.empty_files += 1;
    }
    Ok(())
}
