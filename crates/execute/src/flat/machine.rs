//! Runs flat code.
//!
//! Whatever is open is drawn from a [`Source`]. In the default mode a run only counts which ways it goes; the other
//! modes also note what conditions compare, or all that is needed to show the run to somebody.

use super::code::{Code, FlatCode, Open, SHARED, Since, Slot, mask};
use super::compile::word;
use super::memory::{Ground, Map};
use super::pure::pure;
use crate::run::{Execution, Moment};
use lariat_logic::{FunctionId, MapValue, Sort, SortId, Terms, Value, VarId, apply_op};
use lariat_program::interpreter::Unknown;
use lariat_program::{BlockId, Frame, ProcId, Program};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Runs deeper than this are given up.
const MAX_DEPTH: usize = 2_000;
/// Comparisons that are noted of a run.
const MAX_COMPARISONS: usize = 4_096;
/// Ways from block to block are counted in so many counters.
pub(super) const COUNTERS: usize = 1 << 14;

/// What values are drawn from.
pub(super) trait Source {
    /// A value of this width.
    fn draw(&mut self, width: u8, kind: Kind) -> u64;
}

/// What a value is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A variable.
    Variable,
    /// A place of a map.
    Place,
    /// One of so many ways to go.
    Way(u32),
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The entry returned, or an assumption does not hold.
    Over,
    /// This assertion does not hold.
    Failed(u32),
    /// It has no instruction for what comes next.
    Trapped,
    /// It was too long, or too deep.
    Stopped,
}

/// What is noted of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notes {
    Nothing,
    Comparisons,
    Everything,
}

/// Two words that were compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Comparison(pub u64, pub u64);

struct Activation {
    procedure: ProcId,
    back: u32,
    /// The call, and where it put the callee's variables.
    site: u32,
    scalars: u32,
    maps: u32,
    /// How many calls there had been, this one included.
    number: u32,
}

/// A machine with a program.
pub(super) struct Machine {
    program: Arc<Program>,
    code: Arc<FlatCode>,
    entry: ProcId,
    /// Assertions that do not end a run: it is over there, but has not failed.
    pub quiet: Vec<bool>,
    shared: Vec<u128>,
    shared_maps: Vec<Map>,
    scalars: Vec<u128>,
    maps: Vec<Map>,
    stack: Vec<Activation>,
    calls: u32,
    havocs: u32,
    /// What is known of maps that became arbitrary, and what they are.
    grounds: Vec<(u32, Moment)>,
    places: FxHashMap<(u32, u64), u64>,
    meanings: FxHashMap<(FunctionId, Vec<u128>), u128>,
    /// How often each way was gone.
    pub counters: Vec<u8>,
    pub touched: Vec<u16>,
    last: u32,
    open_ways: Vec<u32>,
    pub steps: u64,
    pub comparisons: Vec<Comparison>,
    // For an execution.
    frames: Vec<Frame>,
    chosen: FxHashMap<(Moment, VarId), Value>,
    applied: FxHashMap<Unknown, Value>,
}

impl Machine {
    pub fn new(program: Arc<Program>, entry: ProcId, code: Arc<FlatCode>) -> Self {
        let empty = || Map::new(Ground::Value(0));
        Machine {
            quiet: vec![false; code.assertions.len()],
            shared: Vec::new(),
            shared_maps: (0..code.shared_maps).map(|_| empty()).collect(),
            program,
            code,
            entry,
            scalars: Vec::new(),
            maps: Vec::new(),
            stack: Vec::new(),
            calls: 0,
            havocs: 0,
            grounds: Vec::new(),
            places: FxHashMap::default(),
            meanings: FxHashMap::default(),
            counters: vec![0; COUNTERS],
            touched: Vec::new(),
            last: 0,
            open_ways: Vec::new(),
            steps: 0,
            comparisons: Vec::new(),
            frames: Vec::new(),
            chosen: FxHashMap::default(),
            applied: FxHashMap::default(),
        }
    }

    /// Runs the program once, for at most so many blocks.
    pub fn run(&mut self, source: &mut impl Source, blocks: u64, notes: Notes) -> End {
        self.reset();
        match notes {
            Notes::Nothing => self.execute::<false, false>(source, blocks),
            Notes::Comparisons => self.execute::<true, false>(source, blocks),
            Notes::Everything => self.execute::<false, true>(source, blocks),
        }
    }

