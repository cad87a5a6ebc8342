// int(…) takes a real
// error: the argument of `int` must be of type real, not int
axiom int(3) == 3;
