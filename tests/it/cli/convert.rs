// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe convert`: moves from the command line or standard input, files of games, error messages.

use crate::support::command::{chuhe_reading, complaint_reading};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// Runs the command with games; returns its status, standard output as bytes and standard error.
fn run_games(words: &[&str], games: &Path) -> (Option<i32>, Vec<u8>, String) {
    let output = chuhe_reading(&[&["convert", "--games", &games.to_string_lossy()], words].concat(), b"");
    (output.status.code(), output.stdout, String::from_utf8(output.stderr).expect("UTF-8"))
}

/// Runs the command; returns its status, standard output and standard error.
fn run(words: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
    let output = chuhe_reading(&[&["convert"], words].concat(), input);
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The converted moves.
fn convert(words: &[&str]) -> String {
    let (status, moves, error) = run(words, b"");
    assert_eq!((status, error.as_str()), (Some(0), ""), "{words:?}");
    assert_eq!(moves.lines().count(), 1, "{words:?}: {moves}");
    moves.trim_end().to_owned()
}

/// The error message for words that cannot be converted.
fn complaint(words: &[&str], input: &[u8]) -> String {
    complaint_reading(&[&["convert"], words].concat(), input, 2)
}

#[test]
fn a_game_is_written_in_any_notation() {
    let games = [
        ("iccs", "h2e2 h7e7 e2e6 d9e8"),
        ("wxf", "C2.5 C8.5 C5+4 A4+5"),
        ("chinese", "炮二平五 炮８平５ 炮五进四 士４进５"),
        ("chinese-traditional", "炮二平五 炮８平５ 炮五進四 士４進５"),
        ("vietnamese", "P2-5 P8-5 P5.4 S4.5"),
    ];
    for (_, game) in games {
        for (notation, expected) in games {
            assert_eq!(convert(&["--to", notation, game]), expected, "{game}");
        }
    }
    assert_eq!(convert(&["H2-E2", "砲8平5 C5=7", "--to", "ICCS"]), "h2e2 h7e7 e2c2");
    assert_eq!(convert(&["h3e3", "h10g8", "h1g3", "--to", "iccs"]), "h2e2 h9g7 h0g2");
    assert_eq!(convert(&["Ｃ２＝５", "Hg7", "--to", "iccs"]), "h2e2 h9g7");
}

#[test]
fn a_game_may_begin_anywhere() {
    let tandem = ["--to", "chinese", "--fen", "3ak4/9/2P6/2P1P4/2P1P4/9/9/9/9/4K4 w"];
    assert_eq!(convert(&[&tandem[..], &["77.8"]].concat()), "四兵平八");
    assert_eq!(convert(&[&tandem[..], &["--", "7-.8"]].concat()), "五兵平八");
}

#[test]
fn moves_are_read_from_standard_input() {
    let input = "\n炮二平五\n炮8平5\r\n\n  C5+4\n".as_bytes();
    assert_eq!(run(&["--to", "iccs", "-"], input).1, "h2e2 h7e7 e2e6\n");
    assert_eq!(run(&["--to", "iccs", "i0i1", "i9i8", "-"], input).1, "i0i1 i9i8 h2e2 h7e7 e2e6\n");
    assert_eq!(complaint(&["--to", "iccs", "-"], b""), "standard input: no moves to convert");
    assert!(complaint(&["--to", "iccs", "-"], b"\xff\xfe").starts_with("standard input: "));
}

#[test]
fn an_unreadable_word_is_named_with_its_number() {
    let complaint = |words: &[&str]| complaint(&[&["--to", "wxf"], words].concat(), b"");
    assert_eq!(
        complaint(&["h2e2", "炮2平2"]),
        "move 1, black (ply 2): '炮2平2' is illegal: it leads to no other square of the board"
    );
    assert_eq!(complaint(&["炮平五"]), "move 1, red (ply 1): '炮平五' is ambiguous here: b2e2 or h2e2");
    assert_eq!(
        complaint(&["h2e2 h9g7\nnonsense"]),
        "move 2, red (ply 3): 'nonsense' is not a move (like h2e2, C2.5 or 炮二平五)"
    );
    assert!(complaint(&[]).contains("MOVES"));
}

#[test]
fn wrong_options_are_rejected() {
    assert!(complaint(&["--to", "latin", "h2e2"], b"").contains("unknown notation 'latin'"));
    assert!(complaint(&["h2e2"], b"").contains("--to"));
    assert!(complaint(&["--to", "wxf", "--fen", "rubbish", "h2e2"], b"").contains("rubbish"));
}

/// A fresh folder for a test's files.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("in/deeper")).expect("a folder can be made");
    folder
}

