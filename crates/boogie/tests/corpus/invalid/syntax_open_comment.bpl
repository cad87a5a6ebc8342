// a comment that is not closed
// error: this comment is not closed
axiom true; /* /* */ axiom false;
