// SPDX-License-Identifier: MIT OR Apache-2.0
//! Positions for JavaScript: moves in all notations, and verdicts.

use crate::words::{language, notation, rules};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;
use xiangqi::rules::NATURAL_LIMIT;
use xiangqi::rules::explain::Explanation;
use xiangqi::types::{Depth, Language};
use xiangqi::{position, read_move};

/// As on the command line, and more than any computer can count.
const MAX_DEPTH: u32 = Depth::MAX.whole().cast_unsigned();

/// A position with the moves that led there.
#[wasm_bindgen]
pub struct Position(pub(crate) position::Position);

#[wasm_bindgen]
impl Position {
    /// Creates a position from a FEN, or the start position.
    ///
    /// # Errors
    /// A FEN that is not one, or of an impossible position.
    #[wasm_bindgen(constructor)]
    pub fn new(fen: Option<String>) -> Result<Self, JsError> {
        let position =
            fen.map_or_else(|| Ok(position::Position::startpos()), |fen| position::Position::from_fen(&fen));
        Ok(Self(position?.without_history()))
    }

    /// The position as FEN.
    #[wasm_bindgen(getter)]
    pub fn fen(&self) -> String {
        self.0.to_fen()
    }

    /// Why no game can have led to this position: it names the pawns on impossible squares.
    #[wasm_bindgen(getter)]
    pub fn doubts(&self) -> Option<String> {
        self.0.doubts().map(|doubts| doubts.to_string())
    }

    /// The side to move: `red` or `black`.
    #[wasm_bindgen(getter, unchecked_return_type = "Side")]
    pub fn turn(&self) -> String {
        self.0.side_to_move().word(Language::English).to_owned()
    }

    /// The moves that led here, in coordinates.
    #[wasm_bindgen(getter)]
    pub fn moves(&self) -> Vec<String> {
        self.0.moves().map(|mv| mv.to_string()).collect()
    }

    /// The legal moves in coordinates, such as `h2e2`.
    #[wasm_bindgen(getter, js_name = legalMoves)]
    pub fn legal_moves(&self) -> Vec<String> {
        self.0.legal_moves().iter().map(ToString::to_string).collect()
    }

    /// True if the side to move is in check.
    #[wasm_bindgen(getter, js_name = inCheck)]
    pub fn in_check(&self) -> bool {
        self.0.in_check()
    }

    /// Reads a move in any notation, and returns it in coordinates.
    ///
    /// # Errors
    /// A word that is not a move, or an illegal move.
    pub fn read(&self, word: &str) -> Result<String, JsError> {
        Ok(read_move(&self.0, word)?.to_string())
    }

    /// Writes a move, given in any notation, in this one.
    ///
    /// # Errors
    /// A word that is not a move, an illegal move, or an unknown notation.
    pub fn write(
        &self,
        word: &str,
        #[wasm_bindgen(js_name = "notation", unchecked_param_type = "Notation")] name: &str,
    ) -> Result<String, JsError> {
        Ok(notation(name)?.write(&self.0, read_move(&self.0, word)?))
    }

    /// Plays a move, given in any notation, and returns it in coordinates.
    ///
    /// # Errors
    /// A word that is not a move, or an illegal move.
    pub fn play(&mut self, word: &str) -> Result<String, JsError> {
        let mv = read_move(&self.0, word)?;
        self.0.play(mv)?;
        Ok(mv.to_string())
    }

    /// Takes the last move back, and returns it; `undefined` if there is none.
    pub fn undo(&mut self) -> Option<String> {
        self.0.undo().map(|mv| mv.to_string())
    }

    #[expect(clippy::needless_pass_by_value, reason = "optional texts come as values")]
    /// Judges the game so far: mate, stalemate, repetition by these rules (default: `asian`), the natural limit,
    /// and want of material. The reasons are in English, or in Chinese (`zh`).
    ///
    /// # Errors
    /// Rules without such a name.
    pub fn judge(
        &self,
        #[wasm_bindgen(js_name = "rules", unchecked_optional_param_type = "Rules")] name: Option<String>,
        #[wasm_bindgen(js_name = "language", unchecked_optional_param_type = "Language")] tag: Option<String>,
    ) -> Result<Verdict, JsError> {
        let explanation = Explanation::of(&self.0, rules(name.as_deref())?, Some(NATURAL_LIMIT));
        let language = language(tag.as_deref());
        Ok(Verdict {
            verdict: explanation.verdict().to_owned(),
            reason: explanation.reason(language),
            explanation: explanation.lines(language),
        })
    }

    /// Counts the leaves of the game tree.
    ///
    /// # Errors
    /// A depth above 100.
    pub fn perft(&self, depth: u32) -> Result<f64, JsError> {
        if depth > MAX_DEPTH {
            return Err(JsError::new(&format!("the depth is 0 to {MAX_DEPTH}, not {depth}")));
        }
        Ok(position::perft(&mut self.0.clone(), depth) as f64)
    }
}

/// A verdict on a game.
#[wasm_bindgen(getter_with_clone)]
#[expect(clippy::struct_field_names, reason = "the verdict in a word, and its reasons")]
pub struct Verdict {
    /// `red wins`, `black wins`, `draw`, `undecided` or `ongoing`.
    #[wasm_bindgen(readonly)]
    pub verdict: String,
    /// The reason in one line.
    #[wasm_bindgen(readonly)]
    pub reason: String,
    /// A repetition, move by move.
    #[wasm_bindgen(readonly)]
    pub explanation: Vec<String>,
}
