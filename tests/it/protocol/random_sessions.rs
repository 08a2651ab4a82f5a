// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random sessions of both dialects: positions right and wrong, options, searches with every limit, and more
//! commands in the midst of them. Each `go` has one answer, a move that it allows; the lines of a report are
//! legal and distinct; the process ends with its input.

use crate::support::judge::play;
use crate::support::timing::limit;
use crate::support::{Dialect, PATIENCE, Session};
use chuhe::Position;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Instant;
use xiangqi::notation::START_FEN;
use xiangqi::types::SplitMix64;

/// Number of sessions; the variable `CHUHE_SESSIONS` sets another.
const SESSIONS: u64 = 60;
/// Number of positions searched in a session.
const TURNS: usize = 8;

/// A usual position, a mate in one, a dead draw, a checkmate, and few pieces.
const STARTS: [&str; 7] = [
    START_FEN,
    START_FEN,
    "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1",
    "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
    "3k1R3/9/3P5/9/9/9/9/9/9/4K4 b - - 0 1",
    "4k4/9/9/9/9/R8/R8/9/9/3K5 w - - 0 1",
    "r1b1kaR2/4r4/2N1c4/p1p1C1p2/8p/6P2/P7P/4B4/4A4/2BAK4 w - - 0 1",
];

const BAD_POSITIONS: [&str; 4] =
    ["fen xyz", "", "fen 9/9/9/9/9/9/9/9/9/4K4 w", "fen 4k4/9/9/9/9/9/9/9/9/4K4 w"];

const NONSENSE: [&str; 6] = ["nonsense", "", "go_on", "setoption", "probe startpos", "stopxyz depth pv"];

const OPTIONS: [(&str, &str, &[&str]); 14] = [
    ("multipv", "MultiPV", &["1", "2", "5", "128"]),
    ("threads", "Threads", &["1", "2"]),
    ("hashsize", "Hash", &["1", "2"]),
    ("repetition", "Repetition Rule", &["AsianRule", "CheckBan", "ComputerRule", "?"]),
    ("drawmoves", "Rule60MaxPly", &["20", "120", "-1"]),
    ("level", "Skill Level", &["3", "20", "20"]),
    ("ponder", "Ponder", &["true", "false"]),
    ("style", "UCI_ShowWDL", &["risky", "true", "false"]),
    ("pruning", "UCI_LimitStrength", &["none", "large", "true", "false"]),
    ("randomness", "UCI_Elo", &["huge", "none", "1000"]),
    ("knowledge", "Draw Rule", &["small", "DrawAsBlackWin", "None"]),
    ("debug", "Debug", &["true", "false", "false"]),
    ("newgame", "Clear Hash", &[""]),
    ("no such option", "No such option", &["1", ""]),
];

/// What releases the answer of a search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Release {
    Itself,
    Stop,
    /// A ponder hit, and after it, if true, a stop.
    PonderHit(bool),
}

/// A `go` without its answer.
struct Asked {
    board: Option<Position>,
    /// The moves that may be the answer; empty: there must be none.
    allowed: Vec<String>,
    /// First moves of the lines that an interface shows, by their number.
    firsts: BTreeMap<String, String>,
}

#[derive(Default, Debug)]
struct Figures {
    searches: usize,
    moves: usize,
    lines: usize,
    second_lines: usize,
}

struct Client {
    session: Session,
    dialect: Dialect,
    seed: u64,
    random: SplitMix64,
    figures: Figures,
    board: Option<Position>,
    bans: Vec<String>,
    is_debug: bool,
    asked: VecDeque<Asked>,
    /// Number of `isready` without their answer.
    readies: usize,
    release: Release,
}

