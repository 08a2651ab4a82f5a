// SPDX-License-Identifier: MIT OR Apache-2.0
//! Network files may contain anything: an invalid file is rejected with a one-line message, and the engine
//! goes on with the network it has.

use crate::support::command::text;
use crate::support::search::{MIDDLE_GAME, engine, essence};
use chuhe::eval::nnue::{LayerWeights, NetworkWeights};
use chuhe::eval::{Evaluator, Network};
use chuhe::search::{Amount, Settings};
use chuhe::{Engine, Limits, Position};
use proptest::prelude::*;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

/// Writes a file into the directory of the test run.
fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).unwrap();
    path
}

fn bytes() -> Vec<u8> {
    NetworkWeights::random(32, 1).to_bytes().unwrap()
}

fn network(hidden_size: usize) -> Arc<Network> {
    Arc::new(Network::from_bytes(&NetworkWeights::random(hidden_size, 1).to_bytes().unwrap()).unwrap())
}

// Files

#[test]
fn weights_survive_writing_and_reading() {
    for hidden_size in [32, 128, 256, 1024] {
        let mut weights = NetworkWeights::random(hidden_size, 5);
        weights.name = "a name of just over 32 bytes, 象棋".to_owned();
        let read = NetworkWeights::from_bytes(&weights.to_bytes().unwrap()).unwrap();
        assert_eq!(read.name, "a name of just over 32 bytes, ");
        assert_eq!(NetworkWeights { name: weights.name.clone(), ..read }, weights);
        let path = file("whole.net", &weights.to_bytes().unwrap());
        assert_eq!(Network::load(&path).unwrap().hidden_size(), hidden_size);
    }
}

