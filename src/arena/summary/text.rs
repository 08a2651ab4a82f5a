// SPDX-License-Identifier: MIT OR Apache-2.0
//! The summary as text: results in the form that commit messages quote, the crosstable if there are more than
//! two engines, and the figures of each engine.

use super::{EngineSummary, FaultSummary, MatchScore, MatchSummary, SprtSummary};
use crate::arena::tally::Tally;
use crate::render::columns::{pad, width};
use core::fmt::{self, Display, Formatter};
use std::collections::BTreeMap;

impl Display for MatchSummary {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.games == 0 {
            return writeln!(f, "No games");
        }
        self.fmt_faults(f)?;
        let plural = if self.games == 1 { "" } else { "s" };
        writeln!(f, "{} game{plural}, {}, {} rules", self.games, self.limit, self.rules)?;
        if let [score] = &self.pairings[..] {
            self.fmt_score(f, score, self.sprt.as_ref())?;
        } else {
            for score in &self.pairings {
                self.fmt_score(f, score, None)?;
            }
            self.fmt_score(f, &self.first, self.sprt.as_ref())?;
            self.fmt_points(f)?;
        }
        self.fmt_engines(f)?;
        writeln!(f, "Terminations: {}", counts(&self.reasons))
    }
}

impl MatchSummary {
    /// The faults, if there are any: games that they decided say little about the strength of the engines.
    fn fmt_faults(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let games: u64 = self.faults.iter().map(|fault| fault.games).sum();
        if games == 0 {
            return Ok(());
        }
        writeln!(f, "FAULTS decided {games} of {} games:", self.games)?;
        for FaultSummary { engine, kind, games, first_game, detail } in &self.faults {
            let plural = if *games == 1 { "" } else { "s" };
            write!(f, "  {engine} lost {games} game{plural} by '{kind}', first game {}", first_game + 1)?;
            writeln!(f, "{}{detail}", if detail.is_empty() { "" } else { ": " })?;
        }
        writeln!(f)
    }

    fn fmt_score(
        &self,
        f: &mut Formatter<'_>,
        score: &MatchScore,
        sprt: Option<&SprtSummary>,
    ) -> fmt::Result {
        let Tally { wins, draws, losses, pairs } = score.tally;
        let opponent = score.opponent.as_deref().unwrap_or("all");
        let (percent, los) = (100.0 * score.score, 100.0 * score.los);
        write!(f, "\n{} v {opponent}: score {percent:.1} %, LOS {los:.1} %", score.engine)?;
        if let Some(elo) = score.normalized_elo {
            write!(f, ", normalised Elo {:+.1} ± {:.1}", elo.value, elo.error())?;
        }
        writeln!(f)?;
        if let Some(SprtSummary { elo0, elo1, model, llr, bounds: (lower, upper), .. }) = sprt {
            let model = if model == "normalized" { " normalized" } else { "" };
            writeln!(
                f,
                "SPRT  {}, bounds [{elo0}, {elo1}]{model}, LLR {llr:.2} ({lower:.2}, {upper:.2})",
                self.limit
            )?;
        }
        write!(f, "Games {}: W {wins} L {losses} D {draws}, pairs {pairs:?}", score.tally.games())?;
        if let Some(elo) = score.elo {
            write!(f, ", Elo {:+.1} ± {:.1}", elo.value, elo.error())?;
        }
        writeln!(f)
    }

    /// The crosstable.
    fn fmt_points(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let width = self.name_width();
        write!(f, "\n{:width$}    ", "points")?;
        for number in 1..=self.engines.len() {
            write!(f, "{number:>10}")?;
        }
        writeln!(f, "       all")?;
        for (number, engine) in (1..).zip(&self.engines) {
            write!(f, "{number:>2}  {}", pad(&engine.name, width))?;
            let mut total = Tally::default();
            for other in &self.engines {
                let tally = self.tally_of(&engine.name, &other.name);
                write!(f, "{:>10}", points(&tally))?;
                total.wins += tally.wins;
                total.draws += tally.draws;
                total.losses += tally.losses;
            }
            writeln!(f, "{:>10}", points(&total))?;
        }
        Ok(())
    }

    /// The results of one engine against another, in whichever order the pairing has them.
    fn tally_of(&self, engine: &str, other: &str) -> Tally {
        let is = |score: &MatchScore, one: &str, two: &str| {
            score.engine == one && score.opponent.as_deref() == Some(two)
        };
        let find = |one, two| self.pairings.iter().find(|score| is(score, one, two)).map(|score| score.tally);
        let turned =
            || find(other, engine).map(|tally| Tally { wins: tally.losses, losses: tally.wins, ..tally });
        find(engine, other).or_else(turned).unwrap_or_default()
    }

    fn fmt_engines(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let width = self.name_width();
        writeln!(
            f,
            "\n{:width$}  {:>6} {:>12} {:>12} {:>6} {:>11}  faults",
            "engine", "games", "mean ms", "longest ms", "depth", "nodes/s"
        )?;
        for engine in &self.engines {
            let EngineSummary { name, games, mean_ms, max_ms, mean_depth, nps, faults, .. } = engine;
            let number = |number: &Option<f64>, digits: usize| {
                number.map_or("-".to_owned(), |number| format!("{number:.digits$}"))
            };
            let (mean_ms, max_ms, depth) = (number(mean_ms, 1), number(max_ms, 1), number(mean_depth, 1));
            let nps = number(nps, 0);
            let faults = if faults.is_empty() { "none".to_owned() } else { counts(faults) };
            writeln!(
                f,
                "{}  {games:>6} {mean_ms:>12} {max_ms:>12} {depth:>6} {nps:>11}  {faults}",
                pad(name, width)
            )?;
        }
        Ok(())
    }

