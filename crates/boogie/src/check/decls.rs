//! Declarations: entering their names, then checking what they hold.

use super::scope::VarEntry;
use super::{Checker, ONE_STATE, STATELESS, TWO_STATE};
use crate::ast::*;
use crate::checked::*;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::ty::{Ty, TyKind};

impl<'p> Checker<'p> {
    /// The second round: constants, variables, functions, procedures.
    pub(super) fn declare_names(&mut self) {
        for (id, decl) in self.program.decls() {
            match decl {
                Decl::Const(d) => {
                    let ty = self.resolve_type(d.ty);
                    let info = ConstInfo { decl: id, name: d.name.symbol, ty, unique: d.unique };
                    let resolution = Resolution::Const(ConstId(self.out.constants.len() as u32));
                    self.out.constants.push(info);
                    self.declare_var(d.name, resolution, ty);
                }
                Decl::Var(d) => {
                    let ty = self.resolve_type(d.ty);
                    let resolution = Resolution::Global(GlobalId(self.out.globals.len() as u32));
                    self.out.globals.push(GlobalInfo { decl: id, name: d.name.symbol, ty });
                    self.declare_var(d.name, resolution, ty);
                }
                Decl::Datatype(d) => self.declare_datatype(id, d),
                Decl::Function(d) => self.declare_function(id, d),
                Decl::Procedure(d) => self.declare_procedure(id, d),
                _ => {}
            }
        }
    }

    fn declare_var(&mut self, name: Name, resolution: Resolution, ty: Ty) {
        let known = self.scopes.var(name.symbol);
        if known.resolution != Resolution::None {
            self.duplicate("variable", name, known.span);
        } else {
            self.scopes.set_global_var(name.symbol, VarEntry { resolution, ty, span: name.span });
        }
    }

    fn declare_function(&mut self, decl: DeclId, d: &'p FunctionDecl) {
        let mark = self.scopes.mark();
        let type_params = self.enter_type_params(&d.type_params);
        let params: Vec<Ty> = d.params.iter().map(|p| self.resolve_type(p.ty)).collect();
        let result = self.resolve_type(d.result.ty);
        self.scopes.leave(mark);
        let all = params.iter().copied().chain([result]);
        self.type_params_occur("function", &d.type_params, &type_params, all);
        let kind = FunctionKind::Plain;
        let info = FunctionInfo { decl, name: d.name.symbol, kind, type_params, params, result };
        let id = self.declare_function_info(d.name, info);
        self.declare_old_constructor(id, d);
    }

    /// A type parameter that occurs in no parameter could never be inferred.
    fn type_params_occur(
        &mut self,
        what: &str,
        names: &[Name],
        vars: &[TyVarId],
        tys: impl Iterator<Item = Ty>,
    ) {
        if vars.is_empty() {
            return;
        }
        let mut found = Vec::new();
        tys.for_each(|ty| self.collect_vars(ty, vars, &mut found));
        if let Some(i) = vars.iter().position(|v| !found.contains(v)) {
            let message = format!(
                "type parameter `{}` occurs in no parameter of the {what}",
                self.text(names[i].symbol)
            );
            self.error("type-parameter", names[i].span, message);
        }
    }

    fn declare_procedure(&mut self, decl: DeclId, d: &'p ProcedureDecl) {
        let mark = self.scopes.mark();
        let type_params = self.enter_type_params(&d.type_params);
        let ins: Vec<Ty> = d.ins.iter().map(|p| self.resolve_type(p.ty)).collect();
        let outs: Vec<Ty> = d.outs.iter().map(|p| self.resolve_type(p.ty)).collect();
        self.scopes.leave(mark);
        let all = ins.iter().chain(&outs).copied();
        self.type_params_occur("procedure", &d.type_params, &type_params, all);
        let id = ProcId(self.out.procedures.len() as u32);
        self.out.procedures.push(ProcInfo {
            decl,
            name: d.name.symbol,
            type_params,
            ins,
            outs,
            declared_modifies: Vec::new(),
            modifies: Vec::new(),
            implementations: Vec::new(),
        });
        if let Some(first) = self.callable_span(d.name.symbol) {
            self.duplicate("procedure", d.name, first);
        } else {
            self.out.procedures_by_name.insert(d.name.symbol, id);
        }
    }

