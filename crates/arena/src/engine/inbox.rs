// SPDX-License-Identifier: MIT OR Apache-2.0
//! The queue of an engine's replies, between the threads that read its output and the thread that waits for a
//! move.
//!
//! An engine may print anything, at any time and at any rate. Reading never stops, since the engine would
//! block, and the memory is bounded: it keeps the replies in order with their time of arrival, the newest
//! evaluation of the `info` lines, and the last remark, which may explain a fault.

use crate::player::{IsCancelled, MoveEvaluation};
use std::collections::VecDeque;
use std::io::{BufReader, Read};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use ucci::{Info, Lines, Reply, printable};

/// The most replies kept: more than any engine has options.
const MAX_MESSAGES: usize = 1024;
/// Remarks kept since the options were set, which may be about them.
const MAX_REMARKS: usize = 64;
/// Bytes of an unknown line that are kept and logged.
const MAX_KEPT_BYTES: usize = 200;
const CANCEL_POLL: Duration = Duration::from_millis(50);
/// The reason why the state can be locked.
const NO_PANIC: &str = "no thread panics while it holds the replies";

/// A reply, the beginning of its line, and its time of arrival.
#[derive(Debug)]
pub struct Message {
    pub reply: Reply,
    pub line: String,
    pub at: Instant,
}

#[derive(Debug)]
pub enum PipeEvent {
    Message(Box<Message>),
    Timeout,
    /// The engine's output is closed and everything in it has been read.
    Closed,
    Cancelled,
}

#[derive(Default)]
pub struct Inbox {
    state: Mutex<State>,
    arrived: Condvar,
}

#[derive(Default)]
struct State {
    messages: VecDeque<Message>,
    evaluation: MoveEvaluation,
    /// The last remark: a line for people (`info string`), or one that is not a reply of the protocol.
    last_remark: Vec<u8>,
    /// The first remarks since [`Inbox::forget_remarks`].
    remarks: Vec<Vec<u8>>,
    last_error_line: Vec<u8>,
    is_closed: bool,
    are_errors_closed: bool,
}

impl Inbox {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect(NO_PANIC)
    }

    /// Reads an engine's output to its end.
    pub fn read(&self, output: impl Read, name: &str) {
        let mut lines = Lines::new(BufReader::with_capacity(1 << 16, output));
        while let Some(line) = lines.next_line() {
            let at = Instant::now();
            log::trace!("{name} > {}", shortened(line));
            let reply = Reply::parse(line);
            // The waiting thread is woken for messages alone: waking costs more than all else here.
            let is_message = self.lock().take(line, reply, at);
            if is_message {
                self.arrived.notify_all();
            }
        }
        self.lock().is_closed = true;
        self.arrived.notify_all();
    }

    /// Reads an engine's standard error to its end.
    pub fn read_errors(&self, errors: impl Read, name: &str) {
        let mut lines = Lines::new(BufReader::new(errors));
        while let Some(line) = lines.next_line() {
            log::debug!("{name} (stderr) {}", shortened(line));
            keep(&mut self.lock().last_error_line, line);
        }
        self.lock().are_errors_closed = true;
        self.arrived.notify_all();
    }

    pub fn next(&self, deadline: Instant, is_cancelled: IsCancelled<'_>) -> PipeEvent {
        let mut state = self.lock();
        loop {
            if let Some(message) = state.messages.pop_front() {
                return PipeEvent::Message(Box::new(message));
            }
            if state.is_closed {
                return PipeEvent::Closed;
            }
            if is_cancelled() {
                return PipeEvent::Cancelled;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return PipeEvent::Timeout;
            }
            state = self.arrived.wait_timeout(state, left.min(CANCEL_POLL)).expect(NO_PANIC).0;
        }
    }

    pub fn clear(&self) {
        let mut state = self.lock();
        state.messages.clear();
        state.evaluation = MoveEvaluation::default();
        state.last_remark.clear();
    }

    /// Returns true if the answer to `go` has arrived.
    pub fn has_move(&self) -> bool {
        self.lock().messages.iter().any(|message| is_move(&message.reply))
    }

    pub fn evaluation(&self) -> MoveEvaluation {
        self.lock().evaluation
    }

    pub fn last_remark(&self) -> String {
        printable(&self.lock().last_remark)
    }

    pub fn forget_remarks(&self) {
        self.lock().remarks.clear();
    }

    /// Returns the first remarks since they were forgotten.
    pub fn remarks(&self) -> Vec<String> {
        self.lock().remarks.iter().map(|line| printable(line)).collect()
    }

    pub fn last_error_line(&self) -> String {
        printable(&self.lock().last_error_line)
    }

    /// Waits until both outputs are closed, up to `timeout`.
    pub fn wait_for_end(&self, timeout: Duration) {
        let is_open = |state: &mut State| !(state.is_closed && state.are_errors_closed);
        drop(self.arrived.wait_timeout_while(self.lock(), timeout, is_open));
    }
}

