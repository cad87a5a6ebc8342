//! Products: shift and add, over the operand with fewer terms.
//!
//! A constant operand is recoded with digits -1, 0 and 1 if that needs fewer terms, so
//! `x * 7` is `8x - x`. Two variable operands are ordered, which makes multiplication
//! commutative in the graph, and a square is half a product.

use super::{Bits, as_constant, resize, sign};
use crate::aig::{Aig, Lit};

impl Aig {
    /// The product, modulo the width of the operands.
    pub fn multiply(&mut self, a: &[Lit], b: &[Lit]) -> Bits {
        let width = a.len();
        if let Some(k) = as_constant(a) {
            return self.multiply_constant(b, k);
        }
        if let Some(k) = as_constant(b) {
            return self.multiply_constant(a, k);
        }
        let count = |x: &[Lit]| x.iter().filter(|l| l.as_constant() == Some(false)).count();
        let (a, b) = match count(a).cmp(&count(b)) {
            std::cmp::Ordering::Less => (a, b),
            std::cmp::Ordering::Greater => (b, a),
            std::cmp::Ordering::Equal if a <= b => (a, b),
            std::cmp::Ordering::Equal => (b, a),
        };
        let mut sum = vec![Lit::FALSE; width];
        for (i, &bit) in b.iter().enumerate() {
            if bit == Lit::FALSE {
                continue;
            }
            let row: Bits = a[..width - i].iter().map(|&x| self.and(bit, x)).collect();
            let upper = self.add(&sum[i..], &row);
            sum.truncate(i);
            sum.extend(upper);
        }
        sum
    }

    fn multiply_constant(&mut self, a: &[Lit], k: u128) -> Bits {
        let width = a.len();
        let mut sum = vec![Lit::FALSE; width];
        for (i, digit) in signed_digits(k, width) {
            let row = &a[..width - i];
            let upper =
                if digit { self.subtract(&sum[i..], row) } else { self.add(&sum[i..], row) };
            sum.truncate(i);
            sum.extend(upper);
        }
        sum
    }

    /// The exact product of two unsigned numbers, in the sum of their widths.
    pub fn multiply_wide(&mut self, a: &[Lit], b: &[Lit], signed: bool) -> Bits {
        let width = a.len() + b.len();
        let (a, b) = (resize(a, width, signed), resize(b, width, signed));
        self.multiply(&a, &b)
    }

    /// Does the product of unsigned numbers need more bits than the operands have?
    ///
    /// Half of the answer is in the operands' lengths: if the top bits are at `i` and `j`
    /// with `i + j` at least the width, it overflows; if `i + j` is less than the width
    /// minus one, it does not; in between one more bit of the product decides.
    pub fn multiply_overflows_unsigned(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let width = a.len();
        if width == 0 {
            return Lit::FALSE;
        }
        // reaches[j]: some bit of `a` at or above j.
        let mut reaches = vec![Lit::FALSE; width + 1];
        for j in (0..width).rev() {
            reaches[j] = self.or(reaches[j + 1], a[j]);
        }
        let mut long = Vec::new();
        for (i, &bit) in b.iter().enumerate().skip(1) {
            long.push(self.and(bit, reaches[width - i]));
        }
        let long = self.or_all(long);
        let (mut x, mut y) = (a.to_vec(), b.to_vec());
        x.push(Lit::FALSE);
        y.push(Lit::FALSE);
        let product = self.multiply(&x, &y);
        self.or(long, sign(&product))
    }

    /// Does the product of signed numbers leave the range of the operands?
    pub fn multiply_overflows_signed(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let width = a.len();
        if as_constant(a).is_some() || as_constant(b).is_some() {
            let product = self.multiply_wide(a, b, true);
            let top = product[width - 1];
            let differ: Vec<Lit> = product[width..].iter().map(|&p| self.xor(p, top)).collect();
            return self.or_all(differ);
        }
        // Magnitudes up to 2^(w-1); the product must not exceed that for a negative result,
        // and must be less for a positive one.
        let (x, y) = (self.magnitude(a), self.magnitude(b));
        let carries = self.multiply_overflows_unsigned(&x, &y);
        let product = self.multiply(&x, &y);
        let negative = self.xor(sign(a), sign(b));
        let low = self.nonzero(&product[..width - 1]);
        let top = sign(&product);
        let too_large = self.and(top, low);
        let limit = self.mux(negative, too_large, top);
        self.or(carries, limit)
    }
}

/// The nonzero signed digits of a constant below a width: position, and whether it is -1.
fn signed_digits(k: u128, width: usize) -> Vec<(usize, bool)> {
    let mut digits = Vec::new();
    let mut k = k;
    let mut i = 0;
    while k != 0 && i < width {
        if k & 1 == 1 {
            let minus = k & 3 == 3 && i + 1 < width;
            digits.push((i, minus));
            k = if minus { k.wrapping_add(1) } else { k - 1 };
            if k == 0 && minus {
                break; // a carry out of the 128 bits
            }
        }
        k >>= 1;
        i += 1;
    }
    digits
}
