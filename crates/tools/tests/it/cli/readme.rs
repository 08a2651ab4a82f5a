// SPDX-License-Identifier: MIT OR Apache-2.0
//! The READMEs and the guide keep their promises: every command in them runs, prints what is shown, and every
//! option that they name exists. Both languages have the same tables of commands and options.
//!
//! Commands are `sh` blocks, and the lines of `text` blocks that begin with `$ `; the lines below those are
//! their output, in which `...` stands for any lines. In other `text` blocks, lines that begin with `chuhe`
//! are commands unless `...` stands for a part of them. Those of a page run in their order in one folder, which
//! is their home, too. Output that begins with `chuhe: ` is an error. [`NOT_RUN`] is left out, and [`SHORTENED`]
//! makes long jobs short; the output of a shortened job is compared up to the first number of each line. Blocks
//! of other languages are run by other tests, or this one fails.

use crate::support::command::{self, lines};
use crate::support::pages;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Beginnings of commands that need a network or build the program.
const NOT_RUN: [&str; 3] = ["curl ", "cargo ", "make "];

/// Long jobs made short, and programs that may be missing replaced by this one.
const SHORTENED: [(&str, &str); 29] = [
    ("chuhe serve --open", "timeout --preserve-status --signal INT 1 chuhe serve --port 0"),
    ("--tc 600+5 --pace", "--nodes 20"),
    ("--movetime 2000", "--movetime 100"),
    ("--positions 5000 --nodes 200000", "--positions 5 --nodes 100"),
    ("--positions 1000000 --nodes 1500", "--positions 2000 --nodes 20"),
    ("review game.pgn --movetime 100", "review game.pgn --nodes 100"),
    ("review docs/game.pgn", "review docs/game.pgn --nodes 100"),
    ("--games 40 --movetime 50", "--games 2 --nodes 20"),
    ("--games 2000 --movetime 20", "--games 2 --nodes 20"),
    ("--games 800 --movetime 20", "--games 2 --nodes 20"),
    ("--positions 15000 --lines positions/openings.epd --nodes 400000", "--positions 5 --nodes 100"),
    ("--positions 22000 --lines positions/openings.epd", "--positions 5"),
    ("--nodes 400000", "--nodes 100"),
    ("cmd=./new,name=new\n--engine cmd=./old,name=old\n", "cmd=self,name=new\n--engine cmd=self,name=old\n"),
    ("tc=8+0.08,option.Hash=16\n--openings positions/openings.epd\n--games 2000", "nodes=20\n--games 2"),
    ("--games 100 --nodes 5000", "--games 8 --nodes 200"),
    (
        "cmd=fairy-stockfish,proto=uci,ranks=1,option.UCI_Variant=xiangqi,",
        "cmd=self,name=fairy-stockfish,proto=uci,",
    ),
    ("cmd=./new --engine cmd=./old", "cmd=self,name=new --engine cmd=self,name=old"),
    ("--tc 8+0.08 --games 40000", "--nodes 20 --games 2"),
    ("part*.jsonl", "games.jsonl"),
    ("reversi --depth 8", "reversi --depth 4"),
    ("xiangqi --depth 4", "xiangqi --depth 2"),
    ("tables --depth 4", "tables --depth 2"),
    ("--pace 1 --record", "--record"),
    ("td --games 5000", "td --games 50 --trials 2"),
    ("tree-size --descents 1000 --plies 200", "tree-size --descents 10 --plies 9 --games 1 --nodes 20"),
    ("zugzwang --positions 50 --depth 4", "zugzwang --positions 2 --games 2 --nodes 20 --depth 4"),
    ("td-leaf --games 100 --seeds 1", "td-leaf --games 10 --seeds 1 --depth 1 --pairs 1 --nodes 20"),
    ("lab solve", "lab solve --opening c2,d2,e5,b2,d1,f6,d5,e4,a2,a1,f4,c5,e6,d6,b5,e2"),
];

/// A command of a page with the output shown for it.
struct Example {
    command: String,
    output: Vec<String>,
}

