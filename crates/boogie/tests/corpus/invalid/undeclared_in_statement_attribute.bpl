// attributes of statements are resolved too
// error: there is no variable or constant `zzz`
procedure p() { assume {:foo zzz} true; }
