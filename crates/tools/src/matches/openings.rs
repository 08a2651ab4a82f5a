// SPDX-License-Identifier: MIT OR Apache-2.0
//! The openings of a match: positions and lines from a file, or the first moves of the games in one.

use crate::failure::Place;
use crate::files;
use crate::input::Input;
use crate::sources::is_game_file;
use std::collections::HashSet;
use std::io::BufReader;
use std::path::Path;
use xiangqi::notation::{Record, Records};
use xiangqi::openings::OpeningLine;
use xiangqi::types::{Bilingual, Move, bilingual};

/// The number of plies that a game gives as an opening.
const PLIES_OF_GAME: usize = 16;

/// Reads the openings of a file, which is a file of games if it has the extension of one; of each at most
/// `plies` moves are played. Games that begin alike are one opening.
pub fn read(path: &Path, plies: Option<usize>) -> Result<Vec<OpeningLine>, Bilingual> {
    let about = || path.display().to_string();
    if is_game_file(path) {
        return of_games(path, plies.unwrap_or(PLIES_OF_GAME)).at(about());
    }
    let mut openings = OpeningLine::read_all(&files::read(path)?).at(about())?;
    for opening in &mut openings {
        opening.moves.truncate(plies.unwrap_or(usize::MAX));
    }
    Ok(openings)
}

fn of_games(path: &Path, plies: usize) -> Result<Vec<OpeningLine>, Bilingual> {
    let mut known = HashSet::new();
    let mut openings = Vec::new();
    for record in Records::new(BufReader::new(Input::open(path)?)) {
        let opening = of_game(&record?, plies);
        if known.insert((opening.start.to_fen(), opening.moves.clone())) && is_playable(&opening) {
            openings.push(opening);
        }
    }
    if openings.is_empty() {
        return Err(bilingual!("the file contains no openings", "文件中没有开局"));
    }
    Ok(openings)
}

fn of_game(record: &Record, plies: usize) -> OpeningLine {
    let moves: Vec<Move> = record.line.moves.iter().map(|recorded| recorded.mv).take(plies).collect();
    let name = record.tag("Red").zip(record.tag("Black")).map(|(red, black)| format!("{red} - {black}"));
    OpeningLine { start: record.start.clone(), moves, name }
}

/// Returns true if the side to move has a move after the opening.
fn is_playable(opening: &OpeningLine) -> bool {
    let mut position = opening.start.clone();
    opening.moves.iter().for_each(|&mv| position.play_unchecked(mv));
    position.has_legal_move()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn openings(name: &str, text: &str, plies: Option<usize>) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        let line =
            |opening: &OpeningLine| opening.moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ");
        read(&path, plies).unwrap().iter().map(line).collect()
    }

    #[test]
    fn a_game_gives_its_first_moves_once() {
        let games = "[Game \"\"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 *\n\n[Game \"\"]\n\n1. h2e2 h9g7 2. b0c2 *\n\n\
                     [Game \"\"]\n\n1. g3g4 *\n";
        assert_eq!(openings("games.pgn", games, Some(2)), ["h2e2 h9g7", "g3g4"]);
        assert_eq!(openings("GAMES.PGN", games, None), ["h2e2 h9g7 h0g2 i9h9", "h2e2 h9g7 b0c2", "g3g4"]);
    }

    #[test]
    fn lines_can_be_shortened() {
        let lines = "startpos moves h2e2 h9g7 h0g2\nstartpos\n";
        assert_eq!(openings("lines.epd", lines, None), ["h2e2 h9g7 h0g2", ""]);
        assert_eq!(openings("lines.epd", lines, Some(1)), ["h2e2", ""]);
    }
}
