//! Any SMT-LIB 2 solver as a process.
//!
//! Commands are collected and sent with the next query. A query that takes too long or is
//! interrupted costs the process its life (Z3 keeps its own time, others are not trusted to); the
//! next query starts a new one and replays everything asserted so far.

use super::child::{Conversation, Reply, SharedSlot, Slot, lock, program};
use super::sexp::{Sexp, parse};
use super::value::Reader;
use super::writer::{Dialect, Head, Writer};
use crate::{Ast, GaveUp, Outcome, Solver, SolverError, Statistics};
use lariat_budget::{Budget, Interrupter, Stop};
use lariat_logic::{Binder, FunctionId, Op, SortId, Terms, Value};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How much longer than the limit a solver that keeps time itself may take.
const GRACE_AFTER_TIME_LIMIT: Duration = Duration::from_millis(150);
/// How long a solver may take to print values of a model it has found.
const MAX_TIME_FOR_MODEL: Duration = Duration::from_secs(60);

/// A solver process.
pub struct ProcessSolver {
    command: String,
    writer: Writer,
    /// Everything sent so far except queries, for a fresh start.
    script: String,
    slot: SharedSlot,
    conversation: Option<Conversation>,
    assumptions: Vec<(Ast, String)>,
    outcome: Option<Outcome>,
    /// The numbers of elements of uninterpreted sorts in the current model, by the solver's names.
    element_numbers: FxHashMap<SortId, FxHashMap<String, u64>>,
    statistics: Statistics,
}

impl ProcessSolver {
    /// Starts a solver by its command line, such as `cvc5 --incremental` or `z3 -in`.
    pub fn new(command: &str) -> Result<Self, SolverError> {
        let dialect = if program(command).contains("z3") { Dialect::Z3 } else { Dialect::Standard };
        let mut solver = Self {
            command: command.to_owned(),
            writer: Writer::new(dialect),
            script: header(dialect),
            slot: Arc::new(Mutex::new(Slot::default())),
            conversation: None,
            assumptions: Vec::new(),
            outcome: None,
            element_numbers: FxHashMap::default(),
            statistics: Statistics::default(),
        };
        solver.start()?;
        Ok(solver)
    }

    fn start(&mut self) -> Result<(), SolverError> {
        let mut conversation = Conversation::start(&self.command, Arc::clone(&self.slot))?;
        conversation.send(&self.script);
        self.conversation = Some(conversation);
        Ok(())
    }

    /// Sends what was written since the last query.
    fn send_pending(&mut self) -> Result<(), SolverError> {
        let pending = self.writer.take_output();
        self.script.push_str(&pending);
        match &mut self.conversation {
            Some(conversation) => conversation.send(&pending),
            None => self.start()?,
        }
        if let Some(what) = self.writer.error() {
            return Err(SolverError::Unsupported { name: self.name(), what: what.to_owned() });
        }
        Ok(())
    }

    /// Ends the process; the next query starts another.
    fn abandon(&mut self) {
        self.conversation = None;
    }

    fn ask(&mut self, question: &str, time: Option<Duration>) -> Result<Reply, SolverError> {
        let Some(conversation) = &mut self.conversation else {
            return Err(SolverError::NoModel { name: self.name() });
        };
        conversation.send(question);
        Ok(conversation.receive(time))
    }

    fn nonsense(&mut self, question: &str, answer: &str) -> SolverError {
        self.abandon();
        let shorten = |text: &str| -> String {
            let mut short: String = text.chars().take(300).collect();
            if short.len() < text.len() {
                short.push('…');
            }
            short
        };
        SolverError::Nonsense {
            name: self.name(),
            question: format!("`{}`", shorten(question.trim())),
            answer: shorten(answer),
        }
    }

    fn died(&mut self) -> SolverError {
        match self.conversation.take() {
            Some(mut conversation) => conversation.died(),
            None => SolverError::Died { name: self.name(), detail: String::new() },
        }
    }

    /// The error in an answer `(error "…")`.
    fn complaint(answer: &Sexp) -> Option<&str> {
        match answer.list()? {
            [head, Sexp::Text(text)] if head.atom() == Some("error") => {
                Some(text.trim_matches('"'))
            }
            _ => None,
        }
    }

    fn read_outcome(&mut self, question: &str, answer: &str) -> Result<Outcome, SolverError> {
        match answer {
            "sat" => return Ok(Outcome::Sat),
            "unsat" => return Ok(Outcome::Unsat),
            "unknown" => return Ok(Outcome::Unknown(self.reason_unknown())),
            "timeout" => return Ok(Outcome::Unknown(GaveUp::Timeout)),
            "unsupported" => {
                self.abandon();
                let what = "incremental queries under assumptions".to_owned();
                return Err(SolverError::Unsupported { name: self.name(), what });
            }
            _ => {}
        }
        if let Some(sexp) = parse(answer)
            && let Some(reason) = Self::complaint(&sexp)
        {
            self.abandon();
            return Err(SolverError::Rejected { name: self.name(), reason: reason.to_owned() });
        }
        Err(self.nonsense(question, answer))
    }

