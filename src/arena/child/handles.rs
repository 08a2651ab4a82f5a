// SPDX-License-Identifier: MIT OR Apache-2.0
//! File handles: how many a match needs, and the limit on them.
//!
//! Each engine takes three pipes. Where systems allow few handles, as 256 on macOS, that is soon too much for
//! many games at a time; the soft limit may be raised up to the hard one.

use std::io::{self, ErrorKind};

/// Pipes to and from an engine.
const PER_ENGINE: u64 = 3;
/// Standard streams, output files, and what starting a process takes for a moment.
const OTHERS: u64 = 24;

/// Returns the number of file handles that this number of engines at a time needs.
pub const fn needed(engines: u64) -> u64 {
    engines.saturating_mul(PER_ENGINE).saturating_add(OTHERS)
}

/// Returns true if this process lacks file handles, processes or memory, rather than the program it starts.
pub fn is_exhaustion(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::OutOfMemory | ErrorKind::WouldBlock) || is_out_of_handles(error)
}

#[cfg(unix)]
fn is_out_of_handles(error: &io::Error) -> bool {
    use rustix::io::Errno;
    [Errno::MFILE, Errno::NFILE].iter().any(|errno| error.raw_os_error() == Some(errno.raw_os_error()))
}

#[cfg(not(unix))]
fn is_out_of_handles(_: &io::Error) -> bool {
    false
}

/// Raises the limit on this process's file handles to `needed` as far as that is allowed, and returns it;
/// `None`: there is no limit. The engines inherit it.
#[cfg(unix)]
pub fn raise_limit(needed: u64) -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let current = current?;
    let raised = maximum.map_or(needed, |maximum| maximum.min(needed));
    if raised <= current {
        return Some(current);
    }
    let is_raised = setrlimit(Resource::Nofile, Rlimit { current: Some(raised), maximum }).is_ok();
    Some(if is_raised { raised } else { current })
}

/// On other systems the number of handles is not limited this way.
#[cfg(not(unix))]
pub fn raise_limit(_: u64) -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lack_of_resources_is_told_from_a_program_that_cannot_run() {
        assert!(is_exhaustion(&ErrorKind::OutOfMemory.into()));
        assert!(!is_exhaustion(&ErrorKind::NotFound.into()));
        #[cfg(unix)]
        for (errno, expected) in [
            (rustix::io::Errno::MFILE, true),
            (rustix::io::Errno::NFILE, true),
            (rustix::io::Errno::AGAIN, true),
            (rustix::io::Errno::NOMEM, true),
            (rustix::io::Errno::ACCESS, false),
        ] {
            assert_eq!(is_exhaustion(&errno.into()), expected, "{errno}");
        }
    }

    #[test]
    fn the_limit_is_never_lowered() {
        let limit = raise_limit(0);
        assert!(raise_limit(1).unwrap_or(u64::MAX) >= limit.unwrap_or(u64::MAX));
    }
}
