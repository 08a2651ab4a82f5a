// SPDX-License-Identifier: MIT OR Apache-2.0
//! File names as GUIs send them: bytes in an encoding of their own (on Chinese systems often GBK), and
//! relative to an unspecified directory.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Where packages install the files of a program, seen from its own directory.
const SHARED: &str = "../share/chuhe";

/// Returns the path of the file or directory with this name. A relative name is looked up beside the
/// executable first, then where packages install its files, then in the working directory.
pub fn locate(name: &[u8]) -> PathBuf {
    let path = PathBuf::from(to_os_string(name));
    env::current_exe().ok().and_then(|program| of_program(&program, &path)).unwrap_or(path)
}

/// Returns the path of the file or directory with this name that belongs to an executable, if it exists.
fn of_program(program: &Path, name: &Path) -> Option<PathBuf> {
    let is_name = name.file_name().is_some();
    let directory = program.parent()?;
    let mut files = [directory.join(name), directory.join(SHARED).join(name)].into_iter();
    files.find(|file| file.is_file() || is_name && file.is_dir())
}

/// File names are bytes on this system too.
#[cfg(unix)]
fn to_os_string(name: &[u8]) -> OsString {
    use std::os::unix::ffi::OsStringExt;
    OsString::from_vec(name.to_vec())
}

/// File names are text on this system: invalid UTF-8 is read as GBK.
#[cfg(not(unix))]
fn to_os_string(name: &[u8]) -> OsString {
    crate::notation::Encoding::Gbk.decode(name).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn names_are_looked_up_beside_the_executable_first() {
        let program = env::current_exe().unwrap();
        let name = program.file_name().unwrap().to_str().unwrap();
        assert_eq!(locate(name.as_bytes()), program);
        for name in ["", ".", "Cargo.toml", "no such file", "/no/such/file"] {
            assert_eq!(locate(name.as_bytes()), PathBuf::from(name));
        }
    }

    #[test]
    fn packages_install_files_apart_from_the_executable() {
        let root = env::temp_dir().join(format!("chuhe-paths-{}", std::process::id()));
        let (programs, shared) = (root.join("bin"), root.join("share/chuhe"));
        for directory in [&programs, &shared] {
            fs::create_dir_all(directory).unwrap();
        }
        let [program, book] = [&programs.join("chuhe"), Path::new("chuhe.book")];
        assert_eq!(of_program(program, book), None);
        fs::write(shared.join(book), "").unwrap();
        assert_eq!(of_program(program, book), Some(programs.join(SHARED).join(book)));
        fs::write(programs.join(book), "").unwrap();
        assert_eq!(of_program(program, book), Some(programs.join(book)));
        fs::remove_dir_all(root).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn bytes_that_are_not_text_are_kept() {
        use std::os::unix::ffi::OsStrExt;
        let name = b"/\xCF\xF3\xC6\xE5/BOOK.DAT";
        assert_eq!(locate(name).as_os_str().as_bytes(), name);
    }
}
