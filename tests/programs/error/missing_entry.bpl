// verdict: error: it is not clear which procedure to start with
procedure one() { }
procedure two() { }
