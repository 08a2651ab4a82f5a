// SPDX-License-Identifier: MIT OR Apache-2.0
//! People as players of a match: `cmd=human`. A person reads the board on the screen and types moves, and so
//! do several people at one terminal, line by line in turn.
//!
//! The questions are events for the spectators, who show them in their own way; the answers are the lines of
//! standard input, which may be a pipe. A person's time counts on a clock only: other limits are for engines.

use crate::player::{
    Answer, Decision, EngineFault, FaultKind, IsCancelled, MoveEvaluation, Player, PlayerError, Turn,
};
use crate::spectator::{MatchEvent, Remark, Spectator};
use crate::time_control::SearchLimit;
use std::io::{self, BufRead};
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};
use xiangqi::notation::read_move;
use xiangqi::position::Position;
use xiangqi::types::bilingual;

/// The interval at which the clock is checked.
const PERIOD: Duration = Duration::from_millis(50);

/// The lines that people type, read by a thread of its own so that waiting for one can be given up.
pub struct Console(Mutex<Receiver<String>>);

impl Console {
    /// Starts to read standard input.
    pub fn start() -> io::Result<Self> {
        let (sender, lines) = mpsc::channel();
        thread::Builder::new().name("console".to_owned()).spawn(move || {
            let (mut input, mut line) = (io::stdin().lock(), Vec::new());
            while let Ok(1..) = input.read_until(b'\n', &mut line) {
                if sender.send(String::from_utf8_lossy(&line).trim().to_owned()).is_err() {
                    return;
                }
                line.clear();
            }
        })?;
        Ok(Self(Mutex::new(lines)))
    }

    /// Returns a console with these lines, for tests.
    #[cfg(test)]
    pub fn of(lines: &[&str]) -> Self {
        let (sender, receiver) = mpsc::channel();
        for line in lines {
            sender.send((*line).to_owned()).expect("the receiver is here");
        }
        Self(Mutex::new(receiver))
    }

    fn next(&self) -> Result<String, RecvTimeoutError> {
        self.0.lock().expect("receiving does not panic").recv_timeout(PERIOD)
    }
}

pub struct HumanPlayer<'a> {
    name: String,
    console: &'a Console,
    spectator: &'a dyn Spectator,
}

enum Line {
    Draw,
    Resign,
    Move(String),
}

impl<'a> HumanPlayer<'a> {
    /// Creates the player who types on this console and reads what the spectator shows.
    pub fn new(name: String, console: &'a Console, spectator: &'a dyn Spectator) -> Self {
        Self { name, console, spectator }
    }

    fn ask(&self, position: &Position, remark: Option<&Remark>) {
        self.spectator.on_event(&MatchEvent::Asked { name: &self.name, position, remark });
    }

