// SPDX-License-Identifier: MIT OR Apache-2.0
//! Names of files as other programs send them: bytes in an encoding of their own (on Chinese systems often GBK), and if
//! they are relative, nobody says to what.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The file of this name: a relative one beside the program if there is such a file, else where the program was started.
pub fn locate(name: &[u8]) -> PathBuf {
    let path = PathBuf::from(to_os_string(name));
    beside_program(&path).unwrap_or(path)
}

/// The file of this name beside the program, if there is one.
fn beside_program(name: &Path) -> Option<PathBuf> {
    let file = env::current_exe().ok()?.parent()?.join(name);
    file.is_file().then_some(file)
}

/// Names are bytes here as well.
#[cfg(unix)]
fn to_os_string(name: &[u8]) -> OsString {
    use std::os::unix::ffi::OsStringExt;
    OsString::from_vec(name.to_vec())
}

/// Names are text here: what is no UTF-8 is taken for GBK.
#[cfg(not(unix))]
fn to_os_string(name: &[u8]) -> OsString {
    crate::notation::Encoding::Gbk.decode(name).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_looked_for_beside_the_program_first() {
        let program = env::current_exe().unwrap();
        let name = program.file_name().unwrap().to_str().unwrap();
        assert_eq!(locate(name.as_bytes()), program);
        for name in ["", ".", "Cargo.toml", "no such file", "/no/such/file"] {
            assert_eq!(locate(name.as_bytes()), PathBuf::from(name));
        }
    }

    #[cfg(unix)]
    #[test]
    fn bytes_that_are_no_text_are_kept() {
        use std::os::unix::ffi::OsStrExt;
        let name = b"/\xCF\xF3\xC6\xE5/BOOK.DAT";
        assert_eq!(locate(name).as_os_str().as_bytes(), name);
    }
}
