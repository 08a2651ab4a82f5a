// SPDX-License-Identifier: MIT OR Apache-2.0
//! The summary as text: results in the form that commit messages quote, the crosstable if there are more than
//! two engines, and the figures of each engine.

use crate::elo::Estimate;
use crate::sprt::EloModel;
use crate::summary::{EngineSummary, FaultSummary, MatchScore, MatchSummary, SprtSummary, TimeGap};
use crate::tally::Tally;
use crate::translation;
use core::fmt::{self, Display, Formatter, Write as _};
use std::collections::BTreeMap;
use xiangqi::diagram::columns::{pad, right, width};
use xiangqi::types::{Language, text};

impl Display for MatchSummary {
    /// Writes the [text](MatchSummary::text) in English.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Language::English))
    }
}

impl MatchSummary {
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        if self.games == 0 {
            return format!("{}\n", language.pick("No games", "没有对局"));
        }
        let conditions = text!(
            language,
            "{games} game{plural}, {limit}, {rules}\n",
            "{games}局，{limit}，{rules}\n",
            games = self.games,
            plural = plural(self.games as u64),
            limit = translation::limits(&self.limits, language),
            rules = translation::rules(&self.rules, language),
        );
        let mut parts = vec![self.faults(language), conditions, self.time_gap(language)];
        if let [score] = &self.pairings[..] {
            parts.push(self.score(score, self.sprt.as_ref(), language));
        } else {
            parts.extend(self.pairings.iter().map(|score| self.score(score, None, language)));
            parts.push(self.score(&self.first, self.sprt.as_ref(), language));
            parts.push(self.crosstable(language));
        }
        parts.push(self.engines(language));
        let reasons = counts(&self.reasons, language);
        parts.push(text!(language, "Terminations: {reasons}\n", "结束方式：{reasons}\n"));
        parts.concat()
    }

    /// The faults, if there are any: games that they decided say little about the strength of the engines.
    fn faults(&self, language: Language) -> String {
        let games: u64 = self.faults.iter().map(|fault| fault.games).sum();
        if games == 0 {
            return String::new();
        }
        let total = self.games;
        let mut lines = vec![text!(
            language,
            "FAULTS decided {games} of {total} games:",
            "{total}局中有{games}局由故障决定胜负："
        )];
        for FaultSummary { engine, kind, games, first_game, detail } in &self.faults {
            let line = text!(
                language,
                "  {engine} lost {games} game{plural} by '{kind}', first game {first}",
                "  {engine} 因“{kind}”输{games}局，首次在第{first}局",
                plural = plural(*games),
                kind = translation::reason(kind, language),
                first = first_game + 1,
            );
            let colon = if detail.is_empty() { "" } else { language.pick(": ", "：") };
            lines.push(format!("{line}{colon}{detail}"));
        }
        lines.join("\n") + "\n\n"
    }

    fn time_gap(&self, language: Language) -> String {
        let Some(TimeGap { faster, faster_ms, slower, slower_ms }) = &self.time_gap else {
            return String::new();
        };
        text!(
            language,
            "WARNING: on average {slower} took {slower_ms:.1} ms for a move, {faster} {faster_ms:.1} ms\n",
            "注意：{slower} 平均每着用时{slower_ms:.1}毫秒，{faster} 为{faster_ms:.1}毫秒\n",
        )
    }

    fn score(&self, score: &MatchScore, sprt: Option<&SprtSummary>, language: Language) -> String {
        let Tally { wins, draws, losses, pairs } = score.tally;
        let mut lines = String::from("\n");
        lines += &text!(
            language,
            "{engine} v {opponent}: score {percent:.1} %, LOS {los:.1} %",
            "{engine} 对 {opponent}：得分率{percent:.1}%，占优概率（LOS）{los:.1}%",
            engine = score.engine,
            opponent = score.opponent.as_deref().unwrap_or(language.pick("all", "其他各方")),
            percent = 100.0 * score.score,
            los = 100.0 * score.los,
        );
        if let Some(elo) = score.normalized_elo {
            let (value, error) = (elo.value, elo.error());
            lines += &text!(
                language,
                ", normalised Elo {value:+.1} ± {error:.1}",
                "，归一化 Elo {value:+.1} ± {error:.1}",
            );
        }
        lines.push('\n');
        if let Some(SprtSummary { elo0, elo1, model, llr, bounds: (lower, upper), .. }) = sprt {
            let is_normalized = *model == EloModel::Normalized;
            lines += &text!(
                language,
                "SPRT  {limit}, bounds [{elo0}, {elo1}]{model}, LLR {llr:.2} ({lower:.2}, {upper:.2})\n",
                "SPRT  {limit}，界限 [{elo0}, {elo1}]{model}，LLR {llr:.2}（{lower:.2}，{upper:.2}）\n",
                limit = translation::limits(&self.limits, language),
                model = if is_normalized { language.pick(" normalized", "（归一化）") } else { "" },
            );
        }
        lines += &text!(
            language,
            "Games {games}: W {wins} L {losses} D {draws}, pairs {pairs:?}",
            "对局{games}：胜{wins} 负{losses} 和{draws}，成对 {pairs:?}",
            games = score.tally.games(),
        );
        if let Some(elo) = score.elo {
            lines += language.pick(", Elo ", "，Elo ");
            lines += &interval(elo, language);
        }
        lines + "\n"
    }

    fn crosstable(&self, language: Language) -> String {
        let width = self.name_width();
        let points = |tally: &Tally| if tally.games() == 0 { "-".to_owned() } else { tally.points() };
        let cells = |cells: Vec<String>| cells.iter().map(|cell| right(cell, 10)).collect::<String>();
        let numbers = (1..=self.engines.len()).map(|number| number.to_string());
        let numbers = numbers.chain([language.pick("all", "合计").to_owned()]).collect();
        let points_of = pad(language.pick("points", "积分"), width + 4);
        let mut lines = format!("\n{points_of}{}   Elo\n", cells(numbers));
        for ((number, engine), standing) in (1..).zip(&self.engines).zip(&self.standings) {
            let others = self.engines.iter().map(|other| points(&self.tally_of(&engine.name, &other.name)));
            let row = others.chain([points(&standing.tally)]).collect();
            let elo = standing.elo.map_or("-".to_owned(), |elo| interval(elo, language));
            _ = writeln!(lines, "{number:>2}  {}{}   {elo}", pad(&engine.name, width), cells(row));
        }
        lines
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

    fn engines(&self, language: Language) -> String {
        let row = |name: &str, [games, mean, longest, depth, nps]: [&str; 5], faults: &str| {
            let name = pad(name, self.name_width());
            let numbers =
                [right(games, 6), right(mean, 12), right(longest, 12), right(depth, 6), right(nps, 11)];
            format!("{name}  {}  {faults}\n", numbers.join(" "))
        };
        let titles = language.pick(
            ["games", "mean ms", "longest ms", "depth", "nodes/s"],
            ["局数", "平均毫秒", "最长毫秒", "深度", "节点/秒"],
        );
        let [engine, faults] = language.pick(["engine", "faults"], ["引擎", "故障"]);
        let mut lines = format!("\n{}", row(engine, titles, faults));
        for engine in &self.engines {
            let EngineSummary { name, games, mean_ms, max_ms, mean_depth, nps, faults, .. } = engine;
            let number = |number: &Option<f64>, digits: usize| {
                number.map_or("-".to_owned(), |number| format!("{number:.digits$}"))
            };
            let numbers = [
                games.to_string(),
                number(mean_ms, 1),
                number(max_ms, 1),
                number(mean_depth, 1),
                number(nps, 0),
            ];
            let faults = if faults.is_empty() {
                language.pick("none", "无").to_owned()
            } else {
                counts(faults, language)
            };
            lines += &row(name, numbers.each_ref().map(String::as_str), &faults);
        }
        lines
    }

    fn name_width(&self) -> usize {
        self.engines.iter().map(|engine| width(&engine.name)).max().unwrap_or_default().max(8)
    }
}