#[test]
fn files_of_games_are_converted() {
    let folder = folder("convert-pgn");
    let (games, deeper) = (folder.join("in/games.pgn"), folder.join("in/deeper/more.PGN"));
    fs::write(&games, "[Red \"胡\"]\n\n1. h2e2 {妙} (1. c3c4) h9g7 1-0\n\n[Red \"x\"]\n1. nonsense\n")
        .expect("written");
    fs::write(&deeper, "[Red \"y\"]\n\n1. C2.5 *\n").expect("written");
    fs::write(folder.join("in/notes.txt"), "no games").expect("written");
    let words = |words: &str| -> Vec<String> {
        words.replace("IN", &folder.to_string_lossy()).split(' ').map(str::to_owned).collect()
    };
    let convert = |line: &str| {
        let words = words(line);
        run(&words.iter().map(String::as_str).collect::<Vec<_>>(), b"")
    };

    let (status, text, error) = convert("--to wxf --games IN/in/games.pgn IN/in/deeper");
    assert_eq!(status, Some(1));
    assert!(text.contains("\n  1. C2.5 {妙}\n     (1. P7+1)\n  1.      N8+7\n1-0\n\n[Game"), "{text}");
    assert!(text.ends_with("[Red \"y\"]\n[Result \"*\"]\n[Format \"WXF\"]\n\n  1. C2.5\n*\n\n"), "{text}");
    let unreadable = "line 6: move 1, red (ply 1): 'nonsense' is not a move (like h2e2, C2.5 or 炮二平五)\nchuhe: 1 of 3 games could not be read\n";
    assert!(error.ends_with(unreadable), "{error}");

    let (status, text, _) = convert("--to chinese --games IN/in --out IN/out --encoding gbk --crlf");
    assert_eq!((status, text.as_str()), (Some(1), ""));
    let bytes = fs::read(folder.join("out/games.pgn")).expect("written");
    let written = b"\r\n\r\n  1. \xc5\xda\xb6\xfe\xc6\xbd\xce\xe5 {\xc3\xee}\r\n";
    assert!(bytes.windows(written.len()).any(|bytes| bytes == written), "{}", bytes.escape_ascii());
    assert!(folder.join("out/deeper/more.PGN").is_file() && !folder.join("out/notes.txt").exists());

    assert_eq!(
        convert("--to iccs --games IN/out/games.pgn IN/out/deeper/more.PGN --out IN/all.pgn").0,
        Some(0)
    );
    let all = fs::read_to_string(folder.join("all.pgn")).expect("written");
    assert_eq!(all.matches("[Game ").count(), 2, "{all}");
    assert!(all.contains("  1. H2-E2 {妙}\n     (1. C3-C4)\n  1.       H9-G7\n1-0\n"), "{all}");

    // A folder may be both input and output, but not the same file: its second game would be lost.
    for line in [
        "IN/in --out IN/in",
        "IN/in/games.pgn --out IN/in/../in/games.pgn",
        "IN/in/deeper IN/in/games.pgn --out IN/in",
    ] {
        let (status, _, error) = convert(&format!("--to iccs --games {line}"));
        assert_eq!(status, Some(2), "{error}");
        assert!(error.contains("input files are never overwritten"), "{error}");
    }
    assert!(fs::read_to_string(&games).expect("still there").contains("nonsense"));
    assert_eq!(convert("--to iccs --games IN/in/deeper --out IN/in").0, Some(0));

    assert_eq!(convert("--to iccs --games IN/missing.pgn").0, Some(2));
    assert_eq!(convert("--to chinese --games IN/in --out IN/x --encoding big5").0, Some(2));
    assert_eq!(
        convert("--to chinese-traditional --games IN/in/deeper --out IN/x --encoding big5").0,
        Some(0)
    );
    assert_eq!(convert("--to iccs h2e2 --crlf").0, Some(2));
    assert_eq!(convert("--to iccs h2e2 --games IN/in").0, Some(2));
}

