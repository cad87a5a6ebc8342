//! The platforms that come with Lariat.
//!
//! The preprocessor wants files, so they are written to a folder whose name has a hash of their contents. A folder that is there is
//! complete: it gets its name last.

use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;

include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

/// Their names.
pub fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = FILES
        .iter()
        .filter_map(|(name, _)| name.strip_suffix("/platform.toml"))
        .filter(|name| !name.contains('/'))
        .collect();
    names.dedup();
    names
}

/// The folder with all of them.
pub fn folder() -> Result<PathBuf, String> {
    let mut hasher = FxHasher::default();
    FILES.hash(&mut hasher);
    let name = format!("platforms-{:016x}", hasher.finish());
    let base = cache();
    let folder = base.join(&name);
    if folder.is_dir() {
        return Ok(folder);
    }
    let fail = |what: &std::path::Path, e: std::io::Error| {
        format!("cannot write `{}`: {e}", what.display())
    };
    let temporary = base.join(format!("{name}.{}", std::process::id()));
    for (file, content) in FILES {
        let path = temporary.join(file);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(|e| fail(parent, e))?;
        }
        std::fs::write(&path, content).map_err(|e| fail(&path, e))?;
    }
    if let Err(error) = std::fs::rename(&temporary, &folder) {
        let _ = std::fs::remove_dir_all(&temporary);
        // Somebody else was faster.
        if !folder.is_dir() {
            return Err(fail(&folder, error));
        }
    }
    Ok(folder)
}

/// Where files may be kept for the next time.
fn cache() -> PathBuf {
    let set = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let base = set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|home| home.join(".cache")));
    let usable =
        base.map(|base| base.join("lariat")).filter(|b| std::fs::create_dir_all(b).is_ok());
    usable.unwrap_or_else(|| std::env::temp_dir().join("lariat"))
}
