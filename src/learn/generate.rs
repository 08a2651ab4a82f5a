// SPDX-License-Identifier: MIT OR Apache-2.0
//! Many games on many threads. Threads share nothing but the list of games to play; each has a table of its own.

use super::record::GameRecord;
use super::selfplay::{Player, Recipe};
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;

/// Plays the games with these numbers on `threads` threads and hands each to `on_game` when it is over, until there are no
/// more, `on_game` breaks, or `is_stopped` (asked after each move) says so; games under way are then dropped. With one
/// thread games come in the order of `numbers`.
///
/// # Panics
/// Only if one of the arguments does, or if a position of the book is one in which the game is over.
pub fn generate(
    recipe: &Recipe,
    threads: usize,
    numbers: impl Iterator<Item = u32> + Send,
    is_stopped: impl Fn() -> bool + Sync,
    mut on_game: impl FnMut(GameRecord) -> ControlFlow<()>,
) {
    let numbers = Mutex::new(numbers);
    let is_done = AtomicBool::new(false);
    let must_stop = || is_done.load(Ordering::Relaxed) || is_stopped();
    let (sender, games) = mpsc::channel();
    let work = |sender: mpsc::Sender<GameRecord>| {
        let mut player = Player::new(recipe);
        while !must_stop() {
            let next = numbers.lock().expect("no thread panics with it").next();
            let Some(game) = next.and_then(|number| player.play(number, &must_stop)) else { break };
            // Nobody wants more games if nobody takes this one.
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
