// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pages of Markdown as text for a terminal: pictures are left out, tables and paragraphs are fitted to its
//! width, and links become plain words.

use xiangqi::diagram::columns::{folded, pad, right, width};

/// The width of paragraphs, and of tables if their cells can be broken.
const WIDTH: usize = 96;

/// Returns a page as plain text.
pub fn plain(page: &str) -> String {
    let mut text = Text::default();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            text.end_block();
            let code = lines.by_ref().take_while(|line| !line.starts_with("```"));
            text.lines.extend(code.map(|line| format!("    {line}").trim_end().to_owned()));
        } else if line.starts_with("<div") {
            lines.by_ref().find(|line| line.starts_with("</div"));
        } else if line.starts_with("<!--") {
            text.end_block();
        } else if line.starts_with('|') {
            text.table.push(line.trim_matches('|').split('|').map(|cell| words(cell.trim())).collect());
        } else if let Some(heading) = line.strip_prefix('#') {
            let heading = words(heading.trim_start_matches('#').trim());
            text.lines.extend([heading.clone(), "-".repeat(width(&heading))]);
        } else if line.trim().is_empty() {
            text.end_block();
        } else {
            if line.starts_with("- ") {
                text.end_lines();
            }
            text.paragraph.extend([line.trim(), " "]);
        }
    }
    text.end_block();
    text.lines.join("\n").trim_end().to_owned() + "\n"
}

/// The text so far, and the paragraph or table that has begun.
#[derive(Default)]
struct Text {
    lines: Vec<String>,
    paragraph: String,
    /// The cells of the table, row by row.
    table: Vec<Vec<String>>,
}

impl Text {
    /// Ends the paragraph, item or table.
    fn end_lines(&mut self) {
        let paragraph = words(self.paragraph.trim());
        if let Some(item) = paragraph.strip_prefix("- ") {
            let indents = core::iter::once("- ").chain(core::iter::repeat("  "));
            let lines = folded(item, WIDTH - 2);
            self.lines.extend(indents.zip(lines).map(|(indent, line)| format!("{indent}{line}")));
        } else if !paragraph.is_empty() {
            self.lines.extend(folded(&paragraph, WIDTH));
        }
        self.paragraph.clear();
        self.lines.extend(table(&self.table));
        self.table.clear();
    }

    /// Ends a block, which a blank line separates from the next.
    fn end_block(&mut self) {
        self.end_lines();
        if self.lines.last().is_some_and(|line| !line.is_empty()) {
            self.lines.push(String::new());
        }
    }
}

/// Returns a text with its links as plain words; links to the web keep their address.
fn words(text: &str) -> String {
    let Some((before, rest)) = text.split_once('[') else { return text.to_owned() };
    let Some((name, after)) = rest.split_once(']') else { return text.to_owned() };
    let target = after.strip_prefix('(').and_then(|target| target.split_once(')'));
    match target {
        Some((address, after)) if address.starts_with("http") => {
            format!("{before}{name} ({address}){}", words(after))
        }
        Some((_, after)) => format!("{before}{name}{}", words(after)),
        None if name.starts_with('`') => format!("{before}{name}{}", words(after)),
        None => format!("{before}[{name}]{}", words(after)),
    }
}

/// Returns the lines of a table. Columns that are too wide are broken between words.
fn table(rows: &[Vec<String>]) -> Vec<String> {
    let [head, marks, body @ ..] = rows else { return Vec::new() };
    let column = |index: usize| core::iter::once(head).chain(body).filter_map(move |row| row.get(index));
    let longest_word =
        |cell: &String| cell.split([' ', '，', '、', '；', '：', '。']).map(width).max().unwrap_or(0);
    let columns = 0..head.len();
    let mut widths: Vec<usize> =
        columns.clone().map(|index| column(index).map(|cell| width(cell)).max().unwrap_or(0)).collect();
    let least: Vec<usize> = columns.map(|index| column(index).map(longest_word).max().unwrap_or(0)).collect();
    while widths.iter().sum::<usize>() + 2 * widths.len() > WIDTH {
        let widest = (0..widths.len()).filter(|&index| widths[index] > least[index]);
        let Some(widest) = widest.max_by_key(|&index| widths[index]) else { break };
        widths[widest] -= 1;
    }
    let row = |cells: &Vec<String>| -> Vec<String> {
        let cells: Vec<Vec<String>> =
            cells.iter().zip(&widths).map(|(cell, &width)| folded(cell, width.max(1))).collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        let line = |line: usize| {
            let parts = cells.iter().zip(&widths).zip(marks).map(|((cell, &width), mark)| {
                let part = cell.get(line).map_or("", String::as_str);
                if mark.ends_with(':') { right(part, width) } else { pad(part, width) }
            });
            parts.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        (0..height).map(line).collect()
    };
    let rule = widths.iter().map(|&width| "-".repeat(width)).collect::<Vec<_>>().join("  ");
    [row(head), vec![rule], body.iter().flat_map(row).collect()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_aligned_and_links_are_words() {
        let page = "\n# How it *works*\n\nSee [`hash`](algorithms::hash), [`td`] and\n[the page](https://a.b/c) of [0, 1].\n\n\
                    - one\n- two\n\n| name | nodes |\n|---|---:|\n| [`hash`](x) | 7 |\n| minimax | 13 |\n\n\
                    <div>\n<svg>\n</svg>\n</div>\n\n<!-- end -->\n\n```text\na  | b\n\nc\n```\n";
        let expected = "How it *works*\n--------------\n\nSee `hash`, `td` and the page (https://a.b/c) of [0, 1].\n\n\
                        - one\n- two\n\nname     nodes\n-------  -----\n`hash`       7\nminimax     13\n\n    a  | b\n\n    c\n";
        assert_eq!(plain(page), expected);
    }

    #[test]
    fn wide_cells_are_broken_between_words() {
        let words = "word ".repeat(40);
        let lines = plain(&format!("| a | b |\n|---|---|\n| one | {words}|\n"));
        assert!(lines.lines().count() > 3 && lines.lines().all(|line| width(line) <= WIDTH), "{lines}");
    }
}
