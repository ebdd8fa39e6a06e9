/* A small one-shot command: copies its argument to stdout. */
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
  for (int at = 1; at < argc; at++)
    if (write(1, argv[at], strlen(argv[at])) < 0) return 1;
  return 0;
}
