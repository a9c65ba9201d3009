// Preloaded into a program: its PR_SET_DUMPABLE is noted in the file UTH_DUMPABLE, and not carried out,
// so that a test of the same user can look into its memory.
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int prctl(int option, ...)
{
    va_list list;
    unsigned long arguments[4];
    va_start(list, option);
    for (unsigned i = 0; i < 4; i++) {
        arguments[i] = va_arg(list, unsigned long);
    }
    va_end(list);
    const char *path = getenv("UTH_DUMPABLE");
    if (option == PR_SET_DUMPABLE && path != NULL) {
        const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        const char digit = (char)('0' + arguments[0]);
        const int bad = file < 0 || write(file, &digit, 1) != 1;
        (void)close(file);
        return bad ? -1 : 0;
    }
    return (int)syscall(SYS_prctl, option, arguments[0], arguments[1], arguments[2], arguments[3]);
}
