// SPDX-License-Identifier: MIT OR Apache-2.0
//! The progress of a run: the learning curve (the losses of each epoch), and checkpoints, the state after an
//! epoch from which the run can be resumed as if it had not been interrupted.
//!
//! ```text
//! offset  size
//!      0     8  the name `chuheT` and the version of the format: 2
//!      8     4  CRC-32 of what follows
//!     12     8  fingerprint of the run: its configuration, its positions and their order
//!     20     4  the scale
//!     24     4  number of steps done
//!     28     4  p, the number of epochs done
//!     32     4  n, the number of parameters of the network
//!     36  60 p  the epochs: number, steps, learning rate, WDL lambda, training loss, three
//!               validation losses, and 1 if positions were held out
//!        + 12 n  the parameters, the moving averages of their gradients and of the squares
//! ```
//!
//! All numbers are little-endian. The file is always complete: it is written under another name first.

use super::config::TrainError;
use super::optimizer::AdamW;
use super::parameters::{LANES, Parameters, Shape};
use crate::games::take;
use core::fmt::Write;

const HEADER: [u8; 8] = *b"chuheT\x02\x00";
/// Size of the head, before the part that the checksum covers.
const HEAD: usize = 12;

#[derive(PartialEq, Debug)]
pub struct Checkpoint {
    pub scale: f32,
    pub epochs: Vec<EpochStats>,
    pub net: Parameters<f32>,
    pub optimizer: AdamW,
}

pub fn encode(
    fingerprint: u64,
    scale: f32,
    epochs: &[EpochStats],
    net: &Parameters<f32>,
    optimizer: &AdamW,
) -> Vec<u8> {
    let count = |length: usize| u32::try_from(length).expect("networks and runs are small").to_le_bytes();
    let mut body = fingerprint.to_le_bytes().to_vec();
    body.extend(scale.to_le_bytes());
    body.extend(optimizer.steps.to_le_bytes());
    body.extend(count(epochs.len()));
    body.extend(count(net.lanes.len() * LANES));
    for stats in epochs {
        let EpochStats { epoch, steps, learning_rate, wdl_lambda, training, held_out } = stats;
        body.extend(epoch.to_le_bytes());
        body.extend(steps.to_le_bytes());
        let Losses { blend, scores, results } =
            held_out.unwrap_or(Losses { blend: 0.0, scores: 0.0, results: 0.0 });
        for number in [*learning_rate, *wdl_lambda, *training, blend, scores, results] {
            body.extend(number.to_le_bytes());
        }
        body.extend(u32::from(held_out.is_some()).to_le_bytes());
    }
    for numbers in [net, &optimizer.means, &optimizer.squares] {
        for number in numbers.lanes.as_flattened() {
            body.extend(number.to_le_bytes());
        }
    }
    [&HEADER[..], &crc32fast::hash(&body).to_le_bytes(), &body].concat()
}

/// Decodes the checkpoint of the run with this fingerprint, whose network has this shape.
pub fn decode(bytes: &[u8], fingerprint: u64, shape: Shape) -> Result<Checkpoint, TrainError> {
    let (found, mut rest) = open(bytes).ok_or(TrainError::InvalidCheckpoint)?;
    if found != fingerprint {
        return Err(TrainError::OtherRun);
    }
    take_checkpoint(&mut rest, shape).ok_or(TrainError::InvalidCheckpoint)
}

/// The fingerprint and the bytes that follow it, if the checksum is correct.
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
    let epoch_count = u32::from_le_bytes(take(rest)?);
    let count = u32::from_le_bytes(take(rest)?);
    if count as usize != shape.len() * LANES {
        return None;
    }
    let epochs = (0..epoch_count).map(|_| take_epoch(rest)).collect::<Option<Vec<_>>>()?;
    let mut take_parameters = || {
        let mut parameters = Parameters::zero(shape);
        for number in parameters.lanes.as_flattened_mut() {
            *number = f32::from_le_bytes(take(rest)?);
        }
        Some(parameters)
    };
    let [net, means, squares] = [take_parameters()?, take_parameters()?, take_parameters()?];
    rest.is_empty().then_some(Checkpoint { scale, epochs, net, optimizer: AdamW { means, squares, steps } })
}

