//! What Microsoft's compiler accepts: names of included files, several units, declarations by role.

use lariat_c::preprocess::{Flag, Preprocessor};
use lariat_c::{DataModel, Source, read_program};
use std::path::PathBuf;

fn errors(units: &[&str]) -> String {
    let sources: Vec<Source<'_>> = units.iter().map(|text| Source { name: "x.c", text }).collect();
    let program = read_program(&sources, DataModel::Llp64);
    let errors = program.diagnostics.iter().filter(|d| d.is_error());
    errors.map(|d| d.as_lines(&program.files)).collect::<Vec<_>>().join("\n")
}

#[test]
fn records_of_two_units_are_assigned() {
    let header = "typedef struct _G { int a, b; } G; typedef union { int i; } U; extern const G g; int h(G, U);";
    let first = format!("{header} const G g = {{ 1, 2 }};");
    let second =
        format!("{header} G f(void) {{ G x = g; x = g; U u = {{ 1 }}; x.a = h(g, u); return g; }}");
    assert_eq!(errors(&[&first, &second]), "");
}

#[test]
fn an_enum_may_be_defined_behind_its_use() {
    let unit = "typedef enum _R R; int h(R r); enum _R { R0, R1 };";
    assert_eq!(errors(&[unit, unit]), "");
    let other = "typedef enum _R R; int h(R r);";
    assert_eq!(errors(&[unit, other]), "");
}

#[test]
fn a_function_may_have_other_pointers_than_its_role() {
    let role = "typedef int CB(void *context, int n); CB f; struct N { int x; };";
    let definition = format!("{role} int f(struct N *p, int n) {{ return p->x + n; }}");
    assert_eq!(errors(&[&definition]), "");
    assert!(errors(&[&format!("{role} int f(int n) {{ return n; }}")]).contains("conflicting"));
}

#[test]
fn any_of_several_definitions_is_selected() {
    let unit = "__declspec(selectany) const int id = 4; int f1(void) { return id; }";
    assert_eq!(errors(&[unit, &unit.replace("f1", "f2")]), "");
    let plain = unit.replace("__declspec(selectany)", "");
    assert!(errors(&[&plain, &plain.replace("f1", "f2")]).contains("twice"));
}

#[test]
fn names_of_included_files_have_any_case_and_backslashes() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("includes");
    std::fs::create_dir_all(folder.join("Sub/inner")).unwrap();
    std::fs::write(folder.join("Sub/inner/Thing.h"), "int thing;\n").unwrap();
    std::fs::write(folder.join("Sub/other.h"), "#include \"INNER\\THING.H\"\n").unwrap();
    let text =
        "#include \"sub\\Other.h\"\n#include \"trace.tmh\"\n__pragma(warning(push)) int last;\n";
    let file = folder.join("main.c");
    std::fs::write(&file, text).unwrap();
    let flags = vec![Flag::IncludeDirectory(folder.clone())];
    let preprocessor = Preprocessor { flags, ..Preprocessor::new(DataModel::Llp64) };
    let result = preprocessor.run(&file).unwrap();
    assert!(result.contains("int thing;") && result.contains("int last;"), "{result}");
    assert!(result.contains("Sub/inner/Thing.h"), "places are those of the real file: {result}");
    std::fs::write(&file, "#include \"nowhere.h\"\n").unwrap();
    assert!(preprocessor.run(&file).is_err());
}
