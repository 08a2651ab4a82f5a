// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe suite`: solves a file of test positions and counts the solved ones.

use super::failure::{CommandResult, Failure, Place};
use super::interrupt;
use super::options::{EngineArgs, LimitArgs, TableArgs};
use super::positions::{TestPosition, read_positions};
use super::search::move_text;
use crate::engine::{DEFAULT_HASH_MB, Engine};
use crate::json::result_json;
use crate::search::{Limits, SearchResult};
use chuhe_console::number;
use serde_json::json;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use xiangqi::diagram::columns::right;
use xiangqi::notation::{Ranks, read_move_with, split_operation};
use xiangqi::types::{Bilingual, Language, Move, Score, bilingual, text};

/// The default time per position, in milliseconds.
const DEFAULT_MOVETIME: u64 = 1000;

/// Solve a file of test positions, 1 second each by default
#[derive(clap::Args)]
#[command(after_help = "\
Each line of the file is `FEN; bm MOVE [MOVE...]; id \"name\"` (EPD): one of the moves must be found; with `am MOVE [MOVE...]` \
none of them may be. Ranks are counted from 1 in a file with a move that names rank 10, or whose moves are legal only so. With `dm N` \
the engine must report a mate in at most N moves; the mate solver looks for it in the first half of the time or of the nodes, \
an ordinary search in the second. The engine is reset between positions.

Example:
  chuhe suite positions/mates.epd --movetime 500 --require 40")]
pub struct SuiteArgs {
    /// EPD file with the positions
    file: PathBuf,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    engine: EngineArgs<DEFAULT_HASH_MB>,
    #[command(flatten)]
    tables: TableArgs,
    /// Fail (exit status 1) if fewer positions are solved
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<usize>(0..))]
    require: usize,
    /// Print JSON: one object per position and one with the totals
    #[arg(long)]
    json: bool,
}

/// A test position with its solution.
struct Problem {
    record: TestPosition,
    name: String,
    /// The accepted moves; empty if no move is required.
    best_moves: Vec<Move>,
    /// The moves to avoid.
    avoided: Vec<Move>,
    /// The mate that must be reported: at most this many own moves.
    mate: Option<u32>,
}

