// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe spsa` from the outside: a few pairs of games at fifty nodes per move.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A path in the temporary directory of the tests, where no file exists.
fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

/// `chuhe spsa` with these arguments.
fn command(words: &str) -> Command {
    let mut command = Command::new(crate::CHUHE);
    command.arg("spsa").args(words.split_whitespace()).env_remove("RUST_LOG").env("CHUHE_LANG", "en");
    command
}

/// A run of short games that saves its state in this file.
fn run(words: &str, state: &Path) -> Command {
    let mut command = command(words);
    command.args(["--nodes", "50", "--state"]).arg(state);
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("all is UTF-8")
}

/// The output of a successful run.
fn printed(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().expect("the program starts");
    assert_eq!(status.code(), Some(0), "{command:?}: {}", text(&stderr));
    text(&stdout)
}

/// The one line on standard error of a run that fails with this status and without output.
fn complaint(command: &mut Command, expected: i32) -> String {
    let Output { status, stdout, stderr } = command.output().expect("the program starts");
    let error = text(&stderr);
    assert_eq!(status.code(), Some(expected), "{command:?}: {error}");
    assert!(stdout.is_empty() && error.starts_with("chuhe: ") && error.lines().count() == 1, "{error}");
    error
}

#[test]
fn the_list_has_the_format_of_openbench() {
    let all = printed(&mut command("--list"));
    let form = regex::Regex::new(r"^[a-z][a-z0-9_]*, int(, -?\d+){4}, 0\.002$").unwrap();
    assert!(all.lines().count() > 10 && all.lines().all(|line| form.is_match(line)), "{all}");
    let some = printed(&mut command("futility_base lmr_ --list"));
    let names: Vec<&str> = some.lines().map(|line| line.split(',').next().unwrap()).collect();
    assert!(names.len() > 2 && names.contains(&"lmr_base") && names.contains(&"futility_base"), "{some}");
    assert!(names.iter().all(|name| name.starts_with("lmr_") || *name == "futility_base"), "{some}");
    assert!(all.contains(&some.lines().next().unwrap().to_owned()));
    assert!(complaint(&mut command("lmr_ nothing --list"), 2).contains("'nothing': "));
}

#[test]
fn a_run_ends_with_its_table_and_is_not_played_twice() {
    let state = fresh("short.spsa");
    let words = "lmr_ --pairs 4 --threads 2";
    let table = printed(&mut run(words, &state));
    let lines: Vec<&str> = table.lines().collect();
    let [heading, numbers @ .., pairs, score] = &lines[..] else { panic!("{table}") };
    assert_eq!(heading.split_whitespace().collect::<Vec<_>>(), ["name", "start", "now", "rounded"]);
    for number in numbers {
        let [name, start, now, rounded] = number.split_whitespace().collect::<Vec<_>>()[..] else {
            panic!("{number}")
        };
        let [start, now, rounded] = [start, now, rounded].map(|word| word.parse::<f64>().unwrap());
        assert!(name.starts_with("lmr_"), "{name}");
        assert!((now - start).abs() < start.abs() / 10.0 && (now - rounded).abs() <= 0.5, "{number}");
    }
    assert_eq!(*pairs, "pairs 4");
    let counts = score.strip_prefix("plus ").unwrap().split('-').map(|count| count.parse::<u32>().unwrap());
    assert_eq!((counts.clone().count(), counts.sum::<u32>()), (3, 8));

    let kept = fs::read_to_string(&state).unwrap();
    assert!(kept.contains("\ndone 4\n"), "{kept}");
    assert_eq!(printed(&mut run(words, &state)), table, "no pairs are left to play");
    for (other, line) in [("lmr_ --pairs 5", "'pairs 4'"), ("lmr_base --pairs 4", "'numbers ")] {
        let error = complaint(&mut run(other, &state), 2);
        assert!(error.contains("short.spsa: line ") && error.contains(line), "{error}");
    }
    assert_eq!(fs::read_to_string(&state).unwrap(), kept);
}

