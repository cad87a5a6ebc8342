//! Statements. A line of C starts with an assumption that carries its place.

use super::Encoder;
use crate::ir::*;
use crate::ranges::Loops;
use lariat_c::Place;
use std::fmt::Write as _;

impl Encoder<'_> {
    pub fn body(&mut self, proc: usize, body: &[Stmt]) {
        let mut dead = false;
        let loops = Loops::new(&self.m.procs[proc]);
        for stmt in body {
            match &stmt.kind {
                StmtKind::Label(label) => {
                    dead = false;
                    self.known = self.ranges.at_label(proc, *label).cloned().unwrap_or_default();
                }
                _ if dead => continue,
                StmtKind::Goto(_) | StmtKind::Return => dead = true,
                _ => {}
            }
            self.statement(stmt);
            if let StmtKind::Label(label) = &stmt.kind {
                self.ranges_at_loop(&loops.changed_at(*label));
            }
            let known = std::mem::take(&mut self.known);
            self.known = self.ranges.after(known, &stmt.kind).unwrap_or_default();
        }
    }

    /// Integers are in range, which a prover would have to find out where a loop goes on.
    fn ranges_at_loop(&mut self, changed: &[VarId]) {
        for &var in changed {
            let is_loose = self.loose_vars[var.index()] || self.representation.variable(var);
            let range = self.ranges.variable(&self.known, var);
            if !is_loose && self.wrap && self.ranges.may_wrap(var) && range.is_bounded() {
                let Variable { name, ty, .. } = &self.m.vars[var.index()];
                let low = self.number(range.low, *ty, false);
                let high = self.number(range.high, *ty, false);
                let _ = writeln!(self.out, "  assume {low} <= {name} && {name} <= {high};");
            }
        }
    }

    fn source(&self, place: Place) -> String {
        if place.line == 0 {
            return String::new();
        }
        let file = self.c.files.name(place.file).replace(['"', '\\'], "_");
        format!("{{:sourceloc \"{file}\", {}, {}}} ", place.line, place.column)
    }

    /// Says where we are, if that is new.
    fn mark(&mut self, place: Place) {
        let here = (u32::from(place.file.0), place.line);
        if place.line != 0 && here != self.at {
            self.at = here;
            let source = self.source(place);
            let _ = writeln!(self.out, "  assume {source}true;");
        }
    }

    fn statement(&mut self, stmt: &Stmt) {
        let m = self.m;
        match &stmt.kind {
            StmtKind::Assign(..)
            | StmtKind::Havoc(_)
            | StmtKind::Store(..)
            | StmtKind::Copy(..)
            | StmtKind::Fill(..)
            | StmtKind::HavocMemory(..)
            | StmtKind::HavocNumbers(..) => self.mark(stmt.place),
            _ => {}
        }
        match &stmt.kind {
            StmtKind::Assign(var, value) => {
                let text = match self.loose_vars[var.index()] {
                    true => self.loose(*value).0,
                    false => self.value(*value, self.representation.variable(*var)),
                };
                let name = &m.vars[var.index()].name;
                if *name != text {
                    let _ = writeln!(self.out, "  {name} := {text};");
                }
            }
            StmtKind::Havoc(id) => {
                let var = &m.vars[id.index()];
                let _ = writeln!(self.out, "  havoc {};", var.name);
                if !self.representation.variable(*id) {
                    let unsigned = var.ty == IntTy::unsigned(128);
                    let low = self.number(var.ty.min(), var.ty, false);
                    let high = if unsigned { -1 } else { var.ty.max() };
                    let high = self.number(high, var.ty, false);
                    let name = &var.name;
                    let _ = writeln!(self.out, "  assume {low} <= {name} && {name} <= {high};");
                }
            }
            StmtKind::Store(access, address, value) => {
                let at = self.at(*address);
                let text = self.stored(*access, &at, *value);
                let _ = writeln!(self.out, "  {text};");
            }
            StmtKind::SetGhost(ghost, segment, value) => {
                let (segment, value) = (self.at(*segment), self.at(*value));
                let _ = writeln!(self.out, "  {}[{segment}] := {value};", ghost.name());
            }
            StmtKind::Assume(c) | StmtKind::Bound(c) => {
                let text = self.truth(*c);
                self.at = (u32::from(stmt.place.file.0), stmt.place.line);
                let source = self.source(stmt.place);
                let model = match stmt.kind {
                    StmtKind::Bound(_) => "{:model} ",
                    _ => "",
                };
                let _ = writeln!(self.out, "  assume {model}{source}{text};");
            }
            StmtKind::Approximate(id) => {
                let name = &m.vars[id.index()].name;
                let source = self.source(stmt.place);
                let _ = writeln!(self.out, "  assume {{:approximate {name}}} {source}true;");
            }
            StmtKind::Assert(c, failure) => {
                let text = self.truth(*c);
                // A part of a statement may stand on another line.
                if self.at != (u32::from(stmt.place.file.0), stmt.place.line) {
                    self.at = (0, 0);
                }
                let source = self.source(stmt.place);
                let clean = |what: &str| what.replace(['"', '\\', '\n'], "'");
                let attribute = match failure {
                    Failure::Property(_, what) => format!("{{:msg \"{}\"}} ", clean(what)),
                    Failure::Unsupported(what) => {
                        format!("{{:msg \"unsupported: {}\"}} ", clean(what))
                    }
                    // Was decided before.
                    Failure::Mistyped(..) => String::new(),
                };
                let item = match self.numbers.number(self.c, stmt.place, failure) {
                    Some(id) => format!("{{:item {}, \"{}\"}} ", id.0, failure.kind().word()),
                    None => String::new(),
                };
                let _ = writeln!(self.out, "  assert {item}{source}{attribute}{text};");
            }
            StmtKind::Call(proc, args, result) => {
                let source = self.source(stmt.place);
                let callee = &m.procs[proc.index()];
                let mut texts = Vec::new();
                for (param, arg) in callee.params.iter().zip(args) {
                    texts.push(self.value(*arg, self.representation.variable(*param)));
                }
                let result = match result {
                    Some(r) => format!("{} := ", m.vars[r.index()].name),
                    None => String::new(),
                };
                let args = texts.join(", ");
                let _ = writeln!(self.out, "  call {source}{result}{}({args});", callee.name);
            }
            StmtKind::Goto(labels) => {
                let labels: Vec<String> =
                    labels.iter().map(|l| format!("$L{}", l.index())).collect();
                let _ = writeln!(self.out, "  goto {};", labels.join(", "));
            }
            StmtKind::Label(label) => {
                self.at = (0, 0);
                let _ = writeln!(self.out, "$L{}:", label.index());
            }
            StmtKind::Return => self.out.push_str("  return;\n"),
            StmtKind::Copy(to_access, to, _, from, size) => {
                self.copy(*to_access, *to, *from, *size);
            }
            StmtKind::Fill(access, at, value, size) => self.fill(*access, *at, *value, *size),
            StmtKind::HavocMemory(access, _) | StmtKind::HavocNumbers(access, _) => {
                let keeps_pointers = matches!(stmt.kind, StmtKind::HavocNumbers(..));
                let pointers = if keeps_pointers { self.maps_of_pointers() } else { Vec::new() };
                for part in self.memory.parts(*access, None) {
                    if !pointers.contains(&part.map) {
                        let name = &self.memory.maps()[part.map as usize].name;
                        let _ = writeln!(self.out, "  havoc {name};");
                    }
                }
            }
        }
    }

    /// The maps in which some access finds a pointer.
    fn maps_of_pointers(&self) -> Vec<u32> {
        let accesses = self.m.accesses.iter().enumerate();
        let pointers = accesses.filter(|(_, a)| a.width > 0 && self.c.types.is_pointer(a.ty));
        let mut maps: Vec<u32> =
            pointers.map(|(i, _)| self.memory.map_of(AccessId(i as u32))).collect();
        maps.sort_unstable();
        maps.dedup();
        maps
    }
}
