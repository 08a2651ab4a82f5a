// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe match` as scripts use it: the program plays itself at a hundred nodes per move.

use chuhe_arena::{LoggedGame, LoggedGames};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const OPENINGS: &str = "\
# Four openings, in all forms of the format
startpos moves h2e2 h9g7; id \"Central Cannon v Horse\"
rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w; moves c3c4; id \"Pawn; a quiet one\"
rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w moves g0e2
rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C4NC1/9/RNBAKAB1R b - - 1 1
";

/// Returns the path of a file that does not exist yet, in the directory of the test run.
fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn openings() -> PathBuf {
    static ONCE: std::sync::Once = std::sync::Once::new();
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("openings.epd");
    ONCE.call_once(|| fs::write(&path, OPENINGS).unwrap());
    path
}

/// Returns `chuhe match` with these arguments, for short games between engines with these names.
fn command(names: &[&str], words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.arg("match").env_remove("RUST_LOG").env("CHUHE_LANG", "en").stdin(Stdio::null());
    for name in names {
        command.args(["--engine", &format!("cmd=self,name={name},proto=ucci,option.hashsize=1")]);
    }
    command.arg("--openings").arg(openings());
    command.args(["--nodes", "100", "--draw-plies", "30", "--margin", "5000"]);
    command.args(words.split_whitespace());
    command
}

/// Returns the output of a match that succeeds.
fn play(command: &mut Command) -> String {
    let output = command.output().expect("the program starts");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{command:?}: {error}");
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

fn merge(logs: &[&Path], words: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.args(["match", "--merge"]).args(logs).args(words.split_whitespace());
    command.env_remove("RUST_LOG").env("CHUHE_LANG", "en").output().expect("the program starts")
}

/// Returns the one line on standard error of a usage error.
fn usage_error(command: &mut Command) -> String {
    let output = command.output().expect("the program starts");
    let error = String::from_utf8(output.stderr).expect("errors are UTF-8");
    assert_eq!(output.status.code(), Some(2), "{command:?}: {error}");
    assert!(output.stdout.is_empty(), "{command:?}");
    assert!(error.starts_with("chuhe: ") && error.lines().count() == 1, "{command:?}: {error}");
    error
}

fn records(log: &Path) -> Vec<LoggedGame> {
    let mut records = LoggedGames::read(log).unwrap().records;
    records.sort_by_key(|record| record.game);
    records
}

/// Returns the properties of each game that the schedule determines.
fn plan(log: &Path) -> BTreeSet<(usize, usize, String, String, String, String)> {
    let of = |record: LoggedGame| {
        let opening = record.opening.join(" ");
        (record.game, record.pair, record.red, record.black, record.fen, opening)
    };
    let records = records(log);
    let count = records.len();
    let plan: BTreeSet<_> = records.into_iter().map(of).collect();
    assert_eq!(plan.len(), count, "a game was played twice");
    plan
}

#[test]
fn a_match_ends_with_fixed_lines_and_its_log_gives_the_same_summary() {
    let log = fresh("six.jsonl");
    let mut command = command(&["new", "old"], "--games 6 --concurrency 2 --sprt elo0=0,elo1=100 --log");
    let output = command.arg(&log).output().unwrap();
    let (text, error) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(0), "{error}");
    let lines: Vec<&str> = text.lines().collect();
    let [.., score, elo, sprt] = &lines[..] else { panic!("{text}") };
    let counts: Vec<u64> =
        score.strip_prefix("score ").unwrap().split('-').map(|count| count.parse().unwrap()).collect();
    assert_eq!((counts.len(), counts.iter().sum::<u64>()), (3, 6));
    let (value, width) = elo.strip_prefix("elo ").unwrap().split_once(" +- ").unwrap();
    assert!(value.parse::<f64>().is_ok() && width.parse::<f64>().is_ok(), "{elo}");
    let llr = sprt.strip_prefix("sprt undecided ").unwrap_or_else(|| panic!("{sprt}"));
    assert!(llr.parse::<f64>().is_ok());
    assert!(text.contains("new v old: score ") && text.contains("Games 6: W "), "{text}");

    let progress: Vec<&str> = error.lines().filter(|line| line.contains("/6] ")).collect();
    assert_eq!(progress.len(), 6, "{error}");
    assert!(progress[5].starts_with("[6/6] ") && progress[5].contains(" LLR "), "{error}");
    let games = records(&log);
    assert!(games.iter().all(|game| !game.moves.is_empty() && game.blame.is_none()));
    assert_eq!(games.iter().filter(|game| game.red == "new").count(), 3);

    let merged = merge(&[&log], "--sprt elo0=0,elo1=100");
    assert_eq!(String::from_utf8(merged.stdout).unwrap(), text);
    let json = merge(&[&log, &log], "--json");
    let summary: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(summary["first"]["wins"], counts[0]);
    assert_eq!(summary["engines"][1]["name"], "old");
}

