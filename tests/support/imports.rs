// SPDX-License-Identifier: MIT OR Apache-2.0
//! The imports between the files of the crate: paths are read from the tokens of the sources and followed
//! through re-exports to the file that defines the name. Code under `#[cfg(test)]` is left out, for tests may
//! use everything.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A module's place in the crate: `["search", "steps", "table"]`.
pub type ModulePath = Vec<String>;

/// A path as it stands in a source, with its first segments resolved to a module.
struct Import {
    base: ModulePath,
    names: Vec<String>,
    /// A `pub use` passes a name on without using it.
    is_reexport: bool,
    /// The last name, if it is renamed.
    alias: Option<String>,
    line: usize,
}

/// One file and the paths in it.
struct SourceFile {
    file: PathBuf,
    imports: Vec<Import>,
}

/// An arrow from one module to another, with the line that draws it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrow {
    pub from: ModulePath,
    pub to: ModulePath,
    /// The name used, if the path continues after the module.
    pub name: Option<String>,
    pub line: usize,
}

/// All modules that have a file of their own.
#[derive(Default)]
pub struct Modules(BTreeMap<ModulePath, SourceFile>);

impl Modules {
    /// Reads files of the crate, given with their places below `src`.
    ///
    /// # Panics
    /// If a file is not Rust.
    pub fn read<'a>(files: impl IntoIterator<Item = (&'a Path, &'a str)>) -> Self {
        let mut modules = Self::default();
        for (file, text) in files {
            let tokens = text.parse().unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            let place = place_of(file);
            let mut reader =
                Reader { place: place.clone(), children: children(&tokens), imports: Vec::new() };
            reader.read(tokens, 0);
            modules.0.insert(place, SourceFile { file: file.to_owned(), imports: reader.imports });
        }
        modules
    }

    /// The file of a module.
    pub fn file(&self, module: &ModulePath) -> &Path {
        &self.0[module].file
    }

    /// Every use of another file. A module that passes on names of its own submodules does not use them.
    pub fn arrows(&self) -> Vec<Arrow> {
        let mut arrows = Vec::new();
        for (from, source) in &self.0 {
            for import in &source.imports {
                let (to, name) = self.resolve(&import.base, &import.names, 0);
                let passes_on = import.is_reexport && to.starts_with(from);
                if to != *from && !passes_on {
                    arrows.push(Arrow { from: from.clone(), to, name, line: import.line });
                }
            }
        }
        arrows
    }

    /// Returns the module that defines the item of a path, and the first name after that module.
    fn resolve(&self, base: &[String], names: &[String], hops: usize) -> (ModulePath, Option<String>) {
        let mut module = base.to_vec();
        let mut rest = names.iter();
        for name in rest.by_ref() {
            module.push(name.clone());
            if self.0.contains_key(&module) {
                continue;
            }
            module.pop();
            if hops < 8
                && let Some(found) = self.reexported(&module, name, hops)
            {
                return found;
            }
            return (module, Some(name.clone()));
        }
        (module, None)
    }

    /// Where a name comes from that `module` passes on.
    fn reexported(
        &self,
        module: &ModulePath,
        name: &str,
        hops: usize,
    ) -> Option<(ModulePath, Option<String>)> {
        let passed_on = self.0.get(module)?.imports.iter().filter(|import| import.is_reexport);
        for import in passed_on {
            let last = import.names.last()?;
            if import.alias.as_ref().unwrap_or(last) == name {
                return Some(self.resolve(&import.base, &import.names, hops + 1));
            }
            if last == "*" {
                let mut names = import.names[..import.names.len() - 1].to_vec();
                names.push(name.to_owned());
                let found = self.resolve(&import.base, &names, hops + 1);
                if found.0 != *module {
                    return Some(found);
                }
            }
        }
        None
    }

    /// Sets of files that use each other in a circle, for arrows that `counts` accepts.
    pub fn circles(&self, counts: impl Fn(&Arrow) -> bool) -> Vec<BTreeSet<ModulePath>> {
        let mut reach: BTreeMap<ModulePath, BTreeSet<ModulePath>> = BTreeMap::new();
        let arrows: Vec<Arrow> = self.arrows().into_iter().filter(|arrow| counts(arrow)).collect();
        for arrow in &arrows {
            reach.entry(arrow.from.clone()).or_default().insert(arrow.to.clone());
        }
        let closed: BTreeMap<&ModulePath, BTreeSet<ModulePath>> = reach
            .keys()
            .map(|start| {
                let mut seen = BTreeSet::new();
                let mut todo = vec![start];
                while let Some(module) = todo.pop() {
                    for next in reach.get(module).into_iter().flatten() {
                        if seen.insert(next.clone()) {
                            todo.push(next);
                        }
                    }
                }
                (start, seen)
            })
            .collect();
        let mut circles: Vec<BTreeSet<ModulePath>> = Vec::new();
        for (&module, seen) in closed.iter().filter(|&(&module, seen)| seen.contains(module)) {
            let back = |other: &&ModulePath| closed.get(other).is_some_and(|seen| seen.contains(module));
            let circle: BTreeSet<ModulePath> = seen.iter().filter(back).cloned().collect();
            if !circles.contains(&circle) {
                circles.push(circle);
            }
        }
        circles
    }
}

/// Returns the module path of a file below `src`.
fn place_of(file: &Path) -> ModulePath {
    let mut names: ModulePath =
        file.with_extension("").iter().map(|name| name.to_string_lossy().into_owned()).collect();
    if names.last().is_some_and(|name| name == "mod") || names == ["lib"] {
        names.pop();
    }
    names
}

