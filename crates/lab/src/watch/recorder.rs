// SPDX-License-Identifier: MIT OR Apache-2.0
//! The writer of a record: it follows the moves of a search, takes its notes, and settles windows and values
//! at the end.

use super::record::{Bound, Node, Record, Rise};
use crate::game::{INFINITE, Note};
use xiangqi::types::Value;

/// The notes about a node that become its values and lists.
struct Draft<M> {
    /// The moves to search, in the game's order.
    moves: Vec<M>,
    /// The window and the value that the algorithm told, for Max.
    window: Option<[Value; 2]>,
    value: Option<Value>,
}

/// Writes the record while the search goes on.
pub struct Recorder<M> {
    most: usize,
    /// Numbers the moves, as the lists of the history do.
    number: fn(M) -> usize,
    nodes: Vec<Node>,
    drafts: Vec<Draft<M>>,
    /// The moves from the root, and at each ply the node that is being searched, once it has begun.
    line: Vec<Option<M>>,
    open: Vec<Option<usize>>,
    steps: Vec<usize>,
}

impl<M: Copy + ToString> Recorder<M> {
    /// Creates a recorder of up to `most` nodes.
    pub fn new(most: usize, number: fn(M) -> usize) -> Self {
        let (nodes, drafts) = (Vec::new(), Vec::new());
        Self { most, number, nodes, drafts, line: Vec::new(), open: Vec::new(), steps: Vec::new() }
    }

    pub const fn is_full(&self) -> bool {
        self.nodes.len() > self.most
    }

    pub fn play(&mut self, mv: Option<M>) {
        self.open.resize(self.line.len() + 1, None);
        self.line.push(mv);
        self.open.push(None);
    }

    pub fn undo(&mut self) {
        self.end();
        self.open.pop();
        self.line.pop();
    }

    /// Ends the node at the end of the line, if one has begun.
    fn end(&mut self) {
        let Some(node) = self.open.last_mut().and_then(Option::take) else { return };
        if !self.nodes[node].children.is_empty() {
            self.nodes[node].steps[1] = self.steps.len();
            self.steps.push(node);
        }
    }

    /// Begins a node at the end of the line.
    fn begin(&mut self, is_max: bool, picture: impl FnOnce() -> String) {
        self.end();
        let node = self.nodes.len();
        let parent = self.open.iter().rev().find_map(|open| *open);
        if let Some(parent) = parent {
            self.nodes[parent].children.push(node);
        }
        self.open.resize(self.line.len(), None);
        self.open.push(Some(node));
        self.drafts.push(Draft { moves: Vec::new(), window: None, value: None });
        self.nodes.push(Node {
            parent,
            mv: self.line.last().copied().flatten().map(|mv| mv.to_string()),
            ply: self.line.len(),
            is_max,
            picture: picture(),
            children: Vec::new(),
            unsearched: Vec::new(),
            window: INFINITY,
            value: 0,
            static_value: None,
            is_hit: false,
            is_stored: false,
            known: None,
            cutoff: None,
            rises: Vec::new(),
            steps: [self.steps.len(); 2],
        });
        self.steps.push(node);
    }

    /// Takes a note at the end of the line.
    pub fn note(&mut self, note: Note<'_, M>, is_max: bool, picture: impl FnOnce() -> String) {
        if self.is_full() {
            return;
        }
        let has_begun = self.open.len() > self.line.len() && self.open.last().is_some_and(Option::is_some);
        if !has_begun || matches!(note, Note::Window(_)) {
            self.begin(is_max, picture);
        }
        let Some(current) = self.open.last().copied().flatten() else { return };
        let (written, draft) = (&mut self.nodes[current], &mut self.drafts[current]);
        let sign = if is_max { 1 } else { -1 };
        match note {
            Note::Window((alpha, beta)) => {
                draft.window = Some(if is_max { [alpha, beta] } else { [-beta, -alpha] });
            }
            Note::Moves(moves) => {
                draft.moves = moves.to_vec();
                written.unsearched = texts(moves);
            }
            Note::Static(value) => written.static_value = Some(sign * value),
            Note::Hit(value) => (written.is_hit, draft.value) = (true, Some(sign * value)),
            Note::Known(mv) => written.known = Some(mv.to_string()),
            Note::Stored(value) => (written.is_stored, draft.value) = (true, Some(sign * value)),
            Note::Rise { mv, places, goal } => written.rises.push(draft.rise(mv, places, goal, self.number)),
        }
    }

    /// Ends the record; `None` if it is full.
    pub fn finish(mut self) -> Option<Record> {
        self.end();
        if self.is_full() {
            return None;
        }
        for root in 0..self.nodes.len() {
            if self.nodes[root].parent.is_none() {
                settle(&mut self.nodes, &self.drafts, root, INFINITY);
            }
        }
        Some(Record { nodes: self.nodes, steps: self.steps })
    }
}

/// The window without bounds.
const INFINITY: [Bound; 2] =
    [Bound { value: -INFINITE, holder: None }, Bound { value: INFINITE, holder: None }];

fn texts<M: ToString>(moves: &[M]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

impl<M: Copy + ToString> Draft<M> {
    /// Returns the rise of a move, with the moves of the node in the order of the list.
    fn rise(&self, mv: M, places: &[usize], goal: usize, number: fn(M) -> usize) -> Rise {
        let from = places[number(mv)];
        let after = |place: usize| match place {
            place if place == from => goal,
            place if (goal..from).contains(&place) => place + 1,
            place => place,
        };
        let [mut before, mut afterwards] = [self.moves.clone(), self.moves.clone()];
        before.sort_by_key(|mv| places[number(*mv)]);
        afterwards.sort_by_key(|mv| after(places[number(*mv)]));
        let lists = [before, afterwards].map(|moves| texts(&moves));
        Rise { mv: mv.to_string(), places: [from, goal], lists }
    }
}

/// Fills in the window and the value of a node and of those after it. Returns the value.
fn settle<M>(nodes: &mut [Node], drafts: &[Draft<M>], node: usize, inherited: [Bound; 2]) -> Value {
    let is_max = nodes[node].is_max;
    let mut window = inherited;
    for (bound, value) in window.iter_mut().zip(drafts[node].window.into_iter().flatten()) {
        if bound.value != value {
            *bound = Bound { value, holder: None };
        }
    }
    let [mut alpha, mut beta] = window;
    let (mut best, mut passed) = (nodes[node].static_value, None);
    for child in nodes[node].children.clone() {
        let value = settle(nodes, drafts, child, [alpha, beta]);
        let Some(mv) = nodes[child].mv.clone() else {
            passed = Some(value);
            continue;
        };
        nodes[node].unsearched.retain(|other| *other != mv);
        let bound = if is_max { &mut alpha } else { &mut beta };
        let sign = if is_max { 1 } else { -1 };
        if sign * value > sign * bound.value {
            *bound = Bound { value, holder: Some(node) };
        }
        best = Some(best.map_or(value, |best| sign * (sign * best).max(sign * value)));
    }
    let worst = if is_max { -INFINITE } else { INFINITE };
    let value = drafts[node].value.or(best).or(passed).unwrap_or(worst);
    let bound = if is_max { window[1] } else { window[0] };
    let is_beyond = if is_max { value >= bound.value } else { value <= bound.value };
    let node = &mut nodes[node];
    node.cutoff = Some(bound).filter(|_| is_beyond && !node.unsearched.is_empty());
    (node.window, node.value) = (window, value);
    value
}
