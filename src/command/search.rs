// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe search`: searches one position, with output as a table or as JSON.

use super::failure::{CommandResult, Failure};
use super::interrupt;
use super::options::{EngineArgs, LimitArgs, PositionArgs, TableArgs, notation};
use crate::engine::DEFAULT_HASH_MB;
use crate::json::{line_json, move_json, result_json, score_json, time_json};
use crate::search::{Limits, Listener, MateVerdict, ScoreBound, SearchInfo, SearchResult};
use chuhe_console::number;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::mpsc;
use xiangqi::diagram::columns::right;
use xiangqi::notation::Notation;
use xiangqi::position::Position;
use xiangqi::types::{Language, Move, bilingual, text};

/// The default search time, in milliseconds.
const DEFAULT_MOVETIME: u64 = 5000;

/// Search a position, for 5 seconds if no limit is given
#[derive(clap::Args)]
#[command(after_help = "\
If there are several limits, the first one reached ends the search. Ctrl-C ends it too.

Scores are from the perspective of the side to move. In JSON a score is an object with one field: {\"cp\": 35} in \
centipawns, {\"mate\": 3} a mate in 3 of its own moves ({\"mate\": -2}: it is mated after 2 of its own moves), {\"rule\": 3} \
likewise a win by the rules of repetition.

`--mate N` proves the shortest mate in at most N moves, or that there is none, which a line says, in JSON the field \
`mate_verdict` of the result: `proven`, `refuted` or `unknown` at the limit. If none is found, an ordinary search gives the \
move. Half of the time or of the nodes is for the mate; without a limit the search ends by itself.

Examples:
  chuhe search --depth 12 --moves h2e2 h9g7
  chuhe search --fen '3k5/9/9/9/9/9/9/9/9/4KR3 w' --movetime 500 --json
  chuhe search --fen 'r1b1kaR2/4r4/2N1c4/p1p1C1p2/8p/6P2/P7P/4B4/4A4/2BAK4 w' --mate 3")]
pub struct SearchArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Look for a mate in at most N moves of the side to move
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=60))]
    mate: Option<u32>,
    /// Number of variations to report, up to 128
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = number::<u8>(1..=128))]
    multipv: u8,
    #[command(flatten)]
    engine: EngineArgs<DEFAULT_HASH_MB>,
    #[command(flatten)]
    tables: TableArgs,
    /// Notation of the moves in the table [default: iccs; chinese in Chinese]
    #[arg(long, value_name = "NAME", conflicts_with = "json", value_parser = notation())]
    notation: Option<Notation>,
    /// Print JSON: one object per iteration and one for the result
    #[arg(long)]
    json: bool,
}

/// A message from the search's thread to the printing thread.
enum SearchMessage {
    Info(SearchInfo),
    Note(String),
    Result(SearchResult),
}

/// Sends reports to the printing thread. Sending fails only when the command is ending already.
struct ChannelListener(mpsc::Sender<SearchMessage>);

impl Listener for ChannelListener {
    fn on_message(&mut self, message: &str) {
        let _ = self.0.send(SearchMessage::Note(message.to_owned()));
    }

    fn on_info(&mut self, info: &SearchInfo) {
        let _ = self.0.send(SearchMessage::Info(info.clone()));
    }

    fn on_result(&mut self, result: &SearchResult) {
        let _ = self.0.send(SearchMessage::Result(result.clone()));
    }
}