#[test]
fn the_seed_determines_the_match() {
    let [one, two, other] = ["one.jsonl", "two.jsonl", "other.jsonl"].map(fresh);
    play(command(&["new", "old"], "--games 6 --seed 5 --log").arg(&one));
    play(command(&["new", "old"], "--games 6 --seed 5 --concurrency 2 --log").arg(&two));
    play(command(&["new", "old"], "--games 6 --seed 7 --log").arg(&other));
    assert_eq!(plan(&one), plan(&two));
    assert_ne!(plan(&one), plan(&other));
    let moves = |log: &Path| records(log).into_iter().map(|record| record.moves).collect::<Vec<_>>();
    assert_eq!(moves(&one), moves(&two), "the engine is the same on one thread");
}

#[test]
fn parts_make_up_the_whole() {
    let [whole, one, two, all] = ["whole.jsonl", "part1.jsonl", "part2.jsonl", "all.jsonl"].map(fresh);
    let text = play(command(&["new", "old"], "--games 7 --log").arg(&whole));
    play(command(&["new", "old"], "--games 7 --shard 1/2 --log").arg(&one));
    play(command(&["new", "old"], "--games 7 --shard 2/2 --log").arg(&two));
    assert_eq!((records(&one).len(), records(&two).len()), (4, 3));
    let merged = merge(&[&two, &one], &format!("--log {}", all.display()));
    assert_eq!(plan(&all), plan(&whole));
    let last = |text: &str| text.lines().rev().take(2).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(last(&String::from_utf8(merged.stdout).unwrap()), last(&text));

    let refused = merge(&[&whole, &two], "");
    let error = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(error.contains("two different games have the number 3"), "{error}");
}

#[test]
fn in_a_round_robin_every_engine_plays_every_other_one() {
    let log = fresh("round.jsonl");
    let text = play(command(&["a", "b", "c"], "--round-robin --games 2 --concurrency 2 --log").arg(&log));
    let pairings: BTreeSet<(String, String)> =
        records(&log).into_iter().map(|record| (record.red, record.black)).collect();
    assert_eq!((records(&log).len(), pairings.len()), (6, 6));
    for line in ["a v b: ", "a v c: ", "b v c: ", "a v all: ", "points  "] {
        assert!(text.contains(&format!("\n{line}")), "{text}");
    }
    assert_eq!(String::from_utf8(merge(&[&log], "").stdout).unwrap(), text);
    let log = fresh("gauntlet.jsonl");
    play(command(&["a", "b", "c"], "--games 2 --log").arg(&log));
    assert!(records(&log).iter().all(|record| record.red == "a" || record.black == "a"));
}

#[test]
fn a_log_can_only_be_resumed_by_its_own_match() {
    let log = fresh("own.jsonl");
    play(command(&["new", "old"], "--games 2 --log").arg(&log));
    let before = fs::read(&log).unwrap();
    assert!(usage_error(command(&["new", "old"], "--games 2 --log").arg(&log)).contains("--resume"));
    for (names, words, difference) in [
        (["new", "older"], "--games 2", "Black is 'old' in the log and 'older' in this match"),
        (["new", "old"], "--games 2 --seed 2", "the opening is 'g0e2'"),
        (["new", "old"], "--games 2 --seed 3", "the start is"),
        (["new", "old"], "--games 2 --rules computer", "the rule set is 'asian'"),
        (["new", "old"], "--games 1", "game 2 is not in the schedule of 1 games"),
    ] {
        let error = usage_error(command(&names, &format!("{words} --resume --log")).arg(&log));
        assert!(error.contains("own.jsonl: game ") && error.contains(difference), "{error}");
    }
    assert_eq!(fs::read(&log).unwrap(), before);
    play(command(&["new", "old"], "--games 4 --resume --log").arg(&log));
    assert_eq!(records(&log).len(), 4, "a longer match begins with the games of the shorter one");
    assert!(fs::read(&log).unwrap().starts_with(&before));
}

