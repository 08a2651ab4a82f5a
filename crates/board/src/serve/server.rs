// SPDX-License-Identifier: MIT OR Apache-2.0
//! Listens, and routes requests.

use super::assets::{assets, file_page};
use super::engines::{EngineConfig, Engines};
use super::guard::{self, Guard};
use super::lab::{WatchRequest, watch};
use super::socket;
use super::workers::Workers;
use crate::message::SentGame;
use crate::{Knowledge, game, review};
use axum::Json;
use axum::Router;
use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::{State, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{self, Read, Write};
use std::net::{self, IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Notify, Semaphore};
use tokio::time::timeout;

/// Largest body of a request, in bytes.
const MAX_BODY: usize = 1 << 20;
/// Time for a client to send the headers of a request, and its body.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
const BODY_TIMEOUT: Duration = Duration::from_secs(20);
/// Most connections at a time, and those of pages among them.
const MAX_CONNECTIONS: usize = 256;
const MAX_SOCKETS: usize = 128;
/// Space for the headers of a request, in bytes.
const MAX_HEADERS: usize = 1 << 15;

/// The port, unless another one is asked for.
pub const DEFAULT_PORT: u16 = 8088;
/// Time for another server to show what it is.
const PROBE_TIMEOUT: Duration = Duration::from_secs(2);

/// Where to listen, and with what engines.
pub struct ServeConfig {
    /// The address to listen on. Beyond loopback a token is required.
    pub host: IpAddr,
    /// The port; 0: any free one.
    pub port: u16,
    /// The engines.
    pub engines: EngineConfig,
    /// Opening books and endgame tables, whose moves are shown.
    pub knowledge: Knowledge,
}

/// A server that listens already.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    token: Option<String>,
    engines: Arc<Engines>,
    stop: Arc<Notify>,
}

/// Stops a server from another thread.
#[derive(Clone)]
pub struct ServerStopper(Arc<Notify>);

impl ServerStopper {
    /// Stops the server.
    pub fn stop(&self) {
        self.0.notify_one();
    }
}

impl Server {
    /// Listens on the address.
    ///
    /// # Errors
    /// If the address cannot be used.
    pub fn bind(config: ServeConfig) -> io::Result<Self> {
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let listener = runtime.block_on(TcpListener::bind((config.host, config.port)))?;
        let address = listener.local_addr()?;
        let token = (!config.host.is_loopback()).then(|| format!("{:032x}", rand::random::<u128>()));
        let engines = Arc::new(Engines::new(config.engines, config.knowledge));
        Ok(Self { runtime, listener, address, token, engines, stop: Arc::default() })
    }

    /// Returns the address of the page, with the token if one is required.
    pub fn url(&self) -> String {
        let host = if self.address.ip().is_unspecified() { own_address() } else { self.address.ip() };
        let page = page_url(SocketAddr::new(host, self.address.port()));
        self.token.as_ref().map_or_else(|| page.clone(), |token| format!("{page}?token={token}"))
    }

    /// Returns a handle that stops the server.
    pub fn stopper(&self) -> ServerStopper {
        ServerStopper(Arc::clone(&self.stop))
    }

    /// Serves until it is stopped.
    pub fn run(self) {
        let Self { runtime, listener, address, token, engines, stop } = self;
        let app = router(engines, Guard::new(address, token));
        runtime.block_on(async {
            tokio::select! {
                () = accept(listener, app) => {}
                () = stop.notified() => {}
            }
        });
        // Engines of open connections stop when their connections are dropped.
        runtime.shutdown_timeout(Duration::from_secs(1));
    }
}

fn page_url(address: SocketAddr) -> String {
    format!("http://{address}/")
}

/// Returns the address of the page, if a server like this one listens there already.
pub fn running_at(host: IpAddr, port: u16) -> Option<String> {
    let address = SocketAddr::new(guard::reachable(host), port);
    let mut stream = net::TcpStream::connect_timeout(&address, PROBE_TIMEOUT).ok()?;
    stream.set_read_timeout(Some(PROBE_TIMEOUT)).ok()?;
    write!(stream, "HEAD / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").ok()?;
    // The beginning of the answer suffices, and another program may answer without end.
    let mut answer = [0; 1 << 12];
    let length = stream.read(&mut answer).ok()?;
    let name = format!("\r\nserver: {}\r\n", guard::NAME);
    String::from_utf8_lossy(&answer[..length]).to_lowercase().contains(&name).then(|| page_url(address))
}

/// The address of this machine in its network. Nothing is sent to find it.
fn own_address() -> IpAddr {
    let probe = || {
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9))?;
        socket.local_addr()
    };
    probe().map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |address| address.ip())
}

/// The state of the routes.
#[derive(Clone)]
struct Shared {
    engines: Arc<Engines>,
    sockets: Arc<Semaphore>,
    workers: Workers,
}

