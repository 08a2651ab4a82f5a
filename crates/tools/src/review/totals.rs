// SPDX-License-Identifier: MIT OR Apache-2.0
//! The summary of many reviews, by player and by opening, from the lines of their JSON file.

use crate::input::Input;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::BufReader;
use std::ops::Range;
use std::path::Path;
use xiangqi::bounded;
use xiangqi::diagram::columns::{cut, pad, right};
use xiangqi::types::{Bilingual, Language, bilingual, text};

/// Longest line of a JSON file, in bytes.
const MAX_LINE: u64 = 1 << 28;

/// Columns of a line of the summary that its numbers take.
const NUMBERS: usize = 60;
/// Fewest and most columns of a name, with the space after it.
const NAMES: Range<usize> = 12..40;

/// The order of the players, and of the openings, in the summary.
#[derive(Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Order {
    /// Most games first
    #[default]
    Games,
    /// Least average loss first
    Loss,
    /// By name
    Name,
}

/// The parts of a review that count.
#[derive(Deserialize)]
struct Reviewed {
    #[serde(default)]
    tags: Vec<[String; 2]>,
    opening: Option<Opening>,
    #[serde(default)]
    result: String,
    /// `None` if the game could not be read.
    summary: Option<Sides>,
    error: Option<Value>,
    #[serde(default)]
    faults: Vec<String>,
}

#[derive(Deserialize)]
struct Sides {
    red: Side,
    black: Side,
}

#[derive(Deserialize)]
struct Side {
    moves: u64,
    inaccuracies: u64,
    mistakes: u64,
    blunders: u64,
    #[serde(deserialize_with = "Option::deserialize")]
    average_loss_cp: Option<f64>,
    /// Files of older versions lack it.
    #[serde(deserialize_with = "Option::deserialize")]
    average_loss: Option<f64>,
}

#[derive(Deserialize)]
struct Opening {
    code: String,
    english: String,
    chinese: String,
}

/// Sums over games and moves.
#[derive(Clone, Default)]
struct Sums {
    games: u64,
    /// Wins, draws and losses; of openings Red's.
    results: [u64; 3],
    moves: u64,
    /// Inaccuracies, mistakes and blunders.
    marks: [u64; 3],
    /// In centipawns, and in expected points.
    loss_cp: f64,
    loss: f64,
}

/// The summary of a collection.
#[derive(Default)]
pub struct Totals {
    all: Sums,
    /// Games that could not be read to their end, and games with variations that could not.
    errors: u64,
    faulty: u64,
    players: BTreeMap<String, Sums>,
    /// By code; with the names in English and Chinese.
    openings: BTreeMap<String, ([String; 2], Sums)>,
}

impl Sums {
    /// Adds a game in which the player had this side; `None`: both sides, with the result of Red.
    fn add(&mut self, game: &Reviewed, side: Option<&str>) {
        self.games += 1;
        let result = match (game.result.as_str(), side) {
            ("1-0", Some("black")) | ("0-1", None | Some("red")) => Some(2),
            ("1-0", _) | ("0-1", Some(_)) => Some(0),
            ("1/2-1/2", _) => Some(1),
            _ => None,
        };
        if let Some(result) = result {
            self.results[result] += 1;
        }
        let Some(Sides { red, black }) = &game.summary else { return };
        for (name, side_of_game) in [("red", red), ("black", black)] {
            if side.is_none_or(|side| side == name) {
                self.add_side(side_of_game);
            }
        }
    }

    fn add_side(&mut self, side: &Side) {
        self.moves += side.moves;
        for (sum, count) in self.marks.iter_mut().zip([side.inaccuracies, side.mistakes, side.blunders]) {
            *sum += count;
        }
        let moves = side.moves as f64;
        self.loss_cp += side.average_loss_cp.map_or(0.0, |loss| (loss * moves).round());
        self.loss += side.average_loss.map_or(0.0, |loss| loss * moves);
    }

    fn per_move(&self, sum: f64) -> Option<f64> {
        (self.moves > 0).then(|| sum / self.moves as f64)
    }

    fn averages(&self) -> [Option<f64>; 2] {
        [self.per_move(self.loss_cp), self.per_move(100.0 * self.loss)]
    }

    /// The average loss; players without moves come last.
    fn loss_to_sort(&self) -> f64 {
        self.per_move(self.loss).unwrap_or(f64::INFINITY)
    }

