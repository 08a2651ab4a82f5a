// SPDX-License-Identifier: MIT OR Apache-2.0
//! The picture of a session: the board on the left, players, clocks and moves on the right, message, input
//! and keys below.

use super::app::{App, MIN_COLUMNS, MIN_ROWS};
use crate::play::game::Seat;
use crate::play::session::Session;
use chuhe_display::terminal::{BoardWidget, Palette, bar};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};
use std::time::Instant;
use xiangqi::diagram::PieceLetters;
use xiangqi::diagram::columns::{clock, cut, folded, width};
use xiangqi::diagram::grid::{BoardGrid, EdgeLabels, SquareMark};
use xiangqi::notation::Notation;
use xiangqi::types::{Color, Score, Square};

/// The parts of the screen.
struct Areas {
    board: Rect,
    panel: Rect,
    message: Rect,
    input: Rect,
    keys: Rect,
}

impl Areas {
    fn new(area: Rect, labels: EdgeLabels) -> Self {
        // The board, and a column beside it.
        let (columns, rows) = if labels == EdgeLabels::FileNumbers { (37, 21) } else { (39, 20) };
        let below =
            [Constraint::Length(rows), Constraint::Fill(1), Constraint::Length(1), Constraint::Length(1)];
        let [main, message, input, keys] = Layout::vertical(below).areas(area);
        let beside = [Constraint::Length(columns), Constraint::Fill(1)];
        let [board, panel] = Layout::horizontal(beside).areas(main);
        Self { board, panel, message, input, keys }
    }
}

/// Draws the session at that time.
pub fn draw(frame: &mut Frame<'_>, app: &App, session: &Session, now: Instant) {
    let area = frame.area();
    let texts = session.options.texts;
    if area.width < MIN_COLUMNS || area.height < MIN_ROWS {
        let text = texts.too_small(MIN_COLUMNS, MIN_ROWS);
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return;
    }
    let palette = Palette { is_colored: app.is_colored };
    with_grid(app, session, |grid| {
        let areas = Areas::new(area, grid.labels);
        frame.render_widget(BoardWidget { grid, palette }, areas.board);
        draw_panel(frame, app, session, areas.panel, now);
        draw_message(frame, app, session, areas.message);
        draw_input(frame, app, session, areas.input);
        let keys = Line::from(cut(texts.keys(), areas.keys.width.into()));
        frame.render_widget(keys.style(Style::new().add_modifier(Modifier::REVERSED)), areas.keys);
    });
    if let Some((lines, first)) = &app.popup {
        draw_popup(frame, texts.continue_key(), lines, *first);
    }
}

/// Returns the square at a place of the screen.
pub fn square(app: &App, session: &Session, screen: Rect, place: Position) -> Option<Square> {
    with_grid(app, session, |grid| square_at(&grid, Areas::new(screen, grid.labels).board, place))
}

