// quantifiers need parentheses
// error: `forall` stands in parentheses of its own
axiom forall x: int :: true;
