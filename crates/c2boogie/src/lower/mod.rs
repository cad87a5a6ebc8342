//! Typed C to the flat program.
//!
//! Work is driven by need: lowering starts at the entry and continues with the functions and
//! globals that are referred to. Evaluation is from left to right, but the right side of an
//! assignment comes before the left, unless the order matters (`order`); a value is saved in a
//! temporary if something with effects is evaluated between its computation and its use.

mod atomics;
mod call;
mod checks;
mod cleanup;
mod conversions;
mod ctype;
mod device;
mod effects;
mod ending;
mod exceptions;
mod expression;
mod fill;
mod float;
mod format;
mod function;
mod heap;
mod initializer;
mod inline;
mod jumps;
mod leaks;
mod library;
mod lost;
mod lvalue;
mod named;
mod names;
mod no_value;
mod objects;
mod order;
mod show;
mod sizes;
mod start;
mod statement;
mod threads;
mod unknown;
mod variadic;
mod verifier;
mod weak;
mod world;

pub(crate) use exceptions::raises;
pub(crate) use format::has_format;
pub(crate) use inline::model_of;
pub(crate) use jumps::leaves;
pub(crate) use library::writes_arguments;
pub use library::{Support, is_library, library_functions};
pub(crate) use names::in_boogie;
pub use names::in_c;
pub use show::show;
pub(crate) use verifier::is_known as is_verifier;
pub use verifier::{Meaning, meaning};

use crate::checks::{Check, Checks};
use crate::ir::*;
use crate::symbols::{Origin, Thing};
use crate::touched::{Effects, Setting};
use crate::unsequenced::Open;
use crate::{Options, UnknownCalls};
use lariat_c::{Diagnostic, ExprId, FunctionId, GlobalId, Place, Program, StringId, Type, TypeId};
use lariat_verdict::What;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

/// Where a C variable lives.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Home {
    /// In a variable.
    Scalar(VarId),
    /// In memory, at a fixed address.
    Fixed(ObjectId),
    /// In memory, at the address that the variable holds.
    Dynamic(VarId, ObjectId),
}

/// How many objects live in the blocks around, and how much is due when control leaves them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scope {
    pub mortals: usize,
    pub dues: usize,
}

/// What the lowering of one function keeps.
pub(crate) struct Frame {
    pub proc: ProcId,
    pub function: Option<FunctionId>,
    pub body: Vec<Stmt>,
    pub labels: u32,
    pub c_labels: FxHashMap<lariat_c::LabelId, LabelId>,
    pub homes: FxHashMap<lariat_c::VarId, Home>,
    /// Parameters of a copied model that are constants, and where the call of the outermost one is.
    pub constants: FxHashMap<lariat_c::VarId, TermId>,
    pub copied_at: Option<Place>,
    /// Evaluations that came before what they are operands of, with their values.
    pub evaluated: FxHashMap<ExprId, Option<TermId>>,
    /// Calls of `setjmp`, and where the function goes on when it is left by a jump.
    pub sites: Vec<jumps::Site>,
    pub leave: Option<LabelId>,
    /// With how many iterations loops begin that are spelled out.
    pub rounds: u32,
    pub names: FxHashMap<String, u32>,
    /// Where `break` and `continue` go, and how many objects live on there.
    pub breaks: Vec<(LabelId, Scope)>,
    pub continues: Vec<(LabelId, Scope)>,
    /// Where `__leave` goes.
    pub leaves: Vec<(LabelId, Scope)>,
    /// What is due when control leaves the blocks around, innermost last.
    pub dues: Vec<exceptions::Due>,
    /// All `__finally` blocks so far.
    pub finals: Vec<exceptions::Final>,
    /// In handlers: the codes of their exceptions. In `__finally` blocks: where control was going.
    pub codes: Vec<VarId>,
    pub terminations: Vec<VarId>,
    /// Labels in guarded blocks, once somebody asks.
    pub guarded_labels: Option<FxHashMap<lariat_c::LabelId, Vec<lariat_c::StmtId>>>,
    pub result: Option<VarId>,
    pub result_pointer: Option<VarId>,
    /// Where the arguments are that have no parameter.
    pub more: Option<VarId>,
    pub place: Place,
    pub recursive: bool,
    /// Objects that end with their blocks, innermost last.
    pub mortals: Vec<objects::Mortal>,
    /// Objects that end with the function at the latest.
    pub transient: Vec<objects::Mortal>,
    /// Where their ends are, if there are any.
    pub epilogue: Option<LabelId>,
    /// For variables: do they have a value?
    pub shadows: FxHashMap<VarId, VarId>,
}

