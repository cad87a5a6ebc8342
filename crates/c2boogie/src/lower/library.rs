//! Models of library functions that C cannot express; the others are in `library/`.

use super::Lowering;
use super::objects::Mortal;
use crate::checks::Check;
use crate::ir::*;
use crate::symbols::{Origin, Thing};
use lariat_c::{Diagnostic, ExprId, ExprKind, FunctionId, Type, TypeId};
use lariat_verdict::What;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Compiled, an `alloca` of more bytes, or of a negative number, leaves the stack.
const MOST_OF_STACK: i128 = (1 << 31) - 1;

/// Calls without effect that matters here; their result is anything.
const HARMLESS: &[&str] = &["printk", "srand", "DbgPrint", "closelog", "openlog"];

/// Calls that write through their pointers: all of what a pointer to a complete type points to.
const WRITERS: &[&str] = &[
    "stat",
    "fstat",
    "lstat",
    "ioctl",
    "sigaction",
    "uname",
    "getrusage",
    "getrlimit",
    "tcgetattr",
    "sysinfo",
    "statfs",
    "fstatfs",
    "times",
    "copy_from_user",
    "accept",
    "getsockname",
    "getpeername",
    "getsockopt",
    "poll",
    "select",
    "sigprocmask",
    "sigfillset",
    "waitpid",
    "wait",
];

/// Functions of the C library that change nothing that the program can see but `errno`; their result is anything.
const QUIET: &[&str] = &[
    "opendir",
    "closedir",
    "open",
    "openat",
    "getuid",
    "geteuid",
    "getgid",
    "getegid",
    "alarm",
    "kill",
    "putenv",
    "srandom",
    "srand48",
    "umask",
    "getpagesize",
    "sysconf",
    "pathconf",
    "sched_yield",
    "timegm",
    "ctime",
    "asctime",
    "getpwnam",
    "getpwuid",
    "gethostbyname",
    "inet_addr",
    "inet_ntoa",
    "atexit",
];

/// Does a function of the library write what its arguments point to?
pub(crate) fn writes_arguments(name: &str) -> bool {
    WRITERS.contains(&name)
        || super::format::writes_memory(name)
        || super::world::PRIMITIVE_WRITERS.contains(&name)
}

/// Does a function of the library change nothing that the program can see?
pub(crate) fn is_quiet(name: &str) -> bool {
    let prints = super::format::has_format(name) && !super::format::writes_memory(name);
    QUIET.contains(&name) || HARMLESS.contains(&name) || prints
}

/// Functions of the C library that are modelled one by one below.
const MODELLED: &[&str] = &[
    "malloc",
    "alloca",
    "valloc",
    "calloc",
    "realloc",
    "memcpy",
    "memmove",
    "mempcpy",
    "bcopy",
    "memset",
    "bzero",
    "aligned_alloc",
    "memalign",
    "pvalloc",
    "reallocarray",
    "free",
    "abs",
    "labs",
    "llabs",
    "imaxabs",
    "abort",
    "exit",
    "_exit",
    "_Exit",
    "quick_exit",
    "fegetround",
    "fesetround",
    "setjmp",
    "_setjmp",
    "__sigsetjmp",
    "sigsetjmp",
    "longjmp",
    "siglongjmp",
    "raise",
    "fork",
    "vfork",
    "clone",
    "thrd_create",
];

/// Modelled, but no functions of the C library.
const OF_KERNELS: &[&str] = &["printk", "DbgPrint", "copy_from_user", "cfree"];

