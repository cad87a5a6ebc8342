//! A harness: a C file that defines what the program only declares, so that the program compiled
//! with it takes the execution that was found.
//!
//! Functions that return anything return what they returned in the replay, one value after the
//! other. Globals that are declared only get their values; pointers to memory that the program
//! does not own point to blocks with the content that was read there ([`environment`]). The
//! harness does not include the program's headers: a definition agrees with the declaration in
//! how values are passed, which is all that linking asks for.

mod entry;
mod environment;
mod program_side;

use crate::inputs::{Input, inputs};
use crate::lines::SourceLines;
use crate::patch::Patch;
use crate::{Execution, bits, text};
use environment::Environment;
use lariat_c::{Function, FunctionId, GlobalId, Linkage, Type, TypeId};
use lariat_c2boogie::Origin;
use lariat_trace::Location;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write as _;

/// The exit code of a program that failed as it should.
pub const FAILED: i32 = 99;
/// The exit code of a program that met an assumption that is false.
pub const LEFT: i32 = 98;

/// A harness and how to use it.
#[derive(Clone, Debug, Default)]
pub struct Harness {
    /// The file.
    pub text: String,
    /// What the compiler must be told, beyond the data model.
    pub flags: Vec<String>,
    /// The arguments of the program.
    pub arguments: Vec<String>,
    /// Inputs of the execution that a harness cannot set, in words.
    pub unset: Vec<String>,
    /// What has to be changed in the program, since nothing outside can do it.
    pub patches: Vec<Patch>,
}

/// Flags that are always needed: arithmetic wraps, types do not hide aliases, assembly may name
/// addresses, and of two definitions of an error function the harness's counts.
const FLAGS: &[&str] = &[
    "-w",
    "-O0",
    "-fwrapv",
    "-fno-strict-aliasing",
    "-fno-builtin",
    "-fcommon",
    "-no-pie",
    "-Wl,-z,muldefs",
];

/// Functions that mean failure.
const ERRORS: [&str; 2] = ["__VERIFIER_error", "reach_error"];
/// On 32-bit machines floats are wider while they are computed, unless the compiler is told not to.
const ROUNDING: [&str; 2] = ["-msse2", "-mfpmath=sse"];
/// Where a failing `assert` goes.
const ASSERT_FAILS: [&str; 4] =
    ["__assert_fail", "__assert", "__assert_rtn", "__assert_perror_fail"];
/// What the harness itself needs from the library.
const NEEDED: [&str; 2] = ["write", "_exit"];
/// Globals of the C library.
const LIBRARY_GLOBALS: [&str; 12] = [
    "stdin",
    "stdout",
    "stderr",
    "environ",
    "__environ",
    "optarg",
    "optind",
    "opterr",
    "optopt",
    "timezone",
    "daylight",
    "tzname",
];

/// The harness of an execution.
pub fn harness(execution: Execution<'_>, lines: &SourceLines) -> Harness {
    let mut writer = Writer::new(execution, lines);
    writer.program_side();
    writer.functions();
    writer.foreign_functions();
    writer.globals();
    writer.main();
    writer.finish()
}

struct Writer<'a> {
    execution: Execution<'a>,
    lines: &'a SourceLines,
    inputs: Vec<Input>,
    environment: Environment<'a>,
    /// Functions that the program mentions.
    mentioned: FxHashSet<FunctionId>,
    mentioned_globals: FxHashSet<GlobalId>,
    definitions: String,
    harness: Harness,
}

impl<'a> Writer<'a> {
    fn new(execution: Execution<'a>, lines: &'a SourceLines) -> Self {
        let mut mentioned = FxHashSet::default();
        let mut mentioned_globals = FxHashSet::default();
        for expr in &execution.program.exprs {
            match expr.kind {
                lariat_c::ExprKind::Function(f) => drop(mentioned.insert(f)),
                lariat_c::ExprKind::Global(g) => drop(mentioned_globals.insert(g)),
                _ => {}
            }
        }
        let narrow = execution.program.model().pointer_size() == 4;
        let flags = FLAGS.iter().chain(ROUNDING.iter().filter(|_| narrow));
        let flags = flags.map(|&f| f.to_owned()).collect();
        Writer {
            execution,
            lines,
            inputs: inputs(execution),
            environment: Environment::new(execution),
            mentioned,
            mentioned_globals,
            definitions: String::new(),
            harness: Harness { flags, ..Harness::default() },
        }
    }

    fn flag(&mut self, flag: &str) {
        if !self.harness.flags.iter().any(|f| f == flag) {
            self.harness.flags.push(flag.to_owned());
        }
    }

