//! Declarations that generated programs may need; only those that are used are written.

/// Builtin operations on two bit vectors, without the width.
pub const VECTOR_OPERATIONS: &[&str] = &[
    "bvadd", "bvsub", "bvmul", "bvand", "bvor", "bvxor", "bvshl", "bvlshr", "bvashr", "bvudiv",
    "bvurem", "bvsdiv", "bvsrem",
];

/// Builtin comparisons of two bit vectors, without the width.
pub const VECTOR_COMPARISONS: &[&str] = &["bvult", "bvule", "bvugt", "bvslt", "bvsle", "bvsge"];

/// The functions that a text calls, declared.
pub fn declarations(text: &str) -> String {
    let mut out = String::new();
    for width in 1..=3 {
        let mut declare = |name: &str, arguments: usize, result: &str| {
            let full = format!("{name}{width}");
            if text.contains(&format!("{full}(")) {
                let arguments = vec![format!("bv{width}"); arguments].join(", ");
                out += &format!(
                    "function {{:bvbuiltin \"{name}\"}} {full}({arguments}) returns ({result});\n"
                );
            }
        };
        for name in VECTOR_OPERATIONS {
            declare(name, 2, &format!("bv{width}"));
        }
        for name in VECTOR_COMPARISONS {
            declare(name, 2, "bool");
        }
        for name in ["bvnot", "bvneg"] {
            declare(name, 1, &format!("bv{width}"));
        }
    }
    if text.contains("Shape") || text.contains(" is ") || text.contains("Dot(") {
        out += "datatype Shape { Dot(filled: bool), Box(side: bv1, open: bool), Nil() }\n";
    }
    if text.contains("odd(") || text.contains("flip(") {
        out += "function odd(b: bool) returns (bool);\n";
    }
    if text.contains("flip(") {
        out += "function flip(b: bool) returns (bool) { !b }\n";
        out += "axiom odd(true) != odd(false);\n";
    }
    if text.contains("other(") {
        out += "function other(b: bool) returns (bool);\n";
    }
    if text.contains("larger(") {
        out +=
            "function {:inline} larger(a: int, b: int) returns (int) { if a < b then b else a }\n";
    }
    if text.contains("sum(") {
        out += "function sum(a: int, b: int) returns (int) { a + b }\n";
    }
    if text.contains("small") {
        out += "const small: int;\naxiom small == 1 || small == 2;\n";
    }
    out
}