    fn reset(&mut self) {
        self.shared.clone_from(&self.code.shared);
        self.shared_maps.iter_mut().for_each(|m| m.reset(Ground::Value(0)));
        self.stack.clear();
        (self.calls, self.havocs, self.last) = (0, 0, 0);
        self.grounds.clear();
        self.places.clear();
        self.meanings.clear();
        self.touched.drain(..).for_each(|i| self.counters[usize::from(i)] = 0);
        self.comparisons.clear();
        self.frames.clear();
        self.chosen.clear();
        self.applied.clear();
        self.activate(self.entry, 0, 0, 0, 0);
    }

    fn activate(&mut self, procedure: ProcId, back: u32, site: u32, scalars: u32, maps: u32) {
        let routine = self.code.routines[procedure.index()];
        let needed = (scalars + routine.scalars) as usize;
        if self.scalars.len() < needed {
            self.scalars.resize(needed.max(64) * 2, 0);
        }
        let needed = (maps + routine.maps) as usize;
        if self.maps.len() < needed {
            self.maps.resize_with(needed, || Map::new(Ground::Value(0)));
        }
        let number = self.calls;
        self.stack.push(Activation { procedure, back, site, scalars, maps, number });
    }

    /// The failing run that was noted.
    pub fn execution(&mut self, assertion: u32) -> Option<Execution> {
        while self.frames.len() > 1 {
            self.leave(true);
        }
        let mut path = self.frames.pop()?;
        path.fails = true;
        self.note_maps();
        let fails_at = self.code.assertions[assertion as usize].0;
        let chosen = std::mem::take(&mut self.chosen);
        let meanings = std::mem::take(&mut self.applied);
        Some(Execution { path, fails_at, chosen, meanings })
    }

    /// Maps that became arbitrary have the values that were drawn for their places.
    fn note_maps(&mut self) {
        let program = Arc::clone(&self.program);
        let terms = &program.terms;
        let mut drawn: FxHashMap<u32, Vec<(u64, u64)>> = FxHashMap::default();
        for (&(ground, place), &value) in &self.places {
            drawn.entry(ground).or_default().push((place, value));
        }
        for (ground, places) in drawn {
            let (open, moment) = self.grounds[ground as usize];
            let var = self.code.opens[open as usize].var;
            let Sort::Map { indices, element } = terms.sort_of_id(terms.variable(var).sort) else {
                continue;
            };
            let Some(otherwise) = terms.default_value(*element) else { continue };
            let mut map = MapValue::constant(otherwise);
            for (place, value) in places {
                let place = u128::from(place);
                let index = match terms.sort_of_id(indices[0]) {
                    Sort::Int => value_of(terms, indices[0], place as u64 as i64 as i128 as u128),
                    _ => value_of(terms, indices[0], place),
                };
                map.set(vec![index], value_of(terms, *element, widened(terms, *element, value)));
            }
            self.chosen.insert((moment, var), Value::Map(map));
        }
    }

    fn leave(&mut self, fails: bool) {
        let Some(mut frame) = self.frames.pop() else { return };
        frame.fails = fails;
        if let Some(caller) = self.frames.last_mut() {
            caller.calls.push(frame);
        }
    }

    fn moment(&self, open: &Open) -> Moment {
        match open.since {
            Since::Start => Moment::Call(0),
            Since::Call => Moment::Call(self.stack.last().map_or(0, |a| a.number)),
            Since::Havoc => Moment::Havoc(self.havocs - 1),
        }
    }

    fn read(&mut self, map: Slot, place: u128, source: &mut impl Source, maps: u32) -> u128 {
        let map = match map & SHARED {
            0 => &self.maps[(maps + map) as usize],
            _ => &self.shared_maps[(map & !SHARED) as usize],
        };
        let place = place as u64;
        if let Some(value) = map.written(place) {
            return value;
        }
        match map.ground {
            Ground::Value(value) => value,
            Ground::Open(ground) => {
                let open = &self.code.opens[self.grounds[ground as usize].0 as usize];
                let drawn = *self
                    .places
                    .entry((ground, place))
                    .or_insert_with(|| source.draw(open.width, Kind::Place));
                widened(&self.program.terms, open.sort, drawn)
            }
        }
    }

