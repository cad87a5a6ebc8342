//! Pointer claims against exhaustive evaluation, with offsets of six bits.
//!
//! A counterexample is read back from its text and the claim evaluated in it. Comparisons and
//! differences that C leaves open there must be named by the answer, and no others.

mod random;

use lariat_c::IntKind;
use lariat_cogent::{Counterexample, Options, Prover, Verdict, Widths};
use random::Random;

/// Object numbers: NULL, `a` (three ints), `b` (one int), two that nobody knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Address {
    object: u8,
    offset: i32,
}

/// Bytes of an `int`, which has four bits here.
const INT: i32 = 1;
const SIZES: [i32; 3] = [0, 3 * INT, INT];
/// Bits of an offset.
const OFFSET: u32 = 4;

fn wrap(offset: i32) -> i32 {
    (offset << (32 - OFFSET)) >> (32 - OFFSET)
}

#[derive(Clone, Debug)]
enum Ptr {
    FirstVar,
    SecondVar,
    A,
    B,
    Null,
    Plus(Box<Ptr>, Box<I>),
    Minus(Box<Ptr>, Box<I>),
}

#[derive(Clone, Debug)]
enum I {
    N,
    K(i32),
}

#[derive(Clone, Debug)]
enum C {
    Compare(&'static str, Ptr, Ptr),
    InBounds(Ptr),
    Same(Ptr, Ptr),
    Difference(Ptr, Ptr, I),
    Not(Box<C>),
    And(Box<C>, Box<C>),
    Or(Box<C>, Box<C>),
}

struct World {
    p: Address,
    q: Address,
    n: i32,
    /// The open results that may be used, if not all.
    named: Option<Vec<String>>,
}

impl World {
    fn at(p: Address, q: Address, n: i32) -> World {
        World { p, q, n, named: None }
    }

    /// What an open result may be: nothing if it may not be used.
    fn open(&self, text: &str) -> (bool, bool) {
        let usable = self.named.as_ref().is_none_or(|all| all.contains(&bare(text)));
        (usable, usable)
    }
}

/// The text of an expression without what the prover leaves out or adds: spaces, parentheses
/// and the type of NULL. Nothing that the grammar writes becomes equal by that.
fn bare(text: &str) -> String {
    text.replace("(int *)", "").chars().filter(|c| !" ()".contains(*c)).collect()
}

impl Ptr {
    fn c(&self) -> String {
        match self {
            Ptr::FirstVar => "p".into(),
            Ptr::SecondVar => "q".into(),
            Ptr::A => "a".into(),
            Ptr::B => "&b".into(),
            Ptr::Null => "(int *)0".into(),
            Ptr::Plus(p, i) => format!("({} + {})", p.c(), i.c()),
            Ptr::Minus(p, i) => format!("({} - {})", p.c(), i.c()),
        }
    }
    fn at(&self, w: &World) -> Address {
        match self {
            Ptr::FirstVar => w.p,
            Ptr::SecondVar => w.q,
            Ptr::A => Address { object: 1, offset: 0 },
            Ptr::B => Address { object: 2, offset: 0 },
            Ptr::Null => Address { object: 0, offset: 0 },
            Ptr::Plus(p, i) => {
                let a = p.at(w);
                Address { offset: wrap(a.offset + INT * i.at(w)), ..a }
            }
            Ptr::Minus(p, i) => {
                let a = p.at(w);
                Address { offset: wrap(a.offset - INT * i.at(w)), ..a }
            }
        }
    }
}

impl I {
    fn c(&self) -> String {
        match self {
            I::N => "n".into(),
            I::K(k) => k.to_string(),
        }
    }
    fn at(&self, w: &World) -> i32 {
        match self {
            I::N => w.n,
            I::K(k) => *k,
        }
    }
}

impl Address {
    fn within(self) -> bool {
        match self.object {
            0 => self.offset == 0,
            1 | 2 => (0..SIZES[self.object as usize]).contains(&self.offset),
            _ => true,
        }
    }
    fn touches(self) -> bool {
        self.within()
            || (matches!(self.object, 1 | 2) && self.offset == SIZES[self.object as usize])
    }
}

impl C {
    fn c(&self) -> String {
        match self {
            C::Compare(op, p, q) => format!("({} {op} {})", p.c(), q.c()),
            C::InBounds(p) => format!("in_bounds({})", p.c()),
            C::Same(p, q) => format!("same_object({}, {})", p.c(), q.c()),
            C::Difference(p, q, i) => format!("({} - {} == {})", p.c(), q.c(), i.c()),
            C::Not(a) => format!("!{}", a.c()),
            C::And(a, b) => format!("({} && {})", a.c(), b.c()),
            C::Or(a, b) => format!("({} || {})", a.c(), b.c()),
        }
    }

