// SPDX-License-Identifier: MIT OR Apache-2.0
//! Game files as they are met: damaged, incomplete, from other programs. The samples in
//! `positions/notation/found` were written by hand or by `tests/oracle/found.py`; none comes from elsewhere.

use crate::support::records::{self, moves, moves_of, read};
use xiangqi::notation::{Encoding, GameResult, Lost, ReadRecordError, Record, Records};

fn file(name: &str) -> Vec<u8> {
    records::file(&format!("found/{name}"))
}

/// The games of a sample.
fn games(name: &str) -> Vec<Record> {
    read(&file(name)).into_iter().collect::<Result<_, _>>().unwrap()
}

fn tags<const N: usize>(record: &Record, names: [&str; N]) -> [Option<String>; N] {
    names.map(|name| record.tag(name).map(str::to_owned))
}

fn some<const N: usize>(texts: [&str; N]) -> [Option<String>; N] {
    texts.map(|text| Some(text.to_owned()))
}

const NO_GAME: &str = "line 1: neither tags nor moves: not a game in a known format";

#[test]
fn an_unknown_text_is_an_error() {
    for text in ["*", "1-0\n", "1. 2. 3.", "{a remark}", "; a remark", "% a remark", "0 1 2 3 4 5\n"] {
        assert_eq!(read(text.as_bytes()), [Err(NO_GAME.to_owned())], "{text}");
    }
    let lines = file("numbers.che").trim_ascii_end().split(|&byte| byte == b'\n').count();
    assert_eq!(read(&file("numbers.che")), [Err(format!("{NO_GAME}; lines 1 to {lines} are not read"))]);
    let list = "'77477062796770726665' is not a move (like h2e2, C2.5 or 炮二平五)";
    let list = format!("line 1: move 1, red (ply 1): {list}");
    assert_eq!(read(&file("moves.txt")), [Err(list)]);
    assert!(read(b"[Red \"x\"]\n\n7747706279677072\n")[0].is_err(), "a list of squares behind a tag");
    assert_eq!(read(b"").len(), 0);
    // Neither fields without a meaning nor what only looks like a field make a game.
    assert_eq!(read(b"[DhtmlXQ_init]500,350[/DhtmlXQ_init]"), [Err(NO_GAME.to_owned())]);
    assert!(read(b"[DhtmlXQ_ no field")[0].is_err());
}

#[test]
fn a_file_that_begins_with_a_tag_is_pgn() {
    let marks = ["[DhtmlXQ][DhtmlXQ_title]x[/DhtmlXQ_title]", "<?xml version='1.0'?><ccbridge>", "标题: x"];
    for mark in marks {
        for (bom, tag, comment) in [("", mark, "a"), ("\u{feff}", "a", mark), ("\n% a remark\n", mark, mark)]
        {
            let text = format!("{bom}[Event \"{tag}\"]\n\n{{{comment}}} 1. h2e2 {{{comment}}} *\n");
            let [Ok(game)] = &read(text.as_bytes())[..] else { panic!("{text}") };
            assert_eq!((tags(game, ["Event"]), moves(game)), (some([tag]), "h2e2".to_owned()), "{text}");
        }
    }
}

#[test]
fn moves_in_the_script_of_a_web_page_are_read() {
    let games = games("page.html");
    let [first, second] = &games[..] else { panic!("{games:?}") };
    assert_eq!((tags(first, ["Title", "Red", "Black"]), first.result.to_string().as_str()), {
        ([Some("甲 胜 乙".to_owned()), Some("甲".to_owned()), None], "1-0")
    });
    assert_eq!(moves(first), "h2e2 h9g7 h0g2");
    assert_eq!(first.line.moves[1].comment, "屏风马");
    assert_eq!(first.line.moves[1].variations[0].moves[0].mv.to_string(), "h7e7");
    assert_eq!((tags(second, ["Title"]), moves(second)), (some(["第二局"]), "h2e2".to_owned()));
}

#[test]
fn a_list_that_is_not_closed_is_read() {
    let games = games("unclosed.ubb");
    let [game] = &games[..] else { panic!("{games:?}") };
    assert_eq!(game.start.to_fen(), "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1");
    assert_eq!(tags(game, ["Title", "Event"]), some(["残局", "第一届"]));
    assert_eq!((moves(game), game.tag("Annotator")), ("e0e1".to_owned(), Some("编者")));
}

