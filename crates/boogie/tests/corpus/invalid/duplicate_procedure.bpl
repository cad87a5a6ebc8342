// two procedures of one name
// error: procedure `p` is declared twice
procedure p();
procedure p();