    /// The third round: expressions and bodies.
    pub(super) fn check_declarations(&mut self) {
        self.resolve_modifies();
        let mut procedure = 0;
        let (mut functions, mut constant) = (FunctionWalk::default(), 0);
        for (id, decl) in self.program.decls() {
            if self.given_up() {
                return;
            }
            match decl {
                Decl::TypeCtor(d) => self.in_context(ONE_STATE, |c| c.attrs(&d.attrs)),
                Decl::TypeSynonym(d) => self.in_context(ONE_STATE, |c| c.attrs(&d.attrs)),
                Decl::Datatype(d) => self.in_context(ONE_STATE, |c| {
                    c.attrs(&d.attrs);
                    let fields = d.constructors.iter().flat_map(|k| &k.fields);
                    fields.for_each(|field| c.attrs(&field.attrs));
                }),
                Decl::Const(d) => {
                    self.check_const(d, ConstId(constant));
                    constant += 1;
                }
                Decl::Function(d) => {
                    let has = |name| find_attr(self.program, &d.attrs, name).is_some();
                    if has("inline") && has("define") {
                        let message = "a function is either `:inline` or `:define`, not both";
                        self.error("attribute", d.name.span, message);
                    }
                    if let Some(function) = functions.advance(self, id) {
                        self.check_function(d, function);
                    }
                }
                Decl::Axiom(d) => {
                    self.in_context(ONE_STATE, |c| c.attrs(&d.attrs));
                    self.in_context(STATELESS, |c| c.condition(d.expr, "an axiom"));
                }
                Decl::Var(d) => self.in_context(ONE_STATE, |c| {
                    c.where_clauses(std::slice::from_ref(d));
                }),
                Decl::Procedure(d) => {
                    self.check_procedure(id, d, ProcId(procedure));
                    procedure += 1;
                }
                Decl::Implementation(d) => self.check_implementation(id, d),
            }
        }
    }

    fn check_const(&mut self, d: &'p ConstDecl, id: ConstId) {
        self.in_context(ONE_STATE, |c| c.attrs(&d.attrs));
        let Some(extends) = &d.extends else { return };
        let own = self.out.constants[id.index()].ty;
        for (i, &(_, parent)) in extends.parents.iter().enumerate() {
            let entry = self.scopes.var(parent.symbol);
            let problem = match entry.resolution {
                Resolution::None => {
                    self.undeclared(parent.symbol, parent.span);
                    continue;
                }
                Resolution::Const(other) if other == id => {
                    "a constant cannot be its own parent".to_string()
                }
                Resolution::Const(_) if entry.ty != own && !self.unify(entry.ty, own) => {
                    format!("the parent is of type {}, not {}", self.show(entry.ty), self.show(own))
                }
                Resolution::Const(_) => {
                    let repeated =
                        extends.parents[..i].iter().any(|(_, p)| p.symbol == parent.symbol);
                    if !repeated {
                        continue;
                    }
                    format!("`{}` is named twice as parent", self.text(parent.symbol))
                }
                _ => "the parent of a constant must be a constant".to_string(),
            };
            self.error("extends", parent.span, problem);
        }
    }

