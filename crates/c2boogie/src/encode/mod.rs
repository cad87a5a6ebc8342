//! The flat program as Boogie text, with each variable, map and term written as bits or as
//! integers, as [`crate::represent`] says (section 4 of the paper).

mod bits;
mod bytes;
mod exact;
mod float;
mod ranges;
mod statement;
mod term;

use crate::ir::*;
use crate::items::Numbers;
use crate::memory::MemoryModel;
use crate::ranges::{Known, Ranges};
use crate::represent::Representation;
use crate::symbols::name_in_head;
use crate::{FloatEncoding, IntegerEncoding, Options};
use lariat_c::Program;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Writes one program.
pub(crate) struct Encoder<'a> {
    pub m: &'a Module,
    pub c: &'a Program,
    pub memory: &'a dyn MemoryModel,
    /// The numbers of what is asserted.
    pub numbers: &'a Numbers,
    /// What is bits and what is not.
    pub representation: Representation,
    pub ranges: Ranges<'a>,
    /// What is known about variables where we are.
    pub known: Known,
    /// Variables that are not brought back into range.
    pub loose_vars: Vec<bool>,
    /// Do integers wrap around?
    pub wrap: bool,
    /// Is `x & y` of integers left open?
    pub leave_open: bool,
    /// Is what operations on floats give left open?
    pub floats_are_open: bool,
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
    options: &Options,
    heap_start: u64,
    numbers: &Numbers,
) -> String {
    let representation = Representation::new(m, memory, options.integers, &options.promoted);
    let ranges = match options.integers {
        IntegerEncoding::Bv => Ranges::without(m),
        _ => Ranges::new(m),
    };
    let mut encoder = Encoder {
        m,
        c,
        memory,
        numbers,
        loose_vars: crate::loose::loose(m, &representation, &ranges),
        representation,
        ranges,
        known: Known::default(),
        wrap: options.wrap,
        leave_open: options.integers == IntegerEncoding::Int,
        floats_are_open: options.floats == FloatEncoding::Uninterpreted,
        functions: BTreeMap::new(),
        signed: Vec::new(),
        out: String::new(),
        at: (0, 0),
        extra: Vec::new(),
        is_entry: false,
    };
    encoder.signed = encoder.signs();
    let mut procedures = String::new();
    for (i, proc) in m.procs.iter().enumerate() {
        encoder.procedure(i, proc, heap_start);
        procedures.push_str(&std::mem::take(&mut encoder.out));
    }
    let mut text = String::new();
    for declaration in encoder.functions.values() {
        text.push_str(declaration);
        text.push('\n');
    }
    for (i, var) in m.vars.iter().enumerate().filter(|(_, v)| v.owner.is_none()) {
        let _ = writeln!(text, "var {}: {};", var.name, encoder.var_sort(VarId(i as u32)));
    }
    for (i, map) in memory.maps().iter().enumerate() {
        let about = if map.about.is_empty() { String::new() } else { format!(" // {}", map.about) };
        let _ = writeln!(text, "var {}: {};{about}", map.name, encoder.map_sort(i as u32));
    }
    for (ghost, value) in encoder.ghosts() {
        let pointer = encoder.sort(m.pointer_ty(), encoder.representation.domain());
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
    /// The sort of values of a type.
    pub fn sort(&self, ty: IntTy, bits: bool) -> String {
        match (ty.width, bits) {
            (0, _) => "bool".into(),
            (width, true) => format!("bv{width}"),
            (_, false) => "int".into(),
        }
    }

    pub fn var_sort(&self, var: VarId) -> String {
        self.sort(self.m.vars[var.index()].ty, self.representation.variable(var))
    }

    /// The sort of addresses.
    pub fn pointer_sort(&self) -> String {
        self.sort(self.m.pointer_ty(), self.representation.domain())
    }

    pub fn map_sort(&self, map: u32) -> String {
        let width = self.memory.maps()[map as usize].width * 8;
        let element = self.sort(IntTy::unsigned(width), self.representation.map(map));
        format!("[{}]{element}", self.pointer_sort())
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
    pub fn number(&self, value: i128, ty: IntTy, bits: bool) -> String {
        if ty == IntTy::BOOL {
            return if value != 0 { "true".into() } else { "false".into() };
        }
        if bits {
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

    /// An address as text.
    pub fn address(&self, value: i128) -> String {
        self.number(value, self.m.pointer_ty(), self.representation.domain())
    }

    /// The ghost maps of the program with the sorts of what they hold.
    fn ghosts(&self) -> Vec<(Ghost, String)> {
        let all = Ghost::ALL.into_iter().filter(|_| self.m.segments.is_some());
        let sort = |g| match g {
            Ghost::Size => self.sort(self.m.pointer_ty(), self.representation.domain()),
            Ghost::Heap => self.sort(IntTy::BOOL, false),
        };
        all.map(|g| (g, sort(g))).collect()
    }

    fn procedure(&mut self, index: usize, proc: &Procedure, heap_start: u64) {
        let m = self.m;
        self.extra.clear();
        self.at = (0, 0);
        self.is_entry = proc.is_entry;
        let mut body = String::new();
        std::mem::swap(&mut body, &mut self.out);
        if proc.is_entry {
            let is_bits = self.representation.variable(ALLOCATION);
            let start = self.number(i128::from(heap_start), m.pointer_ty(), is_bits);
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
            let zero = self.number(0, ty, self.representation.domain());
            let domain = self.representation.domain();
            let sort = format!("[{}]{value}", self.sort(m.pointer_ty(), domain));
            let constant = self.constant_of(&sort, &value);
            let _ = writeln!(self.out, "  {} := {constant}({zero});", ghost.name());
        }
        // Parameters cannot be assigned in Boogie: those that are get a copy.
        let assigned = assigned_params(proc);
        for param in &assigned {
            let name = &m.vars[param.index()].name;
            let _ = writeln!(self.out, "  {name} := {};", name_in_head(name));
        }
        self.known = self.ranges.on_entry(proc).unwrap_or_default();
        self.body(index, &proc.body);
        std::mem::swap(&mut body, &mut self.out);
        let show =
            |e: &Encoder<'_>, v: &VarId| format!("{}: {}", m.vars[v.index()].name, e.var_sort(*v));
        let param = |e: &Encoder<'_>, v: &VarId| match assigned.contains(v) {
            true => format!("{}: {}", name_in_head(&m.vars[v.index()].name), e.var_sort(*v)),
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
        let is_bits = self.representation.map(map);
        let (sort, value) = (self.map_sort(map), self.sort(element, is_bits));
        let name = self.constant_of(&sort, &value);
        format!("{name}({})", self.number(0, element, is_bits))
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
