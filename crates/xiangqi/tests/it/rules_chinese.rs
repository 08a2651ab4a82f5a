// SPDX-License-Identifier: MIT OR Apache-2.0
//! The Chinese rules tested on the diagrams in `positions/rules/chinese.jsonl`, and the World rules on those
//! in `world.jsonl`.
//!
//! A case has the fields of `repetition.jsonl`. In the Chinese ones, `class` gives the class of each move of
//! a cycle, by side. The results are the table in `positions/rules/README.md`: to write it anew, run this
//! test with the variable `UPDATE_RESULTS` set.

use crate::rules::{cases, replay};
use crate::support::cycles::{next_cycle, play_rounds};
use serde_json::Value;
use std::fmt::Write;
use std::time::{Duration, Instant};
use xiangqi::Position;
use xiangqi::rules::explain::{Explanation, Level, MoveClass, Repetition};
use xiangqi::rules::{Game, RuleSet, Verdict, judge_repetition};
use xiangqi::types::{Color, Language, Move, Piece, PieceKind, SplitMix64, Square};

const CYCLES: usize = 200;

const CHINESE: &str = include_str!("../../../../positions/rules/chinese.jsonl");
const WORLD: &str = include_str!("../../../../positions/rules/world.jsonl");
const RESULTS: &str = include_str!("../../../../positions/rules/README.md");

/// Why a verdict or a class differs from the book's.
const REASONS: [(&str, &str); 9] = [
    ("cn20-ch8-08", "a pawn is chased while an elephant and a pawn hang: the sequence loses an elephant"),
    ("cn20-ch8-17", "the chase is a mate threat as well; the graver class counts"),
    ("cn20-ch8-21", "the offer of an exchange wins by the whole sequence"),
    ("cn20-ch8-26", "both sides have an exchange as their lightest chase; the book grades them"),
    ("cn20-ch8-30v1", "the offer of an exchange wins by the whole sequence"),
    ("cn20-ch9-08", "no position repeats: only `chinese-nine-moves` judges it"),
    ("cn20-ch9-35", "the rook that is chased could already be taken before the move"),
    ("cn20-ch9-39", "both sides chase heavily; the border of heavy and light is disputed"),
    ("cn20-ch9-49", "the horse's chase is an offer of an exchange as well"),
];

/// Disputed between the book and programs: `positions/rules/repetition_disputed.jsonl`.
const DISPUTED_WORLD: [&str; 3] = ["w-024", "w-065", "w-078"];

fn text<'a>(case: &'a Value, field: &str) -> &'a str {
    case[field].as_str().unwrap()
}

fn explain(position: &Position) -> Explanation {
    Explanation::of(position, RuleSet::Chinese, None)
}

/// Returns the verdict as the case files write it.
fn verdict(explanation: &Explanation) -> &'static str {
    match explanation.verdict() {
        "red wins" => "black_loses",
        "black wins" => "red_loses",
        other => other,
    }
}

/// Returns the side of each move of a cycle with the printed class and ours; an offer, block or sacrifice is
/// idle.
fn labels(case: &Value, repetition: &Repetition) -> Vec<(Move, char, char)> {
    let mut labels = Vec::new();
    for (side, part) in Color::ALL.into_iter().zip(text(case, "class").split("; ")) {
        let printed = part.split_once(' ').unwrap().1.split('/').map(|word| word.chars().next().unwrap());
        let moves = repetition.moves.iter().filter(|mv| mv.side() == side);
        labels.extend(moves.zip(printed).map(|(mv, printed)| {
            let class = match mv.class() {
                MoveClass::Check => '将',
                MoveClass::MateThreat => '杀',
                MoveClass::Chase => '捉',
                MoveClass::Idle => '闲',
                MoveClass::Undecided => '未',
            };
            (mv.mv, if "兑献拦跟".contains(printed) { '闲' } else { printed }, class)
        }));
    }
    labels
}

/// The results over all Chinese cases.
#[derive(Default)]
struct Results {
    right: usize,
    undecided: usize,
    wrong_winner: usize,
    labels: usize,
    right_labels: usize,
    /// Rows of the table: case, verdict, printed verdict, deviating classes, reason.
    deviations: String,
}

