#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Loads the server of `chuhe serve` with hostile requests and with sockets that come and go, and measures it.

Usage: board_load.py ENGINE [SECONDS]

Prints how each hostile request ends, and how long it takes. Then 200 clients connect, ask for positions, start analyses and
break off, for SECONDS (default: 60), after all sockets have asked for long games while the page is read; the memory of the server must not grow after the first quarter by more than a tenth.
Exit status: 0 on success, 1 on failure.
"""

import base64
import json
import os
import random
import socket
import struct
import subprocess
import sys
import threading
import time

CLIENTS = 200
PATIENCE = 60


class Socket:
    """A WebSocket, or the reason why there is none."""

    def __init__(self, address, origin=None):
        host = f"{address[0]}:{address[1]}"
        self.stream = socket.create_connection(address, timeout=PATIENCE)
        key = base64.b64encode(os.urandom(16)).decode()
        self.stream.sendall(
            f"GET /socket HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin or 'http://' + host}\r\nConnection: Upgrade\r\n"
            f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        self.file = self.stream.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        while self.status == 101 and self.file.readline().strip():
            pass

    def send(self, query):
        data = query if isinstance(query, bytes) else json.dumps(query, separators=(",", ":")).encode()
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
        self.stream.sendall(b"\x81" + size + b"\0\0\0\0" + data)

    def next(self):
        """Returns the next answer; none if the server has closed the connection."""
        while True:
            head = self.file.read(2)
            if len(head) < 2:
                return None
            size = head[1] & 127
            if size >= 126:
                size = int.from_bytes(self.file.read(2 if size == 126 else 8))
            data = self.file.read(size)
            if head[0] & 15 == 1:
                return json.loads(data)
            if head[0] & 15 == 8:
                return None

    def ask(self, query):
        self.send(query)
        return self.next()

    def close(self):
        self.file.close()
        self.stream.close()


class Server:
    def __init__(self, engine, *options):
        words = [engine, "serve", "--port", "0", "--threads", "1", "--hash", "16", *options]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()
        self.address = ("127.0.0.1", int(self.url.rsplit(":", 1)[1].strip("/")))

    def status(self, name):
        lines = open(f"/proc/{self.process.pid}/status").read().splitlines()
        return int(next(line for line in lines if line.startswith(name)).split()[1])

    def end(self):
        self.process.kill()
        self.process.wait()


def status_of(server, request):
    """Sends a request byte by byte as given. Returns the status of the answer and the seconds until the connection ended."""
    begin = time.monotonic()
    stream = socket.create_connection(server.address, timeout=PATIENCE)
    answer = b""
    try:
        stream.sendall(request.replace(b"@", f"127.0.0.1:{server.address[1]}".encode()))
        while part := stream.recv(1 << 16):
            answer += part
    except (BrokenPipeError, ConnectionResetError):
        pass
    word = answer.split(b" ")[1].decode() if answer.startswith(b"HTTP") else "closed"
    return word, time.monotonic() - begin


def attack(server):
    """Sends what a hostile client sends."""
    post = b"POST /games HTTP/1.1\r\nHost: @\r\nOrigin: http://@\r\nConnection: close\r\nContent-Length: "
    chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    chunked = b"POST /games HTTP/1.1\r\nHost: @\r\nOrigin: http://@\r\nTransfer-Encoding: chunked\r\n\r\n" + 160 * chunk
    requests = {
        "foreign Host": (b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n", {"403"}),
        "Host outside ASCII": (b"GET / HTTP/1.1\r\nHost: @\xe9\r\nConnection: close\r\n\r\n", {"403"}),
        "foreign Origin": (b"POST /games HTTP/1.1\r\nHost: @\r\nOrigin: http://evil.example\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", {"403"}),
        "path traversal": (b"GET /../../etc/passwd HTTP/1.1\r\nHost: @\r\nConnection: close\r\n\r\n", {"404"}),
        "body of 10 MiB, announced": (post + b"10485760\r\n\r\n" + b"x" * 10485760, {"413", "closed"}),
        "body of 10 MiB, in chunks": (chunked, {"413", "closed"}),
        "body that never comes": (post + b"1000\r\n\r\n", {"408"}),
        "headers without end": (b"GET / HTTP/1.1\r\nHost: @\r\nX: ", {"408", "closed"}),
        "headers of 1 MiB": (b"GET / HTTP/1.1\r\nHost: @\r\nX: " + b"x" * (1 << 20), {"431", "closed"}),
    }
    for name, (request, expected) in requests.items():
        word, seconds = status_of(server, request)
        print(f"{name}: {word} after {1000 * seconds:.0f} ms, {server.status('VmRSS') / 1024:.1f} MiB")
        assert word in expected, word
    refused = Socket(server.address, "http://evil.example").status
    assert refused == 403, refused
    peer = Socket(server.address)
    for text in [b"{", b"[]", b'{"type":"dance"}', json.dumps({"type": "position", "fen": "9/9 w"}).encode()]:
        assert peer.ask(text)["type"] == "error"
    assert peer.ask({"type": "position"})["type"] == "position"
    peer.close()
    peers = [Socket(server.address) for _ in range(CLIENTS)]
    open_peers = sum(peer.status == 101 for peer in peers)
    print(f"{CLIENTS} sockets at once: {open_peers} accepted, {server.status('VmRSS') / 1024:.1f} MiB, {server.status('Threads')} threads")
    for peer in peers:
        peer.close()


def come_and_go(server, end, counts):
    """A client that connects, asks, and breaks off, again and again."""
    dice = random.Random(threading.get_ident())
    while time.monotonic() < end:
        try:
            peer = Socket(server.address)
            if peer.status == 101:
                counts["opened"] += 1
                peer.send({"type": "analyse", "lines": 3} if dice.random() < 0.3 else {"type": "position"})
                is_answered = peer.next() is not None
                counts["answered"] += is_answered
            else:
                counts["refused"] += 1
            peer.close()
        except OSError:
            counts["broken"] += 1
        time.sleep(dice.uniform(0.2, 2))


def load(server, seconds):
    """Lets clients come and go. Returns the memory in MiB, measured every second."""
    counts = dict.fromkeys(["opened", "answered", "refused", "broken"], 0)
    end = time.monotonic() + seconds
    threads = [threading.Thread(target=come_and_go, args=(server, end, counts), daemon=True) for _ in range(CLIENTS)]
    for thread in threads:
        thread.start()
    memory = []
    while time.monotonic() < end:
        time.sleep(1)
        memory.append(server.status("VmRSS") / 1024)
    for thread in threads:
        thread.join(PATIENCE)
    print(", ".join(f"{count} {name}" for name, count in counts.items()))
    return memory


def describe(server):
    """All sockets ask for the description of long games. Prints how long the page takes meanwhile, and all answers."""
    moves = ["h0g2", "h9g7", "g2h0", "g7h9"] * 1024
    peers = [peer for peer in (Socket(server.address) for _ in range(CLIENTS)) if peer.status == 101]
    begin = time.monotonic()
    for peer in peers:
        peer.send({"type": "position", "moves": moves})
    page = b"GET / HTTP/1.1\r\nHost: @\r\nConnection: close\r\n\r\n"
    waits = []
    for _ in range(10):
        word, seconds = status_of(server, page)
        assert word == "200", word
        waits.append(1000 * seconds)
    for peer in peers:
        assert peer.next()["type"] == "position"
        peer.close()
    print(
        f"{len(peers)} sockets ask for games of {len(moves)} plies: the page comes after {max(waits):.0f} ms at most, the last answer after"
        f" {time.monotonic() - begin:.1f} s, {server.status('VmRSS') / 1024:.1f} MiB"
    )
    assert max(waits) < 1000, waits


def free_again(server):
    """The seconds until a search begins that has waited for the engine of a client who is gone."""
    holder = Socket(server.address)
    assert holder.ask({"type": "analyse"})["type"] == "lines"
    other = Socket(server.address)
    other.send({"type": "analyse"})
    assert other.next()["type"] == "waiting"
    begin = time.monotonic()
    holder.close()
    assert other.next()["type"] == "lines"
    return time.monotonic() - begin


def main():
    engine, seconds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 60
    server = Server(engine)
    try:
        attack(server)
        describe(server)
        memory = load(server, seconds)
        early, late = max(memory[: len(memory) // 4]), max(memory[-len(memory) // 4 :])
        print(f"memory: {early:.1f} MiB at most in the first quarter of {seconds} s, {late:.1f} MiB in the last")
        assert late < 1.1 * early, memory
        peer = Socket(server.address)
        assert peer.ask({"type": "position"})["type"] == "position", "the server still answers"
    finally:
        server.end()
    server = Server(engine, "--analyses", "1")
    try:
        print(f"a client that goes away frees its engine after {1000 * free_again(server):.0f} ms")
    finally:
        server.end()


if __name__ == "__main__":
    main()
