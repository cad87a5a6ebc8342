// verdict: correct
// Bytes of another encoding than UTF-8 are what they are.
extern void __VERIFIER_error(void);
static const unsigned char latin[] = "aÿä";
int main(void) {
    if (sizeof latin != 4 || latin[1] != 255 || latin[2] != 0344) __VERIFIER_error();
    return 0;
}
