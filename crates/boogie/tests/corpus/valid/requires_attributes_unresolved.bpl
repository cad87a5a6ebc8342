// attributes on contract clauses need not resolve
procedure p(); requires {:foo zzz} true; ensures {:foo zzz} true;