#[test]
fn games_without_moves_do_not_merge() {
    let games = games("headers.pgn");
    let players = games.iter().map(|game| tags(game, ["Event", "Red", "Black"])).collect::<Vec<_>>();
    assert_eq!(players, [some(["Cup", "a", "b"]), some(["Cup", "c", "d"]), some(["Cup", "e", "f"])]);
    let results = games.iter().map(|game| game.result.to_string()).collect::<Vec<_>>();
    assert_eq!((results.join(" "), games[2].line.moves.len()), ("1-0 0-1 *".to_owned(), 1));
    // Without a blank line a tag may repeat.
    assert_eq!(read(b"[Red \"a\"]\n[Red \"b\"]\n\n1. h2e2").len(), 1);
}

#[test]
fn the_plies_before_an_illegal_move_are_kept() {
    let file = file("illegal.pgn");
    let errors = Records::new(&file[..]).map(|game| match game {
        Err(ReadRecordError::Game(error)) => error,
        game => panic!("{game:?}"),
    });
    let errors: Vec<_> = errors.collect();
    let kept: Vec<_> = errors.iter().map(|error| error.beginning.as_ref().unwrap()).collect();
    assert_eq!(moves(kept[0]), "h2e2 h9g7 e2e6");
    assert_eq!(
        (kept[0].result, kept[0].line.moves[1].comment.as_str()),
        (GameResult::RedWins, "the usual horse")
    );
    assert_eq!(moves(kept[1]), "h2e2 h9g7 e2e6 b9c7 e6f6 a9b9");
    assert_eq!(moves(kept[2]), "");
    let error = errors[0].to_string();
    assert!(error.starts_with("line 4: move 2, black (ply 4): '士4进5' (d9e8) is illegal: "), "{error}");
    assert!(error.ends_with("; lines 4 to 5 are not read"), "{error}");
    let error = errors[1].to_string();
    assert!(error.starts_with("line 9: move 4, red (ply 7): 'C4+3' (f6f9) is illegal: "), "{error}");
}

#[test]
fn dates_are_kept_as_written_unless_they_are_clean() {
    let dates =
        games("dates.ubb").iter().map(|game| game.tag("Date").unwrap().to_owned()).collect::<Vec<_>>();
    let unclean = ["2003.5", "公元1997年11月16日", "1999-13-05", "1997.11.16 第3轮", "????.??.??"];
    assert_eq!(dates, [&["1999.01.05", "1997.11.16"], &unclean[..]].concat());
    for (game, date) in games("dates.ubb").iter().zip(dates) {
        assert_eq!(read(game.to_dhtmlxq().as_bytes())[0].as_ref().unwrap().tag("Date"), Some(&*date));
    }
}

#[test]
fn half_a_character_at_the_end_of_a_field_is_left_out() {
    let [Ok(game)] = &read(&file("cut.xqf"))[..] else { panic!("not read") };
    assert_eq!(tags(game, ["Red", "Black"]), some(["象棋大师许银川", "特级大师吕钦先"]));
    for name in ["cut.ubb", "cut.pgn"] {
        let games = games(name);
        assert_eq!(tags(&games[0], ["Red"]), some(["许银川先"]), "{name}");
        assert_eq!((moves(&games[0]), games.len()), ("h2e2".to_owned(), 1), "{name}");
    }
}

#[test]
fn what_dhtmlxq_cannot_hold_is_named() {
    let game = games("marks.pgn").remove(0);
    let lost = ["ECCO", "Variation"].map(str::to_owned).into();
    assert_eq!(game.lost_in_dhtmlxq(), Lost { tags: lost, glyphs: 4, ..Lost::default() });
    let kept = read(game.to_dhtmlxq().as_bytes()).remove(0).unwrap();
    assert_eq!(tags(&kept, ["Event", "Referee", "RedTime"]), some(["Cup", "x", "30 min"]));
    assert_eq!((kept.lost_in_dhtmlxq(), kept.line.moves[0].comment.as_str()), (Lost::default(), "good"));
}

