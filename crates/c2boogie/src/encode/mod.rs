//! The flat program as Boogie text, with integers encoded one way or the other (section 4 of
//! the paper).

mod bits;
mod exact;
mod statement;
mod term;

use crate::IntegerEncoding;
use crate::ir::*;
use crate::memory::MemoryModel;
use lariat_c::Program;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Writes one program.
pub(crate) struct Encoder<'a> {
    pub m: &'a Module,
    pub c: &'a Program,
    pub memory: &'a dyn MemoryModel,
    pub encoding: IntegerEncoding,
    /// Declarations of the functions used, by name.
    pub functions: BTreeMap<String, String>,
    /// For each map, are its elements signed? Matters for mathematical integers only.
    pub signed: Vec<bool>,
    pub out: String,
    /// The line that the last statement written is from.
    pub at: (u32, u32),
    /// Locals that writing a procedure needs.
    pub extra: Vec<(String, String)>,
    pub is_entry: bool,
}

/// The text of a program.
pub(crate) fn encode(
    m: &Module,
    c: &Program,
    memory: &dyn MemoryModel,
    encoding: IntegerEncoding,
    heap_start: u64,
) -> String {
    let mut encoder = Encoder {
        m,
        c,
        memory,
        encoding,
        functions: BTreeMap::new(),
        signed: Vec::new(),
        out: String::new(),
        at: (0, 0),
        extra: Vec::new(),
        is_entry: false,
    };
    encoder.signed = encoder.signs();
    let mut procedures = String::new();
    for proc in &m.procs {
        encoder.procedure(proc, heap_start);
        procedures.push_str(&std::mem::take(&mut encoder.out));
    }
    let mut text = String::new();
    for declaration in encoder.functions.values() {
        text.push_str(declaration);
        text.push('\n');
    }
    for var in m.vars.iter().filter(|v| v.owner.is_none()) {
        let _ = writeln!(text, "var {}: {};", var.name, encoder.sort(var.ty));
    }
    for (i, map) in memory.maps().iter().enumerate() {
        let about = if map.about.is_empty() { String::new() } else { format!(" // {}", map.about) };
        let _ = writeln!(text, "var {}: {};{about}", map.name, encoder.map_sort(i as u32));
    }
    for (ghost, value) in encoder.ghosts() {
        let pointer = encoder.sort(m.pointer_ty());
        let _ = writeln!(text, "var {}: [{pointer}]{value};", ghost.name());
    }
    for object in &m.objects {
        if let Some(address) = object.address {
            let size = object.size.map_or("an unknown number of".into(), |s| s.to_string());
            let _ = writeln!(text, "// at {address}: {}, {size} bytes", object.name);
        }
    }
    text.push('\n');
    text.push_str(&procedures);
    text
}

