/* Stands between a broker and its disk: it is loaded before the C library (LD_PRELOAD).
 *
 * It notes, for each file that the process flushes, how many bytes were flushed. The length is an attribute of the file itself: it follows
 * the file when it is renamed and disappears with it, and it survives SIGKILL. It is taken before the file is
 * flushed, because bytes that are written meanwhile may not be included, and noted before the process learns that
 * the file was flushed. A file that is cut has no flushed bytes beyond its new end.
 *
 * The variable KERRAN_DISK names the folder of the broker's data. The file <folder>.disk says how this disk is: whether
 * it is full, and by how many ms a write or a flush is delayed, as two numbers of 4 bytes. It is mapped into memory, so
 * that a change holds from the next write on and a healthy disk costs no system call. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#define ATTRIBUTE "user.kerran.flushed"

static const volatile struct {
    unsigned is_full, delay_ms;
} healthy, *disk = &healthy;

static const char *folder;

__attribute__((constructor)) static void find_disk(void) {
    char name[PATH_MAX];
    folder = getenv("KERRAN_DISK");
    if (!folder) return;
    snprintf(name, sizeof name, "%s.disk", folder);
    int file = open(name, O_RDONLY | O_CLOEXEC);
    void *found = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *disk, PROT_READ, MAP_SHARED, file, 0);
    if (found == MAP_FAILED) {
        perror(name);
        abort();
    }
    close(file);
    disk = found;
}

static int is_on_disk(int file) {
    char link[32], name[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, name, sizeof name - 1);
    size_t expected = strlen(folder);
    return length > (ssize_t)expected && memcmp(name, folder, expected) == 0 && name[expected] == '/';
}

static void delay(int file) {
    unsigned ms = disk->delay_ms;
    if (!ms || !is_on_disk(file)) return;
    struct timespec left = {ms / 1000, ms % 1000 * 1000000L};
    while (nanosleep(&left, &left) < 0 && errno == EINTR) continue;
}

/* Each write is refused on a full disk, also one that would fit into the last block of its file. */
static int is_refused(int file) {
    delay(file);
    if (!disk->is_full || !is_on_disk(file)) return 0;
    errno = ENOSPC;
    return 1;
}

#define REAL(name, ...) \
    static __typeof__(name) *real; \
    if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name); \
    return is_refused(file) ? -1 : real(__VA_ARGS__)

ssize_t write(int file, const void *bytes, size_t count) { REAL(write, file, bytes, count); }

ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) { REAL(pwrite, file, bytes, count, at); }

ssize_t pwrite64(int file, const void *bytes, size_t count, off_t at) { REAL(pwrite64, file, bytes, count, at); }

ssize_t writev(int file, const struct iovec *parts, int count) { REAL(writev, file, parts, count); }

ssize_t pwritev(int file, const struct iovec *parts, int count, off_t at) { REAL(pwritev, file, parts, count, at); }

ssize_t pwritev64(int file, const struct iovec *parts, int count, off_t at) { REAL(pwritev64, file, parts, count, at); }

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
    delay(file);
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
