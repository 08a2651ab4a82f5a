// SPDX-License-Identifier: MIT OR Apache-2.0
//! The encodings by the tables that browsers and node have for their own use; in the program they would be an
//! eighth of it. JavaScript only decodes; to encode, all characters are decoded once.

use super::Encoding;
use js_sys::{Object, Reflect};
use once_cell::sync::Lazy;
use std::collections::HashMap;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    type TextDecoder;
    #[wasm_bindgen(constructor, catch)]
    fn new(label: &str, options: &JsValue) -> Result<TextDecoder, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn decode(this: &TextDecoder, bytes: &[u8], options: &JsValue) -> Result<String, JsValue>;
}

/// Decodes bytes. Invalid sequences are replaced, and half a character at the end is left out.
pub fn decode(encoding: Encoding, bytes: &[u8]) -> String {
    let label = match encoding {
        Encoding::Utf8 => "utf-8",
        // A superset of GBK.
        Encoding::Gbk => "gb18030",
        Encoding::Big5 => "big5",
    };
    let options = Object::new();
    for name in ["ignoreBOM", "stream"] {
        let _ = Reflect::set(&options, &name.into(), &true.into());
    }
    TextDecoder::new(label, &options)
        .and_then(|decoder| decoder.decode(bytes, &options))
        .unwrap_or_else(|_| String::from_utf8_lossy(bytes).into_owned())
}

/// Encodes a text; `None` if the encoding lacks a character.
pub fn encode(encoding: Encoding, text: &str) -> Option<Vec<u8>> {
    static GBK: Lazy<HashMap<char, u16>> = Lazy::new(|| characters(Encoding::Gbk));
    static BIG5: Lazy<HashMap<char, u16>> = Lazy::new(|| characters(Encoding::Big5));
    let characters = match encoding {
        Encoding::Utf8 => return Some(text.as_bytes().to_vec()),
        Encoding::Gbk => &GBK,
        Encoding::Big5 => &BIG5,
    };
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii() {
            bytes.push(c as u8);
        } else {
            bytes.extend(characters.get(&c)?.to_be_bytes());
        }
    }
    Some(bytes)
}

/// Returns the two bytes of each character that is not ASCII.
fn characters(encoding: Encoding) -> HashMap<char, u16> {
    let pairs: Vec<_> =
        (0x81..=0xfe).flat_map(|first| (0x40..=0xfe).map(move |second| [first, second])).collect();
    let lines: Vec<u8> = pairs.iter().flat_map(|&[first, second]| [first, second, b'\n']).collect();
    let text = decode(encoding, &lines);
    let decoded = pairs.iter().zip(text.lines()).filter_map(|(&pair, line)| {
        let mut characters = line.chars();
        let character = characters.next()?;
        let is_valid = characters.next().is_none() && character != char::REPLACEMENT_CHARACTER;
        is_valid.then_some((character, u16::from_be_bytes(pair)))
    });
    // The last of two codes for a character is the usual one, except for this space of GBK.
    decoded.filter(|&code| code != ('\u{3000}', 0xa3a0)).collect()
}