#[test]
fn files_of_other_programs_are_converted() {
    let folder = folder("convert-formats");
    let known = Path::new(env!("CARGO_MANIFEST_DIR")).join("positions/notation/records");
    for name in ["hidden.xqf", "library.cbl", "forum.ubb"] {
        fs::copy(known.join(name), folder.join("in").join(name)).expect("copied");
    }
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let convert = |words: &[&str]| {
        let (status, text, error) = run(words, b"");
        assert_eq!((status, error.as_str()), (Some(0), ""), "{words:?}");
        text
    };
    let games = convert(&["--to", "wxf", "--games", &known.join("games.pgn").to_string_lossy()]);
    let moves = |text: &str| -> Vec<String> {
        text.lines().filter(|line| !line.starts_with('[')).map(str::to_owned).collect()
    };

    assert_eq!(convert(&["--to", "wxf", "--games", &path("in"), "--out", &path("pgn")]), "");
    for name in ["library.cbl.pgn", "forum.ubb.pgn"] {
        let text = fs::read_to_string(folder.join("pgn").join(name)).expect("written");
        assert_eq!(moves(&text), moves(&games), "{name}");
    }

    // There and back, in a Chinese encoding, whatever the name of the file.
    let forum = ["--to", "dhtmlxq", "--encoding", "gbk", "--games", &path("in"), "--out", &path("forum")];
    assert_eq!(convert(&forum), "");
    fs::rename(folder.join("forum/library.cbl.ubb"), folder.join("text")).expect("renamed");
    assert_eq!(moves(&convert(&["--to", "wxf", "--games", &path("text")])), moves(&games));

    let forum = convert(&["--to", "DhtmlXQ", "--games", &path("in/hidden.xqf")]);
    assert!(
        forum.starts_with("[DhtmlXQ]\n[DhtmlXQ_ver]") && forum.contains("[DhtmlXQ_red]柳大华["),
        "{forum}"
    );
    assert!(complaint(&["--to", "dhtmlxq", "h2e2"], b"").contains("--games"));
    assert!(folder.join("forum/forum.ubb").is_file());
}

#[test]
fn an_unreadable_file_does_not_affect_the_next() {
    let folder = folder("convert-unreadable");
    fs::write(folder.join("in/a.pgn"), b"\x7fELF\0\0").expect("written");
    fs::write(folder.join("in/b.pgn"), "1. h2e2 *").expect("written");
    let path = folder.join("in").to_string_lossy().into_owned();
    let (status, text, error) = run(&["--to", "wxf", "--games", &path], b"");
    assert_eq!((status, text.matches("C2.5").count()), (Some(1), 1));
    assert!(error.contains("a.pgn: not a file of games in a known format\n"), "{error}");
    assert!(error.ends_with("1 of 2 games could not be read\n"), "{error}");

    // A file without a readable game leaves no output.
    let out = folder.join("out");
    let words = ["--to", "wxf", "--games", &path, "--out", &out.to_string_lossy()];
    assert_eq!(run(&words, b"").0, Some(1));
    let names = fs::read_dir(&out).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    assert_eq!(names.collect::<Vec<_>>(), ["b.pgn"]);
    let (bad, single) = (folder.join("in/a.pgn"), folder.join("single.pgn"));
    let words = ["--to", "wxf", "--games", &bad.to_string_lossy(), "--out", &single.to_string_lossy()];
    assert_eq!((run(&words, b"").0, single.exists()), (Some(1), false));
}