    fn check_function(&mut self, d: &'p FunctionDecl, id: FunctionId) {
        let info = self.out.functions[id.index()].clone();
        let mark = self.scopes.mark();
        for (name, &var) in d.type_params.iter().zip(&info.type_params) {
            self.scopes.reenter_type_param(name.symbol, var);
        }
        for (i, (param, &ty)) in d.params.iter().zip(&info.params).enumerate() {
            if let Some(name) = param.name {
                self.enter_var(name, Resolution::In(i as u32), ty);
            }
        }
        self.in_context(ONE_STATE, |c| {
            c.attrs(&d.attrs);
            d.params.iter().for_each(|p| c.attrs(&p.attrs));
        });
        if d.body.is_some()
            && let Some(attr) = ["builtin", "bvbuiltin"]
                .iter()
                .find_map(|name| find_attr(self.program, &d.attrs, name))
        {
            let message = "a function of the solver has no body: it means what the solver says";
            self.error("attribute", attr.name.span, message);
        }
        if let Some(body) = d.body {
            self.in_context(STATELESS, |c| {
                let ty = c.expr(body);
                c.require(body, ty, info.result, "the body of the function");
                c.finish_inference();
            });
        }
        if let Some(name) = d.result.name {
            let known = self.scopes.var(name.symbol);
            if matches!(known.resolution, Resolution::In(_)) {
                self.duplicate("variable", name, known.span);
            }
        }
        self.scopes.leave(mark);
    }

    /// A measure is a list of integers or Booleans.
    pub(super) fn measure(&mut self, measure: &'p Measure) {
        for &expr in &measure.exprs {
            let ty = self.expr(expr);
            self.finish_inference();
            let ty = self.zonk(ty);
            if ![Ty::INT, Ty::BOOL, Ty::ERROR].contains(&ty) {
                let span = self.program[expr].span;
                self.error("type", span, "a measure must be an integer or a Boolean");
            }
        }
    }

    fn check_procedure(&mut self, decl: DeclId, d: &'p ProcedureDecl, id: ProcId) {
        self.pure = d.pure;
        for spec in &d.specs {
            if let Spec::Modifies(names) = spec
                && let Some(first) = names.first().filter(|_| d.pure)
            {
                self.error("pure", first.span, "a pure procedure modifies nothing");
            }
        }
        let info = self.out.procedures[id.index()].clone();
        let mark = self.scopes.mark();
        for (name, &var) in d.type_params.iter().zip(&info.type_params) {
            self.scopes.reenter_type_param(name.symbol, var);
        }
        self.enter_vars(&d.ins, &info.ins, Resolution::In);
        self.in_context(ONE_STATE, |c| {
            c.attrs(&d.attrs);
            c.where_clauses(&d.ins);
        });
        for spec in &d.specs {
            if let Spec::Requires(condition) = spec {
                self.in_context(ONE_STATE, |c| {
                    c.attrs_if_possible(&condition.attrs);
                    c.condition(condition.expr, "a precondition");
                });
            }
        }
        for spec in &d.specs {
            if let Spec::Measure(measure) = spec {
                self.in_context(ONE_STATE, |c| c.measure(measure));
            }
        }
        self.enter_vars(&d.outs, &info.outs, Resolution::Out);
        self.in_context(ONE_STATE, |c| c.where_clauses(&d.outs));
        for spec in &d.specs {
            if let Spec::Ensures(condition) = spec {
                self.in_context(TWO_STATE, |c| {
                    c.attrs_if_possible(&condition.attrs);
                    c.condition(condition.expr, "a postcondition");
                });
            }
        }
        if let Some(body) = &d.body {
            let ProcInfo { type_params, ins, outs, .. } = info;
            self.check_body(id, decl, body, type_params, ins, outs);
        }
        self.scopes.leave(mark);
        self.pure = false;
    }

