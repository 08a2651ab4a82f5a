// SPDX-License-Identifier: MIT OR Apache-2.0
//! The files of a training run, all named after the network.

use crate::cli::files;
use anyhow::{Context, bail, ensure};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The files of a run.
pub struct Paths {
    pub checkpoint: PathBuf,
    pub csv: PathBuf,
    pub svg: PathBuf,
    pub lock: PathBuf,
    pub directory: PathBuf,
    /// The name of the network.
    pub name: String,
}

impl Paths {
    /// Derives the paths from `--out`. The inputs, files with the names of their options, are never
    /// overwritten.
    pub fn new(out: &Path, inputs: &[(&str, &Path)], name: Option<&str>) -> anyhow::Result<Self> {
        let directory = crate::files::directory(out).to_owned();
        ensure!(directory.is_dir(), "{}: not a directory", directory.display());
        let stem = out.file_stem().filter(|_| !out.is_dir());
        let stem = stem.with_context(|| format!("--out {}: not a file", out.display()))?;
        let [csv, svg, lock] = ["csv", "svg", "lock"].map(|ending| out.with_extension(ending));
        let is_taken = [&csv, &svg, &lock].into_iter().any(|path| path == out);
        ensure!(
            !is_taken,
            "--out {}: the name of another file of the run; choose another ending",
            out.display()
        );
        let mut checkpoint = out.as_os_str().to_owned();
        checkpoint.push(".checkpoint");
        let checkpoint = PathBuf::from(checkpoint);
        let name = name.map_or_else(|| stem.to_string_lossy().into_owned(), ToOwned::to_owned);
        let is_valid = !name.contains(char::is_control);
        ensure!(is_valid, "--name '{}': control characters in the name", name.escape_debug());
        let place = |&(option, path): &(_, &Path)| Some((files::place(path)?, option));
        let inputs: HashMap<PathBuf, &str> = inputs.iter().filter_map(place).collect();
        for path in [out, &csv, &svg, &checkpoint, &lock] {
            if let Some(option) = files::place(path).and_then(|place| inputs.get(&place)) {
                bail!("--out: {} would be overwritten, the file of {option}", path.display());
            }
        }
        Ok(Self { checkpoint, csv, svg, lock, directory, name })
    }
}
