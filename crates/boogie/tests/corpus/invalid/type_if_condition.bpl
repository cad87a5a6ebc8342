// the condition of an if-then-else
// error: the condition of `if` must be of type bool, not int
axiom (if 3 then 1 else 2) == 1;
