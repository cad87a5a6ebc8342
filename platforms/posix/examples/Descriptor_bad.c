#include <fcntl.h>
#include <unistd.h>

static int copy(const char *name) {
  char buffer[16];
  int fd = open(name, O_RDONLY);
  if (fd < 0) return -1;
  long n = read(fd, buffer, sizeof buffer);
  if (n < 0) {
    close(fd);
  }
  close(fd);
  return 0;
}

int main(void) { return copy("a") | copy("b"); }
