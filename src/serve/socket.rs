// SPDX-License-Identifier: MIT OR Apache-2.0
//! One connection: queries come in, answers go out, and one engine at most works for it.

use super::engines::Engines;
use super::game;
use super::message::{Answer, Both, Job, Query, Reply, both};
use super::search::{MAX_LINES, analyse, choose};
use super::{message, review};
use crate::engine::Level;
use axum::extract::ws::{Message, WebSocket};
use chuhe_lab::watch::{Scene, SceneGame, SceneRequest};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{Instant, interval, timeout};
use xiangqi::diagram::SvgBoard;
use xiangqi::notation::excerpt;
use xiangqi::position::Position;
use xiangqi::rules::RuleSet;
use xiangqi::text;

/// Largest message that is read, in bytes.
pub const MAX_MESSAGE: usize = 1 << 17;
/// Time for the client to read an answer.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// Interval of pings, and time without any sign of life after which a client has gone.
const PING: Duration = Duration::from_secs(20);
const SILENCE: Duration = Duration::from_secs(60);
/// Answers that wait for the client.
const WAITING: usize = 8;

/// A job of the engine. Dropping it stops the engine.
struct Running {
    _stop: oneshot::Sender<()>,
    end: JoinHandle<()>,
}

struct Connection {
    engines: Arc<Engines>,
    answers: mpsc::Sender<(u32, Answer)>,
    running: Option<Running>,
}

/// Serves one connection until the client goes away, falls silent, or reads too slowly.
pub async fn serve(mut socket: WebSocket, engines: Arc<Engines>) {
    let (answers, mut waiting) = mpsc::channel(WAITING);
    let mut connection = Connection { engines, answers, running: None };
    let mut ping = interval(PING);
    let mut last_sign = Instant::now();
    loop {
        let outgoing = tokio::select! {
            message = socket.recv() => {
                last_sign = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => match connection.obey(&text) {
                        Some(reply) => json(&reply),
                        None => continue,
                    },
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    _ => return,
                }
            }
            Some((id, answer)) = waiting.recv() => json(&Reply { id, answer }),
            _ = ping.tick() => {
                if last_sign.elapsed() > SILENCE {
                    return;
                }
                Message::Ping(Vec::new().into())
            }
        };
        if !matches!(timeout(WRITE_TIMEOUT, socket.send(outgoing)).await, Ok(Ok(()))) {
            return;
        }
    }
}

fn json(reply: &Reply) -> Message {
    Message::Text(serde_json::to_string(reply).expect("numbers, texts and lists of them").into())
}

fn error(id: u32, error: Both) -> Reply {
    Reply { id, answer: Answer::Error { error } }
}

impl Connection {
    /// Obeys a query; `None` if the answer follows later, or there is none.
    fn obey(&mut self, text: &str) -> Option<Reply> {
        let query: Query = match serde_json::from_str(text) {
            Ok(query) => query,
            Err(reason) => {
                let text = excerpt(text);
                let message = both(|language| {
                    text!(language, "'{text}' is not a query: {reason}", "“{text}”不是有效的请求：{reason}")
                });
                return Some(error(0, message));
            }
        };
        let Query { id, fen, moves, rules, job } = query;
        if matches!(job, Job::Stop) {
            self.running = None;
            return None;
        }
        let position = match game::position(fen.as_deref(), &moves) {
            Ok(position) => position,
            Err(message) => return Some(error(id, message)),
        };
        match job {
            Job::Position => {
                let situation = game::describe(&position, rules, &self.engines.knowledge);
                Some(Reply { id, answer: Answer::Position(Box::new(situation)) })
            }
            Job::Read { text } => Some(match game::read_text(&position, &text) {
                Ok(read) => Reply { id, answer: Answer::Read(read) },
                Err(message) => error(id, message),
            }),
            Job::Picture => {
                Some(Reply { id, answer: Answer::Picture { svg: SvgBoard(&position).to_string() } })
            }
            Job::Watch { game, algorithm, depth, position } => {
                Some(match watch(&game, &algorithm, depth, &position) {
                    Ok(scene) => Reply { id, answer: Answer::Watch(Box::new(scene)) },
                    Err(message) => error(id, message),
                })
            }
            job => self.start(id, position, rules, job).err().map(|message| error(id, message)),
        }
    }

