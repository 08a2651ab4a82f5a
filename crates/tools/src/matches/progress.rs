// SPDX-License-Identifier: MIT OR Apache-2.0
//! The progress of a match on standard error: one line per game, and a progress bar below them on a terminal.

use crate::progress::style;
use chuhe_arena::{
    LoggedGame, MatchEvent, MatchInfo, Remark, RunningTally, Spectator, Sprt, prompt, reason_text,
};
use indicatif::ProgressBar;
use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use xiangqi::diagram::{PieceLetters, TextBoard};
use xiangqi::position::Position;
use xiangqi::text;
use xiangqi::types::{Color, Language};

/// Prints a line for each game that has ended.
pub struct Progress {
    state: Mutex<State>,
    first: String,
    total: usize,
    sprt: Option<Sprt>,
    language: Language,
    is_terminal: bool,
    /// The progress bar; none where a person plays, since it would be drawn over the prompt.
    bar: Option<ProgressBar>,
}

struct State {
    done: usize,
    tally: RunningTally,
}

impl Progress {
    /// Starts the progress of a match; `played` are the games played before, `done` of them in this shard.
    pub fn new(info: &MatchInfo, played: &[LoggedGame], done: usize, has_people: bool) -> Self {
        let first = info.engines.first().cloned().unwrap_or_default();
        let tally = RunningTally::of(played, &first);
        let (total, sprt, language) = (info.games, info.sprt, info.language);
        let is_terminal = io::stderr().is_terminal();
        let bar = (is_terminal && !has_people).then(|| {
            let bar = ProgressBar::new(total as u64).with_position(done as u64);
            bar.reset_eta();
            bar.tick();
            let format = language
                .pick("{wide_bar} {pos}/{len} games, {eta} left", "{wide_bar} {pos}/{len}局，剩余{eta}");
            bar.with_style(style(format))
        });
        Self { state: Mutex::new(State { done, tally }), first, total, sprt, language, is_terminal, bar }
    }

    /// Asks a person for a move, with the board unless the last answer was wrong.
    fn ask(&self, name: &str, position: &Position, remark: Option<&Remark>) {
        let mut text = match remark {
            Some(Remark::Refused(_) | Remark::DrawNoted) => String::new(),
            _ => format!("\n{}\n", self.board(position)),
        };
        let language = self.language;
        text.extend(remark.map(|remark| format!("{}\n", remark.text(language))));
        text.push_str(&prompt(name, position.side_to_move(), language));
        // The match goes on if the question cannot be printed.
        let _ = write!(io::stderr(), "{text}").and_then(|()| io::stderr().flush());
    }

    fn board<'a>(&self, position: &'a Position) -> TextBoard<'a> {
        let colored = self.is_terminal && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty());
        TextBoard { position, letters: PieceLetters::Chinese, colored, bottom: Color::Red }
    }

    fn line(&self, record: &LoggedGame) -> String {
        let mut state = self.state.lock().expect("counting a game does not panic");
        state.done += 1;
        state.tally.add(record);
        let State { done, tally: RunningTally { tally, .. } } = &*state;
        let language = self.language;
        let LoggedGame { red, black, result, .. } = record;
        let reason = reason_text(&record.reason, language);
        let fault = match (&record.blame, &record.detail) {
            (Some(blame), Some(detail)) => {
                text!(language, ", FAULT of {blame}: {detail}", "，{blame} 的故障：{detail}")
            }
            _ => String::new(),
        };
        let plies = record.opening.len() + record.moves.len();
        let elo = tally.elo().map(|elo| format!(" Elo {:+.0} ± {:.0}", elo.value, elo.error()));
        let llr = self.sprt.map(|sprt| format!(" LLR {:.2}", sprt.llr(tally)));
        let end = text!(language, " ({reason}{fault}, {plies} plies)", "（{reason}{fault}，{plies}着）");
        format!(
            "[{done}/{}] {red} - {black}: {result}{end} | {} +{} ={} -{}{}{}",
            self.total,
            self.first,
            tally.wins,
            tally.draws,
            tally.losses,
            elo.unwrap_or_default(),
            llr.unwrap_or_default(),
        )
    }
}

impl Spectator for Progress {
    fn on_event(&self, event: &MatchEvent<'_>) {
        let line = match event {
            MatchEvent::Ended { record } => self.line(record),
            MatchEvent::Asked { name, position, remark } => return self.ask(name, position, *remark),
            _ => return,
        };
        if let Some(bar) = &self.bar {
            bar.println(line);
            bar.inc(1);
        } else {
            // The match goes on if progress cannot be printed.
            let _ = writeln!(io::stderr(), "{line}");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
