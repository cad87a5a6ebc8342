// goto to nothing
// error: expected a name, found `;`
procedure p() { a: goto ; }
