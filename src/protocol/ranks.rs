// SPDX-License-Identifier: MIT OR Apache-2.0
//! Detects whether a UCI program counts ranks from 0, as Pikafish and most Xiangqi programs do, or from 1, as
//! those of Fairy-Stockfish's family do. No command of the protocol says which, so the session weighs
//! evidence.
//!
//! 1. UCCI counts from 0. In UCI the option `Ranks`, if it is not `auto`, decides, or else the user's preset,
//!    for programs in which options cannot be set. Cyclone's form counts from 0.
//! 2. Moves decide: a rank 10 or a rank 0, or a list of moves that is legal in one base only. That is a
//!    *proof*; it holds until the next greeting, and inside a game nothing overrules it.
//! 3. Otherwise the base is a *guess*. The programs that name the variant and count from 1 (fairyfishnet,
//!    liground, Fairyground, python-chess and its relatives) name it on purpose and write whole FENs.
//!    XBoard's adapter uci2wb names it too, but counts from 0 and writes FENs without counters. TCHESS sends
//!    back every option with its default, whatever it means, and counts from 0.
//! 4. Without evidence, from 0.
//!
//! A guess stays what it was during a game, unless moves prove it wrong; the session says so then.

use super::handshake::known_option;
use super::options::OptionSpec;
use ucci::{Dialect, PositionText, RankBase};

/// The options that engines of Fairy-Stockfish's family have too. The others are sent only by programs that
/// repeat what this engine has announced.
const COMMON_OPTIONS: [&str; 14] = [
    "Debug Log File",
    "Threads",
    "Hash",
    "Clear Hash",
    "Ponder",
    "MultiPV",
    "Skill Level",
    "Move Overhead",
    "UCI_LimitStrength",
    "UCI_Elo",
    "UCI_ShowWDL",
    "UCI_AnalyseMode",
    "UCI_Variant",
    "EvalFile",
];

/// A person may set one or two options to their defaults; more are repeated by a program.
const REPEATED_DEFAULTS: u32 = 3;

/// Number of fields of a whole FEN.
const FEN_FIELDS: usize = 6;

/// The evidence on the number of the lowest rank, and the base that follows from it.
#[derive(Debug, Default)]
pub struct Ranks {
    /// The value of the option `Ranks`; `None`: `auto`.
    choice: Option<RankBase>,
    /// The base that the user has set outside the protocol.
    preset: Option<RankBase>,
    is_ucci: bool,
    /// The program has greeted with `ucicyclone`. Some send `uci` after it.
    has_greeted_as_cyclone: bool,
    /// The program sends positions in Cyclone's form.
    sends_cyclone: bool,
    /// The base that moves have proved.
    proof: Option<RankBase>,
    /// The variant was named on purpose.
    is_variant_named: bool,
    /// A FEN without counters was received.
    has_short_fens: bool,
    /// The lines `setoption` since the last other command.
    run: OptionRun,
    /// The base of the current game, once moves were read or written in it.
    in_game: Option<RankBase>,
    /// A list of moves was legal in both bases.
    is_ambiguous: bool,
    /// The guess that was reported.
    reported: Option<RankBase>,
}

/// Consecutive lines `setoption`.
#[derive(Debug, Default)]
struct OptionRun {
    /// One of them names the variant.
    names_variant: bool,
    /// Number of those that set an option of this engine alone to its default.
    repeated_defaults: u32,
}

impl Ranks {
    /// A greeting: forgets the evidence, since another program may speak now.
    pub fn greet(&mut self, dialect: Dialect) {
        let is_ucci = dialect == Dialect::Ucci;
        let has_greeted_as_cyclone = self.has_greeted_as_cyclone && !is_ucci;
        let Self { choice, preset, .. } = *self;
        *self = Self { choice, preset, is_ucci, has_greeted_as_cyclone, ..Self::default() };
    }

    /// The greeting `ucicyclone`.
    pub fn greet_cyclone(&mut self) {
        self.greet(Dialect::Uci);
        self.has_greeted_as_cyclone = true;
    }

    /// A position in Cyclone's form.
    pub fn note_cyclone(&mut self) {
        self.sends_cyclone = true;
    }

    /// Sets the option `Ranks`; `None`: `auto`.
    pub fn choose(&mut self, choice: Option<RankBase>) {
        self.choice = choice;
    }

    /// Sets the base outside the protocol, before it begins.
    pub fn preset(&mut self, base: Option<RankBase>) {
        self.preset = base;
    }

    /// Returns true if the base was set outside the protocol.
    pub fn is_preset(&self) -> bool {
        self.preset.is_some()
    }

    /// An option was set.
    pub fn note_option(&mut self, name: &str, value: &[u8]) {
        let value = String::from_utf8_lossy(value);
        if name.eq_ignore_ascii_case("UCI_Variant") {
            self.run.names_variant |= value.trim().eq_ignore_ascii_case("xiangqi");
        } else if is_own_option(name) {
            let default = known_option(name, Dialect::Uci).and_then(|option| option.default);
            let is_default = default.is_some_and(|default| default.eq_ignore_ascii_case(&value));
            self.run.repeated_defaults += u32::from(is_default);
        }
    }

