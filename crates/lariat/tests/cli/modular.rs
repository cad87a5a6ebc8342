//! Modular verification, and the drop-in for Boogie as a process.

use crate::support::{Folder, Ran};

/// A caller that needs more than the contract of `half` says, a loop without an invariant, and a bug.
const BANK: &str = "\
procedure half(n: int) returns (r: int) requires n >= 0; ensures r <= n; { r := n div 2; }
procedure user() { var a: int; call a := half(10); assert a == 5; }
procedure count() { var i: int; i := 0; while (i < 3) { i := i + 1; } assert i == 3; }
procedure wrong(n: int) { var a: int; call a := half(n); }
procedure {:inline 1} three() returns (r: int) { r := 3; }
procedure right() { var a: int; call a := three(); assert a == 3; call a := half(a); assert a <= 3; }
";

#[test]
fn contracts_stand_for_calls() {
    let ran = Folder::with(BANK).run(&["modular", "p.bpl"]);
    ran.expect(10, &["2 verified, 3 failing", "p.bpl:6:11: right: verified", "p.bpl:4:39"]);
    let ran = Folder::with(BANK).run(&["modular", "p.bpl", "--procedure", "r*"]);
    ran.expect(0, &["1 verified, 0 failing"]);
    Folder::with("procedure p() { x := 1; }").run(&["modular", "p.bpl"]).expect(2, &["p.bpl:1:17"]);
}

#[test]
fn a_missing_contract_is_no_bug() {
    let ran = Folder::with(BANK).run(&["modular", "p.bpl", "--explain"]);
    assert_eq!(ran.out.matches("a contract or an invariant").count(), 2, "{}", ran.out);
    assert_eq!(ran.out.matches("the code fails here").count(), 1, "{}", ran.out);
}

#[test]
fn boogie_as_a_process() {
    let folder = Folder::with(BANK);
    let ran = folder.run(&["boogie", "p.bpl", "/boogie-version:2.4.1"]);
    ran.expect(
        0,
        &[
            "p.bpl(4,39): Error: A precondition for this call might not hold.\n",
            "p.bpl(1,41): Related location: This is the precondition that might not hold.\n",
            "Boogie program verifier finished with 2 verified, 3 errors\n",
        ],
    );
    folder.run(&["boogie", "-version"]).expect(0, &["Boogie program verifier version 3.5.6.0,"]);
    folder.run(&["boogie", "p.bpl", "/frobnicate"]).expect(1, &["the flag /frobnicate"]);
    folder.run(&["boogie", "none.bpl"]).expect(0, &["Error opening file \"none.bpl\""]);
    folder.write("bad.bpl", "procedure p() { x := 1; }");
    folder
        .run(&["boogie", "bad.bpl"])
        .expect(0, &["bad.bpl(1,17): Error:", "errors detected in bad.bpl"]);
}

#[cfg(unix)]
#[test]
fn boogie_under_its_name_with_the_program_on_standard_input() {
    let folder = Folder::new();
    let link = folder.path().join("boogie");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_lariat"), &link).expect("a link");
    folder.write("program", "procedure p(x: int) { assert x > 0; }\n");
    let output = std::process::Command::new(&link)
        .args(["/errorTrace:0", "stdin.bpl"])
        .current_dir(folder.path())
        .stdin(std::fs::File::open(folder.path().join("program")).expect("a file"))
        .output()
        .expect("it runs");
    Ran::from(output).expect(
        0,
        &[
            "stdin.bpl(1,23): Error: this assertion could not be proved\n\n",
            "0 verified, 1 error\n",
        ],
    );
}
