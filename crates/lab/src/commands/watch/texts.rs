// SPDX-License-Identifier: MIT OR Apache-2.0
//! The steps of a search in words.

use crate::commands::words;
use crate::watch::{Node, Rise, Scene};
use xiangqi::text;
use xiangqi::types::Language;

/// A search and the language of its words.
#[derive(Clone, Copy)]
pub struct Texts<'a> {
    pub scene: &'a Scene,
    pub language: Language,
}

impl<'a> Texts<'a> {
    pub fn node(self, node: usize) -> &'a Node {
        &self.scene.record.nodes[node]
    }

    /// Returns the name of a node and the side to move.
    pub fn name(self, node: usize) -> String {
        let Node { children, is_hit, is_max, .. } = self.node(node);
        let name = self.plain_name(node);
        if children.is_empty() && !is_hit { name } else { format!("{name} ({})", words::side(*is_max)) }
    }

    /// Returns the name of a node: that of the scene, in Chinese if the node has no name of its own.
    pub fn plain_name(self, node: usize) -> String {
        let Node { mv, parent, picture, .. } = self.node(node);
        let has_own = mv.is_some() || (self.scene.outline.is_some() && !picture.is_empty());
        let chinese = if parent.is_some() { "空着" } else { "根" };
        let name = &self.scene.names[node];
        if has_own { name.clone() } else { self.language.pick(name.as_str(), chinese).to_owned() }
    }

    /// Returns alpha and beta of a node at a step, if the algorithm has a window.
    pub fn window(self, node: usize, step: usize) -> String {
        if self.scene.has_windows {
            words::window(self.scene.record.window(node, step))
        } else {
            String::new()
        }
    }

    /// Returns a step as a line of a list.
    pub fn line(self, step: usize) -> String {
        let number = self.scene.record.steps[step];
        let indent = "  ".repeat(self.node(number).ply);
        format!("{indent}{}", self.sentences(step).join(self.language.pick("; ", "；")))
    }

    /// Returns what happens in a step.
    pub fn sentences(self, step: usize) -> Vec<String> {
        let number = self.scene.record.steps[step];
        let node = self.node(number);
        let name = self.name(number);
        let value = words::value(node.value);
        if node.is_hit {
            return vec![text!(
                self.language,
                "{name} = {value}, from the table",
                "{name} = {value}，取自置换表"
            )];
        }
        if node.children.is_empty() {
            return vec![text!(
                self.language,
                "{name} = {value}, static value",
                "{name} = {value}，静态估值"
            )];
        }
        if step == node.steps[0] { self.beginning(number) } else { self.end(number) }
    }

    fn beginning(self, number: usize) -> Vec<String> {
        let node = self.node(number);
        let name = self.name(number);
        let window = self.window(number, node.steps[0]);
        let mut sentences =
            vec![match (self.scene.has_windows, node.mv.is_none() && node.parent.is_some()) {
                (_, true) => {
                    text!(self.language, "{name}: null move, window {window}", "{name}：空着，窗口 {window}")
                }
                (true, _) => text!(self.language, "{name}: window {window}", "{name}：窗口 {window}"),
                (false, _) => text!(self.language, "{name}: its moves are searched", "{name}：搜索各着"),
            }];
        if let Some(mv) = &node.known {
            sentences.push(text!(
                self.language,
                "the table gives {mv} to try first",
                "置换表给出先试的着法 {mv}"
            ));
        }
        if let Some(value) = node.static_value {
            sentences.push(text!(self.language, "static value {value}", "静态估值 {value}"));
        }
        sentences
    }

    fn end(self, number: usize) -> Vec<String> {
        let node = self.node(number);
        let name = self.name(number);
        let value = if self.scene.has_windows { words::bounded(node) } else { words::value(node.value) };
        let value = if value.starts_with(['<', '>']) { value } else { format!("= {value}") };
        let mut sentences = vec![format!("{name} {value}")];
        sentences.extend(words::cutoff(
            &self.scene.record,
            node,
            |node| self.plain_name(node),
            self.language,
        ));
        if !node.unsearched.is_empty() {
            let count = node.unsearched.len();
            sentences.push(if self.scene.outline.is_some() {
                text!(self.language, "not searched: {count}", "未搜索{count}着")
            } else {
                let moves = some(&node.unsearched);
                text!(self.language, "not searched: {count}: {moves}", "未搜索{count}着：{moves}")
            });
        }
        for Rise { mv, places: [from, to], lists } in
            node.rises.iter().filter(|rise| rise.places[0] != rise.places[1])
        {
            let (from, to) = (from + 1, to + 1);
            sentences.push(text!(
                self.language,
                "history: {mv} rises from place {from} to {to}",
                "历史表：{mv} 从第{from}位升到第{to}位"
            ));
            let [before, after] = lists.each_ref().map(|list| some(list));
            if lists[0] != lists[1] {
                sentences.push(text!(
                    self.language,
                    "order here: {before}; now: {after}",
                    "此处的次序：{before}；现为：{after}"
                ));
            }
        }
        if node.is_stored {
            sentences.push(self.language.pick("stored in the table", "存入置换表").to_owned());
        }
        sentences
    }
}

/// Writes the first moves of a list.
fn some(moves: &[String]) -> String {
    const MOST: usize = 8;
    let more = if moves.len() > MOST { " …" } else { "" };
    format!("{}{more}", moves[..moves.len().min(MOST)].join(" "))
}
