// SPDX-License-Identifier: MIT OR Apache-2.0
//! Perpetual check: positions that plain retrograde analysis leaves undecided because one side can check for
//! ever, which the rules forbid.
//!
//! Play that is never decided is lost by the side whose moves are checks from some point on, unless the other
//! side's are too. For one side, the *pursuer*, to win by this rule, the other, the *checker*, must be bound
//! to check: every move of his that gives none loses. The pursuer, always in check, evades so that his
//! evasion is again and again no check itself; were all of them checks, it would be a draw.
//!
//! This is a game whose winner is found by nested fixpoints (a parity game with three priorities). In three
//! steps, repeated until nothing changes:
//!
//! 1. The largest set of undecided positions in which the checker's moves all give check and stay in the set,
//!    or lose; and the pursuer, in check, has an evasion that stays.
//! 2. Of these, the largest part from which the pursuer reaches, without leaving it, a position in which the
//!    checker is not in check: he has made a quiet evasion.
//! 3. These are wins for the pursuer; from them retrograde analysis goes on.
//!
//! Distances in the second set count plies to the next quiet evasion, above all distances so far (a *level*).
//! The one-sided form is described by Fang, "Checking indefinitely in Chinese-chess endgames" (2002).

use super::moves::visit_boards;
use super::retrograde::Retrograde;
use super::value::{CheckRule, Code, DRAW, TbValue, is_win};
use std::collections::HashMap;
use std::sync::Mutex;
use xiangqi::position::{Board, GenKind, Position};
use xiangqi::types::Color;

/// An undecided position of the checker all of whose moves are checks or lose.
#[derive(Debug)]
struct Bound {
    /// The pursuer's last move was quiet, without check.
    is_quiet: bool,
    /// The numbers of the undecided positions that his checks lead to.
    checks: Vec<usize>,
}

/// Decides the wins by perpetual check. Returns the first distance of values that depend on the rule,
/// [`DRAW`] if there are none.
pub(crate) fn decide(work: &mut Retrograde) -> Code {
    let rule_from = work.with_rule();
    loop {
        let wins = Color::ALL.map(|checker| wins_of_the_pursuer(work, checker));
        if wins.iter().all(Vec::is_empty) {
            return if work.next_level() > rule_from { rule_from } else { DRAW };
        }
        let level = work.next_level();
        for (side, number, rank) in wins.into_iter().flatten() {
            work.decide(side, number, level.saturating_add(rank));
        }
        work.rounds();
    }
}

/// Returns side to move, number and rank of the undecided positions in which `checker` is bound to check for
/// ever.
fn wins_of_the_pursuer(work: &Retrograde, checker: Color) -> Vec<(Color, usize, Code)> {
    let found = Mutex::new(HashMap::new());
    work.each_number(|number| {
        if work.code(checker, number) == DRAW
            && let Some(board) = work.index().placement(number)
            && let Some(bound) = bound(work, &board, checker)
        {
            found.lock().expect("no thread panicked").insert(number, bound);
        }
    });
    let mut bound = found.into_inner().expect("no thread panicked");
    let mut evasions: HashMap<usize, Vec<usize>> = HashMap::new();
    for &number in bound.values().flat_map(|bound| &bound.checks) {
        evasions.entry(number).or_insert_with(|| undecided_evasions(work, number, !checker));
    }
    prune(&mut bound, &mut evasions);
    let mut ranks = HashMap::new();
    loop {
        let next = reach_quiet(
            &bound,
            &evasions,
            |number| ranks.is_empty() || ranks.contains_key(&(!checker, number)),
            checker,
        );
        let is_stable = next.len() == ranks.len();
        if is_stable || next.is_empty() {
            return next.into_iter().map(|((side, number), rank)| (side, number, rank)).collect();
        }
        ranks = next;
    }
}

