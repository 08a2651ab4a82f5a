// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe book build`: makes a book from games and analyses.

use super::analysis;
use super::analysis::AnalysisArgs;
use crate::failure::{CommandResult, Failure, Place, warn};
use crate::input::Input;
use crate::options::open_book;
use crate::output::{Output, OverwriteArgs, refuse_standard};
use crate::progress::style;
use crate::sources::warn_of_faults;
use crate::{files, interrupt};
use chuhe::book::{Book, Builder, BuilderConfig, format};
use chuhe_arena::{LoggedGame, LoggedGames};
use chuhe_console::number;
use chuhe_learn::{GameFileError, GameReader};
use indicatif::ProgressBar;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use xiangqi::notation::{GameResult, ReadRecordError, Record, Records, parse_moves};
use xiangqi::position::Position;
use xiangqi::types::{Bilingual, Color, Move, bilingual};

/// Make a book from games, analyses, or both
///
/// Games show how often each move was played and with what success; analyses show what it is worth. A
/// position and its mirror image count as one.
#[derive(clap::Args)]
#[command(
    group(clap::ArgGroup::new("source").args(["games", "positions", "from"]).required(true).multiple(true)),
    after_help = "\
Games are read from logs of `chuhe match`, files of `chuhe datagen`, or game files in any format that `chuhe convert --help` \
names; the format is detected from the content. Logged games that ended by a fault (crash, illegal move, time) are left out, because \
they say nothing about the opening. The first moves of `datagen` games are random: they are played, but not counted. A game \
that occurs twice is counted once, but games that are already counted in the book of --from are not recognised. A record \
without a result counts as a draw; variations are ignored. Games and variations that cannot be read are reported, and the \
exit status is 1.

With --positions the engine analyses a tree of openings that grows from the start position: the next position is the one whose path has the smallest total evaluation loss. Moves of --lines, and those played in at least --min-games games, cost \
nothing and therefore come first. Before the work a line estimates its time. Finally, minimax values are backed up through the tree. The \
book is saved every minute; to continue an interrupted build, pass the book to --from.

The weights of a position add up to 10000. Where moves were analysed, the weight of a move that is v centipawns worse than \
the best one is in proportion to exp(-v/3), and 0 from v = 10 on. Positions at the ends of lines, after which nothing was \
analysed, are left to the search: their weights are 0 unless a move was played in at least 50 games. Games correct values: \
an analysis acts as a prior of 50 games. Where nothing was analysed, a move with n games and p \
points in them (1 for a win, 1/2 for a draw) has a weight in proportion to n ((p + 1) / (n + 2))^2. Where there are neither \
games nor analyses, the weights of --from stay.

Examples:
  chuhe book build --games games.jsonl --out mine.book
  chuhe book build --games match.jsonl selfplay.games masters.pgn --out mine.book --min-games 5 --max-plies 30
  chuhe book build --positions 5000 --lines positions/openings.epd --nodes 500000 --threads 4 --out deep.book
  chuhe book build --positions 9000 --from deep.book --nodes 500000 --threads 4 --out deep.book
  chuhe book build --from deep.book --games games.jsonl --out both.book"
)]
pub struct BuildArgs {
    /// Count the games in these files
    #[arg(long, num_args = 1.., value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Start from the contents of this book, which must be in chuhe's own format
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// File to write the book to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    overwrite: OverwriteArgs,
    /// Minimum number of games, including those of --from, for a move that was not analysed
    #[arg(long, value_name = "N", default_value_t = BuilderConfig::default().min_games, value_parser = number::<u32>(0..))]
    min_games: u32,
    /// Minimum length of a game, in plies
    #[arg(long, value_name = "N", default_value_t = BuilderConfig::default().min_plies, value_parser = number::<usize>(0..))]
    min_plies: usize,
    /// Maximum length of lines: ignore later plies of a game
    #[arg(long, value_name = "N", default_value_t = BuilderConfig::default().max_plies, value_parser = number::<u32>(0..))]
    max_plies: u32,
    #[command(flatten)]
    analysis: AnalysisArgs,
}

