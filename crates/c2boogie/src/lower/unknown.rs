//! What is assumed about code that is not there: functions without a body, what ran before the entry.
//!
//! Each of these is said only of programs in which it could matter: of functions that get a pointer or could change
//! a variable that the program reads.

use super::Lowering;
use super::library::{is_library, is_quiet};
use super::verifier::{gives_inputs, is_known};
use crate::UnknownCalls;
use crate::ir::{CmpOp, IntTy, TermId};
use crate::regions::Regions;
use crate::symbols::Origin;
use crate::touched::{Cell, Effects, Touched, same};
use lariat_c::{CastKind, ExprId, ExprKind, FunctionId, GlobalId, Linkage, Part, Type};
use lariat_verdict::What;
use std::collections::BTreeSet;

/// A call of something that is not part of the program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutsideCall {
    /// The function; none if it is called through a pointer.
    function: Option<FunctionId>,
    /// That pointer.
    pointer: Option<TermId>,
    /// Does it get a pointer by which it can change something, or call back?
    gets_access: bool,
}

/// Functions by which a program gets texts.
const READERS: [&str; 20] = [
    "fgets",
    "gets",
    "getline",
    "getdelim",
    "fread",
    "read",
    "pread",
    "recv",
    "recvfrom",
    "scanf",
    "fscanf",
    "__isoc99_scanf",
    "__isoc99_fscanf",
    "getchar",
    "fgetc",
    "getc",
    "getenv",
    "readlink",
    "getcwd",
    "gethostname",
];

/// Functions by which it finds out what time it is.
const CLOCKS: [&str; 8] =
    ["time", "clock", "clock_gettime", "gettimeofday", "timespec_get", "stat", "fstat", "lstat"];

/// What these headers declare is about the world outside of the program: users, files, other processes, arguments.
/// Their results are inputs. Results of all others are computed.
const WORLD_HEADERS: [&str; 22] = [
    "/unistd.h",
    "/unistd_ext.h",
    "/sys/",
    "/fcntl",
    "/dirent.h",
    "/pwd.h",
    "/grp.h",
    "/netdb.h",
    "/poll.h",
    "/pthread.h",
    "/semaphore.h",
    "/threads.h",
    "/sched.h",
    "/signal.h",
    "/dlfcn.h",
    "/termios.h",
    "/getopt",
    "/mqueue.h",
    "/spawn.h",
    "/aio.h",
    "/net/",
    "/syslog.h",
];

/// Programs with more statements than this are not looked at for where pointers point to.
const MAX_STATEMENTS: usize = 5_000;

