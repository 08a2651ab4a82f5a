// SPDX-License-Identifier: MIT OR Apache-2.0
//! Elementary endgames: the search distinguishes the won from the drawn positions of
//! `positions/endgames.txt`, and wins the won ones.

use crate::support::epd;
use chuhe::search::{SearchResult, Settings, Style};
use chuhe::{Engine, Limits, Position};
use xiangqi::rules::{Game, RuleSet};
use xiangqi::types::{Color, Value};

const SUITE: &str = include_str!("../../../positions/endgames.txt");

/// Smallest value of a won position. The hardest to win have values of about 340 before the mate is found.
const WON: Value = 250;
/// Largest value of a drawn position, with few exceptions, such as a rook against all defenders.
const DRAWN: Value = 190;
/// Nodes per move when playing out the win, for both sides.
const NODES: u64 = 10_000;

/// Positions in which neither side can win, though one has an attacker.
const DEAD: [&str; 4] = [
    "2bakab2/9/9/9/9/9/9/4C4/9/3K5 w - - 0 1",
    "2bakab2/9/9/9/9/9/9/9/1C7/3K5 w - - 0 1",
    "2bakab2/9/4C4/9/9/9/9/4B4/9/3K5 b - - 0 1",
    "3akab2/9/4b4/9/9/9/4N4/9/9/3K5 w - - 0 1",
];

struct Endgame {
    position: Position,
    winner: Option<Color>,
    line: &'static str,
}

impl Endgame {
    fn read(line: &'static str) -> Self {
        let [fen, result, _] = line.split(" ; ").collect::<Vec<_>>().try_into().expect(line);
        let position = Position::from_fen_strict(fen).unwrap_or_else(|error| panic!("{error}: {line}"));
        let winner = match result {
            "red_wins" => Some(Color::Red),
            "black_wins" => Some(Color::Black),
            "draw" => None,
            _ => panic!("{line}"),
        };
        Self { position, winner, line }
    }

    fn all() -> Vec<Self> {
        SUITE.lines().filter(|line| !line.starts_with('#')).map(Self::read).collect()
    }

    fn won() -> Vec<Self> {
        Self::all().into_iter().filter(|endgame| endgame.winner.is_some()).collect()
    }

    /// Plays the position out with the engine on both sides and returns the winner.
    fn play(&self) -> Option<Color> {
        let mut game = Game::new(self.position.clone(), RuleSet::default());
        let mut engine = Engine::new(4);
        loop {
            if let Some(outcome) = game.outcome() {
                return outcome.winner;
            }
            let SearchResult { best_move, .. } = engine.search(game.position(), &Limits::nodes(NODES));
            game.play(best_move.expect("the game goes on")).expect("the search finds legal moves");
        }
    }
}

#[test]
fn the_suite_is_varied() {
    let endgames = Endgame::all();
    let count = |winner| endgames.iter().filter(|endgame| endgame.winner == winner).count();
    for (winner, least) in [(None, 40), (Some(Color::Red), 20), (Some(Color::Black), 20)] {
        assert!(count(winner) >= least, "{winner:?} {} times", count(winner));
    }
    epd::assert_no_position_twice(endgames.iter().map(|endgame| &endgame.position));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "searches the whole suite; runs in release")]
fn nearly_all_won_and_drawn_endgames_are_told_apart() {
    let endgames = Endgame::all();
    let mut wrong = Vec::new();
    for endgame in &endgames {
        let value = Engine::new(4).search(&endgame.position, &Limits::nodes(50_000)).value;
        let is_right = match endgame.winner {
            Some(winner) if winner == endgame.position.side_to_move() => value >= WON,
            Some(_) => value <= -WON,
            None => value.abs() <= DRAWN,
        };
        if !is_right {
            wrong.push((value, endgame.line));
        }
    }
    assert!(wrong.len() * 20 <= endgames.len(), "{wrong:#?}");
}

/// Most positions of a dead ending evaluate to 0. The table has to keep what was found out about them, though
/// a draw of this value may depend on the path. One ply may be chance.
#[test]
fn a_dead_ending_is_searched_as_deep_as_with_draws_of_another_value() {
    for fen in DEAD {
        let position = Position::from_fen_strict(fen).expect(fen);
        let depth = |style| {
            let mut engine = Engine::new(4);
            engine.set_settings(Settings { style, ..Settings::default() });
            engine.search(&position, &Limits::nodes(20_000)).depth
        };
        let [normal, risky] = [Style::Normal, Style::Risky].map(depth);
        assert!(normal + 1 >= risky, "{fen}: depth {normal}, with draws of another value {risky}");
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "plays 76 games; runs in release")]
fn nearly_all_won_endgames_are_won() {
    let endgames = Endgame::won();
    let missed: Vec<_> = endgames
        .iter()
        .filter(|endgame| endgame.play() != endgame.winner)
        .map(|endgame| endgame.line)
        .collect();
    assert!(missed.len() * 12 <= endgames.len(), "not won: {missed:#?}");
}
