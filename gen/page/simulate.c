/* simulate -- examples of the memory hierarchy's commands, with what they print:
 *
 *     ```simulate
 *     load 0
 *     load 4
 *     ```
 *
 * The page shows the commands, then "Output:" and what the simulator (gen/model) gives for them. The
 * output is made by the build, so that it is always that of the program; a command with a mistake
 * in it shows the simulator's own message, because an example may be about just that. The fence becomes
 * two code blocks, of the languages text and output, with a line between them. */
#include "model/simulator.h"
#include "page/fence.h"

static void write_text(void *context, const char *data, size_t length) {
    buf_add(context, data, length);
}

static struct text output_of(struct text commands, struct arena *arena) {
    struct simulator simulator;
    struct buf out = {0};
    struct simulator_sink sink = {write_text, &out};
    simulator_start(&simulator);
    while (commands.len) {
        struct text line = text_next(&commands, '\n');
        simulator_line(&simulator, line.ptr, line.len, &sink);
    }
    simulator_finish(&simulator, &sink);
    return buf_take(&out, arena);
}

static void expand(struct node *input, struct arena *arena) {
    struct node *label = node_new(arena, NODE_PARAGRAPH, input->offset, input->length);
    struct node *words = node_new(arena, NODE_TEXT, input->offset, input->length);
    struct node *output = node_new(arena, NODE_CODE_BLOCK, input->offset, input->length);
    words->text = TEXT("Output:");
    node_append(label, words);
    output->text = output_of(input->text, arena);
    output->code.fenced = true;
    output->code.info = output->code.language = TEXT("output");
    input->code.info = input->code.language = TEXT("text");
    node_insert_after(input, label);
    node_insert_after(label, output);
}

void fence_simulate(struct fence *fence) {
    if (!text_trim(fence->node->text).len)
        node_error(fence->reader, fence->node, "write a command a line: load 0",
                   "a simulate block without commands");
    expand(fence->node, fence->reader->arena);
}
