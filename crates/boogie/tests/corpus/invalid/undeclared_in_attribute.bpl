// an attribute argument with an unknown name
// error: there is no variable or constant `zzz`
axiom {:foo zzz} true;
