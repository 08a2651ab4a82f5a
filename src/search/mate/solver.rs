// SPDX-License-Identifier: MIT OR Apache-2.0
//! The state of the solver, and the ends of a line.

use super::numbers::Numbers;
use super::table::ProofTable;
use crate::position::Position;
use crate::search::control::Stopped;
use crate::types::{Move, SplitMix64};

/// Nodes between two questions whether to stop.
const POLL_INTERVAL: u64 = 1024;

/// A reply or an attacking move, with the numbers of the position after it.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    pub mv: Move,
    pub numbers: Numbers,
}

/// The solver.
pub struct Solver<'a> {
    pub position: Position,
    pub root_moves: Vec<Move>,
    pub table: ProofTable,
    pub nodes: u64,
    /// The children of all nodes on the current line, one node after the other.
    pub children: Vec<Child>,
    /// The mating move of the attacker's node last proven.
    pub winner: Option<Move>,
    /// The replies that last prevented a mate in one.
    pub refutations: [Option<Move>; 2],
    pub most_nodes: u64,
    /// A phase of the search ends at this number of nodes.
    pub phase_end: u64,
    must_stop: &'a mut dyn FnMut() -> bool,
    next_poll: u64,
    /// Positions that have occurred twice: once more, and the game is over by repetition.
    repeated: Vec<u64>,
    /// Plies without capture that draw the game.
    draw_plies: Option<u16>,
}

impl<'a> Solver<'a> {
    /// Returns a solver for the given moves of the side to move. It asks `must_stop` from time to time.
    pub fn new(
        position: &Position,
        root_moves: Vec<Move>,
        draw_plies: Option<u16>,
        table: ProofTable,
        must_stop: &'a mut dyn FnMut() -> bool,
    ) -> Self {
        Self {
            position: position.clone(),
            root_moves,
            table,
            nodes: 0,
            children: Vec::new(),
            winner: None,
            refutations: [None; 2],
            most_nodes: u64::MAX,
            phase_end: u64::MAX,
            must_stop,
            next_poll: 0,
            repeated: repeated(position),
            draw_plies,
        }
    }

    /// Counts a node.
    #[inline]
    pub fn count_node(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes >= self.next_poll { self.poll() } else { Ok(()) }
    }

    #[cold]
    fn poll(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.phase_end || (self.must_stop)() {
            self.next_poll = 0;
            return Err(Stopped);
        }
        self.next_poll = self.phase_end.min(self.nodes + POLL_INTERVAL);
        Ok(())
    }

    /// Returns true if the game ends here without a mate: by repetition, by the natural limit or for lack of
    /// material. The side to move must have a legal move.
    #[inline]
    pub fn is_over(&self) -> bool {
        !self.repeated.is_empty() && self.repeated.contains(&self.position.key())
            || self.draw_plies.is_some_and(|limit| self.position.rule60_count() >= limit)
            || self.position.is_material_draw()
    }

    /// Returns the key of the current position in the table. Where the natural limit is within reach of a
    /// mate with `moves_left` moves, positions that differ in the counts behind it are different ones.
    #[inline]
    pub fn key(&self, moves_left: u8) -> u64 {
        let state = self.position.state();
        if self.is_limit_near(moves_left) {
            let [red, black] = state.checks;
            let counts = u64::from(state.rule60) << 32 | u64::from(red) << 16 | u64::from(black);
            state.key ^ SplitMix64::new(counts).next_u64()
        } else {
            state.key
        }
    }

    /// Returns the [`key`](Self::key) after `mv`, with `moves_left` moves of the attacker from then on.
    #[inline]
    pub fn key_after(&mut self, mv: Move, moves_left: u8) -> u64 {
        if self.is_limit_near(moves_left + 1) {
            self.position.make(mv, &mut ());
            let key = self.key(moves_left);
            self.position.unmake();
            key
        } else {
            self.position.key_after(mv)
        }
    }

    #[inline]
    fn is_limit_near(&self, moves_left: u8) -> bool {
        let last = self.position.rule60_count() + 2 * u16::from(moves_left);
        self.draw_plies.is_some_and(|limit| last >= limit)
    }

    /// Returns true if `mv` leaves the opponent without a legal move.
    #[inline]
    pub fn is_mate(&mut self, mv: Move) -> bool {
        self.position.make(mv, &mut ());
        let is_mate = !self.position.has_legal_move();
        self.position.unmake();
        is_mate
    }
}

/// Returns the keys of the positions that have occurred at least twice since the last capture.
fn repeated(position: &Position) -> Vec<u64> {
    let reversible = usize::from(position.state().reversible);
    let earlier = &position.history()[position.history().len() - reversible..];
    let mut keys: Vec<u64> = earlier.iter().chain([position.state()]).map(|state| state.key).collect();
    keys.sort_unstable();
    keys.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect()
}