/// Is this a function that a C compiler and its library provide and that has a model here?
pub fn is_library(name: &str) -> bool {
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    let plain = plain.strip_prefix("__").and_then(|n| n.strip_suffix("_chk")).unwrap_or(plain);
    let known = HARMLESS.contains(&plain)
        || WRITERS.contains(&plain)
        || QUIET.contains(&plain)
        || MODELLED.contains(&plain)
        || super::format::has_format(plain)
        || super::ctype::finds_table(plain);
    known && !OF_KERNELS.contains(&plain)
        || name.starts_with("__builtin_")
        || name.starts_with("__sync_")
        || name.starts_with("__atomic_")
        || plain.starts_with("pthread_")
        || super::float::is_mathematical(plain)
        || library_functions().contains_key(plain)
        || plain.starts_with("__") && MODELS.contains(plain)
}

/// What the names of the models continue with, wherever one is defined or called.
static MODELS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    let uses = crate::LIBRARY.text.split("__lariat_").skip(1);
    uses.filter_map(|rest| rest.split_once('('))
        .map(|(name, _)| name)
        .filter(|name| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
        .collect()
});

/// How far a function of the library is known; for the documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Support {
    /// What it reads, writes and returns is that of the library, or anything within its range.
    Modelled,
    /// It writes whole objects; behind pointers to bytes it is assumed to stay inside.
    Writes,
    /// It writes nothing, and its result is anything.
    Quiet,
    /// Paths that get there are unsupported.
    Refused,
}

/// Calls after which a path is unsupported.
const REFUSED: &[&str] = &[
    "raise",
    "fork",
    "vfork",
    "clone",
    "thrd_create",
    "fesetenv",
    "feupdateenv",
    "on_exit",
    "at_quick_exit",
];

/// The functions of the library that are known, as far as they are not built into the compiler.
pub fn library_functions() -> &'static BTreeMap<String, Support> {
    static ALL: LazyLock<BTreeMap<String, Support>> = LazyLock::new(known_functions);
    &ALL
}

fn known_functions() -> BTreeMap<String, Support> {
    let mut all = BTreeMap::new();
    let mut add = |names: &[&str], support| {
        for name in names.iter().filter(|n| !n.starts_with("__") && !OF_KERNELS.contains(n)) {
            all.insert((*name).to_owned(), support);
        }
    };
    add(HARMLESS, Support::Quiet);
    add(QUIET, Support::Quiet);
    add(WRITERS, Support::Writes);
    add(MODELLED, Support::Modelled);
    add(&super::format::NAMES, Support::Modelled);
    add(&super::float::NAMES, Support::Modelled);
    add(REFUSED, Support::Refused);
    // Definitions of models start a line; those that are `static` are parts of others.
    let starts = crate::LIBRARY.text.lines().filter(|l| !l.starts_with("static "));
    let heads = starts.filter(|l| {
        l.starts_with(|c: char| c.is_ascii_lowercase() || c == '_') && !l.ends_with(';')
    });
    let models: Vec<&str> = heads
        .filter_map(|l| l.split_once('(')?.0.rsplit_once("__lariat_"))
        .map(|(_, name)| name)
        .filter(|name| !name.starts_with("builtin_"))
        .collect();
    add(&models, Support::Modelled);
    all
}

type Scalar = Option<Option<TermId>>;

