// SPDX-License-Identifier: MIT OR Apache-2.0

use super::*;
use crate::is_won_or_lost;

fn point(word: &str) -> Point {
    Point::all().find(|point| point.to_string() == word).unwrap()
}

/// Returns a board with these stones, Black to move, whatever their numbers.
fn stones<const STRICT: bool>(black: &str, white: &str) -> GomokuRows<STRICT> {
    let mut game = GomokuRows::start();
    for (side, words) in [black, white].into_iter().enumerate() {
        words.split_whitespace().for_each(|word| game.put(side, point(word)));
    }
    game
}

/// Returns the sum of Black's patterns.
fn black_sum(black: &str, white: &str) -> Value {
    stones::<false>(black, white).sums[0]
}

/// Returns the sum of Black's patterns where five still fit.
fn strict_sum(black: &str, white: &str) -> Value {
    stones::<true>(black, white).sums[0]
}

/// The report's table, with the forms in the other direction; the edge of the board is a stone of the other
/// side.
const TEMPLATES: [(&str, Value); 7] = [
    (".XXXX.", 100_000),
    (".XXXX#", 5_000),
    ("#XXXX.", 5_000),
    (".XXX.", 1_000),
    (".XXX#", 500),
    ("#XXX.", 500),
    (".XX.", 100),
];

/// Returns the sum of one side's patterns, found by laying each template on each place of each line.
fn template_sum<const STRICT: bool>(game: &GomokuRows<STRICT>, own: usize) -> Value {
    let at = |x: i32, y: i32| -> Option<char> {
        let point = Point::new(usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        let is_on_board = x < 11 && y < 11;
        let has = |side: usize| game.stones[side].row(point.y()) >> point.x() & 1 == 1;
        is_on_board.then(|| {
            if has(own) {
                'X'
            } else if has(1 - own) {
                '#'
            } else {
                '.'
            }
        })
    };
    let mut sum = 0;
    for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
        for (x, y) in (0..11).flat_map(|x| (0..11).map(move |y| (x, y))) {
            if at(x - dx, y - dy).is_none() {
                let line: String = (0..11).map_while(|i| at(x + i * dx, y + i * dy)).collect();
                let strict = |stretch: &str| {
                    if stretch.len() < 5 { "#".repeat(stretch.len()) } else { stretch.to_owned() }
                };
                let line =
                    if STRICT { line.split('#').map(strict).collect::<Vec<_>>().join("#") } else { line };
                let line = format!("#{line}#");
                for (template, value) in TEMPLATES {
                    let places = (0..line.len()).filter(|&place| line[place..].starts_with(template));
                    sum += value * places.count() as Value;
                }
            }
        }
    }
    sum
}

/// Plays random moves to the end and partly back, several times; `check` sees all positions.
fn wander<const STRICT: bool>(seed: u64, check: impl Fn(&mut GomokuRows<STRICT>)) {
    let mut rng = SplitMix64::new(seed);
    let mut game = GomokuRows::start();
    for _ in 0..200 {
        let moves = game.moves();
        if moves.is_empty() || rng.below(5) == 0 {
            (0..rng.below(8).min(game.played.len())).for_each(|_| game.undo());
        } else {
            game.play(moves[rng.below(moves.len())]);
        }
        check(&mut game);
    }
}

/// Returns a full board without five in a row: rows of `XXOO…`, shifted by two every row.
fn full_board() -> Vec<Point> {
    let is_black = |point: &Point| (point.x() + 2 * point.y()) % 4 < 2;
    let (mut black, mut white): (Vec<_>, Vec<_>) = Point::all().partition(is_black);
    // One more black stone than white.
    while black.len() <= white.len() {
        black.extend(white.pop());
    }
    while black.len() > white.len() + 1 {
        white.extend(black.pop());
    }
    let mut moves = Vec::new();
    for (i, &mv) in black.iter().enumerate() {
        moves.push(mv);
        moves.extend(white.get(i));
    }
    moves
}

#[test]
fn patterns_have_the_values_of_the_report() {
    assert_eq!(black_sum("d6 e6 f6 g6", ""), 100_000);
    assert_eq!(black_sum("d6 e6 f6 g6", "h6"), 5_000);
    assert_eq!(black_sum("d6 e6 f6", ""), 1_000);
    assert_eq!(black_sum("d6 e6 f6", "c6"), 500);
    assert_eq!(black_sum("d6 e6", ""), 100);
    assert_eq!(black_sum("d6 e6", "f6"), 0);
    assert_eq!(black_sum("d6", ""), 0);
    assert_eq!(black_sum("d6 e6 f6 g6", "c6 h6"), 0);
}

#[test]
fn the_border_closes_like_a_stone() {
    assert_eq!(black_sum("a4 b4 c4 d4", ""), 5_000);
    assert_eq!(black_sum("k9 k10 k11", ""), 500);
    assert_eq!(black_sum("a7 b8", ""), 0);
    assert_eq!(black_sum("j1 k2", ""), 0, "on a diagonal of two points");
}

