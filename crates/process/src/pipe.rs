//! What a child process writes, read while it runs.

use std::io::Read;
use std::thread::JoinHandle;

/// Reads a stream to its end in another thread and keeps so many bytes of it.
pub fn read_in_background(
    stream: Option<impl Read + Send + 'static>,
    kept: u64,
) -> std::io::Result<JoinHandle<String>> {
    lariat_budget::spawn("pipe", move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            let _ = stream.by_ref().take(kept).read_to_end(&mut bytes);
            let _ = std::io::copy(&mut stream, &mut std::io::sink());
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}
