//! The typed program as text: C-like, with every implicit step visible.
//!
//! Loads show as `x`, lvalues that are not loaded as `@x`, casts as `(T)e` with the kind
//! where it matters. For tests and for people; not meant to be read again.

use crate::program::*;
use crate::tree::*;
use std::fmt::Write as _;

impl Program {
    /// The whole program.
    pub fn dump(&self) -> String {
        let mut out = String::new();
        for (id, global) in self.globals.iter().enumerate() {
            let name = format!("{}${id}", self.name(global.name));
            let _ = write!(out, "{}", self.show_declaration(global.ty, &name));
            if !global.defined {
                out.push_str(" (external)");
            }
            if let Some(init) = &global.init {
                let _ = write!(out, " = {}", self.dump_init(init));
            }
            out.push('\n');
        }
        for function in &self.functions {
            out.push_str(&self.dump_function(function));
        }
        out
    }

    /// A function with its body; nothing if it has none.
    pub fn dump_function(&self, function: &Function) -> String {
        let mut out = String::new();
        if let Some(body) = function.body {
            let params: Vec<String> = function.params.iter().map(|p| self.dump_var(*p)).collect();
            let head = format!("{}({})", self.name(function.name), params.join(", "));
            let result = self.types.function(function.ty).map(|f| f.result);
            let result = result.map_or(String::new(), |r| self.show_type(r));
            let _ = writeln!(out, "{result} {head}");
            self.dump_stmt(function, body, 0, &mut out);
        }
        out
    }

    fn dump_var(&self, id: VarId) -> String {
        let var = self.var(id);
        self.show_declaration(var.ty, &self.var_name(id))
    }

    fn var_name(&self, id: VarId) -> String {
        let name = self.var(id).name.map_or("", |n| self.name(n));
        format!("{name}%{}", id.0)
    }

    /// An initialiser.
    pub fn dump_init(&self, init: &Init) -> String {
        let mut parts = Vec::new();
        for entry in &init.entries {
            let mut at = String::new();
            for step in &entry.path {
                let _ = match step {
                    PathStep::Field(i) => write!(at, ".{i}"),
                    PathStep::Index(i) => write!(at, "[{i}]"),
                    PathStep::Range(a, b) => write!(at, "[{a}...{b}]"),
                };
            }
            let value = match entry.value {
                InitValue::Expr(e) => self.dump_expr(e),
                InitValue::Str(id) => format!("{:?}", self.string(id).text()),
                InitValue::Zero => "zero".to_owned(),
            };
            let bits = entry.bits.map_or(String::new(), |b| format!(":{}+{}", b.offset, b.width));
            parts.push(format!("{at}@{}{bits}: {value}", entry.offset));
        }
        let rest = if init.zero_rest { "; rest zero" } else { "" };
        format!("{{{}{rest}}}", parts.join(", "))
    }