#[test]
fn san_is_read_with_ranks_from_zero_or_one() {
    let game = "h2e2 h9g7 h0g2 i9h9 i0h0 c6c5 b0c2 c5c4 c3c4 b7e7 c4c5 h7i7 c5d5 e6e5 d5e5 b9c7 h0h9 g7h9";
    let xboard = &games("xboard.pgn")[0];
    assert_eq!(moves(xboard), game);
    assert_eq!((xboard.tag("Red"), xboard.line.moves[1].comment.as_str()), (Some("chuhe"), "-0.13/17 1.0"));
    // The rank before the destination makes it look like coordinates.
    let advisors = read(b"[FEN \"3k5/9/9/9/9/9/9/3A5/9/3AK4 w\"]\n\n1. A2e1 Ke9 2. A0d2").remove(0);
    assert!(advisors.is_err_and(|error| error.contains("'A0d2'")));
    let advisors = read(b"[FEN \"3k5/9/9/9/9/9/9/3A5/9/3AK4 w\"]\n\n1. A2e1 Kd8 2. A1d2").remove(0);
    assert_eq!(moves(&advisors.unwrap()), "d2e1 d9d8 e1d2");
    let games: Vec<_> = games("pychess.pgn").iter().map(moves).collect();
    assert_eq!(games, [game, game, "h2e2 b9c7 b0c2", "h2e2 h9g7 h0g2 i9h9"]);
}

#[test]
fn errors_in_san_say_why() {
    for (text, problem) in [
        ("1. Hd1", "'Hd1' (b0d1) is illegal: blocked leg: the piece on c0 blocks the horse"),
        ("1. Haxc2", "'Haxc2' is illegal: red has no such horse"),
        ("1. d5", "'d5' is illegal: red has no such pawn"),
        ("1. e7", "'e7' is illegal: a pawn moves one square forward, beyond the river also sideways"),
        ("1. Ce2", "'Ce2' is ambiguous here: b2e2 or h2e2"),
        ("1. Che22", "'Che22' is not a move (like h2e2, C2.5 or 炮二平五)"),
    ] {
        let complaint = read(text.as_bytes()).remove(0).unwrap_err();
        assert_eq!(complaint, format!("line 1: move 1, red (ply 1): {problem}"));
    }
}

#[test]
fn full_width_letters_and_numbers_of_pawns_are_read() {
    assert_eq!(moves(&games("wide.pgn")[0]), "h2e2 h9g7 h0g2 i9h9");
    assert_eq!(games("wide.pgn")[0].line.moves[3].glyphs, [1]);
    assert_eq!(moves(&games("tandem.pgn")[0]), "e6f6 d9e8 c5b5 e9f9");
}

#[test]
fn big5_is_recognised() {
    for (name, expected) in [
        ("big5.pgn", vec![("Red", "趙國榮"), ("Black", "呂欽")]),
        ("big5.xqf", vec![("Title", "全國象棋個人賽"), ("Red", "趙國榮"), ("Black", "呂欽")]),
        ("big5.ubb", vec![("Title", "第一屆「五羊杯」"), ("Red", "許銀川")]),
        ("utf8.pgn", vec![("Event", "全国象棋个人赛"), ("Red", "许银川先"), ("Black", "吕钦")]),
    ] {
        let game = games(name).remove(0);
        let expected: Vec<_> =
            expected.into_iter().map(|(tag, text)| (tag.to_owned(), text.to_owned())).collect();
        assert_eq!(game.tags, expected, "{name}");
    }
    assert_eq!(games("big5.pgn")[0].line.moves[0].comment, "當頭炮");
    assert_eq!(games("big5.xqf")[0].line.moves[1].comment, "屏風馬");
    // Moves decide if the names do not.
    let (moves, _) = Encoding::Big5.encode("[Red \"甲\"]\n\n1. 炮二平五 馬８進７");
    assert_eq!(read(&moves)[0].as_ref().unwrap().line.moves.len(), 2);
}

#[test]
fn an_error_in_a_guessed_encoding_names_the_option() {
    let (bytes, _) = Encoding::Gbk.encode("[Red \"许银川\"]\n\n1. 炮二平五 马８进８");
    let complaint = read(&bytes).remove(0).unwrap_err();
    assert!(complaint.ends_with(" (read as gbk; for another encoding see --input-encoding)"), "{complaint}");
    let named = Records::with_fallback(&bytes[..], Some(Encoding::Gbk)).next().unwrap().unwrap_err();
    assert_eq!(complaint.split(" (read as").next().unwrap(), named.to_string());
}

