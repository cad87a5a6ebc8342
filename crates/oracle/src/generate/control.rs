//! Branches and loops in two dialects: as Boogie's structured statements, or as the blocks and jumps
//! that these mean. The same random choices give the same program in both, so lowering of structured
//! statements is checked against what the language definition says they are.

use super::statements::BodyWriter;

/// How control flow is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// With `if`, `while` and `break`.
    Structured,
    /// With labels and `goto` only.
    Jumps,
}

/// A branch being written.
pub(super) struct Branch {
    number: usize,
    guard: String,
    has_else: bool,
}

/// A loop being written.
pub(super) struct Loop {
    number: usize,
    guard: String,
    /// Its label, if it has one.
    pub(super) label: Option<String>,
}

impl BodyWriter<'_> {
    fn jumps(&self) -> bool {
        self.writer.dialect == Dialect::Jumps
    }

    fn label(&mut self, label: &str) {
        self.lines.push(format!("  {label}:"));
    }

    fn assume_guard(&mut self, guard: &str, holds: bool) {
        match (guard, holds) {
            ("*", _) => {}
            (_, true) => self.line(&format!("assume {guard};")),
            (_, false) => self.line(&format!("assume !({guard});")),
        }
    }

    pub(super) fn begin_if(&mut self, guard: String) -> Branch {
        self.labels += 1;
        let branch = Branch { number: self.labels, guard, has_else: false };
        if self.jumps() {
            self.line(&format!("goto then{0}, else{0};", branch.number));
            self.label(&format!("then{}", branch.number));
            self.assume_guard(&branch.guard, true);
        } else {
            self.line(&format!("if ({}) {{", branch.guard));
        }
        branch
    }

    pub(super) fn begin_else_if(&mut self, outer: &mut Branch, guard: String) -> Branch {
        if self.jumps() {
            self.begin_else(outer);
            return self.begin_if(guard);
        }
        outer.has_else = true;
        self.labels += 1;
        self.line(&format!("}} else if ({guard}) {{"));
        Branch { number: self.labels, guard, has_else: false }
    }

    pub(super) fn begin_else(&mut self, branch: &mut Branch) {
        branch.has_else = true;
        if self.jumps() {
            self.line(&format!("goto join{};", branch.number));
            self.label(&format!("else{}", branch.number));
            self.assume_guard(&branch.guard.clone(), false);
        } else {
            self.line("} else {");
        }
    }

    /// Ends a chain of branches, given from the outside to the inside.
    pub(super) fn end_if(&mut self, chain: Vec<Branch>) {
        if !self.jumps() {
            self.line("}");
            return;
        }
        for mut branch in chain.into_iter().rev() {
            if !branch.has_else {
                self.begin_else(&mut branch);
            }
            self.line(&format!("goto join{};", branch.number));
            self.label(&format!("join{}", branch.number));
        }
    }

    pub(super) fn begin_loop(
        &mut self,
        guard: String,
        invariant: Option<(bool, String)>,
        labelled: bool,
    ) {
        self.labels += 1;
        let number = self.labels;
        let label = labelled.then(|| format!("outer{number}"));
        if self.jumps() {
            self.line(&format!("goto head{number};"));
            self.label(&format!("head{number}"));
            if let Some((free, formula)) = invariant {
                let keyword = if free { "assume" } else { "assert" };
                self.line(&format!("{keyword} {formula};"));
            }
            self.line(&format!("goto body{number}, exit{number};"));
            self.label(&format!("body{number}"));
            self.assume_guard(&guard, true);
        } else {
            if let Some(label) = &label {
                self.line(&format!("{label}:"));
            }
            self.line(&format!("while ({guard})"));
            if let Some((free, formula)) = invariant {
                let free = if free { "free " } else { "" };
                self.line(&format!("  {free}invariant {formula};"));
            }
            self.line("{");
        }
        self.loops.push(Loop { number, guard, label });
    }

    pub(super) fn end_loop(&mut self) {
        let Some(done) = self.loops.pop() else { return };
        if self.jumps() {
            let number = done.number;
            self.line(&format!("goto head{number};"));
            self.label(&format!("exit{number}"));
            self.assume_guard(&done.guard, false);
            self.line(&format!("goto done{number};"));
            self.label(&format!("done{number}"));
        } else {
            self.line("}");
        }
    }

    /// Leaves the innermost loop, or the one with this label.
    pub(super) fn write_break(&mut self, label: Option<&str>) {
        let is_meant = |l: &&Loop| label.is_none() || l.label.as_deref() == label;
        let Some(number) = self.loops.iter().rev().find(is_meant).map(|l| l.number) else { return };
        match label {
            _ if self.jumps() => self.line(&format!("goto done{number};")),
            Some(label) => self.line(&format!("break {label};")),
            None => self.line("break;"),
        }
    }
}
