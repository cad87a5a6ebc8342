//! The lemmas by which relaxed formulas come nearer to the program, by name.
//!
//! Each is true of the program, whatever was left out. The formula stands above the function that adds it.

use std::ops::AddAssign;

/// What a lemma says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lemma {
    /// A read is the cell that the history of its map makes ([`Cells`](crate::Cells)).
    Read,
    /// A cell after a write, by the cell before it.
    ReadOverWrite,
    /// A cell of one of two maps.
    ReadOverChoice,
    /// A cell of a version, by a cell of the version that it comes from.
    CellFlow,
    /// What a read is on the path of one model.
    ReadOnPath,
    /// A variable has the values that flow to it, in all instances ([`Tracking`](crate::Tracking)).
    Variable,
}

impl Lemma {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Lemma; 6] = [
        Lemma::Read,
        Lemma::ReadOverWrite,
        Lemma::ReadOverChoice,
        Lemma::CellFlow,
        Lemma::ReadOnPath,
        Lemma::Variable,
    ];

    /// The name in statistics.
    pub fn name(self) -> &'static str {
        match self {
            Lemma::Read => "read",
            Lemma::ReadOverWrite => "read_over_write",
            Lemma::ReadOverChoice => "read_over_choice",
            Lemma::CellFlow => "cell_flow",
            Lemma::ReadOnPath => "read_on_path",
            Lemma::Variable => "variable",
        }
    }
}

/// How many lemmas of each kind there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct LemmaCounts([u64; Lemma::ALL.len()]);

impl LemmaCounts {
    /// The lemmas of one kind.
    pub fn of(&self, lemma: Lemma) -> u64 {
        self.0[lemma as usize]
    }

    /// Each kind and how many there are of it.
    pub fn iter(&self) -> impl Iterator<Item = (Lemma, u64)> {
        let counts = *self;
        Lemma::ALL.into_iter().map(move |lemma| (lemma, counts.of(lemma)))
    }

    /// Counts those of another solver in.
    pub fn add(&mut self, other: &LemmaCounts) {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count += more);
    }
}

/// Counts one lemma.
impl AddAssign<Lemma> for LemmaCounts {
    fn add_assign(&mut self, lemma: Lemma) {
        self.0[lemma as usize] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lemmas_are_counted_by_kind() {
        let mut counts = LemmaCounts::default();
        counts += Lemma::Read;
        counts += Lemma::Variable;
        let mut both = counts;
        both.add(&counts);
        both += Lemma::CellFlow;
        let seen: Vec<u64> = both.iter().map(|(_, count)| count).collect();
        assert_eq!(seen, [2, 0, 0, 1, 0, 2]);
    }

    #[test]
    fn the_list_is_complete_and_in_order() {
        for (position, lemma) in Lemma::ALL.into_iter().enumerate() {
            assert_eq!(lemma as usize, position, "{}", lemma.name());
        }
    }
}
