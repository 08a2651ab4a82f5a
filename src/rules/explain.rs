// SPDX-License-Identifier: MIT OR Apache-2.0
//! Why a game stands as it does, as data: what each move of a repetition does, and what that makes of each side.
//!
//! Nothing is judged here: the outcome is [`GameOutcome::of`], threats are weighed by the code that judges chases, and
//! a side's [`Conduct`] is the offence which that code found. Only moves that offend nobody are looked at in more
//! detail than a judge needs, so that a reader sees why they do not count. [`Explanation::lines`] puts it into words.

use super::chase::{self, after_move, captures, man_on, possible_chasers, possible_victims, threatened};
use super::game::GameOutcome;
use super::repetition::{RuleSet, find_repetition, moves_back};
use crate::position::{Board, Position};
use crate::types::{Bitboard, Color, Move, Piece, PieceKind, Square};

/// A man and its point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Man {
    /// The man.
    pub piece: Piece,
    /// Where it stands.
    pub square: Square,
}

impl Man {
    fn on(board: &Board, square: Square) -> Self {
        Self { piece: man_on(board, square), square }
    }
}

/// An attack made by a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attack {
    /// The man that attacks; not always the man that moved.
    pub hunter: Man,
    /// The man attacked.
    pub prey: Man,
    /// What the attack is worth.
    pub worth: Worth,
}

/// What an attack is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Worth {
    /// A chase: the prey is worth so much more that its protection is irrelevant.
    OnStronger,
    /// A chase: nothing may recapture, not even these men, which only seem to protect the prey.
    OnUnprotected(Vec<(Man, Fault)>),
    /// The prey is protected.
    OnProtected,
    /// The prey could capture the hunter: an offer to exchange.
    Exchange,
    /// The hunter may not capture: its own king would be exposed.
    Unplayable,
    /// Kings and pawns may chase for ever.
    Exempt,
    /// A pawn on its own half may be chased for ever.
    OnHomePawn,
    /// Won already before the move, so not chased by it.
    Old,
}

impl Worth {
    /// Does the attack count as a chase?
    pub fn is_chase(&self) -> bool {
        matches!(self, Self::OnStronger | Self::OnUnprotected(_))
    }
}

/// Why a man that reaches a point does not protect what stands there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fault {
    /// It is pinned.
    Pinned,
    /// The capture itself checks, and recapturing is no answer.
    InCheck,
    /// The king would face the other king.
    FacesKing,
    /// The king would step into another attack.
    WalksIntoAttack,
}

/// What a move of a repetition does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deed {
    /// The move.
    pub mv: Move,
    /// The man that moved, on its new point.
    pub man: Man,
    /// The move's number as in FEN.
    pub number: u32,
    /// It gives check. Then no attacks are listed: a check is no chase.
    pub checks: bool,
    /// The attacks that the move makes, those that count first.
    pub attacks: Vec<Attack>,
    /// The opponent may win the moved man, and could not before.
    pub offers_itself: bool,
}

impl Deed {
    /// Does the move chase?
    pub fn chases(&self) -> bool {
        self.attacks.iter().any(|attack| attack.worth.is_chase())
    }
}

/// What a side's moves in a repetition come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conduct {
    /// Every move checks.
    PerpetualCheck,
    /// Every move chases these men anew (points as in the repeated position).
    PerpetualChase(Vec<Man>),
    /// The same, and a horse of the chaser pins these rooks to their king all the while.
    ChaseOfPinnedRook(Vec<Man>),
    /// Nothing forbidden: so many moves that check, that chase, that do neither.
    Allowed {
        /// Moves that check.
        checks: usize,
        /// Moves that chase, though not all of them the same man.
        chases: usize,
        /// Others.
        idle: usize,
    },
}

/// A position that occurred before, and what happened in between.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// Occurrences so far that were looked at: at the third the game is judged, at the second it is only warned of.
    pub occurrences: u8,
    /// The moves since the first of these occurrences.
    pub deeds: Vec<Deed>,
    /// What they come to, by side, whatever the rule set makes of it.
    pub conduct: [Conduct; 2],
}

/// How a game stands, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The rules of repetition in force.
    pub rules: RuleSet,
    /// Whose move it is.
    pub to_move: Color,
    /// The game's end; `None` while it goes on.
    pub outcome: Option<GameOutcome>,
    /// Plies without capture as the natural limit counts them.
    pub rule60: u16,
    /// The repetition, if the position occurred before.
    pub repetition: Option<Repetition>,
}

