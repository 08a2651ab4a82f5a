// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe analysis`: answers queries on standard input, one JSON object a line.

use super::failure::{CommandResult, Failure, Place};
use super::interrupt;
use super::options::{LimitArgs, NetworkArgs, TableArgs, hash_mb, open_books, threads};
use super::progress::{keep_ticking, style};
use chuhe::command::end_with_output;
use chuhe::search::{Limits, Settings};
use chuhe::tb::SharedTb;
use chuhe_console::number;
use chuhe_review::analysis::{AnalysisConfig, Answered, Session};
use indicatif::ProgressBar;
use std::io::{self, BufReader, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use xiangqi::types::{Bilingual, Language, bilingual};

/// Limit of queries without one, in nodes.
const DEFAULT_NODES: u64 = 100_000;

/// Analyse many positions for other programs: JSON lines in and out
///
/// For programs that analyse many positions: a line goes in, a line comes out, as soon as it is ready.
#[derive(clap::Args)]
#[command(after_help = "\
The page `analysis` of the guide lists the fields of queries and answers, and the actions. Exit status: 0, or 2 if an
error has ended the input.

Examples:
  echo '{\"id\": \"a\", \"moves\": [\"h2e2\", \"h9g7\"], \"nodes\": 100000}' | chuhe analysis
  chuhe analysis --threads 8 --resume answers.jsonl < queries.jsonl >> answers.jsonl")]
pub struct AnalysisArgs {
    /// Number of positions to search at a time [default: one per core, or per --threads-per-search cores]
    #[arg(long, value_name = "N", value_parser = threads())]
    threads: Option<u16>,
    /// Number of threads that search one position; results vary if it is more than 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads())]
    threads_per_search: u16,
    /// Largest size in MiB of the transposition table of one search, or the size of the shared one
    #[arg(
        long,
        value_name = "MB",
        default_value_t = 16,
        value_parser = hash_mb()
    )]
    hash: usize,
    /// Use one transposition table for all searches: faster for the positions of a game, but results vary
    #[arg(long)]
    shared_hash: bool,
    /// Stop reading while this number of queries has no complete answer
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = number::<u64>(1..=1 << 20))]
    max_pending: u64,
    /// Answer in the order of the queries
    #[arg(long)]
    in_order: bool,
    /// Leave out what this file has answers to, those of an earlier run; half an answer at its end is cut
    /// off, and a file of anything else is refused
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    network: NetworkArgs,
    #[command(flatten)]
    tables: TableArgs,
    /// Opening book for includeBook; give the option again for more books [default: chuhe.book beside the
    /// program, if it exists]
    #[arg(long = "book", value_name = "FILE")]
    books: Vec<PathBuf>,
}

pub fn run(args: &AnalysisArgs, language: Language) -> CommandResult {
    let bar = ProgressBar::new_spinner().with_style(style(
        language
            .pick("{elapsed_precise} {spinner} {pos} answers", "{elapsed_precise} {spinner} 已回答{pos}个"),
    ));
    // Answers on the terminal show the progress themselves.
    let bar = if io::stdout().is_terminal() { ProgressBar::hidden() } else { bar };
    keep_ticking(&bar, Duration::from_millis(250));
    let session = Session::new(args.config()?, CountedLines { output: io::stdout(), bar: bar.clone() });
    let stop = session.stopper();
    interrupt::watch(stop);
    end_with_output();
    let summary = session.run(BufReader::new(io::stdin()));
    bar.finish_and_clear();
    let summary = summary?;
    if summary.is_stopped {
        let done = bilingual!(
            "interrupted: {positions} positions answered; --resume continues",
            "已中断：已回答{positions}个局面；用 --resume 继续",
            positions = summary.answered,
        );
        return Err(Failure::Job(done));
    }
    if let Some(error) = summary.input_error {
        return Err(Bilingual::from(error).within(&bilingual!("standard input", "标准输入")).into());
    }
    Ok(ExitCode::SUCCESS)
}

/// Counts the lines that are written, which are the answers.
struct CountedLines<W> {
    output: W,
    bar: ProgressBar,
}

impl<W: Write> Write for CountedLines<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.output.write(bytes)?;
        let lines = bytes[..written].split(|&byte| byte == b'\n').count() - 1;
        self.bar.inc(lines as u64);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

impl AnalysisArgs {
    fn config(&self) -> Result<AnalysisConfig, Failure> {
        let answered = match &self.resume {
            Some(file) => Answered::read(file).at(file.display())?,
            None => Answered::default(),
        };
        let threads_per_search = usize::from(self.threads_per_search);
        let tables = Some(self.tables.open()?).filter(|tables| tables.most_pieces() > 0);
        let given = self.limits.given();
        Ok(AnalysisConfig {
            threads: self.threads.map_or((chuhe::threads::cores() / threads_per_search).max(1), usize::from),
            settings: Settings {
                threads: threads_per_search,
                network: self.network.network(),
                tb: tables.clone().map(SharedTb::new),
                ..Settings::default()
            },
            limits: if given.is_bounded() { given } else { Limits::nodes(DEFAULT_NODES) },
            hash_mb: self.hash,
            is_hash_shared: self.shared_hash,
            max_pending: self.max_pending,
            is_in_order: self.in_order,
            books: open_books(&self.books)?,
            tables,
            answered,
        })
    }
}
