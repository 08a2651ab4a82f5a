// SPDX-License-Identifier: MIT OR Apache-2.0
//! The mate solver at the service of a search: the answer to `go mate`, and shorter mates in place of those
//! that the iterations find. They find *a* mate, but pruning may hide a shorter one from them at any depth.

use super::proof_table::ProofTable;
use super::solver::{Answer, Mate, Solver};
use crate::search::control::Control;
use crate::search::info::{Listener, MateVerdict, SearchInfo, SearchResult};
use crate::search::limits::{Limits, Request};
use crate::search::root::RootMove;
use crate::search::timeman::TimeManager;
use crate::search::worker::Worker;
use crate::time::Instant;
use crate::tt::TranspositionTable;
use std::time::Duration;
use xiangqi::types::value::{MATE, is_mate, mate_in};

/// Largest size of the solver's table in MiB, unless the transposition table is smaller.
const TABLE_MB: usize = 16;
/// Nodes of the solver if neither time nor nodes are limited, without the line of a mate: twenty seconds.
const UNTIMED_NODES: u64 = 1 << 24;
/// Nodes of the ordinary search for a move, if there is no mate and no limit either: a second or less.
const ANSWER_NODES: u64 = 500_000;
/// Most nodes of the solver for one mate to shorten: a few seconds.
const SHORTEN_NODES: u64 = 1 << 22;

/// The end of a search for a mate.
pub struct MateSearch {
    pub verdict: MateVerdict,
    pub nodes: u64,
    /// The result, if there is a mate.
    pub result: Option<SearchResult>,
}

/// Returns a table for the solver, beside the transposition table.
fn proof_table(tt: &TranspositionTable) -> ProofTable {
    ProofTable::new(TABLE_MB.min(tt.megabytes()).max(1))
}

/// Looks for a mate in at most `most` moves by the root moves, in half of the limits, and within their depth
/// in plies. Reports it, or that there is none, to `listener`.
pub fn search_mate(
    request: Request<'_>,
    most: u32,
    root_moves: &[RootMove],
    control: &Control,
    tt: &TranspositionTable,
    listener: &mut dyn Listener,
) -> MateSearch {
    let Request { position, limits, settings } = request;
    let start = control.start();
    let time = TimeManager::new(limits, settings);
    let mut must_stop =
        || control.poll() || !control.is_pondering() && time.is_half_over(control.elapsed_on_clock(start));
    let moves = root_moves.iter().map(|root_move| root_move.mv).collect();
    let mut solver = Solver::new(position, moves, settings.draw_plies, proof_table(tt), &mut must_stop);
    solver.most_nodes = most_nodes(limits, time.is_timed());

    let within = limits.depth.map_or(most, |plies| most.min(plies.div_ceil(2)));
    let answer = solver.solve(within);
    let verdict = verdict(&answer, most);
    if let Some(message) = message(&answer, most) {
        listener.on_message(&message);
    }
    let mut next = answer.mate;
    let mut result = None;
    for line in 1..=settings.multi_pv {
        let Some(mate) = next.take() else { break };
        let info = info(&mate, line, &solver, start);
        listener.on_info(&info);
        if line < settings.multi_pv {
            solver.root_moves.retain(|&mv| mv != mate.line[0]);
            next = solver.solve(within).mate;
        }
        result.get_or_insert_with(|| as_result(info, verdict));
    }
    MateSearch { verdict, nodes: solver.nodes, result }
}

/// Returns the limits of the ordinary search after a search for a mate that found none.
pub fn remaining(limits: &Limits, search: &MateSearch) -> Limits {
    let Limits { depth, nodes, soft_nodes, movetime, clock, mate, infinite, .. } = *limits;
    let has_limit = depth.is_some() || nodes.is_some() || soft_nodes.is_some() || infinite;
    let has_time = movetime.is_some() || clock.is_some();
    Limits {
        mate: mate.filter(|_| search.verdict != MateVerdict::Refuted),
        nodes: if has_limit || has_time { nodes } else { Some(search.nodes + ANSWER_NODES) },
        ..limits.clone()
    }
}

/// Returns the most nodes that the solver may take.
fn most_nodes(limits: &Limits, is_timed: bool) -> u64 {
    match limits.nodes.into_iter().chain(limits.soft_nodes).min() {
        Some(nodes) => nodes / 2,
        None if is_timed => u64::MAX,
        None => UNTIMED_NODES,
    }
}