/// Everything that lowering knows.
pub(crate) struct Lowering<'p> {
    pub c: &'p Program,
    pub m: Module,
    pub options: Options,
    pub frame: Frame,
    pub procs: FxHashMap<FunctionId, ProcId>,
    pub queue: VecDeque<FunctionId>,
    pub globals: FxHashMap<GlobalId, Home>,
    pub global_queue: VecDeque<GlobalId>,
    pub strings: FxHashMap<StringId, ObjectId>,
    pub string_queue: VecDeque<StringId>,
    pub next_address: u64,
    pub alloc: VarId,
    pub effects: Vec<u8>,
    /// What `longjmp` needs, if it is called; is `setjmp` called?
    pub jumps: Option<jumps::Jumps>,
    /// What exceptions need, if any is raised.
    pub exceptions: Option<exceptions::Exceptions>,
    pub sets_jumps: bool,
    /// Variables that are constant addresses.
    pub fixed_pointers: (FxHashSet<lariat_c::VarId>, FxHashSet<GlobalId>),
    /// What functions read and write.
    pub touched: Rc<Effects<'p>>,
    /// Where the order of evaluation is open, and matters.
    pub open: FxHashMap<ExprId, Open>,
    pub open_initialisers: FxHashMap<lariat_c::VarId, Open>,
    /// Pairs of objects that are accessed in no order, and their addresses.
    pub unordered: Vec<(ExprId, ExprId)>,
    /// What sizes parameters have, if somebody has asked.
    pub sizes: Option<Rc<sizes::Sizes>>,
    pub watched: FxHashMap<ExprId, Vec<TermId>>,
    pub global_names: FxHashMap<String, u32>,
    pub recursive: Vec<bool>,
    /// Names taken by parameters of procedures without body yet.
    pub param_names: FxHashMap<ProcId, FxHashMap<String, u32>>,
    pub unknown_calls: Vec<String>,
    /// Calls of what is not part of the program.
    pub outside_calls: Vec<unknown::OutsideCall>,
    /// What the executions left out are about.
    pub assumed: BTreeSet<What>,
    /// Checks that are not asked for but hold: executions where they would fail end there.
    pub taken_to_hold: Checks,
    pub warnings: Vec<Diagnostic>,
    /// What the program gets wrong that only lowering sees.
    pub errors: Vec<Diagnostic>,
    /// Do exits run functions that `atexit` got?
    pub exits_by_handlers: bool,
    pub functions_by_name: FxHashMap<&'p str, FunctionId>,
    /// Names that globals of C have in Boogie, if nothing else has them.
    pub c_globals: FxHashSet<String>,
    /// The function where execution starts.
    pub entry: Option<FunctionId>,
    /// How many objects of `malloc` were not freed, if anybody wants to know.
    pub unfreed: Option<VarId>,
    /// May there be memory that is not ours, and what stands for it?
    pub foreign: bool,
    pub foreign_object: Option<ObjectId>,
    /// What pointers from outside say they point to, once somebody asks.
    pub outside_pointees: Option<Vec<TypeId>>,
    /// For each function, can a pointer of another type point to it? Once somebody asks.
    pub lost: Option<Vec<bool>>,
    /// For each function, does a call use its value? Once somebody asks.
    pub value_used: Option<Vec<bool>>,
    /// Where variables live that nested functions use.
    pub captured: FxHashMap<lariat_c::VarId, Home>,
    /// Addresses of weak functions that are not defined here.
    pub weak: FxHashMap<FunctionId, VarId>,
    /// Does the program start threads, and is that translated?
    pub has_threads: bool,
    pub threads: bool,
    /// Functions that other threads than the first one may run.
    pub run_by_threads: Vec<bool>,
    /// Is memory given back to the heap?
    pub frees: bool,
    /// Does the program look at `errno`?
    pub uses_errno: bool,
}

