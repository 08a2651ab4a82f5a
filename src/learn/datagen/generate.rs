// SPDX-License-Identifier: MIT OR Apache-2.0
//! Plays many games on several threads. Threads share only the list of games to play; each has a
//! transposition table of its own.

use super::config::DatagenConfig;
use super::selfplay::SelfPlayer;
use crate::learn::games::SelfPlayGame;
use crate::threads;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};
use std::sync::Mutex;

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
    on_game: impl FnMut(SelfPlayGame) -> ControlFlow<()> + Send,
) {
    let (numbers, on_game) = (Mutex::new(numbers), Mutex::new(on_game));
    let is_done = AtomicBool::new(false);
    let must_stop = || is_done.load(Ordering::Relaxed) || is_stopped();
    let work = |mut player: SelfPlayer<'_>| {
        while !must_stop() {
            let next = numbers.lock().expect("no thread panics with it").next();
            let Some(game) = next.and_then(|number| player.play(number, &must_stop)) else { break };
            let mut on_game = on_game.lock().expect("no thread panics with it");
            if !is_done.load(Ordering::Relaxed) && on_game(game).is_break() {
                is_done.store(true, Ordering::Relaxed);
            }
        }
    };
    let players: Vec<_> = (0..threads::useful(threads)).map(|_| SelfPlayer::new(config)).collect();
    threads::run(threads, players, work, |shortage| log::warn!("datagen: {shortage}"));
}
