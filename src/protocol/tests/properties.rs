// SPDX-License-Identifier: MIT OR Apache-2.0
//! Properties of reading and writing: a message that is written reads back, and no input causes a panic.

use super::support::answers_to;
use crate::protocol::{BestMove, Command, Dialect, Go, Info, PopHash, PositionText, RankBase, Reply};
use crate::search::ScoreBound;
use crate::types::Score;
use proptest::prelude::*;

const DIALECTS: [Dialect; 2] = [Dialect::Ucci, Dialect::Uci];

fn a_move() -> impl Strategy<Value = String> {
    "[a-i][0-9][a-i][0-9]"
}

fn moves() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(a_move(), 0..5)
}

fn position_text() -> impl Strategy<Value = PositionText> {
    (prop::option::of("[a-z0-9/]{1,20} [wb] - - [0-9]{1,3} [0-9]{1,3}"), moves())
        .prop_map(|(fen, moves)| PositionText { fen, moves })
}

fn go() -> impl Strategy<Value = Go> {
    let numbers = prop::array::uniform15(prop::option::of(any::<i64>()));
    (any::<[bool; 3]>(), numbers, moves()).prop_map(|([ponder, draw, infinite], numbers, searchmoves)| {
        let mut go = Go { ponder, draw, infinite, searchmoves, ..Go::default() };
        for ((_, field), number) in go.numbers().into_iter().zip(numbers) {
            *field = number;
        }
        go
    })
}

fn command() -> impl Strategy<Value = Command> {
    prop_oneof![
        prop::sample::select(vec![
            Command::Greet(Dialect::Ucci),
            Command::Greet(Dialect::Uci),
            Command::IsReady,
            Command::NewGame,
            Command::Debug(true),
            Command::Debug(false),
            Command::PonderHit { draw: true },
            Command::PonderHit { draw: false },
            Command::Stop,
            Command::Display,
            Command::Evaluate,
            Command::Bench,
            Command::Help,
            Command::Quit,
        ]),
        ("x[a-z]{0,9}", "([!-~]([ -~]{0,30}[!-~])?)?")
            .prop_map(|(name, value)| Command::SetOption { name, value: value.into() }),
        position_text().prop_map(Command::Position),
        position_text().prop_map(Command::CyclonePosition),
        position_text().prop_map(Command::Probe),
        moves().prop_map(Command::BanMoves),
        go().prop_map(|go| Command::Go(Box::new(go))),
    ]
}

fn score() -> impl Strategy<Value = Score> {
    prop_oneof![
        (-9000..=9000).prop_map(Score::Cp),
        (1..200).prop_map(|moves| Score::Mate(2 * moves - 1)),
        (0..200).prop_map(|moves| Score::Mate(-2 * moves)),
    ]
}

/// Reports with the fields that both dialects write.
fn info() -> impl Strategy<Value = Info> {
    let bound = prop::sample::select(vec![None, Some(ScoreBound::Lower), Some(ScoreBound::Upper)]);
    let line = (any::<u32>(), prop::option::of(any::<usize>()), score(), bound, moves());
    let counters = (any::<u64>(), any::<u64>(), 0..=1000_u32, any::<u64>());
    let current = prop::option::of((a_move(), any::<usize>()));
    // Numbers travel as signed 64 bits at most.
    let cut = |number: u64| number >> 1;
    (line, counters, current).prop_map(move |((depth, multipv, score, bound, pv), counters, current)| Info {
        depth: Some(depth),
        multipv: multipv.map(|number| number >> 1),
        score: Some(score),
        bound,
        nodes: Some(cut(counters.0)),
        nps: Some(cut(counters.1)),
        hashfull: Some(counters.2),
        time: Some(cut(counters.3)),
        currmove: current.clone().map(|(mv, _)| mv),
        currmovenumber: current.map(|(_, number)| number >> 1),
        pv,
        ..Info::default()
    })
}

fn reply() -> impl Strategy<Value = Reply> {
    let bound = || prop::option::of((score(), any::<u32>()));
    prop_oneof![
        prop::sample::select(vec![
            Reply::Greeted(Dialect::Ucci),
            Reply::Greeted(Dialect::Uci),
            Reply::Ready,
            Reply::NoBestMove,
            Reply::Bye,
            Reply::Note("some text".to_owned()),
        ]),
        info().prop_map(Reply::Info),
        (a_move(), prop::option::of(a_move())).prop_map(|(mv, ponder)| Reply::BestMove(BestMove {
            mv,
            ponder,
            draw: false,
            resign: false
        })),
        (prop::option::of(a_move()), bound(), bound())
            .prop_map(|(best_move, lower, upper)| Reply::PopHash(PopHash { best_move, lower, upper })),
    ]
}

proptest! {
    #[test]
    fn commands_read_back(command in command()) {
        for dialect in DIALECTS {
            prop_assert_eq!(Command::parse(command.to_line(dialect).as_bytes()), Some(command.clone()));
        }
    }

    #[test]
    fn replies_read_back(reply in reply()) {
        for dialect in DIALECTS {
            prop_assert_eq!(Reply::parse(reply.to_line(dialect).as_bytes()), Some(reply.clone()));
        }
    }

    #[test]
    fn any_bytes_can_be_read(line in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Some(command) = Command::parse(&line) {
            command.to_line(Dialect::Ucci);
        }
        if let Some(reply) = Reply::parse(&line) {
            reply.to_line(Dialect::Uci);
        }
    }

    #[test]
    fn any_words_can_be_read(
        head in "(go|position|fen|setoption( name)?|banmoves|probe|info|option|bestmove|pophash|debug|ponderhit)",
        tail in prop::collection::vec(
            "(moves|value|depth|score|cp|mate|pv|wdl|time|type|spin|var|ponder|-?[0-9]{1,40}|1e999|[a-j]1?[0-9]-?[a-j]1?[0-9]|é|.)",
            0..12
        ),
    ) {
        let line = format!("{head} {}", tail.join(" "));
        for dialect in DIALECTS {
            if let Some(command) = Command::parse(line.as_bytes()) {
                command.to_line(dialect);
            }
            if let Some(reply) = Reply::parse(line.as_bytes()) {
                reply.to_line(dialect);
            }
        }
        for word in &tail {
            RankBase::One.read(word);
            RankBase::Zero.read(word);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn no_input_stops_a_session(
        lines in prop::collection::vec(
            prop_oneof![
                prop::collection::vec(any::<u8>(), 0..40),
                "(position|fen|setoption|banmoves|probe|d|stop|ponderhit|isready|uci|ucci) [ -~]{0,30}"
                    .prop_map(String::into_bytes),
            ],
            0..20
        ),
    ) {
        let input = [lines.join(&b'\n'), b"\nucci\nisready".to_vec()].concat();
        let output = answers_to(&input);
        prop_assert_eq!(output.lines().last().unwrap_or("readyok"), "readyok");
    }
}
