// SPDX-License-Identifier: MIT OR Apache-2.0
//! Numbers about positions, for programs that count, label and learn.

use crate::board::{Board, PositionArg};
use crate::convert::{check_threads, value_error};
use crate::score::Score;
use crate::wait::on_thread;
use chuhe::engine::divide;
use chuhe::eval::nnue::features as nnue;
use chuhe::eval::{Evaluator, Network};
use core::sync::atomic::{AtomicBool, Ordering};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView};
use std::sync::Arc;
use xiangqi::types::{Color, Depth};

/// As on the command line, and more than any computer can count.
const MAX_DEPTH: u32 = Depth::MAX.whole().cast_unsigned();

/// The most pieces on a board.
const MAX_PIECES: usize = 32;

/// Returns the number of leaves of the tree of all legal moves, counted on up to `threads` threads. Ctrl-C ends it.
///
/// >>> chuhe.perft(chuhe.Board(), 3)
/// 79666
#[pyfunction]
#[pyo3(signature = (board, depth, threads=1))]
pub fn perft(py: Python<'_>, board: PositionArg, depth: u32, threads: usize) -> PyResult<u64> {
    if depth > MAX_DEPTH {
        return Err(value_error(format_args!("the depth is 0 to {MAX_DEPTH}, not {depth}")));
    }
    check_threads(threads)?;
    if depth == 0 {
        return Ok(1);
    }
    let is_stopped = Arc::new(AtomicBool::new(false));
    let (position, stopped) = (board.0, Arc::clone(&is_stopped));
    let count = move || {
        let counts = divide(&position, depth, threads, || stopped.load(Ordering::Relaxed));
        counts.iter().map(|&(_, count)| count).sum()
    };
    on_thread(py, count, || is_stopped.store(true, Ordering::Relaxed))
}

/// Returns the static evaluation by the network, for the side to move, without a search.
///
/// >>> chuhe.static_eval(chuhe.Board()).cp is not None
/// True
#[pyfunction]
pub fn static_eval(board: &Board) -> Score {
    Score(Evaluator::new(&board.0, Network::embedded()).evaluate(&board.0).into())
}

/// Returns the legal moves of many boards as two memory views, which `numpy.asarray` takes without a copy: the moves,
/// of shape (n, 2) with the squares from and to as bytes, and the offsets, one more than boards: the moves of board i
/// are those from offsets[i] to offsets[i + 1].
///
/// >>> moves, offsets = chuhe.legal_moves_batch([chuhe.Board(), chuhe.Board()])
/// >>> moves.shape, offsets.tolist()
/// ((88, 2), [0, 44, 88])
#[pyfunction]
pub fn legal_moves_batch<'py>(
    py: Python<'py>,
    boards: Vec<PyRef<'py, Board>>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let (mut moves, mut offsets) = (Vec::new(), vec![0]);
    for board in &boards {
        for mv in board.0.legal_moves() {
            moves.extend([mv.from() as u8, mv.to() as u8]);
        }
        offsets.push(moves.len() as u32 / 2);
    }
    let offsets: Vec<u8> = offsets.into_iter().flat_map(u32::to_ne_bytes).collect();
    let count = boards.len() + 1;
    Ok((view(py, &moves, "B", [moves.len() / 2, 2])?, view(py, &offsets, "I", [count])?))
}

/// Returns the features of the evaluation network for many boards: a memory view of 16-bit numbers of shape (n, 2,
/// 32), which `numpy.asarray` takes without a copy. There are two perspectives, that of the side to move first, each
/// with the indices of its active features (0 to 691) and -1 behind them.
///
/// >>> features = chuhe.features([chuhe.Board()])
/// >>> features.shape, min(features[0, 0, piece] for piece in range(32)) >= 0
/// ((1, 2, 32), True)
#[pyfunction]
pub fn features<'py>(py: Python<'py>, boards: Vec<PyRef<'py, Board>>) -> PyResult<Bound<'py, PyAny>> {
    let mut numbers = Vec::with_capacity(boards.len() * 2 * MAX_PIECES);
    for board in &boards {
        let position = &board.0;
        let mut perspectives = [[-1_i16; MAX_PIECES]; 2];
        for (place, [red, black]) in nnue::active(position.board()).enumerate() {
            perspectives[0][place] = red as i16;
            perspectives[1][place] = black as i16;
        }
        if position.side_to_move() == Color::Black {
            perspectives.reverse();
        }
        numbers.extend(perspectives.into_iter().flatten());
    }
    let bytes: Vec<u8> = numbers.into_iter().flat_map(i16::to_ne_bytes).collect();
    view(py, &bytes, "h", [boards.len(), 2, MAX_PIECES])
}

/// Returns a memory view of these bytes. Python makes none with a dimension of zero; that of nothing has one dimension.
fn view<'py, const N: usize>(
    py: Python<'py>,
    bytes: &[u8],
    format: &str,
    shape: [usize; N],
) -> PyResult<Bound<'py, PyAny>> {
    let view = PyMemoryView::from(&PyBytes::new(py, bytes))?;
    if bytes.is_empty() {
        return view.call_method1("cast", (format,));
    }
    view.call_method1("cast", (format, shape.to_vec()))
}
