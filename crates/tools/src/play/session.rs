// SPDX-License-Identifier: MIT OR Apache-2.0
//! A person's session: what the words typed do to the game and the engine, and what the engine's thoughts do
//! to the game. Both front ends, the full screen and the plain lines, drive it and show its replies.

mod thoughts;

use super::command::Command;
use super::game::{Ending, GameConditions, PlayedGame, Seat};
use super::record::{self, KeptGame, SavedGame};
use super::texts::Texts;
use super::thinker::{Opinion, Purpose, Thinker, Thought};
use crate::failure::Place;
use crate::input::Input;
use crate::output::{Output, OverwriteArgs, refuse_standard};
use chuhe::engine::Level;
use chuhe::search::{Clock, Limits};
use chuhe_console::files;
use std::io::BufReader;
use std::path::Path;
use std::time::{Duration, Instant};
use xiangqi::diagram::columns::{pad, width};
use xiangqi::notation::{Notation, Record, Records, parse_moves};
use xiangqi::position::Position;
use xiangqi::types::{Bilingual, Color, Move};

/// Time for a hint, an evaluation and the answer to a draw offer.
const ADVICE_TIME: Duration = Duration::from_secs(1);

/// The settings of a session.
pub struct SessionOptions {
    pub texts: Texts,
    pub notation: Notation,
    /// Limits of the engine's search, besides the clock.
    pub limits: Limits,
    /// Move with human-like delays.
    pub is_paced: bool,
    pub overwrite: OverwriteArgs,
}

/// The game, the engine and the file of the unfinished game.
pub struct Session {
    pub game: PlayedGame,
    pub options: SessionOptions,
    /// The side at the bottom of the board.
    pub bottom: Color,
    thinker: Thinker,
    saved: Option<SavedGame>,
    /// The finished game in the file of all games.
    kept: Option<KeptGame>,
    /// The command that was not obeyed, since it leaves an unfinished game; given again, it is.
    doubted: Option<Command>,
    /// The time at which the side to move began to think.
    turn_began: Instant,
    /// The engine's move, held back until that time.
    held: Option<(Thought, Instant)>,
    /// The side whose offer of a draw stands.
    offer: Option<Color>,
    /// The evaluation of the present position, or of the one before.
    pub opinion: Option<Opinion>,
    /// The evaluation is followed on a person's turn.
    is_watching: bool,
    /// The end has been announced.
    is_announced: bool,
}

impl Session {
    pub fn new(
        game: PlayedGame,
        thinker: Thinker,
        saved: Option<SavedGame>,
        options: SessionOptions,
        now: Instant,
    ) -> Self {
        let mut session = Self {
            bottom: game.bottom(),
            game,
            options,
            thinker,
            saved,
            kept: None,
            doubted: None,
            turn_began: now,
            held: None,
            offer: None,
            opinion: None,
            is_watching: false,
            is_announced: false,
        };
        session.begin_turn(now);
        session
    }

    /// Executes a command that concerns the game; returns what to say.
    pub fn obey(&mut self, command: &Command, now: Instant) -> Vec<String> {
        let texts = self.options.texts;
        let is_over = self.game.ending().is_some();
        let doubted = self.doubted.take();
        if matches!(command, Command::New | Command::Rematch | Command::Load(_))
            && self.game.is_unfinished()
            && doubted.as_ref() != Some(command)
        {
            self.doubted = Some(command.clone());
            return vec![texts.is_unfinished().to_owned()];
        }
        match command {
            Command::Move(_) | Command::Hint | Command::Draw | Command::Resign if is_over => {
                vec![texts.is_over()]
            }
            Command::Move(word) => self.play_word(word, now),
            Command::Hint | Command::Evaluate if self.game.turn() == Some(Seat::Engine) => {
                vec![texts.not_your_turn().to_owned()]
            }
            Command::Hint => self.ask(Purpose::Hint),
            Command::Evaluate => self.ask(Purpose::Evaluation),
            Command::Undo => self.undo(now),
            Command::Draw => self.offer_draw(),
            Command::Resign => {
                self.game.end(Ending::Resignation(self.resigning_side()));
                self.end_if_over()
            }
            Command::New => {
                let start = self.game.start().clone();
                self.set_game(PlayedGame::new(&start, self.game.conditions), now)
            }
            Command::Rematch => {
                let [red, black] = self.game.conditions.seats;
                let conditions = GameConditions { seats: [black, red], ..self.game.conditions };
                let start = self.game.start().clone();
                self.set_game(PlayedGame::new(&start, conditions), now)
            }
            Command::Save(file) => vec![match self.save(file) {
                Ok(()) => texts.saved(&file.display().to_string()),
                Err(problem) => texts.file_problem(&problem),
            }],
            Command::Load(file) => self.load(file, now),
            Command::Level(level) => {
                self.thinker.level = *level;
                self.store();
                vec![self.welcome()]
            }
            Command::Notation(notation) => {
                self.options.notation = *notation;
                self.move_lines()
            }
            Command::Moves => self.move_lines(),
            Command::Pieces => Color::ALL.map(|side| self.pieces_of(side)).to_vec(),
            Command::Fen => vec![self.game.position().to_fen()],
            Command::Help => self.help(),
            Command::Incomplete(usage) => vec![texts.usage(*usage)],
            Command::Flip => {
                self.bottom = !self.bottom;
                Vec::new()
            }
            Command::Board | Command::Quit => Vec::new(),
        }
    }

