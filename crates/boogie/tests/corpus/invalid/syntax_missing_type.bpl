// a variable without type
// error: expected a type, found `;`
var x: ;
