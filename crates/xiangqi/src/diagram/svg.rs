// SPDX-License-Identifier: MIT OR Apache-2.0
//! The board as an SVG image: a self-contained document without scripts, references or identifiers, so that
//! several can be embedded in one page.

use crate::position::Position;
use crate::types::{Color, File, Piece, Rank, Square};
use core::fmt;

/// Distance between neighbouring squares.
const UNIT: i32 = 60;
/// Distance of the outermost squares from the edge of the image.
const MARGIN: i32 = 60;
const WIDTH: i32 = 2 * MARGIN + 8 * UNIT;
const HEIGHT: i32 = 2 * MARGIN + 9 * UNIT;
/// Fonts in order of preference: brush fonts first, then common system fonts.
const FONTS: &str =
    "KaiTi, STKaiti, 'Kaiti SC', 'AR PL UKai CN', 'Noto Serif CJK SC', 'Songti SC', SimSun, serif";

/// Displays a position as an SVG image of the board, with Red at the bottom and the last move marked.
///
/// ```
/// use xiangqi::Position;
/// use xiangqi::diagram::SvgBoard;
/// assert!(SvgBoard(&Position::startpos()).to_string().starts_with("<svg "));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SvgBoard<'a>(pub &'a Position);

impl SvgBoard<'_> {
    /// The second line of each image, by which `show` recognises it.
    pub const MARK: &'static str = "<!-- chuhe: position -->";
}

/// The centre of a square in the image.
fn centre(square: Square) -> (i32, i32) {
    (MARGIN + UNIT * square.file() as i32, HEIGHT - MARGIN - UNIT * square.rank() as i32)
}

impl fmt::Display for SvgBoard<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        open(f)?;
        writeln!(f, "{}\n<title>{}</title>", Self::MARK, self.0)?;
        writeln!(f, "<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"10\" fill=\"#e9c583\"/>")?;
        draw_lines(f)?;
        draw_square_marks(f)?;
        draw_river(f)?;
        draw_labels(f)?;
        for square in Square::ALL {
            if let Some(piece) = self.0.piece_on(square) {
                draw_piece(piece, centre(square), f)?;
            }
        }
        if let Some(mv) = self.0.state().last_move {
            draw_origin(centre(mv.from()), f)?;
            draw_goal(centre(mv.to()), f)?;
        }
        writeln!(f, "</svg>")
    }
}

fn open(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(
        f,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\">"
    )
}

/// Draws the grid, interrupted at the river, with palaces and frame.
fn draw_lines(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (left, top) = centre(Square::A9);
    let (right, bottom) = centre(Square::I0);
    write!(f, "<path fill=\"none\" stroke=\"#5a3717\" stroke-width=\"1.5\" d=\"")?;
    for rank in Rank::ALL {
        let (_, y) = centre(Square::new(File::A, rank));
        write!(f, "M{left} {y}H{right}")?;
    }
    let ((_, far_bank), (_, near_bank)) = (centre(Square::A5), centre(Square::A4));
    for file in File::ALL {
        let (x, _) = centre(Square::new(file, Rank::R0));
        match file {
            File::A | File::I => write!(f, "M{x} {top}V{bottom}")?,
            _ => write!(f, "M{x} {top}V{far_bank}M{x} {near_bank}V{bottom}")?,
        }
    }
    for (from, to) in [
        (Square::D9, Square::F7),
        (Square::F9, Square::D7),
        (Square::D2, Square::F0),
        (Square::F2, Square::D0),
    ] {
        let ((x, y), (to_x, to_y)) = (centre(from), centre(to));
        write!(f, "M{x} {y}L{to_x} {to_y}")?;
    }
    writeln!(f, "\"/>")?;
    let (x, y, width, height) = (left - 6, top - 6, right - left + 12, bottom - top + 12);
    writeln!(
        f,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"#5a3717\" stroke-width=\"3\"/>"
    )
}

/// Draws the small corners around the squares where cannons and pawns begin.
fn draw_square_marks(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    use Square::{A3, B2, C3, E3, G3, H2, I3};
    const GAP: i32 = 5;
    const LENGTH: i32 = 10;
    write!(f, "<path fill=\"none\" stroke=\"#5a3717\" stroke-width=\"1.5\" d=\"")?;
    for square in [B2, H2, A3, C3, E3, G3, I3].into_iter().flat_map(|square| [square, square.flip()]) {
        let (x, y) = centre(square);
        for side in [-1, 1] {
            if square.offset(side, 0).is_none() {
                continue;
            }
            for height in [-1, 1] {
                let (corner_x, corner_y) = (x + GAP * side, y + GAP * height);
                write!(
                    f,
                    "M{corner_x} {}V{corner_y}H{}",
                    corner_y + LENGTH * height,
                    corner_x + LENGTH * side
                )?;
            }
        }
    }
    writeln!(f, "\"/>")
}