    /// Plays a person's move; on an error nothing changes.
    fn play_word(&mut self, word: &str, now: Instant) -> Vec<String> {
        if self.game.turn() != Some(Seat::Person) {
            return vec![self.options.texts.not_your_turn().to_owned()];
        }
        // Numbers and marks as in a pasted record are skipped.
        let mut after = self.game.position().clone();
        let plies = after.history().len();
        let read = match parse_moves(&mut after, word.split_whitespace()) {
            Ok(()) if after.history().len() == plies + 1 => after.moves().last(),
            _ => None,
        };
        match read.map_or_else(|| self.options.notation.read(self.game.position(), word), Ok) {
            Ok(mv) => self.play(mv, now),
            Err(error) => vec![error.text(self.options.texts.0)],
        }
    }

    /// Plays a legal move for the side to move.
    pub fn play(&mut self, mv: Move, now: Instant) -> Vec<String> {
        let lines = self.check_time(now);
        let mover = self.game.position().side_to_move();
        if !lines.is_empty() || self.game.play(mv, self.used(now)).is_err() {
            return lines;
        }
        if self.offer == Some(!mover) {
            self.offer = None;
        }
        self.store();
        let lines = self.end_if_over();
        self.begin_turn(now);
        lines
    }

    /// Starts the clock of the side to move, and the engine on its turn.
    fn begin_turn(&mut self, now: Instant) {
        self.turn_began = now;
        self.held = None;
        if self.game.turn() == Some(Seat::Engine) {
            let limits = self.engine_limits();
            self.thinker.ask(Purpose::Move, self.game.position(), limits);
        } else {
            self.thinker.stop();
            self.watch();
        }
    }

    fn engine_limits(&self) -> Limits {
        let side = self.game.position().side_to_move();
        let clock = self.game.clocks().and_then(|clocks| {
            Some(Clock {
                time: clocks.left()[side]?,
                increment: clocks.control(side)?.increment,
                moves_to_go: clocks.moves_to_go(side),
            })
        });
        Limits { clock, ..self.options.limits.clone() }
    }

    fn ask(&mut self, purpose: Purpose) -> Vec<String> {
        if self.game.position().has_legal_move() {
            let limits = if self.options.limits.is_bounded() {
                self.options.limits.clone()
            } else {
                Limits::movetime(ADVICE_TIME)
            };
            self.thinker.ask(purpose, self.game.position(), limits);
        }
        Vec::new()
    }

    fn undo(&mut self, now: Instant) -> Vec<String> {
        let texts = self.options.texts;
        if !self.game.can_undo() {
            return vec![texts.nothing_to_undo().to_owned()];
        }
        let text = match self.game.undo() {
            0 => texts.result_taken_back().to_owned(),
            moves => texts.undone(moves),
        };
        (self.is_announced, self.offer, self.opinion) = (false, None, None);
        if let Some(kept) = self.kept.take()
            && let Err(error) = kept.take_back()
        {
            log::warn!("{}: {error}", kept.path.display());
        }
        self.store();
        self.begin_turn(now);
        vec![text]
    }

    /// The side that a person who resigns now plays.
    fn resigning_side(&self) -> Color {
        let side = self.game.position().side_to_move();
        if self.game.is_person(side) || !self.game.is_person(!side) { side } else { !side }
    }

