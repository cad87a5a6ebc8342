//! Puts calls of handlers where events happen.
//!
//! * A function with a body gets another one, which calls the handlers and, in between, the old body, now a function of its own. Whoever calls
//!   the function, by name or through a pointer, and however it ends, passes the handlers: entry and exit are events
//!   of the definition.
//! * A function without a body (the library's, or one that nobody knows), or with a variable number of arguments, has its events around its
//!   calls. Where its address is taken, that of a new function is meant, which calls the handlers and the old one.
//! * `call` and `return` are events of the calls that the program makes by name.
//!
//! Arguments are evaluated once, before the first handler; handlers see the values with which a function is called, at
//! its end as well. Code of the rule itself has no events.

use crate::compile::{Compiled, Handler};
use crate::event::{Argument, When};
use crate::readonly;
use crate::tree::{self, Node};
use lariat_c::{
    CastKind, Diagnostic, ExprId, ExprKind, FunctionId, Linkage, Part, Place, Program, StmtId,
    StmtKind, TypeId, VarId, VarRole,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Woven {
    /// Events that are in the program, as the rule has them.
    pub placed: BTreeSet<String>,
    /// Functions with events that are not seen where they are called through pointers.
    pub unseen: BTreeSet<String>,
}

/// Functions that must be called as they are written.
const UNTOUCHABLE: [&str; 6] =
    ["setjmp", "_setjmp", "__sigsetjmp", "alloca", "__builtin_alloca", "__builtin_setjmp"];

/// Puts the handlers of a rule into a program that was read together with it; `entry` is where executions start.
/// Errors if the rule does what it must not do.
pub fn weave(
    program: &mut Program,
    compiled: &Compiled,
    entry: &str,
) -> Result<Woven, Vec<Diagnostic>> {
    let mut weaver = Weaver { p: program, woven: Woven::default(), problems: Vec::new() };
    let mut by_function: FxHashMap<FunctionId, Handlers> = FxHashMap::default();
    let mut order: Vec<FunctionId> = Vec::new();
    for handler in &compiled.handlers {
        // A handler may be left out by the preprocessor.
        let Some(symbol) = weaver.monitor(&handler.symbol) else { continue };
        for f in weaver.functions_named(&handler.event.function) {
            if !weaver.fits(symbol, handler, f) {
                continue;
            }
            if !by_function.contains_key(&f) {
                order.push(f);
            }
            let all = by_function.entry(f).or_default();
            all.of(handler.when()).push((symbol, handler.clone()));
        }
    }
    order.sort();
    let problems = readonly::problems(weaver.p, &order);
    if !problems.is_empty() {
        return Err(problems);
    }
    for f in order {
        let Some(handlers) = by_function.remove(&f) else { continue };
        weaver.function(f, &handlers);
    }
    if let Some(start) = compiled.start.as_deref().and_then(|start| weaver.monitor(start)) {
        weaver.start(entry, start);
    }
    match weaver.problems.is_empty() {
        true => Ok(weaver.woven),
        false => Err(weaver.problems),
    }
}

/// Handlers to be called one after the other, with their functions.
type Calls = Vec<(FunctionId, Handler)>;

/// The handlers of one function, in the order of the rule.
#[derive(Clone, Debug, Default)]
struct Handlers {
    entry: Calls,
    exit: Calls,
    call: Calls,
    back: Calls,
}

impl Handlers {
    fn of(&mut self, when: When) -> &mut Calls {
        match when {
            When::Entry => &mut self.entry,
            When::Exit => &mut self.exit,
            When::Call => &mut self.call,
            When::Return => &mut self.back,
        }
    }

    /// What comes before and after a call at which these events happen.
    fn around(&self, definition: bool, call: bool) -> (Calls, Calls) {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        if call {
            before.extend(self.call.iter().cloned());
        }
        if definition {
            before.extend(self.entry.iter().cloned());
            after.extend(self.exit.iter().cloned());
        }
        if call {
            after.extend(self.back.iter().cloned());
        }
        (before, after)
    }
}

struct Weaver<'p> {
    p: &'p mut Program,
    woven: Woven,
    problems: Vec<Diagnostic>,
}

/// A place where a function is mentioned.
struct Mention {
    /// The function in whose body.
    within: FunctionId,
    /// `Call(callee, …)` for a call by name, else the mention itself.
    expr: ExprId,
    is_call: bool,
}

