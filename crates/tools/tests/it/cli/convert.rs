// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe convert`: moves from the command line or standard input, and files of games.

use crate::support::command::{chuhe, file, text};
use crate::support::run::{self, Run, folder, json_lines, refused, repository, words};
use serde_json::json;
use std::fs;
use std::path::Path;

fn convert(line: &str) -> Run {
    run::run(&format!("convert {line}"))
}

/// The output of a conversion without remarks.
fn converted(line: &str) -> String {
    let Run { status, text, error } = convert(line);
    assert_eq!((status, error.as_str()), (Some(0), ""), "{line}");
    text
}

/// A file of games in a new folder.
fn games(name: &str, text: &str) -> String {
    let path = folder(name).join("games.pgn");
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_game_is_written_in_any_notation() {
    for (notation, expected) in [
        ("iccs", "h2e2 h7e7 e2e6 d9e8"),
        ("wxf", "C2.5 C8.5 C5+4 A4+5"),
        ("chinese", "炮二平五 炮８平５ 炮五进四 士４进５"),
        ("chinese-traditional", "炮二平五 炮８平５ 炮五進四 士４進５"),
        ("vietnamese", "P2-5 P8-5 P5.4 S4.5"),
    ] {
        assert_eq!(converted(&format!("--to {notation} H2-E2 炮8平5 'C5+4 d9e8'")), format!("{expected}\n"));
    }
    let tandem = "--to chinese --fen '3ak4/9/2P6/2P1P4/2P1P4/9/9/9/9/4K4 w' -- 7-.8";
    assert_eq!(converted(tandem), "五兵平八\n");
    let dialect = convert("--to wxf --fen 3k5/000000000/9/9/9/9/9/9/4G4/4K4/_w e1d2");
    assert_eq!((dialect.status, dialect.text.as_str()), (Some(0), "A5+6\n"));
    assert!(dialect.error.ends_with("is not standard FEN; read as 3k5/9/9/9/9/9/9/9/4A4/4K4 w - - 0 1\n"));
}

#[test]
fn moves_are_read_from_standard_input_and_as_engines_are_given_them() {
    let input = "\n炮二平五\n炮8平5\r\n\n  C5+4\n".as_bytes();
    assert_eq!(text(&["convert", "--to", "iccs", "i0i1", "i9i8", "-"], input), "i0i1 i9i8 h2e2 h7e7 e2e6\n");
    let fen = "3k5/9/9/9/9/9/9/9/4R4/4K4 w";
    for (line, expected) in [
        ("position startpos moves h2e2 h9g7", "C2.5 N8+7\n"),
        (&format!("{fen} moves 车五进一 d9d8 e2e3"), "R5+1 K4+1 R5+1\n"),
        ("fen 3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1 moves e1e2", "R5+1\n"),
    ] {
        assert_eq!(converted(&format!("--to wxf {line}")), expected);
        assert_eq!(converted(&format!("--to wxf '{line}'")), expected);
        assert_eq!(text(&["convert", "--to", "wxf", "-"], line.as_bytes()), expected);
    }
    assert!(run::printed(&format!("adjudicate position fen {fen} moves e1d1")).contains("verdict: "));
    let twice = convert(&format!("--to wxf --fen '{fen}' startpos moves h2e2"));
    assert!(twice.status == Some(2) && twice.error.contains("--fen and the moves both give a position"));
    let lines = file("lines.txt", &format!("# games\nposition startpos moves h2e2\n{fen} moves e1e2\n"));
    let games = converted(&format!("--to wxf --games {lines}"));
    assert!(games.contains("  1. C2.5\n*\n") && games.contains("  1. R5+1\n*\n"), "{games}");
}

#[test]
fn files_of_games_are_converted() {
    let folder = folder("convert-pgn");
    fs::create_dir_all(folder.join("in/deeper")).unwrap();
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write("in/games.pgn", "[Red \"胡\"]\n\n1. h2e2 {妙} (1. c3c4) h9g7 1-0\n\n[Red \"x\"]\n1. nonsense\n");
    write("in/deeper/more.PGN", "[Red \"y\"]\n\n1. C2.5 *\n");
    write("in/notes.txt", "no games");
    write("in/binary.pgn", "\x7fELF\0\0");
    let convert = |line: &str| convert(&line.replace("IN", folder.to_str().unwrap()));

    let Run { status, text, error } = convert("--to wxf --games IN/in/games.pgn IN/in/deeper");
    assert_eq!(status, Some(1));
    assert!(text.contains("\n  1. C2.5 {妙}\n     (1. P7+1)\n  1.      N8+7\n1-0\n\n[Game"), "{text}");
    assert!(text.ends_with("[Red \"y\"]\n[Result \"*\"]\n[Format \"WXF\"]\n\n  1. C2.5\n*\n\n"), "{text}");
    assert!(error.contains("line 6: move 1, red (ply 1): 'nonsense' is not a move"), "{error}");
    assert!(error.ends_with("chuhe: 1 of 3 games could not be read\n"), "{error}");

    let Run { status, text, error } =
        convert("--to chinese --games IN/in --out IN/out --encoding gbk --crlf");
    assert_eq!((status, text.as_str()), (Some(1), ""));
    assert!(error.contains("binary.pgn: not a file of games in a known format\n"), "{error}");
    let bytes = fs::read(folder.join("out/games.pgn")).unwrap();
    let written = b"\r\n\r\n  1. \xc5\xda\xb6\xfe\xc6\xbd\xce\xe5 {\xc3\xee}\r\n";
    assert!(bytes.windows(written.len()).any(|bytes| bytes == written), "{}", bytes.escape_ascii());
    assert!(folder.join("out/deeper/more.PGN").is_file() && !folder.join("out/notes.txt").exists());
    // A file without a readable game leaves no output.
    assert_eq!(convert("--to wxf --games IN/in/binary.pgn --out IN/single.pgn").status, Some(1));
    assert!(!folder.join("out/binary.pgn").exists() && !folder.join("single.pgn").exists());

    let both = convert("--to iccs --games IN/out/games.pgn IN/out/deeper/more.PGN --out IN/all.pgn");
    assert_eq!(both.status, Some(0));
    let all = fs::read_to_string(folder.join("all.pgn")).unwrap();
    assert_eq!(all.matches("[Game ").count(), 2, "{all}");
    assert!(all.contains("  1. H2-E2 {妙}\n     (1. C3-C4)\n  1.       H9-G7\n1-0\n"), "{all}");

    // A folder may be both input and output, but not the same file: its second game would be lost.
    for line in [
        "IN/in --out IN/in",
        "IN/in/games.pgn --out IN/in/../in/games.pgn",
        "IN/in/deeper IN/in/games.pgn --out IN/in",
    ] {
        let Run { status, error, .. } = convert(&format!("--to iccs --games {line}"));
        assert!(status == Some(2) && error.contains("input files are never overwritten"), "{error}");
    }
    assert!(fs::read_to_string(folder.join("in/games.pgn")).unwrap().contains("nonsense"));
    for (line, status) in [
        ("--to iccs --games IN/in/deeper --out IN/in", 0),
        ("--to chinese-traditional --games IN/in/deeper --out IN/x --encoding big5", 0),
        ("--to chinese --games IN/in --out IN/x --encoding big5", 2),
        ("--to xqf --games IN/in --encoding utf-8", 2),
        ("--to jsonl --games IN/in --encoding gbk", 2),
        ("--to iccs --games IN/missing.pgn", 2),
        ("--to iccs h2e2 --crlf", 2),
        ("--to iccs h2e2 --games IN/in", 2),
        ("--to csv h2e2", 2),
    ] {
        assert_eq!(convert(line).status, Some(status), "{line}");
    }
}

/// The lines of games without their tags.
fn movetext(pgn: &str) -> String {
    pgn.lines().filter(|line| !line.starts_with('[')).map(|line| line.to_owned() + "\n").collect()
}

#[test]
fn files_of_other_programs_are_converted() {
    let folder = folder("convert-formats");
    let known = repository("positions/notation/records");
    fs::create_dir(folder.join("in")).unwrap();
    for name in ["hidden.xqf", "library.cbl", "forum.ubb"] {
        fs::copy(Path::new(&known).join(name), folder.join("in").join(name)).unwrap();
    }
    let convert = |line: &str| converted(&line.replace("IN", folder.to_str().unwrap()));
    let games = movetext(&convert(&format!("--to wxf --games {known}/games.pgn")));
    assert_eq!(convert("--to wxf --games IN/in --out IN/pgn"), "");
    for name in ["library.cbl.pgn", "forum.ubb.pgn"] {
        let text = fs::read_to_string(folder.join("pgn").join(name)).unwrap();
        assert_eq!(movetext(&text), games, "{name}");
    }
    // There and back, in a Chinese encoding, whatever the name of the file.
    assert_eq!(convert("--to DhtmlXQ --encoding gbk --games IN/in --out IN/forum"), "");
    assert!(folder.join("forum/forum.ubb").is_file());
    fs::rename(folder.join("forum/library.cbl.ubb"), folder.join("text")).unwrap();
    assert_eq!(movetext(&convert("--to wxf --games IN/text")), games);
}

#[test]
fn xqf_files_are_written() {
    let folder = folder("convert-xqf");
    let (library, out) =
        (repository("positions/notation/records/library.cbl"), folder.join("xqf/").display().to_string());
    assert_eq!(converted(&format!("--to xqf --games {library} --out {out}")), "");
    let pgn = |path: &str| movetext(&converted(&format!("--to iccs --games {path}")));
    let games = ["library.cbl.xqf", "library.cbl.2.xqf"].map(|name| pgn(&format!("{out}{name}")));
    assert_eq!(games.concat(), pgn(&library));
    // A further file is not overwritten either.
    fs::remove_file(format!("{out}library.cbl.xqf")).unwrap();
    let again = refused(&format!("convert --to xqf --games {library} --out {out}"));
    assert!(again.contains("library.cbl.2.xqf: the file exists already"), "{again}");
    let one = folder.join("one.xqf");
    let error = refused(&format!("convert --to xqf --games {library} --out {}", one.display()));
    assert!(error.contains("XQF holds one game a file") && !one.exists(), "{error}");

    let output = chuhe(&words("convert --to XQF --games positions/notation/found/marks.pgn"));
    assert!(output.status.success() && output.stdout.starts_with(b"XQ\x0a"));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("marks.pgn: XQF has no field for these tags, which are left out: "), "{error}");
    assert!(error.ends_with("marks.pgn: XQF has no annotation marks; left out: 4\n"), "{error}");
    let rooks = file("rooks.pgn", "[FEN \"3k5/9/9/9/9/9/9/RRR6/9/4K4 b\"]\n\n*");
    let Run { status, error, .. } = convert(&format!("--to xqf --games {rooks}"));
    assert!(status == Some(1) && error.ends_with("1 of 1 games could not be written\n"), "{error}");
}

