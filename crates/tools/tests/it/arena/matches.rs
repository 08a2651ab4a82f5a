// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe match` as scripts use it: the program plays itself at a hundred nodes per move.

use crate::support::command::complaint;
use crate::support::run::{Run, fresh, new_path, object, printed, refused, run, run_match, words};
use chuhe_arena::{LoggedGame, LoggedGames, SearchLimit};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

const OPENINGS: &str = "\
# Four openings, in all forms of the format
startpos moves h2e2 h9g7; id \"Central Cannon v Horse\"
rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w; moves c3c4; id \"Pawn; a quiet one\"
rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w moves g0e2
rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C4NC1/9/RNBAKAB1R b - - 1 1
";

fn openings() -> PathBuf {
    static ONCE: std::sync::Once = std::sync::Once::new();
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("openings.epd");
    ONCE.call_once(|| fs::write(&path, OPENINGS).unwrap());
    path
}

/// The words of a match of short games between engines with these names.
fn line(names: &str, words: &str) -> String {
    let engine = |name| format!("--engine cmd=self,name={name},proto=ucci,option.hashsize=1 ");
    let engines: String = names.split(' ').map(engine).collect();
    let openings = openings().display().to_string();
    format!("match {engines} --openings {openings} --nodes 100 --draw-plies 30 --margin 5000 {words}")
}

/// The output of a match that succeeds.
fn play(names: &str, words: &str) -> String {
    printed(&line(names, words))
}

fn records(log: &str) -> Vec<LoggedGame> {
    let mut records = LoggedGames::read(log.as_ref()).unwrap().records;
    records.sort_by_key(|record| record.game);
    records
}

/// Returns the properties of each game that the schedule determines.
fn plan(log: &str) -> BTreeSet<(usize, usize, String, String, String, String)> {
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
    let log = new_path("six.jsonl");
    let words = format!("--games 6 --concurrency 2 --sprt elo0=0,elo1=100 --log {log}");
    let Run { status, text, error } = run(&line("new old", &words));
    assert_eq!(status, Some(0), "{error}");
    let lines: Vec<&str> = text.lines().collect();
    let [.., score, elo, sprt] = &lines[..] else { panic!("{text}") };
    let counts: Vec<u64> =
        score.strip_prefix("score ").unwrap().split('-').map(|count| count.parse().unwrap()).collect();
    assert_eq!((counts.len(), counts.iter().sum::<u64>()), (3, 6));
    let (value, width) = elo.strip_prefix("elo ").unwrap().split_once(" +- ").unwrap();
    assert!(value.parse::<f64>().is_ok() && width.parse::<f64>().is_ok(), "{elo}");
    assert!(sprt.strip_prefix("sprt undecided ").unwrap().parse::<f64>().is_ok(), "{sprt}");
    assert!(text.contains("new v old: score ") && text.contains("Games 6: W "), "{text}");

    let progress: Vec<&str> = error.lines().filter(|line| line.contains("/6] ")).collect();
    assert_eq!(progress.len(), 6, "{error}");
    assert!(progress[5].starts_with("[6/6] ") && progress[5].contains(" LLR "), "{error}");
    let games = records(&log);
    assert!(games.iter().all(|game| !game.moves.is_empty() && game.blame.is_none()));
    assert_eq!(games.iter().filter(|game| game.red == "new").count(), 3);

    assert_eq!(printed(&format!("match --merge {log} --sprt elo0=0,elo1=100")), text);
    let summary = object(&format!("match --merge {log} {log} --json"));
    assert_eq!(
        (&summary["first"]["wins"], &summary["engines"][1]["name"]),
        (&counts[0].into(), &"old".into())
    );
}

#[test]
fn parts_make_up_the_whole() {
    let [whole, one, two, all] = ["whole.jsonl", "part1.jsonl", "part2.jsonl", "all.jsonl"].map(new_path);
    let text = play("new old", &format!("--games 7 --log {whole}"));
    play("new old", &format!("--games 7 --shard 1/2 --log {one}"));
    play("new old", &format!("--games 7 --shard 2/2 --log {two}"));
    assert_eq!((records(&one).len(), records(&two).len()), (4, 3));
    let merged = printed(&format!("match --merge {two} {one} --log {all}"));
    assert_eq!(plan(&all), plan(&whole));
    let last = |text: &str| text.lines().rev().take(2).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(last(&merged), last(&text));
    let error = refused(&format!("match --merge {whole} {two}"));
    assert!(error.contains("two different games have the number 3"), "{error}");
    fs::write(&one, "").unwrap();
    let Run { status, error, .. } = run(&format!("match --merge {whole} {one}"));
    assert!(status == Some(0) && error.ends_with("part1.jsonl: the log has no games\n"), "{error}");
}

