// SPDX-License-Identifier: MIT OR Apache-2.0
//! The game on a full screen.
//!
//! [`App`] is the state of the screen besides the session: cursor, selected piece, input line, messages. Keys
//! change it or ask for an action. [`view`] draws both, a pure function of them and the time; [`run`] is the
//! loop that reads keys and writes frames. It restores the terminal at the end, after a panic or a signal
//! too.

mod app;
#[cfg(test)]
mod tests;
mod view;

use super::command::Command;
use super::session::Session;
use crate::interrupt;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, Event,
    KeyEventKind, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::crossterm::execute;
use ratatui::layout::{Position, Rect};
use std::io::{self, stdout};
use std::panic;
use std::time::{Duration, Instant};

pub use app::{Action, App};

/// The time between two frames, at most.
const PERIOD: Duration = Duration::from_millis(50);

/// Plays until the person quits.
pub fn run(session: &mut Session, mut app: App) -> io::Result<()> {
    let texts = session.options.texts;
    app.say(vec![texts.welcome_with_help(&session.welcome())]);
    app.say(session.ending());
    let mut terminal = enter()?;
    interrupt::watch_with_cleanup(|| (), leave);
    let result = play(&mut terminal, session, &mut app);
    leave();
    result
}

/// Takes the terminal over. A panic restores it before its message is printed.
fn enter() -> io::Result<DefaultTerminal> {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        leave();
        print(panic);
    }));
    let terminal = ratatui::try_init()?;
    execute!(stdout(), EnableMouseCapture, EnableBracketedPaste)?;
    Ok(terminal)
}

/// Restores the terminal. Errors are ignored: nothing more can be done.
fn leave() {
    let _ = execute!(stdout(), DisableMouseCapture, DisableBracketedPaste);
    ratatui::restore();
}

fn play(terminal: &mut DefaultTerminal, session: &mut Session, app: &mut App) -> io::Result<()> {
    while !app.is_quitting && !interrupt::is_pressed() {
        app.say(session.poll(Duration::ZERO));
        terminal.draw(|frame| view::draw(frame, app, session, Instant::now()))?;
        let mut patience = PERIOD;
        while event::poll(patience)? {
            let size = terminal.size()?;
            let action = on_event(&event::read()?, app, session, Rect::new(0, 0, size.width, size.height));
            act(action, app, session);
            patience = Duration::ZERO;
        }
    }
    Ok(())
}

fn on_event(event: &Event, app: &mut App, session: &Session, screen: Rect) -> Action {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => app.on_key(*key, session),
        Event::Paste(text) => {
            app.paste(text);
            Action::None
        }
        Event::Mouse(MouseEvent { kind: MouseEventKind::Down(MouseButton::Left), column, row, .. }) => {
            app.popup = None;
            match view::square(app, session, screen, Position::new(*column, *row)) {
                Some(square) => {
                    app.cursor = square;
                    app.on_square(session)
                }
                None => Action::None,
            }
        }
        _ => Action::None,
    }
}

/// Does what a key asked for.
pub fn act(action: Action, app: &mut App, session: &mut Session) {
    let now = Instant::now();
    match action {
        Action::None => {}
        Action::Play(mv) => {
            app.message.clear();
            app.say(session.play(mv, now));
        }
        Action::Obey(Command::Quit) => app.is_quitting = true,
        Action::Obey(Command::Flip) => session.bottom = !session.bottom,
        Action::Obey(Command::Evaluate) => session.set_watching(!session.is_watching()),
        Action::Obey(command) => {
            app.message.clear();
            app.selected = None;
            app.say(session.obey(&command, now));
        }
    }
}
