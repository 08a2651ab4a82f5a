// SPDX-License-Identifier: MIT OR Apache-2.0
//! A frame: headline, the boards that fit, score. If no board fits, one line per game.
//!
//! Beside each board stand Black's panel above, Red's below, and between them the last move and the score for
//! Red.

use super::scene::{Board, BoardEvaluation, Question, Scene};
use crate::elo::score_of_elo;
use crate::pgn::score_text;
use crate::sprt::Sprt;
use crate::tally::Tally;
use chuhe_display::terminal::{BoardWidget, Palette, bar};
use ratatui::Frame;
use ratatui::layout::{self, Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span, Text};
use std::time::{Duration, Instant};
use xiangqi::diagram::PieceLetters;
use xiangqi::diagram::columns::{clock, cut, pad, short, span, width};
use xiangqi::diagram::grid::{BoardGrid, EdgeLabels, SquareMark};
use xiangqi::notation::Notation;
use xiangqi::position::Position;
use xiangqi::types::{Color, Language, Piece, Square, text};

/// The size of a board, with space on its right.
const BOARD_COLUMNS: u16 = 40;
const BOARD_ROWS: u16 = 20;
/// The width of the panel beside a board, at least and at most.
const MIN_PANEL: u16 = 24;
const MAX_PANEL: u16 = 38;
/// The space between boards side by side.
const GAP: u16 = 2;

const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);

/// Draws the scene at that time. Returns the place at which a person types the answer to a question.
pub fn draw(frame: &mut Frame<'_>, scene: &Scene, now: Instant) -> Option<layout::Position> {
    let area = frame.area();
    let picture = Picture { scene, palette: Palette { is_colored: scene.colored }, now };
    let mut footer = picture.footer(area.width.into());
    // The footer is cut rather than take the room of a board.
    let rest = area.height.checked_sub(1 + BOARD_ROWS).filter(|&rest| rest > 0).unwrap_or(area.height);
    footer.truncate(rest.into());
    let footer_rows = u16::try_from(footer.len()).unwrap_or(rest);
    let parts = [Constraint::Length(1), Constraint::Fill(1), Constraint::Length(footer_rows)];
    let [head, main, foot] = Layout::vertical(parts).areas(area);
    frame.render_widget(picture.headline(head.width.into()), head);
    if main.height >= BOARD_ROWS && main.width >= BOARD_COLUMNS + MIN_PANEL {
        picture.draw_boards(frame, main);
    } else {
        frame.render_widget(Text::from(picture.list(main)), main);
    }
    frame.render_widget(Text::from(footer), foot);
    let question = scene.question.as_ref().filter(|_| foot.height > 0)?;
    let columns = u16::try_from(width(&question.prompt)).ok().filter(|&columns| columns < foot.width)?;
    Some(layout::Position::new(foot.x + columns, foot.y))
}

struct Picture<'a> {
    scene: &'a Scene,
    palette: Palette,
    now: Instant,
}

