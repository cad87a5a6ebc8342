//! Statements. A line of C starts with an assumption that carries its place.

use super::Encoder;
use crate::interval::Interval;
use crate::ir::*;
use crate::memory::Part;
use crate::ranges::Loops;
use lariat_c::Place;
use std::fmt::Write as _;

/// Ranges above this many elements are not spelled out.
const SPELLED_OUT: usize = 1024;

/// More stores than this make a map that solvers find hard.
const MANY_STORES: usize = 64;

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
            | StmtKind::HavocMemory(..) => self.mark(stmt.place),
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
            StmtKind::Assume(c) => {
                let text = self.truth(*c);
                self.at = (u32::from(stmt.place.file.0), stmt.place.line);
                let source = self.source(stmt.place);
                let _ = writeln!(self.out, "  assume {source}{text};");
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
                        format!("{{:msg \"{}{}\"}} ", crate::UNSUPPORTED, clean(what))
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
            StmtKind::HavocMemory(access, _) => {
                for part in self.memory.parts(*access, None) {
                    let name = &self.memory.maps()[part.map as usize].name;
                    let _ = writeln!(self.out, "  havoc {name};");
                }
            }
        }
    }

    /// An address so many bytes further on.
    fn shifted(&mut self, at: &str, by: u64) -> String {
        if by == 0 {
            return at.to_owned();
        }
        let pointer = self.m.pointer_ty();
        let digits = at.strip_suffix(&format!("bv{}", pointer.width)).unwrap_or(at);
        if let Ok(address) = digits.parse::<i128>() {
            return self.address(pointer.wrap(address + i128::from(by)));
        }
        let by = self.address(i128::from(by));
        self.further(at, &by)
    }

    fn copy(&mut self, access: AccessId, to: TermId, from: TermId, size: TermId) {
        let (a, b) = (self.at(to), self.at(from));
        let known = self.m.constant(size).and_then(|s| u64::try_from(s).ok());
        let parts = self.memory.parts(access, known);
        let count: usize = parts.iter().map(|p| p.offsets.len()).sum();
        if known.is_some() && count <= SPELLED_OUT {
            for part in parts.iter().filter(|p| !p.offsets.is_empty()) {
                let name = self.memory.maps()[part.map as usize].name.clone();
                if part.offsets.len() > MANY_STORES
                    && known.is_some_and(|size| self.memory.is_all_of(access, part.map, size))
                {
                    self.replace(part, &a, &b);
                    continue;
                }
                // All elements at once: the areas may overlap.
                let mut text = name.clone();
                for &offset in &part.offsets {
                    let (x, y) = (self.shifted(&a, offset), self.shifted(&b, offset));
                    let _ = write!(text, "[{x} := {name}[{y}]]");
                }
                let _ = writeln!(self.out, "  {name} := {text};");
            }
            return;
        }
        if let (None, Some(parts)) = (known, self.memory.all_parts(access)) {
            let n = self.at(size);
            for part in parts.iter().filter(|p| !p.offsets.is_empty()) {
                let name = self.memory.maps()[part.map as usize].name.clone();
                let mut text = name.clone();
                for &offset in &part.offsets {
                    let (x, y) = (self.shifted(&a, offset), self.shifted(&b, offset));
                    let inside = self.reaches(&n, offset, part.map);
                    let value = format!("if {inside} then {name}[{y}] else {name}[{x}]");
                    let _ = write!(text, "[{x} := ({value})]");
                }
                let _ = writeln!(self.out, "  {name} := {text};");
            }
            return;
        }
        let step = parts.iter().map(|p| p.step).min().unwrap_or(1);
        let mut olds = Vec::new();
        for part in &parts {
            let name = self.memory.maps()[part.map as usize].name.clone();
            let old = format!("$old.{}", self.extra.len());
            self.extra.push((old.clone(), self.map_sort(part.map)));
            let _ = writeln!(self.out, "  {old} := {name};");
            olds.push((name, old));
        }
        let (i, n) = self.loop_start(size);
        let (x, y) = (self.further(&a, &i), self.further(&b, &i));
        for (name, old) in olds {
            let _ = writeln!(self.out, "    {name}[{x}] := {old}[{y}];");
        }
        self.loop_end(&i, &n, step);
    }

    /// All of a map is copied from memory that is never written: a new map with the same values,
    /// which solvers find easier than as many stores.
    fn replace(&mut self, part: &Part, to: &str, from: &str) {
        let name = self.memory.maps()[part.map as usize].name.clone();
        let old = format!("$old.{}", self.extra.len());
        self.extra.push((old.clone(), self.map_sort(part.map)));
        let _ = writeln!(self.out, "  {old} := {name};\n  havoc {name};");
        for &offset in &part.offsets {
            let (x, y) = (self.shifted(to, offset), self.shifted(from, offset));
            let _ = writeln!(self.out, "  assume {name}[{x}] == {old}[{y}];");
        }
    }

    fn fill(&mut self, access: AccessId, at: TermId, value: TermId, size: TermId) {
        let a = self.at(at);
        let known = self.m.constant(size).and_then(|s| u64::try_from(s).ok());
        let zero = self.m.constant(value) == Some(0);
        let mut parts = self.memory.parts(access, known);
        if self.is_entry && zero {
            // Static maps start with zeros.
            parts.retain(|p| !self.memory.maps()[p.map as usize].is_static);
        }
        let count: usize = parts.iter().map(|p| p.offsets.len()).sum();
        if known.is_some() && count <= SPELLED_OUT {
            for part in parts.iter().filter(|p| !p.offsets.is_empty()) {
                let name = self.memory.maps()[part.map as usize].name.clone();
                let text = self.repeated(value, part.map);
                for &offset in &part.offsets {
                    let x = self.shifted(&a, offset);
                    let _ = writeln!(self.out, "  {name}[{x}] := {text};");
                }
            }
            return;
        }
        let pointer = self.m.pointer_ty();
        if self.is_entry
            && let Some(size) = known
        {
            // A large static object in a map that other objects share.
            let last = self.shifted(&a, size);
            for part in &parts {
                let name = self.memory.maps()[part.map as usize].name.clone();
                let text = self.repeated(value, part.map);
                let (sort, bits) = (self.pointer_sort(), self.representation.domain());
                let low = self.less("a", &a, pointer, bits);
                let high = self.less("a", &last, pointer, bits);
                let _ = writeln!(
                    self.out,
                    "  {name} := (lambda a: {sort} :: if !({low}) && {high} then {text} else {name}[a]);"
                );
            }
            return;
        }
        if let (None, Some(parts)) = (known, self.memory.all_parts(access)) {
            let n = self.at(size);
            for part in &parts {
                let name = self.memory.maps()[part.map as usize].name.clone();
                let text = self.repeated(value, part.map);
                for &offset in &part.offsets {
                    let x = self.shifted(&a, offset);
                    let inside = self.reaches(&n, offset, part.map);
                    let text = format!("if {inside} then {text} else {name}[{x}]");
                    let _ = writeln!(self.out, "  {name}[{x}] := ({text});");
                }
            }
            return;
        }
        let step = parts.iter().map(|p| p.step).min().unwrap_or(1);
        let (i, n) = self.loop_start(size);
        let x = self.further(&a, &i);
        for part in &parts {
            let name = self.memory.maps()[part.map as usize].name.clone();
            let text = self.repeated(value, part.map);
            let _ = writeln!(self.out, "    {name}[{x}] := {text};");
        }
        self.loop_end(&i, &n, step);
    }

    /// Is the element at this distance inside of a range of `n` bytes?
    fn reaches(&mut self, n: &str, offset: u64, map: u32) -> String {
        let pointer = self.m.pointer_ty();
        let end = offset + u64::from(self.element(map).width / 8);
        let end = self.address(i128::from(end));
        match self.representation.domain() {
            true => self.bits_compare("ule", &end, n, pointer),
            false => format!("({end} <= {n})"),
        }
    }

    /// A byte, as often as an element of the map has bytes.
    fn repeated(&mut self, byte: TermId, map: u32) -> String {
        let element = self.element(map);
        let bits = self.representation.map(map);
        if let Some(v) = self.m.constant(byte) {
            let mut whole: i128 = 0;
            for i in 0..element.width / 8 {
                whole |= (v & 255) << (8 * i).min(120);
            }
            return self.number(element.wrap(whole), element, bits);
        }
        let text = self.value(byte, bits);
        let count = (element.width / 8) as usize;
        if bits {
            return format!("({})", vec![text; count].join(" ++ "));
        }
        let ones = (0..count).fold(0i128, |sum, i| sum | 1 << (8 * i).min(120));
        let whole = format!("({text} * {ones})");
        let range = self.range(byte).times(Interval::new(ones, ones));
        self.wrapped(&whole, range, element)
    }

    fn loop_start(&mut self, size: TermId) -> (String, String) {
        let n = self.at(size);
        let i = format!("$i.{}", self.extra.len());
        self.extra.push((i.clone(), self.pointer_sort()));
        let bound = format!("$n.{}", self.extra.len());
        self.extra.push((bound.clone(), self.pointer_sort()));
        let zero = self.address(0);
        let _ = writeln!(self.out, "  {i} := {zero};\n  {bound} := {n};");
        let test = self.less(&i, &bound, self.m.pointer_ty(), self.representation.domain());
        let _ = writeln!(self.out, "  while ({test})\n  {{");
        (i, bound)
    }

    fn loop_end(&mut self, i: &str, _: &str, step: u64) {
        let next = self.shifted(i, step);
        let _ = writeln!(self.out, "    {i} := {next};\n  }}");
    }
}
