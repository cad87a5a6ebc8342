use super::*;
use std::sync::atomic::AtomicU64;

/// Counts how often it was interrupted.
fn counter() -> (Arc<AtomicU64>, Interrupter) {
    let count = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&count);
    let interrupter = move || {
        counted.fetch_add(1, Ordering::SeqCst);
    };
    (count, Arc::new(interrupter))
}

/// Waits for something that another thread does.
fn eventually(what: impl Fn() -> bool) -> bool {
    let since = Instant::now();
    while !what() && since.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(1));
    }
    what()
}

fn at(counter: &AtomicU64) -> u64 {
    counter.load(Ordering::SeqCst)
}

#[test]
fn an_unlimited_budget_goes_on() {
    let budget = Budget::unlimited();
    assert_eq!((budget.stopped(), budget.left()), (None, None));
    assert_eq!(budget.memory_left(), 1.0);
}

#[test]
fn time_ends_and_children_have_their_own() {
    let budget = Budget::seconds(1000);
    let brief = budget.child(Share::time(Duration::from_millis(30)));
    let long = budget.child(Share::time(Duration::from_secs(5000)));
    assert!(brief.left() <= Some(Duration::from_millis(30)));
    assert!(long.left() <= Some(Duration::from_secs(1000)), "no more than the parent has");
    assert!(eventually(|| brief.stopped() == Some(Stop::TimeLimit)));
    assert_eq!(brief.left(), Some(Duration::ZERO));
    assert_eq!((long.stopped(), budget.stopped()), (None, None));
    assert_eq!(Budget::of_time(Duration::ZERO).stopped(), Some(Stop::TimeLimit));
    assert_eq!(Budget::of_time(Duration::MAX).left(), None);
}

#[test]
fn a_stop_reaches_children_and_not_parents_and_is_final() {
    let budget = Budget::unlimited();
    let (one, other) = (budget.child(Share::ALL), budget.child(Share::ALL));
    let below = one.child(Share::ALL);
    one.stop(Stop::NotNeeded);
    one.stop(Stop::Interrupted);
    assert_eq!((one.stopped(), below.stopped()), (Some(Stop::NotNeeded), Some(Stop::NotNeeded)));
    assert_eq!((budget.stopped(), other.stopped()), (None, None));
    budget.stop(Stop::Interrupted);
    assert_eq!(below.stopped(), Some(Stop::Interrupted), "the outermost reason counts");
    assert_eq!(below.left(), Some(Duration::ZERO));
}

#[test]
fn a_flag_interrupts() {
    let flag = Arc::new(AtomicBool::new(false));
    let budget = Budget::new(Limits { interrupt: Some(flag.clone()), ..Limits::default() });
    let (count, interrupter) = counter();
    let _guard = budget.child(Share::ALL).watch(interrupter);
    assert_eq!(budget.stopped(), None);
    flag.store(true, Ordering::SeqCst);
    assert_eq!(budget.stopped(), Some(Stop::Interrupted));
    assert!(eventually(|| at(&count) > 0));
}

#[test]
fn memory_is_limited_for_the_run_and_for_shares_of_it() {
    static IN_USE: AtomicU64 = AtomicU64::new(60);
    let memory = MemoryLimit::new(100, || Some(IN_USE.load(Ordering::SeqCst)));
    let budget = Budget::new(Limits { memory: Some(memory), ..Limits::default() });
    let helper = budget.child(Share::memory(0.8));
    let (count, interrupter) = counter();
    let _guard = helper.watch(interrupter);
    // What wrappers once forgot to pass on: every descendant sees the memory that is left.
    let below = helper.child(Share::time(Duration::from_secs(1000))).child(Share::ALL);
    assert!((below.memory_left() - 0.4).abs() < 1e-9);
    assert_eq!(helper.stopped(), None);
    IN_USE.store(90, Ordering::SeqCst);
    assert!(eventually(|| helper.stopped() == Some(Stop::MemoryLimit)));
    assert!(eventually(|| at(&count) > 0));
    assert_eq!(below.stopped(), Some(Stop::MemoryLimit));
    assert_eq!(budget.stopped(), None);
    IN_USE.store(10, Ordering::SeqCst);
    assert!(below.memory_left() > 0.8);
    assert_eq!(helper.stopped(), Some(Stop::MemoryLimit), "a stop is final");
    IN_USE.store(101, Ordering::SeqCst);
    assert!(eventually(|| budget.stopped() == Some(Stop::MemoryLimit)));
}

