/* What librdkafka's rdkafka_performance.c uses of librdkafka's internal header of this name, which no package installs. */
#pragma once

#include <stdint.h>
#include <time.h>

/* Microseconds. */
typedef int64_t rd_ts_t;

static inline rd_ts_t rd_clock(void) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return (rd_ts_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}
