// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sessions of UCCI and UCI: lines to a whole engine. Options that start threads, fill memory or open files
//! are left out, and a search has the least limits of its kind, or none: then it ends by `stop`, or with the
//! input.
#![no_main]

use chuhe::protocol::Session;
use libfuzzer_sys::fuzz_target;
use ucci::{Command, Dialect, Go};

fuzz_target!(|bytes: &[u8]| {
    let mut input = b"setoption name Hash value 1\nucci\n".to_vec();
    for line in bytes.split(|&byte| byte == b'\n').take(12) {
        match Command::parse(line) {
            Some(Command::SetOption { name, .. }) if is_costly(&name) => {}
            Some(Command::Bench(_)) => {}
            Some(Command::Go(mut go)) => {
                let Go { depth, nodes, movetime, time, wtime, btime, perft, .. } = &mut *go;
                for limit in [depth, nodes, movetime, time, wtime, btime, perft] {
                    *limit = limit.map(|_| 1);
                }
                let go = Go { mate: None, ..*go };
                input.extend(Command::Go(Box::new(go)).to_line(Dialect::Ucci).bytes());
            }
            _ => input.extend(line),
        }
        input.push(b'\n');
    }
    Session::new(Box::new(std::io::sink())).run(&input[..]);
});

/// Returns true for names of options such as Threads, Hash, EvalFile and BookFiles.
fn is_costly(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["thread", "cpu", "hash", "file", "path", "table", "dir", "multi"].iter().any(|part| name.contains(part))
}