#[test]
fn each_error_has_its_message() {
    type Edit = fn(&mut Vec<u8>);
    let cases: [(Edit, &str); 18] = [
        (Vec::clear, "not a chuhe network file (bad magic)"),
        (|bytes| bytes[0] = b'c', "not a chuhe network file (bad magic)"),
        (|bytes| *bytes = b"[package]\nname = \"chuhe\"".to_vec(), "not a chuhe network file (bad magic)"),
        (|bytes| bytes.truncate(40), "the file has 40 bytes, expected 64"),
        (|bytes| bytes[8] = 2, "unsupported format version 2 (supported: 1)"),
        (
            |bytes| bytes[10] = 33,
            "unsupported network: the hidden size is 33, expected a multiple of 32 up to 1024",
        ),
        (|bytes| bytes[10] = 64, "unsupported network: the length of the weights is 45760, expected 72544"),
        (|bytes| bytes[12] += 1, "unsupported network: the number of features is 693, expected 692"),
        (|bytes| bytes[14] = 1, "unsupported network: the number of output buckets is 1, expected 8"),
        (|bytes| bytes[16] = 127, "unsupported network: QA is 127, expected 255"),
        (|bytes| bytes[22] = 1, "unsupported network: the number of further layers is 1, expected 0 or 2"),
        (
            |bytes| bytes[22..24].fill(0),
            "unsupported network: the length of the weights is 45760, expected 22720",
        ),
        (|bytes| bytes[18] ^= 1, "checksum mismatch: the file is damaged"),
        (|bytes| bytes[29] ^= 1, "checksum mismatch: the file is damaged"),
        (|bytes| bytes[40] = 0xff, "checksum mismatch: the file is damaged"),
        (|bytes| bytes.truncate(1000), "the file has 1000 bytes, expected 45824"),
        (|bytes| bytes.push(0), "the file has 45825 bytes, expected 45824"),
        (|bytes| bytes[1000] ^= 1, "checksum mismatch: the file is damaged"),
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
fn a_name_must_be_printable() {
    let mut weights = NetworkWeights::random(32, 1);
    weights.name = "two\nlines".to_owned();
    assert_eq!(
        weights.to_bytes().unwrap_err().to_string(),
        "the name of the network is not printable UTF-8 text"
    );
}

fn layers(weights: &mut NetworkWeights) -> &mut LayerWeights {
    weights.layers.as_mut().expect("random weights have all layers")
}

#[test]
fn weights_out_of_range_are_not_written() {
    type Edit = fn(&mut NetworkWeights);
    let cases: [(Edit, &str); 12] = [
        (|weights| weights.feature_weights[7] = 506, "feature weight 506 is out of range (-505 to 505)"),
        (
            |weights| weights.feature_weights[7] = i16::MIN,
            "feature weight -32768 is out of range (-505 to 505)",
        ),
        (|weights| weights.output_weights[7] = -128, "output weight -128 is out of range (-127 to 127)"),
        (
            |weights| weights.feature_biases[7] = 20_000,
            "feature bias 20000 is out of range (-16607 to 16607)",
        ),
        (
            |weights| weights.hidden_size = 48,
            "unsupported network: the hidden size is 48, expected a multiple of 32 up to 1024",
        ),
        (
            |weights| _ = weights.feature_weights.pop(),
            "unsupported network: the number of feature weights is 11071, expected 11072",
        ),
        (
            |weights| _ = layers(weights).second_weights.pop(),
            "unsupported network: the number of weights of the second layer is 4095, expected 4096",
        ),
        (
            |weights| _ = layers(weights).last_weights.pop(),
            "unsupported network: the number of f32 of the second and the third layer is 4735, expected 4736",
        ),
        (
            |weights| _ = layers(weights).second_steps.pop(),
            "unsupported network: the number of f32 of the second and the third layer is 4735, expected 4736",
        ),
        (
            |weights| layers(weights).second_steps[3] = f32::INFINITY,
            "an f32 of the second or the third layer is not a number from -1000000 to 1000000",
        ),
        (
            |weights| layers(weights).second_steps[3] = 2e6,
            "an f32 of the second or the third layer is not a number from -1000000 to 1000000",
        ),
        (
            |weights| layers(weights).second_biases[3] = f32::NAN,
            "an f32 of the second or the third layer is not a number from -1000000 to 1000000",
        ),
    ];
    for (edit, message) in cases {
        let mut weights = NetworkWeights::random(32, 1);
        edit(&mut weights);
        assert_eq!(weights.to_bytes().unwrap_err().to_string(), message);
    }
}

#[test]
fn endless_and_oversized_files_are_rejected() {
    let message = |path: &str| Network::load(path.as_ref()).unwrap_err().to_string();
    #[cfg(unix)]
    assert_eq!(message("/dev/zero"), "not a regular file");
    assert_eq!(message("."), "not a regular file");
    assert!(message("no/such/file.net").contains("os error"));
    let long = file("long.net", &[bytes(), vec![0; 1 << 20]].concat());
    assert!(message(long.to_str().unwrap()).starts_with("not a chuhe network file: it has 1"));
}

/// Opening a pipe would block until a writer appears.
#[test]
#[cfg(unix)]
fn a_pipe_is_rejected_at_once() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pipe.net");
    // Left over from an earlier run.
    let _ = fs::remove_file(&path);
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    assert_eq!(Network::load(&path).unwrap_err().to_string(), "not a regular file");
}

/// Evaluates a position if the network is accepted.
fn try_out(bytes: &[u8]) -> bool {
    let Ok(network) = Network::from_bytes(bytes) else { return false };
    let start = Position::startpos();
    Evaluator::new(&start, Arc::new(network)).evaluate(&start);
    true
}

proptest! {
    #[test]
    fn the_parser_survives_any_bytes(noise in prop::collection::vec(any::<u8>(), 0..100), kept in 0..=64_usize) {
        prop_assert!(!try_out(&noise));
        prop_assert!(!try_out(&[&bytes()[..kept], &noise].concat()));
    }

    #[test]
    fn a_changed_byte_is_detected(at in prop_oneof![0..64_usize, 0..45_824_usize], flip in 1..=u8::MAX) {
        let mut bytes = bytes();
        bytes[at] ^= flip;
        prop_assert!(!try_out(&bytes));
    }

    #[test]
    fn a_truncated_file_is_rejected(length in 0..45_824_usize) {
        prop_assert!(!try_out(&bytes()[..length]));
    }
}

// In the search

fn with(network: Arc<Network>) -> Engine {
    engine(Settings { network, ..Settings::default() })
}

#[test]
fn changing_the_network_resets_the_engine() {
    let position = Position::from_fen(MIDDLE_GAME).unwrap();
    let limits = Limits::nodes(20_000);
    let mut experienced = with(Network::embedded());
    experienced.search(&position, &limits);
    experienced.set_settings(Settings { network: network(32), ..Settings::default() });
    let expected = essence(&with(network(32)).search(&position, &limits));
    assert_eq!(essence(&experienced.search(&position, &limits)), expected);
}

/// The output of this network is constant, so a thread that used another one would return another value.
#[test]
fn all_threads_use_the_network() {
    let mut weights = NetworkWeights::random(32, 1);
    weights.output_weights.fill(0);
    weights.output_biases.fill(255 * 64 * 5);
    let network = Arc::new(Network::from_bytes(&weights.to_bytes().unwrap()).unwrap());
    for _ in 0..10 {
        let mut engine = Engine::new(4);
        engine.set_settings(Settings { threads: 4, network: Arc::clone(&network), ..Settings::default() });
        let result = engine.search(&Position::startpos(), &Limits::depth(3));
        // The correction history of the search changes the value a little.
        assert!((300..=700).contains(&result.value.abs()), "{}", result.value);
    }
}

#[test]
fn without_knowledge_the_network_is_not_used() {
    let position = Position::from_fen(MIDDLE_GAME).unwrap();
    let score = |network| {
        let mut engine = Engine::new(1);
        engine.set_settings(Settings { knowledge: Amount::None, network, ..Settings::default() });
        engine.search(&position, &Limits::depth(3)).score
    };
    assert_eq!(score(network(32)), score(Network::embedded()));
}

// In the protocols

/// Returns the score and the line of a UCCI search with these settings.
fn found_after(settings: &[String]) -> String {
    let settings = settings.iter().map(String::as_str);
    let before = ["ucci", "setoption batch true"].into_iter().chain(settings);
    let search = ["position startpos moves h2e2 h9g7", "go depth 5", "quit"];
    let lines: Vec<&str> = before.chain(search).collect();
    // Time and speed stand between the two, and the number of lines before the last one depends on time.
    let scores = |line: &str| {
        let (score, rest) = line.split_once(" score ")?.1.split_once(" time ")?;
        Some(format!("{score} {}", rest.split_once(" pv ")?.1))
    };
    text(&[], lines.join("\n").as_bytes()).lines().filter_map(scores).next_back().expect("there is one")
}

#[test]
fn a_network_can_be_loaded_and_unloaded() {
    let name =
        file("of two words.net", &NetworkWeights::random(64, 2).to_bytes().unwrap()).display().to_string();
    let damaged = file("damaged.net", &bytes()[..5000]).display().to_string();
    let load = |name: &str| format!("setoption evalfile {name}");
    let embedded = found_after(&[]);
    let with_network = found_after(&[load(&name)]);
    assert_ne!(with_network, embedded);
    assert_eq!(found_after(&[format!("setoption name EvalFile value {name}")]), with_network);
    assert_eq!(found_after(&[load(&name), load(&damaged)]), with_network, "the network stays in use");
    assert_eq!(found_after(&[load(&damaged)]), embedded);
    for embedded_name in ["", "<embedded>", "<empty>"] {
        assert_eq!(found_after(&[load(&name), load(embedded_name)]), embedded);
    }
}

#[test]
fn rejected_files_are_reported_in_the_form_of_the_protocol() {
    let damaged = file("short.net", &bytes()[..5000]).display().to_string();
    let replies = |greeting: &str, setting: &str| {
        text(&[], format!("{greeting}\n{setting}\nisready\nquit\n").as_bytes())
    };
    let damage = replies("ucci", &format!("setoption evalfile {damaged}"));
    assert!(
        damage
            .contains("\ninfo message evalfile rejected: the file has 5000 bytes, expected 45824\nreadyok\n"),
        "{damage}"
    );
    let absence = replies("uci", "setoption name EvalFile value no/such/file");
    assert!(
        absence.contains("\ninfo string EvalFile rejected: ") && absence.contains("os error"),
        "{absence}"
    );
}
