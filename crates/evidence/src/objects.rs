//! Addresses in C's words: `&list[3].next`, `NULL`, the name of a function.
//!
//! Objects with a fixed place are known from the translation; those that an execution allocates
//! are named after the function that they come from and counted: `malloc_1`. Their type is what
//! the first pointer to them says.

use crate::memory::allocations;
use crate::{Execution, bits};
use lariat_c::{ArrayLength, FloatKind, IntKind, RecordKind, Type, TypeId};
use lariat_c2boogie::{Symbols, Thing};
use lariat_trace::StepKind;
use rustc_hash::FxHashMap;

/// An object that an address may be in.
#[derive(Clone, Debug)]
struct Known {
    start: u64,
    /// One past the end is still its address.
    size: u64,
    name: String,
    ty: Option<TypeId>,
    /// Is it reached through pointers only?
    heap: bool,
    /// The text of a string literal.
    literal: Option<String>,
}

/// All objects of an execution.
pub struct Objects<'a> {
    execution: Execution<'a>,
    /// By where they start.
    known: Vec<Known>,
    heap_objects: usize,
}

/// A part of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// How C names it.
    pub name: String,
    /// Its address.
    pub address: u64,
    /// Its type, which is scalar.
    pub ty: TypeId,
    /// Is it (part of) a global variable?
    pub global: bool,
}

impl<'a> Objects<'a> {
    pub fn new(execution: Execution<'a>) -> Self {
        let mut objects = Objects { execution, known: Vec::new(), heap_objects: 0 };
        for object in &execution.symbols.objects {
            if let Some(start) = object.address {
                objects.add(start, object.size.unwrap_or(1 << 16), object.thing, "");
            }
        }
        let allocated = allocations(execution);
        let mut starts: Vec<u64> = allocated.iter().map(|a| a.address).collect();
        starts.sort_unstable();
        for allocation in &allocated {
            let next = starts.get(starts.partition_point(|&s| s <= allocation.address));
            // Objects are kept sixteen bytes apart.
            let size = next.map_or(1 << 16, |n| (n - allocation.address).saturating_sub(16));
            objects.add(allocation.address, size, allocation.thing, &allocation.from);
        }
        objects.known.sort_by_key(|k| k.start);
        objects.types_of_pointers();
        objects
    }

    fn add(&mut self, start: u64, size: u64, thing: Thing, from: &str) {
        let program = self.execution.program;
        let mut known =
            Known { start, size, name: String::new(), ty: None, heap: false, literal: None };
        match thing {
            Thing::Global(g) => {
                known.name = program.name(program.global(g).name).to_owned();
                known.ty = Some(program.global(g).ty);
            }
            Thing::Local(v) => {
                let Some(name) = program.var(v).name else { return };
                known.name = program.name(name).to_owned();
                known.ty = Some(program.var(v).ty);
            }
            Thing::Literal(s) => known.literal = Some(program.string(s).text()),
            Thing::Heap => {
                self.heap_objects += 1;
                known.name = format!("{from}_{}", self.heap_objects);
                known.heap = true;
            }
            Thing::UnknownContent(_) | Thing::Inputs(..) | Thing::Temporary => return,
        }
        self.known.push(known);
    }

    /// Memory has the type that the first pointer to it says.
    fn types_of_pointers(&mut self) {
        let mut types: FxHashMap<u64, TypeId> = FxHashMap::default();
        let types_table = &self.execution.program.types;
        for step in self.execution.trace.steps.iter().filter(|s| s.kind == StepKind::Assign) {
            for write in &step.writes {
                let origin = self.execution.symbols.origin(&step.procedure, &write.name);
                let ty = origin.and_then(|o| self.execution.type_of(o));
                let to = ty.and_then(|t| types_table.pointee(t));
                let useful =
                    |t: &TypeId| types_table.size_of(*t).is_some() && !types_table.is_void(*t);
                if let (Some(to), Some(bits)) = (to.filter(useful), bits::of_shown(&write.value)) {
                    types.entry(bits as u64).or_insert(to);
                }
            }
        }
        for known in self.known.iter_mut().filter(|k| k.heap) {
            known.ty = types.get(&known.start).copied();
        }
    }

    fn find(&self, address: u64) -> Option<&Known> {
        let after = self.known.partition_point(|k| k.start <= address);
        self.known[..after].last().filter(|k| address - k.start <= k.size)
    }

    /// The scalar that is stored at an address.
    pub fn part_at(&self, address: u64) -> Option<Part> {
        let known = self.find(address).filter(|k| k.literal.is_none())?;
        let (name, ty, start) = self.path(known, address, None)?;
        Some(Part { name, address: start, ty, global: !known.heap })
    }

