// verdict: error: no entry
procedure one() { }
procedure two() { }
