// SPDX-License-Identifier: MIT OR Apache-2.0
//! The encodings by the tables of `encoding_rs`.

use super::Encoding;

/// Decodes bytes. Invalid sequences are replaced, and half a character at the end is left out.
pub fn decode(encoding: Encoding, bytes: &[u8]) -> String {
    let encoding = match encoding {
        Encoding::Utf8 => encoding_rs::UTF_8,
        // A superset of GBK.
        Encoding::Gbk => encoding_rs::GB18030,
        Encoding::Big5 => encoding_rs::BIG5,
    };
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let size = decoder.max_utf8_buffer_length(bytes.len()).expect("a game is not that long");
    let mut text = String::with_capacity(size);
    _ = decoder.decode_to_string(bytes, &mut text, false);
    text
}

/// Encodes a text; `None` if the encoding lacks a character.
pub fn encode(encoding: Encoding, text: &str) -> Option<Vec<u8>> {
    let encoding = match encoding {
        Encoding::Utf8 => encoding_rs::UTF_8,
        Encoding::Gbk => encoding_rs::GBK,
        Encoding::Big5 => encoding_rs::BIG5,
    };
    let (bytes, _, has_lost) = encoding.encode(text);
    (!has_lost).then(|| bytes.into_owned())
}
