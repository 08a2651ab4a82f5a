// SPDX-License-Identifier: MIT OR Apache-2.0
//! The differences of the session in UCI: work before a greeting, commands that end a running search,
//! ranks from 1, Cyclone's positions, and unknown commands.

use super::console::one_word;
use super::state::SessionState;
use super::ucci::Session;
use std::ops::ControlFlow;
use ucci::{Command, Dialect, PositionText, RankBase, printable};

impl Session {
    /// Before a greeting: settings and `isready` are obeyed, and a command to work selects UCI.
    pub(super) fn boot(&mut self, command: Option<Command>) -> ControlFlow<()> {
        match command {
            Some(Command::Quit) => return ControlFlow::Break(()),
            Some(
                command @ (Command::Position(_)
                | Command::CyclonePosition(_)
                | Command::Go(_)
                | Command::Display
                | Command::Evaluate
                | Command::Bench
                | Command::Help),
            ) => {
                self.choose(Dialect::Uci);
                return self.obey(command, self.console.state());
            }
            Some(
                command @ (Command::Greet(_)
                | Command::IsReady
                | Command::Debug(_)
                | Command::SetOption { .. }),
            ) => return self.obey(command, SessionState::Booting),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    /// Ends a running search or count first in UCI. Returns true if the engine is idle.
    pub(super) fn becomes_idle(&mut self) -> bool {
        if self.console.dialect() == Dialect::Uci {
            self.stop();
        }
        !self.console.state().is_thinking()
    }

    /// Cyclone's programs count ranks from 0, also those that name the variant.
    pub(super) fn set_cyclone_position(&mut self, text: &PositionText) {
        if self.configured.options.rank_base.is_none() {
            self.current.set_ranks(RankBase::Zero);
        }
        self.set_position(text);
    }

    /// Reports an unknown command, in debug mode in UCI.
    pub(super) fn note_unknown(&self, line: &[u8]) {
        let text = printable(line);
        if self.configured.options.debug && self.console.dialect() == Dialect::Uci && !text.is_empty() {
            self.console.note(format!("unknown command {}", one_word(&text)));
        }
    }
}
