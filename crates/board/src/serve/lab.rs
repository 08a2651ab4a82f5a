// SPDX-License-Identifier: MIT OR Apache-2.0
//! The recorded searches of the laboratory's page.

use crate::message::both;
use chuhe_lab::watch::{Scene, SceneGame, SceneRequest};
use serde::Deserialize;
use xiangqi::notation::excerpt;
use xiangqi::text;

/// Most nodes and most plies of a recorded search.
const LIMITS: (usize, u32) = (2000, 12);

/// What is searched, by which algorithm.
#[derive(Deserialize)]
pub struct WatchRequest {
    game: String,
    algorithm: String,
    #[serde(default)]
    depth: Option<u32>,
    #[serde(default)]
    position: String,
}

/// Records a search of a textbook algorithm.
pub fn watch(request: &WatchRequest) -> Result<Scene, [String; 2]> {
    let WatchRequest { game, algorithm, depth, position } = request;
    let name = excerpt(game);
    let game = SceneGame::named(game).ok_or_else(|| {
        both(|language| {
            text!(language, "'{name}' is not a game of the laboratory", "“{name}”不是实验室的棋种")
        })
    })?;
    let (most, deepest) = LIMITS;
    let depth = depth.map(|depth| depth.clamp(1, deepest));
    let request = SceneRequest { game, algorithm: &excerpt(algorithm), depth, position, most };
    Scene::new(request).map_err(|error| both(|language| error.text(language).to_owned()))
}
