// SPDX-License-Identifier: MIT OR Apache-2.0
//! The outputs of a match beside its log: PGN file, HTML report, and the monitor on the terminal.

use super::args::MatchArgs;
use crate::failure::{Failure, Place};
use crate::output::{Output, is_empty};
use chuhe_arena::html_report::{self, ReportFile};
use chuhe_arena::{LoggedGame, MatchEvent, MatchInfo, Monitor, Spectator, pgn};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::SystemTime;
use xiangqi::types::{Bilingual, bilingual};

/// The size assumed for a terminal that does not report one.
const DEFAULT_SIZE: (u16, u16) = (80, 24);
/// The reason why the file can be locked.
const NO_PANIC: &str = "writing a game does not panic";

/// The files that are updated during a match.
pub struct Outputs {
    pgn: Option<PgnFile>,
    report: Option<(ReportFile, PathBuf)>,
}

impl Outputs {
    /// Creates the files with the games played before.
    pub fn create(args: &MatchArgs, info: &MatchInfo, played: &[LoggedGame]) -> Result<Self, Failure> {
        let pgn = args.pgn.as_deref().map(|path| PgnFile::create(path, &info.title, played)).transpose()?;
        let report = args.html.as_ref().map(|path| {
            let report = ReportFile::new(path, info.clone(), played);
            report.map(|report| (report, path.clone())).at(path.display())
        });
        Ok(Self { pgn, report: report.transpose().map_err(Failure::Job)? })
    }

    /// Returns the spectators that write the files.
    pub fn spectators(&self) -> impl Iterator<Item = &dyn Spectator> {
        let pgn = self.pgn.iter().map(|pgn| pgn as &dyn Spectator);
        pgn.chain(self.report.iter().map(|(report, _)| report as &dyn Spectator))
    }

    /// Completes the files; fails if one of them could not be written.
    pub fn finish(self) -> Result<(), Failure> {
        if let Some(pgn) = self.pgn {
            let written = pgn.error.into_inner().expect(NO_PANIC).map_or(Ok(()), Err);
            written.at(pgn.path.display()).map_err(Failure::Job)?;
        }
        if let Some((report, path)) = self.report {
            report.finish().at(path.display()).map_err(Failure::Job)?;
        }
        Ok(())
    }
}

/// Writes the files of a finished match.
pub fn write(args: &MatchArgs, info: &MatchInfo, records: &[LoggedGame]) -> Result<(), Failure> {
    check(args, records)?;
    if let Some(path) = &args.pgn {
        PgnFile::create(path, &info.title, records)?;
    }
    if let Some(path) = &args.html {
        Output::reopen(path)?.save(html_report::report(info, records))?;
    }
    Ok(())
}

/// Fails if a file cannot be written, or was not written by `match`. A match without games played before does
/// not overwrite a PGN file that has games either, which may be the only record of another match.
pub fn check(args: &MatchArgs, played: &[LoggedGame]) -> Result<(), Bilingual> {
    let is_lost = |path: &&Path| played.is_empty() && !args.overwrite.force && !is_empty(path);
    if let Some(path) = args.pgn.as_deref().filter(is_lost) {
        let problem = bilingual!(
            "the file already contains games; choose another name, or overwrite it with --force",
            "此文件中已有对局；请换一个文件名，或用 --force 覆盖"
        );
        return Err(problem.at(path.display()));
    }
    let files = [(&args.pgn, pgn::MARK), (&args.html, html_report::MARK)];
    for (path, mark) in files.into_iter().filter_map(|(path, mark)| Some((path.as_ref()?, mark))) {
        Output::create(path, Some(mark.as_bytes()), args.overwrite)?;
    }
    Ok(())
}

/// A PGN file that games are appended to.
struct PgnFile {
    path: PathBuf,
    event: String,
    date: String,
    /// The first write error.
    error: Mutex<Option<io::Error>>,
}

impl PgnFile {
    /// Creates a file with these games.
    fn create(path: &Path, event: &str, played: &[LoggedGame]) -> Result<Self, Failure> {
        let date = pgn::date(SystemTime::now());
        let games = played.iter().map(|record| Ok(pgn::record(record, event, &date)?.to_string()));
        Output::reopen(path)?.save(games.collect::<Result<String, Bilingual>>()?)?;
        Ok(Self { path: path.to_owned(), event: event.to_owned(), date, error: Mutex::new(None) })
    }
}

impl Spectator for PgnFile {
    fn on_event(&self, event: &MatchEvent<'_>) {
        let MatchEvent::Ended { record } = event else { return };
        // The lock also keeps the games of several threads apart.
        let mut error = self.error.lock().expect(NO_PANIC);
        if error.is_none() {
            *error = pgn::append(&self.path, record, &self.event, &self.date).err();
        }
    }
}

/// Creates the monitor for `--watch`; `None` if standard error is not a terminal.
pub fn monitor(info: &MatchInfo, played: &[LoggedGame]) -> Option<Monitor> {
    let size = || {
        let size = terminal_size::terminal_size_of(io::stderr());
        size.map_or(DEFAULT_SIZE, |(width, height)| (width.0, height.0))
    };
    let is_colored = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let terminal = io::stderr();
    terminal.is_terminal().then(|| Monitor::new(terminal, size, is_colored, info.clone(), played))
}

/// Restores the terminal when the program exits without dropping the monitor.
pub fn leave_screen() {
    let mut terminal = io::stderr();
    if terminal.is_terminal() {
        // The program ends anyway; an error changes nothing.
        let _ = Monitor::leave(&mut terminal);
    }
}
