// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe play`: a game against the engine in the terminal.
//!
//! [`game`] is the game itself, [`session`] what the words of a person and the thoughts of the engine do to
//! it. Two front ends show a session: [`plain`] line by line, for pipes and screen readers, and
//! [`screen`] on a full screen.

mod command;
mod game;
mod plain;
mod record;
mod screen;
mod session;
mod texts;
mod thinker;

use super::failure::{CommandResult, Failure};
use super::options::{
    BookArgs, EngineArgs, FenArg, LimitArgs, RulesArgs, TableArgs, notation, start_position,
};
use super::output::OverwriteArgs;
use chuhe::engine::{DEFAULT_HASH_MB, Engine, Level};
use chuhe::search::{Limits, Settings};
use chuhe_arena::TimeControl;
use chuhe_console::{number, read};
use game::{GameConditions, PlayedGame, Seat};
use plain::PlainOptions;
use record::SavedGame;
use screen::App;
use session::{Session, SessionOptions};
use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;
use std::time::{Instant, SystemTime};
use texts::Texts;
use thinker::Thinker;
use xiangqi::diagram::PieceLetters;
use xiangqi::notation::{Notation, Record};
use xiangqi::rules::NATURAL_LIMIT;
use xiangqi::types::{Language, bilingual};

/// The engine's time for a move in milliseconds, without a clock or another limit.
const DEFAULT_MOVETIME: u64 = 1000;

/// Play against the engine in the terminal
#[derive(clap::Args)]
#[command(after_help = "\
Type moves in any notation (h2e2, C2.5, 炮二平五), and `help` to list the other words. If input or output is not a terminal, \
the game is played line by line.

An unfinished game is kept after each move; the next start offers to resume it. Games that end or are left are kept in \
chuhe/games.pgn in the user's folder for such files; the end of a game names it. A game whose moves come from a pipe or a \
file is kept only with --resume or --new.

Examples:
  chuhe play --level 5
  chuhe play --elo 1500 --black --tc 600+5
  chuhe play --two --fen '3k5/9/9/9/9/9/9/9/4R4/4K4 w'
  printf 'C2.5\\nundo\\n炮二平五\\n' | chuhe play --nodes 1000")]
