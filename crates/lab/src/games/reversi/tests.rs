// SPDX-License-Identifier: MIT OR Apache-2.0
//! Known trees, a slower reading of the rules, and what must hold in all positions of random games.

use super::*;
use crate::algorithms::Minimax;
use crate::{Algorithm, NodeTally};
use xiangqi::types::SplitMix64;

/// Black takes all: the shortest of games.
const EARLY_END: &str = "e6f4e3f6g5d6e7f5c5";

/// Plays games of random moves to the end and shows each of their positions.
fn random_games(count: u64, mut look: impl FnMut(&mut Reversi)) {
    for seed in 0..count {
        let mut random = SplitMix64::new(seed);
        let mut game = Reversi::start();
        loop {
            look(&mut game);
            let moves = game.moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[random.below(moves.len())]);
        }
    }
}

fn perft(game: &mut Reversi, depth: u32) -> u64 {
    let moves = game.moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut count = 0;
    for mv in moves {
        game.play(mv);
        count += perft(game, depth - 1);
        game.undo();
    }
    count
}

/// The discs that a disc of one side on `square` turns over, found square by square.
fn turned_by(game: &Reversi, first: bool, square: usize) -> Vec<usize> {
    let mut turned = Vec::new();
    if game.disc(square).is_some() {
        return turned;
    }
    for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
        let mut line = Vec::new();
        let (mut x, mut y) = (square % 8, square / 8);
        loop {
            (x, y) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
            if x >= 8 || y >= 8 {
                break;
            }
            let here = 8 * y + x;
            match game.disc(here) {
                Some(owner) if owner != first => line.push(here),
                Some(_) => {
                    turned.append(&mut line);
                    break;
                }
                None => break,
            }
        }
    }
    turned
}

/// The squares on which a disc of one side turns others over.
fn playable(game: &Reversi, first: bool) -> Vec<usize> {
    (0..SQUARES).filter(|&square| !turned_by(game, first, square).is_empty()).collect()
}

#[test]
fn the_tree_from_the_start_has_the_known_sizes() {
    let known = [4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288];
    for (depth, nodes) in (1..).zip(known) {
        assert_eq!(perft(&mut Reversi::start(), depth), nodes, "depth {depth}");
    }
}

#[test]
fn moves_and_what_they_turn_over_are_those_found_square_by_square() {
    random_games(100, |game| {
        let first = game.is_first_to_move();
        let mut expected: Vec<_> = playable(game, first).into_iter().map(ReversiMove::to).collect();
        if expected.is_empty() && !playable(game, !first).is_empty() {
            expected.push(ReversiMove::PASS);
        }
        assert_eq!(game.moves(), expected, "{game}");
        for mv in expected {
            let Some(square) = mv.square() else { continue };
            let turned = turned_by(game, first, square);
            let mut after = game.clone();
            after.play(mv);
            for other in 0..SQUARES {
                let is_new = other == square || turned.contains(&other);
                let owner = if is_new { Some(first) } else { game.disc(other) };
                assert_eq!(after.disc(other), owner, "{mv} in\n{game}");
            }
            assert_ne!(after.is_first_to_move(), first);
        }
    });
}

#[test]
fn what_is_kept_up_is_what_a_fresh_board_has() {
    random_games(100, |game| {
        let Board { own, other, is_first_to_move, .. } = game.board;
        assert_eq!(game.board, Board::new(own, other, is_first_to_move), "{game}");
    });
}

#[test]
fn the_order_of_moves_leaves_no_trace_in_the_key() {
    let [one, other] = ["f5f6e6f4e3", "f5f4e3f6e6"].map(|text| Reversi::parse(text).unwrap());
    assert_eq!(one.key(), other.key());
    let mut passed = one.clone();
    passed.play(ReversiMove::PASS);
    assert_ne!(one.key().index, passed.key().index);
    assert_ne!(one.key().check, passed.key().check);
}

