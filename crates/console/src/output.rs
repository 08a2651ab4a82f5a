// SPDX-License-Identifier: MIT OR Apache-2.0
//! The output files of commands: checked before the work, complete or absent after it.
//!
//! A command may overwrite what it wrote itself. It recognises its files by their mark: one of the first
//! lines begins with it. Any other file that is not empty stays as it is without `--force`.

use super::failure::{Failure, Place};
use super::files::{self, Draft, directory};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use xiangqi::types::{Bilingual, bilingual};

/// Number of bytes in which a mark must occur.
const HEAD: u64 = 1 << 16;

/// The option that permits overwriting.
#[derive(clap::Args, Clone, Copy)]
pub struct OverwriteArgs {
    /// Overwrite an existing output file that this command did not write
    #[arg(long)]
    pub force: bool,
}

/// An output file that can be written. `-` and `/dev/stdout` are standard output; devices and pipes are
/// written to directly.
pub struct Output {
    path: PathBuf,
}

impl Output {
    /// Checks that a file can be written, before the work: its directory accepts new files, and it is not a
    /// file without the mark. Files of a command without a mark are never recognised.
    pub fn create(
        path: &Path,
        mark: Option<&[u8]>,
        OverwriteArgs { force }: OverwriteArgs,
    ) -> Result<Self, Bilingual> {
        let output = Self::reopen(path)?;
        let is_own = match mark {
            Some(mark) => has_mark(path, mark).at(path.display())?,
            None => is_empty(path),
        };
        if !force && !is_own && !is_standard(path) {
            let problem = if mark.is_some() {
                bilingual!(
                    "the file was not written by this command; choose another name, or overwrite it with --force",
                    "此文件不是本命令所写；请换一个文件名，或用 --force 覆盖"
                )
            } else {
                bilingual!(
                    "the file exists already; choose another name, or overwrite it with --force",
                    "文件已存在；请换一个文件名，或用 --force 覆盖"
                )
            };
            return Err(problem.at(path.display()));
        }
        Ok(output)
    }

    /// Checks that a file can be written whose contents, if it exists, were read by this command.
    pub fn reopen(path: &Path) -> Result<Self, Bilingual> {
        let output = Self { path: path.to_owned() };
        if is_standard(path) {
            return Ok(output);
        }
        let directory = directory(path);
        if !directory.is_dir() {
            let directory = directory.display();
            let problem = bilingual!("directory {directory} does not exist", "目录 {directory} 不存在");
            return Err(problem.at(path.display()));
        }
        if path.is_dir() {
            return Err(bilingual!("is a directory", "这是一个目录").at(path.display()));
        }
        // Opening a pipe would block until another process reads from it.
        if fs::metadata(path).map_or(true, |file| file.is_file()) {
            Draft::new(path).within(|| bilingual!("cannot be written", "无法写入")).at(path.display())?;
        }
        Ok(output)
    }

    /// Returns true if this is standard output.
    pub fn is_standard(&self) -> bool {
        is_standard(&self.path)
    }

    /// Writes the file completely or not at all.
    pub fn save(&self, contents: impl AsRef<[u8]>) -> Result<(), Failure> {
        if is_standard(&self.path) {
            return Ok(io::stdout().write_all(contents.as_ref())?);
        }
        files::write(&self.path, contents).at(self.path.display()).map_err(Failure::Job)
    }
}

/// Returns true if the path stands for standard output.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-") || path == Path::new("/dev/stdout")
}

/// Fails if the file of this option would be standard output.
pub fn refuse_standard(option: &str, path: &Path) -> Result<(), Bilingual> {
    if is_standard(path) {
        let problem = bilingual!(
            "cannot be standard output, where the results are printed",
            "不能是标准输出，结果已打印在那里"
        );
        return Err(problem.at(option));
    }
    Ok(())
}

/// Returns true unless there is a regular file with contents.
pub fn is_empty(path: &Path) -> bool {
    !fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() > 0)
}

/// Returns true if one of the first lines begins with the mark, or the file is [empty](is_empty).
fn has_mark(path: &Path, mark: &[u8]) -> io::Result<bool> {
    if is_empty(path) {
        return Ok(true);
    }
    let mut head = Vec::new();
    File::open(path)?.take(HEAD).read_to_end(&mut head)?;
    Ok(head.split(|&byte| byte == b'\n').any(|line| line.starts_with(mark)))
}
