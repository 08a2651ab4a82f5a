// SPDX-License-Identifier: MIT OR Apache-2.0
//! The server of the board: what it refuses, and how it bounds what it does.

use crate::support::command::program;
use crate::support::run::start_command;
use crate::support::web::{MATE_IN_ONE, PATIENCE, Server, Socket};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::thread;
use std::time::{Duration, Instant};
use tungstenite::Message;

#[test]
fn the_page_is_served_with_a_strict_policy() {
    let server = Server::start(&[]);
    let page = server.get("/", "");
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    let head = page.to_lowercase();
    let refused = server.get("/", "Origin: http://evil.example\r\n").to_lowercase();
    for header in [
        "content-security-policy: default-src 'none'; script-src 'self'",
        "cross-origin-resource-policy: same-origin",
        "cross-origin-opener-policy: same-origin",
        "nosniff",
        "no-referrer",
    ] {
        assert!(head.contains(header) && refused.contains(header), "{header}");
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
    let simple = "Connection: close\r\nContent-Length: 1\r\n\r\n*";
    let socket =
        |host, origin| format!("GET /socket HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\n{upgrade}\r\n");
    for (request, status) in [
        (format!("GET / HTTP/1.1\r\nHost: evil.example\r\n{simple}"), 403),
        (format!("GET / HTTP/1.1\r\n{simple}"), 400),
        // Bytes outside ASCII.
        (socket("@é", "http://@é"), 403),
        (socket("@", "http://evil.example"), 403),
        (format!("POST /games HTTP/1.1\r\nHost: @\r\n{simple}"), 403),
        (format!("GET /../../etc/passwd HTTP/1.1\r\nHost: @\r\n{simple}"), 404),
        (format!("GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: @\r\n{simple}"), 404),
        ("nonsense\r\n\r\n".to_owned(), 400),
    ] {
        // A refused upgrade keeps its connection: the answer is read by its own close.
        let request = request.replace("Connection: Upgrade", "Connection: Upgrade, close");
        let answer = server.send(&request);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{request}\n{answer}");
    }
}

/// A browser keeps the games of each address and port apart.
#[test]
fn localhost_leads_to_the_one_address_of_the_page() {
    for (options, path) in [(&[][..], "/lab?tree=1"), (&["--host", "0.0.0.0"], "/?token=0")] {
        let server = Server::start(options);
        for name in ["localhost", "LOCALHOST"] {
            let host = format!("{name}:{}", server.address.port());
            let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
            let answer = server.send(&request);
            let location = format!("\r\nlocation: http://127.0.0.1:{}{path}\r\n", server.address.port());
            assert!(answer.starts_with("HTTP/1.1 307") && answer.contains(&location), "{answer}");
        }
    }
}

/// Starts a server that may say something on standard error at once; returns the first lines of its outputs.
fn first_lines(words: &[&str]) -> [String; 2] {
    let mut command = program();
    command.arg("serve").args(words).args(["--threads", "1", "--hash", "1"]);
    let mut child = start_command(&mut command);
    let (mut output, mut error) = (String::new(), String::new());
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut output).unwrap();
    if output.is_empty() || words == ["--port", "0"] {
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut error).unwrap();
    }
    if !output.is_empty() {
        child.kill().unwrap();
    }
    let status = child.wait().unwrap();
    assert!(!output.is_empty() || status.code() == Some(1), "{status}: {error}");
    [output, error]
}

#[test]
fn a_port_in_use_is_an_error_that_says_by_what() {
    let server = Server::start(&[]);
    let [output, error] = first_lines(&["--port", &server.address.port().to_string()]);
    let (address, url) = (server.address, &server.url);
    let expected = format!("chuhe: {address}: another chuhe serves its page here: {url} (--port ");
    assert!(output.is_empty() && error.starts_with(&expected), "{output}{error}");
    // Whoever has the port already does as well.
    let _holder = TcpListener::bind(("127.0.0.1", 8088));
    let [output, error] = first_lines(&[]);
    assert!(output.is_empty() && error.starts_with("chuhe: 127.0.0.1:8088: another "), "{output}{error}");
    let other = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let [_, error] = first_lines(&["--port", &other.local_addr().unwrap().port().to_string()]);
    assert!(error.contains(": another program uses this port; choose one with --port"), "{error}");
    let [output, error] = first_lines(&["--port", "0"]);
    assert!(output.starts_with("http://127.0.0.1:"), "{output}");
    assert!(error.contains("the browser keeps the games of each port apart"), "{error}");
}

