//! Lines that start with `#`: text that is left out, and where text came from.

use lariat_boogie::{SourceMap, parse};

fn names(files: &[&str]) -> Vec<String> {
    let mut sources = SourceMap::new();
    for (n, text) in files.iter().enumerate() {
        sources.add(format!("f{n}.bpl"), *text).expect("a text");
    }
    let parsed = parse(&sources);
    let lines: Vec<String> = parsed.diagnostics.iter().map(|d| d.one_line(&sources)).collect();
    assert!(parsed.is_ok(), "{lines:?}");
    let program = &parsed.program;
    let name = |decl: &lariat_boogie::ast::Decl| match decl {
        lariat_boogie::ast::Decl::Procedure(d) => program.text(d.name.symbol).to_owned(),
        _ => String::new(),
    };
    program.decls.iter().map(name).collect()
}

#[test]
fn conditions_leave_text_out() {
    let text = "#if FILE_0\nprocedure A();\n#else\nprocedure B();\n#endif\nprocedure C();\n";
    assert_eq!(names(&[text]), ["A", "C"]);
    assert_eq!(names(&["procedure Z();", text]), ["Z", "B", "C"]);
    let nested = "#if X\n ( junk\n#if FILE_0\n junk\n#else\n junk\n#endif\n#elsif !X\nprocedure A();\n#else\n junk\n#endif\nprocedure B();";
    assert_eq!(names(&[nested]), ["A", "B"]);
    assert_eq!(
        names(&["#if FILE_0\nprocedure A();\n#elsif FILE_0\njunk\n#else\njunk\n#endif"]),
        ["A"]
    );
}

#[test]
fn a_condition_without_an_end_is_an_error() {
    let sources = SourceMap::single("f.bpl", "#if X\nprocedure A();\n").expect("a text");
    assert!(!parse(&sources).is_ok());
}

#[test]
fn lines_say_where_text_came_from() {
    let text = "procedure A();\n#line 100 foo.c\nprocedure B();\nprocedure C();\n#line 7\nprocedure D();\n#line 1 \"bar.c\"\nprocedure E();";
    let sources = SourceMap::single("f.bpl", text).expect("a text");
    let at = |name: &str| {
        let place = sources.locate(text.find(name).expect("a name") as u32);
        format!("{}:{}", place.file, place.line)
    };
    let found = ["A(", "B(", "C(", "D(", "E("].map(at);
    assert_eq!(found, ["f.bpl:1", "foo.c:100", "foo.c:101", "foo.c:7", "bar.c:1"]);
}
