//! Medians and means, and the figures of the papers that they are compared with.

pub use crate::summary::geometric_mean;
use std::fmt;

/// A figure to reach, and what was measured.
pub struct Bar {
    what: String,
    measured: Option<f64>,
    wanted: f64,
    at_least: bool,
}

impl Bar {
    /// The figure should be this large, or larger.
    pub fn at_least(what: impl Into<String>, measured: Option<f64>, wanted: f64) -> Bar {
        Bar { what: what.into(), measured, wanted, at_least: true }
    }

    /// The figure should be this small, or smaller.
    pub fn at_most(what: impl Into<String>, measured: Option<f64>, wanted: f64) -> Bar {
        Bar { what: what.into(), measured, wanted, at_least: false }
    }

    /// Whether the figure was reached.
    pub fn met(&self) -> bool {
        self.measured.is_some_and(
            |m| {
                if self.at_least { m >= self.wanted } else { m <= self.wanted }
            },
        )
    }
}

impl fmt::Display for Bar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.at_least { "≥" } else { "≤" };
        let verdict = match (self.measured, self.met()) {
            (None, _) => "nothing to measure",
            (_, true) => "met",
            (_, false) => "NOT MET",
        };
        let measured = self.measured.map(|m| format!("{m:.1}")).unwrap_or_else(|| "-".into());
        write!(f, "{verdict}: {} {measured} (bar {sign} {})", self.what, self.wanted)
    }
}

/// The middle value.
pub fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let upper = *values.get(values.len() / 2)?;
    let lower = values[(values.len() - 1) / 2];
    Some((lower + upper) / 2.0)
}

/// The arithmetic mean.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// A number for people, or a dash.
pub fn shown(value: Option<f64>) -> String {
    value.map(|v| format!("{v:.2}")).unwrap_or_else(|| "-".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn middles_and_bars() {
        assert_eq!(median(vec![]), None);
        assert_eq!(median(vec![3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), Some(2.5));
        assert_eq!(mean(&[1.0, 3.0]), Some(2.0));
        assert!(Bar::at_least("x", Some(3.0), 3.0).met());
        assert!(!Bar::at_most("x", Some(3.1), 3.0).met());
        assert!(!Bar::at_most("x", None, 3.0).met());
    }
}
