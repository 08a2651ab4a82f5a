// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe match`: matches between engines.

mod args;
mod outputs;
mod progress;

use super::failure::{CommandResult, Failure};
use super::interrupt;
use crate::arena::{
    EngineSpec, GameLog, LogError, LoggedGame, LoggedGames, MatchInfo, MatchSummary, Spectator, Spectators,
    Tournament, engines_of, merge,
};
use anyhow::{Context, anyhow};
pub use args::MatchArgs;
use outputs::Outputs;
use progress::Progress;
use std::io::{self, Write};
use std::process::ExitCode;

pub fn run(args: &MatchArgs) -> CommandResult {
    args.check_files()?;
    if args.merge.is_empty() { play(args) } else { merge_logs(args) }
}

/// Plays a match, or the games that are missing in its log.
fn play(args: &MatchArgs) -> CommandResult {
    args.rules().report_note();
    let tournament = args.tournament()?;
    let (log, played) = open_log(args, &tournament)?;
    let total = tournament.games();
    let info = match_info(args, tournament.engines.iter().map(EngineSpec::label).collect(), total);
    let outputs = Outputs::create(args, &info, &played)?;
    if let Some(hint) = args.hint(&tournament) {
        note(&hint);
    }
    let is_watched = args.play.watch;
    interrupt::watch_with_cleanup(
        || (),
        move || {
            if is_watched {
                outputs::leave_screen();
            }
        },
    );
    let records = {
        let monitor = args.play.watch.then(|| outputs::monitor(&info, &played)).flatten();
        let progress = monitor.is_none().then(|| Progress::new(&info, &played, tournament.done(&played)));
        let mut spectators: Vec<&dyn Spectator> = outputs.spectators().collect();
        spectators.extend(monitor.iter().map(|monitor| monitor as &dyn Spectator));
        spectators.extend(progress.iter().map(|progress| progress as &dyn Spectator));
        tournament.run(played, log, &Spectators(spectators), &interrupt::is_pressed)
    };
    let log_name = || args.log.as_ref().map_or("log".to_owned(), |path| path.display().to_string());
    let records = records.with_context(log_name).map_err(Failure::Job)?;
    let finished = outputs.finish();
    print(args, &records, &info.engines)?;
    finished?;
    let done = tournament.done(&records);
    if done < total && !tournament.is_decided(&records) {
        return Err(interrupt::failure(done, total, "games"));
    }
    Ok(ExitCode::SUCCESS)
}

/// The facts of the match for monitor, progress and report.
fn match_info(args: &MatchArgs, engines: Vec<String>, games: usize) -> MatchInfo {
    MatchInfo { title: engines.join(" - "), engines, games, sprt: args.sprt }
}

/// Merges the logs of the parts of a match and prints the summary.
fn merge_logs(args: &MatchArgs) -> CommandResult {
    let mut records = Vec::new();
    for path in &args.merge {
        let games = LoggedGames::read(path).with_context(|| path.display().to_string())?;
        if games.is_cut {
            note(&format!("{}: the last line is truncated and ignored", path.display()));
        }
        records.extend(games.records);
    }
    let records = merge(records).context("--merge")?;
    if let Some(path) = &args.log {
        let name = || path.display().to_string();
        let mut log = GameLog::create(path).map_err(|error| log_failure(error, name()))?;
        records.iter().try_for_each(|record| log.append(record)).with_context(name).map_err(Failure::Job)?;
    }
    let info = match_info(args, engines_of(&records), records.len());
    outputs::write(args, &info, &records)?;
    print(args, &records, &info.engines)?;
    Ok(ExitCode::SUCCESS)
}

/// Opens the log, if there is one, and returns the games of this match that it contains.
fn open_log(
    args: &MatchArgs,
    tournament: &Tournament,
) -> Result<(Option<GameLog>, Vec<LoggedGame>), Failure> {
    let Some(path) = &args.log else { return Ok((None, Vec::new())) };
    let name = || path.display().to_string();
    if !args.play.resume {
        let log = GameLog::create(path).map_err(|error| {
            let hint = if matches!(error, LogError::Occupied) { " (without --resume)" } else { "" };
            log_failure(error, name() + hint)
        })?;
        return Ok((Some(log), Vec::new()));
    }
    let (log, games) = GameLog::resume(path).map_err(|error| log_failure(error, name()))?;
    if games.is_cut {
        note(&format!("{}: the last line is truncated; its game is played again", name()));
    }
    let records = merge(games.records).with_context(name)?;
    records.iter().try_for_each(|record| tournament.check(record)).with_context(name)?;
    Ok((Some(log), records))
}

/// An I/O error is a failed job (exit code 1); a log with other games is wrong input (exit code 2).
fn log_failure(error: LogError, context: String) -> Failure {
    match error {
        LogError::Io(_) => Failure::Job(anyhow!(error).context(context)),
        _ => Failure::Input(anyhow!(error).context(context)),
    }
}

/// Prints the summary, and the last lines that scripts rely on.
fn print(args: &MatchArgs, records: &[LoggedGame], engines: &[String]) -> Result<(), Failure> {
    let summary = MatchSummary::new(records, engines, args.sprt.as_ref());
    let mut out = io::stdout().lock();
    if args.json {
        let json = serde_json::to_string(&summary).map_err(|error| Failure::Job(anyhow!(error)))?;
        writeln!(out, "{json}")?;
        return Ok(());
    }
    writeln!(out, "{summary}")?;
    writeln!(out, "score {}", summary.first.tally)?;
    match summary.first.elo {
        Some(elo) => writeln!(out, "elo {elo}")?,
        None => writeln!(out, "elo +0.0 +- inf")?,
    }
    if let Some(sprt) = &summary.sprt {
        writeln!(out, "sprt {} {:.2}", sprt.decision, sprt.llr)?;
    }
    Ok(())
}

/// Prints a note on standard error; errors are ignored.
fn note(text: &str) {
    let _ = writeln!(io::stderr(), "chuhe: note: {text}");
}
