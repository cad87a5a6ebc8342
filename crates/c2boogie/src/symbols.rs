//! What the names of the Boogie program mean in C, for whoever shows its executions.
//!
//! The translation keeps addresses concrete: objects with a fixed place are listed here, others
//! are allocated while the program runs, and the variable that gets the address says what it is.

use crate::ir::{AccessId, Module, ObjectId};
use crate::memory::MemoryModel;
use lariat_c::{ExprId, FunctionId, GlobalId, Program, StringId, VarId};
use rustc_hash::FxHashMap;

/// What a Boogie variable holds, in terms of C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The value of a local variable or parameter.
    Local(VarId),
    /// The value of a global variable.
    Global(GlobalId),
    /// The address of a local variable that gets new memory each time.
    AddressOf(VarId),
    /// The address of memory from an allocation.
    Allocated(ObjectId),
    /// The null pointer from an allocation that failed.
    NoMemory(FunctionId),
    /// What a function returned about which nothing is known.
    ResultOf(FunctionId),
    /// What an unknown function returned that was called through this pointer.
    ResultThrough(ExprId),
    /// What a variable in memory holds before it is initialised.
    Uninitialised(VarId),
    /// The n-th argument of the entry.
    Argument(u32),
    /// What the function is going to return.
    Result(FunctionId),
}

/// What an object is in C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    /// A global variable.
    Global(GlobalId),
    /// A local variable.
    Local(VarId),
    /// A string literal.
    Literal(StringId),
    /// Memory from `malloc` or the like.
    Heap,
    /// The content that a local variable has before it is initialised.
    UnknownContent(VarId),
    /// What so many calls of a function return that is not known, one byte each.
    Inputs(FunctionId, u32),
    /// A temporary object.
    Temporary,
}

/// An object with an address.
#[derive(Clone, Debug)]
pub struct Placed {
    /// For people; the function that memory comes from.
    pub name: String,
    /// Where it starts; none if it is allocated while the program runs.
    pub address: Option<u64>,
    /// In bytes, if that is known.
    pub size: Option<u64>,
    /// What it is.
    pub thing: Thing,
}

/// What names and addresses mean.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    /// What variables hold, by procedure (empty for globals) and name.
    pub origins: FxHashMap<(String, String), Origin>,
    /// All objects.
    pub objects: Vec<Placed>,
    /// The memory maps with the bytes in an element.
    pub maps: FxHashMap<String, u32>,
    /// Maps that hold pointers and nothing else (`true`), or none (`false`).
    pub pointers: FxHashMap<String, bool>,
    /// The parameters that are assigned, by procedure and the name that they have in its head.
    pub assigned: FxHashMap<(String, String), String>,
    /// The functions of procedures.
    pub procedures: FxHashMap<String, FunctionId>,
    /// The entry of the C program.
    pub entry: Option<FunctionId>,
}

/// The name of a parameter in the head of its procedure if it is assigned: Boogie's parameters cannot
/// be, so that the name itself is that of a local variable. No name of C has a dot.
pub(crate) fn name_in_head(name: &str) -> String {
    format!("{name}.in")
}

impl Symbols {
    pub(crate) fn new(m: &Module, memory: &dyn MemoryModel, c: &Program) -> Symbols {
        let mut symbols = Symbols::default();
        for var in &m.vars {
            let Some(origin) = var.origin else { continue };
            let owner = var.owner.map_or("", |p| &m.procs[p.index()].name).to_owned();
            let as_input = (owner.clone(), name_in_head(&var.name));
            symbols.origins.entry(as_input).or_insert(origin);
            symbols.origins.insert((owner, var.name.clone()), origin);
        }
        for proc in &m.procs {
            for param in &proc.params {
                let name = &m.vars[param.index()].name;
                let in_head = (proc.name.clone(), name_in_head(name));
                symbols.assigned.insert(in_head, name.clone());
            }
        }
        for object in &m.objects {
            let thing = object.thing.unwrap_or(Thing::Temporary);
            symbols.objects.push(Placed {
                name: object.name.clone(),
                address: object.address,
                size: object.size,
                thing,
            });
        }
        symbols.maps = memory.maps().iter().map(|map| (map.name.clone(), map.width)).collect();
        let mut kinds: FxHashMap<u32, (bool, bool)> = FxHashMap::default();
        for (i, access) in m.accesses.iter().enumerate().filter(|(_, a)| a.width > 0) {
            let kind = kinds.entry(memory.map_of(AccessId(i as u32))).or_default();
            match c.types.is_pointer(access.ty) {
                true => kind.0 = true,
                false => kind.1 = true,
            }
        }
        for (map, (pointers, others)) in kinds {
            if let (Some(map), true) = (memory.maps().get(map as usize), pointers != others) {
                symbols.pointers.insert(map.name.clone(), pointers);
            }
        }
        symbols
    }

    /// The parameter that has this name in the head of a procedure, because it is assigned.
    pub fn assigned_parameter(&self, procedure: &str, name: &str) -> Option<&str> {
        let key = (procedure.to_owned(), name.to_owned());
        self.assigned.get(&key).map(String::as_str)
    }

    /// What a variable holds.
    pub fn origin(&self, procedure: &str, name: &str) -> Option<Origin> {
        let key = (procedure.to_owned(), name.to_owned());
        let global = || (String::new(), name.to_owned());
        self.origins.get(&key).or_else(|| self.origins.get(&global())).copied()
    }

    /// The function at an address, if there are so many functions.
    pub fn function_at(address: u64, functions: usize) -> Option<FunctionId> {
        let first = crate::lower::address_of_function(FunctionId(0));
        let (n, rest) = (address.checked_sub(first)? / 16, address.checked_sub(first)? % 16);
        (rest == 0 && n < functions as u64).then_some(FunctionId(n as u32))
    }
}
