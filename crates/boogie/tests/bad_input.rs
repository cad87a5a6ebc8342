//! Input that is no program gets a clear answer: no panic, no overflow of the stack, no
//! endless run.

mod common;

use common::{diagnose, errors, parse_text};
use lariat_boogie::{CheckOptions, SourceMap, check, parse, print};

const DEEP: usize = 100_000;

#[test]
fn the_empty_file_is_a_program() {
    assert_eq!(errors(""), Vec::<String>::new());
    assert_eq!(errors("\u{feff}"), Vec::<String>::new());
    assert_eq!(errors(" \r\n\t"), Vec::<String>::new());
    assert!(parse(&SourceMap::new()).is_ok());
}

#[test]
fn binary_files_are_rejected_with_few_messages() {
    let mut random = common::Random::new(7);
    let bytes: Vec<u8> = (0..200_000).map(|_| random.next() as u8).collect();
    let mut sources = SourceMap::new();
    sources.add_bytes("noise", &bytes).unwrap();
    let parsed = parse(&sources);
    assert!(!parsed.is_ok());
    assert!(parsed.diagnostics.len() <= 110, "{}", parsed.diagnostics.len());
    for diagnostic in &parsed.diagnostics {
        assert!(diagnostic.one_line(&sources).starts_with("noise("));
    }
    assert!(!parse_text("\0\0\0").is_ok());
}

#[test]
fn ten_megabytes_on_one_line() {
    let mut text = String::from("const c: int; axiom c > 0");
    while text.len() < 10_000_000 {
        text.push_str(" && c + 1 > 0");
    }
    text.push(';');
    assert_eq!(errors(&text), Vec::<String>::new());
    let broken = text + " axiom ;";
    let found = errors(&broken);
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("1:100000"), "{found:?}");
}

/// `open` 100,000 times, `middle`, `close` as often.
fn nested(before: &str, open: &str, middle: &str, close: &str, after: &str) -> String {
    format!("{before}{}{middle}{}{after}", open.repeat(DEEP), close.repeat(DEEP))
}

#[test]
fn deep_nesting_is_reported() {
    let cases = [
        nested("axiom ", "(", "true", ")", ";"),
        nested("axiom ", "!", "true", "", ";"),
        nested("axiom ", "-", "3", "", " == 3;"),
        nested("axiom ", "- -", "3", "", " == 3;"),
        nested("axiom ", "old(", "true", ")", ";"),
        nested("axiom ", "f(", "3", ")", ";"),
        nested("axiom ", "m[", "3", "]", ";"),
        nested("axiom ", "m[3 := ", "3", "]", ";"),
        nested("axiom ", "x->(f := ", "3", ")", ";"),
        nested("axiom ", "(forall x: int :: ", "true", ")", ";"),
        nested("axiom ", "(lambda x: int :: ", "true", ")", ";"),
        nested("axiom ", "(var x := 1; ", "true", ")", ";"),
        nested("axiom ", "(var x := ", "1", "; x)", ";"),
        nested("axiom ", "if ", "true", " then 1 else 2", ";"),
        nested("axiom ", "if true then ", "1", " else 2", ";"),
        nested("axiom ", "(1 + ", "1", ")", " > 0;"),
        nested("axiom ", "true && (", "true", ")", ";"),
        nested("axiom ", "|{ a: return ", "true", "; }|", ";"),
        nested("axiom ", "(forall x: int :: {:a ", "1", "} true)", ";"),
        nested("axiom ", "(forall x: int :: { ", "1", " } true)", ";"),
        nested("var x: ", "[int]", "int", "", ";"),
        nested("var x: ", "[", "int", "]int", ";"),
        nested("var x: ", "(", "int", ")", ";"),
        nested("var x: ", "<a>[a]", "int", "", ";"),
        nested("var x: ", "C (", "int", ")", ";"),
        nested("procedure p() { ", "if (*) { ", "", "}", "}"),
        nested("procedure p() { ", "while (*) { ", "", "}", "}"),
        nested("procedure p() { ", "if (*) { } else ", "if (*) { }", "", "}"),
        nested("procedure p() { ", "{ ", "", "}", "}"),
    ];
    for text in cases {
        let found = diagnose(&text);
        let start: String = text.chars().take(40).collect();
        assert!(
            found.iter().any(|d| d.code == "nesting" && d.help.is_some()),
            "{start}: {found:?}"
        );
        assert!(found.len() <= 2, "{start}: {found:?}");
        // What was read up to there can be printed and checked without harm.
        let parsed = parse_text(&text);
        print(&parsed.program);
        check(&parsed.program, &CheckOptions::default());
    }
}