fn verdict(answer: &Answer, most: u32) -> MateVerdict {
    match answer.mate {
        Some(ref mate) => MateVerdict::Proven { is_shortest: answer.refuted + 1 == mate.moves },
        None if answer.refuted == most => MateVerdict::Refuted,
        None => MateVerdict::Unknown { refuted: answer.refuted },
    }
}

/// Returns the verdict in words, unless the score says it all.
fn message(answer: &Answer, most: u32) -> Option<String> {
    let in_moves = |moves: u32| format!("in {moves} move{}", if moves == 1 { "" } else { "s" });
    match (verdict(answer, most), &answer.mate) {
        (MateVerdict::Proven { is_shortest: false }, Some(mate)) => {
            let found = in_moves(mate.moves);
            Some(format!(
                "mate {found}: a shorter one {} or more is not ruled out",
                in_moves(answer.refuted + 1)
            ))
        }
        (MateVerdict::Proven { .. }, _) => None,
        (MateVerdict::Refuted, _) => Some(format!("no mate {}", in_moves(most))),
        (MateVerdict::Unknown { refuted: 0 }, _) => Some(format!("mate {}: unknown", in_moves(most))),
        (MateVerdict::Unknown { refuted }, _) => {
            Some(format!("mate {}: unknown, but there is none {}", in_moves(most), in_moves(refuted)))
        }
    }
}

fn info(mate: &Mate, line: usize, solver: &Solver<'_>, start: Instant) -> SearchInfo {
    let plies = 2 * mate.moves - 1;
    SearchInfo {
        multi_pv: line,
        nodes: solver.nodes,
        time: start.elapsed(),
        hashfull: solver.table.hashfull(),
        ..SearchInfo::new(plies, mate_in(plies as usize), mate.line.clone())
    }
}

fn as_result(info: SearchInfo, verdict: MateVerdict) -> SearchResult {
    let SearchInfo { depth, value, nodes, time, pv, .. } = info;
    SearchResult { nodes, time, mate_verdict: Some(verdict), ..SearchResult::new(depth, value, pv) }
}

impl Worker<'_> {
    /// Replaces the mate that the iteration found by the shortest one. The solver is asked once for each
    /// number of moves, and takes half of the time that is left.
    pub fn shorten_mate(&mut self) {
        let value = self.root_moves[0].value;
        if is_mate(value) && value > 0 && !self.shortest.is_proven() {
            let moves = u32::try_from(MATE - value).expect("no mate is worth more").div_ceil(2);
            if self.shortest.asked.is_none_or(|asked| moves < asked) {
                self.shortest.asked = Some(moves);
                self.look_for_mate(moves);
            }
        }
        self.restore_mate();
    }

    /// Gives the root move of the proven mate its value and line, if the iteration found nothing better.
    pub fn restore_mate(&mut self) {
        let Some(mate) = &self.shortest.mate else { return };
        let value = mate_in(2 * mate.moves as usize - 1);
        if value <= self.root_moves[0].value {
            return;
        }
        let index = self.root_moves.iter().position(|root_move| root_move.mv == mate.line[0]);
        let index = index.expect("the root moves stay the same");
        self.root_moves[index].value = value;
        self.root_moves[index].pv.clone_from(&mate.line);
        self.root_moves[..=index].rotate_right(1);
    }

    fn look_for_mate(&mut self, most: u32) {
        let (shared, limits) = (self.shared, self.limits);
        // A search that ponders has all its time before it.
        let begin = if self.is_answer_due() { self.elapsed() } else { Duration::ZERO };
        let end = begin + self.time.left(begin) / 2;
        let mut must_stop = || shared.must_stop() || self.is_answer_due() && self.elapsed() >= end;
        let moves = self.root_moves.iter().map(|root_move| root_move.mv).collect();
        let table = proof_table(shared.tt);
        let mut solver = Solver::new(&self.position, moves, self.settings.draw_plies, table, &mut must_stop);
        let nodes_left = limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(shared.nodes()));
        solver.most_nodes = SHORTEN_NODES.min(nodes_left / 2);
        let answer = solver.solve(most);
        self.nodes += solver.nodes;
        let shortest = &mut self.shortest;
        shortest.refuted = shortest.refuted.max(answer.refuted);
        if let Some(mate) = answer.mate {
            // Only a shorter one is of interest from here.
            shortest.asked = Some(mate.moves);
            shortest.mate = Some(mate);
        }
    }
}
