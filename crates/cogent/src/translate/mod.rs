//! C expressions to circuits (paper, section 3).
//!
//! The translator walks the typed expression and returns values as trees of bit-vectors.
//! Where C says nothing about a result, it is a fresh variable for each place in the text,
//! and a [`Doubt`] records the condition, so that answers can say which results were made
//! up. The condition under which a subexpression is evaluated at all (`&&`, `||`, `?:`,
//! `==>`) is carried along as a guard.

mod access;
mod aggregate;
mod lvalue;
mod memory;
mod object;
mod pointer;
mod predicate;
mod quantifier;
mod ring;
mod scalar;
mod witness;

pub(crate) use memory::{Memory, Symbol as UfSymbol};
pub(crate) use object::{ObjectKind, Objects, for_each_below};
pub(crate) use quantifier::Weak;

use crate::aig::{Aig, Lit};
use crate::circuit::{self, Bits};
use crate::options::{Arch, Options};
use crate::path::Execution;
use crate::value::Value;
use lariat_budget::Budget;
use lariat_c::{
    BinaryOp, CastKind, ExprId, ExprKind, GlobalId, LogicalOp, Program, Type, TypeId, UnaryOp,
    VarId,
};
use rustc_hash::FxHashMap;

/// Why a claim cannot be translated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Untranslatable(pub String);

pub(crate) type Translated<T> = Result<T, Untranslatable>;

/// An error with a message.
pub(crate) fn unsupported<T>(what: impl Into<String>) -> Translated<T> {
    Err(Untranslatable(what.into()))
}

/// Why a result is unconstrained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Reason {
    Overflow,
    ShiftRange,
    ShiftNegative,
    DivisionByZero,
    DivisionOverflow,
    IndexRange,
    UnionMember,
    Dereference,
    PointerComparison,
    PointerDifference,
    FunctionPointerArithmetic,
    IntegerToPointer,
}

impl Reason {
    /// What happens, after the text of the expression.
    pub fn describe(self) -> &'static str {
        match self {
            Reason::Overflow => "overflows",
            Reason::ShiftRange => "shifts by an amount out of range",
            Reason::ShiftNegative => "shifts a negative number to the left",
            Reason::DivisionByZero => "divides by zero",
            Reason::DivisionOverflow => "overflows: the least number divided by -1",
            Reason::IndexRange => "is out of bounds",
            Reason::UnionMember => "reads a union member other than the one written last",
            Reason::Dereference => "dereferences a pointer that points to no such object",
            Reason::PointerComparison => "compares pointers out of bounds or to different objects",
            Reason::PointerDifference => "subtracts pointers out of bounds or to different objects",
            Reason::FunctionPointerArithmetic => "does arithmetic on a pointer to a function",
            Reason::IntegerToPointer => "makes a pointer from an integer",
        }
    }

    /// Is it undefined in C, or merely up to the machine?
    pub fn is_undefined(self) -> bool {
        !matches!(self, Reason::IntegerToPointer | Reason::UnionMember)
    }
}

/// A result that may be anything under a condition.
#[derive(Clone, Copy, Debug)]
pub struct Doubt {
    /// When the result is made up.
    pub condition: Lit,
    /// Why.
    pub reason: Reason,
    /// Where.
    pub expr: ExprId,
}

/// Which way a truth value is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Polarity {
    /// It is to be proved: a counterexample makes it false.
    Positive,
    /// It is assumed: a counterexample makes it true.
    Negative,
    /// Both.
    Both,
}

impl Polarity {
    /// Under a negation.
    #[must_use]
    pub fn flip(self) -> Polarity {
        match self {
            Polarity::Positive => Polarity::Negative,
            Polarity::Negative => Polarity::Positive,
            Polarity::Both => Polarity::Both,
        }
    }
}

/// The values of objects.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// Globals that were looked at.
    pub globals: FxHashMap<GlobalId, Value>,
    /// Bound and local variables.
    pub vars: FxHashMap<VarId, Value>,
}

