#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
  struct sockaddr address;
  memset(&address, 0, sizeof address);
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (fd < 0) return 1;
  if (bind(fd, &address, sizeof address) != 0) {
    address.sa_family = AF_INET;
  }
  listen(fd, 5);
  close(fd);
  return 0;
}
