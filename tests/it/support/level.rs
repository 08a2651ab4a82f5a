// SPDX-License-Identifier: MIT OR Apache-2.0
//! Engines that play at a level.

use chuhe::Engine;
use chuhe::engine::Level;
use chuhe::search::Settings;

pub(crate) fn engine(level: Level, seed: u64) -> Engine {
    let mut engine = Engine::new(1);
    engine.set_settings(Settings { seed, ..Settings::default() });
    engine.set_level(level);
    engine
}

pub(crate) fn level(number: u32) -> Level {
    Level::new(number).expect("a level")
}
