//! Follows all executions, in sets, to the end.
//!
//! The program runs once for a set of executions that go the same way ([`Set`]). Where a condition or an address depends on
//! an input, the set is divided by the values of the input; where it is not known what decides, both ways are
//! followed. Sets that are at the same place and differ in nothing but the values of inputs become one again.
//! So each execution of the program is in some set, step by step, and if all sets end without a failure, no execution fails.
//! As soon as a condition perhaps fails that must hold, the attempt is over.

use super::code::{Code, FlatCode, Instruction, mask};
use super::compile::{compile, word};
use super::known::{Functions, Holds, Known, Values};
use super::memory::Ground;
use super::order::Order;
use super::state::{Frame, KnownMap, Set};
use crate::cover::Covered;
use lariat_logic::{Value, apply_op};
use lariat_program::interpreter::At;
use lariat_program::{ProcId, Program};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Executions deeper than this are given up.
const MAX_DEPTH: usize = 400;
/// At most so many sets wait.
const MAX_WAITING: usize = 20_000;
/// At most so many inputs, and functions of them.
const MAX_INPUTS: usize = 4_096;
const MAX_FUNCTIONS: usize = 60_000;
/// A set is divided by an address into at most so many.
const MAX_PLACES: usize = 256;
/// Places of a map that are read or written at once.
const MAX_WIDTH: u128 = 512;
/// So many sets that are the same but for the values of inputs stay apart, if their union would have more executions.
const MAX_APART: usize = 16;
/// Whether to stop is asked after so many instructions.
const BETWEEN_LOOKS: u64 = 1_024;

/// The place of a set in the order, with its number of instruction.
type Word = Vec<u32>;

/// Follows all executions of a program.
pub struct Follow {
    program: Arc<Program>,
    code: FlatCode,
    order: Order,
    functions: Functions,
    /// Sets that go on now, with the next instruction; then those that wait for others.
    ready: Vec<(u32, Set)>,
    waiting: BTreeMap<Word, Vec<(u32, u64, Set)>>,
    count: usize,
    steps: u64,
    /// The assertion that perhaps fails.
    doubt: Option<At>,
    /// How it ended, once it has.
    ended: Option<Covered>,
}

/// Why a set does not go on by itself.
enum Turn {
    /// It is over, or waits, or goes on divided.
    Done,
    /// It may fail, or cannot be followed.
    Unsure,
}

impl Follow {
    /// Nothing has been followed yet. Loops are cycles in the program.
    pub fn new(program: Arc<Program>, entry: ProcId) -> Follow {
        let code = compile(&program, entry);
        let mut first = Set::new(&code);
        activate(&mut first, &code, entry, 0, (0, 0));
        // Integers may have no word, and then maps would confuse their places.
        let ended = code.has_integers.then_some(Covered::Unsure(AT_START));
        Follow {
            order: Order::new(&program),
            functions: Functions::default(),
            ready: vec![(code.entry, first)],
            waiting: BTreeMap::new(),
            count: 1,
            steps: 0,
            doubt: None,
            ended,
            program,
            code,
        }
    }

    /// How many instructions were followed.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Goes on until it is over or `stop` says so.
    pub fn go_on(&mut self, stop: &dyn Fn() -> bool) -> Covered {
        loop {
            if let Some(ended) = self.ended {
                return ended;
            }
            let Some((pc, set)) = self.next() else {
                self.ended = Some(Covered::All);
                continue;
            };
            if stop() {
                self.ready.push((pc, set));
                self.count += 1;
                return Covered::Stopped;
            }
            let at = set.frames.last().map(|f| (f.procedure, f.place));
            match self.follow(pc, set, stop) {
                Ok(Turn::Done) => {
                    let too_many = self.count > MAX_WAITING || self.functions.len() > MAX_FUNCTIONS;
                    if too_many {
                        self.ended = Some(self.unsure(at));
                    }
                }
                Ok(Turn::Unsure) => self.ended = Some(self.unsure(at)),
                Err(waiting) => {
                    self.ready.push(*waiting);
                    self.count += 1;
                    return Covered::Stopped;
                }
            }
        }
    }