#[test]
fn large_bodies_are_refused_and_games_are_read() {
    let server = Server::start(&[]);
    let post = |encoding: &str, body: &str| {
        let head = "POST /games HTTP/1.1\r\nHost: @\r\nOrigin: http://@\r\nConnection: close\r\n";
        server.send(&format!("{head}{encoding}\r\n\r\n{body}"))
    };
    let answer = post(&format!("Content-Length: {}", 10 << 20), "");
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
    let chunk = format!("{:x}\r\n{}\r\n", 1 << 16, "x".repeat(1 << 16));
    let answer = post("Transfer-Encoding: chunked", &chunk.repeat(160));
    // The connection may be reset before the answer is read.
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 413"), "{answer}");
    let text = "[Red \"Hu\"]\n\n1. 炮二平五 马8进7 (1... 炮8平5) *\n";
    let games: Value = serde_json::from_str(&server.post("/games", text).1).unwrap();
    let line = &games["games"][0]["line"]["moves"];
    assert_eq!((&line[0]["move"], &line[1]["move"]), (&json!("h2e2"), &json!("h9g7")));
    assert_eq!(line[1]["variations"][0]["moves"][0]["move"], "h7e7");
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
fn searches_wait_their_turn_until_they_are_stopped_or_gone() {
    let server = Server::start(&["--analyses", "1"]);
    let [mut holder, mut stopped, mut gone, mut waiting] = [0; 4].map(|_| server.socket());
    assert_eq!(holder.ask(&json!({"type": "analyse"}))["type"], "lines");
    assert_eq!(stopped.ask(&json!({"id": 2, "type": "analyse"})), json!({"id": 2, "type": "waiting"}));
    gone.send(&json!({"id": 3, "type": "review", "moves": ["h2e2"], "movetime": 1000}));
    assert_eq!(waiting.ask(&json!({"id": 4, "type": "play", "level": 1}))["type"], "waiting");
    assert_eq!(waiting.ask(&json!({"id": 5, "type": "position"}))["id"], 5, "it is still served");
    stopped.send(&json!({"type": "stop"}));
    let left = stopped.next();
    assert_eq!((&left["id"], &left["type"]), (&json!(2), &json!("done")));
    drop(gone);
    drop(holder);
    let answer = waiting.next();
    assert_eq!((&answer["id"], &answer["type"]), (&json!(4), &json!("move")), "{answer}");
}

#[test]
fn an_analysis_without_end_gives_way_and_goes_on() {
    let server = Server::start(&["--analyses", "1"]);
    let [mut analysis, mut player] = [0; 2].map(|_| server.socket());
    assert_eq!(analysis.ask(&json!({"type": "analyse"}))["type"], "lines");
    let mate = json!({"type": "play", "level": 20, "fen": MATE_IN_ONE});
    assert_eq!(player.ask(&mate)["type"], "waiting");
    assert_eq!(player.next()["move"], "e1d1");
    let begin = Instant::now();
    // Reports from before are read first.
    while begin.elapsed() < Duration::from_secs(3) {
        assert_eq!(analysis.next_but("waiting")["type"], "lines");
    }
}

#[test]
fn a_superseded_search_has_no_score_and_offers_nothing() {
    let server = Server::start(&[]);
    let mut socket = server.socket();
    for id in 1..=3 {
        socket.send(&json!({"id": id, "type": "hint"}));
    }
    for id in 1..=2 {
        assert_eq!(socket.next(), json!({"id": id, "type": "done"}));
    }
    let answer = socket.next();
    assert!(answer["id"] == 3 && answer["points"].is_f64() && answer["takes_draw"] == false, "{answer}");
    // No time at all: still a move with a score.
    for time in [0, 1] {
        let clock = json!({"time": time, "increment": 0});
        let answer = socket.ask(&json!({"type": "play", "level": 20, "clock": clock}));
        assert!(answer["move"].is_string() && answer["points"].is_f64(), "{answer}");
    }
}

#[test]
fn the_page_is_served_while_long_games_are_described() {
    let server = Server::start(&[]);
    let many: Vec<&str> = ["h0g2", "h9g7", "g2h0", "g7h9"].repeat(1024);
    let mut sockets: Vec<Socket> = (0..128).map(|_| server.socket()).collect();
    for socket in &mut sockets {
        for id in 1..=2 {
            socket.send(&json!({"id": id, "type": "position", "moves": many}));
        }
        socket.send(&json!({"id": 3, "type": "position"}));
    }
    for _ in 0..5 {
        let begin = Instant::now();
        assert!(server.get("/", "").starts_with("HTTP/1.1 200"));
        assert!(begin.elapsed() < Duration::from_secs(2), "{:?}", begin.elapsed());
    }
    // Each connection has its answers in their order.
    let first = &mut sockets[0];
    let answers: Vec<Value> = (0..3).map(|_| first.next()["id"].take()).collect();
    assert_eq!(answers, [1, 2, 3]);
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
fn a_client_that_does_not_read_is_cut_off() {
    let server = Server::start(&[]);
    let mut socket = server.socket();
    let many: Vec<&str> = ["h0g2", "h9g7", "g2h0", "g7h9"].repeat(1000);
    let query = json!({"type": "position", "moves": many}).to_string();
    let asked = 100;
    // When the buffers are full, the last messages are not even taken.
    for _ in 0..asked {
        if socket.0.send(Message::text(query.clone())).is_err() {
            break;
        }
    }
    thread::sleep(Duration::from_secs(12));
    let answers = (0..asked).take_while(|_| socket.next() != Value::Null).count();
    assert!(answers < asked, "the connection goes on");
    assert_eq!(server.socket().ask(&json!({"type": "position"}))["type"], "position");
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
    // A link from elsewhere brings it along; what acts needs the own origin besides.
    assert!(cookie.contains("HttpOnly; SameSite=Lax"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap();
    let foreign = format!("Cookie: {cookie}\r\nOrigin: http://evil.example\r\n");
    assert!(server.get("/socket", &foreign).starts_with("HTTP/1.1 403"));
    assert!(server.get("/", &format!("Cookie: {cookie}\r\n")).starts_with("HTTP/1.1 200"));
    assert!(server.try_socket().is_none());
}
