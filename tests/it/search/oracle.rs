// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine's search against an oracle: without pruning, reductions, extensions and quiescence it returns
//! the value of the laboratory's minimax, while the table, move ordering, null windows and mate distance
//! pruning stay on.

use chuhe::Position;
use chuhe::engine::Engine;
use chuhe::eval::{Evaluator, Network};
use chuhe::search::{Amount, Limits, Settings};
use chuhe_lab::algorithms::AlphaBeta;
use chuhe_lab::games::Xiangqi;
use chuhe_lab::{Algorithm, Game, Key, NodeTally, WON, is_won_or_lost};
use xiangqi::rules::RuleSet;
use xiangqi::types::value::{MATE, is_mate};
use xiangqi::types::{Move, SplitMix64, Value};

/// Returns a position after random moves, without its history.
fn random_position(rng: &mut SplitMix64) -> Position {
    loop {
        let mut position = Position::startpos();
        for _ in 0..rng.below(120) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[rng.below(moves.len())]).expect("a legal move");
        }
        if position.legal_moves().is_empty() || position.is_material_draw() {
            continue;
        }
        let fen = position.to_string();
        let place: Vec<&str> = fen.split_whitespace().take(2).collect();
        return place.join(" ").parse().expect("the FEN of a position");
    }
}

/// Xiangqi with the engine's evaluation, in which a repeated position is a draw, as in the engine under the
/// same settings, and no other position evaluates to 0 unless neither side can win: the engine moves such a
/// value a unit in favour of the side to move at the root.
struct WithRepetitions {
    game: Xiangqi,
    earlier: Vec<Key>,
}

impl WithRepetitions {
    fn is_repeated(&self) -> bool {
        self.earlier.contains(&self.game.key())
    }
}

impl Game for WithRepetitions {
    type Move = Move;
    const MOVE_NUMBERS: usize = Xiangqi::MOVE_NUMBERS;

    fn is_first_to_move(&self) -> bool {
        self.game.is_first_to_move()
    }

    fn moves(&self) -> Vec<Move> {
        if self.is_repeated() { Vec::new() } else { self.game.moves() }
    }

    fn play(&mut self, mv: Move) {
        self.earlier.push(self.game.key());
        self.game.play(mv);
    }

    fn undo(&mut self) {
        self.game.undo();
        self.earlier.pop();
    }

    fn ply(&self) -> u32 {
        self.game.ply()
    }

    fn evaluate(&mut self) -> Value {
        let position = self.game.position();
        if self.is_repeated() {
            return 0;
        }
        if !position.has_legal_move() || position.is_material_draw() {
            return self.game.evaluate();
        }
        match Evaluator::new(position, Network::embedded()).evaluate(position) {
            0 if self.ply().is_multiple_of(2) => 1,
            0 => -1,
            value => value,
        }
    }

    fn key(&self) -> Key {
        self.game.key()
    }

    fn move_number(mv: Move) -> usize {
        Xiangqi::move_number(mv)
    }
}

/// Converts a value of the laboratory into the engine's scale.
fn to_engine_value(value: Value) -> Value {
    if is_won_or_lost(value) { value.signum() * (MATE - (WON - value.abs())) } else { value }
}

fn agree(count: usize, depths: core::ops::RangeInclusive<u32>) {
    let mut rng = SplitMix64::new(3);
    let mut mates = 0;
    let mut engine = Engine::new(4);
    engine.set_settings(Settings {
        pruning: Amount::None,
        exact_depth: true,
        rules: RuleSet::AlwaysDraw,
        ..Settings::default()
    });
    for index in 0..count {
        let position = random_position(&mut rng);
        for depth in depths.clone() {
            let game = Xiangqi::new(&position);
            let mut game = WithRepetitions { game, earlier: Vec::new() };
            let expected = AlphaBeta.search(&mut game, depth, &mut NodeTally::default()).value;
            engine.new_game();
            let found = engine.search(&position, &Limits::depth(depth)).value;
            assert_eq!(found, to_engine_value(expected), "position {index}, depth {depth}: {position}");
            mates += usize::from(is_mate(found));
        }
    }
    assert!(mates > 0, "some of the positions are mates");
}

#[test]
fn the_engine_finds_the_value_of_minimax() {
    agree(if cfg!(debug_assertions) { 100 } else { 250 }, 1..=2);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "deep: in release only")]
fn the_engine_finds_the_value_of_minimax_three_plies_deep() {
    agree(250, 3..=3);
}

/// Deep enough for repetitions and for aspiration windows.
#[test]
#[cfg_attr(debug_assertions, ignore = "deep: in release only")]
fn the_engine_finds_the_value_of_minimax_four_plies_deep() {
    agree(50, 4..=4);
}
