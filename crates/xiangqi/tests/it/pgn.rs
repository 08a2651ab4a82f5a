// SPDX-License-Identifier: MIT OR Apache-2.0
//! PGN records written and read back, files as found in practice, and readers on arbitrary bytes.

use crate::support::random_record::random_record;
use crate::support::records::{self, file};
use proptest::prelude::*;
use xiangqi::notation::{Encoding, GameResult, Notation, ReadRecordError, Record, Records};
use xiangqi::types::SplitMix64;

/// Writes records to one file in both encodings, and reads them back.
fn check_round_trip(records: &[Record], notation: Notation, line_end: &str) {
    let text: String = records.iter().map(|record| record.to_pgn(notation)).collect();
    let text = text.replace('\n', line_end);
    for encoding in [Encoding::Utf8, Encoding::Gbk] {
        let (bytes, lost) = encoding.encode(&text);
        assert_eq!(lost, 0);
        let read: Vec<_> = Records::new(&*bytes).map(Result::unwrap).collect();
        assert_eq!(read, records, "{text}");
    }
}

#[test]
fn written_games_are_read_back() {
    let mut rng = SplitMix64::new(21);
    for _ in 0..15 {
        let records = [(); 3].map(|()| random_record(&mut rng));
        for notation in Notation::ALL {
            check_round_trip(&records, notation, "\n");
            check_round_trip(&records, notation, "\r\n");
        }
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "30 000 games: in release only")]
fn many_written_games_are_read_back() {
    let mut rng = SplitMix64::new(22);
    for (_, notation) in (0..10_000).zip(Notation::ALL.into_iter().cycle()) {
        check_round_trip(&[(); 3].map(|()| random_record(&mut rng)), notation, "\n");
    }
}

/// The text after the tags.
fn moves(record: &Record, notation: Notation) -> String {
    record.to_pgn(notation).split_once("\n\n").unwrap().1.trim_end().to_owned()
}

#[test]
fn words_of_wxf_and_vietnamese_notation_are_read_as_the_game_or_its_tag_tells() {
    let read = |format: &str, moves: &str| {
        let fen = "3k5/9/9/2p6/9/9/2P6/2C6/9/5K3 w";
        let text = format!("[Game \"\"]\n[Format \"{format}\"]\n[FEN \"{fen}\"]\n\n{moves} *\n");
        records::read(text.as_bytes()).remove(0).map(|game| records::moves(&game))
    };
    for (format, text, expected) in [
        ("WXF", "1. C7.1 c6c5", "c2i2 c6c5"),
        ("Vietnamese", "1. C7.1 c6c5", "c3c4 c6c5"),
        ("?", "1. C7.1 (C7=5 P3+1) c6c5", "c2i2 c6c5"),
        ("?", "1. C7.1 (Tg4.1) C3.1 {P3+1} 2. Tg4-5", "c3c4 c6c5 f0e0"),
        ("?", "1. C7.1 C3.1", "c3c4 c6c5"),
        ("WXF", "1. C7.1 C3.1 2. Tg4-5", "c3c4 c6c5 f0e0"),
    ] {
        assert_eq!(read(format, text).as_deref(), Ok(expected), "{format}: {text}");
    }
    let error = read("?", "1. f0f1 d9d8\n2. C7.1 d8d9").unwrap_err();
    assert!(error.starts_with("line 6: move 2, red (ply 3): 'C7.1' is ambiguous here: "), "{error}");
}

#[test]
fn files_in_chinese_encodings_are_read() {
    let read = records::read(&file("pgn/gbk.pgn"));
    let [Ok(first), Ok(second)] = &read[..] else { panic!("{read:?}") };
    assert_eq!((first.tag("Red"), first.result), (Some("胡荣华"), GameResult::Draw));
    assert_eq!(
        moves(first, Notation::Chinese),
        "  1. 炮二平五 马８进７ {现代布局}
  2. 马二进三 车９平８
  3. 车一平二 {如改走兵七进一, 则另有变化}
  3.          马２进３ {====================
更多棋谱
(www.example.invalid}
1/2-1/2"
    );
    let notes: Vec<_> = first.faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        notes,
        ["====================", "更多棋谱", "(www.example.invalid"].map(|text| {
            let line = 13 + usize::from(text != "====================");
            format!("line {line}: text after the result is kept as a comment: '{text}'")
        })
    );
    assert_eq!((second.tag("Red"), second.tag("White")), (Some("许银川"), Some("someone")));
    let advertisement = "{广告 [联系]\n不关门}";
    assert_eq!(
        moves(second, Notation::Wxf),
        format!("  1. P7+1 P7+1\n  2. C2.3 $1 C8.5 $5 $14\n  3. B3+5 {advertisement}\n0-1")
    );

    let big5 = file("pgn/big5.pgn");
    let read = records::read(&big5);
    let [Ok(game)] = &read[..] else { panic!("{read:?}") };
    let named = Records::with_fallback(&big5[..], Some(Encoding::Big5)).next().unwrap();
    assert_eq!(named.as_ref().unwrap(), game);
    assert_eq!(game.tag("Red"), Some("呂欽"));
    assert_eq!(moves(game, Notation::Wxf), "  1. C2.5 C8.5\n  2. N2+3 N2+3\n*");
}

