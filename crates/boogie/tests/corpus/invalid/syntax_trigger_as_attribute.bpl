// a trigger where attributes stand
// error: expected an expression, found `{`
axiom {true} true;