pub struct PlayArgs {
    /// Level of the engine, from 0, a beginner, to 20, full strength [default: 20]
    #[arg(long, value_name = "N", conflicts_with = "elo", value_parser = read::<Level>)]
    level: Option<Level>,
    /// Level nearest to this rating on the engine's own scale
    #[arg(long, value_name = "N", value_parser = number::<u32>(0..))]
    elo: Option<u32>,
    #[command(flatten)]
    seats: SeatArgs,
    /// Time control for both sides: [MOVES/]SECONDS[+INCREMENT], such as 600+5
    #[arg(long, value_name = "TC")]
    tc: Option<TimeControl>,
    /// Start position in FEN, `-` for standard input [default: the usual one]
    #[arg(long, value_name = "FEN")]
    fen: Option<FenArg>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Let the engine take its time like a person, up to 5 seconds
    #[arg(long)]
    pace: bool,
    /// Play line by line: for pipes and screen readers
    #[arg(long)]
    plain: bool,
    /// With --plain, draw the board only on request
    #[arg(long)]
    terse: bool,
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
    /// Notation of the moves shown [default: iccs; chinese in Chinese]
    #[arg(long, value_name = "NAME", value_parser = notation())]
    notation: Option<Notation>,
    /// Resume the unfinished game without asking
    #[arg(long, conflicts_with_all = ["new", "fen"])]
    resume: bool,
    /// Begin a new game without asking
    #[arg(long)]
    new: bool,
    #[command(flatten)]
    books: BookArgs,
    /// Seed of the engine's choices below full strength [default: the time]
    #[arg(long, value_name = "N", value_parser = number::<u64>(0..))]
    seed: Option<u64>,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    engine: EngineArgs<DEFAULT_HASH_MB>,
    #[command(flatten)]
    tables: TableArgs,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

/// The players.
#[derive(clap::Args)]
#[group(multiple = false)]
struct SeatArgs {
    /// Play Red, who moves first (the default)
    #[arg(long)]
    red: bool,
    /// Play Black
    #[arg(long)]
    black: bool,
    /// Watch the engine play against itself
    #[arg(long)]
    watch: bool,
    /// Let two people play at one board
    #[arg(long)]
    two: bool,
}

impl SeatArgs {
    fn seats(&self) -> [Seat; 2] {
        match self {
            Self { black: true, .. } => [Seat::Engine, Seat::Person],
            Self { watch: true, .. } => [Seat::Engine; 2],
            Self { two: true, .. } => [Seat::Person; 2],
            _ => [Seat::Person, Seat::Engine],
        }
    }
}

pub fn run(args: &PlayArgs, language: Language) -> CommandResult {
    let texts = Texts(language);
    let conditions = GameConditions {
        seats: args.seats.seats(),
        control: args.tc,
        rules: args.rules.rules(),
        limit: Some(NATURAL_LIMIT),
    };
    let mut game = PlayedGame::new(&start_position(args.fen.as_ref())?, conditions);
    let has_keyboard = io::stdin().is_terminal();
    let is_kept = has_keyboard || args.resume || args.new;
    let mut saved = is_kept.then(SavedGame::of_user).flatten();
    let mut level = args.level();
    let left = saved.as_ref().and_then(|saved| {
        let record = saved.read()?;
        Some((unfinished(&record, conditions)?, record))
    });
    match left {
        Some((unfinished, record)) => {
            let question = texts.resume_question(unfinished.moves().len());
            let may_ask = has_keyboard && !args.new && args.fen.is_none();
            if args.resume || may_ask && confirm(&question)? {
                game = unfinished;
                level = level.or(record::level(&record));
            } else if let Some(saved) = &mut saved {
                saved.leave(record);
            }
        }
        None if args.resume => {
            return Err(
                bilingual!("--resume: there is no unfinished game", "--resume：没有未下完的对局").into()
            );
        }
        None => {}
    }
    let options = SessionOptions {
        texts,
        notation: args.notation.unwrap_or(Notation::usual(language)),
        limits: args.search_limits(),
        is_paced: args.pace,
        overwrite: args.overwrite,
    };
    let mut session = Session::new(game, Thinker::new(args.engine(level)?), saved, options, Instant::now());
    let letters = if args.ascii { PieceLetters::Latin } else { PieceLetters::Chinese };
    let has_screen = io::stdout().is_terminal();
    let is_colored = has_screen && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    if has_screen && has_keyboard && !args.plain {
        let app = App::new(letters, is_colored, session.bottom);
        screen::run(&mut session, app)?;
    } else {
        let plain = PlainOptions { letters, is_colored, is_terse: args.terse, is_prompted: has_keyboard };
        plain::run(&mut session, plain, io::stdin().lock(), io::stdout().lock())?;
    }
    Ok(ExitCode::SUCCESS)
}

impl PlayArgs {
    fn search_limits(&self) -> Limits {
        if self.tc.is_some() { self.limits.given() } else { self.limits.limits(DEFAULT_MOVETIME) }
    }

    fn level(&self) -> Option<Level> {
        self.level.or(self.elo.map(Level::from_elo))
    }

    fn engine(&self, level: Option<Level>) -> Result<Engine, Failure> {
        let mut engine = self.engine.engine(1);
        self.tables.equip(&mut engine)?;
        self.books.equip(&mut engine)?;
        let settings = engine.settings().clone();
        engine.set_settings(Settings {
            rules: self.rules.rules(),
            draw_plies: Some(NATURAL_LIMIT),
            seed: self.seed.unwrap_or_else(seconds),
            ..settings
        });
        engine.set_level(level.unwrap_or_default());
        Ok(engine)
    }
}

/// Returns the game that a record holds, if it is not finished.
fn unfinished(record: &Record, conditions: GameConditions) -> Option<PlayedGame> {
    let game = record::resume(record, conditions).ok()?;
    game.is_unfinished().then_some(game)
}

/// A seed that differs from game to game.
fn seconds() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// Asks a question that is answered with yes by default.
fn confirm(question: &str) -> Result<bool, Failure> {
    let mut out = io::stdout().lock();
    write!(out, "{question}")?;
    out.flush()?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    Ok(!matches!(answer.trim().chars().next(), Some('n' | 'N' | '否' | '不')))
}
