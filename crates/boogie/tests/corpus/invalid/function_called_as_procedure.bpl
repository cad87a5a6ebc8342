// call is for procedures
// error: there is no procedure `f`
function f(): int;
procedure p() { call f(); }
