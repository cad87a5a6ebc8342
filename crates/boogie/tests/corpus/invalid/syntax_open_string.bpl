// a string over the end of its line
// error: this string is not closed on its line
// error: this string is not closed on its line
axiom {:a "x
y"} true;
