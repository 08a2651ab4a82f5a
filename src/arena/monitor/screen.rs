// SPDX-License-Identifier: MIT OR Apache-2.0
//! The thread that draws the monitor, and what it shares with the referees' threads.

use super::frame;
use super::scene::Scene;
use crate::arena::logged_game::LoggedGame;
use crate::arena::match_info::MatchInfo;
use crate::arena::spectator::{MatchEvent, Spectator};
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The time between two frames.
pub const PERIOD: Duration = Duration::from_millis(100);

/// Switches to the alternate screen and hides the cursor.
pub const ENTER_SCREEN: &str = "\x1b[?1049h\x1b[?25l";
/// Shows the cursor and switches back.
pub const LEAVE_SCREEN: &str = "\x1b[?25h\x1b[?1049l";

/// Shows a match on a terminal until it is dropped.
pub struct Monitor {
    screen: Arc<Screen>,
    drawing: Option<JoinHandle<()>>,
}

/// The state shared by the referees' threads and the drawing thread.
struct Screen {
    state: Mutex<ScreenState>,
    closed: Condvar,
}

struct ScreenState {
    scene: Scene,
    is_closed: bool,
}

impl Screen {
    /// A panic of another thread is ignored: a wrong picture is better than none.
    fn state(&self) -> MutexGuard<'_, ScreenState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Monitor {
    /// Starts drawing on `terminal`, in colours if `colored`. `size` returns its columns and rows and is
    /// called for each frame. `played` are the games played before, when a match is resumed.
    ///
    /// The caller makes sure that this is a terminal, and writes nothing else to it while the monitor exists.
    pub fn new(
        terminal: impl Write + Send + 'static,
        size: impl Fn() -> (usize, usize) + Send + 'static,
        colored: bool,
        info: MatchInfo,
        played: &[LoggedGame],
    ) -> Self {
        let scene = Scene::new(info, played, colored, Instant::now());
        let state = Mutex::new(ScreenState { scene, is_closed: false });
        let screen = Arc::new(Screen { state, closed: Condvar::new() });
        let drawing = thread::Builder::new().spawn({
            let screen = Arc::clone(&screen);
            move || {
                if let Err(error) = draw_until_closed(&screen, terminal, size) {
                    log::warn!("the monitor cannot write to the terminal: {error}");
                }
            }
        });
        let drawing = drawing.map_err(|error| log::warn!("no thread for the monitor: {error}"));
        Self { screen, drawing: drawing.ok() }
    }

    /// Restores a terminal. A monitor that is dropped does so by itself; this is for programs that exit
    /// before.
    ///
    /// # Errors
    /// The terminal cannot be written to.
    pub fn leave(terminal: &mut impl Write) -> io::Result<()> {
        terminal.write_all(LEAVE_SCREEN.as_bytes())?;
        terminal.flush()
    }
}

impl Spectator for Monitor {
    fn on_event(&self, event: &MatchEvent<'_>) {
        self.screen.state().scene.on_event(event, Instant::now());
    }
}

impl Drop for Monitor {
    fn drop(&mut self) {
        self.screen.state().is_closed = true;
        self.screen.closed.notify_one();
        if let Some(drawing) = self.drawing.take() {
            // If the thread has panicked, there is nothing to do about it here.
            let _ = drawing.join();
        }
    }
}

/// Draws until the screen is closed. A frame that equals the one before is not written.
fn draw_until_closed(
    screen: &Screen,
    mut terminal: impl Write,
    size: impl Fn() -> (usize, usize),
) -> io::Result<()> {
    terminal.write_all(ENTER_SCREEN.as_bytes())?;
    let mut shown = String::new();
    let mut state = screen.state();
    while !state.is_closed {
        let frame = clear_and_write(&frame::draw(&state.scene, size(), Instant::now()));
        drop(state);
        if frame != shown {
            terminal.write_all(frame.as_bytes())?;
            terminal.flush()?;
            shown = frame;
        }
        let waiting = screen.closed.wait_timeout_while(screen.state(), PERIOD, |state| !state.is_closed);
        (state, _) = waiting.unwrap_or_else(PoisonError::into_inner);
    }
    Monitor::leave(&mut terminal)
}

/// Returns the bytes that put a frame over the screen's contents. Each line is cleared before it is written:
/// after a full line the cursor stands on its last character, which would be cleared too.
fn clear_and_write(frame: &str) -> String {
    format!("\x1b[H\x1b[K{}", frame.replace('\n', "\r\n\x1b[K"))
}
