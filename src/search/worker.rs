// SPDX-License-Identifier: MIT OR Apache-2.0
//! One search thread: its position, evaluation, histories and line, and the making of moves on them.

use super::control::Stopped;
use super::order::{Histories, PieceTo};
use super::pruning::{Pruning, Verification};
use super::pv::PvTable;
use super::report::Listener;
use super::request::{Limits, Request};
use super::root_move::RootMove;
use super::settings::{Level, Settings, Style};
use super::shared::Shared;
use super::stack::Stack;
use super::time::TimeManager;
use crate::eval::Evaluator;
use crate::position::Position;
use crate::types::value::INFINITE;
use crate::types::{Color, Depth, Move, Value};
use std::time::{Duration, Instant};

/// Nodes between two looks at the clock.
const POLL_INTERVAL: u64 = 512;
/// Nodes that the very first root move may take when the search must end.
const FIRST_MOVE_NODES: u64 = 2_000;
/// What a draw is short of (or above) nothing for those who avoid (or welcome) it.
const CONTEMPT: Value = 25;

/// A rest for the sake of other programs is not longer than this.
const LONGEST_NAP: Duration = Duration::from_millis(5);

/// One search thread at work.
pub struct Worker<'a> {
    pub index: usize,
    pub shared: &'a Shared<'a>,
    pub limits: &'a Limits,
    pub settings: &'a Settings,
    pub pruning: Pruning,
    pub histories: &'a mut Histories,
    pub position: Position,
    pub evaluator: Evaluator,
    pub stack: Stack,
    pub pv: PvTable,
    pub root_moves: Vec<RootMove>,
    /// Which of several lines is being searched, from 0.
    pub line: usize,
    /// How much the value of each line changes from one iteration to the next, the last change counting half.
    pub volatility: Vec<Value>,
    pub root_depth: Depth,
    pub seldepth: usize,
    pub nodes: u64,
    /// The null move that is being verified.
    pub verification: Option<Verification>,
    pub time: TimeManager,
    /// Told of progress by the main thread.
    pub listener: Option<&'a mut dyn Listener>,
    /// Another iteration would change nothing: a mate is proven, or there is only one move.
    pub settled: bool,
    next_poll: u64,
    root_side: Color,
    contempt: Value,
    last_pause: Instant,
}

impl<'a> Worker<'a> {
    pub fn new(
        index: usize,
        shared: &'a Shared<'a>,
        request: Request<'a>,
        root_moves: Vec<RootMove>,
        histories: &'a mut Histories,
    ) -> Self {
        let Request { position, limits, settings } = request;
        Self {
            index,
            shared,
            limits,
            settings,
            pruning: settings.into(),
            histories,
            position: position.clone(),
            evaluator: settings.evaluator(position),
            stack: Stack::new(),
            pv: PvTable::new(),
            volatility: vec![0; root_moves.len()],
            root_moves,
            line: 0,
            root_depth: Depth::ZERO,
            seldepth: 0,
            nodes: 0,
            verification: None,
            time: TimeManager::new(limits, settings),
            listener: None,
            settled: false,
            next_poll: 1,
            root_side: position.side_to_move(),
            contempt: match settings.style {
                Style::Solid => -CONTEMPT,
                Style::Normal => 0,
                Style::Risky => CONTEMPT,
            },
            last_pause: Instant::now(),
        }
    }

    /// Is this the thread that watches the clock and reports?
    #[inline]
    pub fn is_main(&self) -> bool {
        self.index == 0
    }

    /// Counts a node and, every few hundred nodes, checks whether the search must end.
    #[inline]
    pub fn count_node(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes >= self.next_poll { self.poll() } else { Ok(()) }
    }

    /// Enters a node: counts it, and in a PV node begins its line.
    #[inline]
    pub fn enter<const PV: bool>(&mut self, ply: usize) -> Result<(), Stopped> {
        if PV {
            self.pv.clear(ply);
            self.seldepth = self.seldepth.max(ply);
        }
        self.count_node()
    }

