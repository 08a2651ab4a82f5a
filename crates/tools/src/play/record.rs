// SPDX-License-Identifier: MIT OR Apache-2.0
//! Games as PGN records and back. Tags of our own keep what a game that is resumed needs: the seats, the time
//! control and the clocks.

use super::game::{Ending, GameConditions, PlayedGame, Seat};
use chuhe::engine::Level;
use chuhe_arena::{Clocks, TimeControl, pgn};
use chuhe_console::files;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::ops::Range;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};
use xiangqi::notation::{GameResult, Notation, Record, RecordedMove, Records, Variation};
use xiangqi::openings::Opening;
use xiangqi::rules::PlayError;
use xiangqi::types::Color;

/// The beginning of a line of each file written by this command.
pub const MARK: &str = "[Annotator \"chuhe play";

const ANNOTATOR: &str = concat!("chuhe play ", env!("CARGO_PKG_VERSION"));
const SEATS: &str = "Seats";
const CLOCKS: &str = "Clocks";
const LEVEL: &str = "Level";

/// Returns the record of a game, with the names of Red and Black and the engine's level.
pub fn record(game: &PlayedGame, names: [String; 2], level: Level) -> Record {
    let [red, black] = names;
    let mut tags = vec![
        ("Event", "chuhe play".to_owned()),
        ("Date", pgn::date(SystemTime::now())),
        ("Red", red),
        ("Black", black),
        ("PlyCount", game.moves().len().to_string()),
        ("Annotator", ANNOTATOR.to_owned()),
        (SEATS, game.conditions.seats.map(seat_name).join(" ")),
    ];
    if game.conditions.seats.contains(&Seat::Engine) {
        tags.push((LEVEL, level.to_string()));
    }
    if let (Some(control), Some(clocks)) = (game.conditions.control, game.clocks()) {
        let left = clocks.left().map(|left| left.unwrap_or_default().as_secs_f64().to_string());
        tags.extend([("TimeControl", control.to_string()), (CLOCKS, left.join(" "))]);
    }
    tags.extend(game.ending().map(|ending| ("Termination", termination(ending))));
    let moves = game.moves().into_iter().map(|mv| RecordedMove::new(mv, ""));
    let mut record = Record {
        tags: tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        start: game.start().clone(),
        line: Variation { comment: String::new(), moves: moves.collect() },
        result: result(game.ending()),
        faults: Vec::new(),
    };
    Opening::name_record(&mut record, Notation::Iccs);
    record
}

fn result(ending: Option<Ending>) -> GameResult {
    match ending.map(Ending::winner) {
        None => GameResult::Open,
        Some(None) => GameResult::Draw,
        Some(Some(Color::Red)) => GameResult::RedWins,
        Some(Some(Color::Black)) => GameResult::BlackWins,
    }
}

fn termination(ending: Ending) -> String {
    match ending {
        Ending::Rules(outcome) => outcome.termination.to_string(),
        Ending::Resignation(_) => "resignation".to_owned(),
        Ending::Agreement => "agreement".to_owned(),
        Ending::Time(_) => "time".to_owned(),
    }
}

const fn seat_name(seat: Seat) -> &'static str {
    match seat {
        Seat::Person => "person",
        Seat::Engine => "engine",
    }
}

/// Resumes a recorded game at its end, under `conditions` except for the seats and the clocks
/// that the record states. A result that does not follow from the rules is dropped, so that the game can be
/// played on.
///
/// # Errors
/// The first move that cannot be played.
pub fn resume(record: &Record, conditions: GameConditions) -> Result<PlayedGame, PlayError> {
    let seats = record.tag(SEATS).and_then(read_seats).unwrap_or(conditions.seats);
    let own_control = record.tag(CLOCKS).and_then(|_| record.tag("TimeControl")?.parse::<TimeControl>().ok());
    let control = own_control.or(conditions.control);
    let mut game = PlayedGame::new(&record.start, GameConditions { seats, control, ..conditions });
    for recorded in &record.line.moves {
        game.play(recorded.mv, Duration::ZERO)?;
    }
    if let (Some(control), Some(left)) = (own_control, record.tag(CLOCKS).and_then(read_clocks)) {
        let plies = game.moves().len();
        let first = game.start().side_to_move();
        let moves = Color::ALL.map(|side| if side == first { plies.div_ceil(2) } else { plies / 2 });
        let moves = moves.map(|moves| u32::try_from(moves).unwrap_or(u32::MAX));
        game.set_clocks(Clocks::resumed(control, left, moves));
    }
    Ok(game)
}

