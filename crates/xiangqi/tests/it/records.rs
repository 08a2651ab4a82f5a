// SPDX-License-Identifier: MIT OR Apache-2.0
//! File formats of other programs: the reader finds what an independent script has written, and arbitrary
//! bytes yield errors at worst.

use crate::support::random_record::random_record;
use crate::support::records::{self, moves_of};
use proptest::prelude::*;
use std::iter;
use xiangqi::Position;
use xiangqi::notation::{Encoding, Lost, ReadRecordError, Record, Records, Variation};
use xiangqi::types::SplitMix64;

fn file(name: &str) -> Vec<u8> {
    records::file(&format!("records/{name}"))
}

/// The games of a file, with error messages, tags sorted by name.
fn read(bytes: &[u8]) -> Vec<Result<Record, String>> {
    let mut games = records::read(bytes);
    games.iter_mut().flatten().for_each(|game| game.tags.sort());
    games
}

fn only(bytes: &[u8]) -> Record {
    let [Ok(game)] = &read(bytes)[..] else { panic!("{:?}", read(bytes)) };
    game.clone()
}

fn complaint(bytes: &[u8]) -> String {
    read(bytes).remove(0).unwrap_err()
}

#[test]
fn files_of_all_formats_are_read() {
    let games = read(&file("games.pgn"));
    let [Ok(first), Ok(second)] = &games[..] else { panic!("{games:?}") };
    assert_eq!((first.line.moves.len(), second.line.moves.len()), (16, 5));
    for name in ["open.xqf", "hidden.xqf", "game.cbr"] {
        assert_eq!(&only(&file(name)), first, "{name}");
    }
    for name in ["open-end.xqf", "first-keys-end.xqf", "hidden-end.xqf"] {
        assert_eq!(&only(&file(name)), second, "{name}");
    }
    for name in ["library.cbl", "forum.ubb"] {
        assert_eq!(read(&file(name)), games, "{name}");
    }
}

#[test]
fn errors_name_the_place() {
    let changed = |name: &str, at: usize, byte: u8| {
        let mut bytes = file(name);
        bytes[at] = byte;
        complaint(&bytes)
    };
    assert_eq!(changed("open.xqf", 2, 19), "byte 2: unknown format version 19");
    assert_eq!(changed("hidden.xqf", 12, 0), "byte 12: damaged header: the keys do not add up to zero");
    assert_eq!(changed("game.cbr", 19, 3), "byte 19: unknown format version 3");
    assert_eq!(changed("game.cbr", 2124, 0x31), "byte 2124: 49 is not the code of a piece");
    assert!(changed("open.xqf", 16 + 4, 255).ends_with("invalid start position: red has no king"));
    // The first move, which follows the comment on the start: a square outside the board, and an illegal
    // move.
    let move_at = 1032 + "开局\r\n第二行".chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum::<usize>();
    assert_eq!(
        changed("open.xqf", move_at + 1, 0x1f),
        format!("byte {move_at}: move 1, red (ply 1): 'c3?' is not a move (like h2e2, C2.5 or 炮二平五)")
    );
    let illegal = format!("byte {move_at}: move 1, red (ply 1): 'c3c5' is illegal: ");
    assert!(changed("open.xqf", move_at + 1, 32 + 25).starts_with(&illegal));
    // In a library, offsets count from the start of the file: the second game follows 128 entries and two
    // slots.
    let second = 66_624 + 128 * 276 + 2 * 4096;
    let mut library = file("library.cbl");
    library[second + 19] = 9;
    assert_eq!(read(&library)[1], Err(format!("byte {}: unknown format version 9", second + 19)));

    let forum = |fields: &str| complaint(format!("\n\n[DhtmlXQ]\n{fields}[/DhtmlXQ]").as_bytes());
    assert_eq!(
        forum("[DhtmlXQ_movelist]7747704[/DhtmlXQ_movelist]"),
        "line 4: move 1, black (ply 2): '704' is not a move (like h2e2, C2.5 or 炮二平五)"
    );
    assert_eq!(
        forum("[DhtmlXQ_movelist]\n7747\n7747[/DhtmlXQ_movelist]"),
        "line 6: move 1, black (ply 2): '7747' (h2e2) is illegal: there is no piece on h2"
    );
    assert_eq!(
        forum("[DhtmlXQ_binit]12[/DhtmlXQ_binit]"),
        "line 4: unexpected '12'; lines 1 to 4 are not read"
    );
    assert!(forum("[DhtmlXQ_fen]x[/DhtmlXQ_fen]").starts_with("line 4: 'x': "));
}

