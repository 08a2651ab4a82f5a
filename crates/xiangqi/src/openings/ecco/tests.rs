// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::notation::{Encoding, read_move};
use crate::openings::ecco::table::{EccoTable, TEXT};
use crate::openings::ecco::*;
use std::collections::{HashMap, HashSet};

/// The moves of a game and the final position.
fn played(words: &str) -> (Vec<Move>, Position) {
    let mut position = Position::startpos();
    for word in words.split_whitespace() {
        position.play(read_move(&position, word).unwrap()).unwrap();
    }
    (position.moves().collect(), position)
}

fn code(words: &str) -> &'static str {
    Opening::of(&played(words).1).map_or("", |opening| opening.code)
}

#[test]
fn the_table_is_in_order_and_complete() {
    let codes: Vec<&str> = TABLE.entries.iter().map(|entry| entry.opening.code).collect();
    assert!(codes.is_sorted_by(|a, b| a < b), "each code once, in order");
    assert!(codes.iter().all(|code| {
        let [letter, tens, ones] = code.as_bytes() else { return false };
        (b'A'..=b'E').contains(letter) && tens.is_ascii_digit() && ones.is_ascii_digit()
    }));
    assert_eq!(codes.len(), 260);
    for Opening { code, chinese, english } in TABLE.entries.iter().map(|entry| &entry.opening) {
        for name in
            [chinese.opening, english.opening].into_iter().chain(chinese.variation).chain(english.variation)
        {
            assert!(!name.is_empty() && name.trim() == name, "{code} {name}");
        }
        assert!(english.to_string().is_ascii() && !chinese.to_string().is_ascii(), "{code}");
        let unknown = Encoding::Big5.encode(&traditional(&chinese.to_string())).1;
        assert_eq!(unknown, 0, "{code}: {}", traditional(&chinese.to_string()));
    }
    let reached: HashSet<usize> = TABLE.ways.iter().map(|way| way.opening).collect();
    assert_eq!(reached.len(), codes.len());
    assert!(TABLE.ways.iter().all(|way| way.moves <= PLIES));
}

#[test]
fn lines_that_cannot_be_read_are_named() {
    for (line, problem) in [
        ("B00; 中炮局; Central Cannon", "not four fields"),
        ("B00; 中炮局; Central Cannon; C2=5 C2=9", "'C2=9' (b7i7) is illegal: "),
        ("B00; 中炮局; Central Cannon; B01 C2=5", "'B01' is not a move "),
        ("B00; 中炮局; Central Cannon; C2=5 -", "a position has no moves left open"),
    ] {
        let complaint = EccoTable::read(line).err().unwrap();
        assert!(complaint.starts_with(&format!("{line}: {problem}")), "{complaint}");
    }
    let complaint = EccoTable::read("B00; 中炮局; Central Cannon; C2=5 ... unless B01").err();
    assert_eq!(complaint.unwrap(), "unknown code B01");
}

#[test]
fn games_have_the_opening_they_showed_most_of() {
    for (moves, expected) in [
        ("", ""),
        ("P9+1", "A08"),
        ("P5+1", "A00"),
        ("炮二平五", "B00"),
        ("C2=5 H8+7 H2+3", "B05"),
        ("C2=5 H8+7 H2+3 R9=8 R1=2 H2+3", "C00"),
        ("C2=5 H8+7 H2+3 R9=8 R1=2 P7+1 R2+6 H2+3 P7+1", "C30"),
        ("C2=5 H8+7 H2+3 R9=8 R1=2 P7+1 R2+6 H2+3 P7+1 C8=9 R2=3 C9-1 H8+7 A4+5 C8=9 R1=2", "C46"),
        // A transposition.
        ("P7+1 H8+7 C2=5 P7+1 H2+3 H2+3 R1=2 R9=8 R2+6", "C30"),
        // Later moves do not change it.
        ("C2=5 H8+7 H2+3 R9=8 R1=2 P7+1 R2+6 H2+3 P7+1 C8=9 R2=4 R8+1", "C40"),
        ("C2=5 C8=5 H2+3 H8+7 R1=2 R9+1 P3+1 R9=4 P7+1", "D28"),
        ("P3+1 C8=7 C8=5 E7+5 H8+7 P7+1 R9=8 P7+1 H2+1 H8+6", "E32"),
        // Sandwich Horses do not become Screen Horses.
        ("C2=5 H2+3 H2+3 C8=6 R1=2 H8+7 R2+6 R9=8 P7+1 P7+1", "B33"),
        ("C2=5 H2+3 H2+3 C8=6 R1=2 H8+7 P3+1 P3+1 H8+9 E7+5 C8=7 R1=2 R9=8 C2+4 P7+1 P3+1 P3+1", "B56"),
        ("C2=5 H8+7 H2+3 C8=9 P7+1 R9=8 H8+7 C2=5", "D40"),
        // The left cannon is distinguished from the right one.
        ("C2=5 H8+7 H2+3 R9=8 R1=2 H2+3 C8+2", "C80"),
        ("C2=5 C2=5 H2+3 H8+7 R1=2", "D50"),
        ("P3+1 P3+1", "E40"),
        ("E3+5", "A10"),
        ("C8=6", "A50"),
    ] {
        assert_eq!(code(moves), expected, "{moves}");
    }
}

