// SPDX-License-Identifier: MIT OR Apache-2.0
//! A frame: headline, as many boards as there is room for, score. If there is no room for a board, one line
//! per game.
//!
//! Beside each board stand Black's panel above, Red's below, and between them the last move and the score for
//! Red.

use super::scene::{Board, BoardEvaluation, Scene};
use crate::arena::elo::score_of_elo;
use crate::arena::logged_game::LoggedGame;
use crate::arena::pgn::score_text;
use crate::arena::sprt::Sprt;
use crate::position::Position;
use crate::render::columns::{clock, cut, pad, short, span, width};
use crate::render::{PieceLetters, TextBoard};
use crate::types::{Color, Piece};
use std::cmp::Reverse;
use std::time::{Duration, Instant};

/// The size of a [`TextBoard`], with space on its right.
const BOARD_COLUMNS: usize = 40;
const BOARD_ROWS: usize = 20;
/// The width of the panel beside a board, at least and at most.
const MIN_PANEL: usize = 24;
const MAX_PANEL: usize = 38;
/// The space between boards side by side.
const GAP: usize = 2;

const BOLD: &str = "1";
const RED: &str = "1;31";

/// Draws the scene at that time: at most `rows` lines of at most `columns` columns.
pub fn draw(scene: &Scene, (columns, rows): (usize, usize), now: Instant) -> String {
    let frame = Frame { scene, columns, now };
    let mut footer = frame.footer();
    // The footer is cut rather than take the room of a board.
    footer.truncate(rows.checked_sub(1 + BOARD_ROWS).filter(|&rest| rest > 0).unwrap_or(rows));
    let room = rows.saturating_sub(1 + footer.len());
    let mut lines = vec![frame.headline()];
    if room >= BOARD_ROWS && columns >= BOARD_COLUMNS + MIN_PANEL {
        lines.extend(frame.boards(room));
    } else {
        lines.extend(frame.list(room));
    }
    lines.resize(rows.saturating_sub(footer.len()), String::new());
    lines.extend(footer);
    lines.truncate(rows);
    lines.join("\n")
}

struct Frame<'a> {
    scene: &'a Scene,
    columns: usize,
    now: Instant,
}