/// Returns the checks of a position if all its other moves lose.
fn bound(work: &Retrograde, board: &Board, side: Color) -> Option<Bound> {
    let position = Position::from_board(board.clone(), side);
    let mut bound = Bound { is_quiet: !position.in_check(), checks: Vec::new() };
    let mut is_bound = true;
    visit_boards(&position, GenKind::All, |after, is_capture| {
        if !is_bound {
            return;
        }
        if is_capture {
            is_bound = matches!(work.smaller().value(after, !side, CheckRule::Ban), TbValue::Win(_));
            return;
        }
        let number = work.index().number(after, Color::Red);
        match work.code(!side, number) {
            DRAW if !after.checkers(!side).is_empty() => bound.checks.push(number),
            code => is_bound = is_win(code),
        }
    });
    is_bound.then_some(bound)
}

/// Returns the numbers of the undecided positions that quiet moves lead to.
fn undecided_evasions(work: &Retrograde, number: usize, side: Color) -> Vec<usize> {
    let Some(board) = work.index().placement(number) else { return Vec::new() };
    let position = Position::from_board(board, side);
    let mut evasions = Vec::new();
    visit_boards(&position, GenKind::Quiets, |after, _| {
        let number = work.index().number(after, Color::Red);
        if work.code(!side, number) == DRAW {
            evasions.push(number);
        }
    });
    evasions
}

/// Step 1: removes positions from which play can leave the set.
fn prune(bound: &mut HashMap<usize, Bound>, evasions: &mut HashMap<usize, Vec<usize>>) {
    loop {
        let before = (bound.len(), evasions.len());
        evasions.retain(|_, to| {
            to.retain(|number| bound.contains_key(number));
            !to.is_empty()
        });
        bound.retain(|_, bound| bound.checks.iter().all(|number| evasions.contains_key(number)));
        if (bound.len(), evasions.len()) == before {
            return;
        }
    }
}

