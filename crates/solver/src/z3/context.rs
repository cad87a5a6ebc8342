//! A Z3 context with one solver in it: owned pointers, errors as text, nothing that aborts.

use std::ffi::{CStr, CString, c_char};
use std::sync::Mutex;
use z3_sys::*;

/// How much a second question by models may cost, in Z3's own unit of work (some millions are a second).
pub(super) const MAX_WORK_BY_MODELS: u32 = 2_000_000;

/// Settings of Z3.
#[derive(Clone, Debug, Default)]
pub struct Z3Options {
    /// Random seed; the same seed gives the same run.
    pub seed: u32,
    /// Whether quantifiers are also instantiated by models (complete for more formulas, slower).
    pub mbqi: bool,
    /// Whether a question that quantifiers leave open is asked a second time, with instances by models as well
    /// and for a fixed amount of work (`MAX_WORK_BY_MODELS`): the answer does not depend on the machine.
    pub models_second: bool,
    /// Whether products and quotients of variables may be anything, though the same for the same operands. `Unsat`
    /// holds all the same; what would be `Sat` is `Unknown` with a candidate for a model. Large satisfiable questions,
    /// which may take forever otherwise, are answered soon.
    pub unknown_products: bool,
    /// Whether maps are reasoned about where they are read only, with the same consequence.
    pub weak_maps: bool,
    /// Whether no formula asks if two maps are equal. Maps that agree everywhere may be different then, which is
    /// much less work.
    pub maps_not_compared: bool,
    /// Further parameters of the solver, named as in Z3's documentation (`smt.arith.solver`).
    pub extra: Vec<(String, String)>,
}

impl Z3Options {
    /// The same settings as the first lines of an SMT-LIB script for Z3.
    pub fn script_header(&self) -> String {
        let mut text = format!(
            "(set-option :auto_config false)\n(set-option :smt.mbqi {})\n\
             (set-option :smt.random_seed {})\n",
            self.mbqi, self.seed
        );
        if self.weak_maps {
            text.push_str("(set-option :smt.array.weak true)\n");
        }
        if self.maps_not_compared {
            text.push_str("(set-option :smt.array.extensional false)\n");
        }
        for (name, value) in &self.extra {
            text.push_str(&format!("(set-option :{name} {value})\n"));
        }
        text
    }
}

/// The Z3 that is linked, as `4.8.12`.
pub fn version() -> String {
    let (mut major, mut minor, mut build, mut revision) = (0, 0, 0, 0);
    // SAFETY: the four pointers are valid for writing.
    unsafe { Z3_get_version(&mut major, &mut minor, &mut build, &mut revision) };
    format!("{major}.{minor}.{build}")
}

/// Owns a context and a solver.
pub(super) struct Context {
    pub ptr: Z3_context,
    pub solver: Z3_solver,
    /// The first thing that Z3 refused.
    pub error: Option<String>,
    /// Terms, sorts and functions that live as long as the context. Z3 deletes a context with
    /// references left over in quadratic time, so each is given back at the end.
    kept: Vec<Z3_ast>,
}

/// Called by Z3 on every error; without a handler Z3 ends the process. The error is read from the
/// context after the failing call.
unsafe extern "C" fn keep_calm(_: Z3_context, _: ErrorCode) {}

/// Context creation reads and changes global state of Z3, so one at a time.
static CREATION: Mutex<()> = Mutex::new(());

impl Context {
    pub fn new(options: &Z3Options) -> Self {
        let _guard = CREATION.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        // SAFETY: the configuration lives until after the context is made; the solver's reference
        // is counted before any other call.
        let (ptr, solver) = unsafe {
            let config = Z3_mk_config().expect("Z3 makes a configuration");
            Z3_set_param_value(config, c"auto_config".as_ptr(), c"false".as_ptr());
            let ptr = Z3_mk_context_rc(config).expect("Z3 makes a context");
            Z3_del_config(config);
            Z3_set_error_handler(ptr, Some(keep_calm));
            Z3_set_ast_print_mode(ptr, AstPrintMode::Smtlib2Compliant);
            let solver = Z3_mk_simple_solver(ptr).expect("Z3 makes a solver");
            Z3_solver_inc_ref(ptr, solver);
            (ptr, solver)
        };
        let mut context = Self { ptr, solver, error: None, kept: Vec::new() };
        context.set_options(options);
        context
    }

    fn set_options(&mut self, options: &Z3Options) {
        // SAFETY: the parameter set is counted while in use; the strings outlive the calls.
        unsafe {
            let Some(params) = Z3_mk_params(self.ptr) else {
                return self.note_error("parameters");
            };
            Z3_params_inc_ref(self.ptr, params);
            let set_bool = |name: &CStr, value: bool| {
                if let Some(symbol) = Z3_mk_string_symbol(self.ptr, name.as_ptr()) {
                    Z3_params_set_bool(self.ptr, params, symbol, value);
                }
            };
            // The host program decides what Ctrl-C does.
            set_bool(c"ctrl_c", false);
            set_bool(c"smt.auto_config", false);
            set_bool(c"smt.mbqi", options.mbqi);
            set_bool(c"smt.array.weak", options.weak_maps);
            set_bool(c"smt.array.extensional", !options.maps_not_compared);
            if let Some(symbol) = Z3_mk_string_symbol(self.ptr, c"smt.random_seed".as_ptr()) {
                Z3_params_set_uint(self.ptr, params, symbol, options.seed);
            }
            for (name, value) in &options.extra {
                self.set_extra(params, name, value);
            }
            Z3_solver_set_params(self.ptr, self.solver, params);
            Z3_params_dec_ref(self.ptr, params);
        }
        self.check_error("the solver parameters");
    }