    /// Any other command: ends the consecutive lines `setoption`.
    pub fn end_options(&mut self) {
        let run = std::mem::take(&mut self.run);
        if run.names_variant {
            self.is_variant_named = run.repeated_defaults < REPEATED_DEFAULTS;
        }
    }

    /// A new game begins.
    pub fn new_game(&mut self) {
        self.in_game = None;
        self.is_ambiguous = false;
    }

    /// Returns the base in force.
    pub fn base(&self) -> RankBase {
        self.certain().or(self.in_game).unwrap_or_else(|| self.guess())
    }

    /// Returns the base that is more than a guess.
    fn certain(&self) -> Option<RankBase> {
        self.fixed().or(self.proof)
    }

    /// Returns the base that no move can change.
    fn fixed(&self) -> Option<RankBase> {
        let is_cyclone = self.has_greeted_as_cyclone || self.sends_cyclone;
        let by_dialect = Some(RankBase::Zero);
        if self.is_ucci {
            return by_dialect;
        }
        self.choice.or(self.preset).or(by_dialect.filter(|_| is_cyclone))
    }

    fn guess(&self) -> RankBase {
        if self.is_variant_named && !self.has_short_fens { RankBase::One } else { RankBase::Zero }
    }

    /// A `position`: weighs its moves before they are read. `is_legal` tells whether all of them are legal in
    /// a base. `continues` is true if it is a later or earlier position of the same game. Returns a message
    /// if the base of the game, or that of an earlier one, was wrong.
    pub fn weigh_position(
        &mut self,
        text: &PositionText,
        continues: bool,
        is_legal: impl Fn(RankBase) -> bool,
    ) -> Option<String> {
        let fields = |fen: &String| fen.split_ascii_whitespace().count();
        self.has_short_fens |= text.fen.as_ref().map(fields).is_some_and(|count| count < FEN_FIELDS);
        let before = self.certain().or(self.in_game);
        if !continues {
            self.new_game();
        }
        self.weigh(&text.moves, continues, is_legal);
        if !text.moves.is_empty() {
            self.in_game = Some(self.base());
        }
        before.filter(|&before| before != self.base()).map(|before| {
            format!(
                "ranks count from {}, not from {} as before: the moves show it",
                number(self.base()),
                number(before)
            )
        })
    }

    /// Weighs the moves of a `go searchmoves`.
    pub fn weigh_moves(&mut self, words: &[String], is_legal: impl Fn(RankBase) -> bool) {
        if self.certain().is_none() {
            self.weigh(words, true, is_legal);
        }
    }

    fn weigh(&mut self, words: &[String], continues: bool, is_legal: impl Fn(RankBase) -> bool) {
        if self.fixed().is_some() || words.is_empty() {
            return;
        }
        match shown_by(words, is_legal) {
            Shown::Base(base) if !continues || self.proof.is_none() => self.proof = Some(base),
            Shown::Both => self.is_ambiguous = true,
            Shown::Base(_) | Shown::Nothing => {}
        }
    }

    /// A `go`, whose answer is written in the present base. Returns a message if that is a guess in need of
    /// one, once for each guess: the evidence is mixed, or the moves could be read in both bases.
    pub fn report_guess(&mut self) -> Option<String> {
        let base = self.base();
        self.in_game = Some(base);
        let is_doubtful = self.is_variant_named || self.is_ambiguous;
        if self.certain().is_some() || !is_doubtful || self.reported == Some(base) {
            return None;
        }
        self.reported = Some(base);
        Some(format!("ranks are assumed to count from {}; the option Ranks decides", number(base)))
    }
}

/// The evidence in a list of moves.
enum Shown {
    /// It is in this base.
    Base(RankBase),
    /// It is legal in both.
    Both,
    /// It is illegal in both, or contradicts itself.
    Nothing,
}

fn shown_by(words: &[String], is_legal: impl Fn(RankBase) -> bool) -> Shown {
    let [zero, one] = [RankBase::Zero, RankBase::One];
    let is_written = |base: RankBase| words.iter().any(|word| base.is_proved_by(word));
    match (is_written(zero), is_written(one)) {
        (true, false) => return Shown::Base(zero),
        (false, true) => return Shown::Base(one),
        (true, true) => return Shown::Nothing,
        (false, false) => {}
    }
    match (is_legal(zero), is_legal(one)) {
        (true, false) => Shown::Base(zero),
        (false, true) => Shown::Base(one),
        (true, true) => Shown::Both,
        (false, false) => Shown::Nothing,
    }
}

/// Returns true if only this engine announces an option of this name.
fn is_own_option(name: &str) -> bool {
    let is_common = COMMON_OPTIONS.iter().any(|common| common.eq_ignore_ascii_case(name));
    !is_common && OptionSpec::find(name).is_some_and(|spec| spec.uci.eq_ignore_ascii_case(name))
}

/// Returns the number of the lowest rank.
fn number(base: RankBase) -> u8 {
    u8::from(base == RankBase::One)
}
