//! Equations between sums and products, decided without circuits.
//!
//! Unsigned arithmetic is a ring: both sides of an equation are brought to the normal form of
//! a polynomial modulo a power of two over whatever is no sum or product. If these agree the
//! equation holds, and the products, which SAT solvers are bad at, need not be looked at.

use super::{Translated, Translator};
use crate::circuit::Bits;
use crate::options::Arch;
use lariat_c::{BinaryOp, CastKind, ExprId, ExprKind, UnaryOp};
use std::collections::BTreeMap;

/// Coefficients of products of atoms.
type Polynomial = BTreeMap<Vec<Bits>, u128>;

const MAX_TERMS: usize = 64;
const MAX_DEGREE: usize = 6;

impl Translator<'_> {
    /// Do both sides have the same normal form? No answer means nothing.
    pub(super) fn same_polynomial(&mut self, a: ExprId, b: ExprId) -> Translated<bool> {
        let (width, signed) = self.int_type(self.ty(a))?;
        if (signed && self.options.arch != Arch::TwosComplement) || width > 64 {
            return Ok(false);
        }
        if !self.has_product(a) && !self.has_product(b) {
            return Ok(false);
        }
        let before = self.doubts.len();
        let left = self.polynomial(a, width)?;
        let right = self.polynomial(b, width)?;
        let same = left.is_some() && left == right;
        if !same {
            self.doubts.truncate(before);
        }
        Ok(same)
    }

    /// Is there a product of two unknowns? Everything else is easy anyway.
    fn has_product(&self, e: ExprId) -> bool {
        let is_constant = |e: ExprId| {
            let mut e = e;
            while let ExprKind::Cast(_, inner) = self.program.expr(e).kind {
                e = inner;
            }
            matches!(self.program.expr(e).kind, ExprKind::Int(_))
        };
        let mut found = false;
        super::for_each_below(self.program, &[e], |_, kind| {
            if let ExprKind::Binary(BinaryOp::Multiply, a, b) = *kind {
                found |= !is_constant(a) && !is_constant(b);
            }
        });
        found
    }

    fn polynomial(&mut self, e: ExprId, width: usize) -> Translated<Option<Polynomial>> {
        let (own, signed) = self.int_type(self.ty(e))?;
        let wraps = !signed || self.options.arch == Arch::TwosComplement;
        let mask = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
        let one_term = |atoms: Vec<Bits>, k: u128| {
            let mut p = Polynomial::new();
            if k & mask != 0 {
                p.insert(atoms, k & mask);
            }
            p
        };
        match self.program.expr(e).kind {
            ExprKind::Int(k) => return Ok(Some(one_term(Vec::new(), k as u128))),
            // Bits above the width do not matter.
            ExprKind::Cast(CastKind::IntToInt, inner) if own >= width => {
                let (inner_width, _) = self.int_type(self.ty(inner))?;
                if inner_width >= width {
                    return self.polynomial(inner, width);
                }
            }
            ExprKind::Unary(op, inner) if own >= width && wraps && op != UnaryOp::Not => {
                let Some(p) = self.polynomial(inner, width)? else { return Ok(None) };
                let mut negated = scaled(&p, mask, mask);
                if op == UnaryOp::Complement {
                    add(&mut negated, &one_term(Vec::new(), mask), mask);
                }
                return Ok(Some(negated));
            }
            ExprKind::Binary(op, a, b) if own >= width && wraps => {
                let ring = matches!(op, BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply);
                if ring {
                    let (p, q) = (self.polynomial(a, width)?, self.polynomial(b, width)?);
                    let (Some(mut p), Some(q)) = (p, q) else { return Ok(None) };
                    match op {
                        BinaryOp::Add => add(&mut p, &q, mask),
                        BinaryOp::Subtract => add(&mut p, &scaled(&q, mask, mask), mask),
                        _ => return Ok(product(&p, &q, mask)),
                    }
                    return Ok((p.len() <= MAX_TERMS).then_some(p));
                }
            }
            _ => {}
        }
        let atom = self.int(e)?;
        Ok(Some(match crate::circuit::as_constant(&atom) {
            Some(k) => one_term(Vec::new(), k),
            None => one_term(vec![atom[..width.min(atom.len())].to_vec()], 1),
        }))
    }
}

fn add(p: &mut Polynomial, q: &Polynomial, mask: u128) {
    for (atoms, k) in q {
        let sum = p.get(atoms).copied().unwrap_or(0).wrapping_add(*k) & mask;
        if sum == 0 {
            p.remove(atoms);
        } else {
            p.insert(atoms.clone(), sum);
        }
    }
}

fn scaled(p: &Polynomial, by: u128, mask: u128) -> Polynomial {
    let terms = p.iter().map(|(atoms, k)| (atoms.clone(), k.wrapping_mul(by) & mask));
    terms.filter(|(_, k)| *k != 0).collect()
}

fn product(p: &Polynomial, q: &Polynomial, mask: u128) -> Option<Polynomial> {
    let mut out = Polynomial::new();
    for (x, j) in p {
        for (y, k) in q {
            let mut atoms = x.clone();
            atoms.extend(y.iter().cloned());
            atoms.sort();
            if atoms.len() > MAX_DEGREE || out.len() > MAX_TERMS {
                return None;
            }
            let term = Polynomial::from([(atoms, j.wrapping_mul(*k) & mask)]);
            add(&mut out, &term, mask);
        }
    }
    Some(out)
}
