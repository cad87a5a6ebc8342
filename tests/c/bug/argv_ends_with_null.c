// verdict: bug
// check: null
// integers: mixed
// memory: refined
int main(int argc, char **argv) { return argv[argc][0]; }