/// What the parser lets through must not exhaust the stack of the checker or the printer.
#[test]
fn nesting_just_below_the_bound() {
    let deep = |before: &str, open: &str, middle: &str, close: &str, after: &str| {
        let levels = lariat_boogie::MAX_DEPTH as usize - 10;
        format!("{before}{}{middle}{}{after}", open.repeat(levels), close.repeat(levels))
    };
    let declared = "const m: [int]int; function f(x: int): int; axiom ";
    let cases = [
        deep("axiom ", "!(true && ", "true", ")", ";"),
        deep("axiom ", "(forall<a> x: int, y: [int]a :: { f(x) } ", "true", ")", ";"),
        deep("axiom ", "(lambda x: int :: ", "true", ")", ";"),
        deep("axiom ", "(var x := ", "1", "; x)", ";"),
        deep("axiom ", "if ", "true", " then true else false", ";"),
        deep("axiom ", "|{ a: return ", "true", "; }|", ";"),
        deep(declared, "f(", "3", ")", " == 3;"),
        deep(declared, "m[", "3", "]", " == 3;"),
        deep(declared, "m[0 := ", "3", "][0]", " == 3;"),
        deep("var x: ", "<a>[a]", "int", "", ";"),
        deep("type C a; var x: ", "C (", "int", ")", ";"),
        deep("procedure p() { ", "while (*) { ", "", "}", "}"),
        deep("procedure p() { ", "if (*) { } else ", "if (*) { }", "", "}"),
    ];
    for text in cases {
        let parsed = parse_text(&text);
        let start: String = text.chars().take(60).collect();
        if parsed.is_ok() {
            check(&parsed.program, &CheckOptions::default());
            let printed = print(&parsed.program);
            assert_eq!(print(&parse_text(&printed).program), printed, "{start}");
        } else {
            assert!(parsed.diagnostics.iter().any(|d| d.code == "nesting"), "{start}");
        }
    }
}

#[test]
fn long_chains_are_no_nesting() {
    let chain = |item: &str, op: &str| vec![item; DEEP].join(op);
    let cases = [
        format!("const a: int; axiom {} > 0;", chain("a", " + ")),
        format!("const a: int; axiom {} > 0;", chain("a", " * ")),
        format!("const a: real; axiom {} > 0.0;", chain("a", " ** ")),
        format!("const a: bool; axiom {};", chain("a", " && ")),
        format!("const a: bool; axiom {};", chain("a", " ==> ")),
        format!("const a: bool; axiom {};", chain("a", " <== ")),
        format!("const a: bool; axiom {};", chain("a", " <==> ")),
        format!("const a: bv0; axiom {} == a;", chain("a", " ++ ")),
        format!("const m: [int]int; axiom m{}[0] == 0;", "[1 := 2]".repeat(DEEP)),
        format!("const a: int; axiom a{} == a;", " : int".repeat(DEEP)),
        format!(
            "datatype T {{ C(f: T), N() }} const a: T; axiom a{} == a{};",
            "->f".repeat(DEEP),
            "->(f := a)".repeat(DEEP)
        ),
        format!("const a: bool; axiom {} a;", "if a then a else ".repeat(DEEP)),
        format!(
            "function f(a: int): int; axiom (forall x: int :: {{ {} }} true);",
            chain("f(x)", ", ")
        ),
        format!("procedure p() {{ {} }}", "assert true;".repeat(DEEP)),
        format!("type {};", (0..DEEP).map(|i| format!("t{i}")).collect::<Vec<_>>().join(", ")),
    ];
    for text in cases {
        let found = errors(&text);
        let start: String = text.chars().take(60).collect();
        assert!(found.is_empty(), "{start}: {found:?}");
        let parsed = parse_text(&text);
        let printed = print(&parsed.program);
        assert_eq!(print(&parse_text(&printed).program), printed, "{start}");
    }
}

