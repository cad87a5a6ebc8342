//! From a program to flat code.
//!
//! A term is compiled once for each command that has it; its operands are always computed, which changes nothing
//! because all instructions have a result for all operands. Local variables that may be read before they are written
//! are drawn when their procedure is called, all others need no value at first.

use super::code::{
    Application, CallSite, Code, FlatCode, Instruction, MAX_WIDTH, Open, Operation, Options, Place,
    Routine, SHARED, Since, Slot, mask,
};
use lariat_logic::{Op, Sort, SortId, Term, TermId, Terms, Value, VarId};
use lariat_program::interpreter::At;
use lariat_program::{BlockId, CommandKind, Exit, ProcId, Procedure, Program};
use num_traits::ToPrimitive;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Where a variable is.
#[derive(Clone, Copy)]
enum Home {
    Scalar(Slot),
    Map(Slot),
    /// Its sort has no slots.
    Nowhere,
}

/// Compiles a program, in which loops are cycles, that starts at `entry`.
pub(super) fn compile(program: &Program, entry: ProcId) -> FlatCode {
    let mut compiler = Compiler {
        program,
        code: FlatCode::default(),
        shared: FxHashMap::default(),
        literals: FxHashMap::default(),
        words: BTreeSet::new(),
        local: FxHashMap::default(),
        known: FxHashMap::default(),
        scalars: 0,
        maps: 0,
        most: Routine::default(),
    };
    compiler.lay_out();
    for procedure in program.procedures.ids() {
        compiler.procedure(procedure);
    }
    compiler.start(entry);
    compiler.code.dead.sort_unstable();
    compiler.code.words = compiler.words.iter().copied().collect();
    compiler.code
}

/// The width of values of a scalar sort: integers fill a word.
pub(super) fn width_of(terms: &Terms, sort: SortId) -> Option<u8> {
    match terms.sort_of_id(sort) {
        Sort::Bool => Some(1),
        Sort::Int => Some(MAX_WIDTH as u8),
        Sort::Bv(width) if (1..=MAX_WIDTH).contains(width) => Some(*width as u8),
        _ => None,
    }
}

/// The sort of what is at the places of a map that has a slot.
fn element_of(terms: &Terms, sort: SortId) -> Option<SortId> {
    let Sort::Map { indices, element } = terms.sort_of_id(sort) else { return None };
    let [index] = indices[..] else { return None };
    let narrow =
        |s| width_of(terms, s).is_some_and(|w| w <= 64 || terms.sort_of_id(s) == &Sort::Int);
    (narrow(index) && width_of(terms, *element).is_some()).then_some(*element)
}

/// A value as a word.
pub(super) fn word(value: &Value) -> Option<u128> {
    match value {
        Value::Bool(truth) => Some(u128::from(*truth)),
        Value::Int(n) => n.to_i128().map(|n| n as u128),
        Value::Bv { bits, width } if *width <= MAX_WIDTH => bits.to_biguint().to_u128(),
        _ => None,
    }
}

/// Whether values of a sort are integers, or have such in them.
fn has_integers(terms: &Terms, sort: SortId) -> bool {
    match terms.sort_of_id(sort) {
        Sort::Int => true,
        Sort::Map { indices, element } => {
            has_integers(terms, *element) || indices.iter().any(|&i| has_integers(terms, i))
        }
        _ => false,
    }
}

struct Compiler<'p> {
    program: &'p Program,
    code: FlatCode,
    shared: FxHashMap<VarId, Home>,
    literals: FxHashMap<u128, Slot>,
    words: BTreeSet<(u8, u64)>,
    // Of the procedure that is compiled.
    local: FxHashMap<VarId, Home>,
    /// Terms that the command has computed.
    known: FxHashMap<TermId, Option<Slot>>,
    scalars: u32,
    maps: u32,
    most: Routine,
}

