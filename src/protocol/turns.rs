// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whose turn it is: the steps in which a session ends its search or waits for the answer.
//!
//! A session that waits reads no command. So it may wait only for an answer that comes without one; the test
//! plays every order of commands and ends of searches.

use super::console::Console;
use crate::engine::Engine;
use ucci::Dialect;

/// A search in the background.
pub trait Search {
    /// Ends the search; its answer is out on return.
    fn stop(&mut self);
    /// Passes a ponder hit on. If that releases an answer, it is out on return.
    fn ponder_hit(&mut self);
    /// Waits until the answer is out.
    fn wait(&mut self);
}

impl Search for Engine {
    fn stop(&mut self) {
        self.stop();
    }

    fn ponder_hit(&mut self) {
        self.ponder_hit();
    }

    fn wait(&mut self) {
        self.wait();
    }
}

/// Ends the search, if there is one; its answer is out on return. Returns true if there was one.
pub fn stop(console: &Console, search: &mut impl Search) -> bool {
    let is_thinking = console.state().is_thinking();
    if is_thinking {
        console.lock().state.stop();
        search.stop();
    }
    is_thinking
}

/// A `ponderhit`, perhaps with a draw offer. Returns true if the engine was pondering.
pub fn ponder_hit(console: &Console, search: &mut impl Search, draw: bool) -> bool {
    let was_pondering = console.lock().state.ponder_hit(draw);
    if was_pondering {
        search.ponder_hit();
    }
    was_pondering
}

/// A `go` or `position`: in UCI it ends the search first. Returns true if the engine is idle.
pub fn become_idle(console: &Console, search: &mut impl Search) -> bool {
    if console.dialect() == Dialect::Uci {
        stop(console, search);
    }
    !console.state().is_thinking()
}

/// Waits for the answer, unless it comes only after another command.
pub fn wait(console: &Console, search: &mut impl Search) {
    if !console.state().waits_for_command() {
        search.wait();
    }
}

/// The end of the input: waits for the answer of a search with a limit of its own, and ends any other.
pub fn end_of_input(console: &Console, search: &mut impl Search) {
    if console.state().outlives_input() {
        search.wait();
    }
    stop(console, search);
}

#[cfg(test)]
mod tests {
    use super::super::state::{Purpose, SessionState};
    use super::*;
    use crate::search::{Clock, Control, Limits};
    use crate::time::Instant;
    use std::collections::HashSet;
    use std::sync::Arc;
    use std::time::Duration;

    /// A search without a thread: it ends when the model says so, or when it is waited for and can end.
    struct Model {
        console: Arc<Console>,
        control: Control,
        limits: Option<Limits>,
        is_held: bool,
        answers: usize,
        /// Number of searches.
        searches: usize,
    }

    impl Model {
        fn new(dialect: Dialect) -> Self {
            let console = Arc::new(Console::new(Box::new(std::io::sink())));
            console.lock().dialect = dialect;
            console.lock().state.greet();
            let control = Control::default();
            Self { console, control, limits: None, is_held: false, answers: 0, searches: 0 }
        }

        /// The search has ended by itself.
        fn end(&mut self) {
            let Some(limits) = &self.limits else { return };
            self.is_held = self.control.hold_answer(limits.infinite);
            if !self.is_held {
                self.limits = None;
                self.answers += 1;
                self.console.lock().answer(&[]);
            }
        }

        fn obey(&mut self, message: Message, is_batch: bool) {
            let console = Arc::clone(&self.console);
            match message {
                Message::Go(ponder, end) if become_idle(&console, self) => {
                    let limits = Limits { ponder, ..limits(end) };
                    console.lock().state = SessionState::searching(&limits, Purpose::Analysis);
                    self.control.begin(ponder, Instant::now());
                    (self.limits, self.is_held) = (Some(limits), false);
                    self.searches += 1;
                }
                Message::Go(..) => {}
                Message::PonderHit => {
                    ponder_hit(&console, self, false);
                }
                Message::Stop => {
                    stop(&console, self);
                }
                Message::SearchEnds => self.end(),
            }
            if is_batch && matches!(message, Message::Go(..) | Message::PonderHit) {
                wait(&console, self);
            }
        }

