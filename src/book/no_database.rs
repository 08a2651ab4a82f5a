// SPDX-License-Identifier: MIT OR Apache-2.0
//! In place of the books in databases where the feature `sqlite` is off: no such book can be opened.

use super::book_format::BookFormat;
use super::book_move::BookMove;
use super::error::BookError;
use crate::position::Position;
use std::path::Path;

/// No book.
#[derive(Clone, Debug)]
pub enum Database {}

/// Numbers of unusual moves in a database.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Oddities {}

impl Database {
    pub fn open(_: &Path) -> Result<Self, BookError> {
        Err(BookError::NoDatabases)
    }

    pub fn from_bytes(_: &[u8]) -> Result<Self, BookError> {
        Err(BookError::NoDatabases)
    }

    pub fn format(&self) -> BookFormat {
        match *self {}
    }

    pub fn size(&self) -> usize {
        match *self {}
    }

    pub fn probe(&self, _: &Position) -> Vec<BookMove> {
        match *self {}
    }

    pub fn positions(&self) -> usize {
        match *self {}
    }

    pub fn moves(&self) -> usize {
        match *self {}
    }

    pub fn oddities(&self) -> Result<Oddities, BookError> {
        match *self {}
    }
}

pub fn to_bytes<'a>(
    _: BookFormat,
    _: impl IntoIterator<Item = (&'a Position, BookMove)>,
) -> Result<Vec<u8>, BookError> {
    Err(BookError::NoDatabases)
}