#[test]
fn missing_opening_tags_are_added() {
    let path = games(
        "convert-openings",
        "[Red \"a\"]\n\n1. C8.5 H2+3 2. H8+7 R1.2 3. H2+3 H8+7 4. P5+1 *\n\n[Red \"b\"]\n[opening \"mine\"]\n\n\
         1. C2.5 *\n\n[FEN \"3k5/9/9/9/9/9/9/9/9/4K3R w\"]\n\n1. R1+1 *\n",
    );
    let text = converted(&format!("--to wxf --opening-tags --games {path}"));
    let name = "[ECCO \"C03\"]\n[Opening \"Central Cannon and seventh-file horse v Screen Horses\"]\n[Variation \"central pawn\"]\n";
    assert!(text.contains(name) && text.contains("[ECCO \"B00\"]") && text.contains("\"mine\""), "{text}");
    assert_eq!(text.matches("ECCO").count() + text.matches("pening \"").count(), 4, "{text}");
    // Big5 has all characters of the names.
    converted(&format!(
        "--to chinese-traditional --encoding big5 --opening-tags --games {path} --out {path}.big5"
    ));
    assert!(!converted(&format!("--to chinese --games {path}")).contains("ECCO"));
}

#[test]
fn what_is_not_written_is_said() {
    let Run { status, text, error } = convert("--to wxf --games positions/notation/found/illegal.pgn");
    assert_eq!((status, text.matches("[Game ").count()), (Some(1), 2), "{text}");
    assert!(text.contains("\n  2. C5+4\n1-0\n\n"), "{text}");
    let [first, .., last] = error.lines().collect::<Vec<_>>()[..] else { panic!("{error}") };
    assert!(first.contains("illegal.pgn: line 4: move 2, black (ply 4): '士4进5' (d9e8) is illegal"));
    assert!(first.ends_with("; lines 4 to 5 are not read; written up to there (plies: 3)"), "{error}");
    assert_eq!(last, "chuhe: 1 of 3 games could not be read, 2 not to the end");
    let Run { status, error, .. } = convert("--to dhtmlxq --games positions/notation/found/marks.pgn");
    assert_eq!((status, error.lines().count()), (Some(0), 2), "{error}");
    assert!(error.contains("DhtmlXQ has no field for these tags, which are left out: ECCO, Variation\n"));
}

