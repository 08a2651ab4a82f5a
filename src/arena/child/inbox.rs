// SPDX-License-Identifier: MIT OR Apache-2.0
//! What an engine says, between the threads that read it and the one that waits for it.
//!
//! An engine may say what it likes, as much as it likes and whenever it likes: reading never stops, or else it would
//! block, and what is kept is bounded. Answers are kept in order with the time they came at; of the reports of a search only
//! the newest figures are; the rest is passed over, but for its last line, which may tell what went wrong.

use crate::arena::{IsCancelled, LOG, Told};
use crate::protocol::{Info, Lines, Reply, bare_score, printable};
use std::collections::VecDeque;
use std::io::{BufReader, Read};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// So many answers are kept: more than any engine has options.
const MOST_LETTERS: usize = 1024;
/// Longer lines are nothing that an engine has to say.
const LONGEST_LINE: usize = 1 << 14;
/// So many bytes of a line that makes no sense are kept, and shown in the log.
const LONGEST_REMARK: usize = 200;
/// So many lines of standard error are shown in the log.
const MOST_ERRORS: u32 = 1000;
/// How often a wait looks up to see whether the game was called off.
const GLANCE: Duration = Duration::from_millis(50);

/// An answer and when it came.
#[derive(Debug)]
pub struct Letter {
    pub reply: Reply,
    pub at: Instant,
}

/// What waiting brings.
#[derive(Debug)]
pub enum News {
    /// An answer.
    Letter(Letter),
    /// Nothing until the deadline.
    Silence,
    /// All is read, and nothing more will come.
    End,
    /// The game was called off.
    Cancelled,
}

#[derive(Default)]
pub struct Inbox {
    state: Mutex<State>,
    news: Condvar,
}

#[derive(Default)]
struct State {
    letters: VecDeque<Letter>,
    told: Told,
    /// The score told is exact, not a bound.
    is_exact: bool,
    /// The last line that was no answer.
    remark: Vec<u8>,
    /// The last line on standard error.
    complaint: Vec<u8>,
    is_closed: bool,
    are_errors_closed: bool,
}

impl Inbox {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads an engine's output to its end.
    pub fn read(&self, output: impl Read, name: &str) {
        let mut lines = Lines::new(BufReader::with_capacity(1 << 16, output));
        while let Some(line) = lines.next_line() {
            let at = Instant::now();
            log::trace!(target: LOG, "{name} > {}", shortened(line));
            let reply = if may_matter(line) { Reply::parse(line) } else { None };
            // Whoever waits is woken for answers alone: waking costs more than all else here.
            let is_answer = self.lock().take(line, reply, at);
            if is_answer {
                self.news.notify_all();
            }
        }
        self.lock().is_closed = true;
        self.news.notify_all();
    }

    /// Reads an engine's standard error to its end.
    pub fn read_errors(&self, errors: impl Read, name: &str) {
        let mut lines = Lines::new(BufReader::new(errors));
        let mut count = 0;
        while let Some(line) = lines.next_line() {
            if count < MOST_ERRORS {
                count += 1;
                log::debug!(target: LOG, "{name} (stderr) {}", shortened(line));
            }
            keep(&mut self.lock().complaint, line);
        }
        self.lock().are_errors_closed = true;
        self.news.notify_all();
    }

