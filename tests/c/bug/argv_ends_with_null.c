// verdict: bug
// check: null
// confirm: no, the program gets no arguments that are not given
// integers: mixed
// memory: refined
int main(int argc, char **argv) { return argv[argc][0]; }