#[test]
fn awkward_games_are_read_and_bad_ones_do_not_affect_the_next() {
    let read = records::read(&file("pgn/awkward.pgn"));
    let mut games = read.iter();
    let mut next = || games.next().unwrap().as_ref();

    let first = next().unwrap();
    assert_eq!(first.tag("Red"), Some("first, without Game, as White"));
    assert_eq!((first.tag("RedElo"), first.tag("Black")), (Some("2500"), Some("said \"so\" he")));
    assert_eq!(
        moves(first, Notation::Wxf),
        "{a line for other programs}
  1. C2.5 N8+7
  2. N2+3 {this is plain}
     (2. P7+1 (2. R1+1 {deep} 2... C8+4) 2... N2+3)
  2.      R9.8 {to the line's end}
  3. R1.2
*"
    );
    assert!(next().unwrap_err().starts_with("line 8: move 1, red (ply 1): 'nonsense' is not a move"));
    assert_eq!(moves(next().unwrap(), Notation::Iccs), " 57.       E1-D1 $6\n 58. D0-D1 E9-E8\n0-1");
    assert!(next().unwrap_err().starts_with("line 20: move 1, black (ply 2): 'h9h5' is illegal: "));
    assert_eq!(next().unwrap_err(), "line 25: '{' is never closed");
    assert!(next().unwrap_err().starts_with("line 28: 'rubbish': "));
    assert_eq!(next().unwrap().result, GameResult::RedWins);
    assert_eq!(moves(next().unwrap(), Notation::Iccs), "  1. C6-B6 D9-E8\n  2. C7-B7\n*");
    assert!(games.next().is_none());
}

fn read(text: &str) -> Vec<Result<Record, String>> {
    records::read(text.as_bytes())
}

#[test]
fn errors_name_line_and_word() {
    for (text, problem) in [
        ("[Red \"x\"]\n\n1. h2e2\n炮平五", "line 4: move 1, black (ply 2): '炮平五' is ambiguous here: "),
        ("\n\n1. h2e2 )", "line 3: unexpected ')'"),
        ("1. h2e2\n(1. c3c4 h9g7", "line 2: '(' is never closed"),
        ("$1 h2e2", "line 1: unexpected '$1'"),
        ("h2e2 $256", "line 1: unexpected '$256'"),
        ("[Red \"x\n[Black \"y\"]", "line 1: '[Red \"x' is not a tag; lines 1 to 2 are not read"),
        ("1.炮二平九", "line 1: move 1, red (ply 1): '炮二平九' (h2a2) is illegal: "),
    ] {
        let error = read(text).remove(0).unwrap_err();
        assert!(error.starts_with(problem), "{error}");
    }
}

#[test]
fn moves_may_follow_a_tag_on_its_line() {
    let text =
        "[Red \"a]\"] [Black \"b\" ] 1. h2e2 h9g7\n[FEN \"3k5/9/9/9/9/9/9/9/9/4KR3 w\"] 1. f0f9 {\"]\"}\n";
    let games = read(text);
    assert_eq!(games.len(), 2);
    let [first, second] = [0, 1].map(|game| games[game].as_ref().unwrap());
    assert_eq!((first.tag("Red"), first.tag("Black")), (Some("a]"), Some("b")));
    assert_eq!((first.line.moves.len(), second.line.moves.len()), (2, 1));
    assert_eq!(second.line.moves[0].comment, "\"]\"");
}

#[test]
fn the_value_of_a_tag_may_take_two_lines() {
    for line_end in ["\n", "\r\n"] {
        let text = "[Event \"Cup of\n2024\"]\n[Red \"x\"]\n\n1. h2e2 *\n[FEN \"3k5/9/9/9/9/9/9/9/9/4KR3\nw\"] 1. f0f9 *\n";
        let games = read(&text.replace('\n', line_end));
        let [Ok(first), Ok(second)] = &games[..] else { panic!("{games:?}") };
        assert_eq!((first.tag("Event"), first.tag("Red")), (Some("Cup of 2024"), Some("x")));
        assert_eq!((first.line.moves.len(), second.line.moves.len()), (1, 1));
    }
    let error = read("[Red \"x\n\ny\"]\n\n1. h2e2 *").remove(0).unwrap_err();
    assert!(error.starts_with("line 1: '[Red \"x' is not a tag"), "a blank line ends the tag: {error}");
}

#[test]
fn the_tag_game_may_stand_anywhere() {
    let games =
        read("[Red \"x\"]\n[Game \"Chinese Chess\"]\n\n[Game \"Chinese Chess\"]\n[Red \"y\"]\n\n1. h2e2 *");
    let [Ok(first), Ok(second)] = &games[..] else { panic!("{games:?}") };
    assert_eq!((first.tag("Red"), first.line.moves.len()), (Some("x"), 0));
    assert_eq!((second.tag("Red"), second.line.moves.len()), (Some("y"), 1));
}

#[test]
fn games_without_tags_begin_with_their_first_move_after_a_blank_line() {
    let plies = |text: &str| -> Vec<usize> {
        read(text).into_iter().map(|game| game.unwrap().line.moves.len()).collect()
    };
    assert_eq!(
        plies("1. C2=5 H8+7\n2. H2+3 R9=8 1-0\n\n1. H2+3 P7+1\n\n\n  1. 炮二平五 馬８進７ *\n"),
        [4, 2, 2]
    );
    assert_eq!(plies("1. C2=5 H8+7\n\n2. H2+3 R9=8\n"), [4]);
    assert_eq!(plies("{Read aloud.}\n\n1. C2=5 H8+7\n"), [2]);
    for number in ["1...", "1. ..."] {
        assert_eq!(plies(&format!("1. C2=5 {{see}}\n\n{number} H8+7\n")), [2], "{number}");
    }
    assert_eq!(plies("[Game \"\"]\n\n1. C2=5 H8+7 {see\n\n1. or 2.}\n2. H2+3 R9=8\n"), [4]);
}

#[test]
fn messages_quote_no_more_than_a_line() {
    let complaint = |text: &str| read(text).remove(0).unwrap_err();
    let long = "炮".repeat(1_000_000);
    let quoted = format!("'{}…'", "炮".repeat(100));
    assert_eq!(
        complaint(&format!("1. {long}")),
        format!("line 1: move 1, red (ply 1): {quoted} is not a move (like h2e2, C2.5 or 炮二平五)")
    );
    assert_eq!(complaint(&format!("h2e2 ${long}")).chars().count(), "line 1: unexpected '…'".len() + 98);
    assert!(complaint(&format!("[FEN \"{long}\"]")).len() < 400);
    assert!(complaint(&format!("[FEN \"{long}")).len() < 400);
    assert_eq!(
        complaint("1. \u{1b}[31mred"),
        "line 1: move 1, red (ply 1): ' [31mred' is not a move (like h2e2, C2.5 or 炮二平五)"
    );
}

/// Games of a few million bytes, which would take minutes if reading were quadratic in words, tags or
/// branches.
#[test]
fn long_games_are_read_in_linear_time() {
    let games = read(&format!("1. h2e2 {} h9g7", "{a} (b) (c3c4 x) ".repeat(200_000)));
    assert_eq!(games[0].as_ref().unwrap().line.moves.len(), 2);
    let games = read(&"[A \"b\"]\n".repeat(300_000));
    assert_eq!(games[0].as_ref().unwrap().tags.len(), 300_000);
    let chain =
        (2..60_000).rev().map(|branch| format!("[DhtmlXQ_move_{branch}_3_{}]77[/DhtmlXQ_]", branch + 1));
    let others =
        (2..60_000).rev().map(|branch| format!("[DhtmlXQ_move_{branch}_3_{}]77[/DhtmlXQ_]", branch + 60_000));
    assert_eq!(read(&chain.chain(others).collect::<String>()).len(), 1);
}

#[test]
fn what_follows_an_illegal_move_of_a_variation_is_kept_and_said() {
    for (variation, faults, written) in [
        // An illegal move after a legal one, at the beginning, and within variations of the variation.
        (
            "(1... h7e7\n2. h0h9 {x} b9c7)",
            &["line 4: move 2, red (ply 3): 'h0h9' is illegal"][..],
            "(1... H7-E7 {(h0h9 (x) b9c7)})",
        ),
        ("(e9e7 2. h0g2)", &["line 3: move 1, black (ply 2): 'e9e7' is illegal"], "{(e9e7 2. h0g2)}"),
        (
            "(1... h7e7 2. h0g2 (2. b0c2 h0i2 3. c3c4) 2... h9h9 (2... b9c7) 3. i0h0)",
            &["line 3: move 2, black (ply 4): 'h0i2' is illegal", "line 3: move 2, black (ply 4): 'h9h9' is"],
            "(1... H7-E7 2. H0-G2 {(h9h9 (2... b9c7) 3. i0h0)} (2. B0-C2 {(h0i2 3. c3c4)}))",
        ),
        // A number shows that a word was to be a move.
        (
            "(1... h7e7 2. nonsense b9c7)",
            &["line 3: move 2, red (ply 3): 'nonsense' is not a move"],
            "(1... H7-E7 {(nonsense b9c7)})",
        ),
        // Words, even those that begin with a move.
        ("(a good reply)", &[], "{a good reply}"),
        ("(h7e7 is better)", &[], "{h7e7 is better}"),
        ("(12.5 points)", &[], "{12.5 points}"),
        ("(2003.05.17)", &[], "{2003.05.17}"),
    ] {
        let text = format!("[Red \"x\"]\n\n1. h2e2 h9g7 {variation} 2. h0g2 *\n");
        let games = read(&text);
        let [Ok(game)] = &games[..] else { panic!("{games:?}") };
        assert_eq!(game.line.moves.len(), 3, "{variation}");
        let told: Vec<_> = game.faults.iter().map(ToString::to_string).collect();
        assert_eq!(told.len(), faults.len(), "{variation}: {told:?}");
        assert!(told.iter().zip(faults).all(|(told, fault)| told.starts_with(fault)), "{told:?}");
        let text = game.to_string();
        assert!(text.contains(written), "{written}: {text}");
        let kept = Record { faults: Vec::new(), ..game.clone() };
        assert_eq!(read(&text)[0].as_ref().map(Record::to_string), Ok(kept.to_string()));
    }
    // A variation alone may show that ranks count from 1.
    let games = read("[FEN \"4k4/9/9/9/9/R8/R8/9/9/3K5 w\"]\n\n1. a4b4 (1. a5a10) *");
    let [Ok(game)] = &games[..] else { panic!("{games:?}") };
    assert_eq!((game.line.moves[0].mv.to_string().as_str(), game.faults.len()), ("a3b3", 0));
}

#[test]
fn a_game_of_chess_is_no_game_of_xiangqi() {
    let players = "[White \"Fischer\"]\n[Black \"Spassky\"]\n\n";
    for chess in [
        format!("{players}1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2"),
        format!("{players}1. e4 e5 1/2-1/2"),
        "1. Nf3 Nf6 2. c4 g6 *".to_owned(),
        "1.d4 d5 {the Queen's Gambit} 2.c4 e6 (2... dxc4 3. e4) 3. Nc3 *".to_owned(),
        "[Variant \"Standard\"]\n\n*".to_owned(),
        "[Variant \"Chess960\"]\n\n1. h2e2 *".to_owned(),
        "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n1. e4 *".to_owned(),
    ] {
        let games = read(&format!("[Game \"\"]\n\n1. h2e2 *\n\n{chess}\n"));
        let [Ok(_), Err(error)] = &games[..] else { panic!("{chess}: {games:?}") };
        assert!(error.starts_with("line 5: chess, not xiangqi"), "{error}");
        let error = read(&chess).remove(0).unwrap_err();
        assert!(error.starts_with("line 1: chess, not xiangqi"), "{error}");
    }
    let error = Records::new(&b"1. e4 e5 2. Nf3 *"[..]).next().unwrap().unwrap_err();
    let ReadRecordError::Game(error) = error else { panic!("{error}") };
    assert_eq!((error.beginning, error.guessed), (None, None));
    let latin = b"[White \"M\xfcller\"]\n\n1. e4 e5 2. Nf3 *";
    assert_eq!(
        Records::new(&latin[..]).next().unwrap().unwrap_err().to_string(),
        "line 1: chess, not xiangqi; lines 1 to 3 are not read"
    );
    for xiangqi in [
        "[White \"a\"]\n\n1. h2e2 h9g7 *",
        "[Variant \"xiangqi\"]\n[White \"a\"]\n\n1. e4 e5 *",
        "[Game \"Chinese Chess\"]\n[Variant \"Standard\"]\n\n1. h2e2 *",
        "1. c4 c5 2. Nc2 Ng7 *",
    ] {
        assert!(read(xiangqi)[0].is_ok(), "{xiangqi}");
    }
}

#[test]
fn commands_in_comments_are_kept() {
    let text =
        "1. h2e2 {[%eval 0.17] [%clk 0:05:00]} h9g7 { [%clk 0:04:58]\n[%eval #-3] } 2. h0g2 ; [%emt 0.5]\n*";
    let games = read(text);
    let [Ok(game)] = &games[..] else { panic!("{games:?}") };
    let comments: Vec<_> = game.line.moves.iter().map(|recorded| recorded.comment.as_str()).collect();
    assert_eq!(comments, ["[%eval 0.17] [%clk 0:05:00]", "[%clk 0:04:58]\n[%eval #-3]", "[%emt 0.5]"]);
    for notation in Notation::ALL {
        assert_eq!(read(&game.to_pgn(notation)), games, "{notation}");
    }
}

#[test]
fn lines_of_positions_are_games() {
    let text = "\u{feff}# from a session\n\nposition startpos moves h2e2 h9g7\r\n\
                Position Fen 3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 3 20 moves e1e2; id \"a; b\"; ce 12\n\
                3k5/9/9/9/9/9/9/9/4R4/4K4 w moves 车五进一\nstartpos moves h2e2 e9e7\nfen no/board\nstartpos\n";
    let games = read(text);
    let [Ok(first), Ok(second), Ok(third), Err(illegal), Err(board), Ok(last)] = &games[..] else {
        panic!("{games:?}")
    };
    assert_eq!([first, second, third].map(records::moves), ["h2e2 h9g7", "e1e2", "e1e2"]);
    assert_eq!(second.line.comment, "id \"a; b\"; ce 12");
    assert_eq!(second.start.to_fen(), "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 3 20");
    assert!(illegal.starts_with("line 6: move 1, black (ply 2): 'e9e7' is illegal"), "{illegal}");
    assert_eq!(board, "line 7: 'no/board': 2 ranks instead of ten");
    assert!(last.line.moves.is_empty());
    let error = Records::new(&b"startpos moves h2e2 e9e7"[..]).next().unwrap().unwrap_err();
    let ReadRecordError::Game(error) = error else { panic!("{error}") };
    assert_eq!(error.beginning.unwrap().line.moves.len(), 1);
}

#[test]
fn an_empty_file_has_no_games() {
    assert_eq!(read(""), []);
    assert_eq!(read("\u{feff}\n \r\n"), []);
    let utf_16: Vec<u8> =
        "\u{feff}[Red \"胡\"]\n\n炮二平五".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let game = Records::new(&*utf_16).next().unwrap().unwrap();
    assert_eq!((game.tag("Red"), game.line.moves.len()), (Some("胡"), 1));
}

#[test]
fn any_depth_of_parentheses_is_read() {
    let deep = |count: usize| format!("h2e2 {}{} h9g7 *", "(c3c4 ".repeat(count), ")".repeat(count));
    for count in [1, 49, 50, 51, 20_000] {
        let games = read(&deep(count));
        let Ok(game) = &games[0] else { panic!("{count}") };
        assert_eq!(game.line.moves.len(), 2, "{count}");
        let mut depth = 0;
        let mut line = &game.line;
        while let Some(variation) = line.moves[0].variations.first() {
            depth += 1;
            line = variation;
        }
        assert_eq!(depth, count.min(50));
        let told: Vec<_> = game.faults.iter().map(ToString::to_string).collect();
        let too_deep = ["line 1: variations are nested too deeply"];
        assert_eq!(told, too_deep[usize::from(count <= 50)..], "{count}");
        let kept = Record { faults: Vec::new(), ..game.clone() };
        assert_eq!(read(&game.to_pgn(Notation::Wxf)), [Ok(kept)], "{count}");
    }
    assert!(read(&"h2e2 (".repeat(10_000))[0].is_err());
}

proptest! {
    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        for encoding in Encoding::ALL {
            Records::with_fallback(&*bytes, Some(encoding)).for_each(drop);
        }
    }

    /// Games read from words of the right kind can be written, and are the same when read again.
    #[test]
    fn what_is_read_can_be_written(
        words in prop::collection::vec("(\\[Red \"|\"\\]|\n|[(){};%]|h2e2|c3c4|c6c5|h9g7|炮8平5|[1-3]\\.|!\\?|\\$[0-9]|1-0|x)", 0..40)
    ) {
        for game in read(&words.join(" ")).into_iter().flatten() {
            let again = read(&game.to_pgn(Notation::Wxf));
            prop_assert_eq!(again.len(), 1);
            prop_assert_eq!(&again[0].as_ref().unwrap().line.moves.len(), &game.line.moves.len());
        }
    }
}
