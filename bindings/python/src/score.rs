// SPDX-License-Identifier: MIT OR Apache-2.0
//! Scores, and reports and results of searches.

use crate::convert::{ENGLISH, Named};
use crate::moves::Move;
use chuhe::eval::WdlModel;
use chuhe::search::{self, MateVerdict, ScoreBound};
use pyo3::prelude::*;
use xiangqi::Position;
use xiangqi::types::{self, Language};

/// A score for the side to move: centipawns, or a win or loss by mate, by the rules of repetition or by the endgame
/// tables.
#[pyclass(module = "chuhe", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Score(pub types::Score);

#[pymethods]
impl Score {
    /// Centipawns; None if the score is a win or loss.
    #[getter]
    fn cp(&self) -> Option<i32> {
        match self.0 {
            types::Score::Cp(cp) => Some(cp),
            _ => None,
        }
    }

    /// Plies to mate, negative if the side to move is mated (0: it is mated now); None if the score is none of mate.
    #[getter]
    fn mate(&self) -> Option<i32> {
        match self.0 {
            types::Score::Mate(plies) => Some(plies),
            _ => None,
        }
    }

    /// Plies to a win by the rules of repetition, negative for a loss; None for other scores.
    #[getter]
    fn rule(&self) -> Option<i32> {
        match self.0 {
            types::Score::Rule(plies) => Some(plies),
            _ => None,
        }
    }

    /// Plies to a position that the endgame tables know to be won, negative for a loss; None for other scores.
    #[getter]
    fn table(&self) -> Option<i32> {
        match self.0 {
            types::Score::Tb(plies) => Some(plies),
            _ => None,
        }
    }

    /// Returns a number to sort and to plot by: centipawns, or `win` less the plies to a win, and the negative of
    /// that for a loss.
    ///
    /// >>> board = chuhe.Board("3k5/9/9/9/9/9/9/9/4R4/4K4 w")
    /// >>> chuhe.Engine(hash_mb=1).search(board, depth=4).score.number(10_000)
    /// 9999
    fn number(&self, win: i32) -> i32 {
        self.0.number(win)
    }

    /// Returns the score in words.
    #[pyo3(signature = (lang=ENGLISH), text_signature = "($self, lang='en')")]
    fn text(&self, lang: Named<Language>) -> String {
        self.0.text(lang.0)
    }

    /// The score of the other side.
    fn __neg__(&self) -> Self {
        Self(-self.0)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Score: {}>", self.0)
    }
}

/// Probabilities of win, draw and loss, per mille.
type Wdl = (u32, u32, u32);

fn wdl(position: &Position, score: types::Score) -> Wdl {
    WdlModel::for_position(position).per_mille(score).into()
}

fn moves(pv: &[types::Move]) -> Vec<Move> {
    pv.iter().copied().map(Move).collect()
}

/// The state of a search after an iteration, or one of its lines.
#[pyclass(module = "chuhe", frozen)]
pub struct SearchInfo {
    info: search::SearchInfo,
    wdl: Wdl,
}

impl SearchInfo {
    pub fn new(position: &Position, info: search::SearchInfo) -> Self {
        Self { wdl: wdl(position, info.score), info }
    }
}

#[pymethods]
impl SearchInfo {
    /// The iteration, in plies.
    #[getter]
    fn depth(&self) -> u32 {
        self.info.depth
    }

    /// The length of the longest line searched, in plies.
    #[getter]
    fn seldepth(&self) -> u32 {
        self.info.seldepth
    }

    /// The number of the line, from 1.
    #[getter]
    fn multipv(&self) -> usize {
        self.info.multi_pv
    }

    /// The score for the side to move.
    #[getter]
    fn score(&self) -> Score {
        Score(self.info.score)
    }

