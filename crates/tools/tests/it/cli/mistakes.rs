// SPDX-License-Identifier: MIT OR Apache-2.0
//! Mistakes that people make at the command line, and the words of the message that set them right. Every
//! message is one line and names the offending text, and there is one in Chinese. No mistake leaves a file
//! behind.

use super::chinese::is_chinese;
use crate::support::command::program;
use crate::support::run::{Run, folder, words};
use std::fs;
use std::path::Path;

/// Command lines, and what each message contains, in parts. `START` is the board of the start position, `PAIR`
/// stands for two engines.
const MISTAKES: &[(&str, &str)] = &[
    // Misspelt or misplaced words.
    ("serach --depth 5", "'serach' | similar | 'search' | see 'chuhe --help'"),
    ("search --dept 5", "'--dept' | '--depth' | see 'chuhe search --help'"),
    ("search -depth 5", "two hyphens: --depth"),
    ("search depth 5", "'depth' | two hyphens: --depth"),
    ("show h2e2 h9g7", "'h2e2' | after --moves"),
    ("adjudicate --moves h2e2", "'--moves' | without an option"),
    ("h2e2", "'h2e2' | chuhe search --moves h2e2"),
    ("game.pgn", "'game.pgn' | chuhe review FILE"),
    ("net game.pgn", "'game.pgn' | see 'chuhe net --help'"),
    ("perft 3 --suite positions.epd", "--suite"),
    ("suite", "<FILE>"),
    // Commands of the protocols.
    ("uci", "UCCI and UCI | run 'chuhe' alone"),
    ("position startpos", "UCCI and UCI | run 'chuhe' alone"),
    ("go depth 5", "UCCI and UCI | chuhe search"),
    ("setoption Hash 64", "UCCI and UCI"),
    // Values.
    ("search --depth five", "'five' | --depth | whole number"),
    ("search --movetime 2s", "'2s' | --movetime <MS> | whole number without a unit"),
    ("search --movetime -5", "'-5'"),
    ("search --hash 64MB", "'64MB' | --hash <MB> | without a unit"),
    ("search --hash 65537", "'65537'"),
    ("search --depth 0", "must be 1 to 100"),
    ("search --depth 1000", "'1000' | must be 1 to 100"),
    ("search --depth", "a value is required | --depth <PLIES>"),
    ("search --depth 3 --depth 4", "--depth"),
    ("search --nodes 0", "must be at least 1"),
    ("search --nodes 99999999999999999999", "'99999999999999999999'"),
    ("perft", "<DEPTH> | see 'chuhe perft --help'"),
    ("perft -5", "'-5' | see 'chuhe perft --help'"),
    ("perft 1000000000", "'1000000000'"),
    ("perft 3 --threads 513", "'513'"),
    ("adjudicate --rules fide", "'fide' | asian, | chinese-2011 | always-draw"),
    ("adjudicate --limit -1", "--limit"),
    ("adjudicate --lang de", "'de' | en, zh"),
    ("--log loud show", "'loud'"),
    ("completions cmd", "'cmd' | bash | zsh"),
    ("lab compare --game chess", "'chess' | xiangqi, reversi | tictactoe"),
    ("play --tc soon", "'soon' is not a time control"),
    ("play --red --black", "cannot be used with"),
    ("play --notation klingon", "unknown notation"),
    ("play --level 99", "'99'"),
    ("serve --port 70000", "'70000'"),
    ("serve --host nowhere", "'nowhere'"),
    ("lab explain nothing", "nothing"),
    ("lab compare --game reversi --algorithms none", "none"),
    ("lab solve --opening a9", "a9"),
    // Positions and moves.
    ("show --fen START w", "'w' | FEN in quotes"),
    ("show 'START w'", "after --fen, in quotes"),
    ("show --fen ''", "--fen | empty FEN"),
    ("play --fen nonsense", "--fen: "),
    ("show --moves h9g7", "h9g7 | red is to move"),
    ("show --moves 马二进五", "'马二进五' is illegal: "),
    ("show --fen -", "--fen: standard input: no FEN"),
    // Files.
    ("review nosuch.pgn", "nosuch.pgn: | os error 2"),
    ("review folder", "folder: | --all --jsonl"),
    ("review C:\\games\\game.pgn", "C:\\games\\game.pgn: "),
    ("review garbage.bin", "garbage.bin: | known format"),
    ("review chess.pgn", "chess.pgn: | line 1 | 'P-K4'"),
    ("review empty.pgn", "empty.pgn: | no games"),
    ("review game.pgn --game 7", "no game 7 | one game"),
    ("review game.pgn --pgn game.pgn", "--pgn | game.pgn | never overwritten"),
    ("review game.pgn --pgn x.out --html ./x.out", "--html: "),
    ("review game.pgn --json --pgn -", "--pgn: --json already writes to standard output"),
    ("review game.pgn --pgn - --html -", "--html: --pgn "),
    ("review game.pgn --html no/such/page.html", "no/such/page.html: "),
    ("review game.pgn --notation latin", "unknown notation 'latin'"),
    ("review game.pgn --book nosuch.book", "nosuch.book: "),
    ("review game.pgn --book game.pgn", "game.pgn: "),
    ("review game.pgn chess.pgn", "--all --jsonl"),
    ("review game.pgn --compact", "--jsonl"),
    ("review game.pgn --all", "--jsonl"),
    ("review game.pgn --all --out pages --resume", "--jsonl"),
    ("review game.pgn game.pgn --all --out pages", "two files of this name"),
    ("review game.pgn --all --pgn -", "cannot be standard output"),
    ("review game.pgn --all --pgn game.pgn", "input files are never overwritten"),
    ("review game.pgn --all --pgn x.pgn --jsonl x.pgn", "the same file as --jsonl"),
    ("review game.pgn --all --pgn x.pgn --jsonl x.jsonl --resume", "--resume"),
    ("suite game.pgn", "game.pgn: | line 1"),
    ("suite empty.pgn", "empty.pgn: | no positions"),
    ("suite no-position.epd", "no-position.epd: | line 3: 'board w'"),
    ("suite bad-move.epd", "bad-move.epd: | line 1: 'bm h2h2'"),
    ("suite no-move.epd", "no-move.epd: | line 1: 'bm'"),
    ("suite no-solution.epd", "no-solution.epd: | line 1"),
    ("suite no-mate.epd", "no-mate.epd: | 'dm 0'"),
    ("suite long-mate.epd", "long-mate.epd: | 'dm 99'"),
    ("perft --suite no-count.epd", "no-count.epd: | line 1: 'D2 many'"),
    ("perft --suite no-text.epd", "no-text.epd: "),
    ("perft --suite folder", "folder: "),
    ("manual game.pgn", "game.pgn"),
    ("serve --port 0 --book game.pgn", "game.pgn"),
    ("analysis --resume game.pgn", "game.pgn: "),
    ("search --tables nosuch", "nosuch"),
    ("lab compare --game reversi --positions empty.pgn", "empty.pgn"),
    ("lab tree game.pgn", "game.pgn"),
    ("book info game.pgn", "game.pgn: | BOOK.DAT"),
    ("book probe", "<FILE>"),
    ("book probe nosuch.book", "nosuch.book: | os error 2"),
    ("book probe folder", "folder: | regular"),
    ("book build --out x.book", "--games"),
    ("book build --games game.pgn --out game.pgn", "game.pgn"),
    ("book build --games game.pgn --nodes 5 --out x.book", "--positions <N>"),
    ("book build --positions 4 --lines openings.epd --out openings.epd", "openings.epd"),
    ("book build --positions 1 --out no/such/dir.book", "directory"),
    ("book build --positions 1 --out .", "directory"),
    ("book convert nosuch.book --out x.book", "nosuch.book"),
    ("net info game.pgn", "game.pgn: | not a chuhe network file"),
    ("eval --evalfile game.pgn", "'game.pgn' | not a chuhe network file"),
    ("search --evalfile nosuch.net", "'nosuch.net' | --evalfile | os error 2"),
    ("train --data nosuch.games --out x.net", "nosuch.games: "),
    ("train --data x.games --out x.net --hidden 100", "not a multiple of 32 up to 1024"),
    ("train --data x.games --out x.net --batch 100", "not a multiple of 256"),
    ("train --data game.pgn --out x.net", "game.pgn"),
    ("train --data game.pgn --out nosuch/x.net", "nosuch: "),
    ("train --data game.pgn --out x.net --config hidden.txt", "hidden.txt: line 1"),
    ("train --data game.pgn --out x.net --config no-value.txt", "no-value.txt: line 1"),
    ("wdl --data game.pgn", "game.pgn"),
    ("datagen --info game.pgn", "game.pgn"),
    ("datagen --out - --games 1", "--out"),
    ("datagen --out x.games --games 1 --book empty.pgn", "empty.pgn"),
    ("datagen --out x.games", "--games <N>|--positions <N>"),
    ("tables build KXvK", "KXvK"),
    ("tables verify --dir nosuch", "nosuch"),
    ("tables probe --dir nosuch startpos", "nosuch"),
    // Conversions.
    ("convert h2e2", "--to <NOTATION>"),
    ("convert --to wxf", "MOVES"),
    ("convert --to pgn h2e2", "'pgn' | iccs, wxf, chinese | games become PGN"),
    ("convert --to wxf game.pgn", "game.pgn: a file | --games"),
    ("convert --to wxf --games folder", "folder: | no pgn, xqf, cbr, cbl, cbf, pfc, mxq, ubb files"),
    ("convert --to wxf --games game.pgn --out game.pgn", "--out | never overwritten"),
    ("convert --to chinese --games game.pgn --encoding big5", "--to chinese-traditional"),
    ("convert --to wxf -", "standard input: no moves"),
    ("convert --to wxf --.6", "'-- --.6'"),
    ("convert --to csv h2e2", "--games"),
    ("convert --to xqf --encoding utf-8 --games game.pgn", "--encoding"),
    // Matches.
    ("match", "--engine"),
    ("match --engine self --engine self", "'self' | cmd=self"),
    ("match --engine cmd=self", "two engines | --engine twice"),
    ("match --engine cmd=self,name=a --engine cmd=self,name=a", "two engines have the name 'a'"),
    ("match --engine name=a --engine cmd=self", "cmd is missing"),
    ("match --engine cmd=self,optin.hashsize=1 --engine cmd=self", "'optin.hashsize' | option.NAME"),
    ("match --engine cmd=self,option.level=21 --engine cmd=self", "option.level=21: not from 0 to 20"),
    ("match --engine cmd=self,option.level=x --engine cmd=self", "option.level=x: not a whole number"),
    ("match --engine cmd=human,name=a --engine cmd=self --concurrency 2", "plays one game at a time"),
    ("match --engine cmd=human,nodes=5 --engine cmd=self", "(cmd=human) takes only name and tc"),
    ("match PAIR --tc 8,0.08", "'8,0.08' | 8+0.08"),
    ("match PAIR --nodes 5 --depth 3", "--depth"),
    ("match PAIR --games 0", "--games"),
    ("match PAIR --sprt elo0=5,elo1=0", "elo0"),
    ("match PAIR --shard 3/2", "'3/2'"),
    ("match PAIR --each name=x", "'name' belongs to one engine"),
    ("match PAIR --each option.Hush=1 --nodes 1", "option.Hush=1"),
    ("match PAIR --each odds=1/8 --openings empty.pgn", "empty.pgn: the file contains no openings"),
    ("match PAIR --each ranks=2", "ranks=2"),
    ("match PAIR --openings openings.epd --opening-start 99", "--opening-start 99: there are 2 openings"),
    ("match PAIR --opening-start 2", "--openings"),
    ("match PAIR --opening-order worst", "--opening-order"),
    ("match PAIR --shard 1/2 --sprt elo1=5", "--sprt"),
    ("match PAIR --rules none", "none"),
    ("match PAIR --resume", "--log"),
    ("match PAIR --resign-moves 2", "--resign-score"),
    ("match PAIR --openings nosuch", "nosuch: "),
    ("match PAIR --openings illegal.epd", "line 2: 'startpos moves h2e2 h2e2': move 1, black (ply 2): "),
    ("match PAIR --log bad.jsonl --resume", "bad.jsonl: line 1 is not a game: "),
    ("match PAIR --merge bad.jsonl", "--merge"),
    ("match --merge bad.jsonl", "bad.jsonl: line 1 is not a game: "),
    ("match --merge game.pgn", "game.pgn: not a log of 'chuhe match': it begins with something else"),
    ("match PAIR --log game.pgn --resume", "game.pgn: not a log of 'chuhe match': "),
    ("match --merge nosuch", "nosuch: "),
    ("--log off match --merge nosuch", "nosuch: "),
    ("match --log-level off --merge nosuch", "nosuch: "),
    ("match --merge bad.jsonl --html bad.jsonl", "bad.jsonl: already used by --merge"),
    ("match PAIR --log new.pgn --pgn ./new.pgn", "--pgn: ./new.pgn: already used by --log"),
    ("match PAIR --pgn -", "--pgn: cannot be standard output"),
    ("match PAIR --pgn no/such/games.pgn", "no/such/games.pgn"),
    ("match PAIR --openings openings.epd --html openings.epd", "already used by --openings"),
];

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn every_mistake_is_set_right_in_one_line() {
    let folder = folder("mistakes");
    let write = |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).unwrap();
    fs::create_dir(folder.join("folder")).unwrap();
    write("game.pgn", b"1. h2e2 h9g7 *\n");
    write("chess.pgn", b"1. P-K4 P-K4 2. N-KB3 *\n");
    write("empty.pgn", b"");
    write("garbage.bin", &(0..3000_u32).map(|i| (i * i % 251) as u8).collect::<Vec<_>>());
    write("openings.epd", b"startpos\nstartpos moves h2e2\n");
    write("illegal.epd", b"startpos\nstartpos moves h2e2 h2e2\n");
    write("no-position.epd", b"startpos; bm h2e2\n\nboard w; bm h2e2\n");
    write("bad-move.epd", b"startpos; bm h2h2\n");
    write("no-move.epd", b"startpos; bm\n");
    write("no-solution.epd", b"startpos; id \"x\"\n");
    write("no-mate.epd", b"startpos; dm 0\n");
    write("long-mate.epd", b"startpos; dm 99\n");
    write("no-count.epd", b"startpos ;D1 44 ;D2 many\n");
    write("no-text.epd", b"\xff\xfe\x00");
    write("hidden.txt", b"hidden = 7\n");
    write("no-value.txt", b"hidden\n");
    write("bad.jsonl", b"{\"game\":0}\n{}\n");
    let before = names(&folder);
    let start = xiangqi::notation::START_FEN.split(' ').next().unwrap();
    let pair = "--engine cmd=self,name=a --engine cmd=self,name=b";
    let mut wrong = Vec::new();
    for (line, expected) in MISTAKES {
        let full = line.replace("START", start).replace("PAIR", pair);
        let run = |language| -> Run {
            let mut command = program();
            command
                .args(words(&full))
                .current_dir(&folder)
                .env("CHUHE_LANG", language)
                .output()
                .unwrap()
                .into()
        };
        let Run { status, text, error } = run("en");
        let is_right = status == Some(2)
            && text.is_empty()
            && error.lines().count() == 1
            && error.starts_with("chuhe: ")
            && expected.split(" | ").all(|part| error.contains(part));
        if !is_right {
            wrong.push(format!("{line}\n  status {status:?}, expected {expected}\n  {error}"));
        }
        let chinese = run("zh").error;
        // The list of an engine's keys ends with an English "or".
        if !is_chinese(&chinese) && !line.contains("optin.") {
            wrong.push(format!("{line}\n  in Chinese: {chinese}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), MISTAKES.len(), wrong.join("\n"));
    assert_eq!(names(&folder), before, "no mistake leaves a file");
    assert_eq!(fs::read(folder.join("game.pgn")).unwrap(), b"1. h2e2 h9g7 *\n");
}