#[test]
fn everything_watched_is_interrupted_until_it_ends() {
    let budget = Budget::unlimited();
    let other = budget.child(Share::ALL);
    let mine = budget.child(Share::ALL);
    let (first, a) = counter();
    let (second, b) = counter();
    let (third, c) = counter();
    // Two of one thread: the first is not forgotten when the second comes.
    let guard_a = mine.watch(a);
    let guard_b = mine.child(Share::ALL).watch(b);
    let _guard_c = other.watch(c);
    mine.stop(Stop::NotNeeded);
    assert!(at(&first) > 0 && at(&second) > 0, "at once");
    assert!(eventually(|| at(&first) > 3 && at(&second) > 3), "and again");
    drop(guard_a);
    let after = at(&first);
    let more = at(&second) + 3;
    assert!(eventually(|| at(&second) > more));
    assert_eq!(at(&first), after, "not after the guard is gone");
    drop(guard_b);
    assert_eq!(at(&third), 0, "not what belongs to others");
}

#[test]
fn what_comes_after_the_stop_is_interrupted_at_once_and_again() {
    let budget = Budget::unlimited();
    budget.stop(Stop::Interrupted);
    let (count, interrupter) = counter();
    let guard = budget.child(Share::ALL).watch(interrupter);
    assert!(at(&count) > 0);
    assert!(eventually(|| at(&count) > 3));
    drop(guard);
}

#[test]
fn a_deadline_interrupts() {
    let budget = Budget::unlimited();
    let (count, interrupter) = counter();
    let started = Instant::now();
    let _guard = budget.child(Share::time(Duration::from_millis(50))).watch(interrupter);
    assert_eq!(at(&count), 0);
    assert!(eventually(|| at(&count) > 0));
    assert!(started.elapsed() >= Duration::from_millis(50));
}

/// An interrupter that is running when its guard is dropped has returned when the drop has.
#[test]
fn no_interrupt_comes_late() {
    let budget = Budget::unlimited();
    budget.stop(Stop::NotNeeded);
    for _ in 0..200 {
        let alive = Arc::new(AtomicBool::new(true));
        let seen = Arc::clone(&alive);
        let late = Arc::new(AtomicBool::new(false));
        let is_late = Arc::clone(&late);
        let interrupter: Interrupter = Arc::new(move || {
            std::thread::yield_now();
            is_late.fetch_or(!seen.load(Ordering::SeqCst), Ordering::SeqCst);
        });
        let guard = budget.watch(interrupter);
        std::thread::scope(|scope| {
            scope.spawn(|| budget.0.root.interrupt_stopped());
            drop(guard);
            alive.store(false, Ordering::SeqCst);
        });
        assert!(!late.load(Ordering::SeqCst));
    }
}

#[test]
fn the_thread_ends_with_the_last_budget() {
    let budget = Budget::seconds(1000);
    let (_, interrupter) = counter();
    drop(budget.watch(interrupter));
    let root = Arc::downgrade(&budget.0.root);
    drop(budget);
    assert!(eventually(|| root.strong_count() == 0));
}

/// Keeps the processor busy until something happens.
fn busy_until(what: impl Fn() -> bool) -> bool {
    let since = Instant::now();
    while !what() && since.elapsed() < Duration::from_secs(60) {
        std::hint::black_box((0..10_000_u64).sum::<u64>());
    }
    what()
}

#[test]
fn a_share_of_processor_time_is_used_by_work_and_not_by_waiting() {
    let budget = Budget::unlimited();
    let share = Duration::from_millis(100);
    let work = budget.child(Share::processor(share));
    std::thread::sleep(2 * share);
    // Where the system does not tell, it is the time on the clock.
    if std::path::Path::new("/proc/thread-self/schedstat").exists() {
        assert_eq!(work.stopped(), None);
        assert!(work.left().is_some_and(|left| !left.is_zero() && left <= share));
    }
    assert!(busy_until(|| work.stopped() == Some(Stop::TimeLimit)));
    assert_eq!((work.left(), budget.stopped()), (Some(Duration::ZERO), None));
}

#[test]
fn threads_that_work_for_a_share_are_counted_also_when_they_have_left() {
    let outer = Budget::unlimited().child(Share::processor(Duration::from_millis(100)));
    let inner = outer.child(Share::ALL);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let _works = inner.works_here();
            let clock = ThreadClock::start();
            busy_until(|| clock.elapsed() > Duration::from_millis(150));
        });
    });
    assert_eq!((outer.stopped(), inner.stopped()), (Some(Stop::TimeLimit), Some(Stop::TimeLimit)));
}
