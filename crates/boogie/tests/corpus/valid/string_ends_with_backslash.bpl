// a backslash before the last quote of a line does not extend the string
axiom {:path "dir\"} true;
