// verdict: correct
// Nobody uses the value that `count` does not return.
extern void reach_error(void);
int n;
count() { n++; }
int main(void) {
    count(), (void)count();
    for (int i = 0; i < 2; count()) i++;
    if (n != 4) reach_error();
    return 0;
}