pub fn run(args: &SearchArgs, language: Language) -> CommandResult {
    let position = args.position.position()?;
    let mut engine = args.engine.engine(args.multipv.into());
    args.tables.equip(&mut engine)?;
    let (sender, messages) = mpsc::channel();
    engine.start(&position, args.limits(), Box::new(ChannelListener(sender)));
    let stopper = engine.stopper();
    interrupt::watch(move || stopper.stop());

    let notation = args.notation.unwrap_or(Notation::usual(language));
    let mut out = io::stdout();
    if !args.json {
        let header = language.pick(
            ["depth", "sel", "score", "nodes", "nps", "time", "line"],
            ["深度", "最深", "评分", "节点", "节点/秒", "时间", "变化"],
        );
        writeln!(out, "{}", row(header))?;
    }
    for message in messages {
        match message {
            SearchMessage::Info(info) if args.json => writeln!(out, "{}", info_json(&info))?,
            SearchMessage::Info(info) => writeln!(out, "{}", info_row(&info, &position, notation, language))?,
            SearchMessage::Note(note) if !args.json => writeln!(out, "{note}")?,
            SearchMessage::Note(_) => {}
            SearchMessage::Result(result) => {
                if args.json {
                    writeln!(out, "{}", final_json(&result))?;
                } else {
                    writeln!(out, "bestmove {}", best_move(result.best_move, &position, notation))?;
                }
                return Ok(ExitCode::SUCCESS);
            }
        }
    }
    Err(Failure::Job(bilingual!("search: ended without an answer", "search：搜索没有给出着法")))
}

impl SearchArgs {
    /// Returns the limits; a search for a mate ends by itself.
    fn limits(&self) -> Limits {
        match self.mate {
            Some(_) => Limits { mate: self.mate, ..self.limits.given() },
            None => self.limits.limits(DEFAULT_MOVETIME),
        }
    }
}

/// Formats a move, or `none`.
pub fn move_text(mv: Option<Move>) -> String {
    mv.map_or_else(|| "none".to_owned(), |mv| mv.to_string())
}

/// The best move in coordinates, and then in another notation.
fn best_move(mv: Option<Move>, position: &Position, notation: Notation) -> String {
    match mv {
        Some(mv) if notation != Notation::Iccs => format!("{mv} ({})", notation.write(position, mv)),
        mv => move_text(mv),
    }
}

/// A line of the table; numbers stand at the right of their columns.
fn row([depth, seldepth, score, nodes, nps, time, line]: [&str; 7]) -> String {
    let numbers = [(depth, 5), (seldepth, 4), (score, 12), (nodes, 13), (nps, 9), (time, 9)]
        .map(|(text, width)| right(text, width));
    format!("{}  {line}", numbers.join(" "))
}

fn info_row(info: &SearchInfo, position: &Position, notation: Notation, language: Language) -> String {
    let bound = match info.bound {
        ScoreBound::Exact => "",
        ScoreBound::Lower => ">=",
        ScoreBound::Upper => "<=",
    };
    let seconds = info.time.as_secs_f64();
    row([
        &info.depth.to_string(),
        &info.seldepth.to_string(),
        &format!("{bound}{}", info.score.text(language)),
        &info.nodes.to_string(),
        &info.nps().to_string(),
        &text!(language, "{seconds:.2} s", "{seconds:.2} 秒"),
        &notation.write_line(position, &info.pv).join(" "),
    ])
}

fn info_json(info: &SearchInfo) -> Value {
    let bound = match info.bound {
        ScoreBound::Exact => "exact",
        ScoreBound::Lower => "lower",
        ScoreBound::Upper => "upper",
    };
    json!({
        "depth": info.depth,
        "seldepth": info.seldepth,
        "multipv": info.multi_pv,
        "score": score_json(info.score),
        "bound": bound,
        "nodes": info.nodes,
        "nps": info.nps(),
        "time_ms": time_json(info.time),
        "hashfull": info.hashfull,
        "tbhits": info.tb_hits,
        "pv": line_json(&info.pv),
    })
}

fn final_json(result: &SearchResult) -> Value {
    let mut object = result_json(result);
    object["ponder"] = move_json(result.ponder);
    object["pv"] = line_json(&result.pv);
    if let Some(verdict) = result.mate_verdict {
        object["mate_verdict"] = json!(match verdict {
            MateVerdict::Proven { .. } => "proven",
            MateVerdict::Refuted => "refuted",
            MateVerdict::Unknown { .. } => "unknown",
        });
    }
    object
}
