// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab watch`: a search step by step, on a full screen, as a list, or as pictures.

mod screen;
#[cfg(test)]
mod tests;
mod texts;
mod view;

use super::common::{DEEPEST, cut};
use super::play::Look;
use crate::watch::{Scene, SceneGame, SceneRequest};
use crate::worked::TREES;
use chuhe_console::failure::{CommandResult, Failure, Place};
use chuhe_console::files;
use chuhe_console::number;
use chuhe_console::output::{Output, OverwriteArgs};
use chuhe_display::terminal::Palette;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use texts::Texts;
use view::View;
use xiangqi::types::{Language, bilingual, text};

/// Watch an algorithm search, step by step
#[derive(clap::Args)]
#[command(after_help = "\
Keys: i or Right: one step; n or Down: to the end of this position, or to the next move; o or Up: to the end of the position \
before; b or Left: one step back; c: to the next cutoff; Home and End; q: quit. Where the output is no terminal, the steps are \
listed. A step is the beginning or the end of a node. Windows and values are Max's, who is the first player; \
`<=` and `>=` mark a value that is only a bound, × a move that is not searched, and +#5 is a win after 5 plies.

Examples:
  chuhe lab watch alphabeta --game tree --position deep
  chuhe lab watch minimax --game tictactoe --position \"b2 a1 c1 a3\" --depth 9
  chuhe lab watch hashhistory --game reversi --depth 4")]
pub struct WatchArgs {
    /// Algorithm; `chuhe lab compare --game GAME --algorithms list` lists those of a game
    algorithm: String,
    /// Game
    #[arg(long, value_enum)]
    game: SceneGame,
    /// Search depth in plies [default: all of a tree, 3 in reversi and tic-tac-toe, 2 in xiangqi and gomoku]
    #[arg(long, value_name = "PLIES", value_parser = number::<u32>(1..=i64::from(DEEPEST)))]
    depth: Option<u32>,
    /// Position: a FEN, the moves played, or the name or file of a tree (see `chuhe lab tree`)
    #[arg(long, value_name = "TEXT", default_value = "")]
    position: String,
    /// Write a picture of each step to this directory, as SVG files
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

pub fn run(args: &WatchArgs, language: Language) -> CommandResult {
    let is_file = args.game == SceneGame::Tree
        && !args.position.is_empty()
        && TREES.iter().all(|(name, _)| *name != args.position);
    let position = if is_file {
        files::read(Path::new(&args.position)).map_err(Failure::Input)?
    } else {
        args.position.clone()
    };
    let WatchArgs { game, ref algorithm, depth, .. } = *args;
    let request = SceneRequest { game, algorithm, depth, position: &position, most: LARGEST };
    let scene = Scene::new(request)
        .map_err(|error| Failure::Input(if is_file { error.at(cut(&args.position)) } else { error }))?;
    let texts = Texts { scene: &scene, language };
    let is_colored = std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty());
    let look = Look { language, is_ascii: false, is_colored: false };
    let view = View { texts, look, palette: Palette { is_colored }, title: title(args, language) };
    if let Some(directory) = &args.svg {
        write_frames(&view, directory, args.overwrite)?;
    } else if io::stdout().is_terminal() && io::stdin().is_terminal() {
        screen::run(&view).within(|| bilingual!("the terminal", "终端")).map_err(Failure::Job)?;
    } else {
        let mut out = io::stdout().lock();
        writeln!(out, "{}", view.title)?;
        for step in 0..scene.record.steps.len() {
            writeln!(out, "{:5} {}", step + 1, texts.line(step))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn title(args: &WatchArgs, language: Language) -> String {
    let game = match args.game {
        SceneGame::Xiangqi => language.pick("xiangqi", "象棋"),
        SceneGame::Reversi => language.pick("reversi", "黑白棋"),
        SceneGame::Gomoku => language.pick("gomoku", "五子棋"),
        SceneGame::TicTacToe => language.pick("tic-tac-toe", "井字棋"),
        SceneGame::Tree => language.pick("tree", "树"),
    };
    format!("{} · {game} {}", args.algorithm, cut(&args.position)).trim_end().to_owned()
}

/// Most nodes of a search.
const LARGEST: usize = 20_000;

/// Most pictures of a search.
const FRAMES: usize = 1000;

fn write_frames(view: &View<'_>, directory: &Path, overwrite: OverwriteArgs) -> Result<(), Failure> {
    let steps = view.texts.scene.record.steps.len();
    if steps > FRAMES {
        let error = bilingual!(
            "the search has {steps} steps, more than {FRAMES} pictures; choose a smaller --depth",
            "搜索有{steps}步，超过{FRAMES}张图；请用 --depth 选择较小的深度"
        );
        return Err(Failure::Input(error));
    }
    let context = || directory.display().to_string();
    fs::create_dir_all(directory).at(context()).map_err(Failure::Input)?;
    let path = |step: usize| directory.join(format!("{:04}.svg", step + 1));
    let outputs: Result<Vec<Output>, _> = (0..steps)
        .map(|step| Output::create(&path(step), Some(view::FILE_MARK.as_bytes()), overwrite))
        .collect();
    for (step, output) in outputs?.iter().enumerate() {
        output.save(view.svg(step))?;
    }
    // An earlier run that was longer leaves pictures behind.
    let keep = OverwriteArgs { force: false };
    let surplus = (steps..FRAMES).map(path).take_while(|path| path.is_file());
    for path in surplus.filter(|path| Output::create(path, Some(view::FILE_MARK.as_bytes()), keep).is_ok()) {
        fs::remove_file(&path).at(path.display()).map_err(Failure::Job)?;
    }
    let (directory, first, last) = (context(), 1, steps);
    let text = text!(
        view.texts.language,
        "{directory}: {first:04}.svg to {last:04}.svg",
        "{directory}：{first:04}.svg 至 {last:04}.svg"
    );
    Ok(writeln!(io::stdout(), "{text}")?)
}
