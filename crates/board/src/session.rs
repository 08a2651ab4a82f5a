// SPDX-License-Identifier: MIT OR Apache-2.0
//! From a query to its answers: what needs no search is answered at once, the rest becomes [`Work`] for an
//! engine. A [`Session`] does so for a page that has one engine.

use super::Knowledge;
use super::game;
use super::message::{Answer, Both, Query, Question, Reply, SentGame, both, notation_at};
use super::review::{self, RunningReview};
use super::search::{Analysis, ChosenMove, Reports, analysis_limits};
use chuhe::engine::{Engine, Level};
use chuhe::search::Settings;
use chuhe::tb::SharedTb;
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;
use xiangqi::diagram::SvgBoard;
use xiangqi::notation::excerpt;
use xiangqi::position::Position;
use xiangqi::rules::RuleSet;
use xiangqi::text;

/// What follows from a query.
pub(crate) enum Response {
    Answer(Reply),
    Work(Box<Work>),
    /// The engine stops what it does for this page.
    Stop,
}

/// Work for an engine.
pub struct Work {
    pub(crate) id: u32,
    pub(crate) position: Position,
    pub(crate) rules: RuleSet,
    pub(crate) task: EngineTask,
}

impl Work {
    /// Returns the size of the transposition table that somebody chose for it, in MiB.
    pub fn hash_mb(&self) -> Option<usize> {
        match self.task {
            EngineTask::Analyse(analysis) => analysis.hash_mb,
            EngineTask::Choose(_) | EngineTask::Review { .. } => None,
        }
    }
}

/// What the engine does.
#[derive(Clone, Copy)]
pub(crate) enum EngineTask {
    /// Analyse until it is stopped.
    Analyse(Analysis),
    Choose(ChosenMove),
    /// Review the game, with this time for a position.
    Review {
        movetime: u64,
    },
}

/// The answer to a query that is wrong.
fn error(id: u32, error: Both) -> Reply {
    Reply { id, answer: Answer::Error { error } }
}

/// Reads a query.
pub(crate) fn parse(text: &str) -> Result<Query, Reply> {
    serde_json::from_str(text).map_err(|reason| {
        let text = excerpt(text);
        let message = both(|language| {
            text!(language, "'{text}' is not a query: {reason}", "“{text}”不是有效的请求：{reason}")
        });
        error(0, message)
    })
}

/// Answers a query, unless it needs an engine.
pub(crate) fn look(query: Query, knowledge: &Knowledge) -> Response {
    let id = query.id;
    respond(query, knowledge).unwrap_or_else(|message| Response::Answer(error(id, message)))
}

fn respond(query: Query, knowledge: &Knowledge) -> Result<Response, Both> {
    let Query { id, fen, moves, rules, question } = query;
    if matches!(question, Question::Stop) {
        return Ok(Response::Stop);
    }
    let position = game::position(fen.as_deref(), &moves)?;
    let answer = |answer| Ok(Response::Answer(Reply { id, answer }));
    let work = |position: Position, task| {
        if !position.has_legal_move() && !matches!(task, EngineTask::Review { .. }) {
            return Err(both(|language| language.pick("there is no legal move", "没有合法着法")));
        }
        Ok(Response::Work(Box::new(Work { id, position, rules, task })))
    };
    match question {
        Question::Position => answer(Answer::Position(Box::new(game::describe(&position, rules, knowledge)))),
        Question::Read { text, notation } => {
            answer(Answer::Read(game::read_text(&position, &text, notation_at(notation))?))
        }
        Question::Picture => answer(Answer::Picture { svg: SvgBoard(&position).to_string() }),
        Question::Analyse { lines, threat, threads, hash } => {
            let position = if threat { game::other_side(&position)? } else { position };
            work(position, EngineTask::Analyse(Analysis { lines, threads, hash_mb: hash }))
        }
        Question::Play { level, seed, clock } => work(
            position,
            EngineTask::Choose(ChosenMove { level: level_of_play(level)?, plays: true, seed, clock }),
        ),
        Question::Hint => work(
            position,
            EngineTask::Choose(ChosenMove { level: Level::FULL, plays: false, seed: 0, clock: None }),
        ),
        Question::Review { movetime } => work(position, EngineTask::Review { movetime }),
        Question::Stop => Ok(Response::Stop),
    }
}