/// Returns the commands of a page.
fn examples(page: &str) -> Vec<Example> {
    let text = page.replace("\\\n", "");
    let mut examples = Vec::new();
    for block in text.split("\n```").skip(1).step_by(2) {
        let (language, body) = block.split_once('\n').expect("a block has lines");
        match language {
            "sh" => {
                let is_run = |line: &&str| !NOT_RUN.iter().any(|start| line.starts_with(start));
                let command = body.lines().filter(is_run).collect::<Vec<_>>().join("\n");
                examples.push(Example { command, output: Vec::new() });
            }
            "text" if !body.contains("$ chuhe ") => {
                let commands =
                    body.lines().filter(|line| line.starts_with("chuhe ") && !line.contains(" ... "));
                examples
                    .extend(commands.map(|line| Example { command: line.to_owned(), output: Vec::new() }));
            }
            "text" => {
                for part in body.split("$ ").filter(|part| part.starts_with("chuhe ")) {
                    let mut lines = part.lines().map(str::to_owned);
                    let command = lines.next().expect("a part has a line");
                    examples.push(Example { command, output: lines.collect() });
                }
            }
            // Those of Rust are documentation tests; bindings/*/check runs the others.
            "rust" | "python" | "js" | "html" => {}
            _ => panic!("nothing runs blocks of '{language}'"),
        }
    }
    examples
}

/// An empty folder with the files that the examples read.
fn workplace(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder can be made");
    let repository = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let link = |from: &str, to: &str| {
        std::os::unix::fs::symlink(repository.join(from), folder.join(to)).expect("a link can be made");
    };
    link("positions", "positions");
    link("docs", "docs");
    link("book", "book");
    fs::create_dir(folder.join("games")).expect("a folder can be made");
    for entry in fs::read_dir(repository.join("positions/notation/records")).expect("there are records") {
        let path = entry.expect("an entry").path();
        fs::copy(&path, folder.join("games").join(path.file_name().expect("a name"))).expect("a copy");
    }
    fs::write(folder.join("game.pgn"), "1. h2e2 h9g7 2. h0g2 i9h9 *\n").expect("a file can be written");
    folder
}

fn shell(line: &str, folder: &Path, language: &str) -> Output {
    let programs = PathBuf::from(crate::CHUHE).with_file_name("");
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new("sh");
    command.args(["-ec", line]).env("PATH", path).env_remove("RUST_LOG").env("CHUHE_LANG", language);
    command.current_dir(folder).env("HOME", folder).stdin(Stdio::null()).output().expect("there is a shell")
}

/// Checks that the lines shown are in the output, in this order, and without gaps where there is no `...`.
fn compare(example: &Example, output: &str, is_exact: bool) {
    let visible = |line: &str| {
        let end = if is_exact {
            line.len()
        } else {
            line.find(|c: char| c.is_ascii_digit() || c == '+').unwrap_or(line.len())
        };
        line[..end].trim_end().to_owned()
    };
    let mut rest = output.lines();
    let mut may_skip = false;
    for shown in &example.output {
        if shown == "..." {
            may_skip = true;
            continue;
        }
        let is_it = |line: &str| {
            if is_exact { line.trim_end() == visible(shown) } else { line.starts_with(&visible(shown)) }
        };
        let found =
            if may_skip { rest.find(|line| is_it(line)) } else { rest.next().filter(|line| is_it(line)) };
        assert!(found.is_some(), "{}\nshown, but not printed: {shown}\n{output}", example.command);
        may_skip = false;
    }
    assert!(
        may_skip || example.output.is_empty() || rest.next().is_none(),
        "{}\nmore is printed:\n{output}",
        example.command
    );
}

/// Runs the commands of a page and compares what they print.
fn run_all(examples: &[Example], folder: &Path, language: &str) {
    for example in examples {
        let short =
            SHORTENED.iter().fold(example.command.clone(), |line, (long, short)| line.replace(long, short));
        let output = shell(&short, folder, language);
        let (text, error) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let is_error = example.output.first().is_some_and(|line| line.starts_with("chuhe: "));
        let status = if is_error { 2 } else { 0 };
        assert_eq!(output.status.code(), Some(status), "{short}\n{text}{error}");
        compare(example, if is_error { &error } else { &text }, short == example.command);
    }
}