pub fn run(args: &BuildArgs) -> CommandResult {
    let &BuildArgs { min_games, min_plies, max_plies, .. } = args;
    let inputs = args.games.iter().chain(&args.analysis.lines).map(PathBuf::as_path);
    if inputs.chain([args.analysis.network.file()]).any(|path| files::are_same(path, &args.out)) {
        let name = args.out.display();
        let problem = bilingual!(
            "--out: {name} is an input; only the book of --from may be overwritten",
            "--out：{name} 是输入文件；只有 --from 的开局库可以覆盖"
        );
        return Err(problem.into());
    }
    refuse_standard("--out", &args.out)?;
    let output = Output::create(&args.out, Some(format::MAGIC), args.overwrite)?;
    interrupt::watch(|| ());
    let mut builder = Builder::new(BuilderConfig { min_games, min_plies, max_plies });
    let base = args.from.as_deref().map(open_own).transpose()?;
    builder.add_book(base.iter().filter_map(Book::records).flatten());
    let Counted { left_out, has_faults } = count_games(&args.games, &mut builder)?;
    if args.analysis.positions.is_some() {
        analysis::run(&args.analysis, max_plies, &mut builder, &output)?;
    }
    let bytes = format::to_bytes(builder.records());
    output.save(&bytes)?;
    let book = Book::from_bytes(bytes).within(|| bilingual!("the new book", "新开局库"))?;
    let mut out = io::stdout().lock();
    writeln!(out, "games {} ({left_out} left out)", builder.games())?;
    writeln!(out, "positions {}", book.positions())?;
    writeln!(out, "moves {}", book.moves())?;
    writeln!(out, "bytes {}", book.size())?;
    Ok(if has_faults { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Opens a book in chuhe's own format.
fn open_own(path: &Path) -> Result<Book, Bilingual> {
    let book = open_book(path)?;
    if book.records().is_none() {
        let problem = bilingual!(
            "not in chuhe's own format; convert it with 'chuhe book convert'",
            "不是 chuhe 自己的格式；请用“chuhe book convert”转换"
        );
        return Err(problem.at(path.display()));
    }
    Ok(book)
}

/// Games that were left out, and whether parts of others were.
#[derive(Clone, Copy, Default)]
struct Counted {
    /// Number of games that were not counted.
    left_out: u64,
    /// A game or a variation could not be read.
    has_faults: bool,
}

/// Adds games to a builder.
struct GameCounter<'a> {
    builder: &'a mut Builder,
    counted: Counted,
    bar: ProgressBar,
}

/// Counts the games in all files.
fn count_games(files: &[PathBuf], builder: &mut Builder) -> Result<Counted, Failure> {
    let bar = ProgressBar::new_spinner().with_style(style("{elapsed_precise} {spinner} {pos} games"));
    let mut games = GameCounter { builder, counted: Counted::default(), bar };
    for path in files {
        let outcome = games.read(path);
        if interrupt::is_pressed() {
            games.bar.finish_and_clear();
            let counted = games.builder.games();
            let problem = bilingual!("interrupted: {counted} games counted", "已中断：已统计{counted}局");
            return Err(Failure::Job(problem));
        }
        outcome?;
    }
    games.bar.finish_and_clear();
    Ok(games.counted)
}

impl GameCounter<'_> {
    fn read(&mut self, path: &Path) -> Result<(), Bilingual> {
        // The first bytes identify the kind of file. It is opened only once, because it may be a pipe.
        let mut file = Input::open(path).at(path.display())?;
        let mut beginning = Vec::new();
        Read::by_ref(&mut file).take(6).read_to_end(&mut beginning).at(path.display())?;
        let source = BufReader::new(beginning.as_slice().chain(file));
        if beginning == *b"chuheG" {
            self.read_self_play(path, source)
        } else if beginning.trim_ascii_start().starts_with(b"{\"") {
            self.read_log(path, source)
        } else {
            self.read_records(path, source)
        }
    }

    fn read_self_play(&mut self, path: &Path, source: impl Read) -> Result<(), Bilingual> {
        for game in GameReader::new(path, source)? {
            match game {
                Ok(game) => {
                    if self.add_self_play(&game).is_none() {
                        let chuhe_learn::SelfPlayGame { seed, number, .. } = game;
                        self.leave_out(GameFileError::Illegal { path: path.to_owned(), seed, number });
                    }
                }
                Err(error) if error.is_fatal() => return Err(error.into()),
                Err(error) => warn(error),
            }
            if self.step().is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Adds a game of `datagen`; `None` if it has an illegal move.
    fn add_self_play(&mut self, game: &chuhe_learn::SelfPlayGame) -> Option<()> {
        let mut start = game.start_position()?;
        for &mv in &game.opening {
            start.play(mv).ok()?;
        }
        let moves: Vec<Move> = game.moves.iter().map(|scored| scored.mv).collect();
        let is_counted = self.builder.add(&start, &moves, game.winner).ok()?;
        self.counted.left_out += u64::from(!is_counted);
        Some(())
    }

    fn read_log(&mut self, path: &Path, source: impl BufRead) -> Result<(), Bilingual> {
        let mut failure = None;
        let is_cut = LoggedGames::visit(source, |game| {
            if let Err(error) = self.add_logged(&game) {
                let number = game.game + 1;
                failure = Some(error.within(&bilingual!("game {number}", "第{number}局")));
                return ControlFlow::Break(());
            }
            self.step()
        });
        if is_cut.at(path.display())? {
            let note = bilingual!("the last line is cut off and left out", "最后一行不完整，不予采用");
            warn(note.at(path.display()));
        }
        failure.map_or(Ok(()), Err).at(path.display())
    }

    fn add_logged(&mut self, game: &LoggedGame) -> Result<(), Bilingual> {
        let is_counted = game.blame.is_none() && {
            let start = Position::from_fen(&game.fen)?;
            let mut played = start.clone();
            parse_moves(&mut played, game.opening.iter().chain(&game.moves).map(String::as_str))?;
            let moves: Vec<Move> = played.moves().collect();
            self.builder.add(&start, &moves, game.winner())?
        };
        self.counted.left_out += u64::from(!is_counted);
        Ok(())
    }

    fn read_records(&mut self, path: &Path, source: impl BufRead + Send) -> Result<(), Bilingual> {
        let name = Bilingual::named(path.display());
        let (mut has_games, mut unreadable) = (false, Vec::new());
        for record in Records::new(source) {
            match record {
                Ok(record) => {
                    has_games = true;
                    self.counted.has_faults |= warn_of_faults(&name, &record);
                    self.add_record(&record).at(&name)?;
                }
                Err(ReadRecordError::Game(error)) => {
                    if let Some(beginning) = &error.beginning {
                        warn_of_faults(&name, beginning);
                    }
                    unreadable.push(error);
                }
                Err(error) => return Err(error).at(&name),
            }
            if self.step().is_break() {
                break;
            }
        }
        for error in unreadable {
            let error = Bilingual::from(error).within(&name);
            // Without any readable game the file is not a game file at all.
            if !has_games {
                return Err(error);
            }
            self.leave_out(error);
        }
        Ok(())
    }

    /// Reports a game that cannot be read.
    fn leave_out(&mut self, error: impl Into<Bilingual>) {
        warn(error);
        self.counted.left_out += 1;
        self.counted.has_faults = true;
    }

    fn add_record(&mut self, Record { start, line, result, .. }: &Record) -> Result<(), Bilingual> {
        let moves: Vec<Move> = line.moves.iter().map(|recorded| recorded.mv).collect();
        let winner = match result {
            GameResult::RedWins => Some(Color::Red),
            GameResult::BlackWins => Some(Color::Black),
            GameResult::Draw | GameResult::Open => None,
        };
        let is_counted = self.builder.add(start, &moves, winner)?;
        self.counted.left_out += u64::from(!is_counted);
        Ok(())
    }

    /// Counts a game as done; breaks after Ctrl-C.
    fn step(&self) -> ControlFlow<()> {
        self.bar.inc(1);
        if interrupt::is_pressed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
