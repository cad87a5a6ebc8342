// a call needs the word
// error: to call a procedure write `call p(…);`
procedure p() { p(); }