/// `+11.6 ± 6.4`; where one end is infinite, the other one: `+338.0 (above +93.1)`.
fn interval(elo: Estimate, language: Language) -> String {
    let Estimate { value, low, high } = elo;
    let end = match (low.is_finite(), high.is_finite()) {
        (true, true) => return format!("{value:+.1} ± {:.1}", elo.error()),
        (true, false) => text!(language, "above {low:+.1}", "高于 {low:+.1}"),
        (false, true) => text!(language, "below {high:+.1}", "低于 {high:+.1}"),
        (false, false) => language.pick("unknown", "未知").to_owned(),
    };
    if value.is_finite() { text!(language, "{value:+.1} ({end})", "{value:+.1}（{end}）") } else { end }
}

/// `checkmate 12, repetition 3`, the most frequent first.
fn counts(counts: &BTreeMap<String, u64>, language: Language) -> String {
    let mut counts: Vec<_> = counts.iter().collect();
    counts.sort_by_key(|&(_, &count)| core::cmp::Reverse(count));
    let part = |(name, count): (&String, &u64)| {
        let name = translation::reason(name, language);
        text!(language, "{name} {count}", "{name}{count}")
    };
    counts.into_iter().map(part).collect::<Vec<_>>().join(language.pick(", ", "，"))
}