impl Picture<'_> {
    /// The title, the progress and the estimated time to go.
    fn headline(&self, columns: usize) -> Line<'static> {
        let Scene { info, played, resumed, begin, .. } = self.scene;
        let (language, all) = (info.language, info.games);
        let mut parts =
            vec![info.title.clone(), text!(language, "{played} of {all} games", "{played}/{all}局")];
        let spent = self.now.saturating_duration_since(*begin);
        let time = span(spent);
        parts.push(text!(language, "playing for {time}", "已用{time}"));
        let (done, left) = (played - resumed, info.games.saturating_sub(*played));
        if done > 0 && left > 0 {
            let expected = spent.mul_f64(left as f64 / done as f64);
            let time = span(expected);
            parts.push(text!(language, "about {time} to go", "约剩{time}"));
        }
        Line::styled(cut(&parts.join("   "), columns), BOLD)
    }

    /// Returns up to `most` boards in their order, those of games in progress first.
    fn chosen(&self, most: usize) -> Vec<&Board> {
        let boards = &self.scene.boards;
        let mut places: Vec<usize> = (0..boards.len()).collect();
        places.sort_by_key(|&place| boards[place].result.is_some());
        places.truncate(most);
        places.sort_unstable();
        places.into_iter().map(|place| &boards[place]).collect()
    }

    fn draw_boards(&self, frame: &mut Frame<'_>, area: Rect) {
        let abreast = ((area.width + GAP) / (BOARD_COLUMNS + MAX_PANEL + GAP)).max(1);
        let width = (area.width + GAP) / abreast - GAP;
        let panel = (width - BOARD_COLUMNS).min(MAX_PANEL);
        let deep = (area.height + 1) / (BOARD_ROWS + 1);
        for (index, board) in (0..abreast * deep).zip(self.chosen(usize::from(abreast * deep))) {
            let x = area.x + index % abreast * (BOARD_COLUMNS + panel + GAP);
            let y = area.y + index / abreast * (BOARD_ROWS + 1);
            let place = Rect { x, y, width: BOARD_COLUMNS, height: BOARD_ROWS };
            self.draw_board(frame, board, place);
            let beside = Rect { x: x + BOARD_COLUMNS, width: panel, ..place };
            self.draw_panel(frame, board, beside);
        }
    }

    fn draw_board(&self, frame: &mut Frame<'_>, board: &Board, area: Rect) {
        let last_move = board.position.state().last_move;
        let is_of_last = |square| last_move.is_some_and(|mv| mv.from() == square || mv.to() == square);
        let grid = BoardGrid {
            position: &board.position,
            letters: PieceLetters::Chinese,
            labels: EdgeLabels::Coordinates,
            bottom: Color::Red,
            mark: &|square: Square| is_of_last(square).then_some(SquareMark::LastMove),
        };
        frame.render_widget(BoardWidget { grid, palette: self.palette }, area);
    }

    /// The players at the top and the bottom, and the game between them.
    fn draw_panel(&self, frame: &mut Frame<'_>, board: &Board, area: Rect) {
        let columns = usize::from(area.width);
        let mut show = |row: u16, text: Text<'static>| {
            let height = (area.height - row).min(3);
            frame.render_widget(text, Rect { y: area.y + row, height, ..area });
        };
        show(0, self.player(board, Color::Black, columns));
        show(area.height - 4, self.player(board, Color::Red, columns));
        let language = self.scene.info.language;
        let (number, mv) = (board.game + 1, last_move(&board.position, language));
        let game = text!(language, "game {number}{mv}", "第{number}局{mv}");
        show(7, Text::from(cut(&game, columns)));
        if let Some(score) = red_score(board) {
            let mut line = Line::from(format!("{} ", Color::Red.title(language)));
            line.extend(bar(score_of_elo(score.into()), columns.min(38) - 18, self.palette));
            line.push_span(format!(" {} {:>7}", Color::Black.title(language), score_text(score)));
            show(9, Text::from(line));
        }
        if let Some(result) = &board.result {
            show(11, Text::styled(cut(result, columns), BOLD));
        }
    }

    /// The name, clock and last evaluation of an engine.
    fn player(&self, board: &Board, color: Color, columns: usize) -> Text<'static> {
        let side = color as usize;
        let is_thinking = board.result.is_none() && board.position.side_to_move() == color;
        let thought =
            if is_thinking { self.now.saturating_duration_since(board.since) } else { Duration::ZERO };
        let thinking = if is_thinking { "▸ " } else { "  " };
        let time = match board.clocks[side] {
            Some(left) => format!("{thinking}{}", clock(left.saturating_sub(thought))),
            None if is_thinking => format!("{thinking}{}", clock(thought)),
            None => String::new(),
        };
        let title = pad(color.title(self.scene.info.language), 7);
        let name = cut(&format!("{title}{}", board.names[side]), columns);
        let evaluation = board.evaluations[side].map(|it| evaluation_text(&it)).unwrap_or_default();
        let evaluation = cut(&evaluation, columns - 7);
        Text::from(vec![
            Line::styled(name, self.palette.side(color)),
            Line::from(format!("     {time}")),
            Line::from(format!("       {evaluation}")),
        ])
    }

    /// One line per game, where there is no room for boards.
    fn list(&self, area: Rect) -> Vec<Line<'static>> {
        let line = |board: &Board| {
            let score = red_score(board).map(score_text).unwrap_or_default();
            let [red, black] = &board.names;
            let state = board.result.clone().unwrap_or_else(|| {
                let number = board.position.full_move();
                text!(self.scene.info.language, "move {number}", "第{number}回合")
            });
            let game = format!("{:>5} {score:>7}  {red} - {black}: {state}", board.game + 1);
            Line::from(cut(&game, area.width.into()))
        };
        self.chosen(area.height.into()).into_iter().map(line).collect()
    }

    /// The score, the SPRT, and the last game that ended.
    fn footer(&self, columns: usize) -> Vec<Line<'static>> {
        let Scene { info, last_result, question, .. } = self.scene;
        let mut lines = Vec::new();
        // The prompt is not the last line, where the end of the answer would scroll the screen.
        if let Some(Question { prompt, remark, .. }) = question {
            lines.extend([Line::styled(cut(prompt, columns), BOLD), Line::from(cut(remark, columns))]);
        }
        lines.push(Line::styled(cut(&self.score(), columns), BOLD));
        if info.engines.len() > 2 {
            lines.push(Line::from(cut(&self.standings(), columns)));
        }
        if let Some(sprt) = &info.sprt {
            lines.push(self.sprt(sprt, sprt.llr(&self.first_tally()), columns));
        }
        lines.extend(last_result.iter().map(|line| Line::from(cut(line, columns))));
        lines
    }

    fn first_tally(&self) -> Tally {
        self.scene.tallies.first().map(|running| running.tally).unwrap_or_default()
    }

    /// The results of the first engine.
    fn score(&self) -> String {
        let (info, tally) = (&self.scene.info, self.first_tally());
        let names = match info.engines.as_slice() {
            [first, second] => format!("{first} - {second}"),
            [first, ..] => text!(info.language, "{first} against all", "{first}对各方"),
            [] => return String::new(),
        };
        let elo = tally.elo().filter(|elo| elo.error().is_finite());
        let elo = elo.map(|elo| format!("   Elo {elo}")).unwrap_or_default();
        let percent =
            if tally.games() == 0 { String::new() } else { format!("   {:.1} %", 100.0 * tally.score()) };
        format!("{names}   +{} ={} -{}{percent}{elo}", tally.wins, tally.draws, tally.losses)
    }

    /// The points and games of each engine, the best one first.
    fn standings(&self) -> String {
        let tallies = self.scene.tallies.iter().map(|running| running.tally);
        let mut table: Vec<(&String, Tally)> = self.scene.info.engines.iter().zip(tallies).collect();
        table.sort_by(|(_, one), (_, other)| other.score().total_cmp(&one.score()));
        let entry = |(name, tally): &(&String, Tally)| format!("{name} {}", tally.points());
        table.iter().map(entry).collect::<Vec<_>>().join("   ")
    }

    /// The LLR between the bounds of the SPRT.
    fn sprt(&self, sprt: &Sprt, llr: f64, columns: usize) -> Line<'static> {
        let (low, high) = sprt.bounds();
        let text = format!("LLR {llr:+.2} ({low:.2}, {high:.2})");
        let settings = format!("  {sprt}");
        let with_bar = width(&text) + 22;
        if columns < with_bar {
            return Line::from(cut(&text, columns));
        }
        let mut line = Line::from(format!("{text}  "));
        line.extend(bar((llr - low) / (high - low), 20, self.palette));
        line.extend((with_bar + width(&settings) <= columns).then(|| Span::from(settings)));
        line
    }
}