#[test]
fn a_run_counts_whatever_lies_beyond_its_neighbours() {
    for (black, white, plain, strict, what) in [
        ("a5 b4 c3 d2", "", 5_000, 5_000, "a diagonal of five points"),
        ("b3 c2", "", 100, 0, "a diagonal of four points"),
        ("d6 e6 f6", "b6 h6", 1_000, 1_000, "five points between white stones"),
        ("d6 e6 f6", "c6 h6", 500, 0, "four points between white stones"),
        ("d6 e6", "b6 g6", 100, 0, "four points"),
        ("b6 c6", "f6", 100, 100, "five points from the edge"),
    ] {
        assert_eq!((black_sum(black, white), strict_sum(black, white)), (plain, strict), "{what}");
    }
}

#[test]
fn gaps_join_nothing_and_directions_add_up() {
    assert_eq!(black_sum("d6 e6 g6 h6", ""), 200);
    assert_eq!(black_sum("d6 e6 f6 h6 i6 j6", "k6"), 1_500);
    assert_eq!(black_sum("b6 c6 d6 e6 g6 h6 i6 j6", ""), 200_000);
    assert_eq!(black_sum("f6 g6 f7", ""), 300, "and the diagonal f7 g6");
    assert_eq!(black_sum("e5 f6 g7 g5", ""), 1_100);
}

#[test]
fn the_side_to_move_counts_its_own_a_tenth_more() {
    let mut game: Gomoku = stones("d6 e6 f6", "c9 d9");
    assert_eq!(game.evaluate(), 1_000);
    assert_eq!(game.sums, [1_000, 100]);
    game.played.push(Played { point: point("f6"), sums: [0; 2] });
    assert_eq!(game.evaluate(), 110 - 1_000, "White to move");
}

#[test]
fn what_one_side_has_the_other_lacks_but_for_the_tenth() {
    for seed in 0..20 {
        wander::<false>(seed, |game| {
            let [black, white] = game.sums;
            assert_eq!(balance(black, white) + balance(white, black), (black + white) / 10);
            if !game.is_over() {
                let side = game.side();
                assert_eq!(game.evaluate(), balance(game.sums[side], game.sums[1 - side]));
                assert!(!is_won_or_lost(game.evaluate()));
            }
        });
    }
}

#[test]
fn sums_kept_are_sums_counted_afresh() {
    for seed in 0..50 {
        fn check<const STRICT: bool>(game: &mut GomokuRows<STRICT>) {
            assert_eq!(game.sums, [template_sum(game, 0), template_sum(game, 1)], "\n{game}");
        }
        wander(seed, check::<false>);
        wander(seed, check::<true>);
    }
}

#[test]
fn all_turned_boards_are_worth_the_same() {
    let turn = |point: Point| Point::new(SIZE - 1 - point.y(), point.x());
    let flip = |point: Point| Point::new(SIZE - 1 - point.x(), point.y());
    wander::<false>(7, |game| {
        let mut turned = Gomoku::start();
        let mut flipped = Gomoku::start();
        for played in &game.played {
            turned.play(turn(played.point));
            flipped.play(flip(played.point));
        }
        assert_eq!(turned.evaluate(), game.evaluate());
        assert_eq!(flipped.evaluate(), game.evaluate());
    });
}

#[test]
fn undo_restores_everything() {
    wander::<false>(3, |game| {
        let before = game.clone();
        for mv in game.moves() {
            game.play(mv);
            game.undo();
            assert_eq!(*game, before);
        }
    });
}

#[test]
fn five_win_wherever_they_are() {
    for (dx, dy) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
        for start in Point::all() {
            let along = |i: usize| {
                let x = start.x().checked_add_signed(i.cast_signed() * dx)?;
                let y = start.y().checked_add_signed(i.cast_signed() * dy)?;
                (x < SIZE && y < SIZE).then(|| Point::new(x, y))
            };
            let Some(five) = (0..5).map(along).collect::<Option<Vec<_>>>() else { continue };
            for last in 0..5 {
                let mut game = Gomoku::start();
                five.iter()
                    .enumerate()
                    .filter(|&(i, _)| i != last)
                    .for_each(|(_, &point)| game.put(0, point));
                assert!(!game.stones[0].has_five(start.x(), start.y()));
                game.play(five[last]);
                assert!(game.moves().is_empty());
                assert_eq!(game.evaluate(), 1 - WON);
            }
        }
    }
}

#[test]
fn an_overline_wins_too() {
    let mut game = Gomoku::parse("d6 d1 e6 e1 f6 f1 h6 h1 i6 i1").unwrap();
    assert!(!game.moves().is_empty());
    game.play(point("g6"));
    assert!(game.moves().is_empty());
    assert_eq!(game.evaluate(), 11 - WON);
    game.undo();
    assert_eq!(game.moves().len(), 111);
}

#[test]
fn white_wins_as_well() {
    let mut game = Gomoku::parse("a1 f6 c1 g7 e1 h8 g1 i9 i1 e5").unwrap();
    assert_eq!(game.evaluate(), 10 - WON);
    assert!(game.is_first_to_move() && game.moves().is_empty());
}

