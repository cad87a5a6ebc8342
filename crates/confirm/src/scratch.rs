//! A folder for what is compiled and run.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

/// How many there were in this process.
static MADE: AtomicU32 = AtomicU32::new(0);

/// A folder that is gone when this is.
pub struct Scratch(PathBuf);

impl Scratch {
    /// A new one.
    pub fn new() -> Result<Scratch, String> {
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("lariat-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        // Somebody else's folder of this name must not be used, nor removed.
        std::fs::create_dir(&path).and_then(|()| path.canonicalize()).map(Scratch).map_err(|e| {
            format!("no temporary folder: {}", lariat_process::output::plain_reason(&e))
        })
    }

    /// A file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Writes a file in it.
    pub fn write(&self, name: &str, text: &str) -> Result<String, String> {
        let path = self.file(name);
        std::fs::write(&path, text).map_err(|e| {
            format!("cannot write {}: {}", path.display(), lariat_process::output::plain_reason(&e))
        })?;
        Ok(path.to_string_lossy().into_owned())
    }

    /// A folder in it.
    pub fn folder(&self, name: &str) -> Result<PathBuf, String> {
        let path = self.file(name);
        std::fs::create_dir(&path).map_err(|e| {
            format!("no temporary folder: {}", lariat_process::output::plain_reason(&e))
        })?;
        Ok(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
