// SPDX-License-Identifier: MIT OR Apache-2.0
//! Game files and data generation: a file survives truncation at any byte, and a killed run is resumed.

use crate::support::games::{play, write};
use crate::support::run::{Run, end, fresh, run, scratch, start, start_command, wait_for};
use chuhe::Position;
use chuhe_learn::dataset::{DataFilter, Sample, SampleSelector, samples};
use chuhe_learn::{
    GameFileError, GameReader, GameWriter, PackedPosition, ScoredMove, SelfPlayGame, SelfPlayTermination,
};
use proptest::prelude::*;
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command};
use xiangqi::rules::Termination;
use xiangqi::types::{Color, Move, Square, Value};

/// The intact games of a file, and the errors.
fn read(path: &Path) -> (Vec<SelfPlayGame>, Vec<GameFileError>) {
    let (games, errors): (Vec<_>, Vec<_>) = GameReader::open(path).unwrap().partition(Result::is_ok);
    (games.into_iter().map(Result::unwrap).collect(), errors.into_iter().filter_map(Result::err).collect())
}

/// The words of a run of quick games.
fn datagen(out: &Path, words: &str) -> String {
    format!("datagen --out {} --nodes 20 {words}", out.display())
}

#[track_caller]
fn generate(out: &Path, words: &str) {
    let Run { status, error, .. } = run(&datagen(out, words));
    assert_eq!(status, Some(0), "{error}");
}

/// The line on standard error of a run that is refused.
#[track_caller]
fn refused(out: &Path, words: &str) -> String {
    let Run { status, error, .. } = run(&datagen(out, words));
    assert_eq!((status, error.lines().count()), (Some(2), 1), "{error}");
    error
}

/// Starts a long run, and waits until it has written this many bytes.
fn running(out: &Path, words: &str, bytes: u64) -> Child {
    let child = start(&datagen(out, &format!("{words} --games 1000000")));
    wait_for("games are being written", || fs::metadata(out).map_or(0, |file| file.len()) > bytes);
    child
}

fn info(path: &Path) -> Run {
    run(&format!("datagen --info {}", path.display()))
}

fn any_move() -> impl Strategy<Value = Move> {
    (0..90_usize, 1..90_usize)
        .prop_map(|(from, step)| Move::new(Square::ALL[from], Square::ALL[(from + step) % 90]))
}

fn any_game() -> impl Strategy<Value = SelfPlayGame> {
    let scored = (any_move(), any::<i16>()).prop_map(|(mv, score)| ScoredMove { mv, score });
    let packed = any::<[u8; 32]>().prop_map(PackedPosition::from_bytes);
    (
        (any::<u64>(), any::<u32>(), any::<u32>()),
        prop::option::of(packed),
        prop::collection::vec(any_move(), 0..12),
        prop::collection::vec(scored, 0..60),
        prop::option::of(prop::sample::select(&Color::ALL[..])),
        prop::sample::select(&SelfPlayTermination::ALL[..]),
    )
        .prop_map(|((seed, number, nodes), start, opening, moves, winner, termination)| SelfPlayGame {
            seed,
            number,
            nodes,
            start,
            opening,
            moves,
            winner,
            termination,
        })
}

proptest! {
    #[test]
    fn a_game_reads_back(game in any_game(), tail in prop::collection::vec(any::<u8>(), 0..20)) {
        let mut bytes = game.encode();
        let size = bytes.len();
        bytes.extend(tail);
        prop_assert_eq!(SelfPlayGame::decode(&bytes), Some((game, size)));
    }

    #[test]
    fn a_changed_byte_is_noticed(game in any_game(), at in any::<prop::sample::Index>(), flip in 1_u8..) {
        let mut bytes = game.encode();
        let at = at.index(bytes.len());
        bytes[at] ^= flip;
        prop_assert_eq!(SelfPlayGame::decode(&bytes), None);
    }

    #[test]
    fn random_moves_are_harmless(game in any_game()) {
        let start = game.start;
        for start in [start, None] {
            let mut samples = 0;
            let game = SelfPlayGame { start, ..game.clone() };
            let played = SampleSelector::new(DataFilter::none()).select(&game, |_| samples += 1);
            prop_assert!(samples <= game.moves.len() && (played.is_none() || samples == game.moves.len()));
        }
    }

    #[test]
    fn random_bytes_are_harmless(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut file = b"chuheG\x01\x00".to_vec();
        file.extend(bytes);
        let games = GameReader::new(Path::new("noise"), file.as_slice()).unwrap();
        prop_assert!(games.flatten().count() == 0);
    }
}

