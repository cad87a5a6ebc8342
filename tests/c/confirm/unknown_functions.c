// bound: 5
// Functions that are only declared return what they returned in the execution found.
extern int sensor(int channel);
extern void log_value(const char *what, int value);
extern unsigned char kind(void);
extern void reach_error(void);

static int sum(int n) {
  int total = 0;
  for (int i = 0; i < n; i++) {
    total += sensor(i);
    log_value("total", total);
  }
  return total;
}

int main(void) {
  int total = sum(3);
  if (total == 1000 && kind() == 7) reach_error();
  return 0;
}
