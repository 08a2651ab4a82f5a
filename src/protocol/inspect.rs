// SPDX-License-Identifier: MIT OR Apache-2.0
//! Answers to the commands of people: `d`, `eval`, `help` and `bench`. No program sends these, so the answers
//! are plain lines, as Stockfish gives them, and not `info`.

use super::console::Console;
use super::state::SessionState;
use crate::engine::{Engine, Stopper, bench};
use crate::eval::network_table;
use crate::search::{Limits, Settings};
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle};
use ucci::Reply;
use xiangqi::diagram::{PieceLetters, TextBoard};
use xiangqi::position::Position;
use xiangqi::types::value::centipawns;
use xiangqi::types::{Color, Language};

const NO_POSITION: &str = "no position: the last one received is illegal";

const HELP: &str = "\
ucci, uci: greet in a protocol; the answer lists the options
position startpos moves h2e2 h9g7, position fen FEN: set the position
go depth 12, go movetime 1000, go nodes 100000, go infinite: search; stop: answer now
go perft 4: count the leaves of the game tree
setoption NAME VALUE (UCCI), setoption name NAME value VALUE (UCI): set an option
d: show the position; eval: show its static evaluation; bench: print the signature and the speed
quit: leave; 'chuhe --help' in a shell: analysis, matches, conversion of games and more";

/// Returns the answer to `help`.
pub fn help() -> Vec<String> {
    lines(HELP)
}

/// Returns the answer to `d`: the board, its FEN, its Zobrist key, and the pieces that give check.
pub fn display(position: Option<&Position>) -> Vec<String> {
    let Some(position) = position else { return lines(NO_POSITION) };
    let board = TextBoard { position, letters: PieceLetters::Latin, colored: false, bottom: Color::Red };
    let mut answer = lines(&board.to_string());
    answer.push(format!("Fen: {}", position.to_fen()));
    answer.push(format!("Key: {:016X}", position.key()));
    let checkers: Vec<String> = position.checkers().into_iter().map(|square| square.to_string()).collect();
    answer.push(format!("Checkers: {}", checkers.join(" ")));
    answer
}

/// Returns the answer to `eval`: the network's value of each piece, and the value for the side to move.
pub fn evaluation(position: Option<&Position>, settings: &Settings) -> Vec<String> {
    let Some(position) = position else { return lines(NO_POSITION) };
    let explanation = settings.network.explain(position);
    let mut answer = lines(&network_table(&explanation, position, Language::English));
    answer.push(format!("eval {} (centipawns, side to move)", centipawns(settings.evaluate(position))));
    answer
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

/// A bench that is running in the background: the signature and the speed, counted by an engine of its own,
/// whatever the options of the session are.
pub struct Bench {
    is_stopped: Arc<AtomicBool>,
    stopper: Stopper,
    thread: JoinHandle<()>,
}

impl Bench {
    /// Starts the bench. At its end it writes the answer and makes the session idle.
    pub fn start(console: Arc<Console>) -> io::Result<Self> {
        let mut engine = Engine::new(bench::HASH_MB);
        let stopper = engine.stopper();
        let is_stopped = Arc::new(AtomicBool::new(false));
        let ends = Arc::clone(&is_stopped);
        let run = move || {
            let answer = bench_line(&mut engine, &ends);
            let mut conversation = console.lock();
            match answer {
                Ok(line) => conversation.write([line]),
                Err(message) => conversation.say(&[Reply::Message(message)]),
            }
            conversation.state = SessionState::answered_now();
        };
        let thread = Builder::new().name("bench".to_owned()).spawn(run)?;
        Ok(Self { is_stopped, stopper, thread })
    }

    /// Stops the bench; its answer is out on return.
    pub fn stop(self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        self.stopper.stop();
        self.wait();
    }

    /// Waits for the answer.
    pub fn wait(self) {
        self.thread.join().expect("the bench does not panic");
    }
}

/// Runs the bench and returns its last line, or a message if it was stopped.
fn bench_line(engine: &mut Engine, is_stopped: &AtomicBool) -> Result<String, String> {
    let mut done = 0;
    let count = bench::run(engine, &Limits::depth(bench::DEPTH), |_, _| {
        if is_stopped.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        done += 1;
        ControlFlow::Continue(())
    });
    let total = bench::positions().count();
    if done < total {
        return Err(format!("bench stopped after {done} of {total} positions"));
    }
    Ok(format!("{} nodes {} nps", count.nodes, count.nps()))
}