    fn unsure(&self, place: Option<(ProcId, u32)>) -> Covered {
        Covered::Unsure(self.doubt.unwrap_or(match place {
            Some((procedure, place)) => {
                At { procedure, block: self.code.places[place as usize].block, command: 0 }
            }
            None => AT_START,
        }))
    }

    fn next(&mut self) -> Option<(u32, Set)> {
        if let Some(next) = self.ready.pop() {
            self.count -= 1;
            return Some(next);
        }
        let mut first = self.waiting.first_entry()?;
        let (pc, _, set) = first.get_mut().pop()?;
        if first.get().is_empty() {
            first.remove();
        }
        self.count -= 1;
        Some((pc, set))
    }

    /// The set waits until those that are behind it are there, too.
    fn wait(&mut self, pc: u32, mut set: Set) {
        set.drop_temporaries(&self.code);
        let mut word = Word::new();
        let last = set.frames.len().saturating_sub(1);
        for (i, frame) in set.frames.iter().enumerate() {
            // The call comes before what follows its return.
            let pc = if i == last { pc } else { frame.pc - 1 };
            self.order.word(frame.place, &frame.loops, pc, &mut word);
        }
        let sum = set.sum();
        let others = self.waiting.entry(word).or_default();
        let mut same = 0;
        for (_, _, other) in others.iter_mut().filter(|o| o.1 == sum && o.2.is_same(&set)) {
            same += 1;
            if same > MAX_APART || other.unites_exactly(&set) {
                return other.unite(&set);
            }
        }
        others.push((pc, sum, set));
        self.count += 1;
    }

    fn push(&mut self, pc: u32, set: Set) {
        self.ready.push((pc, set));
        self.count += 1;
    }

    /// Divides a set, which then does its instruction again.
    fn divide(&mut self, pc: u32, set: &Set, input: u32, parts: Vec<Values>) -> Turn {
        for values in parts {
            let mut part = set.clone();
            part.inputs[input as usize] = values;
            self.push(pc - 1, part);
        }
        Turn::Done
    }

    fn new_input(&mut self, set: &mut Set, width: u8) -> Option<Known> {
        if set.inputs.len() >= MAX_INPUTS {
            return None;
        }
        let number = set.inputs.len() as u32;
        set.inputs.push(Values::all(width));
        Some(self.functions.input(number, width))
    }

    /// A set enters a block: the next instruction, or nothing if it waits there.
    fn enter(&mut self, mut set: Set, place: u32, inside: bool) -> Option<(u32, Set)> {
        let where_to = self.code.places[place as usize];
        let pc = if inside { where_to.inside } else { where_to.start };
        let frame = set.frames.last_mut()?;
        frame.place = place;
        self.order.enter(place, &mut frame.loops);
        if !self.order.is_meeting(place) {
            return Some((pc, set));
        }
        let base = frame.scalars;
        let dead = &self.code.dead;
        let first = dead.partition_point(|d| d.0 < place);
        for &(_, slot) in dead[first..].iter().take_while(|d| d.0 == place) {
            set.set(slot, base, Known::Word(0));
        }
        // Conditions at the start may read what is not read behind them, so nothing is skipped then.
        self.wait(where_to.start, set);
        None
    }

    /// What is known of a place of a map.
    fn read(&mut self, set: &mut Set, map: &KnownMap, place: u64) -> Option<Known> {
        if let Some(known) = map.written(place) {
            return Some(known);
        }
        match map.ground {
            Ground::Value(value) => Some(Known::Word(value)),
            Ground::Open(ground) => {
                if let Some(&known) = set.places.get(&(ground, place)) {
                    return Some(known);
                }
                let open = &self.code.opens[set.grounds[ground as usize] as usize];
                let known = self.new_input(set, open.width)?;
                Arc::make_mut(&mut set.places).insert((ground, place), known);
                Some(known)
            }
        }
    }

