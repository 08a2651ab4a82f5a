// SPDX-License-Identifier: MIT OR Apache-2.0
//! The loop of the full screen, and the terminal that it restores at the end, by a panic or a signal too.

use super::app::{Action, App};
use super::view;
use crate::cli::interrupt;
use crate::cli::play::command::Command;
use crate::cli::play::session::Session;
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

/// The time between two frames, at most.
const PERIOD: Duration = Duration::from_millis(50);

/// Plays until the person quits.
pub fn run(session: &mut Session, mut app: App) -> io::Result<()> {
    let texts = session.options.texts;
    app.say(vec![texts.welcome_with_help(&session.welcome())]);
    app.say(session.ending());
    let mut terminal = enter()?;
    interrupt::watch_with_cleanup(|| (), leave);
    #[cfg(unix)]
    watch_hangup();
    let result = play(&mut terminal, session, &mut app);
    leave();
    result
}

/// Restores a terminal that hangs up but stays, such as one that another program lends.
#[cfg(unix)]
fn watch_hangup() {
    use signal_hook::consts::SIGHUP;
    use signal_hook::iterator::Signals;
    let watching = Signals::new([SIGHUP]).and_then(|mut signals| {
        let restore = move || {
            if let Some(signal) = signals.forever().next() {
                leave();
                std::process::exit(128 + signal);
            }
        };
        std::thread::Builder::new().name("hangup".to_owned()).spawn(restore)
    });
    if let Err(error) = watching {
        log::warn!("a hangup will leave the terminal as it is: {error}");
    }
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
        Action::Obey(Command::Flip) => app.bottom = !app.bottom,
        Action::Obey(Command::Evaluate) => session.set_watching(!session.is_watching()),
        Action::Obey(command) => {
            app.message.clear();
            app.selected = None;
            app.say(session.obey(&command, now));
        }
    }
}
