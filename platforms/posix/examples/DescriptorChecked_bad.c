#include <fcntl.h>
#include <unistd.h>

int main(void) {
  char c = 'x';
  int fd = open("log", O_WRONLY | O_CREAT, 0600);
  write(fd, &c, 1);
  close(fd);
  return 0;
}