#[test]
fn a_row_does_not_go_on_behind_the_border() {
    let game = Gomoku::parse("i4 i1 j4 j2 k4 i10 a5 a10 b5").unwrap();
    assert!(!game.moves().is_empty());
}

#[test]
fn a_full_board_is_a_draw() {
    let mut game = Gomoku::start();
    for mv in full_board() {
        assert!(game.moves().contains(&mv), "\n{game}");
        game.play(mv);
    }
    assert_eq!(game.ply(), 121);
    assert!(game.moves().is_empty());
    assert_eq!(game.evaluate(), 0);
}

#[test]
fn the_moves_are_the_empty_points_row_by_row() {
    let game = Gomoku::parse("c1 a2").unwrap();
    let words: Vec<String> = game.moves().iter().map(Point::to_string).collect();
    assert_eq!(words.len(), 119);
    assert_eq!(words[..3], ["a1", "b1", "d1"]);
    assert_eq!(words[9..12], ["k1", "b2", "c2"]);
    assert_eq!(words[118], "k11");
}

#[test]
fn moves_have_numbers_of_their_own() {
    let numbers: Vec<usize> = Gomoku::start().moves().into_iter().map(Gomoku::move_number).collect();
    assert_eq!(numbers, (0..Gomoku::MOVE_NUMBERS).collect::<Vec<_>>());
}

#[test]
fn local_is_what_touches_a_stone() {
    let local = |text: &str, neighbours| {
        let game = Gomoku::parse(text).unwrap();
        let words =
            game.moves().into_iter().filter(|&mv| game.is_local(mv, neighbours)).map(|mv| mv.to_string());
        words.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(local("", Neighbours::Eight), "f6");
    assert_eq!(local("f6", Neighbours::Eight), "e5 f5 g5 e6 g6 e7 f7 g7");
    assert_eq!(local("f6", Neighbours::Four), "f5 e6 g6 f7");
    assert_eq!(local("a1 k11", Neighbours::Eight), "b1 a2 b2 j10 k10 j11");
    assert_eq!(local("a1 k11", Neighbours::Four), "b1 a2 k10 j11");
}

#[test]
fn keys_know_the_stones_and_not_their_order() {
    let key = |text: &str| Gomoku::parse(text).unwrap().key();
    assert_eq!(key("f6 g7 e5 d4"), key("e5 d4 f6 g7"));
    assert_eq!(key("f6 g7 e5"), key("e5 g7 f6"));
    assert_ne!(key("f6 g7"), key("g7 f6"));
    let keys: Vec<Key> = Point::all().map(|point| key(&point.to_string())).chain([key("")]).collect();
    for (i, key) in keys.iter().enumerate() {
        assert!(keys[..i].iter().all(|other| other.index != key.index && other.check != key.check));
    }
}

#[test]
fn the_side_to_move_is_in_the_key() {
    let game: Gomoku = stones("f6", "");
    let mut played = Gomoku::parse("f6").unwrap();
    assert_ne!(played.key(), KEYS.stones[0][point("f6").index()]);
    assert_eq!(played.stones, game.stones);
    played.undo();
    assert_eq!(played.key(), Key::default());
}

#[test]
fn what_is_printed_can_be_read() {
    for seed in 0..10 {
        wander::<false>(seed, |game| {
            let words: Vec<String> = game.played.iter().map(|played| played.point.to_string()).collect();
            assert_eq!(Gomoku::parse(&words.join(" ")).unwrap(), *game);
        });
    }
    assert_eq!(Gomoku::parse(" \n").unwrap(), Gomoku::start());
    assert_eq!(Gomoku::start().parse_move("k11"), Some(Point::new(10, 10)));
}

#[test]
fn bad_words_are_named() {
    let error = |text: &str| Gomoku::parse(text).unwrap_err().to_string();
    assert_eq!(error("f6 l3"), "`l3` is not a point of the board (a1 to k11)");
    for word in ["a0", "a12", "a01", "A1", "a", "11", "f6f6", "é1"] {
        assert!(error(word).starts_with(&format!("`{word}` is not a point")));
    }
    assert_eq!(error("f6 g7 f6"), "`f6`: there is a stone on this point");
    let won = "a1 a2 b1 b2 c1 c2 d1 d2 e1";
    assert_eq!(error(&format!("{won} e2")), "`e2`: the game is over before this move");
}

#[test]
fn the_drawing_has_the_last_move_in_brackets() {
    let drawing = Gomoku::parse("f6 g7 a1").unwrap().to_string();
    let lines: Vec<&str> = drawing.lines().collect();
    assert_eq!(lines.len(), 13);
    assert_eq!(lines[4], " 7  .  .  .  .  .  .  O  .  .  .  . ");
    assert_eq!(lines[5], " 6  .  .  .  .  .  X  .  .  .  .  . ");
    assert_eq!(lines[10], " 1 [X] .  .  .  .  .  .  .  .  .  . ");
    assert_eq!(lines[11], "    a  b  c  d  e  f  g  h  i  j  k ");
    assert_eq!(lines[12], "Black X, White O, White to move");
}
