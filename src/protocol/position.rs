// SPDX-License-Identifier: MIT OR Apache-2.0
//! The current position of a session, with the moves banned in it, its end by the rules, and the way moves
//! are written.

use super::limits::legal_moves;
use super::ranks::Ranks;
use crate::search::Settings;
use thiserror::Error;
use ucci::{PositionText, RankBase};
use xiangqi::notation::{FenError, MovePlace, excerpt};
use xiangqi::position::{IllegalMove, Position};
use xiangqi::rules::{GameOutcome, Termination};
use xiangqi::types::{Language, Move};

/// The current position.
pub struct CurrentPosition {
    /// `None` after an illegal position was sent.
    position: Option<Position>,
    /// The moves of `banmoves`, in force until the next `position`.
    bans: Vec<Move>,
    pub ranks: Ranks,
    /// The last position received, legal or not.
    text: PositionText,
}

/// The reason why a position is rejected.
#[derive(Debug, Error)]
pub enum IllegalPosition {
    #[error(transparent)]
    Fen(#[from] FenError),
    #[error("{place}: '{}' is {problem}", excerpt(word))]
    Move { place: MovePlace, word: String, problem: String },
}

impl CurrentPosition {
    /// Returns the start position.
    pub fn new() -> Self {
        Self {
            position: Some(Position::startpos()),
            bans: Vec::new(),
            ranks: Ranks::default(),
            text: PositionText::default(),
        }
    }

    pub fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    pub fn bans(&self) -> &[Move] {
        &self.bans
    }

    /// Returns the base in which moves are read and written.
    pub fn base(&self) -> RankBase {
        self.ranks.base()
    }

    /// Takes the position of a `position` command and lifts all bans. After an error there is no position,
    /// except that the legal moves before an illegal one count if `keeps_legal_moves`. Returns a message if
    /// the program turns out to count ranks in another way than before.
    pub fn set(
        &mut self,
        text: PositionText,
        keeps_legal_moves: bool,
    ) -> (Option<String>, Result<(), IllegalPosition>) {
        let continues = is_same_game(&self.text, &text);
        self.forget();
        let is_legal = |base| read_position(&text, base).is_ok_and(|(_, played)| played.is_ok());
        let message = self.ranks.weigh_position(&text, continues, is_legal);
        let result = read_position(&text, self.base()).and_then(|(position, played)| {
            self.position = Some(position).filter(|_| played.is_ok() || keeps_legal_moves);
            played
        });
        self.text = text;
        (message, result)
    }

    /// Leaves no position, because the one sent is unknown.
    pub fn forget(&mut self) {
        self.position = None;
        self.bans.clear();
        self.text = PositionText::default();
    }

    /// Adds moves to the bans in force; an empty list lifts them all. Illegal moves are ignored.
    pub fn ban(&mut self, words: &[String]) {
        match &self.position {
            Some(position) if !words.is_empty() => {
                self.bans.extend(legal_moves(words, position, self.base()));
            }
            _ => self.bans.clear(),
        }
    }

    /// Weighs what the moves of a `go searchmoves` show of the ranks.
    pub fn weigh_search_moves(&mut self, words: &[String]) {
        if let Some(position) = &self.position {
            self.ranks.weigh_moves(words, |base| legal_moves(words, position, base).len() == words.len());
        }
    }