    fn json(&self) -> Value {
        let ([wins, draws, losses], [inaccuracies, mistakes, blunders]) = (self.results, self.marks);
        let [loss_cp, loss] =
            self.averages().map(|average| average.map(|number| (number * 100.0).round() / 100.0));
        json!({
            "games": self.games,
            "wins": wins, "draws": draws, "losses": losses,
            "moves": self.moves,
            "inaccuracies": inaccuracies, "mistakes": mistakes, "blunders": blunders,
            "average_loss_cp": loss_cp, "average_loss_percent": loss,
        })
    }

    fn cells(&self) -> [String; 8] {
        let ([wins, draws, losses], [inaccuracies, mistakes, blunders]) = (self.results, self.marks);
        let decimals = |number: Option<f64>| number.map_or("-".to_owned(), |number| format!("{number:.1}"));
        let [loss_cp, loss] = self.averages().map(decimals);
        [
            self.games.to_string(),
            format!("+{wins} ={draws} -{losses}"),
            self.moves.to_string(),
            inaccuracies.to_string(),
            mistakes.to_string(),
            blunders.to_string(),
            loss_cp,
            loss,
        ]
    }
}

/// Returns the error for a line that is not a review.
pub fn not_a_review(error: &serde_json::Error) -> Bilingual {
    bilingual!("not a file of reviews: {error}", "不是复盘文件")
}

impl Totals {
    /// Adds a review, a line of the JSON file.
    pub fn add_line(&mut self, line: &[u8]) -> Result<(), Bilingual> {
        let review = serde_json::from_slice(line).map_err(|error| not_a_review(&error))?;
        self.add(&review);
        Ok(())
    }

    fn add(&mut self, game: &Reviewed) {
        self.errors += u64::from(game.error.is_some());
        self.faulty += u64::from(!game.faults.is_empty());
        self.all.add(game, None);
        for (tag, side) in [("Red", "red"), ("Black", "black")] {
            let name = game.tags.iter().find(|[name, _]| name == tag).map(|[_, value]| value.trim());
            // Unknown players are not one player.
            if let Some(name) = name.filter(|name| !name.is_empty() && *name != "?") {
                self.players.entry(name.to_owned()).or_default().add(game, Some(side));
            }
        }
        if let Some(Opening { code, english, chinese }) = &game.opening {
            let names = || ([english.clone(), chinese.clone()], Sums::default());
            self.openings.entry(code.clone()).or_insert_with(names).1.add(game, None);
        }
    }

    /// Returns the number of games.
    pub fn games(&self) -> usize {
        usize::try_from(self.all.games).unwrap_or(usize::MAX)
    }

    /// Returns true if a game or a variation could not be read to its end.
    pub fn has_errors(&self) -> bool {
        self.errors + self.faulty > 0
    }

    /// Returns the summary as one object.
    pub fn json(&self) -> Value {
        let named = |name: &str, value: Value, sums: &Sums| {
            let mut object = sums.json();
            object[name] = value;
            object
        };
        let players = self.players.iter().map(|(name, sums)| named("player", name.as_str().into(), sums));
        let openings = self.openings.iter().map(|(code, ([english, chinese], sums))| {
            named("opening", json!({ "code": code, "english": english, "chinese": chinese }), sums)
        });
        json!({
            "all": self.all.json(),
            "unreadable": self.errors,
            "unreadable_variations": self.faulty,
            "players": players.collect::<Vec<_>>(),
            "openings": openings.collect::<Vec<_>>(),
        })
    }

    /// Returns the summary as tables: all games, players, openings. Names are cut so that lines have up to
    /// `width` columns.
    pub fn text(&self, language: Language, order: Order, width: usize) -> String {
        let all = language.pick("all games", "全部对局").to_owned();
        let players = self.players.iter().map(|(name, sums)| (name.clone(), sums));
        let openings = self
            .openings
            .iter()
            .map(|(code, (names, sums))| (format!("{code} {}", names[language as usize]), sums));
        let mut rows: Vec<(String, &Sums)> = Vec::new();
        for part in [players.collect::<Vec<_>>(), openings.collect()] {
            let mut part = part;
            match order {
                Order::Games => part.sort_by_key(|(_, sums)| std::cmp::Reverse(sums.games)),
                Order::Loss => {
                    part.sort_by(|(_, one), (_, other)| one.loss_to_sort().total_cmp(&other.loss_to_sort()));
                }
                // They are kept in this order.
                Order::Name => {}
            }
            rows.extend(part);
        }
        rows.insert(0, (all, &self.all));
        let header = language.pick(
            ["games", "results", "moves", "?!", "?", "??", "loss cp", "loss %"],
            ["局数", "胜和负", "着数", "?!", "?", "??", "损失分", "损失 %"],
        );
        let names = width.saturating_sub(NUMBERS).clamp(NAMES.start, NAMES.end);
        let mut text = line("", names, &header.map(str::to_owned));
        for (name, sums) in rows {
            text += &line(&name, names, &sums.cells());
        }
        let Self { errors, faulty, .. } = self;
        let unread = [
            (errors, text!(language, "not read to their end: {errors}", "未能读完：{errors}局")),
            (
                faulty,
                text!(
                    language,
                    "with variations not read to their end: {faulty}",
                    "变着未能读完：{faulty}局"
                ),
            ),
        ];
        for (_, line) in unread.iter().filter(|(count, _)| **count > 0) {
            _ = writeln!(text, "{line}");
        }
        text
    }
}