#[test]
fn missing_opening_tags_are_added() {
    let folder = folder("convert-openings");
    let path = folder.join("in/games.pgn");
    let games = "[Red \"a\"]\n\n1. C8.5 H2+3 2. H8+7 R1.2 3. H2+3 H8+7 4. P5+1 *\n\n[Red \"b\"]\n[opening \"mine\"]\n\n1. C2.5 *\n\n\
                 [FEN \"3k5/9/9/9/9/9/9/9/9/4K3R w\"]\n\n1. R1+1 *\n";
    fs::write(&path, games).expect("written");
    let path = path.to_string_lossy();
    let (status, english, _) = run(&["--to", "wxf", "--opening-tags", "--games", &path], b"");
    assert_eq!(status, Some(0));
    let name = "[ECCO \"C03\"]\n[Opening \"Central Cannon and seventh-file horse v Screen Horses\"]\n[Variation \"central pawn\"]\n";
    assert!(english.contains(name), "{english}");
    assert!(english.contains("[ECCO \"B00\"]") && english.contains("\"mine\""), "{english}");
    assert_eq!(english.matches("ECCO").count() + english.matches("pening \"").count(), 4, "{english}");
    let words = ["--to", "chinese-traditional", "--encoding", "big5", "--opening-tags", "--games", &path];
    let (status, _, error) = run(&[&words[..], &["--out", &format!("{path}.big5")]].concat(), b"");
    assert_eq!((status, error.as_str()), (Some(0), ""), "Big5 has all characters of the names");
    let (_, plain, _) = run(&["--to", "chinese", "--games", &path], b"");
    assert!(!plain.contains("ECCO"));
}

#[test]
fn what_is_not_written_is_said() {
    let found = |name: &str| format!("{}/positions/notation/found/{name}", env!("CARGO_MANIFEST_DIR"));
    let (status, text, error) = run(&["--to", "wxf", "--games", &found("illegal.pgn")], b"");
    assert_eq!((status, text.matches("[Game ").count()), (Some(1), 2), "{text}");
    assert!(text.contains("\n  2. C5+4\n1-0\n\n"), "{text}");
    let lines: Vec<_> = error.lines().collect();
    assert!(
        lines[0].ends_with("by the cannon on e6; lines 4 to 5 are not read; written up to there (plies: 3)"),
        "{error}"
    );
    assert!(
        lines[0].contains("illegal.pgn: line 4: move 2, black (ply 4): '士4进5' (d9e8) is illegal: own king")
    );
    assert!(lines[2].contains("'h2h7' is illegal: no screen"), "{error}");
    assert_eq!(lines[3..], ["chuhe: 1 of 3 games could not be read, 2 not to the end"]);

    let (status, text, error) = run(&["--to", "wxf", "--games", &found("game.pfc")], b"");
    assert_eq!((status, text.matches("{(c6c7)}").count()), (Some(1), 1), "{text}");
    let [fault, summary] = error.lines().collect::<Vec<_>>()[..] else { panic!("{error}") };
    assert!(fault.contains("game.pfc: line 3: move 1, black (ply 2): 'c6c7' is illegal"), "{error}");
    assert!(fault.ends_with("; this part of a variation is kept as a comment"), "{error}");
    assert_eq!(summary, "chuhe: 1 of 1 games have variations that could not be read to the end");

    let (status, _, error) = run(&["--to", "dhtmlxq", "--games", &found("marks.pgn")], b"");
    let [tags, marks] = error.lines().collect::<Vec<_>>()[..] else { panic!("{error}") };
    assert!(
        tags.ends_with("marks.pgn: DhtmlXQ has no field for these tags, which are left out: ECCO, Variation")
    );
    assert!(marks.ends_with("marks.pgn: DhtmlXQ has no annotation marks; left out: 4"), "{error}");
    assert_eq!(status, Some(0));
}

#[test]
fn a_fen_in_a_dialect_is_read_with_a_note() {
    let words = ["--to", "wxf", "--fen", "3k5/000000000/9/9/9/9/9/9/4G4/4K4/_w", "e1d2"];
    let note = "chuhe: '3k5/000000000/9/9/9/9/9/9/4G4/4K4/_w' is not standard FEN; read as 3k5/9/9/9/9/9/9/9/4A4/4K4 w - - 0 1\n";
    assert_eq!(run(&words, b""), (Some(0), "A5+6\n".to_owned(), note.to_owned()));
}

