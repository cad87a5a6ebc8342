// verdict: error: main
procedure main() { }
procedure main() { }
