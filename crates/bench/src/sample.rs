//! A few instances of a list that say most about the whole.

use crate::list::List;

/// Of these instances, `count` at equal distances in the order of the best published time, instances
/// without one last. The result is in the order of the list.
pub fn spread(list: &List, mut wanted: Vec<usize>, count: usize) -> Vec<usize> {
    if wanted.len() <= count {
        return wanted;
    }
    let best = |i: usize| {
        let times = list.instances[i].published.iter().flatten().copied();
        times.fold(f64::INFINITY, f64::min)
    };
    wanted.sort_by(|&a, &b| best(a).total_cmp(&best(b)).then(a.cmp(&b)));
    // The middle of each of `count` equal stretches.
    let at = |k: usize| (2 * k + 1) * wanted.len() / (2 * count);
    let mut chosen: Vec<usize> = (0..count).map(|k| wanted[at(k)]).collect();
    chosen.sort_unstable();
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::Instance;

    #[test]
    fn easy_and_hard_ones_are_there() {
        let times = [3.0, f64::NAN, 100.0, 1.0, 30.0, f64::NAN, 10.0, 2.0];
        let instance = |&t: &f64| Instance {
            file: String::new(),
            path: Default::default(),
            expected: String::new(),
            args: Vec::new(),
            published: vec![(!t.is_nan()).then_some(t)],
        };
        let list = List {
            name: String::new(),
            instances: times.iter().map(instance).collect(),
            tools: vec!["other".into()],
        };
        let all: Vec<usize> = (0..8).collect();
        assert_eq!(spread(&list, all.clone(), 4), [2, 5, 6, 7]);
        assert_eq!(spread(&list, all.clone(), 1), [4]);
        assert_eq!(spread(&list, all.clone(), 9), all);
    }
}
