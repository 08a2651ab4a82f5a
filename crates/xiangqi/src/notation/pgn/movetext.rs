// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads the moves of a game.
//!
//! Ranks in coordinates and in SAN are counted from 0, or from 1 if the game can be read only like that.
//! Words that WXF and Vietnamese notation share are read in the one that the other words show, or else the
//! tag `Format`, or in which the game is legal.
//!
//! A parenthesis is a variation or, if it holds words, a comment. What follows an illegal move in a variation
//! is kept as a comment, and the move becomes a fault of the record; so does nesting that is too deep. Words
//! after a result are kept as a comment too, unless they are moves.

use crate::notation::coordinates::Ranks;
use crate::notation::game_result::GameResult;
use crate::notation::latin::Latin;
use crate::notation::move_list::{read_list, read_numbered, without_marks, without_number};
use crate::notation::moves::{MoveTextError, ReadMoveError, Reading, excerpt};
use crate::notation::pgn::words::{PgnWords, Token, Unclosed};
use crate::notation::record::{MAX_DEPTH, RecordedMove, Variation, comment};
use crate::notation::record_problem::RecordProblem;
use crate::position::Position;

/// The moves of a game as far as they can be read.
pub struct MoveText {
    pub line: Variation,
    /// The last result stated.
    pub result: Option<GameResult>,
    /// Why the moves cannot be read to the end.
    pub error: Option<Fault>,
    /// The problems in variations and with results, in the order of their offsets.
    pub faults: Vec<Fault>,
}

impl MoveText {
    /// Reads the moves from an offset on, as far as possible. `format` is the notation of the tag.
    pub fn read(text: &str, at: usize, start: &Position, format: Option<Latin>) -> Self {
        let read_as = |reading| {
            let words = PgnWords { text, at };
            let position = start.clone();
            let mut parser = Parser { words, position, depth: 0, reading, outcome: None, faults: Vec::new() };
            let mut line = Variation::default();
            let read = parser.line(&mut line);
            ((line, parser.outcome, parser.faults), read)
        };
        let read = |latin| {
            let usual = read_as(Reading { ranks: Ranks::FromZero, latin });
            let ((line, _, faults), result) = &usual;
            let is_whole = |faults: &[Fault]| faults.iter().all(|fault| fault.problem.is_note());
            if result.is_ok() && is_whole(faults) {
                return usual;
            }
            let other = read_as(Reading { ranks: Ranks::FromOne, latin });
            let names_ten = || Ranks::of([&text[at..]]) == Ranks::FromOne;
            let is_longer = || other.0.0.moves.len() > line.moves.len();
            let is_better = match (&other.1, result) {
                (Ok(()), Ok(())) => is_whole(&other.0.2),
                (Ok(()), Err(_)) => true,
                (Err(_), Err(_)) => names_ten() && is_longer(),
                (Err(_), Ok(())) => false,
            };
            if is_better { other } else { usual }
        };
        let mut tokens = PgnWords { text, at };
        let tokens = core::iter::from_fn(|| tokens.next().ok().flatten());
        let words =
            tokens.filter_map(|(token, _)| if let Token::Word(word) = token { Some(word) } else { None });
        let plies = |(line, ..): &(Variation, Option<GameResult>, Vec<Fault>)| line.moves.len();
        let ((line, result, mut faults), read) = read_list(words, format, plies, read);
        faults.sort_by_key(|fault| fault.at);
        Self { line, result, error: read.err(), faults }
    }
}

/// Returns true for the number of a move; more than four digits are a list of squares of another format.
fn is_number(word: &str) -> bool {
    without_number(word).is_empty() && word.bytes().take_while(u8::is_ascii_digit).count() <= 4
}

/// Returns true if the word begins with the number of a move; 12.5 is none.
fn has_number(word: &str) -> bool {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < word.len()
        && rest.starts_with('.')
        && !rest.trim_start_matches('.').starts_with(|c: char| c.is_ascii_digit())
}

/// The result that a word among the moves states; a single letter does not.
pub fn result(word: &str) -> Option<GameResult> {
    let is_letter = word.len() == 1 && word.as_bytes()[0].is_ascii_alphabetic();
    GameResult::from_words(word).filter(|_| !is_letter)
}

/// A problem and its offset.
#[derive(PartialEq)]
pub struct Fault {
    pub at: usize,
    pub problem: RecordProblem,
}

impl From<Unclosed> for Fault {
    fn from(Unclosed(bracket, at): Unclosed) -> Self {
        Self { at, problem: RecordProblem::Unclosed(bracket) }
    }
}

struct Parser<'a> {
    words: PgnWords<'a>,
    position: Position,
    /// Number of variations around the current line.
    depth: usize,
    reading: Reading,
    /// The last result stated in the line of the game.
    outcome: Option<GameResult>,
    /// The problems in variations and with results so far.
    faults: Vec<Fault>,
}

