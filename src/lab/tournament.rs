// SPDX-License-Identifier: MIT OR Apache-2.0
//! Games between algorithms.

use super::{Algorithm, Game, Subject, Tally};
use crate::types::SplitMix64;
use std::time::{Duration, Instant};

/// A player: an algorithm and how many plies it looks ahead.
pub struct Player<'a, G: Game> {
    /// Remembers within a game what it will.
    pub algorithm: &'a mut dyn Algorithm<G>,
    /// Plies.
    pub depth: u32,
}

/// What a player did in a game or in several.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Effort {
    /// Moves searched for.
    pub searches: u64,
    /// The counts of these searches.
    pub tally: Tally,
    /// Their time.
    pub time: Duration,
}

/// A game that was played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayedGame {
    /// What the first and the second player have got, as [`Game::score`] counts.
    pub score: [f64; 2],
    /// What it took them.
    pub efforts: [Effort; 2],
}

/// Games that last longer are drawn.
const LONGEST_GAME: u32 = 300;

/// A beginning of `plies` random moves, of those that lie where things happen, after which the game is not over.
pub fn random_opening<G: Subject>(rng: &mut SplitMix64, plies: u32) -> Vec<G::Move> {
    loop {
        let mut game = G::start();
        let mut opening = Vec::new();
        for _ in 0..plies {
            let mut moves = game.moves();
            moves.retain(|mv| game.is_local(*mv));
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

/// Plays a game from an opening. A move that is the only one is played without a search.
pub fn play_game<G: Subject>(mut players: [Player<'_, G>; 2], opening: &[G::Move]) -> PlayedGame {
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

/// Plays a game from an opening with one of the players in mind: the points of both, that one's first, and its effort.
pub fn play_side<'a, G: Subject>(
    own: Player<'a, G>,
    other: Player<'a, G>,
    is_first: bool,
    opening: &[G::Move],
) -> ([f64; 2], Effort) {
    let PlayedGame { score: [first, second], efforts } =
        play_game(if is_first { [own, other] } else { [other, own] }, opening);
    if is_first { ([first, second], efforts[0]) } else { ([second, first], efforts[1]) }
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
    use crate::lab::MemorySettings;
    use crate::lab::algorithms::{AlphaBeta, HashHistory, Minimax};
    use crate::lab::games::Xiangqi;

    #[test]
    fn who_looks_further_ahead_wins() {
        let mut rng = SplitMix64::new(1);
        let mut memory: HashHistory<Xiangqi> =
            HashHistory::new(MemorySettings { bits: 12, ..MemorySettings::default() });
        let mut score = 0.0;
        for _ in 0..2 {
            let opening = random_opening::<Xiangqi>(&mut rng, 4);
            let deep = Player { algorithm: &mut memory, depth: 3 };
            let game = play_game([deep, Player { algorithm: &mut Minimax, depth: 1 }], &opening);
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
            let players = players.each_mut().map(|algorithm| Player::<Xiangqi> { algorithm, depth: 1 });
            let game = play_game(players, &opening);
            (game.score, game.efforts.map(|effort| effort.tally))
        };
        assert_eq!(play(), play());
    }
}