fn level_of_play(level: u32) -> Result<Level, Both> {
    Level::new(level).ok_or_else(|| {
        let most = Level::FULL;
        both(|language| text!(language, "levels are numbers from 0 to {most}", "级别应为0到{most}"))
    })
}

/// Answers the queries of a page, where one engine works for it.
#[derive(Default)]
pub struct Session {
    knowledge: Knowledge,
}

impl Session {
    /// Creates a session with this knowledge.
    pub fn new(knowledge: Knowledge) -> Self {
        Self { knowledge }
    }

    /// Takes a query, as JSON. What needs no engine is answered by `tell`, as JSON too; the rest is returned,
    /// and is to be [done](Self::work) instead of the work before. A query to stop is neither.
    pub fn ask(&self, query: &str, mut tell: impl FnMut(&str)) -> Option<Work> {
        match parse(query).map(|query| look(query, &self.knowledge)) {
            Err(reply) | Ok(Response::Answer(reply)) => tell(&json(&reply)),
            Ok(Response::Work(work)) => return Some(*work),
            Ok(Response::Stop) => {}
        }
        None
    }

    /// Does work with an engine, until it is done or the engine is stopped. Each answer is given to `tell`.
    pub fn work(&self, work: &Work, engine: &mut Engine, mut tell: impl FnMut(&str) + Send) {
        let Work { id, position, rules, task } = work;
        let mut tell = |answer| tell(&json(&Reply { id: *id, answer }));
        let settings = self.settings(*rules);
        let last = match task {
            EngineTask::Analyse(analysis) => {
                analysis.prepare(engine, settings);
                let mut reports =
                    Reports::new(position, engine.settings(), |lines| tell(Answer::Lines(lines)));
                engine.search_with(position, &analysis_limits(), &mut reports);
                Answer::Done
            }
            EngineTask::Choose(choice) => {
                choice.prepare(engine, settings);
                let result = engine.search(position, &choice.limits(Duration::ZERO));
                if engine.was_stopped() { Answer::Done } else { ChosenMove::answer(position, &result) }
            }
            EngineTask::Review { movetime } => {
                match RunningReview::new(position, *movetime, settings, &self.knowledge.books) {
                    Err(error) => Answer::Error { error },
                    Ok(mut review) => {
                        review.prepare(engine);
                        while let Some(step) = review.next(engine) {
                            tell(Answer::Reviewed(Box::new(step)));
                        }
                        Answer::Done
                    }
                }
            }
        };
        tell(last);
    }

    /// Returns the answer to work that is given up before it has begun.
    pub fn given_up(work: &Work) -> String {
        json(&Reply { id: work.id, answer: Answer::Done })
    }

    /// Reads the games of a file, as JSON.
    pub fn read(&self, file: &[u8]) -> String {
        json(&game::read_games(file))
    }

    /// Writes a game that is sent as JSON as text, as JSON again.
    ///
    /// # Errors
    /// What is wrong with the game, in English and Chinese.
    pub fn write_game(&self, game: &str) -> Result<String, [String; 2]> {
        let sent = sent(game)?;
        review::write_game(&sent, &self.settings(sent.rules), &self.knowledge.books).map(|game| json(&game))
    }

    /// Returns the data of the page of a review that is sent as JSON, as JSON again.
    ///
    /// # Errors
    /// What is wrong with the game, in English and Chinese.
    pub fn review_data(&self, game: &str) -> Result<String, [String; 2]> {
        let sent = sent(game)?;
        review::write_page(&sent, &self.settings(sent.rules), &self.knowledge.books).map(|data| json(&data))
    }

    fn settings(&self, rules: RuleSet) -> Settings {
        self.knowledge.settings(rules, Settings::default())
    }
}