pub fn run(args: &SuiteArgs, language: Language) -> CommandResult {
    let records = read_positions(&args.file)?;
    let total = records.len();
    let problems = read_problems(&records)?;
    let limits = args.limits.limits(DEFAULT_MOVETIME);
    let mut engine = args.engine.engine(1);
    args.tables.equip(&mut engine)?;
    let (mut solved, mut done) = (0, 0);
    let stopper = engine.stopper();
    interrupt::watch(move || stopper.stop());
    for problem in &problems {
        let result = problem.search(&mut engine, &limits);
        if interrupt::is_pressed() {
            break;
        }
        let is_solved = problem.is_solved_by(&result);
        solved += usize::from(is_solved);
        done += 1;
        if args.json {
            print_json(problem, &result, is_solved)?;
        } else {
            print_row(problem, &result, is_solved, &format!("{done}/{total}"), language)?;
        }
    }
    if args.json {
        writeln!(io::stdout(), "{}", json!({ "solved": solved, "of": done }))?;
    } else {
        writeln!(io::stdout(), "solved {solved} of {done}")?;
    }
    if done < total {
        return Err(interrupt::failure(done, total, interrupt::Parts::Positions));
    }
    Ok(if solved < args.require { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Reads the problems. Ranks are counted from 1 if a move names rank 10, or if two or more moves are legal only
/// so.
fn read_problems(records: &[TestPosition]) -> Result<Vec<Problem>, Bilingual> {
    let operations = records.iter().flat_map(|record| &record.operations).map(|text| split_operation(text));
    let words = operations.filter(|(code, _)| ["bm", "am"].contains(code));
    let words: Vec<_> = words.flat_map(|(_, operand)| operand.split_whitespace()).collect();
    let read = |ranks| records.iter().map(|record| Problem::new(record.clone(), ranks)).collect();
    let ranks = Ranks::of(words.iter().copied());
    let usual: Result<Vec<_>, Bilingual> = read(ranks);
    if usual.is_err() && ranks == Ranks::FromZero && words.len() > 1 {
        return read(Ranks::FromOne).or(usual);
    }
    usual
}

impl Problem {
    /// Reads the operations `bm`, `am`, `dm` and `id`; others are ignored, as EPD requires.
    fn new(record: TestPosition, ranks: Ranks) -> Result<Self, Bilingual> {
        let place = record.location.clone();
        let (best_moves, avoided) = (Vec::new(), Vec::new());
        let mut problem = Self { name: place.to_string(), record, best_moves, avoided, mate: None };
        for operation in problem.record.operations.clone() {
            let quoted = || bilingual!("'{operation}'", "“{operation}”").within(&place);
            problem.read(&operation, ranks).within(quoted)?;
        }
        if problem.best_moves.is_empty() && problem.avoided.is_empty() && problem.mate.is_none() {
            let lack =
                bilingual!("no solution: expected an operation bm, am or dm", "没有解答：应有 bm、am 或 dm");
            return Err(lack.within(&place));
        }
        Ok(problem)
    }

    fn read(&mut self, operation: &str, ranks: Ranks) -> Result<(), Bilingual> {
        let (code, operand) = split_operation(operation);
        match code {
            "bm" | "am" => {
                let moves = if code == "bm" { &mut self.best_moves } else { &mut self.avoided };
                for word in operand.split_whitespace() {
                    moves.push(read_move_with(&self.record.position, word, ranks)?);
                }
                if moves.is_empty() {
                    return Err(bilingual!("expected at least one move", "至少应有一着"));
                }
            }
            "dm" => match operand.parse() {
                Ok(moves @ 1..=64) => self.mate = Some(moves),
                _ => return Err(bilingual!("not a number of moves from 1 to 64", "着数应为1至64")),
            },
            "id" => operand.clone_into(&mut self.name),
            _ => {}
        }
        Ok(())
    }

    fn search(&self, engine: &mut Engine, limits: &Limits) -> SearchResult {
        engine.new_game();
        engine.search(&self.record.position, &Limits { mate: self.mate, ..limits.clone() })
    }

    fn is_solved_by(&self, result: &SearchResult) -> bool {
        let is_found =
            |mv| (self.best_moves.is_empty() || self.best_moves.contains(&mv)) && !self.avoided.contains(&mv);
        let is_required = !self.best_moves.is_empty() || !self.avoided.is_empty();
        let found = !is_required || result.best_move.is_some_and(is_found);
        let mates = self.mate.is_none_or(|moves| {
            matches!(result.score, Score::Mate(plies) if plies > 0 && plies.unsigned_abs().div_ceil(2) <= moves)
        });
        found && mates
    }

    /// Returns the solution as text.
    fn goal(&self, language: Language) -> String {
        let moves = self.best_moves.iter().map(Move::to_string);
        moves
            .chain(self.avoided.iter().map(|mv| text!(language, "not {mv}", "避开{mv}")))
            .chain(self.mate.map(|moves| text!(language, "mate in {moves}", "{moves}步杀")))
            .collect::<Vec<_>>()
            .join(" ")
    }
}

fn print_row(
    problem: &Problem,
    result: &SearchResult,
    solved: bool,
    number: &str,
    language: Language,
) -> Result<(), Failure> {
    let mut out = io::stdout();
    write!(
        out,
        "{} {number:>7}  {} {}  {} {:>3} {:>7.2} {}  {}",
        if solved { language.pick("solved", "已解") } else { language.pick("MISSED", "未解") },
        move_text(result.best_move),
        right(&result.score.text(language), 12),
        language.pick("depth", "深度"),
        result.depth,
        result.time.as_secs_f64(),
        language.pick("s", "秒"),
        problem.name
    )?;
    if !solved {
        let goal = problem.goal(language);
        write!(out, "{}", text!(language, ": expected {goal}", "：应为{goal}"))?;
    }
    writeln!(out)?;
    Ok(())
}

fn print_json(problem: &Problem, result: &SearchResult, solved: bool) -> Result<(), Failure> {
    let mut object = result_json(result);
    object["id"] = problem.name.as_str().into();
    object["fen"] = problem.record.position.to_fen().into();
    object["solved"] = solved.into();
    object["expected"] = problem.goal(Language::English).into();
    writeln!(io::stdout(), "{object}")?;
    Ok(())
}
