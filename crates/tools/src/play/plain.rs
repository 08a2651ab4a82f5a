// SPDX-License-Identifier: MIT OR Apache-2.0
//! The game line by line: for pipes, scripts and screen readers.
//!
//! It reads a move or a command per line and answers with lines of text. While the engine thinks, nothing is
//! read, so that a script's lines meet the position that they were written for.

use super::command::Command;
use super::session::Session;
use chuhe_console::input::read_line;
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};
use xiangqi::diagram::{PieceLetters, TextBoard};

/// The time between two looks at the engine's work.
const PATIENCE: Duration = Duration::from_secs(1);

/// The form of the output.
pub struct PlainOptions {
    pub letters: PieceLetters,
    pub is_colored: bool,
    /// Draw the board only on request.
    pub is_terse: bool,
    /// Write a prompt before each line that is read.
    pub is_prompted: bool,
}

/// Plays until the person quits or the input ends; a game without people until its end.
pub fn run(
    session: &mut Session,
    options: PlainOptions,
    mut input: impl BufRead,
    output: impl Write,
) -> io::Result<()> {
    let mut lines = PlainLines { options, output, shown: None };
    let has_person = session.game.has_person();
    lines.say([session.welcome()])?;
    if has_person {
        lines.say([session.options.texts.type_help().to_owned()])?;
    }
    lines.say(session.ending())?;
    loop {
        lines.board_if_new(session)?;
        while session.is_busy() {
            let news = session.poll(PATIENCE);
            lines.say(news)?;
        }
        lines.board_if_new(session)?;
        if !has_person && session.game.ending().is_some() {
            return Ok(());
        }
        if !has_person {
            continue;
        }
        lines.prompt(session)?;
        let Some(line) = read_line(&mut input)? else { return lines.end() };
        let Some(command) = Command::read(&line) else { continue };
        match command {
            Command::Quit => return Ok(()),
            Command::Board => lines.shown = None,
            _ => {}
        }
        let replies = session.obey(&command, Instant::now());
        lines.say(replies)?;
        if matches!(command, Command::Board | Command::Flip) {
            lines.board(session)?;
        }
    }
}

struct PlainLines<W> {
    options: PlainOptions,
    output: W,
    /// The position that was drawn last, by its key and its number of moves.
    shown: Option<(u64, usize)>,
}

impl<W: Write> PlainLines<W> {
    fn say(&mut self, lines: impl IntoIterator<Item = String>) -> io::Result<()> {
        for line in lines {
            writeln!(self.output, "{line}")?;
        }
        self.output.flush()
    }

    /// Draws a board that has not been drawn; on the engine's turn it would be drawn again at once.
    fn board_if_new(&mut self, session: &Session) -> io::Result<()> {
        let position = session.game.position();
        let now = Some((position.key(), position.history().len()));
        if self.shown == now || (self.options.is_terse && self.shown.is_some()) {
            return Ok(());
        }
        if session.is_busy() && self.shown.is_some() {
            return Ok(());
        }
        self.board(session)
    }

    fn board(&mut self, session: &Session) -> io::Result<()> {
        let position = session.game.position();
        self.shown = Some((position.key(), position.history().len()));
        let PlainOptions { letters, is_colored, is_terse: _, is_prompted: _ } = self.options;
        let board = TextBoard { position, letters, colored: is_colored, bottom: session.bottom };
        let state = match session.game.ending() {
            Some(_) => String::new(),
            None => session.options.texts.to_move(position.side_to_move(), position.in_check()),
        };
        writeln!(self.output, "\n{board}\n{state}")?;
        self.output.flush()
    }

    fn prompt(&mut self, session: &Session) -> io::Result<()> {
        if self.options.is_prompted {
            write!(self.output, "{}> ", session.prompt())?;
            self.output.flush()?;
        }
        Ok(())
    }

