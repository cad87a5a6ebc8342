//! Inputs inside the program: variables and memory that are read before they are written.
//!
//! A compiler can be told to start local variables with zeros, and `malloc` can be wrapped.
//! More cannot be done from outside, so anything else is said to be open.

use super::Writer;
use crate::memory::{Allocation, allocations};
use lariat_c2boogie::{Origin, Thing};
use lariat_trace::Location;
use std::fmt::Write as _;

/// Local variables start as zeros.
const ZERO_LOCALS: &str = "-ftrivial-auto-var-init=zero";

impl Writer<'_> {
    /// What the program reads without having written it.
    pub fn program_side(&mut self) {
        self.uninitialised_scalars();
        let all = allocations(self.execution);
        let mut starts: Vec<u64> = all.iter().map(|a| a.address).collect();
        starts.sort_unstable();
        let mut mallocs = String::new();
        let mut calls = 0;
        let mut wrapped = false;
        for allocation in &all {
            let first = allocation.address;
            let end = starts.iter().copied().find(|&s| s > first).unwrap_or(u64::MAX);
            let (lines, read) = self.environment.initial_content(first, end, "bytes");
            if allocation.from == "malloc" {
                wrapped |= read;
                if !lines.is_empty() {
                    let lines = lines.replace("\n  ", "\n    ");
                    let _ = write!(mallocs, "  case {calls}:\n  {lines}    break;\n");
                }
                calls += 1;
            } else if read {
                self.program_content(allocation, !lines.is_empty());
            }
        }
        if wrapped {
            self.flag("-Wl,--wrap=malloc");
            let _ = writeln!(
                self.definitions,
                "void *__real_malloc(unsigned long);\n\
                 /* What the program reads from new memory. */\n\
                 void *__wrap_malloc(unsigned long size) {{\n  static unsigned calls;\n  \
                 unsigned char *bytes = __real_malloc(size ? size : 1);\n  \
                 for (unsigned long i = 0; bytes && i < size; i++) bytes[i] = 0;\n  \
                 if (bytes) switch (calls) {{\n{mallocs}  default: break;\n  }}\n  \
                 calls++;\n  return bytes;\n}}\n"
            );
        }
    }

    fn uninitialised_scalars(&mut self) {
        let mut found = Vec::new();
        for input in &self.inputs {
            let (Origin::Local(v) | Origin::Uninitialised(v)) = input.origin else { continue };
            if let Some(bits) = input.bits {
                found.push((v, bits != 0, input.place.clone()));
            }
        }
        for (v, open, place) in found {
            self.flag(ZERO_LOCALS);
            if open {
                self.open_local(v, place.as_ref());
            }
        }
    }

    fn open_local(&mut self, v: lariat_c::VarId, place: Option<&Location>) {
        let program = self.execution.program;
        let name = program.var(v).name.map_or("a variable", |n| program.name(n));
        let line = place.map(|p| format!(" (line {})", p.line)).unwrap_or_default();
        self.harness.unset.push(format!("the content of `{name}`{line}, which is not initialised"));
    }

    fn program_content(&mut self, allocation: &Allocation, open: bool) {
        match allocation.thing {
            Thing::Local(v) | Thing::UnknownContent(v) => {
                self.flag(ZERO_LOCALS);
                if open {
                    self.open_local(v, allocation.place.as_ref());
                }
            }
            _ if open => {
                let from = match allocation.from.as_str() {
                    "" => "an object",
                    from => from,
                };
                self.harness.unset.push(format!("the content of memory from {from}"));
            }
            _ => {}
        }
    }
}
