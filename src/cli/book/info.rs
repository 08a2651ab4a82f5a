// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe book info`: prints the format and size of a book.

use super::open::open;
use crate::book::Oddities;
use crate::cli::failure::CommandResult;
use crate::types::Language;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

pub fn run(file: &Path, language: Language) -> CommandResult {
    let book = open(file)?;
    let mut out = io::stdout().lock();
    let [format, positions, moves, bytes] =
        language.pick(["format", "positions", "moves", "bytes"], ["格式", "局面", "着法", "字节"]);
    writeln!(out, "{format} {}", book.format())?;
    writeln!(out, "{positions} {}", book.positions())?;
    writeln!(out, "{moves} {}", book.moves())?;
    writeln!(out, "{bytes} {}", book.size())?;
    if let Some(Oddities { real_keys, lost_keys, barred, malformed, is_unindexed }) =
        book.oddities().map_err(anyhow::Error::from)?
    {
        let counts = [
            (language.pick("keys stored as floating-point numbers", "以浮点数保存的键值"), real_keys),
            (language.pick("moves with a lost key", "键值丢失的着法"), lost_keys),
            (language.pick("moves not to be played", "标为不用的着法"), barred),
            (language.pick("rows without a move", "不含着法的记录"), malformed),
        ];
        for (what, count) in counts.into_iter().filter(|&(_, count)| count > 0) {
            writeln!(out, "{what} {count}")?;
        }
        if is_unindexed {
            writeln!(out, "{}", language.pick("no index of the keys", "键值没有索引"))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