#[test]
fn xqf_files_are_written() {
    let folder = folder("convert-xqf");
    let known = Path::new(env!("CARGO_MANIFEST_DIR")).join("positions/notation");
    let (library, out) = (known.join("records/library.cbl"), folder.join("xqf/"));
    let written = run_games(&["--to", "xqf", "--out", &out.to_string_lossy()], &library);
    assert_eq!(written, (Some(0), Vec::new(), String::new()));
    let pgn = |path: &Path| {
        let (status, text, _) = run_games(&["--to", "iccs"], path);
        assert_eq!(status, Some(0), "{}", path.display());
        let text = String::from_utf8(text).expect("UTF-8");
        text.lines()
            .filter(|line| !line.starts_with('['))
            .map(|line| line.to_owned() + "\n")
            .collect::<String>()
    };
    let games = ["library.cbl.xqf", "library.cbl.2.xqf"].map(|name| pgn(&out.join(name)));
    assert_eq!(games.concat(), pgn(&library));

    // A further file is not overwritten either.
    fs::remove_file(out.join("library.cbl.xqf")).expect("removed");
    let (status, _, error) = run_games(&["--to", "xqf", "--out", &out.to_string_lossy()], &library);
    assert!(status == Some(2) && error.contains("library.cbl.2.xqf: the file exists already"), "{error}");

    let one = folder.join("one.xqf");
    let (status, _, error) = run_games(&["--to", "xqf", "--out", &one.to_string_lossy()], &library);
    assert!(status == Some(2) && error.contains("XQF holds one game a file"), "{error}");
    assert!(!one.exists());
    let (status, bytes, error) = run_games(&["--to", "XQF"], &known.join("found/marks.pgn"));
    assert_eq!((status, &bytes[..3]), (Some(0), &b"XQ\x0a"[..]));
    assert!(error.contains("marks.pgn: XQF has no field for these tags, which are left out: "), "{error}");
    assert!(error.ends_with("marks.pgn: XQF has no annotation marks; left out: 4\n"), "{error}");
    let many = folder.join("many.pgn");
    fs::write(&many, "[FEN \"3k5/9/9/9/9/9/9/RRR6/9/4K4 b\"]\n\n*").expect("written");
    let (status, _, error) = run_games(&["--to", "xqf"], &many);
    assert_eq!(status, Some(1));
    assert!(error.ends_with("1 of 1 games could not be written\n"), "{error}");
    for (format, encoding) in [("xqf", "utf-8"), ("jsonl", "gbk"), ("csv", "big5")] {
        let (status, _, error) = run_games(&["--to", format, "--encoding", encoding], &library);
        assert!(status == Some(2) && error.contains("--encoding"), "{error}");
    }
    assert!(complaint(&["--to", "csv", "h2e2"], b"").contains("--games"));
}

const COLLECTION: &str =
    "[Red \"胡荣华\"]\n[Black \"b, \"]\n[Date \"1985.03.01\"]\n\n1. h2e2 {one\ntwo} (1. c3c4) h9g7 1-0\n
