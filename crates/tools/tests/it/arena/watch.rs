// SPDX-License-Identifier: MIT OR Apache-2.0
//! `match --watch` on a pseudo terminal: engines and people on one platform, with a monitor.

use crate::support::screen::Screen;

fn watch(engines: [&str; 2], more: &[&str]) -> Screen {
    let words = ["match", "--watch", "--engine", engines[0], "--engine", engines[1]];
    Screen::start("watch", (100, 30), &[&words, more].concat(), &[])
}

#[test]
fn chinese_monitors_write_moves_as_players_do() {
    let mut screen = watch(["cmd=human,name=甲", "cmd=human,name=乙"], &["--games", "1", "--lang", "zh"]);
    screen.wait_for("甲（红方）>");
    screen.enter("h2e2");
    screen.wait_for("第1局，第1回合：炮二平五");
    screen.wait_for("乙（黑方）>");
    screen.enter("h9g7");
    screen.wait_for("第1局，第1回合：马８进７");
    screen.wait_for("甲（红方）>");
    screen.enter("认输");
    screen.wait_for("score 0-0-1");
    assert_eq!(screen.status(), 0);
}

#[test]
fn people_type_their_moves_under_the_monitor() {
    let mut screen = watch(["cmd=human,name=Hu", "cmd=human,name=Yang"], &["--games", "1"]);
    screen.wait_for("Hu (red)>");
    screen.enter("炮二平五");
    let seen = screen.wait_for("Yang (black)>");
    assert!(seen.contains("[炮]") && seen.contains("game 1, move 1: 炮 h2e2"), "{seen}");
    screen.enter("nonsense");
    screen.wait_for("'nonsense' is not a move");
    screen.enter("draw");
    screen.wait_for("a draw is offered with your move");
    screen.enter("H8+7");
    screen.wait_for("your opponent offers a draw");
    screen.enter("resign");
    screen.wait_for("score 0-0-1");
    assert_eq!(screen.status(), 0);
}

#[test]
fn no_bar_is_drawn_over_the_prompt_of_a_person() {
    let words = ["match", "--engine", "cmd=human,name=Hu", "--engine", "cmd=human,name=Yang", "--games", "2"];
    let mut screen = Screen::start("prompt", (100, 40), &words, &[]);
    for (prompt, answer) in [("Hu (red)>", "h2e2"), ("Yang (black)>", "resign"), ("Yang (red)>", "resign")] {
        screen.wait_for(prompt);
        screen.enter(answer);
    }
    screen.wait_for("score 2-0-0");
    assert_eq!(screen.status(), 0);
    assert!(!screen.written().contains("/2 games"), "{}", screen.written());
}

#[test]
fn engines_are_watched_and_the_screen_is_restored() {
    let engine = "cmd=self,option.hashsize=1";
    // Games long enough for some pictures, of which there are ten a second.
    let mut screen = watch([engine, engine], &["--movetime", "20", "--games", "2"]);
    screen.wait_for("score ");
    assert_eq!(screen.status(), 0);
    let written = screen.written();
    assert!(written.contains("\x1b[?1049h") && written.contains("\x1b[?1049l"), "the screen is restored");
    assert!(written.contains('楚') && written.contains("playing for"), "the boards were shown");
}