impl<'p> Compiler<'p> {
    fn terms(&self) -> &'p Terms {
        &self.program.terms
    }

    /// Gives every variable of the program a slot, and every block a number.
    fn lay_out(&mut self) {
        for &var in self.program.globals.iter().chain(&self.program.constants) {
            let sort = self.terms().variable(var).sort;
            let home = if width_of(self.terms(), sort).is_some() {
                self.code.shared.push(0);
                Home::Scalar(SHARED | (self.code.shared.len() as u32 - 1))
            } else if element_of(self.terms(), sort).is_some() {
                self.code.shared_maps += 1;
                Home::Map(SHARED | (self.code.shared_maps - 1))
            } else {
                Home::Nowhere
            };
            self.shared.insert(var, home);
        }
        for procedure in &self.program.procedures {
            let first = self.code.places.len() as u32;
            self.code.first_places.push(first);
            for block in procedure.body.blocks.ids() {
                self.code.places.push(Place { block, start: 0, inside: 0 });
            }
        }
        let locals = |p: &'p Procedure| p.inputs.iter().chain(&p.outputs).chain(&p.locals);
        let all = self.program.globals.iter().chain(&self.program.constants);
        let mut all = all.chain(self.program.procedures.iter().flat_map(locals));
        let terms = self.terms();
        self.code.has_integers = all.any(|&v| has_integers(terms, terms.variable(v).sort));
        self.code.shared_variables = self.code.shared.len() as u32;
        self.code.routines = vec![Routine::default(); self.program.procedures.len()];
    }

    /// What runs first: all that is open at the start is drawn, then the entry is called.
    fn start(&mut self, entry: ProcId) {
        self.code.entry = self.code.instructions.len() as u32;
        let written = self.written_first(entry);
        let program = self.program;
        for &var in program.globals.iter().chain(&program.constants) {
            let home = self.shared[&var];
            if !written.contains(&var) {
                self.open(var, home, Since::Start);
            }
        }
        let inputs: Vec<(VarId, Home)> =
            program.procedures[entry].inputs.iter().map(|&v| (v, self.home_in(entry, v))).collect();
        for (var, home) in inputs {
            self.open(var, home, Since::Start);
        }
        let start = self.code.routines[entry.index()].start;
        self.emit(Code::Goto, 0, [start, 0, 0], 0);
    }

    fn home_in(&self, procedure: ProcId, var: VarId) -> Home {
        self.lay_out_locals(&self.program.procedures[procedure])
            .0
            .get(&var)
            .copied()
            .unwrap_or(Home::Nowhere)
    }

    /// Variables of the program that the entry writes before anything else can read them.
    fn written_first(&self, entry: ProcId) -> FxHashSet<VarId> {
        let mut written = FxHashSet::default();
        let mut read = FxHashSet::default();
        let Some(block) = self.program.procedures[entry].body.blocks.get(BlockId(0)) else {
            return written;
        };
        for command in &block.commands {
            match &command.kind {
                CommandKind::Assign(pairs) => {
                    read.extend(self.terms().variables(pairs.iter().map(|p| p.1)));
                    written.extend(pairs.iter().map(|p| p.0).filter(|v| !read.contains(v)));
                }
                CommandKind::Mark(_) => {}
                CommandKind::Assume(t) | CommandKind::Assert(t) => {
                    read.extend(self.terms().variables([*t]));
                }
                CommandKind::Havoc(_) | CommandKind::Call(_) => break,
            }
        }
        written
    }

    /// Slots of the variables of a procedure, the inputs first.
    fn lay_out_locals(&self, procedure: &Procedure) -> (FxHashMap<VarId, Home>, u32, u32) {
        let (mut scalars, mut maps) = (0, 0);
        let mut homes = FxHashMap::default();
        for &var in procedure.inputs.iter().chain(&procedure.outputs).chain(&procedure.locals) {
            let sort = self.terms().variable(var).sort;
            let home = if width_of(self.terms(), sort).is_some() {
                scalars += 1;
                Home::Scalar(scalars - 1)
            } else if element_of(self.terms(), sort).is_some() {
                maps += 1;
                Home::Map(maps - 1)
            } else {
                Home::Nowhere
            };
            homes.insert(var, home);
        }
        (homes, scalars, maps)
    }

    fn procedure(&mut self, id: ProcId) {
        let procedure = &self.program.procedures[id];
        let (homes, scalars, maps) = self.lay_out_locals(procedure);
        self.local = homes;
        self.most = Routine { scalars, maps, ..Routine::default() };
        let base = (scalars, maps);
        let start = self.code.instructions.len() as u32;
        let (variables, live) = live_variables(self.terms(), procedure);
        for (i, &var) in variables.iter().enumerate() {
            if live.first().is_some_and(|live| live[i]) && !procedure.inputs.contains(&var) {
                self.open(var, self.home(var), Since::Call);
            }
        }
        for (block, contents) in procedure.body.blocks.iter_enumerated() {
            let number = (self.code.first_places[id.index()] + block.0) as usize;
            for (i, &var) in variables.iter().enumerate() {
                if !live[block.index()][i]
                    && let Home::Scalar(slot) = self.home(var)
                {
                    self.code.dead.push((number as u32, slot));
                }
            }
            self.code.places[number].start = self.code.instructions.len() as u32;
            let mut at_start = true;
            for (command, content) in contents.commands.iter().enumerate() {
                (self.scalars, self.maps) = base;
                self.known.clear();
                if at_start
                    && !matches!(content.kind, CommandKind::Assume(_) | CommandKind::Mark(_))
                {
                    at_start = false;
                    self.code.places[number].inside = self.code.instructions.len() as u32;
                }
                let at = At { procedure: id, block, command };
                if self.command(&content.kind, at).is_none() {
                    self.emit(Code::Trap, 0, [0; 3], 0);
                }
            }
            if at_start {
                self.code.places[number].inside = self.code.instructions.len() as u32;
            }
            (self.scalars, self.maps) = base;
            self.known.clear();
            match &contents.exit {
                Exit::Return => {
                    for &clause in &procedure.ensures {
                        match self.scalar(clause) {
                            Some(holds) => self.emit(Code::Assume, 0, [holds, 0, 0], 0),
                            None => self.emit(Code::Trap, 0, [0; 3], 0),
                        }
                    }
                    self.emit(Code::Return, 0, [0; 3], 0);
                }
                Exit::Goto(targets) => self.leave(id, targets),
            }
        }
        self.code.routines[id.index()] = Routine { start, variables: scalars, ..self.most };
    }

    /// The condition under which a block can be entered; `None` if it always can.
    fn guard(&self, procedure: ProcId, block: BlockId) -> Option<Vec<TermId>> {
        let commands = &self.program.procedures[procedure].body.blocks[block].commands;
        let mut conditions = Vec::new();
        for command in commands {
            match command.kind {
                CommandKind::Assume(condition) if condition != Terms::TRUE => {
                    conditions.push(condition);
                }
                CommandKind::Assume(_) | CommandKind::Mark(_) => {}
                _ => break,
            }
        }
        (!conditions.is_empty()).then_some(conditions)
    }

    fn leave(&mut self, procedure: ProcId, targets: &[BlockId]) {
        let first = self.code.first_places[procedure.index()];
        if targets.is_empty() {
            return self.emit(Code::Blocked, 0, [0; 3], 0);
        }
        if let [only] = targets {
            return self.emit(Code::Jump, 0, [first + only.0, 0, 0], 0);
        }
        let guards: Vec<_> = targets.iter().map(|&t| self.guard(procedure, t)).collect();
        if let ([yes, no], [Some(a), Some(b)]) = (targets, &guards[..])
            && let ([a], [b]) = (&a[..], &b[..])
            && exclude(self.terms(), *a, *b)
        {
            return match self.scalar(*a) {
                Some(holds) => self.emit(Code::Branch, 0, [first + yes.0, first + no.0, holds], 0),
                None => self.emit(Code::Trap, 0, [0; 3], 0),
            };
        }
        let mut options = Vec::with_capacity(targets.len());
        for (target, guard) in targets.iter().zip(guards) {
            let holds = match guard {
                None => None,
                Some(conditions) => match self.all(&conditions) {
                    Some(holds) => Some(holds),
                    None => return self.emit(Code::Trap, 0, [0; 3], 0),
                },
            };
            options.push((holds, first + target.0));
        }
        self.code.options.push(Options(options));
        self.emit(Code::Choose, 0, [self.code.options.len() as u32 - 1, 0, 0], 0);
    }

    fn all(&mut self, conditions: &[TermId]) -> Option<Slot> {
        let mut holds = self.scalar(*conditions.first()?)?;
        for &condition in &conditions[1..] {
            let other = self.scalar(condition)?;
            holds = self.binary(Code::And, 1, holds, other);
        }
        Some(holds)
    }

    fn emit(&mut self, code: Code, w: u8, [a, b, c]: [u32; 3], to: Slot) {
        self.code.instructions.push(Instruction { code, w, a, b, c, to });
    }

    fn new_scalar(&mut self) -> Slot {
        self.scalars += 1;
        self.most.scalars = self.most.scalars.max(self.scalars);
        self.scalars - 1
    }

    fn new_map(&mut self) -> Slot {
        self.maps += 1;
        self.most.maps = self.most.maps.max(self.maps);
        self.maps - 1
    }

    fn binary(&mut self, code: Code, w: u8, a: Slot, b: Slot) -> Slot {
        let to = self.new_scalar();
        self.emit(code, w, [a, b, 0], to);
        to
    }

    fn literal(&mut self, word: u128) -> Slot {
        let shared = &mut self.code.shared;
        *self.literals.entry(word).or_insert_with(|| {
            shared.push(word);
            SHARED | (shared.len() as u32 - 1)
        })
    }

    /// A variable becomes arbitrary.
    fn open(&mut self, var: VarId, home: Home, since: Since) {
        let sort = self.terms().variable(var).sort;
        let (code, to, sort) = match home {
            Home::Scalar(slot) => (Code::Draw, slot, sort),
            Home::Map(slot) => match element_of(self.terms(), sort) {
                Some(element) => (Code::MapOpen, slot, element),
                None => return,
            },
            Home::Nowhere => return,
        };
        let width = width_of(self.terms(), sort).unwrap_or(1);
        self.code.opens.push(Open { var, sort, width, since });
        self.emit(code, width, [self.code.opens.len() as u32 - 1, 0, 0], to);
    }

    fn home(&self, var: VarId) -> Home {
        let home = self.local.get(&var).or_else(|| self.shared.get(&var));
        home.copied().unwrap_or(Home::Nowhere)
    }

    /// Compiles a command; `None` if it cannot be run.
    fn command(&mut self, command: &CommandKind, at: At) -> Option<()> {
        match command {
            CommandKind::Mark(_) => {}
            CommandKind::Assume(Terms::TRUE) | CommandKind::Assert(Terms::TRUE) => {}
            CommandKind::Assume(condition) => {
                let holds = self.scalar(*condition)?;
                self.emit(Code::Assume, 0, [holds, 0, 0], 0);
            }
            CommandKind::Assert(condition) => {
                let holds = self.scalar(*condition)?;
                let info = at.command(self.program)?.info;
                self.code.assertions.push((at, info));
                let number = self.code.assertions.len() as u32 - 1;
                self.emit(Code::Assert, 0, [holds, number, 0], 0);
            }
            CommandKind::Havoc(vars) => {
                self.emit(Code::Havoc, 0, [0; 3], 0);
                for &var in vars {
                    self.open(var, self.home(var), Since::Havoc);
                }
            }
            CommandKind::Assign(pairs) => return self.assign(pairs),
            CommandKind::Call(call) => {
                let callee = &self.program.procedures[call.callee];
                let (homes, ..) = self.lay_out_locals(callee);
                let mut site = CallSite {
                    callee: call.callee,
                    args: Vec::new(),
                    map_args: Vec::new(),
                    results: Vec::new(),
                    map_results: Vec::new(),
                };
                for (input, &arg) in callee.inputs.iter().zip(&call.args) {
                    match homes.get(input)? {
                        Home::Scalar(to) => site.args.push((self.scalar(arg)?, *to)),
                        Home::Map(to) => site.map_args.push((self.map(arg)?, *to)),
                        Home::Nowhere => return None,
                    }
                }
                for (output, &result) in callee.outputs.iter().zip(&call.results) {
                    match (homes.get(output)?, self.home(result)) {
                        (Home::Scalar(from), Home::Scalar(to)) => site.results.push((*from, to)),
                        (Home::Map(from), Home::Map(to)) => site.map_results.push((*from, to)),
                        _ => return None,
                    }
                }
                self.code.calls.push(site);
                self.emit(Code::Call, 0, [self.code.calls.len() as u32 - 1, 0, 0], 0);
            }
        }
        Some(())
    }

    fn assign(&mut self, pairs: &[(VarId, TermId)]) -> Option<()> {
        // All right sides first: the assignment is parallel.
        let mut scalars = Vec::new();
        let mut maps = Vec::new();
        let alone = pairs.len() == 1;
        for &(var, term) in pairs {
            match self.home(var) {
                Home::Scalar(to) => {
                    let mut from = self.scalar(term)?;
                    if !alone && self.terms().as_var(term).is_some() {
                        let copy = self.new_scalar();
                        self.emit(Code::Copy, 0, [from, 0, 0], copy);
                        from = copy;
                    }
                    scalars.push((from, to));
                }
                Home::Map(to) => {
                    // Updates of the map itself need no copy of it.
                    let mut stores = Vec::new();
                    let mut below = term;
                    while let Term::App(Op::Store, args) = self.terms().get(below) {
                        stores.push((args[1], args[2]));
                        below = args[0];
                    }
                    if self.terms().as_var(below) == Some(var) {
                        let mut places = Vec::with_capacity(stores.len());
                        for &(place, value) in stores.iter().rev() {
                            places.push((self.scalar(place)?, self.scalar(value)?));
                        }
                        maps.push((None, to, places));
                    } else {
                        let mut from = self.map(term)?;
                        if !alone && self.terms().as_var(term).is_some() {
                            let copy = self.new_map();
                            self.emit(Code::MapCopy, 0, [from, 0, 0], copy);
                            from = copy;
                        }
                        maps.push((Some(from), to, Vec::new()));
                    }
                }
                Home::Nowhere => return None,
            }
        }
        for (from, to) in scalars {
            self.emit(Code::Copy, 0, [from, 0, 0], to);
        }
        for (from, to, places) in maps {
            if let Some(from) = from {
                self.emit(Code::MapCopy, 0, [from, 0, 0], to);
            }
            for (place, value) in places {
                self.emit(Code::Write, 0, [0, place, value], to);
            }
        }
        Some(())
    }

    /// Where the value of a map is.
    fn map(&mut self, term: TermId) -> Option<Slot> {
        let terms = self.terms();
        match terms.get(term) {
            Term::Var(var) => match self.home(*var) {
                Home::Map(slot) => Some(slot),
                _ => None,
            },
            Term::App(Op::Store, args) => {
                let [below, place, value] = args[..] else { return None };
                let (below, place, value) =
                    (self.map(below)?, self.scalar(place)?, self.scalar(value)?);
                let to = self.new_map();
                self.emit(Code::MapCopy, 0, [below, 0, 0], to);
                self.emit(Code::Write, 0, [0, place, value], to);
                Some(to)
            }
            Term::App(Op::Ite, args) => {
                let (a, b, c) = (self.map(args[1])?, self.map(args[2])?, self.scalar(args[0])?);
                let to = self.new_map();
                self.emit(Code::MapChoice, 0, [a, b, c], to);
                Some(to)
            }
            Term::App(Op::ConstMap(sort), args) => {
                element_of(terms, *sort)?;
                let value = self.scalar(args[0])?;
                let to = self.new_map();
                self.emit(Code::MapOf, 0, [value, 0, 0], to);
                Some(to)
            }
            _ => None,
        }
    }

    /// Where the value of a scalar is. Terms can be deep, so there is a stack.
    fn scalar(&mut self, root: TermId) -> Option<Slot> {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.known.contains_key(&term) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let terms = self.terms();
            if let Term::App(_, args) | Term::Call(_, args) = terms.get(term) {
                let scalar = |t: &&TermId| width_of(terms, terms.sort_of(**t)).is_some();
                let missing =
                    args.iter().filter(scalar).filter(|t| !self.known.contains_key(t)).copied();
                stack.extend(missing);
            }
            if stack.len() == before {
                let slot = self.compute(term);
                self.known.insert(term, slot);
                stack.pop();
            }
        }
        self.known.get(&root).copied().flatten()
    }

    /// The slot of an operand that has been computed.
    fn operand(&self, term: TermId) -> Option<Slot> {
        self.known.get(&term).copied().flatten()
    }

    fn compute(&mut self, term: TermId) -> Option<Slot> {
        let terms = self.terms();
        let width = width_of(terms, terms.sort_of(term))?;
        match terms.get(term) {
            Term::Literal(value) => {
                let word = word(value)?;
                if let Ok(small) = u64::try_from(word & mask(width.min(64))) {
                    self.words.insert((width, small));
                }
                Some(self.literal(word))
            }
            Term::Var(var) => match self.home(*var) {
                Home::Scalar(slot) => Some(slot),
                _ => None,
            },
            Term::App(op, args) => self.apply(op, args, width),
            Term::Call(function, args) => {
                let mut operands = Vec::with_capacity(args.len());
                for &arg in args {
                    operands.push((self.operand(arg)?, terms.sort_of(arg)));
                }
                let to = self.new_scalar();
                let (function, result) = (*function, terms.sort_of(term));
                let application = Application { function, args: operands, result, width };
                self.code.applications.push(application);
                let number = self.code.applications.len() as u32 - 1;
                self.emit(Code::Apply, width, [number, 0, 0], to);
                Some(to)
            }
            Term::Bind(_) | Term::Old(_) => None,
        }
    }

    fn apply(&mut self, op: &Op, args: &[TermId], width: u8) -> Option<Slot> {
        let terms = self.terms();
        let of = |t: TermId| width_of(terms, terms.sort_of(t));
        match op {
            Op::Select => {
                let [map, place] = args[..] else { return None };
                element_of(terms, terms.sort_of(map))?;
                let (map, place) = (self.map(map)?, self.operand(place)?);
                return Some(self.binary(Code::Read, width, map, place));
            }
            Op::And | Op::Or => {
                let code = if *op == Op::And { Code::And } else { Code::Or };
                let mut result = self.operand(*args.first()?)?;
                for &arg in &args[1..] {
                    let next = self.operand(arg)?;
                    result = self.binary(code, 1, result, next);
                }
                return Some(result);
            }
            Op::Ite => {
                let [c, a, b] = args[..] else { return None };
                let (a, b, c) = (self.operand(a)?, self.operand(b)?, self.operand(c)?);
                let to = self.new_scalar();
                self.emit(Code::Choice, width, [a, b, c], to);
                return Some(to);
            }
            _ => {}
        }
        let first = self.operand(*args.first()?)?;
        let from = of(args[0])?;
        let unary = match op {
            Op::Not => Some((Code::Not, 1, 0)),
            Op::BvNot => Some((Code::BitNot, width, 0)),
            Op::BvNeg => Some((Code::Negate, width, 0)),
            Op::Neg if terms.sort_of(args[0]) == Terms::INT => Some((Code::IntNegate, width, 0)),
            Op::BvZeroExtend(_) | Op::BvToNat if from < MAX_WIDTH as u8 => Some((Code::Copy, 0, 0)),
            Op::BvSignExtend(_) => Some((Code::ExtendSigned, from, u32::from(width))),
            Op::BvExtract { low, .. } => Some((Code::Extract, width, *low)),
            Op::NatToBv(_) => Some((Code::IntToBits, width, 0)),
            _ => None,
        };
        if let Some((code, w, b)) = unary {
            return Some(self.binary(code, w, first, b));
        }
        let binary = match op {
            Op::Implies => Some((Code::Implies, 1)),
            Op::Eq => Some((Code::Equal, from)),
            Op::BvConcat => Some((Code::Concatenate, of(*args.get(1)?)?)),
            Op::BvAdd => Some((Code::Add, width)),
            Op::BvSub => Some((Code::Subtract, width)),
            Op::BvMul => Some((Code::Multiply, width)),
            Op::BvUdiv => Some((Code::DivideUnsigned, width)),
            Op::BvUrem => Some((Code::RemainderUnsigned, width)),
            Op::BvSdiv => Some((Code::DivideSigned, width)),
            Op::BvSrem => Some((Code::RemainderSigned, width)),
            Op::BvAnd => Some((Code::And, width)),
            Op::BvOr => Some((Code::Or, width)),
            Op::BvXor => Some((Code::BitXor, width)),
            Op::BvShl => Some((Code::ShiftLeft, width)),
            Op::BvLshr => Some((Code::ShiftRight, width)),
            Op::BvAshr => Some((Code::ShiftRightSigned, width)),
            Op::BvUlt => Some((Code::LessUnsigned, from)),
            Op::BvUle => Some((Code::AtMostUnsigned, from)),
            Op::BvSlt => Some((Code::LessSigned, from)),
            Op::BvSle => Some((Code::AtMostSigned, from)),
            _ if terms.sort_of(args[0]) != Terms::INT => None,
            Op::Add => Some((Code::IntAdd, width)),
            Op::Sub => Some((Code::IntSubtract, width)),
            Op::Mul => Some((Code::IntMultiply, width)),
            Op::IntDiv => Some((Code::IntDivide, width)),
            Op::IntMod => Some((Code::IntRemainder, width)),
            Op::Lt => Some((Code::IntLess, from)),
            Op::Le => Some((Code::IntAtMost, from)),
            _ => None,
        };
        if let (Some((code, w)), [_, second]) = (binary, args) {
            let second = self.operand(*second)?;
            return Some(self.binary(code, w, first, second));
        }
        let mut operands = Vec::with_capacity(args.len());
        for &arg in args {
            operands.push((self.operand(arg)?, terms.sort_of(arg)));
        }
        let to = self.new_scalar();
        self.code.operations.push(Operation { op: op.clone(), args: operands });
        self.emit(Code::Operation, width, [self.code.operations.len() as u32 - 1, 0, 0], to);
        Some(to)
    }
}