    fn execute<const COMPARISONS: bool, const EVERYTHING: bool>(
        &mut self,
        source: &mut impl Source,
        blocks: u64,
    ) -> End {
        let (code, program) = (Arc::clone(&self.code), Arc::clone(&self.program));
        let (code, terms) = (&*code, &program.terms);
        let mut pc = code.entry as usize;
        let (mut base, mut map_base) = (0u32, 0u32);
        let mut left = blocks;
        if EVERYTHING {
            self.frames.push(new_frame(self.entry));
        }
        macro_rules! get {
            ($slot:expr) => {
                match $slot & SHARED {
                    0 => self.scalars[(base + $slot) as usize],
                    _ => self.shared[($slot & !SHARED) as usize],
                }
            };
        }
        macro_rules! set {
            ($slot:expr, $value:expr) => {{
                let value = $value;
                match $slot & SHARED {
                    0 => self.scalars[(base + $slot) as usize] = value,
                    _ => self.shared[($slot & !SHARED) as usize] = value,
                }
            }};
        }
        macro_rules! map {
            ($slot:expr) => {
                match $slot & SHARED {
                    0 => &mut self.maps[(map_base + $slot) as usize],
                    _ => &mut self.shared_maps[($slot & !SHARED) as usize],
                }
            };
        }
        macro_rules! enter {
            ($place:expr, $inside:expr) => {{
                let number = $place;
                if left == 0 {
                    self.steps += blocks;
                    return End::Stopped;
                }
                left -= 1;
                let way = (self.last.wrapping_mul(0x9E37_79B1) >> 7 ^ number) as usize % COUNTERS;
                self.last = number;
                if self.counters[way] == 0 {
                    self.touched.push(way as u16);
                }
                self.counters[way] = self.counters[way].saturating_add(1);
                let place = code.places[number as usize];
                if EVERYTHING && let Some(frame) = self.frames.last_mut() {
                    frame.visits.push(place.block);
                }
                pc = if $inside { place.inside } else { place.start } as usize;
                continue;
            }};
        }
        macro_rules! end {
            ($end:expr) => {{
                self.steps += blocks - left;
                return $end;
            }};
        }
        loop {
            let i = code.instructions[pc];
            pc += 1;
            let value = match i.code {
                Code::Choice if get!(i.c) == 1 => get!(i.a),
                Code::Choice => get!(i.b),
                Code::Read => {
                    let place = get!(i.b);
                    self.read(i.a, place, source, map_base)
                }
                Code::Write => {
                    let (place, value) = (get!(i.b), get!(i.c));
                    map!(i.to).write(place as u64, value);
                    continue;
                }
                Code::MapCopy => {
                    let from = map!(i.a).clone();
                    *map!(i.to) = from;
                    continue;
                }
                Code::MapChoice => {
                    let from = if get!(i.c) == 1 { map!(i.a) } else { map!(i.b) }.clone();
                    *map!(i.to) = from;
                    continue;
                }
                Code::MapOf => {
                    let value = get!(i.a);
                    map!(i.to).reset(Ground::Value(value));
                    continue;
                }
                Code::MapOpen => {
                    let moment = self.moment(&code.opens[i.a as usize]);
                    self.grounds.push((i.a, moment));
                    let ground = Ground::Open(self.grounds.len() as u32 - 1);
                    map!(i.to).reset(ground);
                    continue;
                }
                Code::Draw => {
                    let open = &code.opens[i.a as usize];
                    let drawn = source.draw(open.width, Kind::Variable);
                    let value = widened(terms, open.sort, drawn);
                    if EVERYTHING {
                        let moment = self.moment(open);
                        self.chosen.insert((moment, open.var), value_of(terms, open.sort, value));
                    }
                    value
                }
                Code::Havoc => {
                    self.havocs += 1;
                    continue;
                }
                Code::Operation => {
                    let operation = &code.operations[i.a as usize];
                    let mut values = Vec::with_capacity(operation.args.len());
                    for &(slot, sort) in &operation.args {
                        values.push(value_of(terms, sort, get!(slot)));
                    }
                    let values: Vec<&Value> = values.iter().collect();
                    match apply_op(&operation.op, &values).ok().and_then(|v| word(&v)) {
                        Some(result) => result,
                        None => end!(End::Trapped),
                    }
                }
                Code::Apply => {
                    let application = &code.applications[i.a as usize];
                    let mut args = Vec::with_capacity(application.args.len());
                    for &(slot, _) in &application.args {
                        args.push(get!(slot));
                    }
                    let known = (application.function, args);
                    match self.meanings.get(&known) {
                        Some(&value) => value,
                        None => {
                            let drawn = source.draw(application.width, Kind::Variable);
                            let value = widened(terms, application.result, drawn);
                            if EVERYTHING {
                                let words = application.args.iter().zip(&known.1);
                                let args = words.map(|(a, &w)| value_of(terms, a.1, w)).collect();
                                let unknown = Unknown::Function { function: known.0, args };
                                self.applied
                                    .insert(unknown, value_of(terms, application.result, value));
                            }
                            self.meanings.insert(known, value);
                            value
                        }
                    }
                }
                Code::Assume => {
                    if get!(i.a) != 1 {
                        end!(End::Over);
                    }
                    continue;
                }
                Code::Assert => {
                    if get!(i.a) != 1 {
                        end!(if self.quiet[i.b as usize] { End::Over } else { End::Failed(i.b) });
                    }
                    continue;
                }
                Code::Goto => {
                    pc = i.a as usize;
                    continue;
                }
                Code::Jump => enter!(i.a, false),
                Code::Branch => enter!(if get!(i.c) == 1 { i.a } else { i.b }, true),
                Code::Choose => {
                    let options = &code.options[i.a as usize].0;
                    self.open_ways.clear();
                    for &(guard, place) in options {
                        if guard.is_none_or(|g| get!(g) == 1) {
                            self.open_ways.push(place);
                        }
                    }
                    let count = self.open_ways.len();
                    let chosen = match count {
                        0 => end!(End::Over),
                        1 => 0,
                        _ => source.draw(8, Kind::Way(count as u32)) as usize % count,
                    };
                    let place = self.open_ways[chosen];
                    enter!(place, true)
                }
                Code::Call => {
                    let site = &code.calls[i.a as usize];
                    if self.stack.len() >= MAX_DEPTH {
                        end!(End::Stopped);
                    }
                    let caller =
                        code.routines[self.stack.last().map_or(0, |a| a.procedure.index())];
                    let (scalars, maps) = (base + caller.scalars, map_base + caller.maps);
                    self.calls += 1;
                    self.activate(site.callee, pc as u32, i.a, scalars, maps);
                    for &(from, to) in &site.args {
                        let value = get!(from);
                        self.scalars[(scalars + to) as usize] = value;
                    }
                    for &(from, to) in &site.map_args {
                        let map = map!(from).clone();
                        self.maps[(maps + to) as usize] = map;
                    }
                    if EVERYTHING {
                        self.frames.push(new_frame(site.callee));
                    }
                    (base, map_base) = (scalars, maps);
                    pc = code.routines[site.callee.index()].start as usize;
                    continue;
                }
                Code::Return => {
                    let Some(done) = self.stack.pop() else { end!(End::Over) };
                    let Some(caller) = self.stack.last() else { end!(End::Over) };
                    (base, map_base) = (caller.scalars, caller.maps);
                    if EVERYTHING {
                        self.leave(false);
                    }
                    let site = &code.calls[done.site as usize];
                    for &(from, to) in &site.results {
                        let value = self.scalars[(done.scalars + from) as usize];
                        set!(to, value);
                    }
                    for &(from, to) in &site.map_results {
                        let map = self.maps[(done.maps + from) as usize].clone();
                        *map!(to) = map;
                    }
                    pc = done.back as usize;
                    continue;
                }
                Code::Blocked => end!(End::Over),
                Code::Trap => end!(End::Trapped),
                code => {
                    let a = get!(i.a);
                    let b = if code.is_unary() { 0 } else { get!(i.b) };
                    if COMPARISONS
                        && code.compares()
                        && a != b
                        && self.comparisons.len() < MAX_COMPARISONS
                    {
                        self.comparisons.push(Comparison(a as u64, b as u64));
                    }
                    match pure(code, i.w, a, b, i.b) {
                        Some(result) => result,
                        None => end!(End::Trapped),
                    }
                }
            };
            set!(i.to, value);
        }
    }
}

fn new_frame(procedure: ProcId) -> Frame {
    Frame { procedure, visits: vec![BlockId(0)], calls: Vec::new(), fails: false }
}

/// What was drawn as a word of this sort: integers can be negative.
fn widened(terms: &Terms, sort: SortId, drawn: u64) -> u128 {
    match terms.sort_of_id(sort) {
        Sort::Int => i128::from(drawn as i64) as u128,
        Sort::Bool => u128::from(drawn & 1),
        Sort::Bv(width) => u128::from(drawn) & mask((*width).min(128) as u8),
        _ => u128::from(drawn),
    }
}

/// A word as a value of a scalar sort.
pub(super) fn value_of(terms: &Terms, sort: SortId, word: u128) -> Value {
    match terms.sort_of_id(sort) {
        Sort::Bool => Value::Bool(word == 1),
        Sort::Int => Value::Int(BigInt::from(word as i128)),
        Sort::Bv(width) => Value::bv(word, *width),
        // Other sorts have no slots.
        _ => Value::Bool(false),
    }
}
