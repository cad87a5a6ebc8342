//! Programs like drivers: hundreds of globals, all of them read, written and branched on along every
//! path, and a few of them that decide whether the assertions hold.
//!
//! The relevant ones come in pairs: `lock`, which must be free when it is taken and taken when it is given
//! back, and `armed`, set once at the start, under which both happens. Without `lock` everything can
//! fail; with `lock` alone a path that skips the taking fails. All others carry values that come from
//! the device (arbitrary), pass from one to the next, and choose which procedure serves a request; two
//! of three are maps from addresses, as translators of C make one for each field. A slice has to keep
//! them, and an abstraction can do without.

use std::fmt::Write;

/// Globals that one block of start-up code sets.
const GLOBALS_PER_BLOCK: usize = 8;

/// A program of the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ManyGlobals {
    /// All global variables.
    pub globals: usize,
    /// Those of them that matter.
    pub relevant: usize,
    /// Layers of procedures between the entry and the locks.
    pub depth: usize,
    /// Procedures per layer, each of which may call any of the next layer.
    pub fan_out: usize,
    /// Whether an assertion can fail.
    pub buggy: bool,
}

impl ManyGlobals {
    /// A name that says the parameters.
    pub fn name(&self) -> String {
        let ManyGlobals { globals, relevant, depth, fan_out, buggy } = self;
        let kind = if *buggy { "bug" } else { "safe" };
        format!("globals{globals}_relevant{relevant}_depth{depth}_fan{fan_out}_{kind}")
    }

