// SPDX-License-Identifier: MIT OR Apache-2.0
//! The judge of repetitions against its own symmetries and its own explanations, on random cycles; and his speed.

#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

#[path = "support/cycles.rs"]
mod cycles;

use chuhe::Position;
use chuhe::rules::explain::{Conduct, Explanation, Repetition};
use chuhe::rules::{Game, GameOutcome, RuleSet, Termination, Verdict, judge_repetition};
use chuhe::types::{Color, Move, SplitMix64, Square};
use cycles::{next_cycle, play_rounds};
use std::collections::HashSet;
use std::time::{Duration, Instant};

const CYCLES: usize = if cfg!(debug_assertions) { 2_000 } else { 20_000 };
const RULE_SETS: [RuleSet; 4] = [RuleSet::AlwaysDraw, RuleSet::CheckBan, RuleSet::Asian, RuleSet::Computer];

/// Whom the repetition favours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Favoured {
    Nobody,
    Side(Color),
}

/// The verdict, if there is one, by side and not by turn.
fn verdict(position: &Position, plies_from_root: usize, rules: RuleSet) -> Option<Favoured> {
    let side = position.side_to_move();
    judge_repetition(position, plies_from_root, rules).map(|verdict| match verdict {
        Verdict::Draw => Favoured::Nobody,
        Verdict::Win => Favoured::Side(side),
        Verdict::Loss => Favoured::Side(!side),
    })
}

#[test]
fn verdicts_on_random_cycles_are_symmetric_and_lasting() {
    let mut rng = SplitMix64::new(2024);
    let mut losses = [0; 4];
    for _ in 0..CYCLES {
        let (start, cycle) = next_cycle(&mut rng);
        let turned: Vec<_> = cycle.iter().map(|mv| Move::new(mv.from().rotate(), mv.to().rotate())).collect();
        let mirrored: Vec<_> = cycle.iter().map(|mv| mv.mirror()).collect();
        let once = play_rounds(&start, &cycle, 1);
        let position = play_rounds(&start, &cycle, 2);
        let turned = play_rounds(&start.color_flipped(), &turned, 2);
        let mirrored = play_rounds(&start.mirrored(), &mirrored, 2);
        for (rules, losses) in RULE_SETS.into_iter().zip(&mut losses) {
            let context = || format!("{rules:?} {} {cycle:?}", start.to_fen());
            let Some(found) = verdict(&position, 0, rules) else { panic!("{}", context()) };
            *losses += usize::from(found != Favoured::Nobody);

            let exchanged = match found {
                Favoured::Nobody => Favoured::Nobody,
                Favoured::Side(side) => Favoured::Side(!side),
            };
            assert_eq!(verdict(&turned, 0, rules), Some(exchanged), "sides exchanged: {}", context());
            assert_eq!(verdict(&mirrored, 0, rules), Some(found), "mirrored: {}", context());
            assert_eq!(verdict(&once, 99, rules), Some(found), "second occurrence: {}", context());
            let mut longer = position.clone();
            for &mv in &cycle {
                longer.play(mv).unwrap();
                assert_eq!(verdict(&longer, 0, rules), Some(found), "played on {mv}: {}", context());
            }
        }
    }
    println!("lost of {CYCLES} under {RULE_SETS:?}: {losses:?}");
    assert_eq!(losses[0], 0);
    assert!(losses[2] * 20 > CYCLES && losses[3] * 20 > CYCLES, "the cycles are too tame: {losses:?}");
}

#[test]
fn explanations_agree_with_the_referee_and_with_themselves() {
    let mut rng = SplitMix64::new(2025);
    let mut offences = 0;
    for _ in 0..CYCLES {
        let (start, cycle) = next_cycle(&mut rng);
        let position = play_rounds(&start, &cycle, 2);
        for rules in RULE_SETS {
            let explanation = Explanation::of(&position, rules, None);
            let mut game = Game::new(start.clone(), rules, None);
            if cycle.iter().cycle().take(2 * cycle.len()).any(|&mv| game.play(mv).is_err()) {
                // Another position of the cycle stood three times before.
                game = Game::new(position.clone(), rules, None);
            }
            let context = || format!("{rules:?} {} {cycle:?}\n{explanation:#?}", start.to_fen());
            assert_eq!(explanation.outcome, game.outcome(), "{}", context());
            let repetition = explanation.repetition.as_ref().unwrap();
            assert_eq!(repetition.occurrences, 3);
            assert_eq!(repetition.deeds.len(), 2 * cycle.len());
            let outcome = explanation.outcome.unwrap();
            assert_eq!(outcome.winner, winner_by(&repetition.conduct, rules, repetition), "{}", context());
            let offender = outcome.winner.map(|winner| &repetition.conduct[!winner]);
            assert!(match outcome.termination {
                Termination::PerpetualCheck => offender == Some(&Conduct::PerpetualCheck),
                Termination::PerpetualChase =>
                    offender.is_some_and(|conduct| (1..3).contains(&conduct.gravity())),
                reason => reason == Termination::Repetition && offender.is_none(),
            });
            offences += usize::from(offender.is_some());
        }
        let repetition = Explanation::of(&position, RuleSet::Asian, None).repetition.unwrap();
        for side in Color::ALL {
            let context = || format!("{side} {} {cycle:?}\n{repetition:#?}", start.to_fen());
            assert_eq!(repetition.conduct[side].gravity().min(2), retold(&repetition, side), "{}", context());
        }
    }
    assert!(offences * 10 > CYCLES, "{offences}");
}

