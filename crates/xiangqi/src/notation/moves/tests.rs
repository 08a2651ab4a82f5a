// SPDX-License-Identifier: MIT OR Apache-2.0
//! Moves against the files in `positions/notation`. In some of their positions the kings face each other, so
//! these tests begin with a board, and the moves are all pseudo-legal ones.

use crate::attacks;
use crate::notation::moves::*;
use crate::notation::{fen, iccs};
use crate::types::{PieceKind, Square};

/// The board and the side to move of a line `fen BOARD SIDE`, if it is one.
fn setup(line: &str) -> Option<(Board, Color)> {
    let (board, side) = line.strip_prefix("fen ")?.split_once(' ').expect("a side after the board");
    let setup = fen::read_board(board).expect("a board");
    let mut board = Board::empty();
    for square in Square::ALL {
        if let Some(piece) = setup.board[square] {
            board.put(piece, square);
        }
    }
    Some((board, if side == "w" { Color::Red } else { Color::Black }))
}

/// The pseudo-legal moves.
fn moves(board: &Board, side: Color) -> Vec<Move> {
    let occupied = board.occupied();
    let targets = |from: Square| {
        let kind = board.piece_on(from).expect("a piece of this side").kind();
        let captures = attacks::captures(kind, side, from, occupied);
        let quiets = if kind == PieceKind::Cannon { attacks::rook(from, occupied) } else { captures };
        (captures & board.color(!side)) | (quiets - occupied)
    };
    let from_one = |from: Square| targets(from).into_iter().map(move |to| Move::new(from, to));
    board.color(side).into_iter().flat_map(from_one).collect()
}

/// Reads a word as one of the pseudo-legal moves; the error is what the word is.
fn read_among(board: &Board, side: Color, latin: Latin, word: &str) -> Result<Move, &'static str> {
    let moves = moves(board, side);
    if let Ok(mv) = word.parse() {
        return moves.contains(&mv).then_some(mv).ok_or("illegal");
    }
    let meaning = latin.meanings(word).into_iter().flatten().next();
    let parts = meaning.or_else(|| chinese::read(word)).ok_or("unreadable")?;
    vertical::resolve(board, side, &moves, parts).map_err(|problem| match problem {
        Unresolved::NoPiece | Unresolved::Illegal(_) => "illegal",
        Unresolved::Ambiguous(..) => "ambiguous",
    })
}

/// The lines below positions, with board, side and FEN.
fn cases(text: &str) -> impl Iterator<Item = (Board, Color, &str, &str)> {
    let mut at = None;
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).filter_map(move |line| {
        if let Some((board, side)) = setup(line) {
            at = Some((board, side, &line["fen ".len()..]));
            return None;
        }
        let (board, side, fen) = at.clone().expect("a position above the line");
        Some((board, side, fen, line))
    })
}

#[test]
fn moves_are_written_and_read_as_in_the_golden_file() {
    let mut seen = 0;
    for (board, side, fen, line) in cases(include_str!("../../../../../positions/notation/golden.txt")) {
        let words: Vec<&str> = line.split(' ').collect();
        let &[coordinates, wxf, chinese, ref star @ ..] = &words[..] else { panic!("{line}") };
        let mv: Move = coordinates.parse().unwrap();
        assert_eq!(Notation::Wxf.write_on(&board, mv), wxf, "{fen}: {line}");
        assert_eq!(Notation::Chinese.write_on(&board, mv), chinese, "{fen}: {line}");
        let traditional = Notation::ChineseTraditional.write_on(&board, mv);
        for word in [coordinates, &iccs(mv), wxf, chinese, &traditional] {
            assert_eq!(read_among(&board, side, Latin::Wxf, word), Ok(mv), "{fen}: {line}: {word}");
        }
        let vietnamese = Notation::Vietnamese.write_on(&board, mv);
        assert_eq!(read_among(&board, side, Latin::Vietnamese, &vietnamese), Ok(mv), "{fen}: {vietnamese}");
        let legal = Position::from_fen(fen).is_ok_and(|position| {
            let reads = |word: &&str| read_move(&position, word) == Ok(mv);
            position.is_legal(mv) && words[..3].iter().all(reads)
        });
        assert_eq!(star, if legal { &[][..] } else { &["*"] }, "{fen}: {line}");
        seen += 1;
    }
    assert_eq!(seen, 56);
}

