// SPDX-License-Identifier: MIT OR Apache-2.0
//! Game files for JavaScript: read in every format, written as PGN, XQF and `DhtmlXQ`.

use crate::position::Position;
use crate::words::notation;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;
use xiangqi::notation;
use xiangqi::notation::{Encoding, GameResult, RecordedMove, Records, Variation};

/// A game with its players, comments and variations.
#[wasm_bindgen]
#[derive(Clone)]
pub struct Record(notation::Record);

/// Reads the games of a file in any format.
///
/// # Errors
/// The first game that cannot be read.
#[wasm_bindgen(js_name = readRecords)]
pub fn read_records(file: &[u8]) -> Result<Vec<Record>, JsError> {
    Ok(Records::new(file).map(|record| record.map(Record)).collect::<Result<_, _>>()?)
}

#[wasm_bindgen]
impl Record {
    /// Creates the record of the game that led to a position.
    #[wasm_bindgen(constructor)]
    pub fn new(position: &Position) -> Self {
        let moves = position.0.moves().map(|mv| RecordedMove::new(mv, "")).collect();
        Self(notation::Record {
            tags: Vec::new(),
            start: position.0.at_start(),
            line: Variation { moves, ..Variation::default() },
            result: GameResult::default(),
            faults: Vec::new(),
        })
    }

    /// The position in which the game began, as FEN.
    #[wasm_bindgen(getter)]
    pub fn start(&self) -> String {
        self.0.start.to_fen()
    }

    /// The moves of the main line in coordinates.
    #[wasm_bindgen(getter)]
    pub fn moves(&self) -> Vec<String> {
        self.0.line.moves.iter().map(|recorded| recorded.mv.to_string()).collect()
    }

    /// The comments on the moves of the main line; empty where there is none.
    #[wasm_bindgen(getter)]
    pub fn comments(&self) -> Vec<String> {
        self.0.line.moves.iter().map(|recorded| recorded.comment.clone()).collect()
    }

    /// The result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[wasm_bindgen(getter)]
    pub fn result(&self) -> String {
        self.0.result.text().to_owned()
    }

    /// Sets the result.
    ///
    /// # Errors
    /// A text that is not a result.
    #[wasm_bindgen(setter, js_name = result)]
    pub fn set_result(&mut self, text: &str) -> Result<(), JsError> {
        self.0.result =
            GameResult::from_text(text).ok_or_else(|| JsError::new("a result is 1-0, 0-1, 1/2-1/2 or *"))?;
        Ok(())
    }

    /// Messages about what could not be read of the game: parts of variations, text around it, an unknown
    /// result.
    #[wasm_bindgen(getter)]
    pub fn faults(&self) -> Vec<String> {
        self.0.faults.iter().map(ToString::to_string).collect()
    }

    /// Returns the value of a tag, such as `Red`; `undefined` if there is none.
    pub fn tag(&self, name: &str) -> Option<String> {
        self.0.tag(name).map(str::to_owned)
    }

    /// Sets a tag.
    #[wasm_bindgen(js_name = setTag)]
    pub fn set_tag(&mut self, name: String, value: String) {
        self.0.tags.retain(|(other, _)| !other.eq_ignore_ascii_case(&name));
        self.0.tags.push((name, value));
    }

    /// Returns the game as PGN, with moves in this notation.
    ///
    /// # Errors
    /// An unknown notation.
    #[wasm_bindgen(js_name = toPgn)]
    pub fn to_pgn(
        &self,
        #[wasm_bindgen(js_name = "notation", unchecked_param_type = "Notation")] name: &str,
    ) -> Result<String, JsError> {
        Ok(self.0.to_pgn(notation(name)?))
    }

    /// Returns the game as the text `DhtmlXQ` of web pages.
    #[wasm_bindgen(js_name = toDhtmlXq)]
    pub fn to_dhtmlxq(&self) -> String {
        self.0.to_dhtmlxq()
    }

    /// Returns the game as a file of XQStudio; `undefined` if its pieces do not fit into one.
    #[wasm_bindgen(js_name = toXqf)]
    pub fn to_xqf(&self) -> Option<Vec<u8>> {
        self.0.to_xqf(Encoding::Gbk).map(|file| file.bytes)
    }
}
