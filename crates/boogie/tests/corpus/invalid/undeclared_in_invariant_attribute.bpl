// attributes of loop invariants are resolved too
// error: there is no variable or constant `zzz`
procedure p() { while (*) invariant {:foo zzz} true; { } }
