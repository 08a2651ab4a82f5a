// SPDX-License-Identifier: MIT OR Apache-2.0
//! The screen of a search, its keys and its list.

use super::*;
use chuhe_display::terminal::picture;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use xiangqi::types::Bilingual;

fn searched(
    game: SceneGame,
    algorithm: &str,
    depth: Option<u32>,
    position: &str,
) -> Result<Scene, Bilingual> {
    Scene::new(SceneRequest { game, algorithm, depth, position, most: LARGEST })
}

fn scene(game: SceneGame, algorithm: &str, depth: Option<u32>, position: &str) -> Scene {
    searched(game, algorithm, depth, position).expect("a small search")
}

fn view(scene: &Scene, language: Language) -> View<'_> {
    let look = Look { language, is_ascii: false, is_colored: false };
    let palette = Palette { is_colored: false };
    View { texts: Texts { scene, language }, look, palette, title: "title".to_owned() }
}

/// Returns the screen of a step.
fn screen(scene: &Scene, step: usize, (columns, rows): (u16, u16), language: Language) -> String {
    let area = Rect::new(0, 0, columns, rows);
    let mut buffer = Buffer::empty(area);
    view(scene, language).draw(step, area, &mut buffer);
    picture(&buffer)
}

/// Returns the step that the keys lead to from the first one.
fn steps(scene: &Scene, keys: &str) -> Option<usize> {
    keys.chars().try_fold(0, |step, key| {
        screen::after(&scene.record, step, KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE))
    })
}

#[test]
fn keys_lead_into_over_and_out_of_a_node_and_back() {
    let scene = scene(SceneGame::Tree, "alphabeta", None, "deep");
    let name = |keys| steps(&scene, keys).map(|step| &*scene.names[scene.record.steps[step]]);
    assert_eq!(["", "i", "ii", "iin", "iinn", "in"].map(name), ["root", "A", "#0", "#1", "A", "A"].map(Some));
    assert_eq!(steps(&scene, "in"), steps(&scene, "iio"), "the end of A");
    assert_eq!(steps(&scene, "iib"), Some(1));
    assert_eq!((name("c"), steps(&scene, "cc")), (Some("D"), steps(&scene, "c")), "one cutoff");
    assert_eq!(steps(&scene, "n"), Some(scene.record.steps.len() - 1));
    assert_eq!(steps(&scene, "iq"), None);
}

#[test]
fn a_cutoff_is_explained_beside_the_tree() {
    let scene = scene(SceneGame::Tree, "alphabeta", None, "deep");
    let at = steps(&scene, "c").expect("a cutoff");
    let seen = screen(&scene, at, (120, 24), Language::English);
    let words = seen.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in
        ["deep alpha cutoff", "3 <= alpha 5 of root, 3 plies above", "leaf cut", "[5, 5] <= 3◀", "q quit"]
    {
        assert!(words.contains(part), "{part}: {seen}");
    }
    assert!(!screen(&scene, 0, (80, 24), Language::English).contains("cut "), "not yet");
    let seen = screen(&scene, at, (80, 24), Language::Chinese);
    assert!(seen.contains("深层 alpha 剪枝") && seen.contains("剪去") && seen.contains("退出"), "{seen}");
}

#[test]
fn the_list_is_chinese_too() {
    let scene =
        scene(SceneGame::Xiangqi, "null", Some(3), "2bakab2/9/2n6/p3p3p/9/2P3P2/P3P3P/4C1N2/9/2BAKAB2 b");
    let texts = Texts { scene: &scene, language: Language::Chinese };
    let lines: Vec<String> = (0..scene.record.steps.len()).map(|step| texts.line(step)).collect();
    for part in ["根 (", "空着", "；未搜索", "着："] {
        assert!(lines.iter().any(|line| line.contains(part)), "{part}");
    }
    assert!(!lines.iter().any(|line| line.contains("; ") || line.contains("root") || line.contains("null")));
}

