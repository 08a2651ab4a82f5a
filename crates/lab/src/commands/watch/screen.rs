// SPDX-License-Identifier: MIT OR Apache-2.0
//! The search on a full screen: keys lead from step to step.

use super::view::View;
use crate::watch::{Node, Record};
use chuhe_console::interrupt;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use std::io;
use std::time::Duration;

/// The interval of checks for Ctrl-C and for a terminal of another size.
const PERIOD: Duration = Duration::from_millis(100);

/// Shows the search until the person quits. The terminal is restored at the end, and after a panic.
pub fn run(view: &View<'_>) -> io::Result<()> {
    interrupt::watch_with_cleanup(|| (), ratatui::restore);
    let mut terminal = ratatui::try_init()?;
    let result = watch(view, &mut terminal);
    ratatui::restore();
    result
}

fn watch(view: &View<'_>, terminal: &mut ratatui::DefaultTerminal) -> io::Result<()> {
    let mut step = 0;
    while !interrupt::is_pressed() {
        terminal.draw(|frame| view.draw(step, frame.area(), frame.buffer_mut()))?;
        while event::poll(PERIOD)? && !interrupt::is_pressed() {
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => {
                    let Some(next) = after(&view.texts.scene.record, step, key) else { return Ok(()) };
                    step = next;
                }
                Event::Resize(..) => {}
                _ => continue,
            }
            break;
        }
    }
    Ok(())
}

/// Returns the step to which a key leads; `None` if it quits.
pub fn after(record: &Record, step: usize, key: KeyEvent) -> Option<usize> {
    let last = record.steps.len() - 1;
    let node = &record.nodes[record.steps[step]];
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return if matches!(key.code, KeyCode::Char('c' | 'd')) { None } else { Some(step) };
    }
    let is_cut = |&step: &usize| {
        let Node { cutoff, steps, .. } = &record.nodes[record.steps[step]];
        cutoff.is_some() && steps[1] == step
    };
    let to = match key.code {
        KeyCode::Char('q') | KeyCode::Esc => return None,
        KeyCode::Char('n') | KeyCode::Down => node.steps[1].max(step + 1),
        KeyCode::Char('i' | ' ') | KeyCode::Right | KeyCode::Enter => step + 1,
        KeyCode::Char('o') | KeyCode::Up => node.parent.map_or(last, |parent| record.nodes[parent].steps[1]),
        KeyCode::Char('b') | KeyCode::Left | KeyCode::Backspace => step.saturating_sub(1),
        KeyCode::Char('c') => (step + 1..=last).find(is_cut).unwrap_or(step),
        KeyCode::Home => 0,
        KeyCode::End => last,
        _ => step,
    };
    Some(to.min(last))
}