/// Translates expressions of one program.
pub struct Translator<'p> {
    pub(crate) program: &'p Program,
    pub(crate) options: &'p Options,
    /// The circuit.
    pub aig: Aig,
    pub(crate) env: Environment,
    pub(crate) objects: object::Objects,
    /// To be asserted in any case.
    pub(crate) constraints: Vec<Lit>,
    /// Unconstrained results so far.
    pub(crate) doubts: Vec<Doubt>,
    /// When the current subexpression is evaluated.
    pub(crate) guard: Lit,
    pub(crate) memory: memory::Memory,
    /// Quantifiers that are instantiated on demand.
    pub(crate) weak: Vec<Weak>,
    /// If statements are executed, and expressions may have effects: where that is.
    pub(crate) execution: Option<Box<Execution>>,
    /// When to give up.
    pub(crate) budget: Budget,
    /// If quantifiers are to stay: the prefix so far, outermost first; true is chosen by a
    /// counterexample.
    pub(crate) prefix: Option<Vec<(bool, Bits)>>,
    /// Quantified variables that a counterexample chooses.
    pub(crate) choices: Vec<(VarId, Value)>,
    depth: u32,
}

/// How deep quantifiers and objects may nest.
const MAX_DEPTH: u32 = 1200;

impl<'p> Translator<'p> {
    /// A translator for expressions below the roots.
    pub fn new(program: &'p Program, options: &'p Options, roots: &[ExprId]) -> Self {
        Translator {
            program,
            options,
            aig: Aig::new(),
            env: Environment::default(),
            objects: object::Objects::collect(program, roots, false, false),
            constraints: Vec::new(),
            doubts: Vec::new(),
            guard: Lit::TRUE,
            memory: memory::Memory::default(),
            weak: Vec::new(),
            execution: None,
            budget: Budget::unlimited(),
            prefix: None,
            choices: Vec::new(),
            depth: 0,
        }
    }

    /// A translator for the statements of a function: expressions may have effects, and
    /// pointers may point to any global.
    pub(crate) fn for_path(
        program: &'p Program,
        options: &'p Options,
        roots: &[ExprId],
        execution: Execution,
    ) -> Self {
        let mut translator = Translator::new(program, options, &[]);
        let whole = execution.whole_program;
        translator.objects = object::Objects::collect(program, roots, true, whole);
        translator.objects.null_matters = true;
        translator.execution = Some(Box::new(execution));
        translator
    }

    /// Gives every global of the query a value.
    pub(crate) fn touch_globals(&mut self) -> Translated<()> {
        for object in self.objects.list.clone() {
            if matches!(object.kind, ObjectKind::Global(_)) {
                self.object_value(object.kind)?;
            }
        }
        Ok(())
    }

    pub(crate) fn ty(&self, e: ExprId) -> TypeId {
        self.program.expr(e).ty
    }

    /// Records that a result is made up under a condition.
    pub(crate) fn doubt(&mut self, condition: Lit, reason: Reason, expr: ExprId) {
        let condition = self.aig.and(self.guard, condition);
        if condition != Lit::FALSE {
            self.doubts.push(Doubt { condition, reason, expr });
        }
    }

    /// The value, or anything if the condition holds.
    pub(crate) fn unless(
        &mut self,
        condition: Lit,
        value: Value,
        reason: Reason,
        expr: ExprId,
    ) -> Value {
        if condition == Lit::FALSE {
            return value;
        }
        self.doubt(condition, reason, expr);
        let anything = self.aig.fresh_like(&value);
        self.aig.mux_value(condition, &anything, &value)
    }

    /// The truth of a list of doubts from an index on.
    pub(crate) fn any_doubt(&mut self, from: usize) -> Lit {
        let conditions: Vec<Lit> = self.doubts[from..].iter().map(|d| d.condition).collect();
        self.aig.or_all(conditions)
    }

    /// Translates under an additional condition.
    pub(crate) fn guarded<T>(
        &mut self,
        condition: Lit,
        f: impl FnOnce(&mut Self) -> Translated<T>,
    ) -> Translated<T> {
        let outer = self.guard;
        let inside = self.aig.and(outer, condition);
        self.guard = inside;
        let result = f(self);
        // What did not come back (an assumption, a call that ends) does not go on.
        let lost = self.aig.and(inside, !self.guard);
        self.guard = self.aig.and(outer, !lost);
        result
    }

    /// One level deeper, as far as the stack allows.
    pub(crate) fn deeper<T>(
        &mut self,
        f: impl FnOnce(&mut Self) -> Translated<T>,
    ) -> Translated<T> {
        self.depth += 1;
        let result = if self.depth > MAX_DEPTH {
            unsupported("expression nested too deeply")
        } else {
            f(self)
        };
        self.depth -= 1;
        result
    }

    /// The truth of a claim; with [`Arch::Trap`] false if evaluating it is undefined.
    pub fn claim(&mut self, e: ExprId, polarity: Polarity) -> Translated<Lit> {
        let before = self.doubts.len();
        let truth = self.truth(e, polarity)?;
        if self.options.arch != Arch::Trap {
            return Ok(truth);
        }
        let trap = self.any_doubt(before);
        Ok(self.aig.and(truth, !trap))
    }