    /// A path into an object down to a scalar, or to something of the wanted type.
    fn path(
        &self,
        known: &Known,
        address: u64,
        wanted: Option<TypeId>,
    ) -> Option<(String, TypeId, u64)> {
        let program = self.execution.program;
        let types = &program.types;
        let mut ty = known.ty?;
        let mut name = known.name.clone();
        let mut offset = address - known.start;
        let mut arrow = false;
        if known.heap {
            let size = types.size_of(ty).filter(|&s| s > 0)?;
            let index = offset / size;
            offset %= size;
            if index > 0 || types.is_scalar(ty) {
                name.push_str(&format!("[{index}]"));
            } else {
                arrow = true;
            }
        }
        // Types nest finitely, but let nobody prove us wrong.
        for _ in 0..64 {
            if offset == 0 && wanted.is_some_and(|w| w.unqualified() == ty.unqualified()) {
                return Some((name, ty, address));
            }
            match types.get(ty) {
                Type::Array(element, length) => {
                    let size = types.size_of(*element).filter(|&s| s > 0)?;
                    let index = offset / size;
                    if matches!(length, ArrayLength::Fixed(n) if index > *n) {
                        return None;
                    }
                    name.push_str(&format!("[{index}]"));
                    offset %= size;
                    ty = *element;
                }
                Type::Record(id) => {
                    let record = types.record(*id);
                    let fits = |f: &&lariat_c::Field| {
                        let size = types.size_of(f.ty).unwrap_or(0);
                        f.offset <= offset && offset - f.offset < size.max(1) && f.bits.is_none()
                    };
                    let field = match record.kind {
                        RecordKind::Struct => record.fields.iter().rev().find(fits)?,
                        RecordKind::Union => record.fields.iter().find(fits)?,
                    };
                    if let Some(field_name) = field.name {
                        name.push_str(if arrow { "->" } else { "." });
                        name.push_str(program.name(field_name));
                        arrow = false;
                    }
                    offset -= field.offset;
                    ty = field.ty;
                }
                _ if types.is_scalar(ty) && wanted.is_none() => {
                    return Some((name, ty, address - offset));
                }
                _ => return None,
            }
        }
        None
    }

    /// A pointer.
    fn pointer(&self, address: u64, to: Option<TypeId>) -> String {
        let program = self.execution.program;
        if address == 0 {
            return "NULL".into();
        }
        if let Some(f) = Symbols::function_at(address, program.functions.len()) {
            return program.name(program.function(f).name).to_owned();
        }
        let Some(known) = self.find(address) else { return format!("{address:#x}") };
        let offset = address - known.start;
        if let Some(text) = &known.literal {
            let text = format!("{text:?}");
            return if offset == 0 { text } else { format!("{text} + {offset}") };
        }
        if known.heap && offset == 0 {
            return known.name.clone();
        }
        if let Some((path, ..)) = to.and_then(|to| self.path(known, address, Some(to))) {
            return format!("&{path}");
        }
        match offset {
            0 => format!("&{}", known.name),
            _ => match self.path(known, address, None) {
                Some((path, _, start)) if start == address => format!("&{path}"),
                _ => format!("(char *)&{} + {offset}", known.name),
            },
        }
    }

    /// A scalar as C would write it.
    pub fn value(&self, ty: TypeId, value: u128) -> String {
        let program = self.execution.program;
        let types = &program.types;
        match types.get(ty) {
            Type::Pointer(to) => {
                let width = program.model().pointer_size() * 8;
                self.pointer(bits::cut(value, width) as u64, Some(*to))
            }
            Type::Bool => bits::cut(value, 8).to_string(),
            Type::Float(FloatKind::Float) => f32::from_bits(value as u32).to_string(),
            Type::Float(FloatKind::Double) => f64::from_bits(value as u64).to_string(),
            Type::Float(_) => format!("{value:#x}"),
            _ => {
                let n = bits::number(value, types.int_width(ty), types.is_signed(ty));
                match types.get(ty) {
                    Type::Enum(id) => {
                        let constants = &types.enumeration(*id).constants;
                        let named = constants.iter().find(|c| c.1 == n);
                        named.map_or_else(|| n.to_string(), |c| program.name(c.0).to_owned())
                    }
                    Type::Int(IntKind::Char | IntKind::SChar | IntKind::UChar) => character(n),
                    _ => n.to_string(),
                }
            }
        }
    }
}

fn character(n: i128) -> String {
    match u8::try_from(n) {
        Ok(b'\n') => "'\\n'".into(),
        Ok(b'\t') => "'\\t'".into(),
        Ok(b'\'') => "'\\''".into(),
        Ok(b'\\') => "'\\\\'".into(),
        Ok(c) if (32..127).contains(&c) => format!("'{}'", char::from(c)),
        _ => n.to_string(),
    }
}
