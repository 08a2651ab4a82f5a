// SPDX-License-Identifier: MIT OR Apache-2.0
//! The feature `serde`: what has a text is that text (a square `e4`, a move `h2e2`, a position its FEN, a
//! result `1-0`), and a piece is its FEN letter. The other types derive the traits where they are defined.

use crate::notation::GameResult;
use crate::position::Position;
use crate::types::{Move, Piece, Square};
use ::serde::de::Error;
use ::serde::{Deserialize, Deserializer, Serialize, Serializer};

macro_rules! as_text {
    ($($type:ty: $read:expr;)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                $read(&text).map_err(D::Error::custom)
            }
        }
    )*};
}

as_text! {
    Square: str::parse::<Square>;
    Move: str::parse::<Move>;
    Position: Position::from_fen;
    GameResult: |text| GameResult::from_text(text).ok_or("not a result (1-0, 0-1, 1/2-1/2 or *)");
}

impl Serialize for Piece {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

impl<'de> Deserialize<'de> for Piece {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let letter = char::deserialize(deserializer)?;
        Self::from_letter(letter).ok_or_else(|| D::Error::custom("not the letter of a piece"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Record, Records};
    use crate::rules::{Game, RuleSet};
    use crate::types::{Color, PieceKind};
    use ::serde::de::DeserializeOwned;

    fn check<T: Serialize + DeserializeOwned + PartialEq + core::fmt::Debug>(value: &T, json: &str) {
        assert_eq!(serde_json::to_string(value).unwrap(), json);
        assert_eq!(serde_json::from_str::<T>(json).unwrap(), *value);
    }

    #[test]
    fn values_are_written_as_their_texts() {
        check(&Square::E4, "\"e4\"");
        check(&Move::new(Square::H2, Square::E2), "\"h2e2\"");
        check(&[Piece::RedHorse, Piece::BlackKing], "[\"N\",\"k\"]");
        check(&(Color::Black, PieceKind::Cannon), "[\"black\",\"cannon\"]");
        check(&GameResult::Draw, "\"1/2-1/2\"");
        check(&RuleSet::CheckBan, "\"check-ban\"");
        let fen = "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 3 20";
        check(&Position::from_fen(fen).unwrap(), &format!("\"{fen}\""));
        let mate = Position::from_fen("R2k5/1R7/9/9/9/9/9/9/9/4K4 b").unwrap();
        let outcome = Game::new(mate, RuleSet::Asian).outcome();
        check(&outcome, "{\"winner\":\"red\",\"termination\":\"checkmate\"}");
        for wrong in ["\"j4\"", "4", "null"] {
            assert!(serde_json::from_str::<Square>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn records_keep_their_tree() {
        let text = "[Red \"Hu\"]\n\n1. H2-E2 {good} (1. C3-C4 $1) H9-G7 1-0\n";
        let record = Records::new(text.as_bytes()).next().unwrap().unwrap();
        let json = serde_json::to_string(&record).unwrap();
        assert_eq!(serde_json::from_str::<Record>(&json).unwrap(), record);
    }
}
