//! Random C expressions with an evaluator of their own.
//!
//! The evaluator knows nothing of circuits. Where C leaves a result open it returns the set
//! of all results; every open result is used at one place of the tree, so sets of results
//! are exact. Values are bit patterns; a set is a bit mask over at most 64 patterns.
#![allow(dead_code)]

/// A small generator of random numbers.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Char,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
}

pub use Kind::*;
pub const KINDS: [Kind; 8] = [Char, UChar, Short, UShort, Int, UInt, Long, ULong];

/// Widths of char, short, int, long. Promotions and conversions follow them.
#[derive(Clone, Copy, Debug)]
pub struct Machine {
    pub widths: [u32; 4],
}

impl Kind {
    pub fn rank(self) -> usize {
        self as usize / 2
    }
    pub fn signed(self) -> bool {
        (self as usize).is_multiple_of(2)
    }
    pub fn name(self) -> &'static str {
        [
            "signed char",
            "unsigned char",
            "short",
            "unsigned short",
            "int",
            "unsigned",
            "long",
            "unsigned long",
        ][self as usize]
    }
}

impl Machine {
    pub fn width(&self, kind: Kind) -> u32 {
        self.widths[kind.rank()]
    }
    /// Kinds below `int` become `int` where it has all their values, otherwise `unsigned`.
    pub fn promoted(&self, kind: Kind) -> Kind {
        if kind.rank() >= Int.rank() {
            kind
        } else if kind.signed() || self.width(kind) < self.width(Int) {
            Int
        } else {
            UInt
        }
    }
    pub fn common(&self, a: Kind, b: Kind) -> Kind {
        let (a, b) = (self.promoted(a), self.promoted(b));
        if a == b {
            return a;
        }
        if a.signed() == b.signed() {
            return if a.rank() >= b.rank() { a } else { b };
        }
        let (s, u) = if a.signed() { (a, b) } else { (b, a) };
        if u.rank() >= s.rank() {
            u
        } else if self.width(s) > self.width(u) {
            s
        } else {
            ULong
        }
    }
    pub fn number(&self, pattern: u64, kind: Kind) -> i128 {
        let w = self.width(kind);
        let mask = if w == 64 { u64::MAX } else { (1 << w) - 1 };
        let p = i128::from(pattern & mask);
        if kind.signed() && p >> (w - 1) & 1 == 1 { p - (1i128 << w) } else { p }
    }
    pub fn pattern(&self, number: i128, kind: Kind) -> u64 {
        let w = self.width(kind);
        (number as u64) & if w == 64 { u64::MAX } else { (1 << w) - 1 }
    }
    pub fn fits(&self, number: i128, kind: Kind) -> bool {
        self.number(self.pattern(number, kind), kind) == number
    }
}