impl Explanation {
    /// Explains the present position with the moves that led there; `limit` as for [`GameOutcome::of`].
    pub fn of(position: &Position, rules: RuleSet, limit: Option<u16>) -> Self {
        let third = find_repetition(position, 0).map(|span| (3, span));
        let second = || find_repetition(position, usize::MAX).map(|span| (2, span));
        let repetition =
            third.or_else(second).map(|(occurrences, span)| Repetition::of(position, span, occurrences));
        Self {
            rules,
            to_move: position.side_to_move(),
            outcome: GameOutcome::of(position, rules, limit),
            rule60: position.rule60_count(),
            repetition,
        }
    }
}

impl Repetition {
    fn of(position: &Position, span: usize, occurrences: u8) -> Self {
        let mut board = position.board().clone();
        let mut deeds: Vec<Deed> = (1..)
            .zip(moves_back(position, span))
            .map(|(back, (_, state))| {
                let mv = state.last_move.expect("no repetition reaches across a null move");
                let after = board.clone();
                board.shift(man_on(&after, mv.to()), mv.to(), mv.from());
                let number = (position.ply() - back) / 2 + 1;
                deed(mv, &board, &after, number)
            })
            .collect();
        deeds.reverse();
        let conduct = conduct(position, span, &deeds);
        Self { occurrences, deeds, conduct }
    }
}

fn conduct(position: &Position, span: usize, deeds: &[Deed]) -> [Conduct; 2] {
    let own = |side: Color| deeds.iter().filter(move |deed| deed.man.piece.color() == side);
    let suspected = Color::ALL.map(|side| own(side).all(|deed| !deed.checks));
    let found = chase::perpetual_chases(position, span, suspected);
    Color::ALL.map(|side| {
        let checks = own(side).filter(|deed| deed.checks).count();
        let chases = own(side).filter(|deed| deed.chases()).count();
        let idle = own(side).count() - checks - chases;
        let men =
            |points: Bitboard| points.into_iter().map(|point| Man::on(position.board(), point)).collect();
        if chases + idle == 0 {
            Conduct::PerpetualCheck
        } else if !found[side].pinned_rooks.is_empty() {
            Conduct::ChaseOfPinnedRook(men(found[side].pinned_rooks))
        } else if !found[side].victims.is_empty() {
            Conduct::PerpetualChase(men(found[side].victims))
        } else {
            Conduct::Allowed { checks, chases, idle }
        }
    })
}

fn deed(mv: Move, before: &Board, after: &Board, number: u32) -> Deed {
    let man = Man::on(after, mv.to());
    let side = man.piece.color();
    let checks = !after.checkers(!side).is_empty();
    let is_won = |board, point| !threatened(board, !side, Bitboard::of(point)).is_empty();
    Deed {
        mv,
        man,
        number,
        checks,
        attacks: if checks { Vec::new() } else { attacks(mv, before, after, side) },
        offers_itself: man.piece.kind() != PieceKind::King
            && is_won(after, mv.to())
            && !is_won(before, mv.from()),
    }
}

/// The attacks on men that are threatened since the move, and the other attacks that it made.
fn attacks(mv: Move, before: &Board, after: &Board, side: Color) -> Vec<Attack> {
    let candidates = possible_victims(after, !side);
    let old = threatened(before, side, candidates);
    let chased = threatened(after, side, candidates) - old;
    let mut found = Vec::new();
    for hunter in after.color(side) {
        let earlier = if hunter == mv.to() { mv.from() } else { hunter };
        let made = captures(after, hunter) - captures(before, earlier);
        let preys = (captures(after, hunter) & chased) | made;
        for prey in preys & (after.color(!side) - after.kind(PieceKind::King)) {
            let worth = worth(after, hunter, prey, old);
            // Of a man that was threatened anew, attacks that do not count add nothing.
            if worth.is_chase() || !chased.contains(prey) {
                found.push(Attack { hunter: Man::on(after, hunter), prey: Man::on(after, prey), worth });
            }
        }
    }
    found.sort_by_key(|attack| !attack.worth.is_chase());
    found
}

fn worth(board: &Board, hunter: Square, prey: Square, old: Bitboard) -> Worth {
    let side = man_on(board, hunter).color();
    if !possible_chasers(board, side).contains(hunter) {
        return Worth::Exempt;
    }
    if !possible_victims(board, !side).contains(prey) {
        return Worth::OnHomePawn;
    }
    match chase::attack(board, hunter, prey) {
        attack if attack.is_threat() && old.contains(prey) => Worth::Old,
        chase::Attack::OnStronger => Worth::OnStronger,
        chase::Attack::OnUnprotected(avengers) => {
            let after = after_move(board, hunter, prey);
            let faults = avengers.into_iter().map(|man| (Man::on(&after, man), fault(&after, man, prey)));
            Worth::OnUnprotected(faults.collect())
        }
        chase::Attack::OnProtected => Worth::OnProtected,
        chase::Attack::Exchange => Worth::Exchange,
        chase::Attack::Unplayable => Worth::Unplayable,
    }
}

