// SPDX-License-Identifier: MIT OR Apache-2.0
//! The options of `chuhe convert`.

use super::filter::FilterArgs;
use super::format::OutputFormat;
use crate::options::{FenArg, Vocabulary};
use crate::output::OverwriteArgs;
use chuhe_console::read;
use std::path::PathBuf;
use xiangqi::notation::{Encoding, record_formats};
use xiangqi::types::Language;

/// Convert moves or game files to another notation
#[derive(clap::Args)]
#[command(after_help = notes())]
pub struct ConvertArgs {
    /// Position before the first move in FEN, `-` for standard input [default: the start position]
    #[arg(long, value_name = "FEN", conflicts_with = "games")]
    pub fen: Option<FenArg>,
    /// Output notation; for games also another format than PGN
    #[arg(long, value_name = "NOTATION", value_parser = output_format())]
    pub to: OutputFormat,
    /// Moves in any notation, with or without move numbers, or the position and the moves (`position fen FEN
    /// moves …`, `FEN moves …`); `-` for standard input. Put words that begin with a hyphen after `--`
    #[arg(value_name = "MOVES", required_unless_present = "games", conflicts_with = "games")]
    pub moves: Vec<String>,
    /// Convert the games in these files, and in all files in these folders with the name of a game file
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub games: Vec<PathBuf>,
    /// Write the games to this file, or to a folder, one file per input (`a.xqf` becomes `a.xqf.pgn`), if it
    /// is a folder, ends with a slash, or a folder is read; in XQF one file per game (`a.cbl.xqf`,
    /// `a.cbl.2.xqf`). Input files are never overwritten [default:
    /// standard output]
    #[arg(long, value_name = "FILE", conflicts_with = "moves")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub overwrite: OverwriteArgs,
    /// Encoding of the output: utf-8, gbk or big5 [default: utf-8, in XQF gbk]
    #[arg(long, value_name = "NAME", conflicts_with = "moves", value_parser = read::<Encoding>)]
    pub encoding: Option<Encoding>,
    /// Encoding of input files that are not in UTF-8 [default: gbk or big5, whichever makes more sense]
    #[arg(long, value_name = "NAME", conflicts_with = "moves", value_parser = read::<Encoding>)]
    pub input_encoding: Option<Encoding>,
    /// End lines with CR LF, as on Windows
    #[arg(long, conflicts_with = "moves")]
    pub crlf: bool,
    /// Add the tags ECCO, Opening and Variation to games without them
    #[arg(long, conflicts_with = "moves")]
    pub opening_tags: bool,
    #[command(flatten)]
    pub filter: FilterArgs,
}

impl ConvertArgs {
    /// Returns the encoding of the output.
    pub fn encoding(&self) -> Encoding {
        self.encoding.unwrap_or(self.to.encoding())
    }
}

/// The notes below the options.
fn notes() -> String {
    format!(
        "\
Moves are played one after another. The notation of each move is detected: coordinates (h2e2, H2-E2; with \
ranks 1 to 10 if a move names rank 10 or the list is legal only so, h3e3 h10g8), WXF (C2.5, H2+3, P++1), Chinese (炮二平五, 前馬進四), Vietnamese (P2-5, M8.7, Bt.1) or SAN (Che2, Rxb9). Words that \
are a move in WXF and another in Vietnamese notation, such as C7.1, are read as the other moves of the list show.

With --games, whole games are converted, including comments and variations. The format of a file is detected from its \
content: {formats}. Texts may be in UTF-8, \
GBK or Big5. Games are written as PGN, with --to xqf as XQF files of XQStudio (version 1.0, one game a file), or with --to \
dhtmlxq in DhtmlXQ; what a format has no place for, such as some tags and annotation marks, is reported. For programs there \
are JSON with a game a line (--to jsonl) and CSV with a ply a line (--to csv), which mark games with the same moves as an \
earlier one. Games that cannot be read are reported with their line or byte offset and left out; of a game with an illegal move \
the moves before it are written, and of a variation with one the rest is kept as a comment. --opening-tags names openings by ECCO, the Encyclopedia of Chinese Chess Openings, in \
Chinese if the moves are in Chinese, otherwise in English.

Examples:
  chuhe convert --to wxf 炮二平五 炮8平5 炮五进四 士4进5
  chuhe convert --to chinese --fen '3k5/9/9/4P4/4P4/9/9/9/9/4K4 w' -- --.6
  echo 'h2e2 h9g7' | chuhe convert --to chinese-traditional -
  chuhe convert --to wxf position startpos moves h2e2 h9g7
  chuhe convert --to wxf --games library.cbl --out library.pgn --opening-tags
  chuhe convert --to chinese --games folder --out results --encoding gbk --crlf
  chuhe convert --to xqf --games library.cbl --out games/
  chuhe convert --to csv --games folder --out plies.csv --player 胡荣华 --date 1980..1989 --no-duplicates
  chuhe convert --to dhtmlxq --games game.xqf",
        formats = record_formats(Language::English)
    )
}

/// Reads the word of a notation or a format.
fn output_format() -> Vocabulary<OutputFormat> {
    Vocabulary { read: OutputFormat::read, words: || OutputFormat::all().map(OutputFormat::word).collect() }
}