    /// What is known of a place that is not known itself.
    fn read_somewhere(&mut self, set: &mut Set, i: Instruction, maps: u32) -> Option<Known> {
        let base = set.frames.last()?.scalars;
        let place = set.get(i.b, base, &self.code);
        let map = set.map(i.a, maps).clone();
        if let Known::Table(table) = place
            && let Some((_, parts)) = self.functions.by_value(place, &set.inputs, MAX_PLACES)
        {
            let mut words = Vec::with_capacity(parts.len());
            for part in &parts {
                let mut inputs = set.inputs.clone();
                let input = self.functions.input_of(table);
                inputs[input as usize] = *part;
                let word = self.functions.word(place, &inputs)?;
                let known = map.written(word as u64).or(match map.ground {
                    Ground::Value(value) => Some(Known::Word(value)),
                    Ground::Open(_) => None,
                });
                match known {
                    Some(Known::Word(value)) => words.push((word, value)),
                    _ => break,
                }
            }
            if words.len() == parts.len() {
                let value = |place| words.iter().find(|w| w.0 == place).map(|w| w.1);
                return self.functions.table_for(table, &set.inputs.clone(), value);
            }
        }
        let (low, high) = self.functions.range(place, &set.inputs);
        if high - low >= MAX_WIDTH || matches!(map.ground, Ground::Open(_)) {
            return Some(Known::Range(0, mask(i.w)));
        }
        let mut known: Option<Known> = None;
        for place in low..=high {
            let here = self.read(set, &map, place as u64)?;
            known = Some(known.map_or(here, |k| self.functions.either(k, here, &set.inputs)));
        }
        known
    }

