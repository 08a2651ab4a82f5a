// SPDX-License-Identifier: MIT OR Apache-2.0
//! The model of a game between two seats: moves, clocks and the end. It knows neither terminal nor engine,
//! and time is passed in.

use chuhe_arena::{Clocks, SearchLimit, TimeControl};
use std::time::Duration;
use xiangqi::position::Position;
use xiangqi::rules::{Game, GameOutcome, PlayError, RuleSet};
use xiangqi::types::{Color, Move};

/// The player on one side of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seat {
    Person,
    Engine,
}

/// The conditions of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameConditions {
    pub seats: [Seat; 2],
    pub control: Option<TimeControl>,
    pub rules: RuleSet,
    /// Plies without a capture that draw the game.
    pub limit: Option<u16>,
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules.
    Rules(GameOutcome),
    /// This side has resigned.
    Resignation(Color),
    /// The players agreed on a draw.
    Agreement,
    /// The time of this side is up.
    Time(Color),
}

impl Ending {
    /// Returns the winner; `None` is a draw.
    pub fn winner(self) -> Option<Color> {
        match self {
            Self::Rules(outcome) => outcome.winner,
            Self::Resignation(loser) | Self::Time(loser) => Some(!loser),
            Self::Agreement => None,
        }
    }
}

/// A game between two seats.
pub struct PlayedGame {
    pub conditions: GameConditions,
    start: Position,
    game: Game,
    /// The clocks before each move since the game was set up, and now.
    clocks: Vec<Option<Clocks>>,
    /// An end other than by the rules.
    ending: Option<Ending>,
}

impl PlayedGame {
    /// Sets up a game at `start`.
    pub fn new(start: &Position, conditions: GameConditions) -> Self {
        let start = start.clone().without_history();
        let game = Game::new(start.clone(), conditions.rules).with_limit(conditions.limit);
        let clocks = conditions.control.and_then(|control| Clocks::new([SearchLimit::Clock(control); 2]));
        Self { conditions, start, game, clocks: vec![clocks], ending: None }
    }

    /// Replaces the present clocks, for a game that is resumed.
    pub fn set_clocks(&mut self, clocks: Clocks) {
        if let Some(last) = self.clocks.last_mut() {
            *last = Some(clocks);
        }
    }

    pub fn start(&self) -> &Position {
        &self.start
    }

    pub fn position(&self) -> &Position {
        self.game.position()
    }

    pub fn moves(&self) -> Vec<Move> {
        self.position().moves().collect()
    }

    pub fn clocks(&self) -> Option<Clocks> {
        self.clocks.last().copied().flatten()
    }

    /// Returns the end; `None` while the game goes on.
    pub fn ending(&self) -> Option<Ending> {
        self.game.outcome().map(Ending::Rules).or(self.ending)
    }

    /// Returns the player to move; `None` after the end.
    pub fn turn(&self) -> Option<Seat> {
        self.ending().is_none().then(|| self.conditions.seats[self.position().side_to_move()])
    }

    /// Returns true if there are moves, and more to come.
    pub fn is_unfinished(&self) -> bool {
        self.ending().is_none() && !self.moves().is_empty()
    }

    /// Returns the side that sees the board from below: the only person's.
    pub fn bottom(&self) -> Color {
        if self.is_person(Color::Red) || !self.is_person(Color::Black) { Color::Red } else { Color::Black }
    }

    /// Returns true if a person plays this side.
    pub fn is_person(&self, side: Color) -> bool {
        self.conditions.seats[side] == Seat::Person
    }

    pub fn has_person(&self) -> bool {
        self.conditions.seats.contains(&Seat::Person)
    }

    /// Plays a move that took `used`.
    pub fn play(&mut self, mv: Move, used: Duration) -> Result<(), PlayError> {
        let side = self.position().side_to_move();
        self.game.play(mv)?;
        let mut clocks = self.clocks();
        if let Some(clocks) = &mut clocks {
            clocks.press(side, used);
        }
        self.clocks.push(clocks);
        Ok(())
    }