#[test]
fn usage_errors_are_one_line() {
    let bad_openings = fresh("bad-openings.epd");
    fs::write(&bad_openings, "startpos\nstartpos moves h2e2 h2e2\n").unwrap();
    let bad_log = fresh("bad.jsonl");
    fs::write(&bad_log, "{\"game\":0}\n{}\n").unwrap();
    let (bad_openings, bad_log) = (bad_openings.to_str().unwrap(), bad_log.to_str().unwrap());
    let two = "--engine cmd=self,name=a --engine cmd=self,name=b";
    for (words, expected) in [
        (String::new(), "--engine"),
        ("--engine cmd=self".to_owned(), "at least two engines"),
        ("--engine cmd=self,name=a --engine cmd=self,name=a".to_owned(), "two engines have the name 'a'"),
        ("--engine name=a --engine cmd=self".to_owned(), "cmd is missing"),
        (format!("{two} --nodes 5 --depth 3"), "--depth"),
        (format!("{two} --tc 8+x"), "8+x"),
        (format!("{two} --games 0"), "--games"),
        (format!("{two} --sprt elo0=5,elo1=0"), "elo0"),
        (format!("{two} --shard 3/2"), "'3/2'"),
        (format!("{two} --each name=x"), "'name' belongs to one engine"),
        (
            format!("{two} --openings {} --opening-start 99", openings().display()),
            "--opening-start 99: there are 4 openings",
        ),
        (format!("{two} --opening-start 2"), "--openings"),
        (format!("{two} --opening-order worst"), "--opening-order"),
        (format!("{two} --shard 1/2 --sprt elo1=5"), "--sprt"),
        (format!("{two} --rules none"), "none"),
        (format!("{two} --resume"), "--log"),
        (format!("{two} --resign-moves 2"), "--resign-score"),
        (format!("{two} --openings no/such/file"), "no/such/file: "),
        (
            format!("{two} --openings {bad_openings}"),
            "line 2: 'startpos moves h2e2 h2e2': move 1, black (ply 2): 'h2e2' is illegal: there is no piece",
        ),
        (format!("{two} --log {bad_log} --resume"), "bad.jsonl: line 1 is not a game: "),
        (format!("{two} --merge {bad_log}"), "--merge"),
        (format!("--merge {bad_log}"), "bad.jsonl: line 1 is not a game: "),
        ("--merge no/such/log".to_owned(), "no/such/log: "),
        (format!("{two} --log new.pgn --pgn ./new.pgn"), "--pgn: ./new.pgn: already used by --log"),
        (format!("{two} --pgn -"), "--pgn: cannot be standard output"),
        (format!("{two} --openings {bad_openings} --html {bad_openings}"), "already used by --openings"),
        (format!("--merge {bad_log} --html {bad_log}"), "bad.jsonl: already used by --merge"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
        let error = usage_error(command.arg("match").args(words.split_whitespace()));
        assert!(error.contains(expected), "{words}: {error}");
    }
    for (words, status) in [("--log no/such/folder/games.jsonl", 1), ("--pgn no/such/folder/games.pgn", 2)] {
        let output = command(&["new", "old"], words).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{error}");
        assert!(error.starts_with("chuhe: no/such/folder/games.") && error.lines().count() == 1, "{error}");
    }
}

#[test]
fn pgn_and_report_contain_every_game_also_after_an_interruption() {
    let [log, pgn, html] = ["files.jsonl", "files.pgn", "files.html"].map(fresh);
    let words = format!("--log {} --pgn {} --html {}", log.display(), pgn.display(), html.display());
    let games = |pgn: &Path| fs::read_to_string(pgn).unwrap().matches("[Result ").count();
    play(&mut command(&["new", "old"], &format!("--games 2 {words}")));
    assert_eq!(games(&pgn), 2);
    let length = fs::metadata(&pgn).unwrap().len();
    fs::File::options().write(true).open(&pgn).unwrap().set_len(length - 40).unwrap();
    play(&mut command(&["new", "old"], &format!("--games 4 --resume {words}")));
    assert_eq!(games(&pgn), 4);
    let page = fs::read_to_string(&html).unwrap();
    assert!(page.contains("Central Cannon v Horse"));
    let error = usage_error(&mut command(&["new", "old"], &format!("--pgn {}", pgn.display())));
    assert!(error.contains("files.pgn: the file already contains games"), "{error}");

    let error = usage_error(&mut command(
        &["new", "old"],
        &format!("--log {} --resume --pgn {}", fresh("another.jsonl").display(), pgn.display()),
    ));
    assert!(error.contains("files.pgn: the file already contains games"), "{error}");

    let merged = [fresh("merged.pgn"), fresh("merged.html")];
    merge(&[&log], &format!("--pgn {} --html {}", merged[0].display(), merged[1].display()));
    assert_eq!(games(&merged[0]), 4);
    assert_eq!(fs::read_to_string(&merged[1]).unwrap(), page);
}

#[test]
fn log_level_and_game_log_can_be_combined() {
    let log = fresh("level.jsonl");
    let program = env!("CARGO_BIN_EXE_chuhe");
    for words in [["--log", "off", "match"].as_slice(), &["match", "--log-level", "off"]] {
        let mut command = Command::new(program);
        command.args(words).args(["--merge", log.to_str().unwrap()]);
        assert!(usage_error(&mut command).contains("level.jsonl"));
    }
}

/// Tests that need signals.
#[cfg(unix)]
mod unix {
    use super::*;
    use std::io::Read;
    use std::process::Child;
    use std::thread;
    use std::time::{Duration, Instant};

    /// Waits until the log of a running match contains this number of games, then sends the signal.
    fn interrupt(child: &mut Child, log: &Path, games: usize, signal: &str) {
        let deadline = Instant::now() + Duration::from_secs(60);
        let lines = || fs::read_to_string(log).unwrap_or_default().matches("{\"game\":").count();
        while lines() < games {
            assert!(Instant::now() < deadline && child.try_wait().unwrap().is_none(), "the match goes on");
            thread::sleep(Duration::from_millis(5));
        }
        let killed = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(killed.is_ok_and(|status| status.success()));
    }

    #[test]
    fn a_match_that_was_killed_is_completed_to_the_same_schedule() {
        let [whole, log] = ["unkilled.jsonl", "killed.jsonl"].map(fresh);
        let words = "--games 24 --concurrency 2 --seed 3 --log";
        play(command(&["new", "old"], words).arg(&whole));
        let mut child = command(&["new", "old"], words)
            .arg(&log)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        interrupt(&mut child, &log, 3, "-KILL");
        child.wait().unwrap();
        let played = records(&log);
        assert!((3..24).contains(&played.len()), "{}", played.len());

        let mut text = fs::read(&log).unwrap();
        let last = text[..text.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap();
        text.truncate(last + 40);
        fs::write(&log, text).unwrap();
        let output = command(&["new", "old"], words).arg(&log).arg("--resume").output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains("killed.jsonl: the last line is truncated"), "{error}");
        assert!(error.contains("\n[24/24] "), "{error}");
        assert_eq!(plan(&log), plan(&whole));
    }

    #[test]
    fn an_engine_that_crashes_loses_and_the_test_stops_there() {
        let log = fresh("faults.jsonl");
        let mut command = command(&["good"], "--games 1000 --sprt elo0=0,elo1=300 --json --log");
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/support/fake_engine.sh");
        let bad = format!("cmd='sh \"{script}\" crash',name=bad,proto=uci");
        command.arg(&log).args(["--engine", &bad]);
        // Faults alone compare nothing.
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(summary["sprt"]["decision"], "H1");
        let games = records(&log);
        assert!(games.len() < 100);
        assert!(games.iter().all(|game| game.blame.as_deref() == Some("bad") && game.detail.is_some()));
        let faults = summary["engines"][1]["faults"].as_object().unwrap();
        let count: u64 = faults.values().map(|count| count.as_u64().unwrap()).sum();
        assert!(count == games.len() as u64 && faults["crash"].as_u64() > Some(0), "{faults:?}");
        assert_eq!(summary["first"]["wins"], games.len());

        // A decided match stays over when it is resumed.
        assert_eq!(command.arg("--resume").output().unwrap().status.code(), Some(1));
        assert_eq!(records(&log), games);
        assert_eq!(merge(&[&log], "").status.code(), Some(1));
    }

    #[test]
    fn ctrl_c_ends_with_the_summary_of_what_was_finished() {
        let log = fresh("interrupted.jsonl");
        let mut child = command(&["new", "old"], "--games 1000 --concurrency 2 --log")
            .arg(&log)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut errors = child.stderr.take().unwrap();
        let reader = thread::spawn(move || {
            let mut text = String::new();
            errors.read_to_string(&mut text).unwrap();
            text
        });
        interrupt(&mut child, &log, 2, "-INT");
        let mut text = String::new();
        child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(1));
        let done = records(&log).len();
        let error = reader.join().unwrap();
        let last = error.lines().last().unwrap_or_default();
        assert_eq!(last, format!("chuhe: interrupted: {done} of 1000 games done"));
        assert!(text.contains(&format!("Games {done}: W ")), "{text}");
        assert!(text.lines().rev().nth(1).is_some_and(|line| line.starts_with("score ")), "{text}");
    }
}

