// A car must not be green. The trace names the colour, and the compiled program really fails.
//
//   lariat check examples/cars.c                bug: a car can be painted green
//   lariat check examples/cars.c --confirm      bug: and the compiled program shows it

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

enum colour { RED, GREEN = 5, BLUE };
struct car { enum colour colour; char tag; int *speed; };

static struct car cars[3];
static int speeds[4];

static void paint(struct car *car, enum colour colour) {
  car->colour = colour;
  car->tag = 'g';
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  paint(&cars[1], n);
  cars[2].speed = &speeds[3];
  if (cars[1].colour == GREEN && *cars[2].speed == 0)
    __VERIFIER_error();
  return 0;
}
