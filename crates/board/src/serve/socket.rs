// SPDX-License-Identifier: MIT OR Apache-2.0
//! One connection: queries come in, answers go out, and one engine at most works for it. What takes time
//! is done by the workers, one query of a connection after the other.

use super::engines::Engines;
use super::search::RunningWork;
use super::workers::Workers;
use crate::message::{Answer, Reply};
use crate::session::{Response, Work, look, parse};
use axum::extract::ws::{Message, WebSocket};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{Instant, interval, timeout};

/// Largest message that is read, in bytes.
pub const MAX_MESSAGE: usize = 1 << 17;
/// Time for the client to read an answer.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// Interval of pings, and time without any sign of life after which a client has gone.
const PING: Duration = Duration::from_secs(20);
const SILENCE: Duration = Duration::from_secs(60);
/// Answers that wait for the client.
const WAITING: usize = 8;

/// Work of an engine. Dropping it stops the engine.
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

impl Connection {
    /// Obeys a query; `None` if the answer follows later, or there is none.
    async fn obey(&mut self, text: &str) -> Option<Message> {
        let query = match parse(text) {
            Ok(query) => query,
            Err(reply) => return Some(json(&reply)),
        };
        let engines = Arc::clone(&self.engines);
        match self.workers.run(move || look(query, &engines.knowledge)).await? {
            Response::Answer(reply) => return Some(json(&reply)),
            Response::Work(work) => self.start(*work),
            Response::Stop => self.running = None,
        }
        None
    }

    /// Starts work of the engine, after the end of the one before.
    fn start(&mut self, work: Work) {
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
            let relay = tokio::spawn(relay(work.id, relayed, answers));
            RunningWork { engines, work, out, stopped }.run().await;
            let _ = relay.await;
        });
        self.running = Some(Running { _stop: stop, end });
    }
}

/// Gives the answers of the work the number of its query.
async fn relay(id: u32, mut from: mpsc::Receiver<Answer>, to: mpsc::Sender<(u32, Answer)>) {
    while let Some(answer) = from.recv().await {
        if to.send((id, answer)).await.is_err() {
            return;
        }
    }
}
