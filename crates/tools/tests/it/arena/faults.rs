// SPDX-License-Identifier: MIT OR Apache-2.0
//! Faulty engines in matches: engines that crash, hang, play illegal moves, flood their output or answer
//! late. Whatever an engine does, it alone is blamed, the next game is played normally, and no process is
//! left behind.

use crate::support::run::{fake_engine, scratch};
use chuhe::Position;
use chuhe_arena::{
    Adjudication, EngineProcess, EngineSpec, FaultKind, GameTask, LoggedGame, MatchConditions, MatchEvent,
    NoGame, Player, ResignAdjudication, SearchLimit, Spectator, play_game,
};
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use xiangqi::types::Move;

struct NoSpectator;

impl Spectator for NoSpectator {
    fn on_event(&self, _: &MatchEvent<'_>) {}
}

const UNTIMED: SearchLimit = SearchLimit::Nodes(200);
const TIMED: SearchLimit = SearchLimit::Movetime(Duration::from_millis(100));

fn conditions(limit: SearchLimit) -> MatchConditions {
    MatchConditions::new(limit, Duration::from_millis(200))
}

/// A fake engine that misbehaves like `mode`.
fn engine(mode: &str, options: &str) -> EngineProcess {
    // The log file, if requested, has the name of the mode.
    let log =
        if options.contains("name=logged") { log_file(mode).display().to_string() } else { String::new() };
    let spec: EngineSpec = fake_engine("fake_engine", mode, &log, options).parse().unwrap();
    EngineProcess::new(&spec, mode.to_owned())
}

fn log_file(mode: &str) -> PathBuf {
    scratch(&format!("fake_engine_{mode}.log"))
}

fn play(red: &mut EngineProcess, black: &mut EngineProcess, limit: SearchLimit) -> LoggedGame {
    let start = Position::startpos();
    let task = GameTask::from_position(&start);
    play_game(&task, [red, black], &conditions(limit), &NoSpectator, &|| false)
        .expect("the game is not cancelled")
}

/// Tests count the fake engines among the children of this process, so they take turns. Players created in a
/// turn are dropped before it ends.
struct Turn(#[allow(dead_code, reason = "held for its drop")] MutexGuard<'static, ()>);

impl Turn {
    fn take() -> Self {
        static TURN: Mutex<()> = Mutex::new(());
        Self(TURN.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for Turn {
    /// Checks that no children are left, zombies included, and no background processes of fake engines.
    fn drop(&mut self) {
        let list = Command::new("ps").args(["-A", "-o", "ppid=,pid=,stat=,args="]).output().expect("ps runs");
        let list = String::from_utf8_lossy(&list.stdout).into_owned();
        let own = std::process::id().to_string();
        let is_child =
            |line: &&str| line.split_whitespace().next() == Some(&own) && line.contains("fake_engine");
        let background = format!("sleep 61.{own}");
        let is_left = |line: &&str| is_child(line) || line.contains(&background);
        let left: Vec<&str> = list.lines().filter(is_left).collect();
        assert!(left.is_empty() || std::thread::panicking(), "left behind:\n{}", left.join("\n"));
    }
}

#[track_caller]
fn assert_healthy_game(record: &LoggedGame) {
    assert_eq!((record.result.as_str(), record.reason.as_str()), ("1/2-1/2", "repetition"), "{record:?}");
    assert_eq!(record.moves, ["a0a1", "a9a8", "a1a0", "a8a9", "a0a1", "a9a8", "a1a0", "a8a9"]);
    assert_eq!((record.scores[7], record.depths[7], record.nodes[7]), (Some(7), Some(3), Some(42)));
    assert_eq!((&record.blame, &record.detail), (&None, &None));
}

/// Plays the engine against a healthy one, first as Red and then as Black: it is blamed both times, and a
/// third game without it is played normally.
#[track_caller]
fn drill(mode: &str, options: &str, limit: SearchLimit, reason: &str, detail: &str) {
    let _turn = Turn::take();
    let (mut faulty, mut healthy, mut third) =
        (engine(mode, options), engine("healthy", ""), engine("third", ""));
    for (is_red, result) in [(true, "0-1"), (false, "1-0")] {
        let record = if is_red {
            play(&mut faulty, &mut healthy, limit)
        } else {
            play(&mut healthy, &mut faulty, limit)
        };
        assert_eq!((record.result.as_str(), record.reason.as_str()), (result, reason), "{record:?}");
        assert_eq!(record.blame.as_deref(), Some(mode));
        let found = record.detail.unwrap();
        assert!(found.contains(detail), "{found}");
    }
    assert_healthy_game(&play(&mut healthy, &mut third, limit));
}

/// Checks that the engine does not start and that there is no game, with either colour; a game without it is
/// played normally.
#[track_caller]
fn assert_no_game(mut faulty: EngineProcess, kind: FaultKind, detail: &str) {
    let _turn = Turn::take();
    let (mut healthy, mut third) = (engine("healthy", ""), engine("third", ""));
    let start = Position::startpos();
    let task = GameTask::from_position(&start);
    for is_red in [true, false] {
        let players: [&mut dyn Player; 2] =
            if is_red { [&mut faulty, &mut healthy] } else { [&mut healthy, &mut faulty] };
        let outcome = play_game(&task, players, &conditions(UNTIMED), &NoSpectator, &|| false);
        let Err(NoGame::NotStarted { player, fault }) = outcome else { panic!("{outcome:?}") };
        assert_eq!((player.as_str(), fault.kind), (faulty.name(), kind));
        assert!(fault.detail.to_string().contains(detail), "{fault}");
    }
    assert_healthy_game(&play(&mut healthy, &mut third, UNTIMED));
}

#[test]
fn an_engine_that_does_not_start_makes_no_game() {
    let spec: EngineSpec = "cmd=/nowhere/engine --fast".parse().unwrap();
    let absent = EngineProcess::new(&spec, "absent".to_owned());
    assert_no_game(absent, FaultKind::Start, "'/nowhere/engine --fast' cannot be run: ");
    assert_no_game(engine("crash-at-start", ""), FaultKind::Crash, "exit status: 7");
    assert_no_game(engine("slow", "patience=0.3"), FaultKind::Handshake, "no 'uciok' within 0.3 s");
}

#[test]
fn an_engine_with_a_fault_loses_and_no_other_game_is_affected() {
    for (mode, options, limit, reason, detail) in [
        ("crash", "", UNTIMED, "crash", "exit status: 3, last line on standard error: out of luck"),
        ("signal", "", UNTIMED, "crash", "SIGILL"),
        ("leaves-on-position", "", UNTIMED, "crash", "exit status: 0"),
        ("hang", "patience=0.3", UNTIMED, "no answer", "no answer within 300ms"),
        // One that ignores `stop` is told from a late one.
        ("hang", "", TIMED, "no answer", "no answer within 300ms, nor to stop"),
        ("late", "", TIMED, "time", "with 100.0 ms left and a margin of 200.0 ms"),
        ("illegal", "", UNTIMED, "illegal move", "a0a9 in "),
        ("garbage", "", UNTIMED, "illegal move", "' is not a move"),
        // No move where there are moves is not a resignation.
        ("no-move", "proto=ucci", UNTIMED, "illegal move", "'bestmove (none)' in "),
        ("no-move", "proto=uci", UNTIMED, "illegal move", "'bestmove (none)' in "),
        ("null-move", "proto=ucci", UNTIMED, "illegal move", "'bestmove 0000' in "),
        ("null-move", "proto=uci", UNTIMED, "illegal move", "'bestmove 0000' in "),
    ] {
        drill(mode, options, limit, reason, detail);
    }
}

#[test]
fn without_a_time_limit_there_is_no_loss_on_time() {
    let _turn = Turn::take();
    assert_healthy_game(&play(&mut engine("healthy", ""), &mut engine("third", ""), TIMED));
    let record = play(&mut engine("in-pieces", ""), &mut engine("healthy", ""), UNTIMED);
    assert_eq!((record.reason.as_str(), record.moves.len()), ("repetition", 8), "{record:?}");
}

#[test]
fn bounds_and_numbers_out_of_range_are_neither_scores_nor_numbers() {
    let _turn = Turn::take();
    let start = Position::startpos();
    let task = GameTask::from_position(&start);
    let resign = Some(ResignAdjudication { moves: 1, score: 500 });
    let adjudication = Adjudication { resign, ..Adjudication::default() };
    let conditions = MatchConditions { adjudication, ..conditions(UNTIMED) };
    for (mode, score) in [("bounds", None), ("huge", Some(7))] {
        let (mut red, mut black) = (engine(mode, ""), engine(mode, ""));
        let record = play_game(&task, [&mut red, &mut black], &conditions, &NoSpectator, &|| false).unwrap();
        assert_eq!((record.reason.as_str(), record.moves.len()), ("repetition", 8), "{record:?}");
        assert_eq!((record.scores[7], record.depths[7], record.nodes[7]), (score, None, None), "{mode}");
    }
}

#[test]
fn a_hundred_megabytes_in_one_line_or_in_many_are_ignored() {
    let _turn = Turn::take();
    for mode in ["flood-of-bytes", "flood-of-lines"] {
        let (mut flooding, mut healthy) = (engine(mode, ""), engine("crash", ""));
        let record = play(&mut flooding, &mut healthy, UNTIMED);
        assert_eq!((record.reason.as_str(), record.moves.len()), ("crash", 3), "{mode} {record:?}");
        assert_eq!(record.blame.as_deref(), Some("crash"));
    }
}

#[test]
fn resigning_is_not_a_fault() {
    let _turn = Turn::take();
    for mode in ["resign", "none", "uci-resign"] {
        let record = play(&mut engine(mode, ""), &mut engine("healthy", ""), UNTIMED);
        assert_eq!((record.result.as_str(), record.reason.as_str()), ("0-1", "resignation"));
        assert_eq!((record.moves.len(), record.blame), (2, None));
    }
}

/// Noise on both outputs, background processes, an engine that ignores `quit` and the other dialects are no
/// trouble.
#[test]
fn odd_engines_play_too() {
    let _turn = Turn::take();
    for (mode, options) in [
        ("noise", ""),
        ("orphan", ""),
        ("stubborn", ""),
        ("uci-only", ""),
        ("uci-leaves", ""),
        ("ranks-from-one", "proto=uci,ranks=1"),
        ("never-ready", "proto=ucci,patience=0.3"),
    ] {
        assert_healthy_game(&play(
            &mut engine(mode, options),
            &mut engine("healthy", "restart=true"),
            UNTIMED,
        ));
    }
}

#[test]
fn a_cancelled_game_leaves_no_process_behind() {
    let _turn = Turn::take();
    let (mut red, mut black) = (engine("hang", ""), engine("healthy", ""));
    let start = Position::startpos();
    let task = GameTask::from_position(&start);
    let began = Instant::now();
    let is_cancelled = || began.elapsed() > Duration::from_millis(100);
    let record = play_game(&task, [&mut red, &mut black], &conditions(UNTIMED), &NoSpectator, &is_cancelled);
    assert_eq!(record, Err(NoGame::Cancelled));
}

/// Returns the commands that the engine received from its first `position` on.
fn received(mode: &str, options: &str, opponent: &str, task: &GameTask<'_>) -> Vec<String> {
    let _ = fs::remove_file(log_file(mode));
    let mut red = engine(mode, &format!("name=logged,{options}"));
    play_game(task, [&mut red, &mut engine(opponent, "")], &conditions(TIMED), &NoSpectator, &|| false)
        .unwrap();
    assert_eq!(red.name(), mode);
    drop(red);
    let log = fs::read_to_string(log_file(mode)).unwrap();
    log.lines().skip_while(|line| !line.starts_with("position")).map(str::to_owned).collect()
}

#[test]
fn an_engine_ponders_on_its_guess() {
    let _turn = Turn::take();
    let start = Position::startpos();
    let task = GameTask::from_position(&start);
    let right = received("right-guess", "ponder=true", "crash", &task);
    let expected = "position startpos|go time 100 movestogo 1|position startpos moves a0a1 a9a8|\
                    go ponder time 100 movestogo 1|ponderhit|position startpos moves a0a1 a9a8 a1a0 a8a9|\
                    go ponder time 100 movestogo 1|stop|isready|quit";
    assert_eq!(right.join("|"), expected);
    let wrong = received("wrong-guess", "ponder=true,proto=uci", "crash", &task);
    let expected = "position startpos|go movetime 100|position startpos moves a0a1 c6c5|go ponder movetime 100|\
                    stop|isready|position startpos moves a0a1 a9a8|go movetime 100|\
                    position startpos moves a0a1 a9a8 a1a0 c6c5|go ponder movetime 100|stop|isready|quit";
    assert_eq!(wrong.join("|"), expected);
}

#[test]
fn options_change_between_games() {
    let _turn = Turn::take();
    let _ = fs::remove_file(log_file("options"));
    let mut red = engine("options", "name=logged,proto=uci,option.Depth=1,option.Style=wild");
    let mut black = engine("healthy", "");
    red.set_option("Depth", "2");
    assert!(!red.has_option("Ponder"), "the engine has not been started yet");
    for value in ["3", "4"] {
        play(&mut red, &mut black, UNTIMED);
        red.set_option("Depth", value);
    }
    assert!(red.has_option("ponder") && !red.has_option("Depth"));
    red.abort();
    play(&mut red, &mut black, UNTIMED);
    drop(red);
    let log = fs::read_to_string(log_file("options")).unwrap();
    let set: Vec<_> = log.lines().filter_map(|line| line.strip_prefix("setoption name ")).collect();
    let (wild, depth) = ("Style value wild", |value| format!("Depth value {value}"));
    assert_eq!(set, [wild, &depth(2), &depth(3), wild, &depth(4)]);
}

#[test]
fn moves_that_lose_by_the_rules_are_banned() {
    let _turn = Turn::take();
    let fen = "4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1";
    let start: Position = fen.parse().unwrap();
    let cycle = "a0a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9";
    let opening: Vec<Move> = cycle.split(' ').map(|word| word.parse().unwrap()).collect();
    let task = GameTask { opening: &opening, ..GameTask::from_position(&start) };
    let lines = received("banned", "", "healthy", &task);
    let position = format!("position fen {fen} moves {cycle}");
    assert_eq!(lines[..3], [position.as_str(), "banmoves a8a9", "go time 100 movestogo 1"]);
}
