// SPDX-License-Identifier: MIT OR Apache-2.0
//! Networks come from files, and a file may hold anything: what is no network is refused in one line, and the engine goes on.
#![allow(clippy::unwrap_used, reason = "in a test that is a failure")]

use chuhe::eval::{Evaluator, Network, network::NetworkWeights};
use chuhe::protocol::Session;
use chuhe::search::{Level, SearchResult, Settings};
use chuhe::types::{Move, Score};
use chuhe::{Engine, Limits, Position};
use proptest::prelude::*;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// A file with these contents in a directory that the test run owns.
fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).unwrap();
    path
}

fn bytes() -> Vec<u8> {
    NetworkWeights::random(32, 1).to_bytes().unwrap()
}

fn network(units: usize) -> Arc<Network> {
    Arc::new(Network::from_bytes(&NetworkWeights::random(units, 1).to_bytes().unwrap()).unwrap())
}

// Files

#[test]
fn what_is_written_reads_back() {
    for units in [32, 128, 256, 1024] {
        let mut weights = NetworkWeights::random(units, 5);
        weights.name = "a name of just over 32 bytes, 象棋".to_owned();
        let read = NetworkWeights::from_bytes(&weights.to_bytes().unwrap()).unwrap();
        assert_eq!(read.name, "a name of just over 32 bytes, ");
        assert_eq!(NetworkWeights { name: weights.name.clone(), ..read }, weights);
        let path = file("whole.net", &weights.to_bytes().unwrap());
        assert_eq!(Network::load(&path).unwrap().hidden_size(), units);
    }
}

#[test]
fn each_fault_has_its_message() {
    type Edit = fn(&mut Vec<u8>);
    let cases: [(Edit, &str); 16] = [
        (Vec::clear, "it is not a network of chuhe"),
        (|bytes| bytes[0] = b'c', "it is not a network of chuhe"),
        (|bytes| *bytes = b"[package]\nname = \"chuhe\"".to_vec(), "it is not a network of chuhe"),
        (|bytes| bytes.truncate(40), "it has 40 bytes instead of 64"),
        (|bytes| bytes[8] = 2, "version 2 of the format is not understood, only 1"),
        (|bytes| bytes[10] = 33, "it cannot be used: the number of hidden units is 33"),
        (|bytes| bytes[10] = 64, "it cannot be used: the length of the weights is 22720"),
        (|bytes| bytes[12] += 1, "it cannot be used: the number of rows is 693"),
        (|bytes| bytes[14] = 1, "it cannot be used: the number of buckets is 1"),
        (|bytes| bytes[16] = 127, "it cannot be used: the unit of the hidden layer is 127"),
        (|bytes| bytes[18] ^= 1, "it is damaged: the checksum is wrong"),
        (|bytes| bytes[29] ^= 1, "it is damaged: the checksum is wrong"),
        (|bytes| bytes[40] = 0xff, "it is damaged: the checksum is wrong"),
        (|bytes| bytes.truncate(1000), "it has 1000 bytes instead of 22784"),
        (|bytes| bytes.push(0), "it has 22785 bytes instead of 22784"),
        (|bytes| bytes[1000] ^= 1, "it is damaged: the checksum is wrong"),
    ];
    for (edit, message) in cases {
        let mut bytes = bytes();
        edit(&mut bytes);
        assert_eq!(Network::from_bytes(&bytes).unwrap_err().to_string(), message);
        let path = file("faulty.net", &bytes);
        assert_eq!(Network::load(&path).unwrap_err().to_string(), message);
    }
}

#[test]
fn a_name_is_text() {
    let mut weights = NetworkWeights::random(32, 1);
    weights.name = "two\nlines".to_owned();
    assert_eq!(weights.to_bytes().unwrap_err().to_string(), "its name is not text");
}

