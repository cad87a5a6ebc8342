//! Inputs inside the program: variables and memory that are read before they are written.
//!
//! A compiler can be told to start local variables with zeros, and allocation can be wrapped.
//! More cannot be done from outside, so anything else is said to be open.

use super::Writer;
use crate::memory::{Allocation, Refusal, allocations, refusals};
use crate::patch::Patch;
use crate::text;
use lariat_c::{Place, VarId};
use lariat_c2boogie::{Origin, Thing};
use lariat_trace::Location;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Local variables start as zeros.
const ZERO_LOCALS: &str = "-ftrivial-auto-var-init=zero";

/// A value, if anybody reads it, and where it came in.
type Chosen = (Option<u128>, Option<Location>);

impl Writer<'_> {
    /// What the program reads without having written it.
    pub fn program_side(&mut self) {
        self.uninitialised_scalars();
        let all = allocations(self.execution);
        let mut starts: Vec<u64> = all.iter().map(|a| a.address).collect();
        starts.sort_unstable();
        let refusals = refusals(self.execution);
        let mut mallocs = Contents::default();
        let mut locals: BTreeMap<VarId, Contents> = BTreeMap::new();
        for allocation in &all {
            let first = allocation.address;
            let end = starts.get(starts.partition_point(|&s| s <= first)).copied();
            let end = end.unwrap_or(u64::MAX);
            let (lines, read) = self.environment.initial_content(first, end, "bytes");
            match allocation.thing {
                Thing::Local(v) | Thing::UnknownContent(v) => {
                    locals.entry(v).or_default().add(lines, read);
                }
                // These are inputs.
                Thing::Inputs(..) => {}
                _ if allocation.from == "malloc" => {
                    // Calls that fail are counted, too.
                    let refused = |r: &&Refusal| r.from == "malloc" && r.step < allocation.step;
                    let skipped = refusals.iter().filter(refused).count();
                    mallocs.add_at(mallocs.calls + skipped, lines, read);
                }
                _ if self.texts.iter().any(|t| t.address == first) => {}
                _ if !lines.is_empty() => self.open_memory(allocation),
                _ => {}
            }
        }
        for (v, contents) in locals.into_iter().filter(|l| l.1.read) {
            self.flag(ZERO_LOCALS);
            if !contents.cases.is_empty() {
                self.fill_local(v, &contents);
            }
        }
        self.allocators(&all, &mallocs);
    }

    /// Wraps the functions of the library of which the execution needs more than memory: that there is none, or a
    /// particular content. Calls are counted as in the trace.
    fn allocators(&mut self, all: &[Allocation], mallocs: &Contents) {
        let refusals = refusals(self.execution);
        let mut names: Vec<&str> = refusals.iter().map(|r| r.from.as_str()).collect();
        if mallocs.read {
            names.push("malloc");
        }
        names.sort_unstable();
        names.dedup();
        if !refusals.is_empty() {
            self.definitions.push_str("#include <errno.h>\n");
        }
        for name in names {
            let mut refused = String::new();
            for (n, refusal) in refusals.iter().filter(|r| r.from == name).enumerate() {
                let before = all.iter().filter(|a| a.from == name && a.step < refusal.step).count();
                let _ = writeln!(refused, "  case {}:", before + n);
                let line = refusal.place.as_ref().map(|p| format!(" at line {}", p.line));
                let what = format!("`{name}` fails{}", line.unwrap_or_default());
                self.harness.brought_about.push(what);
            }
            if !refused.is_empty() {
                refused.push_str("    errno = ENOMEM;\n    return 0;\n");
            }
            let filled = if name == "malloc" && mallocs.read {
                self.harness.brought_about.push("memory from `malloc` is filled".into());
                format!(
                    "  for (unsigned long i = 0; bytes && i < a; i++) bytes[i] = 0;\n  \
                     if (bytes) switch (calls - 1) {{\n{}  default: break;\n  }}\n",
                    mallocs.cases
                )
            } else {
                String::new()
            };
            self.flag(&format!("-Wl,--wrap={name}"));
            // The function may have fewer parameters: what is passed on is not looked at then.
            let _ = writeln!(
                self.definitions,
                "void *__real_{name}(unsigned long, unsigned long, unsigned long);\n\
                 void *__wrap_{name}(unsigned long a, unsigned long b, unsigned long c) {{\n  \
                 static unsigned calls;\n  switch (calls++) {{\n{refused}  default: break;\n  }}\n  \
                 unsigned char *bytes = __real_{name}(a, b, c);\n{filled}  return bytes;\n}}\n"
            );
        }
    }

    /// An array or struct that needs particular content.
    fn fill_local(&mut self, v: VarId, contents: &Contents) {
        let program = self.execution.program;
        let number = self.harness.patches.len() + 1;
        let patch = program.var(v).name.and_then(|name| {
            let name = program.name(name);
            let call = format!(
                " ({{ extern void lariat_local_{number}(void *); lariat_local_{number}((void *)&{name}); }});"
            );
            Patch::statement(self.lines, name, &self.declared_at(v), call)
        });
        let Some(patch) = patch else {
            return self.open_local(v, Some(&self.declared_at(v)));
        };
        let _ = writeln!(
            self.definitions,
            "void lariat_local_{number}(unsigned char *bytes) {{\n  static unsigned calls;\n  \
             switch (calls++) {{\n{}  default: break;\n  }}\n}}\n",
            contents.cases
        );
        self.harness.patches.push(patch);
    }

    fn declared_at(&self, v: VarId) -> Location {
        let program = self.execution.program;
        let Place { file, line, column } = program.var(v).place;
        let file = program.files.name(file).to_owned();
        Location { file, line, column: u32::from(column) }
    }

    fn uninitialised_scalars(&mut self) {
        let mut found: BTreeMap<VarId, Vec<Chosen>> = BTreeMap::new();
        for input in &self.inputs {
            if let Origin::Local(v) | Origin::Uninitialised(v) = input.origin {
                found.entry(v).or_default().push((input.bits, input.place.clone()));
            }
        }
        for (v, values) in found {
            if values.iter().any(|v| v.0.is_some()) {
                self.flag(ZERO_LOCALS);
            }
            if values.iter().any(|v| v.0.is_some_and(|bits| bits != 0)) {
                self.set_local(v, values);
            }
        }
    }

    /// A local variable that needs particular values: the program has to be changed for it.
    fn set_local(&mut self, v: VarId, values: Vec<Chosen>) {
        let program = self.execution.program;
        let var = program.var(v);
        let patch = var.name.and_then(|name| {
            let ty = text::scalar_type(program, var.ty)?;
            let function = format!("lariat_local_{}", self.harness.patches.len() + 1);
            let call = format!(" = ({{ extern {ty} {function}(void); {function}(); }})");
            let place = self.declared_at(v);
            let patch = Patch::initialiser(self.lines, program.name(name), &place, call)?;
            Some((patch, function, ty))
        });
        let Some((patch, function, ty)) = patch else {
            return self.open_local(v, values.first().and_then(|v| v.1.as_ref()));
        };
        let values: Vec<(u128, Option<Location>)> =
            values.into_iter().map(|(bits, place)| (bits.unwrap_or(0), place)).collect();
        self.returning_values(&function, var.ty, ty, &values);
        self.harness.patches.push(patch);
    }

    fn open_local(&mut self, v: VarId, place: Option<&Location>) {
        let program = self.execution.program;
        let name = program.var(v).name.map_or("a variable", |n| program.name(n));
        let line = place.map(|p| format!(" (line {})", p.line)).unwrap_or_default();
        self.harness.unset.push(format!("the content of `{name}`{line}, which is not initialised"));
    }

    fn open_memory(&mut self, allocation: &Allocation) {
        let from = match allocation.from.as_str() {
            "" => "an object",
            from => from,
        };
        self.harness.unset.push(format!("the content of memory from {from}"));
    }
}

/// What an object holds each time that it is allocated: cases of a switch.
#[derive(Default)]
struct Contents {
    calls: usize,
    cases: String,
    /// Does anybody read it?
    read: bool,
}

impl Contents {
    fn add(&mut self, lines: String, read: bool) {
        self.add_at(self.calls, lines, read);
    }

    /// The same, for the call with this number.
    fn add_at(&mut self, call: usize, lines: String, read: bool) {
        self.read |= read;
        if !lines.is_empty() {
            let lines = lines.replace("\n  ", "\n    ");
            let _ = write!(self.cases, "  case {call}:\n  {lines}    break;\n");
        }
        self.calls += 1;
    }
}