impl Weaver<'_> {
    /// A function of the rule.
    fn monitor(&self, name: &str) -> Option<FunctionId> {
        let symbol = self.p.names.get(name)?;
        let all = (0..self.p.functions.len() as u32).map(FunctionId);
        all.into_iter().find(|&f| {
            self.p.function(f).name == symbol && self.p.part_of(f) == Some(Part::Monitor)
        })
    }

    /// The functions that a name means: the external one, and `static` ones of the program.
    fn functions_named(&self, name: &str) -> Vec<FunctionId> {
        let Some(symbol) = self.p.names.get(name) else { return Vec::new() };
        let all = (0..self.p.functions.len() as u32).map(FunctionId);
        all.filter(|&f| {
            self.p.function(f).name == symbol && self.p.part_of(f) != Some(Part::Monitor)
        })
        .collect()
    }

    /// Can a handler get the values of this function? One of the program's own may have the name and mean something else.
    fn fits(&self, symbol: FunctionId, handler: &Handler, f: FunctionId) -> bool {
        let types = &self.p.types;
        let (Some(handles), Some(ty)) =
            (types.function(self.p.function(symbol).ty), types.function(self.p.function(f).ty))
        else {
            return false;
        };
        let like = |a: TypeId, b: TypeId| {
            a.unqualified() == b.unqualified()
                || types.is_pointer(a) && types.is_pointer(b)
                || types.is_integer(a) && types.is_integer(b)
        };
        let of = |argument: &Argument| match argument {
            Argument::Parameter(n) => ty.params.get(n - 1).copied(),
            Argument::Result => Some(ty.result),
        };
        let pairs = handler.arguments.iter().map(of).zip(handles.params.iter());
        // Without a prototype nobody knows before the call.
        pairs.into_iter().all(|(theirs, &ours)| theirs.map_or(!ty.prototyped, |t| like(t, ours)))
    }

    fn function(&mut self, f: FunctionId, handlers: &Handlers) {
        let function = self.p.function(f);
        let place = function.place;
        if UNTOUCHABLE.contains(&self.p.name(function.name)) {
            let name = self.p.name(function.name);
            let message =
                format!("`{name}` cannot have events: it must be called as it is written");
            self.problems.push(Diagnostic::error("rule", place, message));
            return;
        }
        let ty = self.p.types.function(function.ty);
        let at_definition = function.body.is_some() && ty.is_some_and(|ty| !ty.variadic);
        // A stub needs to know what it passes on.
        let is_open = ty.is_none_or(|ty| ty.variadic || !ty.prototyped);
        let mentions = self.mentions(f);
        for mention in mentions.iter().filter(|m| m.is_call) {
            let by_program = self.p.part_of(mention.within) == Some(Part::Program);
            let (before, after) = handlers.around(!at_definition, by_program);
            if !before.is_empty() || !after.is_empty() {
                self.around_call(mention, &before, &after);
            }
        }
        let (before, after) = handlers.around(true, false);
        if before.is_empty() && after.is_empty() {
            return;
        }
        if at_definition {
            self.around_body(f, &before, &after);
            return;
        }
        let pointers: Vec<ExprId> =
            mentions.iter().filter(|m| !m.is_call).map(|m| m.expr).collect();
        if pointers.is_empty() {
            return;
        }
        if is_open {
            self.woven.unseen.insert(self.p.name(self.p.function(f).name).to_owned());
            return;
        }
        let stub = self.stub(f, &before, &after);
        for e in pointers {
            self.p.exprs[e.index()].kind = ExprKind::Function(stub);
        }
        self.p.functions[f.index()].address_taken = false;
    }

    /// Where a function is mentioned, outside of the rule. Initialisers of global objects have no function around them.
    fn mentions(&self, f: FunctionId) -> Vec<Mention> {
        let mut found = Vec::new();
        let mut in_calls = BTreeSet::new();
        let mut in_rule = BTreeSet::new();
        for n in 0..self.p.functions.len() as u32 {
            let within = FunctionId(n);
            let is_rule = self.p.part_of(within) == Some(Part::Monitor);
            tree::visit(self.p, self.p.function(within), |node| {
                let Node::Expr(e) = node else { return };
                match &self.p.expr(e).kind {
                    ExprKind::Function(named) if *named == f && is_rule => {
                        in_rule.insert(e);
                    }
                    ExprKind::Call(callee, _) if self.p.direct_callee(*callee) == Some(f) => {
                        let (ExprKind::Decay(named) | ExprKind::AddressOf(named)) =
                            self.p.expr(*callee).kind
                        else {
                            return;
                        };
                        in_calls.insert(named);
                        if !is_rule {
                            found.push(Mention { within, expr: e, is_call: true });
                        }
                    }
                    _ => {}
                }
            });
        }
        for (n, expr) in self.p.exprs.iter().enumerate() {
            let e = ExprId(n as u32);
            let mentioned = matches!(expr.kind, ExprKind::Function(named) if named == f);
            if mentioned && !in_calls.contains(&e) && !in_rule.contains(&e) {
                found.push(Mention { within: f, expr: e, is_call: false });
            }
        }
        found
    }

    /// The calls of handlers.
    fn handler_calls(
        &mut self,
        handlers: &[(FunctionId, Handler)],
        arguments: &[VarId],
        result: Option<VarId>,
        place: Place,
    ) -> Vec<StmtId> {
        let mut calls = Vec::new();
        for (symbol, handler) in handlers {
            let mut values = Vec::new();
            for argument in &handler.arguments {
                let var = match argument {
                    Argument::Parameter(n) => arguments.get(n - 1).copied(),
                    Argument::Result => result,
                };
                values.extend(var.map(|var| tree::load(self.p, var, place)));
            }
            if values.len() < handler.arguments.len() {
                // A declaration without a prototype, called with less: the event has no such value.
                let message = format!("a call without a value that `{}` asks for", handler.written);
                self.problems.push(Diagnostic::error("rule", place, message));
                continue;
            }
            self.woven.placed.insert(handler.written.to_string());
            let call = tree::call(self.p, *symbol, values, place);
            calls.push(tree::stmt(self.p, StmtKind::Expr(call), place));
        }
        calls
    }

    /// `({ T a = arg; before(a); R r = f(a); after(r, a); r; })` in place of `f(arg)`.
    fn around_call(
        &mut self,
        mention: &Mention,
        before: &[(FunctionId, Handler)],
        after: &[(FunctionId, Handler)],
    ) {
        let call = self.p.expr(mention.expr).clone();
        let ExprKind::Call(callee, args) = call.kind else { return };
        let place = call.place;
        let owner = mention.within;
        let mut stmts = Vec::new();
        let mut arguments = Vec::new();
        let mut values = Vec::new();
        for &arg in &args {
            let ty = self.p.expr(arg).ty.unqualified();
            let var = self.local(owner, ty, place);
            stmts.push(tree::declare(self.p, var, arg, place));
            arguments.push(var);
        }
        stmts.extend(self.handler_calls(before, &arguments, None, place));
        for &var in &arguments {
            values.push(tree::load(self.p, var, place));
        }
        let is_void = self.p.types.is_void(call.ty);
        let inner = tree::expr(self.p, ExprKind::Call(callee, values.into()), call.ty, place);
        let mut result = None;
        if is_void {
            stmts.push(tree::stmt(self.p, StmtKind::Expr(inner), place));
        } else {
            let var = self.local(owner, call.ty.unqualified(), place);
            stmts.push(tree::declare(self.p, var, inner, place));
            result = Some(var);
        }
        stmts.extend(self.handler_calls(after, &arguments, result, place));
        let block = tree::stmt(self.p, StmtKind::Block(stmts), place);
        let value = result.map(|var| tree::load(self.p, var, place));
        let whole = &mut self.p.exprs[mention.expr.index()];
        whole.kind = ExprKind::StmtExpr(block, value);
    }

    fn local(&mut self, owner: FunctionId, ty: TypeId, place: Place) -> VarId {
        let var = tree::var(self.p, owner, ty, VarRole::Temporary, place);
        self.p.functions[owner.index()].locals.push(var);
        var
    }

    /// The body becomes a function of its own, and the function calls it between the handlers.
    fn around_body(
        &mut self,
        f: FunctionId,
        before: &[(FunctionId, Handler)],
        after: &[(FunctionId, Handler)],
    ) {
        let inner = self.move_body(f);
        self.calls_between(f, inner, before, after);
    }

    /// Moves the body of a function into a new one; the function has none afterwards.
    fn move_body(&mut self, f: FunctionId) -> FunctionId {
        let inner = FunctionId(self.p.functions.len() as u32);
        let mut copy = self.p.function(f).clone();
        copy.name = self.name_behind(f);
        copy.linkage = Linkage::Internal;
        copy.address_taken = false;
        (copy.constructor, copy.destructor) = (None, None);
        for var in copy.params.iter().chain(&copy.locals) {
            self.p.vars[var.index()].owner = Some(inner);
        }
        for global in self.p.globals.iter_mut().filter(|g| g.owner == Some(f)) {
            global.owner = Some(inner);
        }
        self.p.functions.push(copy);
        let function = &mut self.p.functions[f.index()];
        function.body = None;
        function.labels.clear();
        function.locals.clear();
        inner
    }

    /// A name for what a function did without its events.
    fn name_behind(&mut self, f: FunctionId) -> lariat_c::Symbol {
        let name = format!("{}__body", self.p.name(self.p.function(f).name));
        self.p.names.intern(&name)
    }

    /// Gives `f` a body that calls `inner` between handlers, with parameters of its own.
    fn calls_between(
        &mut self,
        f: FunctionId,
        inner: FunctionId,
        before: &[(FunctionId, Handler)],
        after: &[(FunctionId, Handler)],
    ) {
        let function = self.p.function(f);
        let (place, ty) = (function.place, function.ty);
        let signature = self.p.types.function(ty).cloned();
        let Some(signature) = signature else { return };
        let named: Vec<_> = self.p.function(inner).params.clone();
        let mut params = Vec::new();
        // The definition knows most: old-style ones have parameters that the type does not have.
        for n in 0..named.len().max(signature.params.len()) {
            let old = named.get(n).map(|&old| self.p.var(old).clone());
            let declared = signature.params.get(n).copied();
            let Some(ty) = old.as_ref().map(|old| old.ty).or(declared) else { continue };
            let ty = ty.unqualified();
            let var = tree::var(self.p, f, ty, VarRole::Param, place);
            self.p.vars[var.index()].name = old.and_then(|old| old.name);
            params.push(var);
        }
        let mut stmts = self.handler_calls(before, &params, None, place);
        let unused = self.unused(inner);
        let mut values = Vec::new();
        for (n, &param) in params.iter().enumerate() {
            let ty = self.p.var(param).ty;
            // What nobody looks at need not be there: a list of arguments that `main` does not use is not made.
            values.push(match unused.contains(&n) && self.p.types.is_pointer(ty) {
                true => self.null(ty, place),
                false => tree::load(self.p, param, place),
            });
        }
        let call = tree::call(self.p, inner, values, place);
        let mut result = None;
        if self.p.types.is_void(signature.result) {
            stmts.push(tree::stmt(self.p, StmtKind::Expr(call), place));
        } else {
            let var = self.local(f, signature.result.unqualified(), place);
            stmts.push(tree::declare(self.p, var, call, place));
            result = Some(var);
        }
        stmts.extend(self.handler_calls(after, &params, result, place));
        let value = result.map(|var| tree::load(self.p, var, place));
        stmts.push(tree::stmt(self.p, StmtKind::Return(value), place));
        let body = tree::stmt(self.p, StmtKind::Block(stmts), place);
        let function = &mut self.p.functions[f.index()];
        function.params = params;
        function.body = Some(body);
    }

    /// The parameters of a function with a body that it never mentions.
    fn unused(&self, f: FunctionId) -> BTreeSet<usize> {
        let function = self.p.function(f);
        let mut mentioned = BTreeSet::new();
        tree::visit(self.p, function, |node| {
            if let Node::Expr(e) = node
                && let ExprKind::Var(var) = self.p.expr(e).kind
            {
                mentioned.insert(var);
            }
        });
        // A nested function may mention what is captured.
        let is_unused = |var: &VarId| !mentioned.contains(var) && !self.p.var(*var).captured;
        let params = function.params.iter().enumerate().filter(|_| function.body.is_some());
        params.filter(|(_, var)| is_unused(var)).map(|(n, _)| n).collect()
    }

    fn null(&mut self, ty: TypeId, place: Place) -> ExprId {
        let zero = tree::expr(self.p, ExprKind::Int(0), TypeId::INT, place);
        tree::expr(self.p, ExprKind::Cast(CastKind::NullToPointer, zero), ty.unqualified(), place)
    }

    /// A function that stands for one without a body where its address is taken.
    fn stub(
        &mut self,
        f: FunctionId,
        before: &[(FunctionId, Handler)],
        after: &[(FunctionId, Handler)],
    ) -> FunctionId {
        let stub = FunctionId(self.p.functions.len() as u32);
        let mut copy = self.p.function(f).clone();
        copy.name = self.name_behind(f);
        copy.linkage = Linkage::Internal;
        copy.address_taken = true;
        copy.defined_in = Some(copy.unit);
        self.p.functions.push(copy);
        self.calls_between(stub, f, before, after);
        stub
    }

    /// A function of the rule is called before anything else.
    fn start(&mut self, entry: &str, start: FunctionId) {
        let Some(entry) = self.p.function_named(entry) else { return };
        let Some(body) = self.p.function(entry).body else { return };
        let place = self.p.function(entry).place;
        let call = tree::call(self.p, start, Vec::new(), place);
        let call = tree::stmt(self.p, StmtKind::Expr(call), place);
        let block = tree::stmt(self.p, StmtKind::Block(vec![call, body]), place);
        self.p.functions[entry.index()].body = Some(block);
    }
}