/// Why the man on `avenger` may not recapture on `point`.
fn fault(board: &Board, avenger: Square, point: Square) -> Fault {
    let side = man_on(board, avenger).color();
    let left = after_move(board, avenger, point).checkers(side);
    if avenger == board.king(side) {
        if left.contains(board.king(!side)) { Fault::FacesKing } else { Fault::WalksIntoAttack }
    } else if left.meets(board.checkers(side)) {
        Fault::InCheck
    } else {
        Fault::Pinned
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explain(fen: &str, moves: &str) -> Repetition {
        let mut position = Position::from_fen(fen).unwrap();
        for mv in moves.split(' ') {
            position.play(mv.parse().unwrap()).unwrap();
        }
        Explanation::of(&position, RuleSet::Asian, None).repetition.unwrap()
    }

    #[test]
    fn the_second_occurrence_is_told_and_the_third_judged() {
        let cycle = "h0g2 h9g7 g2h0 g7h9";
        let start = Position::startpos().to_fen();
        let second = explain(&start, cycle);
        assert_eq!((second.occurrences, second.deeds.len()), (2, 4));
        let third = explain(&start, &format!("{cycle} {cycle} h0g2"));
        assert_eq!((third.occurrences, third.deeds.len()), (3, 8));
        let numbers: Vec<u32> = third.deeds.iter().map(|deed| deed.number).collect();
        assert_eq!(numbers, [1, 2, 2, 3, 3, 4, 4, 5]);
        assert_eq!(third.conduct[0], Conduct::Allowed { checks: 0, chases: 0, idle: 4 });
    }

    #[test]
    fn a_chase_names_hunter_and_prey() {
        let chase = explain("3k5/9/9/6c2/9/9/9/6R2/9/5K3 b", "g6h6 g2h2 h6g6 h2g2");
        let Conduct::PerpetualChase(men) = &chase.conduct[Color::Red] else { panic!("{chase:?}") };
        assert_eq!(men, &[Man { piece: Piece::BlackCannon, square: Square::G6 }]);
        let attack = &chase.deeds[1].attacks[0];
        assert_eq!((attack.hunter.square, attack.prey.square), (Square::H2, Square::H6));
        assert_eq!(attack.worth, Worth::OnUnprotected(vec![]));
        assert!(chase.deeds[0].attacks.is_empty() && !chase.deeds[0].offers_itself);
    }

    #[test]
    fn false_protectors_are_found_out() {
        for (fen, mv, man, expected) in [
            ("9/9/3k1r2R/1R7/5c3/9/9/9/9/4K4 w", "b6b5", Square::F7, Fault::Pinned),
            ("3k5/3c5/9/9/9/9/9/9/R8/3K5 w", "a1a8", Square::D9, Fault::FacesKing),
            ("4k4/4c4/9/3N5/9/9/9/9/R8/3K5 w", "a1a8", Square::E9, Fault::WalksIntoAttack),
        ] {
            let before = Position::from_fen(fen).unwrap();
            let mv: Move = mv.parse().unwrap();
            let deed = deed(mv, before.board(), before.after(mv).board(), 1);
            let faults: Vec<_> = deed
                .attacks
                .iter()
                .filter_map(|attack| match &attack.worth {
                    Worth::OnUnprotected(faults) => Some(faults.clone()),
                    _ => None,
                })
                .flatten()
                .map(|(protector, fault)| (protector.square, fault))
                .collect();
            assert!(faults.contains(&(man, expected)), "{fen}: {deed:?}");
        }
    }

    #[test]
    fn attacks_that_do_not_count_say_why() {
        for (fen, mv, expected) in [
            ("3k5/9/5r3/9/1R3c3/9/9/9/9/4K4 w", "b5c5", None),
            ("3k5/9/5r3/9/5c3/1R7/9/9/9/4K4 w", "b4b5", Some(Worth::OnProtected)),
            ("3k5/9/9/9/5r3/1R7/9/9/9/4K4 w", "b4b5", Some(Worth::Exchange)),
            ("3k5/9/9/9/p8/1R7/9/9/9/4K4 w", "b4b5", Some(Worth::OnHomePawn)),
            ("3k5/9/9/3cP4/9/9/9/9/9/5K3 w", "e6e7", None),
            ("3k5/9/4c4/3P5/9/9/9/9/9/5K3 w", "d6e6", Some(Worth::Exempt)),
        ] {
            let before = Position::from_fen(fen).unwrap();
            let mv: Move = mv.parse().unwrap();
            let deed = deed(mv, before.board(), before.after(mv).board(), 1);
            assert_eq!(deed.attacks.first().map(|attack| attack.worth.clone()), expected, "{fen}");
        }
    }
}
