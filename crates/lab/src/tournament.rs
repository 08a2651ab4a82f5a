// SPDX-License-Identifier: MIT OR Apache-2.0
//! Games between algorithms.

use super::algorithm::Algorithm;
use super::algorithm::NodeTally;
use super::game::{Game, Neighbours};
use super::ladder::Subject;
use std::time::{Duration, Instant};
use xiangqi::types::SplitMix64;

/// A player: an algorithm and its search depth.
pub struct TournamentPlayer<'a, G: Game> {
    /// The algorithm, whose memory lasts for a game.
    pub algorithm: &'a mut dyn Algorithm<G>,
    /// Search depth in plies.
    pub depth: u32,
}

/// The effort of a player in one game or several.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Effort {
    /// Number of searches.
    pub searches: u64,
    /// The counts of these searches.
    pub tally: NodeTally,
    /// Their total time.
    pub time: Duration,
}

/// A game that was played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayedGame {
    /// The scores of the first and the second player, by [`Game::score`].
    pub score: [f64; 2],
    /// The efforts of both.
    pub efforts: [Effort; 2],
}

/// Length in plies at which a game is ended and scored as it stands.
pub(crate) const LONGEST_GAME: u32 = 300;

/// Returns an opening of `plies` random [local](Game::is_local) moves, after which the game is not over.
pub fn random_opening<G: Subject>(rng: &mut SplitMix64, plies: u32) -> Vec<G::Move> {
    loop {
        let mut game = G::start();
        let mut opening = Vec::new();
        for _ in 0..plies {
            let mut moves = game.moves();
            moves.retain(|mv| game.is_local(*mv, Neighbours::Eight));
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.below(moves.len())];
            game.play(mv);
            opening.push(mv);
        }
        if !game.moves().is_empty() {
            return opening;
        }
    }
}

/// Plays a game from an opening. An only move is played without a search.
pub fn play_game<G: Subject>(mut players: [TournamentPlayer<'_, G>; 2], opening: &[G::Move]) -> PlayedGame {
    let mut game = G::start();
    let mut efforts = [Effort::default(); 2];
    for player in &mut players {
        player.algorithm.forget();
    }
    for mv in opening {
        game.play(*mv);
    }
    while game.ply() < LONGEST_GAME {
        let moves = game.moves();
        let Some(&(mut mv)) = moves.first() else { break };
        let side = usize::from(!game.is_first_to_move());
        if moves.len() > 1 {
            let (player, effort) = (&mut players[side], &mut efforts[side]);
            let start = Instant::now();
            let found = player.algorithm.search(&mut game, player.depth, &mut effort.tally);
            effort.time += start.elapsed();
            effort.searches += 1;
            mv = found.best.unwrap_or(mv);
        }
        game.play(mv);
    }
    PlayedGame { score: game.score(), efforts }
}

/// Plays a game from an opening and returns the scores, own player first, and the effort of the own player.
pub fn play_side<'a, G: Subject>(
    own: TournamentPlayer<'a, G>,
    other: TournamentPlayer<'a, G>,
    is_first: bool,
    opening: &[G::Move],
) -> ([f64; 2], Effort) {
    let PlayedGame { score: [first, second], efforts: [one, two] } =
        play_game(if is_first { [own, other] } else { [other, own] }, opening);
    if is_first { ([first, second], one) } else { ([second, first], two) }
}

impl core::ops::AddAssign for Effort {
    fn add_assign(&mut self, other: Self) {
        self.searches += other.searches;
        self.tally += other.tally;
        self.time += other.time;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MemorySettings;
    use crate::algorithms::{AlphaBeta, HashHistory, Minimax};
    use crate::games::Xiangqi;

    #[test]
    fn who_looks_further_ahead_wins() {
        let mut rng = SplitMix64::new(1);
        let mut memory: HashHistory<Xiangqi> =
            HashHistory::new(MemorySettings { bits: 12, ..MemorySettings::default() });
        let mut score = 0.0;
        for _ in 0..2 {
            let opening = random_opening::<Xiangqi>(&mut rng, 4);
            let deep = TournamentPlayer { algorithm: &mut memory, depth: 3 };
            let game = play_game([deep, TournamentPlayer { algorithm: &mut Minimax, depth: 1 }], &opening);
            assert!(
                game.efforts.iter().all(|effort| effort.searches > 5 && effort.tally.nodes > effort.searches)
            );
            score += game.score[0];
        }
        assert!(score >= 1.5, "{score} of 2");
    }

    #[test]
    fn games_can_be_repeated() {
        let opening = random_opening::<Xiangqi>(&mut SplitMix64::new(7), 6);
        let play = || {
            let mut players = [AlphaBeta, AlphaBeta];
            let players =
                players.each_mut().map(|algorithm| TournamentPlayer::<Xiangqi> { algorithm, depth: 1 });
            let game = play_game(players, &opening);
            (game.score, game.efforts.map(|effort| effort.tally))
        };
        assert_eq!(play(), play());
    }
}
