/* Ignores end of input and SIGTERM, and so does the process it starts in its own group. */
#include <signal.h>
#include <unistd.h>

int main(void) {
  static const char ready[] = "{\"method\":\"ready\"}\n";
  signal(SIGTERM, SIG_IGN);
  if (fork() > 0 && write(1, ready, sizeof ready - 1) < 0) return 1;
  for (;;) pause();
}
