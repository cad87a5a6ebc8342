//! How a figure grows: a straight line by least squares, through logarithms.

use std::fmt;

/// A law of growth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Growth {
    /// `n` to this power.
    Power(f64),
    /// This number to the power of `n`.
    Exponential(f64),
}

/// A law with how well it fits: the share of the variance that it explains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The law.
    pub growth: Growth,
    /// From 0 to 1.
    pub quality: f64,
}

/// The law that explains more, if there are at least three points of different sizes.
pub fn fit(points: &[(f64, f64)]) -> Option<Fit> {
    let points: Vec<(f64, f64)> =
        points.iter().copied().filter(|p| p.0 > 0.0 && p.1 > 0.0).collect();
    if points.len() < 3 {
        return None;
    }
    let power: Vec<(f64, f64)> = points.iter().map(|p| (p.0.ln(), p.1.ln())).collect();
    let exponential: Vec<(f64, f64)> = points.iter().map(|p| (p.0, p.1.ln())).collect();
    let (slope, power_quality) = line(&power)?;
    let (rate, exponential_quality) = line(&exponential)?;
    Some(if exponential_quality > power_quality && rate.exp() > 1.05 {
        Fit { growth: Growth::Exponential(rate.exp()), quality: exponential_quality }
    } else {
        Fit { growth: Growth::Power(slope), quality: power_quality }
    })
}

/// Slope and explained variance of the line of least squares.
fn line(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    let count = points.len() as f64;
    let mean_x = points.iter().map(|p| p.0).sum::<f64>() / count;
    let mean_y = points.iter().map(|p| p.1).sum::<f64>() / count;
    let xx: f64 = points.iter().map(|p| (p.0 - mean_x).powi(2)).sum();
    let yy: f64 = points.iter().map(|p| (p.1 - mean_y).powi(2)).sum();
    let xy: f64 = points.iter().map(|p| (p.0 - mean_x) * (p.1 - mean_y)).sum();
    if xx == 0.0 {
        return None;
    }
    let quality = if yy == 0.0 { 1.0 } else { xy * xy / (xx * yy) };
    Some((xy / xx, quality))
}

impl fmt::Display for Fit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.growth {
            Growth::Power(exponent) => write!(f, "n^{exponent:.1} ({:.2})", self.quality),
            Growth::Exponential(base) => write!(f, "{base:.2}^n ({:.2})", self.quality),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(law: impl Fn(f64) -> f64) -> String {
        let points: Vec<(f64, f64)> = (2..9).map(|n| (f64::from(n), law(f64::from(n)))).collect();
        fit(&points).map(|f| f.to_string()).unwrap_or_default()
    }

    #[test]
    fn laws_are_recognised() {
        assert_eq!(of(|n| 3.0 * n * n), "n^2.0 (1.00)");
        assert_eq!(of(|n| 0.1 * 2f64.powf(n)), "2.00^n (1.00)");
        assert_eq!(of(|n| 5.0 * n), "n^1.0 (1.00)");
        assert_eq!(of(|_| 7.0), "n^0.0 (1.00)");
        assert_eq!(fit(&[(1.0, 2.0), (2.0, 4.0)]), None);
    }
}