    /// Ends the line of the prompt.
    fn end(&mut self) -> io::Result<()> {
        if self.options.is_prompted { writeln!(self.output) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::{PlainOptions, run};
    use crate::output::OverwriteArgs;
    use crate::play::game::{GameConditions, PlayedGame, Seat};
    use crate::play::session::{Session, SessionOptions};
    use crate::play::texts::Texts;
    use crate::play::thinker::Thinker;
    use chuhe::engine::Engine;
    use chuhe::search::Limits;
    use std::time::Instant;
    use xiangqi::diagram::PieceLetters;
    use xiangqi::notation::Notation;
    use xiangqi::position::Position;
    use xiangqi::rules::RuleSet;
    use xiangqi::types::Language;

    /// Returns what a session says to these lines, without boards.
    fn transcript(fen: &str, seats: [Seat; 2], language: Language, lines: &str) -> String {
        let conditions = GameConditions { seats, control: None, rules: RuleSet::Asian, limit: Some(120) };
        let game = PlayedGame::new(&Position::from_fen(fen).unwrap(), conditions);
        let options = SessionOptions {
            texts: Texts(language),
            notation: Notation::Chinese,
            limits: Limits::nodes(300),
            is_paced: false,
            overwrite: OverwriteArgs { force: false },
        };
        let mut session = Session::new(game, Thinker::new(Engine::new(1)), None, options, Instant::now());
        let plain = PlainOptions {
            letters: PieceLetters::Latin,
            is_colored: false,
            is_terse: true,
            is_prompted: false,
        };
        let mut output = Vec::new();
        run(&mut session, plain, lines.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    const START: &str = xiangqi::notation::START_FEN;
    const PEOPLE: [Seat; 2] = [Seat::Person; 2];

    #[test]
    fn wrong_and_ambiguous_moves_are_explained_and_asked_again() {
        let said =
            transcript(START, PEOPLE, Language::English, "炮平五\na0a9\nnonsense\nmoves\nC2.5\nmoves\n");
        assert!(said.contains("'炮平五' is ambiguous here: b2e2 or h2e2\n"), "{said}");
        assert!(said.contains("'a0a9' is illegal: blocked path"), "{said}");
        assert!(said.contains("'nonsense' is not a move"), "{said}");
        assert!(said.ends_with("  1. 炮二平五\n"), "{said}");
    }

    #[test]
    fn the_engine_answers_and_its_answer_is_taken_back() {
        let seats = [Seat::Person, Seat::Engine];
        let said = transcript(START, seats, Language::English, "C2.5\nundo\nundo\nmoves\nhint\n");
        assert!(said.contains("Black (chuhe) plays "), "{said}");
        assert!(said.contains("2 moves taken back.\n"), "{said}");
        assert!(said.contains("There is no move of yours to take back.\n"), "{said}");
        assert!(said.contains("\nHint: "), "{said}");
    }

    #[test]
    fn the_end_is_explained_in_both_languages() {
        let mate = "3k5/1R7/9/9/9/9/R8/9/9/4K4 w";
        let seats = [Seat::Person, Seat::Engine];
        let said = transcript(mate, seats, Language::English, "a3a9\nhint\nrematch\n");
        assert!(said.contains("Red wins: black is checkmated\n"), "{said}");
        assert!(said.contains("The game is over"), "{said}");
        assert!(said.contains("You play Black; chuhe plays Red."), "{said}");
        let said = transcript(mate, seats, Language::Chinese, "a3a9\n");
        assert!(said.contains("红方胜：黑方被将死\n"), "{said}");
        let chase = "g6h6\ng2h2\nh6g6\nh2g2\n".repeat(2);
        let said = transcript("3k5/9/9/6c2/9/9/9/6R2/9/5K3 b", PEOPLE, Language::Chinese, &chase);
        assert!(said.contains("黑方胜：红方长捉作负"), "{said}");
        assert!(said.contains("红方 g2h2  车h2捉炮h6（无根）\n"), "{said}");
    }

    #[test]
    fn draws_and_resignations() {
        let said = transcript(START, PEOPLE, Language::English, "draw\nh2e2\ndraw\n");
        assert!(said.contains("Red offers a draw") && said.contains("Draw: by agreement\n"), "{said}");
        let said = transcript(START, PEOPLE, Language::English, "draw\nh2e2\nh9g7\ndraw\nh0g2\nresign\n");
        assert!(
            said.contains("Black wins: Red resigns\n") || said.contains("Red wins: Black resigns\n"),
            "{said}"
        );
        // The engine accepts if it stands worse and in an equal game without progress, and not in the
        // opening.
        let seats = [Seat::Person, Seat::Engine];
        let said = transcript(START, seats, Language::English, "draw\nresign\nundo\nfen\n");
        assert!(said.contains("chuhe declines the draw.\n"), "{said}");
        assert!(said.contains("Black wins: Red resigns\nThe game goes on.\n"), "{said}");
        let worse = "1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
        let quiet = "2bak4/4a4/4b4/9/9/9/9/4B4/4A3n/2BAK4 w - - 30 70";
        for fen in [worse, quiet] {
            let said = transcript(fen, seats, Language::Chinese, "提和\n");
            assert!(said.contains("楚河同意和棋。\n和棋：双方议和\n"), "{said}");
        }
    }

    #[test]
    fn what_a_person_cannot_see_is_put_into_words() {
        let said = transcript("3k5/9/9/9/9/9/9/9/4R4/4K4 w", PEOPLE, Language::English, "pieces\nsave\n");
        assert!(said.contains("Red: king e0, rook e1\nBlack: king d9\n"), "{said}");
        assert!(said.contains("Usage: save FILE\n"), "{said}");
    }

    #[test]
    fn chinese_answers_have_no_english_words_and_chinese_punctuation() {
        let seats = [Seat::Person, Seat::Engine];
        let said = transcript(START, seats, Language::Chinese, "打开 no/such/file\n保存\n记法\n棋子\n提示\n");
        assert!(said.contains("文件出错：no/such/file：文件或目录不存在\n"), "{said}");
        assert!(said.contains("用法：保存 文件\n") && said.contains("用法：记法 iccs|wxf|"), "{said}");
        assert!(said.contains("红方：帅e0，仕d0，仕f0，"), "{said}");
        let hint = said.lines().find_map(|line| line.strip_prefix("提示：")).expect("a hint");
        assert!(!hint.contains('(') && hint.matches('，').count() == 1, "{hint}");
    }

    #[test]
    fn an_unfinished_game_is_left_by_the_same_word_again() {
        let said = transcript(START, PEOPLE, Language::English, "h2e2\nmoves\nnew\nnew\nmoves\nfen\n");
        let asked = "  1. 炮二平五\nThe game is not finished; give the command again to leave it.\nTwo people play.\n";
        assert!(said.contains(asked), "{said}");
        assert!(
            said.ends_with("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\n"),
            "{said}"
        );
        let said = transcript(START, PEOPLE, Language::English, "h2e2\nnew\nh9g7\nnew\nmoves\n");
        assert!(said.ends_with("  1. 炮二平五 马８进７\n"), "another word between them: {said}");
        let said = transcript(START, PEOPLE, Language::Chinese, "新局\n");
        assert!(!said.contains("尚未下完"), "nothing is lost without moves: {said}");
    }

    #[test]
    fn a_rematch_turns_the_board_and_the_level_changes_in_a_game() {
        let seats = [Seat::Person, Seat::Engine];
        let said =
            transcript(START, seats, Language::English, "board\nresign\nrematch\nboard\nlevel 3\nlevel x\n");
        let first_ranks: Vec<&str> =
            said.lines().filter(|line| line.starts_with("9 ") || line.starts_with("0 ")).collect();
        assert!(
            first_ranks.first().unwrap().starts_with('9') && first_ranks.last().unwrap().starts_with('9'),
            "{said}"
        );
        assert!(said.contains("You play Black; chuhe level 3 plays Red.\n"), "{said}");
        assert!(said.ends_with("Usage: level N, from 0 to 20, full strength\n"), "{said}");
    }
}
