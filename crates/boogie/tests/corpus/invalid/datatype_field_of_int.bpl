// a field of a number
// error: this is no datatype: its type is int
axiom 3->x == 3;
