//! `bench`: lists, limits, resuming, and what it says of wrong verdicts.

use crate::support::{Folder, HARD, LOCK, RIGHT};

fn list() -> Folder {
    let folder = Folder::new();
    folder.write("set/lock.bpl", LOCK);
    folder.write("set/right.bpl", RIGHT);
    folder.write("set/hard.bpl", HARD);
    folder.write(
        "set.tsv",
        "file\tverdict\tother_verdict\tother_s\n\
         lock.bpl\tbug\tbug\t12.5\n\
         right.bpl\tnobug\tbounded\t0.5\n\
         hard.bpl\tunsolved\ttimeout\t3600\n",
    );
    folder
}

#[test]
fn runs_a_list_and_resumes() {
    let folder = list();
    let ran = folder.run(&["bench", "set.tsv", "--limit", "1", "--filter", "lock"]);
    ran.expect(0, &["1 of 1 instances", "no disagreement"]);
    let ran = folder.run(&["bench", "set.tsv", "--limit", "1", "--plot", "set.svg"]);
    ran.expect(
        0,
        &["1 of 3 instances are", "solved     2: 1 bugs, 1 proved", "not solved 1", "other"],
    );
    let table = folder.read("set.results.tsv");
    let rows: Vec<Vec<&str>> = table.lines().skip(2).map(|l| l.split('\t').collect()).collect();
    assert_eq!(rows.len(), 3, "{table}");
    let verdicts: Vec<(&str, &str, &str)> = rows.iter().map(|r| (r[0], r[2], r[9])).collect();
    assert_eq!(
        verdicts,
        [("lock.bpl", "bug", "yes"), ("right.bpl", "proved", "yes"), ("hard.bpl", "unknown", "-")]
    );
    assert!(folder.read("set.svg").contains("</svg>"));
    // Everything is known now: nothing runs, and the file stays as it is.
    folder.run(&["bench", "set.tsv", "--limit", "1"]).expect(0, &["3 of 3 instances are"]);
    assert_eq!(folder.read("set.results.tsv"), table);
    // A last line that was cut off is done again.
    folder.write("set.results.tsv", &table[..table.len() - 30]);
    folder.run(&["bench", "set.tsv", "--limit", "1"]).expect(0, &["2 of 3 instances are"]);
    assert_eq!(folder.read("set.results.tsv").lines().count(), 5);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_is_taken_up_again() {
    let folder = list();
    let args = ["bench", "set.tsv", "--limit", "60", "-q"];
    let mut command = folder.command(&args);
    let mut child = command.stdout(std::process::Stdio::null()).spawn().expect("the binary runs");
    // Until the two easy ones are done.
    let started = std::time::Instant::now();
    let done = || folder.read_if_there("set.results.tsv").lines().count() >= 4;
    while !done() && started.elapsed().as_secs() < 20 {
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    let process = libc::pid_t::try_from(child.id()).expect("a process number");
    // SAFETY: the process is our own child and was not waited for yet.
    unsafe { libc::kill(process, libc::SIGINT) };
    let sent = std::time::Instant::now();
    assert_eq!(child.wait().expect("an end").code(), Some(5));
    assert!(sent.elapsed().as_millis() < 1500, "{:?}", sent.elapsed());
    let known = folder.read("set.results.tsv");
    assert!(known.contains("right.bpl") && !known.contains("hard.bpl"), "{known}");
    let again = ["bench", "set.tsv", "--limit", "60", "--filter", "lock|right"];
    folder.run(&again).expect(0, &["2 of 2 instances are"]);
}

#[test]
fn other_settings_do_not_mix() {
    let folder = list();
    folder.run(&["bench", "set.tsv", "--limit", "1", "--filter", "lock"]).expect(0, &[]);
    let other = ["bench", "set.tsv", "--limit", "2", "--filter", "lock"];
    folder.run(&other).expect(1, &["other settings", "--fresh"]);
    folder.run(&[&other[..], &["--fresh"]].concat()).expect(0, &["1 of 1 instances"]);
}

#[test]
fn wrong_verdicts_are_loud() {
    let folder = Folder::new();
    folder.write("lock.bpl", LOCK);
    folder.write("wrong.tsv", "file\texpected\nlock.bpl\ttrue\n");
    let ran = folder.run(&["bench", "wrong.tsv", "-q"]);
    assert_eq!(ran.code, 6);
    assert!(
        ran.out.contains("1 WRONG VERDICTS") && ran.out.contains("lock.bpl: bug, expected true"),
        "{}",
        ran.out
    );
    let ran = folder.run(&["bench", "wrong.tsv", "--out", "b.tsv", "--", "--recursion-bound", "1"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
}

#[test]
fn dumps_are_asked_for_their_return() {
    let folder = Folder::new();
    folder.write("d.bpl", "procedure {:entrypoint} main(x: int) { assume x == 1; }");
    folder.write("d.tsv", "file\tverdict\tcorral_or_verdict\tcorral_or_s\nd.bpl\tbug\tbug\t1.0\n");
    folder.run(&["bench", "d.tsv"]).expect(0, &["--goal return --recursion-bound 3", "1 bugs"]);
}

#[test]
fn bad_lists() {
    let folder = Folder::new();
    folder.run(&["bench", "none.tsv"]).expect(2, &["none.tsv"]);
    folder.write("bad.tsv", "name\nx\n");
    folder.run(&["bench", "bad.tsv"]).expect(2, &["no column `file`"]);
    folder.write("gone.tsv", "file\tverdict\ngone.bpl\tbug\n");
    folder.run(&["bench", "gone.tsv"]).expect(0, &["errors 1", "gone.bpl"]);
    folder.run(&["bench", "gone.tsv", "--filter", "("]).expect(1, &["regex"]);
}

/// A small experiment, its table and its picture.
fn experiment(name: &str, expected: &[&str]) -> (Folder, String) {
    let folder = Folder::new();
    let args = ["bench", "--experiment", name, "--size", "small", "--limit", "20"];
    let ran = folder.run(&[&args[..], &["--out", "e.tsv", "--plot", "e.svg", "-q"]].concat());
    ran.expect(0, expected);
    assert!(folder.read("e.svg").contains("</svg>"));
    let table = folder.read("e.tsv");
    (folder, table)
}

#[test]
fn experiment_static_vs_stratified() {
    let (_folder, table) = experiment(
        "static-vs-stratified",
        &["4 programs", "static 4, stratified 4, default 4", "median where both finish"],
    );
    assert_eq!(table.lines().count(), 5, "{table}");
    assert!(table.contains("exponential_depth4_fan2_bug\tfalse\tbug"), "{table}");
}

#[test]
fn experiment_refinement() {
    let (folder, table) = experiment(
        "refinement",
        &["met: sets that are not minimal 0", "met: default above Lemma 1, paths 0"],
    );
    // Each program has a path for each of its two relevant variables.
    assert_eq!(table.lines().count(), 5, "{table}");
    let programs = folder.read("e-programs.tsv");
    assert!(programs.contains("globals24_relevant2_depth2_fan2_safe\ttrue\tproved"), "{programs}");
    assert!(folder.read("e-programs.svg").contains("abstraction and refinement"));
}

#[test]
fn experiment_houdini() {
    let (_folder, table) =
        experiment("houdini", &["4 programs", "met: buggy programs proved 0", "correct?"]);
    assert_eq!(table.lines().count(), 5, "{table}");
}

#[test]
fn experiments_take_lists_of_dumps() {
    let folder = Folder::new();
    folder.write("d.bpl", "procedure {:entrypoint} main(x: int) { assume x == 1; }");
    folder.write("d.tsv", "file\tverdict\tcorral_or_verdict\tcorral_or_s\nd.bpl\tbug\tbug\t1.0\n");
    for name in ["static-vs-stratified", "houdini", "refinement"] {
        let args = ["bench", "d.tsv", "--experiment", name, "--filter", "^d"];
        folder
            .run(&[&args[..], &["--limit", "10", "--out", "e.tsv", "-q"]].concat())
            .expect(0, &[]);
        let table = folder.read(if name == "refinement" { "e-programs.tsv" } else { "e.tsv" });
        assert!(table.contains("d.bpl\tbug\tbug"), "{table}");
    }
}

#[test]
fn experiments_take_lists_too() {
    let folder = list();
    let args = ["bench", "set.tsv", "--experiment", "static-vs-stratified", "--limit", "10", "-q"];
    let ran = folder.run(&[&args[..], &["--filter", "lock"]].concat());
    ran.expect(0, &["1 programs", "table: static-vs-stratified.tsv"]);
    folder.run(&["bench"]).expect(1, &["LIST.tsv"]);
}

#[test]
fn a_sample_is_a_part_of_the_list() {
    let folder = list();
    let ran = folder.run(&["bench", "set.tsv", "--limit", "1", "--sample", "1", "-q"]);
    ran.expect(0, &["1 of 1 instances"]);
    // The one of middling difficulty.
    let table = folder.read("set.results.tsv");
    assert!(table.lines().count() == 3 && table.contains("\nlock.bpl\t"), "{table}");
}

#[test]
fn growth_is_measured() {
    let folder = Folder::new();
    let args =
        ["bench", "--experiment", "scaling", "--size", "small", "--filter", "diamonds", "-q"];
    let ran = folder.run(&[&args[..], &["--plot", "growth.svg"]].concat());
    ran.expect(0, &["diamonds   tree", "met: diamonds as a tree", "met: diamonds as a graph"]);
    assert_eq!(folder.read("scaling.tsv").lines().count(), 7);
    assert!(folder.read("growth.svg").ends_with("</svg>\n"));
}

#[test]
fn assumptions_are_in_the_last_column() {
    let folder = list();
    folder.write(
        "set/sum.c",
        "extern unsigned __VERIFIER_nondet_uint(void);\nvoid reach_error(void);\n\
         int main(void) { unsigned a = __VERIFIER_nondet_uint(); if (a + 1 < a) reach_error(); return 0; }\n",
    );
    folder.write("set.tsv", "file\texpected\nsum.c\ttrue\nright.bpl\ttrue\n");
    let ran = folder.run(&["bench", "set.tsv", "-q", "--", "--no-wrap"]);
    ran.expect(0, &["2 of 2 instances", "no disagreement"]);
    let table = folder.read("set.results.tsv");
    let last: Vec<&str> = table.lines().skip(1).filter_map(|l| l.rsplit('\t').next()).collect();
    assert_eq!(last.len(), 3, "{table}");
    assert_eq!((last[0], last[2]), ("assumptions", ""), "{table}");
    assert!(last[1].contains("no integer overflows"), "{table}");
}

#[cfg(unix)]
#[test]
fn another_verifier_has_its_turn() {
    let folder = list();
    folder.write(
        "other.sh",
        "case $1 in *lock*) echo VERIFICATION FAILED;; *right*) sleep 0.1;; esac",
    );
    let args = ["bench", "set.tsv", "--limit", "1", "--filter", "lock|right", "--against"];
    let ran = folder.run(&[&args[..], &["sh other.sh {file}"]].concat());
    ran.expect(
        0,
        &[
            "against    sh other.sh {file}",
            "answered by both 1, by lariat alone 1, by the other alone 0",
            "where both answer, the other takes",
        ],
    );
    let table = folder.read("set.results.against.tsv");
    let rows: Vec<Vec<&str>> = table.lines().skip(2).map(|l| l.split('\t').collect()).collect();
    let verdicts: Vec<(&str, &str)> = rows.iter().map(|r| (r[0], r[2])).collect();
    assert_eq!(verdicts, [("lock.bpl", "bug"), ("right.bpl", "unknown")]);
    // A run that was interrupted between the two is taken up again.
    let lines: Vec<&str> = table.lines().take(3).collect();
    folder.write("set.results.against.tsv", format!("{}\n", lines.join("\n")));
    folder
        .run(&[&args[..], &["sh other.sh {file}"]].concat())
        .expect(0, &["1 of 2 instances are", "answered by both 1"]);
    folder
        .run(&[&args[..], &["sh other.sh"]].concat())
        .expect(1, &["has no argument with `{file}`"]);
}
