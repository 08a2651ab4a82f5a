// SPDX-License-Identifier: MIT OR Apache-2.0
//! The fields of a JSON object, taken one by one; each complaint names its field.

use crate::notation::excerpt;
use serde_json::{Map, Value};
use std::ops::RangeInclusive;

/// Largest whole number that every JSON reader keeps exactly.
pub const MAX_NUMBER: u64 = (1 << 53) - 1;

/// A field that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldError {
    /// The name of the field; `None` if the line is not an object at all.
    pub field: Option<String>,
    /// The problem with it.
    pub message: String,
}

impl FieldError {
    pub fn new(field: &str, message: impl Into<String>) -> Self {
        Self { field: Some(field.to_owned()), message: message.into() }
    }
}

/// The fields that have not been taken yet.
pub struct Fields(pub Map<String, Value>);

impl Fields {
    /// Takes a field with a function that reads its value; `None` if it is missing.
    pub fn take<T>(
        &mut self,
        field: &str,
        read: impl FnOnce(&Value) -> Result<T, String>,
    ) -> Result<Option<T>, FieldError> {
        match self.0.remove(field) {
            None => Ok(None),
            Some(value) => read(&value).map(Some).map_err(|message| FieldError::new(field, message)),
        }
    }

    /// Fails if a field is left: it would have no effect. `known` are the names that could have been meant.
    pub fn end(self, known: &[&str]) -> Result<(), FieldError> {
        let Some((field, _)) = self.0.into_iter().next() else { return Ok(()) };
        let likeness = |name: &&&str| strsim::jaro_winkler(&field.to_lowercase(), &name.to_lowercase());
        let similar = known.iter().filter(|name| likeness(name) > 0.8);
        let hint = match similar.max_by(|one, other| likeness(one).total_cmp(&likeness(other))) {
            Some(name) => format!("unknown field; did you mean '{name}'?"),
            None => "unknown field; 'chuhe analysis --help' lists the fields".to_owned(),
        };
        Err(FieldError::new(&excerpt(&field), hint))
    }
}

/// Reads a string.
pub fn text(value: &Value) -> Result<String, String> {
    value.as_str().map(str::to_owned).ok_or_else(|| not_a("string", value))
}

/// Reads true or false.
pub fn flag(value: &Value) -> Result<bool, String> {
    value.as_bool().ok_or_else(|| not_a("boolean (true or false)", value))
}

/// Reads a whole number in a range.
pub fn number(range: RangeInclusive<u64>) -> impl Fn(&Value) -> Result<u64, String> {
    move |value| {
        let is_in = |number: &u64| range.contains(number);
        let expected = || format!("whole number from {} to {}", range.start(), range.end());
        let number = whole(value).and_then(|number| u64::try_from(number).ok());
        number.filter(is_in).ok_or_else(|| not_a(&expected(), value))
    }
}

/// Reads a whole number, which may be negative.
pub fn integer(value: &Value) -> Result<i64, String> {
    whole(value).ok_or_else(|| not_a(&format!("whole number from -{MAX_NUMBER} to {MAX_NUMBER}"), value))
}

/// Returns a whole number, which may be written as `1000.0` or `1e3`: programs that know no numbers but
/// floating-point ones do so, and to a JSON Schema these are integers.
#[expect(clippy::cast_possible_truncation, reason = "exact: the number is whole and within the range")]
fn whole(value: &Value) -> Option<i64> {
    let number = value.as_f64().filter(|number| number.fract() == 0.0)? as i64;
    (number.unsigned_abs() <= MAX_NUMBER).then_some(number)
}

/// Reads a list of words: an array of strings, or one string with spaces.
pub fn words(value: &Value) -> Result<Vec<String>, String> {
    let split = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    match value {
        Value::String(words) => Ok(split(words)),
        Value::Array(elements) => {
            let words = elements.iter().map(|element| text(element).map(|text| split(&text)));
            Ok(words.collect::<Result<Vec<_>, _>>()?.concat())
        }
        _ => Err(not_a("list of strings", value)),
    }
}

fn not_a(expected: &str, value: &Value) -> String {
    format!("{} is not a {expected}", excerpt(&value.to_string()))
}