/// Calls a function with the board as it is seen now.
fn with_grid<T>(app: &App, session: &Session, call: impl FnOnce(BoardGrid<'_>) -> T) -> T {
    let position = session.game.position();
    let targets = app.targets(session);
    let last_move = position.state().last_move;
    let mark = |square: Square| {
        let is_last = last_move.is_some_and(|mv| mv.from() == square || mv.to() == square);
        let marks = [
            (SquareMark::Cursor, square == app.cursor && session.game.turn() == Some(Seat::Person)),
            (SquareMark::Selected, app.selected == Some(square)),
            (SquareMark::Target, targets.iter().any(|mv| mv.to() == square)),
            (SquareMark::LastMove, is_last),
        ];
        marks.into_iter().find(|&(_, is_set)| is_set).map(|(mark, _)| mark)
    };
    let labels = match session.options.notation {
        Notation::Iccs => EdgeLabels::Coordinates,
        _ => EdgeLabels::FileNumbers,
    };
    call(BoardGrid { position, letters: app.letters, labels, bottom: session.bottom, mark: &mark })
}

/// Players with their clocks, the evaluation, and the moves between them.
fn draw_panel(frame: &mut Frame<'_>, app: &App, session: &Session, area: Rect, now: Instant) {
    let evaluation = if session.is_watching() { 3 } else { 0 };
    let rows = [
        Constraint::Length(2),
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(evaluation),
        Constraint::Length(1),
        Constraint::Length(2),
    ];
    let [top, _, moves, opinion, _, bottom] = Layout::vertical(rows).areas(area);
    frame.render_widget(player(app, session, !session.bottom, top, now), top);
    frame.render_widget(player(app, session, session.bottom, bottom, now), bottom);
    if session.is_watching() {
        draw_opinion(frame, app, session, opinion);
    }
    let mut lines = session.move_lines();
    // The result stays here when other messages take its place below.
    lines.extend(session.ending().first().into_iter().flat_map(|result| folded(result, moves.width.into())));
    let skipped = lines.len().saturating_sub(moves.height.into());
    let lines = lines.into_iter().skip(skipped).map(|line| Line::from(cut(&line, moves.width.into())));
    frame.render_widget(lines.collect::<Text<'_>>(), moves);
}

/// A player's name, and the clock below it.
fn player(app: &App, session: &Session, side: Color, area: Rect, now: Instant) -> Text<'static> {
    let texts = session.options.texts;
    let game = &session.game;
    let palette = Palette { is_colored: app.is_colored };
    let is_to_move = game.ending().is_none() && game.position().side_to_move() == side;
    let sign = if app.letters == PieceLetters::Latin { ">" } else { "▸" };
    let mark = if is_to_move { sign } else { " " };
    let name = if game.is_person(side) { texts.person().to_owned() } else { session.engine_name() };
    let name = cut(&format!("{mark}{} {name}", texts.side(side)), area.width.into());
    let used = if is_to_move { session.used(now) } else { std::time::Duration::ZERO };
    let time = match game.clocks().and_then(|clocks| clocks.left()[side]) {
        Some(left) => clock(left.saturating_sub(used)),
        None if is_to_move && !game.is_person(side) => texts.thinking().to_owned(),
        None => String::new(),
    };
    Text::from(vec![Line::styled(name, palette.side(side)), Line::from(format!(" {time}"))])
}

/// The evaluation in numbers, and as a bar from Black's advantage to Red's.
fn draw_opinion(frame: &mut Frame<'_>, app: &App, session: &Session, area: Rect) {
    let texts = session.options.texts;
    let Some(opinion) = &session.opinion else { return };
    let depth = texts.depth(opinion.depth);
    let line = cut(&format!("{}  {depth}", texts.score(opinion.score)), area.width.into());
    let palette = Palette { is_colored: app.is_colored };
    let length = usize::from(area.width).min(30).saturating_sub(1);
    let lines = vec![Line::from(line), bar(share(opinion.score), length, palette)];
    frame.render_widget(Text::from(lines), area);
}

/// Red's expected share of the points.
fn share(score: Score) -> f64 {
    match score {
        Score::Cp(cp) => 1.0 / (1.0 + 10f64.powf(f64::from(-cp) / 400.0)),
        Score::Mate(plies) | Score::Rule(plies) | Score::Tb(plies) => f64::from(u8::from(plies > 0)),
    }
}

/// Returns the square at a place of the screen, if the board in `area` has one there.
fn square_at(grid: &BoardGrid<'_>, area: Rect, place: Position) -> Option<Square> {
    let is_there = |&square: &Square| {
        let (row, column) = grid.place(square);
        let left = usize::from(area.x) + column;
        usize::from(place.y) == usize::from(area.y) + row && (left..left + 4).contains(&usize::from(place.x))
    };
    Square::ALL.into_iter().find(is_there)
}

/// The latest message; while something is typed, what it may become.
fn draw_message(frame: &mut Frame<'_>, app: &App, session: &Session, area: Rect) {
    let candidates = app.candidates(session);
    let text = if candidates.is_empty() { app.message.clone() } else { candidates.join("  ") };
    let room = usize::from(area.width) * usize::from(area.height);
    frame.render_widget(Paragraph::new(cut(&text, room)).wrap(Wrap { trim: true }), area);
}

/// The text being typed, with the terminal's cursor at its end, where input methods show their choices.
fn draw_input(frame: &mut Frame<'_>, app: &App, session: &Session, area: Rect) {
    let prompt = format!("{}> ", session.prompt());
    // The end of a long line is seen, since that is where typing goes on.
    let room = usize::from(area.width.saturating_sub(1)).saturating_sub(width(&prompt));
    let line = format!("{prompt}{}", end_of(&app.input, room));
    let columns = u16::try_from(width(&line)).unwrap_or(u16::MAX).min(area.width - 1);
    frame.render_widget(Line::from(line), area);
    frame.set_cursor_position((area.x + columns, area.y));
}

/// Returns the end of a text that fits into this many columns.
fn end_of(text: &str, columns: usize) -> &str {
    let starts = text.char_indices().map(|(start, _)| start).chain([text.len()]);
    let mut ends = starts.map(|start| &text[start..]);
    ends.find(|end| width(end) <= columns).unwrap_or_default()
}

/// A window over the board.
fn draw_popup(frame: &mut Frame<'_>, continue_key: &str, lines: &[String], first: usize) {
    let area = frame.area();
    let columns = lines.iter().map(|line| width(line)).max().unwrap_or(0) + 4;
    let columns = u16::try_from(columns).unwrap_or(u16::MAX).clamp(30, area.width);
    let inside = usize::from(columns.saturating_sub(4)).max(1);
    let lines: Vec<String> = lines.iter().skip(first).flat_map(|line| folded(line, inside)).collect();
    let rows = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX).min(area.height);
    let window =
        Rect { x: (area.width - columns) / 2, y: (area.height - rows) / 2, width: columns, height: rows };
    let text: Text<'_> = lines.iter().map(|line| Line::from(format!(" {line}"))).collect();
    let block = Block::bordered().title_bottom(Line::from(continue_key).right_aligned());
    frame.render_widget(Clear, window);
    frame.render_widget(Paragraph::new(text).block(block), window);
}
