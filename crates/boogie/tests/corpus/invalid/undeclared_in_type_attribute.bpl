// attributes of types are resolved too
// error: there is no variable or constant `zzz`
type {:foo zzz} T;
