// a lemma for all arguments
procedure lemma(x: int); ensures x == x;
procedure p() { call forall lemma(*); }
