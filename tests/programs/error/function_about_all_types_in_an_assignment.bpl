// verdict: error: a function that speaks about all types has no translation here
type F _;
function {:inline} none(m: <V>[F V]bool): bool { (forall<V> f: F V :: !m[f]) }
procedure main(m: <V>[F V]bool) { var b: bool; b := none(m); }