    /// Returns the next line that is not blank.
    fn line(&self, turn: &Turn<'_>, begin: Instant) -> Result<Line, PlayerError> {
        loop {
            if (turn.is_cancelled)() {
                return Err(PlayerError::Cancelled);
            }
            if let Some(allowance) = clock_of(turn).filter(|&allowance| begin.elapsed() > allowance) {
                let seconds = allowance.as_secs_f64();
                let detail = bilingual!("no move in {seconds:.1} s", "{seconds:.1}秒内没有走棋");
                return EngineFault::error(FaultKind::Time, detail);
            }
            match self.console.next() {
                Ok(line) if line.is_empty() => {}
                Ok(line) => {
                    return Ok(match line.to_lowercase().as_str() {
                        "draw" | "提和" => Line::Draw,
                        "resign" | "认输" | "認輸" => Line::Resign,
                        _ => Line::Move(line),
                    });
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(PlayerError::Left),
            }
        }
    }
}

/// The time on the clock of the side to move, margin included.
fn clock_of(turn: &Turn<'_>) -> Option<Duration> {
    let is_clock = matches!(turn.limits[turn.position.side_to_move()], SearchLimit::Clock(_));
    turn.allowance().filter(|_| is_clock)
}

impl Player for HumanPlayer<'_> {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, _start: &Position, _is_cancelled: IsCancelled<'_>) -> Result<(), PlayerError> {
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, PlayerError> {
        let begin = Instant::now();
        let mut is_draw = false;
        let mut remark = turn.is_draw_offered.then_some(Remark::DrawOffered);
        let decision = loop {
            self.ask(turn.position, remark.as_ref());
            match self.line(turn, begin)? {
                Line::Resign => break Decision::Resign,
                Line::Draw => {
                    is_draw = true;
                    remark = Some(Remark::DrawNoted);
                }
                Line::Move(word) => match read_move(turn.position, &word) {
                    Ok(mv) => break Decision::Play(mv),
                    Err(error) => remark = Some(Remark::Refused(error)),
                },
            }
        };
        let time = clock_of(turn).map_or(Duration::ZERO, |_| begin.elapsed());
        Ok(Answer { decision, is_draw, evaluation: MoveEvaluation::default(), time })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GameTask, MatchConditions, NoGame, play_game};
    use crate::log_records::LoggedGame;

    #[derive(Default)]
    struct Remarks(Mutex<Vec<String>>);

    impl Spectator for Remarks {
        fn on_event(&self, event: &MatchEvent<'_>) {
            if let MatchEvent::Asked { name, remark: Some(remark), .. } = event {
                self.0.lock().unwrap().push(format!("{name}: {remark:?}"));
            }
        }
    }

    /// Plays a game of two people with these lines.
    fn game(limit: SearchLimit, lines: &[&str]) -> (Result<LoggedGame, NoGame>, Vec<String>) {
        let (console, remarks) = (Console::of(lines), Remarks::default());
        let conditions = MatchConditions::new(limit, Duration::ZERO);
        let start = Position::startpos();
        let task = GameTask::from_position(&start);
        let [mut red, mut black] =
            ["Hu", "Yang"].map(|name| HumanPlayer::new(name.to_owned(), &console, &remarks));
        let played = play_game(&task, [&mut red, &mut black], &conditions, &remarks, &|| false);
        (played, remarks.0.into_inner().unwrap())
    }

    #[test]
    fn two_people_type_in_turn() {
        let quick = SearchLimit::Movetime(Duration::from_nanos(1));
        let lines = ["炮二平五", "", "a0a9", "马平五", "H8+7", "draw", "h0g2", "Draw", "i9h9"];
        let (played, remarks) = game(quick, &lines);
        let played = played.unwrap();
        assert_eq!(played.moves, ["h2e2", "h9g7", "h0g2", "i9h9"]);
        assert_eq!((played.result.as_str(), played.reason.as_str()), ("1/2-1/2", "agreement"));
        let [wrong, other, noted, offered, again] = &remarks[..] else { panic!("{remarks:?}") };
        assert!(wrong.starts_with("Yang: Refused(") && other.starts_with("Yang: Refused("), "{remarks:?}");
        assert_eq!((noted.as_str(), again.as_str()), ("Hu: DrawNoted", "Yang: DrawNoted"));
        assert_eq!(offered, "Yang: DrawOffered");
    }

    #[test]
    fn a_person_resigns_leaves_or_runs_out_of_time() {
        let depth = SearchLimit::Depth(1);
        let resigned = game(depth, &["h2e2", "认输"]).0.unwrap();
        assert_eq!((resigned.result.as_str(), resigned.reason.as_str()), ("1-0", "resignation"));
        assert_eq!(game(depth, &["h2e2"]).0.unwrap_err(), NoGame::Left);
        let clock = SearchLimit::Clock("0.000001".parse().unwrap());
        let late = game(clock, &vec![""; 10_000]).0.unwrap();
        assert_eq!((late.result.as_str(), late.reason.as_str()), ("0-1", "time"));
    }
}