/// The verdict that follows from what both sides did.
fn winner_by(conduct: &[Conduct; 2], rules: RuleSet, repetition: &Repetition) -> Option<Color> {
    let has_checks = repetition.deeds.iter().any(|deed| deed.checks);
    let level = |side: Color| match (rules, conduct[side].gravity()) {
        (RuleSet::AlwaysDraw, _) | (RuleSet::CheckBan, 1..3) => 0,
        (RuleSet::Computer, 1..3) => u8::from(!has_checks),
        (_, gravity) => gravity,
    };
    Color::ALL.into_iter().find(|&side| level(side) < level(!side))
}

/// 2: every move of the side checks, 1: chases one and the same man, 0: neither. Told from the single moves alone, by
/// following every man of the other side.
fn retold(repetition: &Repetition, side: Color) -> u8 {
    let own = || repetition.deeds.iter().filter(|deed| deed.man.piece.color() == side);
    if own().all(|deed| deed.checks) {
        return 2;
    }
    let mut name_on: [Square; 90] = Square::ALL;
    let mut victims: HashSet<Square> = Square::ALL.into_iter().collect();
    for deed in &repetition.deeds {
        name_on.swap(deed.mv.from() as usize, deed.mv.to() as usize);
        if deed.man.piece.color() == side {
            let chases = deed.attacks.iter().filter(|attack| attack.worth.is_chase());
            let now: HashSet<Square> = chases.map(|attack| name_on[attack.prey.square as usize]).collect();
            victims.retain(|man| now.contains(man));
        }
    }
    u8::from(!victims.is_empty())
}

/// Plays both sides' moves over and over for a thousand plies and asks for the verdict after each: the time of a
/// question, and the last answer.
fn time_of_verdicts(fen: &str, red: &str, black: &str) -> (Duration, Option<GameOutcome>) {
    let mut position = Position::from_fen(fen).unwrap();
    let cycles = [red, black].map(|moves| moves.split(' ').map(|mv| mv.parse::<Move>().unwrap()));
    let mut cycles = cycles.map(Iterator::cycle);
    let mut spent = Duration::ZERO;
    let mut outcome = None;
    for _ in 0..1000 {
        position.play(cycles[position.side_to_move()].next().unwrap()).unwrap();
        let start = Instant::now();
        outcome = GameOutcome::of(&position, RuleSet::Asian, None);
        spent += start.elapsed();
    }
    (spent / 1000, outcome)
}

/// Expected are 20 microseconds at most; the bound leaves room for busy machines.
#[test]
#[cfg_attr(debug_assertions, ignore = "a question of speed")]
fn a_thousand_plies_of_shuffling_are_judged_in_no_time() {
    let start = Position::startpos().to_fen();
    let crowd = "rnbak4/4a4/1c7/p1p3c2/9/9/P1P6/1C4R2/4A4/RNBAK4 b";
    // Three moves against sixteen come round after 96 plies.
    let tour = "i9i8 i8h8 h8g8 g8f8 f8f7 f7f6 f6f5 f5f4 f4f5 f5f6 f6f7 f7f8 f8g8 g8h8 h8i8 i8i9";
    for (fen, red, black, reason) in [
        (start.as_str(), "h0g2 g2h0", "h9g7 g7h9", Termination::Repetition),
        (&start, "a0a1 a1a2 a2a0", tour, Termination::Repetition),
        ("4k4/R8/9/9/9/9/9/9/9/3K5 w", "a8a9 a9a8", "e9e8 e8e9", Termination::PerpetualCheck),
        (crowd, "g2h2 h2g2", "g6h6 h6g6", Termination::PerpetualChase),
        (crowd, "g2h2 h2i2 i2h2 h2g2", "g6h6 h6i6 i6h6 h6g6", Termination::PerpetualChase),
        (crowd, "g2h2 h2i2 i2g2", "g6h6 h6i6 i6g6", Termination::PerpetualChase),
    ] {
        let (time, outcome) = time_of_verdicts(fen, red, black);
        println!("{:6.2} microseconds a verdict: {red} / {black}", time.as_secs_f64() * 1e6);
        assert_eq!(outcome.unwrap().termination, reason, "{red} / {black}");
        assert!(time < Duration::from_micros(100), "{time:?}: {red} / {black}");
    }
}