fn plural(count: u64) -> &'static str {
    if count == 1 { "" } else { "s" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log_records::{LoggedGame, samples};
    use crate::summary::engines_of;
    use crate::time_control::SearchLimit;

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
Games 4: W 3 L 0 D 1, pairs [0, 0, 0, 1, 1], Elo +338.0 (above +148.7)

engine     games      mean ms   longest ms  depth     nodes/s  faults
new            4         83.2        100.0   11.5     1092184  none
old            4         83.2        100.0   11.5     1092184  time 1
Terminations: checkmate 2, repetition 1, time 1
"
        );
    }

    #[test]
    fn the_summary_is_there_in_chinese() {
        let records = [game(0, "新", "old", "1-0", "time"), game(1, "old", "新", "0-1", "checkmate")];
        let text = summary(&records, Some("elo0=0,elo1=5")).text(Language::Chinese);
        assert_eq!(
            text,
            "\
2局中有1局由故障决定胜负：
  old 因“超时”输1局，首次在第1局：the move took 130.0 ms

2局，每着100毫秒，亚洲规则（世界规则）

新 对 old：得分率100.0%，占优概率（LOS）92.1%
SPRT  每着100毫秒，界限 [0, 5]，LLR 0.01（-2.94，2.94）
对局2：胜2 负0 和0，成对 [0, 0, 0, 0, 1]，Elo 高于 -113.4

引擎        局数     平均毫秒     最长毫秒   深度     节点/秒  故障
新             2         83.2        100.0   11.5     1092184  无
old            2         83.2        100.0   11.5     1092184  超时1
结束方式：将死1，超时1
"
        );
    }

    #[test]
    fn times_that_differ_under_one_time_per_move_are_told() {
        let timed = |black_ms, limit| {
            let ms = vec![97.0, black_ms, 97.0];
            summary(&[LoggedGame { limit, ms, ..samples::game(0, "1-0") }], None)
        };
        let movetime = SearchLimit::default();
        let slow_red = timed(80.0, movetime).to_string();
        let warning = "WARNING: on average new took 97.0 ms for a move, old 80.0 ms\n";
        assert!(slow_red.contains(warning), "{slow_red}");
        for fair in [
            timed(80.0, SearchLimit::Clock("8+0.08".parse().unwrap())),
            timed(80.0, SearchLimit::Nodes(5000)),
            timed(90.0, movetime),
            summary(&[], None),
        ] {
            assert_eq!(fair.time_gap, None);
        }
    }

    #[test]
    fn an_infinite_end_of_an_interval_is_left_out() {
        for ((value, low, high), expected) in [
            ((11.6, 5.2, 18.0), "+11.6 ± 6.4"),
            ((338.0, 12.0, f64::INFINITY), "+338.0 (above +12.0)"),
            ((-279.6, f64::NEG_INFINITY, -93.1), "-279.6 (below -93.1)"),
            ((f64::INFINITY, 12.0, f64::INFINITY), "above +12.0"),
        ] {
            assert_eq!(interval(Estimate { value, low, high }, Language::English), expected);
        }
    }

    #[test]
    fn engines_with_limits_of_their_own_are_told_with_them() {
        let with = |number, limits| LoggedGame { limits: Some(limits), ..samples::game(number, "1-0") };
        let (new, old) = (SearchLimit::default(), SearchLimit::Nodes(12));
        let records = [with(0, [new, old]), with(1, [old, new])];
        assert!(
            summary(&records, None)
                .to_string()
                .starts_with("2 games, new 100 ms, old 12 nodes, asian rules\n")
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
points               1         2         3       all   Elo
 1  a                -   1.5 (2)     0 (1)   1.5 (3)   +0.0 ± 337.5
 2  b          0.5 (2)         -     1 (1)   1.5 (3)   +0.0 ± 337.5
 3  c            1 (1)     0 (1)         -     1 (2)   +0.0 ± 392.5
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
