// check: bounds
// confirm: global-buffer-overflow
static int table[3] = {1, 2, 3};
static int get(const int *t, int i) { return t[i]; }
int main(void) { return get(table, 3); }
