//! Which steps the short form of a trace shows. A short trace is shown nearly whole; the longer it
//! is, the more a step must have to say. Long loops show their first and last iterations.

use crate::render::Detail;
use crate::trace::{Step, StepKind, Trace};
use rustc_hash::{FxHashMap, FxHashSet};

/// Up to this many steps, assignments to locals are shown, too.
const MAX_STEPS_WITH_LOCALS: usize = 60;
/// Loops with more iterations are cut.
const MAX_SHOWN_ITERATIONS: usize = 5;
/// A short form with more lines is cut in the middle.
const MAX_LINES: usize = 400;
/// What is kept of the beginning then.
const LINES_BEFORE_CUT: usize = 100;

/// A line of a rendered trace.
pub(crate) enum Line {
    /// A step.
    Step(usize),
    /// A call with nothing to show before its return.
    CallAndReturn(usize, usize),
    /// Iterations of a loop that are not shown; the step is the first of them.
    HiddenIterations { step: usize, first: u32, last: u32 },
    /// Steps in the middle that are not shown.
    HiddenSteps(usize),
}

/// The lines to show.
pub(crate) fn lines(trace: &Trace, detail: Detail) -> Vec<Line> {
    let steps = &trace.steps;
    if detail == Detail::Full {
        return (0..steps.len()).map(Line::Step).collect();
    }
    let small = steps.iter().filter(|s| says_something(s)).count() <= MAX_STEPS_WITH_LOCALS;
    let wanted: FxHashSet<&str> =
        trace.failure.iter().flat_map(|f| f.values.iter().map(|v| v.name.as_str())).collect();
    let hidden = hidden_iterations(steps);
    let mut lines = Vec::new();
    let mut i = 0;
    while i < steps.len() {
        if let Some(&(end, first, last)) = hidden.get(&i) {
            lines.push(Line::HiddenIterations { step: i, first, last });
            i = end;
            continue;
        }
        let after_branch = i > 0 && matches!(steps[i - 1].kind, StepKind::Branch { .. });
        if is_shown(&steps[i], after_branch, small, &wanted) {
            lines.push(Line::Step(i));
        }
        i += 1;
    }
    let mut lines = fold_calls(lines, steps);
    // The indentation tells that a procedure has returned; its results are worth a line.
    lines.retain(|line| match line {
        Line::Step(i) => {
            !matches!(&steps[*i].kind, StepKind::Return { results, .. } if results.is_empty())
        }
        _ => true,
    });
    cut(lines)
}

fn says_something(step: &Step) -> bool {
    match &step.kind {
        StepKind::Assume | StepKind::Ensures => !step.reads.is_empty(),
        StepKind::Assign | StepKind::Havoc | StepKind::Record => !step.writes.is_empty(),
        StepKind::Branch { .. } | StepKind::Marker | StepKind::Assert => false,
        StepKind::Call { .. } | StepKind::Return { .. } | StepKind::Iterate => true,
    }
}

fn is_shown(step: &Step, after_branch: bool, small: bool, wanted: &FxHashSet<&str>) -> bool {
    if step.printed.is_some() {
        return true;
    }
    let interesting =
        |s: &Step| s.writes.iter().any(|w| w.global || wanted.contains(w.name.as_str()));
    match &step.kind {
        StepKind::Call { .. } | StepKind::Return { .. } => true,
        StepKind::Iterate | StepKind::Record => true,
        StepKind::Assign | StepKind::Havoc => {
            !step.writes.is_empty() && (small || interesting(step))
        }
        StepKind::Assume => !step.reads.is_empty() && (small || after_branch),
        StepKind::Ensures => small && !step.reads.is_empty(),
        StepKind::Assert | StepKind::Branch { .. } | StepKind::Marker => false,
    }
}

/// The iterations of a loop that is going on.
struct Run<'t> {
    /// Procedure, label of the loop, depth.
    key: (&'t str, &'t str, u32),
    /// The step at which each iteration begins.
    starts: Vec<usize>,
}

/// For each step at which hidden iterations begin: the step after them, the first and the last.
fn hidden_iterations(steps: &[Step]) -> FxHashMap<usize, (usize, u32, u32)> {
    // Innermost loop last.
    let mut runs: Vec<Run<'_>> = Vec::new();
    let mut hidden = FxHashMap::default();
    let mut finish = |run: Run<'_>| {
        let count = run.starts.len();
        if count > MAX_SHOWN_ITERATIONS {
            hidden.insert(run.starts[2], (run.starts[count - 1], 3, count as u32 - 1));
        }
    };
    for (i, step) in steps.iter().enumerate() {
        // A loop of a procedure that has returned is over.
        while let Some(run) = runs.pop_if(|run| run.key.2 > step.depth) {
            finish(run);
        }
        let (StepKind::Iterate, Some(iteration)) = (&step.kind, &step.iteration) else { continue };
        let key = (step.procedure.as_str(), iteration.label.as_str(), step.depth);
        if iteration.number > 1 {
            // Loops inside this one are over when it iterates.
            while let Some(run) = runs.pop_if(|run| run.key != key) {
                finish(run);
            }
            if let Some(run) = runs.last_mut() {
                run.starts.push(i);
            }
        } else {
            if let Some(run) = runs.pop_if(|run| run.key == key) {
                finish(run);
            }
            runs.push(Run { key, starts: vec![i] });
        }
    }
    runs.into_iter().for_each(finish);
    hidden
}

/// A call and its return on one line where nothing between them is shown.
fn fold_calls(lines: Vec<Line>, steps: &[Step]) -> Vec<Line> {
    let mut folded: Vec<Line> = Vec::with_capacity(lines.len());
    for line in lines {
        if let (Line::Step(ret), Some(&Line::Step(call))) = (&line, folded.last())
            && let StepKind::Return { from, .. } = &steps[*ret].kind
            && let StepKind::Call { callee, .. } = &steps[call].kind
            && from == callee
            && steps[*ret].depth == steps[call].depth + 1
        {
            folded.pop();
            folded.push(Line::CallAndReturn(call, *ret));
        } else {
            folded.push(line);
        }
    }
    folded
}

fn cut(mut lines: Vec<Line>) -> Vec<Line> {
    if lines.len() > MAX_LINES {
        let first_kept = lines.len() - (MAX_LINES - LINES_BEFORE_CUT);
        let gone = first_kept - LINES_BEFORE_CUT;
        lines.splice(LINES_BEFORE_CUT..first_kept, [Line::HiddenSteps(gone)]);
    }
    lines
}
