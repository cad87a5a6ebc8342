//! Maps by their cells against a theory of arrays: the same answers on random histories of maps.

use lariat_budget::Budget;
use lariat_logic::{Op, Sort, SortId, Terms, VarId};
use lariat_solver::{
    Ast, Cells, GaveUp, Lemma, LemmaCounts, Outcome, Relaxed, Solver, Subject, Tracking, Z3Solver,
};

/// A small generator of numbers; the same seed gives the same history.
struct Dice(u64);

impl Dice {
    fn throw(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

/// A history of a map: versions, and how one comes from others.
struct History {
    terms: Terms,
    map: SortId,
    /// The variable whose versions there are.
    version: VarId,
    scalars: Vec<VarId>,
    guards: usize,
    steps: Vec<Step>,
    /// Version, scalar that is the index, and what is expected there.
    reads: Vec<(usize, Place, i64)>,
}

/// A scalar plus a number.
type Place = (usize, i64);

enum Step {
    /// Anything.
    Start,
    /// A version with one write.
    Write(usize, Place, Place),
    /// One of two versions, by a guard or its absence; the pointer that is scalar `n` then is another one.
    Join { guard: usize, from: [usize; 2], scalar: usize, pointers: [usize; 2] },
}

const SCALARS: usize = 5;

fn history(seed: u64) -> History {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut terms = Terms::new();
    let map = terms.sort(Sort::Map { indices: vec![Terms::INT], element: Terms::INT });
    let mut guards = 0;
    let mut scalars = SCALARS;
    let mut steps = vec![Step::Start];
    for _ in 0..3 + dice.throw(8) {
        let some = |dice: &mut Dice, n: usize| dice.throw(n);
        let (versions, last) = (steps.len(), steps.len() - 1);
        let step = match dice.throw(5) {
            0..=2 => {
                let at = (some(&mut dice, scalars), dice.throw(2) as i64);
                let value = (some(&mut dice, scalars), dice.throw(3) as i64);
                Step::Write(last, at, value)
            }
            _ => {
                let from = [last, some(&mut dice, versions)];
                let pointers = [some(&mut dice, scalars), some(&mut dice, scalars)];
                guards += 1;
                scalars += 1;
                Step::Join { guard: guards - 1, from, scalar: scalars - 1, pointers }
            }
        };
        steps.push(step);
    }
    let reads = (0..2 + dice.throw(4))
        .map(|_| {
            let place = (dice.throw(scalars), dice.throw(2) as i64);
            (dice.throw(steps.len()), place, dice.throw(3) as i64)
        })
        .collect();
    let scalars = (0..scalars).map(|i| terms.declare(format!("s{i}"), Terms::INT)).collect();
    let version = terms.declare("version", map);
    History { terms, map, version, scalars, guards, steps, reads }
}

/// Tells a solver the history and asks whether it can be.
fn possible(history: &History, solver: &mut dyn Relaxed) -> bool {
    let terms = &history.terms;
    let scalars: Vec<Ast> = history
        .scalars
        .iter()
        .map(|&variable| {
            let constant = solver.constant(terms, &terms.variable(variable).name, Terms::INT);
            solver.stands_for(constant, Subject { variable, offset: None });
            constant
        })
        .collect();
    let number = |solver: &mut dyn Solver, n: i64| {
        solver.literal(terms, &lariat_logic::Value::Int(n.into()), Terms::INT)
    };
    let place = |solver: &mut dyn Solver, (scalar, offset): Place| {
        let offset = number(solver, offset);
        solver.app(terms, &Op::Add, &[scalars[scalar], offset], Terms::INT)
    };
    // The pointers of the program are among few numbers, so that they meet.
    for &scalar in scalars.iter().take(SCALARS) {
        let (low, high) = (number(solver, 0), number(solver, 2));
        for pair in [[low, scalar], [scalar, high]] {
            let inside = solver.app(terms, &Op::Le, &pair, Terms::BOOL);
            solver.assert(inside);
        }
    }
    let guards: Vec<[Ast; 2]> = (0..history.guards)
        .map(|_| {
            let yes = solver.constant(terms, "guard", Terms::BOOL);
            [yes, solver.app(terms, &Op::Not, &[yes], Terms::BOOL)]
        })
        .collect();
    let always = solver.constant(terms, "always", Terms::BOOL);
    solver.assert(always);
    let mut versions: Vec<Ast> = Vec::new();
    for step in &history.steps {
        let version = match step {
            Step::Start => solver.constant(terms, "start", history.map),
            Step::Write(before, at, value) => {
                let (at, value) = (place(solver, *at), place(solver, *value));
                solver.app(terms, &Op::Store, &[versions[*before], at, value], history.map)
            }
            Step::Join { guard, from, scalar, pointers } => {
                let joined = solver.constant(terms, "joined", history.map);
                solver.stands_for(joined, Subject { variable: history.version, offset: None });
                for way in 0..2 {
                    let when = guards[*guard][way];
                    let pointer = (scalars[*scalar], scalars[pointers[way]]);
                    solver.flow(terms, when, pointer.0, pointer.1, &[]);
                    solver.flow(terms, when, joined, versions[from[way]], &[pointer]);
                }
                joined
            }
        };
        versions.push(version);
    }
    for &(version, at, expected) in &history.reads {
        let (at, expected) = (place(solver, at), number(solver, expected));
        let read = solver.app(terms, &Op::Select, &[versions[version], at], Terms::INT);
        solver.used_under(always, read);
        let equation = solver.app(terms, &Op::Eq, &[read, expected], Terms::BOOL);
        solver.assert(equation);
    }
    for _ in 0..1000 {
        match solver.check(&[], &Budget::unlimited()).unwrap() {
            Outcome::Unsat => return false,
            _ if solver.add_violated_lemmas(terms).unwrap() => {}
            _ => return true,
        }
    }
    panic!("lemmas again and again");
}

#[test]
fn the_same_answers_as_with_arrays() {
    let mut counts = [0, 0];
    for seed in 0..600 {
        let history = history(seed);
        let arrays = possible(&history, &mut Z3Solver::default());
        let cells = possible(&history, &mut Cells::new(Z3Solver::default(), usize::MAX));
        assert_eq!(cells, arrays, "seed {seed}");
        let inner = Tracking::new(Z3Solver::default());
        let tracking = possible(&history, &mut Cells::new(inner, usize::MAX));
        assert_eq!(tracking, arrays, "seed {seed}, with variables left out");
        let tracking = possible(&history, &mut Tracking::new(Z3Solver::default()));
        assert_eq!(tracking, arrays, "seed {seed}, with variables left out and arrays");
        counts[usize::from(arrays)] += 1;
    }
    assert!(counts.iter().all(|&n| n > 60), "both answers are common: {counts:?}");
}

/// A map that is written, chosen and passed on, read where it was written: which lemmas does the answer take?
#[test]
fn lemmas_are_counted_by_kind() {
    let count = |solver: &mut dyn Relaxed| -> LemmaCounts {
        let mut terms = Terms::new();
        let sort = terms.sort(Sort::Map { indices: vec![Terms::INT], element: Terms::INT });
        let variable = terms.declare("map", sort);
        let mut constant = |name: &str, sort| solver.constant(&terms, name, sort);
        let [i, j, value] = ["i", "j", "value"].map(|name| constant(name, Terms::INT));
        let [always, condition] = ["always", "condition"].map(|name| constant(name, Terms::BOOL));
        let [start, passed] = ["start", "passed"].map(|name| constant(name, sort));
        solver.assert(always);
        solver.stands_for(passed, Subject { variable, offset: None });
        let written = solver.app(&terms, &Op::Store, &[start, i, value], sort);
        let chosen = solver.app(&terms, &Op::Ite, &[condition, written, written], sort);
        solver.flow(&terms, always, passed, chosen, &[]);
        let read = solver.app(&terms, &Op::Select, &[passed, j], Terms::INT);
        solver.used_under(always, read);
        let same = solver.app(&terms, &Op::Eq, &[i, j], Terms::BOOL);
        solver.assert(same);
        let equal = solver.app(&terms, &Op::Eq, &[read, value], Terms::BOOL);
        let different = solver.app(&terms, &Op::Not, &[equal], Terms::BOOL);
        solver.assert(different);
        while solver.check(&[], &Budget::unlimited()).unwrap() != Outcome::Unsat {
            assert!(solver.add_violated_lemmas(&terms).unwrap());
        }
        solver.statistics().left_out.lemmas
    };
    let counts = |lemmas: LemmaCounts| Lemma::ALL.map(|lemma| lemmas.of(lemma));
    assert_eq!(counts(count(&mut Z3Solver::default())), [0; 6]);
    let cells = count(&mut Cells::new(Z3Solver::default(), usize::MAX));
    assert_eq!(counts(cells), [1, 1, 1, 1, 0, 0]);
    // Whether the cell of `passed` is what `chosen` holds there is a matter of the variable, too.
    let both = count(&mut Cells::new(Tracking::new(Z3Solver::default()), usize::MAX));
    assert_eq!(counts(both), [1, 1, 1, 1, 1, 1]);
}

/// What nobody asks about costs nothing, and a limit on cells is a limit.
#[test]
fn too_many_cells_are_no_answer() {
    let mut terms = Terms::new();
    let sort = terms.sort(Sort::Map { indices: vec![Terms::INT], element: Terms::INT });
    let mut solver = Cells::new(Z3Solver::default(), 5);
    let (i, j) =
        (solver.constant(&terms, "i", Terms::INT), solver.constant(&terms, "j", Terms::INT));
    let always = solver.constant(&terms, "always", Terms::BOOL);
    solver.assert(always);
    let mut map = solver.constant(&terms, "m", sort);
    for _ in 0..10 {
        map = solver.app(&terms, &Op::Store, &[map, i, j], sort);
    }
    let read = solver.app(&terms, &Op::Select, &[map, j], Terms::INT);
    solver.used_under(always, read);
    let wrong = solver.app(&terms, &Op::Lt, &[read, j], Terms::BOOL);
    solver.assert(wrong);
    let equal = solver.app(&terms, &Op::Eq, &[i, j], Terms::BOOL);
    solver.assert(equal);
    let first = solver.check(&[], &Budget::unlimited()).unwrap();
    assert!(matches!(first, Outcome::Unknown(GaveUp::Incomplete(_))));
    assert!(solver.add_violated_lemmas(&terms).unwrap());
    let then = solver.check(&[], &Budget::unlimited()).unwrap();
    assert_eq!(then, Outcome::Unknown(GaveUp::TooManyCells));
}
