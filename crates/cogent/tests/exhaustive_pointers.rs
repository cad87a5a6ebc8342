//! Pointer claims against exhaustive evaluation, with offsets of six bits.

mod random;

use lariat_c::IntKind;
use lariat_cogent::{Options, Prover, Verdict, Widths};
use random::Random;

/// Object numbers: NULL, `a` (three ints), `b` (one int), two that nobody knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Address {
    object: u8,
    offset: i32,
}

const SIZES: [i32; 3] = [0, 12, 4];

fn wrap(offset: i32) -> i32 {
    (offset << 26) >> 26
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
                Address { offset: wrap(a.offset + 4 * i.at(w)), ..a }
            }
            Ptr::Minus(p, i) => {
                let a = p.at(w);
                Address { offset: wrap(a.offset - 4 * i.at(w)), ..a }
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
                            return (true, true);
                        }
                        sure((p == q) == (*op == "=="))
                    }
                    _ if !one_object => (true, true),
                    "<" => sure(p.offset < q.offset),
                    _ => sure(p.offset >= q.offset),
                }
            }
            C::InBounds(p) => {
                let p = p.at(w);
                sure(match p.object {
                    0 => false,
                    1 | 2 => p.offset >= 0 && p.offset + 4 <= SIZES[p.object as usize],
                    _ => true,
                })
            }
            C::Same(p, q) => sure(p.at(w).object == q.at(w).object),
            C::Difference(p, q, i) => {
                let (p, q) = (p.at(w), q.at(w));
                if !(p.object == q.object && p.touches() && q.touches()) {
                    return (true, true);
                }
                sure(wrap(p.offset - q.offset) / 4 == i.at(w))
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
        let last = SIZES[object as usize] / 4;
        all.extend((0..=last).map(|k| Address { object, offset: 4 * k }));
    }
    for object in [3, 4] {
        all.extend((0..4).map(|k| Address { object, offset: 4 * k }));
    }
    all
}

#[test]
fn pointer_claims() {
    let mut r = Random(31);
    let widths = Widths { integers: vec![(IntKind::Int, 4), (IntKind::Long, 6)], offset: Some(6) };
    let prover = Prover::new(Options { widths, ..Options::default() });
    let all = inputs();
    let (mut valid, mut refuted) = (0, 0);
    for _ in 0..4000 {
        let c = claim(&mut r, 2);
        // Take all addresses, and mention NULL, whatever the claim does.
        let text = format!(
            "int a[3], b; int *p, *q; int n; (0 ? p == a && q == &b && p == 0 : 1) && {}",
            c.c()
        );
        let answer = prover.prove(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let fails =
            all.iter().any(|&p| all.iter().any(|&q| (-8..8).any(|n| c.at(&World { p, q, n }).0)));
        match &answer.verdict {
            Verdict::Valid => {
                assert!(!fails, "{text}: said to be valid");
                valid += 1;
            }
            Verdict::NotValid(x) => {
                assert!(fails, "{text}: said to be not valid: {x}");
                refuted += 1;
            }
            Verdict::Unknown(why) => panic!("{text}: {why}"),
        }
    }
    println!("4000 pointer claims: {valid} valid, {refuted} not valid");
}