#[derive(Clone, Debug)]
pub enum Tree {
    /// A variable by number: named `v0`, `v1`, … or a member.
    Var(usize),
    Const(u64),
    Unary(&'static str, Box<Tree>),
    Binary(&'static str, Box<Tree>, Box<Tree>),
    Cast(Kind, Box<Tree>),
    Choose(Box<Tree>, Box<Tree>, Box<Tree>),
    /// `arr[index]`, elements are variables from the number on.
    Element(usize, usize, Box<Tree>),
    /// A union member: the variable is the payload, the next one tells the member.
    Member(usize, usize),
    /// `update(s, .a, value).b`: the members written and read, as variables.
    Updated(usize, usize, Box<Tree>),
    /// `exists`/`forall (kind bN)`
    Quantified(bool, Kind, usize, Box<Tree>),
    Bound(usize, Kind),
}

/// What variables are called and of which type they are.
#[derive(Clone, Debug)]
pub struct Variables {
    pub list: Vec<(String, Kind)>,
}

pub const COMPARISONS: [&str; 6] = ["==", "!=", "<", ">", "<=", ">="];
pub const ARITHMETIC: [&str; 10] = ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"];

impl Tree {
    pub fn kind(&self, vars: &Variables, m: &Machine) -> Kind {
        match self {
            Tree::Var(v) => vars.list[*v].1,
            Tree::Const(_) => Int,
            Tree::Unary("!", _) => Int,
            Tree::Unary(_, a) => m.promoted(a.kind(vars, m)),
            Tree::Binary(op, a, b) => match *op {
                "<<" | ">>" => m.promoted(a.kind(vars, m)),
                "+" | "-" | "*" | "/" | "%" | "&" | "|" | "^" => {
                    m.common(a.kind(vars, m), b.kind(vars, m))
                }
                _ => Int,
            },
            Tree::Cast(kind, _) => *kind,
            Tree::Choose(_, a, b) => m.common(a.kind(vars, m), b.kind(vars, m)),
            Tree::Element(first, ..) => vars.list[*first].1,
            Tree::Member(v, member) => {
                if *member == 0 {
                    vars.list[*v].1
                } else {
                    Char
                }
            }
            Tree::Updated(_, read, _) => vars.list[*read].1,
            Tree::Quantified(..) => Int,
            Tree::Bound(_, kind) => *kind,
        }
    }

    pub fn c(&self, vars: &Variables) -> String {
        match self {
            Tree::Var(v) => vars.list[*v].0.clone(),
            Tree::Const(k) => k.to_string(),
            Tree::Unary(op, a) => format!("({op}{})", a.c(vars)),
            Tree::Binary(op, a, b) => format!("({} {op} {})", a.c(vars), b.c(vars)),
            Tree::Cast(kind, a) => format!("(({}){})", kind.name(), a.c(vars)),
            Tree::Choose(c, a, b) => format!("({} ? {} : {})", c.c(vars), a.c(vars), b.c(vars)),
            Tree::Element(_, _, i) => format!("arr[{}]", i.c(vars)),
            Tree::Member(_, member) => format!("un.{}", ["i", "c"][*member]),
            Tree::Updated(write, read, value) => {
                let part = |v: &usize| vars.list[*v].0.strip_prefix('s').unwrap_or("").to_owned();
                format!("update(s, {}, {}){}", part(write), value.c(vars), part(read))
            }
            Tree::Quantified(all, kind, n, body) => {
                let word = if *all { "forall" } else { "exists" };
                format!("({word} ({} b{n}) {})", kind.name(), body.c(vars))
            }
            Tree::Bound(n, _) => format!("b{n}"),
        }
    }
}

/// The possible results of a tree, as a mask over bit patterns.
pub struct Evaluator<'a> {
    pub machine: &'a Machine,
    pub vars: &'a Variables,
    pub values: Vec<u64>,
    pub bound: Vec<u64>,
}

fn each(set: u64) -> impl Iterator<Item = u64> {
    (0..64).filter(move |i| set >> i & 1 == 1)
}

impl Evaluator<'_> {
    fn everything(&self, kind: Kind) -> u64 {
        let n = 1u32 << self.machine.width(kind);
        if n >= 64 { u64::MAX } else { (1 << n) - 1 }
    }

    /// May be false, may be true.
    pub fn truth(&mut self, t: &Tree) -> (bool, bool) {
        match t {
            Tree::Binary("&&", a, b) => {
                let (f, t) = self.truth(a);
                let (g, u) = if t { self.truth(b) } else { (false, false) };
                (f || g, u)
            }
            Tree::Binary("||", a, b) => {
                let (f, t) = self.truth(a);
                let (g, u) = if f { self.truth(b) } else { (false, false) };
                (g, t || u)
            }
            Tree::Binary("==>", a, b) => {
                let (f, t) = self.truth(a);
                let (g, u) = if t { self.truth(b) } else { (false, false) };
                (g, f || u)
            }
            Tree::Binary("<==>", a, b) => {
                let ((f, t), (g, u)) = (self.truth(a), self.truth(b));
                ((f && u) || (t && g), (f && g) || (t && u))
            }
            Tree::Unary("!", a) => {
                let (f, t) = self.truth(a);
                (t, f)
            }
            Tree::Quantified(all, kind, n, body) => {
                let (mut any_false, mut any_true) = (false, false);
                let (mut all_false, mut all_true) = (true, true);
                for v in 0..1u64 << self.machine.width(*kind) {
                    if self.bound.len() <= *n {
                        self.bound.resize(*n + 1, 0);
                    }
                    self.bound[*n] = v;
                    let (f, t) = self.truth(body);
                    any_false |= f;
                    any_true |= t;
                    all_false &= f;
                    all_true &= t;
                }
                if *all { (any_false, all_true) } else { (all_false, any_true) }
            }
            _ => {
                let set = self.set(t);
                (set & 1 == 1, set & !1 != 0)
            }
        }
    }