#[test]
fn weights_that_cannot_be_are_not_written() {
    type Edit = fn(&mut NetworkWeights);
    let cases: [(Edit, &str); 6] = [
        (|weights| weights.feature_weights[7] = 506, "it cannot be used: a row weight is 506"),
        (|weights| weights.feature_weights[7] = i16::MIN, "it cannot be used: a row weight is -32768"),
        (|weights| weights.output_weights[7] = -128, "it cannot be used: an output weight is -128"),
        (|weights| weights.feature_biases[7] = 20_000, "it cannot be used: a bias is 20000"),
        (|weights| weights.hidden_size = 48, "it cannot be used: the number of hidden units is 48"),
        (
            |weights| _ = weights.feature_weights.pop(),
            "it cannot be used: the number of row weights is 11071",
        ),
    ];
    for (edit, message) in cases {
        let mut weights = NetworkWeights::random(32, 1);
        edit(&mut weights);
        assert_eq!(weights.to_bytes().unwrap_err().to_string(), message);
    }
}

#[test]
fn a_file_without_end_is_no_network() {
    let message = |path: &str| Network::load(path.as_ref()).unwrap_err().to_string();
    #[cfg(unix)]
    assert_eq!(message("/dev/zero"), "it is not a file");
    assert_eq!(message("."), "it is not a file");
    assert!(message("no/such/file.net").starts_with("it cannot be read: "));
    let long = file("long.net", &[bytes(), vec![0; 1 << 20]].concat());
    assert!(message(long.to_str().unwrap()).starts_with("it is not a network of chuhe: it has 1"));
}

/// Opening a pipe waits for a writer: it must not even be tried.
#[test]
#[cfg(unix)]
fn a_pipe_is_refused_at_once() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pipe.net");
    // One of an earlier run.
    let _ = fs::remove_file(&path);
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    assert_eq!(Network::load(&path).unwrap_err().to_string(), "it is not a file");
}

/// Evaluates with whatever was accepted.
fn try_out(bytes: &[u8]) -> bool {
    let Ok(network) = Network::from_bytes(bytes) else { return false };
    let start = Position::startpos();
    Evaluator::new(&start, Some(Arc::new(network))).evaluate(&start);
    true
}

proptest! {
    #[test]
    fn no_bytes_bring_the_reader_down(noise in prop::collection::vec(any::<u8>(), 0..100), kept in 0..=64_usize) {
        prop_assert!(!try_out(&noise));
        prop_assert!(!try_out(&[&bytes()[..kept], &noise].concat()));
    }

    #[test]
    fn a_changed_byte_is_noticed(at in prop_oneof![0..64_usize, 0..22_784_usize], flip in 1..=u8::MAX) {
        let mut bytes = bytes();
        bytes[at] ^= flip;
        prop_assert!(!try_out(&bytes));
    }

    #[test]
    fn a_part_is_not_taken_for_the_whole(length in 0..22_784_usize) {
        prop_assert!(!try_out(&bytes()[..length]));
    }
}

// In the search

const MIDDLE_GAME: &str = "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 b - - 0 1";

fn engine(network: Option<Arc<Network>>) -> Engine {
    let mut engine = Engine::new(4);
    engine.set_settings(Settings { network, ..Settings::default() });
    engine
}

/// All of an answer but its time.
fn essence(result: &SearchResult) -> (u64, u32, Score, Vec<Move>) {
    (result.nodes, result.depth, result.score, result.pv.clone())
}

#[test]
fn a_search_with_a_network_repeats_itself() {
    for fen in [chuhe::notation::START_FEN, MIDDLE_GAME] {
        let position = Position::from_fen(fen).unwrap();
        let search = |network| essence(&engine(network).search(&position, &Limits::nodes(20_000)));
        let learned = search(Some(network(64)));
        assert_eq!(search(Some(network(64))), learned);
        assert_ne!(search(None), learned);
    }
}

#[test]
fn another_network_makes_the_table_forget() {
    let position = Position::from_fen(MIDDLE_GAME).unwrap();
    let limits = Limits::depth(5);
    let mut engine = engine(None);
    engine.search(&position, &limits);
    assert!(engine.probe(&position).is_some());
    engine.set_settings(Settings { network: Some(network(32)), ..Settings::default() });
    assert!(engine.probe(&position).is_none());
}