/// Addresses of functions start here, objects follow.
const FIRST_ADDRESS: u64 = 0x1000;

/// Lowers the program from its entry.
pub(crate) fn lower<'p>(c: &'p Program, options: &Options) -> Result<Lowering<'p>, Diagnostic> {
    let mut m = Module { pointer_width: c.model().pointer_size() * 8, ..Module::default() };
    let pointer = m.pointer_ty();
    m.vars.push(Variable { name: "$alloc".into(), ty: pointer, owner: None, origin: None });
    let mut lowering = Lowering {
        c,
        m,
        options: options.clone(),
        frame: Frame::new(ProcId(0), None),
        procs: FxHashMap::default(),
        queue: VecDeque::new(),
        globals: FxHashMap::default(),
        global_queue: VecDeque::new(),
        strings: FxHashMap::default(),
        string_queue: VecDeque::new(),
        // On a page of its own: addresses do not change with every model of the library.
        next_address: (FIRST_ADDRESS + 16 * c.functions.len() as u64).div_ceil(0x1000) * 0x1000,
        alloc: ALLOCATION,
        effects: vec![0; c.exprs.len()],
        jumps: None,
        exceptions: None,
        sets_jumps: false,
        fixed_pointers: Default::default(),
        touched: Rc::new(Effects::new(c, setting(c, options))),
        open: FxHashMap::default(),
        open_initialisers: FxHashMap::default(),
        unordered: Vec::new(),
        watched: FxHashMap::default(),
        global_names: FxHashMap::default(),
        recursive: function::recursive(c),
        param_names: FxHashMap::default(),
        unknown_calls: Vec::new(),
        outside_calls: Vec::new(),
        assumed: BTreeSet::new(),
        taken_to_hold: Checks::NONE,
        warnings: Vec::new(),
        errors: Vec::new(),
        exits_by_handlers: false,
        functions_by_name: FxHashMap::default(),
        c_globals: c.globals.iter().map(|g| in_boogie(c.name(g.name)).into_owned()).collect(),
        entry: None,
        sizes: None,
        unfreed: None,
        foreign: false,
        foreign_object: None,
        outside_pointees: None,
        lost: None,
        value_used: None,
        captured: FxHashMap::default(),
        weak: FxHashMap::default(),
        has_threads: threads::has_threads(c),
        threads: false,
        run_by_threads: function::called_back(c),
        frees: false,
        uses_errno: world::uses_errno(c),
    };
    lowering.prepare_checks()?;
    lowering.find_fixed_pointers();
    lowering.prepare_jumps();
    lowering.prepare_exceptions();
    for (i, f) in c.functions.iter().enumerate() {
        let id = FunctionId(i as u32);
        let known = lowering.functions_by_name.get(c.name(f.name)).copied();
        if f.body.is_some() && known.is_none_or(|k| c.function(k).body.is_none()) {
            lowering.functions_by_name.insert(c.name(f.name), id);
        }
    }
    lowering.global_names.insert("$alloc".into(), 1);
    for (what, place) in &c.ignored {
        lowering.assumed.insert(What::Ignored(format!("{what} at {}", c.files.show(*place))));
    }
    let name = options.entry.as_deref().unwrap_or("main");
    let entry = entry_named(c, name)?;
    lowering.entry = Some(entry);
    lowering.start(entry);
    if let Some(error) = lowering.errors.first() {
        return Err(error.clone());
    }
    lowering.finish_checks()?;
    Ok(lowering)
}

/// What matters of the options to the question what a function reads and writes.
fn setting(c: &Program, options: &Options) -> Setting {
    let checks = options.checks;
    Setting {
        unknown_write: options.unknown_calls == Some(UnknownCalls::Havoc),
        checked: !checks.without(Checks::of(&[Check::Assertion, Check::Rule])).is_empty(),
        uninitialised: checks.has(Check::Uninitialised),
        errno: world::uses_errno(c),
    }
}

