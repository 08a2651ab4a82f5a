// SPDX-License-Identifier: MIT OR Apache-2.0
//! The synchronisation types of the protocols that `tests/loom.rs` explores: the standard library's here,
//! loom's in place of this module there.

pub use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
pub use std::sync::{Condvar, Mutex, MutexGuard};
