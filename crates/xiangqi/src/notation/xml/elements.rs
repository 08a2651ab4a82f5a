// SPDX-License-Identifier: MIT OR Apache-2.0
//! The elements of an XML text, as far as game records need them: names, attributes and texts. Damaged parts
//! are skipped.

/// A part of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event<'a> {
    /// The start of an element; `<a/>` is a start and an end.
    Start(Element<'a>),
    End(&'a str),
    /// Text between elements, decoded.
    Text(String),
}

/// The start of an element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Element<'a> {
    pub name: &'a str,
    attributes: &'a str,
    /// Offset of the element in the text.
    pub at: usize,
}

impl Element<'_> {
    /// The decoded value of an attribute; empty if there is none.
    pub fn attribute(&self, name: &str) -> String {
        let mut rest = self.attributes;
        while let Some((before, after)) = rest.split_once('=') {
            let after = after.trim_start();
            let Some(quote) = after.chars().next().filter(|c| ['"', '\''].contains(c)) else { break };
            let Some((value, next)) = after[1..].split_once(quote) else { break };
            if before.trim() == name {
                return decoded(value);
            }
            rest = next;
        }
        String::new()
    }
}

/// The parts of a text in their order. Comments and declarations are skipped.
pub fn events(text: &str) -> impl Iterator<Item = Event<'_>> {
    let mut at = 0;
    let mut end = None;
    core::iter::from_fn(move || {
        if let Some(name) = end.take() {
            return Some(Event::End(name));
        }
        loop {
            let rest = &text[at..];
            let start = rest.find('<').unwrap_or(rest.len());
            if start > 0 {
                at += start;
                return Some(Event::Text(decoded(&rest[..start])));
            }
            let skip = |close: &str| rest.find(close).map_or(rest.len(), |end| end + close.len());
            if rest.is_empty() {
                return None;
            } else if rest.starts_with("<!--") {
                at += skip("-->");
                continue;
            }
            let length = element_end(rest);
            let inner = rest[1..length].trim_end_matches('>');
            let element_at = at;
            at += length;
            if inner.starts_with(['?', '!']) {
                continue;
            }
            if let Some(name) = inner.strip_prefix('/') {
                return Some(Event::End(name.trim()));
            }
            let is_empty = inner.ends_with('/');
            let inner = inner.trim_end_matches('/');
            let (name, attributes) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
            end = is_empty.then_some(name);
            return Some(Event::Start(Element { name, attributes, at: element_at }));
        }
    })
}

/// Length of the tag that the text begins with: up to the first `>` outside quotation marks.
fn element_end(text: &str) -> usize {
    let mut quote = None;
    for (index, character) in text.char_indices() {
        match (quote, character) {
            (None, '>') => return index + 1,
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            _ => {}
        }
    }
    text.len()
}

/// The text with entities such as `&lt;` and `&#26825;` replaced.
fn decoded(text: &str) -> String {
    let mut decoded = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        decoded += before;
        let entity = after.split_once(';').and_then(|(name, next)| Some((entity(name)?, next)));
        decoded.push(entity.map_or('&', |(character, _)| character));
        rest = entity.map_or(after, |(_, next)| next);
    }
    decoded + rest
}

fn entity(name: &str) -> Option<char> {
    match name {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let digits = name.strip_prefix('#')?;
            let number = match digits.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => digits.parse(),
            };
            char::from_u32(number.ok()?)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_split_into_names_attributes_and_texts() {
        let text =
            "<?xml version=\"1.0\"?><!-- <x> --><a b=\"1 > 0\" c='&lt;&#26825;&x;'>t &amp; u<d/></a> <";
        let events: Vec<_> = events(text).collect();
        let Event::Start(a) = &events[0] else { panic!("{events:?}") };
        assert_eq!((a.name, a.attribute("b"), a.attribute("c")), ("a", "1 > 0".into(), "<棉&x;".into()));
        assert_eq!((a.attribute("d"), a.at), (String::new(), 33));
        assert_eq!(events[1], Event::Text("t & u".into()));
        assert!(matches!(&events[2], Event::Start(d) if d.name == "d"));
        assert_eq!(events[3..5], [Event::End("d"), Event::End("a")]);
    }
}
