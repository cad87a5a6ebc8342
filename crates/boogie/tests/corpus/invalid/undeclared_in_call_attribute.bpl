// attributes of calls are resolved too
// error: there is no variable or constant `zzz`
procedure p() { call {:foo zzz} p(); }