    pub fn set(&mut self, t: &Tree) -> u64 {
        let m = *self.machine;
        let kind = t.kind(self.vars, &m);
        match t {
            Tree::Var(v) => 1 << self.values[*v],
            Tree::Const(k) => 1 << m.pattern(i128::from(*k), Int),
            Tree::Bound(n, _) => 1 << self.bound[*n],
            Tree::Quantified(..) | Tree::Unary("!", _) => self.truth_set(t),
            Tree::Binary(op, ..) if ["&&", "||", "==>", "<==>"].contains(op) => self.truth_set(t),
            Tree::Unary(op, a) => {
                let from = a.kind(self.vars, &m);
                let mut out = 0;
                for p in each(self.set(a)) {
                    let n = m.number(m.pattern(m.number(p, from), kind), kind);
                    let r = if *op == "-" { -n } else { !n };
                    out |= self.result(r, kind);
                }
                out
            }
            Tree::Cast(to, a) => {
                let from = a.kind(self.vars, &m);
                each(self.set(a)).fold(0, |s, p| s | 1 << m.pattern(m.number(p, from), *to))
            }
            Tree::Choose(c, a, b) => {
                let (f, t) = self.truth(c);
                let mut out = 0;
                for (taken, branch) in [(t, a), (f, b)] {
                    if taken {
                        let from = branch.kind(self.vars, &m);
                        for p in each(self.set(branch)) {
                            out |= 1 << m.pattern(m.number(p, from), kind);
                        }
                    }
                }
                out
            }
            Tree::Element(first, count, index) => {
                let from = index.kind(self.vars, &m);
                let mut out = 0;
                for p in each(self.set(index)) {
                    match usize::try_from(m.number(p, from)) {
                        Ok(i) if i < *count => out |= 1 << self.values[first + i],
                        _ => out |= self.everything(kind),
                    }
                }
                out
            }
            Tree::Member(v, member) => {
                if self.values[v + 1] as usize == *member {
                    1 << m.pattern(i128::from(self.values[*v]), kind)
                } else {
                    self.everything(kind)
                }
            }
            Tree::Updated(write, read, _) if write != read => 1 << self.values[*read],
            Tree::Updated(_, _, value) => {
                let from = value.kind(self.vars, &m);
                each(self.set(value)).fold(0, |s, p| s | 1 << m.pattern(m.number(p, from), kind))
            }
            Tree::Binary(op, a, b) => {
                let (ka, kb) = (a.kind(self.vars, &m), b.kind(self.vars, &m));
                let (sa, sb) = (self.set(a), self.set(b));
                let shift = matches!(*op, "<<" | ">>");
                let common = if shift { kind } else { m.common(ka, kb) };
                let mut out = 0;
                for x in each(sa) {
                    for y in each(sb) {
                        let x = m.number(m.pattern(m.number(x, ka), common), common);
                        let right = if shift { m.promoted(kb) } else { common };
                        let y = m.number(m.pattern(m.number(y, kb), right), right);
                        out |= self.apply(op, x, y, kind);
                    }
                }
                out
            }
        }
    }

    fn truth_set(&mut self, t: &Tree) -> u64 {
        let (f, t) = self.truth(t);
        u64::from(f) | u64::from(t) << 1
    }

    fn result(&self, r: i128, kind: Kind) -> u64 {
        if kind.signed() && !self.machine.fits(r, kind) {
            return self.everything(kind);
        }
        1 << self.machine.pattern(r, kind)
    }

