// an inner `let` may reuse the name of an outer one
axiom (var x := 3; (var x := true; x));