impl Encoder<'_> {
    pub fn is_bv(&self) -> bool {
        self.encoding == IntegerEncoding::Bv
    }

    /// The sort of values of a type.
    pub fn sort(&self, ty: IntTy) -> String {
        match (ty.width, self.is_bv()) {
            (0, _) => "bool".into(),
            (width, true) => format!("bv{width}"),
            (_, false) => "int".into(),
        }
    }

    pub fn map_sort(&self, map: u32) -> String {
        let width = self.memory.maps()[map as usize].width * 8;
        format!("[{}]{}", self.sort(self.m.pointer_ty()), self.sort(IntTy::unsigned(width)))
    }

    /// The type of the elements of a map.
    pub fn element(&self, map: u32) -> IntTy {
        let width = self.memory.maps()[map as usize].width * 8;
        IntTy { width, signed: self.signed[map as usize] }
    }

    /// Elements are signed if all accesses see them so.
    fn signs(&self) -> Vec<bool> {
        let maps = self.memory.maps();
        let mut seen: Vec<(bool, bool)> = vec![(false, false); maps.len()];
        let mut note = |access: AccessId, ty: IntTy| {
            if let Some(seen) = seen.get_mut(self.memory.map_of(access) as usize) {
                if ty.signed {
                    seen.0 = true;
                } else {
                    seen.1 = true;
                }
            }
        };
        for term in &self.m.terms {
            if let TermKind::Load(access, _) = term.kind {
                note(access, term.ty);
            }
        }
        for stmt in self.m.procs.iter().flat_map(|p| &p.body) {
            if let StmtKind::Store(access, _, value) = stmt.kind {
                note(access, self.m.ty(value));
            }
        }
        let signed = |(i, (s, u)): (usize, (bool, bool))| s && !u && maps[i].width > 1;
        seen.into_iter().enumerate().map(signed).collect()
    }

    /// Declares a function once.
    pub fn function(&mut self, name: &str, declaration: impl FnOnce() -> String) {
        if !self.functions.contains_key(name) {
            let text = declaration();
            self.functions.insert(name.to_owned(), text);
        }
    }

    /// A number as text.
    pub fn number(&self, value: i128, ty: IntTy) -> String {
        if ty == IntTy::BOOL {
            return if value != 0 { "true".into() } else { "false".into() };
        }
        if self.is_bv() {
            let bits = value as u128;
            let bits = if ty.width >= 128 { bits } else { bits & ((1u128 << ty.width) - 1) };
            return format!("{bits}bv{}", ty.width);
        }
        let unsigned = ty == IntTy::unsigned(128);
        if unsigned {
            format!("{}", value as u128)
        } else if value < 0 {
            format!("(-{})", value.unsigned_abs())
        } else {
            format!("{value}")
        }
    }

    /// The ghost maps of the program with the sorts of what they hold.
    fn ghosts(&self) -> Vec<(Ghost, String)> {
        let all = Ghost::ALL.into_iter().filter(|_| self.m.segments.is_some());
        let sort = |g| match g {
            Ghost::Size => self.sort(self.m.pointer_ty()),
            Ghost::Heap => self.sort(IntTy::BOOL),
        };
        all.map(|g| (g, sort(g))).collect()
    }

    fn procedure(&mut self, proc: &Procedure, heap_start: u64) {
        let m = self.m;
        self.extra.clear();
        self.at = (0, 0);
        self.is_entry = proc.is_entry;
        let mut body = String::new();
        std::mem::swap(&mut body, &mut self.out);
        if proc.is_entry {
            let start = self.number(i128::from(heap_start), m.pointer_ty());
            let _ = writeln!(self.out, "  $alloc := {start};");
            for (i, map) in self.memory.maps().iter().enumerate() {
                if map.is_static {
                    let zero = self.constant_map(i as u32);
                    let _ = writeln!(self.out, "  {} := {zero};", map.name);
                }
            }
        }
        for (ghost, value) in self.ghosts().into_iter().filter(|_| proc.is_entry) {
            let ty = if ghost == Ghost::Heap { IntTy::BOOL } else { m.pointer_ty() };
            let zero = self.number(0, ty);
            let sort = format!("[{}]{value}", self.sort(m.pointer_ty()));
            let constant = self.constant_of(&sort, &value);
            let _ = writeln!(self.out, "  {} := {constant}({zero});", ghost.name());
        }
        // Parameters cannot be assigned in Boogie: those that are get a copy.
        let assigned = assigned_params(proc);
        for param in &assigned {
            let name = &m.vars[param.index()].name;
            let _ = writeln!(self.out, "  {name} := {name}.in;");
        }
        self.body(&proc.body);
        std::mem::swap(&mut body, &mut self.out);
        let show = |e: &Encoder<'_>, v: &VarId| {
            let var = &m.vars[v.index()];
            format!("{}: {}", var.name, e.sort(var.ty))
        };
        let param = |e: &Encoder<'_>, v: &VarId| match assigned.contains(v) {
            true => format!("{}.in: {}", m.vars[v.index()].name, e.sort(m.vars[v.index()].ty)),
            false => show(e, v),
        };
        let params: Vec<String> = proc.params.iter().map(|v| param(self, v)).collect();
        let attribute = if proc.is_entry { "{:entrypoint} " } else { "" };
        let _ = write!(self.out, "procedure {attribute}{}({})", proc.name, params.join(", "));
        if let Some(result) = &proc.result {
            let _ = write!(self.out, " returns ({})", show(self, result));
        }
        self.out.push_str("\n{\n");
        for v in assigned.iter().chain(&proc.locals) {
            let line = show(self, v);
            let _ = writeln!(self.out, "  var {line};");
        }
        for (name, sort) in std::mem::take(&mut self.extra) {
            let _ = writeln!(self.out, "  var {name}: {sort};");
        }
        self.out.push_str(&body);
        self.out.push_str("}\n\n");
    }

    /// The map that is zero everywhere.
    fn constant_map(&mut self, map: u32) -> String {
        let element = self.element(map);
        let (sort, value) = (self.map_sort(map), self.sort(element));
        let name = self.constant_of(&sort, &value);
        format!("{name}({})", self.number(0, element))
    }

    /// The name of the function that makes constant maps of a sort.
    fn constant_of(&mut self, sort: &str, value: &str) -> String {
        let name = format!("$const.{value}");
        self.function(&name, || {
            format!("function {{:builtin \"MapConst\"}} {name}(value: {value}): {sort};")
        });
        name
    }
}

/// The parameters that the body changes.
fn assigned_params(proc: &Procedure) -> Vec<VarId> {
    let mut changed = Vec::new();
    for stmt in &proc.body {
        if let StmtKind::Assign(v, _) | StmtKind::Havoc(v) | StmtKind::Call(_, _, Some(v)) =
            &stmt.kind
        {
            changed.push(*v);
        }
    }
    changed.sort_unstable();
    proc.params.iter().copied().filter(|p| changed.binary_search(p).is_ok()).collect()
}
