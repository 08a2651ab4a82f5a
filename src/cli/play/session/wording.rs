// SPDX-License-Identifier: MIT OR Apache-2.0
//! The session in words.

use super::Session;
use crate::engine::Level;
use crate::notation::Notation;
use crate::position::Position;
use crate::render::columns::{pad, width};
use crate::types::{Color, Move};

impl Session {
    pub fn welcome(&self) -> String {
        self.options.texts.welcome(self.table.conditions.seats, &self.engine_name())
    }

    /// The engine's name, with its strength.
    pub fn engine_name(&self) -> String {
        let engine = self.options.texts.engine();
        match self.thinker.level {
            Level::FULL => engine.to_owned(),
            level => self.options.texts.at_level(engine, level),
        }
    }

    /// A move of the present position in the chosen notation, with its coordinates unless it is them.
    pub fn move_text(&self, mv: Move) -> String {
        match self.options.notation {
            Notation::Iccs => mv.to_string(),
            notation => self.options.texts.with_coordinates(&notation.write(self.table.position(), mv), mv),
        }
    }

    pub fn line_text(&self, line: &[Move]) -> String {
        written(self.table.position(), line.iter().take(8).copied(), self.options.notation).join(" ")
    }

    /// The moves of the game in the chosen notation.
    pub fn written_moves(&self) -> Vec<String> {
        written(self.table.start(), self.table.moves(), self.options.notation)
    }

    /// The moves with their numbers, one line for each pair.
    pub fn move_lines(&self) -> Vec<String> {
        let start = self.table.start();
        let mut moves = self.written_moves();
        if start.side_to_move() == Color::Black {
            moves.insert(0, "…".to_owned());
        }
        let first = start.full_move() as usize;
        let line = |(index, pair): (usize, &[String])| format!("{:>3}. {}", first + index, pair.join(" "));
        moves.chunks(2).enumerate().map(line).collect()
    }

    /// A side's pieces with their squares, for people who do not see the board.
    pub fn pieces_of(&self, side: Color) -> String {
        let position = self.table.position();
        let mut pieces: Vec<_> = position
            .occupied()
            .into_iter()
            .filter_map(|square| Some((position.piece_on(square)?, square)))
            .filter(|(piece, _)| piece.color() == side)
            .collect();
        pieces.sort_by_key(|&(piece, square)| (piece as usize, square as usize));
        self.options.texts.pieces_of(side, &pieces)
    }

    pub fn help(&self) -> Vec<String> {
        let texts = self.options.texts;
        let lines = texts.help();
        let widest = lines.iter().map(|(name, _)| width(name)).max().unwrap_or(0);
        let mut help = vec![texts.help_moves().to_owned()];
        help.extend(lines.iter().map(|(name, text)| format!("  {}  {text}", pad(name, widest))));
        help
    }
}

/// The moves from a position on, in a notation.
fn written(start: &Position, moves: impl IntoIterator<Item = Move>, notation: Notation) -> Vec<String> {
    let mut position = start.clone();
    let mut write = |mv| {
        let text = notation.write(&position, mv);
        position.play(mv).is_ok().then_some(text)
    };
    moves.into_iter().map_while(&mut write).collect()
}