/// Returns the level at which the engine played a recorded game.
pub fn level(record: &Record) -> Option<Level> {
    record.tag(LEVEL)?.parse().ok()
}

fn read_seats(text: &str) -> Option<[Seat; 2]> {
    let seat = |name: &str| [Seat::Person, Seat::Engine].into_iter().find(|&seat| seat_name(seat) == name);
    let (red, black) = text.split_once(' ')?;
    Some([seat(red)?, seat(black)?])
}

fn read_clocks(text: &str) -> Option<[Duration; 2]> {
    let seconds = |text: &str| Duration::try_from_secs_f64(text.parse().ok()?).ok();
    let (red, black) = text.split_once(' ')?;
    Some([seconds(red)?, seconds(black)?])
}

/// The files of a user's games: one holds the unfinished game, the other all games that were left or
/// finished.
pub struct SavedGame {
    path: PathBuf,
    /// The unfinished game that another one is about to replace.
    left: Option<Record>,
}

/// A game in the file of all games.
pub struct KeptGame {
    pub path: PathBuf,
    /// Its number in the file, from 1.
    pub number: usize,
    /// The file before and after it, in bytes.
    range: Range<u64>,
}

impl SavedGame {
    /// Returns the file of this user: `$XDG_STATE_HOME/chuhe/play.pgn` or its like on the system; `None` if
    /// the system has no such place.
    pub fn of_user() -> Option<Self> {
        let directory = dirs::state_dir().or_else(dirs::data_local_dir)?;
        Some(Self { path: directory.join("chuhe").join("play.pgn"), left: None })
    }

    /// Returns the unfinished game. A file that cannot be read counts as none.
    pub fn read(&self) -> Option<Record> {
        let text = fs::read_to_string(&self.path).ok()?;
        if !text.lines().any(|line| line.starts_with(MARK)) {
            return None;
        }
        Records::new(text.as_bytes()).next()?.ok()
    }

    /// Leaves the unfinished game: it is kept among all games as soon as another one is written.
    pub fn leave(&mut self, record: Record) {
        self.left = Some(record);
    }

    pub fn write(&mut self, record: &Record) -> io::Result<()> {
        self.keep_left()?;
        fs::create_dir_all(files::directory(&self.path))?;
        files::write(&self.path, record.to_pgn(Notation::Iccs))
    }

    /// Adds a game to the file of all games, and removes it as the unfinished one.
    pub fn keep(&mut self, record: &Record) -> io::Result<KeptGame> {
        self.keep_left()?;
        let path = self.path.with_file_name("games.pgn");
        fs::create_dir_all(files::directory(&path))?;
        let mut file = File::options().read(true).append(true).create(true).open(&path)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        let number =
            1 + text.split(|&byte| byte == b'\n').filter(|line| line.starts_with(MARK.as_bytes())).count();
        let game = record.to_pgn(Notation::Iccs);
        file.write_all(game.as_bytes())?;
        // A game that stays is offered again, which does no harm.
        let _ = fs::remove_file(&self.path);
        let begin = text.len() as u64;
        Ok(KeptGame { path, number, range: begin..begin + game.len() as u64 })
    }

    fn keep_left(&mut self) -> io::Result<()> {
        self.left.take().map_or(Ok(()), |left| self.keep(&left).map(drop))
    }
}

