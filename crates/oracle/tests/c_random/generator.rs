//! A small generator of C programs without undefined behaviour other than overflow.
//!
//! Signed arithmetic may overflow: what is compared with wraps around. Shifts and divisors are
//! masked; indices are in bounds; loops count to a constant; no expression has two effects.

use std::fmt::Write as _;

/// What programs define; these words mean nothing else in them.
pub const NAMES: [&str; 30] = [
    "S", "B", "U", "E", "E0", "E1", "E2", "g0", "g1", "g2", "g3", "s0", "s1", "u0", "arr", "grid",
    "pi", "ps", "twist", "f0", "f1", "run", "d0", "d1", "l0", "l1", "i0", "u1", "n0", "m0",
];

/// What programs may contain.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// One operand of `&`, `|` and `^` is a constant, and shifts are by constants.
    pub only_constant_masks: bool,
}

/// Makes one program.
pub struct Generator {
    state: u64,
    style: Style,
    out: String,
    /// Names of loop counters in scope, which only grow to 3.
    counters: Vec<String>,
    /// Is there a pointer to write through?
    in_function: bool,
}

const TYPES: [(&str, &str); 9] = [
    ("signed char", "unsigned char"),
    ("unsigned char", "unsigned char"),
    ("short", "unsigned short"),
    ("unsigned short", "unsigned short"),
    ("int", "unsigned"),
    ("unsigned", "unsigned"),
    ("long", "unsigned long"),
    ("long long", "unsigned long long"),
    ("unsigned long long", "unsigned long long"),
];

const PLACES: [&str; 16] = [
    "g0", "g1", "g2", "g3", "s0.a", "s0.b", "s0.c", "s1.f1", "s1.f2", "s1.f3", "s1.f4", "u0.w",
    "u0.b[1]", "u0.h", "(*pi)", "ps->a",
];

impl Generator {
    /// A generator that always makes the same program from a seed.
    pub fn new(seed: u64, style: Style) -> Generator {
        let state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678_9abc_def1;
        Generator { state, style, out: String::new(), counters: Vec::new(), in_function: false }
    }