    fn dump_stmt(&self, f: &Function, id: StmtId, depth: usize, out: &mut String) {
        let pad = "  ".repeat(depth);
        let label = |l: LabelId| match f.labels.get(l.index()).and_then(|l| l.name) {
            Some(name) => self.name(name).to_owned(),
            None => format!("L{}", l.0),
        };
        let text = match &self.stmt(id).kind {
            StmtKind::Block(stmts) => {
                let _ = writeln!(out, "{pad}{{");
                for stmt in stmts {
                    self.dump_stmt(f, *stmt, depth + 1, out);
                }
                "}".to_owned()
            }
            StmtKind::Expr(e) => format!("{};", self.dump_expr(*e)),
            StmtKind::If(c, then, otherwise) => {
                let _ = writeln!(out, "{pad}if {}", self.dump_expr(*c));
                self.dump_stmt(f, *then, depth + 1, out);
                let mut otherwise = *otherwise;
                // A chain of `else if` may be long: no recursion along it.
                while let Some(next) = otherwise.take() {
                    if let StmtKind::If(c, then, last) = &self.stmt(next).kind {
                        let _ = writeln!(out, "{pad}else if {}", self.dump_expr(*c));
                        self.dump_stmt(f, *then, depth + 1, out);
                        otherwise = *last;
                    } else {
                        let _ = writeln!(out, "{pad}else");
                        self.dump_stmt(f, next, depth + 1, out);
                    }
                }
                return;
            }
            StmtKind::While(c, body) => {
                let _ = writeln!(out, "{pad}while {}", self.dump_expr(*c));
                return self.dump_stmt(f, *body, depth + 1, out);
            }
            StmtKind::DoWhile(body, c) => {
                let _ = writeln!(out, "{pad}do");
                self.dump_stmt(f, *body, depth + 1, out);
                format!("while {};", self.dump_expr(*c))
            }
            StmtKind::For { init, condition, step, body } => {
                let show = |e: &Option<ExprId>| e.map_or(String::new(), |e| self.dump_expr(e));
                let _ = writeln!(out, "{pad}for ({}; {})", show(condition), show(step));
                if let Some(init) = init {
                    self.dump_stmt(f, *init, depth + 2, out);
                }
                return self.dump_stmt(f, *body, depth + 1, out);
            }
            StmtKind::Switch(switch) => {
                let mut cases: Vec<String> = switch
                    .cases
                    .iter()
                    .map(|c| format!("{}..{} -> {}", c.low, c.high, label(c.label)))
                    .collect();
                cases.extend(switch.default.map(|l| format!("default -> {}", label(l))));
                let value = self.dump_expr(switch.value);
                let _ = writeln!(out, "{pad}switch {value} [{}]", cases.join(", "));
                return self.dump_stmt(f, switch.body, depth + 1, out);
            }
            StmtKind::Label(l) => format!("{}:", label(*l)),
            StmtKind::Goto(l) => format!("goto {};", label(*l)),
            StmtKind::Break => "break;".to_owned(),
            StmtKind::Continue => "continue;".to_owned(),
            StmtKind::Return(None) => "return;".to_owned(),
            StmtKind::Return(Some(e)) => format!("return {};", self.dump_expr(*e)),
            StmtKind::Leave => "__leave;".to_owned(),
            StmtKind::Try(t) => {
                let _ = writeln!(out, "{pad}__try");
                self.dump_stmt(f, t.body, depth + 1, out);
                let block = match t.handler {
                    Handler::Finally(block) => {
                        let _ = writeln!(out, "{pad}__finally");
                        block
                    }
                    Handler::Except(filter, block) => {
                        let _ = writeln!(out, "{pad}__except {}", self.dump_expr(filter));
                        block
                    }
                };
                return self.dump_stmt(f, block, depth + 1, out);
            }
            StmtKind::Declare(var, None) => format!("{};", self.dump_var(*var)),
            StmtKind::Declare(var, Some(init)) => {
                format!("{} = {};", self.dump_var(*var), self.dump_init(init))
            }
            StmtKind::Asm(asm) => {
                let list = |operands: &[AsmOperand]| {
                    let shown: Vec<String> =
                        operands.iter().map(|o| self.dump_expr(o.expr)).collect();
                    shown.join(", ")
                };
                let template = self.string(asm.template).text();
                let (outputs, inputs) = (list(&asm.outputs), list(&asm.inputs));
                format!("asm({template:?} : {outputs} : {inputs});")
            }
            StmtKind::Pragma(text) => format!("#pragma lariat {}", self.name(*text)),
            StmtKind::Unsupported(what) => format!("unsupported {};", self.name(*what)),
        };
        let _ = writeln!(out, "{pad}{text}");
    }

