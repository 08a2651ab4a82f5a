// SPDX-License-Identifier: MIT OR Apache-2.0
//! Plays many games on several threads. Threads share only the list of games to play; each has a
//! transposition table of its own.

use super::config::DatagenConfig;
use super::selfplay::SelfPlayer;
use crate::learn::games::SelfPlayGame;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;

/// Plays the games with these numbers on `threads` threads and passes each finished game to `on_game`. Ends
/// when all games are played, when `on_game` breaks, or when `is_stopped`, called after each move, returns
/// true; unfinished games are then discarded. With one thread games arrive in the order of `numbers`.
///
/// # Panics
/// If the game is already over in a position of the book.
pub fn generate(
    config: &DatagenConfig,
    threads: usize,
    numbers: impl Iterator<Item = u32> + Send,
    is_stopped: impl Fn() -> bool + Sync,
    mut on_game: impl FnMut(SelfPlayGame) -> ControlFlow<()>,
) {
    let numbers = Mutex::new(numbers);
    let is_done = AtomicBool::new(false);
    let must_stop = || is_done.load(Ordering::Relaxed) || is_stopped();
    let (sender, games) = mpsc::channel();
    let work = |sender: mpsc::Sender<SelfPlayGame>| {
        let mut player = SelfPlayer::new(config);
        while !must_stop() {
            let next = numbers.lock().expect("no thread panics with it").next();
            let Some(game) = next.and_then(|number| player.play(number, &must_stop)) else { break };
            // The receiver is gone once `on_game` has broken.
            if sender.send(game).is_err() {
                break;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let sender = sender.clone();
            scope.spawn(|| work(sender));
        }
        drop(sender);
        for game in games {
            if on_game(game).is_break() {
                break;
            }
        }
        is_done.store(true, Ordering::Relaxed);
    });
}
