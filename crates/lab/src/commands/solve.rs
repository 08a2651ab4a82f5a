// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab solve`: reversi on 6 x 6 squares, searched to the end.

use super::common::{Column, Sender, Table, run_job};
use crate::small::six::{Board, EndSolver};
use chuhe_console::failure::{CommandResult, Failure};
use chuhe_console::interrupt;
use chuhe_console::number;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::Instant;
use xiangqi::types::{Language, bilingual, text};

/// Solve reversi on 6 x 6 squares by searching to the end
#[derive(clap::Args)]
#[command(after_help = "\
The margin, in discs of the side to move, is found by questions: is it at least n? The first is about --guess; a good guess leaves two. \
`X` in the board is the side to move.

Examples:
  chuhe lab solve
  chuhe lab solve --guess 0 --opening c2,d2,e5,b2,d1,f6,d5,e4")]
pub struct SolveArgs {
    /// Moves from the start, such as c2,d2; a side that cannot move passes by itself
    #[arg(long, value_name = "MOVES", num_args = 1.., value_delimiter = ',')]
    opening: Vec<String>,
    /// Margin that the first question is about
    #[arg(long, value_name = "DISCS", default_value_t = -4, value_parser = number::<i32>(-36..=36), allow_negative_numbers = true)]
    guess: i32,
    /// Base-2 logarithm of the number of table entries, of 24 bytes each
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = number::<u32>(10..=32))]
    table_bits: u32,
}

/// A question and its answer, with the nodes and seconds up to then, or the margin.
enum Step {
    Asked { margin: i32, is_so: bool, nodes: u64, seconds: f64 },
    Solved(i32),
}

const COLUMNS: [Column<'static>; 4] = [("question", 21), ("answer", 6), ("nodes", 14), ("seconds", 8)];

pub fn run(args: &SolveArgs, language: Language) -> CommandResult {
    let moves = args.opening.iter().flat_map(|words| words.split_whitespace());
    let board = Board::after(moves).map_err(|word| {
        Failure::Input(bilingual!(
            "--opening: '{word}' is not a legal move here",
            "--opening：“{word}”在此不合法"
        ))
    })?;
    let empties = text!(language, "{number} empty squares", "{number}个空格", number = board.empties());
    writeln!(io::stdout(), "{board}\n{empties}\n")?;
    let table = Table::begin(language, &COLUMNS)?;
    let (guess, bits) = (args.guess, args.table_bits);
    let mut result = None;
    let work = move |sender: &Sender<Step>| {
        let (began, mut solver) = (Instant::now(), EndSolver::new(bits));
        let margin = solver.solve(board, guess, |solver, margin, is_so| {
            let seconds = began.elapsed().as_secs_f64();
            sender.send(Step::Asked { margin, is_so, nodes: solver.nodes(), seconds });
        });
        sender.send(Step::Solved(margin));
    };
    run_job(1, work, |step| match step {
        Step::Asked { margin, is_so, nodes, seconds } => {
            let answer = if is_so { language.pick("yes", "是") } else { language.pick("no", "否") };
            let question = text!(language, "{margin:+} discs or more?", "至少{margin:+}子？");
            table.row([question, answer.to_owned(), nodes.to_string(), format!("{seconds:.3}")])
        }
        Step::Solved(margin) => {
            result = Some(margin);
            Ok(())
        }
    })?;
    let Some(margin) = result else {
        return Err(interrupt::failure(0, 1, interrupt::Parts::Positions));
    };
    let result = text!(
        language,
        "with best play the side to move has {margin:+} discs at the end",
        "双方都走最佳着法时，走棋方终局的子数差为{margin:+}"
    );
    writeln!(io::stdout(), "\n{result}")?;
    Ok(ExitCode::SUCCESS)
}
