//! Proofs about all elements of arrays, and none where one element is wrong.

use crate::support::Folder;

const HEAD: &str = "\
void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void check(int ok) { if (!ok) reach_error(); }
int a[100000], b[100000];
int main(void) {
  int i, j = 0, same = 1;
";

/// What `main` may do: all elements are right.
const RIGHT: [&str; 5] = [
    "for (i = 0; i < 100000; i++) a[i] = 42; for (i = 0; i < 100000; i++) check(a[i] == 42);",
    "for (i = 0; i < 100000; i++) b[i] = a[i]; for (i = 0; i < 100000; i++) check(b[i] == a[i]);",
    "for (i = 99999; i >= 0; i--) a[i] = i; for (i = 0; i < 100000; i++) check(a[i] == i);",
    "for (i = 0; i < 100000; i++) a[i] = 1; a[7] = 2;
     for (i = 0; i < 100000; i++) check(a[i] == 1 || a[i] == 2);",
    "for (i = 0; i < 100000; i++) if (a[i] != b[i]) same = 0;
     if (same) for (i = 0; i < 100000; i++) check(a[i] == b[i]);",
];

/// Almost the same, and some element is wrong, far behind the bound.
const WRONG: [&str; 7] = [
    "for (i = 0; i < 99999; i++) a[i] = 42; for (i = 0; i < 100000; i++) check(a[i] == 42);",
    "for (i = 0; i < 100000; i++) a[i] = i; for (i = 1; i < 100000; i++) b[i] = a[i - 1];
     for (i = 1; i < 100000; i++) check(b[i] == a[i]);",
    "for (i = 99999; i > 0; i--) a[i] = i + 1;
     for (i = 0; i < 100000; i++) check(a[i] == i + 1);",
    "for (i = 0; i < 100000; i++) a[i] = 1; a[7] = 2;
     for (i = 0; i < 100000; i++) check(a[i] == 1);",
    "for (i = 0; i < 100000; i++) a[i] = i % 2;
     for (i = 0; i < 100000; i++) { same = 1; if (a[i] != b[i]) same = 0; }
     if (!same) for (i = 0; i < 100000; i++) check(a[i] != b[i]);",
    "for (i = 0; i < 100000; i += 2) a[i] = 5;
     for (i = 0; i < 100000; i++) check(a[i] == 5);",
    "for (i = 0; i < 100000; i++) b[i] = 3;
     j = __VERIFIER_nondet_int(); if (j > 90000 && j < 100000) b[j] = 4;
     for (i = 0; i < 100000; i++) check(b[i] == 3);",
];

#[test]
fn elements_are_proved_one_for_all() {
    let folder = Folder::new();
    for (n, body) in RIGHT.iter().enumerate() {
        let file = format!("right{n}.c");
        folder.write(&file, format!("{HEAD}{body} return j; }}\n"));
        let ran = folder.run(&["check", &file, "--execute", "off", "--prove-for", "60s"]);
        ran.expect(0, &["proved"]);
    }
}

#[test]
fn a_wrong_element_is_not_proved() {
    let folder = Folder::new();
    for (n, body) in WRONG.iter().enumerate() {
        let file = format!("wrong{n}.c");
        folder.write(&file, format!("{HEAD}{body} return j; }}\n"));
        let ran = folder.run(&["check", &file, "--execute", "off", "--prove-for", "3s"]);
        ran.expect(5, &["no bug within recursion bound 3"]);
    }
}