    /// Follows a set until it ends, waits or is divided; gives it back if it was told to stop.
    fn follow(
        &mut self,
        mut pc: u32,
        mut set: Set,
        stop: &dyn Fn() -> bool,
    ) -> Result<Turn, Box<(u32, Set)>> {
        loop {
            self.steps += 1;
            if self.steps.is_multiple_of(BETWEEN_LOOKS) && stop() {
                return Err(Box::new((pc, set)));
            }
            let i = self.code.instructions[pc as usize];
            pc += 1;
            let Some(frame) = set.frames.last() else { return Ok(Turn::Done) };
            let (base, maps) = (frame.scalars, frame.maps);
            macro_rules! get {
                ($slot:expr) => {
                    set.get($slot, base, &self.code)
                };
            }
            // What must be known to go on: otherwise the set is divided by it.
            macro_rules! holds {
                ($slot:expr, $perhaps:expr) => {
                    match self.functions.holds(get!($slot), &set.inputs) {
                        Holds::Yes => true,
                        Holds::No => false,
                        Holds::For(input, parts) => {
                            return Ok(self.divide(pc, &set, input, parts));
                        }
                        Holds::Perhaps => $perhaps,
                    }
                };
            }
            macro_rules! enter {
                ($set:expr, $place:expr, $inside:expr) => {
                    match self.enter($set, $place, $inside) {
                        Some(next) => (pc, set) = next,
                        None => return Ok(Turn::Done),
                    }
                };
            }
            let value = match i.code {
                Code::Choice => {
                    let (a, b, c) = (get!(i.a), get!(i.b), get!(i.c));
                    self.functions.choice(c, a, b, &set.inputs)
                }
                Code::Read => {
                    let map = set.map(i.a, maps).clone();
                    let known = match self.functions.word(get!(i.b), &set.inputs) {
                        Some(place) => self.read(&mut set, &map, place as u64),
                        None => self.read_somewhere(&mut set, i, maps),
                    };
                    match known {
                        Some(known) => known,
                        None => return Ok(Turn::Unsure),
                    }
                }
                Code::Write => {
                    let (place, value) = (get!(i.b), get!(i.c));
                    if let Some(place) = self.functions.word(place, &set.inputs) {
                        set.map(i.to, maps).write(place as u64, value);
                        continue;
                    }
                    if let Some((input, parts)) =
                        self.functions.by_value(place, &set.inputs, MAX_PLACES)
                    {
                        return Ok(self.divide(pc, &set, input, parts));
                    }
                    let (low, high) = self.functions.range(place, &set.inputs);
                    if high - low >= MAX_WIDTH {
                        return Ok(Turn::Unsure);
                    }
                    let map = set.map(i.to, maps).clone();
                    for place in low..=high {
                        let Some(old) = self.read(&mut set, &map, place as u64) else {
                            return Ok(Turn::Unsure);
                        };
                        let either = self.functions.either(old, value, &set.inputs);
                        set.map(i.to, maps).write(place as u64, either);
                    }
                    continue;
                }
                Code::MapCopy => {
                    let from = set.map(i.a, maps).clone();
                    *set.map(i.to, maps) = from;
                    continue;
                }
                Code::MapChoice => {
                    let from = if holds!(i.c, return Ok(Turn::Unsure)) { i.a } else { i.b };
                    let from = set.map(from, maps).clone();
                    *set.map(i.to, maps) = from;
                    continue;
                }
                Code::MapOf => {
                    let Known::Word(value) = get!(i.a) else { return Ok(Turn::Unsure) };
                    *set.map(i.to, maps) = KnownMap::new(Ground::Value(value));
                    continue;
                }
                Code::MapOpen => {
                    set.grounds.push(i.a);
                    let ground = Ground::Open(set.grounds.len() as u32 - 1);
                    *set.map(i.to, maps) = KnownMap::new(ground);
                    continue;
                }
                Code::Draw => match self.new_input(&mut set, i.w) {
                    Some(known) => known,
                    None => return Ok(Turn::Unsure),
                },
                Code::Havoc => continue,
                Code::Apply => Known::Range(0, mask(i.w)),
                Code::Operation => self.operation(&set, i, base),
                Code::Assume => {
                    if !holds!(i.a, true) {
                        return Ok(Turn::Done);
                    }
                    continue;
                }
                Code::Assert => {
                    // If it fails for some values it fails.
                    match self.functions.holds(get!(i.a), &set.inputs) {
                        Holds::Yes => continue,
                        _ => {
                            self.doubt = Some(self.code.assertions[i.b as usize].0);
                            return Ok(Turn::Unsure);
                        }
                    }
                }
                Code::Goto => {
                    pc = i.a;
                    continue;
                }
                Code::Jump => {
                    enter!(set, i.a, false);
                    continue;
                }
                Code::Branch => {
                    let place = if holds!(i.c, {
                        // Both ways.
                        if let Some((pc, other)) = self.enter(set.clone(), i.b, true) {
                            self.push(pc, other);
                        }
                        true
                    }) {
                        i.a
                    } else {
                        i.b
                    };
                    enter!(set, place, true);
                    continue;
                }
                Code::Choose => {
                    let mut open = Vec::new();
                    for (guard, place) in self.code.options[i.a as usize].0.clone() {
                        let is_open = match guard {
                            Some(guard) => holds!(guard, true),
                            None => true,
                        };
                        if is_open {
                            open.push(place);
                        }
                    }
                    let Some(last) = open.pop() else { return Ok(Turn::Done) };
                    for place in open {
                        if let Some((pc, other)) = self.enter(set.clone(), place, true) {
                            self.push(pc, other);
                        }
                    }
                    enter!(set, last, true);
                    continue;
                }
                Code::Call => {
                    if set.frames.len() >= MAX_DEPTH {
                        return Ok(Turn::Unsure);
                    }
                    pc = self.call(&mut set, i, pc);
                    continue;
                }
                Code::Return => {
                    let Some(done) = set.frames.pop() else { return Ok(Turn::Done) };
                    let Some(caller) = set.frames.last() else { return Ok(Turn::Done) };
                    let (base, maps) = (caller.scalars, caller.maps);
                    pc = caller.pc;
                    let site = &self.code.calls[done.site as usize];
                    for &(from, to) in &site.results {
                        let value = set.scalars[(done.scalars + from) as usize];
                        set.set(to, base, value);
                    }
                    for &(from, to) in &site.map_results {
                        let map = set.maps[(done.maps + from) as usize].clone();
                        *set.map(to, maps) = map;
                    }
                    set.maps.truncate(done.maps as usize);
                    self.wait(pc, set);
                    return Ok(Turn::Done);
                }
                Code::Blocked => return Ok(Turn::Done),
                Code::Trap => return Ok(Turn::Unsure),
                code => {
                    let a = get!(i.a);
                    let b = if code.is_unary() { Known::Word(0) } else { get!(i.b) };
                    // Only single comparisons of wide inputs are known as such.
                    for part in [a, b] {
                        if matches!(part, Known::Test(_))
                            && !code.is_unary()
                            && let Holds::For(input, parts) =
                                self.functions.holds(part, &set.inputs)
                        {
                            return Ok(self.divide(pc, &set, input, parts));
                        }
                    }
                    match self.functions.apply((code, i.w, i.b), a, b, &set.inputs) {
                        Some(known) => known,
                        None => return Ok(Turn::Unsure),
                    }
                }
            };
            set.set(i.to, base, value);
        }
    }

