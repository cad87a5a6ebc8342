// lambdas have no triggers
// error: a lambda has no triggers
axiom (lambda x: int :: { x + 1 } x)[3] == 3;