impl Lowering<'_> {
    /// Functions that mean something even though they have a body.
    pub fn special(&mut self, f: FunctionId, args: &[ExprId]) -> Scalar {
        let name = self.c.name(self.c.function(f).name);
        if !matches!(name, "reach_error" | "__VERIFIER_error") {
            return None;
        }
        let name = name.to_owned();
        for &arg in args {
            self.effect(arg);
        }
        self.violation(&format!("{name} is called"));
        Some(None)
    }

    pub fn violation(&mut self, what: &str) {
        self.violation_of(Check::Assertion, what);
    }

    /// Something that must not be reached; if nobody asks for it, it ends the program.
    pub fn violation_of(&mut self, check: Check, what: &str) {
        if !self.wants(check) {
            return self.stop();
        }
        let never = self.m.truth(false);
        self.require(check, never, || what.to_owned());
    }

    /// A call of a function without body; `None` if there is no model.
    pub fn library_call(&mut self, f: FunctionId, args: &[ExprId], result: TypeId) -> Scalar {
        let c = self.c;
        let full = c.name(c.function(f).name);
        let name = full.strip_prefix("__builtin_").unwrap_or(full);
        let name = name.strip_prefix("__").and_then(|n| n.strip_suffix("_chk")).unwrap_or(name);
        let ty = self.ity(result);
        if super::verifier::is_input(name) {
            let kind = name.rsplit("nondet_").next();
            for &arg in args {
                self.effect(arg);
            }
            let Some(ty) = ty else {
                return if matches!(c.types.get(result), Type::Void) { Some(None) } else { None };
            };
            let value = self.input(ty, Origin::ResultOf(f));
            if matches!(kind, Some("bool" | "_Bool")) || matches!(c.types.get(result), Type::Bool) {
                let one = self.m.int(1, ty);
                let zero = self.m.int(0, ty);
                let low = self.m.compare(CmpOp::Le, zero, value);
                let high = self.m.compare(CmpOp::Le, value, one);
                let both = self.m.and(low, high);
                self.emit(StmtKind::Assume(both));
            }
            return Some(Some(value));
        }
        if full.starts_with("__lariat_date_") && self.is_model(f) && self.knows_the_time() {
            return Some(ty.map(|ty| self.input(ty, Origin::ResultOf(f))));
        }
        let rough =
            ["__lariat_near_", "__lariat_date_"].iter().any(|start| full.starts_with(start));
        if rough && self.is_model(f) {
            return Some(ty.map(|ty| self.approximation(ty)));
        }
        if let Some(primitive) = full.strip_prefix("__lariat_").filter(|_| self.is_model(f)) {
            let values = self.arguments(args);
            if let Some(value) = self.primitive(primitive, &values) {
                return Some(value);
            }
        }
        if let Some(value) = self.verifier_call(f, args, result) {
            return Some(value);
        }
        if let Some(value) = self.format_call(f, name, args, result) {
            return Some(value);
        }
        if let Some(value) = self.exception_call(full, args, result) {
            return Some(value);
        }
        if let Some(value) = self.jump_call(full, args, result) {
            return Some(value);
        }
        if name.starts_with("pthread_") || self.has_threads && name.starts_with("sem_") {
            return self.thread_call(name, args, result);
        }
        if let Some(value) = self.float_call(name, args, result) {
            return Some(Some(value));
        }
        match name {
            "assert" => self.assert_first(args)?,
            "reach_error" => {
                self.violation(&format!("{name} is called"));
            }
            "__assert_fail" | "__assert" | "__assert_rtn" | "__assert_perror_fail" => {
                self.violation("the assertion fails");
            }
            "abort" | "exit" | "_exit" | "_Exit" | "quick_exit" | "trap" => {
                for &arg in args {
                    self.effect(arg);
                }
                if name == "exit" {
                    self.run_exit_handlers();
                }
                if matches!(name, "exit" | "_exit" | "_Exit" | "quick_exit") {
                    self.the_end(false);
                }
                self.stop();
            }
            "unreachable" => self.promised_not_to_get_here(),
            "fesetround" if self.constant_argument(args) != Some(0) => {
                self.effect(*args.first()?);
                self.unsupported("another rounding mode (fesetround)");
            }
            // All other modes are refused.
            "fesetround" | "fegetround" => {}
            "fesetenv" | "feupdateenv" | "on_exit" | "at_quick_exit" | "__cxa_atexit" => {
                args.iter().for_each(|&arg| self.effect(arg));
                self.unsupported(format!("a call of {name}"));
            }
            "alloca" => {
                let size = self.size_argument(*args.first()?);
                let most = self.m.segments.map_or(MOST_OF_STACK, |s| (1 << s.bits) - 1);
                let most = self.m.address(most);
                let fits = self.m.compare(CmpOp::Le, size, most);
                self.supported(fits, "alloca of more than any stack has");
                let p = self.allocate(name, size, Thing::Heap);
                if let TermKind::Var(var) = self.m.term(p).kind {
                    self.is_transient(Mortal::Dynamic(var));
                }
                return Some(Some(p));
            }
            "malloc" | "valloc" | "pvalloc" | "aligned_alloc" | "memalign" | "calloc"
            | "realloc" | "reallocarray" | "free" | "cfree" => {
                let sizes = match args {
                    [count, size] if name == "calloc" => self.sizes_of_product(*count, *size),
                    _ => BTreeSet::new(),
                };
                let values = self.arguments(args);
                return self
                    .sized_heap_call(name, &values, &sizes)
                    .map(|value| value.or_else(|| ty.map(|ty| self.m.int(0, ty))));
            }
            "memcpy" | "memmove" | "mempcpy" | "bcopy" => {
                let [a, b, n, ..] = *args else { return None };
                let values = self.arguments(&[a, b, n]);
                let pointer = self.m.pointer_ty();
                let n = self.m.cast(values[2], pointer);
                let (to, from) = match name {
                    "bcopy" => (values[1], values[0]),
                    _ => (values[0], values[1]),
                };
                let to = self.save(to);
                self.guard(from, n);
                self.guard(to, n);
                let sizes = self.sizes_of(args[2]);
                let from = self.save(from);
                self.by_size(n, &sizes, |this, n| {
                    this.copy(to, from, n);
                });
                return Some(Some(if name == "mempcpy" { self.m.offset(to, n) } else { to }));
            }
            "memset" => {
                let [a, v, n, ..] = *args else { return None };
                let values = self.arguments(&[a, v, n]);
                let pointer = self.m.pointer_ty();
                let n = self.m.cast(values[2], pointer);
                let byte = self.m.cast(values[1], IntTy::unsigned(8));
                let to = self.save(values[0]);
                self.guard(to, n);
                let sizes = self.sizes_of(args[2]);
                let byte = self.save(byte);
                self.by_size(n, &sizes, |this, n| {
                    let access = this.raw_access(0, TypeId::CHAR, None);
                    this.emit(StmtKind::Fill(access, to, byte, n));
                });
                return Some(Some(to));
            }
            "bzero" => {
                let [a, n] = *args else { return None };
                let values = self.arguments(&[a, n]);
                let pointer = self.m.pointer_ty();
                let n = self.m.cast(values[1], pointer);
                self.guard(values[0], n);
                self.fill(values[0], 0, n);
            }
            "expect" | "assume_aligned" => {
                let value = self.value(*args.first()?);
                for &arg in &args[1..] {
                    self.effect(arg);
                }
                let ty = ty?;
                return Some(Some(self.m.cast(value, ty)));
            }
            "object_size" => {
                let ty = ty?;
                return Some(Some(match self.options.rules {
                    Some(_) => self.m.int(-1, ty),
                    None => self.approximation(ty),
                }));
            }
            "prefetch" => args.iter().for_each(|&arg| self.effect(arg)),
            "return_address" => {
                let ty = ty?;
                return Some(Some(self.any(ty)));
            }
            "frame_address" => {
                let ty = ty?;
                self.unsupported("the address of a stack frame");
                return Some(Some(self.any(ty)));
            }
            "abs" | "labs" | "llabs" | "imaxabs" => {
                let value = self.value(*args.first()?);
                let value = self.save(value);
                let ty = self.m.ty(value);
                let least = self.m.int(ty.min(), ty);
                let fits = self.m.compare(CmpOp::Ne, value, least);
                self.require(Check::Overflow, fits, || format!("signed overflow in {name}"));
                let zero = self.m.int(0, ty);
                let negative = self.m.compare(CmpOp::Lt, value, zero);
                let minus = self.m.push(TermKind::Negate(value), ty);
                return Some(Some(self.m.ite(negative, minus, value)));
            }
            "fork" | "vfork" | "clone" | "thrd_create" | "raise" => {
                self.unsupported(format!("a call of {name}"));
                return Some(ty.map(|ty| self.any(ty)));
            }
            "signal" | "bsd_signal" | "sigset" => {
                let ignored = args.get(1).and_then(|&e| self.small_constant(e)).is_some();
                args.iter().for_each(|&arg| self.effect(arg));
                if !ignored {
                    self.assume(What::NoSignal);
                }
                return Some(ty.map(|ty| self.input(ty, Origin::ResultOf(f))));
            }
            _ if super::ctype::finds_table(name) => {
                self.unsupported(format!("a use of {name} that is not that of <ctype.h>"));
                return Some(ty.map(|ty| self.any(ty)));
            }
            _ if HARMLESS.contains(&name) => {
                for &arg in args {
                    self.effect(arg);
                }
                return Some(ty.map(|ty| self.input(ty, Origin::ResultOf(f))));
            }
            _ if WRITERS.contains(&name) => {
                self.writer(name, args);
                self.set_errno(None);
                return Some(ty.map(|ty| self.input(ty, Origin::ResultOf(f))));
            }
            _ => return None,
        }
        Some(ty.map(|ty| self.m.int(0, ty)))
    }

    /// A call of a function of the library through a pointer; `None` if it is not one. Its arguments have these values.
    pub fn library_through_pointer(
        &mut self,
        f: FunctionId,
        args: &[ExprId],
        values: &[TermId],
        result: TypeId,
    ) -> Scalar {
        let name = self.c.name(self.c.function(f).name).to_owned();
        if let Some(value) = self.heap_call(&name, values) {
            return Some(value);
        }
        if !is_library(&name) {
            return None;
        }
        let outer: Vec<_> = args
            .iter()
            .zip(values)
            .map(|(&arg, &value)| self.frame.evaluated.insert(arg, Some(value)))
            .collect();
        let called = self.library_call(f, args, result);
        for (arg, outer) in args.iter().zip(outer) {
            match outer {
                Some(value) => self.frame.evaluated.insert(*arg, value),
                None => self.frame.evaluated.remove(arg),
            };
        }
        let quiet = is_quiet(&name) || super::float::is_mathematical(&name);
        if called.is_some() || quiet || self.c.function(f).noreturn {
            return called;
        }
        self.unsupported(format!("a call of {name} through a pointer"));
        Some(self.ity(result).map(|ty| self.any(ty)))
    }

    /// `__builtin_unreachable`: getting here is undefined, so it is a failure, unless the rules say that no
    /// execution does.
    fn promised_not_to_get_here(&mut self) {
        if self.options.rules.is_none() {
            return self.violation("__builtin_unreachable is reached");
        }
        let place = self.c.files.show(self.frame.place).to_string();
        self.assume(What::NotReached(place));
        self.stop();
    }

    /// `SIG_DFL`, `SIG_IGN` and `SIG_ERR`: numbers as pointers.
    fn small_constant(&self, mut e: ExprId) -> Option<i128> {
        while let ExprKind::Cast(_, inner) = self.c.expr(e).kind {
            e = inner;
        }
        self.c.constant_int(e).filter(|value| (-1..=1).contains(value))
    }

    /// The value of the first argument, if that is a constant.
    fn constant_argument(&self, args: &[ExprId]) -> Option<i128> {
        self.c.constant_int(*args.first()?)
    }

    /// A function that writes what its arguments point to: whole objects where their type is known; behind other
    /// pointers it is taken to write inside of the object.
    fn writer(&mut self, name: &str, args: &[ExprId]) {
        let values = self.arguments(args);
        let values: Vec<TermId> = values.into_iter().map(|v| self.save(v)).collect();
        for (&arg, value) in args.iter().zip(values) {
            let Some(to) = self.c.types.pointee(self.type_of(arg)) else { continue };
            let is_address = !matches!(self.m.term(value).kind, TermKind::Const(_));
            if to.is_const() || !is_address {
                continue;
            }
            let size = self.c.types.size_of(to).filter(|_| self.is_record(to));
            match size {
                Some(size) => {
                    let (size, zero) = (self.m.address(i128::from(size)), self.m.address(0));
                    let there = self.m.compare(CmpOp::Ne, value, zero);
                    let (yes, end) = (self.new_label(), self.new_label());
                    self.branch(there, yes, end);
                    self.label(yes);
                    self.any_bytes(value, size);
                    self.goto(end);
                    self.label(end);
                }
                None => {
                    self.not_checked(name);
                    self.assume(What::InBounds);
                    let access = self.raw_access(0, TypeId::CHAR, None);
                    self.emit(StmtKind::HavocMemory(access, value));
                }
            }
            self.escapes(value);
        }
        if name == "sigaction" && args.get(1).is_some_and(|&e| self.c.constant_int(e) != Some(0)) {
            self.assume(What::NoSignal);
        }
    }

    /// A function that writes as much as it likes: the verdict must say so.
    fn not_checked(&mut self, name: &str) {
        let what = format!("what `{name}` reads and writes is not checked");
        if self.checks_memory() && !self.warnings.iter().any(|w| w.message == what) {
            self.warnings.push(Diagnostic::warning("unchecked", self.frame.place, what));
        }
    }

    fn size_argument(&mut self, e: ExprId) -> TermId {
        let value = self.value(e);
        let pointer = self.m.pointer_ty();
        let value = self.m.cast(value, pointer);
        self.save(value)
    }

    pub fn fill(&mut self, at: TermId, byte: i128, size: TermId) {
        let access = self.raw_access(0, TypeId::CHAR, None);
        let byte = self.m.int(byte, IntTy::unsigned(8));
        self.emit(StmtKind::Fill(access, at, byte, size));
    }

    pub fn copy(&mut self, to: TermId, from: TermId, size: TermId) -> AccessId {
        let a = self.raw_access(0, TypeId::CHAR, None);
        let b = self.raw_access(0, TypeId::CHAR, None);
        self.emit(StmtKind::Copy(a, to, b, from, size));
        b
    }

    /// Type-generic built-ins.
    pub fn builtin(&mut self, name: &str, args: &[ExprId], result: TypeId) -> Option<TermId> {
        let ty = self.ity(result);
        if let Some(op) = name.strip_prefix("__atomic_") {
            if let Some(value) = self.atomic(op, args, ty) {
                return value;
            }
        } else if let Some(op) = name.strip_prefix("__sync_") {
            if let Some(value) = self.sync(op, args, ty) {
                return value;
            }
        } else if name.starts_with("__builtin_va_") {
            self.variable_list(name, args);
            return ty.map(|ty| self.m.int(0, ty));
        } else if let Some(value) = self.overflow(name, args) {
            return Some(value);
        } else if let Some(value) = ty.and_then(|ty| self.float_builtin(name, args, ty)) {
            return Some(value);
        }
        for &arg in args {
            self.effect(arg);
        }
        self.unsupported(format!("the built-in {name}"));
        ty.map(|ty| self.any(ty))
    }

    pub fn pointee(&self, pointer: ExprId) -> Option<TypeId> {
        self.c.types.pointee(self.type_of(pointer)).filter(|&t| self.ity(t).is_some())
    }

    pub fn load_from(&mut self, address: TermId, ty: TypeId) -> TermId {
        let int = self.ity_or_int(ty);
        self.guard_scalar(address, int.width);
        let access = self.access(ty, None);
        self.m.push(TermKind::Load(access, address), int)
    }

    pub fn store_to(&mut self, address: TermId, ty: TypeId, value: TermId) {
        let int = self.ity_or_int(ty);
        self.guard_scalar(address, int.width);
        let access = self.access(ty, None);
        let value = self.m.cast(value, int);
        self.emit(StmtKind::Store(access, address, value));
    }
}
