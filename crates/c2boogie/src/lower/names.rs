//! Names in Boogie: those of C, where they are free and no words of the language.

use super::Lowering;

/// Words that cannot be names.
const RESERVED: &[&str] = &[
    "assert",
    "assume",
    "async",
    "axiom",
    "bool",
    "break",
    "call",
    "complete",
    "const",
    "datatype",
    "div",
    "else",
    "ensures",
    "exists",
    "extends",
    "false",
    "finite",
    "forall",
    "free",
    "function",
    "goto",
    "havoc",
    "hideable",
    "if",
    "implementation",
    "int",
    "invariant",
    "is",
    "lambda",
    "mod",
    "modifies",
    "old",
    "par",
    "procedure",
    "pure",
    "real",
    "requires",
    "return",
    "returns",
    "string",
    "rmode",
    "regex",
    "then",
    "true",
    "type",
    "unique",
    "uses",
    "var",
    "where",
    "while",
    "yield",
    "yields",
    "left",
    "right",
    "both",
    "atomic",
    "refines",
    "invariant",
    "measure",
    "preserves",
    "action",
    "async",
    "creates",
    "reveal",
    "hide",
    "push",
    "pop",
    "RNE",
    "RNA",
    "RTP",
    "RTN",
    "RTZ",
    "action",
    "Seq",
];

fn is_word(name: &str) -> bool {
    let bits =
        |p: &str| name.strip_prefix(p).is_some_and(|r| r.bytes().all(|b| b.is_ascii_digit()));
    RESERVED.contains(&name) || bits("bv") || name.starts_with("float")
}

impl Lowering<'_> {
    /// A name for a global or procedure.
    pub fn global_name(&mut self, name: &str) -> String {
        let base = if is_word(name) { format!("{name}'") } else { name.to_owned() };
        let count = self.global_names.entry(base.clone()).or_insert(0);
        *count += 1;
        match *count {
            1 => base,
            n => {
                let other = format!("{base}.{n}");
                self.global_name(&other)
            }
        }
    }

    /// A name for a local of the current procedure. Names of globals of C are not used, since
    /// globals may become known later.
    pub fn local_name(&mut self, name: &str) -> String {
        let base = if is_word(name) { format!("{name}'") } else { name.to_owned() };
        let count = self.frame.names.entry(base.clone()).or_insert(0);
        *count += 1;
        let n = *count;
        let is_global = self.c.names.get(name).is_some_and(|s| self.c_globals.contains(&s));
        match n {
            1 if !is_global => base,
            n => {
                let other = format!("{base}.{n}");
                self.local_name(&other)
            }
        }
    }
}