impl State {
    /// Takes a line; returns true if it is a message.
    fn take(&mut self, line: &[u8], reply: Option<Reply>, at: Instant) -> bool {
        match reply {
            None | Some(Reply::Message(_) | Reply::Note(_)) => {
                keep(&mut self.last_remark, line);
                if self.remarks.len() < MAX_REMARKS {
                    self.remarks.push(line[..line.len().min(MAX_KEPT_BYTES)].to_vec());
                }
            }
            Some(Reply::Info(info)) => self.note(&info),
            Some(reply) if self.messages.len() < MAX_MESSAGES => {
                self.messages.push_back(Message { reply, line: shortened(line), at });
                return true;
            }
            Some(_) => {}
        }
        false
    }

    /// Takes the evaluation from an `info` line: that of the first variation (`multipv 1`), and no bound. A
    /// depth without a score belongs to an iteration that has just begun.
    fn note(&mut self, info: &Info) {
        if info.multipv.is_some_and(|line| line > 1) {
            return;
        }
        self.evaluation.nodes = info.nodes.or(self.evaluation.nodes);
        if let Some(score) = info.score.filter(|_| info.bound.is_none()) {
            self.evaluation.score = Some(score.to_ucci());
            self.evaluation.depth = info.depth.or(self.evaluation.depth);
        }
    }
}

/// Returns true if this is an answer to `go`.
pub fn is_move(reply: &Reply) -> bool {
    matches!(reply, Reply::BestMove(_) | Reply::NoBestMove)
}

/// Keeps the beginning of a line, unless it is blank.
fn keep(place: &mut Vec<u8>, line: &[u8]) {
    if !line.iter().all(u8::is_ascii_whitespace) {
        place.clear();
        place.extend_from_slice(&line[..line.len().min(MAX_KEPT_BYTES)]);
    }
}

fn shortened(line: &[u8]) -> String {
    printable(&line[..line.len().min(MAX_KEPT_BYTES)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inbox(text: &str) -> Inbox {
        let inbox = Inbox::default();
        inbox.read(text.as_bytes(), "engine");
        inbox
    }

    fn replies(inbox: &Inbox) -> Vec<Reply> {
        std::iter::from_fn(|| match inbox.next(Instant::now(), &|| false) {
            PipeEvent::Message(message) => Some(message.reply),
            _ => None,
        })
        .collect()
    }

    fn evaluation(text: &str) -> (Option<i32>, Option<u32>, Option<u64>) {
        let MoveEvaluation { score, depth, nodes } = inbox(text).evaluation();
        (score, depth, nodes)
    }

    #[test]
    fn replies_come_in_order_and_then_the_end() {
        let inbox = inbox("hello\r\n readyok\n\ninfo string score\nBestMove (none)\nbestmove");
        assert!(inbox.has_move());
        assert_eq!(replies(&inbox), [Reply::Ready, Reply::NoBestMove]);
        assert!(!inbox.has_move());
        assert!(matches!(inbox.next(Instant::now(), &|| false), PipeEvent::Closed));
        assert_eq!(inbox.last_remark(), "bestmove");
    }

    #[test]
    fn waiting_ends_in_time_or_when_the_game_is_cancelled() {
        let inbox = Inbox::default();
        assert!(matches!(
            inbox.next(Instant::now() + Duration::from_millis(5), &|| false),
            PipeEvent::Timeout
        ));
        let far = Instant::now() + Duration::from_secs(1000);
        assert!(matches!(inbox.next(far, &|| true), PipeEvent::Cancelled));
    }

    #[test]
    fn the_newest_evaluation_is_kept_in_both_dialects() {
        let two_lines = "info time 3 nodes 90 nps 30 hashfull 0\ninfo depth 5 score -12 pv h2e2\ninfo depth 6 currmove a0a1";
        assert_eq!(evaluation(two_lines), (Some(-12), Some(5), Some(90)));
        let variations = "info depth 7 multipv 1 score mate -2 nodes 500 pv h2e2\ninfo depth 7 multipv 2 score cp 5 nodes 600";
        assert_eq!(evaluation(variations), (Some(-9996), Some(7), Some(500)));
        assert_eq!(evaluation("info depth 9 score 9997 pv h2e2"), (Some(9997), Some(9), None));
    }

    #[test]
    fn a_bound_is_no_score() {
        let bound = "info depth 8 score cp 300 lowerbound nodes 9";
        let exact = "info depth 7 score cp 20 nodes 8";
        assert_eq!(evaluation(&format!("{exact}\n{bound}")), (Some(20), Some(7), Some(9)));
        assert_eq!(evaluation(bound), (None, None, Some(9)));
        assert_eq!(evaluation("info depth 8 score mate 3 upperbound"), (None, None, None));
        assert_eq!(evaluation(&format!("{bound}\n{exact}")), (Some(20), Some(7), Some(8)));
    }

    #[test]
    fn floods_are_not_kept() {
        let inbox = inbox(&"readyok\n".repeat(2 * MAX_MESSAGES));
        assert_eq!(replies(&inbox).len(), MAX_MESSAGES);
        inbox.read(&vec![b'x'; 5000][..], "engine");
        assert_eq!(inbox.last_remark().len(), MAX_KEPT_BYTES);
        inbox.clear();
        assert_eq!(inbox.last_remark(), "");
    }

    #[test]
    fn the_last_line_on_standard_error_is_kept() {
        let inbox = Inbox::default();
        inbox.read_errors("warning\n\nthread 'main' panicked\n \n".as_bytes(), "engine");
        assert_eq!(inbox.last_error_line(), "thread 'main' panicked");
    }
}