#[test]
fn diagrams_without_moves_are_read() {
    for (name, comment) in [("diagram.xqf", "红先胜"), ("bare.xqf", "")] {
        let game = games(name).remove(0);
        assert_eq!(game.start.to_fen(), "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1", "{name}");
        assert_eq!((tags(&game, ["Title"]), game.line.comment.as_str()), (some(["残局"]), comment), "{name}");
        assert!(game.line.moves.is_empty(), "{name}");
    }
}

#[test]
fn the_first_version_of_cbr_is_read() {
    let sorted = |mut game: Record| {
        game.tags.sort();
        game
    };
    let expected = sorted(read(&records::file("records/games.pgn")).remove(0).unwrap());
    for name in ["old.cbr", "old-2.cbr"] {
        assert_eq!(sorted(games(name).remove(0)), expected, "{name}");
        let bytes = file(name);
        assert!(
            read(&bytes[..1900])[0].as_ref().is_err_and(|error| error.contains("in the middle")),
            "{name}"
        );
    }
}

#[test]
fn old_libraries_are_read() {
    let mut expected =
        read(&records::file("records/games.pgn")).into_iter().map(Result::unwrap).collect::<Vec<_>>();
    for game in &mut expected {
        game.tags.retain(|(name, _)| name != "TimeControl");
        game.tags.sort();
    }
    for name in ["old.cbl", "old-plain.cbl"] {
        let mut found = games(name);
        for game in &mut found {
            game.tags.sort();
        }
        assert_eq!(found, expected, "{name}");
        // Cut at any place, it gives the games before and an error.
        let bytes = file(name);
        for end in (12..bytes.len()).step_by(7).filter(|&end| bytes.len() - end > 8) {
            let cut = read(&bytes[..end]);
            assert!(cut.last().is_some_and(Result::is_err), "{name}, {end}");
            assert_eq!(cut.iter().filter(|game| game.is_err()).count(), 1, "{name}, {end}");
        }
    }
    // A number of games that the file does not hold.
    let mut many = file("old-plain.cbl");
    let count = many
        .windows(4)
        .position(|four| four == u32::try_from(expected.len()).unwrap().to_le_bytes())
        .unwrap();
    many[count..count + 4].fill(0xff);
    let many = read(&many);
    assert_eq!((many.len(), many.iter().filter(|game| game.is_err()).count()), (expected.len() + 1, 1));
    let damaged = [&file("old.cbl")[..20], &[0xff; 100]].concat();
    assert_eq!(read(&damaged).pop().unwrap().unwrap_err(), "damaged compressed data");
    // A size of gigabytes is not reserved.
    let mut endless = file("old-plain.cbl")[..20].to_vec();
    endless.extend([0xff; 100]);
    assert_eq!(read(&endless).pop().unwrap().unwrap_err(), "byte 24: the game is longer than 16 MiB");
}

#[test]
fn games_of_a_server_are_read() {
    let game = games("game.mxq").remove(0);
    let names = ["Event", "Date", "Site", "Red", "RedElo", "Black", "BlackElo"];
    assert_eq!(tags(&game, names), {
        some(["甲-负-乙", "2004.01.02", "弈天", "甲", "1500", "乙", "1600"])
    });
    assert_eq!((moves(&game), game.result), ("h2e2 h9g7 h0g2".to_owned(), GameResult::BlackWins));
    assert_eq!(game.line.comment, "好局");
    // The end is missing, and a piece may not move like that.
    let bytes = file("game.mxq");
    let cut = read(&bytes[..bytes.len() - 5]).remove(0).unwrap_err();
    assert!(cut.ends_with("the file ends in the middle of a game"), "{cut}");
    let mut wrong = bytes;
    let at = wrong.windows(5).position(|text| text == b"7J-6H").unwrap();
    wrong[at + 4] = b'G';
    let wrong = read(&wrong).remove(0).unwrap_err();
    assert!(wrong.contains("move 1, black (ply 2): 'h9g6' is illegal"), "{wrong}");
}

