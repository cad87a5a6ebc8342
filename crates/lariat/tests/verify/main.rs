//! `lariat verify` and `lariat rules` from outside: the examples of platforms, and what must survive accidents.

mod drivers;
mod programs;
mod tutorial;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A folder that is gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path =
            std::env::temp_dir().join(format!("lariat-verify-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, text).expect("a file");
        path
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lariat"));
        command.args(args).current_dir(&self.0);
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("the binary runs")
    }

    /// The answers by rule, harness and program, and the exit code.
    fn answers(&self, args: &[&str]) -> (BTreeMap<String, String>, i32) {
        let all: Vec<&str> = ["verify", "--json"].iter().chain(args).copied().collect();
        let output = self.run(&all);
        let text = String::from_utf8_lossy(&output.stdout);
        let json: serde_json::Value = serde_json::from_str(&text)
            .unwrap_or_else(|e| panic!("{e}: {text}{}", String::from_utf8_lossy(&output.stderr)));
        let mut answers = BTreeMap::new();
        for result in json["results"].as_array().expect("results") {
            let of =
                |field: &str| result["instance"][field].as_str().unwrap_or_default().to_owned();
            let reached = result["events"]
                .as_array()
                .is_some_and(|events| events.iter().any(|event| event["reached"] == "yes"));
            let mut answer = result["answer"].as_str().unwrap_or_default().to_owned();
            // An answer that counts rests on an event that happens.
            if matches!(answer.as_str(), "proved" | "holds-if" | "defect") && !reached {
                answer.push_str(" without an event");
            }
            if result["reused"] == true {
                answer.push_str(" (unchanged)");
            }
            answers.insert(format!("{} {} {}", of("driver"), of("rule"), of("harness")), answer);
        }
        (answers, output.status.code().unwrap_or(-1))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Each rule of POSIX has a program that violates it and one that does not.
#[test]
fn rules_of_posix_tell_their_examples_apart() {
    let folder = Folder::new();
    let rules = root().join("platforms/posix/rules");
    let mut count = 0;
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(rules).expect("rules") {
        let file = entry.expect("a rule").path();
        let rule = file.file_stem().expect("a name").to_string_lossy().into_owned();
        count += 1;
        for (kind, good) in [("bad", false), ("good", true)] {
            let program = root().join(format!("platforms/posix/examples/{rule}_{kind}.c"));
            let program = program.to_string_lossy().into_owned();
            let (answers, code) =
                folder.answers(&[&program, "--platform", "posix", "--rules", &rule]);
            let answer = answers.values().next().cloned().unwrap_or_default();
            let right = match good {
                true => matches!((answer.as_str(), code), ("proved", 0) | ("holds-if", 5)),
                false => (answer.as_str(), code) == ("defect", 10),
            };
            if !right {
                wrong.push(format!("{rule}_{kind}.c: {answer}, exit code {code}"));
            }
        }
    }
    assert!(count >= 15, "{count} rules");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn cogent(driver: &str) -> (String, String) {
    let platforms = root().join("tests/platforms");
    let driver = platforms.join("drivers").join(driver).to_string_lossy().into_owned();
    (driver, platforms.join("cogent").to_string_lossy().into_owned())
}

/// The rule and the environment model of the paper on Cogent: a defect, a proof, a property rule, a rule that does not apply.
#[test]
fn the_device_that_keeps_initialising() {
    let folder = Folder::new();
    let (driver, platform) = cogent("forgets.c");
    let (answers, code) = folder.answers(&[&driver, "--platform", &platform]);
    let of = |rule: &str| answers[&format!("forgets {rule} add-device")].as_str();
    assert_eq!(code, 10);
    assert_eq!(of("DeviceInitializing"), "defect");
    assert_eq!(of("AttachChecked"), "proved");
    assert_eq!(of("Attaches"), "found");
    assert_eq!(of("NeverCalled"), "not-applicable");
    let (driver, platform) = cogent("clears.c");
    let (answers, code) = folder.answers(&[&driver, "--platform", &platform]);
    assert_eq!(answers["clears DeviceInitializing add-device"], "proved");
    assert_eq!(code, 0);
}

/// A comment changes nothing, a repair only what it is about, and the next run says what was fixed.
#[test]
fn only_what_has_changed_is_run_again() {
    let folder = Folder::new();
    let (driver, platform) = cogent("forgets.c");
    let text = std::fs::read_to_string(driver).expect("a driver");
    let args = ["d.c", "--platform", &platform, "--rules", "DeviceInitializing,AttachChecked"];
    folder.write("d.c", &text);
    let (answers, code) = folder.answers(&args);
    assert_eq!((answers["d DeviceInitializing add-device"].as_str(), code), ("defect", 10));
    folder.write("d.c", &format!("/* a comment\n */\n{}", text.replace("  if", "  /* so */ if")));
    let (answers, code) = folder.answers(&args);
    assert!(answers.values().all(|answer| answer.ends_with("(unchanged)")), "{answers:?}");
    assert_eq!(code, 10);
    let more = format!("{text}\nint nobody_calls_this(int x) {{ return x + 1; }}\n");
    folder.write("d.c", &more);
    let (answers, _) = folder.answers(&args);
    assert!(answers.values().all(|answer| answer.ends_with("(unchanged)")), "{answers:?}");
    folder.write("d.c", &text.replace("  if (device->Extension)\n", ""));
    let args: Vec<&str> = ["verify", "-q"].iter().chain(&args).copied().collect();
    let output = folder.run(&args);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("0 new, 1 fixed, 0 still there"), "{said}");
    assert_eq!(output.status.code(), Some(0), "{said}");
}

/// A broken rule is one message with its place, and the others run.
#[test]
fn what_is_broken_costs_nothing_else() {
    let folder = Folder::new();
    let (driver, platform) = cogent("clears.c");
    let cases = [
        ("state { int x; }", "the rule has no handler"),
        ("IoDeleteDevice.enter { abort \"x\"; }", "`enter` is no event of a function"),
        ("IoDeleteDevice.entry { if ($2) abort \"x\"; }", "`IoDeleteDevice` has 1 parameters"),
        ("IoDeleteDevice.entry { if ($return) abort \"x\"; }", "there is no result"),
        ("IoDeleteDevice.entry { $1->Flags = 0; abort \"x\"; }", "a rule must not write"),
        ("IoDeleteDevice.entry { pdevobj = 0; abort \"x\"; }", "must not write `pdevobj`"),
        ("IoDeleteDevice.entry { IoDeleteDevice($1); abort \"x\"; }", "whose events it handles"),
        ("IoDeleteDevice.entry { if (nothing) abort \"x\"; }", "`nothing`"),
        ("IoDeleteDevice.entry { if ($1 { abort \"x\"; } }", ":1:"),
    ];
    for (text, message) in cases {
        folder.write("Broken.slic", text);
        let output = folder.run(&[
            "verify",
            &driver,
            "--platform",
            &platform,
            "--rules",
            "Broken.slic,DeviceInitializing",
        ]);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(said.contains("Broken.slic:1:"), "{text}: {said}");
        assert!(said.contains(message), "{text}: {said}");
        assert!(said.contains("1 proved"), "{text}: {said}");
    }
}

/// A run that is killed at any moment goes on where it was, and ends with the same table.
#[cfg(unix)]
#[test]
fn a_killed_run_resumes() {
    let table = |output: &Output| {
        let text = String::from_utf8_lossy(&output.stdout).replace(" (unchanged)", "");
        let lines = text.lines().filter(|line| line.contains("add-device"));
        lines.map(|line| line.trim_end().to_owned()).collect::<Vec<_>>()
    };
    let (driver, platform) = cogent("forgets.c");
    let args = ["verify", "-q", &driver, "--platform", &platform];
    let whole = table(&Folder::new().run(&args));
    assert_eq!(whole.len(), 4, "{whole:?}");
    for milliseconds in [30, 150, 400, 700] {
        let folder = Folder::new();
        let mut child = folder.command(&args).stdout(Stdio::null()).spawn().expect("a process");
        std::thread::sleep(Duration::from_millis(milliseconds));
        // SIGKILL, which nobody can catch.
        child.kill().expect("killed");
        child.wait().expect("gone");
        assert_eq!(table(&folder.run(&args)), whole, "killed after {milliseconds} ms");
    }
}

/// Events happen however a function is declared, defined and called.
#[test]
fn events_are_not_missed() {
    const HEAD: &str =
        "#include <pthread.h>\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n";
    let cases = [
        // `main` without a prototype ends, too.
        ("Mutex", "int main() { pthread_mutex_lock(&m); return 0; }", "defect"),
        ("Mutex", "int main(argc) int argc; { pthread_mutex_lock(&m); return argc; }", "defect"),
        // Through pointers, and out of a table.
        (
            "Mutex",
            "int main(void) { int (*f)(pthread_mutex_t *) = pthread_mutex_unlock;
             pthread_mutex_lock(&m); f(&m); return 0; }",
            "proved",
        ),
        (
            "Mutex",
            "static int (*const table[])(pthread_mutex_t *) = { pthread_mutex_lock, pthread_mutex_unlock };
             int main(void) { table[0](&m); table[1](&m); table[1](&m); return 0; }",
            "defect",
        ),
        // In the middle of expressions; arguments are evaluated once.
        (
            "Mutex",
            "int main(void) { pthread_mutex_t *p = &m; int n = 0;
             if (pthread_mutex_lock((n++, p)) == 0 && n == 1) pthread_mutex_unlock(p); return 0; }",
            "proved",
        ),
        // Recursion, and several functions deep.
        (
            "Mutex",
            "static void down(int n) { if (n > 0) down(n - 1); else pthread_mutex_lock(&m); }
             int main(void) { down(2); pthread_mutex_unlock(&m); return 0; }",
            "proved",
        ),
        // A function of the program's own that has the name and means something else.
        (
            "DescriptorChecked",
            "struct door { int is_open; };
             static int close(struct door *d) { d->is_open = 0; return 0; }
             int main(void) { struct door d = { 1 }; return close(&d); }",
            "not-applicable",
        ),
        // Never declared.
        ("DescriptorChecked", "int main(void) { close(-1); return 0; }", "defect"),
    ];
    let folder = Folder::new();
    for (n, (rule, text, expected)) in cases.iter().enumerate() {
        let name = format!("p{n}.c");
        let head = if *rule == "Mutex" { HEAD } else { "" };
        folder.write(&name, &format!("{head}{text}\n"));
        let (answers, _) = folder.answers(&[&name, "--platform", "posix", "--rules", rule]);
        let answer = answers.values().next().cloned().unwrap_or_default();
        assert_eq!(&answer, expected, "{text}");
    }
}