impl Parser<'_> {
    /// Reads the moves of the game to the end of the text, or in a variation up to the closing parenthesis,
    /// and adds them to the line. Leaves the position at the end of the line.
    fn line(&mut self, line: &mut Variation) -> Result<(), Fault> {
        let start = self.words.at.saturating_sub(1);
        let is_variation = self.depth > 0;
        let mut is_numbered = false;
        loop {
            let is_over = !is_variation && self.outcome.is_some();
            let (token, at) = match self.words.next() {
                Ok(Some(next)) => next,
                Ok(None) => break,
                Err(Unclosed(_, at)) if is_over => {
                    self.remark(line, at, self.words.text.len());
                    break;
                }
                Err(unclosed) => return Err(unclosed.into()),
            };
            let stray = |word: &str| Fault { at, problem: RecordProblem::Stray(excerpt(word)) };
            let was_numbered = core::mem::take(&mut is_numbered);
            match token {
                Token::Comment(text) => line.add_comment(&comment(text)),
                Token::Open => match self.parenthesis(line) {
                    Err(Fault { problem: RecordProblem::Unclosed(_), .. }) if is_over => {
                        self.remark(line, at, self.words.text.len());
                    }
                    read => read?,
                },
                Token::Close if is_variation => return Ok(()),
                Token::Close if is_over => self.remark(line, at, self.line_end(at)),
                Token::Close => return Err(stray(")")),
                Token::Word(word) => {
                    if let Some(result) = result(word) {
                        if is_variation {
                            line.add_comment(word);
                        } else {
                            self.state(result, at);
                        }
                    } else if let Some(number) = word.strip_prefix('$') {
                        let glyph = number.parse().map_err(|_| stray(word))?;
                        line.moves.last_mut().ok_or_else(|| stray(word))?.glyphs.push(glyph);
                    } else if is_number(word) {
                        is_numbered = word.ends_with('.');
                    } else if let Err(error) = self.word(line, word) {
                        let is_move = was_numbered
                            || has_number(word)
                            || !matches!(error.problem, ReadMoveError::Unreadable(_));
                        if !is_over || is_move {
                            return Err(Fault { at, problem: error.into() });
                        }
                        self.remark(line, at, self.line_end(at));
                    }
                }
            }
        }
        if is_variation { Err(Unclosed('(', start).into()) } else { Ok(()) }
    }

    /// Takes a result that the game states. The last one counts, and a known one before an open one.
    fn state(&mut self, result: GameResult, at: usize) {
        let before = self.outcome.unwrap_or(result);
        if result == GameResult::Open {
            self.outcome = Some(before);
        } else {
            self.outcome = Some(result);
            if ![result, GameResult::Open].contains(&before) {
                self.faults.push(Fault { at, problem: RecordProblem::Results([before, result]) });
            }
        }
    }

    /// Keeps what follows a result and is not a move, such as an advertisement, as a comment.
    fn remark(&mut self, line: &mut Variation, at: usize, end: usize) {
        let text = self.words.text[at..end].trim_end();
        self.words.at = at + text.len();
        // Braces bound comments and cannot be in one.
        line.add_comment(&comment(&text.replace(['{', '}'], "")));
        self.faults.push(Fault { at, problem: RecordProblem::AfterResult(excerpt(text)) });
    }

    /// The end of the line at an offset, or the next bracket behind it.
    fn line_end(&self, at: usize) -> usize {
        let end = self.words.text[at..].char_indices().skip(1).find(|&(_, c)| "\n{()".contains(c));
        end.map_or(self.words.text.len(), |(end, _)| at + end)
    }

    /// Reads a move, or annotation marks of the previous move.
    fn word(&mut self, line: &mut Variation, word: &str) -> Result<(), MoveTextError> {
        let (bare, glyph) = without_marks(word);
        if let (true, Some(glyph), Some(last)) = (bare.is_empty(), glyph, line.moves.last_mut()) {
            last.glyphs.push(glyph);
            return Ok(());
        }
        let read = read_numbered(&self.position, bare, word, self.reading);
        let mv = read.map_err(|problem| MoveTextError::next(&self.position, problem))?;
        self.position.play_unchecked(mv);
        let mut recorded = RecordedMove::new(mv, "");
        recorded.glyphs.extend(glyph);
        line.moves.push(recorded);
        Ok(())
    }

    /// Reads a parenthesis: an alternative to the last move, or a comment.
    fn parenthesis(&mut self, line: &mut Variation) -> Result<(), Fault> {
        let (start, faults) = (self.words.at, self.faults.len());
        let is_too_deep = self.depth == MAX_DEPTH;
        if let Some(last) = line.moves.last_mut().filter(|_| !is_too_deep) {
            self.position.undo();
            let played = self.position.history().len();
            self.depth += 1;
            let mut variation = Variation::default();
            let read = self.line(&mut variation);
            self.depth -= 1;
            while self.position.history().len() > played {
                self.position.undo();
            }
            self.position.play_unchecked(last.mv);
            match read {
                Ok(()) => {
                    last.add_variation(variation);
                    return Ok(());
                }
                Err(fault) if fault.is_in_moves(self.words.text, start) => {
                    self.words.at = fault.at;
                    let rest = self.words.parenthesis().map_err(|_| Unclosed('(', start - 1))?;
                    variation.add_comment(&comment(&format!("({rest})")));
                    last.add_variation(variation);
                    self.faults.push(fault);
                    return Ok(());
                }
                Err(_) => {
                    self.words.at = start;
                    self.faults.truncate(faults);
                }
            }
        }
        let text = self.words.parenthesis()?;
        line.add_comment(&comment(text));
        if is_too_deep {
            self.faults.push(Fault { at: start, problem: RecordProblem::TooDeep });
        }
        Ok(())
    }
}

impl Fault {
    /// Returns true if the parenthesis in which this problem occurs, and whose text begins at `start`, is a
    /// variation, not words: if it begins with the number of a move, or if the problem is an illegal move.
    fn is_in_moves(&self, text: &str, start: usize) -> bool {
        let word_at = |at: usize| text[at..].split_whitespace().next().unwrap_or_default();
        let has_number = has_number(word_at(start));
        match &self.problem {
            RecordProblem::Unclosed(_) => false,
            RecordProblem::Move(MoveTextError { problem: ReadMoveError::Unreadable(_), .. })
            | RecordProblem::Stray(_) => has_number,
            // The number 12.5 is a move in WXF.
            _ => has_number || word_at(self.at).contains(char::is_alphabetic),
        }
    }
}
