// SPDX-License-Identifier: MIT OR Apache-2.0
//! The game line by line: for pipes, scripts and screen readers.
//!
//! It reads a move or a command per line and answers with lines of text. While the engine thinks, nothing is
//! read, so that a script's lines meet the position that they were written for.

use super::command::Command;
use super::session::Session;
use crate::bounded;
use crate::render::{PieceLetters, TextBoard};
use crate::types::Color;
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

/// Maximum length of a line in bytes.
const MAX_LINE: u64 = 1 << 16;
/// The time between two looks at the engine's work.
const PATIENCE: Duration = Duration::from_secs(1);

/// The form of the output.
pub struct PlainOptions {
    pub letters: PieceLetters,
    pub is_colored: bool,
    /// Draw the board only on request.
    pub is_terse: bool,
    /// Write a prompt before each line that is read.
    pub is_prompted: bool,
    /// The side at the bottom.
    pub bottom: Color,
}

/// Plays until the person quits or the input ends; a game without people until its end.
pub fn run(
    session: &mut Session,
    options: PlainOptions,
    mut input: impl BufRead,
    output: impl Write,
) -> io::Result<()> {
    let mut lines = PlainLines { options, output, shown: None };
    let has_person = session.table.has_person();
    lines.say([session.welcome()])?;
    if has_person {
        lines.say([session.options.texts.type_help().to_owned()])?;
    }
    lines.say(session.ending())?;
    loop {
        lines.board_if_new(session)?;
        while session.is_busy() {
            let news = session.poll(PATIENCE);
            lines.say(news)?;
        }
        lines.board_if_new(session)?;
        if !has_person && session.table.ending().is_some() {
            return Ok(());
        }
        if !has_person {
            continue;
        }
        lines.prompt(session)?;
        let Some(line) = read_line(&mut input)? else { return lines.end() };
        let Some(command) = Command::read(&line) else { continue };
        match command {
            Command::Quit => return Ok(()),
            Command::Board => lines.shown = None,
            Command::Flip => lines.options.bottom = !lines.options.bottom,
            _ => {}
        }
        let replies = session.obey(&command, Instant::now());
        lines.say(replies)?;
        if matches!(command, Command::Board | Command::Flip) {
            lines.board(session)?;
        }
    }
}

/// Reads the next line; `None` at the end of the input. Bytes that are not UTF-8 become replacement
/// characters.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let length = bounded::read_until(input, b'\n', &mut line, MAX_LINE)?;
    Ok((length > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
}

/// The output.
struct PlainLines<W> {
    options: PlainOptions,
    output: W,
    /// The position that was drawn last, by its key and its number of moves.
    shown: Option<(u64, usize)>,
}

impl<W: Write> PlainLines<W> {
    fn say(&mut self, lines: impl IntoIterator<Item = String>) -> io::Result<()> {
        for line in lines {
            writeln!(self.output, "{line}")?;
        }
        self.output.flush()
    }

    /// Draws a board that has not been drawn; on the engine's turn it would be drawn again at once.
    fn board_if_new(&mut self, session: &Session) -> io::Result<()> {
        let position = session.table.position();
        let now = Some((position.key(), position.history().len()));
        if self.shown == now || (self.options.is_terse && self.shown.is_some()) {
            return Ok(());
        }
        if session.is_busy() && self.shown.is_some() {
            return Ok(());
        }
        self.board(session)
    }

    fn board(&mut self, session: &Session) -> io::Result<()> {
        let position = session.table.position();
        self.shown = Some((position.key(), position.history().len()));
        let PlainOptions { letters, is_colored, is_terse: _, is_prompted: _, bottom } = self.options;
        let board = TextBoard { position, letters, colored: is_colored, bottom };
        let state = match session.table.ending() {
            Some(_) => String::new(),
            None => session.options.texts.to_move(position.side_to_move(), position.in_check()),
        };
        writeln!(self.output, "\n{board}\n{state}")?;
        self.output.flush()
    }

    fn prompt(&mut self, session: &Session) -> io::Result<()> {
        if self.options.is_prompted {
            let side = session.table.position().side_to_move();
            write!(self.output, "{}> ", session.options.texts.side(side))?;
            self.output.flush()?;
        }
        Ok(())
    }

    /// Ends the line of the prompt.
    fn end(&mut self) -> io::Result<()> {
        if self.options.is_prompted { writeln!(self.output) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests;
