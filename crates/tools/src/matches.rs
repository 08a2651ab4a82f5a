// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe match`: matches between engines.

pub mod args;
mod openings;
mod outputs;
mod progress;

use super::failure::{CommandResult, Failure, Place, warn};
use super::files;
use super::interrupt;
use super::progress::{keep_ticking, style};
pub use args::MatchArgs;
use chuhe::protocol::known_option;
use chuhe_arena::{
    EngineSpec, GameLog, LogError, LogHead, LoggedGame, LoggedGames, MatchError, MatchInfo, MatchSummary,
    PlayerError, Spectator, Spectators, Tournament, TrialStart, engines_of, handles_needed, merge,
    raise_handle_limit, try_engines,
};
use indicatif::ProgressBar;
use outputs::Outputs;
use progress::Progress;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;
use xiangqi::types::{Bilingual, Language, bilingual, text};

/// Returns the error for the log of another match.
fn other_log(problem: &Bilingual, log: &Bilingual) -> Bilingual {
    let advised = |language| {
        text!(
            language,
            "{problem}; use another log, or the former settings",
            "{problem}；请另用记录文件，或恢复原来的设置",
            problem = problem.text(language)
        )
    };
    Bilingual::new(advised).within(log)
}

pub fn run(args: &MatchArgs, language: Language) -> CommandResult {
    args.check_files()?;
    if args.merge.is_empty() { play(args, language) } else { merge_logs(args, language) }
}

/// Plays a match, or the games that are missing in its log.
fn play(args: &MatchArgs, language: Language) -> CommandResult {
    let mut tournament = args.tournament()?;
    reserve_handles(&tournament)?;
    let head = tournament.log_head();
    let (mut log, played) = open_log(args, &tournament, &head)?;
    outputs::check(args, &played).inspect_err(|_| remove_empty_log(args))?;
    let total = tournament.games();
    let info = match_info(args, tournament.engines.iter().map(EngineSpec::label).collect(), total, language);
    let is_watched = args.play.watch;
    interrupt::watch_with_cleanup(
        || (),
        move || {
            if is_watched {
                outputs::leave_screen();
            }
        },
    );
    if tournament.done(&played) < total && !tournament.is_decided(&played) {
        let refusals = try_all(&mut tournament, args.play.lenient).inspect_err(|_| remove_empty_log(args))?;
        for refusal in &refusals {
            note(refusal);
        }
    }
    if let (Some(log), Some(path)) = (&mut log, &args.log) {
        log.begin(&head).at(path.display()).map_err(Failure::Job)?;
    }
    let outputs = Outputs::create(args, &info, &played)?;
    if let Some(hint) = args.hint(&tournament) {
        note(&hint);
    }
    let (records, error) = {
        let monitor = args.play.watch.then(|| outputs::monitor(&info, &played)).flatten();
        let progress = || Progress::new(&info, &played, tournament.done(&played), tournament.has_people());
        let progress = monitor.is_none().then(progress);
        let mut spectators: Vec<&dyn Spectator> = outputs.spectators().collect();
        spectators.extend(monitor.iter().map(|monitor| monitor as &dyn Spectator));
        spectators.extend(progress.iter().map(|progress| progress as &dyn Spectator));
        tournament.run(played, log, &Spectators(spectators), &interrupt::is_pressed)
    };
    let finished = outputs.finish();
    print(args, &records, &info)?;
    finished?;
    if let Some(error) = error {
        return Err(match_failure(args, error));
    }
    let done = tournament.done(&records);
    if done < total && !tournament.is_decided(&records) {
        return Err(incomplete(done, total));
    }
    verdict(&records)
}

/// The outcome of a match that is over, which fails if it compares nothing.
fn verdict(records: &[LoggedGame]) -> CommandResult {
    let has_result = records.is_empty() || records.iter().any(|record| record.blame.is_none());
    if has_result { Ok(ExitCode::SUCCESS) } else { Err(Failure::Job(every_fault())) }
}

fn every_fault() -> Bilingual {
    bilingual!("match: a fault decided every game", "match：每局都由故障决定")
}

