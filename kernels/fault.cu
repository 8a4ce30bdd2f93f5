/* fault.cu -- what the runtime says to a kernel that touches memory in a way that is not allowed.
 *
 * Versions
 *   misaligned  a store of 4 bytes to an address that is no multiple of 4
 *   illegal     a store to an address where nothing is allocated
 *
 * Method  Such an error destroys the process's CUDA context: every later call returns it too. So
 *         the program starts itself anew for each, with nothing to do but this, and reads the one
 *         line that it writes; what is measured is not disturbed.
 * Run     build/measure --only limits
 */
#include "harness/backend_cuda.cuh"
#include "harness/child.h"

#include <string.h>

// region: misaligned
__global__ void misaligned(char *bytes) {
    *(volatile int *)(bytes + 1) = 1;
}
// endregion

// region: illegal
__global__ void illegal(int *nowhere) {
    *(volatile int *)nowhere = 1;
}
// endregion

static bool provoke(int device, const char *name, cudaError_t *code, struct problem *why) {
    char *bytes;
    LAB_TRY(cudaSetDevice(device));
    LAB_TRY(cudaMalloc((void **)&bytes, 16));
    if (strcmp(name, "misaligned") == 0)
        misaligned<<<1, 1>>>(bytes);
    else
        illegal<<<1, 1>>>(NULL);
    LAB_TRY(cudaGetLastError());
    *code = cudaDeviceSynchronize();
    return true;
}

/* The child: one line, "name TAB text", or "- TAB reason". */
int cuda_fault(int device, const char *name) {
    struct problem why = {"", false};
    cudaError_t code = cudaSuccess;
    if (!provoke(device, name, &code, &why))
        printf("-\t%s\n", why.text);
    else if (code == cudaSuccess)
        printf("-\tthe card did not mind\n");
    else
        printf("%s\t%s\n", cudaGetErrorName(code), cudaGetErrorString(code));
    return 0;
}

/* The parent: asks once, and keeps the line for the question about the other half of it. */
bool fault_message(int device, const char *name, bool want_name, char *text, size_t room) {
    static char kept_name[16], line[CHILD_LINE];
    static int kept_device;
    char number[16];
    snprintf(number, sizeof number, "%d", device);
    if (strcmp(kept_name, name) != 0 || kept_device != device) {
        kept_device = device;
        const char *const arguments[] = {"--device", number, "--fault", name, NULL};
        snprintf(kept_name, sizeof kept_name, "%s", name);
        child_line(arguments, CHILD_SECONDS, line);
    }
    const char *tab = strchr(line, '\t');
    bool known = tab && line[0] != '-';
    if (!tab)
        snprintf(text, room, "%s", line);
    else if (known && want_name)
        snprintf(text, room, "%.*s", (int)(tab - line), line);
    else
        snprintf(text, room, "%s", tab + 1);
    return known;
}
