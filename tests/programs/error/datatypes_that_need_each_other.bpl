// verdict: error: the datatype `A` has no values
// Refused where they are declared, used or not.
datatype A { MakeA(b: B) }
datatype B { MakeB(m: [int]A) }
procedure main() { assert true; }
