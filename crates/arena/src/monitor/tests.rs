// SPDX-License-Identifier: MIT OR Apache-2.0
//! Frames of sample matches, and the bytes written to the terminal.

use super::*;
use crate::log_records::{LoggedMove, samples};
use chuhe_display::terminal::picture;
use ratatui::backend::TestBackend;
use xiangqi::position::Position;

/// A scene in which the first game has ended and `games` more are in progress, with a move by each side.
fn scene(info: MatchInfo, games: usize, now: Instant) -> Scene {
    let mut scene = Scene::new(info, &[], false, now);
    let ended = samples::game(0, "1-0");
    scene.on_event(&MatchEvent::Ended { record: &ended }, now);
    for game in 1..=games {
        let mut position = Position::startpos();
        scene
            .on_event(&MatchEvent::Started { game, red: "old", black: "楚河 new", position: &position }, now);
        for (mv, score, ms) in [("h2e2", 35, 100.0), ("h9g7", 120, 250.0)] {
            position.play(mv.parse().unwrap()).unwrap();
            let record = LoggedMove { mv, score: Some(score), depth: Some(12), nodes: Some(120_000), ms };
            let clocks = [62_500, 8_080].map(|left| Some(Duration::from_millis(left)));
            scene.on_event(&MatchEvent::Moved { game, position: &position, record, clocks }, now);
        }
    }
    scene
}

fn draw(scene: &Scene, (columns, rows): (u16, u16), now: Instant) -> String {
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
    terminal
        .draw(|frame| {
            frame::draw(frame, scene, now);
        })
        .unwrap();
    picture(terminal.backend().buffer())
}

#[test]
fn a_frame_shows_board_players_and_score() {
    let begin = Instant::now();
    let mut info = samples::match_info();
    info.sprt = Some("elo0=0,elo1=10".parse().unwrap());
    let scene = scene(info, 1, begin);
    let picture = draw(&scene, (80, 24), begin + Duration::from_millis(3_700));
    assert_eq!(picture, GOLDEN, "\n{picture}");
}

const GOLDEN: &str = "\
new - old   1 of 100 games   playing for 0:03   about 6:06 to go
9  車──馬──象──士──将──士──象─[┬]──車   Black  楚河 new
   │   │   │   │ ╲ │ ╱ │   │   │   │           8.0
8  ├───┼───┼───┼───┼───┼───┼───┼───┤           -1.20  d12  480k/s  0.25 s
   │   │   │   │ ╱ │ ╲ │   │   │   │
7  ├───砲──┼───┼───┼───┼──[馬]─砲──┤
   │   │   │   │   │   │   │   │   │
6  卒──┼───卒──┼───卒──┼───卒──┼───卒
   │   │   │   │   │   │   │   │   │    game 2, move 1: 馬 h9g7
5  ├───┴───┴───┴───┴───┴───┴───┴───┤
   │     楚  河         汉  界     │    Red ███████░░░░░░░░░░░░░ Black   -1.20
4  ├───┬───┬───┬───┬───┬───┬───┬───┤
   │   │   │   │   │   │   │   │   │
3  兵──┼───兵──┼───兵──┼───兵──┼───兵
   │   │   │   │   │   │   │   │   │
2  ├───炮──┼───┼───炮──┼───┼───┼───┤
   │   │   │   │ ╲ │ ╱ │   │   │   │
1  ├───┼───┼───┼───┼───┼───┼───┼───┤    Red    old
   │   │   │   │ ╱ │ ╲ │   │   │   │         ▸ 58.8
0  车──马──相──仕──帅──仕──相──马──车          +0.35  d12  1.20M/s  0.10 s
   a   b   c   d   e   f   g   h   i
new - old   +1 =0 -0   100.0 %
LLR +0.00 (-2.94, 2.94)  ██████████░░░░░░░░░░
game 1: new - old 1-0 (checkmate)";

#[test]
fn frames_fill_the_terminal_and_no_more() {
    let begin = Instant::now();
    for games in [0, 1, 5] {
        let scene = scene(samples::match_info(), games, begin);
        for (columns, rows) in [(80, 24), (200, 60), (64, 24), (63, 40), (20, 5), (1, 1), (0, 0), (300, 24)] {
            let picture = draw(&scene, (columns, rows), begin);
            assert!(picture.lines().count() <= usize::from(rows).max(1), "{columns} x {rows}:\n{picture}");
        }
    }
}

#[test]
fn boards_stand_side_by_side_where_there_is_room() {
    let begin = Instant::now();
    let scene = scene(samples::match_info(), 5, begin);
    for ((columns, rows), boards) in
        [((80, 24), 1), ((160, 24), 2), ((160, 50), 4), ((240, 70), 5), ((60, 24), 0)]
    {
        let picture = draw(&scene, (columns, rows), begin);
        assert_eq!(picture.matches("楚  河").count(), boards, "{columns} x {rows}:\n{picture}");
    }
}

#[test]
fn a_new_game_takes_the_place_of_one_that_ended() {
    let begin = Instant::now();
    let mut scene = scene(samples::match_info(), 2, begin);
    scene.on_event(&MatchEvent::Ended { record: &samples::game(1, "1/2-1/2") }, begin);
    let picture = draw(&scene, (160, 24), begin);
    assert!(picture.contains("1/2-1/2 checkmate") && picture.contains("+1 =1 -0"), "{picture}");
    let position = Position::startpos();
    scene.on_event(&MatchEvent::Started { game: 3, red: "old", black: "new", position: &position }, begin);
    let games: Vec<usize> = scene.boards.iter().map(|board| board.game).collect();
    assert_eq!(games, [3, 2]);
}

/// Collects the writes as strings; clones share them.
#[derive(Clone, Default)]
struct FakeTerminal(Arc<Mutex<Vec<String>>>);

impl FakeTerminal {
    fn writes(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

impl Write for FakeTerminal {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().push(String::from_utf8(bytes.to_vec()).expect("whole characters"));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn the_terminal_is_restored() {
    let terminal = FakeTerminal::default();
    let info = samples::match_info();
    let monitor = Monitor::new(terminal.clone(), || (80, 24), false, info, &[]);
    monitor.on_event(&MatchEvent::Ended { record: &samples::game(0, "1-0") });
    thread::sleep(2 * PERIOD);
    drop(monitor);
    let written = terminal.writes().concat();
    assert!(written.starts_with("\x1b[?1049h\x1b[?25l"), "{written:?}");
    assert!(written.ends_with("\x1b[?25h\x1b[?1049l"), "{written:?}");
    assert!(written.contains("new - old"), "{written}");
}

#[test]
fn each_frame_is_one_write() {
    let terminal = FakeTerminal::default();
    let monitor = Monitor::new(terminal.clone(), || (240, 70), true, samples::match_info(), &[]);
    let position = Position::startpos();
    for game in 1..=4 {
        monitor.on_event(&MatchEvent::Started { game, red: "old", black: "new", position: &position });
        thread::sleep(2 * PERIOD);
    }
    drop(monitor);
    let writes = terminal.writes();
    let (save, restore) = ("\x1b7", "\x1b8");
    for write in &writes {
        assert_eq!(write.matches(save).count(), write.matches(restore).count(), "{write:?}");
    }
    assert!(writes.iter().filter(|write| write.contains("楚")).count() >= 2, "boards were shown");
}
