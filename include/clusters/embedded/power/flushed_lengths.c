/* Notes, for each file that a process flushes, how many bytes were flushed.
 *
 * The library is loaded before the C library (LD_PRELOAD). The length is an attribute of the file itself: it follows
 * the file when it is renamed and disappears with it, and it survives SIGKILL. It is taken before the file is
 * flushed, because bytes that are written meanwhile may not be included, and noted before the process learns that
 * the file was flushed. A file that is cut has no flushed bytes beyond its new end. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <unistd.h>

#define ATTRIBUTE "user.kerran.flushed"

static pthread_mutex_t noting = PTHREAD_MUTEX_INITIALIZER;

static long long noted(int file) {
    char text[24];
    ssize_t length = fgetxattr(file, ATTRIBUTE, text, sizeof text - 1);
    if (length < 0) return 0;
    text[length] = 0;
    return atoll(text);
}

static void note(int file, long long bytes) {
    char text[24];
    int length = snprintf(text, sizeof text, "%lld", bytes);
    if (fsetxattr(file, ATTRIBUTE, text, length, 0) == 0) return;
    perror("Kerran cannot note what was flushed, because the file system refuses the attribute " ATTRIBUTE);
    abort();
}

static int flush(int file, const char *name) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    struct stat before, after;
    int is_file = fstat(file, &before) == 0 && S_ISREG(before.st_mode);
    int result = real(file);
    if (result != 0 || !is_file) return result;
    pthread_mutex_lock(&noting);
    if (fstat(file, &after) == 0) {
        long long bytes = before.st_size < after.st_size ? before.st_size : after.st_size;
        if (bytes > noted(file)) note(file, bytes);
    }
    pthread_mutex_unlock(&noting);
    return result;
}

static int cut(int file, off_t bytes, const char *name) {
    int (*real)(int, off_t) = (int (*)(int, off_t))dlsym(RTLD_NEXT, name);
    pthread_mutex_lock(&noting);
    int result = real(file, bytes);
    if (result == 0 && noted(file) > bytes) note(file, bytes);
    pthread_mutex_unlock(&noting);
    return result;
}

int fsync(int file) { return flush(file, "fsync"); }

int fdatasync(int file) { return flush(file, "fdatasync"); }

int ftruncate(int file, off_t bytes) { return cut(file, bytes, "ftruncate"); }

int ftruncate64(int file, off_t bytes) { return cut(file, bytes, "ftruncate64"); }