    fn check_implementation(&mut self, decl: DeclId, d: &'p ImplementationDecl) {
        let Some(&id) = self.out.procedures_by_name.get(&d.name.symbol) else {
            let message = format!("there is no procedure `{}`", self.text(d.name.symbol));
            self.report(
                Diagnostic::error("undeclared", d.name.span, message)
                    .with_help("an implementation needs a procedure of the same name"),
            );
            return;
        };
        self.pure = self.is_pure(id);
        let mark = self.scopes.mark();
        let type_params = self.enter_type_params(&d.type_params);
        let ins: Vec<Ty> = d.ins.iter().map(|v| self.resolve_type(v.ty)).collect();
        let outs: Vec<Ty> = d.outs.iter().map(|v| self.resolve_type(v.ty)).collect();
        self.matches_procedure(d, id, &type_params, &ins, &outs);
        self.enter_vars(&d.ins, &ins, Resolution::In);
        self.enter_vars(&d.outs, &outs, Resolution::Out);
        self.in_context(ONE_STATE, |c| {
            c.attrs(&d.attrs);
            c.where_clauses(&d.ins);
            c.where_clauses(&d.outs);
        });
        self.check_body(id, decl, &d.body, type_params, ins, outs);
        self.scopes.leave(mark);
        self.pure = false;
    }

    /// Whether a procedure is declared as pure.
    pub(super) fn is_pure(&self, id: ProcId) -> bool {
        let decl = &self.program[self.out.procedures[id.index()].decl];
        matches!(decl, Decl::Procedure(decl) if decl.pure)
    }

    /// The signature of an implementation must be that of its procedure, up to names.
    fn matches_procedure(
        &mut self,
        d: &'p ImplementationDecl,
        id: ProcId,
        type_params: &[TyVarId],
        ins: &[Ty],
        outs: &[Ty],
    ) {
        let proc = &self.out.procedures[id.index()];
        let first = match &self.program[proc.decl] {
            Decl::Procedure(p) => p.name.span,
            _ => d.name.span,
        };
        let counts = [
            ("type parameter", type_params.len(), proc.type_params.len()),
            ("in-parameter", ins.len(), proc.ins.len()),
            ("out-parameter", outs.len(), proc.outs.len()),
        ];
        for (what, given, wanted) in counts {
            if given != wanted {
                let plural = if given == 1 { "" } else { "s" };
                let message = format!("{given} {what}{plural} here, but {wanted} in the procedure");
                self.signature_mismatch(message, d.name.span, first);
                return;
            }
        }
        let same = type_params.iter().map(|&v| self.out.types.intern(TyKind::Var(v)));
        let same: Vec<Ty> = same.collect();
        let proc = self.out.procedures[id.index()].clone();
        let instance = proc.type_params.iter().copied().zip(same).collect();
        let pairs = d.ins.iter().zip(ins).zip(&proc.ins);
        for ((var, &given), &wanted) in pairs.chain(d.outs.iter().zip(outs).zip(&proc.outs)) {
            let wanted = self.out.types.substitute(wanted, &instance);
            if given != wanted && !self.unify(given, wanted) {
                let message = format!(
                    "`{}` is of type {} here, but of type {} in the procedure",
                    self.text(var.name.symbol),
                    self.show(given),
                    self.show(wanted)
                );
                self.signature_mismatch(message, var.name.span, first);
            }
        }
    }

    #[cold]
    fn signature_mismatch(&mut self, message: String, span: Span, procedure: Span) {
        self.report(
            Diagnostic::error("signature", span, message)
                .with_note(procedure, "the procedure is declared here"),
        );
    }
}

/// Walks the functions in step with their declarations: constructors, selectors and testers
/// have entries of their own in between.
#[derive(Default)]
struct FunctionWalk {
    next: usize,
}

impl FunctionWalk {
    /// The function that `decl` declares.
    fn advance(&mut self, checker: &Checker<'_>, decl: DeclId) -> Option<FunctionId> {
        while let Some(info) = checker.out.functions.get(self.next) {
            if info.decl.0 > decl.0 {
                return None;
            }
            let id = FunctionId(self.next as u32);
            self.next += 1;
            let derived =
                matches!(info.kind, FunctionKind::Selector(..) | FunctionKind::Tester(..));
            if info.decl == decl && !derived {
                return Some(id);
            }
        }
        None
    }
}
