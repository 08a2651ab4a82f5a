// SPDX-License-Identifier: MIT OR Apache-2.0
//! A recorded search with the names of its nodes, for those who look at it, whatever the game.

use super::{Record, Watched, record};
use crate::algorithm::Algorithm;
use crate::games::{Gomoku, Reversi, TicTacToe, Xiangqi};
use crate::ladder::{Ladder, Rung};
use crate::worked::{Outline, TREES};
use crate::{MemorySettings, Subject, WorkedTree};
use clap::ValueEnum;
use core::fmt::Display;
use xiangqi::text;
use xiangqi::types::{Bilingual, Language};

/// The games whose searches can be looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum SceneGame {
    /// Xiangqi.
    Xiangqi,
    /// Reversi.
    Reversi,
    /// Gomoku.
    Gomoku,
    /// Tic-tac-toe.
    #[value(name = "tictactoe")]
    TicTacToe,
    /// A worked tree.
    Tree,
}

/// Most nodes of a search that is shown.
const LARGEST: usize = 20_000;

/// A recorded search.
pub struct Scene {
    /// The search.
    pub record: Record<String>,
    /// The names of the nodes: moves, or those of the tree's text.
    pub names: Vec<String>,
    /// The positions of a worked tree.
    pub outline: Option<Vec<Outline>>,
    /// True if the algorithm has a window.
    pub has_windows: bool,
}

impl Scene {
    /// Searches a position, which is the start or the first tree if its text is empty.
    ///
    /// # Errors
    /// If there is no such algorithm or position, or the search is too large.
    pub fn new(
        game: SceneGame,
        algorithm: &str,
        depth: Option<u32>,
        position: &str,
    ) -> Result<Self, Bilingual> {
        match game {
            SceneGame::Xiangqi => of_game::<Xiangqi>(algorithm, depth.unwrap_or(2), position),
            SceneGame::Reversi => of_game::<Reversi>(algorithm, depth.unwrap_or(3), position),
            SceneGame::Gomoku => of_game::<Gomoku>(algorithm, depth.unwrap_or(2), position),
            SceneGame::TicTacToe => of_game::<TicTacToe>(algorithm, depth.unwrap_or(3), position),
            SceneGame::Tree => {
                let known = TREES.iter().find(|(name, _)| *name == position).map(|(_, text)| *text);
                of_tree(algorithm, depth, known.unwrap_or(position))
            }
        }
    }
}

fn of_game<G: Subject + Display>(name: &str, depth: u32, text: &str) -> Result<Scene, Bilingual>
where
    G::Algorithms: Ladder<Watched<G>>,
{
    let game = parse::<G>(text)?;
    let mut algorithm = algorithm::<G>(name)?;
    let record = record(game, &mut *algorithm, depth, LARGEST, ToString::to_string)
        .ok_or_else(|| too_large(depth))?
        .map(|mv| mv.to_string());
    let names = record.nodes.iter().map(|node| match (&node.mv, node.parent) {
        (Some(mv), _) => mv.clone(),
        (None, Some(_)) => "null".to_owned(),
        (None, None) => "root".to_owned(),
    });
    Ok(Scene { names: names.collect(), record, outline: None, has_windows: has_windows(name) })
}

fn of_tree(name: &str, depth: Option<u32>, text: &str) -> Result<Scene, Bilingual> {
    let tree = parse::<WorkedTree>(text)?;
    let depth = depth.unwrap_or_else(|| tree.height());
    let mut algorithm = algorithm::<WorkedTree>(name)?;
    let record = record(tree.clone(), &mut *algorithm, depth, LARGEST, |tree| tree.name().to_owned())
        .ok_or_else(|| too_large(depth))?;
    let outline = Some(tree.outline(&record));
    let record = record.map(|mv| mv.to_string());
    let names = record.nodes.iter().map(|node| match (&*node.picture, &node.mv) {
        ("", Some(mv)) => format!("#{mv}"),
        ("", None) => "root".to_owned(),
        (name, _) => name.to_owned(),
    });
    Ok(Scene { names: names.collect(), record, outline, has_windows: has_windows(name) })
}

/// Minimax and negamax search without a window.
fn has_windows(algorithm: &str) -> bool {
    !["minimax", "negamax"].contains(&algorithm)
}

fn parse<G: Subject>(text: &str) -> Result<G, Bilingual> {
    let game = if text.is_empty() { G::start() } else { G::parse(text)? };
    if game.moves().is_empty() {
        let message = |language: Language| {
            language.pick("the game is over in this position", "该局面的对局已经结束").to_owned()
        };
        return Err(Bilingual::new(message));
    }
    Ok(game)
}

fn algorithm<G: Subject>(name: &str) -> Result<Box<dyn Algorithm<Watched<G>>>, Bilingual>
where
    G::Algorithms: Ladder<Watched<G>>,
{
    let rungs: Vec<Rung<Watched<G>>> = G::Algorithms::rungs();
    let names: Vec<&str> = rungs.iter().map(|rung| rung.name).collect();
    let rung = rungs.iter().find(|rung| rung.name == name).ok_or_else(|| {
        let (game, names) = (G::NAME, names.join(", "));
        Bilingual::new(|language| {
            text!(
                language,
                "no algorithm '{name}' for {game}; available: {names}",
                "{chinese}没有算法“{name}”；可用的有：{names}",
                chinese = G::CHINESE
            )
        })
    })?;
    // Few positions fit in what is shown, so the table may be small.
    Ok(rung.algorithm(MemorySettings { bits: 16, ..MemorySettings::default() }))
}

fn too_large(depth: u32) -> Bilingual {
    Bilingual::new(|language| {
        text!(
            language,
            "the search to depth {depth} has more than {LARGEST} nodes; choose a smaller depth",
            "深度{depth}的搜索超过{LARGEST}个节点；请选择较小的深度"
        )
    })
}