    fn functions(&mut self) {
        let program = self.execution.program;
        // In C11 such a definition is no definition for other calls than inlined ones.
        let inline = |f: &Function| f.inline && f.body.is_some() && f.linkage == Linkage::External;
        if program.functions.iter().any(inline) {
            self.flag("-fgnu89-inline");
        }
        let mut done: FxHashSet<&str> = FxHashSet::default();
        for (i, function) in program.functions.iter().enumerate() {
            let id = FunctionId(i as u32);
            let name = program.name(function.name);
            let is_error = ERRORS.contains(&name);
            let wanted = function.body.is_none() && self.mentioned.contains(&id)
                || is_error && function.linkage == Linkage::External;
            if !wanted || name.starts_with("__lariat_") || !done.insert(name) {
                continue;
            }
            let defined =
                || program.functions.iter().any(|f| f.name == function.name && f.body.is_some());
            if !is_error && defined() {
                continue;
            }
            match name {
                _ if is_error => self.failing(name),
                _ if ASSERT_FAILS.contains(&name) => self.failing(name),
                "__VERIFIER_assert" | "assert" => self.testing(name, function, "fails"),
                "__VERIFIER_assume" => self.testing(name, function, "leaves"),
                _ if lariat_c2boogie::is_library(name) || NEEDED.contains(&name) => {
                    self.left_to_the_library(name);
                }
                _ => self.returning(name, function),
            }
        }
    }

    /// Functions that only a pointer from outside names, and threads.
    fn foreign_functions(&mut self) {
        let program = self.execution.program;
        let creates = |f: &FunctionId| program.name(program.function(*f).name) == "pthread_create";
        if self.mentioned.iter().any(creates) {
            self.harness.unset.push("the order in which threads run".into());
        }
        for input in &self.inputs {
            if let Origin::ResultThrough(e) = input.origin {
                let pointer = lariat_c2boogie::show(program, e);
                let what = format!("the unknown function that `{pointer}` points to");
                if !self.harness.unset.contains(&what) {
                    self.harness.unset.push(what);
                }
            }
        }
    }

    fn failing(&mut self, name: &str) {
        let _ = writeln!(self.definitions, "void {name}() {{ lariat_fails(\"{name}\"); }}\n");
    }

    /// A function that does something unless its argument is true.
    fn testing(&mut self, name: &str, function: &Function, otherwise: &str) {
        let program = self.execution.program;
        let declared = program.types.function(function.ty).and_then(|t| t.params.first().copied());
        let ty = declared.and_then(|t| text::scalar_type(program, t)).unwrap_or("int");
        let _ = writeln!(
            self.definitions,
            "void {name}({ty} condition) {{ if (!condition) lariat_{otherwise}(\"{name}\"); }}\n"
        );
    }

    /// What the inputs from a function of this name were, with their places.
    fn results_of(&self, name: &str) -> Vec<(u128, Option<Location>)> {
        let program = self.execution.program;
        let from = |i: &&Input| match i.origin {
            Origin::ResultOf(f) => program.name(program.function(f).name) == name,
            _ => false,
        };
        let known = self.inputs.iter().filter(from);
        known.map(|i| (i.bits.unwrap_or(0), i.place.clone())).collect()
    }

    fn left_to_the_library(&mut self, name: &str) {
        if self.results_of(name).iter().any(|r| r.0 != 0) {
            let what = format!("what `{name}` of the C library returns");
            self.harness.unset.push(what);
        }
    }

    /// A function that returns one recorded value after the other.
    fn returning(&mut self, name: &str, function: &Function) {
        let program = self.execution.program;
        let types = &program.types;
        let Some(result) = types.function(function.ty).map(|t| t.result) else { return };
        let out = &mut self.definitions;
        if types.is_void(result) {
            let body = if function.noreturn { " _exit(0); " } else { "" };
            let _ = writeln!(out, "void {name}() {{{body}}}\n");
            return;
        }
        let Some(ty) = text::scalar_type(program, result) else {
            // Nothing is known about its content, and zeros are as good as anything.
            let size = types.size_of(result).unwrap_or(1).max(1);
            let _ = writeln!(
                out,
                "struct lariat_{name} {{ unsigned char bytes[{size}]; }};\n\
                 struct lariat_{name} {name}() {{ static struct lariat_{name} zeros; return zeros; }}\n"
            );
            return;
        };
        let values = self.results_of(name);
        self.returning_values(name, result, ty, &values);
    }

