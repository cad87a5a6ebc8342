//! C types, interned.
//!
//! A [`TypeId`] is an index into [`Types`] together with its qualifiers in the low bits, so
//! qualifying and unqualifying a type needs no table. Records and enums are nominal: each
//! definition is its own type.

use crate::layout::DataModel;
use crate::program::VarId;
use crate::source::Place;
use crate::symbol::Symbol;
use rustc_hash::FxHashMap;

/// Type qualifiers, a set of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Qualifiers(pub u8);

impl Qualifiers {
    /// No qualifier.
    pub const NONE: Qualifiers = Qualifiers(0);
    /// `const`
    pub const CONST: Qualifiers = Qualifiers(1);
    /// `volatile`
    pub const VOLATILE: Qualifiers = Qualifiers(2);
    /// `restrict`
    pub const RESTRICT: Qualifiers = Qualifiers(4);
    /// `_Atomic`
    pub const ATOMIC: Qualifiers = Qualifiers(8);

    /// Both sets.
    #[must_use]
    pub fn and(self, other: Qualifiers) -> Qualifiers {
        Qualifiers(self.0 | other.0)
    }

    /// Is every qualifier of `other` in this set?
    pub fn contains(self, other: Qualifiers) -> bool {
        self.0 & other.0 == other.0
    }
}

/// A possibly qualified type: an index into [`Types`] and qualifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(u32);

impl TypeId {
    const fn plain(index: u32) -> TypeId {
        TypeId(index << 4)
    }

    /// The same type without qualifiers.
    #[must_use]
    pub fn unqualified(self) -> TypeId {
        TypeId(self.0 & !15)
    }

    /// The qualifiers.
    pub fn qualifiers(self) -> Qualifiers {
        Qualifiers((self.0 & 15) as u8)
    }

    /// The type with more qualifiers.
    #[must_use]
    pub fn with(self, qualifiers: Qualifiers) -> TypeId {
        TypeId(self.0 | u32::from(qualifiers.0 & 15))
    }

    /// Is the type `const`?
    pub fn is_const(self) -> bool {
        self.qualifiers().contains(Qualifiers::CONST)
    }

    /// Is the type `volatile`?
    pub fn is_volatile(self) -> bool {
        self.qualifiers().contains(Qualifiers::VOLATILE)
    }

    /// The position in the table of types.
    pub fn index(self) -> usize {
        (self.0 >> 4) as usize
    }
}

macro_rules! builtin_types {
    ($($name:ident = $index:literal => $kind:expr;)*) => {
        impl TypeId {
            $(#[doc = concat!("The built-in type `", stringify!($name), "`.")]
            pub const $name: TypeId = TypeId::plain($index);)*
        }
        const BUILTIN: &[Type] = &[$($kind),*];
    };
}

builtin_types! {
    ERROR = 0 => Type::Error;
    VOID = 1 => Type::Void;
    BOOL = 2 => Type::Bool;
    CHAR = 3 => Type::Int(IntKind::Char);
    SCHAR = 4 => Type::Int(IntKind::SChar);
    UCHAR = 5 => Type::Int(IntKind::UChar);
    SHORT = 6 => Type::Int(IntKind::Short);
    USHORT = 7 => Type::Int(IntKind::UShort);
    INT = 8 => Type::Int(IntKind::Int);
    UINT = 9 => Type::Int(IntKind::UInt);
    LONG = 10 => Type::Int(IntKind::Long);
    ULONG = 11 => Type::Int(IntKind::ULong);
    LONG_LONG = 12 => Type::Int(IntKind::LongLong);
    ULONG_LONG = 13 => Type::Int(IntKind::ULongLong);
    INT128 = 14 => Type::Int(IntKind::Int128);
    UINT128 = 15 => Type::Int(IntKind::UInt128);
    FLOAT = 16 => Type::Float(FloatKind::Float);
    DOUBLE = 17 => Type::Float(FloatKind::Double);
    LONG_DOUBLE = 18 => Type::Float(FloatKind::LongDouble);
    FLOAT128 = 19 => Type::Float(FloatKind::Float128);
}

/// A record's (struct's or union's) index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RecordId(pub u32);

/// An enum's index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EnumId(pub u32);

