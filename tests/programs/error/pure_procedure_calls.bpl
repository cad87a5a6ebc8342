// verdict: error: calls pure procedures only
procedure any();
pure procedure quiet() { call any(); }
procedure main() { call quiet(); }
