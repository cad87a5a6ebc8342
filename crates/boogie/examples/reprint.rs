//! Reads a Boogie file and writes it again: `reprint FILE`.

use lariat_boogie::{CheckOptions, SourceMap, check, parse, print};

fn main() -> std::io::Result<()> {
    for path in std::env::args().skip(1) {
        let text = std::fs::read(&path)?;
        let mut sources = SourceMap::new();
        if sources.add_bytes(&path, &text).is_err() {
            eprintln!("{path}: too large");
            continue;
        }
        let parsed = parse(&sources);
        let mut diagnostics = parsed.diagnostics.clone();
        if parsed.is_ok() {
            diagnostics.extend(check(&parsed.program, &CheckOptions::default()).diagnostics);
        }
        for diagnostic in &diagnostics {
            eprintln!("{}", diagnostic.one_line(&sources));
        }
        print!("{}", print(&parsed.program));
    }
    Ok(())
}
