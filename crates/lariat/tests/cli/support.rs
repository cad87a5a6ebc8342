//! Folders with programs in them, and runs of the binary.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder that is gone when the test is over.
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    pub fn new() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("lariat-cli-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Folder { path }
    }

    /// A folder with one program, `p.bpl`.
    pub fn with(program: &str) -> Self {
        let folder = Self::new();
        folder.write("p.bpl", program);
        folder
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, text).expect("a file for the test");
        path
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path.join(name)).expect(name)
    }

    pub fn read_if_there(&self, name: &str) -> String {
        std::fs::read_to_string(self.path.join(name)).unwrap_or_default()
    }

    /// A command in this folder, not started yet.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lariat"));
        command.args(args).current_dir(&self.path).env("NO_COLOR", "1");
        command
    }

    /// Runs the binary in this folder.
    pub fn run(&self, args: &[&str]) -> Ran {
        Ran::from(self.command(args).output().expect("the binary runs"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

/// What a run said.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Ran {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

impl Ran {
    /// Checks the exit code, and that the output has these pieces.
    #[track_caller]
    pub fn expect(&self, code: i32, pieces: &[&str]) -> &Self {
        let all = format!("{}{}", self.out, self.err);
        assert_eq!(self.code, code, "{all}");
        for piece in pieces {
            assert!(all.contains(piece), "`{piece}` is not in:\n{all}");
        }
        assert!(!all.contains("lariat: internal error"), "{all}");
        self
    }

    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}: {}", self.out))
    }
}

/// A lock that is taken twice when its loop runs a third time.
pub const LOCK: &str = "\
var locked: bool;
procedure acquire() modifies locked; { assert !locked; locked := true; }
procedure release() modifies locked; { assert locked; locked := false; }
procedure {:entrypoint} main(n: int) modifies locked;
{
  var i: int;
  locked := false;
  i := 0;
  while (i < n) {
    call acquire();
    if (i != 1) { call release(); }
    i := i + 1;
  }
}
";

/// Right, for every bound.
pub const RIGHT: &str = "procedure main(x: int) { var y: int; y := x + 1; assert y > x; }\n";

/// Right, but a bounded search cannot know.
pub const BOUNDED: &str = "\
procedure main(n: int)
{
  var i: int, s: int;
  i := 0;
  s := 0;
  while (i < n) { i := i + 1; s := s + i; }
  assert s != 21 || i == 6;
}
";

/// Factoring: no solver is done with this soon.
pub const HARD: &str = "\
function {:bvbuiltin \"bvmul\"} mul(bv128, bv128) returns (bv128);
function {:bvbuiltin \"bvult\"} less(bv128, bv128) returns (bool);
procedure main(x: bv128, y: bv128)
{
  assume less(1bv128, x) && less(x, 18446744073709551615bv128);
  assume less(1bv128, y) && less(y, 18446744073709551615bv128);
  assert mul(x, y) != 71980392457582495450585248461220448667bv128;
}
";
