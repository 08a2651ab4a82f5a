// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sessions of `chuhe analysis`. Every line of their output is checked against the schema.

use jsonschema::Validator;
use once_cell::sync::Lazy;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

const ANSWERS: &str = include_str!("../../../../../crates/review/src/analysis/answer.schema.json");
const QUERIES: &str = include_str!("../../../../../crates/review/src/analysis/query.schema.json");

pub(crate) static ANSWER: Lazy<Validator> = Lazy::new(|| validator(ANSWERS));
pub(crate) static QUERY: Lazy<Validator> = Lazy::new(|| validator(QUERIES));

fn validator(schema: &str) -> Validator {
    let schema = serde_json::from_str(schema).expect("the schema is JSON");
    jsonschema::draft202012::new(&schema).expect("the schema is well-formed")
}

/// A line of the output, which keeps to the schema.
pub(crate) fn answer(line: &str) -> Value {
    let answer = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    if let Err(error) = ANSWER.validate(&answer) {
        panic!("{error}: {line}");
    }
    answer
}

/// A running session.
pub(crate) struct Analysis {
    pub(crate) child: Child,
    pub(crate) input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Analysis {
    pub(crate) fn start(options: &[&str]) -> Self {
        let mut child = crate::support::command::program()
            .arg("analysis")
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("output is piped"));
        let input = child.stdin.take();
        Self { child, input, output }
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(format!("{line}\n").as_bytes()).expect("the program reads");
    }

    /// Waits for the next line; `None` at the end of the output.
    pub(crate) fn next(&mut self) -> Option<Value> {
        let mut line = String::new();
        let length = self.output.read_line(&mut line).expect("output is text");
        (length > 0).then(|| answer(&line))
    }

    /// Closes the input and returns all that is still answered.
    pub(crate) fn finish(mut self) -> Vec<Value> {
        self.input = None;
        let answers: Vec<Value> = std::iter::from_fn(|| self.next()).collect();
        assert!(self.child.wait().expect("a child can be waited for").success());
        answers
    }
}

/// The answers to these lines.
pub(crate) fn answers(options: &[&str], lines: &[String]) -> Vec<Value> {
    let mut session = Analysis::start(options);
    let mut input = session.input.take().expect("the input is open");
    let text = lines.join("\n");
    // The output is read meanwhile: a pipe holds little.
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()).expect("the program reads"));
    let answers = session.finish();
    writer.join().expect("the writer does not panic");
    answers
}

/// The answers without the time, in an order of their own.
pub(crate) fn sorted(answers: &[Value]) -> Vec<String> {
    let mut texts: Vec<String> = answers
        .iter()
        .map(|answer| {
            let mut answer = answer.clone();
            answer.as_object_mut().expect("an object").remove("time");
            answer.to_string()
        })
        .collect();
    texts.sort();
    texts
}
