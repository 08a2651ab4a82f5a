// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lines of UCCI and UCI in both directions. A message that was read and written is read as the same message.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ucci::{Command, Dialect, Reply};

fuzz_target!(|line: &[u8]| {
    for dialect in [Dialect::Ucci, Dialect::Uci] {
        if let Some(command) = Command::parse(line) {
            let written = command.to_line(dialect);
            // Names of options may be any bytes here, also the words `name` and `value`.
            if matches!(command, Command::SetOption { .. }) {
                continue;
            }
            let again = Command::parse(&written).expect("a written command is one");
            assert_eq!(again.to_line(dialect), written);
        }
        if let Some(reply) = Reply::parse(line) {
            let _ = reply.to_line(dialect);
        }
    }
});
