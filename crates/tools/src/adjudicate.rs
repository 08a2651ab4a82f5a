// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe adjudicate`: the verdict on a game so far, with the reasons.

use super::failure::CommandResult;
use super::options::{FenArg, RulesArgs, fen_position, position_after};
use chuhe::json::side_json;
use chuhe_console::number;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::process::ExitCode;
use xiangqi::position::Position;
use xiangqi::rules::explain::{ClassifiedMove, Explanation, Level, Repetition};
use xiangqi::rules::{GameOutcome, NATURAL_LIMIT, RuleSet};
use xiangqi::types::{Color, Language};

/// Judge a game and explain the verdict
#[derive(clap::Args)]
#[command(after_help = "\
Judges the position after the last move and explains every move of a repetition. If the game was over before its \
last move, a line says so. The last two lines are `verdict: red wins|black wins|draw|undecided|ongoing` and `reason: ...`.

With --json, one object: fen, rules (those applied) and note (null); verdict, winner, \
termination and reason; rule60 (plies without a capture); ended_earlier (null, or moves, winner and termination); repetition \
(null, or occurrences, offences of red and black, and moves, each with number, side, move, class and text; class is \
check, mate threat, chase, idle or undecided). By the Chinese rules, a repetition also has levels of red and black \
(allowed, light, heavy, perpetual check or undecided) and the article that decides.

Example:
  chuhe adjudicate --fen '4k4/9/9/9/9/9/9/9/9/R2K5 w' a0a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9 a8a9")]
pub struct AdjudicateArgs {
    /// Position in which the game began in FEN, `-` for standard input [default: the start position]
    #[arg(long, value_name = "FEN")]
    fen: Option<FenArg>,
    #[command(flatten)]
    rules: RulesArgs,
    /// Number of plies without a capture that draws the game; 0: no limit
    #[arg(long, value_name = "PLIES", default_value_t = NATURAL_LIMIT, value_parser = number::<u16>(0..=i64::from(u16::MAX)))]
    limit: u16,
    /// Print JSON: one object
    #[arg(long)]
    json: bool,
    /// Moves of the game in any notation, with or without move numbers, or the position and the moves
    /// (`position fen FEN moves …`, `FEN moves …`); `-` for standard input. Put words that begin with a
    /// hyphen after `--`
    #[arg(value_name = "MOVES")]
    moves: Vec<String>,
}

pub fn run(args: &AdjudicateArgs, language: Language) -> CommandResult {
    let limit = Some(args.limit).filter(|&limit| limit > 0);
    let position = position_after(fen_position(args.fen.as_ref())?, &args.moves)?;
    // The position of --fen may have moves of its own.
    let mut before = position.at_start();
    let mut earlier = None;
    for mv in position.moves() {
        earlier = earlier.or_else(|| outcome_at(&before, args.rules.rules(), limit));
        before.play_unchecked(mv);
    }

    let explanation = Explanation::of(&position, args.rules.rules(), limit);
    let mut out = io::stdout().lock();
    if args.json {
        let document = document(&position, &explanation, earlier, language);
        writeln!(out, "{document}")?;
        return Ok(ExitCode::SUCCESS);
    }
    for line in explanation.lines(language) {
        writeln!(out, "{line}")?;
    }
    if let Some((moves, outcome)) = earlier {
        writeln!(out, "{}", language.ended_earlier(moves, outcome))?;
    }
    writeln!(out, "verdict: {}", explanation.verdict())?;
    writeln!(out, "reason: {}", explanation.reason(language))?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the outcome of the game if it is over in this position, with the number of moves played.
fn outcome_at(position: &Position, rules: RuleSet, limit: Option<u16>) -> Option<(usize, GameOutcome)> {
    let outcome = GameOutcome::of(position, rules, limit)?;
    Some((position.history().len(), outcome))
}

/// Returns the verdict as one object. `earlier` is the outcome of a game that was over before its last move,
/// with the number of moves until then.
fn document(
    position: &Position,
    explanation: &Explanation,
    earlier: Option<(usize, GameOutcome)>,
    language: Language,
) -> Value {
    let outcome = explanation.outcome;
    json!({
        "fen": position.to_fen(),
        "rules": explanation.rules.to_string(),
        "note": Value::Null,
        "verdict": explanation.verdict(),
        "winner": outcome.and_then(|outcome| outcome.winner).map(side_json),
        "termination": outcome.map(|outcome| outcome.termination.to_string()),
        "reason": explanation.reason(language),
        "rule60": explanation.rule60,
        "ended_earlier": earlier.map(|(moves, outcome)| json!({
            "moves": moves,
            "winner": outcome.winner.map(side_json),
            "termination": outcome.termination.to_string(),
        })),
        "repetition": explanation.repetition.as_ref().map(|repetition| repetition_json(repetition, language)),
    })
}

fn repetition_json(repetition: &Repetition, language: Language) -> Value {
    let [red, black] = Color::ALL.map(|side| repetition.offence_text(side, language));
    let moves = repetition.moves.iter().map(|mv| move_json(mv, language));
    let mut document = json!({
        "occurrences": repetition.occurrences,
        "moves": moves.collect::<Vec<_>>(),
        "offences": { "red": red, "black": black },
    });
    if let Some(levels) = repetition.levels {
        let [red, black] = levels.map(level_name);
        document["levels"] = json!({ "red": red, "black": black });
        document["article"] = json!(repetition.article());
    }
    document
}

fn level_name((least, most): (Level, Level)) -> String {
    if least == most { most.to_string() } else { "undecided".to_owned() }
}

fn move_json(mv: &ClassifiedMove, language: Language) -> Value {
    json!({
        "number": mv.number,
        "side": side_json(mv.piece.piece.color()),
        "move": mv.mv.to_string(),
        "class": mv.class().to_string(),
        "text": mv.text(language),
    })
}