#[test]
fn words_are_read_as_in_the_file_of_readings() {
    let mut seen = 0;
    for (board, side, fen, line) in cases(include_str!("../../../../../positions/notation/readings.txt")) {
        let (word, expected) = line.split_once(' ').expect("a word and its meaning");
        let read = read_among(&board, side, Latin::Wxf, word);
        assert_eq!(read.map_or_else(str::to_owned, |mv| mv.to_string()), expected, "{fen}: {word}");
        seen += 1;
    }
    assert_eq!(seen, 176);
}

#[test]
fn vietnamese_words_are_written_and_read_as_in_their_file() {
    let (mut written, mut read) = (0, 0);
    for (board, side, fen, line) in cases(include_str!("../../../../../positions/notation/vietnamese.txt")) {
        let (first, second) = line.split_once(' ').expect("a word and its meaning, or a move and its word");
        let (word, expected) = if let (4, Ok(mv)) = (first.len(), first.parse()) {
            assert_eq!(Notation::Vietnamese.write_on(&board, mv), second, "{fen}: {mv}");
            written += 1;
            (second, first)
        } else {
            read += 1;
            (first, second)
        };
        let meaning = read_among(&board, side, Latin::Vietnamese, word);
        assert_eq!(meaning.map_or_else(str::to_owned, |mv| mv.to_string()), expected, "{fen}: {word}");
    }
    assert_eq!((written, read), (67, 64));
}

#[test]
fn legality_decides_between_tandem_pieces_named_by_their_file() {
    let free = Position::from_fen("5k3/9/9/9/9/9/9/3R5/9/3RK4 w").unwrap();
    assert!(matches!(read_move(&free, "车六进一"), Err(ReadMoveError::Ambiguous(..))));
    let rear_is_pinned = Position::from_fen("5k3/9/9/9/9/9/9/3R5/9/r2RK4 w").unwrap();
    assert_eq!(read_move(&rear_is_pinned, "车六进一"), Ok("d2d3".parse().unwrap()));
}

/// Positions with more pieces than a game begins with can be written, too.
#[test]
fn more_pieces_than_usual_are_numbered_on() {
    let position = Position::from_fen("4k4/9/9/9/9/RR7/RR7/RR7/RR7/RR1K5 w").unwrap();
    let mv = "a0c0".parse().unwrap();
    assert_eq!(Notation::Chinese.write(&position, mv), "十车平七");
    assert_eq!(Notation::Wxf.write(&position, mv), "Rj.7");
}

#[test]
fn errors_name_the_word_and_what_is_wrong() {
    let start = Position::startpos();
    let say = |word| read_move(&start, word).unwrap_err().to_string();
    assert_eq!(say("炮二"), "'炮二' is not a move (like h2e2, C2.5 or 炮二平五)");
    assert_eq!(say("炮平五"), "'炮平五' is ambiguous here: b2e2 or h2e2");
    for (word, problem) in [
        ("C2+5", "'C2+5' (h2h7) is illegal: no screen: a cannon captures on h7 only over a piece"),
        ("H2-E3", "'H2-E3' is illegal: a cannon moves along a rank or file"),
        ("马八进五", "'马八进五' is illegal: a horse moves one square straight, then one diagonally"),
        ("炮三平五", "'炮三平五' is illegal: red has no such cannon"),
        ("前炮平五", "'前炮平五' is illegal: red has no such cannon"),
        ("车一退一", "'车一退一' is illegal: it leads to no other square of the board"),
        ("车九平八", "'车九平八' (a0b0) is illegal: red's own horse stands on b0"),
        ("帅五退一", "'帅五退一' is illegal: it leads to no other square of the board"),
    ] {
        assert_eq!(say(word), problem);
    }
    let pinned = Position::from_fen("4k4/4r4/9/9/9/9/9/9/4R4/4K4 w").unwrap();
    let problem = read_move(&pinned, "车五平四").unwrap_err().to_string();
    assert_eq!(
        problem,
        "'车五平四' (e1f1) is illegal: own king in check: red's king could be captured by the rook on e8"
    );
}

#[test]
fn notations_have_names() {
    for notation in Notation::ALL {
        assert_eq!(notation.to_string().to_uppercase().parse(), Ok(notation));
    }
    let error = "latin".parse::<Notation>().unwrap_err().to_string();
    assert!(error.starts_with("unknown notation 'latin' (use one of iccs"), "{error}");
}
