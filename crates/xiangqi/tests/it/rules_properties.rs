// SPDX-License-Identifier: MIT OR Apache-2.0
//! Properties of the judgement of repetitions on random cycles: symmetry, agreement with its explanations,
//! and speed.

use crate::support::cycles::{next_cycle, play_rounds};
use std::collections::HashSet;
use xiangqi::Position;
use xiangqi::rules::explain::{Explanation, Repetition};
use xiangqi::rules::{
    Game, GameOutcome, Offence, RuleSet, Termination, Verdict, earlier_occurrences, judge_repetition,
    judge_span,
};
use xiangqi::types::{Color, Move, SplitMix64, Square};

const CYCLES: usize = if cfg!(debug_assertions) { 2_000 } else { 20_000 };
const RULE_SETS: [RuleSet; 4] = [RuleSet::AlwaysDraw, RuleSet::CheckBan, RuleSet::Asian, RuleSet::Computer];

/// The side that the repetition favours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Favoured {
    Neither,
    Side(Color),
}

/// Returns the verdict, if there is one, by colour instead of by side to move.
fn verdict(position: &Position, rules: RuleSet) -> Option<Favoured> {
    judge_repetition(position, rules).map(|verdict| favoured(position, verdict))
}

/// Returns the verdict on the second occurrence of the position.
fn verdict_on_second(position: &Position, rules: RuleSet) -> Option<Favoured> {
    let span = earlier_occurrences(position).next()?;
    Some(favoured(position, judge_span(position, span, rules)))
}

fn favoured(position: &Position, verdict: Verdict) -> Favoured {
    let side = position.side_to_move();
    match verdict {
        Verdict::Draw => Favoured::Neither,
        Verdict::Win => Favoured::Side(side),
        Verdict::Loss => Favoured::Side(!side),
    }
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
            let Some(found) = verdict(&position, rules) else { panic!("{}", context()) };
            *losses += usize::from(found != Favoured::Neither);

            let exchanged = match found {
                Favoured::Neither => Favoured::Neither,
                Favoured::Side(side) => Favoured::Side(!side),
            };
            assert_eq!(verdict(&turned, rules), Some(exchanged), "sides exchanged: {}", context());
            assert_eq!(verdict(&mirrored, rules), Some(found), "mirrored: {}", context());
            assert_eq!(verdict_on_second(&once, rules), Some(found), "second occurrence: {}", context());
            let mut longer = position.clone();
            for &mv in &cycle {
                longer.play(mv).unwrap();
                assert_eq!(verdict(&longer, rules), Some(found), "played on {mv}: {}", context());
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
            let mut game = Game::new(start.clone(), rules).with_limit(None);
            if cycle.iter().cycle().take(2 * cycle.len()).any(|&mv| game.play(mv).is_err()) {
                // Another position of the cycle stood three times before.
                game = Game::new(position.clone(), rules).with_limit(None);
            }
            let context = || format!("{rules:?} {} {cycle:?}\n{explanation:#?}", start.to_fen());
            assert_eq!(explanation.outcome, game.outcome(), "{}", context());
            let repetition = explanation.repetition.as_ref().unwrap();
            assert_eq!(repetition.occurrences, 3);
            assert_eq!(repetition.moves.len(), 2 * cycle.len());
            let outcome = explanation.outcome.unwrap();
            assert_eq!(outcome.winner, winner_by(repetition, rules), "{}", context());
            let offence = outcome.winner.map(|winner| repetition.offences[!winner]);
            assert!(match outcome.termination {
                Termination::PerpetualCheck => offence == Some(Offence::PerpetualCheck),
                Termination::PerpetualChase =>
                    offence.is_some_and(|offence| (1..3).contains(&gravity(offence))),
                reason => reason == Termination::Repetition && offence.is_none(),
            });
            offences += usize::from(offence.is_some());
        }
        let repetition = Explanation::of(&position, RuleSet::Asian, None).repetition.unwrap();
        for side in Color::ALL {
            let context = || format!("{side} {} {cycle:?}\n{repetition:#?}", start.to_fen());
            assert_eq!(
                gravity(repetition.offences[side]).min(2),
                recomputed(&repetition, side),
                "{}",
                context()
            );
        }
    }
    assert!(offences * 10 > CYCLES, "{offences}");
}

/// Returns the rank of an offence in the rule book's order, written out here a second time.
const fn gravity(offence: Offence) -> u8 {
    match offence {
        Offence::None => 0,
        Offence::PerpetualChase => 1,
        Offence::ChaseOfPinnedRook => 2,
        Offence::PerpetualCheck => 3,
    }
}

/// Returns the winner that follows from the offences of both sides.
fn winner_by(repetition: &Repetition, rules: RuleSet) -> Option<Color> {
    let has_checks = repetition.moves.iter().any(|mv| mv.checks);
    let level = |side: Color| match (rules, gravity(repetition.offences[side])) {
        (RuleSet::AlwaysDraw, _) | (RuleSet::CheckBan, 1..3) => 0,
        (RuleSet::Computer, 1..3) => u8::from(!has_checks),
        (_, gravity) => gravity,
    };
    Color::ALL.into_iter().find(|&side| level(side) < level(!side))
}

/// Returns 2 if every move of the side checks, 1 if every move chases one and the same piece, 0 otherwise.
/// This follows every piece of the other side through the single moves.
fn recomputed(repetition: &Repetition, side: Color) -> u8 {
    let own = || repetition.moves.iter().filter(|mv| mv.piece.piece.color() == side);
    if own().all(|mv| mv.checks) {
        return 2;
    }
    let mut name_on: [Square; 90] = Square::ALL;
    let mut chased: HashSet<Square> = Square::ALL.into_iter().collect();
    for mv in &repetition.moves {
        name_on.swap(mv.mv.from() as usize, mv.mv.to() as usize);
        if mv.piece.piece.color() == side {
            let chasing = mv.attacks.iter().filter(|attack| attack.effect.is_chase());
            let now: HashSet<Square> = chasing.map(|attack| name_on[attack.target.square as usize]).collect();
            chased.retain(|piece| now.contains(piece));
        }
    }
    u8::from(!chased.is_empty())
}

/// Plays both sides' moves over and over for a thousand plies, asking for the verdict after each, and returns
/// the last one.
fn shuffled(fen: &str, red: &str, black: &str) -> GameOutcome {
    let mut position = Position::from_fen(fen).unwrap();
    let cycles = [red, black].map(|moves| moves.split(' ').map(|mv| mv.parse::<Move>().unwrap()));
    let mut cycles = cycles.map(Iterator::cycle);
    let mut outcome = None;
    for _ in 0..1000 {
        position.play(cycles[position.side_to_move()].next().unwrap()).unwrap();
        outcome = GameOutcome::of(&position, RuleSet::Asian, None);
    }
    outcome.unwrap()
}

#[test]
fn a_thousand_plies_of_shuffling_are_judged() {
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
        assert_eq!(shuffled(fen, red, black).termination, reason, "{red} / {black}");
    }
}
