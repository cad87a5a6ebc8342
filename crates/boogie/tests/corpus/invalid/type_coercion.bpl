// a coercion to another type
// error: this is of type int, not bool
axiom (3 : bool);