#[test]
fn texts_with_lines_for_tags_are_read() {
    let text = String::from_utf8(file("headed.txt")).unwrap();
    let (gbk, _) = Encoding::Gbk.encode(&text);
    for bytes in [text.as_bytes(), &gbk] {
        let games: Vec<_> = read(bytes).into_iter().map(Result::unwrap).collect();
        let [first, second] = &games[..] else { panic!("{games:?}") };
        let names = ["Title", "Category", "Round", "Opening", "RedTeam", "Red", "Black", "Date"];
        let expected = [
            "甲队 张三 先胜 乙队 李四",
            "全国赛",
            "第01轮",
            "E00 仙人指路",
            "甲队",
            "张三",
            "李四",
            "2023.12.03",
        ];
        assert_eq!((tags(first, names), first.tag("Site")), (some(expected), None));
        assert_eq!((moves(first), first.result), ("c3c4 g6g5 b0c2 h9g7".to_owned(), GameResult::RedWins));
        assert!(first.line.comment.starts_with("第3局\n【变1: 和棋】\n"), "{}", first.line.comment);
        assert_eq!((tags(second, ["Title"]), second.result), (some(["残局"]), GameResult::Draw));
        assert_eq!((moves(second), second.start.to_fen()), {
            ("d9d8".to_owned(), "3k5/9/9/9/9/9/9/9/4R4/4K4 b - - 0 1".to_owned())
        });
    }
    let wrong = read("标题: x\n\n1. 炮二平五 马8进8\n".as_bytes()).remove(0).unwrap_err();
    assert!(wrong.starts_with("line 3: move 1, black (ply 2): '马8进8' is illegal"), "{wrong}");
    let wrong = read("标题: x\n初始局面: y\n".as_bytes()).remove(0).unwrap_err();
    assert!(wrong.starts_with("line 2: 'y': "), "{wrong}");
}

#[test]
fn xml_files_are_read() {
    let game = games("game.cbf").remove(0);
    assert_eq!(tags(&game, ["Title", "Event", "Date", "Red", "Black"]), {
        some(["甲 & 乙", "全国赛", "2023.12.03", "甲", "乙"])
    });
    assert_eq!((moves(&game), game.result), ("h2e2 h9g7 h0g2".to_owned(), GameResult::BlackWins));
    assert_eq!((game.line.comment.as_str(), game.line.moves[1].comment.as_str()), ("开局 26-25", "屏风马"));

    let game = games("game.pfc").remove(0);
    assert_eq!(tags(&game, ["Title", "Red", "Black", "Date"]), some(["甲 < 乙", "甲", "乙", "2023.12.03"]));
    assert_eq!((moves(&game), game.result), ("h2e2 h9g7 h0g2".to_owned(), GameResult::RedWins));
    assert_eq!((game.line.comment.as_str(), game.line.moves[1].comment.as_str()), ("开局", "屏风马\n好棋"));
    let variation = |index: usize| {
        let [variation] = &game.line.moves[index].variations[..] else { panic!("{game:?}") };
        moves_of(variation)
    };
    assert_eq!([variation(0), variation(1)], ["g3g4 c6c5", "h7e7 h0g2 h9g7"]);
    assert_eq!(game.line.moves[0].variations[0].moves[1].comment, "(c6c7)");

    for (text, problem) in [
        ("<ChineseChessRecord>\n<Move value='7747'/>", "line 2: move 1, red (ply 1): '7747' is not a move"),
        ("<ChineseChessRecord><FEN>x</FEN>", "line 1: 'x': "),
        ("<n version='2' m='x'/>", "line 1: 'x': "),
        ("<ChineseChessRecord/>", NO_GAME),
        ("<n version='2'/>", NO_GAME),
        ("<n version='2'>\n<n m='h2h8'/></n>", "line 2: move 1, red (ply 1): 'h2h8' is illegal"),
    ] {
        let complaint = read(text.as_bytes()).remove(0).unwrap_err();
        assert!(complaint.starts_with(problem), "{complaint}");
    }
    let deep = format!("<n version='2'>{}", "<n m='h2e2'><n m='h9g7'/>".repeat(10_000));
    read(deep.as_bytes());
}
