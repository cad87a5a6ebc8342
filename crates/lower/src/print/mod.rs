//! The core program as Boogie text that can be read again.
//!
//! Names are made legal and unique in their scope. Operators that Boogie has no syntax for are
//! declared as builtin functions. Terms are shared in memory; large shared ones are printed once,
//! bound by `var`. What is assumed at every return is printed as `free ensures`; a block without a
//! way on ends in `assume false`. Marks are left out.

mod names;
mod operators;
mod terms;
mod used;

use lariat_logic::{Sort, SortId, TermId, VarId};
use lariat_program::verdict::Kind;
use lariat_program::{
    Attribute, AttributeArg, Block, BlockId, Command, CommandKind, Exit, Obligation, ProcId,
    Program,
};
use names::Names;
use std::fmt::Write;
use terms::Facts;
use used::Used;

/// Prints a core program as Boogie that [`lower`](crate::lower) turns into the same program again, up
/// to the names of what lowering makes up.
pub fn print(program: &Program) -> String {
    print_with_contracts(program, &[])
}

/// Prints a core program with contracts that whoever reads it has to check.
pub fn print_with_contracts(program: &Program, contracts: &[Summary]) -> String {
    let mut printer = Printer::new(program);
    let mut rest = String::new();
    printer.axioms(&mut rest);
    for id in program.procedures.ids() {
        printer.procedure(&mut rest, id, contracts.iter().find(|c| c.procedure == id));
    }
    let mut out = String::new();
    printer.declarations(&mut out);
    out.push_str(&rest);
    out
}

/// What is known of a procedure, for [`print_summaries`] and [`print_with_contracts`].
#[derive(Clone, Debug)]
pub struct Summary {
    /// The procedure.
    pub procedure: ProcId,
    /// What holds whenever it is called.
    pub requires: Vec<TermId>,
    /// What holds whenever it returns.
    pub ensures: Vec<TermId>,
}

/// Prints declarations of procedures with what is known of them as free contracts.
pub fn print_summaries(program: &Program, summaries: &[Summary]) -> String {
    let mut printer = Printer::new(program);
    let mut out = String::new();
    for summary in summaries {
        printer.summary(&mut out, summary);
    }
    out
}

pub(crate) struct Printer<'a> {
    program: &'a Program,
    names: Names,
    facts: Facts,
    builtins: operators::Builtins,
}

impl<'a> Printer<'a> {
    fn new(program: &'a Program) -> Self {
        let names = Names::new(program);
        Printer {
            program,
            facts: Facts::new(&program.terms, &names),
            names,
            builtins: operators::Builtins::default(),
        }
    }

    /// A sort in Boogie's syntax.
    fn sort(&self, id: SortId) -> String {
        match self.program.terms.sort_of_id(id) {
            Sort::Bool => "bool".to_string(),
            Sort::Int => "int".to_string(),
            Sort::Real => "real".to_string(),
            Sort::Bv(width) => format!("bv{width}"),
            Sort::Float { exponent, significand } => format!("float{significand}e{exponent}"),
            Sort::RoundingMode => "rmode".to_string(),
            Sort::String => "string".to_string(),
            Sort::RegLan => "regex".to_string(),
            Sort::Seq(element) => format!("Seq {}", self.sort(*element)),
            Sort::Map { indices, element } => {
                let indices: Vec<String> = indices.iter().map(|&i| self.sort(i)).collect();
                format!("[{}]{}", indices.join(", "), self.sort(*element))
            }
            Sort::Uninterpreted(_) | Sort::Datatype(_) => self.names.sort(id).to_string(),
        }
    }

