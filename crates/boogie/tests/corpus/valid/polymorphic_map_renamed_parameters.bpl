// maps that differ in parameter names and order only are equal types
procedure p(m: <a, b>[a, b]int, n: <b, a>[a, b]int) { assert m == n; }