/// Whether exactly one of two conditions holds, as far as their form tells.
fn exclude(terms: &Terms, a: TermId, b: TermId) -> bool {
    let negates = |x: TermId, y: TermId| match (terms.get(x), terms.get(y)) {
        (Term::App(Op::Not, args), _) if args[0] == y => true,
        (Term::App(op, p), Term::App(other, q)) => {
            let turned = p.len() == 2 && q.len() == 2 && p[0] == q[1] && p[1] == q[0];
            let strict = matches!(
                (op, other),
                (Op::BvUlt, Op::BvUle) | (Op::BvSlt, Op::BvSle) | (Op::Lt, Op::Le)
            );
            strict && turned
        }
        _ => false,
    };
    negates(a, b) || negates(b, a)
}

/// The variables of a procedure, and for each block those that may be read from its start on before they are written.
fn live_variables(terms: &Terms, procedure: &Procedure) -> (Vec<VarId>, Vec<Vec<bool>>) {
    let own = procedure.inputs.iter().chain(&procedure.outputs).chain(&procedure.locals);
    let own: Vec<VarId> = own.copied().collect();
    let index: FxHashMap<VarId, usize> = own.iter().enumerate().map(|(i, &v)| (v, i)).collect();
    let blocks = &procedure.body.blocks;
    let (mut reads, mut writes) = (Vec::new(), Vec::new());
    for block in blocks {
        let mut read = vec![false; own.len()];
        let mut written = vec![false; own.len()];
        let mut note = |roots: &mut dyn Iterator<Item = TermId>, written: &[bool]| {
            for var in terms.variables(roots) {
                if let Some(&i) = index.get(&var) {
                    read[i] |= !written[i];
                }
            }
        };
        for command in &block.commands {
            let targets: Vec<VarId> = match &command.kind {
                CommandKind::Assume(t) | CommandKind::Assert(t) => {
                    note(&mut std::iter::once(*t), &written);
                    continue;
                }
                CommandKind::Assign(pairs) => {
                    note(&mut pairs.iter().map(|p| p.1), &written);
                    pairs.iter().map(|p| p.0).collect()
                }
                CommandKind::Havoc(vars) => vars.clone(),
                CommandKind::Call(call) => {
                    note(&mut call.args.iter().copied(), &written);
                    call.results.clone()
                }
                CommandKind::Mark(_) => continue,
            };
            targets.iter().filter_map(|v| index.get(v)).for_each(|&i| written[i] = true);
        }
        if block.exit == Exit::Return {
            note(&mut procedure.ensures.iter().copied(), &written);
            for output in &procedure.outputs {
                let i = index[output];
                read[i] |= !written[i];
            }
        }
        reads.push(read);
        writes.push(written);
    }
    // Backwards: what may be read from the start of a block on.
    let mut changed = true;
    while changed {
        changed = false;
        for block in (0..blocks.len()).rev() {
            for next in blocks[BlockId(block as u32)].successors() {
                for i in 0..own.len() {
                    if reads[next.index()][i] && !writes[block][i] && !reads[block][i] {
                        reads[block][i] = true;
                        changed = true;
                    }
                }
            }
        }
    }
    (own, reads)
}