    fn declarations(&self, out: &mut String) {
        let terms = &self.program.terms;
        // By name: the order in memory depends on what was used first.
        let used = Used::new(self.program);
        let mut sorts: Vec<SortId> = used.sorts.iter().copied().collect();
        sorts.sort_by_key(|&s| self.names.sort(s));
        for id in sorts {
            match terms.sort_of_id(id) {
                Sort::Uninterpreted(_) => _ = writeln!(out, "type {};", self.names.sort(id)),
                Sort::Datatype(d) => {
                    let datatype = terms.datatype(*d);
                    let constructors: Vec<String> = datatype
                        .constructors
                        .iter()
                        .map(|&c| {
                            let fields = terms.constructor(c).fields.iter().enumerate();
                            let fields: Vec<String> = fields
                                .map(|(i, f)| {
                                    format!("{}: {}", self.names.field(c, i), self.sort(f.1))
                                })
                                .collect();
                            format!("{}({})", self.names.constructor(c), fields.join(", "))
                        })
                        .collect();
                    let name = self.names.sort(id);
                    _ = writeln!(out, "datatype {name} {{ {} }}", constructors.join(", "));
                }
                _ => {}
            }
        }
        self.builtins.declare(out);
        let unique: rustc_hash::FxHashSet<VarId> =
            self.program.unique.iter().flatten().copied().collect();
        for &v in &self.program.constants {
            let word = if unique.contains(&v) { "unique " } else { "" };
            _ = writeln!(out, "const {word}{}: {};", self.names.var(v), self.var_sort(v));
        }
        for &v in &self.program.globals {
            _ = writeln!(out, "var {}: {};", self.names.var(v), self.var_sort(v));
        }
        let mut functions: Vec<_> = used.functions.iter().copied().collect();
        functions.sort_by_key(|&f| self.names.function(f));
        for id in functions {
            let function = terms.function(id);
            let params: Vec<String> = function.params.iter().map(|&p| self.sort(p)).collect();
            let (name, result) = (self.names.function(id), self.sort(function.result));
            _ = writeln!(out, "function {name}({}): {result};", params.join(", "));
        }
    }

    fn var_sort(&self, v: VarId) -> String {
        self.sort(self.program.terms.variable(v).sort)
    }

    fn axioms(&mut self, out: &mut String) {
        for axiom in &self.program.axioms {
            out.push_str("axiom ");
            self.attributes(out, &self.program.infos[axiom.info].attributes);
            self.term(out, axiom.formula);
            out.push_str(";\n");
        }
    }

    fn procedure(&mut self, out: &mut String, id: ProcId, contract: Option<&Summary>) {
        let program = self.program;
        let procedure = &program.procedures[id];
        self.names.enter(program, id);
        out.push_str("\nprocedure ");
        if let Some(info) = program.infos.get(procedure.info) {
            self.attributes(out, &info.attributes);
            if procedure.extra_recursion > 0 && !info.has("SIextraRecBound") {
                _ = write!(out, "{{:SIextraRecBound {}}} ", procedure.extra_recursion);
            }
            if let Some(bound) = procedure.fixed_recursion
                && !info.has("unwind")
            {
                _ = write!(out, "{{:unwind {bound}}} ");
            }
        }
        self.signature(out, id);
        out.push('\n');
        if !procedure.modifies.is_empty() {
            let globals: Vec<&str> =
                procedure.modifies.iter().map(|&v| self.names.var(v)).collect();
            _ = writeln!(out, "  modifies {};", globals.join(", "));
        }
        for &formula in &procedure.ensures {
            self.clause(out, "free ensures", formula);
        }
        if let Some(contract) = contract {
            contract.requires.iter().for_each(|&f| self.clause(out, "requires", f));
            contract.ensures.iter().for_each(|&f| self.clause(out, "ensures", f));
        }
        out.push_str("{\n");
        for &v in &procedure.locals {
            _ = writeln!(out, "  var {}: {};", self.names.var(v), self.var_sort(v));
        }
        for block in &procedure.body.blocks {
            self.block(out, id, block);
        }
        out.push_str("}\n");
        self.names.leave();
    }

    fn signature(&self, out: &mut String, id: ProcId) {
        let procedure = &self.program.procedures[id];
        let inputs = self.variables(&procedure.inputs);
        _ = write!(out, "{}({inputs})", self.names.procedure(id));
        if !procedure.outputs.is_empty() {
            _ = write!(out, " returns ({})", self.variables(&procedure.outputs));
        }
    }

    fn summary(&mut self, out: &mut String, summary: &Summary) {
        self.names.enter(self.program, summary.procedure);
        out.push_str("procedure ");
        self.signature(out, summary.procedure);
        out.push_str(";\n");
        summary.requires.iter().for_each(|&f| self.clause(out, "free requires", f));
        summary.ensures.iter().for_each(|&f| self.clause(out, "free ensures", f));
        self.names.leave();
    }

