// SPDX-License-Identifier: MIT OR Apache-2.0
//! Plays the pairs of an SPSA run on several threads, which share the tuner.

use super::tuner::{Perturbation, Tuner};
use crate::threads::{self, Shortage};
use std::sync::Mutex;
use std::thread;

/// Plays the remaining pairs, each player on a thread of its own; without a thread it does not play. A player
/// returns the half points of `plus` in each game, or `None` if the pair was aborted, which ends its work.
/// `on_pair` is called with the tuner after each pair. With one player a run is reproducible, and an
/// interrupted run ends as an uninterrupted one does.
///
/// # Errors
/// Returns the first error of a player or of `on_pair`; no further pair is started after it.
pub fn run<E: Send, P: FnMut(&Perturbation) -> Result<Option<[u8; 2]>, E> + Send>(
    tuner: &mut Tuner,
    players: Vec<P>,
    on_pair: impl FnMut(&Tuner) -> Result<(), E> + Send,
) -> Result<(), E> {
    let next = tuner.done();
    let queue = Mutex::new(PairQueue { tuner, next, on_pair, outcome: Ok(()) });
    let play = |mut player: P| {
        let lock = || queue.lock().expect("no thread panics with it");
        while let Some(perturbation) = { lock().begin() } {
            let played = player(&perturbation).transpose();
            let Some(result) = played else { break };
            lock().finish(&perturbation, result);
        }
    };
    thread::scope(|scope| {
        let wanted = players.len();
        let mut players = players.into_iter();
        let first = players.next();
        let play = &play;
        let (others, refusal) = threads::start(scope, players.map(|player| move || play(player)));
        if let Some(shortage) = Shortage::of(wanted, 1 + others.len(), refusal) {
            log::warn!("spsa: {shortage}");
        }
        first.map(play);
    });
    queue.into_inner().expect("no thread panics with it").outcome
}

/// Hands out trials to the threads and collects their results.
struct PairQueue<'a, E, F> {
    tuner: &'a mut Tuner,
    /// The number of the next pair.
    next: u32,
    on_pair: F,
    outcome: Result<(), E>,
}

impl<E, F: FnMut(&Tuner) -> Result<(), E>> PairQueue<'_, E, F> {
    fn begin(&mut self) -> Option<Perturbation> {
        let is_over = self.outcome.is_err() || self.next >= self.tuner.config().pairs;
        (!is_over).then(|| {
            self.next += 1;
            self.tuner.perturb(self.next - 1)
        })
    }

    fn finish(&mut self, perturbation: &Perturbation, result: Result<[u8; 2], E>) {
        if self.outcome.is_ok() {
            self.outcome = result.and_then(|half_points| {
                self.tuner.learn(perturbation, half_points);
                (self.on_pair)(self.tuner)
            });
        }
    }
}