    /// Sets whether quantifiers are instantiated by models, and how much work a query may take (0: any amount).
    pub(super) fn set_models(&mut self, by_models: bool, work: u32) {
        // SAFETY: the parameter set is counted while in use; the strings outlive the calls.
        unsafe {
            let Some(params) = Z3_mk_params(self.ptr) else {
                return self.note_error("parameters");
            };
            Z3_params_inc_ref(self.ptr, params);
            if let Some(symbol) = Z3_mk_string_symbol(self.ptr, c"smt.mbqi".as_ptr()) {
                Z3_params_set_bool(self.ptr, params, symbol, by_models);
            }
            if let Some(symbol) = Z3_mk_string_symbol(self.ptr, c"rlimit".as_ptr()) {
                Z3_params_set_uint(self.ptr, params, symbol, work);
            }
            Z3_solver_set_params(self.ptr, self.solver, params);
            Z3_params_dec_ref(self.ptr, params);
        }
        self.check_error("the solver parameters");
    }

    /// One parameter whose kind is guessed from its value.
    ///
    /// # Safety
    /// `params` is a live parameter set of this context.
    pub(super) unsafe fn set_extra(&mut self, params: Z3_params, name: &str, value: &str) {
        let (Ok(c_name), Ok(c_value)) = (CString::new(name), CString::new(value)) else { return };
        // SAFETY: the strings outlive the calls.
        unsafe {
            let Some(symbol) = Z3_mk_string_symbol(self.ptr, c_name.as_ptr()) else {
                return self.note_error(name);
            };
            if let Ok(b) = value.parse::<bool>() {
                Z3_params_set_bool(self.ptr, params, symbol, b);
            } else if let Ok(n) = value.parse::<u32>() {
                Z3_params_set_uint(self.ptr, params, symbol, n);
            } else if let Ok(x) = value.parse::<f64>() {
                Z3_params_set_double(self.ptr, params, symbol, x);
            } else if let Some(s) = Z3_mk_string_symbol(self.ptr, c_value.as_ptr()) {
                Z3_params_set_symbol(self.ptr, params, symbol, s);
            }
        }
    }

    /// Records the error of the call that just failed.
    #[cold]
    pub fn note_error(&mut self, what: &str) {
        let reason = self.last_error().unwrap_or_else(|| "no reason given".to_owned());
        self.error.get_or_insert_with(|| format!("{what}: {reason}"));
    }

    /// Records an error if the last call failed, for calls that return nothing.
    pub fn check_error(&mut self, what: &str) {
        if self.last_error().is_some() {
            self.note_error(what);
        }
    }

    /// The error of the last call, if it failed.
    pub fn last_error(&self) -> Option<String> {
        // SAFETY: the context is live.
        let code = unsafe { Z3_get_error_code(self.ptr) };
        (code != ErrorCode::Ok).then(|| {
            // SAFETY: Z3 returns a string that lives until the next call.
            unsafe { text(Z3_get_error_msg(self.ptr, code)) }
        })
    }

    /// Keeps a term (or sort or function, cast to one) alive until the end.
    ///
    /// # Safety
    /// The term belongs to this context and is live.
    pub unsafe fn keep(&mut self, ast: Z3_ast) {
        // SAFETY: as the caller promises.
        unsafe { Z3_inc_ref(self.ptr, ast) };
        self.kept.push(ast);
    }

    /// A symbol with this name.
    pub fn symbol(&mut self, name: &str) -> Z3_symbol {
        let name = CString::new(name.replace('\0', "")).unwrap_or_default();
        // SAFETY: Z3 copies the string.
        unsafe { Z3_mk_string_symbol(self.ptr, name.as_ptr()) }.expect("Z3 makes a symbol")
    }

    /// A term as SMT-LIB text.
    pub fn print(&self, ast: Z3_ast) -> String {
        // SAFETY: the term is live, and the string is copied before the next call.
        unsafe { text(Z3_ast_to_string(self.ptr, ast)) }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: nothing uses the solver or the context after this.
        unsafe {
            Z3_solver_dec_ref(self.ptr, self.solver);
            // Parents before children, so that no deletion reaches far down.
            for &ast in self.kept.iter().rev() {
                Z3_dec_ref(self.ptr, ast);
            }
            Z3_del_context(self.ptr);
        }
    }
}

/// Copies a string of Z3.
///
/// # Safety
/// The pointer is null or a C string that lives during the call.
pub(super) unsafe fn text(pointer: *const c_char) -> String {
    if pointer.is_null() {
        return String::new();
    }
    // SAFETY: as the caller promises.
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
}
