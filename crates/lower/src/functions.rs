//! Functions: expanded, built in, or uninterpreted.
//!
//! Each function is translated once per ground instance. A function with a body that does not depend
//! on itself is a template whose parameters are replaced at every use; terms are shared, so this is
//! cheap even where functions nest. A recursive one stays uninterpreted and its definition becomes an
//! axiom.

use crate::builtins::Builtin;
use crate::context::{Lower, Lowering};
use crate::expressions::{OverTypes, Scope, for_each_child};
use lariat_boogie::ast::{self, AttrArg, Decl, ExprId, FunctionDecl};
use lariat_boogie::checked::{FunctionId, FunctionKind};
use lariat_boogie::{Resolution, Span, Ty};
use lariat_logic::{
    Binder, BinderKind, ConstructorId, Op, SortId, Substitution, TermId, Terms, VarId,
};
use lariat_program::{Axiom, strongly_connected};
use std::rc::Rc;

/// Functions expanded inside one another deeper than this are defined by axioms instead.
const EXPANSION_LIMIT: u32 = 100;

/// A function at ground types.
pub(crate) struct Instance {
    pub function: FunctionId,
    pub types: Box<[Ty]>,
    pub meaning: Meaning,
}

/// What a function application becomes.
#[derive(Clone)]
pub(crate) enum Meaning {
    Construct(ConstructorId),
    Field(ConstructorId, u32),
    Tester(ConstructorId),
    Builtin(Rc<Builtin>, SortId),
    /// Parameters and body.
    Template(Rc<(Vec<VarId>, TermId)>),
    Uninterpreted(lariat_logic::FunctionId),
}

impl<'a> Lowering<'a> {
    /// Finds the functions that depend on themselves.
    pub fn find_recursive_functions(&mut self) {
        let callees: Vec<Vec<usize>> =
            (0..self.checked.functions.len()).map(|f| self.functions_in_body(f)).collect();
        self.recursive = vec![false; callees.len()];
        for component in strongly_connected(callees.len(), |f| callees[f].clone()) {
            let recursive = component.len() > 1 || callees[component[0]].contains(&component[0]);
            component.into_iter().for_each(|f| self.recursive[f] = recursive);
        }
    }

    fn functions_in_body(&self, function: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let Some(body) = self.function_decl(function).and_then(|d| d.body) else { return found };
        let mut stack = vec![body];
        while let Some(expr) = stack.pop() {
            if let Resolution::Function(f) = self.checked.resolution(expr) {
                found.push(f.index());
            }
            for_each_child(self.boogie, expr, |c| stack.push(c));
        }
        found
    }