/// The shape of a type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// What an ill-typed expression has; compatible with everything.
    Error,
    /// `void`
    Void,
    /// `_Bool`
    Bool,
    /// An integer type.
    Int(IntKind),
    /// A floating type.
    Float(FloatKind),
    /// A pointer to a possibly qualified type.
    Pointer(TypeId),
    /// An array.
    Array(TypeId, ArrayLength),
    /// A function.
    Function(FunctionType),
    /// A struct or union.
    Record(RecordId),
    /// An enum.
    Enum(EnumId),
}

/// The integer types other than `_Bool` and enums.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum IntKind {
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
}

/// The floating types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum FloatKind {
    Float,
    Double,
    LongDouble,
    Float128,
}

/// How many elements an array has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArrayLength {
    /// This many.
    Fixed(u64),
    /// Not known here: `[]`.
    Unknown,
    /// The value of a hidden variable, set when the declaration is reached.
    Variable(VarId),
}

/// The type of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FunctionType {
    /// What it returns.
    pub result: TypeId,
    /// Its parameters, without top-level qualifiers; arrays and functions are pointers.
    pub params: Box<[TypeId]>,
    /// Does it take further arguments (`...`)?
    pub variadic: bool,
    /// False for `f()`, about whose arguments nothing is known.
    pub prototyped: bool,
}

/// Struct or union.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum RecordKind {
    Struct,
    Union,
}

/// A struct or union.
#[derive(Clone, Debug)]
pub struct Record {
    /// Struct or union.
    pub kind: RecordKind,
    /// Its tag, or the typedef name that it was defined for.
    pub tag: Option<Symbol>,
    /// False if the name is that of a typedef.
    pub tagged: bool,
    /// Where it was declared first.
    pub place: Place,
    /// Are the fields known?
    pub complete: bool,
    /// The members in order, with unnamed bit-fields of nonzero width.
    pub fields: Vec<Field>,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u32,
    /// `__attribute__((transparent_union))`
    pub transparent: bool,
    /// Is it really a vector or a complex number? Then its only member is the array of its parts.
    pub lanes: Option<Lanes>,
    /// Which translation unit defined it, counted from zero.
    pub unit: u32,
}

/// The parts of a vector or a complex number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lanes {
    /// Their type.
    pub element: TypeId,
    /// How many they are.
    pub count: u64,
    /// Real and imaginary part, or elements of a vector?
    pub complex: bool,
}

/// A member of a record.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name; `None` for anonymous records and unnamed bit-fields.
    pub name: Option<Symbol>,
    /// Its type.
    pub ty: TypeId,
    /// Byte offset; for a bit-field, of the byte that holds its first bit.
    pub offset: u64,
    /// Where its bits are, for a bit-field.
    pub bits: Option<BitField>,
    /// Where it was declared.
    pub place: Place,
}

/// The bits of a bit-field, counted from the least significant bit of the record's first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BitField {
    /// Offset of the first bit from the start of the record.
    pub offset: u64,
    /// How many bits.
    pub width: u32,
}

/// An enum.
#[derive(Clone, Debug)]
pub struct Enum {
    /// Its tag, or the typedef name that it was defined for.
    pub tag: Option<Symbol>,
    /// Where it was declared first.
    pub place: Place,
    /// Are the constants known?
    pub complete: bool,
    /// The integer type that represents it.
    pub underlying: IntKind,
    /// Does the program name that type (`enum e : T`)? Then constants have the type of the enum.
    pub is_fixed: bool,
    /// Its constants in order.
    pub constants: Vec<(Symbol, i128)>,
}

/// All types of a program.
#[derive(Clone, Debug)]
pub struct Types {
    /// The data model that sizes refer to.
    pub model: DataModel,
    /// Widths in bits that differ from the data model's; a type and its unsigned type have the same one.
    pub widths: Vec<(IntKind, u32)>,
    pub(crate) kinds: Vec<Type>,
    /// How deep each type nests pointers, arrays and functions.
    depths: Vec<u16>,
    pub(crate) index: FxHashMap<Type, u32>,
    pub(crate) records: Vec<Record>,
    /// Vectors and complex numbers by their parts.
    pub(crate) composites: FxHashMap<Lanes, TypeId>,
    pub(crate) enums: Vec<Enum>,
}

impl Types {
    /// The built-in types only.
    pub fn new(model: DataModel) -> Self {
        let kinds = BUILTIN.to_vec();
        let index = kinds.iter().cloned().zip(0..).collect();
        let depths = vec![0; kinds.len()];
        Types {
            model,
            widths: Vec::new(),
            kinds,
            depths,
            index,
            records: Vec::new(),
            composites: FxHashMap::default(),
            enums: Vec::new(),
        }
    }

