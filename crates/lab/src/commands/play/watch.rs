// SPDX-License-Identifier: MIT OR Apache-2.0
//! Onlookers: the games of a record, and the moves of the last one as they are played.

use super::super::common::{GameName, for_game};
use super::look::Look;
use super::record::{GameRecord, read, replay};
use crate::Subject;
use chuhe_console::failure::{CommandResult, Failure};
use chuhe_console::files;
use clap::ValueEnum;
use core::fmt::Display;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

/// The interval at which the file is read again.
const INTERVAL: Duration = Duration::from_millis(100);

/// Shows the games of a file, until the last one has a result or its player has gone.
pub fn run(file: &Path, pace: Duration, look: Look, output: &mut impl Write) -> CommandResult {
    let mut onlooker = Onlooker { look, pace, seen: None };
    let mut game = 0;
    loop {
        // Before the file is read, since a player who leaves writes the result.
        let is_played = files::is_reserved(file);
        let records = read(file)?;
        while let Some(record) = records.get(game) {
            let name = GameName::from_str(&record.game, false).expect("the record was checked");
            for_game!(name, show(&mut onlooker, record, output))?;
            if record.result.is_none() && game + 1 == records.len() {
                break;
            }
            onlooker.seen = None;
            game += 1;
        }
        if game == records.len() && (game > 0 || !is_played) {
            return Ok(ExitCode::SUCCESS);
        }
        if !is_played {
            writeln!(output, "{}", look.is_left())?;
            return Ok(ExitCode::SUCCESS);
        }
        thread::sleep(INTERVAL);
    }
}

/// An onlooker.
pub struct Onlooker {
    pub look: Look,
    /// Shortest time before a move is shown.
    pub pace: Duration,
    /// The moves of the game that were shown; none before its first board was.
    pub seen: Option<Vec<String>>,
}

/// Shows what is new in a game: its moves, boards and result.
pub fn show<G: Subject + Display>(
    onlooker: &mut Onlooker,
    record: &GameRecord,
    output: &mut impl Write,
) -> Result<(), Failure> {
    let (look, pace, players) = (onlooker.look, onlooker.pace, record.players.each_ref());
    // The first ply whose move is new, and whether the board before it is due.
    let (from, is_due) = if let Some(seen) = onlooker.seen.replace(record.moves.clone()) {
        let common = seen.iter().zip(&record.moves).take_while(|(seen, mv)| seen == mv).count();
        if common < seen.len() {
            writeln!(output, "{}", look.taken_back())?;
        }
        (common, common < seen.len())
    } else {
        writeln!(output, "{}", look.welcome::<G>(players, false))?;
        (0, true)
    };
    let mut ply = 0;
    let game = replay::<G>(record, |game, mv| {
        if ply > from || (ply == from && is_due) {
            writeln!(output, "\n{}\n", look.drawing(&game.to_string()))?;
        }
        if ply >= from {
            thread::sleep(pace);
            writeln!(output, "{}", look.moves(look.side::<G>(game.is_first_to_move()), &mv.to_string()))?;
        }
        ply += 1;
        Ok(())
    })?;
    if is_due || ply > from {
        writeln!(output, "\n{}\n", look.drawing(&game.to_string()))?;
    }
    if let Some(result) = record.result {
        writeln!(output, "{}", look.result::<G>(result, players))?;
    }
    Ok(())
}