    /// Is the scalar different from zero?
    pub fn truth(&mut self, e: ExprId, polarity: Polarity) -> Translated<Lit> {
        self.deeper(|tr| tr.truth_inner(e, polarity))
    }

    fn truth_inner(&mut self, e: ExprId, polarity: Polarity) -> Translated<Lit> {
        let program = self.program;
        match program.expr(e).kind {
            ExprKind::Unary(UnaryOp::Not, a) => Ok(!self.truth(a, polarity.flip())?),
            ExprKind::Logical(op, a, b) => self.logical(op, a, b, polarity),
            ExprKind::Binary(op, a, b) if is_comparison(op) => self.comparison(e, op, a, b),
            ExprKind::Quantified { universal, var, body } => {
                self.quantified(e, universal, var, body, polarity)
            }
            ExprKind::Conditional(c, t, f) => {
                let c = self.truth(c, Polarity::Both)?;
                let t = self.guarded(c, |s| s.truth(t, polarity))?;
                let f = self.guarded(!c, |s| s.truth(f, polarity))?;
                Ok(self.aig.mux(c, t, f))
            }
            ExprKind::Cast(CastKind::ToBool, a) => self.truth(a, polarity),
            ExprKind::Cast(CastKind::IntToInt | CastKind::Same, a) if self.yields_truth(a) => {
                self.truth(a, polarity)
            }
            _ => {
                let value = self.value(e)?;
                self.nonzero(e, &value)
            }
        }
    }

    /// Is the expression zero or one by its operator?
    fn yields_truth(&self, e: ExprId) -> bool {
        match self.program.expr(e).kind {
            ExprKind::Unary(UnaryOp::Not, _)
            | ExprKind::Logical(..)
            | ExprKind::Quantified { .. } => true,
            ExprKind::Binary(op, ..) => is_comparison(op),
            ExprKind::Cast(CastKind::ToBool, _) => true,
            _ => false,
        }
    }

    fn nonzero(&mut self, e: ExprId, value: &Value) -> Translated<Lit> {
        match value {
            Value::Int(bits) => Ok(self.aig.nonzero(bits)),
            Value::Pointer(p) => {
                let null = self.null();
                Ok(!self.pointers_equal(p, &null, e))
            }
            _ => unsupported("a structure is not a truth value"),
        }
    }

    fn logical(
        &mut self,
        op: LogicalOp,
        a: ExprId,
        b: ExprId,
        polarity: Polarity,
    ) -> Translated<Lit> {
        match op {
            LogicalOp::And => {
                let a = self.truth(a, polarity)?;
                let b = self.guarded(a, |s| s.truth(b, polarity))?;
                Ok(self.aig.and(a, b))
            }
            LogicalOp::Or => {
                let a = self.truth(a, polarity)?;
                let b = self.guarded(!a, |s| s.truth(b, polarity))?;
                Ok(self.aig.or(a, b))
            }
            LogicalOp::Implies => {
                let a = self.truth(a, polarity.flip())?;
                let b = self.guarded(a, |s| s.truth(b, polarity))?;
                Ok(self.aig.implies(a, b))
            }
            LogicalOp::Iff if self.has_quantifier(a) || self.has_quantifier(b) => {
                let forward = self.logical(LogicalOp::Implies, a, b, polarity)?;
                let backward = self.logical(LogicalOp::Implies, b, a, polarity)?;
                Ok(self.aig.and(forward, backward))
            }
            LogicalOp::Iff => {
                let a = self.truth(a, Polarity::Both)?;
                let b = self.truth(b, Polarity::Both)?;
                Ok(self.aig.equal(a, b))
            }
        }
    }

    fn has_quantifier(&self, e: ExprId) -> bool {
        let mut found = false;
        object::for_each_below(self.program, &[e], |_, kind| {
            found |= matches!(kind, ExprKind::Quantified { .. });
        });
        found
    }

    /// The value of an expression.
    pub fn value(&mut self, e: ExprId) -> Translated<Value> {
        self.deeper(|tr| tr.value_inner(e))
    }

