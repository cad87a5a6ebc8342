//! A harness: a C file that defines what the program only declares, so that the program compiled
//! with it takes the execution that was found.
//!
//! Functions that return anything return what they returned in the replay, one value after the
//! other, unless the linker finds them: the C library is the real one. Globals that are declared only get their values; pointers to memory that the program
//! does not own point to blocks with the content that was read there ([`environment`]). The
//! harness does not include the program's headers: a definition agrees with the declaration in
//! how values are passed, which is all that linking asks for.

mod arguments;
mod entry;
mod environment;
mod head;
mod program_side;

use crate::inputs::{Input, inputs};
use crate::lines::SourceLines;
use crate::patch::Patch;
use crate::{Execution, bits, sanitizer, text};
use arguments::Text;
use environment::Environment;
use lariat_c::{Function, FunctionId, GlobalId, Linkage, Type, TypeId};
use lariat_c2boogie::{Meaning, Origin};
use lariat_trace::{Location, Step};
use lariat_verdict::Kind;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The exit code of a program that met an assumption that is false.
pub const LEFT: i32 = 98;

/// What a harness is for.
#[derive(Clone, Copy, Debug)]
pub struct Purpose<'a> {
    /// The failure that the program should show.
    pub kind: Kind,
    /// The names that stay undefined when the program is linked with the C library; if that is not known, whatever
    /// is not known as a function of the library.
    pub undefined: Option<&'a BTreeSet<String>>,
}

/// A harness and how to use it.
#[derive(Clone, Debug, Default)]
pub struct Harness {
    /// What the compiler must be told, beyond the data model.
    pub flags: Vec<String>,
    /// The arguments of the program.
    pub arguments: Vec<Vec<u8>>,
    /// Inputs of the execution that a harness cannot set, in words.
    pub unset: Vec<String>,
    /// Results of the C library that the harness brings about, in words: what may happen, but seldom does.
    pub brought_about: Vec<String>,
    /// What has to be changed in the program, since nothing outside can do it.
    pub patches: Vec<Patch>,
    /// The file, without its head.
    body: String,
}

/// Flags that are always needed: types do not hide aliases, assembly may name addresses, the library's functions are
/// called and not known by the compiler, and of two definitions of an error function the harness's counts.
pub const FLAGS: &[&str] = &[
    "-w",
    "-g",
    "-O0",
    "-fno-strict-aliasing",
    "-fno-builtin",
    "-no-pie",
    "-pthread",
    // Not a function, whatever the flag about builtins says.
    "-Dalloca=__builtin_alloca",
    "-Wl,-z,muldefs",
];
/// Variables without a value may be defined in several files; in one file they are variables like others, which sanitizers watch.
pub const COMMON: &str = "-fcommon";
const NOT_COMMON: &str = "-fno-common";
/// Arithmetic wraps around, unless that is the failure.
const WRAPS: &str = "-fwrapv";

/// Functions that mean failure, also where the program defines them.
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
pub fn harness(execution: Execution<'_>, lines: &SourceLines, purpose: Purpose<'_>) -> Harness {
    let mut writer = Writer::new(execution, lines, purpose);
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
    purpose: Purpose<'a>,
    inputs: Vec<Input>,
    environment: Environment<'a>,
    /// Functions that the program mentions.
    mentioned: FxHashSet<FunctionId>,
    mentioned_globals: FxHashSet<GlobalId>,
    /// What `argv` points to.
    texts: Vec<Text>,
    definitions: String,
    harness: Harness,
}

impl<'a> Writer<'a> {
    fn new(execution: Execution<'a>, lines: &'a SourceLines, purpose: Purpose<'a>) -> Self {
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
        let mut flags: Vec<String> = flags.map(|&f| f.to_owned()).collect();
        flags.push(if lines.inputs() > 1 { COMMON } else { NOT_COMMON }.to_owned());
        if purpose.kind != Kind::Overflow {
            flags.push(WRAPS.to_owned());
        }
        if let Some(checks) = sanitizer::checks(purpose.kind) {
            flags.push(format!("-fsanitize={}", checks.join(",")));
            flags.push("-fno-sanitize-recover=all".to_owned());
        }
        Writer {
            execution,
            lines,
            purpose,
            inputs: inputs(execution),
            environment: Environment::new(execution),
            mentioned,
            mentioned_globals,
            texts: arguments::texts(execution),
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
            if is_error {
                self.failing(name);
            } else if self.is_found_by_the_linker(name) {
                if ASSERT_FAILS.contains(&name) {
                    self.observe(name);
                }
                self.left_to_the_library(name);
            } else {
                self.define(name, function);
            }
        }
    }

