//! Tree to text: valid Boogie that parses to the same tree.
//!
//! Parentheses stand only where the grammar needs them. Expressions are printed from a
//! stack of pieces instead of by recursion, since chains of operators may be long.

mod decl;
mod expr;
mod stmt;

use crate::ast::{Attr, AttrArg, ExprId, ExprKind, Name, Program, Stmt, TypeId, TypeKind};
use crate::interner::Symbol;
use crate::token::is_reserved;

/// The whole program as text.
pub fn print(program: &Program) -> String {
    let mut printer = Printer::new(program);
    printer.program();
    printer.out
}

/// An expression as text on one line.
pub fn print_expr(program: &Program, expr: ExprId) -> String {
    let mut printer = Printer::new(program);
    printer.expr(expr);
    printer.out
}

/// A type as text.
pub fn print_type(program: &Program, ty: TypeId) -> String {
    let mut printer = Printer::new(program);
    printer.ty(ty);
    printer.out
}

/// A statement as text, without line break at its end. Of `if` and `while` only the head, so
/// that the result is one line unless a code expression stands in it.
pub fn print_stmt_head(program: &Program, stmt: &Stmt) -> String {
    let mut printer = Printer::new(program);
    printer.stmt_head(stmt);
    printer.out
}

pub(crate) struct Printer<'p> {
    program: &'p Program,
    out: String,
    indent: usize,
}

impl<'p> Printer<'p> {
    fn new(program: &'p Program) -> Self {
        Printer { program, out: String::new(), indent: 0 }
    }

    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn line(&mut self) {
        self.out.push('\n');
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
    }

    /// A name, with a backslash if it is a reserved word.
    fn symbol(&mut self, symbol: Symbol) {
        let text = self.program.text(symbol);
        if is_reserved(text) {
            self.out.push('\\');
        }
        self.out.push_str(text);
    }

    fn name(&mut self, name: Name) {
        self.symbol(name.symbol);
    }

    fn list<T>(&mut self, items: &[T], mut print: impl FnMut(&mut Self, &T)) {
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.text(", ");
            }
            print(self, item);
        }
    }

    fn type_params(&mut self, params: &[Name]) {
        if !params.is_empty() {
            self.text("<");
            self.list(params, |p, &name| p.name(name));
            self.text(">");
        }
    }

    /// Attributes, each with a space after it.
    fn attrs(&mut self, attrs: &[Attr]) {
        for attr in attrs {
            self.text("{:");
            self.name(attr.name);
            if !attr.args.is_empty() {
                self.text(" ");
            }
            self.list(&attr.args, |p, arg| match *arg {
                AttrArg::Str(text) => {
                    p.text("\"");
                    p.text(p.program.text(text));
                    p.text("\"");
                }
                AttrArg::Expr(expr) if p.starts_with_string(expr) => {
                    p.text("(");
                    p.expr(expr);
                    p.text(")");
                }
                AttrArg::Expr(expr) => p.expr(expr),
            });
            self.text("} ");
        }
    }

    /// Whether the text of an expression starts with a string, which an argument of an
    /// attribute would take for the whole argument.
    fn starts_with_string(&self, mut expr: ExprId) -> bool {
        loop {
            expr = match self.program[expr].kind {
                ExprKind::Str(_) => return true,
                ExprKind::Binary(_, left, _) => left,
                ExprKind::Coerce(value, _)
                | ExprKind::Select { map: value, .. }
                | ExprKind::Update { map: value, .. }
                | ExprKind::Extract { bits: value, .. }
                | ExprKind::Is { value, .. }
                | ExprKind::Field { value, .. }
                | ExprKind::FieldUpdate { value, .. } => value,
                _ => return false,
            }
        }
    }

    fn ty(&mut self, ty: TypeId) {
        match &self.program[ty].kind {
            TypeKind::Bool => self.text("bool"),
            TypeKind::Int => self.text("int"),
            TypeKind::Real => self.text("real"),
            TypeKind::Named { name, args } => {
                self.symbol(*name);
                for &arg in args {
                    self.text(" ");
                    self.type_argument(arg);
                }
            }
            TypeKind::Map { params, indices, result } => {
                self.type_params(params);
                self.text("[");
                self.list(indices, |p, &index| p.ty(index));
                self.text("]");
                self.ty(*result);
            }
        }
    }

    fn type_argument(&mut self, ty: TypeId) {
        let alone = match &self.program[ty].kind {
            TypeKind::Named { name, args } => {
                // These words would end the list of arguments.
                let word = self.program.text(*name);
                args.is_empty() && !["extends", "complete", "uses", "is"].contains(&word)
            }
            TypeKind::Map { .. } => false,
            _ => true,
        };
        if alone {
            return self.ty(ty);
        }
        self.text("(");
        self.ty(ty);
        self.text(")");
    }
}
