/* lab.cuh -- what the .cu files of kernels/ share: checked calls, device memory, inputs, the
 * comparison with the CPU, and in-kernel clocks. */
#ifndef LAB_CUH
#define LAB_CUH

#include "lab.h"

#include <cuda_runtime.h>
#include <stdio.h>
#include <thread>
#include <vector>

/* Every CUDA call of a lab goes through this: a failure becomes a value with place and text. */
#define LAB_TRY(call)                                                                              \
    do {                                                                                           \
        cudaError_t lab_code = (call);                                                             \
        if (lab_code != cudaSuccess) return lab_fail(why, lab_code, #call, __FILE__, __LINE__);    \
    } while (0)

bool lab_fail(struct problem *why, cudaError_t code, const char *call, const char *file, int line);

/* Device memory that lives until lab_release(). A shortage is "needs X, Y free", not fatal. */
bool lab_alloc_bytes(void **p, size_t bytes, struct problem *why);
void lab_release(void);
/* Calls `undo` once at the next lab_release(), the last one first: for what a lab set on the device. */
void lab_at_release(void (*undo)(void));

/* For a lab that leaves more than a time: open() names the function that gives `count` numbers of the
 * last pass, which ones is stated in the .cu. It holds until lab_release(). */
typedef bool (*lab_table)(double *value, size_t count, struct problem *why);
void lab_has_table(lab_table table);
bool lab_read_table(double *value, size_t count, struct problem *why);

template <class T> static inline bool lab_alloc(T **p, size_t count, struct problem *why) {
    return lab_alloc_bytes((void **)p, count * sizeof(T), why);
}

/* The input of most labs: word i of a buffer is lab_word(i). Cheap on both sides, and no two
 * neighbors are alike, so a result from the wrong place is a wrong result. */
__host__ __device__ static inline uint32_t lab_word(uint64_t i) {
    return (uint32_t)i * 2654435761u + (uint32_t)(i >> 32) + 12345u;
}

/* A small whole number as a float: sums of products of a few of them are exact in any order. */
__host__ __device__ static inline float lab_small(uint64_t i) {
    return (float)(lab_word(i) >> 24);
}

bool lab_fill_words(uint32_t *device, size_t words, struct problem *why);
/* device[i] = lab_small(from + i) */
bool lab_fill_small(float *device, size_t count, uint64_t from, struct problem *why);
bool lab_poison(void *device, size_t bytes, struct problem *why);

/* When and where one block ran its timed part. */
struct lab_span {
    unsigned long long clock0, clock1; /* cycles of this SM */
    unsigned long long ns0, ns1;       /* the card's one timer */
    unsigned int sm;
};

__device__ static inline unsigned long long lab_clock(void) {
    unsigned long long t;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(t)::"memory");
    return t;
}

__device__ static inline unsigned long long lab_ns(void) {
    unsigned long long t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t)::"memory");
    return t;
}

__device__ static inline unsigned int lab_sm(void) {
    unsigned int sm;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    return sm;
}

/* Cycles and clock: the median of the blocks' own spans. Seconds: first start to last end. */
bool lab_read_spans(const struct lab_span *device, int blocks, bool one_an_sm, struct lab_time *t,
                    struct problem *why);

/* One random cycle through all places (Sattolo's shuffle): order[i] follows i. */
std::vector<uint32_t> lab_one_cycle(size_t count);

/* Registers, frame, threads and resident blocks of a kernel launched with `threads` a block; or, with
 * "compiled." before them, registers, frame, stores and loads (bytes spilled) as its compiler said. */
bool lab_kernel_property(const void *kernel, int threads, const char *name, double *value,
                         struct problem *why);

/* Pinned staging memory for the comparison, LAB_STAGE bytes in two halves: so large that starting threads for
 * each half is little of it. */
enum { LAB_STAGE = 128 << 20 };
bool lab_stage(void **p, struct problem *why);

bool lab_wrong(struct problem *why, uint64_t at, double got, double want);

