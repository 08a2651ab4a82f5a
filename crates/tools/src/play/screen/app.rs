// SPDX-License-Identifier: MIT OR Apache-2.0
//! The state of the screen besides the session: cursor, selected piece, input line, messages.

use crate::play::command::{Command, completions, extended};
use crate::play::game::Seat;
use crate::play::session::Session;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use xiangqi::diagram::PieceLetters;
use xiangqi::diagram::columns::width;
use xiangqi::types::{Color, Move, Square};

/// The smallest screen that has room for everything.
pub const MIN_COLUMNS: u16 = 60;
pub const MIN_ROWS: u16 = 24;

/// The request of a key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    None,
    Obey(Command),
    Play(Move),
}

/// The state of the screen.
pub struct App {
    pub letters: PieceLetters,
    pub is_colored: bool,
    pub cursor: Square,
    pub selected: Option<Square>,
    /// The text that is being typed.
    pub input: String,
    pub message: String,
    /// Lines over the board, such as the help, and the first one that is seen.
    pub popup: Option<(Vec<String>, usize)>,
    pub is_quitting: bool,
}

impl App {
    pub fn new(letters: PieceLetters, is_colored: bool, bottom: Color) -> Self {
        Self {
            letters,
            is_colored,
            cursor: if bottom == Color::Red { Square::E0 } else { Square::E9 },
            selected: None,
            input: String::new(),
            message: String::new(),
            popup: None,
            is_quitting: false,
        }
    }

    /// Shows lines: what fits into one as the message, more in a window over the board.
    pub fn say(&mut self, lines: Vec<String>) {
        let line = lines.join("  ");
        if lines.len() > 1 && width(&line) > usize::from(MIN_COLUMNS) {
            self.popup = Some((lines, 0));
        } else if !lines.is_empty() {
            self.message = line;
        }
    }

    /// Returns the legal moves of the selected piece.
    pub fn targets(&self, session: &Session) -> Vec<Move> {
        let is_own = |mv: &Move| Some(mv.from()) == self.selected;
        let moves = session.game.position().legal_moves();
        if session.game.turn() != Some(Seat::Person) {
            return Vec::new();
        }
        moves.iter().copied().filter(is_own).collect()
    }

    /// Returns the completions of the input.
    pub fn candidates(&self, session: &Session) -> Vec<String> {
        completions(session.game.position(), &self.input)
    }

    /// Adds pasted text to the input.
    pub fn paste(&mut self, text: &str) {
        self.input.extend(text.chars().filter(|c| !c.is_control()));
    }

    pub fn on_key(&mut self, key: KeyEvent, session: &Session) -> Action {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            self.is_quitting |= matches!(key.code, KeyCode::Char('c' | 'd'));
            return Action::None;
        }
        if let Some((lines, first)) = &mut self.popup {
            match key.code {
                KeyCode::Down => *first = (*first + 1).min(lines.len().saturating_sub(1)),
                KeyCode::Up => *first = first.saturating_sub(1),
                KeyCode::PageDown => *first = (*first + 10).min(lines.len().saturating_sub(1)),
                KeyCode::PageUp => *first = first.saturating_sub(10),
                _ => self.popup = None,
            }
            return Action::None;
        }
        match key.code {
            KeyCode::F(number) => self.on_function_key(number),
            KeyCode::Char('?' | '？') if self.input.is_empty() => Action::Obey(Command::Help),
            KeyCode::Char(' ') | KeyCode::Enter if self.input.is_empty() => self.on_square(session),
            KeyCode::Char(c) => {
                self.input.push(c);
                Action::None
            }
            KeyCode::Enter => self.submit(),
            KeyCode::Backspace => {
                self.input.pop();
                Action::None
            }
            KeyCode::Tab => {
                self.input = extended(&self.input, &self.candidates(session));
                Action::None
            }
            KeyCode::Esc => {
                if self.input.is_empty() {
                    self.selected = None;
                }
                self.input.clear();
                Action::None
            }
            KeyCode::Up => self.move_cursor(session.bottom, 0, 1),
            KeyCode::Down => self.move_cursor(session.bottom, 0, -1),
            KeyCode::Left => self.move_cursor(session.bottom, -1, 0),
            KeyCode::Right => self.move_cursor(session.bottom, 1, 0),
            _ => Action::None,
        }
    }

    fn on_function_key(&mut self, number: u8) -> Action {
        match number {
            1 => Action::Obey(Command::Help),
            2 => Action::Obey(Command::Hint),
            3 => Action::Obey(Command::Undo),
            4 => Action::Obey(Command::Evaluate),
            5 => Action::Obey(Command::Flip),
            10 => {
                self.is_quitting = true;
                Action::None
            }
            _ => Action::None,
        }
    }

    fn submit(&mut self) -> Action {
        let input = std::mem::take(&mut self.input);
        Command::read(&input).map_or(Action::None, Action::Obey)
    }

    fn move_cursor(&mut self, bottom: Color, files: i32, ranks: i32) -> Action {
        let sign = bottom.sign();
        self.cursor = self.cursor.offset(sign * files, sign * ranks).unwrap_or(self.cursor);
        Action::None
    }

    /// Selects the piece under the cursor, or moves the selected one there.
    pub fn on_square(&mut self, session: &Session) -> Action {
        if session.game.turn() != Some(Seat::Person) {
            return Action::None;
        }
        if let Some(&mv) = self.targets(session).iter().find(|mv| mv.to() == self.cursor) {
            self.selected = None;
            return Action::Play(mv);
        }
        let position = session.game.position();
        let is_own =
            position.piece_on(self.cursor).is_some_and(|piece| piece.color() == position.side_to_move());
        self.selected = Some(self.cursor).filter(|&square| is_own && self.selected != Some(square));
        Action::None
    }
}