impl KeptGame {
    /// Takes the game back from the file of all games, unless another game has been added since.
    pub fn take_back(&self) -> io::Result<()> {
        let file = File::options().write(true).open(&self.path)?;
        if file.metadata()?.len() == self.range.end { file.set_len(self.range.start) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::notation::Records;
    use xiangqi::position::Position;
    use xiangqi::rules::RuleSet;

    #[test]
    fn a_game_comes_back_with_its_seats_and_clocks() {
        let seats = [Seat::Engine, Seat::Person];
        let control = Some("60+2".parse().unwrap());
        let conditions = GameConditions { seats, control, rules: RuleSet::Asian, limit: Some(120) };
        let mut played = PlayedGame::new(&Position::startpos(), conditions);
        for (mv, seconds) in [("h2e2", 3), ("h9g7", 10), ("h0g2", 1)] {
            played.play(mv.parse().unwrap(), Duration::from_secs(seconds)).unwrap();
        }
        let text = record(&played, ["chuhe".to_owned(), "Person".to_owned()], Level::new(3).unwrap())
            .to_pgn(Notation::Chinese);
        assert!(text.lines().any(|line| line.starts_with(MARK)), "{text}");
        let read = Records::new(text.as_bytes()).next().unwrap().unwrap();
        assert_eq!(level(&read), Level::new(3));
        let others = GameConditions { seats: [Seat::Person; 2], control: None, ..conditions };
        let resumed = resume(&read, others).unwrap();
        assert_eq!(resumed.conditions, conditions);
        assert_eq!((resumed.moves(), resumed.clocks()), (played.moves(), played.clocks()));
    }

    #[test]
    fn games_are_kept_in_their_order_and_the_last_can_be_taken_back() {
        let folder = tempfile::tempdir().unwrap();
        let mut saved = SavedGame { path: folder.path().join("new/play.pgn"), left: None };
        let conditions =
            GameConditions { seats: [Seat::Person; 2], control: None, rules: RuleSet::Asian, limit: None };
        let game = |moves: &[&str]| {
            let mut played = PlayedGame::new(&Position::startpos(), conditions);
            for mv in moves {
                played.play(mv.parse().unwrap(), Duration::ZERO).unwrap();
            }
            record(&played, ["a".to_owned(), "b".to_owned()], Level::FULL)
        };
        saved.write(&game(&["h2e2"])).unwrap();
        let first = saved.keep(&game(&["h2e2"])).unwrap();
        assert!(saved.read().is_none(), "it is no longer offered");
        let second = saved.keep(&game(&["b2e2"])).unwrap();
        assert_eq!((first.number, second.number), (1, 2));
        let moves = || -> Vec<String> {
            let file = File::open(&first.path).unwrap();
            Records::new(io::BufReader::new(file))
                .map(|game| game.unwrap().line.moves[0].mv.to_string())
                .collect()
        };
        first.take_back().unwrap();
        assert_eq!(moves(), ["h2e2", "b2e2"], "another game follows the first");
        second.take_back().unwrap();
        assert_eq!(moves(), ["h2e2"]);
        saved.leave(game(&["g3g4"]));
        assert_eq!(moves(), ["h2e2"], "no other game has begun");
        saved.write(&game(&["c3c4"])).unwrap();
        assert_eq!(moves(), ["h2e2", "g3g4"]);
        assert_eq!(saved.read().unwrap().line.moves[0].mv.to_string(), "c3c4");
    }

    #[test]
    fn a_foreign_record_keeps_the_conditions() {
        let read =
            Records::new(&b"[TimeControl \"100 ms\"]\n\n1. h2e2 h9g7 1-0\n"[..]).next().unwrap().unwrap();
        let seats = [Seat::Person, Seat::Engine];
        let conditions = GameConditions { seats, control: None, rules: RuleSet::Asian, limit: None };
        let resumed = resume(&read, conditions).unwrap();
        assert_eq!((resumed.conditions, resumed.ending()), (conditions, None));
        assert_eq!(resumed.turn(), Some(Seat::Person));
    }
}
