//! What a translation assumes, and on whose account.
//!
//! Where lowering leaves executions out it says which, in terms of C ([`What`]). Who is to answer for it follows
//! from the options alone: the user who asked for it, rules that the user named, or the tool.

use crate::ir::*;
use crate::symbols::Origin;
use crate::{
    Allocation, EvaluationOrder, FloatEncoding, IntegerEncoding, MemoryModelKind, Options,
    UnknownCalls, Volatile,
};
use lariat_verdict::{Assumption, By, What};
use std::collections::BTreeSet;

/// Rules that say what a program may rely on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Those of the competition on software verification, whose property files we read.
    SvComp,
}

impl Rules {
    /// Their name.
    fn name(self) -> &'static str {
        match self {
            Rules::SvComp => "SV-COMP",
        }
    }

    /// Do they give this?
    fn give(self, what: &What) -> bool {
        let Rules::SvComp = self;
        match what {
            What::WritesNothing(_)
            | What::UnknownPointersWriteNothing
            | What::AssemblyWritesNothing(_)
            | What::AllocationSucceeds
            | What::LeftToRight
            | What::VolatileIsMemory
            | What::InBounds
            | What::InArrays
            | What::AddressLayout
            | What::WholeObjects
            | What::AccessInside(_)
            | What::NotReached(_) => true,
            What::NoWrap
            | What::RightToLeft
            | What::DeviceRegisters
            | What::NoInterruption
            | What::TypedMemory
            | What::NoEnvironmentAlias
            | What::WritesArgumentsOnly(_)
            | What::LibrarySucceeds(_)
            | What::InitialGlobals(_)
            | What::RoundToNearest
            | What::NoSignal
            | What::Ignored(_)
            | What::AddressTakenInitialised
            | What::LeaksAtEnd
            | What::Other(_) => false,
        }
    }
}

/// The option that asks for this, if it is one that the user gave.
fn option(what: &What, options: &Options) -> Option<&'static str> {
    match what {
        What::NoWrap => Some("--no-wrap"),
        What::TypedMemory if options.memory == MemoryModelKind::Split => Some("--memory split"),
        What::NoEnvironmentAlias => Some("--no-env-alias"),
        What::WritesNothing(_) | What::UnknownPointersWriteNothing
            if options.unknown_calls == Some(UnknownCalls::Pure) =>
        {
            Some("--unknown-calls pure")
        }
        What::WritesArgumentsOnly(_) => Some("--unknown-calls havoc"),
        What::AllocationSucceeds if options.allocation == Some(Allocation::NeverFails) => {
            Some("--malloc never-fails")
        }
        What::LeftToRight if options.evaluation_order == Some(EvaluationOrder::Left) => {
            Some("--evaluation-order left")
        }
        What::VolatileIsMemory if options.volatile == Some(Volatile::Memory) => {
            Some("--volatile memory")
        }
        What::DeviceRegisters if options.volatile == Some(Volatile::Device) => {
            Some("--volatile device")
        }
        What::RightToLeft => Some("--evaluation-order right"),
        _ => None,
    }
}

/// Does it belong to what the question means?
fn is_meant(what: &What) -> bool {
    matches!(what, What::LeaksAtEnd)
}

/// What is assumed, with its origin.
pub(crate) fn assumptions(assumed: &BTreeSet<What>, options: &Options) -> BTreeSet<Assumption> {
    let origin = |what: &What| match (option(what, options), options.rules) {
        (Some(option), _) => By::Command(option.to_owned()),
        (None, Some(rules)) if rules.give(what) => By::Rules(rules.name().to_owned()),
        _ if is_meant(what) => By::Semantics,
        _ => By::Tool,
    };
    assumed.iter().map(|what| Assumption { what: what.clone(), by: origin(what) }).collect()
}

impl IntegerEncoding {
    /// What a proof in this encoding leaves out.
    pub(crate) fn assumptions(self, options: &Options, m: &Module) -> Vec<What> {
        match self {
            // Operators that are left open may give anything, which leaves nothing out.
            IntegerEncoding::Int | IntegerEncoding::Mixed | IntegerEncoding::MixedAllOps => {
                let wraps = !options.wrap && m.segments.is_none() && computes(m);
                wraps.then_some(What::NoWrap).into_iter().collect()
            }
            IntegerEncoding::Bv => Vec::new(),
        }
    }
}

/// Are there operators whose result may not fit its type?
fn computes(m: &Module) -> bool {
    m.terms.iter().any(|term| match term.kind {
        TermKind::Binary(BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl, ..) => true,
        TermKind::Negate(_) | TermKind::Complement(_) => true,
        TermKind::Cast(from) => {
            let from = m.ty(from);
            from.width > term.ty.width || from.signed != term.ty.signed
        }
        _ => false,
    })
}

impl FloatEncoding {
    /// What a proof in this encoding leaves out.
    pub(crate) fn assumptions(self) -> Vec<What> {
        match self {
            FloatEncoding::Smt => Vec::new(),
            // Functions of which nothing is known may be any.
            FloatEncoding::Uninterpreted => Vec::new(),
        }
    }
}

/// Are there two pointers from outside, or one and an object that the outside knows? What is reached from one
/// pointer counts as another.
pub(crate) fn outside_can_alias(m: &Module) -> bool {
    let inputs = m.procs.iter().flat_map(|p| &p.body).filter(|stmt| match stmt.kind {
        StmtKind::Havoc(var) => {
            let var = &m.vars[var.index()];
            let outside = matches!(
                var.origin,
                Some(
                    Origin::ResultOf(_)
                        | Origin::ResultThrough(_)
                        | Origin::Argument(_)
                        | Origin::Global(_)
                )
            );
            outside && var.ty == m.pointer_ty()
        }
        _ => false,
    });
    match inputs.count() {
        0 => false,
        1 => !m.escapes.is_empty() || m.objects.iter().any(|o| o.is_foreign()) || loads_pointers(m),
        _ => true,
    }
}

fn loads_pointers(m: &Module) -> bool {
    m.terms.iter().any(|t| matches!(t.kind, TermKind::Load(..)) && t.ty == m.pointer_ty())
}