#[test]
fn a_file_describes_a_match() {
    let (games, settings, log) = (fresh("openings.pgn"), fresh("sprt.match"), fresh("described.jsonl"));
    let text =
        ["h2e2 h9g7", "b2e2 b9c7 b0c2", "g3g4 g6g5"].map(|moves| format!("[Game \"\"]\n\n{moves} *\n\n"));
    fs::write(&games, text.concat()).unwrap();
    let text = format!(
        "# two of a kind\n--engine cmd=self,name=a\n--engine cmd=self,name=b,nodes=90\n--games 4\n\
         --each nodes=100,option.hashsize=1\n--openings {}\n--opening-plies 2\n--opening-order sequential\n\
         --opening-start 2\n--draw-plies 8\n",
        games.display()
    );
    fs::write(&settings, text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.args(["match", &format!("@{}", settings.display()), "--log"]).arg(&log);
    play(command.env_remove("RUST_LOG").env("CHUHE_LANG", "en"));
    let openings: Vec<_> = plan(&log).into_iter().map(|game| game.5).collect();
    assert_eq!(openings, ["b2e2 b9c7", "b2e2 b9c7", "g3g4 g6g5", "g3g4 g6g5"]);
    let first = &records(&log)[0];
    assert_eq!(first.limits.as_ref().unwrap(), &["100 nodes", "90 nodes"]);
}

#[test]
fn a_time_per_move_is_exact_in_ucci() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.arg("match");
    for name in ["new", "old"] {
        command.args(["--engine", &format!("cmd=self,name={name},proto=ucci")]);
    }
    command.args("--movetime 20 --games 1 --draw-plies 4 --margin 5000 --log-level debug".split(' '));
    let output = command.env("CHUHE_LANG", "en").output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{error}");
    assert!(error.contains("< go movetime 20") && !error.contains("movestogo"), "{error}");
}

#[test]
fn a_part_without_games_is_noted() {
    let (whole, empty) = (fresh("whole.jsonl"), fresh("empty.jsonl"));
    play(command(&["new", "old"], "--games 2 --log").arg(&whole));
    fs::write(&empty, "").unwrap();
    let merged = merge(&[&whole, &empty], "");
    let error = String::from_utf8(merged.stderr).unwrap();
    assert!(error.ends_with("empty.jsonl: the log has no games\n"), "{error}");
    assert_eq!(merged.status.code(), Some(0));
}
