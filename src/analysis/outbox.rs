// SPDX-License-Identifier: MIT OR Apache-2.0
//! The output: each line is written whole and at once, in the order of the input if that is wanted.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The place of a line: the number of its request, and the index among the request's lines.
pub type Place = (u64, usize);

/// Lines that are ready take at most about this many bytes while they wait for earlier ones.
const MAX_HELD: usize = 16 << 20;

/// Takes the lines of all threads.
pub struct Outbox<W>(Mutex<Lines<W>>);

struct Lines<W> {
    output: W,
    order: Option<Order>,
    /// The first error of the output.
    error: Option<io::Error>,
}

/// Lines that wait for earlier ones.
#[derive(Default)]
struct Order {
    next: Place,
    /// Each line, and true for the last one of its request.
    held: BTreeMap<Place, (String, bool)>,
    /// Total length of the lines held.
    bytes: usize,
}

impl<W: Write> Outbox<W> {
    pub fn new(output: W, is_in_order: bool) -> Self {
        Self(Mutex::new(Lines { output, order: is_in_order.then(Order::default), error: None }))
    }

    fn lock(&self) -> MutexGuard<'_, Lines<W>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a line, or holds it until the lines before it are written. `is_last` is true for the last line
    /// of a request by index. Returns true unless the output has failed.
    pub fn put(&self, place: Place, line: String, is_last: bool) -> bool {
        let mut lines = self.lock();
        let Lines { output, order, error } = &mut *lines;
        let written = match order {
            None => write(output, &line),
            Some(order) => order.put(place, line, is_last, output),
        };
        if let Err(failure) = written {
            error.get_or_insert(failure);
        }
        error.is_none()
    }

    /// Writes a line that has no place in the order.
    pub fn put_now(&self, line: &str) -> bool {
        let mut lines = self.lock();
        if let Err(failure) = write(&mut lines.output, line) {
            lines.error.get_or_insert(failure);
        }
        lines.error.is_none()
    }

    /// Returns the number of the first request that is not written completely, if the lines of later requests
    /// take too much memory: it has to be answered first.
    pub fn awaited(&self) -> Option<u64> {
        let lines = self.lock();
        let order = lines.order.as_ref()?;
        (order.bytes > MAX_HELD).then_some(order.next.0)
    }

    /// Returns the number of requests that are written completely if they are in order: the first this many.
    pub fn written_in_order(&self) -> Option<u64> {
        Some(self.lock().order.as_ref()?.next.0)
    }

    /// Returns the first error of the output, once.
    pub fn take_error(&self) -> io::Result<()> {
        self.lock().error.take().map_or(Ok(()), Err)
    }
}

impl Order {
    fn put(&mut self, place: Place, line: String, is_last: bool, output: &mut impl Write) -> io::Result<()> {
        self.bytes += line.len();
        self.held.insert(place, (line, is_last));
        while let Some((line, is_last)) = self.held.remove(&self.next) {
            self.bytes -= line.len();
            self.next = if is_last { (self.next.0 + 1, 0) } else { (self.next.0, self.next.1 + 1) };
            write(output, &line)?;
        }
        Ok(())
    }
}

/// Writes a line in one piece, so that a program that ends in between leaves no half of it.
fn write(output: &mut impl Write, line: &str) -> io::Result<()> {
    output.write_all(line.as_bytes())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_written_at_once_or_in_order() {
        for (is_in_order, expected) in [(false, "cadb"), (true, "abcd")] {
            let mut output = Vec::new();
            let outbox = Outbox::new(&mut output, is_in_order);
            for (place, line, is_last) in
                [((1, 0), "c", true), ((0, 0), "a", false), ((2, 0), "d", true), ((0, 1), "b", true)]
            {
                assert!(outbox.put(place, line.to_owned(), is_last));
            }
            assert_eq!(outbox.written_in_order(), is_in_order.then_some(3));
            assert!(outbox.take_error().is_ok());
            assert_eq!(output, expected.as_bytes());
        }
    }

    #[test]
    fn the_first_request_is_awaited_when_much_is_held() {
        let outbox = Outbox::new(Vec::new(), true);
        outbox.put((1, 0), "x".repeat(MAX_HELD), true);
        assert_eq!(outbox.awaited(), None);
        outbox.put((2, 0), "x".to_owned(), true);
        assert_eq!(outbox.awaited(), Some(0));
        outbox.put((0, 0), "x".to_owned(), true);
        assert_eq!(outbox.awaited(), None);
    }

    #[test]
    fn an_output_that_fails_is_reported() {
        let mut room = [0; 4];
        let outbox = Outbox::new(&mut room[..], false);
        assert!(outbox.put((0, 0), "1234".to_owned(), true));
        assert!(!outbox.put((1, 0), "5".to_owned(), true));
        assert!(!outbox.put_now("6"));
        assert_eq!(outbox.take_error().unwrap_err().kind(), io::ErrorKind::WriteZero);
    }
}
