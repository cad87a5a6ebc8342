// a space may follow the brace
axiom { :name 3 , "text" } true;
