/* wasm -- see wasm.h. */
#include "model/wasm.h"

/* ---- the model --------------------------------------------------------------------------- */

static struct model_card card;
static struct model_work work_asked;
static struct model_rates rates;
static struct model_result result;

void wasm_figure_set(int figure, double value) {
    if (figure < 0 || figure >= MODEL_FIGURES) return;
    *model_card_figure(&card, figure) =
        value == value ? figure_known(value) : figure_unknown(text_of(model_figures[figure].lacks));
}

bool wasm_predict(int kernel, const double *sizes, bool measured, int access) {
    const struct model_how how = {measured, (enum model_access)access};
    if (kernel < 0 || kernel >= MODEL_KINDS) return false;
    work_asked = model_work_of((enum model_kind)kernel, sizes, card.l2);
    rates = model_rates(&card, &how, work_asked.writes);
    result = model_predict(&work_asked, &rates);
    return true;
}

static double number_of(struct model_figure figure) {
    return figure.known ? figure.value : __builtin_nan("");
}

double wasm_value(int value, int level) {
    if (level < 0 || level >= MODEL_LEVELS) return __builtin_nan("");
    switch (value) {
    case WASM_AMOUNT: return number_of(work_asked.amount[level]);
    case WASM_RATE: return number_of(rates.rate[level]);
    case WASM_SECONDS: return number_of(result.seconds[level]);
    default: return number_of(result.busy[level]);
    }
}

double wasm_time(void) {
    return number_of(result.time);
}

double wasm_at_least(void) {
    return result.at_least;
}

int wasm_bound(void) {
    return (int)result.bound;
}

const char *wasm_reason(void) {
    return result.time.reason.ptr;
}

size_t wasm_reason_length(void) {
    return result.time.reason.len;
}

/* ---- the simulator ----------------------------------------------------------------------- */

static struct simulator simulator;
static bool sweeping;
static uint64_t largest_tiles; /* bytes of the two tiles of a matmul, of all lines so far */

static struct {
    char *data;
    size_t size, length;
} output;

/* Output that does not fit is dropped; wasm_simulator_run() makes sure that all of it fits. */
static void write_output(void *context, const char *data, size_t length) {
    (void)context;
    for (size_t i = 0; i < length && output.length < output.size; i++)
        output.data[output.length++] = data[i];
}

static const struct simulator_sink sink = {write_output, NULL};

void wasm_simulator_start(void) {
    simulator_start(&simulator);
    sweeping = false;
    largest_tiles = 0;
}

void wasm_output(char *data, size_t size) {
    output.data = data;
    output.size = size;
    output.length = 0;
}

size_t wasm_output_length(void) {
    return output.length;
}

static bool has_room(size_t line) {
    size_t left = output.size - output.length;
    return left >= WASM_OUTPUT_ROOM && left - WASM_OUTPUT_ROOM >= line;
}

/* Continues the sweep; returns the steps taken, of which its end is at least one. */
static uint32_t go_on(uint32_t work) {
    uint64_t before = simulator.sweep.left;
    sweeping = simulator_advance(&simulator, work, &sink);
    uint64_t done = before - simulator.sweep.left;
    return done == 0 ? 1 : done > work ? work : (uint32_t)done;
}

size_t wasm_simulator_run(const char *text, size_t length, uint32_t work) {
    size_t at = 0;
    while (work) {
        if (sweeping) {
            if (!has_room(0)) break;
            work -= go_on(work);
            continue;
        }
        size_t end = at, printed = output.length;
        while (end < length && text[end] != '\n')
            end++;
        end += end < length;
        if (end == at || !has_room(end - at)) break;
        sweeping = simulator_begin(&simulator, text + at, end - at, &sink);
        at = end;
        if (simulator.tile_bytes > largest_tiles) largest_tiles = simulator.tile_bytes;
        work -= output.length > printed;
    }
    return at;
}

bool wasm_simulator_busy(void) {
    return sweeping;
}

void wasm_simulator_finish(void) {
    simulator_finish(&simulator, &sink);
}

void wasm_simulator_state(uint64_t state[WASM_STATE]) {
    const struct simulator_state *now = &simulator.now;
    const uint64_t values[WASM_STATE] = {
        now->total.accesses, now->total.cycles, now->total.loads,      now->total.l1,
        now->total.l2,       now->total.dram,   now->last.address,     now->last.line,
        now->last.level,     now->last.cycles,  simulator.sweep.count, simulator.sweep.left,
        simulator.lines,     now->l1.capacity,  now->l2.capacity,      largest_tiles,
    };
    for (int i = 0; i < WASM_STATE; i++)
        state[i] = values[i];
}

int wasm_cache(int level, uint64_t pairs[2 * CACHE_LINES_MAX]) {
    const struct cache *cache = level == 0 ? &simulator.now.l1 : &simulator.now.l2;
    int count = 0;
    for (const struct cache_line *line = NULL; (line = cache_next(cache, line)) != NULL; count++) {
        pairs[2 * count] = line->line;
        pairs[2 * count + 1] = line->stamp;
    }
    return count;
}

/* ---- one access of a warp ---------------------------------------------------------------- */

static struct count_error refused;

/* Applies the settings as the commands would; false: one is refused. */
static bool settings_of(struct count *count, const uint64_t settings[WASM_ACCESS_SETTINGS]) {
    const uint64_t element = settings[0], base = settings[1], x = settings[2], y = settings[3];
    const bool power =
        element == 1 || element == 2 || element == 4 || element == 8 || element == 16;
    refused = (struct count_error){"a setting is out of range", COUNT_LANES, 0};
    if (!power || base % element || base > INDEX_MAX || !x || !y || x > 1024 || y > 1024 ||
        x * y > 1024 || settings[4] * COUNT_LANES >= x * y)
        return false;
    count->element = element;
    count->base = base;
    count->dim_x = x;
    count->dim_y = y;
    count->warp = settings[4];
    return true;
}

bool wasm_access(const char *expression, size_t length,
                 const uint64_t settings[WASM_ACCESS_SETTINGS], uint64_t out[WASM_ACCESS]) {
    static struct count count;
    struct count_access access;
    count_start(&count);
    if (!settings_of(&count, settings) ||
        !count_access(&count, (struct text){expression, length}, &access, &refused)) {
        out[0] = refused.lane;
        out[1] = refused.at;
        return false;
    }
    const uint64_t counts[] = {access.lanes,  access.sectors, access.lines,
                               access.useful, access.passes,  access.least};
    for (int i = 0; i < 6; i++)
        out[i] = counts[i];
    out[6] = 0;
    for (int i = 0; i < COUNT_LANES; i++) {
        out[6] |= (uint64_t)access.active[i] << i;
        out[7 + i] = access.address[i];
    }
    return true;
}

const char *wasm_access_error(void) {
    return refused.error;
}

size_t wasm_access_error_length(void) {
    return text_of(refused.error).len;
}