#[test]
fn unknown_files_are_rejected() {
    assert_eq!(complaint(b"\x7fELF\0\0"), "not a file of games in a known format");
    assert_eq!(
        complaint(b"XQuartz"),
        "line 1: move 1, red (ply 1): 'XQuartz' is not a move (like h2e2, C2.5 or 炮二平五)"
    );
}

#[test]
fn a_variation_that_cannot_be_played_is_kept_as_a_comment() {
    // The last move in a variation, h0g2, becomes one from the empty square h1.
    let mut bytes = file("open.xqf");
    let moved = bytes.windows(2).rposition(|squares| squares == [70 + 24, 62 + 32]).unwrap();
    assert!(moved > 1024);
    let games: Vec<_> = [0, 1]
        .map(|byte| {
            bytes[moved] = 70 + 24 + byte;
            only(&bytes)
        })
        .into();
    assert_ne!(games[0], games[1]);
    assert_eq!(games[0].line.moves.len(), games[1].line.moves.len());
    assert!(format!("{:?}", games[1]).contains("(h1g2)"), "{:?}", games[1]);

    let forum = "[DhtmlXQ][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][DhtmlXQ_move_0_1_1]26257025[/DhtmlXQ_move_0_1_1]
        [DhtmlXQ_move_0_9_2]7967[/DhtmlXQ_move_0_9_2][/DhtmlXQ]";
    let game = only(forum.as_bytes());
    assert_eq!(game.line.comment, "(move_0_9_2 7967)");
    assert_eq!(game.line.moves[0].variations[0].moves[0].comment, "(7025)");
}

/// A file in XQF 1.0 from the start position. Of each move the end says what else there is: `>` moves that
/// follow, `|` alternatives to it.
fn open_xqf(moves: &[&str]) -> Vec<u8> {
    let mut bytes = file("open.xqf")[..1024].to_vec();
    bytes.extend(*b"\x18\x20\xf0\xff\0\0\0\0");
    for text in moves {
        let (mv, comment) = text.trim_end_matches(['>', '|']).split_once(' ').unwrap_or((&text[..4], ""));
        let square = |at: usize| (mv.as_bytes()[at] - b'a') * 10 + mv.as_bytes()[at + 1] - b'0';
        let marks = (0xf0 * u8::from(text.contains('>'))) | (0x0f * u8::from(text.contains('|')));
        bytes.extend([square(0) + 0x18, square(2) + 0x20, marks, 0, u8::try_from(comment.len()).unwrap()]);
        bytes.extend([0; 3]);
        bytes.extend(comment.as_bytes());
    }
    bytes
}

/// The faults of a record without the reasons.
fn faults(record: &Record) -> Vec<String> {
    let told = record.faults.iter().map(ToString::to_string);
    told.map(|fault| fault.split(" is illegal").next().unwrap().to_owned()).collect()
}

