//! Programs that a `compile_commands.json` describes.

use crate::support::Folder;

const MAIN: &str = "\
int next(int);
extern void reach_error(void);
int main(void) { if (next(2) != VALUE) reach_error(); return 0; }
";

/// The project with this value of `VALUE`, and further flags.
fn project(value: &str, flags: &str) -> Folder {
    let folder = Folder::new();
    folder.write("p/src/main.c", MAIN);
    folder.write("p/src/next.c", "#include \"step.h\"\nint next(int x) { return x + STEP; }\n");
    folder.write("p/include/step.h", "#define STEP 1\n");
    let text = format!(
        r#"[{{"directory": "src", "file": "main.c", "command": "cc -DVALUE={value} {flags} -c main.c"}},
            {{"directory": "src", "file": "next.c", "arguments": ["cc", "-I", "../include", "next.c"]}},
            {{"directory": "src", "file": "other.cpp", "command": "c++ other.cpp"}}]"#
    );
    folder.write("p/compile_commands.json", text);
    folder
}

#[test]
fn files_and_their_flags_are_taken_from_it() {
    let check = ["check", "p/compile_commands.json"];
    project("3", "").run(&check).expect(0, &["proved"]);
    project("4", "").run(&check).expect(10, &["reach_error is called", "main.c:3"]);
}

#[test]
fn what_does_not_fit_is_said() {
    let check = ["check", "p/compile_commands.json"];
    project("3", "-m32").run(&check).expect(2, &["compiled with -m32", "--data-model ILP32"]);
    let folder = Folder::new();
    folder.write("p/compile_commands.json", "{}");
    folder.run(&check).expect(2, &["not a compilation database"]);
    folder.write("p/compile_commands.json", "[]");
    folder.run(&check).expect(2, &["no C file is compiled there"]);
}