const COLLECTION: &str =
    "[Red \"胡荣华\"]\n[Black \"b, \"]\n[Date \"1985.03.01\"]\n\n1. h2e2 {one\ntwo} (1. c3c4) h9g7 1-0\n
[Red \"a\"]\n[Black \"胡荣华\"]\n[Date \"1991.??.??\"]\n\n1. C2.5 N8+7 0-1\n
[Red \"c\"]\n\n{before} 1. c3c4 $1 *\n";

#[test]
fn games_are_written_for_programs() {
    let path = games("convert-tables", COLLECTION);
    let lines = json_lines(&converted(&format!("--to jsonl --games {path}")));
    let [first, second, third] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!((&first["moves"], &first["tags"]["Red"]), (&json!(["h2e2", "h9g7"]), &json!("胡荣华")));
    assert_eq!(first["line"]["moves"][0]["variations"][0]["moves"][0]["mv"], "c3c4");
    let duplicates = [first, second, third].map(|game| game["duplicate_of"].clone());
    assert_eq!(duplicates, [json!(null), json!(1), json!(null)]);
    assert_eq!((&second["game"], &second["result"], second.get("line")), (&json!(2), &json!("0-1"), None));

    let Run { text: rows, error, .. } = convert(&format!("--to csv --games {path}"));
    for lost in ["variations", "annotation marks", "comments before the first move"] {
        assert!(error.contains(&format!("games.pgn: CSV has no {lost}; left out: 1\n")), "{error}");
    }
    let start = xiangqi::notation::START_FEN;
    let expected = format!(
        "game,file,red,black,date,event,result,duplicate_of,ply,side,move,chinese,fen,comment\n\
         1,{path},胡荣华,\"b, \",1985.03.01,,1-0,,1,red,h2e2,炮二平五,{start},\"one\ntwo\"\n\
         1,{path},胡荣华,\"b, \",1985.03.01,,1-0,,2,black,h9g7,马８进７,"
    );
    assert!(rows.starts_with(&expected), "{rows}");
    assert!(rows.contains(&format!("\n2,{path},a,胡荣华,1991.??.??,,0-1,1,1,red,h2e2,")), "{rows}");
    assert_eq!(rows.lines().count(), 7, "{rows}");
}

#[test]
fn games_are_chosen() {
    let path = games("convert-filters", COLLECTION);
    for (filters, numbers) in [
        ("--player 胡荣华", "a b"),
        ("--player C", "c"),
        ("--date 1985", "a"),
        ("--date 1980..1991.06", "a b"),
        ("--result 0-1", "b"),
        ("--opening b0", "a b"),
        ("--opening Pawn", "c"),
        ("--opening 仙人指路", "c"),
        ("--no-duplicates", "a c"),
        ("--player 胡荣华 --no-duplicates --result 0-1", "b"),
    ] {
        let text = converted(&format!("--to iccs --games {path} {filters}"));
        let found = [("a", "1985"), ("b", "Red \"a\""), ("c", "Red \"c\"")].into_iter();
        let found: Vec<_> = found.filter(|(_, mark)| text.contains(mark)).map(|(name, _)| name).collect();
        assert_eq!(found.join(" "), numbers, "{filters}");
    }
    let Run { status, text, error } = convert(&format!("--to iccs --games {path} --player nobody"));
    assert_eq!((status, text.len()), (Some(1), 0));
    assert_eq!(error, "chuhe: none of 3 games matches the filters\n");
    for (filter, value) in [("--date", "yesterday"), ("--result", "2-1")] {
        assert!(refused(&format!("convert --to iccs --games {path} {filter} {value}")).contains(value));
    }
}

/// A note is no failure; a variation that cannot be read is one.
#[test]
fn notes_and_faults_of_a_game_are_told_by_every_command() {
    let result = "[Result \"adjourned\"]\n\n1. h2e2 h9g7 1-0 advertisement\n2. h0g2\n";
    let variation = "[Red \"a\"]\n\n1. h2e2 h9g7 (1... h7e7 2. h0h9 b9c7) 2. h0g2 i9h9 1-0\n";
    for (text, status, field, said) in [
        (result, 0, "notes", "line 1: unknown result 'adjourned', kept as it is"),
        (variation, 1, "faults", "line 3: move 2, red (ply 3): 'h0h9' is illegal"),
    ] {
        let path = games("convert-notes", text);
        let review = format!("review {path} --nodes 10 --no-book");
        let all = format!("{review} --all --jsonl {path}.jsonl");
        for line in [
            &format!("convert --to iccs --games {path}"),
            &review,
            &all,
            &format!("book build --games {path} --out {path}.book --min-games 1 --min-plies 1"),
        ] {
            let Run { status: found, text, error } = run::run(line);
            assert_eq!((found, error.matches(said).count()), (Some(status), 1), "{line}: {error}");
            assert!(!text.is_empty() && error.contains("games.pgn: "), "{line}: {error}");
        }
        // The status of a run that goes on tells what was found before.
        assert_eq!(run::run(&format!("{all} --resume")).status, Some(status));
        let review = json_lines(&fs::read_to_string(format!("{path}.jsonl")).unwrap()).remove(0);
        assert!(review[field][0].as_str().unwrap().contains(said), "{review}");
    }
    let path = games("convert-faults", variation);
    let Run { text, error, .. } = convert(&format!("--to iccs --games {path}"));
    assert!(text.contains("(1... H7-E7 {(h0h9 b9c7)})"), "{text}");
    assert!(error.ends_with("chuhe: 1 of 1 games have variations that could not be read to the end\n"));
}
