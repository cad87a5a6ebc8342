// verdict: correct
// volatile: device
// check: null,bounds,free
// assumes: nothing
struct uart {
  volatile unsigned status, data;
  volatile unsigned char fifo[4];
};
static volatile unsigned *const control = (volatile unsigned *)0x40021000;
static struct uart *const uart = (struct uart *)0x40001000;
int main(void) {
  volatile unsigned *timer = (volatile unsigned *)0x50000000;
  *control |= 1u << 3;
  while (!(uart->status & 1)) {}
  uart->data = timer[2];
  uart->fifo[1]++;
  return *(volatile int *)0x40022000 & 1;
}
