//! A log of everything a solver is asked, as an SMT-LIB script that runs by itself.
//!
//! `z3 FILE` on the log asks the same questions in the same order; the answers that were given and
//! the time they took stand beside them as comments.

use crate::smtlib::{Dialect, Writer};
use crate::{Ast, Outcome, Solver, SolverError, Statistics};
use lariat_budget::Budget;
use lariat_logic::{Binder, FunctionId, Op, SortId, Terms, Value};
use std::fmt::Write as _;
use std::io;
use std::time::Instant;

/// A solver whose queries are written down.
pub struct Logged<S> {
    inner: S,
    sink: Box<dyn io::Write + Send>,
    writer: Writer,
    /// The writer's node for each handle of the solver.
    nodes: Vec<Option<Ast>>,
    failed: Option<io::Error>,
}

impl<S: Solver> Logged<S> {
    /// Logs a solver. The header goes first: options such as
    /// [`Z3Options::script_header`](crate::Z3Options::script_header).
    pub fn new(inner: S, sink: Box<dyn io::Write + Send>, header: &str) -> Self {
        let mut logged =
            Self { inner, sink, writer: Writer::new(Dialect::Z3), nodes: Vec::new(), failed: None };
        let name = logged.inner.name();
        logged.write(&format!("; queries to {name}\n{header}"));
        logged
    }

    /// The solver inside.
    pub fn inner(&mut self) -> &mut S {
        &mut self.inner
    }

    /// What went wrong when writing the log, if anything did; the queries go on without it.
    pub fn take_log_error(&mut self) -> Option<io::Error> {
        self.failed.take()
    }

    fn write(&mut self, text: &str) {
        if self.failed.is_none()
            && let Err(error) = self.sink.write_all(text.as_bytes())
        {
            self.failed = Some(error);
        }
    }

    fn flush(&mut self) {
        let text = self.writer.take_output();
        self.write(&text);
    }

    /// Remembers that a handle of the solver is this node of the writer.
    fn pair(&mut self, handle: Ast, node: Ast) -> Ast {
        if self.nodes.len() <= handle.index() {
            self.nodes.resize(handle.index() + 1, None);
        }
        self.nodes[handle.index()].get_or_insert(node);
        handle
    }

    fn node(&self, handle: Ast) -> Ast {
        self.nodes[handle.index()].expect("every handle was given out here")
    }

    fn nodes_of(&self, handles: &[Ast]) -> Vec<Ast> {
        handles.iter().map(|&h| self.node(h)).collect()
    }
}

impl<S: Solver> Solver for Logged<S> {
    pass_on!(self => self.inner; name, unsat_core, value, truths, statistics);

    fn constant(&mut self, terms: &Terms, name: &str, sort: SortId) -> Ast {
        let handle = self.inner.constant(terms, name, sort);
        let node = self.writer.constant(terms, name, sort);
        self.pair(handle, node)
    }

    fn literal(&mut self, terms: &Terms, value: &Value, sort: SortId) -> Ast {
        let handle = self.inner.literal(terms, value, sort);
        let node = self.writer.literal(terms, value, sort);
        self.pair(handle, node)
    }

    fn app(&mut self, terms: &Terms, op: &Op, args: &[Ast], sort: SortId) -> Ast {
        let handle = self.inner.app(terms, op, args, sort);
        let args = self.nodes_of(args);
        let node = self.writer.app(terms, op, &args, sort);
        self.pair(handle, node)
    }

    fn call(&mut self, terms: &Terms, function: FunctionId, args: &[Ast]) -> Ast {
        let handle = self.inner.call(terms, function, args);
        let args = self.nodes_of(args);
        let node = self.writer.call(terms, function, &args);
        self.pair(handle, node)
    }

    fn bind(
        &mut self,
        terms: &Terms,
        binder: &Binder,
        vars: &[Ast],
        body: Ast,
        triggers: &[Vec<Ast>],
        no_triggers: &[Ast],
    ) -> Ast {
        let handle = self.inner.bind(terms, binder, vars, body, triggers, no_triggers);
        let vars = self.nodes_of(vars);
        let triggers: Vec<Vec<Ast>> = triggers.iter().map(|t| self.nodes_of(t)).collect();
        let no_triggers = self.nodes_of(no_triggers);
        let body = self.node(body);
        let node = self.writer.bind(terms, binder, &vars, body, &triggers, &no_triggers);
        self.pair(handle, node)
    }

    fn assert(&mut self, formula: Ast) {
        self.inner.assert(formula);
        let node = self.node(formula);
        self.writer.assert(node);
        self.flush();
    }

    fn check(&mut self, assumptions: &[Ast], budget: &Budget) -> Result<Outcome, SolverError> {
        let nodes = self.nodes_of(assumptions);
        let literals: Vec<String> = nodes.iter().map(|&a| self.writer.assumption(a)).collect();
        self.flush();
        let mut query = String::new();
        if let Some(time) = budget.left() {
            let _ = writeln!(query, "; time limit: {:.3} s", time.as_secs_f64());
        }
        if literals.is_empty() {
            query.push_str("(check-sat)\n");
        } else {
            let _ = writeln!(query, "(check-sat-assuming ({}))", literals.join(" "));
        }
        self.write(&query);
        // A query that never comes back should be in the log, too.
        let _ = self.sink.flush();
        let started = Instant::now();
        let answer = self.inner.check(assumptions, budget);
        let text = match &answer {
            Ok(Outcome::Sat) => "sat".to_owned(),
            Ok(Outcome::Unsat) => "unsat".to_owned(),
            Ok(Outcome::Unknown(reason)) => format!("unknown ({reason})"),
            Err(error) => format!("error: {error}"),
        };
        let text = text.replace('\n', " ");
        self.write(&format!("; answer: {text}, {:.3} s\n", started.elapsed().as_secs_f64()));
        answer
    }
}

impl<S> Drop for Logged<S> {
    fn drop(&mut self) {
        let _ = self.sink.flush();
    }
}