#[test]
fn all_branches_behind_an_illegal_move_are_kept() {
    let moves = [
        "h2e2>|",
        "h9g7",
        "c3c4>",
        "c4c5 two by red>|",
        "h9g7 one>|",
        "i0i1>|",
        "c6c5",
        "i0i2",
        "b9c7 other>|",
        "b0c2",
        "h7e7",
        "b9a7>",
        "g3g4",
    ];
    let game = only(&open_xqf(&moves));
    assert_eq!(moves_of(&game.line), "h2e2 h9g7");
    let variation = &game.line.moves[0].variations[0];
    assert_eq!(
        moves_of(variation),
        "c3c4 b9a7 g3g4",
        "an alternative to the illegal move continues the line"
    );
    let text = "(c4c5 two by red h9g7 one (b9c7 other b0c2) (h7e7) i0i1 (i0i2) c6c5)";
    assert_eq!(variation.moves[0].comment, text);
    assert_eq!(faults(&game), ["byte 1056: move 1, black (ply 2): 'c4c5'"]);

    // Illegal from the first move on; the next alternative is read.
    let game = only(&open_xqf(&["h2e2|", "c3c5>|", "h9g7|", "b9c7", "g3g4"]));
    assert_eq!(game.line.moves[0].comment, "(c3c5 h9g7 (b9c7))");
    assert_eq!((moves_of(&game.line.moves[0].variations[0]).as_str(), game.faults.len()), ("g3g4", 1));

    // In the game itself: the alternatives to earlier moves are read.
    let bytes = open_xqf(&["h2e2>|", "h2e2>|", "h9g7|", "b9c7", "b9c7>", "b0c2", "c3c4>|", "c6c5", "g3g4"]);
    let Some(Err(ReadRecordError::Game(error))) = Records::new(&bytes[..]).next() else { panic!() };
    let beginning = error.beginning.as_ref().unwrap();
    assert!(error.to_string().starts_with("byte 1040: move 1, black (ply 2): 'h2e2' is illegal"), "{error}");
    assert_eq!(beginning.line.moves[0].comment, "(h2e2 h9g7 (b9c7))\n(b9c7 b0c2)");
    let variations: Vec<_> = beginning.line.moves[0].variations.iter().map(moves_of).collect();
    assert_eq!(
        (variations.as_slice(), beginning.faults.len()),
        (&["c3c4 c6c5".into(), "g3g4".into()][..], 0)
    );

    // The same in the other formats with variations.
    let forum =
        "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][DhtmlXQ_move_0_1_1]262525247967[/DhtmlXQ_move_0_1_1]
        [DhtmlXQ_comment1_3]three[/DhtmlXQ_comment1_3][DhtmlXQ_move_1_3_2]7967[/DhtmlXQ_move_1_3_2]
        [DhtmlXQ_move_1_2_3]70627967[/DhtmlXQ_move_1_2_3][DhtmlXQ_move_1_2_4]2324[/DhtmlXQ_move_1_2_4]";
    let game = only(forum.as_bytes());
    let variation = &game.line.moves[0].variations[0];
    assert_eq!(
        (moves_of(variation).as_str(), game.line.comment.as_str()),
        ("c3c4 h9g7 h0g2", "(move_1_3_2 7967)")
    );
    assert_eq!(
        (variation.moves[0].comment.as_str(), variation.moves[1].variations.len()),
        ("(2524 7967 three)", 1)
    );
    assert_eq!(faults(&game), ["line 1: move 1, black (ply 2): '2524' (c4c5)"]);

    let pfc = "<n version='2'>\n<n m='h2e2'/><n m='c3c4'>\n<n m='c4c5'><n m='h9g7' c='one'><n m='i0i1'/></n><n m='b9c7'/></n>
        <n m='h9g7'><n m='h0g2'/></n></n></n>";
    let game = only(pfc.as_bytes());
    let variation = &game.line.moves[0].variations[0];
    assert_eq!(moves_of(variation), "c3c4 h9g7 h0g2");
    assert_eq!(variation.moves[0].comment, "(c4c5 h9g7 one (b9c7) i0i1)");
    assert_eq!(faults(&game), ["line 3: move 1, black (ply 2): 'c4c5'"]);
}