    fn offer_draw(&mut self) -> Vec<String> {
        let texts = self.options.texts;
        let side = self.resigning_side();
        if self.game.is_person(!side) {
            if self.offer == Some(!side) {
                self.game.end(Ending::Agreement);
                return self.end_if_over();
            }
            self.offer = Some(side);
            return vec![texts.draw_offered(side)];
        }
        if self.game.turn() == Some(Seat::Engine) {
            // It is answered with the move that the engine is thinking about.
            self.offer = Some(side);
            return Vec::new();
        }
        self.ask(Purpose::DrawOffer)
    }
}

impl Session {
    fn record(&self) -> Record {
        let name = |side: Color| {
            if self.game.is_person(side) {
                self.options.texts.person().to_owned()
            } else {
                self.engine_name()
            }
        };
        record::record(&self.game, Color::ALL.map(name), self.thinker.level)
    }

    /// Keeps the unfinished game for the next start.
    pub fn store(&mut self) {
        let record = self.record();
        let Some(saved) = &mut self.saved else { return };
        if let Err(error) = saved.write(&record) {
            log::warn!("the unfinished game cannot be kept: {error}");
            self.saved = None;
        }
    }

    /// Adds a finished or abandoned game to the file of all games.
    fn keep(&mut self) -> Option<&KeptGame> {
        let record = self.record();
        match self.saved.as_mut()?.keep(&record) {
            Ok(kept) => Some(self.kept.insert(kept)),
            Err(error) => {
                log::warn!("the game cannot be kept: {error}");
                self.saved = None;
                None
            }
        }
    }

    pub fn save(&self, file: &Path) -> Result<(), Bilingual> {
        refuse_standard("save", file)?;
        Output::create(file, Some(record::MARK.as_bytes()), self.options.overwrite)?;
        files::write(file, self.record().to_pgn(Notation::Iccs)).at(file.display())
    }

    pub fn load(&mut self, file: &Path, now: Instant) -> Vec<String> {
        let texts = self.options.texts;
        let name = file.display().to_string();
        let read = || -> Result<Option<(PlayedGame, Option<Level>)>, Bilingual> {
            let opened = Input::open(file).at(&name)?;
            let Some(record) = Records::new(BufReader::new(opened)).next() else { return Ok(None) };
            let record = record.at(&name)?;
            let game = record::resume(&record, self.game.conditions).at(&name)?;
            Ok(Some((game, record::level(&record))))
        };
        match read() {
            Ok(Some((game, level))) => {
                self.thinker.level = level.unwrap_or(self.thinker.level);
                let mut lines = vec![texts.loaded(&name, game.moves().len())];
                lines.extend(self.set_game(game, now));
                lines
            }
            Ok(None) => vec![texts.no_game_in(&name)],
            Err(error) => vec![texts.file_problem(&error)],
        }
    }

    /// Begins or goes on with another game.
    pub fn set_game(&mut self, game: PlayedGame, now: Instant) -> Vec<String> {
        if self.game.is_unfinished() {
            self.keep();
        }
        self.kept = None;
        if game.conditions.seats != self.game.conditions.seats {
            self.bottom = game.bottom();
        }
        self.thinker.new_game();
        self.game = game;
        (self.is_announced, self.offer, self.opinion, self.held) = (false, None, None, None);
        let mut lines = vec![self.welcome()];
        lines.extend(self.end_if_over());
        if self.game.ending().is_none() {
            self.store();
        }
        self.begin_turn(now);
        lines
    }
}

impl Session {
    pub fn welcome(&self) -> String {
        self.options.texts.welcome(self.game.conditions.seats, &self.engine_name())
    }

    /// The words before the cursor.
    pub fn prompt(&self) -> String {
        let texts = self.options.texts;
        match self.game.ending() {
            Some(_) => texts.what_can_be_done().to_owned(),
            None => texts.side(self.game.position().side_to_move()).to_owned(),
        }
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
            notation => self.options.texts.with_coordinates(&notation.write(self.game.position(), mv), mv),
        }
    }

    pub fn line_text(&self, line: &[Move]) -> String {
        written(self.game.position(), line.iter().take(8).copied(), self.options.notation).join(" ")
    }

    /// The moves of the game in the chosen notation.
    pub fn written_moves(&self) -> Vec<String> {
        written(self.game.start(), self.game.moves(), self.options.notation)
    }

    /// The moves with their numbers, one line for each pair.
    pub fn move_lines(&self) -> Vec<String> {
        let start = self.game.start();
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
        let position = self.game.position();
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