impl Client {
    fn start(seed: u64) -> Self {
        let is_ucci = seed.is_multiple_of(2);
        let (mut session, dialect) =
            if is_ucci { (Session::ucci(), Dialect::Ucci) } else { (Session::uci(), Dialect::Uci) };
        session.send("setoption name Ranks value from 0\nsetoption name Hash value 1");
        let (random, figures) = (SplitMix64::new(seed), Figures::default());
        let board = Position::from_fen_lenient(START_FEN).ok();
        let (bans, asked, release) = (Vec::new(), VecDeque::new(), Release::Itself);
        Self {
            session,
            dialect,
            seed,
            random,
            figures,
            board,
            bans,
            is_debug: false,
            asked,
            readies: 0,
            release,
        }
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.random.below(from.len())]
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.random.below(100) < percent
    }

    fn is_uci(&self) -> bool {
        self.dialect == Dialect::Uci
    }

    #[track_caller]
    fn fail(&mut self, reason: &str) -> ! {
        let seed = self.seed;
        self.session.fail(&format!("session {seed}: {reason}"))
    }

    /// Sends a position after random moves, or one that cannot be read.
    fn send_position(&mut self) {
        self.bans.clear();
        self.board = None;
        if self.chance(8) {
            let bad = self.pick(&BAD_POSITIONS);
            self.session.send(&format!("position {bad}"));
        } else if self.chance(1) {
            self.session.send(&format!("position startpos moves{}", " h0g2 h9g7 g2h0 g7h9".repeat(60_000)));
        } else {
            let fen = self.pick(&STARTS);
            let mut position = Position::from_fen_lenient(fen).unwrap();
            let mut moves = Vec::new();
            for _ in 0..self.random.below(30) {
                let legal = position.legal_moves();
                let Some(&mv) = legal.get(self.random.below(legal.len().max(1))) else { break };
                position.play(mv).unwrap();
                moves.push(mv.to_string());
            }
            let is_right = !self.chance(15);
            if !is_right {
                let wrong = self.pick(&["0000", "a0a0", "h2e2e", "炮二平五"]);
                moves.extend([wrong, "h2e2"].map(str::to_owned));
            }
            self.board = Some(position).filter(|_| is_right || self.is_uci() && !self.is_debug);
            self.session.send(&format!("position fen {fen} moves {}", moves.join(" ")));
        }
        if self.chance(20) && !self.is_uci() {
            let legal = self.legal();
            self.bans = legal.into_iter().filter(|_| self.random.below(3) == 0).collect();
            self.session.send(&format!("banmoves {}", self.bans.join(" ")));
        }
    }

    fn legal(&self) -> Vec<String> {
        let moves = self.board.iter().flat_map(Position::legal_moves);
        moves.map(|mv| mv.to_string()).collect()
    }

    fn send_option(&mut self) {
        let (name, uci_name, values) = self.pick(&OPTIONS);
        let value = self.pick(values);
        if uci_name == "Debug" {
            self.is_debug = value == "true";
        }
        self.session.send(&match self.dialect {
            Dialect::Ucci => format!("setoption {name} {value}"),
            _ => format!("setoption name {uci_name} value {value}"),
        });
    }

    /// Sends a `go` with random limits.
    fn send_go(&mut self) {
        let depth = 1 + self.random.below(4);
        let nodes = 1 + self.random.below(2000);
        let clock = if self.is_uci() { "wtime 60 btime 60 winc 1" } else { "time 60 increment 1 opptime 9" };
        let limits = match self.random.below(9) {
            0 => format!("depth {depth}"),
            1 => format!("nodes {nodes}"),
            2 => format!("movetime {}", nodes / 100),
            3 => clock.to_owned(),
            4 => format!("mate {depth} nodes {nodes}"),
            5 => format!("depth {depth} nodes {nodes} {clock}"),
            6 => "depth 0".to_owned(),
            // A mere `go` ends at a mate, after which UCCI would obey what it drops before.
            7 if self.is_uci() => String::new(),
            _ => "infinite".to_owned(),
        };
        let is_infinite = ["infinite", ""].contains(&limits.as_str());
        let is_pondering = self.chance(30);
        let legal = self.legal();
        let mut words: Vec<String> = Vec::new();
        if self.chance(20) {
            words.extend(legal.iter().filter(|_| self.random.below(5) == 0).cloned());
            words.push("a0a0".to_owned());
        }
        let (searched, is_answered) = match words.as_slice() {
            [] => (legal, self.board.is_none() || limits == "depth 0"),
            [legal @ .., _] => (legal.to_vec(), legal.is_empty() || limits == "depth 0"),
        };
        let is_allowed = |mv: &String| limits != "depth 0" && !self.bans.contains(mv);
        let allowed = searched.into_iter().filter(is_allowed).collect();
        self.asked.push_back(Asked { board: self.board.clone(), allowed, firsts: BTreeMap::new() });
        self.figures.searches += 1;
        self.release = match (is_answered, is_pondering, is_infinite) {
            (true, ..) | (_, false, false) => Release::Itself,
            (_, true, needs_stop) => Release::PonderHit(needs_stop),
            (_, false, true) => Release::Stop,
        };
        let ponder = if is_pondering { "ponder " } else { "" };
        let searchmoves = if words.is_empty() { "" } else { " searchmoves " };
        self.session.send(&format!("go {ponder}{limits}{searchmoves}{}", words.join(" ")));
    }

    fn send_ponder_hit(&mut self) {
        self.session.send("ponderhit");
        if let Release::PonderHit(needs_stop) = self.release {
            self.release = if needs_stop { Release::Stop } else { Release::Itself };
        }
    }

    /// Sends a command while the engine is thinking, or perhaps has just answered.
    fn interrupt(&mut self) {
        let is_certainly_thinking = self.release != Release::Itself;
        match self.random.below(7) {
            0 => {
                self.session.send("isready");
                self.readies += 1;
            }
            1 | 2 => self.send_option(),
            3 => {
                let text = self.pick(&NONSENSE);
                self.session.send(text);
            }
            4 => self.send_ponder_hit(),
            // They end the search in UCI, and are dropped in UCCI.
            5 if self.is_uci() => {
                self.send_position();
                self.release = Release::Itself;
            }
            6 if self.is_uci() => self.send_go(),
            5 | 6 if is_certainly_thinking => {
                self.session.send("position startpos moves h2e2\nbanmoves h9g7\ngo depth 1");
            }
            _ => {}
        }
    }

    /// Makes the answer come, if it waits for a command.
    fn release(&mut self) {
        if matches!(self.release, Release::PonderHit(_)) && self.chance(70) {
            self.send_ponder_hit();
        }
        if self.release != Release::Itself || self.is_uci() && self.chance(30) {
            self.session.send("stop");
            self.release = Release::Itself;
        }
    }

    /// Reads the answers to all that was asked.
    fn collect(&mut self) {
        let deadline = Instant::now() + PATIENCE;
        while !self.asked.is_empty() || self.readies > 0 {
            match self.session.next_line(deadline) {
                Ok(line) => self.take(&line.text),
                Err(reason) => self.fail(&format!("{reason} instead of an answer")),
            }
        }
    }

    fn take(&mut self, line: &str) {
        let words: Vec<_> = line.split(' ').collect();
        let Some(asked) = self.asked.front() else {
            return match words[0] {
                "readyok" if self.readies > 0 => self.readies -= 1,
                "info" if matches!(words[1], "string" | "message") => {}
                "pophash" => {}
                _ => self.fail("nothing was asked"),
            };
        };
        match words[..] {
            ["readyok"] if self.readies > 0 => self.readies -= 1,
            ["nobestmove"] | ["bestmove", "(none)"] => {
                if !asked.allowed.is_empty() {
                    self.fail("no move, although there is one");
                }
                self.asked.pop_front();
            }
            ["bestmove", mv, ref rest @ ..] => {
                let after = asked.board.as_ref().and_then(|board| play(board, mv));
                let is_legal =
                    |guess: &&str| after.as_ref().is_some_and(|after| play(after, guess).is_some());
                let is_guess_legal = !matches!(rest, ["ponder", guess, ..] if !is_legal(guess));
                if asked.firsts.values().collect::<BTreeSet<_>>().len() < asked.firsts.len() {
                    self.fail("two lines begin with the same move");
                }
                if !asked.allowed.iter().any(|allowed| allowed == mv) || !is_guess_legal {
                    self.fail("a move that is not allowed");
                }
                self.figures.moves += 1;
                self.asked.pop_front();
            }
            ["info", ..] if words.contains(&"pv") => self.take_variation(&words),
            ["info" | "pophash", ..] => {}
            _ => self.fail("an unknown line"),
        }
    }

    fn take_variation(&mut self, words: &[&str]) {
        let after = |keyword| words.iter().position(|word| *word == keyword).map(|index| &words[index + 1..]);
        let variation = after("pv").unwrap_or_default();
        let number = after("multipv").map_or("1", |rest| rest[0]);
        let asked = self.asked.front_mut().expect("something was asked");
        let mut board = asked.board.clone();
        for mv in variation {
            board = board.and_then(|board| play(&board, mv));
        }
        if words.iter().all(|word| !word.ends_with("bound")) {
            asked.firsts.insert(number.to_owned(), variation[0].to_owned());
        }
        self.figures.lines += 1;
        self.figures.second_lines += usize::from(number != "1");
        if board.is_none() {
            self.fail("an illegal variation");
        }
    }

    fn play(mut self) -> Figures {
        for turn in 0..=TURNS {
            for _ in 0..self.random.below(3) {
                self.send_option();
            }
            if self.chance(80) {
                self.send_position();
            }
            self.send_go();
            for _ in 0..self.random.below(4) {
                self.interrupt();
            }
            if turn == TURNS && self.chance(50) {
                break;
            }
            self.release();
            self.collect();
            self.session.send("isready");
            self.readies += 1;
            self.collect();
        }
        // At once, or while the last answer is awaited.
        let quits = self.chance(50);
        if quits {
            self.session.send("quit");
        } else {
            self.session.close_input();
        }
        self.collect();
        let mut byes = 0;
        while let Ok(line) = self.session.next_line(Instant::now() + PATIENCE) {
            match line.text.as_str() {
                "bye" => byes += 1,
                text => self.take(text),
            }
        }
        assert_eq!(byes, usize::from(quits && !self.is_uci()));
        self.session.expect_exit(0, limit(1000));
        self.figures
    }
}

#[test]
fn in_random_sessions_each_go_has_one_answer_that_it_allows() {
    let sessions = std::env::var("CHUHE_SESSIONS").map_or(SESSIONS, |number| number.parse().unwrap());
    let mut sum = Figures::default();
    for seed in 1..=sessions {
        let Figures { searches, moves, lines, second_lines } = Client::start(seed).play();
        sum.searches += searches;
        sum.moves += moves;
        sum.lines += lines;
        sum.second_lines += second_lines;
    }
    assert!(sum.moves > sum.searches / 2 && sum.second_lines > sum.lines / 10, "{sum:?}");
}
