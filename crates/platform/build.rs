//! Puts the folders of `platforms/` into the library, so that the binary needs no files beside it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../platforms");
    println!("cargo:rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    let mut out = String::from("pub const FILES: &[(&str, &[u8])] = &[\n");
    for file in files {
        println!("cargo:rerun-if-changed={}", file.display());
        let Ok(name) = file.strip_prefix(&root) else { continue };
        let name = name.to_string_lossy().replace('\\', "/");
        let path = file.canonicalize().unwrap_or_else(|_| file.clone());
        let _ = writeln!(out, "    ({name:?}, include_bytes!({:?})),", path.to_string_lossy());
    }
    out.push_str("];\n");
    let to = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default()).join("bundled.rs");
    if let Err(error) = std::fs::write(&to, out) {
        panic!("cannot write {}: {error}", to.display());
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    println!("cargo:rerun-if-changed={}", folder.display());
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        // Examples are tests of the platform, not a part of it.
        if path.file_name().is_some_and(|name| name == "examples") {
            continue;
        }
        match path.is_dir() {
            true => collect(&path, files),
            false => files.push(path),
        }
    }
}
