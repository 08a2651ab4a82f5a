// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe match`: games between engines, and what comes out of them.

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
    if args.merge.is_empty() { play(args) } else { put_together(args) }
}

/// Plays a match, or what is missing of it.
fn play(args: &MatchArgs) -> CommandResult {
    let tournament = args.tournament()?;
    let (log, played) = open_log(args, &tournament)?;
    let total = tournament.games();
    let info = info(args, tournament.engines.iter().map(EngineSpec::label).collect(), total);
    let outputs = Outputs::begin(args, &info, &played)?;
    if let Some(hint) = args.hint(&tournament) {
        note(&hint);
    }
    let is_watched = args.play.watch;
    interrupt::watch_to_the_end(
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

/// The match as it is announced to those who look on.
fn info(args: &MatchArgs, engines: Vec<String>, games: usize) -> MatchInfo {
    MatchInfo { title: engines.join(" - "), engines, games, sprt: args.sprt }
}

/// Sums up the logs of the parts of a match.
fn put_together(args: &MatchArgs) -> CommandResult {
    let mut records = Vec::new();
    for path in &args.merge {
        let games = LoggedGames::read(path).with_context(|| path.display().to_string())?;
        if games.is_cut {
            note(&format!("{}: the last line is cut off and left out", path.display()));
        }
        records.extend(games.records);
    }
    let records = merge(records).context("--merge")?;
    if let Some(path) = &args.log {
        let name = || path.display().to_string();
        let mut log = GameLog::create(path).map_err(|error| log_failure(error, name()))?;
        records.iter().try_for_each(|record| log.append(record)).with_context(name).map_err(Failure::Job)?;
    }
    let info = info(args, engines_of(&records), records.len());
    outputs::write(args, &info, &records)?;
    print(args, &records, &info.engines)?;
    Ok(ExitCode::SUCCESS)
}

/// The log, if one is kept, and the games of this match that are in it already.
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
        note(&format!("{}: the last line is cut off; its game is played again", name()));
    }
    let records = merge(games.records).with_context(name)?;
    records.iter().try_for_each(|record| tournament.check(record)).with_context(name)?;
    Ok((Some(log), records))
}

/// A log that cannot be opened for writing is a job that cannot be done; one of other games is a wrong word.
fn log_failure(error: LogError, context: String) -> Failure {
    match error {
        LogError::Io(_) => Failure::Job(anyhow!(error).context(context)),
        _ => Failure::Input(anyhow!(error).context(context)),
    }
}

/// The summary, and the last lines that scripts rely on.
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

/// Says something beside the results. If nobody can read it, that is no reason to stop.
fn note(text: &str) {
    let _ = writeln!(io::stderr(), "chuhe: note: {text}");
}