#[test]
fn every_game_fits_on_the_smallest_usual_screen() {
    for (game, algorithm) in [
        (SceneGame::Xiangqi, "pvs"),
        (SceneGame::Reversi, "hashhistory"),
        (SceneGame::Gomoku, "filtered"),
        (SceneGame::TicTacToe, "minimax"),
        (SceneGame::Tree, "negamax"),
    ] {
        let scene = scene(game, algorithm, Some(2), "");
        for step in [0, 1, scene.record.steps.len() - 1] {
            for size in [(80, 24), (132, 43)] {
                let seen = screen(&scene, step, size, Language::English);
                let state = if game == SceneGame::Tree { "root (Max)" } else { " to move" };
                assert!(seen.contains(state) && seen.contains("q quit"), "{game:?} {step}: {seen}");
            }
        }
    }
    let scene = scene(SceneGame::Tree, "minimax", None, "");
    assert!(screen(&scene, 0, (50, 24), Language::English).contains("60 x 20"));
}

#[test]
fn the_history_is_shown_before_and_after_and_the_table_is_named() {
    let scene = scene(SceneGame::Reversi, "hashhistory", Some(4), "f5f6e6f4");
    let texts = Texts { scene: &scene, language: Language::English };
    let lines: Vec<String> = (0..scene.record.steps.len()).map(|step| texts.line(step)).collect();
    for part in
        ["; history: ", " rises from place ", "; order here: ", ", from the table", "; stored in the table"]
    {
        assert!(lines.iter().any(|line| line.contains(part)), "{part}");
    }
}

#[test]
fn a_win_counts_its_plies() {
    let scene = scene(SceneGame::TicTacToe, "alphabeta", Some(1), "a1 a2 b1 b2");
    let texts = Texts { scene: &scene, language: Language::English };
    assert_eq!(texts.line(1), "  c1 = +#5, static value");
}

#[test]
fn what_cannot_be_watched_is_explained_in_both_languages() {
    for (game, algorithm, depth, position, part) in [
        (SceneGame::Gomoku, "framework", None, "", "no algorithm 'framework' for gomoku"),
        (SceneGame::Xiangqi, "minimax", Some(5), "", "more than 20000 nodes"),
        (SceneGame::TicTacToe, "minimax", None, "a1 a1", "`a1` is not a free square"),
        (SceneGame::TicTacToe, "minimax", None, "a1 a2 b1 b2 c1", "the game is over"),
        (SceneGame::Tree, "minimax", None, "A( 3", "before 1 of its positions"),
    ] {
        let error = searched(game, algorithm, depth, position).err().expect(part);
        assert!(error.text(Language::English).contains(part), "{}", error.text(Language::English));
    }
    let error = searched(SceneGame::Gomoku, "framework", None, "").err().expect("no such algorithm");
    let error = error.text(Language::Chinese);
    assert!(error.starts_with("五子棋没有算法“framework”") && error.contains("minimax、negamax"), "{error}");
}

#[test]
fn the_pictures_of_a_longer_run_go() {
    let directory = std::env::temp_dir().join(format!("chuhe-{}-frames", std::process::id()));
    let _ = fs::remove_dir_all(&directory);
    let write = |position: &str| {
        let scene = scene(SceneGame::Tree, "alphabeta", None, position);
        let steps = scene.record.steps.len();
        assert!(
            write_frames(&view(&scene, Language::English), &directory, OverwriteArgs { force: false })
                .is_ok()
        );
        steps
    };
    let count = || fs::read_dir(&directory).unwrap().count();
    let long = write("root( A(6 9 7) B(4 8 5) )");
    assert_eq!(count(), long);
    let short = write("root( A(6 9) B(4 8) )");
    assert!(short < long);
    assert_eq!(count(), short);
    let foreign = directory.join(format!("{:04}.svg", short + 1));
    fs::write(&foreign, "mine").unwrap();
    write("root( A(6 9) B(4 8) )");
    assert_eq!(fs::read_to_string(&foreign).unwrap(), "mine");
    fs::remove_dir_all(&directory).unwrap();
}