const LOCK: &str = "\
rule \"A lock is taken and given back in turn\";
state {
  enum { unlocked, locked } is = unlocked;
  int count = 0;
} watch acquire.$1;
acquire.entry [guard $1] {
  if (is == locked) abort \"taken twice\";
  is = locked;
  count++;
}
release.exit [guard $1] {
  if ($return && is == unlocked) abort \"given back twice\";
  is = unlocked;
}
";

/// The same rules on Boogie programs: a violation, a proof for every number of rounds, and what cannot be said.
#[test]
fn rules_instrument_boogie_programs() {
    let folder = Folder::new();
    let program = |last: &str| {
        format!(
            "procedure acquire(l: int);
procedure release(l: int) returns (ok: bool);
implementation release(lock: int) returns (done: bool) {{ done := true; }}
procedure {{:entrypoint}} main(n: int)
  requires n >= 0;
{{
  var i: int;
  var b: bool;
  i := 0;
  call acquire(1);
  while (i < n) {{
    call b := release(1);
    if (i < n - 1) {{ call acquire(1); }}
    i := i + 1;
  }}
  {last}
}}
"
        )
    };
    folder.write("lock.slic", LOCK);
    folder.write("bad.bpl", &program("call b := release(1);"));
    folder.write("good.bpl", &program("if (n == 0) { call b := release(1); }"));
    folder.write("other.bpl", "procedure main() { assert false; }");
    let answer = |file: &str| {
        let (answers, code) = folder.answers(&[file, "--rules", "lock.slic"]);
        (answers.values().next().cloned().unwrap_or_default(), code)
    };
    assert_eq!(answer("bad.bpl"), ("defect".to_owned(), 10));
    assert_eq!(answer("good.bpl"), ("proved".to_owned(), 0));
    assert_eq!(answer("other.bpl"), ("not-applicable".to_owned(), 0));
    folder.write("lock.slic", &LOCK.replace("count++", "count = count / 2"));
    let output = folder.run(&["verify", "good.bpl", "--rules", "lock.slic"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("lock.slic:9:"), "{said}");
}

/// A suite has programs with platforms and rules of their own; one that cannot be read costs the others nothing.
#[test]
fn a_suite_has_several_programs() {
    let folder = Folder::new();
    let (driver, platform) = cogent("clears.c");
    let example = root().join("platforms/posix/examples/Mutex_bad.c");
    folder.write("broken.c", "int main(void) { return x; }\n");
    let text = format!(
        "platform = \"posix\"\nrules = [\"Mutex\"]\n\
         [[driver]]\nname = \"a\"\nsources = [\"{}\"]\n\
         [[driver]]\nname = \"b\"\nsources = [\"{driver}\"]\nplatform = \"{platform}\"\nrules = [\"DeviceInitializing\"]\n\
         [[driver]]\nname = \"c\"\nsources = [\"broken.c\"]\n",
        example.display()
    );
    folder.write("suite.toml", &text);
    let (answers, code) =
        folder.answers(&["--suite", "suite.toml", "--jobs", "2", "--report", "out"]);
    let expected = [
        ("a Mutex main", "defect"),
        ("b DeviceInitializing add-device", "proved"),
        ("c Mutex main", "error"),
    ];
    let expected: BTreeMap<String, String> =
        expected.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
    assert_eq!(answers, expected);
    assert_eq!(code, 10);
    let written = std::fs::read_to_string(folder.0.join("out/results.json")).expect("a report");
    assert!(written.contains("broken.c:1:"), "the place of the error is in the report");
}

/// Formatting is idempotent and keeps what a rule says; the rules that come with Lariat are formatted.
#[test]
fn rules_are_formatted() {
    let folder = Folder::new();
    folder.write(
        "a.slic",
        "state {\nint x = 0;   \n}\n\n\n\nf.entry {\nif (x)\n{ abort \"twice\"; }\nx = 1;\n}\n",
    );
    assert_eq!(folder.run(&["rules", "fmt", "a.slic"]).status.code(), Some(0));
    let text = std::fs::read_to_string(folder.0.join("a.slic")).expect("a rule");
    assert_eq!(
        text,
        "state {\n  int x = 0;\n}\n\nf.entry {\n  if (x)\n  { abort \"twice\"; }\n  x = 1;\n}\n"
    );
    for platform in std::fs::read_dir(root().join("platforms")).expect("platforms") {
        let rules = platform.expect("a platform").path().join("rules");
        let files: Vec<String> = std::fs::read_dir(rules)
            .into_iter()
            .flatten()
            .map(|file| file.expect("a rule").path().to_string_lossy().into_owned())
            .collect();
        let args: Vec<&str> = ["rules", "fmt", "--check"]
            .into_iter()
            .chain(files.iter().map(String::as_str))
            .collect();
        let output = folder.run(&args);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(0), "not formatted: {said}");
    }
}