    /// The definition of a function with a scalar result.
    fn returning_values(
        &mut self,
        name: &str,
        result: TypeId,
        ty: &str,
        values: &[(u128, Option<Location>)],
    ) {
        let program = self.execution.program;
        let types = &program.types;
        if values.is_empty() {
            let _ = writeln!(
                self.definitions,
                "{ty} {name}() {{ lariat_more(\"{name}\"); return 0; }}\n"
            );
            return;
        }
        let is_float = types.is_float(result);
        let mut list = String::new();
        for (value, place) in values {
            let shown = match types.get(result) {
                _ if is_float => float_bytes(*value, types.size_of(result).unwrap_or(8)),
                Type::Pointer(_) => self.environment.pointer(*value as u64),
                _ => text::integer(program, result, *value),
            };
            let place = place.as_ref().map(|p| format!(" /* line {} */", p.line));
            let _ = writeln!(list, "    {shown},{}", place.unwrap_or_default());
        }
        let element = match is_float {
            true => format!("const unsigned char values[][{}]", types.size_of(result).unwrap_or(8)),
            false if ty == "void *" => "void *const values[]".to_owned(),
            false => format!("const {ty} values[]"),
        };
        let value = match is_float {
            true => format!(
                "{ty} value;\n  __builtin_memcpy(&value, values[next++], sizeof *values);\n  return value;"
            ),
            false => "return values[next++];".to_owned(),
        };
        let _ = writeln!(
            self.definitions,
            "{ty} {name}() {{\n  static {element} = {{\n{list}  }};\n  static unsigned next;\n  \
             if (next >= {}) {{ lariat_more(\"{name}\"); return 0; }}\n  {value}\n}}\n",
            values.len()
        );
    }

    /// Globals that the program declares but does not define.
    fn globals(&mut self) {
        let program = self.execution.program;
        let mut scalars: FxHashMap<GlobalId, u128> = FxHashMap::default();
        for input in &self.inputs {
            if let (Origin::Global(g), Some(bits)) = (input.origin, input.bits) {
                scalars.entry(g).or_insert(bits);
            }
        }
        for (i, global) in program.globals.iter().enumerate() {
            let id = GlobalId(i as u32);
            let name = program.name(global.name);
            let wanted = !global.defined
                && self.mentioned_globals.contains(&id)
                && (!LIBRARY_GLOBALS.contains(&name)
                    || scalars.contains_key(&id) && program.types.is_integer(global.ty));
            if !wanted {
                continue;
            }
            let size = program.types.size_of(global.ty).filter(|&s| s > 0);
            let value = scalars.get(&id).copied();
            let scalar = text::scalar_type(program, global.ty).filter(|&t| t != "void");
            let line = match (value, program.types.get(global.ty), scalar) {
                (Some(v), Type::Pointer(_), _) => {
                    format!("void *{name} = {};", self.environment.pointer(v as u64))
                }
                (Some(v), Type::Float(_), _) => {
                    let size = size.unwrap_or(8);
                    format!("{}unsigned char {name}[{size}] = {};", ALIGNED, float_bytes(v, size))
                }
                (Some(v), _, Some(ty)) => {
                    format!("{ty} {name} = {};", text::integer(program, global.ty, v))
                }
                _ => {
                    self.environment.content_of(id, name);
                    let size = size.unwrap_or(1 << 16);
                    format!("{ALIGNED}unsigned char {name}[{size}];")
                }
            };
            self.definitions.push_str(&line);
            self.definitions.push_str("\n\n");
        }
    }

    fn finish(mut self) -> Harness {
        let start = self.environment.start();
        let mut out = String::from(
            "/* With this file the program repeats an execution that Lariat found:\n\n     cc",
        );
        let pointers = if self.environment.wide { "-m64" } else { "-m32" };
        let _ = write!(
            out,
            " {pointers} {} THIS_FILE PROGRAM -o failing\n     ./failing",
            self.harness.flags.join(" ")
        );
        for _ in &self.harness.arguments {
            out.push_str(" ''");
        }
        let _ =
            writeln!(out, "\n\n   It ends with exit code {FAILED} when the failure is reached.");
        self.harness.unset.append(&mut self.environment.unset);
        self.harness.unset.sort();
        self.harness.unset.dedup();
        if !self.harness.unset.is_empty() {
            out.push_str("\n   Inputs of the execution that cannot be set from here:\n");
            for what in &self.harness.unset {
                let _ = writeln!(out, "   - {}", what.replace("*/", "* /"));
            }
        }
        if !self.harness.patches.is_empty() {
            out.push_str(
                "\n   Variables that are not initialised, to be set where they are declared:\n",
            );
            for Patch { variable, place, text } in &self.harness.patches {
                let _ = writeln!(out, "   {}:{}: {variable}{text}", place.file, place.line);
            }
        }
        out.push_str("*/\n\n");
        out.push_str(PRELUDE);
        out.push_str(&self.environment.declarations());
        out.push_str(&self.definitions);
        out.push_str(&start);
        self.harness.text = out;
        self.harness
    }
}

const ALIGNED: &str = "__attribute__((aligned(16))) ";

fn float_bytes(value: u128, size: u64) -> String {
    let bytes: Vec<String> =
        (0..size.min(16)).map(|i| bits::cut(value >> (8 * i), 8).to_string()).collect();
    format!("{{{}}}", bytes.join(", "))
}

/// What every harness has.
const PRELUDE: &str = include_str!("prelude.c");