fn line(
    name: &str,
    width: usize,
    [games, results, moves, inaccuracies, mistakes, blunders, cp, loss]: &[String; 8],
) -> String {
    let [games, results, moves] = [right(games, 6), right(results, 14), right(moves, 7)];
    let [inaccuracies, mistakes, blunders] = [inaccuracies, mistakes, blunders].map(|count| right(count, 6));
    let [cp, loss] = [right(cp, 8), right(loss, 7)];
    format!(
        "{}{games}{results}{moves}{inaccuracies}{mistakes}{blunders}{cp}{loss}\n",
        pad(&cut(name, width - 2), width)
    )
}

/// Calls `work` for each complete line of a file; returns their length, and the incomplete line after them.
pub fn for_each_line(
    path: &Path,
    mut work: impl FnMut(&[u8]) -> Result<(), Bilingual>,
) -> Result<(u64, Vec<u8>), Bilingual> {
    let mut source = BufReader::new(Input::open(path)?);
    let (mut line, mut complete) = (Vec::new(), 0);
    loop {
        line.clear();
        let length = bounded::read_until(&mut source, b'\n', &mut line, MAX_LINE)?;
        if line.last() != Some(&b'\n') {
            return Ok((complete, line));
        }
        work(&line)?;
        complete += length as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::diagram::columns::width;

    #[test]
    fn the_summary_keeps_within_the_width() {
        let mut totals = Totals::default();
        let review = r#"{"tags": [["Red", "A player with a very long name, in two words"], ["Black", "胡荣华"]],
            "opening": {"code": "C44", "english": "Central cannon against screen horses, a long name",
            "chinese": "五七炮互进三兵对屏风马边卒右马外盘河"}, "result": "1-0"}"#;
        totals.add_line(review.as_bytes()).unwrap();
        for language in Language::ALL {
            for columns in [72, 80, 95] {
                for line in totals.text(language, Order::Games, columns).lines() {
                    assert!(width(line) <= columns, "{columns}: {line}");
                }
            }
            assert!(totals.text(language, Order::Games, usize::MAX).lines().all(|line| width(line) == 100));
        }
    }
    #[test]
    fn players_are_ordered_as_asked() {
        let mut totals = Totals::default();
        let side = |moves: u64, loss: f64| {
            json!({"moves": moves, "inaccuracies": 0, "mistakes": 0, "blunders": 0,
                "average_loss_cp": (moves > 0).then_some(100.0 * loss), "average_loss": (moves > 0).then_some(loss)})
        };
        for (red, red_side, black, black_side) in
            [("Cai", side(3, 0.2), "Ba", side(2, 0.1)), ("Cai", side(3, 0.1), "Ai", side(0, 0.0))]
        {
            let review = json!({"tags": [["Red", red], ["Black", black]], "result": "1-0",
                "summary": {"red": red_side, "black": black_side}});
            totals.add_line(review.to_string().as_bytes()).unwrap();
        }
        for (order, names) in
            [(Order::Games, "Cai Ai Ba"), (Order::Loss, "Ba Cai Ai"), (Order::Name, "Ai Ba Cai")]
        {
            let text = totals.text(Language::English, order, 80);
            let found = text.lines().skip(2).filter_map(|line| line.split_whitespace().next());
            assert_eq!(found.collect::<Vec<_>>().join(" "), names);
        }
        let older = r#"{"summary": {"red": {"moves": 1, "inaccuracies": 0, "mistakes": 0, "blunders": 0,
            "average_loss_cp": 1.0}}}"#;
        let error = totals.add_line(older.replace('\n', "").as_bytes()).unwrap_err();
        assert!(error.to_string().contains("average_loss"), "{error}");
    }
}