fn results() -> Results {
    let mut all = Results::default();
    for case in cases(CHINESE) {
        let (id, printed) = (text(&case, "id"), text(&case, "verdict"));
        let explanation = explain(&replay(&case));
        let found = verdict(&explanation);
        all.right += usize::from(found == printed);
        all.undecided += usize::from(found == "undecided");
        all.wrong_winner += usize::from(found != printed && found.ends_with("loses"));
        // The nine-move case has no repetition, and its classes are counted.
        let repetition = explanation.repetition.as_ref().filter(|_| !text(&case, "class").contains("nine"));
        let labels = repetition.map(|repetition| labels(&case, repetition)).unwrap_or_default();
        let wrong: Vec<_> = labels.iter().filter(|label| label.1 != label.2).collect();
        all.labels += labels.len();
        all.right_labels += labels.len() - wrong.len();
        if found != printed || !wrong.is_empty() {
            let moves: Vec<_> =
                wrong.iter().map(|(mv, printed, found)| format!("{mv} {printed} → {found}")).collect();
            let reason = REASONS.iter().find(|reason| reason.0 == id);
            let reason = reason.unwrap_or_else(|| panic!("no reason for {id}: {found}, {moves:?}")).1;
            let verdict =
                if found == printed { "right".to_owned() } else { format!("{printed} → {found}") };
            writeln!(all.deviations, "| {id} | {verdict} | {} | {reason} |", moves.join(", ")).unwrap();
        }
    }
    all
}

#[test]
fn the_results_on_the_chinese_diagrams_are_those_of_the_table() {
    let all = results();
    let cases = cases(CHINESE).count();
    let table = format!(
        "| | right | of |\n|---|---|---|\n| verdicts | {} | {cases} |\n| classes of moves | {} | {} |\n\n\
         Undecided: {}. Wrong winner: {}.\n\n\
         | case | verdict: book → ours | classes: book → ours | reason |\n|---|---|---|---|\n{}",
        all.right, all.right_labels, all.labels, all.undecided, all.wrong_winner, all.deviations
    );
    let (head, _) = RESULTS.split_once("<!-- results -->\n").unwrap();
    let document = format!("{head}<!-- results -->\n{table}");
    if std::env::var_os("UPDATE_RESULTS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../positions/rules/README.md");
        std::fs::write(path, &document).unwrap();
    } else {
        assert_eq!(RESULTS, document, "run with UPDATE_RESULTS=1");
    }
    assert!(all.right >= 44 && all.wrong_winner <= 2 && all.right_labels * 10 >= all.labels * 9, "{table}");
}

/// Black attacks the cannon, but its capture lets Red mate: no chase, so Red's perpetual mate threat loses.
#[test]
fn a_capture_that_gets_mated_is_no_chase() {
    let start = Position::from_fen("2bak1c2/4aRN1r/4b4/9/9/9/3pp4/2n1B4/9/2B1K3C w").unwrap();
    let cycle = ["i0h0", "i8h8", "h0i0", "h8i8"].map(|mv| mv.parse::<Move>().unwrap());
    let explanation = explain(&play_rounds(&start, &cycle, 2));
    assert_eq!(explanation.verdict(), "black wins");
    assert_eq!(
        explanation.reason(Language::English),
        "red loses by perpetual attack (article 25.3); red: perpetual mate threat (forbidden, heavy); \
         black: idle moves (allowed)"
    );
    assert_eq!(
        explanation.reason(Language::Chinese),
        "红方长打作负（第25.3条）；红方：长杀（禁止着法，重）；黑方：闲着（允许着法）"
    );
}

#[test]
fn the_world_rules_are_the_asian_ones() {
    let mut wrong = Vec::new();
    for case in cases(WORLD) {
        let explanation = Explanation::of(&replay(&case), "world".parse().unwrap(), None);
        if verdict(&explanation) != text(&case, "verdict") {
            wrong.push(text(&case, "id").to_owned());
        }
    }
    wrong.retain(|id| !DISPUTED_WORLD.contains(&id.as_str()));
    assert!(wrong.is_empty(), "{wrong:?}");
}

fn play(start: &Position, moves: impl IntoIterator<Item = Move>) -> Position {
    let mut position = start.clone();
    moves.into_iter().for_each(|mv| position.play(mv).unwrap());
    position
}

