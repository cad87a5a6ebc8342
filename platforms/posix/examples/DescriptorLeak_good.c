#include <fcntl.h>
#include <unistd.h>

int main(int argc, char **argv) {
  char c;
  int fd = open("a", O_RDONLY);
  if (fd < 0) return 1;
  if (read(fd, &c, 1) != 1) {
    close(fd);
    return 2;
  }
  close(fd);
  return 0;
}