#[test]
fn a_truncated_file_loses_only_its_last_game() {
    let games = play(1, 3);
    let whole = fs::read(write("cut.games", &games)).unwrap();
    let last = whole.len() - games[2].encode().len();
    let path = fresh("cut.games");
    for end in last..whole.len() {
        fs::write(&path, &whole[..end]).unwrap();
        let (left, errors) = read(&path);
        assert_eq!(left, games[..2], "cut at {end}");
        assert_eq!(errors.len(), usize::from(end > last));
        assert!(errors.iter().all(|error| !error.is_fatal()));
    }
    // The next game replaces the incomplete one.
    let mut visited = (0, 0);
    let mut writer = GameWriter::open(&path, |game| match game {
        Ok(_) => visited.0 += 1,
        Err(_) => visited.1 += 1,
    })
    .unwrap();
    writer.append(&games[2]).unwrap();
    assert_eq!(visited, (2, 1));
    assert_eq!(fs::read(&path).unwrap(), whole);
}

#[test]
fn a_file_truncated_in_its_head_is_started_again() {
    let games = play(1, 1);
    let path = fresh("head.games");
    for length in 0..8 {
        fs::write(&path, &b"chuheG\x01\x00"[..length]).unwrap();
        assert_eq!(read(&path).0, []);
        GameWriter::open(&path, |_| ()).unwrap().append(&games[0]).unwrap();
        assert_eq!(read(&path).0, games);
    }
}

#[test]
fn games_behind_a_damaged_one_are_found() {
    let games = play(1, 3);
    let path = write("broken.games", &games);
    let mut bytes = fs::read(&path).unwrap();
    let (first, second) = (8 + games[0].encode().len(), games[1].encode().len());
    for at in [first, first + 2, first + 5, first + second - 1] {
        bytes[at] ^= 0x55;
        fs::write(&path, &bytes).unwrap();
        let (left, errors) = read(&path);
        assert_eq!(left, [games[0].clone(), games[2].clone()]);
        let [GameFileError::Damaged { offset, length, .. }] = errors[..] else { panic!("{errors:?}") };
        assert_eq!((offset, length), (first as u64, second as u64));
        bytes[at] ^= 0x55;
    }
}

