// verdict: correct
type {:builtin "String"} str;
function {:builtin "str.len"} len(str): int;
procedure main(s: str)
{
  assert len(s) >= 0;
}