/// Draws the name of the river.
fn draw_river(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (_, far_bank) = centre(Square::A5);
    let baseline = far_bank + UNIT / 2 + 11;
    writeln!(f, "<g fill=\"#5a3717\" text-anchor=\"middle\" font-family=\"{FONTS}\" font-size=\"32\">")?;
    for (file, letter) in [(File::B, '楚'), (File::C, '河'), (File::G, '漢'), (File::H, '界')] {
        let (x, _) = centre(Square::new(file, Rank::R5));
        writeln!(f, "<text x=\"{x}\" y=\"{baseline}\">{letter}</text>")?;
    }
    writeln!(f, "</g>")
}

/// Draws the coordinates.
fn draw_labels(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "<g fill=\"#5a3717\" text-anchor=\"middle\" font-family=\"sans-serif\" font-size=\"15\">")?;
    for file in File::ALL {
        let (x, y) = centre(Square::new(file, Rank::R0));
        writeln!(f, "<text x=\"{x}\" y=\"{}\">{file}</text>", y + 50)?;
    }
    for rank in Rank::ALL {
        let (x, y) = centre(Square::new(File::A, rank));
        writeln!(f, "<text x=\"{}\" y=\"{}\">{rank}</text>", x - 44, y + 5)?;
    }
    writeln!(f, "</g>")
}

/// The traditional character of a piece, which tells the sides apart without colours.
const fn character(piece: Piece) -> char {
    ['帥', '將', '仕', '士', '相', '象', '傌', '馬', '俥', '車', '炮', '砲', '兵', '卒'][piece as usize]
}

fn draw_piece(piece: Piece, (x, y): (i32, i32), f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let color = match piece.color() {
        Color::Red => "#b3201a",
        Color::Black => "#1d1d1b",
    };
    writeln!(
        f,
        "<circle cx=\"{}\" cy=\"{}\" r=\"27\" fill=\"#3a2208\" fill-opacity=\"0.35\"/>",
        x + 1,
        y + 2
    )?;
    writeln!(f, "<circle cx=\"{x}\" cy=\"{y}\" r=\"26\" fill=\"#fbeecb\" stroke=\"#8a5a24\"/>")?;
    writeln!(
        f,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"22.5\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.5\"/>"
    )?;
    // Chinese characters fill a square that reaches from about 0.12 below the baseline to 0.88 above it.
    writeln!(
        f,
        "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\" font-family=\"{FONTS}\" font-size=\"33\" font-weight=\"bold\" fill=\"{color}\">{}</text>",
        y + 12,
        character(piece)
    )
}

/// Draws a dot on the origin of the last move.
fn draw_origin((x, y): (i32, i32), f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "<circle cx=\"{x}\" cy=\"{y}\" r=\"8\" fill=\"#1f6fb5\" fill-opacity=\"0.8\"/>")
}

/// Draws corners around the destination of the last move.
fn draw_goal((x, y): (i32, i32), f: &mut fmt::Formatter<'_>) -> fmt::Result {
    const REACH: i32 = 29;
    const LENGTH: i32 = 11;
    write!(f, "<path fill=\"none\" stroke=\"#1f6fb5\" stroke-width=\"3\" d=\"")?;
    for (side, height) in [(-1, -1), (1, -1), (-1, 1), (1, 1)] {
        let (corner_x, corner_y) = (x + REACH * side, y + REACH * height);
        write!(f, "M{corner_x} {}V{corner_y}H{}", corner_y - LENGTH * height, corner_x - LENGTH * side)?;
    }
    writeln!(f, "\"/>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_and_the_last_move_are_drawn() {
        let mut position = Position::startpos();
        let still = SvgBoard(&position).to_string();
        assert_eq!(still.matches("font-size=\"33\"").count(), 32);
        assert_eq!(still.matches("#1f6fb5").count(), 0);
        position.play("b2b9".parse().unwrap()).unwrap();
        let moved = SvgBoard(&position).to_string();
        assert_eq!(moved.matches("font-size=\"33\"").count(), 31);
        assert_eq!(moved.matches("#1f6fb5").count(), 2);
        assert_eq!(moved.matches("<g").count(), moved.matches("</g>").count());
    }
}