    /// The bound that the score is: `exact`, `lower` or `upper`.
    #[getter]
    fn bound(&self) -> &'static str {
        match self.info.bound {
            ScoreBound::Exact => "exact",
            ScoreBound::Lower => "lower",
            ScoreBound::Upper => "upper",
        }
    }

    /// Probabilities of win, draw and loss for the side to move, per mille.
    #[getter]
    fn wdl(&self) -> Wdl {
        self.wdl
    }

    /// Nodes searched so far, by all threads.
    #[getter]
    fn nodes(&self) -> u64 {
        self.info.nodes
    }

    /// Nodes per second so far.
    #[getter]
    fn nps(&self) -> u64 {
        self.info.nps()
    }

    /// Seconds since the search began.
    #[getter]
    fn time(&self) -> f64 {
        self.info.time.as_secs_f64()
    }

    /// Fill of the transposition table, per mille.
    #[getter]
    fn hashfull(&self) -> u32 {
        self.info.hashfull
    }

    /// Positions that the endgame tables knew.
    #[getter]
    fn tb_hits(&self) -> u64 {
        self.info.tb_hits
    }

    /// The principal variation, best move first.
    #[getter]
    fn pv(&self) -> Vec<Move> {
        moves(&self.info.pv)
    }

    fn __repr__(&self) -> String {
        let search::SearchInfo { depth, score, pv, .. } = &self.info;
        format!("<SearchInfo: depth {depth}, {score}, {pv:?}>")
    }
}

/// The result of a search.
#[pyclass(module = "chuhe", frozen)]
pub struct SearchResult {
    result: search::SearchResult,
    lines: Vec<Py<SearchInfo>>,
    wdl: Wdl,
}

impl SearchResult {
    pub fn new(
        py: Python<'_>,
        position: &Position,
        result: search::SearchResult,
        lines: Vec<search::SearchInfo>,
    ) -> PyResult<Self> {
        let lines = (1..).zip(lines).map(|(multi_pv, line)| {
            Py::new(py, SearchInfo::new(position, search::SearchInfo { multi_pv, ..line }))
        });
        Ok(Self { lines: lines.collect::<PyResult<_>>()?, wdl: wdl(position, result.score), result })
    }
}

#[pymethods]
impl SearchResult {
    /// The move to play; None if there is none: the side to move is mated or stalemated, or all moves are banned.
    #[getter]
    fn best_move(&self) -> Option<Move> {
        self.result.best_move.map(Move)
    }

    /// The expected reply.
    #[getter]
    fn ponder(&self) -> Option<Move> {
        self.result.ponder.map(Move)
    }

    /// The score for the side to move.
    #[getter]
    fn score(&self) -> Score {
        Score(self.result.score)
    }

    /// Probabilities of win, draw and loss for the side to move, per mille.
    #[getter]
    fn wdl(&self) -> Wdl {
        self.wdl
    }

    /// The depth of the last complete iteration, in plies; 0 for a book move.
    #[getter]
    fn depth(&self) -> u32 {
        self.result.depth
    }

    /// Nodes searched, by all threads.
    #[getter]
    fn nodes(&self) -> u64 {
        self.result.nodes
    }

    /// Positions that the endgame tables knew.
    #[getter]
    fn tb_hits(&self) -> u64 {
        self.result.tb_hits
    }

    /// Seconds used.
    #[getter]
    fn time(&self) -> f64 {
        self.result.time.as_secs_f64()
    }

    /// The principal variation, best move first.
    #[getter]
    fn pv(&self) -> Vec<Move> {
        moves(&self.result.pv)
    }

    /// The lines, as many as `multipv` asked for: the best move first, then the deepest and best.
    #[getter]
    fn lines(&self, py: Python<'_>) -> Vec<Py<SearchInfo>> {
        self.lines.iter().map(|line| line.clone_ref(py)).collect()
    }

    /// The answer to `mate`: `proven`, `refuted` or `unknown`; None if it was not asked for.
    #[getter]
    fn mate_verdict(&self) -> Option<&'static str> {
        self.result.mate_verdict.map(|verdict| match verdict {
            MateVerdict::Proven { .. } => "proven",
            MateVerdict::Refuted => "refuted",
            MateVerdict::Unknown { .. } => "unknown",
        })
    }

    fn __repr__(&self) -> String {
        let best = self.result.best_move.map_or_else(|| "no move".to_owned(), |mv| mv.to_string());
        format!("<SearchResult: {best}, {}, depth {}>", self.result.score, self.result.depth)
    }
}
