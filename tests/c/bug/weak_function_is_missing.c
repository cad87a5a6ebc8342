// verdict: bug
// check: null
// message: weak function
// confirm: no, the linker decides what the function is
#pragma weak hook
extern void hook(void);
int main(void) { hook(); }
