//! Names of files, one for each bug.

use std::path::Path;

/// `h.c` for the first bug, `h-2.c` for the second.
pub fn numbered(file: &str, bug: u32) -> String {
    if bug == 1 {
        return file.to_owned();
    }
    let path = Path::new(file);
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map(|e| format!(".{}", e.to_string_lossy()));
    let name = format!("{stem}-{bug}{}", ending.unwrap_or_default());
    path.with_file_name(name).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::numbered;

    #[test]
    fn each_bug_has_its_harness() {
        assert_eq!(numbered("out/h.c", 1), "out/h.c");
        assert_eq!(numbered("out/h.c", 2), "out/h-2.c");
        assert_eq!(numbered("h", 12), "h-12");
    }
}