    /// The shape of a type.
    pub fn get(&self, ty: TypeId) -> &Type {
        &self.kinds[ty.index()]
    }

    /// How many types there are; indices are below.
    pub fn count(&self) -> usize {
        self.kinds.len()
    }

    /// The type of a shape.
    pub fn intern(&mut self, kind: Type) -> TypeId {
        if let Some(&index) = self.index.get(&kind) {
            return TypeId::plain(index);
        }
        let index = self.kinds.len() as u32;
        let inner = match &kind {
            Type::Pointer(to) | Type::Array(to, _) => self.depth(*to),
            Type::Function(f) => {
                f.params.iter().map(|p| self.depth(*p)).max().unwrap_or(0).max(self.depth(f.result))
            }
            _ => 0,
        };
        self.depths.push(inner.saturating_add(1));
        self.kinds.push(kind.clone());
        self.index.insert(kind, index);
        TypeId::plain(index)
    }

    /// How deep the type nests pointers, arrays and functions; bounded by the front end.
    pub fn depth(&self, ty: TypeId) -> u16 {
        self.depths[ty.index()]
    }

    /// The type of pointers to a type.
    pub fn pointer_to(&mut self, ty: TypeId) -> TypeId {
        self.intern(Type::Pointer(ty))
    }

    /// The type of arrays of so many elements.
    pub fn array_of(&mut self, element: TypeId, length: u64) -> TypeId {
        self.intern(Type::Array(element, ArrayLength::Fixed(length)))
    }

    /// A record.
    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id.0 as usize]
    }

    /// An enum.
    pub fn enumeration(&self, id: EnumId) -> &Enum {
        &self.enums[id.0 as usize]
    }

    /// All records.
    pub fn records(&self) -> impl Iterator<Item = (RecordId, &Record)> {
        self.records.iter().enumerate().map(|(i, r)| (RecordId(i as u32), r))
    }

    /// All enums.
    pub fn enums(&self) -> impl Iterator<Item = (EnumId, &Enum)> {
        self.enums.iter().enumerate().map(|(i, e)| (EnumId(i as u32), e))
    }

    pub(crate) fn add_record(&mut self, record: Record) -> TypeId {
        self.records.push(record);
        self.intern(Type::Record(RecordId(self.records.len() as u32 - 1)))
    }

    pub(crate) fn add_enum(&mut self, e: Enum) -> TypeId {
        self.enums.push(e);
        self.intern(Type::Enum(EnumId(self.enums.len() as u32 - 1)))
    }

    /// The integer kind of an integer type or enum; `None` for `_Bool` and everything else.
    pub fn int_kind(&self, ty: TypeId) -> Option<IntKind> {
        match self.get(ty) {
            Type::Int(kind) => Some(*kind),
            Type::Enum(id) => Some(self.enumeration(*id).underlying),
            _ => None,
        }
    }

    /// Integer types, `_Bool` and enums.
    pub fn is_integer(&self, ty: TypeId) -> bool {
        matches!(self.get(ty), Type::Int(_) | Type::Bool | Type::Enum(_))
    }

    /// Floating types.
    pub fn is_float(&self, ty: TypeId) -> bool {
        matches!(self.get(ty), Type::Float(_))
    }

    /// Integers and floats.
    pub fn is_arithmetic(&self, ty: TypeId) -> bool {
        self.is_integer(ty) || self.is_float(ty)
    }

    /// Pointers.
    pub fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.get(ty), Type::Pointer(_))
    }

    /// Arithmetic types and pointers.
    pub fn is_scalar(&self, ty: TypeId) -> bool {
        self.is_arithmetic(ty) || self.is_pointer(ty)
    }

    /// `void`, qualified or not.
    pub fn is_void(&self, ty: TypeId) -> bool {
        ty.unqualified() == TypeId::VOID
    }

    /// The type of an expression that was wrong.
    pub fn is_error(&self, ty: TypeId) -> bool {
        ty.unqualified() == TypeId::ERROR
    }

    /// What a pointer points to.
    pub fn pointee(&self, ty: TypeId) -> Option<TypeId> {
        match self.get(ty) {
            Type::Pointer(to) => Some(*to),
            _ => None,
        }
    }

    /// The element type of an array, with the array's own qualifiers.
    pub fn element(&self, ty: TypeId) -> Option<TypeId> {
        match self.get(ty) {
            Type::Array(element, _) => Some(element.with(ty.qualifiers())),
            _ => None,
        }
    }

    /// The function type of a function type.
    pub fn function(&self, ty: TypeId) -> Option<&FunctionType> {
        match self.get(ty) {
            Type::Function(f) => Some(f),
            _ => None,
        }
    }

    /// The record of a record type.
    pub fn record_of(&self, ty: TypeId) -> Option<RecordId> {
        match self.get(ty) {
            Type::Record(id) => Some(*id),
            _ => None,
        }
    }

    /// Is the type an integer type whose values can be negative?
    pub fn is_signed(&self, ty: TypeId) -> bool {
        self.int_kind(ty).is_some_and(IntKind::is_signed)
    }

    /// The width in bits of a kind of integers.
    pub fn width_of(&self, kind: IntKind) -> u32 {
        let own = self.widths.iter().find(|(k, _)| k.to_unsigned() == kind.to_unsigned());
        own.map_or(self.model.int_size(kind) * 8, |&(_, width)| width)
    }

    /// The width in bits of an integer type; one for `_Bool`.
    pub fn int_width(&self, ty: TypeId) -> u32 {
        match self.get(ty) {
            Type::Bool => 1,
            _ => self.int_kind(ty).map_or(0, |k| self.width_of(k)),
        }
    }

    /// A value brought into the range of an integer type, as a cast does.
    pub fn wrap(&self, ty: TypeId, value: i128) -> i128 {
        match self.get(ty) {
            Type::Bool => i128::from(value != 0),
            _ => match self.int_width(ty) {
                0 => value,
                width => wrap_to(value, width, self.is_signed(ty)),
            },
        }
    }

    /// Does the type have a known size (objects of it can be made)?
    pub fn is_complete(&self, ty: TypeId) -> bool {
        match self.get(ty) {
            Type::Void | Type::Function(_) => false,
            Type::Record(id) => self.record(*id).complete,
            Type::Enum(_) => true,
            Type::Array(element, length) => {
                *length != ArrayLength::Unknown && self.is_complete(*element)
            }
            _ => true,
        }
    }

    /// Does the size depend on values at run time?
    pub fn is_variable_length(&self, ty: TypeId) -> bool {
        match self.get(ty) {
            Type::Array(_, ArrayLength::Variable(_)) => true,
            Type::Array(element, _) => self.is_variable_length(*element),
            _ => false,
        }
    }
}