/// Raises the limit on file handles to the number that the engines need; fails if the system allows fewer.
fn reserve_handles(tournament: &Tournament) -> Result<(), Failure> {
    let games = tournament.concurrency.min(tournament.games()) as u64;
    let needed = handles_needed(games);
    let Some(limit) = raise_handle_limit(needed).filter(|&limit| limit < needed) else { return Ok(()) };
    let most = (1..games).rev().find(|&games| handles_needed(games) <= limit);
    let advice =
        |games, language| text!(language, " or use --concurrency {games}", "，或用 --concurrency {games}");
    Err(Failure::Job(Bilingual::new(|language| {
        text!(
            language,
            "match: --concurrency {games} needs {needed} file handles, and the limit is {limit}; \
             raise it (ulimit -n {needed}){advice}",
            "match：--concurrency {games} 需要{needed}个文件句柄，上限为{limit}；\
             请提高上限（ulimit -n {needed}）{advice}",
            advice = most.map(|games| advice(games, language)).unwrap_or_default()
        )
    })))
}

/// Starts each engine once. An engine that cannot play as the command line asks is an error; with
/// `is_lenient`, options that it refuses are returned as notes.
fn try_all(tournament: &mut Tournament, is_lenient: bool) -> Result<Vec<Bilingual>, Failure> {
    let progress = ProgressBar::new_spinner().with_style(style("{spinner} starting engines {elapsed}"));
    keep_ticking(&progress, Duration::from_millis(200));
    // chuhe takes its options by their names in either dialect, and some values that it does not announce.
    let known = |engine: &str, option: &str, dialect| {
        let is_own = engine.split(' ').next() == Some("chuhe");
        if is_own { known_option(option, dialect) } else { None }
    };
    let parallel = 2 * tournament.concurrency;
    let outcomes = try_engines(&tournament.engines, parallel, &known, &interrupt::is_pressed);
    progress.finish_and_clear();
    let (mut failures, mut refusals) = (Vec::new(), Vec::new());
    for (engine, outcome) in tournament.engines.iter_mut().zip(outcomes) {
        let name = engine.label();
        match outcome {
            Ok(TrialStart { dialect, refusals: refused }) => {
                // Workers need not detect it again.
                engine.protocol = dialect;
                refusals.extend(refused.into_iter().map(|refusal| refusal.at(format!("--engine {name}"))));
            }
            Err(PlayerError::Fault(fault) | PlayerError::NotStarted(fault)) => {
                failures.push(Bilingual::from(fault).at(format!("--engine {name}")));
            }
            Err(PlayerError::Exhausted(lack)) => {
                let place = bilingual!("match: no resources to start {name}", "match：没有资源启动 {name}");
                return Err(Failure::Job(lack.within(&place)));
            }
            Err(PlayerError::Cancelled | PlayerError::Left) => {
                return Err(interrupt::failure(0, tournament.games(), interrupt::Parts::Games));
            }
        }
    }
    if !is_lenient && !refusals.is_empty() {
        failures.append(&mut refusals);
        failures.push(bilingual!(
            "--lenient plays in spite of refused options",
            "--lenient 可不顾被拒绝的选项开赛"
        ));
    }
    if failures.is_empty() {
        return Ok(refusals);
    }
    let list = |language: Language| {
        let texts: Vec<_> = failures.iter().map(|failure| failure.text(language)).collect();
        texts.join(language.pick("; ", "；"))
    };
    Err(Failure::Input(Bilingual::new(list)))
}

/// The failure of a match that an error has ended.
fn match_failure(args: &MatchArgs, error: MatchError) -> Failure {
    match (error, &args.log) {
        (MatchError::Log(error), Some(path)) => Failure::Job(error.at(path.display())),
        (error, _) => Failure::Job(Bilingual::from(error).at("match")),
    }
}

/// The failure of a match that lacks games: it was interrupted, or engines did not start.
fn incomplete(done: usize, total: usize) -> Failure {
    if interrupt::is_pressed() {
        return interrupt::failure(done, total, interrupt::Parts::Games);
    }
    Failure::Job(bilingual!(
        "match: {missing} of {total} games were left out because an engine did not start; --resume plays them",
        "match：共{total}局，有{missing}局因引擎无法启动而未下；用 --resume 补下",
        missing = total - done
    ))
}

/// Removes a log that was created for a match which then did not begin.
fn remove_empty_log(args: &MatchArgs) {
    if let Some(path) = &args.log {
        files::remove_if_empty(path);
    }
}

/// The facts of the match for monitor, progress and report.
fn match_info(args: &MatchArgs, engines: Vec<String>, games: usize, language: Language) -> MatchInfo {
    MatchInfo { title: engines.join(" - "), engines, games, sprt: args.sprt, language }
}