/// The function where execution starts.
fn entry_named(c: &Program, name: &str) -> Result<FunctionId, Diagnostic> {
    let found = c.function_named(name);
    if let Some(entry) = found.filter(|f| c.function(*f).body.is_some()) {
        return Ok(entry);
    }
    let defined = c.functions.iter().filter(|f| f.body.is_some());
    let place = found.map_or(Place::NOWHERE, |f| c.function(f).place);
    let ours = defined.filter(|f| c.files.name(f.place.file) != crate::LIBRARY.name);
    let mut names: Vec<&str> = ours.map(|f| c.name(f.name)).collect();
    if names.len() > MOST_NAMED {
        names.truncate(MOST_NAMED);
        names.push("…");
    }
    let error =
        Diagnostic::error("entry", place, format!("there is no function `{name}` with a body"));
    Err(match names.is_empty() {
        true => error,
        false => error.with_help(format!("name one with --entry: {}", names.join(", "))),
    })
}

/// How many functions are named to somebody who looks for one.
const MOST_NAMED: usize = 12;

impl Frame {
    pub fn new(proc: ProcId, function: Option<FunctionId>) -> Frame {
        Frame {
            proc,
            function,
            body: Vec::new(),
            labels: 0,
            c_labels: FxHashMap::default(),
            homes: FxHashMap::default(),
            constants: FxHashMap::default(),
            copied_at: None,
            evaluated: FxHashMap::default(),
            sites: Vec::new(),
            leave: None,
            rounds: 0,
            names: FxHashMap::default(),
            breaks: Vec::new(),
            continues: Vec::new(),
            leaves: Vec::new(),
            dues: Vec::new(),
            finals: Vec::new(),
            codes: Vec::new(),
            terminations: Vec::new(),
            guarded_labels: None,
            result: None,
            result_pointer: None,
            more: None,
            place: Place::NOWHERE,
            recursive: false,
            mortals: Vec::new(),
            transient: Vec::new(),
            epilogue: None,
            shadows: FxHashMap::default(),
        }
    }
}

