// SPDX-License-Identifier: MIT OR Apache-2.0
//! The monitor: the games of a match live on a terminal, with clocks, evaluations and the running score.
//!
//! The referees only change what is to be seen; a thread of its own draws it, ten times a second. A frame is a pure
//! function of the [`Scene`], the size of the terminal and the time. It is written at once over the one before, so that
//! nothing flickers, on the terminal's second screen, so that what stood there before comes back at the end.

mod frame;
mod scene;
#[cfg(test)]
mod tests;

use super::programme::Programme;
use super::record::GameRecord;
use super::spectator::{Event, Spectator};
use frame::frame;
use scene::Scene;
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The time between two frames.
const PERIOD: Duration = Duration::from_millis(100);

const ENTER_SCREEN: &str = "\x1b[?1049h\x1b[?25l";
const LEAVE_SCREEN: &str = "\x1b[?25h\x1b[?1049l";

/// Shows a match on a terminal until it is dropped.
pub struct Monitor {
    stage: Arc<Stage>,
    painter: Option<JoinHandle<()>>,
}

/// What referees and painter share.
struct Stage {
    play: Mutex<Play>,
    curtain: Condvar,
}

struct Play {
    scene: Scene,
    is_over: bool,
}

impl Stage {
    /// Referees do not fail in the midst of a change, and a picture may be wrong rather than missing.
    fn play(&self) -> MutexGuard<'_, Play> {
        self.play.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Monitor {
    /// Begins to draw on `terminal`, in colours if `colored`. `size` tells its columns and rows whenever it is asked.
    /// `played` are the games played before, when a match goes on.
    ///
    /// Whoever calls sees to it that this is a terminal, and writes nothing else there while the monitor lives.
    pub fn new(
        terminal: impl Write + Send + 'static,
        size: impl Fn() -> (usize, usize) + Send + 'static,
        colored: bool,
        programme: Programme,
        played: &[GameRecord],
    ) -> Self {
        let scene = Scene::new(programme, played, colored, Instant::now());
        let play = Mutex::new(Play { scene, is_over: false });
        let stage = Arc::new(Stage { play, curtain: Condvar::new() });
        let painter = thread::spawn({
            let stage = Arc::clone(&stage);
            move || {
                if let Err(error) = paint(&stage, terminal, size) {
                    log::warn!("the monitor cannot write to the terminal: {error}");
                }
            }
        });
        Self { stage, painter: Some(painter) }
    }

    /// Gives a terminal back as it was. A monitor that is dropped does so by itself; this is for programs that end before.
    ///
    /// # Errors
    /// It cannot be written to.
    pub fn leave(terminal: &mut impl Write) -> io::Result<()> {
        terminal.write_all(LEAVE_SCREEN.as_bytes())?;
        terminal.flush()
    }
}

impl Spectator for Monitor {
    fn notice(&self, event: &Event<'_>) {
        self.stage.play().scene.notice(event, Instant::now());
    }
}

impl Drop for Monitor {
    fn drop(&mut self) {
        self.stage.play().is_over = true;
        self.stage.curtain.notify_one();
        if let Some(painter) = self.painter.take() {
            // A painter that panicked has nothing to give back.
            let _ = painter.join();
        }
    }
}

/// Draws until the play is over; frames that are like the one before are not written.
fn paint(stage: &Stage, mut terminal: impl Write, size: impl Fn() -> (usize, usize)) -> io::Result<()> {
    terminal.write_all(ENTER_SCREEN.as_bytes())?;
    let mut shown = String::new();
    let mut play = stage.play();
    while !play.is_over {
        let screen = on_screen(&frame(&play.scene, size(), Instant::now()));
        drop(play);
        if screen != shown {
            terminal.write_all(screen.as_bytes())?;
            terminal.flush()?;
            shown = screen;
        }
        let waiting = stage.curtain.wait_timeout_while(stage.play(), PERIOD, |play| !play.is_over);
        (play, _) = waiting.unwrap_or_else(PoisonError::into_inner);
    }
    Monitor::leave(&mut terminal)
}

/// The frame over whatever is on the screen: each line is cleared before it is written, for behind a full line the cursor
/// stands on its last character.
fn on_screen(frame: &str) -> String {
    format!("\x1b[H\x1b[K{}", frame.replace('\n', "\r\n\x1b[K"))
}
