//! Sorts, datatypes and uninterpreted functions as Z3 knows them, declared on first use.

use super::Z3Solver;
use lariat_logic::{ConstructorId, DatatypeId, FunctionId, Op, Sort, SortId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;
use z3_sys::*;

/// What Z3 calls the parts of a constructor.
#[derive(Clone)]
pub(super) struct ConstructorDecls {
    pub build: Z3_func_decl,
    pub is: Z3_func_decl,
    pub fields: Vec<Z3_func_decl>,
}

/// Everything declared so far. The references held here are never given back before the context
/// itself goes.
#[derive(Default)]
pub(super) struct Declarations {
    sorts: Vec<Option<Z3_sort>>,
    functions: Vec<Option<Z3_func_decl>>,
    pub constructors: FxHashMap<ConstructorId, ConstructorDecls>,
    /// Names of sorts in use: Z3 identifies sorts by name.
    sort_names: FxHashSet<String>,
    /// Map sorts by structure, filled as far as `map_sorts_seen`.
    map_sorts: FxHashMap<(Vec<SortId>, SortId), SortId>,
    map_sorts_seen: usize,
}

impl Z3Solver {
    /// The sort, declared if it is new.
    pub(super) fn sort(&mut self, terms: &Terms, id: SortId) -> Z3_sort {
        if let Some(Some(sort)) = self.declared.sorts.get(id.index()) {
            return *sort;
        }
        let sort = self.declare_sort(terms, id);
        self.remember_sort(id, sort)
    }

    fn remember_sort(&mut self, id: SortId, sort: Z3_sort) -> Z3_sort {
        let sorts = &mut self.declared.sorts;
        if sorts.len() <= id.index() {
            sorts.resize(id.index() + 1, None);
        }
        if sorts[id.index()].is_none() {
            // SAFETY: the sort is live; the reference is kept until the context goes.
            unsafe { self.context.keep(sort.cast()) };
            sorts[id.index()] = Some(sort);
        }
        sort
    }

    fn unique_sort_name(&mut self, name: &str) -> String {
        let mut unique = name.to_owned();
        let mut n = 0;
        while !self.declared.sort_names.insert(unique.clone()) {
            n += 1;
            unique = format!("{name}@{n}");
        }
        unique
    }

    fn declare_sort(&mut self, terms: &Terms, id: SortId) -> Z3_sort {
        let c = self.context.ptr;
        // SAFETY (whole match): all sorts passed are live, all slices have the lengths given.
        let made = match terms.sort_of_id(id) {
            Sort::Bool => unsafe { Z3_mk_bool_sort(c) },
            Sort::Int => unsafe { Z3_mk_int_sort(c) },
            Sort::Real => unsafe { Z3_mk_real_sort(c) },
            Sort::Bv(width) => unsafe { Z3_mk_bv_sort(c, *width) },
            Sort::Float { exponent, significand } => unsafe {
                Z3_mk_fpa_sort(c, *exponent, *significand)
            },
            Sort::RoundingMode => unsafe { Z3_mk_fpa_rounding_mode_sort(c) },
            Sort::String => unsafe { Z3_mk_string_sort(c) },
            Sort::RegLan => unsafe { Z3_mk_string_sort(c).and_then(|s| Z3_mk_re_sort(c, s)) },
            Sort::Seq(element) => {
                let element = self.sort(terms, *element);
                unsafe { Z3_mk_seq_sort(c, element) }
            }
            Sort::Map { indices, element } => {
                let domain: Vec<Z3_sort> = indices.iter().map(|&i| self.sort(terms, i)).collect();
                let range = self.sort(terms, *element);
                unsafe { Z3_mk_array_sort_n(c, domain.len() as u32, domain.as_ptr(), range) }
            }
            Sort::Uninterpreted(name) => {
                let name = self.unique_sort_name(name);
                let symbol = self.context.symbol(&name);
                unsafe { Z3_mk_uninterpreted_sort(c, symbol) }
            }
            Sort::Datatype(datatype) => {
                self.declare_datatypes(terms, *datatype);
                self.declared.sorts.get(id.index()).copied().flatten()
            }
        };
        made.unwrap_or_else(|| {
            self.context.note_error(&format!("the sort {:?}", terms.sort_of_id(id)));
            // SAFETY: the context is live.
            unsafe { Z3_mk_bool_sort(c) }.expect("Z3 has a Boolean sort")
        })
    }

    /// Which sort this is, if it was declared here.
    pub(super) fn sort_id(&self, sort: Z3_sort) -> Option<SortId> {
        self.declared.sorts.iter().position(|&s| s == Some(sort)).map(SortId::from)
    }

    /// The operator that this part of a datatype's declaration is.
    pub(super) fn constructor_op(&self, decl: Z3_func_decl) -> Option<Op> {
        self.declared.constructors.iter().find_map(|(&k, decls)| {
            if decls.build == decl {
                return Some(Op::Construct(k));
            }
            if decls.is == decl {
                return Some(Op::IsConstructor(k));
            }
            let field = decls.fields.iter().position(|&f| f == decl)?;
            Some(Op::Field(k, u32::try_from(field).ok()?))
        })
    }

    /// The function, declared if it is new.
    pub(super) fn function(&mut self, terms: &Terms, id: FunctionId) -> Z3_func_decl {
        if let Some(Some(decl)) = self.declared.functions.get(id.index()) {
            return *decl;
        }
        let function = terms.function(id);
        let params: Vec<Z3_sort> = function.params.iter().map(|&s| self.sort(terms, s)).collect();
        let result = self.sort(terms, function.result);
        let symbol = self.context.symbol(&function.name);
        let c = self.context.ptr;
        // SAFETY: sorts and symbol are live; the reference is kept until the context goes.
        let decl = unsafe {
            let decl = Z3_mk_func_decl(c, symbol, params.len() as u32, params.as_ptr(), result)
                .expect("Z3 declares a function");
            self.context.keep(decl.cast());
            decl
        };
        let functions = &mut self.declared.functions;
        if functions.len() <= id.index() {
            functions.resize(id.index() + 1, None);
        }
        functions[id.index()] = Some(decl);
        decl
    }

    /// The declarations that belong to a constructor.
    pub(super) fn constructor(&mut self, terms: &Terms, id: ConstructorId) -> &ConstructorDecls {
        let datatype = terms.constructor(id).datatype;
        self.sort(terms, terms.datatype(datatype).sort);
        self.declared.constructors.get(&id).expect("declared together with its datatype")
    }

    /// Declares a datatype together with all datatypes that its fields need.
    ///
    /// The text goes through Z3's own parser, because the C interface before version 4.12 cannot
    /// declare datatypes that contain themselves under a map.
    fn declare_datatypes(&mut self, terms: &Terms, root: DatatypeId) {
        let is_known = |z3: &Self, d: DatatypeId| {
            let sort = terms.datatype(d).sort;
            z3.declared.sorts.get(sort.index()).is_some_and(Option::is_some)
        };
        let mut group = terms.datatype_group(root, |d| is_known(self, d));
        // Z3 takes no datatype of the same declaration as the index of a map.
        for index in indices_of_maps(terms, &group) {
            let needs_root = terms.datatype_group(index, |_| false).contains(&root);
            if !needs_root && !is_known(self, index) {
                self.sort(terms, terms.datatype(index).sort);
                group = terms.datatype_group(root, |d| is_known(self, d));
            }
        }
        let mut names: FxHashMap<DatatypeId, String> = FxHashMap::default();
        for &d in &group {
            let name = self.unique_sort_name(&terms.datatype(d).name);
            // The prefix keeps clear of the names that Z3 has defined itself, such as `List`.
            names.insert(d, format!("|type.{}|", name.replace(['|', '\\'], "_")));
        }
        let mut foreign: Vec<Z3_sort> = Vec::new();
        let (mut heads, mut bodies, mut witnesses) = (String::new(), String::new(), String::new());
        for (position, d) in group.iter().enumerate() {
            let name = &names[d];
            let _ = write!(heads, "({name} 0)");
            let _ = write!(witnesses, "(declare-const w{position} {name})");
            let _ = write!(witnesses, "(assert (= w{position} w{position}))");
            bodies.push('(');
            for &k in &terms.datatype(*d).constructors {
                let constructor = terms.constructor(k);
                let _ = write!(bodies, "(c{}", k.0);
                for (i, (_, sort)) in constructor.fields.iter().enumerate() {
                    let sort = self.field_sort(terms, *sort, &names, &mut foreign);
                    let _ = write!(bodies, "(c{}f{i} {sort})", k.0);
                }
                bodies.push(')');
            }
            bodies.push(')');
        }
        let text = format!("(declare-datatypes ({heads}) ({bodies})){witnesses}");
        let formulas = self.parse(&text, &foreign, &[]);
        let c = self.context.ptr;
        for (d, formula) in group.iter().zip(formulas) {
            // SAFETY: the formula is the equation of the witness with itself, kept live by us.
            let sort = unsafe {
                let equation = Z3_to_app(c, formula).expect("an equation");
                let witness = Z3_get_app_arg(c, equation, 0).expect("has a left side");
                Z3_get_sort(c, witness).expect("which has a sort")
            };
            self.remember_sort(terms.datatype(*d).sort, sort);
            self.remember_constructors(terms, *d, sort);
        }
    }

    fn remember_constructors(&mut self, terms: &Terms, datatype: DatatypeId, sort: Z3_sort) {
        let c = self.context.ptr;
        for (i, &k) in terms.datatype(datatype).constructors.iter().enumerate() {
            let i = i as u32;
            let count = terms.constructor(k).fields.len() as u32;
            // SAFETY: the sort is a live datatype with these constructors; references are kept.
            let decls = unsafe {
                let mut keep = |decl: Option<Z3_func_decl>| {
                    let decl = decl.expect("declared with the datatype");
                    self.context.keep(decl.cast());
                    decl
                };
                ConstructorDecls {
                    build: keep(Z3_get_datatype_sort_constructor(c, sort, i)),
                    is: keep(Z3_get_datatype_sort_recognizer(c, sort, i)),
                    fields: (0..count)
                        .map(|f| keep(Z3_get_datatype_sort_constructor_accessor(c, sort, i, f)))
                        .collect(),
                }
            };
            self.declared.constructors.insert(k, decls);
        }
    }

    /// A field's sort for the parser: written out where it contains a datatype of the group, passed
    /// by reference otherwise.
    fn field_sort(
        &mut self,
        terms: &Terms,
        sort: SortId,
        group: &FxHashMap<DatatypeId, String>,
        foreign: &mut Vec<Z3_sort>,
    ) -> String {
        match terms.sort_of_id(sort) {
            Sort::Datatype(d) if group.contains_key(d) => return group[d].clone(),
            Sort::Map { indices, element } => {
                let mut text = "(Array".to_owned();
                for &part in indices.iter().chain([element]) {
                    let part = self.field_sort(terms, part, group, foreign);
                    let _ = write!(text, " {part}");
                }
                return text + ")";
            }
            _ => {}
        }
        let sort = self.sort(terms, sort);
        let position = foreign.iter().position(|&f| f == sort).unwrap_or_else(|| {
            foreign.push(sort);
            foreign.len() - 1
        });
        format!("s{position}")
    }

    /// The identifier of a map sort, if the store has it.
    pub(super) fn map_sort(
        &mut self,
        terms: &Terms,
        indices: Vec<SortId>,
        element: SortId,
    ) -> Option<SortId> {
        let declared = &mut self.declared;
        for (id, sort) in terms.sorts().iter_enumerated().skip(declared.map_sorts_seen) {
            if let Sort::Map { indices, element } = sort {
                declared.map_sorts.insert((indices.clone(), *element), id);
            }
        }
        declared.map_sorts_seen = terms.sorts().len();
        declared.map_sorts.get(&(indices, element)).copied()
    }
}

/// The datatypes that are indices of maps in the fields of these datatypes.
fn indices_of_maps(terms: &Terms, group: &[DatatypeId]) -> Vec<DatatypeId> {
    let mut found = Vec::new();
    let constructors = group.iter().flat_map(|&d| &terms.datatype(d).constructors);
    let fields = constructors.flat_map(|&k| &terms.constructor(k).fields);
    let mut sorts: Vec<(SortId, bool)> = fields.map(|field| (field.1, false)).collect();
    while let Some((sort, is_index)) = sorts.pop() {
        match terms.sort_of_id(sort) {
            Sort::Map { indices, element } => {
                sorts.extend(indices.iter().map(|&index| (index, true)));
                sorts.push((*element, is_index));
            }
            Sort::Datatype(datatype) if is_index && !found.contains(datatype) => {
                found.push(*datatype);
            }
            _ => {}
        }
    }
    found
}