/// The value of the low `width` bits, read as signed or unsigned.
pub fn wrap_to(value: i128, width: u32, signed: bool) -> i128 {
    match width {
        0 => return 0,
        128.. => return value,
        _ => {}
    }
    let shift = 128 - width;
    if signed { (value << shift) >> shift } else { ((value << shift) as u128 >> shift) as i128 }
}

impl IntKind {
    /// Can its values be negative? (`char` is signed on the machines we model.)
    pub fn is_signed(self) -> bool {
        use IntKind::*;
        matches!(self, Char | SChar | Short | Int | Long | LongLong | Int128)
    }

    /// Conversion rank (C11 6.3.1.1).
    pub fn rank(self) -> u32 {
        use IntKind::*;
        match self {
            Char | SChar | UChar => 1,
            Short | UShort => 2,
            Int | UInt => 3,
            Long | ULong => 4,
            LongLong | ULongLong => 5,
            Int128 | UInt128 => 6,
        }
    }

    /// The unsigned type of the same rank.
    #[must_use]
    pub fn to_unsigned(self) -> IntKind {
        use IntKind::*;
        match self {
            Char | SChar => UChar,
            Short => UShort,
            Int => UInt,
            Long => ULong,
            LongLong => ULongLong,
            Int128 => UInt128,
            unsigned => unsigned,
        }
    }

    /// The type.
    pub fn type_id(self) -> TypeId {
        use IntKind::*;
        match self {
            Char => TypeId::CHAR,
            SChar => TypeId::SCHAR,
            UChar => TypeId::UCHAR,
            Short => TypeId::SHORT,
            UShort => TypeId::USHORT,
            Int => TypeId::INT,
            UInt => TypeId::UINT,
            Long => TypeId::LONG,
            ULong => TypeId::ULONG,
            LongLong => TypeId::LONG_LONG,
            ULongLong => TypeId::ULONG_LONG,
            Int128 => TypeId::INT128,
            UInt128 => TypeId::UINT128,
        }
    }
}
