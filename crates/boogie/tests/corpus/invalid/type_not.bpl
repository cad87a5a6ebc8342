// not of a number
// error: `!` needs bool, not int
axiom !3;