/// Step 2: returns the positions from which the pursuer can reach a quiet evasion, by side to move and
/// number, with the plies until then; after it every check must lead to a position that is `allowed`.
fn reach_quiet(
    bound: &HashMap<usize, Bound>,
    evasions: &HashMap<usize, Vec<usize>>,
    allowed: impl Fn(usize) -> bool,
    checker: Color,
) -> HashMap<(Color, usize), Code> {
    let quiet =
        bound.iter().filter(|(_, bound)| bound.is_quiet && bound.checks.iter().all(|&to| allowed(to)));
    let mut ranks: HashMap<_, _> = quiet.map(|(&number, _)| ((checker, number), 0)).collect();
    let mut rank = 0;
    loop {
        rank += 1;
        let evading =
            evasions.iter().filter(|(_, to)| to.iter().any(|&to| ranks.contains_key(&(checker, to))));
        let new: Vec<_> =
            evading.map(|(&number, _)| (!checker, number)).filter(|key| !ranks.contains_key(key)).collect();
        let is_done = new.is_empty();
        ranks.extend(new.into_iter().map(|key| (key, rank)));
        rank += 1;
        let checking = bound.iter().filter(|(_, bound)| {
            !bound.is_quiet && bound.checks.iter().all(|&to| ranks.contains_key(&(!checker, to)))
        });
        let new: Vec<_> =
            checking.map(|(&number, _)| (checker, number)).filter(|key| !ranks.contains_key(key)).collect();
        if is_done && new.is_empty() {
            return ranks;
        }
        ranks.extend(new.into_iter().map(|key| (key, rank)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tb::build::{build_from, in_order};
    use crate::tb::index::Index;
    use crate::tb::value::{Smaller, Table};
    use core::sync::atomic::AtomicBool;
    use std::sync::Arc;

    /// A position of the naive solution below, with the positions that its moves lead to.
    struct State {
        /// A capture wins for the pursuer, or one does not: both decide alone whom they suit.
        captures: Vec<bool>,
        quiets: Vec<usize>,
        is_legal: bool,
        in_check: bool,
    }

    /// All states of a balance, by number and side to move, with captures as the pursuer sees them.
    fn states(index: &Index, smaller: &Smaller, pursuer: Color) -> Vec<[State; 2]> {
        let state = |number: usize, side: Color| {
            let none = State { captures: Vec::new(), quiets: Vec::new(), is_legal: false, in_check: false };
            let Some(board) = index.placement(number).filter(|board| board.checkers(!side).is_empty()) else {
                return none;
            };
            let position = Position::from_board(board, side);
            let mut state = State { is_legal: true, in_check: position.in_check(), ..none };
            for mv in position.legal_moves() {
                let after = position.after(mv);
                if position.is_capture(mv) {
                    let value = smaller.value(after.board(), !side, CheckRule::Ban);
                    let wins = if side == pursuer {
                        matches!(value, TbValue::Loss(_))
                    } else {
                        matches!(value, TbValue::Win(_))
                    };
                    state.captures.push(wins);
                } else {
                    state.quiets.push(index.number(after.board(), Color::Red));
                }
            }
            state
        };
        (0..index.size()).map(|number| Color::ALL.map(|side| state(number, side))).collect()
    }

    /// The positions that the pursuer wins, by the formula of the parity game, nothing clever: the least X of
    /// the greatest Y of the least Z of the positions from which he forces X, having met a
    /// move without check; Y, having made a quiet evasion; or Z.
    fn naive(states: &[[State; 2]], pursuer: Color) -> Vec<[bool; 2]> {
        let step = |[x, y, z]: [&Vec<[bool; 2]>; 3], number: usize, side: Color| {
            let state = &states[number][side as usize];
            let goal = match (side == pursuer, state.in_check) {
                (true, false) => x,
                (false, false) => y,
                _ => z,
            };
            let wins = |&to: &usize| goal[to][!side as usize];
            if side == pursuer {
                state.captures.contains(&true) || state.quiets.iter().any(wins)
            } else {
                !state.captures.contains(&false) && state.quiets.iter().all(wins)
            }
        };
        let constant = |value| vec![[value; 2]; states.len()];
        let mut x = constant(false);
        loop {
            let mut y = constant(true);
            loop {
                let mut z = constant(false);
                loop {
                    let next: Vec<_> = (0..states.len())
                        .map(|number| {
                            Color::ALL.map(|side| {
                                states[number][side as usize].is_legal && step([&x, &y, &z], number, side)
                            })
                        })
                        .collect();
                    if next == z {
                        break;
                    }
                    z = next;
                }
                if z == y {
                    break;
                }
                y = z;
            }
            if y == x {
                return x;
            }
            x = y;
        }
    }

    fn agrees_with_the_naive_solution(name: &str) -> usize {
        let stop = AtomicBool::new(false);
        let mut tables: Vec<Arc<Table>> = Vec::new();
        for balance in in_order(&[name.parse().unwrap()]) {
            let smaller = Smaller(tables.clone());
            tables.push(Arc::new(build_from(balance, &smaller, 2, &stop).unwrap()));
        }
        let table = tables.pop().unwrap();
        let smaller = Smaller(tables);
        let mut by_rule = 0;
        for pursuer in Color::ALL {
            let states = states(table.index(), &smaller, pursuer);
            let won = naive(&states, pursuer);
            for (number, won) in won.iter().enumerate() {
                for side in Color::ALL {
                    if !states[number][side as usize].is_legal {
                        continue;
                    }
                    let code = table.codes(side)[number];
                    let parity = u16::from(side == pursuer);
                    let is_won = code < DRAW && code % 2 == parity;
                    assert_eq!(is_won, won[side as usize], "{name} {number} {side:?}");
                    by_rule += usize::from(is_won && code >= table.rule_from());
                }
            }
        }
        by_rule
    }

    #[test]
    fn small_tables_agree_with_the_naive_solution() {
        assert_eq!(agrees_with_the_naive_solution("KPvKP"), 0);
        assert_eq!(agrees_with_the_naive_solution("KAvKB"), 0);
    }

    #[test]
    fn rooks_against_horses_agree_with_the_naive_solution() {
        assert_eq!(agrees_with_the_naive_solution("KRvKN"), 312 + 1285);
    }
}
