//! Random expressions of a given type over the variables in scope.

use super::types::{Type, Variable};
use super::{Features, functions};
use crate::random::Random;

/// What expressions may refer to.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// Variables.
    pub variables: Vec<Variable>,
    /// Whether `old` may be used.
    pub old: bool,
    /// Whether these are expressions of the entry, where old values are arbitrary.
    pub entry: bool,
}

impl Scope {
    /// Adds a variable; it hides those of the same name.
    pub fn add(&mut self, variable: Variable) {
        self.variables.retain(|v| v.name != variable.name);
        self.variables.push(variable);
    }

    fn of_type<'a>(&'a self, ty: &'a Type) -> impl Iterator<Item = &'a Variable> {
        self.variables.iter().filter(move |v| v.ty == *ty)
    }
}

/// Writes expressions.
pub struct Expressions<'a> {
    /// Where choices come from.
    pub random: &'a mut Random,
    /// What may be used.
    pub features: &'a Features,
    /// Names.
    pub scope: &'a Scope,
}

impl Expressions<'_> {
    /// An expression of this type.
    pub fn of(&mut self, ty: &Type, depth: usize) -> String {
        if depth == 0 || self.random.chance(25) {
            return self.leaf(ty);
        }
        if self.random.chance(4) {
            let condition = self.of(&Type::Bool, depth - 1);
            let (a, b) = (self.of(ty, depth - 1), self.of(ty, depth - 1));
            return format!("(if {condition} then {a} else {b})");
        }
        if self.random.chance(8)
            && let Some(read) = self.map_read(ty, depth - 1)
        {
            return read;
        }
        if self.random.chance(2) {
            return self.let_expression(ty, depth - 1);
        }
        match ty {
            Type::Bool => self.condition(depth - 1),
            Type::Int => self.integer(depth - 1),
            Type::Bv(width) => self.vector(*width, depth - 1),
            Type::Map(index, element) => self.map(ty, index, element, depth - 1),
            Type::Shape => self.shape(depth - 1),
        }
    }

    fn leaf(&mut self, ty: &Type) -> String {
        let candidates: Vec<&Variable> = self.scope.of_type(ty).collect();
        if !candidates.is_empty() && self.random.chance(75) {
            let variable = *self.random.pick(&candidates);
            let known = !self.scope.entry || ty.is_small();
            if variable.global && self.scope.old && known && self.random.chance(12) {
                return format!("old({})", variable.name);
            }
            return variable.name.clone();
        }
        self.literal(ty)
    }

    /// A constant.
    pub fn literal(&mut self, ty: &Type) -> String {
        match ty {
            Type::Bool => (*self.random.pick(&["true", "false"])).into(),
            Type::Int => self.random.below(4).to_string(),
            Type::Bv(width) => format!("{}bv{width}", self.random.below(1 << width)),
            Type::Map(index, element) => {
                let value = self.literal(element);
                format!("(lambda i: {} :: {value})", index.text())
            }
            Type::Shape => match self.random.below(3) {
                0 => format!("Dot({})", self.literal(&Type::Bool)),
                1 => format!("Box({}, {})", self.literal(&Type::Bv(1)), self.literal(&Type::Bool)),
                _ => "Nil()".into(),
            },
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        match self.random.below(20) {
            0..3 => {
                let op = *self.random.pick(&["&&", "||", "==>", "<==>"]);
                self.binary(op, &Type::Bool, depth)
            }
            3 => format!("!{}", self.of(&Type::Bool, 0)),
            4 => format!("(!{})", self.of(&Type::Bool, depth)),
            5..11 => {
                let op = *self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
                self.binary(op, &Type::Int, depth)
            }
            11..14 => {
                let op = *self.random.pick(&["==", "!="]);
                let ty = self.some_type();
                self.binary(op, &ty, depth)
            }
            14 | 15 => {
                let width = self.width();
                let name = *self.random.pick(functions::VECTOR_COMPARISONS);
                let (a, b) = (self.of(&Type::Bv(width), depth), self.of(&Type::Bv(width), depth));
                format!("{name}{width}({a}, {b})")
            }
            16 if self.features.shapes => {
                let test = *self.random.pick(&["Dot", "Box", "Nil"]);
                format!("({} is {test})", self.of(&Type::Shape, 0))
            }
            17 if self.features.functions => {
                let argument = self.of(&Type::Bool, depth);
                format!("{}({argument})", self.random.pick(&["odd", "flip", "other"]))
            }
            18 if self.features.quantifiers => {
                let quantifier = *self.random.pick(&["forall", "exists"]);
                let mut scope = self.scope.clone();
                let name = self.bound_name();
                scope.add(Variable {
                    name: name.clone(),
                    ty: Type::Bool,
                    assignable: false,
                    global: false,
                });
                let mut inner =
                    Expressions { random: self.random, features: self.features, scope: &scope };
                let body = inner.of(&Type::Bool, depth);
                format!("({quantifier} {name}: bool :: {body})")
            }
            _ => self.leaf(&Type::Bool),
        }
    }

    /// A name for a bound variable: often one that hides a global.
    fn bound_name(&mut self) -> String {
        let globals: Vec<&Variable> = self.scope.variables.iter().filter(|v| v.global).collect();
        if !globals.is_empty() && self.random.chance(50) {
            self.random.pick(&globals).name.clone()
        } else {
            format!("q{}", self.random.below(1000))
        }
    }

    fn let_expression(&mut self, ty: &Type, depth: usize) -> String {
        let bound = Type::random(self.random, false);
        let value = self.of(&bound, depth);
        let name = self.bound_name();
        let mut scope = self.scope.clone();
        scope.add(Variable { name: name.clone(), ty: bound, assignable: false, global: false });
        let mut inner = Expressions { random: self.random, features: self.features, scope: &scope };
        let body = inner.of(ty, depth);
        format!("(var {name} := {value}; {body})")
    }

    fn binary(&mut self, op: &str, ty: &Type, depth: usize) -> String {
        let (a, b) = (self.of(ty, depth), self.of(ty, depth));
        format!("({a} {op} {b})")
    }

    fn some_type(&mut self) -> Type {
        if self.scope.variables.is_empty() || self.random.chance(30) {
            return Type::Int;
        }
        self.random.pick(&self.scope.variables).ty.clone()
    }

    fn width(&mut self) -> u32 {
        let widths: Vec<u32> = self
            .scope
            .variables
            .iter()
            .filter_map(|v| match v.ty {
                Type::Bv(width) => Some(width),
                _ => None,
            })
            .collect();
        if widths.is_empty() { 2 } else { *self.random.pick(&widths) }
    }

    fn integer(&mut self, depth: usize) -> String {
        match self.random.below(12) {
            0..4 => self.binary("+", &Type::Int, depth),
            4..7 => self.binary("-", &Type::Int, depth),
            7 => {
                let op = *self.random.pick(&["div", "mod"]);
                let divisor = *self.random.pick(&["2", "3", "(-2)", "(-3)"]);
                format!("({} {op} {divisor})", self.of(&Type::Int, depth))
            }
            8 => format!("(-{})", self.of(&Type::Int, depth)),
            9 => format!("({} * {})", self.of(&Type::Int, depth), self.random.below(3)),
            10 if self.features.functions => {
                let (a, b) = (self.of(&Type::Int, depth), self.of(&Type::Int, depth));
                format!("{}({a}, {b})", self.random.pick(&["larger", "sum"]))
            }
            _ => self.leaf(&Type::Int),
        }
    }

    fn vector(&mut self, width: u32, depth: usize) -> String {
        let ty = Type::Bv(width);
        match self.random.below(10) {
            0..5 => {
                let name = *self.random.pick(functions::VECTOR_OPERATIONS);
                format!("{name}{width}({}, {})", self.of(&ty, depth), self.of(&ty, depth))
            }
            5 | 6 => {
                let name = *self.random.pick(&["bvnot", "bvneg"]);
                format!("{name}{width}({})", self.of(&ty, depth))
            }
            7 if width > 1 => {
                let low = self.random.between(1, width as usize - 1) as u32;
                let high = self.of(&Type::Bv(width - low), depth);
                format!("({high} ++ {})", self.of(&Type::Bv(low), depth))
            }
            8 if width < 3 => {
                let low = self.random.between(0, (3 - width) as usize) as u32;
                format!("{}[{}:{low}]", self.atom(&Type::Bv(3)), low + width)
            }
            _ => self.leaf(&ty),
        }
    }

    /// An expression that needs no parentheses before `[`.
    fn atom(&mut self, ty: &Type) -> String {
        format!("({})", self.leaf(ty))
    }

    fn map_read(&mut self, ty: &Type, depth: usize) -> Option<String> {
        let maps: Vec<Variable> = self
            .scope
            .variables
            .iter()
            .filter(|v| matches!(&v.ty, Type::Map(_, element) if **element == *ty))
            .cloned()
            .collect();
        if maps.is_empty() {
            return None;
        }
        let map = self.random.pick(&maps).clone();
        let Type::Map(index, _) = &map.ty else { return None };
        Some(format!("{}[{}]", map.name, self.of(index, depth)))
    }

    fn map(&mut self, ty: &Type, index: &Type, element: &Type, depth: usize) -> String {
        if self.random.chance(60) {
            let map = self.atom(ty);
            let (i, e) = (self.of(index, depth), self.of(element, depth));
            return format!("{map}[{i} := {e}]");
        }
        self.leaf(ty)
    }

    fn shape(&mut self, depth: usize) -> String {
        match self.random.below(4) {
            0 => format!("Dot({})", self.of(&Type::Bool, depth)),
            1 => format!("Box({}, {})", self.of(&Type::Bv(1), depth), self.of(&Type::Bool, depth)),
            _ => self.leaf(&Type::Shape),
        }
    }
}
