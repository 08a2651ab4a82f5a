// SPDX-License-Identifier: MIT OR Apache-2.0
//! Attack look-ups: the squares that a piece attacks, as pure functions of its square and of the occupied
//! squares.
//!
//! All tables are `const`: there is nothing to initialise. Rooks and cannons look up their rank and file by
//! its occupancy (`lines`); horses and elephants look up their blockers as four gathered bits (`blocked`);
//! kings, advisors and pawns have one set for each square (`leapers`). `rays` has the squares between two
//! squares.

mod blocked;
mod captures;
mod leapers;
mod lines;
mod rays;

pub use blocked::{elephant, horse, horse_attackers, horse_leg, horse_ring};
pub use captures::captures;
pub use leapers::{advisor, king, pawn, pawn_attackers};
pub use lines::{cannon_captures, rook, rook_and_cannon};
pub use rays::{between, check_zone, lines_through};