/// The last move with its number, if there is one.
fn last_move(position: &Position, language: Language) -> String {
    let mut before = position.clone();
    let Some(mv) = before.undo() else { return String::new() };
    let piece = before.piece_on(mv.from()).map_or(' ', Piece::hanzi);
    let (number, chinese) = (before.full_move(), Notation::Chinese.write(&before, mv));
    text!(language, ", move {number}: {piece} {mv}", "，第{number}回合：{chinese}")
}

fn red_score(board: &Board) -> Option<i32> {
    let mover = !board.position.side_to_move() as usize;
    let score = |side: usize| board.evaluations[side].and_then(|evaluation| evaluation.score);
    score(mover).or_else(|| score(1 - mover))
}

/// Score from Red's perspective, depth, nodes per second and time.
fn evaluation_text(evaluation: &BoardEvaluation) -> String {
    let mut parts = Vec::new();
    parts.extend(evaluation.score.map(score_text));
    parts.extend(evaluation.depth.map(|depth| format!("d{depth}")));
    if let Some(nodes) = evaluation.nodes {
        let seconds = Duration::from_secs_f64(evaluation.ms.clamp(0.1, 1e9) / 1000.0);
        let speed = u128::from(nodes) * 1_000_000 / seconds.as_micros();
        parts.push(format!("{}/s", short(speed.try_into().unwrap_or(u64::MAX))));
    }
    parts.push(format!("{:.2} s", evaluation.ms / 1000.0));
    parts.join("  ")
}
