// functions and procedures share their names
// error: procedure `f` is declared twice
function f(): int;
procedure f();
