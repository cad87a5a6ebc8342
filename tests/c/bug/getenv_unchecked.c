// verdict: bug
// check: null
// confirm: no, the environment is what it is
// integers: mixed
// memory: refined
extern char *getenv(const char *);
int main(void) { return getenv("HOME")[0]; }