impl Knowledge {
    /// Lets a search follow the rules, and look into the tables.
    pub(crate) fn settings(&self, rules: RuleSet, settings: Settings) -> Settings {
        let tables = Arc::clone(&self.tables);
        let tb = (tables.most_pieces() > 0).then(|| SharedTb::new(tables));
        Settings { rules, tb, ..settings }
    }
}

fn sent(game: &str) -> Result<SentGame, Both> {
    serde_json::from_str(game)
        .map_err(|reason| both(|language| text!(language, "not a game: {reason}", "不是对局：{reason}")))
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("numbers, texts and lists of them")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn answers(session: &Session, query: &Value) -> Vec<Value> {
        let mut answers = Vec::new();
        let mut tell = |answer: &str| answers.push(serde_json::from_str(answer).unwrap());
        if let Some(work) = session.ask(&query.to_string(), &mut tell) {
            session.work(&work, &mut Engine::new(1), tell);
        }
        answers
    }

    #[test]
    fn a_session_answers_what_the_page_asks() {
        let session = Session::default();
        let mate = "3k5/9/9/9/9/9/9/R8/1R7/5K3 w";
        let position = answers(&session, &json!({"id": 1, "type": "position", "moves": ["h2e2"]}));
        assert_eq!(
            (position.len(), &position[0]["id"], &position[0]["side"]),
            (1, &json!(1), &json!("black"))
        );
        // A mate ends the analysis.
        let lines = answers(&session, &json!({"id": 2, "type": "analyse", "fen": mate, "lines": 2}));
        assert_eq!(lines.last().unwrap()["type"], "done");
        assert!(lines.iter().any(|answer| answer["lines"][0]["score"] == "+M2"), "{lines:?}");
        let chosen = answers(&session, &json!({"id": 3, "type": "play", "fen": mate, "level": 1}));
        assert!(chosen.len() == 1 && chosen[0]["move"].is_string(), "{chosen:?}");
        let review =
            answers(&session, &json!({"id": 4, "type": "review", "moves": ["h2h9"], "movetime": 10}));
        let types: Vec<_> = review.iter().map(|answer| answer["type"].as_str().unwrap()).collect();
        assert_eq!(types, ["reviewed", "reviewed", "done"]);
        assert!(review[1]["verdict"]["mark"].is_u64());
        for query in
            [json!({"type": "play", "level": 99}), json!({"type": "position", "moves": ["e2e4"]}), json!(7)]
        {
            let wrong = answers(&session, &query);
            assert!(wrong.len() == 1 && wrong[0]["type"] == "error", "{wrong:?}");
        }
        assert!(answers(&session, &json!({"type": "stop"})).is_empty());
    }

    #[test]
    fn a_game_that_is_over_is_reviewed_by_an_engine_that_was_stopped_before() {
        let query = json!({"id": 1, "type": "review", "fen": "3kR4/4R4/9/9/9/9/9/9/9/4K4 b"}).to_string();
        let (session, mut engine, mut types) = (Session::default(), Engine::new(1), Vec::new());
        let work = session.ask(&query, |answer| panic!("{answer}")).unwrap();
        engine.stopper().stop();
        session.work(&work, &mut engine, |answer| {
            types.push(serde_json::from_str::<Value>(answer).unwrap()["type"].clone());
        });
        assert_eq!(types, ["reviewed", "done"]);
    }

    #[test]
    fn a_session_reads_and_writes_games() {
        let session = Session::default();
        let read: Value = serde_json::from_str(&session.read("1. 炮二平五 马8进7".as_bytes())).unwrap();
        assert_eq!(read["games"][0]["line"]["moves"][1]["move"], "h9g7");
        let game = json!({"line": read["games"][0]["line"], "review": [{"score": "+0.10"}]}).to_string();
        let written = session.write_game(&game).unwrap();
        assert!(written.to_lowercase().replace('-', "").contains("h2e2"), "{written}");
        assert!(session.review_data(&game).unwrap().contains("\"steps\""));
        assert!(session.write_game("{").unwrap_err()[0].starts_with("not a game"));
    }
}
