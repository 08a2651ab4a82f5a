// SPDX-License-Identifier: MIT OR Apache-2.0
//! Values that a forked process cannot use, such as those with threads.

use core::mem;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::process;

/// A value whose threads or locks stay in the process that made it. In the copy of the process that a fork makes, a lock
/// may be held for ever: there the value is refused, and not dropped either.
pub struct ProcessLocal<T> {
    value: Option<T>,
    process: u32,
}

impl<T> ProcessLocal<T> {
    pub fn new(value: T) -> Self {
        Self { value: Some(value), process: process::id() }
    }

    /// # Errors
    /// `RuntimeError` in another process.
    pub fn get(&self) -> PyResult<&T> {
        let problem = "this belongs to another process: make another one after the fork";
        self.here().ok_or_else(|| PyRuntimeError::new_err(problem))
    }

    /// Returns the value; `None` in another process.
    pub fn here(&self) -> Option<&T> {
        self.value.as_ref().filter(|_| self.process == process::id())
    }
}

impl<T> Drop for ProcessLocal<T> {
    fn drop(&mut self) {
        if self.process != process::id() {
            mem::forget(self.value.take());
        }
    }
}
