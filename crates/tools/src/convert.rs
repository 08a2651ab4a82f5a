// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe convert`: converts moves to another notation, and game files to another format.

mod args;
mod filter;
mod format;
mod games;

use super::failure::CommandResult;
use super::options::{fen_position, position_after};
use format::OutputFormat;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use xiangqi::types::bilingual;

pub use args::ConvertArgs;

pub fn run(args: &ConvertArgs) -> CommandResult {
    if !args.games.is_empty() {
        return games::convert(args);
    }
    let OutputFormat::Notation(notation) = args.to else {
        let problem = bilingual!(
            "--to: a format of whole games, which requires --games",
            "--to：这是整局棋的格式，须与 --games 同用"
        );
        return Err(problem.into());
    };
    if let Some(file) = args.moves.iter().find(|word| Path::new(word).is_file()) {
        let problem = bilingual!(
            "{file}: a file, not a move; the games in files are converted with --games",
            "{file}：这是文件而不是着法；转换文件中的对局请用 --games"
        );
        return Err(problem.into());
    }
    let position = position_after(fen_position(args.fen.as_ref())?, &args.moves)?;
    // The position of --fen may have moves of its own.
    let mut before = position.at_start();
    let mut written = Vec::new();
    for mv in position.moves() {
        written.push(notation.write(&before, mv));
        before.play_unchecked(mv);
    }
    if written.is_empty() {
        let problem = if args.moves.iter().any(|word| word == "-") {
            bilingual!("standard input: no moves to convert", "标准输入：没有要转换的着法")
        } else {
            bilingual!("MOVES: no moves to convert", "MOVES：没有要转换的着法")
        };
        return Err(problem.into());
    }
    writeln!(io::stdout(), "{}", written.join(" "))?;
    Ok(ExitCode::SUCCESS)
}
