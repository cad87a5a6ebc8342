//! Compatible types and composite types (C11 6.2.7).

use crate::types::{ArrayLength, FunctionType, Type, TypeId, Types};

impl Types {
    /// Are two types compatible, qualifiers included? Records of different translation units
    /// are compared by tag here; the linker looks at their members.
    pub fn compatible(&self, a: TypeId, b: TypeId) -> bool {
        a.qualifiers() == b.qualifiers() && self.compatible_unqualified(a, b)
    }

    /// Are two types compatible when their own qualifiers are left out?
    pub fn compatible_unqualified(&self, a: TypeId, b: TypeId) -> bool {
        if a.index() == b.index() {
            return true;
        }
        match (self.get(a), self.get(b)) {
            (Type::Error, _) | (_, Type::Error) => true,
            (Type::Pointer(a), Type::Pointer(b)) => self.compatible(*a, *b),
            (Type::Array(a, n), Type::Array(b, m)) => {
                let lengths = match (n, m) {
                    (ArrayLength::Fixed(n), ArrayLength::Fixed(m)) => n == m,
                    _ => true,
                };
                lengths && self.compatible(*a, *b)
            }
            (Type::Function(f), Type::Function(g)) => self.compatible_functions(f, g),
            (Type::Enum(e), Type::Int(kind)) | (Type::Int(kind), Type::Enum(e)) => {
                self.enumeration(*e).underlying == *kind
            }
            (Type::Record(a), Type::Record(b)) => {
                let (a, b) = (self.record(*a), self.record(*b));
                a.unit != b.unit && a.kind == b.kind && a.tag == b.tag && a.tagged == b.tagged
            }
            (Type::Enum(a), Type::Enum(b)) => {
                // Only ever different units' views of one enum get compared by name.
                let (a, b) = (self.enumeration(*a), self.enumeration(*b));
                a.tag == b.tag && (a.constants == b.constants || !a.complete || !b.complete)
            }
            _ => false,
        }
    }

    fn compatible_functions(&self, f: &FunctionType, g: &FunctionType) -> bool {
        if !self.compatible_unqualified(f.result, g.result) {
            return false;
        }
        if !f.prototyped || !g.prototyped {
            return true;
        }
        f.variadic == g.variadic
            && f.params.len() == g.params.len()
            && f.params
                .iter()
                .zip(&g.params)
                .all(|(a, b)| self.compatible_unqualified(*a, *b) || self.transparent(*a, *b))
    }

    /// Do two types of functions differ in what pointers point to only? Then a call of either passes the same values.
    pub fn called_alike(&self, a: TypeId, b: TypeId) -> bool {
        let (Type::Function(f), Type::Function(g)) = (self.get(a), self.get(b)) else {
            return false;
        };
        let alike = |a: TypeId, b: TypeId| {
            self.compatible_unqualified(a, b) || self.is_pointer(a) && self.is_pointer(b)
        };
        alike(f.result, g.result)
            && f.variadic == g.variadic
            && f.params.len() == g.params.len()
            && f.params.iter().zip(&g.params).all(|(&a, &b)| alike(a, b))
    }

    /// A transparent union parameter agrees with each of its members.
    fn transparent(&self, a: TypeId, b: TypeId) -> bool {
        let one_way = |union: TypeId, member: TypeId| {
            self.record_of(union).is_some_and(|id| {
                let record = self.record(id);
                record.transparent
                    && record.fields.iter().any(|f| self.compatible_unqualified(f.ty, member))
            })
        };
        one_way(a, b) || one_way(b, a)
    }

    /// The composite of two compatible types: knows what either knows.
    pub fn composite(&mut self, a: TypeId, b: TypeId) -> TypeId {
        if a == b {
            return a;
        }
        let qualifiers = a.qualifiers();
        match (self.get(a).clone(), self.get(b).clone()) {
            (Type::Array(x, n), Type::Array(y, m)) => {
                let element = self.composite(x, y);
                let length = if n == ArrayLength::Unknown { m } else { n };
                self.intern(Type::Array(element, length)).with(qualifiers)
            }
            (Type::Pointer(x), Type::Pointer(y)) => {
                let to = self.composite(x, y);
                self.pointer_to(to).with(qualifiers)
            }
            (Type::Function(f), Type::Function(g)) => {
                let result = self.composite(f.result, g.result);
                let merged = match (f.prototyped, g.prototyped) {
                    (true, true) if f.params.len() == g.params.len() => {
                        let params =
                            f.params.iter().zip(&g.params).map(|(x, y)| self.composite(*x, *y));
                        let params = params.collect();
                        FunctionType { result, params, ..f }
                    }
                    (true, _) => FunctionType { result, ..f },
                    (false, _) => FunctionType { result, ..g },
                };
                self.intern(Type::Function(merged)).with(qualifiers)
            }
            (Type::Error, _) => b,
            _ => a,
        }
    }
}
