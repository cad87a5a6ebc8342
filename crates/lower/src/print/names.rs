//! Legal names, unique in their scope.

use lariat_logic::{ConstructorId, FunctionId, Sort, SortId, VarId};
use lariat_program::{ProcId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

const RESERVED: &[&str] = &[
    "var",
    "where",
    "int",
    "real",
    "bool",
    "const",
    "unique",
    "function",
    "returns",
    "axiom",
    "type",
    "procedure",
    "implementation",
    "modifies",
    "free",
    "requires",
    "ensures",
    "goto",
    "return",
    "if",
    "else",
    "while",
    "invariant",
    "break",
    "assert",
    "assume",
    "havoc",
    "yield",
    "async",
    "call",
    "par",
    "div",
    "mod",
    "false",
    "true",
    "old",
    "forall",
    "exists",
    "lambda",
    "then",
    "RNE",
    "RNA",
    "RTP",
    "RTN",
    "RTZ",
    "roundNearestTiesToEven",
    "roundNearestTiesToAway",
    "roundTowardPositive",
    "roundTowardNegative",
    "roundTowardZero",
    "is",
    "datatype",
    "rmode",
    "string",
    "regex",
];

/// The names of everything, and those in use.
pub(super) struct Names {
    sorts: FxHashMap<SortId, String>,
    constructors: FxHashMap<ConstructorId, (String, Vec<String>)>,
    functions: Vec<String>,
    procedures: Vec<String>,
    /// Functions, constructors, builtins and procedures.
    callable: FxHashSet<String>,
    globals: FxHashMap<VarId, String>,
    global_names: FxHashSet<String>,
    locals: FxHashMap<VarId, String>,
    local_names: FxHashSet<String>,
}

/// The text with what Boogie does not allow in a name replaced.
pub(super) fn legal(text: &str) -> String {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "_.$#'`~^?".contains(c);
    let mut name: String = text.chars().map(|c| if allowed(c) { c } else { '_' }).collect();
    if name.starts_with(|c: char| c.is_ascii_digit()) || name.is_empty() {
        name.insert(0, '_');
    }
    let built_in = |prefix: &str| {
        name.strip_prefix(prefix).is_some_and(|r| r.starts_with(|c: char| c.is_ascii_digit()))
    };
    if RESERVED.contains(&name.as_str()) || built_in("bv") || built_in("float") {
        name.push('\'');
    }
    name
}

/// A legal name that `taken` does not have.
fn fresh(text: &str, taken: impl Fn(&str) -> bool) -> String {
    let base = legal(text);
    if !taken(&base) {
        return base;
    }
    let mut number = 2u64;
    loop {
        let name = format!("{base}#{number}");
        if !taken(&name) {
            return name;
        }
        number += 1;
    }
}

fn claim(names: &mut FxHashSet<String>, text: &str) -> String {
    let name = fresh(text, |n| names.contains(n));
    names.insert(name.clone());
    name
}

impl Names {
    pub fn new(program: &Program) -> Self {
        let terms = &program.terms;
        let mut callable = FxHashSet::default();
        let mut types = FxHashSet::default();
        let mut sorts = FxHashMap::default();
        let mut constructors = FxHashMap::default();
        for (id, sort) in terms.sorts().iter_enumerated() {
            match sort {
                Sort::Uninterpreted(name) => _ = sorts.insert(id, claim(&mut types, name)),
                Sort::Datatype(d) => {
                    let datatype = terms.datatype(*d);
                    sorts.insert(id, claim(&mut types, &datatype.name));
                    // A field belongs to one constructor: names shared by several get apart.
                    let mut fields = FxHashSet::default();
                    for &c in &datatype.constructors {
                        let constructor = terms.constructor(c);
                        let names =
                            constructor.fields.iter().map(|f| claim(&mut fields, &f.0)).collect();
                        constructors.insert(c, (claim(&mut callable, &constructor.name), names));
                    }
                }
                _ => {}
            }
        }
        let functions = terms.functions().iter().map(|f| claim(&mut callable, &f.name)).collect();
        let procedures = program.procedures.iter().map(|p| claim(&mut callable, &p.name)).collect();
        let mut global_names = FxHashSet::default();
        let globals = program
            .constants
            .iter()
            .chain(&program.globals)
            .map(|&v| (v, claim(&mut global_names, &terms.variable(v).name)))
            .collect();
        Names {
            sorts,
            constructors,
            functions,
            procedures,
            callable,
            globals,
            global_names,
            locals: FxHashMap::default(),
            local_names: FxHashSet::default(),
        }
    }

    /// Names the parameters and locals of a procedure.
    pub fn enter(&mut self, program: &Program, id: ProcId) {
        let procedure = &program.procedures[id];
        let own = procedure.inputs.iter().chain(&procedure.outputs).chain(&procedure.locals);
        for &v in own {
            self.bind(v, &program.terms.variable(v).name);
        }
    }

    pub fn leave(&mut self) {
        self.locals.clear();
        self.local_names.clear();
    }

    /// Gives a variable a name in the innermost scope.
    pub fn bind(&mut self, var: VarId, text: &str) {
        let name = self.temporary(text);
        self.locals.insert(var, name);
    }

    /// Takes back what [`Names::bind`] gave.
    pub fn unbind(&mut self, var: VarId) {
        if let Some(name) = self.locals.remove(&var) {
            self.local_names.remove(&name);
        }
    }

    /// A name for a value bound inside an expression.
    pub fn temporary(&mut self, text: &str) -> String {
        let taken = |n: &str| self.global_names.contains(n) || self.local_names.contains(n);
        let name = fresh(text, taken);
        self.local_names.insert(name.clone());
        name
    }

    pub fn release(&mut self, name: &str) {
        self.local_names.remove(name);
    }

    /// A name for a function that the printer makes up.
    pub fn builtin(&mut self, text: &str) -> String {
        claim(&mut self.callable, text)
    }

    pub fn var(&self, v: VarId) -> &str {
        self.locals.get(&v).or_else(|| self.globals.get(&v)).map_or("?", String::as_str)
    }

    pub fn knows(&self, v: VarId) -> bool {
        self.locals.contains_key(&v) || self.globals.contains_key(&v)
    }

    pub fn sort(&self, id: SortId) -> &str {
        self.sorts.get(&id).map_or("?", String::as_str)
    }

    pub fn constructor(&self, id: ConstructorId) -> &str {
        self.constructors.get(&id).map_or("?", |c| &c.0)
    }

    pub fn field(&self, id: ConstructorId, field: usize) -> &str {
        self.constructors.get(&id).and_then(|c| c.1.get(field)).map_or("?", String::as_str)
    }

    pub fn function(&self, id: FunctionId) -> &str {
        &self.functions[id.index()]
    }

    pub fn procedure(&self, id: ProcId) -> &str {
        &self.procedures[id.index()]
    }

    pub fn label(&self, label: &str) -> String {
        legal(label)
    }
}
