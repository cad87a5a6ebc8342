// old in an axiom
// error: `old` has no meaning here
axiom old(true);