#[test]
fn no_depth_of_an_illegal_part_is_too_much() {
    let mut moves = vec!["h2e2|", "c3c5>"];
    moves.extend(iter::repeat_n("h9g7>|", 100_000));
    moves.extend(iter::repeat_n("b9c7", 100_001));
    let game = only(&open_xqf(&moves));
    assert_eq!(game.line.moves[0].comment.matches("(b9c7)").count(), 100_000);
    // Variations in variations, more than are read as such.
    let mut moves = vec!["a0a1|"];
    moves.extend(["i0i1>", "a9a8|", "i9i8>", "a0a1|", "i1i0>", "a9a8|", "i8i9>", "a0a1|"].repeat(20));
    moves.push("g3g4");
    let game = only(&open_xqf(&moves));
    let faults: Vec<_> = game.faults.iter().map(ToString::to_string).collect();
    assert_eq!(faults, ["byte 1840: variations are nested too deeply"]);
    let text = game.to_string();
    assert!(text.contains("{(i1i0 a9a8 (i8i9 a0a1 (i0i1 "), "{text}");
    assert!(text.contains(" a0a1 (g3g4))))"), "{text}");
}

#[test]
fn forum_text_is_found_in_web_pages_and_in_all_dialects() {
    let page = "<html><body>\r\n<div id='dhtmlxq_view'>[DhtmlXQHTML]\r\n
        [DhtmlXQ_init]500,350[/DhtmlXQ_init]<br>[DhtmlXQ_title]\\u70ae[/DhtmlXQ_title]
        [DhtmlXQ_red]成都 甲[/DhtmlXQ_red][DhtmlXQ_redname]甲[/DhtmlXQ_redname][DhtmlXQ_blacktime][/DhtmlXQ_time]
        [DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][DhtmlXQ_result]紅勝[/DhtmlXQ_result]
        [DhtmlXQ_comment0_1]a||b[/DhtmlXQ_comment0_1][/DhtmlXQHTML]</div> [ ] 着法
        <iframe name='[DhtmlXQiFrame][DhtmlXQ_fen]4k4/9/9/9/9/9/9/9/9/3K5 b[/DhtmlXQ_fen][/DhtmlXQiFrame]'>
        [DhtmlXQ_movelist]2625[/DhtmlXQ_movelist]";
    let games: Vec<_> = read(page.as_bytes()).into_iter().map(Result::unwrap).collect();
    let [first, second, third] = &games[..] else { panic!("{games:?}") };
    assert_eq!((first.tag("Title"), first.tag("Red"), first.tags.len()), (Some("炮"), Some("甲"), 2));
    assert_eq!((first.result.to_string(), first.line.moves[0].comment.as_str()), ("1-0".into(), "a\nb"));
    assert_eq!(second.start.to_fen(), "4k4/9/9/9/9/9/9/9/9/3K5 b - - 0 1");
    assert_eq!(third.line.moves[0].mv.to_string(), "c3c4");
}

/// The part of a line that forum text can express.
fn kept(line: &mut Variation, is_game: bool) {
    for recorded in &mut line.moves {
        recorded.glyphs.clear();
        recorded.variations.iter_mut().for_each(|variation| kept(variation, false));
        recorded.variations.retain(|variation| !variation.moves.is_empty());
    }
    if let (false, Some(first)) = (is_game, line.moves.first_mut()) {
        first.variations.clear();
        let comment = format!("{}\n{}", line.comment, first.comment);
        comment.trim().clone_into(&mut first.comment);
        line.comment.clear();
    }
}

