// check: div0
// confirm: division by zero
extern int read_sensor(void);

int main(void) {
  int x = read_sensor();
  return 100 / x;
}
