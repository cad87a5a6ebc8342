// and and or need parentheses
// error: `&&` and `||` need parentheses to be mixed
axiom true && true || true;
