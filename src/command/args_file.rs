// SPDX-License-Identifier: MIT OR Apache-2.0
//! `@FILE` on the command line: the arguments in that file, such as the settings of a match. Each line is an
//! option with its value, which reaches to the end of the line and needs no quotes, or another argument.

use super::files;
use std::ffi::OsString;
use std::path::Path;
use xiangqi::types::Bilingual;

/// Returns the arguments with each `@FILE` replaced by what the file holds; files in files are not read.
pub fn expand(args: impl IntoIterator<Item = OsString>) -> Result<Vec<OsString>, Bilingual> {
    let mut expanded = Vec::new();
    for arg in args {
        match arg.to_str().and_then(|text| text.strip_prefix('@')) {
            Some(path) => expanded.extend(words(&files::read(Path::new(path))?)),
            None => expanded.push(arg),
        }
    }
    Ok(expanded)
}

/// The arguments in a text; empty lines and those that begin with `#` are skipped.
fn words(text: &str) -> impl Iterator<Item = OsString> + '_ {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.flat_map(|line| {
        let (option, value) = match line.split_once(char::is_whitespace) {
            Some((option, value)) if option.starts_with("--") => (option, Some(value.trim_start())),
            _ => (line, None),
        };
        [Some(option), value].into_iter().flatten().map(OsString::from)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_an_option_with_its_value_or_an_argument() {
        let text = "# new against old\n\n--engine cmd=./new --a b,name=new\n  --games   200 \n--round-robin\r\n\
                    --tc=8+0.08\na file.pgn\n";
        let expected = [
            "--engine",
            "cmd=./new --a b,name=new",
            "--games",
            "200",
            "--round-robin",
            "--tc=8+0.08",
            "a file.pgn",
        ];
        assert_eq!(words(text).collect::<Vec<_>>(), expected.map(OsString::from));
    }

    #[test]
    fn other_arguments_stay() {
        let args = || ["match", "--games", "2", "user@host"].map(OsString::from);
        assert_eq!(expand(args()).unwrap(), args());
        let error = expand(["@no/such.match".into()]).unwrap_err();
        assert!(format!("{error:#}").starts_with("no/such.match: "), "{error:#}");
    }
}