/// The moves of a way; for `-` a side plays an edge pawn or its king. `None` if such moves get in the way, or
/// if there are too many moves.
fn moves_of(way: &str) -> Option<Vec<Move>> {
    let mut position = Position::startpos();
    for word in way.split_whitespace() {
        let waiting = || ["a3a4", "i6i5", "K5+1", "K5-1"].into_iter();
        let mv = if word == "-" {
            waiting().find_map(|step| read_move(&position, step).ok())
        } else {
            read_move(&position, word).ok()
        };
        position.play(mv?).unwrap();
    }
    Some(position.moves().collect()).filter(|moves: &Vec<Move>| moves.len() <= PLIES)
}

#[test]
fn every_way_leads_to_its_opening_on_either_side() {
    let mut first_ways: HashMap<&str, String> = HashMap::new();
    let mut count = 0;
    for line in TEXT.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (code, ways) = (&line[..3], line.rsplit("; ").next().unwrap());
        let ways = ways.split(" unless ").next().unwrap();
        for way in ways.split(" | ").map(|way| way.trim_end_matches("...").trim()) {
            let (first, rest) = way.split_once(' ').unwrap_or((way, ""));
            let way = first_ways.get(first).map_or(way.to_owned(), |before| format!("{before} {rest}"));
            let Some(moves) = moves_of(&way) else {
                first_ways.entry(code).or_insert(way);
                continue;
            };
            let found = |moves: &mut dyn Iterator<Item = Move>| {
                Opening::of_game(&Position::startpos(), moves).map_or("A00", |opening| opening.code)
            };
            assert_eq!(found(&mut moves.iter().copied()), code, "{way}");
            assert_eq!(found(&mut moves.iter().map(|mv| mv.mirror())), code, "{way}");
            first_ways.entry(code).or_insert(way);
            count += 1;
        }
    }
    assert!(2 * count * 20 > TABLE.ways.len() * 19, "{count} of {}", TABLE.ways.len() / 2);
}

#[test]
fn games_from_elsewhere_have_no_opening() {
    let start = Position::from_fen("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN1 w").unwrap();
    assert_eq!(Opening::of_game(&start, played("C2=5").0), None);
    let mut position = start;
    position.play("h2e2".parse().unwrap()).unwrap();
    assert_eq!(Opening::of(&position), None);
    assert_eq!(Opening::of_game(&Position::startpos(), []), None);
    // An illegal move ends the game here.
    let moves = ["h2e2", "h9g7", "a0a9", "b9c7"].map(|mv| mv.parse().unwrap());
    assert_eq!(Opening::of_game(&Position::startpos(), moves).unwrap().code, "B05");
}

#[test]
fn tags_are_in_the_language_of_the_moves() {
    let (_, position) = played("C2=5 H8+7 H2+3 R9=8 H8+7 H2+3 P5+1");
    let tags = |notation| {
        let tags = Opening::of(&position).unwrap().tags(notation);
        tags.into_iter().map(|(_, value)| value).collect::<Vec<_>>()
    };
    let english = ["C03", "Central Cannon and seventh-file horse v Screen Horses", "central pawn"];
    assert_eq!(tags(Notation::Iccs), english);
    assert_eq!(tags(Notation::ChineseTraditional), ["C03", "中炮七路馬對屏風馬", "紅進中兵"]);
    let opening = Opening::of(&position).unwrap();
    assert_eq!(opening.name(Notation::Chinese), "中炮七路马对屏风马: 红进中兵");
    assert_eq!(opening.name(Notation::Wxf), opening.english.to_string());
}
