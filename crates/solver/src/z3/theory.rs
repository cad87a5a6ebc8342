//! Theory functions and literals given as SMT-LIB text, through Z3's own parser.
//!
//! `(assert (= r (NAME x0 … xn)))` is parsed once per name and operand sorts; where the parser maps
//! it to one function of Z3, that function is applied directly from then on, otherwise the operands
//! are substituted into the parsed term.

use super::Z3Solver;
use std::ffi::CString;
use z3_sys::*;

/// How to build an application of a theory function.
#[derive(Clone)]
pub(super) enum Recipe {
    /// Apply this.
    Function(Z3_func_decl),
    /// Put the operands in place of the parameters.
    Template { body: Z3_ast, params: Vec<Z3_ast> },
}

/// A theory function with operand and result sorts.
pub(super) type RecipeKey = (String, Vec<Z3_sort>, Z3_sort);

impl Z3Solver {
    /// A theory function applied to operands, or `None` if Z3 does not take it that way. The name
    /// may speak of the given sorts as `s0`, `s1`, ….
    pub(super) fn theory_app(
        &mut self,
        name: &str,
        named_sorts: &[Z3_sort],
        args: &[Z3_ast],
        result: Z3_sort,
    ) -> Option<Z3_ast> {
        let c = self.context.ptr;
        // SAFETY: the operands are live.
        let sorts: Option<Vec<Z3_sort>> =
            args.iter().map(|&a| unsafe { Z3_get_sort(c, a) }).collect();
        let sorts = sorts?;
        // The named sorts show in the result sort, so they need no place in the key.
        let key = (name.to_owned(), sorts, result);
        if !self.recipes.contains_key(&key) {
            let recipe = self.find_recipe(name, named_sorts, &key.1, result)?;
            self.recipes.insert(key.clone(), recipe);
        }
        // SAFETY: recipes hold references; the slices have the lengths given.
        unsafe {
            match &self.recipes[&key] {
                Recipe::Function(decl) => Z3_mk_app(c, *decl, args.len() as u32, args.as_ptr()),
                Recipe::Template { body, params } if params.is_empty() => Some(*body),
                Recipe::Template { body, params } => {
                    Z3_substitute(c, *body, args.len() as u32, params.as_ptr(), args.as_ptr())
                }
            }
        }
    }

    fn find_recipe(
        &mut self,
        name: &str,
        named_sorts: &[Z3_sort],
        sorts: &[Z3_sort],
        result: Z3_sort,
    ) -> Option<Recipe> {
        let operation = lariat_float::Operation::named(name);
        if operation.is_some_and(|op| !op.is_known_to_solvers()) {
            let symbol = self.context.symbol(name);
            let (c, count) = (self.context.ptr, sorts.len() as u32);
            // SAFETY: the sorts are live, and as many as said; so is the declaration.
            unsafe {
                let decl = Z3_mk_func_decl(c, symbol, count, sorts.as_ptr(), result)?;
                self.context.keep(decl.cast());
                return Some(Recipe::Function(decl));
            }
        }
        let params: Vec<String> = (0..sorts.len()).map(|i| format!("x{i}")).collect();
        let names: Vec<&str> = params.iter().map(String::as_str).collect();
        let application = match operation.map(|op| op.smt(&names)) {
            Some(float) => float?,
            None if params.is_empty() => name.to_owned(),
            None => format!("({name} {})", params.join(" ")),
        };
        let mut constants: Vec<(String, Z3_sort)> =
            params.into_iter().zip(sorts.iter().copied()).collect();
        constants.push(("result".to_owned(), result));
        let text = format!("(assert (= result {application}))");
        let equation = *self.parse(&text, named_sorts, &constants).first()?;
        let c = self.context.ptr;
        // SAFETY: the equation is live (kept by `parse`), hence its parts are.
        unsafe {
            let body = Z3_get_app_arg(c, Z3_to_app(c, equation)?, 1)?;
            let params: Vec<Z3_ast> = constants[..sorts.len()]
                .iter()
                .map(|(name, sort)| Z3_mk_const(c, self.context.symbol(name), *sort))
                .collect::<Option<_>>()?;
            for &param in &params {
                self.context.keep(param);
            }
            if Z3_get_ast_kind(c, body) == AstKind::App {
                let app = Z3_to_app(c, body)?;
                let count = Z3_get_app_num_args(c, app);
                let args: Option<Vec<Z3_ast>> =
                    (0..count).map(|i| Z3_get_app_arg(c, app, i)).collect();
                if !params.is_empty() && args? == params {
                    let decl = Z3_get_app_decl(c, app)?;
                    self.context.keep(decl.cast());
                    return Some(Recipe::Function(decl));
                }
            }
            Some(Recipe::Template { body, params })
        }
    }

    /// Parses SMT-LIB commands; the sorts are known there as `s0`, `s1`, …, the constants by the
    /// names given. Returns the assertions, which are kept alive.
    pub(super) fn parse(
        &mut self,
        text: &str,
        sorts: &[Z3_sort],
        constants: &[(String, Z3_sort)],
    ) -> Vec<Z3_ast> {
        let Ok(c_text) = CString::new(text) else {
            self.context.note_error("text with a zero byte");
            return Vec::new();
        };
        let sort_names: Vec<Z3_symbol> =
            (0..sorts.len()).map(|i| self.context.symbol(&format!("s{i}"))).collect();
        let c = self.context.ptr;
        let mut names = Vec::new();
        let mut decls = Vec::new();
        for (name, sort) in constants {
            let symbol = self.context.symbol(name);
            // SAFETY: the sort is live; the reference is given back below.
            unsafe {
                let decl = Z3_mk_func_decl(c, symbol, 0, std::ptr::null(), *sort)
                    .expect("Z3 declares a constant");
                Z3_inc_ref(c, decl.cast());
                decls.push(decl);
            }
            names.push(symbol);
        }
        // SAFETY: all arrays have the lengths given, and their contents are live.
        let parsed = unsafe {
            Z3_parse_smtlib2_string(
                c,
                c_text.as_ptr(),
                sorts.len() as u32,
                sort_names.as_ptr(),
                sorts.as_ptr(),
                decls.len() as u32,
                names.as_ptr(),
                decls.as_ptr(),
            )
        };
        let error = self.context.last_error();
        let formulas = match (parsed, error) {
            (Some(vector), None) => self.keep_all(vector),
            (_, error) => {
                let reason = error.unwrap_or_default();
                self.context.error.get_or_insert_with(|| format!("`{text}`: {reason}"));
                Vec::new()
            }
        };
        for decl in decls {
            // SAFETY: counted above.
            unsafe { Z3_dec_ref(c, decl.cast()) };
        }
        formulas
    }

    fn keep_all(&mut self, vector: Z3_ast_vector) -> Vec<Z3_ast> {
        let c = self.context.ptr;
        // SAFETY: the vector is live while counted; its elements get a reference of their own.
        unsafe {
            Z3_ast_vector_inc_ref(c, vector);
            let elements: Vec<Z3_ast> = (0..Z3_ast_vector_size(c, vector))
                .filter_map(|i| Z3_ast_vector_get(c, vector, i))
                .inspect(|&ast| self.context.keep(ast))
                .collect();
            Z3_ast_vector_dec_ref(c, vector);
            elements
        }
    }
}
