// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab play`: the platform of Bai (2007) for all games of the laboratory. Two players, each a person
//! or one of the algorithms, play at one terminal, and any number of onlookers follow the record of the game
//! at other terminals.
//!
//! [`session`] is the game at the terminal, [`record`] the file that onlookers and later sessions read.

mod look;
mod player;
mod record;
mod session;
#[cfg(test)]
mod tests;
mod watch;

use super::common::{GameName, PlayerSpec, for_game, rung};
use crate::{MemorySettings, Subject};
use chuhe_console::failure::{CommandResult, Failure};
use clap::ValueEnum;
use core::fmt::Display;
pub use look::Look;
use player::Player;
use record::{GameRecord, RecordFile};
use session::{PlaySession, Seat, SessionOptions};
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use xiangqi::types::{Bilingual, Language, bilingual};

/// Play a game in the terminal
#[derive(clap::Args)]
#[command(after_help = "\
A player is `person`, or an algorithm with its search depth, such as `alphabeta:4`; `chuhe lab compare --game GAME --algorithms list` \
lists those of a game. A person plays against a program unless both players are given.

People type moves as they are shown, and `help` to list the other commands. With --record, the game is written to the file after each \
move: `--watch` shows it at another terminal while it is played, or replays it later, and --resume goes on with it. One session \
at a time writes to a file of records.

Examples:
  chuhe lab play --game gomoku
  chuhe lab play --game reversi --first person --second person
  chuhe lab play --game xiangqi --first framework:3 --second pvs:3 --pace 1 --record game.txt
  chuhe lab play --watch game.txt --pace 0.5
  chuhe lab play --resume --record game.txt")]
pub struct LabPlayArgs {
    /// Game
    #[arg(long, value_enum, required_unless_present_any = ["resume", "watch"])]
    game: Option<GameName>,
    /// The player who moves first [default: a person, or a program against a person]
    #[arg(long, value_name = "PLAYER")]
    first: Option<Player>,
    /// The other player; without a value a person [default: a program, or a person against a program]
    #[arg(long, value_name = "PLAYER", num_args = 0..=1, default_missing_value = "person")]
    second: Option<Player>,
    /// Shortest time for a program's move, and for a move that onlookers see, in seconds
    #[arg(long, value_name = "S", default_value = "0", value_parser = seconds)]
    pace: Duration,
    /// Add the game to a file of records
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Go on with the last game of the file of records
    #[arg(long, requires = "record", conflicts_with = "game")]
    resume: bool,
    /// Show the games of a file of records, the last one while it is played
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "first", "second", "record"])]
    watch: Option<PathBuf>,
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
}

/// Reads a time in seconds, up to a minute.
fn seconds(text: &str) -> Result<Duration, Bilingual> {
    let duration = text.parse().ok().filter(|seconds| (0.0..=60.0).contains(seconds));
    duration.map(Duration::from_secs_f64).ok_or_else(|| bilingual!("must be 0 to 60", "应为0至60"))
}

pub fn run(args: &LabPlayArgs, language: Language) -> CommandResult {
    let is_colored =
        io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty());
    let look = Look { language, is_ascii: args.ascii, is_colored };
    if let Some(file) = &args.watch {
        return watch::run(file, args.pace, look, &mut io::stdout());
    }
    let (record, resumed) = match &args.record {
        Some(path) => {
            let (file, last) = RecordFile::open(path, args.resume)?;
            (Some(file), last)
        }
        None => (None, None),
    };
    let recorded = resumed.as_ref().and_then(|record| GameName::from_str(&record.game, false).ok());
    let game = recorded.or(args.game).expect("a game is named or resumed");
    for_game!(game, start(args, look, record, resumed))?;
    Ok(ExitCode::SUCCESS)
}

fn start<G: Subject + Display>(
    args: &LabPlayArgs,
    look: Look,
    record: Option<RecordFile>,
    resumed: Option<GameRecord>,
) -> Result<(), Failure> {
    let seats = seats::<G>(players::<G>(args, resumed.as_ref()))?;
    let options = SessionOptions { pace: args.pace, look };
    let mut session = PlaySession::new(seats, options, record, io::stdout().lock());
    match resumed {
        Some(game) => session.resume(&game)?,
        None => session.begin()?,
    }
    session.run(io::stdin().lock())
}

/// Returns the players: those of the command line, or else those of the game that is resumed, or else a
/// person and a program.
fn players<G: Subject>(args: &LabPlayArgs, resumed: Option<&GameRecord>) -> [Player; 2] {
    let usual = || {
        let (name, depth) = G::PLAYER;
        Player::Program(PlayerSpec { name: name.to_owned(), depth })
    };
    let recorded = |side: usize| resumed.map(|record| record.players[side].clone());
    match [args.first.clone().or_else(|| recorded(0)), args.second.clone().or_else(|| recorded(1))] {
        [None, None] => [Player::Person, usual()],
        [Some(first), None] if first == Player::Person => [first, usual()],
        [Some(first), None] => [first, Player::Person],
        [None, Some(second)] if second == Player::Person => [usual(), second],
        [None, Some(second)] => [Player::Person, second],
        [Some(first), Some(second)] => [first, second],
    }
}

/// Returns the seats of the players. A person gets hints from the opponent's algorithm, or from the default
/// one against a person.
fn seats<G: Subject>(players: [Player; 2]) -> Result<[Seat<G>; 2], Failure> {
    let program = |player: &Player| match player {
        Player::Person => None,
        Player::Program(spec) => Some(spec.clone()),
    };
    let (name, depth) = G::PLAYER;
    let adviser = players.iter().find_map(program).unwrap_or(PlayerSpec { name: name.to_owned(), depth });
    let seat = |player: Player| {
        let PlayerSpec { name, depth } = program(&player).unwrap_or_else(|| adviser.clone());
        let algorithm = rung::<G>(&name)?.algorithm(MemorySettings::default());
        Ok::<_, Failure>(Seat { player, algorithm, depth })
    };
    let [first, second] = players;
    Ok([seat(first)?, seat(second)?])
}
