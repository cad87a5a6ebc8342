// a constant without type
// error: expected `:`, found `;`
const x;
