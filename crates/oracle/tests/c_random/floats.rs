//! Programs about floating point: sums, products, quotients, comparisons and conversions in all
//! formats. What would be undefined, a float that an integer type does not have, is guarded.

use std::fmt::Write as _;

/// Makes one program.
pub struct Floats {
    state: u64,
    out: String,
    /// Are there integers of 64 bits? (Compilers for 32 bits convert them in a library.)
    wide: bool,
}

const FLOATS: [(&str, &str); 6] = [
    ("float", "f0"),
    ("float", "f1"),
    ("double", "d0"),
    ("double", "d1"),
    ("long double", "l0"),
    ("long double", "l1"),
];

const INTEGERS: [(&str, &str); 4] =
    [("int", "i0"), ("unsigned", "u1"), ("long long", "n0"), ("unsigned long long", "m0")];

impl Floats {
    /// A generator that always makes the same program from a seed.
    pub fn new(seed: u64, wide: bool) -> Floats {
        let state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x0f1e_2d3c_4b5a_6978;
        Floats { state, out: String::new(), wide }
    }

    fn next(&mut self, below: u64) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 11) % below
    }

    fn float(&mut self) -> (&'static str, &'static str) {
        FLOATS[self.next(6) as usize]
    }

    fn integer(&mut self) -> (&'static str, &'static str) {
        let count = if self.wide { 4 } else { 2 };
        INTEGERS[self.next(count) as usize]
    }

    fn constant(&mut self) -> String {
        let suffix = ["", "f", "L"][self.next(3) as usize];
        let digits = self.next(1_000_000);
        match self.next(5) {
            0 => format!("{}.{digits}{suffix}", self.next(10)),
            1 => format!("{digits}e{}{suffix}", self.next(30) as i64 - 20),
            2 => format!("0x1.{digits:x}p{}{suffix}", self.next(40) as i64 - 20),
            3 => format!("{}.0{suffix}", self.next(4)),
            _ => format!("0.1{suffix}"),
        }
    }

    fn expression(&mut self, depth: u32) -> String {
        if depth == 0 {
            return match self.next(4) {
                0 => self.constant(),
                1 => self.integer().1.to_owned(),
                _ => self.float().1.to_owned(),
            };
        }
        let a = self.expression(depth - 1);
        let b = self.expression(depth - 1);
        match self.next(9) {
            0 | 1 => format!("({a} + {b})"),
            2 => format!("({a} - {b})"),
            3 | 4 => format!("({a} * {b})"),
            // Integers may be zero.
            5 => format!("({a} / (double){b})"),
            6 => format!("(-{a})"),
            7 => format!("(({}){a})", self.float().0),
            _ => {
                let compare = ["<", "<=", "==", "!=", ">", ">="][self.next(6) as usize];
                format!("({a} {compare} {b} ? {a} : {b})")
            }
        }
    }

    /// The text of a program with a function `unsigned run(void)`.
    pub fn program(mut self) -> String {
        for (ty, name) in FLOATS {
            let value = self.constant();
            let _ = writeln!(self.out, "static {ty} {name} = {value};");
        }
        for (ty, name) in INTEGERS {
            let value = self.next(100_000);
            let _ = writeln!(self.out, "static {ty} {name} = {value};");
        }
        self.out.push_str(
            "static unsigned twist(unsigned h, const unsigned char *p, int n) {\n\
             \x20 for (int i = 0; i < n; i++) h = h * 31u + p[i];\n  return h;\n}\n\
             unsigned run(void) {\n  unsigned h = 1;\n",
        );
        for _ in 0..8 {
            let (_, to) = self.float();
            match self.next(6) {
                0 => {
                    let (ty, n) = self.integer();
                    let line = format!("{n} = {to} > 0 && {to} < 1e6 ? ({ty}){to} : 3;");
                    let _ = writeln!(self.out, "  {line}");
                }
                1 => {
                    let op = ["+=", "-=", "*=", "/="][self.next(4) as usize];
                    let value = self.float().1;
                    let _ = writeln!(self.out, "  {to} {op} {value};");
                }
                2 => {
                    let (_, n) = self.integer();
                    let _ = writeln!(self.out, "  if ({to}) {n}++;\n  {to}--;");
                }
                _ => {
                    let value = self.expression(2);
                    let _ = writeln!(self.out, "  {to} = {value};");
                }
            }
        }
        for (ty, name) in FLOATS {
            let bytes = match ty {
                "float" => 4,
                "double" => 8,
                _ => 10,
            };
            // Which NaN it is, is nobody's business.
            let _ = writeln!(
                self.out,
                "  h = {name} != {name} ? h * 7u : twist(h, (const unsigned char *)&{name}, {bytes});"
            );
        }
        for (_, name) in INTEGERS {
            let _ = writeln!(self.out, "  h = h * 31u + (unsigned){name};");
        }
        self.out.push_str("  return h;\n}\n");
        self.out
    }
}
