// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe convert`: the moves of a game in another notation, or files of games.

mod games;

use super::failure::CommandResult;
use crate::notation::{Encoding, Notation, ParseNotationError, Record, read_move};
use crate::position::Position;
use anyhow::{Context, anyhow};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

/// Write moves, or files of games, in another notation
#[derive(clap::Args)]
#[command(after_help = "\
Each move is played from where the one before it led. How a move is written is recognised: as coordinates (h2e2, H2-E2), in \
WXF (C2.5, H2+3, P++1) or in Chinese (炮二平五, 前馬進四).

With --games whole games are converted, comments and variations with them. Files are read in PGN, in XQF (XQStudio), in CBR \
and CBL (CCBridge), and in DhtmlXQ, the text of the forums; which one it is shows in the file itself. Texts may be in \
UTF-8, GBK or Big5. Games are written as PGN, or with --to dhtmlxq as that text. A game that cannot be read is told with \
its line or byte, and left out. --opening-tags names openings after ECCO, the Encyclopedia of Chinese Chess Openings, in \
Chinese if the moves are, else in English.

Examples:
  chuhe convert --to wxf 炮二平五 炮8平5 炮五进四 士4进5
  chuhe convert --to chinese --fen '3k5/9/9/4P4/4P4/9/9/9/9/4K4 w' -- --.6
  echo 'h2e2 h9g7' | chuhe convert --to chinese-traditional -
  chuhe convert --to wxf --games library.cbl --out library.pgn --opening-tags
  chuhe convert --to chinese --games folder --out results --encoding gbk --crlf
  chuhe convert --to dhtmlxq --games game.xqf")]
pub struct ConvertArgs {
    /// Where the game began [default: the start of a game]
    #[arg(long, value_name = "FEN", conflicts_with = "games")]
    fen: Option<Position>,
    /// Notation to write: iccs, wxf, chinese or chinese-traditional; for games also dhtmlxq
    #[arg(long, value_name = "NOTATION")]
    to: Target,
    /// The moves of the game in any notation; `-`: those on standard input. A word that begins with a hyphen goes behind `--`
    #[arg(value_name = "MOVES", required_unless_present = "games", conflicts_with = "games")]
    moves: Vec<String>,
    /// Convert the games in these files, and in all files in these folders whose names end in pgn, xqf, cbr, cbl or ubb
    #[arg(long, value_name = "FILE", num_args = 1..)]
    games: Vec<PathBuf>,
    /// Write the games to a file; to a folder, file by file, if it is one, ends with a slash, or a folder is read: of
    /// `a.xqf` comes `a.xqf.pgn` [default: standard output]
    #[arg(long, value_name = "FILE", conflicts_with = "moves")]
    out: Option<PathBuf>,
    /// Encoding to write games in: utf-8, gbk or big5
    #[arg(long, value_name = "NAME", default_value_t, conflicts_with = "moves")]
    encoding: Encoding,
    /// Encoding of files that are not in UTF-8
    #[arg(long, value_name = "NAME", default_value_t = Encoding::Gbk, conflicts_with = "moves")]
    input_encoding: Encoding,
    /// End lines as Windows does
    #[arg(long, conflicts_with = "moves")]
    crlf: bool,
    /// Add the tags ECCO, Opening and Variation where they are missing
    #[arg(long, conflicts_with = "moves")]
    opening_tags: bool,
}

/// What to write.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    /// Moves, or games as PGN.
    Notation(Notation),
    /// Games as the forums have them.
    DhtmlXq,
}

impl FromStr for Target {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.eq_ignore_ascii_case("dhtmlxq") {
            Ok(Self::DhtmlXq)
        } else {
            text.parse().map(Self::Notation)
        }
    }
}

impl Target {
    fn write(self, record: &Record) -> String {
        match self {
            Self::Notation(notation) => record.to_pgn(notation),
            Self::DhtmlXq => record.to_dhtmlxq(),
        }
    }

    /// The notation in whose language texts are added.
    fn notation(self) -> Notation {
        match self {
            Self::Notation(notation) => notation,
            Self::DhtmlXq => Notation::Chinese,
        }
    }

    /// How the names of files end.
    fn extension(self) -> &'static str {
        match self {
            Self::Notation(_) => "pgn",
            Self::DhtmlXq => "ubb",
        }
    }
}

pub fn run(args: &ConvertArgs) -> CommandResult {
    if !args.games.is_empty() {
        return games::run(args);
    }
    let Target::Notation(notation) = args.to else {
        return Err(anyhow!("--to dhtmlxq: only whole games are written so: --games").into());
    };
    let mut position = args.fen.clone().unwrap_or_else(Position::startpos);
    let text = text(&args.moves)?;
    let mut written = Vec::new();
    for (number, word) in (1..).zip(text.split_whitespace()) {
        let mv = read_move(&position, word).with_context(|| format!("move {number}"))?;
        written.push(notation.write(&position, mv));
        position.play_unchecked(mv);
    }
    writeln!(io::stdout(), "{}", written.join(" "))?;
    Ok(ExitCode::SUCCESS)
}

/// All words, those on standard input in the place of `-`.
fn text(words: &[String]) -> anyhow::Result<String> {
    let mut text = String::new();
    for word in words {
        if word == "-" {
            text += &io::read_to_string(io::stdin()).context("standard input")?;
        } else {
            text += word;
        }
        text.push(' ');
    }
    Ok(text)
}