#[test]
fn unusable_files_and_engines_are_named() {
    let missing = fresh("missing.epd");
    let openings = format!("--pairs 1 --openings {}", missing.display());
    assert!(complaint(&mut command(&openings), 2).contains("missing.epd: "));
    assert!(complaint(&mut command("--pairs 1 --state -"), 2).contains("--state: "));
    let nowhere = fresh("no-such-directory").join("x.spsa");
    assert!(complaint(&mut run("--pairs 1", &nowhere), 2).contains("x.spsa: "));
    assert!(complaint(&mut command("--pairs 1 --engine cmd=no-such-program"), 1).contains("--engine: "));
}

/// Tests that need a shell and signals.
#[cfg(unix)]
mod unix {
    use super::*;
    use std::process::Stdio;
    use std::thread;
    use std::time::{Duration, Instant};

    #[test]
    fn a_resumed_run_ends_as_an_uninterrupted_one() {
        let [whole, state] = ["whole.spsa", "interrupted.spsa"].map(fresh);
        let words = "lmr_ futility_ --pairs 30 --seed 5";
        let expected = printed(&mut run(words, &whole));
        for signal in ["-INT", "-KILL", "-INT"] {
            let mut command = run(words, &state);
            let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            let deadline = Instant::now() + Duration::from_secs(60);
            while !state.exists() {
                assert!(Instant::now() < deadline && child.try_wait().unwrap().is_none());
                thread::sleep(Duration::from_millis(1));
            }
            // Usually long enough for some pairs. Wherever the run is interrupted, its end must be the same.
            thread::sleep(Duration::from_millis(150));
            let killed = Command::new("kill").args([signal, &child.id().to_string()]).status();
            assert!(killed.is_ok_and(|status| status.success()));
            child.wait().unwrap();
        }
        assert_eq!(printed(&mut run(words, &state)), expected);
        let [whole, state] = [whole, state].map(|path| fs::read_to_string(path).unwrap());
        assert_eq!(state, whole);
    }

    #[test]
    fn an_interrupted_run_reports_its_progress() {
        let state = fresh("stopped.spsa");
        let mut command = run("lmr_ --pairs 100000 --threads 2", &state);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let deadline = Instant::now() + Duration::from_secs(60);
        while fs::read_to_string(&state).is_ok_and(|text| text.contains("\ndone 0\n")) || !state.exists() {
            assert!(Instant::now() < deadline, "the state is written");
            thread::sleep(Duration::from_millis(5));
        }
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(killed.is_ok_and(|status| status.success()));
        let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
        assert_eq!(status.code(), Some(1));
        let kept = fs::read_to_string(&state).unwrap();
        let done = kept.lines().find_map(|line| line.strip_prefix("done ")).unwrap();
        assert_eq!(text(&stderr), format!("chuhe: interrupted: {done} of 100000 pairs done\n"));
        assert!(text(&stdout).contains(&format!("\npairs {done}\nplus ")));
    }

    #[test]
    fn faults_of_an_engine_are_not_counted_as_results() {
        let state = fresh("faults.spsa");
        let engine = |shell: &str| {
            let mut command = run("lmr_ --pairs 3", &state);
            command.arg("--engine").arg(format!("cmd='sh -c \"{shell}\"'"));
            command
        };
        let program = crate::CHUHE;
        let error = complaint(&mut engine(&format!("sed -u 30q | {program}")), 1);
        assert!(error.contains("engine '") && error.contains("': crash: "), "{error}");
        let kept = fs::read_to_string(&state).unwrap();
        assert!(kept.contains("\ndone 0\nscore 0-0-0\n"), "{kept}");
        let error = complaint(&mut engine(&format!("{program} | sed -u /lmr_base/d")), 2);
        assert!(error.contains("--engine: the engine has no option 'lmr_base'"), "{error}");
    }
}