fn router(engines: Arc<Engines>, guard: Guard) -> Router {
    let sockets = Arc::new(Semaphore::new(MAX_SOCKETS));
    let shared = Shared { engines, sockets, workers: Workers::new() };
    let mut router = Router::new()
        .route(guard::SOCKET, any(upgrade))
        .route("/limits", get(limits))
        .route("/games", post(games))
        .route("/pgn", post(pgn))
        .route("/review", post(page))
        .route("/watch", post(scene));
    for asset in assets() {
        router = router.route(asset.path, get(([(CONTENT_TYPE, asset.kind)], asset.content)));
    }
    router.with_state(shared).layer(from_fn_with_state(Arc::new(guard), guard::check))
}

async fn upgrade(State(shared): State<Shared>, upgrade: WebSocketUpgrade) -> Response {
    let Ok(permit) = Arc::clone(&shared.sockets).try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many connections\n").into_response();
    };
    let upgrade = upgrade.max_message_size(socket::MAX_MESSAGE).max_frame_size(socket::MAX_MESSAGE);
    upgrade.on_upgrade(async move |socket| {
        socket::serve(socket, shared.engines, shared.workers).await;
        drop(permit);
    })
}

/// Tells the most that a search may have.
async fn limits(State(shared): State<Shared>) -> Response {
    Json(shared.engines.limits()).into_response()
}

/// Reads the games of a file.
async fn games(State(shared): State<Shared>, body: Body) -> Response {
    with_body(&shared.workers, body, |bytes| Json(game::read_games(bytes)).into_response()).await
}

/// Writes a game as PGN.
async fn pgn(State(shared): State<Shared>, body: Body) -> Response {
    let write = |sent: SentGame, engines: &Engines| {
        review::write_game(&sent, &engines.settings(sent.rules), &engines.knowledge.books)
    };
    answered(shared, body, write).await
}

/// The page of a review, as one file.
#[derive(Serialize)]
struct WrittenPage {
    html: String,
}

/// Writes the page of a review.
async fn page(State(shared): State<Shared>, body: Body) -> Response {
    let write = |sent: SentGame, engines: &Engines| {
        let data = review::write_page(&sent, &engines.settings(sent.rules), &engines.knowledge.books)?;
        Ok(WrittenPage { html: file_page(&data) })
    };
    answered(shared, body, write).await
}

/// Records a search of a textbook algorithm.
async fn scene(State(shared): State<Shared>, body: Body) -> Response {
    answered(shared, body, |request: WatchRequest, _: &Engines| watch(&request)).await
}

/// Answers a request that is sent as JSON. What cannot be done is told in both languages.
async fn answered<Q: DeserializeOwned + 'static, A: Serialize + 'static>(
    shared: Shared,
    body: Body,
    answer: fn(Q, &Engines) -> Result<A, [String; 2]>,
) -> Response {
    let engines = Arc::clone(&shared.engines);
    with_body(&shared.workers, body, move |bytes| match serde_json::from_slice(bytes) {
        Ok(request) => match answer(request, &engines) {
            Ok(answer) => Json(answer).into_response(),
            Err(message) => (StatusCode::UNPROCESSABLE_ENTITY, Json(message)).into_response(),
        },
        Err(reason) => (StatusCode::BAD_REQUEST, format!("not a request: {reason}\n")).into_response(),
    })
    .await
}

/// Answers a request by its body, on a thread that may take its time.
async fn with_body(
    workers: &Workers,
    body: Body,
    answer: impl FnOnce(&[u8]) -> Response + Send + 'static,
) -> Response {
    let is_large = body.size_hint().lower() > MAX_BODY as u64;
    if is_large {
        return (StatusCode::PAYLOAD_TOO_LARGE, "more than 1 MiB\n").into_response();
    }
    match timeout(BODY_TIMEOUT, to_bytes(body, MAX_BODY)).await {
        Err(_) => (StatusCode::REQUEST_TIMEOUT, "too slow\n").into_response(),
        Ok(Err(_)) => (StatusCode::PAYLOAD_TOO_LARGE, "more than 1 MiB\n").into_response(),
        Ok(Ok(bytes)) => {
            let answer = workers.run(move || answer(&bytes)).await;
            answer.unwrap_or_else(|| StatusCode::INTERNAL_SERVER_ERROR.into_response())
        }
    }
}

async fn accept(listener: TcpListener, app: Router) {
    let connections = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let Ok(permit) = Arc::clone(&connections).acquire_owned().await else { return };
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                // Such as too many open files: some will be closed.
                log::warn!("cannot accept a connection: {error}");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let app = app.clone();
        tokio::spawn(async move {
            converse(stream, app).await;
            drop(permit);
        });
    }
}

async fn converse(stream: TcpStream, app: Router) {
    // Small messages go out at once; if that cannot be set, they go out a little later.
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT)
        .max_buf_size(MAX_HEADERS)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(app))
        .with_upgrades();
    if let Err(error) = connection.await {
        log::debug!("a connection ended: {error}");
    }
}