#[test]
fn taking_moves_back_restores_everything() {
    random_games(50, |game| {
        let before = game.clone();
        for mv in game.moves() {
            game.play(mv);
            assert_eq!(game.ply(), before.ply() + 1);
            game.undo();
            assert_eq!((game.board, &game.past), (before.board, &before.past));
        }
    });
    let mut last = Reversi::start();
    random_games(1, |game| last = game.clone());
    while last.ply() > 0 {
        last.undo();
    }
    assert_eq!(last.board, Reversi::start().board);
}

#[test]
fn who_cannot_move_passes_and_when_neither_can_the_game_is_over() {
    let mut passes = 0;
    let mut ends = 0;
    random_games(100, |game| match game.moves().as_slice() {
        [] => {
            ends += 1;
            assert!(game.is_over() && !game.must_pass());
        }
        [ReversiMove::PASS] => {
            passes += 1;
            assert!(game.must_pass() && !game.is_over());
            let mut after = game.clone();
            after.play(ReversiMove::PASS);
            assert!(after.moves().iter().all(|&mv| mv != ReversiMove::PASS) && !after.is_over());
            assert_eq!(after.set(true), game.set(true));
        }
        moves => assert!(!moves.contains(&ReversiMove::PASS) && !game.must_pass() && !game.is_over()),
    });
    assert!(passes > 20 && ends == 100, "{passes} passes, {ends} ends");
}

#[test]
fn the_value_of_the_end_is_the_margin_and_the_win() {
    let mut lost = SideToMoveReversi::parse(EARLY_END).unwrap();
    assert!(lost.is_over() && lost.moves().is_empty());
    assert_eq!((lost.disc_count(true), lost.disc_count(false)), (13, 0));
    assert_eq!(lost.evaluate(), -1_000_013);
    lost.board = lost.board.after_pass();
    assert_eq!(lost.evaluate(), 1_000_013);
    assert_eq!(with_board::<true>(Board::new(u64::MAX << 32, u64::MAX >> 32, true)).evaluate(), 0);
}

/// The paper's evaluation adds no bonus at the end: neither side can move, so only the weights count.
#[test]
fn the_papers_evaluation_is_the_same_at_the_end() {
    let mut lost = Reversi::parse(EARLY_END).unwrap();
    let weights: Value =
        (0..SQUARES).filter(|&square| lost.disc(square).is_some()).map(|square| board::WORTH[square]).sum();
    assert_eq!(lost.evaluate(), -weights);
}

/// Returns a game with this board, in which the side to move is the program's own.
fn with_board<const BY_MOVER: bool>(board: Board) -> Discs<BY_MOVER> {
    Discs { board, is_own_first: board.is_first_to_move, past: Vec::new() }
}

/// Equations 2 and 3 of the paper, square by square: weights, +1 for an own disc, -1 for the other side's,
/// and 1 for each move of the program's own side, whoever is to move.
#[test]
fn the_evaluation_is_the_papers() {
    assert_eq!(Reversi::start().evaluate(), 4);
    random_games(50, |game| {
        let weighted =
            |square| board::WORTH[square] * game.disc(square).map_or(0, |owner| if owner { 1 } else { -1 });
        let weights = (0..SQUARES).map(weighted).sum::<Value>();
        let mobility = |first| Value::try_from(playable(game, first).len()).unwrap();
        let sign = |first| if first { 1 } else { -1 };
        let mover = game.is_first_to_move();
        for own in [true, false] {
            let value = sign(own) * weights + mobility(own);
            let expected = if own == mover { value } else { -value };
            assert_eq!(Reversi { is_own_first: own, ..game.clone() }.evaluate(), expected, "{game}");
        }
        if !game.is_over() {
            let weights = sign(mover) * weights;
            let by_mover = with_board::<true>(game.board).evaluate();
            assert_eq!(by_mover, weights + mobility(mover), "{game}");
        }
    });
}

/// After f5, White moves at the root and Black at the leaves, where White's mobility counts.
#[test]
fn the_side_to_move_at_the_root_is_the_programs_own() {
    let value = |game: &mut Reversi| Minimax.search(game, 1, &mut NodeTally::default()).value;
    let mut game = Reversi::parse("f5").unwrap();
    assert_eq!(value(&mut game), 7);
    game.play(game.moves()[0]);
    let black = value(&mut game);
    game.undo();
    assert_eq!(value(&mut game), 7, "as before a search from another root");
    let mut other = SideToMoveReversi::parse("f5").unwrap();
    assert_eq!(Minimax.search(&mut other, 1, &mut NodeTally::default()).value, -2);
    assert_ne!(black, -7, "Black searches with its own mobility");
}

