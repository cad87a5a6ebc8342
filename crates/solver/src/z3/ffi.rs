//! Declarations that `z3-sys` makes stricter than the library is.
//!
//! The binding types decl kinds as a Rust enum with the numbering of one particular Z3 version, and
//! symbols as non-null; other versions of the library return other numbers (undefined behaviour for
//! an enum), and absent symbols are legal in quantifiers. Everything else comes from `z3-sys`.

use std::ffi::c_uint;
use z3_sys::{Z3_app, Z3_ast, Z3_context, Z3_func_decl, Z3_pattern, Z3_symbol};

/// Decl kinds whose numbers are the same in all versions of Z3 since 4.8.
pub mod kind {
    pub const TRUE: u32 = 0x100;
    pub const FALSE: u32 = 0x101;
    pub const EQ: u32 = 0x102;
    pub const ITE: u32 = 0x104;
    pub const AND: u32 = 0x105;
    pub const OR: u32 = 0x106;
    pub const NOT: u32 = 0x109;
    pub const STORE: u32 = 0x300;
    pub const CONST_ARRAY: u32 = 0x302;
}

/// Whether a kind of declaration is a connective, an equality or a case distinction.
pub fn is_logical(kind: c_uint) -> bool {
    const EQUALITY: c_uint = 0x102;
    const FIRST_OF_ARITHMETIC: c_uint = 0x200;
    (EQUALITY..FIRST_OF_ARITHMETIC).contains(&kind)
}

unsafe extern "C" {
    pub fn Z3_get_decl_kind(c: Z3_context, d: Z3_func_decl) -> c_uint;

    pub fn Z3_mk_quantifier_const_ex(
        c: Z3_context,
        is_forall: bool,
        weight: c_uint,
        quantifier_id: Option<Z3_symbol>,
        skolem_id: Option<Z3_symbol>,
        num_bound: c_uint,
        bound: *const Z3_app,
        num_patterns: c_uint,
        patterns: *const Z3_pattern,
        num_no_patterns: c_uint,
        no_patterns: *const Z3_ast,
        body: Z3_ast,
    ) -> Option<Z3_ast>;
}
