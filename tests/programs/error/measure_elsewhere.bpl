// verdict: error: a measure stands at the head of a loop
procedure main() { var n: int; while (n > 0) { n := n - 1; measure n; } }
