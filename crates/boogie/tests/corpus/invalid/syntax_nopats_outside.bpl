// nopats outside of a quantifier
// error: `nopats` has a meaning in quantifiers only
axiom {:nopats 3} true;
