// nested comments and line comments only
/* outer /* inner */ still outer */
// line