    /// Starts a job of the engine, after the end of the one before.
    fn start(&mut self, id: u32, position: Position, rules: RuleSet, job: Job) -> Result<(), Both> {
        let position = match job {
            Job::Analyse { threat: true, .. } => game::other_side(&position)?,
            _ => position,
        };
        let level = match job {
            Job::Play { level, .. } => Level::new(level).ok_or_else(|| {
                let most = Level::FULL;
                both(|language| text!(language, "levels are numbers from 0 to {most}", "级别应为0到{most}"))
            })?,
            _ => Level::FULL,
        };
        if !position.has_legal_move() && !matches!(job, Job::Review { .. }) {
            return Err(both(|language| language.pick("there is no legal move", "没有合法着法")));
        }
        let previous = self.running.take().map(|Running { end, .. }| end);
        let (stop, stopped) = oneshot::channel();
        let engines = Arc::clone(&self.engines);
        let answers = self.answers.clone();
        let end = tokio::spawn(async move {
            if let Some(previous) = previous {
                // It ends soon: its sender has been dropped.
                let _ = previous.await;
            }
            let (out, relayed) = mpsc::channel(1);
            let relay = tokio::spawn(relay(id, relayed, answers));
            run(engines, position, rules, (job, level), out, stopped).await;
            let _ = relay.await;
        });
        self.running = Some(Running { _stop: stop, end });
        Ok(())
    }
}

/// Most nodes and most plies of a recorded search.
const WATCH_LIMITS: (usize, u32) = (2000, 12);

fn watch(game: &str, algorithm: &str, depth: Option<u32>, position: &str) -> Result<Scene, Both> {
    let name = excerpt(game);
    let game = SceneGame::named(game).ok_or_else(|| {
        both(|language| {
            text!(language, "'{name}' is not a game of the laboratory", "“{name}”不是实验室的棋种")
        })
    })?;
    let (most, deepest) = WATCH_LIMITS;
    let depth = depth.map(|depth| depth.clamp(1, deepest));
    let request = SceneRequest { game, algorithm: &excerpt(algorithm), depth, position, most };
    Scene::new(request).map_err(|error| both(|language| error.text(language).to_owned()))
}

/// Gives the answers of a job the number of its query.
async fn relay(id: u32, mut from: mpsc::Receiver<Answer>, to: mpsc::Sender<(u32, Answer)>) {
    while let Some(answer) = from.recv().await {
        if to.send((id, answer)).await.is_err() {
            return;
        }
    }
}

/// Does a job with an engine, if one is free.
async fn run(
    engines: Arc<Engines>,
    position: Position,
    rules: RuleSet,
    (job, level): (Job, Level),
    out: mpsc::Sender<message::Answer>,
    stopped: oneshot::Receiver<()>,
) {
    let lender = Arc::clone(&engines);
    let Ok(Some(engine)) = tokio::task::spawn_blocking(move || lender.lend(rules)).await else {
        let most = engines.most();
        let error = both(|language| {
            text!(language, "the engine is busy with {most} other searches", "引擎正忙于另外{most}个搜索")
        });
        let _ = out.send(Answer::Error { error }).await;
        return;
    };
    match job {
        Job::Analyse { lines, .. } => {
            analyse(engine, position, lines.clamp(1, MAX_LINES), out, stopped).await;
        }
        Job::Play { seed, clock, .. } => {
            choose(engine, position, Some((level, seed, clock)), out, stopped).await;
        }
        Job::Hint => choose(engine, position, None, out, stopped).await,
        Job::Review { movetime } => {
            let work = move || review::review(engine, &engines, &position, movetime, &out, stopped);
            // It fails only if the server is being shut down.
            let _ = tokio::task::spawn_blocking(work).await;
        }
        Job::Position | Job::Read { .. } | Job::Picture | Job::Watch { .. } | Job::Stop => {}
    }
}
