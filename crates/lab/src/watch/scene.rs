// SPDX-License-Identifier: MIT OR Apache-2.0
//! A recorded search with the names of its nodes, for those who look at it, whatever the game.

use super::{Record, Watched, record};
use crate::algorithm::Algorithm;
use crate::games::{Gomoku, Reversi, TicTacToe, Xiangqi};
use crate::ladder::{Ladder, rung_named};
use crate::worked::{Outline, TREES};
use crate::{MemorySettings, Subject, WorkedTree};
use clap::ValueEnum;
use serde::Serialize;
use xiangqi::notation::excerpt;
use xiangqi::types::{Bilingual, Language, bilingual, text};

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

impl SceneGame {
    /// Returns the game of this name.
    pub fn named(name: &str) -> Option<Self> {
        <Self as ValueEnum>::from_str(name, false).ok()
    }
}

/// A search to record.
#[derive(Clone, Copy, Debug)]
pub struct SceneRequest<'a> {
    /// The game.
    pub game: SceneGame,
    /// The name of the algorithm.
    pub algorithm: &'a str,
    /// The depth in plies; by default that of the tree, and few plies in a game.
    pub depth: Option<u32>,
    /// The position, the name of a tree or its text; empty for the start or the first tree.
    pub position: &'a str,
    /// Most nodes.
    pub most: usize,
}

/// A recorded search.
#[derive(Serialize)]
pub struct Scene {
    /// The search.
    pub record: Record,
    /// The names of the nodes: moves, or those of the tree's text.
    pub names: Vec<String>,
    /// The positions of a worked tree.
    pub outline: Option<Vec<Outline>>,
    /// True if the algorithm has a window.
    pub has_windows: bool,
}

impl Scene {
    /// Searches a position.
    ///
    /// # Errors
    /// If there is no such algorithm or position, or the search is too large.
    pub fn new(request: SceneRequest<'_>) -> Result<Self, Bilingual> {
        match request.game {
            SceneGame::Xiangqi => of_game::<Xiangqi>(request, 2, |game| game.position().to_string()),
            SceneGame::Reversi => of_game::<Reversi>(request, 3, ToString::to_string),
            SceneGame::Gomoku => of_game::<Gomoku>(request, 2, ToString::to_string),
            SceneGame::TicTacToe => of_game::<TicTacToe>(request, 3, ToString::to_string),
            SceneGame::Tree => of_tree(request),
        }
    }
}

/// Records a search of a game with pictures of its positions.
fn of_game<G: Subject>(
    request: SceneRequest<'_>,
    usual: u32,
    picture: fn(&G) -> String,
) -> Result<Scene, Bilingual>
where
    G::Algorithms: Ladder<Watched<G>>,
{
    let SceneRequest { algorithm: name, depth, position, most, .. } = request;
    let of_position = |error: Bilingual| {
        let (position, error) = (excerpt(position), |language| error.text(language));
        Bilingual::new(|language| {
            text!(language, "{position}: {error}", "{position}：{error}", error = error(language))
        })
    };
    let game = parse::<G>(position).map_err(of_position)?;
    let mut algorithm = algorithm::<G>(name)?;
    let depth = depth.unwrap_or(usual);
    let record = record(game, &mut *algorithm, depth, most, picture).ok_or_else(|| too_large(depth, most))?;
    let names = record.nodes.iter().map(|node| match (&node.mv, node.parent) {
        (Some(mv), _) => mv.clone(),
        (None, Some(_)) => "null".to_owned(),
        (None, None) => "root".to_owned(),
    });
    Ok(Scene { names: names.collect(), record, outline: None, has_windows: has_windows(name) })
}

/// Records a search of a tree.
fn of_tree(request: SceneRequest<'_>) -> Result<Scene, Bilingual> {
    let SceneRequest { algorithm: name, depth, position, most, .. } = request;
    let known = TREES.iter().find(|(name, _)| *name == position).map(|(_, text)| *text);
    let tree = parse::<WorkedTree>(known.unwrap_or(position))?;
    let mut algorithm = algorithm::<WorkedTree>(name)?;
    let depth = depth.unwrap_or_else(|| tree.height());
    let record = record(tree.clone(), &mut *algorithm, depth, most, |tree| tree.name().to_owned())
        .ok_or_else(|| too_large(depth, most))?;
    let outline = Some(tree.outline(&record));
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
    let rung = rung_named::<G, _>(name, G::Algorithms::rungs())?;
    // Few positions fit in what is shown, so the table may be small.
    Ok(rung.algorithm(MemorySettings { bits: 16, ..MemorySettings::default() }))
}

fn too_large(depth: u32, most: usize) -> Bilingual {
    bilingual!(
        "the search to depth {depth} has more than {most} nodes; choose a smaller depth",
        "深度{depth}的搜索超过{most}个节点；请选择较小的深度"
    )
}