/// The modules that a file declares.
fn children(tokens: &TokenStream) -> BTreeSet<String> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let declares = |window: &[TokenTree]| {
        (is_word(&window[0], "mod") && is_punct(&window[2], ';')).then(|| window[1].to_string())
    };
    tokens.windows(3).filter_map(declares).collect()
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == word)
}

fn is_punct(token: &TokenTree, c: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == c)
}

fn group(token: Option<&TokenTree>, delimiter: Delimiter) -> Option<TokenStream> {
    match token {
        Some(TokenTree::Group(group)) if group.delimiter() == delimiter => Some(group.stream()),
        _ => None,
    }
}

/// Collects the paths of one file.
struct Reader {
    place: ModulePath,
    children: BTreeSet<String>,
    imports: Vec<Import>,
}

impl Reader {
    /// Reads tokens within `depth` modules that are written in the file itself.
    fn read(&mut self, tokens: TokenStream, depth: usize) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        let mut is_public = false;
        while let Some(token) = tokens.get(at) {
            if is_punct(token, '#')
                && group(tokens.get(at + 1), Delimiter::Bracket)
                    .is_some_and(|attribute| attribute.to_string().replace(' ', "") == "cfg(test)")
            {
                at = end_of_item(&tokens, at + 2);
                continue;
            }
            if is_word(token, "pub") {
                is_public = true;
            } else if is_word(token, "use") {
                let end = (at..tokens.len()).find(|&i| is_punct(&tokens[i], ';')).unwrap_or(tokens.len());
                self.read_tree(&tokens[at + 1..end], &[], (is_public, depth));
                is_public = false;
                at = end;
            } else if is_word(token, "mod") && group(tokens.get(at + 2), Delimiter::Brace).is_some() {
                self.read(group(tokens.get(at + 2), Delimiter::Brace).unwrap_or_default(), depth + 1);
                at += 2;
            } else if let TokenTree::Group(inner) = token {
                self.read(inner.stream(), depth);
            } else if matches!(token, TokenTree::Ident(_)) {
                is_public &= is_word(token, "crate");
                at = self.read_path(&tokens, at, depth);
                continue;
            }
            at += 1;
        }
    }

    /// Reads a path outside of `use` if there is one at `at`; returns the place behind what was read.
    fn read_path(&mut self, tokens: &[TokenTree], at: usize, depth: usize) -> usize {
        let is_inside = at >= 2 && is_punct(&tokens[at - 1], ':') && is_punct(&tokens[at - 2], ':');
        let goes_on = |i: usize| {
            tokens.get(i + 1).is_some_and(|t| is_punct(t, ':'))
                && tokens.get(i + 2).is_some_and(|t| is_punct(t, ':'))
        };
        if is_inside || !goes_on(at) {
            return at + 1;
        }
        let mut end = at;
        while goes_on(end) && matches!(tokens.get(end + 3), Some(TokenTree::Ident(_))) {
            end += 3;
        }
        self.read_tree(&tokens[at..=end], &[], (false, depth));
        end + 1
    }

    /// Reads what a `use` names: `a::{b, c::d as e, *}`.
    fn read_tree(&mut self, tokens: &[TokenTree], before: &[String], context: (bool, usize)) {
        let mut names = before.to_vec();
        let mut alias = None;
        let mut line = 0;
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            match token {
                TokenTree::Ident(ident) if ident == "as" => {
                    alias = tokens.get(at + 1).map(ToString::to_string);
                    break;
                }
                TokenTree::Ident(ident) => {
                    line = ident.span().start().line;
                    names.push(ident.to_string());
                }
                TokenTree::Punct(punct) if punct.as_char() == '*' => names.push("*".to_owned()),
                TokenTree::Group(inner) => {
                    let inner: Vec<TokenTree> = inner.stream().into_iter().collect();
                    for part in inner.split(|token| is_punct(token, ',')).filter(|part| !part.is_empty()) {
                        self.read_tree(part, &names, context);
                    }
                    return;
                }
                _ => {}
            }
            at += 1;
        }
        self.add(&names, alias, line, context);
    }

    /// Keeps a path that leads into the crate.
    fn add(
        &mut self,
        names: &[String],
        alias: Option<String>,
        line: usize,
        (is_public, depth): (bool, usize),
    ) {
        let up = names.iter().take_while(|&name| name == "super").count();
        let mut base = self.place.clone();
        let mut rest = &names[up..];
        match names.first().map(String::as_str) {
            Some("crate") => {
                base.clear();
                rest = &names[1..];
            }
            // From a module written in the file itself the first steps up stay in the file.
            Some("super") => base.truncate(base.len().saturating_sub(up.saturating_sub(depth))),
            Some("self") => rest = &names[1..],
            Some(name) if depth == 0 && self.children.contains(name) => {}
            _ => return,
        }
        let names = rest.iter().filter(|&name| name != "self").cloned().collect();
        self.imports.push(Import { base, names, is_reexport: is_public, alias, line });
    }
}

/// The place behind the item that begins at `at`.
fn end_of_item(tokens: &[TokenTree], at: usize) -> usize {
    let ends = |token: &TokenTree| {
        is_punct(token, ';')
            || matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
    };
    (at..tokens.len()).find(|&i| ends(&tokens[i])).map_or(tokens.len(), |end| end + 1)
}
