/* simulate -- see simulate.h. */
#include "page/simulate.h"

#include "base/buf.h"
#include "model/simulator.h"

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
    struct text output = arena_text(arena, buf_text(&out));
    buf_free(&out);
    return output;
}

static void set_language(struct node *node, struct text language) {
    node->code.info = node->code.language = language;
}

static void expand(struct node *input, struct arena *arena) {
    struct node *label = node_new(arena, NODE_PARAGRAPH, input->offset, input->length);
    struct node *words = node_new(arena, NODE_TEXT, input->offset, input->length);
    struct node *output = node_new(arena, NODE_CODE_BLOCK, input->offset, input->length);
    words->text = TEXT("Output:");
    node_append(label, words);
    output->text = output_of(input->text, arena);
    output->code.fenced = true;
    set_language(output, TEXT("output"));
    set_language(input, TEXT("text"));
    node_insert_after(input, label);
    node_insert_after(label, output);
}

void simulate_read(struct node *document, const struct source *source, struct arena *arena,
                   struct diags *diags) {
    for (struct node *node = document; node; node = tree_next(node, document)) {
        if (node->type != NODE_CODE_BLOCK || !text_is(node->code.language, "simulate")) continue;
        struct text rest = text_trim(node->code.info);
        text_next(&rest, ' ');
        if (text_trim(rest).len)
            diag_error(diags, source, node->offset, node->length, "commands stand in its lines",
                       "a simulate block takes nothing after the word simulate");
        if (!text_trim(node->text).len)
            diag_error(diags, source, node->offset, node->length, "write a command a line: load 0",
                       "a simulate block without commands");
        expand(node, arena);
    }
}
