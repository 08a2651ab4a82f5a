// SPDX-License-Identifier: MIT OR Apache-2.0
//! The writer of a record: it follows the moves of a search, takes its notes, and settles windows and values
//! at the end.

use super::record::{Bound, Node, Record, Rise};
use crate::game::{INFINITE, Note, Window};
use xiangqi::types::Value;

/// The notes about a node during the search.
struct Draft<M> {
    parent: Option<usize>,
    mv: Option<M>,
    ply: usize,
    is_max: bool,
    picture: String,
    children: Vec<usize>,
    moves: Vec<M>,
    /// The window that the algorithm told, and the values, for the side to move.
    window: Option<Window>,
    static_value: Option<Value>,
    hit: Option<Value>,
    stored: Option<Value>,
    known: Option<M>,
    rises: Vec<Rise<M>>,
    steps: [usize; 2],
}

/// Writes the record while the search goes on.
pub struct Recorder<M> {
    most: usize,
    /// Numbers the moves, as the lists of the history do.
    number: fn(M) -> usize,
    drafts: Vec<Draft<M>>,
    /// The moves from the root, and at each ply the node that is being searched, once it has begun.
    line: Vec<Option<M>>,
    open: Vec<Option<usize>>,
    steps: Vec<usize>,
}

impl<M: Copy + Eq> Recorder<M> {
    /// Creates a recorder of up to `most` nodes.
    pub const fn new(most: usize, number: fn(M) -> usize) -> Self {
        Self { most, number, drafts: Vec::new(), line: Vec::new(), open: Vec::new(), steps: Vec::new() }
    }

    pub const fn is_full(&self) -> bool {
        self.drafts.len() > self.most
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
        let draft = &mut self.drafts[node];
        if !draft.children.is_empty() {
            draft.steps[1] = self.steps.len();
            self.steps.push(node);
        }
    }

    /// Begins a node at the end of the line.
    fn begin(&mut self, is_max: bool, picture: impl FnOnce() -> String) {
        self.end();
        let node = self.drafts.len();
        let parent = self.open.iter().rev().find_map(|open| *open);
        if let Some(parent) = parent {
            self.drafts[parent].children.push(node);
        }
        self.open.resize(self.line.len(), None);
        self.open.push(Some(node));
        self.drafts.push(Draft {
            parent,
            mv: self.line.last().copied().flatten(),
            ply: self.line.len(),
            is_max,
            picture: picture(),
            children: Vec::new(),
            moves: Vec::new(),
            window: None,
            static_value: None,
            hit: None,
            stored: None,
            known: None,
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
        let Some(draft) = self.open.last().copied().flatten().map(|node| &mut self.drafts[node]) else {
            return;
        };
        match note {
            Note::Window(window) => draft.window = Some(window),
            Note::Moves(moves) => draft.moves = moves.to_vec(),
            Note::Static(value) => draft.static_value = Some(value),
            Note::Hit(value) => draft.hit = Some(value),
            Note::Known(mv) => draft.known = Some(mv),
            Note::Stored(value) => draft.stored = Some(value),
            Note::Rise { mv, places, goal } => draft.rises.push(draft.rise(mv, places, goal, self.number)),
        }
    }

    /// Ends the record; `None` if it is full.
    pub fn finish(mut self) -> Option<Record<M>> {
        self.end();
        if self.is_full() {
            return None;
        }
        let told: Vec<Told> = self.drafts.iter().map(Draft::told).collect();
        let mut nodes: Vec<Node<M>> = self.drafts.into_iter().map(Draft::node).collect();
        let infinity = [-INFINITE, INFINITE].map(|value| Bound { value, holder: None });
        for root in 0..nodes.len() {
            if nodes[root].parent.is_none() {
                settle(&mut nodes, &told, root, infinity);
            }
        }
        Some(Record { nodes, steps: self.steps })
    }
}

/// The window and the value of a node that the algorithm told, for Max.
struct Told {
    window: Option<[Value; 2]>,
    value: Option<Value>,
}

impl<M: Copy + Eq> Draft<M> {
    fn told(&self) -> Told {
        let sign = if self.is_max { 1 } else { -1 };
        let window = |(alpha, beta): Window| if self.is_max { [alpha, beta] } else { [-beta, -alpha] };
        Told { window: self.window.map(window), value: self.hit.or(self.stored).map(|value| sign * value) }
    }

    /// Returns the rise of a move, with the moves of the node in the order of the list.
    fn rise(&self, mv: M, places: &[usize], goal: usize, number: fn(M) -> usize) -> Rise<M> {
        let from = places[number(mv)];
        let after = |place: usize| match place {
            place if place == from => goal,
            place if (goal..from).contains(&place) => place + 1,
            place => place,
        };
        let [mut before, mut afterwards] = [self.moves.clone(), self.moves.clone()];
        before.sort_by_key(|mv| places[number(*mv)]);
        afterwards.sort_by_key(|mv| after(places[number(*mv)]));
        Rise { mv, places: [from, goal], lists: [before, afterwards] }
    }

    /// Returns the node, whose window and value are still open.
    fn node(self) -> Node<M> {
        let sign = if self.is_max { 1 } else { -1 };
        Node {
            rises: self.rises,
            parent: self.parent,
            mv: self.mv,
            ply: self.ply,
            is_max: self.is_max,
            picture: self.picture,
            children: self.children,
            unsearched: self.moves,
            window: [Bound { value: 0, holder: None }; 2],
            value: 0,
            static_value: self.static_value.map(|value| sign * value),
            is_hit: self.hit.is_some(),
            is_stored: self.stored.is_some(),
            known: self.known,
            cutoff: None,
            steps: self.steps,
        }
    }
}

/// Fills in the window and the value of a node and of those after it. Returns the value.
fn settle<M: Copy + Eq>(nodes: &mut [Node<M>], told: &[Told], node: usize, inherited: [Bound; 2]) -> Value {
    let is_max = nodes[node].is_max;
    let mut window = inherited;
    for (bound, value) in window.iter_mut().zip(told[node].window.into_iter().flatten()) {
        if bound.value != value {
            *bound = Bound { value, holder: None };
        }
    }
    let [mut alpha, mut beta] = window;
    let (mut best, mut passed) = (nodes[node].static_value, None);
    for child in nodes[node].children.clone() {
        let value = settle(nodes, told, child, [alpha, beta]);
        let Some(mv) = nodes[child].mv else {
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
    let value = told[node].value.or(best).or(passed).unwrap_or(worst);
    let bound = if is_max { window[1] } else { window[0] };
    let is_beyond = if is_max { value >= bound.value } else { value <= bound.value };
    let node = &mut nodes[node];
    node.cutoff = Some(bound).filter(|_| is_beyond && !node.unsearched.is_empty());
    (node.window, node.value) = (window, value);
    value
}
