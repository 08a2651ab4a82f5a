// SPDX-License-Identifier: MIT OR Apache-2.0
//! A running server of the board, and connections to it. Requests are written byte by byte, as a hostile
//! client writes them.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Stdio};
use std::time::Duration;
use tungstenite::http::Request;
use tungstenite::{Message, WebSocket};

/// A loaded machine may be slow; nothing here waits this long otherwise.
pub const PATIENCE: Duration = Duration::from_secs(60);
pub const MATE_IN_ONE: &str = "3k5/9/9/9/9/9/9/9/4R4/4K4 w";

/// A running server.
pub struct Server {
    child: Child,
    pub url: String,
    pub address: SocketAddr,
}

impl Server {
    pub fn start(options: &[&str]) -> Self {
        let usual = [["--threads", "1"], ["--hash", "1"]];
        let usual = usual.into_iter().filter(|[name, _]| !options.contains(name)).flatten();
        let mut child = crate::support::command::program()
            .args(["serve", "--port", "0"])
            .args(usual)
            .args(options)
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
    pub fn send(&self, request: &str) -> String {
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

    pub fn get(&self, path: &str, headers: &str) -> String {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: @\r\nConnection: close\r\n{headers}\r\n"))
    }

    /// Sends a body, as the page does. Returns the status and the body of the answer.
    pub fn post(&self, path: &str, body: &str) -> (u16, String) {
        let length = body.len();
        // In a body `@` is no address.
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: @\r\nOrigin: http://@\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n"
        );
        let answer = self.send(&(head.replace('@', &self.address.to_string()) + body));
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }

    /// Sends an object, and returns the status and the object of the answer.
    pub fn post_json(&self, path: &str, body: &Value) -> (u16, Value) {
        let (status, answer) = self.post(path, &body.to_string());
        (status, serde_json::from_str(&answer).unwrap_or_default())
    }

    pub fn try_socket(&self) -> Option<Socket> {
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

    pub fn socket(&self) -> Socket {
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
pub struct Socket(pub WebSocket<TcpStream>);

impl Socket {
    pub fn send(&mut self, query: &Value) {
        self.0.send(Message::text(query.to_string())).unwrap();
    }

    /// Returns the next answer; null if the server has closed the connection.
    pub fn next(&mut self) -> Value {
        loop {
            match self.0.read() {
                Ok(Message::Text(text)) => return serde_json::from_str(&text).unwrap(),
                Ok(Message::Ping(_) | Message::Pong(_)) => {}
                Ok(_) | Err(_) => return Value::Null,
            }
        }
    }

    pub fn ask(&mut self, query: &Value) -> Value {
        self.send(query);
        self.next()
    }

    /// Returns the next answer that is not of this type.
    pub fn next_but(&mut self, kind: &str) -> Value {
        loop {
            let answer = self.next();
            if answer["type"] != kind {
                return answer;
            }
        }
    }
}