    /// Reads a position and its moves.
    pub fn read(&self, text: &PositionText) -> Result<Position, IllegalPosition> {
        let (position, played) = read_position(text, self.base())?;
        played.map(|()| position)
    }
}

/// Returns true if both are positions of one game: they begin alike, and the moves of one continue those of
/// the other.
fn is_same_game(a: &PositionText, b: &PositionText) -> bool {
    let length = a.moves.len().min(b.moves.len());
    a.fen == b.fen && length > 0 && a.moves[..length] == b.moves[..length]
}

/// Reads a position and plays its moves up to the first illegal one, which is the second error. In contrast
/// to [`xiangqi::notation::read_position`], the text behind the board is lenient, as the protocols demand,
/// and the moves are coordinates alone, whose ranks are counted as the whole session shows, not this list.
fn read_position(
    text: &PositionText,
    ranks: RankBase,
) -> Result<(Position, Result<(), IllegalPosition>), IllegalPosition> {
    let mut position = match &text.fen {
        Some(fen) => Position::from_fen_lenient(fen)?,
        None => Position::startpos(),
    };
    for word in &text.moves {
        let played = match ranks.read(word) {
            Some(mv) => position.play(mv).map_err(|IllegalMove { reason, .. }| {
                format!("illegal: {}", reason.describe(Language::English, |square| ranks.write(square)))
            }),
            None => Err("not a move".to_owned()),
        };
        if let Err(problem) = played {
            let place = MovePlace::next(&position);
            return Ok((position, Err(IllegalPosition::Move { place, word: word.clone(), problem })));
        }
    }
    Ok((position, Ok(())))
}

/// Returns the message for a `go` in a game that has ended by the rules; `None` while it goes on, and after
/// checkmate and stalemate, which the answer shows. The engine still answers with a move, since programs may
/// play on.
pub fn termination_message(position: &Position, settings: &Settings) -> Option<String> {
    let outcome = GameOutcome::of(position, settings.rules, settings.draw_plies)?;
    let result = match (outcome.termination, outcome.winner) {
        (Termination::Checkmate | Termination::Stalemate, _) => return None,
        (termination, Some(winner)) => format!("{} loses by {termination}", !winner),
        (termination, None) => {
            let by_repetition = termination.is_by_repetition();
            let termination = if termination == Termination::NaturalLimit {
                "the natural limit".to_owned()
            } else {
                termination.to_string()
            };
            match settings.draw_rule.winner(by_repetition) {
                Some(winner) => format!("draw by {termination}, which counts as a win of {winner}"),
                None => format!("draw by {termination}"),
            }
        }
    };
    Some(format!("the game has ended: {result}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use ucci::Dialect;

    const VARIANT: &[(&str, &str)] = &[("UCI_Variant", "xiangqi")];

    /// Returns a session's position after a greeting in UCI and these options.
    fn after(options: &[(&str, &str)]) -> CurrentPosition {
        let mut current = CurrentPosition::new();
        current.ranks.greet(Dialect::Uci);
        for (name, value) in options {
            current.ranks.note_option(name, value.as_bytes());
        }
        current.ranks.end_options();
        current
    }

    /// Returns a game with its moves in a base.
    fn text(fen: Option<&str>, moves: &[Move], base: RankBase) -> PositionText {
        let moves = moves.iter().map(|mv| base.write(mv)).collect();
        PositionText { fen: fen.map(str::to_owned), moves }
    }

    /// Returns a random game: its start, its moves, and the position after each.
    fn random_game(fen: &str, choices: &[usize]) -> (Vec<Move>, Vec<String>) {
        let mut position = Position::from_fen_lenient(fen).unwrap();
        let (mut moves, mut fens) = (Vec::new(), Vec::new());
        for choice in choices {
            let legal = position.legal_moves();
            let Some(&mv) = legal.get(choice % legal.len().max(1)) else { break };
            position.play(mv).unwrap();
            moves.push(mv);
            fens.push(position.to_fen());
        }
        (moves, fens)
    }

    /// Returns true if the moves can be read in one base only, found out without the code under test.
    fn is_decisive(fen: &str, moves: &[Move], base: RankBase) -> bool {
        let mut position = Position::from_fen_lenient(fen).unwrap();
        !moves.iter().all(|mv| {
            let read = base.other().read::<Move>(&base.write(mv));
            read.is_some_and(|other| position.play(other).is_ok())
        })
    }

    const STARTS: [&str; 5] = [
        xiangqi::notation::START_FEN,
        "4k4/9/9/9/9/R8/R8/9/9/3K5 w - - 0 1",
        "3ak4/9/9/9/9/9/9/R8/9/3K5 w - - 0 1",
        "4k4/9/4b4/2r1p1n2/9/2R1P1N2/9/4B4/9/3K5 b - - 4 20",
        "5k3/9/9/3R1r3/3C1c3/9/9/9/9/3K5 w",
    ];

    proptest! {
        #[test]
        fn after_a_decisive_move_no_other_piece_is_moved(
            start in 0..STARTS.len(),
            choices in proptest::collection::vec(any::<usize>(), 1..24),
            next in proptest::collection::vec(any::<usize>(), 1..12),
            is_one in any::<bool>(),
            is_variant_named in any::<bool>(),
            step in 1_usize..3,
        ) {
            let base = if is_one { RankBase::One } else { RankBase::Zero };
            let mut current = after(if is_variant_named { VARIANT } else { &[] });
            let mut is_decided = false;
            for (fen, choices) in [(STARTS[start], choices), (STARTS[(start + 1) % STARTS.len()], next)] {
                let (moves, fens) = random_game(fen, &choices);
                for ply in (1..=moves.len()).step_by(step) {
                    is_decided |= is_decisive(fen, &moves[..ply], base);
                    let (_, result) = current.set(text(Some(fen), &moves[..ply], base), false);
                    if is_decided {
                        prop_assert!(result.is_ok(), "{fen} {:?}", text(Some(fen), &moves[..ply], base));
                        let reached = current.position().unwrap().to_fen();
                        prop_assert_eq!(&reached, &fens[ply - 1]);
                        prop_assert_eq!(current.base(), base);
                    }
                }
            }
        }
    }

    fn parse(line: &str) -> PositionText {
        match ucci::Command::parse(format!("position {line}")) {
            Some(ucci::Command::Position(text)) => text,
            other => panic!("{other:?}"),
        }
    }

    /// A list of moves that is legal in both bases, for different rooks.
    const AMBIGUOUS: &str = "fen 4k4/9/9/9/9/R8/R8/9/9/3K5 w - - 0 1 moves a4b4";

    #[test]
    fn a_guess_depends_on_what_the_program_has_sent() {
        let tchess = [
            ("Repetition Rule", "AsianRule"),
            ("UCI_Variant", "xiangqi"),
            ("Draw Rule", "None"),
            ("Ranks", "auto"),
        ];
        let changed = [("Repetition Rule", "ChineseRule"), ("UCI_Variant", "xiangqi")];
        for (options, line, base) in [
            (&[][..], AMBIGUOUS, RankBase::Zero),
            (VARIANT, AMBIGUOUS, RankBase::One),
            (VARIANT, "startpos", RankBase::One),
            (&[("uci_variant", "Xiangqi")], AMBIGUOUS, RankBase::One),
            (&[("UCI_Variant", "auto")], AMBIGUOUS, RankBase::Zero),
            (&[("UCI_Variant", "chess")], AMBIGUOUS, RankBase::Zero),
            (&tchess, AMBIGUOUS, RankBase::Zero),
            // An option of ours with another value was set on purpose, and so was the variant.
            (&changed, AMBIGUOUS, RankBase::One),
            (&[("MultiPV", "1"), ("UCI_Variant", "xiangqi"), ("EvalFile", "x")], AMBIGUOUS, RankBase::One),
            (VARIANT, "fen 4k4/9/9/9/9/R8/R8/9/9/3K5 w moves", RankBase::Zero),
            (VARIANT, "fen 4k4/9/9/9/9/R8/R8/9/9/3K5 w 0 1 moves a4b4", RankBase::Zero),
        ] {
            let mut current = after(options);
            let (message, result) = current.set(parse(line), false);
            assert_eq!((current.base(), message, result.is_ok()), (base, None, true), "{options:?} {line}");
        }
        // Options that were set in another run of lines tell nothing about the variant.
        let mut current = after(&tchess[..1]);
        current.ranks.note_option("UCI_Variant", b"xiangqi");
        current.ranks.end_options();
        assert_eq!(current.base(), RankBase::One);
    }

    #[test]
    fn a_guess_is_reported_once_and_only_if_it_is_doubtful() {
        let mut current = after(&[]);
        assert!(current.set(parse("startpos"), false).1.is_ok());
        assert_eq!(current.ranks.report_guess(), None);
        assert!(current.set(parse(AMBIGUOUS), false).1.is_ok());
        let message = current.ranks.report_guess().unwrap();
        assert_eq!(message, "ranks are assumed to count from 0; the option Ranks decides");
        assert_eq!(current.ranks.report_guess(), None);
        let mut current = after(VARIANT);
        assert!(current.set(parse("startpos"), false).1.is_ok());
        assert!(current.ranks.report_guess().unwrap().contains("from 1"));
        let mut current = after(VARIANT);
        assert!(current.set(parse("startpos moves h3e3"), false).1.is_ok());
        assert_eq!(current.ranks.report_guess(), None, "a move has proved it");
    }

    #[test]
    fn a_base_is_never_changed_silently_in_a_game() {
        // The guess was from 0; a rank 10 shows that it was wrong.
        let fen = "fen r2ak4/9/9/9/R8/R8/9/9/9/3K5 w - - 0 1 moves";
        let mut current = after(&[]);
        let (message, result) = current.set(parse(&format!("{fen} a5b5")), false);
        assert!(message.is_none() && result.is_ok());
        let (message, result) = current.set(parse(&format!("{fen} a5b5 a10a9")), false);
        assert_eq!(message.unwrap(), "ranks count from 1, not from 0 as before: the moves show it");
        assert!(result.is_ok());
        // Proved, it stays so in this game.
        let (message, result) = current.set(parse(&format!("{fen} a5b5 a10a9 d0d1")), false);
        assert!(message.is_none() && result.is_err());
        // An option that comes during the game changes no guess that is in use.
        let mut current = after(&[]);
        assert!(current.set(parse(AMBIGUOUS), false).1.is_ok());
        current.ranks.note_option("UCI_Variant", b"xiangqi");
        current.ranks.end_options();
        assert_eq!(current.base(), RankBase::Zero);
        assert!(current.set(parse(&format!("{AMBIGUOUS} e9e8")), false).1.is_ok());
        assert_eq!(current.base(), RankBase::Zero);
        // Another game may be another program's; the change is said.
        let mut current = after(&[]);
        assert!(current.set(parse("startpos moves h2e2"), false).1.is_ok());
        let (message, result) = current.set(parse("startpos moves h3e3"), false);
        assert!(message.is_some() && result.is_ok());
    }

    #[test]
    fn the_option_and_the_dialect_overrule_the_moves() {
        let mut current = after(VARIANT);
        current.ranks.choose(Some(RankBase::Zero));
        assert!(current.set(parse("startpos moves h3e3"), false).1.is_err());
        assert!(current.set(parse("startpos moves h2e2"), false).1.is_ok());
        current.ranks.choose(Some(RankBase::One));
        assert!(current.set(parse("startpos moves h2e2"), false).1.is_err());
        current.ranks.choose(None);
        for greet in [|ranks: &mut Ranks| ranks.greet(Dialect::Ucci), Ranks::greet_cyclone] {
            greet(&mut current.ranks);
            assert!(current.set(parse("startpos moves h3e3"), false).1.is_err());
            assert!(current.set(parse("startpos moves h2e2"), false).1.is_ok());
        }
        // Some programs send `ucicyclone` and then `uci`.
        current.ranks.greet(Dialect::Uci);
        assert!(current.set(parse("startpos moves h3e3"), false).1.is_err());
    }

    #[test]
    fn moves_to_search_tell_the_base_too() {
        for (words, base) in [
            ("h3e3 b3e3", RankBase::One),
            ("h2e2", RankBase::Zero),
            ("a10a9", RankBase::One),
            ("a1", RankBase::Zero),
        ] {
            let mut current = after(&[]);
            assert!(current.set(parse("startpos"), false).1.is_ok());
            let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
            current.weigh_search_moves(&words);
            assert_eq!(current.base(), base, "{words:?}");
        }
    }
}
