// SPDX-License-Identifier: MIT OR Apache-2.0
//! One connection: queries come in, answers go out, and one engine at most works for it. What takes time
//! is done by the workers, one query of a connection after the other.

use super::engines::Engines;
use super::game;
use super::message::{Answer, Both, Job, Query, Reply, both};
use super::review;
use super::search::{Task, analyse, choose};
use super::workers::Workers;
use crate::engine::Level;
use axum::extract::ws::{Message, WebSocket};
use chuhe_lab::watch::{Scene, SceneGame, SceneRequest};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::task::{JoinHandle, spawn_blocking};
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
    workers: Workers,
    answers: mpsc::Sender<(u32, Answer)>,
    running: Option<Running>,
}

/// Serves one connection until the client goes away, falls silent, or reads too slowly.
pub async fn serve(mut socket: WebSocket, engines: Arc<Engines>, workers: Workers) {
    let (answers, mut waiting) = mpsc::channel(WAITING);
    let mut connection = Connection { engines, workers, answers, running: None };
    let mut ping = interval(PING);
    let mut last_sign = Instant::now();
    loop {
        let outgoing = tokio::select! {
            message = socket.recv() => {
                last_sign = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => match connection.obey(&text).await {
                        Some(reply) => reply,
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

/// Answers a query, unless it needs an engine: then returns the position.
fn look(query: Query, engines: &Engines) -> Result<Position, Message> {
    let Query { id, fen, moves, rules, job } = query;
    let position = game::position(fen.as_deref(), &moves).map_err(|message| json(&error(id, message)))?;
    let answer = match job {
        Job::Position => Ok(Answer::Position(Box::new(game::describe(&position, rules, &engines.knowledge)))),
        Job::Read { text } => game::read_text(&position, &text).map(Answer::Read),
        Job::Picture => Ok(Answer::Picture { svg: SvgBoard(&position).to_string() }),
        Job::Watch { game, algorithm, depth, position } => {
            watch(&game, &algorithm, depth, &position).map(|scene| Answer::Watch(Box::new(scene)))
        }
        Job::Analyse { .. } | Job::Play { .. } | Job::Hint | Job::Review { .. } | Job::Stop => {
            return Ok(position);
        }
    };
    Err(json(&answer.map_or_else(|message| error(id, message), |answer| Reply { id, answer })))
}

impl Connection {
    /// Obeys a query; `None` if the answer follows later, or there is none.
    async fn obey(&mut self, text: &str) -> Option<Message> {
        let query: Query = match serde_json::from_str(text) {
            Ok(query) => query,
            Err(reason) => {
                let text = excerpt(text);
                let message = both(|language| {
                    text!(language, "'{text}' is not a query: {reason}", "“{text}”不是有效的请求：{reason}")
                });
                return Some(json(&error(0, message)));
            }
        };
        let Query { id, rules, ref job, .. } = query;
        if matches!(job, Job::Stop) {
            self.running = None;
            return None;
        }
        let job = job.clone();
        let engines = Arc::clone(&self.engines);
        match self.workers.run(move || look(query, &engines)).await? {
            Ok(position) => {
                self.start(id, position, rules, job).err().map(|message| json(&error(id, message)))
            }
            Err(reply) => Some(reply),
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
            run(Task { engines, position, rules, out, stopped }, job, level).await;
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

/// Does a job with an engine.
async fn run(task: Task, job: Job, level: Level) {
    match job {
        Job::Analyse { lines, .. } => analyse(task, lines).await,
        Job::Play { seed, clock, .. } => choose(task, Some((level, seed, clock))).await,
        Job::Hint => choose(task, None).await,
        Job::Review { movetime } => {
            // It fails only if the server is being shut down.
            let _ = spawn_blocking(move || review::review(task, movetime)).await;
        }
        Job::Position | Job::Read { .. } | Job::Picture | Job::Watch { .. } | Job::Stop => {}
    }
}
