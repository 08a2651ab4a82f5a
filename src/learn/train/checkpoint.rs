// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where a run stands, in a file from which it goes on as if it had not been interrupted.
//!
//! ```text
//! offset  size
//!      0     8  the name `chuheT`, the version of the format: 1
//!      8     4  CRC-32 of what follows
//!     12     8  fingerprint of the run: its recipe, its positions and their order
//!     20     4  the scale
//!     24     4  steps done
//!     28     4  p, the number of epochs done
//!     32     4  n, how many numbers the network has
//!     36  60 p  the epochs: number, steps, six rates, shares and losses, and whether there were positions held out
//!        + 12 n  the network's numbers, the means of their slopes and of the squares
//! ```
//!
//! Numbers are little-endian. The file is always whole: it is written under another name first.

use super::TrainError;
use super::curve::{Losses, Point};
use super::model::{LANES, Numbers, Shape};
use super::optimizer::AdamW;

const HEADER: [u8; 8] = *b"chuheT\x01\x00";
/// Bytes before what the checksum is of.
const HEAD: usize = 12;

/// Where a run stands after an epoch.
#[derive(PartialEq, Debug)]
pub struct Checkpoint {
    pub scale: f32,
    pub points: Vec<Point>,
    pub net: Numbers<f32>,
    pub optimizer: AdamW,
}

/// The bytes of a checkpoint.
pub fn encode(
    fingerprint: u64,
    scale: f32,
    points: &[Point],
    net: &Numbers<f32>,
    optimizer: &AdamW,
) -> Vec<u8> {
    let count = |length: usize| u32::try_from(length).expect("networks and runs are small").to_le_bytes();
    let mut body = fingerprint.to_le_bytes().to_vec();
    body.extend(scale.to_le_bytes());
    body.extend(optimizer.steps.to_le_bytes());
    body.extend(count(points.len()));
    body.extend(count(net.lanes.len() * LANES));
    for point in points {
        body.extend(point.epoch.to_le_bytes());
        body.extend(point.steps.to_le_bytes());
        let losses = point.held_out.unwrap_or(Losses { blend: 0.0, scores: 0.0, results: 0.0 });
        let numbers =
            [point.rate, point.result_share, point.training, losses.blend, losses.scores, losses.results];
        for number in numbers {
            body.extend(number.to_le_bytes());
        }
        body.extend(u32::from(point.held_out.is_some()).to_le_bytes());
    }
    for numbers in [net, &optimizer.means, &optimizer.squares] {
        for number in numbers.lanes.as_flattened() {
            body.extend(number.to_le_bytes());
        }
    }
    [&HEADER[..], &crc32fast::hash(&body).to_le_bytes(), &body].concat()
}

/// The checkpoint of this run, whose network has this shape.
pub fn decode(bytes: &[u8], fingerprint: u64, shape: Shape) -> Result<Checkpoint, TrainError> {
    let (found, mut rest) = open(bytes).ok_or(TrainError::NoCheckpoint)?;
    if found != fingerprint {
        return Err(TrainError::OtherRun);
    }
    take_checkpoint(&mut rest, shape).ok_or(TrainError::NoCheckpoint)
}

/// The fingerprint and what follows it, if nothing was changed.
fn open(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let (head, mut body) = bytes.split_at_checked(HEAD)?;
    let is_whole =
        head[..HEADER.len()] == HEADER && head[HEADER.len()..] == crc32fast::hash(body).to_le_bytes();
    let fingerprint = u64::from_le_bytes(take(&mut body)?);
    is_whole.then_some((fingerprint, body))
}

fn take_checkpoint(rest: &mut &[u8], shape: Shape) -> Option<Checkpoint> {
    let scale = f32::from_le_bytes(take(rest)?);
    let steps = u32::from_le_bytes(take(rest)?);
    let epochs = u32::from_le_bytes(take(rest)?);
    let count = u32::from_le_bytes(take(rest)?);
    if count as usize != shape.len() * LANES {
        return None;
    }
    let points = (0..epochs).map(|_| take_point(rest)).collect::<Option<Vec<_>>>()?;
    let mut take_numbers = || {
        let mut numbers = Numbers::zero(shape);
        for number in numbers.lanes.as_flattened_mut() {
            *number = f32::from_le_bytes(take(rest)?);
        }
        Some(numbers)
    };
    let [net, means, squares] = [take_numbers()?, take_numbers()?, take_numbers()?];
    rest.is_empty().then_some(Checkpoint { scale, points, net, optimizer: AdamW { means, squares, steps } })
}

fn take_point(rest: &mut &[u8]) -> Option<Point> {
    let epoch = u32::from_le_bytes(take(rest)?);
    let steps = u32::from_le_bytes(take(rest)?);
    let mut number = || Some(f64::from_le_bytes(take(rest)?));
    let (rate, result_share, training) = (number()?, number()?, number()?);
    let losses = Losses { blend: number()?, scores: number()?, results: number()? };
    let held_out = (u32::from_le_bytes(take(rest)?) != 0).then_some(losses);
    Some(Point { epoch, steps, rate, result_share, training, held_out })
}

/// Cuts the first bytes off.
fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (first, others) = rest.split_first_chunk()?;
    *rest = others;
    Some(*first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_reads_back_whole_or_not_at_all() {
        let shape = Shape::new(32);
        let mut net = Numbers::zero(shape);
        net.lanes[7][3] = 0.25;
        let mut optimizer = AdamW::new(shape);
        optimizer.steps = 42;
        optimizer.squares.lanes[1][0] = 1e-9;
        let losses = Losses { blend: 0.1, scores: 0.2, results: 0.3 };
        let point = |epoch, held_out| Point {
            epoch,
            steps: 21 * epoch,
            rate: 1e-3,
            result_share: 0.1,
            training: 0.4,
            held_out,
        };
        let points = vec![point(1, None), point(2, Some(losses))];
        let bytes = encode(77, 333.0, &points, &net, &optimizer);
        let expected = Checkpoint { scale: 333.0, points, net, optimizer };
        assert_eq!(decode(&bytes, 77, shape).unwrap(), expected);
        assert!(matches!(decode(&bytes, 78, shape), Err(TrainError::OtherRun)));
        let is_refused =
            |bytes: &[u8], shape| matches!(decode(bytes, 77, shape), Err(TrainError::NoCheckpoint));
        assert!(is_refused(&bytes, Shape::new(64)));
        for length in [0, 5, HEAD, HEAD + 9, bytes.len() - 1] {
            assert!(is_refused(&bytes[..length], shape), "{length}");
        }
        for at in [0, 6, 9, 20, 40, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(is_refused(&damaged, shape), "{at}");
        }
        assert!(is_refused(&[&bytes[..], &[0]].concat(), shape));
    }
}
