// SPDX-License-Identifier: MIT OR Apache-2.0
//! The screen without a terminal: keys on one side, the picture on the other.

use super::{App, act, view};
use crate::output::OverwriteArgs;
use crate::play::game::{GameConditions, PlayedGame, Seat};
use crate::play::session::{Session, SessionOptions};
use crate::play::texts::Texts;
use crate::play::thinker::Thinker;
use chuhe::engine::Engine;
use chuhe::search::Limits;
use chuhe_arena::TimeControl;
use chuhe_display::terminal::picture;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use std::time::{Duration, Instant};
use xiangqi::diagram::PieceLetters;
use xiangqi::notation::Notation;
use xiangqi::position::Position;
use xiangqi::rules::RuleSet;
use xiangqi::types::{Color, Language, Square};

struct TestScreen {
    session: Session,
    app: App,
    now: Instant,
}

impl TestScreen {
    fn new(seats: [Seat; 2], language: Language, notation: Notation) -> Self {
        Self::with_clocks(seats, language, notation, None)
    }

    fn with_clocks(
        seats: [Seat; 2],
        language: Language,
        notation: Notation,
        control: Option<TimeControl>,
    ) -> Self {
        let conditions = GameConditions { seats, control, rules: RuleSet::Asian, limit: Some(120) };
        let options = SessionOptions {
            texts: Texts(language),
            notation,
            limits: Limits::nodes(300),
            is_paced: false,
            overwrite: OverwriteArgs { force: false },
        };
        let now = Instant::now();
        let game = PlayedGame::new(&Position::startpos(), conditions);
        let session = Session::new(game, Thinker::new(Engine::new(1)), None, options, now);
        Self { session, app: App::new(PieceLetters::Chinese, false, Color::Red), now }
    }

    fn press(&mut self, code: KeyCode) {
        let action = self.app.on_key(KeyEvent::new(code, KeyModifiers::NONE), &self.session);
        act(action, &mut self.app, &mut self.session);
    }

    fn type_in(&mut self, text: &str) {
        text.chars().for_each(|c| self.press(KeyCode::Char(c)));
    }

    /// Waits for the engine.
    fn wait(&mut self) {
        while self.session.is_busy() {
            let news = self.session.poll(Duration::from_secs(1));
            self.app.say(news);
        }
    }

    fn picture(&self, columns: u16, rows: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
        terminal.draw(|frame| view::draw(frame, &self.app, &self.session, self.now)).unwrap();
        picture(terminal.backend().buffer())
    }
}

const PEOPLE: [Seat; 2] = [Seat::Person; 2];

#[test]
fn moves_are_made_with_the_cursor_and_marked() {
    let mut screen = TestScreen::new(PEOPLE, Language::English, Notation::Iccs);
    for code in [KeyCode::Up, KeyCode::Up, KeyCode::Right, KeyCode::Right, KeyCode::Right, KeyCode::Enter] {
        screen.press(code);
    }
    assert_eq!(screen.app.selected, Some(Square::H2));
    let picture = screen.picture(60, 24);
    assert!(picture.contains("(┼)") && picture.contains("<炮>"), "{picture}");
    for code in [KeyCode::Left, KeyCode::Left, KeyCode::Left, KeyCode::Char(' ')] {
        screen.press(code);
    }
    assert_eq!(screen.session.written_moves(), ["h2e2"]);
    let picture = screen.picture(60, 24);
    assert!(picture.contains("1. h2e2") && picture.contains("[┼]"), "{picture}");
}

#[test]
fn moves_are_typed_and_completed() {
    let mut screen = TestScreen::new(PEOPLE, Language::Chinese, Notation::Chinese);
    screen.type_in("炮二平");
    let picture = screen.picture(80, 24);
    assert!(picture.contains("炮二平五  炮二平六"), "{picture}");
    screen.type_in("五");
    screen.press(KeyCode::Enter);
    screen.type_in("N8+");
    screen.press(KeyCode::Tab);
    screen.type_in("7");
    screen.press(KeyCode::Enter);
    assert_eq!(screen.session.written_moves(), ["炮二平五", "马８进７"]);
    let picture = screen.picture(60, 24);
    assert_eq!(picture, GOLDEN, "\n{picture}");
}

