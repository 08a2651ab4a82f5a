// SPDX-License-Identifier: MIT OR Apache-2.0
//! The monitor (`match --watch`): live boards, clocks, evaluations and the running score on a terminal.
//!
//! The referees' threads update a [`Scene`]; a thread of its own draws it ten times a second. A frame is a
//! pure function of the scene, the size of the terminal and the time. ratatui writes the differences to the
//! frame before, on the terminal's alternate screen, so that its contents come back at the end.

mod frame;
mod scene;

use crate::log_records::LoggedGame;
use crate::spectator::{MatchEvent, MatchInfo, Spectator};
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, MoveTo, RestorePosition, SavePosition, Show};
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen};
use ratatui::crossterm::{execute, queue};
use ratatui::layout::{Position, Rect};
use ratatui::{Terminal, TerminalOptions, Viewport};
use scene::Scene;
use std::io::{self, BufWriter, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The time between two frames.
const PERIOD: Duration = Duration::from_millis(100);

/// More than the bytes of a frame.
const FRAME_BYTES: usize = 1 << 16;
/// The reason why the scene can be locked.
const NO_PANIC: &str = "no thread panics while it holds the scene";

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
    fn state(&self) -> MutexGuard<'_, ScreenState> {
        self.state.lock().expect(NO_PANIC)
    }
}

impl Monitor {
    /// Starts drawing on `terminal`, in colours if `colored`. `size` returns its columns and rows and is
    /// called for each frame. `played` are the games played before, when a match is resumed.
    ///
    /// The caller makes sure that this is a terminal, and writes nothing else to it while the monitor exists.
    pub fn new(
        terminal: impl Write + Send + 'static,
        size: impl Fn() -> (u16, u16) + Send + 'static,
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
    pub fn leave(terminal: &mut impl Write) -> io::Result<()> {
        execute!(terminal, Show, LeaveAlternateScreen)
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
            drawing.join().expect("drawing does not panic");
        }
    }
}

/// Draws until the screen is closed. Parts that equal the frame before are not written.
///
/// A frame is one write: the terminal echoes keys between writes, and would put them inside of an escape
/// sequence or where the frame has moved the cursor.
fn draw_until_closed(screen: &Screen, output: impl Write, size: impl Fn() -> (u16, u16)) -> io::Result<()> {
    let mut output = BufWriter::with_capacity(FRAME_BYTES, output);
    execute!(output, EnterAlternateScreen, Hide)?;
    let area = || {
        let (columns, rows) = size();
        Rect::new(0, 0, columns, rows)
    };
    let mut shown = area();
    let options = TerminalOptions { viewport: Viewport::Fixed(shown) };
    let mut terminal = Terminal::with_options(CrosstermBackend::new(&mut output), options)?;
    let mut asked = None;
    let mut state = screen.state();
    while !state.is_closed {
        let question = state.scene.question.as_ref().map(|question| question.number);
        let is_new = question != asked || area() != shown;
        asked = question;
        if is_new {
            // The terminal has echoed the last answer, or has another size: the whole frame is written.
            shown = area();
            terminal.resize(shown)?;
        }
        let cursor = frame::draw(&mut terminal.get_frame(), &state.scene, Instant::now());
        // The games go on while the terminal is written to.
        drop(state);
        // A person types at the cursor, so that a frame leaves it where it is.
        queue!(terminal.backend_mut(), SavePosition)?;
        // This queues what has changed.
        terminal.flush()?;
        terminal.swap_buffers();
        queue!(terminal.backend_mut(), RestorePosition)?;
        if let Some(Position { x, y }) = cursor.filter(|_| is_new) {
            queue!(terminal.backend_mut(), MoveTo(x, y), Show)?;
        }
        Write::flush(terminal.backend_mut())?;
        let waiting = screen.closed.wait_timeout_while(screen.state(), PERIOD, |state| !state.is_closed);
        (state, _) = waiting.expect(NO_PANIC);
    }
    drop(terminal);
    Monitor::leave(&mut output)
}

#[cfg(test)]
mod tests;
