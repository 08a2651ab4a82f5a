// SPDX-License-Identifier: MIT OR Apache-2.0
//! Games between scripted players.

use super::*;
use crate::adjudication::{Adjudication, DrawAdjudication};
use crate::player::MoveEvaluation;
use std::sync::Mutex;
use xiangqi::types::bilingual;

/// A player that follows a script, one word per move: `a0a1`, `a0a1=` with a draw, `resign`, `crash`.
struct ScriptedPlayer {
    name: &'static str,
    words: std::str::SplitWhitespace<'static>,
    time: Duration,
    score: i32,
    log: String,
}

fn scripted(name: &'static str, script: &'static str) -> ScriptedPlayer {
    let time = Duration::from_millis(10);
    ScriptedPlayer { name, words: script.split_whitespace(), time, score: 5, log: String::new() }
}

impl Player for ScriptedPlayer {
    fn name(&self) -> &str {
        self.name
    }

    fn new_game(&mut self, _: &Position, _: IsCancelled<'_>) -> Result<(), PlayerError> {
        self.log += "new ";
        if self.words.clone().next() == Some("absent") {
            let fault = EngineFault { kind: FaultKind::Start, detail: bilingual!("not there", "没有") };
            return Err(PlayerError::NotStarted(fault));
        }
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, PlayerError> {
        if (turn.is_cancelled)() {
            return Err(PlayerError::Cancelled);
        }
        let word = self.words.next().expect("the script is long enough");
        self.log += if turn.is_draw_offered { "think= " } else { "think " };
        let decision = match word.trim_end_matches('=') {
            "resign" => Decision::Resign,
            "crash" => return EngineFault::error(FaultKind::Crash, bilingual!("exit status: 1", "退出码 1")),
            word => Decision::Play(word.parse().unwrap()),
        };
        let evaluation = MoveEvaluation { score: Some(self.score), depth: Some(4), nodes: None };
        Ok(Answer { decision, is_draw: word.ends_with('='), evaluation, time: self.time })
    }

    fn ponder(&mut self, turn: &Turn<'_>) {
        assert!(turn.position.has_legal_move());
        self.log += "ponder ";
    }

    fn end_game(&mut self) {
        self.log += "end";
    }

    fn abort(&mut self) {
        self.log += "aborted";
    }
}

#[derive(Default)]
struct Witness(Mutex<Vec<String>>);

impl Spectator for Witness {
    fn on_event(&self, event: &MatchEvent<'_>) {
        let text = match event {
            MatchEvent::Started { red, black, position, .. } => {
                format!("{red} - {black} at {}", position.ply())
            }
            MatchEvent::Moved { record, clocks, .. } => format!("{} {clocks:?}", record.mv),
            MatchEvent::Asked { name, .. } => format!("{name} asked"),
            MatchEvent::Ended { .. } => "ended".to_owned(),
        };
        self.0.lock().unwrap().push(text);
    }
}

fn conditions(limit: SearchLimit) -> MatchConditions {
    MatchConditions::new(limit, Duration::from_millis(5))
}

/// Plays from `fen` after `opening` under these conditions.
fn play_under(
    conditions: &MatchConditions,
    fen: &str,
    opening: &str,
    players: [&mut dyn Player; 2],
) -> LoggedGame {
    let start = Position::from_fen(fen).unwrap();
    let opening: Vec<Move> = opening.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let task = GameTask { game: 3, pair: 1, opening_name: Some("x"), ..GameTask::from_position(&start) };
    let task = GameTask { opening: &opening, ..task };
    play_game(&task, players, conditions, &Witness::default(), &|| false).unwrap()
}

fn play(fen: &str, opening: &str, players: [&mut dyn Player; 2]) -> LoggedGame {
    play_under(&conditions(SearchLimit::Nodes(9)), fen, opening, players)
}

fn result_of(record: &LoggedGame) -> (&str, &str, Option<&str>) {
    (&record.result, &record.reason, record.blame.as_deref())
}

const START: &str = xiangqi::notation::START_FEN;
const ENDGAME: &str = "3k5/1R7/9/9/9/9/R8/9/9/4K4 w - - 7 30";

#[test]
fn the_rules_end_a_game_and_all_is_written_down() {
    let (mut red, mut black) = (scripted("r", "b8b7 a3a8 b7b9"), scripted("b", "d9d8 d8d9"));
    let record = play(ENDGAME, "", [&mut red, &mut black]);
    assert_eq!(result_of(&record), ("1-0", "checkmate", None));
    assert_eq!((record.game, record.pair, record.opening_name.as_deref()), (3, 1, Some("x")));
    assert_eq!((record.red.as_str(), record.black.as_str()), ("r", "b"));
    assert_eq!((record.fen.as_str(), record.opening.len()), (ENDGAME, 0));
    assert_eq!((record.limit, record.rules.as_str()), (SearchLimit::Nodes(9), "asian"));
    assert_eq!(record.moves, ["b8b7", "d9d8", "a3a8", "d8d9", "b7b9"]);
    assert_eq!((&record.scores, &record.depths), (&vec![Some(5); 5], &vec![Some(4); 5]));
    assert_eq!((&record.nodes, &record.ms), (&vec![None; 5], &vec![10.0; 5]));
    assert_eq!(record.last_fen, "1R1k5/R8/9/9/9/9/9/9/9/4K4 b - - 12 32");
    assert_eq!(red.log, "new think ponder think ponder think end");
    assert_eq!(black.log, "new think ponder think ponder end");
}

#[test]
fn an_opening_is_played_first_and_may_end_the_game() {
    let record = play(START, "h2e2 h9g7", [&mut scripted("r", "h0g2"), &mut scripted("b", "resign")]);
    assert_eq!(result_of(&record), ("1-0", "resignation", None));
    assert_eq!((record.opening.join(" ").as_str(), record.moves.len()), ("h2e2 h9g7", 1));
    let record = play(ENDGAME, "a3a9 d9d8", [&mut scripted("r", ""), &mut scripted("b", "")]);
    assert_eq!(result_of(&record), ("1-0", "checkmate", None));
    assert_eq!((record.opening, record.moves), (vec!["a3a9".to_owned()], vec![]));
}

#[test]
fn a_game_whose_engine_does_not_start_has_no_winner() {
    for (red_script, black_script, expected) in
        [("absent", "", "r"), ("absent", "absent", "r"), ("", "absent", "b")]
    {
        let (mut red, mut black) = (scripted("r", red_script), scripted("b", black_script));
        let start = Position::from_fen(ENDGAME).unwrap();
        let task = GameTask::from_position(&start);
        let conditions = conditions(SearchLimit::Nodes(9));
        let (players, witness): ([&mut dyn Player; 2], _) = ([&mut red, &mut black], Witness::default());
        let outcome = play_game(&task, players, &conditions, &witness, &|| false).unwrap_err();
        assert_eq!(outcome.to_string(), format!("{expected}: cannot start: not there"));
        assert!(red.log.ends_with("aborted") && black.log.ends_with("aborted"));
        assert!(witness.0.into_inner().unwrap().is_empty(), "the game has not begun");
    }
}

#[test]
fn faults_are_blamed_on_the_engine_at_fault() {
    for (red_script, black_script, expected, detail) in [
        ("b8b7", "crash", ("1-0", "crash", Some("b")), "exit status: 1"),
        ("b8b7", "d9e9", ("1-0", "illegal move", Some("b")), "d9e9 in 3k5/9/1R7/9/9/9/R8/9/9/4K4 b - - 8 30"),
    ] {
        let (mut red, mut black) = (scripted("r", red_script), scripted("b", black_script));
        let record = play(ENDGAME, "", [&mut red, &mut black]);
        assert_eq!((result_of(&record), record.detail.as_deref()), (expected, Some(detail)));
        let (loser, other) = if expected.0 == "1-0" { (black, red) } else { (red, black) };
        assert!(loser.log.ends_with("aborted") && other.log.ends_with("end"));
    }
}

#[test]
fn time_runs_out_after_the_margin() {
    let clock = |text: &str| conditions(SearchLimit::Clock(text.parse().unwrap()));
    let movetime = |time| conditions(SearchLimit::Movetime(Duration::from_millis(time)));
    for (conditions, expected) in [
        (movetime(5), "1-0 checkmate"),
        (movetime(4), "0-1 time"),
        (clock("0.025"), "1-0 checkmate"),
        (clock("0.024"), "1-0 time"),
        (clock("0.004+0.01"), "0-1 time"),
        (clock("0.005+0.005"), "1-0 checkmate"),
        (clock("1/0.005"), "1-0 checkmate"),
    ] {
        // Red has a little more to do, Black is a little slower.
        let (mut red, mut black) = (scripted("r", "b8b7 a3a8 b7b9"), scripted("b", "d9d8 d8d9"));
        black.time += Duration::from_micros(if expected == "1-0 time" { 5000 } else { 0 });
        let record = play_under(&conditions, ENDGAME, "", [&mut red, &mut black]);
        assert_eq!(format!("{} {}", record.result, record.reason), expected, "{}", record.limit);
    }
}

#[test]
fn two_draw_offers_in_a_row_make_a_draw() {
    let (mut red, mut black) = (scripted("r", "h2e2= h0g2 b0c2="), scripted("b", "h9g7 i9h9="));
    let record = play(START, "", [&mut red, &mut black]);
    assert_eq!(result_of(&record), ("1/2-1/2", "agreement", None));
    assert_eq!(record.moves.len(), 5);
    assert!(black.log.starts_with("new think= ponder think ponder end"), "{}", black.log);
    assert!(red.log.starts_with("new think ponder think ponder think= "), "{}", red.log);
}

#[test]
fn games_are_adjudicated() {
    let level = DrawAdjudication { from_move: 2, moves: 1, score: 5 };
    for (adjudication, plies, reason) in [
        (Adjudication { draw: Some(level), ..Adjudication::default() }, 2, "level score"),
        (Adjudication { draw_plies: Some(5), ..Adjudication::default() }, 3, "length"),
    ] {
        let conditions = MatchConditions { adjudication, ..conditions(SearchLimit::Depth(3)) };
        let (mut red, mut black) = (scripted("r", "h0g2 b0c2"), scripted("b", "i9h9"));
        let record = play_under(&conditions, START, "h2e2 h9g7", [&mut red, &mut black]);
        assert_eq!((result_of(&record), record.moves.len()), (("1/2-1/2", reason, None), plies));
    }
}

#[test]
fn spectators_see_the_clocks() {
    let witness = Witness::default();
    let start = Position::startpos();
    let opening = ["h2e2".parse().unwrap()];
    let task = GameTask { opening: &opening, ..GameTask::from_position(&start) };
    let conditions = conditions(SearchLimit::Clock("1+0.5".parse().unwrap()));
    let (mut red, mut black) = (scripted("r", "resign"), scripted("b", "h9g7"));
    play_game(&task, [&mut red, &mut black], &conditions, &witness, &|| false).unwrap();
    assert_eq!(*witness.0.lock().unwrap(), ["r - b at 1", "h9g7 [Some(1s), Some(1.49s)]"]);
}

#[test]
fn the_history_of_the_start_is_not_part_of_the_game() {
    let mut start = Position::startpos();
    for word in "h0g2 h9g7 g2h0 g7h9".split(' ') {
        start.play(word.parse().unwrap()).unwrap();
    }
    let task = GameTask::from_position(&start);
    let (mut red, mut black) = (scripted("r", "h0g2 g2h0 resign"), scripted("b", "h9g7 g7h9"));
    let conditions = conditions(SearchLimit::Nodes(1));
    let record =
        play_game(&task, [&mut red, &mut black], &conditions, &Witness::default(), &|| false).unwrap();
    assert_eq!((record.reason.as_str(), record.moves.len()), ("resignation", 4));
}

#[test]
fn a_cancelled_game_has_no_record() {
    let start = Position::startpos();
    let task = GameTask::from_position(&start);
    let (mut red, mut black) = (scripted("r", ""), scripted("b", ""));
    let conditions = conditions(SearchLimit::Nodes(1));
    assert_eq!(
        play_game(&task, [&mut red, &mut black], &conditions, &Witness::default(), &|| true),
        Err(NoGame::Cancelled)
    );
    assert_eq!((red.log.as_str(), black.log.as_str()), ("new aborted", "new aborted"));
}