/// Returns the start and the moves of a case.
fn parts(case: &Value) -> (Position, Vec<Move>) {
    let moves = case["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap().parse().unwrap());
    (Position::from_fen(text(case, "fen")).unwrap(), moves.collect())
}

#[test]
fn a_verdict_does_not_depend_on_colour_or_side() {
    for case in cases(CHINESE) {
        let (start, moves) = parts(&case);
        let found = verdict(&explain(&play(&start, moves.iter().copied())));
        let turn = |mv: Move| Move::new(mv.from().rotate(), mv.to().rotate());
        let mirrored = play(&start.mirrored(), moves.iter().map(|mv| mv.mirror()));
        let turned = play(&start.color_flipped(), moves.iter().map(|&mv| turn(mv)));
        let both = play(&start.mirrored().color_flipped(), moves.iter().map(|mv| turn(mv.mirror())));
        let exchanged = match found {
            "red_loses" => "black_loses",
            "black_loses" => "red_loses",
            other => other,
        };
        let id = text(&case, "id");
        assert_eq!(verdict(&explain(&mirrored)), found, "{id} mirrored");
        assert_eq!(verdict(&explain(&turned)), exchanged, "{id} with the sides exchanged");
        assert_eq!(verdict(&explain(&both)), exchanged, "{id} mirrored with the sides exchanged");
    }
}

/// The rules of 2011 do not grade attacks; both these and `chinese-three-cycles` let the third occurrence
/// pass.
#[test]
fn the_fourth_occurrence_is_judged_after_three_cycles_and_the_rules_of_2011_draw_attack_against_attack() {
    let mut changed = 0;
    for case in cases(CHINESE) {
        let (start, moves) = parts(&case);
        let half = moves.len() / 2;
        if moves[..half] != moves[half..] {
            continue;
        }
        let third = play(&start, moves.iter().copied());
        let fourth = play(&third, moves[..half].iter().copied());
        let old = |position: &Position| Explanation::of(position, RuleSet::Chinese2011, None);
        let three_cycles = |position: &Position| Explanation::of(position, RuleSet::ChineseThreeCycles, None);
        assert_eq!((old(&third).outcome, three_cycles(&third).outcome), (None, None), "{case}");
        assert!(old(&third).reason(Language::English).ends_with("; the position has occurred three times"));
        let new = explain(&third);
        assert_eq!(verdict(&three_cycles(&fourth)), verdict(&new), "{case}");
        assert!(old(&fourth).lines(Language::English)[0].contains("for the fourth time"), "{case}");
        let levels = new.repetition.as_ref().and_then(|repetition| repetition.levels).unwrap();
        let attacks = |(least, most): (Level, Level)| least > Level::Allowed && most < Level::PerpetualCheck;
        let expected = if levels.into_iter().all(attacks) { "draw" } else { verdict(&new) };
        assert_eq!(verdict(&old(&fourth)), expected, "{case}");
        changed += usize::from(expected != verdict(&new));
    }
    assert!(changed >= 3, "{changed}");
}

/// Reference diagram 8: nine checks and chases over six points, and no position for the third time.
#[test]
fn the_nine_move_rule_judges_nine_rounds_as_a_cycle() {
    let case = cases(CHINESE).find(|case| text(case, "id") == "cn20-ch9-08").expect("the diagram");
    let (start, moves) = parts(&case);
    let of = |position: &Position| Explanation::of(position, RuleSet::ChineseNineMoves, None);
    let end = play(&start, moves.iter().copied());
    let judged = of(&end);
    assert_eq!(verdict(&judged), text(&case, "verdict"));
    let counts = |side| {
        let classes = [MoveClass::Check, MoveClass::Chase, MoveClass::Idle];
        classes.map(|class| judged.repetition.as_ref().unwrap().count(side, class))
    };
    assert_eq!((counts(Color::Red), counts(Color::Black)), ([2, 7, 0], [2, 2, 5]));
    assert_eq!(
        judged.reason(Language::English),
        "red loses by perpetual attack (article 25.3); by the nine-move rule; \
         red: 2 checks, 7 chases (forbidden, heavy); black: 2 checks, 2 chases, 5 idle moves (allowed)"
    );
    assert!(judged.lines(Language::Chinese)[0].starts_with("一方在三个以上的点上连续九个回合"));
    let game = |moves: &[Move], start: &Position| {
        let mut game = Game::new(start.clone(), RuleSet::ChineseNineMoves);
        for &mv in moves {
            game.play(mv).unwrap();
        }
        game.outcome()
    };
    assert_eq!(game(&moves, &start), judged.outcome);
    let mirrored: Vec<_> = moves.iter().map(|mv| mv.mirror()).collect();
    assert_eq!(game(&mirrored, &start.mirrored()), judged.outcome);
    // The border: other rules, eight rounds, the ninth move without its answer, a ninth move that is idle.
    assert_eq!(explain(&end).outcome, None);
    let later = play(&start, moves[..2].iter().copied()).without_history();
    let [eight, unanswered, idle] = [
        play(&later, moves[2..].iter().copied()),
        play(&start, moves[..17].iter().copied()),
        play(&start, moves[..16].iter().copied().chain(["h0h1", "i3h3"].map(|mv| mv.parse().unwrap()))),
    ];
    assert_eq!([eight, unanswered, idle].map(|position| of(&position).outcome), [None; 3]);
}

#[test]
fn a_verdict_does_not_depend_on_where_the_cycle_begins() {
    for case in cases(CHINESE) {
        let (start, moves) = parts(&case);
        let (half, whole) = (moves.len() / 2, play(&start, moves.iter().copied()));
        if moves[..half] != moves[half..] {
            continue;
        }
        for skipped in 1..half {
            let later = play(&start, moves[..skipped].iter().copied()).without_history();
            let end = play(&later, moves.iter().cycle().skip(skipped).take(moves.len()).copied());
            assert_eq!(verdict(&explain(&end)), verdict(&explain(&whole)), "{case} from {skipped}");
        }
    }
}

/// Random cycles hold no surprise: every verdict is the same mirrored, and agrees with its explanation.
#[test]
fn random_cycles_are_judged_and_explained() {
    let mut rng = SplitMix64::new(45);
    let (mut longest, mut decided) = (Duration::ZERO, 0);
    for _ in 0..CYCLES {
        let (start, cycle) = next_cycle(&mut rng);
        let mirror: Vec<_> = cycle.iter().map(|mv| mv.mirror()).collect();
        let position = play_rounds(&start, &cycle, 2);
        let clock = Instant::now();
        let explanation = explain(&position);
        longest = longest.max(clock.elapsed());
        let found = verdict(&explanation);
        let context = || format!("{} {cycle:?}", start.to_fen());
        assert_eq!(found, verdict(&explain(&play_rounds(&start.mirrored(), &mirror, 2))), "{}", context());
        let judged = judge_repetition(&position, RuleSet::Chinese).unwrap();
        assert_eq!(judged == Verdict::Draw, !found.ends_with("loses"), "{}", context());
        for language in Language::ALL {
            assert_eq!(explanation.lines(language).len(), 3 + 2 * cycle.len(), "{}", context());
            assert!(!explanation.reason(language).is_empty());
        }
        decided += usize::from(found.ends_with("loses"));
    }
    println!("{decided} of {CYCLES} lost; the longest took {longest:?}");
    assert!(decided * 20 > CYCLES, "{decided}");
}

/// Adds a pawn at home where no piece comes near and it changes no move of another piece.
#[test]
fn an_idle_pawn_out_of_play_does_not_matter() {
    let mut tried = 0;
    for case in cases(CHINESE) {
        let (start, moves) = parts(&case);
        let found = verdict(&explain(&play(&start, moves.iter().copied())));
        for square in Square::ALL {
            let Some(color) = home_of_pawn(square).filter(|_| start.piece_on(square).is_none()) else {
                continue;
            };
            let mut setup = start.setup();
            setup.board[square] = Some(Piece::new(PieceKind::Pawn, color));
            let Ok(with_pawn) = setup.into_position() else { continue };
            let front =
                Square::ALL[if color == Color::Red { square as usize + 9 } else { square as usize - 9 }];
            if start.piece_on(front).is_some() {
                continue;
            }
            let is_idle = (0..=moves.len()).all(|count| {
                let [without, with] = [&start, &with_pawn].map(|start| {
                    let mut position = start.clone();
                    moves[..count].iter().for_each(|&mv| position.play_unchecked(mv));
                    let others = |mv: &Move| mv.from() != square;
                    position.legal_moves().into_iter().filter(others).collect::<Vec<_>>()
                });
                without == with && without.iter().all(|mv| ![square, front].contains(&mv.to()))
            });
            if is_idle {
                tried += 1;
                let end = play(&with_pawn, moves.iter().copied());
                assert_eq!(verdict(&explain(&end)), found, "{case} with a pawn on {square}");
            }
        }
    }
    assert!(tried >= 50, "{tried}");
}

/// Returns the colour of the pawns that begin on this square.
fn home_of_pawn(square: Square) -> Option<Color> {
    let pawns = [Square::A3, Square::C3, Square::E3, Square::G3, Square::I3];
    Color::ALL.into_iter().find(|&color| pawns.iter().any(|&home| home.relative_to(color) == square))
}