#[test]
fn the_evaluation_knows_no_colours() {
    random_games(50, |game| {
        let Board { own, other, is_first_to_move, .. } = game.board;
        game.begin_search();
        let value = game.evaluate();
        let of = |board| with_board::<false>(board).evaluate();
        assert_eq!(of(Board::new(own, other, !is_first_to_move)), value);
        let (mirrored, turned) = (u64::swap_bytes, u64::reverse_bits);
        assert_eq!(of(Board::new(mirrored(own), mirrored(other), is_first_to_move)), value);
        assert_eq!(of(Board::new(turned(own), turned(other), is_first_to_move)), value);
    });
}

#[test]
fn moves_are_numbered_and_read_as_they_are_written() {
    let game = Reversi::start();
    let words: Vec<_> = game.moves().iter().map(ToString::to_string).collect();
    assert_eq!(words, ["d3", "c4", "f5", "e6"]);
    for (number, word) in [(0, "a1"), (1, "b1"), (19, "d3"), (63, "h8"), (64, "pass")] {
        let mv = ReversiMove(number);
        assert_eq!((mv.to_string().as_str(), Reversi::move_number(mv)), (word, usize::from(number)));
        assert!(Reversi::move_number(mv) < Reversi::MOVE_NUMBERS);
    }
    assert_eq!(game.parse_move("d3"), Some(ReversiMove(19)));
    assert_eq!(game.parse_move("pass"), None);
}

#[test]
fn a_text_of_moves_is_read_with_and_without_spaces_and_passes() {
    let mut longest = 0;
    for seed in 0..20 {
        let mut random = SplitMix64::new(seed);
        let mut game = Reversi::start();
        let mut words = Vec::new();
        while !game.is_over() {
            let moves = game.moves();
            let mv = moves[random.below(moves.len())];
            words.push(mv.to_string());
            game.play(mv);
        }
        let passes = words.iter().filter(|word| *word == "pass").count();
        longest = longest.max(passes);
        let without: Vec<_> = words.iter().filter(|word| *word != "pass").cloned().collect();
        for text in [words.join(" "), words.concat(), without.join(" "), without.concat().to_uppercase()] {
            let read = Reversi::parse(&text).unwrap();
            assert_eq!((read.board, read.ply()), (game.board, 0), "{text}");
        }
    }
    assert!(longest > 1);
    assert_eq!(Reversi::parse(" \n").unwrap().board, Reversi::start().board);
}

#[test]
fn what_is_wrong_with_a_text_is_said_in_a_line() {
    for (text, expected) in [
        ("f5 i3", "`i3` is neither a square from a1 to h8 nor `pass`"),
        ("f5d", "`d` is neither a square from a1 to h8 nor `pass`"),
        ("界", "`界` is neither a square from a1 to h8 nor `pass`"),
        ("f5a1", "`a1`: White cannot play this after 1 plies"),
        ("d3 c3 pass", "`pass`: Black cannot play this after 2 plies"),
        (&format!("{EARLY_END} a1"), "`a1`: the game is over after 9 plies"),
    ] {
        assert_eq!(Reversi::parse(text).unwrap_err().to_string(), expected);
    }
}

#[test]
fn the_board_is_shown_with_coordinates_and_counts() {
    let board = "  a b c d e f g h
1 . . . . . . . .
2 . . . . . . . .
3 . . . . . . . .
4 . . . O X . . .
5 . . . X X X . .
6 . . . . . . . .
7 . . . . . . . .
8 . . . . . . . .
Black X 4, White O 1, White to move";
    assert_eq!(Reversi::parse("f5").unwrap().to_string(), board);
    let end = Reversi::parse(EARLY_END).unwrap().to_string();
    assert!(end.ends_with("Black X 13, White O 0, the game is over"), "{end}");
}
