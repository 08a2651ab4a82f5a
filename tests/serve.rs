// SPDX-License-Identifier: MIT OR Apache-2.0
//! The server of the board: what it answers, and what it refuses. Requests are written byte by byte, as a
//! hostile client writes them.

#![allow(clippy::unwrap_used, reason = "a request that fails is a failed test")]

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tungstenite::http::Request;
use tungstenite::{Message, WebSocket};

/// A loaded machine may be slow; nothing here waits this long otherwise.
const PATIENCE: Duration = Duration::from_secs(60);
const MATE_IN_ONE: &str = "3k5/9/9/9/9/9/9/9/4R4/4K4 w";

/// A running server.
struct Server {
    child: Child,
    url: String,
    address: SocketAddr,
}

impl Server {
    fn start(options: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_chuhe"))
            .args(["serve", "--port", "0", "--threads", "1", "--hash", "1"])
            .args(options)
            .env("CHUHE_LANG", "en")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut url = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut url).unwrap();
        let url = url.trim().to_owned();
        let port = url.rsplit_once(':').unwrap().1.split('/').next().unwrap().parse().unwrap();
        Self { child, url, address: SocketAddr::from(([127, 0, 0, 1], port)) }
    }

    /// Sends bytes and returns the answer; `@` stands for the address of the server.
    fn send(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let request = request.replace('@', &self.address.to_string());
        // The server may close the connection before the end of the request.
        let _ = stream.write_all(request.as_bytes());
        let mut answer = Vec::new();
        // A refused connection may be reset after its answer.
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn get(&self, path: &str, headers: &str) -> String {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: @\r\nConnection: close\r\n{headers}\r\n"))
    }

    fn try_socket(&self) -> Option<Socket> {
        let stream = TcpStream::connect(self.address).ok()?;
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let request = Request::builder()
            .uri(format!("ws://{}/socket", self.address))
            .header("Host", self.address.to_string())
            .header("Origin", format!("http://{}", self.address))
            .header("Connection", "Upgrade")
            .header("Upgrade", "websocket")
            .header("Sec-WebSocket-Version", "13")
            .header("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")
            .body(())
            .unwrap();
        tungstenite::client(request, stream).ok().map(|(socket, _)| Socket(socket))
    }

    fn socket(&self) -> Socket {
        self.try_socket().expect("the server takes connections")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection of the page.
struct Socket(WebSocket<TcpStream>);

impl Socket {
    fn send(&mut self, query: &Value) {
        self.0.send(Message::text(query.to_string())).unwrap();
    }

    /// Returns the next answer; null if the server has closed the connection.
    fn next(&mut self) -> Value {
        loop {
            match self.0.read() {
                Ok(Message::Text(text)) => return serde_json::from_str(&text).unwrap(),
                Ok(Message::Ping(_) | Message::Pong(_)) => {}
                Ok(_) | Err(_) => return Value::Null,
            }
        }
    }

    fn ask(&mut self, query: &Value) -> Value {
        self.send(query);
        self.next()
    }

    /// Returns the next answer that is not of this type.
    fn next_but(&mut self, kind: &str) -> Value {
        loop {
            let answer = self.next();
            if answer["type"] != kind {
                return answer;
            }
        }
    }
}

#[test]
fn the_page_is_served_with_a_strict_policy() {
    let server = Server::start(&[]);
    let page = server.get("/", "");
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    let head = page.to_lowercase();
    for header in ["content-security-policy: default-src 'none'; script-src 'self'", "nosniff", "no-referrer"]
    {
        assert!(head.contains(header), "{header}");
    }
    assert!(!page.contains("<script>") && !page.contains(" on"), "no inline scripts");
    for path in ["/app.js", "/style.css", "/icon.svg"] {
        assert!(server.get(path, "").starts_with("HTTP/1.1 200"), "{path}");
    }
}

#[test]
fn strangers_are_refused() {
    let server = Server::start(&[]);
    let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                   Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    for (request, status) in [
        ("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n".to_owned(), 403),
        ("GET / HTTP/1.1\r\nConnection: close\r\n\r\n".to_owned(), 400),
        (format!("GET /socket HTTP/1.1\r\nHost: @\r\nOrigin: http://evil.example\r\n{upgrade}\r\n"), 403),
        (format!("GET /socket HTTP/1.1\r\nHost: @\r\nOrigin: null\r\n{upgrade}\r\n"), 403),
        (
            format!(
                "GET /socket HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n{upgrade}\r\n"
            ),
            403,
        ),
        (
            "POST /games HTTP/1.1\r\nHost: @\r\nConnection: close\r\nContent-Length: 1\r\n\r\n*".to_owned(),
            403,
        ),
        ("GET /../../etc/passwd HTTP/1.1\r\nHost: @\r\nConnection: close\r\n\r\n".to_owned(), 404),
        ("GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: @\r\nConnection: close\r\n\r\n".to_owned(), 404),
        ("nonsense\r\n\r\n".to_owned(), 400),
    ] {
        // A refused upgrade keeps its connection: the answer is read by its own close.
        let request = request.replace("Connection: Upgrade", "Connection: Upgrade, close");
        let answer = server.send(&request);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{request}\n{answer}");
    }
}

#[test]
fn large_bodies_are_refused_and_games_are_read() {
    let server = Server::start(&[]);
    let post = |length: usize, body: &str| {
        server.send(&format!(
            "POST /games HTTP/1.1\r\nHost: @\r\nOrigin: http://@\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
        ))
    };
    let answer = post(10 << 20, "");
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
    let chunk = format!("{:x}\r\n{}\r\n", 1 << 16, "x".repeat(1 << 16));
    let answer = server.send(&format!(
        "POST /games HTTP/1.1\r\nHost: @\r\nOrigin: http://@\r\nTransfer-Encoding: chunked\r\n\r\n{}",
        chunk.repeat(160)
    ));
    // The connection may be reset before the answer is read.
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 413"), "{answer}");
    let text = "[Red \"Hu\"]\n\n1. 炮二平五 马8进7 (1... 炮8平5) *\n";
    let answer = post(text.len(), text);
    let games: Value = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
    let line = &games["games"][0]["line"]["moves"];
    assert_eq!((&line[0]["move"], &line[1]["move"]), (&json!("h2e2"), &json!("h9g7")));
    assert_eq!(line[1]["variations"][0]["moves"][0]["move"], "h7e7");
}

#[test]
fn positions_are_described() {
    let server = Server::start(&[]);
    let mut socket = server.socket();
    let start = socket.ask(&json!({"id": 7, "type": "position"}));
    assert_eq!(
        (&start["id"], &start["type"], &start["side"]),
        (&json!(7), &json!("position"), &json!("red"))
    );
    assert_eq!(start["legal"].as_array().unwrap().len(), 44);
    let moves = ["h2e2", "马8进7"];
    let later = socket.ask(&json!({"id": 8, "type": "position", "moves": moves}));
    assert_eq!(later["line"][1]["move"], "h9g7");
    assert_eq!(later["line"][0]["texts"], json!(["h2e2", "C2.5", "炮二平五", "炮二平五"]));
    let mate = "R2k5/1R7/9/9/9/9/9/9/9/4K4 b";
    let end = socket.ask(&json!({"id": 9, "type": "position", "fen": mate}));
    assert_eq!(end["outcome"]["winner"], "red");
    assert!(end["outcome"]["reason"][0].as_str().unwrap().contains("mate"), "{end}");
}

#[test]
fn games_are_written_with_variations_comments_and_glyphs() {
    let server = Server::start(&[]);
    let mut socket = server.socket();
    let played = |mv, glyphs: &[u8], variations: Value| json!({"move": mv, "comment": "", "glyphs": glyphs, "variations": variations});
    let other = json!([{"comment": "bold", "moves": [played("h7e7", &[], json!([]))]}]);
    let line = json!({"moves": [played("h2e2", &[1], json!([])), played("h9g7", &[], other)]});
    let tags = [["Red", "Hu"], ["Result", "0-1"]];
    let export = socket.ask(&json!({"type": "export", "line": line, "notation": 2, "tags": tags}));
    let pgn = export["pgn"].as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(pgn.contains("[Red \"Hu\"]") && pgn.contains("[Result \"0-1\"]"), "{pgn}");
    assert!(pgn.contains("1. 炮二平五 $1 马８进７ ({bold} 1... 炮８平５) 0-1"), "{pgn}");
    assert!(export["svg"].as_str().unwrap().starts_with("<svg"));
    let wrong = json!({"moves": [played("h2h8", &[], json!([]))]});
    assert_eq!(socket.ask(&json!({"type": "export", "line": wrong}))["type"], "error");
}

#[test]
fn the_moves_of_a_perpetual_check_are_named() {
    let server = Server::start(&[]);
    let mut socket = server.socket();
    let cycle = ["d5e5", "e9d9", "e5d5", "d9e9"];
    let moves: Vec<&str> = cycle.repeat(2);
    let fen = "4k4/9/9/9/3R5/9/9/9/9/5K3 w";
    let end = socket.ask(&json!({"type": "position", "fen": fen, "moves": moves}));
    assert_eq!(end["outcome"]["winner"], "black", "{end}");
    assert_eq!(end["repetition"]["offences"], json!([1, 3, 5, 7]));
    let lines = |language: usize| end["repetition"]["lines"][language].to_string();
    assert!(lines(0).contains("perpetual check") && lines(1).contains("长将"), "{end}");
}

#[test]
fn tables_tell_the_result_of_each_move() {
    let folder = tempfile::tempdir().unwrap();
    let mut build = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    build.args(["tables", "build", "KRvK", "--dir"]).arg(folder.path());
    assert!(build.output().unwrap().status.success());
    let server = Server::start(&["--tables", folder.path().to_str().unwrap()]);
    let look = server.socket().ask(&json!({"type": "position", "fen": MATE_IN_ONE}));
    assert_eq!(look["table"]["value"], json!(["wins in 1", "1步胜"]));
    assert_eq!(look["table"]["moves"][0]["move"], "e1d1");
}

#[test]
fn malformed_messages_are_answered_and_nothing_ends() {
    let server = Server::start(&[]);
    let mut socket = server.socket();
    for text in ["", "{", "[]", "null", "{\"type\":\"dance\"}", "{\"type\":\"play\",\"level\":-1}", "\u{0}"] {
        socket.0.send(Message::text(text)).unwrap();
        let answer = socket.next();
        assert_eq!(answer["type"], "error", "{text}: {answer}");
    }
    let many: Vec<&str> = ["h0g2", "h9g7", "g2h0", "g7h9"].repeat(1500);
    for query in [
        json!({"type": "position", "fen": "nonsense"}),
        json!({"type": "position", "fen": "9/9/9/9/9/9/9/9/9/9 w"}),
        json!({"type": "position", "moves": ["a0a9"]}),
        json!({"type": "position", "moves": ["<script>"]}),
        json!({"type": "position", "moves": many}),
        json!({"type": "play", "level": 99}),
        json!({"type": "analyse", "fen": "R2k5/1R7/9/9/9/9/9/9/9/4K4 b"}),
        json!({"type": "analyse", "fen": "3k5/9/9/9/9/9/9/9/3R5/4K4 b", "threat": true}),
    ] {
        let answer = socket.ask(&query);
        assert_eq!(answer["type"], "error", "{answer}");
        assert!(answer["error"][0].is_string() && answer["error"][1].is_string(), "{answer}");
    }
    assert_eq!(socket.ask(&json!({"type": "position"}))["type"], "position");
    // A message that is too long ends its connection alone.
    let mut other = server.socket();
    let _ = other.0.send(Message::text("x".repeat(1 << 20)));
    assert_eq!(other.next(), Value::Null);
    assert_eq!(socket.ask(&json!({"type": "position"}))["type"], "position");
}

#[test]
fn the_engine_plays_analyses_and_reviews() {
    let server = Server::start(&[]);
    let mut socket = server.socket();
    let chosen = socket.ask(&json!({"id": 1, "type": "play", "level": 1, "seed": 5}));
    assert_eq!(chosen["type"], "move");
    let legal = socket.ask(&json!({"id": 2, "type": "position"}));
    assert!(legal["legal"].as_array().unwrap().contains(&chosen["move"]), "{chosen}");
    let clock = json!({"time": 500, "increment": 0});
    let quick = socket.ask(&json!({"id": 1, "type": "play", "level": 20, "clock": clock}));
    assert_eq!(quick["type"], "move", "{quick}");
    let hint = socket.ask(&json!({"id": 3, "type": "hint", "fen": MATE_IN_ONE}));
    assert_eq!((&hint["move"], &hint["score"]), (&json!("e1d1"), &json!("+M1")));

    socket.send(&json!({"id": 4, "type": "analyse", "lines": 3}));
    let end = Instant::now() + PATIENCE;
    loop {
        let answer = socket.next();
        assert_eq!((&answer["type"], &answer["id"]), (&json!("lines"), &json!(4)), "{answer}");
        let lines = answer["lines"].as_array().unwrap();
        if lines.len() == 3 && answer["depth"].as_u64().unwrap() > 3 {
            assert!(
                lines.iter().all(|line| line["pv"][0]["texts"][2].is_string() && line["points"].is_f64())
            );
            break;
        }
        assert!(Instant::now() < end, "{answer}");
    }
    socket.send(&json!({"type": "stop"}));
    assert_eq!(socket.next_but("lines")["type"], "done");

    socket.send(&json!({"id": 5, "type": "review", "moves": ["h2h9", "i9h9"], "movetime": 50}));
    let steps: Vec<Value> = (0..3).map(|_| socket.next()).collect();
    assert!(steps.iter().enumerate().all(|(ply, step)| step["type"] == "reviewed" && step["ply"] == ply));
    assert!(steps[1]["verdict"]["mark"].is_u64(), "{}", steps[1]);
    assert_eq!(socket.next()["type"], "done");
}

#[test]
fn a_client_that_goes_away_frees_its_engine() {
    let server = Server::start(&["--analyses", "1"]);
    let mut first = server.socket();
    first.send(&json!({"type": "analyse"}));
    assert_eq!(first.next()["type"], "lines");
    let mut second = server.socket();
    let busy = second.ask(&json!({"type": "analyse"}));
    assert!(busy["error"][0].as_str().unwrap().contains("busy"), "{busy}");
    drop(first);
    let end = Instant::now() + PATIENCE;
    while second.ask(&json!({"type": "analyse"}))["type"] != "lines" {
        assert!(Instant::now() < end, "the engine is not freed");
        thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn the_number_of_sockets_is_limited_and_they_come_back() {
    let server = Server::start(&[]);
    let sockets: Vec<Option<Socket>> = (0..200).map(|_| server.try_socket()).collect();
    let open = sockets.iter().flatten().count();
    assert_eq!(open, 128);
    drop(sockets);
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(mut socket) = server.try_socket() {
            assert_eq!(socket.ask(&json!({"type": "position"}))["type"], "position");
            return;
        }
        assert!(Instant::now() < end, "the connections are not freed");
        thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn headers_that_never_end_are_cut_off() {
    let server = Server::start(&[]);
    let begin = Instant::now();
    let answer = server.send("GET / HTTP/1.1\r\nHost: @\r\nX-Slow: ");
    assert!(!answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(begin.elapsed() < PATIENCE / 2, "{:?}", begin.elapsed());
}

#[test]
fn beyond_this_machine_a_token_is_required() {
    let server = Server::start(&["--host", "0.0.0.0"]);
    let token = server.url.split_once("?token=").unwrap().1;
    assert!(server.get("/", "").starts_with("HTTP/1.1 403"));
    assert!(server.get("/?token=0", "").starts_with("HTTP/1.1 403"));
    let welcome = server.get(&format!("/?token={token}"), "");
    assert!(welcome.starts_with("HTTP/1.1 303"), "{welcome}");
    let cookie = welcome.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    let cookie = cookie.split(';').next().unwrap();
    assert!(server.get("/", &format!("Cookie: {cookie}\r\n")).starts_with("HTTP/1.1 200"));
    assert!(server.try_socket().is_none());
}