    /// Does the C library, or whatever else the program is linked with, define this?
    fn is_found_by_the_linker(&self, name: &str) -> bool {
        if name.starts_with("__builtin_") {
            return true;
        }
        match self.purpose.undefined {
            Some(undefined) => !undefined.contains(name),
            None => {
                let all = [&NEEDED[..], &ASSERT_FAILS, &LIBRARY_GLOBALS].concat();
                lariat_c2boogie::is_library(name) || all.contains(&name)
            }
        }
    }

    /// A function that nobody defines.
    fn define(&mut self, name: &str, function: &Function) {
        match lariat_c2boogie::meaning(name) {
            _ if ASSERT_FAILS.contains(&name) => self.failing(name),
            Some(Meaning::Error) => self.failing(name),
            Some(Meaning::Assert) => self.testing(name, function, "fails"),
            _ if name == "assert" => self.testing(name, function, "fails"),
            Some(Meaning::Assume) => self.testing(name, function, "leaves"),
            Some(Meaning::Exit) => {
                let _ = writeln!(self.definitions, "void {name}() {{ _exit(0); }}\n");
            }
            meaning => {
                if meaning == Some(Meaning::Symbolic) {
                    self.harness.unset.push(format!("the content that `{name}` gives"));
                }
                self.returning(name, function);
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
        for line in self.choices_of_the_library() {
            self.harness.unset.push(format!("what the C library does at line {line}"));
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

    /// The lines of the program where a model of the library chooses something.
    fn choices_of_the_library(&self) -> BTreeSet<u32> {
        let program = self.execution.program;
        let chosen = |i: &&Input| match i.origin {
            Origin::ResultOf(f) => program.name(program.function(f).name).starts_with("__lariat_"),
            _ => false,
        };
        let steps = &self.execution.trace.steps;
        let mut lines = BTreeSet::new();
        for input in self.inputs.iter().filter(chosen) {
            // What `argv` points to is set.
            if input.bits.is_none() || steps[input.step].procedure == arguments::TEXTS {
                continue;
            }
            // The call in the program is the last step before that is in a file of the user.
            let place = |s: &Step| s.source.as_ref().filter(|p| !p.file.starts_with('<')).cloned();
            let place = steps[..=input.step].iter().rev().find_map(place);
            lines.extend(place.map(|p| p.line));
        }
        lines
    }

    fn failing(&mut self, name: &str) {
        let _ = writeln!(self.definitions, "void {name}() {{ lariat_fails(\"{name}\"); }}\n");
    }

    /// A function of the library that means failure: what it says need not have the place, a stack has it.
    fn observe(&mut self, name: &str) {
        if self.purpose.kind == Kind::Assertion {
            self.flag(&format!("-Wl,--wrap={name}"));
            self.failing(&format!("__wrap_{name}"));
        }
    }

    /// A function that does something unless its argument is true.
    fn testing(&mut self, name: &str, function: &Function, otherwise: &str) {
        let program = self.execution.program;
        let declared = program.types.function(function.ty).and_then(|t| t.params.first().copied());
        let ty = declared.and_then(|t| text::scalar_type(program, t)).unwrap_or("int");
        let _ = writeln!(
            self.definitions,
            "void {name}({ty} condition) {{ if (!condition) lariat_{otherwise}(\"{name}()\"); }}\n"
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
            if global.defined || !self.mentioned_globals.contains(&id) {
                continue;
            }
            if self.is_found_by_the_linker(name) {
                if scalars.get(&id).is_some_and(|&v| v != 0) {
                    self.harness.unset.push(format!("what `{name}` of the C library is"));
                }
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
        self.harness.unset.append(&mut self.environment.unset);
        self.harness.unset.sort();
        self.harness.unset.dedup();
        // A report of the sanitizer has the calls that led here.
        let reports = match self.purpose.kind {
            Kind::Assertion => "__builtin_unreachable();",
            _ => "",
        };
        let mut out = String::new();
        for (tool, settings) in sanitizer::options(self.purpose.kind) {
            let _ = writeln!(
                out,
                "const char *__{tool}_default_options(void) {{ return \"{settings}\"; }}"
            );
        }
        let _ = writeln!(out, "static void lariat_reports(void) {{ {reports} }}");
        out.push_str(PRELUDE);
        out.push_str(&self.environment.declarations());
        out.push_str(&self.definitions);
        out.push_str(&start);
        self.harness.body = out;
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