    /// Waits for the next answer.
    pub fn next(&self, deadline: Instant, is_cancelled: IsCancelled<'_>) -> News {
        let mut state = self.lock();
        loop {
            if let Some(letter) = state.letters.pop_front() {
                return News::Letter(letter);
            }
            if state.is_closed {
                return News::End;
            }
            if is_cancelled() {
                return News::Cancelled;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return News::Silence;
            }
            state = self.news.wait_timeout(state, left.min(GLANCE)).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Forgets all that came so far.
    pub fn clear(&self) {
        let mut state = self.lock();
        state.letters.clear();
        state.told = Told::default();
        state.is_exact = false;
        state.remark.clear();
    }

    /// The answer to `go` has come.
    pub fn has_move(&self) -> bool {
        self.lock().letters.iter().any(|letter| is_move(&letter.reply))
    }

    /// The newest figures.
    pub fn told(&self) -> Told {
        self.lock().told
    }

    /// The last line that was no answer.
    pub fn remark(&self) -> String {
        printable(&self.lock().remark)
    }

    /// The last line on standard error.
    pub fn complaint(&self) -> String {
        printable(&self.lock().complaint)
    }

    /// Waits until all is read, but not long.
    pub fn wait_for_end(&self, grace: Duration) {
        let is_open = |state: &mut State| !(state.is_closed && state.are_errors_closed);
        drop(self.news.wait_timeout_while(self.lock(), grace, is_open));
    }
}

impl State {
    /// Takes a line and says whether it is an answer.
    fn take(&mut self, line: &[u8], reply: Option<Reply>, at: Instant) -> bool {
        match reply {
            None => keep(&mut self.remark, line),
            Some(Reply::Info(info)) => self.note(&info),
            Some(Reply::Message(_) | Reply::Note(_)) => {}
            Some(reply) if self.letters.len() < MOST_LETTERS => {
                self.letters.push_back(Letter { reply, at });
                return true;
            }
            Some(_) => {}
        }
        false
    }

    /// Takes figures from a report: the first variation's, and no bounds where an exact score is known. A depth
    /// without a score is that of a search just begun.
    fn note(&mut self, info: &Info) {
        if info.multipv.is_some_and(|line| line > 1) {
            return;
        }
        self.told.nodes = info.nodes.or(self.told.nodes);
        let is_exact = info.bound.is_none();
        if let Some(score) = info.score.filter(|_| is_exact || !self.is_exact) {
            self.told.score = Some(bare_score(score));
            self.told.depth = info.depth.or(self.told.depth);
            self.is_exact = is_exact;
        }
    }
}

/// Is this an answer to `go`?
pub fn is_move(reply: &Reply) -> bool {
    matches!(reply, Reply::BestMove(_) | Reply::NoBestMove)
}

/// A look before a line is read in earnest, so that floods of lines cost little.
fn may_matter(line: &[u8]) -> bool {
    if line.len() > LONGEST_LINE {
        return false;
    }
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let Some(head) = words.next() else { return false };
    let known: &[&str] = &["bestmove", "nobestmove", "readyok", "option", "ucciok", "uciok"];
    let is = |word: &[u8], known: &str| word.eq_ignore_ascii_case(known.as_bytes());
    if is(head, "info") {
        return words.any(|word| is(word, "score") || is(word, "nodes"));
    }
    known.iter().any(|known| is(head, known))
}

/// Keeps the beginning of a line that is not empty.
fn keep(place: &mut Vec<u8>, line: &[u8]) {
    if !line.iter().all(u8::is_ascii_whitespace) {
        place.clear();
        place.extend_from_slice(&line[..line.len().min(LONGEST_REMARK)]);
    }
}

fn shortened(line: &[u8]) -> String {
    printable(&line[..line.len().min(LONGEST_REMARK)])
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
            News::Letter(letter) => Some(letter.reply),
            _ => None,
        })
        .collect()
    }

    fn told(text: &str) -> (Option<i32>, Option<u32>, Option<u64>) {
        let Told { score, depth, nodes } = inbox(text).told();
        (score, depth, nodes)
    }

    #[test]
    fn answers_come_in_order_and_then_the_end() {
        let inbox = inbox("hello\r\n readyok\n\ninfo string score\nBestMove (none)\nbestmove");
        assert!(inbox.has_move());
        assert_eq!(replies(&inbox), [Reply::Ready, Reply::NoBestMove]);
        assert!(!inbox.has_move());
        assert!(matches!(inbox.next(Instant::now(), &|| false), News::End));
        assert_eq!(inbox.remark(), "bestmove");
    }

    #[test]
    fn waiting_ends_in_time_or_when_the_game_is_called_off() {
        let inbox = Inbox::default();
        assert!(matches!(inbox.next(Instant::now() + Duration::from_millis(5), &|| false), News::Silence));
        let far = Instant::now() + Duration::from_secs(1000);
        assert!(matches!(inbox.next(far, &|| true), News::Cancelled));
    }

    #[test]
    fn the_newest_figures_are_kept_in_both_dialects() {
        let two_lines = "info time 3 nodes 90 nps 30 hashfull 0\ninfo depth 5 score -12 pv h2e2\ninfo depth 6 currmove a0a1";
        assert_eq!(told(two_lines), (Some(-12), Some(5), Some(90)));
        let variations = "info depth 7 multipv 1 score mate -2 nodes 500 pv h2e2\ninfo depth 7 multipv 2 score cp 5 nodes 600";
        assert_eq!(told(variations), (Some(-9996), Some(7), Some(500)));
        assert_eq!(told("info depth 9 score 9997 pv h2e2"), (Some(9997), Some(9), None));
    }

    #[test]
    fn a_bound_does_not_replace_an_exact_score() {
        let bound = "info depth 8 score cp 300 lowerbound nodes 9";
        let exact = "info depth 7 score cp 20 nodes 8";
        assert_eq!(told(&format!("{exact}\n{bound}")), (Some(20), Some(7), Some(9)));
        assert_eq!(told(bound), (Some(300), Some(8), Some(9)));
        assert_eq!(told(&format!("{bound}\n{exact}")), (Some(20), Some(7), Some(8)));
    }

    #[test]
    fn floods_are_not_kept() {
        let inbox = inbox(&"readyok\n".repeat(2 * MOST_LETTERS));
        assert_eq!(replies(&inbox).len(), MOST_LETTERS);
        inbox.read(&vec![b'x'; 5000][..], "engine");
        assert_eq!(inbox.remark().len(), LONGEST_REMARK);
        inbox.clear();
        assert_eq!(inbox.remark(), "");
    }

    #[test]
    fn the_last_complaint_is_kept() {
        let inbox = Inbox::default();
        inbox.read_errors("warning\n\nthread 'main' panicked\n \n".as_bytes(), "engine");
        assert_eq!(inbox.complaint(), "thread 'main' panicked");
    }
}