#[test]
fn another_network_makes_the_engine_as_good_as_new() {
    let position = Position::from_fen(MIDDLE_GAME).unwrap();
    let limits = Limits::nodes(20_000);
    let mut experienced = engine(None);
    experienced.search(&position, &limits);
    experienced.set_settings(Settings { network: Some(network(32)), ..Settings::default() });
    let expected = essence(&engine(Some(network(32))).search(&position, &limits));
    assert_eq!(essence(&experienced.search(&position, &limits)), expected);
}

/// A network of which all outputs are the same: whoever asks another one says another value.
#[test]
fn all_threads_ask_the_network() {
    let mut weights = NetworkWeights::random(32, 1);
    weights.output_weights.fill(0);
    weights.output_biases.fill(255 * 64 * 5);
    let network = Arc::new(Network::from_bytes(&weights.to_bytes().unwrap()).unwrap());
    for _ in 0..10 {
        let mut engine = Engine::new(4);
        engine.set_settings(Settings {
            threads: 4,
            network: Some(Arc::clone(&network)),
            ..Settings::default()
        });
        let result = engine.search(&Position::startpos(), &Limits::depth(3));
        // What the search learns on its way corrects that a little.
        assert!((300..=700).contains(&result.value.abs()), "{}", result.value);
    }
}

#[test]
fn who_knows_nothing_knows_no_network() {
    let position = Position::from_fen(MIDDLE_GAME).unwrap();
    let score = |network| {
        let mut engine = Engine::new(1);
        engine.set_settings(Settings { knowledge: Level::None, network, ..Settings::default() });
        engine.search(&position, &Limits::depth(3)).score
    };
    assert_eq!(score(Some(network(32))), score(None));
}

// In the protocols

#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn answers(lines: &[&str]) -> String {
    let output = Output::default();
    Session::new(Box::new(output.clone())).run(lines.join("\n").as_bytes());
    let bytes = output.0.lock().unwrap().clone();
    String::from_utf8(bytes).unwrap()
}

/// What a search in UCCI finds after these settings.
fn found_after(settings: &[String]) -> String {
    let settings = settings.iter().map(String::as_str);
    let before = ["ucci", "setoption batch true"].into_iter().chain(settings);
    let search = ["position startpos moves h2e2 h9g7", "go depth 5", "quit"];
    let lines: Vec<&str> = before.chain(search).collect();
    let scores = |line: &str| line.split_once(" score ").map(|(_, rest)| rest.to_owned());
    // How many lines come before the last one depends on the clock.
    answers(&lines).lines().filter_map(scores).next_back().expect("there is one")
}

#[test]
fn a_file_can_be_loaded_and_put_away() {
    let name =
        file("of two words.net", &NetworkWeights::random(64, 2).to_bytes().unwrap()).display().to_string();
    let damaged = file("damaged.net", &bytes()[..5000]).display().to_string();
    let load = |name: &str| format!("setoption evalfile {name}");
    let embedded = found_after(&[]);
    let learned = found_after(&[load(&name)]);
    assert_ne!(learned, embedded);
    assert_eq!(found_after(&[format!("setoption name EvalFile value {name}")]), learned);
    assert_eq!(found_after(&[load(&name), load(&damaged)]), learned, "the network stays");
    assert_eq!(found_after(&[load(&damaged)]), embedded);
    for nothing in ["", "<embedded>", "<empty>"] {
        assert_eq!(found_after(&[load(&name), load(nothing)]), embedded);
    }
    let classic = found_after(&[load("<classic>")]);
    assert!(classic != embedded && classic != learned);
}

#[test]
fn refusals_are_told_in_the_manner_of_the_protocol() {
    let damaged = file("short.net", &bytes()[..5000]).display().to_string();
    let told = |greeting: &str, setting: &str| answers(&[greeting, setting, "isready", "quit"]);
    let damage = told("ucci", &format!("setoption evalfile {damaged}"));
    assert!(
        damage.contains("\ninfo message evalfile refused: it has 5000 bytes instead of 22784\nreadyok\n"),
        "{damage}"
    );
    let absence = told("uci", "setoption name EvalFile value no/such/file");
    assert!(absence.contains("\ninfo string EvalFile refused: it cannot be read: "), "{absence}");
}
