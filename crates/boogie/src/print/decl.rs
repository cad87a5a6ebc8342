//! Declarations as text.

use super::Printer;
use crate::ast::*;

impl<'p> Printer<'p> {
    pub(super) fn program(&mut self) {
        let program = self.program;
        for decl in &program.decls {
            // Axioms of a `uses` clause are printed with their owner.
            if matches!(decl, Decl::Axiom(axiom) if axiom.in_uses) {
                continue;
            }
            let large = matches!(decl, Decl::Procedure(_) | Decl::Implementation(_));
            if large && !self.out.is_empty() {
                self.text("\n");
            }
            self.decl(decl);
            self.text("\n");
        }
    }

    fn decl(&mut self, decl: &'p Decl) {
        match decl {
            Decl::TypeCtor(d) => {
                self.type_head(&d.attrs, d.finite, d.name, &d.params);
                self.text(";");
            }
            Decl::TypeSynonym(d) => {
                self.type_head(&d.attrs, d.finite, d.name, &d.params);
                self.text(" = ");
                self.ty(d.body);
                self.text(";");
            }
            Decl::Datatype(d) => self.datatype(d),
            Decl::Const(d) => self.constant(d),
            Decl::Function(d) => self.function(d),
            Decl::Axiom(d) => self.axiom(d),
            Decl::Var(d) => {
                self.text("var ");
                self.variable(d);
                self.text(";");
            }
            Decl::Procedure(d) => self.procedure(d),
            Decl::Implementation(d) => {
                self.text("implementation ");
                self.signature(&d.attrs, d.name, &d.type_params, &d.ins, &d.outs);
                self.line();
                self.body(&d.body);
            }
        }
    }

    fn type_head(&mut self, attrs: &[Attr], finite: bool, name: Name, params: &[Name]) {
        self.text("type ");
        self.attrs(attrs);
        self.text(if finite { "finite " } else { "" });
        self.name(name);
        for &param in params {
            self.text(" ");
            self.name(param);
        }
    }

    /// `{:a} x: T where e`
    pub(super) fn variable(&mut self, var: &Variable) {
        self.attrs(&var.attrs);
        self.name(var.name);
        self.text(": ");
        self.ty(var.ty);
        if let Some(clause) = var.where_clause {
            self.text(" where ");
            self.expr(clause);
        }
    }

    fn datatype(&mut self, d: &DatatypeDecl) {
        self.text("datatype ");
        self.attrs(&d.attrs);
        self.name(d.name);
        self.type_params(&d.type_params);
        self.text(" { ");
        self.list(&d.constructors, |p, constructor| {
            p.name(constructor.name);
            p.text("(");
            p.list(&constructor.fields, |p, field| p.variable(field));
            p.text(")");
        });
        self.text(" }");
    }

    fn constant(&mut self, d: &ConstDecl) {
        self.text("const ");
        self.attrs(&d.attrs);
        self.text(if d.unique { "unique " } else { "" });
        self.name(d.name);
        self.text(": ");
        self.ty(d.ty);
        if let Some(extends) = &d.extends {
            self.text(" extends");
            for (i, &(unique, parent)) in extends.parents.iter().enumerate() {
                self.text(if i > 0 { ", " } else { " " });
                self.text(if unique { "unique " } else { "" });
                self.name(parent);
            }
            self.text(if extends.complete { " complete" } else { "" });
        }
        if d.uses.is_empty() {
            self.text(";");
        } else {
            self.uses(&d.uses);
        }
    }

    fn uses(&mut self, axioms: &[DeclId]) {
        self.text(" uses {");
        self.indent += 1;
        for &axiom in axioms {
            self.line();
            if let Decl::Axiom(axiom) = &self.program[axiom] {
                self.axiom(axiom);
            }
        }
        self.indent -= 1;
        self.line();
        self.text("}");
    }

    fn axiom(&mut self, d: &AxiomDecl) {
        self.text(if d.hideable { "hideable axiom " } else { "axiom " });
        self.attrs(&d.attrs);
        self.expr(d.expr);
        self.text(";");
    }

    fn function(&mut self, d: &FunctionDecl) {
        self.text(if d.revealed { "revealed function " } else { "function " });
        self.attrs(&d.attrs);
        self.name(d.name);
        self.type_params(&d.type_params);
        self.text("(");
        self.list(&d.params, |p, param| p.function_param(param));
        self.text(")");
        if d.result.name.is_some() || !d.result.attrs.is_empty() {
            self.text(" returns (");
            self.function_param(&d.result);
            self.text(")");
        } else {
            self.text(": ");
            self.ty(d.result.ty);
        }
        if let Some(body) = d.body {
            self.text(" { ");
            self.expr(body);
            self.text(" }");
        }
        if !d.uses.is_empty() {
            self.uses(&d.uses);
        } else if d.body.is_none() {
            self.text(";");
        }
    }

    fn function_param(&mut self, param: &FunctionParam) {
        self.attrs(&param.attrs);
        if let Some(name) = param.name {
            self.name(name);
            self.text(": ");
        }
        self.ty(param.ty);
    }

    pub(super) fn measure(&mut self, measure: &'p Measure) {
        self.text("measure ");
        self.list(&measure.exprs, |p, &expr| p.expr(expr));
        self.text(";");
    }

    fn signature(
        &mut self,
        attrs: &[Attr],
        name: Name,
        type_params: &[Name],
        ins: &[Variable],
        outs: &[Variable],
    ) {
        self.attrs(attrs);
        self.name(name);
        self.type_params(type_params);
        self.text("(");
        self.list(ins, |p, var| p.variable(var));
        self.text(")");
        if !outs.is_empty() {
            self.text(" returns (");
            self.list(outs, |p, var| p.variable(var));
            self.text(")");
        }
    }

    fn procedure(&mut self, d: &'p ProcedureDecl) {
        self.text(if d.pure { "pure procedure " } else { "procedure " });
        self.signature(&d.attrs, d.name, &d.type_params, &d.ins, &d.outs);
        if d.body.is_none() {
            self.text(";");
        }
        self.indent += 1;
        for spec in &d.specs {
            self.line();
            match spec {
                Spec::Requires(condition) => self.condition("requires", condition),
                Spec::Ensures(condition) => self.condition("ensures", condition),
                Spec::Measure(measure) => self.measure(measure),
                Spec::Modifies(names) => {
                    self.text("modifies ");
                    self.list(names, |p, &name| p.name(name));
                    self.text(";");
                }
            }
        }
        self.indent -= 1;
        if let Some(body) = &d.body {
            self.line();
            self.body(body);
        }
    }
}
