// an assertion of nothing
// error: expected an expression, found `;`
procedure p() { assert ; }