    /// Ends the game for a reason outside the rules of the board.
    pub fn end(&mut self, ending: Ending) {
        self.ending.get_or_insert(ending);
    }

    /// Takes back moves, with their time, until a person is to move again: the person's last move and the
    /// answers to it. Returns the number of moves taken back. An end other than by the rules is taken back
    /// alone if the person is to move.
    pub fn undo(&mut self) -> usize {
        let was_ended_outside = self.ending.take().is_some();
        let person_moves = |played: &Self| played.is_person(played.position().side_to_move());
        if was_ended_outside && person_moves(self) {
            return 0;
        }
        let plies = self.position().history().len();
        // The nearest earlier position in which a person was to move.
        let side = self.position().side_to_move();
        let is_persons = |back: usize| self.is_person(if back.is_multiple_of(2) { side } else { !side });
        let Some(back) = (1..=plies).find(|&back| is_persons(back)) else { return 0 };
        for _ in 0..back {
            self.game.undo();
            if self.clocks.len() > 1 {
                self.clocks.pop();
            }
        }
        back
    }

    /// Returns true if there is something to take back.
    pub fn can_undo(&self) -> bool {
        let plies = self.position().history().len();
        let needed = if self.is_person(!self.position().side_to_move()) { 1 } else { 2 };
        self.has_person() && (self.ending.is_some() || plies >= needed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub fn conditions(seats: [Seat; 2]) -> GameConditions {
        GameConditions { seats, control: None, rules: RuleSet::Asian, limit: Some(120) }
    }

    fn played(seats: [Seat; 2], moves: &str) -> PlayedGame {
        let mut played = PlayedGame::new(&Position::startpos(), conditions(seats));
        for mv in moves.split_whitespace() {
            played.play(mv.parse().unwrap(), Duration::ZERO).unwrap();
        }
        played
    }

    #[test]
    fn undo_returns_to_the_persons_last_choice() {
        use Seat::{Engine, Person};
        for (seats, moves, back) in [
            ([Person, Engine], "h2e2 h9g7", 2),
            ([Person, Engine], "h2e2", 1),
            ([Engine, Person], "h2e2", 0),
            ([Engine, Person], "h2e2 h9g7", 1),
            ([Engine, Person], "h2e2 h9g7 h0g2", 2),
            ([Person, Person], "h2e2 h9g7", 1),
            ([Engine, Engine], "h2e2 h9g7", 0),
        ] {
            let mut played = played(seats, moves);
            assert_eq!(played.can_undo(), back > 0, "{seats:?} {moves}");
            assert_eq!(played.undo(), back, "{seats:?} {moves}");
            let left = moves.split_whitespace().count() - back;
            assert_eq!(played.moves().len(), left);
        }
    }

    #[test]
    fn a_resignation_is_taken_back_without_a_move() {
        let mut played = played([Seat::Person, Seat::Engine], "h2e2 h9g7");
        played.end(Ending::Resignation(Color::Red));
        assert_eq!((played.turn(), played.ending().unwrap().winner()), (None, Some(Color::Black)));
        assert_eq!((played.undo(), played.turn()), (0, Some(Seat::Person)));
        assert_eq!(played.moves().len(), 2);
    }

    #[test]
    fn time_is_taken_back_with_the_moves() {
        let mut with_clocks = conditions([Seat::Person; 2]);
        with_clocks.control = Some("60+2".parse().unwrap());
        let mut played = PlayedGame::new(&Position::startpos(), with_clocks);
        let left = |played: &PlayedGame| played.clocks().unwrap().left().map(|left| left.unwrap().as_secs());
        played.play("h2e2".parse().unwrap(), Duration::from_secs(10)).unwrap();
        assert_eq!(left(&played), [52, 60]);
        played.play("h9g7".parse().unwrap(), Duration::from_secs(5)).unwrap();
        assert_eq!(left(&played), [52, 57]);
        played.undo();
        assert_eq!(left(&played), [52, 60]);
    }
}