fn take_epoch(rest: &mut &[u8]) -> Option<EpochStats> {
    let epoch = u32::from_le_bytes(take(rest)?);
    let steps = u32::from_le_bytes(take(rest)?);
    let mut number = || Some(f64::from_le_bytes(take(rest)?));
    let (learning_rate, wdl_lambda, training) = (number()?, number()?, number()?);
    let losses = Losses { blend: number()?, scores: number()?, results: number()? };
    let held_out = (u32::from_le_bytes(take(rest)?) != 0).then_some(losses);
    Some(EpochStats { epoch, steps, learning_rate, wdl_lambda, training, held_out })
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EpochStats {
    pub epoch: u32,
    /// Total number of steps at its end.
    pub steps: u32,
    pub learning_rate: f64,
    pub wdl_lambda: f64,
    /// The mean training loss, each position measured before it was learned from.
    pub training: f64,
    /// The validation losses on the held-out positions, if there are any.
    pub held_out: Option<Losses>,
}

/// Mean squared differences between the predicted and the expected result.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Losses {
    /// Against the training target, the blend of result and score.
    pub blend: f64,
    /// Against the scores of the search alone.
    pub scores: f64,
    /// Against the results of the games alone. If it rises while that of the scores falls, the network learns
    /// the teacher's errors.
    pub results: f64,
}

/// Formats the learning curve as CSV, with a header and one line per epoch.
pub fn csv(epochs: &[EpochStats]) -> String {
    let mut text =
        "epoch,steps,rate,result_share,training,held_out,held_out_scores,held_out_results\n".to_owned();
    for stats in epochs {
        let EpochStats { epoch, steps, learning_rate, wdl_lambda, training, held_out } = stats;
        let held_out = held_out.map_or_else(
            || ",,".to_owned(),
            |Losses { blend, scores, results }| format!("{blend:.7},{scores:.7},{results:.7}"),
        );
        // Writing to a string cannot fail.
        let _ =
            writeln!(text, "{epoch},{steps},{learning_rate:.3e},{wdl_lambda:.4},{training:.7},{held_out}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stats(epoch: u32, held_out: Option<Losses>) -> EpochStats {
        let training = 0.01 + 0.01 / f64::from(epoch);
        EpochStats { epoch, steps: 10 * epoch, learning_rate: 1e-3, wdl_lambda: 0.25, training, held_out }
    }

    #[test]
    fn a_checkpoint_is_read_completely_or_rejected() {
        let shape = Shape::new(32, true);
        let mut net = Parameters::zero(shape);
        net.lanes[7][3] = 0.25;
        let mut optimizer = AdamW::new(shape);
        optimizer.steps = 42;
        optimizer.squares.lanes[1][0] = 1e-9;
        let losses = Losses { blend: 0.1, scores: 0.2, results: 0.3 };
        let epochs = vec![stats(1, None), stats(2, Some(losses))];
        let bytes = encode(77, 333.0, &epochs, &net, &optimizer);
        let expected = Checkpoint { scale: 333.0, epochs, net, optimizer };
        assert_eq!(decode(&bytes, 77, shape).unwrap(), expected);
        assert!(matches!(decode(&bytes, 78, shape), Err(TrainError::OtherRun)));
        let is_rejected =
            |bytes: &[u8], shape| matches!(decode(bytes, 77, shape), Err(TrainError::InvalidCheckpoint));
        assert!(is_rejected(&bytes, Shape::new(64, true)));
        for length in [0, 5, HEAD, HEAD + 9, bytes.len() - 1] {
            assert!(is_rejected(&bytes[..length], shape), "{length}");
        }
        for at in [0, 6, 9, 20, 40, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(is_rejected(&damaged, shape), "{at}");
        }
        assert!(is_rejected(&[&bytes[..], &[0]].concat(), shape));
    }

    #[test]
    fn the_table_has_one_line_per_epoch() {
        let losses = Losses { blend: 0.02, scores: 0.005, results: 0.1 };
        let text = csv(&[stats(1, Some(losses)), stats(2, None)]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[1], "1,10,1.000e-3,0.2500,0.0200000,0.0200000,0.0050000,0.1000000");
        assert_eq!(lines[2], "2,20,1.000e-3,0.2500,0.0150000,,,");
        assert!(lines.iter().all(|line| line.split(',').count() == 8));
    }
}
