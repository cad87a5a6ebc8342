//-- literals
// P: verified, proved
function {:builtin "str.len"} len(string): int;
procedure P() { assert len("abc") == 3; assert "abc" != "abd"; }
//-- joined
// P: verified, proved
function {:builtin "str.len"} len(string): int; function {:builtin "str.++"} cat(string, string): string;
procedure P(s: string, t: string) { assert len(cat(s, t)) == len(s) + len(t); assert cat("a", "b") == "ab"; }
//-- anything
// P: fails, bug
procedure P(s: string) { assert s == "x"; }
//-- sequences
// P: verified, proved
type {:builtin "Seq"} Seq _; function {:builtin "seq.unit"} one<T>(T): Seq T; function {:builtin "seq.++"} cat<T>(Seq T, Seq T): Seq T; function {:builtin "seq.len"} len<T>(Seq T): int;
procedure P(s: Seq int) { assert len(cat(s, one(3))) == len(s) + 1; }
