// a backslash makes a name of a reserved word, and is no part of it
const \old: int;
const \plain: int;
axiom \old == plain;
