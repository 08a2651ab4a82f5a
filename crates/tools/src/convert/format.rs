// SPDX-License-Identifier: MIT OR Apache-2.0
//! The formats that games are converted to.

use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use xiangqi::notation::{Encoding, Lost, Notation, Record, Variation};
use xiangqi::types::{Bilingual, bilingual};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum OutputFormat {
    /// Moves in this notation, or games as PGN.
    Notation(Notation),
    DhtmlXq,
    Xqf,
    /// A game a line.
    JsonLines,
    /// A ply a line.
    Csv,
}

impl OutputFormat {
    /// All formats, the notations of PGN first.
    pub fn all() -> impl Iterator<Item = Self> {
        let others = [Self::DhtmlXq, Self::Xqf, Self::JsonLines, Self::Csv];
        Notation::ALL.map(Self::Notation).into_iter().chain(others)
    }

    /// The word on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Notation(notation) => notation.name(),
            Self::DhtmlXq => "dhtmlxq",
            Self::Xqf => "xqf",
            Self::JsonLines => "jsonl",
            Self::Csv => "csv",
        }
    }

    /// Reads the word.
    pub fn read(text: &str) -> Result<Self, Bilingual> {
        let word = text.to_ascii_lowercase();
        Self::all().find(|format| format.word() == word).ok_or_else(|| {
            let notations = Notation::ALL.map(Notation::name);
            let others: Vec<_> = Self::all().skip(notations.len()).map(Self::word).collect();
            bilingual!(
                "neither a notation ({english}), in which games become PGN, nor another format of games ({list})",
                "不是记法（{chinese}；棋谱按其中一种写成 PGN），也不是其他棋谱格式（{list}）",
                english = notations.join(", "),
                chinese = notations.join("、"),
                list = others.join(", ")
            )
        })
    }
}

/// A game to write.
pub struct NumberedGame<'a> {
    /// The running number among the games written.
    pub number: usize,
    pub file: &'a Path,
    /// The number of the first game with the same moves.
    pub duplicate_of: Option<usize>,
    pub record: &'a Record,
}

impl OutputFormat {
    /// Returns the game as it is written; `None` if the format has no place for its start position.
    pub fn write(
        self,
        game: &NumberedGame,
        encoding: Encoding,
        crlf: bool,
        lost: &mut Lost,
    ) -> Option<Vec<u8>> {
        let record = game.record;
        let text = match self {
            Self::Notation(notation) => record.to_pgn(notation),
            Self::DhtmlXq => {
                lost.add(record.lost_in_dhtmlxq());
                record.to_dhtmlxq()
            }
            Self::JsonLines => json(game),
            Self::Csv => {
                lost.variations +=
                    record.line.moves.iter().map(|recorded| recorded.variations.len()).sum::<usize>();
                lost.glyphs += record.line.moves.iter().map(|recorded| recorded.glyphs.len()).sum::<usize>();
                lost.comments += usize::from(!record.line.comment.is_empty());
                rows(game)
            }
            Self::Xqf => {
                let file = record.to_xqf(encoding)?;
                lost.add(file.lost);
                return Some(file.bytes);
            }
        };
        Some(encode(&text, encoding, crlf, lost))
    }

    /// The line before the first game.
    pub fn heading(self) -> Option<&'static str> {
        (self == Self::Csv).then_some(
            "game,file,red,black,date,event,result,duplicate_of,ply,side,move,chinese,fen,comment\n",
        )
    }

    /// The notation that determines the language of added texts.
    pub fn notation(self) -> Notation {
        match self {
            Self::Notation(notation) => notation,
            Self::DhtmlXq | Self::Xqf => Notation::Chinese,
            Self::JsonLines | Self::Csv => Notation::Iccs,
        }
    }

    /// The encoding unless another one is given.
    pub fn encoding(self) -> Encoding {
        if self == Self::Xqf { Encoding::Gbk } else { Encoding::Utf8 }
    }

    /// The extension of file names.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Notation(_) => "pgn",
            Self::DhtmlXq => "ubb",
            Self::Xqf => "xqf",
            Self::JsonLines => "jsonl",
            Self::Csv => "csv",
        }
    }

    /// The name of the format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Notation(_) => "PGN",
            Self::DhtmlXq => "DhtmlXQ",
            Self::Xqf => "XQF",
            Self::JsonLines => "JSON",
            Self::Csv => "CSV",
        }
    }
}

/// A game as an object.
#[derive(Serialize)]
struct JsonGame<'a> {
    game: usize,
    file: String,
    duplicate_of: Option<usize>,
    tags: BTreeMap<&'a str, &'a str>,
    fen: String,
    result: &'a str,
    moves: Vec<String>,
    /// The moves with comments and variations, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<&'a Variation>,
}

fn json(&NumberedGame { number, file, duplicate_of, record }: &NumberedGame) -> String {
    let line = &record.line;
    let is_plain = line.comment.is_empty()
        && line.moves.iter().all(|recorded| {
            recorded.comment.is_empty() && recorded.glyphs.is_empty() && recorded.variations.is_empty()
        });
    let game = JsonGame {
        game: number,
        file: file.display().to_string(),
        duplicate_of,
        tags: record.tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect(),
        fen: record.start.to_fen(),
        result: record.result.text(),
        moves: line.moves.iter().map(|recorded| recorded.mv.to_string()).collect(),
        line: (!is_plain).then_some(line),
    };
    serde_json::to_string(&game).expect("texts and numbers can be written") + "\n"
}

/// A line for each ply of a game, with the position before it.
fn rows(game: &NumberedGame) -> String {
    let record = game.record;
    let tag = |name| quoted(record.tag(name).unwrap_or_default());
    let duplicate_of = game.duplicate_of.map_or_else(String::new, |number| number.to_string());
    let head = [
        game.number.to_string(),
        quoted(&game.file.display().to_string()),
        tag("Red"),
        tag("Black"),
        tag("Date"),
        tag("Event"),
        record.result.text().to_owned(),
        duplicate_of,
    ];
    let head = head.join(",");
    let mut position = record.start.clone();
    let mut rows = String::new();
    for (ply, recorded) in (1..).zip(&record.line.moves) {
        let (side, mv) = (position.side_to_move(), recorded.mv);
        let chinese = Notation::Chinese.write(&position, mv);
        let (fen, comment) = (position.to_fen(), quoted(&recorded.comment));
        _ = writeln!(rows, "{head},{ply},{side},{mv},{chinese},{fen},{comment}");
        position.play_unchecked(mv);
    }
    rows
}

/// A field of a CSV file.
fn quoted(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// Encodes a text and counts the characters that the encoding lacks.
pub fn encode(text: &str, encoding: Encoding, crlf: bool, lost: &mut Lost) -> Vec<u8> {
    let (bytes, unknown) =
        if crlf { encoding.encode(&text.replace('\n', "\r\n")) } else { encoding.encode(text) };
    lost.characters += unknown;
    bytes
}
