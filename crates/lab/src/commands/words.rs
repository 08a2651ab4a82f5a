// SPDX-License-Identifier: MIT OR Apache-2.0
//! The words of recorded searches: values, windows and cutoffs in both languages.

use crate::watch::{Bound, Node, Record};
use crate::{INFINITE, WON, is_won_or_lost};
use xiangqi::text;
use xiangqi::types::{Language, Value};

/// Writes a value or a bound; `+#5` is a win after five plies.
pub fn value(value: Value) -> String {
    match value {
        INFINITE => "+inf".to_owned(),
        _ if value == -INFINITE => "-inf".to_owned(),
        _ if is_won_or_lost(value) => format!("{}#{}", if value > 0 { '+' } else { '-' }, WON - value.abs()),
        _ => value.to_string(),
    }
}

/// Writes alpha and beta.
pub fn window(window: [Value; 2]) -> String {
    let [alpha, beta] = window.map(value);
    format!("[{alpha}, {beta}]")
}

/// Writes the value of a node, with `<=` or `>=` if it is only a bound.
pub fn bounded(node: &Node) -> String {
    let [alpha, beta] = node.window.map(|bound| bound.value);
    match node.value {
        low if low <= alpha => format!("<= {}", value(low)),
        high if high >= beta => format!(">= {}", value(high)),
        exact => value(exact),
    }
}

pub const fn side(is_max: bool) -> &'static str {
    if is_max { "Max" } else { "Min" }
}

/// Explains the cutoff at a node, if there is one, and says of a deep one why it is sound: what lies between
/// the node and the holder of the bound cannot make the line better. `name` names the node that has the
/// bound.
pub fn cutoff(
    record: &Record,
    node: &Node,
    name: impl Fn(usize) -> String,
    language: Language,
) -> Vec<String> {
    let Some(Bound { value: bound, holder }) = node.cutoff else { return Vec::new() };
    // The side of the parent, in whose choice the node can no longer count: it would not let the line come
    // here.
    let parent = side(!node.is_max);
    let (kind, sign) = if node.is_max { ("beta", ">=") } else { ("alpha", "<=") };
    let (reached, bound) = (value(node.value), value(bound));
    let comparison = format!("{reached} {sign} {kind} {bound}");
    let Some(holder) = holder else {
        return vec![text!(
            language,
            "{kind} cutoff (redundancy of {parent}): {comparison}, the null window",
            "{kind} 剪枝（{parent} 冗余）：{comparison}，空窗口"
        )];
    };
    let plies = node.ply - record.nodes[holder].ply;
    let name = name(holder);
    let is_shallow = plies == 1;
    let [depth, depth_zh] = if is_shallow { ["shallow", "浅层"] } else { ["deep", "深层"] };
    let s = if is_shallow { "y" } else { "ies" };
    let mut sentences = vec![text!(
        language,
        "{depth} {kind} cutoff (redundancy of {parent}): {comparison} of {name}, {plies} pl{s} above",
        "{depth_zh} {kind} 剪枝（{parent} 冗余）：{comparison}，界限来自上方 {plies} 步的 {name}"
    )];
    if !is_shallow {
        let (most, most_zh) = if node.is_max { ("least", "至少") } else { ("most", "至多") };
        sentences.push(text!(
            language,
            "a line through here gives at {most} {reached}, and {parent} has {bound} at {name} already",
            "经过这里的变化{most_zh}得 {reached}，而 {parent} 在 {name} 已有 {bound}"
        ));
    }
    sentences
}