/* Runs share(first, end) over [0, rows) on all processors; share returns the first wrong row, or
 * `end`. Returns the first wrong row of all, or `rows`. */
template <class Share> static size_t lab_first_wrong(size_t rows, Share share) {
    const size_t MOST = 32, LEAST_ROWS = 2;
    size_t workers = std::thread::hardware_concurrency();
    workers = workers > MOST ? MOST : workers ? workers : 1;
    workers = workers > rows / LEAST_ROWS ? rows / LEAST_ROWS + 1 : workers;
    size_t wrong[MOST];
    std::thread thread[MOST];
    for (size_t w = 0; w < workers; w++) {
        size_t first = rows * w / workers, end = rows * (w + 1) / workers;
        auto work = [&wrong, w, first, end, rows, &share] {
            size_t at = share(first, end);
            wrong[w] = at < end ? at : rows;
        };
        if (w + 1 < workers)
            thread[w] = std::thread(work);
        else
            work();
    }
    size_t least = rows;
    for (size_t w = 0; w < workers; w++) {
        if (w + 1 < workers) thread[w].join();
        least = wrong[w] < least ? wrong[w] : least;
    }
    return least;
}

/* Brings device[0..count) over in parts of whole rows and hands each to check(part, first,
 * length). */
template <class T, class Check>
static bool lab_verify_parts(const T *device, size_t count, size_t row, Check check,
                             struct problem *why) {
    void *stage;
    if (!lab_stage(&stage, why)) return false;
    const size_t half = LAB_STAGE / 2 / sizeof(T) / row * row;
    T *buffer[2] = {(T *)stage, (T *)stage + half};
    size_t got = count < half ? count : half;
    if (count == 0) return true;
    LAB_TRY(cudaMemcpyAsync(buffer[0], device, got * sizeof(T), cudaMemcpyDeviceToHost, 0));
    for (size_t first = 0, turn = 0; first < count; turn ^= 1) {
        LAB_TRY(cudaStreamSynchronize(0));
        size_t next = first + got, ahead = count - next < half ? count - next : half;
        if (ahead)
            LAB_TRY(cudaMemcpyAsync(buffer[turn ^ 1], device + next, ahead * sizeof(T),
                                    cudaMemcpyDeviceToHost, 0));
        if (!check(buffer[turn], first, got)) return false;
        first = next;
        got = ahead;
    }
    return true;
}

/* Compares a matrix of whole rows with want(row, column), element by element, on the CPU. The
 * comparison is written so that a NaN is a wrong result. want() has to be pure. */
template <class T, class F>
static bool lab_verify_rows(const T *device, size_t rows, size_t columns, F want,
                            struct problem *why) {
    return lab_verify_parts(
        device, rows * columns, columns,
        [&](const T *part, size_t first, size_t length) {
            size_t top = first / columns, count = length / columns;
            size_t bad = lab_first_wrong(count, [&](size_t y, size_t end) {
                for (; y < end; y++) {
                    size_t wrong = 0; /* no branch an element, so that it can be vectorized */
                    for (size_t x = 0; x < columns; x++)
                        wrong += !(part[y * columns + x] == want(top + y, x));
                    if (wrong) break;
                }
                return y;
            });
            for (size_t x = 0; bad < count && x < columns; x++) {
                T got = part[bad * columns + x], right = want(top + bad, x);
                if (!(got == right))
                    return lab_wrong(why, (top + bad) * columns + x, (double)got, (double)right);
            }
            return true;
        },
        why);
}

/* The same for a plain array with want(i). */
template <class T, class F>
static bool lab_verify(const T *device, size_t count, F want, struct problem *why) {
    const size_t ROW = 1024;
    size_t rows = count / ROW, rest = count % ROW;
    return lab_verify_rows(
               device, rows, ROW, [&](size_t y, size_t x) { return want(y * ROW + x); }, why) &&
           (rest == 0 || lab_verify_rows(
                             device + rows * ROW, 1, rest,
                             [&](size_t, size_t x) { return want(rows * ROW + x); }, why));
}

#endif