/// Merges the logs of the parts of a match and prints the summary.
fn merge_logs(args: &MatchArgs, language: Language) -> CommandResult {
    let mut records = Vec::new();
    let mut heads: Vec<LogHead> = Vec::new();
    for path in &args.merge {
        let games = LoggedGames::read(path).at(path.display())?;
        if games.is_cut {
            note(
                &bilingual!("the last line is truncated and ignored", "最后一行不完整，不予采用")
                    .at(path.display()),
            );
        }
        if games.records.is_empty() {
            note(&bilingual!("the log has no games", "记录中没有对局").at(path.display()));
        }
        for head in games.heads {
            let first = heads.first().unwrap_or(&head).clone().portable();
            if let Some(difference) = head.clone().portable().difference(&first) {
                let first = args.merge[0].display();
                let problem = |language| {
                    let difference = difference.text(language);
                    text!(
                        language,
                        "{difference} as in {first}: these are two matches",
                        "{difference}（见 {first}）：不是同一场比赛"
                    )
                };
                return Err(Bilingual::new(problem).at(path.display()).into());
            }
            heads.push(head);
        }
        records.extend(games.records);
    }
    let records = merge(records).at("--merge")?;
    if let Some(path) = &args.log {
        let mut log =
            GameLog::create(path).map_err(|error| log_failure(error, &Bilingual::named(path.display())))?;
        let mut write = || {
            heads.first().map_or(Ok(()), |head| log.begin(head))?;
            records.iter().try_for_each(|record| log.append(record))
        };
        write().at(path.display()).map_err(Failure::Job)?;
    }
    let info = match_info(args, engines_of(&records), records.len(), language);
    outputs::write(args, &info, &records)?;
    print(args, &records, &info)?;
    verdict(&records)
}

/// Opens the log, if there is one, and returns the games of this match that it contains.
fn open_log(
    args: &MatchArgs,
    tournament: &Tournament,
    head: &LogHead,
) -> Result<(Option<GameLog>, Vec<LoggedGame>), Failure> {
    let Some(path) = &args.log else { return Ok((None, Vec::new())) };
    let name = Bilingual::named(path.display());
    if !args.play.resume {
        let log = GameLog::create(path).map_err(|error| {
            let place = if matches!(error, LogError::Occupied) {
                let path = path.display();
                bilingual!("{path} (without --resume)", "{path}（未用 --resume）")
            } else {
                name
            };
            log_failure(error, &place)
        })?;
        return Ok((Some(log), Vec::new()));
    }
    let (log, games) = GameLog::resume(path).map_err(|error| log_failure(error, &name))?;
    if games.is_cut {
        let cut =
            bilingual!("the last line is truncated; its game is played again", "最后一行不完整，该局重下");
        note(&cut.within(&name));
    }
    let records = merge(games.records).at(&name)?;
    records
        .iter()
        .try_for_each(|record| tournament.check(record))
        .map_err(|error| other_log(&error, &name))?;
    if let Some(difference) = games.heads.iter().find_map(|logged| head.difference(logged)) {
        let changed =
            bilingual!("the match has changed since the log was begun", "开始记录以来比赛的设置已改变");
        return Err(other_log(&difference.within(&changed), &name).into());
    }
    if games.heads.is_empty() && !records.is_empty() {
        let untold = bilingual!(
            "the log does not tell the engines' options and networks, so they cannot be compared",
            "记录中没有引擎的选项与网络，无从比较"
        );
        note(&untold.within(&name));
    }
    Ok((Some(log), records))
}

/// An I/O error is a failed job (exit code 1); a log with other games is wrong input (exit code 2).
fn log_failure(error: LogError, place: &Bilingual) -> Failure {
    let kind = if matches!(error, LogError::Io(_)) { Failure::Job } else { Failure::Input };
    kind(Bilingual::from(error).within(place))
}

/// Prints the summary, and the last lines that scripts rely on.
fn print(args: &MatchArgs, records: &[LoggedGame], info: &MatchInfo) -> Result<(), Failure> {
    let summary = MatchSummary::new(records, &info.engines, args.sprt.as_ref());
    let mut out = io::stdout().lock();
    if args.json {
        let json = serde_json::to_string(&summary).map_err(io::Error::from)?;
        writeln!(out, "{json}")?;
        return Ok(());
    }
    writeln!(out, "{}", summary.text(info.language))?;
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
fn note(text: &Bilingual) {
    warn(text.clone().within(&bilingual!("note", "提示")));
}
