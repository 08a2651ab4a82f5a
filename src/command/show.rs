// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe show`: draws the board.

use super::failure::{CommandResult, Failure};
use super::options::{PositionArgs, TableArgs};
use super::output::{Output, OverwriteArgs};
use crate::json::{line_json, move_json, side_json};
use crate::tb::TbValue;
use serde_json::{Value, json};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use xiangqi::diagram::{PieceLetters, SvgBoard, TextBoard};
use xiangqi::position::Position;
use xiangqi::types::{Bilingual, Color, File, Language, Piece, Rank, Square, text};

/// Draw the board and mark the last move
#[derive(clap::Args)]
#[command(after_help = "\
On a terminal Red's pieces are red, unless NO_COLOR is set.

With --json, one object: fen, side (to move), state (in words), rows (the board from rank 9 to rank 0, file a first, in the \
letters of FEN, with dots for empty squares), last_move, in_check, legal_moves, table (what endgame tables say, in words).

Examples:
  chuhe show --moves h2e2 h9g7 --ascii
  chuhe show --fen '3k5/9/9/9/9/9/9/9/9/3RK4 b' --svg board.svg")]
pub struct ShowArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    tables: TableArgs,
    /// Draw with ASCII characters only
    #[arg(long, conflicts_with = "svg")]
    ascii: bool,
    /// Write an SVG image to this file instead; `-` for standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    overwrite: OverwriteArgs,
    /// Print JSON: one object
    #[arg(long, conflicts_with_all = ["svg", "ascii"])]
    json: bool,
}

pub fn run(args: &ShowArgs, language: Language) -> CommandResult {
    let position = args.position.position()?;
    let table = args.tables.open()?.value(&position).map_err(Bilingual::from)?;
    let table = table.filter(|_| position.has_legal_move());
    if let Some(file) = &args.svg {
        let output = Output::create(file, Some(SvgBoard::MARK.as_bytes()), args.overwrite)?;
        output.save(SvgBoard(&position).to_string())?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.json {
        writeln!(io::stdout(), "{}", document(&position, table, language))?;
    } else {
        print_board(&position, args.ascii, language)?;
        if let Some(value) = table {
            let value = value.text(position.side_to_move(), language);
            writeln!(io::stdout(), "{}", text!(language, "table: {value}", "残局库：{value}"))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the position as one JSON object.
fn document(position: &Position, table: Option<TbValue>, language: Language) -> Value {
    let letter = |square| position.piece_on(square).map_or('.', Piece::letter);
    let row = |rank| File::ALL.into_iter().map(|file| letter(Square::new(file, rank))).collect::<String>();
    json!({
        "fen": position.to_fen(),
        "side": side_json(position.side_to_move()),
        "state": state(position, language),
        "rows": Rank::ALL.into_iter().rev().map(row).collect::<Vec<_>>(),
        "last_move": move_json(position.state().last_move),
        "in_check": position.in_check(),
        "legal_moves": line_json(&position.legal_moves()),
        "table": table.map(|value| value.text(position.side_to_move(), language)),
    })
}

/// Prints the board, the side to move and the FEN.
pub fn print_board(position: &Position, ascii: bool, language: Language) -> Result<(), Failure> {
    let letters = if ascii { PieceLetters::Latin } else { PieceLetters::Chinese };
    let colored = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty());
    let board = TextBoard { position, letters, colored, bottom: Color::Red };
    writeln!(io::stdout(), "{board}\n{}\n{position}", state(position, language))?;
    Ok(())
}

/// The side to move and its situation, in words.
fn state(position: &Position, language: Language) -> String {
    let side = position.side_to_move().word(language);
    match (position.has_legal_move(), position.in_check()) {
        (true, false) => text!(language, "{side} to move", "轮到{side}走棋"),
        (true, true) => text!(language, "{side} to move, in check", "轮到{side}走棋，正被将军"),
        (false, true) => text!(language, "{side} is mated", "{side}被将死"),
        (false, false) => text!(language, "{side} has no move and loses", "{side}困毙，判负"),
    }
}
