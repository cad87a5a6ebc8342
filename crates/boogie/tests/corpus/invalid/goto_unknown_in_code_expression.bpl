// goto out of a code expression
// error: there is no label `a`
procedure p() { a: assert |{ b: goto a; }|; }
