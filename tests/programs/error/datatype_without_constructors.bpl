// verdict: error: has no values
type {:datatype} T;
procedure main(t, u: T) { assert t == u; }
