// an if-then without else
// error: expected `else`, found `;`
axiom if true then false;
