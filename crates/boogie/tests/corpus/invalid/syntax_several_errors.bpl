// each of several errors is reported
// error: expected an expression, found `;`
// error: expected an expression, found `;`
// error: expected `:`, found `int`
// error: expected a name, found `;`
procedure p() { assert ; x := ; }
var y int;
procedure q() { call ; }
