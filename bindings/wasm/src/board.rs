// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the board in the browser asks, for the site without a server: queries and answers as JSON, as
//! [`chuhe_board`] has them. There is one engine; new work takes the place of the work before.

use crate::turns;
use chuhe::Engine;
use chuhe::book::{Book, Books};
use chuhe::engine::Stopper;
use chuhe_board::{Knowledge, Session, Work};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;

/// Size of the transposition table in MiB, unless a smaller one is chosen. Memory that was taken once stays
/// taken.
const HASH: usize = 64;

#[wasm_bindgen(raw_module = "./turns.js")]
extern "C" {
    /// Gives an answer to the worker.
    fn post(answer: &str);
}

thread_local! {
    static SESSION: RefCell<Rc<Session>> = RefCell::default();
    /// The engine and the size of its table. Borrowed while a search is put aside.
    static ENGINE: RefCell<Option<(Engine, usize)>> = RefCell::default();
    /// Stops the engine, which is borrowed then.
    static STOPPER: RefCell<Option<Stopper>> = RefCell::default();
    /// The number of the work that is wanted.
    static WANTED: Cell<u32> = const { Cell::new(0) };
}

fn session() -> Rc<Session> {
    SESSION.with_borrow(Rc::clone)
}

/// Answers a query; the work of an engine is done by [`run`](turns::run).
#[wasm_bindgen]
pub fn board_ask(query: &str) {
    if let Some(work) = session().ask(query, post) {
        board_stop();
        let number = WANTED.get();
        turns::push(move || do_work(&work, number));
    }
}

/// Stops the engine, and gives up what waits for it.
#[wasm_bindgen]
pub fn board_stop() {
    WANTED.set(WANTED.get().wrapping_add(1));
    STOPPER.with_borrow(|stopper| stopper.iter().for_each(Stopper::stop));
}

fn do_work(work: &Work, number: u32) {
    if WANTED.get() != number {
        return post(&Session::given_up(work));
    }
    ENGINE.with_borrow_mut(|engine| {
        let wanted = work.hash_mb().map_or(HASH, |hash| hash.clamp(1, HASH));
        let (engine, hash) = engine.get_or_insert_with(|| (Engine::new(wanted), wanted));
        if *hash != wanted {
            engine.resize_hash(wanted);
            *hash = wanted;
        }
        STOPPER.set(Some(engine.stopper()));
        session().work(work, engine, post);
    });
}

/// Returns the most that a search may have, as JSON.
#[wasm_bindgen]
pub fn board_limits() -> String {
    format!(r#"{{"threads":1,"hash":{HASH}}}"#)
}

/// Takes an opening book, whose moves are shown.
///
/// # Errors
/// Why it is not a book.
#[wasm_bindgen]
pub fn board_book(content: Vec<u8>) -> Result<(), String> {
    let book = Book::from_bytes(content).map_err(|error| error.to_string())?;
    let knowledge = Knowledge { books: Books::new(vec![book]), ..Knowledge::default() };
    SESSION.set(Rc::new(Session::new(knowledge)));
    Ok(())
}

/// Reads the games of a file, as JSON.
#[wasm_bindgen]
pub fn board_read(file: &[u8]) -> String {
    session().read(file)
}

/// Writes a game that is sent as JSON as text, as JSON again.
///
/// # Errors
/// What is wrong with the game, in English and Chinese.
#[wasm_bindgen]
pub fn board_write(game: &str) -> Result<String, Vec<String>> {
    session().write_game(game).map_err(Vec::from)
}

/// Returns the data of the page of a review that is sent as JSON, as JSON again.
///
/// # Errors
/// What is wrong with the game, in English and Chinese.
#[wasm_bindgen]
pub fn board_review(game: &str) -> Result<String, Vec<String>> {
    session().review_data(game).map_err(Vec::from)
}