/// Runs the commands of the pages in a language; returns the number of commands and the long jobs among them.
fn run_pages(is_chinese: bool) -> (usize, BTreeSet<&'static str>) {
    let (mut count, mut long_jobs) = (0, BTreeSet::new());
    for name in pages::names().iter().filter(|name| name.contains("zh") == is_chinese) {
        let examples = examples(&pages::text(name));
        let language = if is_chinese { "zh" } else { "en" };
        run_all(&examples, &workplace(&name.replace('/', "-")), language);
        count += examples.len();
        let is_used = |long: &&str| examples.iter().any(|example| example.command.contains(*long));
        long_jobs.extend(SHORTENED.iter().map(|(long, _)| *long).filter(is_used));
    }
    (count, long_jobs)
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes a minute; runs in release")]
fn every_command_runs_and_prints_what_is_shown() {
    let (count, long_jobs) = run_pages(false);
    assert!(count >= 30, "{count}");
    for (long, _) in SHORTENED {
        assert!(long_jobs.contains(long), "no command has '{long}'");
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes a minute; runs in release")]
fn every_command_of_the_chinese_pages_runs_and_prints_what_is_shown() {
    let (count, _) = run_pages(true);
    assert!(count >= 12, "{count}");
}

/// Nodes and leaves of the laboratory's table do not depend on the machine.
#[test]
#[cfg_attr(debug_assertions, ignore = "counts 50 million nodes")]
fn the_table_of_the_laboratory_is_true() {
    let example = examples(&pages::text("docs/lab.md"))
        .into_iter()
        .find(|example| example.command.contains("lab compare") && !example.output.is_empty());
    let example = example.expect("the page shows a table");
    let output = shell(&example.command, &workplace("readme_lab"), "en");
    let rows = |text: &str| -> Vec<Vec<String>> {
        let rows = text.lines().filter(|line| line.starts_with("| "));
        rows.map(|row| row.split('|').map(str::trim).map(str::to_owned).take(5).collect()).collect()
    };
    let printed = rows(&String::from_utf8_lossy(&output.stdout));
    let shown = rows(&example.output.join("\n"));
    assert!(shown.len() >= 6 && printed.starts_with(&shown), "{shown:?}\n{printed:?}");
}

/// The words in code that begin with `--`.
fn options_named(text: &str) -> BTreeSet<String> {
    let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let code = text.split('`').skip(1).step_by(2);
    let words = code.flat_map(|code| code.split(|c: char| !is_name(c))).filter(|word| word.len() > 3);
    words.filter(|word| word.starts_with("--")).map(str::to_owned).collect()
}

#[test]
fn every_option_and_command_named_exists() {
    /// Options of other programs.
    const FOREIGN: [&str; 5] = ["--features", "--open", "--release", "--locked", "--target"];
    let prose = |name: &String| pages::text(name).split("\n```").step_by(2).collect::<String>();
    let commands_of = ["README.md", "README.zh.md"].map(pages::text);
    let mut help = String::new();
    let commands = lines(&["--help"]);
    // In groups, each under a heading that README.md has, too.
    let groups = commands.iter().skip_while(|line| *line != "Play:").take_while(|line| *line != "Options:");
    let (names, headings): (Vec<&String>, Vec<&String>) =
        groups.filter(|line| !line.is_empty()).partition(|line| line.starts_with("  "));
    for heading in headings {
        let heading = heading.trim_end_matches(':');
        assert!(commands_of[0].contains(&format!("| [{heading}](")), "README.md lacks the group '{heading}'");
    }
    assert!(names.len() > 15, "{names:?}");
    for name in names.iter().map(|line| line.split_whitespace().next().expect("a name")) {
        for readme in &commands_of {
            assert!(readme.contains(&format!("`{name}`")), "a README lacks the command '{name}'");
        }
        help += &lines(&[name, "--help"]).join("\n");
        for inner in ["build", "convert", "probe", "info", "compare", "tables", "tournament", "td", "play"] {
            if help.contains(&format!("\nUsage: chuhe {name} [OPTIONS] <COMMAND>")) {
                let output = command::chuhe(&[name, inner, "--help"]);
                help += &String::from_utf8_lossy(&output.stdout);
            }
        }
    }
    for page in pages::names() {
        for option in options_named(&prose(&page)) {
            let is_known = help.contains(&option) || FOREIGN.contains(&option.as_str());
            assert!(is_known, "{page}: no command has {option}");
        }
    }
}

#[test]
#[cfg_attr(feature = "tune", ignore = "the parameters of the search are options too")]
fn the_table_of_options_is_the_one_that_the_engine_announces() {
    let announced = |greeting: &str| -> BTreeSet<String> {
        let said = command::text(&[], format!("{greeting}\nquit\n").as_bytes());
        let names = said.lines().filter_map(|line| line.strip_prefix("option "));
        let names = names.map(|line| line.split_once(" type ").expect("a type").0);
        names.map(|name| name.strip_prefix("name ").unwrap_or(name).to_owned()).collect()
    };
    let announced = [announced("ucci"), announced("uci")];
    for page in ["docs/options.md", "docs/zh/options.md"] {
        let table = pages::text(page);
        let rows = table.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| UCCI"));
        let mut named = [BTreeSet::new(), BTreeSet::new()];
        for row in rows {
            for (column, cell) in row.split('|').skip(1).take(2).enumerate() {
                let options = cell.trim().trim_matches('`').split('`').filter(|name| !name.is_empty());
                named[column].extend(options.map(str::to_owned));
            }
        }
        assert_eq!(named, announced, "{page}");
    }
}