    /// The program as Boogie text. What a procedure really changes is for the reader to find out: the
    /// larger ones declare that they may change everything.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for i in 0..self.plain() {
            let kind = if is_map(i) { "[int]int" } else { "int" };
            let _ = writeln!(out, "var g{i}: {kind};");
        }
        for lock in 0..self.locks() {
            let _ = writeln!(out, "var lock{lock}: bool;");
            if self.is_armed(lock) {
                let _ = writeln!(out, "var armed{lock}: bool;");
            }
            self.lock_procedures(&mut out, lock);
        }
        for step in 0..self.steps() {
            self.start_step(&mut out, step);
        }
        for layer in 0..self.depth {
            for number in 0..self.fan_out {
                self.dispatch(&mut out, layer, number);
            }
        }
        for number in 0..self.servers() {
            self.serve(&mut out, number);
        }
        self.entry(&mut out);
        out
    }

    /// Globals that do not matter.
    fn plain(&self) -> usize {
        self.globals.saturating_sub(self.relevant).max(5)
    }

    /// Procedures of the last layer: each lock has one at least.
    fn servers(&self) -> usize {
        self.fan_out.max(self.locks())
    }

    fn locks(&self) -> usize {
        self.relevant.div_ceil(2)
    }

    fn is_armed(&self, lock: usize) -> bool {
        2 * lock + 1 < self.relevant
    }

    fn steps(&self) -> usize {
        self.plain().div_ceil(GLOBALS_PER_BLOCK)
    }

    /// Four plain globals, at the address `at` if they are maps.
    fn four(&self, first: usize, at: &str) -> [String; 4] {
        [0, 1, 2, 3].map(|i| self.plain_global(first + i, at))
    }

    fn plain_global(&self, number: usize, at: &str) -> String {
        let number = number % self.plain();
        if is_map(number) { format!("g{number}[{at}]") } else { format!("g{number}") }
    }

    fn modifies(&self) -> String {
        let plain = (0..self.plain()).map(|i| format!("g{i}"));
        let locks = (0..self.locks()).map(|l| format!("lock{l}"));
        let armed = (0..self.locks()).filter(|l| self.is_armed(*l)).map(|l| format!("armed{l}"));
        let all: Vec<String> = plain.chain(locks).chain(armed).collect();
        format!("modifies {};", all.join(", "))
    }

    fn lock_procedures(&self, out: &mut String, lock: usize) {
        let (before, after) = match self.is_armed(lock) {
            true => (format!("if (armed{lock}) {{ "), " }"),
            false => (String::new(), ""),
        };
        let _ = writeln!(
            out,
            "procedure take{lock}() modifies lock{lock}; {{\n  \
             {before}assert !lock{lock}; lock{lock} := true;{after}\n}}\n\
             procedure give{lock}() modifies lock{lock}; {{\n  \
             {before}assert lock{lock}; lock{lock} := false;{after}\n}}"
        );
    }

    /// Start-up code: a few globals get values from the device and from each other.
    fn start_step(&self, out: &mut String, step: usize) {
        let modifies = self.modifies();
        let first = step * GLOBALS_PER_BLOCK;
        let last = (first + GLOBALS_PER_BLOCK).min(self.plain());
        let _ = writeln!(
            out,
            "procedure start{step}(base: int) returns (status: int) {modifies} {{\n  \
             var reg: int;\n  status := base;"
        );
        for i in first..last {
            let [this, next, third, _] = self.four(i, "base");
            let _ = writeln!(out, "  havoc reg;\n  {this} := {next} + reg;");
            if i % 4 == 1 {
                let _ = writeln!(
                    out,
                    "  if ({this} > {third}) {{ status := status + {this}; }} \
                     else {{ {third} := {this} - base; }}"
                );
            }
        }
        let read = self.plain_global(first, "base");
        if step + 1 < self.steps() {
            let _ = writeln!(out, "  call status := start{}(status + {read});", step + 1);
        }
        for lock in (0..self.locks()).filter(|l| self.is_armed(*l) && l % self.steps() == step) {
            let _ = writeln!(out, "  havoc reg;\n  armed{lock} := reg > {read};");
        }
        let _ = writeln!(out, "}}");
    }

    /// A procedure that looks at a few globals and passes the request on.
    fn dispatch(&self, out: &mut String, layer: usize, number: usize) {
        let modifies = self.modifies();
        let first = (layer * self.fan_out + number) * 4;
        let [a, b, c, d] = self.four(first, "request");
        let _ = writeln!(
            out,
            "procedure dispatch{layer}_{number}(request: int) returns (status: int) {modifies} {{\n  \
             var reg: int;\n  havoc reg;\n  {a} := {b} + reg;\n  status := {c} - request;"
        );
        let is_last = layer + 1 == self.depth;
        let choices = if is_last { self.servers() } else { self.fan_out };
        for next in 0..choices {
            let target = match is_last {
                true => format!("serve{next}"),
                false => format!("dispatch{}_{next}", layer + 1),
            };
            let word = if next == 0 { "  if" } else { " else if" };
            let _ = write!(
                out,
                "{word} ({a} == {d} + {next}) {{\n    call status := {target}({c} + request);\n    \
                 {d} := status + {b};\n    havoc reg;\n    {a} := {d} - reg;\n  }}"
            );
        }
        let _ = writeln!(out, "\n  {c} := {a} + status;\n}}");
    }

    /// The last layer: takes a lock, works, gives it back.
    fn serve(&self, out: &mut String, number: usize) {
        let modifies = self.modifies();
        let lock = number % self.locks();
        let first = (self.depth * self.fan_out + number) * 4;
        let [a, b, c, d] = self.four(first, "request");
        let give = format!("call give{lock}();");
        let give = match (self.buggy && number == 0, self.is_armed(lock)) {
            (true, true) => format!("if ({b} > {a}) {{ armed{lock} := false; }}\n  {give}"),
            (true, false) => format!("if ({b} > {a}) {{ {give} }}"),
            (false, _) => give,
        };
        let _ = writeln!(
            out,
            "procedure serve{number}(request: int) returns (status: int) {modifies} {{\n  \
             var reg: int;\n  havoc reg;\n  {a} := {b} + reg;\n  call take{lock}();\n  \
             if ({a} > {c}) {{ {c} := {a} - request; status := {b}; }} \
             else {{ {d} := {c} + reg; status := 0; }}\n  \
             havoc reg;\n  {b} := {d} + reg;\n  {give}\n  {c} := {b} + status;\n}}"
        );
    }

    fn entry(&self, out: &mut String) {
        let modifies = self.modifies();
        let _ = writeln!(out, "procedure {{:entrypoint}} main() {modifies} {{\n  var status: int;");
        for lock in 0..self.locks() {
            let _ = writeln!(out, "  lock{lock} := false;");
        }
        let _ = writeln!(out, "  call status := start0(0);");
        for number in 0..self.fan_out {
            let _ = writeln!(out, "  call status := dispatch0_{number}(status);");
        }
        for lock in 0..self.locks() {
            let _ = writeln!(out, "  assert !lock{lock};");
        }
        let _ = writeln!(out, "}}");
    }
}

/// Two of three plain globals are maps.
fn is_map(number: usize) -> bool {
    !number.is_multiple_of(3)
}