[Red \"a\"]\n[Black \"胡荣华\"]\n[Date \"1991.??.??\"]\n\n1. C2.5 N8+7 0-1\n
[Red \"c\"]\n\n1. c3c4 *\n";

#[test]
fn games_are_written_for_programs() {
    let path = folder("convert-tables").join("games.pgn");
    fs::write(&path, COLLECTION).expect("written");
    let text = |words: &[&str]| {
        let (status, text, error) = run_games(words, &path);
        assert_eq!(status, Some(0), "{error}");
        (String::from_utf8(text).expect("UTF-8"), error)
    };
    let (lines, _) = text(&["--to", "jsonl"]);
    let games: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(games.len(), 3);
    let [first, second, third] = &games[..] else { panic!("{lines}") };
    assert_eq!((&first["moves"], &first["tags"]["Red"]), (&json!(["h2e2", "h9g7"]), &json!("胡荣华")));
    assert_eq!(first["line"]["moves"][0]["variations"][0]["moves"][0]["mv"], "c3c4");
    assert_eq!(
        [first, second, third].map(|game| &game["duplicate_of"]),
        [&json!(null), &json!(1), &json!(null)]
    );
    assert_eq!((&second["game"], &second["result"], second.get("line")), (&json!(2), &json!("0-1"), None));

    let (rows, error) = text(&["--to", "csv"]);
    assert!(error.ends_with("games.pgn: CSV has no variations; left out: 1\n"), "{error}");
    let file = path.display();
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let expected = format!(
        "game,file,red,black,date,event,result,duplicate_of,ply,side,move,chinese,fen,comment\n\
         1,{file},胡荣华,\"b, \",1985.03.01,,1-0,,1,red,h2e2,炮二平五,{start},\"one\ntwo\"\n\
         1,{file},胡荣华,\"b, \",1985.03.01,,1-0,,2,black,h9g7,马８进７,"
    );
    assert!(rows.starts_with(&expected), "{rows}");
    assert!(rows.contains(&format!("\n2,{file},a,胡荣华,1991.??.??,,0-1,1,1,red,h2e2,")), "{rows}");
    assert_eq!(rows.lines().count(), 7, "{rows}");
}

#[test]
fn games_are_chosen() {
    let path = folder("convert-filters").join("games.pgn");
    fs::write(&path, COLLECTION).expect("written");
    for (words, numbers) in [
        (&["--player", "胡荣华"][..], "a b"),
        (&["--player", "C"], "c"),
        (&["--date", "1985"], "a"),
        (&["--date", "1980..1991.06"], "a b"),
        (&["--result", "0-1"], "b"),
        (&["--opening", "b0"], "a b"),
        (&["--opening", "Pawn"], "c"),
        (&["--opening", "仙人指路"], "c"),
        (&["--no-duplicates"], "a c"),
        (&["--player", "胡荣华", "--no-duplicates", "--result", "0-1"], "b"),
    ] {
        let (status, text, error) = run_games(&[&["--to", "iccs"], words].concat(), &path);
        assert_eq!((status, error.as_str()), (Some(0), ""), "{words:?}");
        let text = String::from_utf8(text).expect("UTF-8");
        let found = [("a", "1985"), ("b", "Red \"a\""), ("c", "Red \"c\"")].into_iter();
        let found: Vec<_> = found.filter(|(_, mark)| text.contains(mark)).map(|(name, _)| name).collect();
        assert_eq!(found.join(" "), numbers, "{words:?}");
    }
    let (status, text, error) = run_games(&["--to", "iccs", "--player", "nobody"], &path);
    assert_eq!((status, text.len()), (Some(1), 0));
    assert_eq!(error, "chuhe: none of 3 games matches the filters\n");
    for words in [["--date", "yesterday"], ["--result", "2-1"]] {
        let (status, _, error) = run_games(&[&["--to", "iccs"], &words[..]].concat(), &path);
        assert!(status == Some(2) && error.contains(words[1]), "{error}");
    }
}

#[test]
fn notes_on_a_game_are_told_by_every_command_and_are_no_failure() {
    let folder = folder("convert-notes");
    let [games, book] = ["games.pgn", "x.book"].map(|name| folder.join(name).to_string_lossy().into_owned());
    let text = "[Red \"a\"]\n[Result \"adjourned\"]\n\n1. h2e2 h9g7 1-0 advertisement\n2. h0g2\n";
    fs::write(&games, text).expect("written");
    let result = "line 2: unknown result 'adjourned', kept as it is";
    let after = "line 4: text after the result is kept as a comment: 'advertisement'";
    for words in [
        &["convert", "--to", "iccs", "--games", &games][..],
        &["review", &games, "--nodes", "1", "--no-book"],
        &["book", "build", "--games", &games, "--out", &book, "--min-games", "1", "--min-plies", "1"],
    ] {
        let output = chuhe_reading(words, b"");
        let (status, error) = (output.status.code(), String::from_utf8_lossy(&output.stderr));
        assert_eq!(status, Some(0), "{words:?}: {error}");
        for note in [result, after] {
            assert!(error.contains(&format!("chuhe: {games}: {note}\n")), "{words:?}: {error}");
        }
    }
    let review = chuhe_reading(&["review", &games, "--nodes", "1", "--json"], b"");
    let json: Value = serde_json::from_slice(&review.stdout).expect("JSON");
    assert_eq!((&json["notes"], &json["faults"]), (&json!([result, after]), &json!([])));
}

#[test]
fn a_game_of_chess_is_an_error_of_every_reader() {
    let chess = "[White \"a\"]\n[Black \"b\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n";
    let xiangqi = "[Red \"a\"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 *\n\n";
    let folder = folder("convert-chess");
    let [alone, mixed, book, reviews] = ["chess.pgn", "mixed.pgn", "x.book", "x.jsonl"]
        .map(|name| folder.join(name).to_string_lossy().into_owned());
    fs::write(&alone, chess).expect("written");
    fs::write(&mixed, format!("{xiangqi}{chess}")).expect("written");

    let (status, text, error) = run(&["--to", "wxf", "--games", &alone], b"");
    assert_eq!((status, text.as_str()), (Some(1), ""));
    assert_eq!(
        error,
        format!(
            "chuhe: {alone}: line 1: chess, not xiangqi; lines 1 to 4 are not read\n\
             chuhe: 1 of 1 games could not be read\n"
        )
    );
    let (status, text, error) = run(&["--to", "wxf", "--games", &mixed], b"");
    assert_eq!((status, text.matches("[Game ").count()), (Some(1), 1), "{text}");
    assert!(error.contains("mixed.pgn: line 5: chess, not xiangqi; lines 5 to 8"), "{error}");

    let reported = format!("{alone}: line 1: chess, not xiangqi; lines 1 to 4 are not read");
    let build = ["book", "build", "--min-games", "1", "--min-plies", "1", "--out", &book, "--games"];
    for words in [&["review", alone.as_str(), "--nodes", "10"][..], &[&build[..], &[&alone]].concat()] {
        assert_eq!(complaint_reading(words, b"", 2), reported);
    }
    let output = chuhe_reading(&[&build[..], &[&mixed]].concat(), b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("games 1 (1 left out)\n"));
    assert!(
        String::from_utf8_lossy(&output.stderr)
            .ends_with("mixed.pgn: line 5: chess, not xiangqi; lines 5 to 8 are not read\n")
    );

    let words = ["review", &mixed, "--all", "--nodes", "10", "--jsonl", &reviews];
    assert_eq!(chuhe_reading(&words, b"").status.code(), Some(1));
    let last = fs::read_to_string(&reviews).expect("written");
    let last: Value = serde_json::from_str(last.lines().last().expect("a line")).expect("JSON");
    assert_eq!(last["error"]["message"], "line 5: chess, not xiangqi; lines 5 to 8 are not read");
    assert!(last.get("moves").is_none());
}

#[test]
fn the_lines_of_engines_are_taken() {
    let fen = "3k5/9/9/9/9/9/9/9/4R4/4K4 w";
    let moved = ["--to", "wxf"];
    for (words, expected) in [
        (&["position", "startpos", "moves", "h2e2", "h9g7"][..], "C2.5 N8+7"),
        (&["position startpos moves h2e2 h9g7"], "C2.5 N8+7"),
        (&["startpos", "MOVES", "h2e2"], "C2.5"),
        (&[&format!("position fen {fen} - - 0 1 moves e1e2")], "R5+1"),
        (&[&format!("{fen} moves 车五进一 d9d8 e2e3")], "R5+1 K4+1 R5+1"),
        (&["fen", "3k5/9/9/9/9/9/9/9/4R4/4K4", "w", "-", "-", "0", "1", "moves", "e1e2"], "R5+1"),
    ] {
        assert_eq!(convert(&[&moved[..], words].concat()), expected, "{words:?}");
        let (status, text, _) = run(&["--to", "wxf", "-"], words.join(" ").as_bytes());
        assert_eq!((status, text.trim_end()), (Some(0), expected), "{words:?}");
    }
    let verdict = chuhe_reading(&["adjudicate", "position", "fen", fen, "moves", "e1d1"], b"");
    assert!(String::from_utf8_lossy(&verdict.stdout).contains("verdict: "), "{verdict:?}");
    assert_eq!(verdict.status.code(), Some(0));
    for (words, problem) in [
        (&["--fen", fen, "startpos", "moves", "h2e2"][..], "--fen and the moves both give a position"),
        (&["position", "startpos", "moves", "h2e9"], "move 1, red (ply 1): 'h2e9' is illegal"),
        (&["position", "fen", "9/9", "moves", "h2e2"], "2 ranks instead of ten"),
        (&["position", "startpos"], "no moves to convert"),
    ] {
        let error = complaint(&[&moved[..], words].concat(), b"");
        assert!(error.contains(problem), "{words:?}: {error}");
    }

    let folder = folder("convert-lines");
    let file = folder.join("lines.txt");
    fs::write(&file, format!("# games\nposition startpos moves h2e2 h9g7\n{fen} moves e1e2 d9d8\n"))
        .expect("written");
    let (status, text, error) = run_games(&["--to", "wxf"], &file);
    assert_eq!((status, error.as_str()), (Some(0), ""));
    let text = String::from_utf8(text).expect("UTF-8");
    assert!(text.contains("  1. C2.5 N8+7\n*\n") && text.contains("  1. R5+1 K4+1\n*\n"), "{text}");
}

#[test]
fn a_variation_with_an_illegal_move_is_kept_said_and_in_the_status() {
    let folder = folder("convert-faults");
    let file = folder.join("in/faults.pgn");
    let game = "[Red \"a\"]\n\n1. h2e2 h9g7 (1... h7e7 2. h0h9 b9c7) 2. h0g2 i9h9 1-0\n";
    fs::write(&file, game).expect("written");
    let (status, text, error) = run_games(&["--to", "iccs"], &file);
    let text = String::from_utf8(text).expect("UTF-8");
    assert!(text.contains("(1... H7-E7 {(h0h9 b9c7)})"), "{text}");
    let fault = "faults.pgn: line 3: move 2, red (ply 3): 'h0h9' is illegal";
    assert!(error.contains(fault), "{error}");
    assert!(
        error.ends_with("chuhe: 1 of 1 games have variations that could not be read to the end\n"),
        "{error}"
    );
    assert_eq!(status, Some(1));

    let [path, book, reviews] =
        ["in/faults.pgn", "x.book", "x.jsonl"].map(|name| folder.join(name).to_string_lossy().into_owned());
    let build = ["book", "build", "--min-games", "1", "--min-plies", "1", "--out", &book, "--games", &path];
    let review = ["review", &path, "--nodes", "10"];
    let all = [&review[..], &["--all", "--jsonl", &reviews]].concat();
    for words in [&build[..], &review, &all] {
        let output = chuhe_reading(words, b"");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(
            (output.status.code(), error.matches("kept as a comment").count()),
            (Some(1), 1),
            "{error}"
        );
        assert!(!output.stdout.is_empty(), "{words:?}");
    }
    // The status of a run that goes on tells what was found before.
    assert_eq!(chuhe_reading(&[&all[..], &["--resume"]].concat(), b"").status.code(), Some(1));
    let review: Value = serde_json::from_str(&fs::read_to_string(&reviews).expect("written")).expect("JSON");
    assert!(
        review["faults"][0].as_str().is_some_and(|fault| fault.contains("'h0h9' is illegal")),
        "{review}"
    );
}

#[test]
fn counters_that_a_format_lacks_are_said() {
    let folder = folder("convert-counters");
    let file = folder.join("in/end.pgn");
    let game = |counters: &str| {
        format!(
            "[Red \"a\"]\n[FEN \"3k5/9/9/9/9/9/9/9/4R4/4K4 w - - {counters}\"]\n\n{{before}} 1. e1e2 $1 *\n\n"
        )
    };
    for (counters, count) in [("0 1", 0), ("7 1", 1), ("0 30", 1), ("7 30", 1)] {
        fs::write(&file, game(counters)).expect("written");
        for format in ["xqf", "dhtmlxq"] {
            let (status, _, error) = run_games(&["--to", format], &file);
            let said = error.matches(" has no move counters of the start position; left out: 1\n").count();
            assert_eq!((status, said), (Some(0), count), "{format} {counters}: {error}");
        }
    }
    let (status, _, error) = run_games(&["--to", "csv"], &file);
    let lost = ["annotation marks", "comments before the first move"];
    assert!(lost.iter().all(|what| error.contains(&format!("CSV has no {what}; left out: 1"))), "{error}");
    assert_eq!((status, error.lines().count()), (Some(0), 2), "{error}");
    for format in ["iccs", "jsonl"] {
        assert_eq!(run_games(&["--to", format], &file).2, "", "{format}");
    }
}
