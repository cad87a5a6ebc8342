// attributes of locals are resolved too
// error: there is no variable or constant `zzz`
procedure p() { var {:foo zzz} y: int; }