    fn apply(&self, op: &str, x: i128, y: i128, kind: Kind) -> u64 {
        let width = i128::from(self.machine.width(kind));
        let bit = |b: bool| 1u64 << u32::from(b);
        match op {
            "+" => self.result(x + y, kind),
            "-" => self.result(x - y, kind),
            "*" => self.result(x * y, kind),
            "/" | "%" if y == 0 => self.everything(kind),
            "/" => self.result(x / y, kind),
            "%" if kind.signed() && !self.machine.fits(x / y, kind) => self.everything(kind),
            "%" => self.result(x % y, kind),
            "&" => self.result(x & y, kind),
            "|" => self.result(x | y, kind),
            "^" => self.result(x ^ y, kind),
            "<<" | ">>" if y < 0 || y >= width => self.everything(kind),
            "<<" if kind.signed() && x < 0 => self.everything(kind),
            "<<" => self.result(x << y, kind),
            ">>" => self.result(x >> y, kind),
            "==" => bit(x == y),
            "!=" => bit(x != y),
            "<" => bit(x < y),
            ">" => bit(x > y),
            "<=" => bit(x <= y),
            _ => bit(x >= y),
        }
    }
}

/// What random trees may contain.
pub struct Grammar {
    pub vars: Variables,
    pub array: Option<(usize, usize)>,
    pub union: Option<usize>,
    /// How many variables, the first ones, are members of `s`.
    pub members: usize,
    pub quantifiers: bool,
}

impl Grammar {
    pub fn number(&self, r: &mut Random, depth: u32, bound: &[(usize, Kind)]) -> Tree {
        if depth == 0 || r.below(6) == 0 {
            return match r.below(8) {
                0 | 1 => Tree::Const(r.below(4)),
                2 if !bound.is_empty() => {
                    let (n, kind) = bound[r.below(bound.len() as u64) as usize];
                    Tree::Bound(n, kind)
                }
                3 if self.union.is_some() => {
                    Tree::Member(self.union.unwrap_or(0), r.below(2) as usize)
                }
                _ => Tree::Var(r.below(self.plain() as u64) as usize),
            };
        }
        let sub = |r: &mut Random| Box::new(self.number(r, depth - 1, bound));
        match r.below(12) {
            0 => Tree::Unary(["-", "~"][r.below(2) as usize], sub(r)),
            1 => Tree::Cast(KINDS[r.below(8) as usize], sub(r)),
            2 => {
                let c = Box::new(self.claim(r, depth - 1, bound));
                Tree::Choose(c, sub(r), sub(r))
            }
            3 if self.array.is_some() => {
                let (first, count) = self.array.unwrap_or((0, 0));
                Tree::Element(first, count, sub(r))
            }
            4 => self.claim(r, depth - 1, bound),
            5 if self.members > 0 => {
                let mut member = || r.below(self.members as u64) as usize;
                let (write, read) = (member(), member());
                Tree::Updated(write, read, sub(r))
            }
            _ => Tree::Binary(ARITHMETIC[r.below(10) as usize], sub(r), sub(r)),
        }
    }

    pub fn claim(&self, r: &mut Random, depth: u32, bound: &[(usize, Kind)]) -> Tree {
        let sub = |r: &mut Random| Box::new(self.claim(r, depth.saturating_sub(1), bound));
        match r.below(10) {
            0 if depth > 0 => Tree::Unary("!", sub(r)),
            1..=3 if depth > 0 => {
                let op = ["&&", "||", "==>", "<==>"][r.below(4) as usize];
                Tree::Binary(op, sub(r), sub(r))
            }
            4 if depth > 0 && self.quantifiers && bound.len() < 2 => {
                let kind = [Char, UChar, Int][r.below(3) as usize];
                let mut inner = bound.to_vec();
                let n = bound.len();
                inner.push((n, kind));
                let body = self.claim(r, depth - 1, &inner);
                Tree::Quantified(r.below(2) == 0, kind, n, Box::new(body))
            }
            _ => {
                let (a, b) = (
                    self.number(r, depth.saturating_sub(1), bound),
                    self.number(r, depth.saturating_sub(1), bound),
                );
                Tree::Binary(COMPARISONS[r.below(6) as usize], Box::new(a), Box::new(b))
            }
        }
    }

    /// How many variables have a name of their own.
    fn plain(&self) -> usize {
        self.vars.list.iter().take_while(|v| !v.0.is_empty()).count()
    }
}