    fn reason_unknown(&mut self) -> GaveUp {
        let second = Some(Duration::from_secs(1));
        match self.ask("(get-info :reason-unknown)\n", second) {
            Ok(Reply::Answer(answer)) => match parse(&answer).as_ref().and_then(Sexp::list) {
                Some([_, reason]) => {
                    let reason = reason.to_string();
                    let reason = reason.trim_matches('"');
                    let cancelled = matches!(reason, "canceled" | "timeout" | "resourceout");
                    if cancelled { GaveUp::Timeout } else { GaveUp::said(reason.to_owned()) }
                }
                _ => GaveUp::said(answer),
            },
            _ => {
                self.abandon();
                GaveUp::Other("no reason given".to_owned())
            }
        }
    }

    fn run_query(&mut self, question: &str, budget: &Budget) -> Result<Outcome, SolverError> {
        let keeps_time = self.writer.dialect == Dialect::Z3;
        let patience =
            budget.left().map(|t| if keeps_time { t + GRACE_AFTER_TIME_LIMIT } else { t });
        lock(&self.slot).interrupted = false;
        let guard = budget.watch(self.interrupter(budget, patience));
        let reply = self.ask(question, patience);
        drop(guard);
        if lock(&self.slot).interrupted {
            self.abandon();
            let stop = budget.stopped().unwrap_or(Stop::Interrupted);
            return Ok(Outcome::Unknown(stop.into()));
        }
        match reply? {
            Reply::Answer(answer) => self.read_outcome(question, &answer),
            Reply::TimedOut => {
                self.abandon();
                Ok(Outcome::Unknown(GaveUp::Timeout))
            }
            Reply::Ended => Err(self.died()),
        }
    }

    /// Ends the process, but not because of a time that it keeps itself: then it can go on.
    fn interrupter(&self, budget: &Budget, patience: Option<Duration>) -> Interrupter {
        let end = patience.and_then(|time| Instant::now().checked_add(time));
        let (slot, budget) = (Arc::clone(&self.slot), budget.clone());
        Arc::new(move || {
            let is_late = end.is_none_or(|end| Instant::now() >= end);
            if is_late || budget.stopped() != Some(Stop::TimeLimit) {
                lock(&slot).interrupt();
            }
        })
    }

    /// The values of terms that are closed texts, as the solver prints them.
    fn get_values(&mut self, texts: &[String]) -> Result<Vec<Sexp>, SolverError> {
        let question = format!("(get-value ({}))\n", texts.join(" "));
        let answer = match self.ask(&question, Some(MAX_TIME_FOR_MODEL))? {
            Reply::Answer(answer) => answer,
            Reply::TimedOut | Reply::Ended => return Err(self.died()),
        };
        let pairs = parse(&answer);
        if let Some(reason) = pairs.as_ref().and_then(Self::complaint) {
            return Err(SolverError::Rejected { name: self.name(), reason: reason.to_owned() });
        }
        let values: Option<Vec<Sexp>> = pairs.as_ref().and_then(Sexp::list).and_then(|pairs| {
            pairs
                .iter()
                .map(|pair| match pair.list() {
                    Some([_, value]) => Some(value.clone()),
                    _ => None,
                })
                .collect()
        });
        match values {
            Some(values) if values.len() == texts.len() => Ok(values),
            _ => Err(self.nonsense(&question, &answer)),
        }
    }

    /// The numbers that named elements of a sort have in the current model.
    fn read_element_numbers(&mut self, sort: SortId) -> Result<(), SolverError> {
        if self.element_numbers.contains_key(&sort) {
            return Ok(());
        }
        let named = self.writer.elements.get(&sort).cloned().unwrap_or_default();
        let mut numbers = FxHashMap::default();
        if !named.is_empty() {
            let texts: Vec<String> =
                named.iter().map(|(_, ast)| self.writer.use_constant(*ast).to_string()).collect();
            for (value, (number, _)) in self.get_values(&texts)?.iter().zip(&named) {
                numbers.insert(value.to_string(), *number);
            }
        }
        self.element_numbers.insert(sort, numbers);
        Ok(())
    }

    fn expect_model(&self) -> Result<(), SolverError> {
        match (&self.outcome, &self.conversation) {
            (Some(Outcome::Sat | Outcome::Unknown(_)), Some(_)) => Ok(()),
            _ => Err(SolverError::NoModel { name: self.name() }),
        }
    }
}

/// The options every script begins with.
pub(crate) fn header(dialect: Dialect) -> String {
    let mut text = "(set-option :print-success false)\n(set-option :produce-models true)\n\
                    (set-option :produce-unsat-assumptions true)\n"
        .to_owned();
    match dialect {
        Dialect::Z3 => {
            text.push_str("(set-option :auto_config false)\n(set-option :smt.mbqi false)\n")
        }
        Dialect::Standard => text.push_str("(set-logic ALL)\n"),
    }
    text
}

impl Solver for ProcessSolver {
    fn name(&self) -> String {
        program(&self.command)
    }

    fn constant(&mut self, terms: &Terms, name: &str, sort: SortId) -> Ast {
        self.writer.constant(terms, name, sort)
    }