#[test]
fn a_log_can_only_be_resumed_by_its_own_match() {
    let log = new_path("own.jsonl");
    play("new old", &format!("--games 2 --log {log}"));
    let before = fs::read(&log).unwrap();
    assert!(refused(&line("new old", &format!("--games 2 --log {log}"))).contains("--resume"));
    for (names, words, difference) in [
        ("new older", "--games 2", "Black is 'old' in the log and 'older' in this match"),
        ("new old", "--games 2 --seed 2", "the opening is 'g0e2'"),
        ("new old", "--games 2 --seed 3", "the start is"),
        ("new old", "--games 2 --rules computer", "the rule set is 'asian'"),
        ("new old", "--games 1", "game 2 is not in the schedule of 1 games"),
    ] {
        let error = refused(&line(names, &format!("{words} --resume --log {log}")));
        assert!(error.contains("own.jsonl: game ") && error.contains(difference), "{error}");
    }
    assert_eq!(fs::read(&log).unwrap(), before);
    play("new old", &format!("--games 4 --resume --log {log}"));
    assert_eq!(records(&log).len(), 4, "a longer match begins with the games of the shorter one");
    assert!(fs::read(&log).unwrap().starts_with(&before));
    complaint(&words(&line("new old", "--log no/such/folder/games.jsonl")), 1);
}

#[test]
fn pgn_and_report_contain_every_game_also_after_an_interruption() {
    let [log, pgn, html] = ["files.jsonl", "files.pgn", "files.html"].map(new_path);
    let files = format!("--log {log} --pgn {pgn} --html {html}");
    let games = |pgn: &str| fs::read_to_string(pgn).unwrap().matches("[Result ").count();
    play("new old", &format!("--games 2 {files}"));
    assert_eq!(games(&pgn), 2);
    let length = fs::metadata(&pgn).unwrap().len();
    fs::File::options().write(true).open(&pgn).unwrap().set_len(length - 40).unwrap();
    play("new old", &format!("--games 4 --resume {files}"));
    assert_eq!(games(&pgn), 4);
    let page = fs::read_to_string(&html).unwrap();
    assert!(page.contains("Central Cannon v Horse"));
    for log in [String::new(), format!("--resume --log {}", new_path("another.jsonl"))] {
        let error = refused(&line("new old", &format!("--pgn {pgn} {log}")));
        assert!(error.contains("files.pgn: the file already contains games"), "{error}");
    }
    let merged = ["merged.pgn", "merged.html"].map(new_path);
    printed(&format!("match --merge {log} --pgn {} --html {}", merged[0], merged[1]));
    assert_eq!(games(&merged[0]), 4);
    assert_eq!(fs::read_to_string(&merged[1]).unwrap(), page);
}

/// Tests that need signals.
#[cfg(unix)]
mod unix {
    use super::*;
    use crate::support::run::{end, fake_engine, send_signal, start, wait_for};
    use std::process::Child;

    /// Starts a match, and sends it the signal when its log contains this number of games.
    fn interrupt(words: &str, log: &str, games: usize, signal: &str) -> Child {
        let child = start(&line("new old", &format!("{words} --log {log}")));
        wait_for("the match goes on", || {
            fs::read_to_string(log).unwrap_or_default().matches("{\"game\":").count() >= games
        });
        send_signal(child.id(), signal);
        child
    }