#[test]
fn long_synonym_chains_and_cycles() {
    // Each synonym uses the next one, so that the first needs all of them.
    let deep: String = (0..20_000).map(|i| format!("type s{i} = [int]s{};", i + 1)).collect();
    let found = errors(&format!("{deep} type s20000 = int; var x: s0;"));
    assert!((1..=100).contains(&found.len()), "{}", found.len());
    // Types that double in size with each synonym stay small in memory.
    let wide: String =
        (0..60).map(|i| format!("type d{i} = Pair d{} d{};", i + 1, i + 1)).collect();
    let text = format!("type Pair a b; {wide} type d60 = int; var x: d0, y: d0;");
    let text = text + "procedure p() { assert x == y; assert x == 3; }";
    let found = errors(&text);
    assert!((1..=10).contains(&found.len()), "{}", found.len());
    assert!(found.iter().all(|message| message.len() < 10_000));
}

#[test]
fn inferred_types_that_double_in_size() {
    let text = nested_calls(60);
    let found = errors(&text);
    assert!((1..=10).contains(&found.len()), "{found:?}");
    assert!(errors(&nested_calls(8)).is_empty());
}

fn nested_calls(depth: usize) -> String {
    let (open, close) = ("twice(".repeat(depth), ")".repeat(depth));
    format!(
        "type Pair a b; function twice<a>(x: a): Pair a a; axiom {open}3{close} == {open}3{close};"
    )
}

#[test]
fn many_duplicates_are_reported_in_bounded_number() {
    let text = "const c: int;".repeat(10_000);
    let found = errors(&text);
    assert!((1..=101).contains(&found.len()), "{}", found.len());
}

#[test]
fn bit_numbers_and_widths_that_do_not_fit() {
    for text in [
        "axiom 1bv99999999999 == 1bv1;",
        "axiom 1bv8[99999999999:0] == 1bv1;",
        "var x: bv99999999999;",
        "axiom 0x1.0e0f99999999999e8 == 0x1.0e0f24e8;",
        "axiom 0bv2147483647 ++ 0bv2147483647 == 0bv1;",
    ] {
        assert_eq!(errors(text).len(), 1, "{text}");
    }
}

#[test]
fn several_sources_make_one_program() {
    let mut sources = SourceMap::new();
    sources.add("a.bpl", "procedure p() {\n  call q(); }").unwrap();
    sources.add("b.bpl", "procedure q();\nprocedure p();").unwrap();
    let parsed = parse(&sources);
    assert!(parsed.is_ok());
    let checked = check(&parsed.program, &CheckOptions::default());
    let messages: Vec<_> = checked.diagnostics.iter().map(|d| d.one_line(&sources)).collect();
    assert_eq!(messages, ["b.bpl(2,11): error: procedure `p` is declared twice"]);
    let (note, _) = &checked.diagnostics[0].notes[0];
    assert_eq!(sources.locate(note.start).file, "a.bpl");
}

/// Long lists must not cost the square of their length.
#[test]
fn long_lists() {
    let names = |prefix: &str, n: usize| -> String {
        (0..n).map(|i| format!("{prefix}{i}")).collect::<Vec<_>>().join(", ")
    };
    let many = 50_000;
    let xs = names("x", many);
    let zeros = vec!["0"; many].join(", ");
    let text = format!(
        "procedure p() {{ var {xs}: int; call {xs} := q(); {xs} := {zeros}; havoc {xs}; \
           assert (forall {}: int :: {{ f({}) }} true); }}
         procedure q() returns ({xs}: int);
         function f({xs}: int): int;
         datatype D {{ C({xs}: int) }}
         procedure r() {{ {} }}",
        names("y", many),
        names("y", many),
        (0..many).map(|i| format!("L{i}: goto L{i};")).collect::<String>(),
    );
    assert_eq!(errors(&text), Vec::<String>::new());
}