impl Lowering<'_> {
    /// Adds a statement.
    pub fn emit(&mut self, kind: StmtKind) {
        let place = self.frame.copied_at.unwrap_or(self.frame.place);
        self.frame.body.push(Stmt { kind, place });
    }

    pub fn new_label(&mut self) -> LabelId {
        self.frame.labels += 1;
        LabelId(self.frame.labels - 1)
    }

    pub fn label(&mut self, label: LabelId) {
        self.emit(StmtKind::Label(label));
    }

    pub fn goto(&mut self, label: LabelId) {
        self.emit(StmtKind::Goto(vec![label]));
    }

    /// Control goes to the first label if the condition holds, else to the second.
    pub fn branch(&mut self, condition: TermId, yes: LabelId, no: LabelId) {
        match self.m.constant(condition) {
            Some(0) => return self.goto(no),
            Some(_) => return self.goto(yes),
            None => {}
        }
        let (a, b) = (self.new_label(), self.new_label());
        self.emit(StmtKind::Goto(vec![a, b]));
        self.label(a);
        self.emit(StmtKind::Assume(condition));
        self.goto(yes);
        self.label(b);
        let contrary = self.m.not(condition);
        self.emit(StmtKind::Assume(contrary));
        self.goto(no);
    }

    /// A new variable of the current procedure.
    pub fn local(&mut self, name: &str, ty: IntTy) -> VarId {
        let name = self.local_name(name);
        let owner = Some(self.frame.proc);
        self.m.vars.push(Variable { name, ty, owner, origin: None });
        let id = VarId(self.m.vars.len() as u32 - 1);
        self.m.procs[self.frame.proc.index()].locals.push(id);
        id
    }

    /// A temporary with this value; constants stay what they are.
    pub fn save(&mut self, term: TermId) -> TermId {
        match self.m.term(term).kind {
            TermKind::Const(_) | TermKind::Address(_) | TermKind::FunctionAddress(_) => term,
            _ if self.is_fixed(term) => term,
            _ => {
                let ty = self.m.ty(term);
                if ty == IntTy::BOOL {
                    let number = self.m.truth_as(term, IntTy::INT);
                    let var = self.local("$t", IntTy::INT);
                    self.emit(StmtKind::Assign(var, number));
                    let value = self.m.var(var);
                    return self.m.is_true(value);
                }
                let var = self.local("$t", ty);
                self.emit(StmtKind::Assign(var, term));
                self.m.var(var)
            }
        }
    }

    /// A new variable that holds something of C.
    pub fn local_of(&mut self, name: &str, ty: IntTy, origin: Origin) -> VarId {
        let var = self.local(name, ty);
        self.m.vars[var.index()].origin = Some(origin);
        var
    }

    /// Any value of a type, where that is an input of the program.
    pub fn input(&mut self, ty: IntTy, origin: Origin) -> TermId {
        let var = self.local_of("$any", ty, origin);
        self.emit(StmtKind::Havoc(var));
        self.m.var(var)
    }

    /// Is it a fixed place in an object with a fixed address?
    fn is_fixed(&self, term: TermId) -> bool {
        match self.m.term(term).kind {
            TermKind::Address(_) => true,
            TermKind::Array { pointer, .. } => self.is_fixed(pointer),
            TermKind::Offset(p, by) => self.m.constant(by).is_some() && self.is_fixed(p),
            _ => false,
        }
    }

    /// A value that the real function may not have.
    pub fn approximation(&mut self, ty: IntTy) -> TermId {
        let var = self.local("$near", ty);
        self.emit(StmtKind::Havoc(var));
        self.emit(StmtKind::Approximate(var));
        self.m.var(var)
    }

    /// Says of a value that was just made that the real one may be another.
    pub fn is_rough(&mut self, value: TermId) {
        if let TermKind::Var(var) = self.m.term(value).kind {
            self.emit(StmtKind::Approximate(var));
        }
    }

    /// Any value of a type.
    pub fn any(&mut self, ty: IntTy) -> TermId {
        let var = self.local("$any", ty);
        self.emit(StmtKind::Havoc(var));
        self.m.var(var)
    }

    /// The path must not get here if the verdict is to mean anything.
    pub fn unsupported(&mut self, what: impl Into<String>) {
        let never = self.m.truth(false);
        self.supported(never, &what.into());
    }

    /// The path ends.
    pub fn stop(&mut self) {
        let never = self.m.truth(false);
        self.emit(StmtKind::Assume(never));
    }

    /// The integer type that represents a scalar type.
    pub fn ity(&self, ty: TypeId) -> Option<IntTy> {
        let types = &self.c.types;
        Some(match types.get(ty) {
            Type::Bool => IntTy::unsigned(8),
            Type::Int(_) | Type::Enum(_) => {
                IntTy { width: types.int_width(ty), signed: types.is_signed(ty) }
            }
            Type::Pointer(_) => self.m.pointer_ty(),
            Type::Float(_) => IntTy::unsigned(types.size_of(ty)? as u32 * 8),
            _ => return None,
        })
    }

    /// The same, with `int` for what has no value.
    pub fn ity_or_int(&self, ty: TypeId) -> IntTy {
        self.ity(ty).unwrap_or(IntTy::INT)
    }

    pub fn is_record(&self, ty: TypeId) -> bool {
        matches!(self.c.types.get(ty), Type::Record(_))
    }

    pub fn type_of(&self, e: ExprId) -> TypeId {
        self.c.expr(e).ty
    }

    /// An access of a scalar of this type.
    pub fn access(&mut self, ty: TypeId, field: Option<(lariat_c::RecordId, u32)>) -> AccessId {
        let width = self.ity_or_int(ty).width / 8;
        self.raw_access(width, ty, field)
    }

    /// An access of so many bytes.
    pub fn raw_access(
        &mut self,
        width: u32,
        ty: TypeId,
        field: Option<(lariat_c::RecordId, u32)>,
    ) -> AccessId {
        self.m.accesses.push(Access { width, ty: ty.unqualified(), field, text: false });
        AccessId(self.m.accesses.len() as u32 - 1)
    }

    /// An access to a range of a string.
    pub fn text_access(&mut self) -> AccessId {
        let access = self.raw_access(0, TypeId::CHAR, None);
        self.m.accesses[access.index()].text = true;
        access
    }

    /// A new object; with a fixed address if `fixed`.
    pub fn object(&mut self, name: String, size: Option<u64>, align: u64, fixed: bool) -> ObjectId {
        let address = fixed.then(|| {
            if let Some(segments) = self.m.segments {
                let address = self.next_address;
                self.next_address = address.saturating_add(1 << segments.bits);
                return address;
            }
            let align = align.max(16);
            let address = self.next_address.div_ceil(align) * align;
            // One past the end must not be the next object.
            self.next_address = address + size.unwrap_or(1 << 16) + 16;
            address
        });
        let is_static = false;
        self.m.objects.push(Object { name, size, align, address, is_static, thing: None });
        ObjectId(self.m.objects.len() as u32 - 1)
    }

    /// A new object while the program runs; its address.
    pub fn allocate(&mut self, name: &str, size: TermId, thing: Thing) -> TermId {
        let known = self.m.constant(size).map(|s| s as u64);
        let object = self.object(name.to_owned(), known, 16, false);
        self.m.sizes.insert(object, size);
        self.m.objects[object.index()].thing = Some(thing);
        let pointer = self.m.pointer_ty();
        let fresh = self.m.push(TermKind::Fresh(object), pointer);
        let var = self.local_of("$p", pointer, Origin::Allocated(object));
        self.emit(StmtKind::Assign(var, fresh));
        self.bump(size);
        let address = self.m.var(var);
        self.is_born(address, size);
        address
    }

    /// Moves the allocation counter past an object of this size.
    pub fn bump(&mut self, size: TermId) {
        if let Some(segments) = self.m.segments {
            return self.next_segment(segments, size);
        }
        let counter = self.m.var(self.alloc);
        let next = match self.m.constant(size) {
            Some(size) => self.m.address((size + 31) & !15),
            None => {
                let pad = self.m.address(31);
                let padded = self.m.binary(BinOp::Add, size, pad);
                let mask = self.m.address(!15);
                self.m.binary(BinOp::And, padded, mask)
            }
        };
        let known = self.m.constant(size).is_some();
        let sum = self.m.binary(BinOp::Add, counter, next);
        if !known {
            // Memory does not wrap around: such a request cannot have succeeded.
            let sum = self.save(sum);
            let grows = self.m.compare(CmpOp::Lt, counter, sum);
            let small = self.m.compare(CmpOp::Lt, size, sum);
            let both = self.m.and(grows, small);
            self.emit(StmtKind::Assume(both));
            self.emit(StmtKind::Assign(self.alloc, sum));
        } else {
            self.emit(StmtKind::Assign(self.alloc, sum));
        }
    }

    /// The address of a string literal.
    pub fn string_object(&mut self, id: StringId) -> ObjectId {
        if let Some(&object) = self.strings.get(&id) {
            return object;
        }
        let literal = self.c.string(id);
        let unit = self.c.types.size_of(literal.element).unwrap_or(1);
        let size = literal.units.len() as u64 * unit;
        let object = self.object(format!("string {}", id.0), Some(size), unit, true);
        self.m.objects[object.index()].is_static = true;
        self.m.objects[object.index()].thing = Some(Thing::Literal(id));
        self.strings.insert(id, object);
        self.string_queue.push_back(id);
        object
    }

    pub fn function_address(&mut self, id: FunctionId) -> TermId {
        if let Some(address) = self.weak_address(id) {
            return address;
        }
        let pointer = self.m.pointer_ty();
        self.m.push(TermKind::FunctionAddress(id), pointer)
    }

    /// Executions are left out.
    pub fn assume(&mut self, what: What) {
        self.assumed.insert(what);
    }

    /// Something outside of the program gets to know a value.
    pub fn escapes(&mut self, value: TermId) {
        if self.m.ty(value).width >= self.m.pointer_width {
            self.m.escapes.push((value, self.frame.place));
        }
    }

    pub fn unknown_calls_are(&self, what: UnknownCalls) -> bool {
        self.options.unknown_calls.unwrap_or_default() == what
    }
}

/// The address of a function.
pub(crate) fn address_of_function(id: FunctionId) -> u64 {
    FIRST_ADDRESS + 16 * u64::from(id.0)
}
