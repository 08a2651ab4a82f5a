// SPDX-License-Identifier: MIT OR Apache-2.0
//! Moves written and read back in every notation, in random games and in positions crowded with tandem
//! pieces; readers on arbitrary text.

use crate::support::brute_force::random_position;
use proptest::prelude::*;
use xiangqi::Position;
use xiangqi::notation::{Notation, ReadMoveError, iccs, parse_moves, read_move};
use xiangqi::position::Setup;
use xiangqi::types::coords::playable_squares;
use xiangqi::types::{Color, Move, Piece, PieceKind, SplitMix64, Square};

/// Length of the random games, in plies.
const MAX_PLIES: usize = 80;

/// Writes the move in all notations and checks that each word is read back. In any notation, a word of WXF or
/// Vietnamese notation is this move too, unless it is a move in both.
fn checked_words(position: &Position, mv: Move) -> [String; Notation::ALL.len()] {
    assert_eq!(read_move(position, &iccs(mv)), Ok(mv));
    Notation::ALL.map(|notation| {
        let word = notation.write(position, mv);
        assert_eq!(notation.read(position, &word), Ok(mv), "{word} in {position}");
        match read_move(position, &word) {
            Err(ReadMoveError::TwoNotations { wxf, .. }) if notation == Notation::Wxf => assert_eq!(wxf, mv),
            Err(ReadMoveError::TwoNotations { vietnamese, .. }) if notation == Notation::Vietnamese => {
                assert_eq!(vietnamese, mv);
            }
            read => assert_eq!(read, Ok(mv), "{word} in {position}"),
        }
        word
    })
}

/// Checks that every legal move is read back and that no two moves share a word of a notation. Returns the
/// words.
fn check_all_moves(position: &Position) -> Vec<String> {
    let moves = position.legal_moves();
    let words = moves.iter().flat_map(|&mv| {
        let words = Notation::ALL.into_iter().zip(checked_words(position, mv));
        // The two Chinese scripts have some words in common, and so have WXF and Vietnamese notation.
        words.map(move |(notation, word)| (word, notation == Notation::Vietnamese, mv))
    });
    let mut words: Vec<_> = words.collect();
    words.sort_unstable();
    words.dedup();
    let shared = words.windows(2).find(|pair| (&pair[0].0, pair[0].1) == (&pair[1].0, pair[1].1));
    assert_eq!(shared, None, "{position}");
    words.into_iter().map(|(word, ..)| word).collect()
}

/// Checks that the game is read back as a list in each notation, in coordinates without ranks from 1.
fn check_list(end: &Position) {
    for notation in Notation::ALL {
        let mut before = end.at_start();
        let mut words = Vec::new();
        for mv in end.moves() {
            words.push(notation.write(&before, mv));
            before.play_unchecked(mv);
        }
        let mut read = end.at_start();
        let result = parse_moves(&mut read, words.iter().map(String::as_str));
        assert_eq!(result, Ok(()), "{words:?}");
        assert!(read.moves().eq(end.moves()), "{words:?}");
    }
}

/// Plays random games, reads back each move played, and in one position of each game all legal moves.
fn check_games(games: usize, rng: &mut SplitMix64) {
    for _ in 0..games {
        let mut position = Position::startpos();
        let checked_at = rng.below(MAX_PLIES);
        for ply in 0..MAX_PLIES {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            if ply == checked_at {
                check_all_moves(&position);
            }
            let mv = moves[rng.below(moves.len())];
            checked_words(&position, mv);
            position.play_unchecked(mv);
        }
        check_list(&position);
    }
}

/// A position with up to six pawns a side, most of them on two files, and up to a few rooks.
fn crowded_position(rng: &mut SplitMix64) -> Position {
    loop {
        let mut setup = Setup { side: Color::ALL[rng.below(2)], ..Setup::empty() };
        setup.board[[Square::D0, Square::E0, Square::F0][rng.below(3)]] = Some(Piece::RedKing);
        setup.board[[Square::D9, Square::E9, Square::F9][rng.below(3)]] = Some(Piece::BlackKing);
        for color in Color::ALL {
            let files = [rng.below(9), rng.below(9)];
            for _ in 0..2 + rng.below(5) {
                let kind = if rng.below(8) == 0 { PieceKind::Rook } else { PieceKind::Pawn };
                let file = *files.get(rng.below(5) / 2).unwrap_or(&rng.below(9));
                let is_free = |&square: &Square| square as usize % 9 == file && setup.board[square].is_none();
                let squares: Vec<_> = playable_squares(kind, color).into_iter().filter(is_free).collect();
                if !squares.is_empty() {
                    setup.board[squares[rng.below(squares.len())]] = Some(Piece::new(kind, color));
                }
            }
        }
        if let Ok(position) = setup.into_position() {
            return position;
        }
    }
}

#[test]
fn moves_of_random_games_are_read_back() {
    check_games(100, &mut SplitMix64::new(8));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "30 000 games: in release only")]
fn moves_of_many_random_games_are_read_back() {
    check_games(30_000, &mut SplitMix64::new(9));
}

#[test]
fn tandem_pieces_have_distinct_names() {
    let mut rng = SplitMix64::new(10);
    let (mut threes, mut numbered) = (0, 0);
    for _ in 0..2000 {
        let position = crowded_position(&mut rng);
        let words = check_all_moves(&position);
        let some_begin =
            |characters: &str| words.iter().any(|word| word.starts_with(|c| characters.contains(c)));
        threes += usize::from(some_begin("中"));
        numbered += usize::from(some_begin("一二三四五六"));
    }
    assert!(threes > 100 && numbered > 300, "{threes} with three on a file, {numbered} with numbers");
}

#[test]
fn any_number_of_pieces_has_distinct_names() {
    let mut rng = SplitMix64::new(11);
    for number in 0..1000 {
        check_all_moves(&random_position(&mut rng, number % 2 == 0));
    }
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "(?s).*") {
        let _ = read_move(&Position::startpos(), &text);
    }

    /// Mostly words of the right form, so that the code after the parsers is reached.
    #[test]
    fn no_word_makes_the_reader_panic(
        wxf in "[KABNRCPEHfr+.1-9-][1-9a-p+.-][+.=-][0-9]",
        vietnamese in "(Tg|[STVMXPBC])[tsg]{0,4}[1-9]?[./-][0-9]",
        chinese in "[前中后十一二九]?[一九]?[将士象马车炮兵]?[一三五９1]?[进退平][一三五９1]",
        seed in any::<u64>(),
    ) {
        let position = crowded_position(&mut SplitMix64::new(seed));
        for word in [wxf, vietnamese, chinese] {
            if let Ok(mv) = read_move(&position, &word) {
                prop_assert!(position.is_legal(mv));
            }
        }
    }
}
