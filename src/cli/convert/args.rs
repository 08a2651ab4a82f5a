// SPDX-License-Identifier: MIT OR Apache-2.0
//! The options of `chuhe convert`.

use crate::cli::options::FenArg;
use crate::cli::output::OverwriteArgs;
use crate::notation::{Encoding, Notation, ParseNotationError, Record};
use std::path::PathBuf;
use std::str::FromStr;

/// Convert moves or game files to another notation
#[derive(clap::Args)]
#[command(after_help = "\
Moves are played one after another. The notation of each move is detected: coordinates (h2e2, H2-E2; with \
ranks 1 to 10 if a move names rank 10, h3e3 h10g8), WXF (C2.5, H2+3, P++1), Chinese (炮二平五, 前馬進四) or SAN (Che2, Rxb9).

With --games, whole games are converted, including comments and variations. The format of a file is detected from its \
content: PGN, XQF (XQStudio), CBR, CBL and CBF (CCBridge), PFC, MXQ, DhtmlXQ, the text format of Chinese forums, or the text of dpxq.com. Texts may be in UTF-8, \
GBK or Big5. Games are written as PGN, or in DhtmlXQ with --to dhtmlxq, which has no place for some tags and for annotation \
marks. Games that cannot be read are reported with their line or byte offset and left out; of a game with an illegal move \
the moves before it are written. --opening-tags names openings by ECCO, the Encyclopedia of Chinese Chess Openings, in \
Chinese if the moves are in Chinese, otherwise in English.

Examples:
  chuhe convert --to wxf 炮二平五 炮8平5 炮五进四 士4进5
  chuhe convert --to chinese --fen '3k5/9/9/4P4/4P4/9/9/9/9/4K4 w' -- --.6
  echo 'h2e2 h9g7' | chuhe convert --to chinese-traditional -
  chuhe convert --to wxf --games library.cbl --out library.pgn --opening-tags
  chuhe convert --to chinese --games folder --out results --encoding gbk --crlf
  chuhe convert --to dhtmlxq --games game.xqf")]
pub struct ConvertArgs {
    /// Position before the first move in FEN, `-` for standard input [default: the start position]
    #[arg(long, value_name = "FEN", conflicts_with = "games")]
    pub fen: Option<FenArg>,
    /// Output notation: iccs, wxf, chinese or chinese-traditional; for games also dhtmlxq
    #[arg(long, value_name = "NOTATION")]
    pub to: OutputFormat,
    /// Moves in any notation, with or without move numbers; `-` for standard input. Put words that begin with
    /// a hyphen after `--`
    #[arg(value_name = "MOVES", required_unless_present = "games", conflicts_with = "games")]
    pub moves: Vec<String>,
    /// Convert the games in these files, and in all pgn, xqf, cbr, cbl, cbf, pfc, mxq and ubb files in these
    /// folders
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub games: Vec<PathBuf>,
    /// Write the games to this file, or to a folder, one file per input (`a.xqf` becomes `a.xqf.pgn`), if it
    /// is a folder, ends with a slash, or a folder is read. Input files are never overwritten [default:
    /// standard output]
    #[arg(long, value_name = "FILE", conflicts_with = "moves")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub overwrite: OverwriteArgs,
    /// Encoding of the output: utf-8, gbk or big5
    #[arg(long, value_name = "NAME", default_value_t, conflicts_with = "moves")]
    pub encoding: Encoding,
    /// Encoding of input files that are not in UTF-8 [default: gbk or big5, whichever makes more sense]
    #[arg(long, value_name = "NAME", conflicts_with = "moves")]
    pub input_encoding: Option<Encoding>,
    /// End lines with CR LF, as on Windows
    #[arg(long, conflicts_with = "moves")]
    pub crlf: bool,
    /// Add the tags ECCO, Opening and Variation to games without them
    #[arg(long, conflicts_with = "moves")]
    pub opening_tags: bool,
}

/// The format to write.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum OutputFormat {
    /// Moves in this notation, or games as PGN.
    Notation(Notation),
    /// Games in DhtmlXQ.
    DhtmlXq,
}

impl FromStr for OutputFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.eq_ignore_ascii_case("dhtmlxq") {
            Ok(Self::DhtmlXq)
        } else {
            let error = |error: ParseNotationError| {
                format!("{error}; games become PGN in one of these, or DhtmlXQ with --to dhtmlxq")
            };
            text.parse().map(Self::Notation).map_err(error)
        }
    }
}

impl OutputFormat {
    pub fn write(self, record: &Record) -> String {
        match self {
            Self::Notation(notation) => record.to_pgn(notation),
            Self::DhtmlXq => record.to_dhtmlxq(),
        }
    }

    /// The notation that determines the language of added texts.
    pub fn notation(self) -> Notation {
        match self {
            Self::Notation(notation) => notation,
            Self::DhtmlXq => Notation::Chinese,
        }
    }

    /// The extension of file names.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Notation(_) => "pgn",
            Self::DhtmlXq => "ubb",
        }
    }
}