    /// May be false, may be true.
    fn at(&self, w: &World) -> (bool, bool) {
        let sure = |b: bool| (!b, b);
        match self {
            C::Compare(op, p, q) => {
                let (p, q) = (p.at(w), q.at(w));
                let one_object = p.object == q.object && p.touches() && q.touches();
                match *op {
                    "==" | "!=" => {
                        if !(one_object || (p.within() && q.within())) {
                            return w.open(&self.c());
                        }
                        sure((p == q) == (*op == "=="))
                    }
                    _ if !one_object => w.open(&self.c()),
                    "<" => sure(p.offset < q.offset),
                    _ => sure(p.offset >= q.offset),
                }
            }
            C::InBounds(p) => {
                let p = p.at(w);
                sure(match p.object {
                    0 => false,
                    1 | 2 => p.offset >= 0 && p.offset + INT <= SIZES[p.object as usize],
                    _ => true,
                })
            }
            C::Same(p, q) => sure(p.at(w).object == q.at(w).object),
            C::Difference(left, right, i) => {
                let (p, q) = (left.at(w), right.at(w));
                if !(p.object == q.object && p.touches() && q.touches()) {
                    return w.open(&format!("{} - {}", left.c(), right.c()));
                }
                sure(wrap(p.offset - q.offset) / INT == i.at(w))
            }
            C::Not(a) => {
                let (f, t) = a.at(w);
                (t, f)
            }
            C::And(a, b) => {
                let (f, t) = a.at(w);
                let (g, u) = if t { b.at(w) } else { (false, false) };
                (f || g, u)
            }
            C::Or(a, b) => {
                let (f, t) = a.at(w);
                let (g, u) = if f { b.at(w) } else { (false, false) };
                (g, t || u)
            }
        }
    }
}

fn index(r: &mut Random) -> I {
    if r.below(2) == 0 { I::N } else { I::K(r.below(4) as i32) }
}

fn pointer(r: &mut Random, depth: u32) -> Ptr {
    match r.below(if depth == 0 { 6 } else { 9 }) {
        0 | 1 => Ptr::FirstVar,
        2 => Ptr::SecondVar,
        3 => Ptr::A,
        4 => Ptr::B,
        5 => Ptr::Null,
        6 | 7 => Ptr::Plus(Box::new(pointer(r, depth - 1)), Box::new(index(r))),
        _ => Ptr::Minus(Box::new(pointer(r, depth - 1)), Box::new(index(r))),
    }
}

fn claim(r: &mut Random, depth: u32) -> C {
    let two = |r: &mut Random| (Box::new(claim(r, depth - 1)), Box::new(claim(r, depth - 1)));
    match r.below(if depth == 0 { 6 } else { 10 }) {
        0..=2 => {
            let op = ["==", "!=", "<", ">="][r.below(4) as usize];
            C::Compare(op, pointer(r, 1), pointer(r, 1))
        }
        3 => C::InBounds(pointer(r, 1)),
        4 => C::Same(pointer(r, 1), pointer(r, 1)),
        5 => C::Difference(pointer(r, 1), pointer(r, 1), index(r)),
        6 => C::Not(Box::new(claim(r, depth - 1))),
        7 => {
            let (a, b) = two(r);
            C::And(a, b)
        }
        _ => {
            let (a, b) = two(r);
            C::Or(a, b)
        }
    }
}

/// All values of an input pointer.
fn inputs() -> Vec<Address> {
    let mut all = vec![Address { object: 0, offset: 0 }];
    for object in [1u8, 2] {
        let last = SIZES[object as usize] / INT;
        all.extend((0..=last).map(|k| Address { object, offset: INT * k }));
    }
    for object in [3, 4] {
        all.extend((-8..8).map(|k| Address { object, offset: INT * k }));
    }
    all
}

/// An address as it is shown.
fn address(text: &str) -> Address {
    let (place, bytes) = match text.split_once(" + ").or_else(|| text.split_once(" - ")) {
        Some((place, bytes)) => (place, bytes.strip_suffix(" bytes").expect("a number of bytes")),
        None => (text, "0"),
    };
    let bytes: i32 = bytes.parse().expect("a number");
    let bytes = if text.contains(" - ") { -bytes } else { bytes };
    let number = |text: &str| text.parse::<i32>().expect("a number");
    if place == "NULL" {
        Address { object: 0, offset: bytes }
    } else if let Some(index) = place.strip_prefix("&a[").and_then(|p| p.strip_suffix(']')) {
        Address { object: 1, offset: INT * number(index) + bytes }
    } else if place == "&b" {
        Address { object: 2, offset: bytes }
    } else {
        let object = place.strip_prefix("&<object ").and_then(|p| p.strip_suffix('>'));
        let object = u8::try_from(number(object.expect("an object"))).expect("a small number");
        assert!(object > 2, "{text}: an object with a name");
        Address { object, offset: bytes }
    }
}

/// The world of a counterexample; what it does not mention does not matter.
fn world_of(x: &Counterexample) -> World {
    let value = |name: &str| x.values.iter().find(|v| v.name == name).map(|v| &v.text[..]);
    World {
        p: address(value("p").unwrap_or("NULL")),
        q: address(value("q").unwrap_or("NULL")),
        n: value("n").unwrap_or("0").parse().expect("a number"),
        named: Some(x.made_up.iter().map(|m| bare(&m.expr)).collect()),
    }
}

/// Is it one, with nothing open but what it names?
fn check(c: &C, x: &Counterexample, inputs: &[Address]) -> Result<(), String> {
    let mut w = world_of(x);
    // Objects that nobody knows are all alike.
    for a in [w.p, w.q] {
        let like = if a.object > 2 { Address { object: 3, ..a } } else { a };
        if !inputs.contains(&like) {
            return Err(format!("no input pointer has the value {a:?}"));
        }
    }
    if !c.at(&w).0 {
        return Err("the claim is not false there".to_owned());
    }
    // Without any one of the names it would not be possible, or the name would be wrong.
    let named = w.named.take().unwrap_or_default();
    for name in &named {
        w.named = Some(named.iter().filter(|other| *other != name).cloned().collect());
        if c.at(&w).0 {
            return Err(format!("{name} need not be open"));
        }
    }
    Ok(())
}

#[test]
fn pointer_claims() {
    let mut r = Random(31);
    let widths = Widths {
        integers: vec![(IntKind::Int, 4), (IntKind::Long, 6)],
        offset: Some(OFFSET as usize),
    };
    let prover = Prover::new(Options { widths, ..Options::default() });
    let all = inputs();
    let (mut valid, mut refuted, mut open) = (0, 0, 0);
    for _ in 0..4000 {
        let c = claim(&mut r, 2);
        // Take all addresses, and mention NULL, whatever the claim does.
        let text = format!(
            "int a[3], b; int *p, *q; int n; (0 ? p == a && q == &b && p == 0 : 1) && {}",
            c.c()
        );
        let answer = prover.prove(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let fails =
            all.iter().any(|&p| all.iter().any(|&q| (-8..8).any(|n| c.at(&World::at(p, q, n)).0)));
        match &answer.verdict {
            Verdict::Valid => {
                assert!(!fails, "{text}: said to be valid");
                valid += 1;
            }
            Verdict::NotValid(x) => {
                assert!(fails, "{text}: said to be not valid: {x}");
                check(&c, x, &all).unwrap_or_else(|why| panic!("{text}: {x}: {why}"));
                refuted += 1;
                open += usize::from(!x.made_up.is_empty());
            }
            Verdict::Unknown(why) => panic!("{text}: {why}"),
        }
    }
    println!("4000 pointer claims: {valid} valid, {refuted} not valid, {open} by open results");
    assert!(valid > 400 && open > 400 && refuted - open > 400);
}