impl Frame<'_> {
    fn styled(&self, style: &str, text: &str) -> String {
        if self.scene.colored { format!("\x1b[{style}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// The title, the progress and the estimated time to go.
    fn headline(&self) -> String {
        let Scene { info, results, resumed, begin, .. } = self.scene;
        let mut parts = vec![info.title.clone(), format!("{} of {} games", results.len(), info.games)];
        let spent = self.now.saturating_duration_since(*begin);
        parts.push(format!("playing for {}", span(spent)));
        let (done, left) = (results.len() - resumed, info.games.saturating_sub(results.len()));
        if done > 0 && left > 0 {
            #[expect(clippy::cast_precision_loss, reason = "an estimate")]
            let expected = spent.mul_f64(left as f64 / done as f64);
            parts.push(format!("about {} to go", span(expected)));
        }
        self.styled(BOLD, &cut(&parts.join("   "), self.columns))
    }

    /// At most `most` boards in their order, those of games in progress first.
    fn chosen(&self, most: usize) -> Vec<&Board> {
        let boards = &self.scene.boards;
        let mut places: Vec<usize> = (0..boards.len()).collect();
        places.sort_by_key(|&place| boards[place].result.is_some());
        places.truncate(most);
        places.sort_unstable();
        places.into_iter().map(|place| &boards[place]).collect()
    }

    fn boards(&self, room: usize) -> Vec<String> {
        let abreast = ((self.columns + GAP) / (BOARD_COLUMNS + MAX_PANEL + GAP)).max(1);
        let panel = ((self.columns + GAP) / abreast - GAP - BOARD_COLUMNS).min(MAX_PANEL);
        let board_lines = (room + 1) / (BOARD_ROWS + 1);
        let mut lines = Vec::new();
        for boards in self.chosen(abreast * board_lines).chunks(abreast) {
            if !lines.is_empty() {
                lines.push(String::new());
            }
            let blocks: Vec<Vec<String>> = boards.iter().map(|board| self.block(board, panel)).collect();
            for row in 0..BOARD_ROWS {
                let cells: Vec<&str> = blocks.iter().map(|block| block[row].as_str()).collect();
                lines.push(cells.join(&" ".repeat(GAP)).trim_end().to_owned());
            }
        }
        lines
    }

    /// A board with its panel.
    fn block(&self, board: &Board, panel: usize) -> Vec<String> {
        let drawing = TextBoard {
            position: &board.position,
            letters: PieceLetters::Chinese,
            colored: self.scene.colored,
        };
        let drawing = drawing.to_string();
        let panel_lines = self.panel(board, panel);
        let rows = drawing.lines().zip(panel_lines);
        rows.map(|(left, right)| pad(&format!("{}{right}", pad(left, BOARD_COLUMNS)), BOARD_COLUMNS + panel))
            .collect()
    }

    fn panel(&self, board: &Board, columns: usize) -> Vec<String> {
        let mut lines = vec![String::new(); BOARD_ROWS];
        let players = [self.player(board, Color::Black, columns), self.player(board, Color::Red, columns)];
        for (first, player) in [0, BOARD_ROWS - 4].into_iter().zip(players) {
            lines.splice(first..first + player.len(), player);
        }
        lines[7] = cut(&format!("game {}{}", board.game + 1, last_move(&board.position)), columns);
        if let Some(score) = red_score(board) {
            let bar = self.bar(score_of_elo(score.into()), columns.min(38) - 18);
            lines[9] = format!("Red {bar} Black {:>7}", score_text(score));
        }
        if let Some(result) = &board.result {
            lines[11] = self.styled(BOLD, &cut(result, columns));
        }
        lines
    }

    /// The name, clock and last evaluation of an engine.
    fn player(&self, board: &Board, color: Color, columns: usize) -> [String; 3] {
        let side = color as usize;
        let style = if color == Color::Red { RED } else { BOLD };
        let is_thinking = board.result.is_none() && board.position.side_to_move() == color;
        let thought =
            if is_thinking { self.now.saturating_duration_since(board.since) } else { Duration::ZERO };
        let thinking = if is_thinking { "▸ " } else { "  " };
        let time = match board.clocks[side] {
            Some(left) => format!("{thinking}{}", clock(left.saturating_sub(thought))),
            None if is_thinking => format!("{thinking}{}", clock(thought)),
            None => String::new(),
        };
        let name = cut(&format!("{:<7}{}", ["Red", "Black"][side], board.names[side]), columns);
        let evaluation = board.evaluations[side].map(|it| evaluation_text(&it)).unwrap_or_default();
        let evaluation = cut(&evaluation, columns - 7);
        [self.styled(style, &name), format!("     {time}"), format!("       {evaluation}")]
    }

    /// A bar of that length, filled up to a share of it.
    fn bar(&self, share: f64, length: usize) -> String {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of the length")]
        #[expect(clippy::cast_precision_loss, reason = "a few columns")]
        let filled = ((share * length as f64).round() as usize).min(length);
        format!("{}{}", self.styled(RED, &"█".repeat(filled)), "░".repeat(length - filled))
    }

    /// One line per game, where there is no room for boards.
    fn list(&self, room: usize) -> Vec<String> {
        let line = |board: &Board| {
            let score = red_score(board).map(score_text).unwrap_or_default();
            let [red, black] = &board.names;
            let state =
                board.result.clone().unwrap_or_else(|| format!("move {}", board.position.full_move()));
            let game = format!("{:>5} {score:>7}  {red} - {black}: {state}", board.game + 1);
            cut(&game, self.columns)
        };
        self.chosen(room).into_iter().map(line).collect()
    }

    /// The score, the SPRT, and the last game that ended.
    fn footer(&self) -> Vec<String> {
        let Scene { info, results, tally, .. } = self.scene;
        let mut lines = vec![self.styled(BOLD, &cut(&self.score(), self.columns))];
        if info.engines.len() > 2 {
            lines.push(cut(&standings(&info.engines, results), self.columns));
        }
        if let Some(sprt) = &info.sprt {
            lines.push(self.sprt(sprt, sprt.llr(tally)));
        }
        lines.extend(results.last().map(|game| cut(&result_line(game), self.columns)));
        lines
    }

    /// The results of the first engine.
    fn score(&self) -> String {
        let Scene { info, tally, .. } = self.scene;
        let names = match info.engines.as_slice() {
            [first, second] => format!("{first} - {second}"),
            [first, ..] => format!("{first} against all"),
            [] => return String::new(),
        };
        let elo = tally.elo().filter(|elo| elo.error().is_finite());
        let elo = elo.map(|elo| format!("   Elo {elo}")).unwrap_or_default();
        let percent =
            if tally.games() == 0 { String::new() } else { format!("   {:.1} %", 100.0 * tally.score()) };
        format!("{names}   +{} ={} -{}{percent}{elo}", tally.wins, tally.draws, tally.losses)
    }

    /// The LLR between the bounds of the SPRT.
    fn sprt(&self, sprt: &Sprt, llr: f64) -> String {
        let (low, high) = sprt.bounds();
        let text = format!("LLR {llr:+.2} ({low:.2}, {high:.2})");
        let bar = self.bar((llr - low) / (high - low), 20);
        let settings = sprt.to_string();
        let fitting = [format!("{text}  {bar}  {settings}"), format!("{text}  {bar}")];
        fitting
            .into_iter()
            .find(|line| width(line) <= self.columns)
            .unwrap_or_else(|| cut(&text, self.columns))
    }
}

/// The last move with its number, if there is one.
fn last_move(position: &Position) -> String {
    let Some(mv) = position.state().last_move else { return String::new() };
    let piece = position.piece_on(mv.to()).map_or(' ', Piece::hanzi);
    let number = position.full_move() - u32::from(position.side_to_move() == Color::Red);
    format!(", move {number}: {piece} {mv}")
}

/// The newest score, from Red's perspective.
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

/// The points and games of each engine, the best one first.
fn standings(engines: &[String], results: &[LoggedGame]) -> String {
    let mut table: Vec<(u64, u64, &String)> = engines
        .iter()
        .map(|name| {
            let points = results.iter().filter_map(|game| game.half_points(name));
            let (half_points, games) =
                points.fold((0, 0), |(sum, games), points| (sum + u64::from(points), games + 1));
            (half_points, games, name)
        })
        .collect();
    table.sort_by_key(|&(half_points, games, _)| Reverse(half_points * 1_000_000 / games.max(1)));
    let entry = |(half_points, games, name): &(u64, u64, &String)| {
        format!("{name} {}{}/{games}", half_points / 2, if half_points % 2 == 1 { ".5" } else { "" })
    };
    table.iter().map(entry).collect::<Vec<_>>().join("   ")
}

fn result_line(game: &LoggedGame) -> String {
    let LoggedGame { game, red, black, result, reason, .. } = game;
    format!("game {}: {red} - {black} {result} ({reason})", game + 1)
}
