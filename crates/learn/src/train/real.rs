// SPDX-License-Identifier: MIT OR Apache-2.0
//! The numbers that a network is trained in, and the activation functions.

use core::ops::{Add, AddAssign, Div, Mul, Sub};

/// A floating-point number: `f32` for training, `f64` for checking gradients.
pub trait Real:
    Copy
    + PartialOrd
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + AddAssign
    + 'static
{
    const ZERO: Self;
    const ONE: Self;

    fn exp(self) -> Self;
}

impl Real for f32 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;

    #[inline]
    fn exp(self) -> Self {
        self.exp()
    }
}

impl Real for f64 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;

    #[inline]
    fn exp(self) -> Self {
        self.exp()
    }
}

/// The logistic function: the expected result that an output of the network stands for.
#[inline]
pub fn sigmoid<T: Real>(output: T) -> T {
    T::ONE / (T::ONE + (T::ZERO - output).exp())
}

/// The activation: squared clipped `ReLU`.
#[inline(always)]
pub fn screlu<T: Real>(sum: T) -> T {
    crelu(sum) * crelu(sum)
}

#[inline(always)]
pub fn crelu<T: Real>(sum: T) -> T {
    let low = if sum > T::ZERO { sum } else { T::ZERO };
    if low < T::ONE { low } else { T::ONE }
}

/// Half the derivative of [`screlu`]: the sum within the clipping range, else 0.
#[inline(always)]
pub fn half_derivative<T: Real>(sum: T) -> T {
    let low = if sum > T::ZERO { sum } else { T::ZERO };
    if low < T::ONE { low } else { T::ZERO }
}