        /// Returns all that the next steps depend on.
        fn fingerprint(&self) -> String {
            let state = match self.console.state() {
                SessionState::Idle { .. } => SessionState::Idle { answered: None },
                state => state,
            };
            let control = (self.control.is_stopped(), self.control.is_pondering());
            format!("{state:?} {:?} {} {control:?}", self.limits, self.is_held)
        }
    }

    impl Search for Model {
        fn stop(&mut self) {
            self.control.stop();
            self.wait();
        }

        fn ponder_hit(&mut self) {
            if self.control.ponder_hit() {
                self.wait();
            }
        }

        fn wait(&mut self) {
            self.end();
            assert!(self.limits.is_none(), "waits for an answer that waits for a command");
        }
    }

    #[derive(Clone, Copy, Debug)]
    enum Message {
        /// Pondering or not, and what ends the search.
        Go(bool, End),
        PonderHit,
        Stop,
        /// Not a message but an event.
        SearchEnds,
    }

    #[derive(Clone, Copy, Debug)]
    enum End {
        Depth,
        Clock,
        Nothing,
    }

    fn limits(end: End) -> Limits {
        let clock = Clock { time: Duration::from_secs(60), increment: Duration::ZERO, moves_to_go: None };
        match end {
            End::Depth => Limits::depth(1),
            End::Clock => Limits { clock: Some(clock), ..Limits::default() },
            End::Nothing => Limits { infinite: true, ..Limits::default() },
        }
    }

    const MESSAGES: [Message; 9] = [
        Message::Go(false, End::Depth),
        Message::Go(false, End::Clock),
        Message::Go(false, End::Nothing),
        Message::Go(true, End::Depth),
        Message::Go(true, End::Clock),
        Message::Go(true, End::Nothing),
        Message::PonderHit,
        Message::Stop,
        Message::SearchEnds,
    ];

    /// Plays messages, then the end of the input. Returns the fingerprint before it.
    fn play(messages: &[Message], dialect: Dialect, is_batch: bool) -> String {
        let mut model = Model::new(dialect);
        for &message in messages {
            model.obey(message, is_batch);
            assert_eq!(model.console.state().is_thinking(), model.limits.is_some(), "{messages:?}");
            assert_eq!(model.answers + usize::from(model.limits.is_some()), model.searches, "{messages:?}");
        }
        let fingerprint = model.fingerprint();
        let console = Arc::clone(&model.console);
        let outlives = matches!(&model.limits, Some(limits) if limits.depth.is_some())
            && !console.state().waits_for_command();
        end_of_input(&console, &mut model);
        assert_eq!(model.answers, model.searches, "{messages:?}");
        assert!(outlives || model.control.is_stopped() || fingerprint.starts_with("Idle"), "{messages:?}");
        fingerprint
    }

    #[test]
    fn no_order_of_messages_makes_a_session_wait_for_ever() {
        for (dialect, is_batch) in
            [(Dialect::Ucci, false), (Dialect::Ucci, true), (Dialect::Uci, false), (Dialect::Uci, true)]
        {
            let mut known = HashSet::new();
            let mut orders = vec![Vec::new()];
            // Of orders that lead to the same state one is continued.
            for _ in 0..8 {
                let longer = orders
                    .iter()
                    .flat_map(|order| MESSAGES.map(|message| [order.as_slice(), &[message]].concat()));
                let is_new = |order: &Vec<Message>| known.insert(play(order, dialect, is_batch));
                orders = longer.collect::<Vec<_>>().into_iter().filter(is_new).collect();
            }
            assert!(orders.is_empty() && known.len() > 8, "{} states", known.len());
        }
    }
}