const GOLDEN: &str = " １  ２  ３  ４  ５  ６  ７  ８  ９   黑方 棋手
 車──馬──象──士──将──士──象─[┬]──車
 │   │   │   │ ╲ │ ╱ │   │   │   │
 ├───┼───┼───┼───┼───┼───┼───┼───┤     1. 炮二平五 马８进７
 │   │   │   │ ╱ │ ╲ │   │   │   │
 ├───砲──┼───┼───┼───┼──[馬]─砲──┤
 │   │   │   │   │   │   │   │   │
 卒──┼───卒──┼───卒──┼───卒──┼───卒
 │   │   │   │   │   │   │   │   │
 ├───┴───┴───┴───┴───┴───┴───┴───┤
 │     楚  河         汉  界     │
 ├───┬───┬───┬───┬───┬───┬───┬───┤
 │   │   │   │   │   │   │   │   │
 兵──┼───兵──┼───兵──┼───兵──┼───兵
 │   │   │   │   │   │   │   │   │
 ├───炮──┼───┼───炮──┼───┼───┼───┤
 │   │   │   │ ╲ │ ╱ │   │   │   │
 ├───┼───┼───┼───┼───┼───┼───┼───┤
 │   │   │   │ ╱ │ ╲ │   │   │   │
 车──马──相──仕─<帅>─仕──相──马──车  ▸红方 棋手
 九  八  七  六  五  四  三  二  一

红方>
F1帮助 F2提示 F3悔棋 F4评估 F5翻转 F10退出";

#[test]
fn the_clock_of_the_side_to_move_runs() {
    let control = Some("300+5".parse().unwrap());
    let mut screen = TestScreen::with_clocks(PEOPLE, Language::English, Notation::Iccs, control);
    assert_eq!(screen.picture(80, 24).matches("5:00").count(), 2);
    screen.now += Duration::from_secs(75);
    let picture = screen.picture(80, 24);
    assert!(picture.contains("5:00") && picture.contains("3:45"), "{picture}");
}

#[test]
fn the_engine_answers_and_moves_are_taken_back() {
    let mut screen = TestScreen::new([Seat::Person, Seat::Engine], Language::English, Notation::Wxf);
    screen.type_in("h2e2");
    screen.press(KeyCode::Enter);
    screen.wait();
    assert_eq!(screen.session.game.moves().len(), 2);
    assert!(screen.app.message.starts_with("Black (chuhe) plays "), "{}", screen.app.message);
    screen.press(KeyCode::F(3));
    assert_eq!(screen.session.game.moves().len(), 0);
    screen.press(KeyCode::F(2));
    screen.wait();
    assert!(screen.app.message.starts_with("Hint: "), "{}", screen.app.message);
}

#[test]
fn the_result_stays_when_other_messages_follow() {
    let mut screen = TestScreen::new(PEOPLE, Language::English, Notation::Iccs);
    for line in ["h2e2", "resign", "nonsense"] {
        screen.type_in(line);
        screen.press(KeyCode::Enter);
    }
    let picture = screen.picture(60, 24);
    assert!(picture.contains("Red wins: Black") && picture.contains("resigns"), "{picture}");
    assert!(!screen.app.message.contains("wins"), "{}", screen.app.message);
}

#[test]
fn windows_close_with_any_key_and_scroll() {
    let mut screen = TestScreen::new(PEOPLE, Language::English, Notation::Iccs);
    screen.press(KeyCode::Char('?'));
    let picture = screen.picture(60, 24);
    assert!(picture.contains("undo") && picture.contains("any key: close"), "{picture}");
    screen.press(KeyCode::Down);
    assert_eq!(screen.app.popup.as_ref().unwrap().1, 1);
    screen.press(KeyCode::Esc);
    assert!(screen.app.popup.is_none());
}

#[test]
fn the_board_is_turned_and_squares_are_found_on_it() {
    let mut screen = TestScreen::new(PEOPLE, Language::English, Notation::Iccs);
    let area = Rect::new(0, 0, 60, 24);
    let square = |screen: &TestScreen, x, y| view::square(&screen.app, &screen.session, area, (x, y).into());
    assert_eq!(square(&screen, 3, 0), Some(Square::A9));
    assert_eq!(square(&screen, 35, 18), Some(Square::I0));
    assert_eq!(square(&screen, 3, 1), None);
    screen.press(KeyCode::F(5));
    assert_eq!(square(&screen, 3, 0), Some(Square::I0));
    let picture = screen.picture(60, 24);
    assert!(picture.starts_with("0  车──马"), "{picture}");
}

#[test]
fn every_size_is_drawn() {
    let mut screen = TestScreen::new(PEOPLE, Language::Chinese, Notation::Chinese);
    for (columns, rows) in [(1, 1), (20, 5), (59, 24), (60, 24), (61, 30), (80, 24), (200, 60)] {
        for popup in [None, Some((vec!["长将".repeat(60); 40], 3))] {
            screen.app.popup = popup;
            let picture = screen.picture(columns, rows);
            assert!(picture.lines().count() <= rows.into(), "{picture}");
        }
    }
    assert!(screen.picture(59, 24).contains("终端窗口太小"));
}
