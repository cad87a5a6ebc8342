// verdict: correct
// The parts of a float; the model uses a built-in of gcc.
extern float modff(float, float *);
extern void reach_error(void);
int main(void) {
    float whole, rest = modff(2.75f, &whole);
    if (whole != 2.0f || rest != 0.75f) reach_error();
    return 0;
}
