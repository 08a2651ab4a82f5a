// SPDX-License-Identifier: MIT OR Apache-2.0
//! The solver: the passes of a search for a mate, the ends of a line, and the line of a proven mate.

use super::proof_table::{Numbers, ProofTable, Scope};
use crate::search::control::Stopped;
use crate::search::timeman::PollInterval;
use xiangqi::position::Position;
use xiangqi::types::{Move, SplitMix64};

/// Nodes for checks alone. Mates by checks take far fewer even in twenty moves.
const CHECKS_NODES: u64 = 1 << 18;

/// A mate with its line, the mating side's move first and last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mate {
    pub moves: u32,
    pub line: Vec<Move>,
}

/// The result of a search for a mate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    pub mate: Option<Mate>,
    /// There is no mate in this number of moves.
    pub refuted: u32,
}

/// Results of the solver in one search.
#[derive(Default)]
pub struct ShortestMate {
    /// The shortest mate that it has proven.
    pub mate: Option<Mate>,
    /// There is no mate in this number of moves.
    pub refuted: u32,
    /// It was asked about mates in this number of moves, or has found one: only fewer are asked again.
    pub asked: Option<u32>,
}

impl ShortestMate {
    /// Returns true if a mate is proven, and that none is shorter.
    pub fn is_proven(&self) -> bool {
        self.mate.as_ref().is_some_and(|mate| mate.moves == self.refuted + 1)
    }
}

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
    poll_interval: PollInterval,
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
            poll_interval: PollInterval::new(),
            repeated: repeated(position),
            draw_plies,
        }
    }

    /// Looks for the shortest mate in at most `most` moves of the side to move, by the root moves.
    ///
    /// Checks come first, alone: they find nearly every long mate in no time. Then all moves are tried, one
    /// move deeper each time, until nothing shorter is left.
    pub fn solve(&mut self, most: u32) -> Answer {
        self.phase_end = self.most_nodes.min(self.nodes + CHECKS_NODES);
        let (mate, _) = self.first_mate(most, true);
        self.phase_end = self.most_nodes;
        let shorter = mate.as_ref().map_or(most, |mate| mate.moves - 1);
        let (shortest, refuted) = self.first_mate(shorter, false);
        Answer { mate: shortest.or(mate), refuted }
    }

    /// Returns the first mate in 1, 2, … `most` moves, and the number of moves in which there is none.
    fn first_mate(&mut self, most: u32, checks_only: bool) -> (Option<Mate>, u32) {
        let mut refuted = 0;
        for moves_left in 1..=Scope::MOST_MOVES {
            let moves = u32::from(moves_left);
            if moves > most {
                break;
            }
            match self.mate_in(Scope { moves_left, checks_only }) {
                Ok(None) => refuted = moves,
                Ok(mate) => return (mate, refuted),
                Err(Stopped) => break,
            }
        }
        (None, refuted)
    }

    /// Looks for a mate in the number of moves of `scope`; there must be none in fewer.
    fn mate_in(&mut self, scope: Scope) -> Result<Option<Mate>, Stopped> {
        self.children.clear();
        let moves = self.root_moves.clone();
        let first = if scope.moves_left == 1 {
            self.count_node()?;
            moves.into_iter().find(|&mv| self.is_mate(mv))
        } else {
            let numbers = self.attack_with(&moves, scope, Numbers::NO_LIMIT)?;
            self.winner.filter(|_| numbers.is_proven())
        };
        Ok(first.map(|first| Mate { moves: scope.moves_left.into(), line: self.mating_line(scope, first) }))
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
        self.next_poll = self.phase_end.min(self.nodes + self.poll_interval.next());
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

    /// Returns the line of a proven mate that begins with `first`. There must be no shorter mate in the
    /// scope. After a stop the line may end early.
    pub fn mating_line(&mut self, scope: Scope, first: Move) -> Vec<Move> {
        let mut line = Vec::new();
        // The mate is proven; the rest of its line costs little.
        let phase_end = std::mem::replace(&mut self.phase_end, self.most_nodes.saturating_mul(2));
        let _ = self.extend_line(scope, first, &mut line);
        self.phase_end = phase_end;
        for _ in &line {
            self.position.unmake();
        }
        line
    }

    fn extend_line(&mut self, mut scope: Scope, first: Move, line: &mut Vec<Move>) -> Result<(), Stopped> {
        let mut mv = first;
        loop {
            self.play(mv, line);
            scope = scope.after_a_move();
            let Some(reply) = self.longest_defence(scope)? else { return Ok(()) };
            self.play(reply, line);
            let Some(next) = self.mating_move(scope)? else { return Ok(()) };
            mv = next;
        }
    }

    fn play(&mut self, mv: Move, line: &mut Vec<Move>) {
        self.position.make(mv, &mut ());
        line.push(mv);
    }

    /// Returns a reply that delays the mate for as long as possible; `None` if there is no reply.
    fn longest_defence(&mut self, scope: Scope) -> Result<Option<Move>, Stopped> {
        let replies = self.position.legal_moves();
        if scope.moves_left <= 1 {
            return Ok(replies.first().copied());
        }
        let shorter = scope.after_a_move();
        for &mv in &replies {
            let key = self.key_after(mv, shorter.moves_left);
            if self.table.probe(key, shorter).is_some_and(Numbers::is_disproven) {
                return Ok(Some(mv));
            }
        }
        // The table has forgotten the reply that holds out.
        for &mv in &replies {
            self.position.make(mv, &mut ());
            let mates = self.mating_move(shorter);
            self.position.unmake();
            if mates?.is_none() {
                return Ok(Some(mv));
            }
        }
        Ok(replies.first().copied())
    }

    /// Returns the attacker's move that mates within the scope, if there is one.
    fn mating_move(&mut self, scope: Scope) -> Result<Option<Move>, Stopped> {
        if scope.moves_left == 1 {
            return Ok(self.mate_in_one());
        }
        let after = scope.after_a_move();
        for mv in self.position.legal_moves() {
            let key = self.key_after(mv, after.moves_left);
            if self.table.probe(key, after).is_some_and(Numbers::is_proven) {
                return Ok(Some(mv));
            }
        }
        let numbers = self.attack(scope, Numbers::NO_LIMIT)?;
        Ok(if numbers.is_proven() { self.winner } else { None })
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
