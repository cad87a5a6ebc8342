// branches of two types
// error: the branches of `if` are of types int and bool
axiom (if true then 1 else true) == 1;