    fn operation(&self, set: &Set, i: Instruction, base: u32) -> Known {
        let operation = &self.code.operations[i.a as usize];
        let mut values = Vec::with_capacity(operation.args.len());
        for &(slot, sort) in &operation.args {
            let Known::Word(word) = set.get(slot, base, &self.code) else { break };
            values.push(super::machine::value_of(&self.program.terms, sort, word));
        }
        let values: Vec<&Value> = values.iter().collect();
        let result = match values.len() == operation.args.len() {
            true => apply_op(&operation.op, &values).ok().and_then(|v| word(&v)),
            false => None,
        };
        result.map_or(Known::Range(0, mask(i.w)), Known::Word)
    }

    fn call(&mut self, set: &mut Set, i: Instruction, back: u32) -> u32 {
        let site = &self.code.calls[i.a as usize];
        let caller = set.frames.last_mut().expect("a caller");
        let (base, maps) = (caller.scalars, caller.maps);
        caller.pc = back;
        let routine = self.code.routines[caller.procedure.index()];
        let args: Vec<Known> = site.args.iter().map(|a| set.get(a.0, base, &self.code)).collect();
        let map_args: Vec<KnownMap> =
            site.map_args.iter().map(|a| set.map(a.0, maps).clone()).collect();
        // What the caller computed for the call is not needed any more.
        set.drop_temporaries(&self.code);
        let first = (base + routine.scalars, maps + routine.maps);
        activate(set, &self.code, site.callee, i.a, first);
        for (&(_, to), arg) in site.args.iter().zip(args) {
            set.scalars[(first.0 + to) as usize] = arg;
        }
        for (&(_, to), map) in site.map_args.iter().zip(map_args) {
            set.maps[(first.1 + to) as usize] = map;
        }
        self.code.routines[site.callee.index()].start
    }
}

/// Where nothing is known of where.
const AT_START: At = At { procedure: ProcId(0), block: lariat_program::BlockId(0), command: 0 };

fn activate(
    set: &mut Set,
    code: &FlatCode,
    callee: ProcId,
    site: u32,
    (scalars, maps): (u32, u32),
) {
    let routine = code.routines[callee.index()];
    set.scalars.truncate(scalars as usize);
    set.scalars.resize((scalars + routine.scalars) as usize, Known::Word(0));
    set.maps.truncate(maps as usize);
    set.maps.resize((maps + routine.maps) as usize, KnownMap::new(Ground::Value(0)));
    let place = code.first_places[callee.index()];
    set.frames.push(Frame {
        procedure: callee,
        pc: 0,
        site,
        scalars,
        maps,
        place,
        loops: Vec::new(),
    });
}
