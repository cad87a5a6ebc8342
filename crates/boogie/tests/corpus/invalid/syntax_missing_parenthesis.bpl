// a parenthesis that is not closed
// error: expected `)`, found `;`
procedure p() { assert (true; }
