// SPDX-License-Identifier: MIT OR Apache-2.0
//! The exports of the crate's root, as another program uses them.

use chuhe::{
    Engine, Game, GameOutcome, Limits, Move, Notation, Position, RuleSet, Score, Setup, Verdict, fen,
};

#[test]
fn a_game_needs_no_more_than_the_exports_of_the_root() {
    let setup: Setup = Position::from_fen("3k5/9/9/9/9/9/9/9/4R4/4K4 w").unwrap().setup();
    let position = setup.into_position().unwrap();
    let result = Engine::new(1).search(&position, &Limits::depth(4));
    let best: Move = result.best_move.unwrap();
    assert_eq!((result.score, Notation::Wxf.write(&position, best)), (Score::Mate(1), "R5.6".to_owned()));
    let mut game = Game::new(position, RuleSet::Asian);
    game.play(best).unwrap();
    let outcome: Option<GameOutcome> = game.outcome();
    let verdict: Option<Verdict> = xiangqi::rules::judge_repetition(game.position(), RuleSet::Asian);
    assert_eq!((outcome.unwrap().winner.is_some(), verdict), (true, None));
    assert_eq!(fen::START_FEN.parse(), Ok(Position::startpos()));
}
