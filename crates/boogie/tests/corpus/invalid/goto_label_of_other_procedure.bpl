// labels are local to a body
// error: there is no label `a`
procedure p() { a: return; }
procedure q() { goto a; }
