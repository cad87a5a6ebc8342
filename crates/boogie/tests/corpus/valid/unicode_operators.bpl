// mathematical forms of operators
axiom (∀ x: int • x ≠ 3 ⇒ ¬(x ≤ 3 ∧ x ≥ 3) ∨ true) ⇔ (true ⇐ (∃ y: int • y == 3));
