// SPDX-License-Identifier: MIT OR Apache-2.0
//! Files and ranks, the two coordinates of a [`Square`](super::Square).

use core::fmt;

macro_rules! coordinate {
    ($(#[$doc:meta])* $name:ident { $($variant:ident $text:literal)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum $name {
            $(#[doc = concat!("Written `", $text, "`.")] $variant),*
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: [Self; [$($text),*].len()] = [$(Self::$variant),*];
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $(Self::$variant => $text),* })
            }
        }
    };
}

coordinate! {
    /// A column of the board, `a` on Red's left to `i` on Red's right.
    File { A "a" B "b" C "c" D "d" E "e" F "f" G "g" H "h" I "i" }
}

coordinate! {
    /// A row of the board, 0 at Red's edge to 9 at Black's.
    Rank { R0 "0" R1 "1" R2 "2" R3 "3" R4 "4" R5 "5" R6 "6" R7 "7" R8 "8" R9 "9" }
}
