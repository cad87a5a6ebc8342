//! Standard output, and how the system's complaints about files are shown.

use std::io::Write;

/// Writes to standard output; a reader that went away is no reason to fail.
pub fn write_out(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// What the system says, without its error number.
pub fn plain_reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].to_lowercase(),
        None => text,
    }
}