    fn clause(&mut self, out: &mut String, word: &str, formula: TermId) {
        _ = write!(out, "  {word} ");
        self.term(out, formula);
        out.push_str(";\n");
    }

    fn variables(&self, vars: &[VarId]) -> String {
        let one = |&v: &VarId| format!("{}: {}", self.names.var(v), self.var_sort(v));
        vars.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    fn block(&mut self, out: &mut String, id: ProcId, block: &Block) {
        _ = writeln!(out, "{}:", self.names.label(&block.label));
        for command in &block.commands {
            self.command(out, command);
        }
        match &block.exit {
            Exit::Return => out.push_str("  return;\n"),
            Exit::Goto(targets) if targets.is_empty() => {
                out.push_str("  assume false;\n  return;\n");
            }
            Exit::Goto(targets) => {
                let blocks = &self.program.procedures[id].body.blocks;
                let label = |&t: &BlockId| self.names.label(&blocks[t].label);
                let labels: Vec<String> = targets.iter().map(label).collect();
                _ = writeln!(out, "  goto {};", labels.join(", "));
            }
        }
    }

    fn command(&mut self, out: &mut String, command: &Command) {
        let attributes: &'a [Attribute] = match self.program.infos.get(command.info) {
            Some(info) => &info.attributes,
            None => &[],
        };
        match &command.kind {
            CommandKind::Assume(t) | CommandKind::Assert(t) => {
                let assert = matches!(command.kind, CommandKind::Assert(_));
                out.push_str(if assert { "  assert " } else { "  assume " });
                self.item(out, command);
                self.attributes(out, attributes);
                self.term(out, *t);
            }
            CommandKind::Assign(pairs) => {
                let targets: Vec<&str> = pairs.iter().map(|p| self.names.var(p.0)).collect();
                _ = write!(out, "  {} := ", targets.join(", "));
                self.attributes(out, attributes);
                self.terms(out, pairs.iter().map(|p| p.1));
            }
            CommandKind::Havoc(vars) => {
                let vars: Vec<&str> = vars.iter().map(|&v| self.names.var(v)).collect();
                _ = write!(out, "  havoc {}", vars.join(", "));
            }
            CommandKind::Call(call) => {
                out.push_str("  call ");
                self.attributes(out, attributes);
                let results: Vec<&str> = call.results.iter().map(|&v| self.names.var(v)).collect();
                if !results.is_empty() {
                    _ = write!(out, "{} := ", results.join(", "));
                }
                _ = write!(out, "{}(", self.names.procedure(call.callee));
                self.terms(out, call.args.iter().copied());
                out.push(')');
            }
            CommandKind::Mark(_) => return,
        }
        out.push_str(";\n");
    }

    fn terms(&mut self, out: &mut String, terms: impl Iterator<Item = TermId>) {
        for (i, t) in terms.enumerate() {
            out.push_str(if i > 0 { ", " } else { "" });
            self.term(out, t);
        }
    }

    /// What the command checks, as [`lower`](crate::lower) reads it.
    fn item(&self, out: &mut String, command: &Command) {
        let info = self.program.infos.get(command.info);
        if let Some(Obligation { id, kind, .. }) = info.and_then(|i| i.item) {
            _ = match kind {
                Kind::Assertion => write!(out, "{{:item {}}} ", id.0),
                kind => write!(out, "{{:item {}, \"{}\"}} ", id.0, kind.word()),
            };
        }
    }

    fn attributes(&mut self, out: &mut String, attributes: &[Attribute]) {
        for attribute in attributes {
            _ = write!(out, "{{:{}", attribute.name);
            for (i, arg) in attribute.args.iter().enumerate() {
                out.push_str(if i > 0 { ", " } else { " " });
                match arg {
                    AttributeArg::Text(text) => _ = write!(out, "\"{text}\""),
                    AttributeArg::Term(t) if self.in_scope(*t) => self.term(out, *t),
                    // A pass has removed a variable that the attribute speaks about.
                    AttributeArg::Term(_) => out.push_str("\"?\""),
                }
            }
            out.push_str("} ");
        }
    }

    fn in_scope(&self, term: TermId) -> bool {
        let terms = &self.program.terms;
        terms.as_literal(term).is_some()
            || terms
                .variables([term])
                .into_iter()
                .all(|v| self.facts.is_bound(v) || self.names.knows(v))
    }
}
