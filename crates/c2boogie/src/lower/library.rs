//! Models of library functions that C cannot express; the others are in `library.c`.

use super::Lowering;
use super::objects::Mortal;
use crate::checks::Check;
use crate::ir::*;
use crate::symbols::{Origin, Thing};
use lariat_c::{BinaryOp, Diagnostic, ExprId, ExprKind, FunctionId, Type, TypeId};
use lariat_verdict::What;

/// Calls without effect that matters here; their result is anything.
const HARMLESS: &[&str] = &[
    "printf", "fprintf", "puts", "putchar", "putc", "fputs", "fputc", "perror", "fflush", "printk",
    "vprintf", "vfprintf", "syslog", "fclose", "usleep", "sleep", "srand", "DbgPrint",
];

/// Calls that write through their pointers.
const WRITERS: &[&str] = &[
    "sprintf",
    "snprintf",
    "vsprintf",
    "vsnprintf",
    "scanf",
    "fscanf",
    "sscanf",
    "fgets",
    "gets",
    "fread",
    "read",
    "recv",
    "getline",
    "strftime",
    "gettimeofday",
    "time",
    "stat",
    "fstat",
    "lstat",
    "getcwd",
    "readlink",
    "strtok",
    "strtok_r",
    "qsort",
    "strtol",
    "strtoul",
    "strtoll",
    "strtoull",
    "gethostname",
    "ioctl",
    "sigaction",
    "localtime_r",
    "nanosleep",
    "clock_gettime",
    "uname",
    "getrusage",
    "tcgetattr",
    "pipe",
    "strtod",
    "copy_from_user",
    "memccpy",
    "iconv",
    "wcstombs",
];

/// Of these, those that write as much as their input has: nothing but luck keeps it inside.
const UNBOUNDED: &[&str] = &["gets", "sprintf", "vsprintf"];

/// Those that are told how much to write: which arguments are the memory and its size.
const BOUNDED: &[(&str, usize, usize)] = &[
    ("fgets", 0, 1),
    ("snprintf", 0, 1),
    ("vsnprintf", 0, 1),
    ("strftime", 0, 1),
    ("getcwd", 0, 1),
    ("gethostname", 0, 1),
    ("read", 1, 2),
    ("recv", 1, 2),
    ("readlink", 1, 2),
];

/// Those that read text with a format, and which argument that is.
const BY_FORMAT: &[(&str, usize)] = &[("scanf", 0), ("fscanf", 1), ("sscanf", 1)];

/// Functions of the C library that change nothing that the program can see; their result is anything.
const QUIET: &[&str] = &[
    "abs",
    "labs",
    "llabs",
    "rand",
    "random",
    "drand48",
    "getchar",
    "getc",
    "fgetc",
    "getwchar",
    "atoi",
    "atol",
    "atoll",
    "atof",
    "getenv",
    "fopen",
    "freopen",
    "fdopen",
    "opendir",
    "closedir",
    "fseek",
    "ftell",
    "rewind",
    "feof",
    "ferror",
    "fileno",
    "strerror",
    "write",
    "fwrite",
    "send",
    "close",
    "open",
    "creat",
    "isatty",
    "clock",
    "getpid",
    "getppid",
    "getuid",
    "geteuid",
    "access",
    "system",
    "remove",
    "rename",
    "unlink",
    "mkdir",
    "rmdir",
    "chdir",
    "alarm",
    "kill",
    "raise",
    "sigemptyset",
    "setlocale",
    "putenv",
    "setenv",
    "srandom",
    "srand48",
    "fork",
    "isatty",
    "umask",
    "getpagesize",
    "sysconf",
    "sched_yield",
    "difftime",
    "mktime",
    "localtime",
    "gmtime",
    "ctime",
    "asctime",
    "strcoll",
    "ungetc",
    "tolower",
    "toupper",
    "isprint",
    "ispunct",
    "isxdigit",
    "iscntrl",
    "isgraph",
    "isblank",
    "fegetround",
    "__errno_location",
    "__ctype_b_loc",
];

/// Does a function of the library write what its arguments point to?
pub(crate) fn writes_arguments(name: &str) -> bool {
    WRITERS.contains(&name)
}