    fn name_width(&self) -> usize {
        self.engines.iter().map(|engine| width(&engine.name)).max().unwrap_or_default().max(8)
    }
}

/// Points and games: `12.5/20`; `-` without games.
fn points(tally: &Tally) -> String {
    match tally.games() {
        0 => "-".to_owned(),
        games => {
            let half = if tally.draws.is_multiple_of(2) { "" } else { ".5" };
            format!("{}{half}/{games}", tally.wins + tally.draws / 2)
        }
    }
}

/// `checkmate 12, repetition 3`, the most frequent first.
fn counts(counts: &BTreeMap<String, u64>) -> String {
    let mut counts: Vec<_> = counts.iter().collect();
    counts.sort_by_key(|&(_, &count)| core::cmp::Reverse(count));
    counts.iter().map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::logged_game::LoggedGame;
    use crate::arena::samples;
    use crate::arena::summary::engines_of;

    /// A game of three moves, of which Red makes two.
    fn game(number: usize, red: &str, black: &str, result: &str, reason: &str) -> LoggedGame {
        LoggedGame {
            red: red.to_owned(),
            black: black.to_owned(),
            reason: reason.to_owned(),
            blame: (reason == "time").then(|| black.to_owned()),
            detail: (reason == "time").then(|| "the move took 130.0 ms".to_owned()),
            ..samples::game(number, result)
        }
    }

    fn summary(records: &[LoggedGame], sprt: Option<&str>) -> MatchSummary {
        let sprt = sprt.map(|text| text.parse().unwrap());
        MatchSummary::new(records, &engines_of(records), sprt.as_ref())
    }

    #[test]
    fn results_have_the_form_of_commit_messages() {
        let records = [
            game(0, "new", "old", "1-0", "time"),
            game(1, "old", "new", "0-1", "checkmate"),
            game(2, "new", "old", "1/2-1/2", "repetition"),
            game(3, "old", "new", "0-1", "checkmate"),
        ];
        let text = summary(&records, Some("elo0=0,elo1=5")).to_string();
        assert_eq!(
            text,
            "\
FAULTS decided 1 of 4 games:
  old lost 1 game by 'time', first game 1: the move took 130.0 ms

4 games, 100 ms, asian rules

new v old: score 87.5 %, LOS 100.0 %, normalised Elo +737.0 ± 340.5
SPRT  100 ms, bounds [0, 5], LLR 0.03 (-2.94, 2.94)
Games 4: W 3 L 0 D 1, pairs [0, 0, 0, 1, 1], Elo +338.0 ± inf

engine     games      mean ms   longest ms  depth     nodes/s  faults
new            4         83.2        100.0   11.5     1092184  none
old            4         83.2        100.0   11.5     1092184  time 1
Terminations: checkmate 2, repetition 1, time 1
"
        );
    }

    #[test]
    fn engines_with_limits_of_their_own_are_told_with_them() {
        let with = |number, limits: [&str; 2]| LoggedGame {
            limits: Some(limits.map(str::to_owned)),
            ..samples::game(number, "1-0")
        };
        let records = [with(0, ["100 ms", "12 ms"]), with(1, ["12 ms", "100 ms"])];
        assert!(
            summary(&records, None).to_string().starts_with("2 games, new 100 ms, old 12 ms, asian rules\n")
        );
    }

    #[test]
    fn several_engines_get_a_table() {
        let records = [
            game(0, "a", "b", "1-0", "checkmate"),
            game(1, "b", "a", "1/2-1/2", "repetition"),
            game(2, "a", "c", "0-1", "checkmate"),
            game(5, "c", "b", "0-1", "checkmate"),
        ];
        let summary = summary(&records, None);
        assert_eq!(engines_of(&records[1..]), ["a", "b", "c"]);
        let text = summary.to_string();
        let table = "\
points               1         2         3       all
 1  a                -     1.5/2       0/1     1.5/3
 2  b            0.5/2         -       1/1     1.5/3
 3  c              1/1       0/1         -       1/2
";
        assert!(text.contains(table), "{text}");
        assert!(text.contains("\na v all: score 50.0 %"), "{text}");
        assert_eq!(summary.first.tally.to_string(), "1-1-1");
    }

    #[test]
    fn names_in_chinese_keep_the_columns() {
        let text = summary(&[game(0, "楚河汉界engine", "b", "1-0", "checkmate")], None).to_string();
        assert!(
            text.contains("\n楚河汉界engine       1 ") && text.contains("\nb                    1 "),
            "{text}"
        );
    }

    #[test]
    fn a_match_without_games_has_a_summary() {
        let summary = MatchSummary::new(&[], &["new".to_owned(), "old".to_owned()], None);
        assert_eq!(summary.to_string(), "No games\n");
        let json = serde_json::to_value(&summary).unwrap();
        assert_eq!((json["games"].as_u64(), json["first"]["wins"].as_u64()), (Some(0), Some(0)));
    }
}
