// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe tables info`: lists the tables of a directory.

use super::directory::input;
use crate::cli::failure::CommandResult;
use crate::render::columns::{pad, right};
use crate::tb::{Index, Tablebase};
use crate::types::Language;
use std::io::{self, Write};
use std::process::ExitCode;

pub fn run(tablebase: &Tablebase, language: Language) -> CommandResult {
    let header = language.pick(
        ["balance", "places", "wdl bytes", "dtm bytes"],
        ["子力", "局面编号", "胜负文件字节", "着数文件字节"],
    );
    let mut out = io::stdout().lock();
    writeln!(out, "{}", line(header))?;
    for balance in tablebase.balances() {
        let [wdl, dtm] = tablebase.sizes(balance).map_err(input)?;
        let places = 2 * Index::new(balance).size();
        let [name, places, wdl, dtm] =
            [balance.to_string(), places.to_string(), wdl.to_string(), dtm.to_string()];
        writeln!(out, "{}", line([&name, &places, &wdl, &dtm]))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn line([balance, places, wdl, dtm]: [&str; 4]) -> String {
    format!("{} {} {} {}", pad(balance, 16), right(places, 12), right(wdl, 12), right(dtm, 12))
}