impl Lowering<'_> {
    /// Notes a call of a function without a body, or through a pointer that may lead out of the program.
    pub fn note_call(
        &mut self,
        function: Option<FunctionId>,
        pointer: Option<TermId>,
        args: &[ExprId],
    ) {
        let is_model = self.c.files.name(self.frame.place.file) == crate::LIBRARY.name;
        let gets_access = args.iter().any(|&arg| self.gives_access(arg));
        if !is_model {
            self.outside_calls.push(OutsideCall { function, pointer, gets_access });
        }
    }

    /// Can a text be another one each time that the program runs?
    pub fn has_texts_from_outside(&self) -> bool {
        self.has_inputs(&READERS) || self.entry.is_some_and(|f| self.is_list_of_texts(f, 1))
    }

    /// Does the program find out what time it is?
    pub fn knows_the_time(&self) -> bool {
        self.has_inputs(&CLOCKS)
    }

    /// Does the program mention one of these functions, or one about which nothing is known?
    fn has_inputs(&self, of_the_library: &[&str]) -> bool {
        let c = self.c;
        let is_input = |f: FunctionId| {
            let function = c.function(f);
            let name = c.name(function.name);
            let is_unknown = || {
                let fails = function.noreturn || name == "reach_error" || is_known(name);
                !is_library(name) && !fails && !c.files.is_system(function.place.file)
            };
            function.body.is_none()
                && !self.is_model(f)
                && (of_the_library.contains(&name) || gives_inputs(name) || is_unknown())
        };
        let is_main = |f: FunctionId| c.name(c.function(f).name) == "main";
        self.options.rules.is_some()
            || !self.entry.is_some_and(is_main)
            || c.exprs.iter().any(|e| matches!(e.kind, ExprKind::Function(f) if is_input(f)))
    }

    /// Does a header of the system declare this function, which has no model? It computes something certain that is
    /// not known here, so that no failure may rest on it. Rules say what a function does that has no body.
    pub fn is_of_the_system(&self, f: FunctionId) -> bool {
        let function = self.c.function(f);
        self.options.rules.is_none()
            && self.c.files.is_system(function.place.file)
            && !WORLD_HEADERS.iter().any(|h| self.c.files.name(function.place.file).contains(h))
    }

    /// What a function without a body returns.
    pub fn result_of_unknown(&mut self, f: FunctionId, ty: IntTy) -> TermId {
        let value = self.input(ty, Origin::ResultOf(f));
        if self.is_of_the_system(f) {
            self.is_rough(value);
        }
        value
    }

    /// What such a function writes behind its arguments: numbers are anything; what else it writes is not followed.
    pub fn written_by_the_system(&mut self, f: FunctionId, args: &[ExprId], values: &[TermId]) {
        let name = self.c.name(self.c.function(f).name).to_owned();
        if !self.is_of_the_system(f) || is_quiet(&name) {
            return;
        }
        for (&arg, &value) in args.iter().zip(values) {
            let Some(to) =
                self.c.types.pointee(self.type_of(arg)).filter(|_| self.gives_access(arg))
            else {
                continue;
            };
            let is_stream = self.c.show_type(to).contains("_IO_FILE");
            let is_function = self.c.types.function(to).is_some();
            let is_void = matches!(self.c.types.get(to), Type::Void);
            let size = self.c.types.size_of(to);
            if is_stream || is_function || size.is_none() && !is_void {
                continue;
            }
            match self.ity(to) {
                Some(ty) if ty.width > 8 && !self.c.types.is_pointer(to) => {
                    let null = self.m.address(0);
                    let there = self.m.compare(CmpOp::Ne, value, null);
                    let (yes, end) = (self.new_label(), self.new_label());
                    self.branch(there, yes, end);
                    self.label(yes);
                    let written = self.approximation(ty);
                    self.store_to(value, to, written);
                    self.goto(end);
                    self.label(end);
                }
                _ => self.unsupported(format!("what {name} writes, which has no model")),
            }
        }
    }

    /// Can whoever gets this value change something by it?
    fn gives_access(&self, arg: ExprId) -> bool {
        let types = &self.c.types;
        let Some(to) = types.pointee(self.type_of(arg)) else { return false };
        if to.is_const() && !self.holds_pointers(to) {
            return false;
        }
        let mut e = arg;
        while let ExprKind::Cast(kind, inner) = self.c.expr(e).kind {
            if kind == CastKind::NullToPointer {
                return false;
            }
            e = inner;
        }
        match self.c.expr(e).kind {
            ExprKind::Int(0) => false,
            ExprKind::Decay(of) => !matches!(self.c.expr(of).kind, ExprKind::Str(_)),
            _ => true,
        }
    }

    /// What is assumed about calls, once all functions are lowered.
    pub fn assume_about_calls(&mut self) {
        let lowered: Vec<FunctionId> = self.lowered();
        self.assume_about_volatile(&lowered);
        self.assume_about_order();
        if self.sets_jumps && !self.outside_calls.is_empty() {
            self.assume(What::Other("functions without a body do not call `longjmp`".into()));
        }
        let effects = self.touched.clone();
        let mut touched = Touched::default();
        for &f in &lowered {
            touched.reads.extend(&effects.of_function(f).reads);
            touched.writes.extend(&effects.of_function(f).writes);
        }
        self.assume_initial_globals(&effects, &touched);
        self.assume_of_outside(&effects, &touched);
        // The heap here gives each address out once, which a program sees if it keeps addresses as numbers.
        if self.frees && self.options.rules.is_none() && self.has_addresses_as_numbers() {
            self.assume(What::Other("no memory is allocated where freed memory was".into()));
        }
    }

    fn has_addresses_as_numbers(&self) -> bool {
        self.c.exprs.iter().any(|e| matches!(e.kind, ExprKind::Cast(CastKind::PointerToInt, _)))
    }

    /// The functions of the program that were lowered; models of the library are ours.
    fn lowered(&self) -> Vec<FunctionId> {
        let mut lowered: Vec<FunctionId> = self.procs.keys().copied().collect();
        lowered
            .retain(|&f| self.c.files.name(self.c.function(f).place.file) != crate::LIBRARY.name);
        lowered.sort_by_key(|f| f.0);
        lowered
    }

    /// An entry other than `main` is called when other functions may have run: that they have not changed what it
    /// reads is assumed.
    fn assume_initial_globals(&mut self, effects: &Effects<'_>, touched: &Touched) {
        let Some(entry) = self.options.entry.clone().filter(|entry| entry != "main") else {
            return;
        };
        let c = self.c;
        // What is around a program, a harness, says what happens before.
        let part = self.entry.and_then(|entry| c.part_of(entry));
        if part == Some(Part::Environment) {
            return;
        }
        let functions = (0..c.functions.len() as u32).map(FunctionId);
        let ours =
            functions.filter(|&f| c.files.name(c.function(f).place.file) != crate::LIBRARY.name);
        let written: BTreeSet<Cell> =
            ours.flat_map(|f| effects.of_function(f).writes.iter().copied()).collect();
        if self.read_globals(touched).any(|g| self.may_be_written(effects, g, &written)) {
            self.assume(What::InitialGlobals(entry));
        }
    }

    /// Variables with an initial value that the program reads.
    fn read_globals(&self, touched: &Touched) -> impl Iterator<Item = GlobalId> {
        touched.reads.clone().into_iter().filter_map(|cell| match cell {
            Cell::Global(g) => Some(g),
            _ => None,
        })
    }

    fn may_be_written(&self, effects: &Effects<'_>, g: GlobalId, written: &BTreeSet<Cell>) -> bool {
        let global = self.c.global(g);
        let ty = global.ty;
        let by_name = Cell::Global(g);
        let memory = effects.memory(ty);
        !ty.is_const()
            && written.iter().any(|&w| same(w, by_name) || global.address_taken && same(w, memory))
    }

    /// Can something outside of the program change what the program reads, without being given a pointer? It can
    /// if a variable is visible there, or a function that writes one.
    fn outside_reaches(&self, effects: &Effects<'_>, touched: &Touched) -> bool {
        let c = self.c;
        let visible = |g: GlobalId| {
            let global = c.global(g);
            global.linkage == Linkage::External && !global.ty.is_const()
        };
        if self.read_globals(touched).any(visible) {
            return true;
        }
        let functions = (0..c.functions.len() as u32).map(FunctionId).filter(|&f| {
            let function = c.function(f);
            let ours = c.files.name(function.place.file) != crate::LIBRARY.name;
            let named = function.linkage == Linkage::External && c.name(function.name) != "main";
            ours && named && Some(f) != self.entry && function.body.is_some()
        });
        let written: BTreeSet<Cell> =
            functions.flat_map(|f| effects.of_function(f).writes.iter().copied()).collect();
        self.read_globals(touched).any(|g| self.may_be_written(effects, g, &written))
    }

    fn assume_of_outside(&mut self, effects: &Effects<'_>, touched: &Touched) {
        let calls = std::mem::take(&mut self.outside_calls);
        let mode = self.options.unknown_calls.unwrap_or_default();
        if mode == UnknownCalls::Error || calls.is_empty() {
            return;
        }
        let reaches = self.outside_reaches(effects, touched);
        let matters =
            |call: &OutsideCall| reaches || call.gets_access && mode != UnknownCalls::Havoc;
        let mut pointers = Vec::new();
        for call in calls.iter().filter(|call| matters(call)) {
            match call.function {
                Some(f) => self.assume_of_function(f, mode),
                None => pointers.extend(call.pointer),
            }
        }
        if !pointers.is_empty() && self.some_are_foreign(&pointers) {
            self.assume(What::UnknownPointersWriteNothing);
        }
    }

    fn assume_of_function(&mut self, f: FunctionId, mode: UnknownCalls) {
        let function = self.c.function(f);
        let name = self.c.name(function.name).to_owned();
        let plain = name.strip_prefix("__builtin_").unwrap_or(&name);
        if is_quiet(plain) || function.pure || function.noreturn {
            return;
        }
        self.assume(match mode {
            UnknownCalls::Havoc => What::WritesArgumentsOnly(name),
            UnknownCalls::Pure | UnknownCalls::Error => What::WritesNothing(name),
        });
    }

    /// Can one of these pointers come from outside?
    fn some_are_foreign(&self, pointers: &[TermId]) -> bool {
        let Some(mut regions) = self.regions() else { return true };
        pointers.iter().any(|&pointer| regions.may_be_foreign(pointer))
    }

    /// Where pointers point to, if the program is not too large for that.
    pub fn regions(&self) -> Option<Regions<'_>> {
        let size: usize = self.m.procs.iter().map(|p| p.body.len()).sum();
        (size <= MAX_STATEMENTS)
            .then(|| Regions::with_functions(&self.m, self.c, self.options.env_alias))
    }
}