    pub fn function_decl(&self, function: usize) -> Option<&'a FunctionDecl> {
        let info = &self.checked.functions[function];
        match &self.boogie[info.decl] {
            Decl::Function(decl) if info.kind == FunctionKind::Plain => Some(decl),
            _ => None,
        }
    }

    /// An application of a function to arguments.
    pub fn application(
        &mut self,
        scope: &mut Scope<'a>,
        expr: ExprId,
        args: &[TermId],
    ) -> Lower<TermId> {
        let span = self.boogie[expr].span;
        let Resolution::Function(function) = self.checked.resolution(expr) else {
            return self.error("internal", span, "a function has no meaning here");
        };
        if scope.over_types == OverTypes::Refused && self.speaks_of_all_types(expr) {
            return self.unsupported(
                span,
                "a function that speaks about all types has no translation here",
                "use it in an axiom, a contract, an assumption or an assertion",
            );
        }
        let types = if self.checked.functions[function.index()].type_params.is_empty() {
            Box::default()
        } else {
            self.ground_type_args(scope, expr)
        };
        self.apply(function, types, args, span)
    }

    /// A function at ground types, applied to arguments.
    pub fn apply(
        &mut self,
        function: FunctionId,
        types: Box<[Ty]>,
        args: &[TermId],
        span: Span,
    ) -> Lower<TermId> {
        let instance = self.instance(function, types, span)?;
        match self.instances[instance as usize].meaning.clone() {
            Meaning::Construct(c) => Ok(self.terms().app(Op::Construct(c), args)),
            Meaning::Field(c, i) => Ok(self.terms().app(Op::Field(c, i), args)),
            Meaning::Tester(c) => Ok(self.terms().app(Op::IsConstructor(c), args)),
            Meaning::Builtin(builtin, sort) => match builtin.apply(self.terms(), args, sort) {
                Some(term) => Ok(term),
                None => self.error("internal", span, "a builtin does not fit its arguments"),
            },
            Meaning::Uninterpreted(f) => Ok(self.terms().call(f, args)),
            Meaning::Template(template) => {
                if template.0.is_empty() {
                    return Ok(template.1);
                }
                let mut substitution = Substitution::new();
                for (&param, &arg) in template.0.iter().zip(args) {
                    substitution.set(param, arg);
                }
                Ok(self.terms().substitute(template.1, &mut substitution))
            }
        }
    }

    /// The instance of a function at ground types.
    fn instance(&mut self, function: FunctionId, types: Box<[Ty]>, span: Span) -> Lower<u32> {
        let plain = types.is_empty();
        if plain {
            if let Some(instance) = self.plain_instances[function.index()] {
                return Ok(instance);
            }
        } else if let Some(&instance) = self.poly_instances.get(&(function, types.clone())) {
            return Ok(instance);
        }
        if self.poly_instances.len() >= self.options.instance_limit {
            return self.unsupported(
                span,
                format!(
                    "more than {} instances of polymorphic functions",
                    self.options.instance_limit
                ),
                "raise the instance limit, or use the polymorphic functions at fewer types",
            );
        }
        let meaning = self.meaning(function, &types, span)?;
        let undefined = matches!(meaning, Meaning::Uninterpreted(_))
            && self.function_decl(function.index()).is_some_and(|d| d.body.is_some());
        let id = self.instances.len() as u32;
        self.instances.push(Instance { function, types: types.clone(), meaning });
        if undefined {
            self.undefined.push(id);
        }
        if plain {
            self.plain_instances[function.index()] = Some(id);
        } else {
            self.poly_instances.insert((function, types), id);
        }
        Ok(id)
    }

    fn meaning(&mut self, function: FunctionId, types: &[Ty], span: Span) -> Lower<Meaning> {
        let info = &self.checked.functions[function.index()];
        let mut scope = Scope::default();
        scope.types.extend(info.type_params.iter().copied().zip(types.iter().copied()));
        match info.kind {
            FunctionKind::Plain => {}
            FunctionKind::Constructor(_, n) => {
                let ty = self.ground(&scope, info.result);
                return Ok(Meaning::Construct(self.constructors_of(ty, span)?[n as usize]));
            }
            FunctionKind::Selector(_, n, field) => {
                let ty = self.ground(&scope, info.params[0]);
                return Ok(Meaning::Field(self.constructors_of(ty, span)?[n as usize], field));
            }
            FunctionKind::Tester(_, n) => {
                let ty = self.ground(&scope, info.params[0]);
                return Ok(Meaning::Tester(self.constructors_of(ty, span)?[n as usize]));
            }
        }
        let Some(decl) = self.function_decl(function.index()) else {
            return self.error("internal", span, "a function has no declaration");
        };
        let mut params = Vec::with_capacity(info.params.len());
        for &param in &info.params {
            let ty = self.ground(&scope, param);
            params.push(self.sort(ty, decl.span)?);
        }
        let result = self.ground(&scope, info.result);
        let result = self.sort(result, decl.span)?;
        if let Some(name) = self.builtin_name(&decl.attrs) {
            let builtin = Rc::new(Builtin::named(name));
            let problem = builtin.problem(self.terms(), &params, result);
            if let Some(problem) = problem {
                return self.error(
                    "builtin",
                    decl.span,
                    format!("the builtin {name} does not fit this function: {problem}"),
                );
            }
            return Ok(Meaning::Builtin(builtin, result));
        }
        let expands = !self.recursive[function.index()] && self.expansion_depth < EXPANSION_LIMIT;
        if let Some(body) = decl.body
            && expands
        {
            scope.ins = self.parameters(decl, &params);
            self.expansion_depth += 1;
            // Where it is used, it has been checked that its quantifiers over types have a meaning.
            scope.over_types = OverTypes::All;
            let body = self.expression(&mut scope, body);
            self.expansion_depth -= 1;
            return Ok(Meaning::Template(Rc::new((scope.ins, body?))));
        }
        let mut name = self.boogie.text(info.name).to_string();
        if !types.is_empty() {
            let types: Vec<String> = types.iter().map(|&t| self.show(t)).collect();
            name = format!("{name}<{}>", types.join(","));
        }
        Ok(Meaning::Uninterpreted(self.terms().declare_function(name, params, result)))
    }

    fn parameters(&mut self, decl: &FunctionDecl, sorts: &[SortId]) -> Vec<VarId> {
        let boogie = self.boogie;
        let name = |i: usize| decl.params.get(i).and_then(|p| p.name);
        (0..sorts.len())
            .map(|i| match name(i) {
                Some(name) => self.terms().declare(boogie.text(name.symbol), sorts[i]),
                None => self.terms().declare(format!("arg{i}"), sorts[i]),
            })
            .collect()
    }

    fn builtin_name(&self, attrs: &'a [ast::Attr]) -> Option<&'a str> {
        let boogie = self.boogie;
        let attr = ast::find_attr(boogie, attrs, "builtin")
            .or_else(|| ast::find_attr(boogie, attrs, "bvbuiltin"))?;
        match attr.args.first()? {
            AttrArg::Str(symbol) => Some(boogie.text(*symbol)),
            AttrArg::Expr(_) => None,
        }
    }

    /// Adds the axioms that define recursive functions, for all instances there are by now. Says
    /// whether there were any.
    pub fn define_functions(&mut self) -> bool {
        let mut any = false;
        while let Some(instance) = self.undefined.pop() {
            any = true;
            // What fails has been reported.
            _ = self.define_function(instance);
        }
        any
    }

    fn define_function(&mut self, instance: u32) -> Lower<()> {
        let Instance { function, types, meaning } = &self.instances[instance as usize];
        let (function, types) = (*function, types.clone());
        let Meaning::Uninterpreted(symbol) = *meaning else { return Ok(()) };
        let info = &self.checked.functions[function.index()];
        let Some(decl) = self.function_decl(function.index()) else { return Ok(()) };
        let Some(body) = decl.body else { return Ok(()) };
        let mut scope = Scope::default();
        scope.types.extend(info.type_params.iter().copied().zip(types.iter().copied()));
        let sorts = self.program.terms.function(symbol).params.clone();
        scope.ins = self.parameters(decl, &sorts);
        let body = self.expression(&mut scope, body)?;
        let terms = &mut self.program.terms;
        let args: Vec<TermId> = scope.ins.iter().map(|&v| terms.var(v)).collect();
        let applied = terms.call(symbol, &args);
        let equation = terms.eq(applied, body);
        if equation == Terms::TRUE {
            return Ok(());
        }
        let vars = std::mem::take(&mut scope.ins);
        let formula =
            if vars.is_empty() { equation } else { definition(terms, vars, equation, applied) };
        let text = format!("definition of {}", terms.function(symbol).name);
        let info = self.info_with_text(&mut scope, decl.span, &[], text);
        self.program.axioms.push(Axiom { formula, info });
        Ok(())
    }
}

fn definition(terms: &mut Terms, vars: Vec<VarId>, equation: TermId, applied: TermId) -> TermId {
    terms.bind(Binder {
        kind: BinderKind::Forall,
        vars,
        body: equation,
        triggers: vec![vec![applied]],
        no_triggers: Vec::new(),
        name: None,
        weight: None,
    })
}