    fn literal(&mut self, terms: &Terms, value: &Value, sort: SortId) -> Ast {
        self.writer.literal(terms, value, sort)
    }

    fn app(&mut self, terms: &Terms, op: &Op, args: &[Ast], sort: SortId) -> Ast {
        self.writer.app(terms, op, args, sort)
    }

    fn call(&mut self, terms: &Terms, function: FunctionId, args: &[Ast]) -> Ast {
        self.writer.call(terms, function, args)
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
        self.writer.bind(terms, binder, vars, body, triggers, no_triggers)
    }

    fn assert(&mut self, formula: Ast) {
        self.writer.assert(formula);
    }

    fn check(&mut self, assumptions: &[Ast], budget: &Budget) -> Result<Outcome, SolverError> {
        self.outcome = None;
        self.element_numbers.clear();
        self.assumptions = assumptions.iter().map(|&a| (a, self.writer.assumption(a))).collect();
        self.send_pending()?;
        let started = Instant::now();
        let mut question = String::new();
        if self.writer.dialect == Dialect::Z3 {
            let millis = budget.left().map_or(u128::from(u32::MAX), |t| t.as_millis().max(1));
            question = format!("(set-option :timeout {})\n", millis.min(u128::from(u32::MAX)));
        }
        let literals: Vec<&str> = self.assumptions.iter().map(|a| a.1.as_str()).collect();
        if literals.is_empty() {
            question.push_str("(check-sat)\n");
        } else {
            question.push_str(&format!("(check-sat-assuming ({}))\n", literals.join(" ")));
        }
        let outcome = self.run_query(&question, budget);
        self.statistics.time += started.elapsed();
        let outcome = outcome?;
        self.statistics.count(&outcome);
        self.outcome = Some(outcome.clone());
        Ok(outcome)
    }

    fn unsat_core(&mut self) -> Vec<Ast> {
        let all: Vec<Ast> = self.assumptions.iter().map(|a| a.0).collect();
        if self.outcome != Some(Outcome::Unsat) {
            return Vec::new();
        }
        if all.is_empty() {
            return all;
        }
        // A solver that cannot tell gets all of them, which are enough.
        let Ok(Reply::Answer(answer)) =
            self.ask("(get-unsat-assumptions)\n", Some(MAX_TIME_FOR_MODEL))
        else {
            self.abandon();
            return all;
        };
        let parsed = parse(&answer);
        let Some(core) = parsed.as_ref().and_then(Sexp::list) else { return all };
        if parsed.as_ref().and_then(Self::complaint).is_some() {
            return all;
        }
        let core: Vec<&Sexp> = core.iter().collect();
        let in_core = |literal: &str| parse(literal).is_some_and(|l| core.contains(&&l));
        let found: Vec<Ast> =
            self.assumptions.iter().filter(|a| in_core(&a.1)).map(|a| a.0).collect();
        // Literals that were not recognised: better too many than too few.
        let known = self.assumptions.iter().filter_map(|a| parse(&a.1)).collect::<Vec<_>>();
        if core.iter().all(|l| known.contains(l)) { found } else { all }
    }

    fn value(&mut self, terms: &Terms, term: Ast) -> Result<Option<Value>, SolverError> {
        self.expect_model()?;
        let node = &self.writer.nodes[term.index()];
        let sort = node.sort;
        if node.head == Head::Constant && !node.declared {
            return Ok(terms.default_value(sort));
        }
        let sorts: Vec<SortId> = self.writer.nodes.iter().map(|n| n.sort).collect();
        let mut missing = |ast: Ast| {
            let value = terms.default_value(sorts[ast.index()])?;
            super::symbols::scalar(&value)
        };
        let Some(text) = self.writer.closed_text(term, &mut missing) else { return Ok(None) };
        let values = self.get_values(&[text])?;
        for sort in self.writer.elements.keys().copied().collect::<Vec<_>>() {
            self.read_element_numbers(sort)?;
        }
        let nested = self.writer.dialect == Dialect::Standard;
        let reader = Reader::new(terms, nested, &self.element_numbers);
        Ok(reader.value(&values[0], sort))
    }

    fn truths(&mut self, terms: &Terms, formulas: &[Ast]) -> Result<Vec<bool>, SolverError> {
        self.expect_model()?;
        let sorts: Vec<SortId> = self.writer.nodes.iter().map(|n| n.sort).collect();
        let mut missing = |ast: Ast| {
            let value = terms.default_value(sorts[ast.index()])?;
            super::symbols::scalar(&value)
        };
        let mut texts = Vec::with_capacity(formulas.len());
        for &formula in formulas {
            let Some(text) = self.writer.closed_text(formula, &mut missing) else {
                let what = "the value of a formula with constants it has never seen".to_owned();
                return Err(SolverError::Unsupported { name: self.name(), what });
            };
            texts.push(text);
        }
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        Ok(self.get_values(&texts)?.iter().map(|v| v.atom() == Some("true")).collect())
    }

    fn statistics(&self) -> Statistics {
        let built = &self.writer.statistics;
        Statistics { nodes: built.nodes, assertions: built.assertions, ..self.statistics }
    }
}