    /// An expression; sub-expressions are in parentheses where they are compound.
    pub fn dump_expr(&self, id: ExprId) -> String {
        let expr = self.expr(id);
        let sub = |e: ExprId| self.dump_expr(e);
        let list = |args: &[ExprId]| args.iter().map(|a| sub(*a)).collect::<Vec<_>>().join(", ");
        match &expr.kind {
            ExprKind::Int(v) => {
                let suffix = match self.show_type(expr.ty).as_str() {
                    "int" => String::new(),
                    "unsigned int" => "u".to_owned(),
                    "long" => "l".to_owned(),
                    "unsigned long" => "ul".to_owned(),
                    other => format!("<{other}>"),
                };
                format!("{v}{suffix}")
            }
            ExprKind::Float(_, text) => self.name(*text).to_owned(),
            ExprKind::Str(id) => format!("{:?}", self.string(*id).text()),
            ExprKind::Var(id) => format!("@{}", self.var_name(*id)),
            ExprKind::Global(id) => format!("@{}${}", self.name(self.global(*id).name), id.0),
            ExprKind::Function(id) => self.name(self.function(*id).name).to_owned(),
            ExprKind::Load(e) => {
                let inner = sub(*e);
                inner.strip_prefix('@').map_or_else(|| format!("load({inner})"), str::to_owned)
            }
            ExprKind::Decay(e) => format!("decay({})", sub(*e)),
            ExprKind::Unary(op, e) => {
                let sign = match op {
                    UnaryOp::Negate => "-",
                    UnaryOp::Complement => "~",
                    UnaryOp::Not => "!",
                };
                format!("{sign}{}", sub(*e))
            }
            ExprKind::Binary(op, a, b) => {
                format!("({} {} {})", sub(*a), binary_sign(*op), sub(*b))
            }
            ExprKind::Logical(op, a, b) => {
                let sign = match op {
                    LogicalOp::And => "&&",
                    LogicalOp::Or => "||",
                    LogicalOp::Implies => "==>",
                    LogicalOp::Iff => "<==>",
                };
                format!("({} {sign} {})", sub(*a), sub(*b))
            }
            ExprKind::PointerOffset { pointer, offset, negative } => {
                let sign = if *negative { "-" } else { "+" };
                format!("({} p{sign} {})", sub(*pointer), sub(*offset))
            }
            ExprKind::PointerDifference(a, b) => format!("({} p-p {})", sub(*a), sub(*b)),
            ExprKind::Cast(kind, e) => {
                let mark = match kind {
                    CastKind::NullToPointer => "null ",
                    CastKind::Same => "same ",
                    CastKind::ToUnion(_) => "union ",
                    _ => "",
                };
                format!("({mark}{}){}", self.show_type(expr.ty), sub(*e))
            }
            ExprKind::Member(base, field) => {
                let record = self.types.record_of(self.expr(*base).ty);
                let name = record
                    .and_then(|r| self.types.record(r).fields.get(*field as usize)?.name)
                    .map_or_else(|| format!("<{field}>"), |n| self.name(n).to_owned());
                format!("{}.{name}", sub(*base))
            }
            ExprKind::Deref(e) => format!("@*{}", sub(*e)),
            ExprKind::AddressOf(e) => format!("&{}", sub(*e)),
            ExprKind::Call(callee, args) => match self.direct_callee(*callee) {
                Some(f) => format!("{}({})", self.name(self.function(f).name), list(args)),
                None => format!("({})({})", sub(*callee), list(args)),
            },
            ExprKind::Assign(a, b) => format!("({} = {})", sub(*a), sub(*b)),
            ExprKind::CompoundAssign(c) => format!(
                "({} {}=<{}> {})",
                sub(c.target),
                binary_sign(c.op),
                self.show_type(c.compute),
                sub(c.operand)
            ),
            ExprKind::Increment { target, up, postfix } => {
                let sign = if *up { "++" } else { "--" };
                if *postfix {
                    format!("{}{sign}", sub(*target))
                } else {
                    format!("{sign}{}", sub(*target))
                }
            }
            ExprKind::Conditional(c, a, b) => format!("({} ? {} : {})", sub(*c), sub(*a), sub(*b)),
            ExprKind::Comma(a, b) => format!("({}, {})", sub(*a), sub(*b)),
            ExprKind::StmtExpr(_, value) => {
                format!("({{...; {}}})", value.map_or(String::new(), sub))
            }
            ExprKind::CompoundLiteral(var, init) => {
                format!("@[{} = {}]", self.dump_var(*var), self.dump_init(init))
            }
            ExprKind::VaArg(list) => {
                format!("va_arg({}, {})", sub(*list), self.show_type(expr.ty))
            }
            ExprKind::Builtin(name, args) => format!("{}({})", self.name(*name), list(args)),
            ExprKind::Quantified { universal, var, body } => {
                let word = if *universal { "forall" } else { "exists" };
                format!("({word} {} . {})", self.dump_var(*var), sub(*body))
            }
            ExprKind::Unsupported(what) => format!("unsupported({})", self.name(*what)),
            ExprKind::Error => "<error>".to_owned(),
        }
    }
}

fn binary_sign(op: BinaryOp) -> &'static str {
    use BinaryOp::*;
    match op {
        Multiply => "*",
        Divide => "/",
        Remainder => "%",
        Add => "+",
        Subtract => "-",
        ShiftLeft => "<<",
        ShiftRight => ">>",
        Less => "<",
        Greater => ">",
        LessEqual => "<=",
        GreaterEqual => ">=",
        Equal => "==",
        NotEqual => "!=",
        And => "&",
        Xor => "^",
        Or => "|",
    }
}
