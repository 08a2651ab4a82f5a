// SPDX-License-Identifier: MIT OR Apache-2.0
//! The axes of a chart: scales, ticks and their labels.

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use std::ops::Range;

/// Limit of numbers: larger ones are not measurements, and too large for the computation of ticks.
const LARGEST: f64 = 1e100;

/// An axis: its label and its scale.
#[derive(Clone, Copy)]
pub struct Axis {
    /// Name of the quantity.
    pub label: &'static str,
    /// Scale of the axis.
    pub scale: Scale,
}

/// The scale of an axis.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Scale {
    /// Linear.
    Linear,
    /// Linear, with ticks at whole numbers only.
    Whole,
    /// Linear in exponents of this base; labels are powers.
    Exponents(u32),
    /// Logarithmic; numbers without a logarithm are left out.
    Log,
}

impl Scale {
    pub fn place(self, number: f64) -> Option<f64> {
        let place = if self == Self::Log { number.log10() } else { number };
        (place.abs() <= LARGEST).then_some(place)
    }
}

/// The visible part of an axis.
pub struct Span {
    scale: Scale,
    line: RangedCoordf64,
    pub ticks: Vec<f64>,
    /// Grid lines between the ticks.
    between: Vec<f64>,
}

impl Span {
    /// Creates the span of numbers at these places, with up to `most` ticks.
    pub fn new(scale: Scale, places: impl Iterator<Item = f64>, most: usize) -> Self {
        let (low, high) = Self::ends(scale, places);
        let line = RangedCoordf64::from(low..high);
        let mut ticks = line.key_points(most);
        ticks.retain(|tick| (low..=high).contains(tick));
        if scale != Scale::Linear {
            ticks.retain(|tick| (tick - tick.round()).abs() < 1e-6);
        }
        let is_fine = scale == Scale::Log && high - low <= 4.0;
        let powers = if is_fine { ticks.as_slice() } else { &[] };
        let multiples = (2..10).map(|times| f64::from(times).log10());
        let between = powers.iter().flat_map(|power| multiples.clone().map(move |part| power + part));
        let between = between.filter(|&place| place < high).collect();
        Self { scale, line, ticks, between }
    }

    /// Returns the ends: powers of ten, or the extremes with some margin.
    fn ends(scale: Scale, places: impl Iterator<Item = f64>) -> (f64, f64) {
        let all = places.fold(None, |ends: Option<(f64, f64)>, place| {
            Some(ends.map_or((place, place), |(low, high)| (low.min(place), high.max(place))))
        });
        let Some((low, high)) = all else { return (0.0, 1.0) };
        if scale == Scale::Log {
            return (low.floor(), high.ceil().max(low.floor() + 1.0));
        }
        let size = low.abs().max(high.abs());
        let room = match scale {
            _ if high - low > 1e-9 * size => 0.04 * (high - low),
            Scale::Linear if size > 0.0 => 0.1 * size,
            _ => 0.5,
        };
        let floor = if scale == Scale::Linear && low >= 0.0 { 0.0 } else { f64::NEG_INFINITY };
        ((low - room).max(floor), high + room)
    }
}

impl Ranged for Span {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, place: &f64, limit: (i32, i32)) -> i32 {
        self.line.map(place, limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if hint.weight().allow_light_points() { self.between.clone() } else { self.ticks.clone() }
    }

    fn range(&self) -> Range<f64> {
        self.line.range()
    }
}

impl ValueFormatter<f64> for Span {
    /// Formats powers, or numbers in a common unit with as many digits as distinguish them.
    fn format_ext(&self, &tick: &f64) -> String {
        match self.scale {
            Scale::Exponents(base) => return power(base, tick),
            Scale::Log => return power(10, tick),
            Scale::Linear | Scale::Whole => {}
        }
        let largest = self.ticks.iter().fold(0.0_f64, |largest, tick| largest.max(tick.abs()));
        let units = [(1e9, 1e9, "G"), (1e6, 1e6, "M"), (1e4, 1e3, "k")];
        let unit = units.into_iter().find(|&(from, ..)| largest >= from);
        let (unit, letter) = unit.map_or((1.0, ""), |(_, unit, letter)| (unit, letter));
        let step = self.ticks.get(1).map_or(1.0, |second| second - self.ticks[0]);
        if tick.abs() < step / 2.0 {
            return "0".to_owned();
        }
        let digits = (-(step / unit).log10() - 1e-6).ceil().clamp(0.0, 9.0) as usize;
        format!("{:.digits$}{letter}", tick / unit)
    }
}

fn power(base: u32, exponent: f64) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raise = |letter: char| letter.to_digit(10).map_or('⁻', |digit| RAISED[digit as usize]);
    // Adding zero removes the sign of a negative zero.
    let exponent = format!("{:.0}", exponent.round() + 0.0);
    format!("{base}{}", exponent.chars().map(raise).collect::<String>())
}