    #[test]
    fn a_match_that_was_killed_is_completed_to_the_same_schedule() {
        let [whole, log] = ["unkilled.jsonl", "killed.jsonl"].map(new_path);
        let words = "--games 24 --concurrency 2 --seed 3";
        play("new old", &format!("{words} --log {whole}"));
        end(interrupt(words, &log, 3, "-KILL"));
        let played = records(&log);
        assert!((3..24).contains(&played.len()), "{}", played.len());

        let mut text = fs::read(&log).unwrap();
        let last = text[..text.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap();
        text.truncate(last + 40);
        fs::write(&log, text).unwrap();
        let error = run(&line("new old", &format!("{words} --log {log} --resume"))).error;
        assert!(error.contains("killed.jsonl: the last line is truncated"), "{error}");
        assert!(error.contains("\n[24/24] "), "{error}");
        assert_eq!(plan(&log), plan(&whole));
    }

    #[test]
    fn an_engine_that_crashes_loses_and_the_match_stops_there() {
        let [log, html] = ["faults.jsonl", "faults.html"].map(new_path);
        let bad = fake_engine("fake_engine", "crash", "", "name=bad,proto=uci");
        let test = "--nodes 100 --games 1000 --sprt elo0=0,elo1=300";
        let test = format!("{test} --json --log {log} --html {html}");
        let Run { status, text, error } = run_match(&["cmd=self,name=good", &bad], &test);
        // Faults alone compare nothing.
        assert_eq!(status, Some(1));
        assert!(error.ends_with("\nchuhe: match: a fault decided every game\n"), "{error}");
        let games = records(&log);
        assert!(games.len() < 100);
        assert_eq!(error.matches("FAULT of bad: ").count(), games.len(), "{error}");
        assert!(games.iter().all(|game| game.blame.as_deref() == Some("bad") && game.detail.is_some()));
        let summary: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            (&summary["sprt"]["decision"], &summary["first"]["wins"]),
            (&"H1".into(), &games.len().into())
        );
        let faults = summary["engines"][1]["faults"].as_object().unwrap();
        let count: u64 = faults.values().map(|count| count.as_u64().unwrap()).sum();
        assert!(count == games.len() as u64 && faults["crash"].as_u64() > Some(0), "{faults:?}");
        let page = fs::read_to_string(&html).unwrap();
        let position = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text}"));
        assert!(position("id=\"fault-banner\"") < position("id=\"headline\""));

        // A decided match stays over when it is resumed.
        let again = run_match(&["cmd=self,name=good", &bad], &format!("{test} --resume"));
        assert_eq!((again.status, records(&log)), (Some(1), games));
        let Run { status, text, .. } = run(&format!("match --merge {log}"));
        assert_eq!(status, Some(1));
        assert!(text.starts_with("FAULTS decided ") && text.contains(":\n  bad lost "), "{text}");
        assert!(text.contains("exit status: 3, last line on standard error: out of luck"), "{text}");
    }

    #[test]
    fn ctrl_c_ends_with_the_summary_of_what_was_finished() {
        let log = new_path("interrupted.jsonl");
        let Run { status, text, error } = end(interrupt("--games 1000 --concurrency 2", &log, 2, "-INT"));
        assert_eq!(status, Some(1));
        let done = records(&log).len();
        let last = error.lines().last().unwrap_or_default();
        assert_eq!(last, format!("chuhe: interrupted: {done} of 1000 games done"));
        assert!(text.contains(&format!("Games {done}: W ")), "{text}");
        assert!(text.lines().rev().nth(1).is_some_and(|line| line.starts_with("score ")), "{text}");
    }
}

#[test]
fn a_file_describes_a_match() {
    let (games, settings, log) = (fresh("openings.pgn"), new_path("sprt.match"), new_path("described.jsonl"));
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
    printed(&format!("match @{settings} --log {log}"));
    let openings: Vec<_> = plan(&log).into_iter().map(|game| game.5).collect();
    assert_eq!(openings, ["b2e2 b9c7", "b2e2 b9c7", "g3g4 g6g5", "g3g4 g6g5"]);
    assert_eq!(records(&log)[0].limits, Some([100, 90].map(SearchLimit::Nodes)));
}

#[test]
fn a_time_per_move_is_exact_in_ucci() {
    let pair = "--engine cmd=self,name=new,proto=ucci --engine cmd=self,name=old,proto=ucci";
    let limits = "--movetime 20 --games 1 --draw-plies 4 --margin 5000";
    let Run { status, error, .. } = run(&format!("match {pair} {limits} --log-level debug"));
    assert_eq!(status, Some(0), "{error}");
    assert!(error.contains("< go movetime 20") && !error.contains("movestogo"), "{error}");
}