    fn next(&mut self, below: u64) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 11) % below
    }

    fn pick<'t, T>(&mut self, of: &'t [T]) -> &'t T {
        &of[self.next(of.len() as u64) as usize]
    }

    /// The text of a program with a function `unsigned run(void)`.
    pub fn program(mut self) -> String {
        self.out.push_str(
            "struct S { int a; short b; unsigned char c; int d[4]; struct S *next; };\n\
             struct B { int f1 : 5; unsigned f2 : 7; unsigned char tail; int f3 : 17; unsigned long long f4 : 33; };\n\
             union U { unsigned w; unsigned char b[4]; unsigned short h; };\n\
             enum E { E0, E1 = 5, E2 };\n",
        );
        for i in 0..4 {
            let ty = self.pick(&TYPES).0;
            let value = self.constant();
            let _ = writeln!(self.out, "static {ty} g{i} = {value};");
        }
        self.out.push_str(
            "struct S s0 = { .a = 3, .d = { 1, 2, [3] = 9 } };\nstruct B s1 = { 3, 100, 7 };\n",
        );
        self.out.push_str("union U u0;\nint arr[5] = { 4, -1, 7 };\nshort grid[2][3];\n");
        self.out.push_str("int *pi = &arr[2];\nstruct S *ps = &s0;\n");
        self.out.push_str(
            "static struct S twist(struct S s, int by) { s.a -= by; s.d[1] = by + 1; return s; }\n",
        );
        self.in_function = true;
        for i in 0..2 {
            let (a, b) = (self.pick(&TYPES).0, self.pick(&TYPES).0);
            let result = self.pick(&TYPES).0;
            let _ = writeln!(self.out, "static {result} f{i}({a} x, {b} y) {{");
            let count = 1 + self.next(2);
            for _ in 0..count {
                self.statement(1, 1);
            }
            let value = self.expression(2);
            let _ = writeln!(self.out, "  return (x > y) ? (x ^ 5) : {value};\n}}");
        }
        self.in_function = false;
        self.out.push_str(
            "unsigned run(void) {\n  unsigned sum = 17;\n  struct S l = s0;\n  int x = 3;\n",
        );
        let count = 4 + self.next(5);
        for _ in 0..count {
            self.statement(2, 1);
        }
        for place in PLACES {
            let _ = writeln!(self.out, "  sum = sum * 31u + (unsigned){place};");
        }
        self.out.push_str(
            "  for (int i = 0; i < 4; i++) sum = sum * 31u + (unsigned)arr[i] + (unsigned)s0.d[i] + (unsigned)l.d[i];\n\
             \x20 sum = sum * 31u + (unsigned)grid[1][2] + (unsigned)x + (unsigned)sizeof(struct S);\n\
             \x20 return sum;\n}\n",
        );
        self.out
    }

    fn constant(&mut self) -> String {
        match self.next(6) {
            0 => "0".into(),
            1 => format!("-{}", 1 + self.next(100)),
            2 => format!("{}", self.next(256)),
            3 => format!("0x{:x}", self.next(1 << 16)),
            4 => format!("{}u", self.next(1 << 32)),
            _ => format!("{}", self.next(10)),
        }
    }

    fn index(&mut self, below: u64) -> String {
        match self.counters.last().cloned() {
            Some(counter) if self.next(2) == 0 => counter,
            _ => format!("{}", self.next(below)),
        }
    }

    fn place(&mut self) -> String {
        match self.next(8) {
            0 => {
                let i = self.index(5);
                format!("arr[{i}]")
            }
            1 => {
                let i = self.index(4);
                format!("s0.d[{i}]")
            }
            2 => format!("grid[{}][{}]", self.next(2), self.next(3)),
            3 => format!("ps->next->d[{}]", self.next(4)).replace("->next->", "->"),
            _ => (*self.pick(&PLACES)).to_owned(),
        }
    }

    fn expression(&mut self, depth: u32) -> String {
        if depth == 0 {
            return match self.next(4) {
                0 => self.constant(),
                _ => self.place(),
            };
        }
        let (ty, unsigned) = *self.pick(&TYPES);
        let a = self.expression(depth - 1);
        let b = self.expression(depth - 1);
        match self.next(12) {
            // Overflows, which the compiler is told to let wrap around.
            11 => {
                let op = *self.pick(&["+", "-", "*"]);
                format!("(({ty}){a} {op} ({ty}){b})")
            }
            0 | 1 => {
                let op = *self.pick(&["+", "-", "*"]);
                format!("({ty})(({unsigned}){a} {op} 1u * ({unsigned}){b})")
            }
            2 => {
                let op = *self.pick(&["&", "|", "^"]);
                let b = if self.style.only_constant_masks { self.constant() } else { b };
                format!("(({ty}){a} {op} ({ty}){b})")
            }
            3 => {
                let op = *self.pick(&["<", "<=", "==", "!=", ">", ">="]);
                format!("(({ty}){a} {op} ({ty}){b})")
            }
            4 => {
                let by = self.next(8);
                format!("(({unsigned}){a} << {by}u)")
                    .replace("(unsigned char)", "(unsigned)")
                    .replace("(unsigned short)", "(unsigned)")
            }
            5 if self.style.only_constant_masks => format!("(({ty}){a} >> {})", self.next(7)),
            5 => format!("(({ty}){a} >> ({b} & 7))"),
            6 => {
                let op = *self.pick(&["/", "%"]);
                format!("(({ty}){a} {op} ((({ty}){b} & 7) + 1))")
            }
            7 => format!("({a} ? ({ty}){b} : ({ty})7)"),
            8 => format!("(({a} && {b}) || !{a})"),
            9 => format!("(~({ty}){a})"),
            _ => format!("({ty})({a})"),
        }
    }

    fn statement(&mut self, depth: u32, indent: usize) {
        let pad = "  ".repeat(indent);
        match self.next(if depth == 0 { 6 } else { 11 }) {
            0..=2 => {
                let (to, value) = (self.place(), self.expression(2));
                let _ = writeln!(self.out, "{pad}{to} = {value};");
            }
            3 => {
                let op = *self.pick(&["^=", "|=", "&="]);
                let to = self.place();
                let value = if self.style.only_constant_masks {
                    self.constant()
                } else {
                    self.expression(1)
                };
                let _ = writeln!(self.out, "{pad}{to} {op} {value};");
            }
            4 => {
                let place = *self.pick(&["g0", "g1", "s0.b", "s0.c", "u0.b[2]", "s1.f2"]);
                let op = *self.pick(&["++", "--"]);
                // Only where wrapping is what happens.
                let _ = writeln!(self.out, "{pad}if ({place} > 1 && {place} < 100) {place}{op};");
            }
            5 => {
                let target = self.next(5);
                let _ = writeln!(self.out, "{pad}pi = arr + {target};");
            }
            6 => {
                let condition = self.expression(2);
                let _ = writeln!(self.out, "{pad}if ({condition}) {{");
                self.statement(depth - 1, indent + 1);
                let _ = writeln!(self.out, "{pad}}} else {{");
                self.statement(depth - 1, indent + 1);
                let _ = writeln!(self.out, "{pad}}}");
            }
            7 => {
                let name = format!("i{}", self.counters.len());
                let rounds = 1 + self.next(3);
                let _ =
                    writeln!(self.out, "{pad}for (int {name} = 0; {name} < {rounds}; {name}++) {{");
                self.counters.push(name);
                self.statement(depth - 1, indent + 1);
                self.counters.pop();
                let _ = writeln!(self.out, "{pad}}}");
            }
            8 => {
                let value = self.expression(1);
                let _ = writeln!(self.out, "{pad}switch ((int)({value}) & 3) {{");
                let _ = writeln!(self.out, "{pad}case 0: g1 = 4;");
                let _ = writeln!(self.out, "{pad}case 2: arr[1] = E2; break;");
                let _ = writeln!(self.out, "{pad}default:");
                self.statement(depth - 1, indent + 1);
                let _ = writeln!(self.out, "{pad}}}");
            }
            9 if !self.in_function => {
                // The function may change `pi`, before or after it is read.
                let n = self.next(2);
                let to = self.place().replace("(*pi)", "g1");
                let (a, b) = (self.expression(1), self.expression(1));
                let _ = writeln!(self.out, "{pad}{to} = f{n}({a}, {b});");
            }
            _ if !self.in_function => {
                let by = self.next(50);
                let _ =
                    writeln!(self.out, "{pad}l = twist(s0, {by}); s0.next = &l; x = s0.next->a;");
            }
            _ => {
                let (to, value) = (self.place(), self.expression(1));
                let _ = writeln!(self.out, "{pad}{to} = {value};");
            }
        }
    }
}
