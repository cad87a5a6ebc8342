// a label without a statement, and two labels in a row
procedure p() { goto b; a: b: }
