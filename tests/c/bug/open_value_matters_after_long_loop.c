// verdict: bug
// The value that was never set decides, after a long loop.
extern void reach_error(void);
int main(void) {
    int unset, sum = 0;
    for (int i = 0; i < 2000; i++) sum += i & 1;
    if (unset == 7) sum++;
    if (sum != 1000) reach_error();
    return 0;
}
