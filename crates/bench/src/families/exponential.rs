//! Programs whose static inlining is exponential in the depth of calls, while the assertions depend on
//! few of the procedures.
//!
//! A spine of procedures opens and closes a nesting, one level each, and asserts that the level is
//! right. Between the two it calls the top of a pyramid of procedures, each of which calls the one
//! below several times in a row. The pyramid computes a number and does not touch the level.

use std::fmt::Write;

/// A program of the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exponential {
    /// Procedures on top of each other.
    pub depth: usize,
    /// Calls of the next in each.
    pub fan_out: usize,
    /// Whether an assertion can fail.
    pub buggy: bool,
}

impl Exponential {
    /// A name that says the parameters.
    pub fn name(&self) -> String {
        let kind = if self.buggy { "bug" } else { "safe" };
        format!("exponential_depth{}_fan{}_{kind}", self.depth, self.fan_out)
    }

    /// The program as Boogie text.
    pub fn text(&self) -> String {
        let mut out = "var level: int;\nvar total: int;\n".to_owned();
        for floor in 0..=self.depth {
            self.pyramid(&mut out, floor);
        }
        for step in 0..self.steps() {
            self.spine(&mut out, step);
        }
        out.push_str(
            "procedure {:entrypoint} main(x: int) modifies level, total; {\n  \
             level := 0;\n  call spine0(x);\n  assert level == 0;\n}\n",
        );
        out
    }

    fn steps(&self) -> usize {
        self.depth.div_ceil(4)
    }

    fn pyramid(&self, out: &mut String, floor: usize) {
        let _ = writeln!(
            out,
            "procedure pyramid{floor}(x: int) returns (y: int) modifies total; {{\n  \
             y := x;\n  if (x <= {floor}) {{ total := total + 1; return; }}"
        );
        for call in 0..self.fan_out {
            if floor < self.depth {
                let _ = writeln!(
                    out,
                    "  if (y > total + {call}) {{ total := total + y; }} else {{ y := y + {call}; }}\n  \
                     call y := pyramid{}(y - total);",
                    floor + 1
                );
            } else {
                let _ = writeln!(out, "  if (y > total) {{ total := y; }} else {{ y := total; }}");
            }
        }
        let _ = writeln!(out, "}}");
    }

    fn spine(&self, out: &mut String, step: usize) {
        let is_last = step + 1 == self.steps();
        let wrong = self.buggy && is_last;
        let next =
            if is_last { String::new() } else { format!("    call spine{}(y);\n", step + 1) };
        let back = if wrong { "if (y > 0) { level := level - 1; }" } else { "level := level - 1;" };
        let _ = writeln!(
            out,
            "procedure spine{step}(x: int) modifies level, total; {{\n  var y: int;\n  \
             level := level + 1;\n  call y := pyramid0(x);\n  assert level == {};\n  \
             if (y > x) {{\n    call y := pyramid0(y);\n{next}  }} else {{\n    total := total - y;\n{next}  }}\n  \
             {back}\n}}",
            step + 1
        );
    }
}
