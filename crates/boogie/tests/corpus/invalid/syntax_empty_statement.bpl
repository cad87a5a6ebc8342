// a semicolon alone
// error: expected a statement or `}`, found `;`
procedure p() { ; }