#[test]
fn large_files_are_read_in_chunks() {
    let games = play(1, 20);
    let records: Vec<_> = games.iter().map(SelfPlayGame::encode).collect();
    let mut bytes = b"chuheG\x01\x00".to_vec();
    let (mut rounds, mut damage) = (0, Vec::new());
    while bytes.len() < 5_000_000 {
        bytes.extend(records.concat());
        rounds += 1;
        // A little more than a chunk.
        let length = [1_100_000, 3, 0][rounds % 3];
        if length > 0 {
            damage.push((bytes.len() as u64, length as u64));
            bytes.resize(bytes.len() + length, b'G');
        }
    }
    bytes.extend(&records[0]);
    let mut reader = GameReader::new(Path::new("large"), bytes.as_slice()).unwrap();
    let (mut count, mut found) = (0, Vec::new());
    for game in reader.by_ref() {
        match game {
            Ok(game) => {
                assert_eq!(game, games[count % games.len()]);
                count += 1;
            }
            Err(GameFileError::Damaged { offset, length, .. }) => found.push((offset, length)),
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!((count, found), (rounds * games.len() + 1, damage));
    assert_eq!(reader.offset(), bytes.len() as u64);
}

#[test]
fn only_an_incomplete_record_is_removed() {
    let games = play(1, 3);
    let path = write("tail.games", &games[..2]);
    let whole = fs::read(&path).unwrap();
    let mut flipped = whole.clone();
    *flipped.last_mut().unwrap() ^= 0x55;
    // A power failure may leave zeros; some programs "repair" line ends.
    let zeros = [&whole[..], &[0; 100]].concat();
    let repaired = [&whole[..8], &b"G!\r\n".repeat(40_000)].concat();
    for damaged in [flipped, zeros, repaired] {
        fs::write(&path, &damaged).unwrap();
        let before = read(&path).0;
        GameWriter::open(&path, |_| ()).unwrap().append(&games[2]).unwrap();
        assert_eq!(fs::read(&path).unwrap(), [damaged, games[2].encode()].concat());
        assert_eq!(read(&path).0, [before, vec![games[2].clone()]].concat());
    }
}

#[test]
fn files_of_another_format_are_left_alone() {
    let path = fresh("foreign.games");
    for text in ["hello, world", "chuheG\x02\x00", "x"] {
        fs::write(&path, text).unwrap();
        assert!(matches!(GameWriter::open(&path, |_| ()), Err(GameFileError::Foreign(_))), "{text}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        refused(&path, "--games 1");
        assert_eq!(info(&path).status, Some(2));
    }
}

#[test]
fn the_same_seed_makes_the_same_file_in_one_run_or_several() {
    let made = |name, runs: &[&str]| {
        let path = fresh(name);
        for words in runs {
            generate(&path, words);
        }
        fs::read(path).unwrap()
    };
    let whole = made("whole.games", &["--games 5 --seed 7"]);
    assert_eq!(made("again.games", &["--games 5 --seed 7"]), whole);
    assert_eq!(made("steps.games", &["--games 2 --seed 7", "--games 3 --seed 7"]), whole);
    assert_ne!(made("other.games", &["--games 5 --seed 8"]), whole);
    made("parallel.games", &["--games 5 --seed 7 --threads 3"]);
    let (mut parallel, _) = read(&scratch("parallel.games"));
    parallel.sort_by_key(|game| game.number);
    assert_eq!(parallel, read(&scratch("whole.games")).0, "the same games, perhaps in another order");
}

#[test]
fn a_killed_run_leaves_a_readable_file_and_is_resumed() {
    let path = fresh("killed.games");
    let words = "--threads 2 --seed 3";
    for round in 0..3 {
        let before = fs::metadata(&path).map_or(0, |file| file.len());
        let mut child = running(&path, words, before + 2_000);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!read(&path).0.is_empty());
        // A part of a record, as an interrupted write would leave it.
        let mut bytes = fs::read(&path).unwrap();
        bytes.extend(&play(9, 1)[0].encode()[..round * 10]);
        fs::write(&path, bytes).unwrap();
    }
    let (before, _) = read(&path);
    generate(&path, &format!("{words} --games 4"));
    let (after, errors) = read(&path);
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!(after.len(), before.len() + 4);
    assert_eq!(after[..before.len()], before);
    let numbers: HashSet<u32> = after.iter().map(|game| game.number).collect();
    assert_eq!(numbers.len(), after.len(), "no game was played twice");
    let Run { status, text, error } = info(&path);
    assert_eq!((status, error.as_str()), (Some(0), ""));
    assert!(text.starts_with(&format!("games {}", after.len())), "{text}");
}

#[cfg(unix)]
#[test]
fn a_file_is_written_by_one_run_at_a_time() {
    let path = fresh("busy.games");
    let mut child = running(&path, "", 8);
    let message = refused(&path, "--games 1");
    assert_eq!(message, format!("chuhe: {}: another run is writing to it\n", path.display()));
    assert_eq!(info(&path).status, Some(0));
    child.kill().unwrap();
    child.wait().unwrap();
    generate(&path, "--games 1");
}

#[cfg(unix)]
#[test]
fn a_full_disk_ends_a_run_and_the_next_one_continues() {
    let path = fresh("full.games");
    // A limit on the file size stands in for a full disk.
    let program = crate::CHUHE;
    let script = format!("trap '' XFSZ; ulimit -f 4; exec {program} {}", datagen(&path, "--games 100"));
    let Run { status, error, .. } =
        end(start_command(Command::new("sh").args(["-c", &script]).env("CHUHE_LANG", "en")));
    assert_eq!(status, Some(1), "{error}");
    assert!(error.starts_with(&format!("chuhe: {}: ", path.display())) && error.lines().count() == 1);
    let (before, errors) = read(&path);
    assert!(!before.is_empty() && errors.len() <= 1);
    generate(&path, "--games 2");
    let (after, errors) = read(&path);
    assert!(errors.is_empty() && after[..before.len()] == before, "{errors:?}");
    let numbers: Vec<u32> = after.iter().map(|game| game.number).collect();
    assert_eq!(numbers, (0..).take(before.len() + 2).collect::<Vec<_>>());
}

#[test]
fn games_start_as_asked() {
    let (path, book) = (fresh("book.games"), fresh("book.epd"));
    let words = |start| format!("--games 8 --book {} --start {start}", book.display());
    let endgame = "3k1a3/4a4/9/9/9/8r/R8/9/4A4/4KA3 w - - 7 1";
    fs::write(&book, format!("# two\n{endgame}; id \"rooks\"\n\nstartpos; moves h2e2 h9g7; ce 20\n"))
        .unwrap();
    generate(&path, &words("opening"));
    let (games, _) = read(&path);
    let central: Move = "h2e2".parse().unwrap();
    assert!(games.iter().any(|game| game.start.is_none() && game.opening[0] == central));
    assert!(games.iter().any(|game| game.start_position() == Some(endgame.parse().unwrap())));
    generate(&path, "--games 8 --start ending");
    let pieces = |game: &SelfPlayGame| game.start_position().unwrap().occupied().len();
    assert!(read(&path).0[8..].iter().all(|game| (3..=16).contains(&pieces(game))));

    // Without the pawn the game is a draw.
    fs::write(&book, "4k4/9/9/9/4P4/9/9/9/9/5K3 w\n3ak4/9/9/9/4P4/9/9/9/9/5K3 b\n").unwrap();
    generate(&path, &words("imbalance"));
    assert_eq!(read(&path).0.len(), 24);
    assert!(refused(&path, &words("ending")).contains("--book: cannot be used with --start ending"));
    let over = "3k5/9/9/9/9/9/9/9/9/4KA3 w - - 0 1";
    for (text, complaint) in [
        ("startpos moves h2e3", "line 1: 'startpos moves h2e3': move 1, red (ply 1): ".to_owned()),
        (over, format!("the game is over (draw: insufficient material) in '{over}'\n")),
        ("# nothing", "the file contains no openings\n".to_owned()),
    ] {
        fs::write(&book, text).unwrap();
        let message = refused(&path, &words("opening"));
        assert!(message.starts_with(&format!("chuhe: {}: {complaint}", book.display())), "{message}");
    }
}

/// A game with these moves and their scores.
fn game(moves: &[(&str, i16)], winner: Option<Color>, termination: SelfPlayTermination) -> SelfPlayGame {
    let scored = |&(mv, score): &(&str, i16)| ScoredMove { mv: mv.parse().unwrap(), score };
    let moves = moves.iter().map(scored).collect();
    SelfPlayGame {
        seed: 1,
        number: 0,
        nodes: 100,
        start: None,
        opening: Vec::new(),
        moves,
        winner,
        termination,
    }
}

/// The samples that a data filter selects.
fn selected(name: &str, games: &[SelfPlayGame], filter: DataFilter) -> Vec<Sample> {
    samples([write(name, games)], filter).map(Result::unwrap).collect()
}

#[test]
fn samples_are_from_the_perspective_of_the_side_to_move() {
    let moves = [("h2e2", 30), ("h9g7", -25), ("e2e6", 4000), ("g7e6", -31_000)];
    let record = game(&moves, Some(Color::Black), SelfPlayTermination::TooLong);
    let all = selected("sides.games", std::slice::from_ref(&record), DataFilter::none());
    assert_eq!(all.iter().map(|sample| sample.ply).collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert_eq!(all.iter().map(|sample| sample.result).collect::<Vec<_>>(), [0.0, 1.0, 0.0, 1.0]);
    assert_eq!(all.iter().map(|sample| sample.score).collect::<Vec<Value>>(), [30, -25, 4000, -31_000]);
    let mut position = Position::startpos();
    for (sample, scored) in all.iter().zip(&record.moves) {
        assert_eq!((&sample.position, sample.position.key()), (&position, position.key()));
        assert!(sample.position.history().is_empty());
        position.play(scored.mv).unwrap();
    }
}

#[test]
fn each_criterion_of_the_data_filter_works() {
    let moves = [("h2e2", 30), ("c9e7", 0), ("e2e6", 4000), ("d9e8", 90), ("a0a1", 0), ("a9a8", 0)];
    let plies = |name: &str, filter| {
        let record = game(&moves, None, SelfPlayTermination::Rules(Termination::Repetition));
        selected(name, &[record], filter).iter().map(|sample| sample.ply).collect::<Vec<_>>()
    };
    let none = DataFilter::none;
    assert_eq!(plies("f0.games", none()), [0, 1, 2, 3, 4, 5]);
    assert_eq!(plies("f1.games", DataFilter { skip_captures: true, ..none() }), [0, 1, 3, 4, 5]);
    assert_eq!(plies("f2.games", DataFilter { skip_checks: true, ..none() }), [0, 1, 2, 4, 5]);
    assert_eq!(plies("f3.games", DataFilter { max_score: 50, ..none() }), [0, 1, 4, 5]);
    assert_eq!(plies("f4.games", DataFilter { min_ply: 4, ..none() }), [4, 5]);
    assert_eq!(plies("f5.games", DataFilter { max_rule60: 1, ..none() }), [0, 1, 3, 4]);
    assert_eq!(plies("f6.games", DataFilter { repetition_tail: 5, ..none() }), [0]);
}

#[test]
fn repeated_and_common_positions_are_left_out() {
    let there_and_back = [("h0g2", 0), ("h9g7", 0), ("g2h0", 0), ("g7h9", 0), ("h0g2", 0)];
    let mirrored = [("b0c2", 0), ("b9c7", 0), ("c2b0", 0)];
    let games = [&there_and_back[..], &mirrored].map(|moves| game(moves, None, SelfPlayTermination::TooLong));
    let count = |name: &str, filter| selected(name, &games, filter).len();
    assert_eq!(count("s0.games", DataFilter::none()), 8);
    assert_eq!(count("s1.games", DataFilter { skip_repeated: true, ..DataFilter::none() }), 7);
    assert_eq!(count("s2.games", DataFilter { max_occurrences: Some(1), ..DataFilter::none() }), 4);
}

#[test]
fn duplicate_games_count_once() {
    let games = play(1, 2);
    let paths = [write("once.games", &games), write("twice.games", &games)];
    let count = |filter| samples(&paths, filter).count();
    let all = count(DataFilter::none());
    assert_eq!(all, 2 * games.iter().map(|game| game.moves.len()).sum::<usize>());
    assert_eq!(count(DataFilter { skip_duplicate_games: true, ..DataFilter::none() }), all / 2);
    assert_eq!(
        samples(&paths, DataFilter::default()).count(),
        samples(&paths[..1], DataFilter::default()).count()
    );
}

#[test]
fn a_game_with_an_illegal_move_is_skipped() {
    let bad = game(&[("h2e2", 0), ("h2e2", 0)], None, SelfPlayTermination::TooLong);
    let good = game(&[("h2e2", 0)], None, SelfPlayTermination::TooLong);
    let found: Vec<_> = samples([write("illegal.games", &[bad, good])], DataFilter::none()).collect();
    assert!(matches!(found[..], [Err(GameFileError::Illegal { .. }), Ok(_)]), "{found:?}");
}

#[test]
fn terminations_agree_with_the_rules() {
    for record in play(5, 20) {
        let mut position = record.start_position().unwrap();
        assert!((6..=9).contains(&record.opening.len()));
        for mv in record.opening.iter().copied().chain(record.moves.iter().map(|scored| scored.mv)) {
            position.play(mv).unwrap();
        }
        let outcome = xiangqi::rules::GameOutcome::of(&position, xiangqi::rules::RuleSet::Asian, Some(120));
        match outcome {
            Some(outcome) => {
                let termination = SelfPlayTermination::Rules(outcome.termination);
                assert_eq!((record.winner, record.termination), (outcome.winner, termination));
            }
            None => assert!(!matches!(record.termination, SelfPlayTermination::Rules(_)), "{position}"),
        }
    }
}
