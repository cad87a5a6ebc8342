// verdict: correct
// Nobody asks for the result of `puts` or for what `unset` holds, so one execution stands for all.
extern void reach_error(void);
extern int puts(const char *);
int sieve[500];
int main(void) {
    int unset, count = 0;
    int copy = unset + puts("primes");
    for (int i = 2; i < 500; i++) {
        if (sieve[i]) continue;
        count++;
        for (int j = i + i; j < 500; j += i) sieve[j] = 1;
    }
    if (copy > 3) count += 0;
    if (count != 95) reach_error();
    return 0;
}