/// Does a function of the library change nothing that the program can see?
pub(crate) fn is_quiet(name: &str) -> bool {
    QUIET.contains(&name) || HARMLESS.contains(&name)
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
    "abs",
    "labs",
    "llabs",
    "imaxabs",
    "abort",
    "exit",
    "_exit",
    "_Exit",
    "quick_exit",
    "setjmp",
    "_setjmp",
    "__sigsetjmp",
    "sigsetjmp",
    "longjmp",
    "siglongjmp",
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
    let known = HARMLESS.contains(&plain) || WRITERS.contains(&plain) || MODELLED.contains(&plain);
    known && !OF_KERNELS.contains(&plain)
        || name.starts_with("__builtin_")
        || name.starts_with("__sync_")
        || name.starts_with("__atomic_")
        || plain.starts_with("pthread_")
        || super::float::is_mathematical(plain)
        || crate::LIBRARY.text.contains(&format!("__lariat_{plain}("))
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
        if !self.wants(Check::Assertion) {
            // It ends the program.
            return self.stop();
        }
        let never = self.m.truth(false);
        self.require(Check::Assertion, never, || what.to_owned());
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
        if let Some(value) = self.verifier_call(f, args, result) {
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
            "__lariat_unsupported" => {
                self.unsupported("more than four functions, or one by another, given to atexit")
            }
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
            "fesetround" => {}
            "fesetenv" | "feupdateenv" | "on_exit" | "at_quick_exit" | "__cxa_atexit" => {
                args.iter().for_each(|&arg| self.effect(arg));
                self.unsupported(format!("a call of {name}"));
            }
            "alloca" => {
                let size = self.size_argument(*args.first()?);
                let p = self.allocate(name, size, Thing::Heap);
                if let TermKind::Var(var) = self.m.term(p).kind {
                    self.is_transient(Mortal::Dynamic(var));
                }
                return Some(Some(p));
            }
            "malloc" | "valloc" | "calloc" | "realloc" | "free" | "cfree" => {
                let values = self.arguments(args);
                return self
                    .heap_call(name, &values)
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
                self.copy(to, from, n);
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
                let access = self.raw_access(0, TypeId::CHAR, None);
                self.emit(StmtKind::Fill(access, to, byte, n));
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
            "expect" => {
                let value = self.value(*args.first()?);
                for &arg in &args[1..] {
                    self.effect(arg);
                }
                let ty = ty?;
                return Some(Some(self.m.cast(value, ty)));
            }
            "object_size" => {
                let ty = ty?;
                return Some(Some(self.m.int(-1, ty)));
            }
            "prefetch" => {}
            "return_address" | "frame_address" => {
                let ty = ty?;
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
            "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp" | "longjmp" | "siglongjmp"
            | "fork" | "vfork" | "clone" | "thrd_create" => {
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
            _ if HARMLESS.contains(&name) => {
                for &arg in args {
                    self.effect(arg);
                }
                return Some(ty.map(|ty| self.input(ty, Origin::ResultOf(f))));
            }
            _ if WRITERS.contains(&name) => {
                self.not_checked(name);
                self.assume_of_writer(name, args);
                let values = self.arguments(args);
                for value in values {
                    let is_address = !matches!(self.m.term(value).kind, TermKind::Const(_));
                    if self.m.ty(value) == self.m.pointer_ty() && is_address {
                        let access = self.raw_access(0, TypeId::CHAR, None);
                        self.emit(StmtKind::HavocMemory(access, value));
                        self.escapes(value);
                    }
                }
                return Some(ty.map(|ty| self.input(ty, Origin::ResultOf(f))));
            }
            _ => return None,
        }
        Some(ty.map(|ty| self.m.int(0, ty)))
    }

    /// A call of a function of the library through a pointer; `None` if it is not one.
    pub fn library_through_pointer(
        &mut self,
        f: FunctionId,
        values: &[TermId],
        result: TypeId,
    ) -> Scalar {
        let name = self.c.name(self.c.function(f).name).to_owned();
        if let Some(value) = self.heap_call(&name, values) {
            return Some(value);
        }
        let quiet = is_quiet(&name) || super::float::is_mathematical(&name);
        if !is_library(&name) || quiet || self.c.function(f).noreturn {
            return None;
        }
        self.unsupported(format!("a call of {name} through a pointer"));
        Some(self.ity(result).map(|ty| self.any(ty)))
    }

    /// A function that allocates or frees; `None` if it is another one.
    fn heap_call(&mut self, name: &str, values: &[TermId]) -> Scalar {
        let pointer = self.m.pointer_ty();
        let mut number = |i: usize| {
            let value = self.m.cast(*values.get(i)?, pointer);
            Some(self.save(value))
        };
        Some(match name {
            "malloc" | "valloc" => {
                let size = number(0)?;
                Some(self.allocation(name, size, |_, _| {}))
            }
            "calloc" => {
                let (count, size) = (number(0)?, number(1)?);
                let bytes = self.m.binary(BinOp::Mul, count, size);
                Some(self.allocation(name, bytes, |this, p| this.fill(p, 0, bytes)))
            }
            "realloc" => {
                let (old, size) = (number(0)?, number(1)?);
                Some(self.allocation(name, size, |this, p| {
                    this.free(old);
                    let read = this.copy(p, old, size);
                    // As much as the old memory has.
                    this.m.clipped.insert(read);
                }))
            }
            "free" | "cfree" => {
                self.free(*values.first()?);
                None
            }
            _ => return None,
        })
    }

    /// Memory from `malloc` and its like, or a null pointer if there may be none; `fill` is done with new memory.
    fn allocation(
        &mut self,
        name: &str,
        size: TermId,
        fill: impl FnOnce(&mut Self, TermId),
    ) -> TermId {
        if !self.options.allocation_may_fail() {
            self.assume(What::AllocationSucceeds);
            return self.allocated(name, size, fill);
        }
        let result = self.local("$t", self.m.pointer_ty());
        let (succeeds, fails, end) = (self.new_label(), self.new_label(), self.new_label());
        self.emit(StmtKind::Goto(vec![succeeds, fails]));
        self.label(succeeds);
        let p = self.allocated(name, size, fill);
        self.emit(StmtKind::Assign(result, p));
        self.goto(end);
        self.label(fails);
        let null = self.m.address(0);
        self.emit(StmtKind::Assign(result, null));
        self.label(end);
        self.m.var(result)
    }

    fn allocated(
        &mut self,
        name: &str,
        size: TermId,
        fill: impl FnOnce(&mut Self, TermId),
    ) -> TermId {
        let p = self.allocate(name, size, Thing::Heap);
        self.is_heap_object(p);
        if self.options.checks.any(&[Check::Leak, Check::Lost]) {
            self.assume(What::LeaksAtEnd);
        }
        if self.options.checks.has(Check::Uninitialised) && name != "calloc" {
            self.assume(What::AddressTakenInitialised);
        }
        fill(self, p);
        p
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

    /// What a function that writes through its arguments is taken not to do.
    fn assume_of_writer(&mut self, name: &str, args: &[ExprId]) {
        let format = BY_FORMAT.iter().find(|(known, _)| *known == name);
        let texts = format.is_some_and(|&(_, at)| self.reads_texts(args.get(at).copied()));
        let too_much = BOUNDED.iter().any(|&(known, memory, size)| {
            known == name && !self.has_room(args.get(memory).copied(), args.get(size).copied())
        });
        if UNBOUNDED.contains(&name) || name == "fread" || texts || too_much {
            self.assume(What::InBounds);
        }
        if name == "sigaction" && args.get(1).is_some_and(|&e| self.c.constant_int(e) != Some(0)) {
            self.assume(What::NoSignal);
        }
        if name == "qsort" {
            self.assume(What::Ignored("the comparison function of `qsort`".into()));
        }
    }

    /// Is the memory an object by its name that has so many bytes?
    fn has_room(&self, memory: Option<ExprId>, size: Option<ExprId>) -> bool {
        let (Some(mut e), Some(size)) = (memory, size) else { return false };
        while let ExprKind::Cast(_, inner) | ExprKind::Decay(inner) | ExprKind::AddressOf(inner) =
            self.c.expr(e).kind
        {
            e = inner;
        }
        let named = matches!(self.c.expr(e).kind, ExprKind::Var(_) | ExprKind::Global(_));
        let is_object = named && !self.c.types.is_pointer(self.type_of(e));
        let room = self.c.types.size_of(self.type_of(e)).unwrap_or(0);
        let wanted = self.c.constant_int(size);
        is_object && wanted.is_some_and(|wanted| 0 <= wanted && wanted <= i128::from(room))
    }

    /// May a format read texts of any length?
    fn reads_texts(&self, format: Option<ExprId>) -> bool {
        let Some(mut e) = format else { return true };
        while let ExprKind::Cast(_, inner) | ExprKind::Decay(inner) = self.c.expr(e).kind {
            e = inner;
        }
        let ExprKind::Str(id) = self.c.expr(e).kind else { return true };
        let units = &self.c.string(id).units;
        let text: String = units.iter().filter_map(|&u| char::from_u32(u)).collect();
        text.contains("%s") || text.contains("%[")
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

    fn fill(&mut self, at: TermId, byte: i128, size: TermId) {
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

    fn pointee(&self, pointer: ExprId) -> Option<TypeId> {
        self.c.types.pointee(self.type_of(pointer)).filter(|&t| self.ity(t).is_some())
    }

    pub fn load_from(&mut self, address: TermId, ty: TypeId) -> TermId {
        let int = self.ity_or_int(ty);
        self.guard_scalar(address, int.width);
        let access = self.access(ty, None);
        self.m.push(TermKind::Load(access, address), int)
    }

    fn store_to(&mut self, address: TermId, ty: TypeId, value: TermId) {
        let int = self.ity_or_int(ty);
        self.guard_scalar(address, int.width);
        let access = self.access(ty, None);
        let value = self.m.cast(value, int);
        self.emit(StmtKind::Store(access, address, value));
    }

    /// `__atomic_…` without threads.
    fn atomic(&mut self, op: &str, args: &[ExprId], ty: Option<IntTy>) -> Option<Option<TermId>> {
        if matches!(op, "thread_fence" | "signal_fence") {
            return Some(None);
        }
        let pointer = *args.first()?;
        if matches!(op, "always_lock_free" | "is_lock_free") {
            return Some(ty.map(|ty| self.m.int(1, ty)));
        }
        let to = self.pointee(pointer)?;
        let values = self.arguments(args);
        let values: Vec<TermId> = values.into_iter().map(|v| self.save(v)).collect();
        let at = values[0];
        let old = self.load_from(at, to);
        let old = self.save(old);
        let int = self.m.ty(old);
        match op {
            "load_n" => return Some(Some(old)),
            "load" => self.store_to(*values.get(1)?, to, old),
            "store_n" => self.store_to(at, to, *values.get(1)?),
            "store" => {
                let value = self.load_from(*values.get(1)?, to);
                self.store_to(at, to, value);
            }
            "clear" => {
                let zero = self.m.int(0, int);
                self.store_to(at, to, zero);
            }
            "exchange_n" => {
                self.store_to(at, to, *values.get(1)?);
                return Some(Some(old));
            }
            "exchange" => {
                let value = self.load_from(*values.get(1)?, to);
                self.store_to(at, to, value);
                self.store_to(*values.get(2)?, to, old);
            }
            "test_and_set" => {
                let one = self.m.int(1, int);
                self.store_to(at, to, one);
                let set = self.m.is_true(old);
                return Some(ty.map(|ty| self.m.truth_as(set, ty)));
            }
            "compare_exchange_n" | "compare_exchange" => {
                let expected_at = *values.get(1)?;
                let expected = self.load_from(expected_at, to);
                let expected = self.save(expected);
                let desired = *values.get(2)?;
                let desired = match op {
                    "compare_exchange" => {
                        let value = self.load_from(desired, to);
                        self.save(value)
                    }
                    _ => self.m.cast(desired, int),
                };
                let equal = self.m.compare(CmpOp::Eq, old, expected);
                let new = self.m.ite(equal, desired, old);
                self.store_to(at, to, new);
                let seen = self.m.ite(equal, expected, old);
                self.store_to(expected_at, to, seen);
                return Some(ty.map(|ty| self.m.truth_as(equal, ty)));
            }
            _ => {
                let (op, before) = match op.strip_prefix("fetch_") {
                    Some(op) => (op, true),
                    None => (op.strip_suffix("_fetch")?, false),
                };
                return self.fetch(op, before, at, to, old, *values.get(1)?);
            }
        }
        Some(ty.map(|ty| self.m.int(0, ty)))
    }

    fn fetch(
        &mut self,
        op: &str,
        before: bool,
        at: TermId,
        to: TypeId,
        old: TermId,
        by: TermId,
    ) -> Option<Option<TermId>> {
        let int = self.m.ty(old);
        let by = self.m.cast(by, int);
        let op = match op {
            "add" => BinaryOp::Add,
            "sub" => BinaryOp::Subtract,
            "and" | "nand" => BinaryOp::And,
            "or" => BinaryOp::Or,
            "xor" => BinaryOp::Xor,
            _ => return None,
        };
        let new = self.operation(op, old, by, int);
        let new = self.save(new);
        self.store_to(at, to, new);
        Some(Some(if before { old } else { new }))
    }

    /// `__sync_…` without threads.
    fn sync(&mut self, op: &str, args: &[ExprId], ty: Option<IntTy>) -> Option<Option<TermId>> {
        if op == "synchronize" {
            return Some(None);
        }
        let to = self.pointee(*args.first()?)?;
        let values = self.arguments(args);
        let values: Vec<TermId> = values.into_iter().map(|v| self.save(v)).collect();
        let at = values[0];
        let old = self.load_from(at, to);
        let old = self.save(old);
        let int = self.m.ty(old);
        match op {
            "lock_release" => {
                let zero = self.m.int(0, int);
                self.store_to(at, to, zero);
                Some(None)
            }
            "lock_test_and_set" => {
                self.store_to(at, to, *values.get(1)?);
                Some(Some(old))
            }
            "bool_compare_and_swap" | "val_compare_and_swap" => {
                let expected = self.m.cast(*values.get(1)?, int);
                let desired = self.m.cast(*values.get(2)?, int);
                let equal = self.m.compare(CmpOp::Eq, old, expected);
                let new = self.m.ite(equal, desired, old);
                self.store_to(at, to, new);
                Some(match op {
                    "bool_compare_and_swap" => ty.map(|ty| self.m.truth_as(equal, ty)),
                    _ => Some(old),
                })
            }
            _ => {
                let (op, before) = match op.strip_prefix("fetch_and_") {
                    Some(op) => (op, true),
                    None => (op.strip_suffix("_and_fetch")?, false),
                };
                self.fetch(op, before, at, to, old, *values.get(1)?)
            }
        }
    }

    /// `__builtin_add_overflow` and its like: compute without bounds, then compare.
    fn overflow(&mut self, name: &str, args: &[ExprId]) -> Option<TermId> {
        let op = match name {
            _ if !name.contains("_overflow") => return None,
            _ if name.contains("add") => BinOp::Add,
            _ if name.contains("sub") => BinOp::Sub,
            _ => BinOp::Mul,
        };
        let [a, b, r] = *args else { return None };
        let only_test = name.ends_with("_p");
        let target = if only_test { self.type_of(r) } else { self.pointee(r)? };
        let int = self.ity(target)?;
        let values = self.arguments(args);
        let widest = [self.ity(self.type_of(a))?, self.ity(self.type_of(b))?, int];
        let widest = widest.iter().map(|t| t.width).max()?;
        let wide = IntTy { width: 2 * widest + 2, signed: true };
        let x = self.m.push(TermKind::Cast(values[0]), wide);
        let y = self.m.push(TermKind::Cast(values[1]), wide);
        let exact = self.m.push(TermKind::Binary(op, x, y), wide);
        let exact = self.save(exact);
        let cut = self.m.push(TermKind::Cast(exact), int);
        let cut = self.save(cut);
        let back = self.m.push(TermKind::Cast(cut), wide);
        let fits = self.m.compare(CmpOp::Ne, back, exact);
        if !only_test {
            self.store_to(values[2], target, cut);
        }
        Some(self.m.truth_as(fits, IntTy::unsigned(8)))
    }
}