    #[cold]
    fn poll(&mut self) -> Result<(), Stopped> {
        self.shared.set_nodes(self.index, self.nodes);
        let mut next = self.nodes + POLL_INTERVAL;
        if self.is_main() {
            if self.is_answer_due() && (self.time.is_over(self.elapsed()) || self.is_hit_late()) {
                self.finish();
            }
            if let Some(limit) = self.limits.nodes {
                let all = self.shared.nodes();
                if all >= limit {
                    self.finish();
                }
                next = next.min(self.nodes + limit.saturating_sub(all).max(1));
            }
        }
        self.next_poll = next;
        // Some move must have been looked at, so that there is one to give; but not at any price.
        let has_move = self.root_depth > Depth::ONE_PLY
            || self.root_moves[0].value > -INFINITE
            || self.nodes > FIRST_MOVE_NODES;
        if self.shared.must_stop() && has_move {
            return Err(Stopped);
        }
        self.pause();
        Ok(())
    }

    /// Did the ponder hit come when enough had been searched?
    fn is_hit_late(&self) -> bool {
        let was_pondering = !self.shared.control.pondered_for().is_zero();
        was_pondering && (self.settled || self.time.is_target_passed(self.shared.start.elapsed()))
    }

    /// Time on our clock so far.
    pub fn elapsed(&self) -> Duration {
        self.shared.start.elapsed().saturating_sub(self.shared.control.pondered_for())
    }

    /// Leaves the processor to others for a while, if asked to and if the clock allows.
    fn pause(&mut self) {
        let rest = match self.settings.idle {
            Level::None => return,
            Level::Small => 1,
            Level::Medium => 2,
            Level::Large => 6,
        };
        // Rests for `rest` halves of the time worked: 2/3, 1/2 and 1/4 of the processor are used. Short naps, so that a
        // stop or the end of the time is not slept through.
        let worked = self.last_pause.elapsed();
        if worked > Duration::from_millis(1) {
            let nap = (worked * rest / 2).min(LONGEST_NAP);
            std::thread::sleep(nap.min(self.time.left(self.elapsed())));
            self.last_pause = Instant::now();
        }
    }

    /// Makes `mv` at `ply`, runs `search` on the position after it, and takes the move back, also when the search was
    /// stopped: the position is that of the root again when `?` has unwound the recursion.
    #[inline]
    pub fn after_move(
        &mut self,
        mv: Move,
        ply: usize,
        search: impl FnOnce(&mut Self) -> Result<Value, Stopped>,
    ) -> Result<Value, Stopped> {
        self.make(mv, ply);
        let value = search(self);
        self.unmake();
        value
    }

    /// The same with a null move.
    #[inline]
    pub fn after_null_move(
        &mut self,
        ply: usize,
        search: impl FnOnce(&mut Self) -> Result<Value, Stopped>,
    ) -> Result<Value, Stopped> {
        let frame = self.stack.at_mut(ply);
        frame.is_null_move = true;
        frame.moved = PieceTo::NONE;
        self.position.make_null();
        self.shared.table.prefetch(self.position.key());
        let value = search(self);
        self.position.unmake();
        value
    }

    #[inline]
    fn make(&mut self, mv: Move, ply: usize) {
        self.shared.table.prefetch(self.position.key_after(mv));
        let moved =
            self.position.piece_on(mv.from()).map_or(PieceTo::NONE, |piece| PieceTo::new(piece, mv.to()));
        let frame = self.stack.at_mut(ply);
        frame.is_null_move = false;
        frame.moved = moved;
        self.position.make(mv, &mut self.evaluator);
    }

    #[inline]
    fn unmake(&mut self) {
        self.position.unmake();
        self.evaluator.pop();
    }

    /// What a draw is worth to the side to move.
    #[inline]
    pub fn draw_value(&self) -> Value {
        if self.position.side_to_move() == self.root_side { -self.contempt } else { self.contempt }
    }

    /// Ends the whole search.
    pub fn finish(&self) {
        self.shared.finish();
    }
}