    fn value_inner(&mut self, e: ExprId) -> Translated<Value> {
        let program = self.program;
        let expr = program.expr(e);
        match &expr.kind {
            &ExprKind::Int(value) => {
                let (width, _) = self.int_type(expr.ty)?;
                Ok(Value::Int(circuit::constant(value, width)))
            }
            ExprKind::Float(..) => unsupported("floating-point numbers are not supported"),
            &ExprKind::Load(lv) => {
                let place = self.lvalue(lv)?;
                self.load(&place, e)
            }
            &ExprKind::Decay(lv) | &ExprKind::AddressOf(lv) => self.address_of(lv),
            &ExprKind::Unary(UnaryOp::Not, _)
            | &ExprKind::Logical(..)
            | &ExprKind::Quantified { .. } => self.truth_as_int(e),
            &ExprKind::Unary(op, a) => self.unary(e, op, a),
            &ExprKind::Binary(op, ..) if is_comparison(op) => self.truth_as_int(e),
            &ExprKind::Binary(op, a, b) => self.binary(e, op, a, b),
            &ExprKind::PointerOffset { pointer, offset, negative } => {
                self.pointer_offset(e, pointer, offset, negative)
            }
            &ExprKind::PointerDifference(a, b) => self.pointer_difference(e, a, b),
            &ExprKind::Cast(kind, a) => self.cast(e, kind, a),
            &ExprKind::Member(..) | &ExprKind::CompoundLiteral(..) => {
                // A member of a value, or a literal used as one.
                let place = self.lvalue(e)?;
                self.load(&place, e)
            }
            ExprKind::Call(callee, args) => self.call(e, *callee, args),
            ExprKind::Builtin(name, args) => self.builtin(e, *name, args),
            &ExprKind::Conditional(c, t, f) => {
                let c = self.truth(c, Polarity::Both)?;
                let t = self.guarded(c, |s| s.value(t))?;
                let f = self.guarded(!c, |s| s.value(f))?;
                if t.has_far_part() {
                    return unsupported("a large array inside a structure value");
                }
                Ok(self.aig.mux_value(c, &t, &f))
            }
            &ExprKind::Comma(a, b) => {
                self.value(a)?;
                self.value(b)
            }
            ExprKind::Assign(..) | ExprKind::CompoundAssign(_) | ExprKind::Increment { .. }
                if self.execution.is_some() =>
            {
                self.effect(e)
            }
            ExprKind::Assign(..) | ExprKind::CompoundAssign(_) | ExprKind::Increment { .. } => {
                unsupported(format!("side effect in `{}`", crate::show::expr(program, e)))
            }
            &ExprKind::StmtExpr(block, value) if self.execution.is_some() => {
                self.execute(block)?;
                match value {
                    Some(value) => self.value(value),
                    None => Ok(Value::Struct(Vec::new())),
                }
            }
            ExprKind::StmtExpr(..) => unsupported("a statement expression"),
            ExprKind::VaArg(_) => unsupported("va_arg"),
            ExprKind::Unsupported(what) => unsupported(program.name(*what)),
            ExprKind::Error => unsupported("an ill-typed expression"),
            ExprKind::Str(_) | ExprKind::Var(_) | ExprKind::Global(_) | ExprKind::Deref(_) => {
                let place = self.lvalue(e)?;
                self.load(&place, e)
            }
            ExprKind::Function(_) => self.address_of(e),
        }
    }

    fn truth_as_int(&mut self, e: ExprId) -> Translated<Value> {
        let truth = self.truth(e, Polarity::Both)?;
        let (width, _) = self.int_type(self.ty(e))?;
        Ok(Value::Int(circuit::resize(&[truth], width, false)))
    }

    /// Width and signedness of an integer type.
    pub(crate) fn int_type(&self, ty: TypeId) -> Translated<(usize, bool)> {
        match self.program.types.get(ty) {
            Type::Bool => Ok((1, false)),
            Type::Float(_) => unsupported("floating-point numbers are not supported"),
            _ => match self.program.types.int_kind(ty) {
                Some(kind) => {
                    Ok((self.options.widths.of(kind, self.options.model), kind.is_signed()))
                }
                None => unsupported(format!("{} is no integer type", self.program.show_type(ty))),
            },
        }
    }

    /// The bits of an integer expression.
    pub(crate) fn int(&mut self, e: ExprId) -> Translated<Bits> {
        match self.value(e)? {
            Value::Int(bits) => Ok(bits),
            _ => unsupported("expected an integer"),
        }
    }

    /// The value of a pointer expression.
    pub(crate) fn pointer(&mut self, e: ExprId) -> Translated<crate::value::Pointer> {
        match self.value(e)? {
            Value::Pointer(p) => Ok(p),
            _ => unsupported("expected a pointer"),
        }
    }
}

pub(crate) fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp::*;
    matches!(op, Less | Greater | LessEqual | GreaterEqual | Equal | NotEqual)
}