#[test]
fn forum_text_is_read_back() {
    let mut rng = SplitMix64::new(23);
    for _ in 0..200 {
        let mut record = random_record(&mut rng);
        record.tags = [("Black", "乙"), ("Date", "2024.02.29"), ("Event", "[x] \"y\""), ("RedElo", "2500")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .to_vec();
        let complete = only(record.to_dhtmlxq().as_bytes());
        kept(&mut record.line, true);
        assert_eq!(only(record.to_dhtmlxq().as_bytes()), record);
        assert_eq!(only(complete.to_dhtmlxq().as_bytes()), complete);
    }
}

/// A record without what XQF has no place for.
fn kept_in_xqf(record: &Record) -> Record {
    fn line(variation: &mut Variation, is_game: bool) {
        for recorded in &mut variation.moves {
            recorded.glyphs.clear();
            for mut inner in core::mem::take(&mut recorded.variations) {
                line(&mut inner, false);
                let further = inner.moves.first_mut().map(|first| core::mem::take(&mut first.variations));
                recorded.add_variation(inner);
                recorded.variations.extend(further.into_iter().flatten());
            }
        }
        if let (false, Some(first)) = (is_game, variation.moves.first_mut()) {
            let comment = format!("{}\n{}", variation.comment, first.comment);
            comment.trim().clone_into(&mut first.comment);
            variation.comment.clear();
        }
    }
    let mut record = record.clone();
    line(&mut record.line, true);
    record.start = Position::from_fen(record.start.to_fen().rsplitn(3, ' ').last().unwrap()).unwrap();
    record.faults.clear();
    record.tags.sort();
    record
}

#[test]
fn games_are_written_as_xqf_and_read_back() {
    let written = |record: &Record| {
        let file = record.to_xqf(Encoding::Gbk).unwrap();
        let read = Records::with_fallback(&file.bytes[..], Some(Encoding::Gbk)).next().unwrap();
        let mut read = read.unwrap_or_else(|error| panic!("{error}: {record}"));
        read.tags.sort();
        read
    };
    let mut rng = SplitMix64::new(29);
    for _ in 0..300 {
        let mut record = random_record(&mut rng);
        record.tags = [("Black", "乙"), ("Date", "2024.02.29"), ("Event", "全国\"赛\""), ("Annotator", "丙")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .to_vec();
        assert_eq!(written(&record), kept_in_xqf(&record));
    }
    // All samples: what is lost is named.
    let mut games = 0;
    for record in records::all_samples() {
        let file = record.to_xqf(Encoding::Gbk).unwrap();
        let mut expected = kept_in_xqf(&record);
        expected.tags.retain(|(name, value)| !value.is_empty() && !file.lost.tags.contains(name));
        let mut read = written(&record);
        for game in [&mut read, &mut expected] {
            game.tags.retain(|(name, _)| !file.lost.cut.contains(name));
        }
        if file.lost.characters == 0 {
            assert_eq!(read, expected);
            games += 1;
        }
    }
    assert!(games > 40, "{games}");
}

#[test]
fn what_xqf_cannot_hold_is_named() {
    let text = "[Red \"一二三四五六七八\"]\n[ECCO \"A00\"]\n[Black \"♜x\"]\n\n1. h2e2! {♜ 好} *";
    let record = only(text.as_bytes());
    let file = record.to_xqf(Encoding::Gbk).unwrap();
    let (tags, cut) = (["ECCO".to_owned()].into(), ["Red".to_owned()].into());
    assert_eq!(file.lost, Lost { tags, cut, characters: 2, glyphs: 1, ..Lost::default() });
    let read = only(&file.bytes);
    assert_eq!((read.tag("Red"), read.tag("Black")), (Some("一二三四五六七"), Some("?x")));
    assert_eq!(read.line.moves[0].comment, "? 好");
    // In Big5 as well; the side to move is kept without moves.
    let traditional = only("[Red \"趙國榮\"]\n[FEN \"3k5/9/9/9/9/9/9/9/4R4/4K4 b - - 3 9\"]\n\n*".as_bytes());
    let file = traditional.to_xqf(Encoding::Big5).unwrap();
    assert_eq!(file.lost, Lost { counters: 1, ..Lost::default() });
    let read = only(&file.bytes);
    assert_eq!(
        (read.tag("Red"), read.start.to_fen().as_str()),
        (Some("趙國榮"), "3k5/9/9/9/9/9/9/9/4R4/4K4 b - - 0 1")
    );
    let many = only(b"[DhtmlXQ_fen]3k5/9/9/9/9/9/9/RRR6/9/4K4 b[/DhtmlXQ_fen]");
    assert!(many.to_xqf(Encoding::Gbk).is_none());
}

#[test]
fn more_pieces_of_a_kind_than_a_game_begins_with_are_written() {
    let mut record = only(b"[DhtmlXQ_fen]3k5/9/9/9/9/9/9/RRR6/9/4K4 b[/DhtmlXQ_fen]");
    record.line.comment = "[/DhtmlXQ_comment0] [DhtmlXQ_movelist]".to_owned();
    let read = only(record.to_dhtmlxq().as_bytes());
    assert_eq!((&read.start, read.line.moves.len()), (&record.start, 0));
    assert_eq!(read.line.comment, "［/DhtmlXQ_comment0] ［DhtmlXQ_movelist]");
}

const FILES: [&str; 7] =
    ["open.xqf", "hidden.xqf", "open-end.xqf", "hidden-end.xqf", "game.cbr", "library.cbl", "forum.ubb"];

#[test]
fn files_that_end_early_are_errors() {
    for name in FILES {
        let bytes = file(name);
        let step = if bytes.len() > 10_000 { 97 } else { 1 };
        for length in (0..bytes.len()).step_by(step) {
            let games = read(&bytes[..length]);
            for game in games.iter().filter(|_| name.ends_with("xqf") && length > 16) {
                match game {
                    Err(error) => assert!(error.ends_with("in the middle of a game"), "{error}"),
                    // Only the size of the last comment is missing, or the file looks like a diagram.
                    Ok(game) if game.line.moves.is_empty() => assert!(name.starts_with("open"), "{name}"),
                    Ok(game) => {
                        assert_eq!(moves_of(&game.line), moves_of(&only(&bytes).line), "{name} {length}");
                    }
                }
            }
            // A truncated file never yields more than the whole one.
            assert!(games.iter().flatten().count() <= 2, "{name} {length}");
        }
    }
}

#[test]
fn nul_in_a_text_is_read_as_a_space() {
    // It stands behind the beginning by which a text is known.
    let text = format!("[Event \"{}\"]\n\n{{a\0b}} 1. h2e2 *\n", "x".repeat(600));
    let read = |text: &str| Records::new(text.as_bytes()).next().unwrap().unwrap();
    let game = read(&text);
    assert_eq!((game.line.comment.as_str(), read(&game.to_string())), ("a b", game.clone()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn no_bytes_make_the_readers_panic(
        mark in prop::sample::select(vec![&b"XQ\x0a"[..], b"XQ\x12", b"CCBridge Record\0", b"CCBridgeLibrary\0", b"[DhtmlXQ_"]),
        bytes in prop::collection::vec(any::<u8>(), 0..3000)
    ) {
        Records::new(&*[mark, &bytes].concat()).for_each(drop);
    }

    #[test]
    fn no_changed_byte_makes_the_readers_panic(
        name in prop::sample::select(vec![
            "records/open.xqf", "records/hidden.xqf", "records/open-end.xqf", "records/hidden-end.xqf",
            "records/game.cbr", "records/library.cbl", "records/forum.ubb", "found/page.html", "found/old.cbr",
            "found/diagram.xqf", "found/headed.txt", "found/game.cbf", "found/game.pfc", "found/big5.xqf",
            "found/xboard.pgn", "found/old.cbl", "found/old-plain.cbl", "found/game.mxq"
        ]),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20)
    ) {
        let mut bytes = records::file(name);
        let length = bytes.len();
        for (at, byte) in changes {
            bytes[at.index(length)] = byte;
        }
        for game in Records::new(&*bytes).flatten() {
            prop_assert!(Records::new(game.to_string().as_bytes()).all(|game| game.is_ok()));
            Records::new(game.to_dhtmlxq().as_bytes()).for_each(drop);
        }
    }

    /// Valid words in any order.
    #[test]
    fn forum_text_of_any_order_is_read(
        words in prop::collection::vec(
            "\\[(/?)DhtmlXQ(HTML|_move_[0-3]_[1-3]_[0-3]|_movelist|_comment[0-3]|_binit|_fen|)\\]|7747|7062|7967|8070|\\\\u|\\|\\|",
            0..60
        )
    ) {
        for game in read(words.concat().as_bytes()).into_iter().flatten() {
            prop_assert_eq!(read(game.to_dhtmlxq().as_bytes()).len(), 1);
        }
    }
}
