/* html_tool -- a part of the tool pages in a page of content, through its partial. */
#include "render/html.h"
#include "render/tool.h"

void html_tool(struct html *html, struct buf *out, const struct node *tool) {
    static const char *const templates[TOOL_KINDS] = {"tool-model", "tool-compare",
                                                      "tool-simulator", "tool-access"};
    const struct tool_block *block = tool->tool;
    struct site_build *build = html->build;
    if (!build) return;
    struct data *data = data_object(build->arena);
    tool_part(build, data, true);
    if (block->kind == TOOL_MODEL) {
        const struct tool_choice choice = tool_choice(build, block);
        tool_model(build, data, html->address, &choice);
        html->script_model = tool_wasm_is_built(build);
        html->script_numbers = true;
    } else if (block->kind == TOOL_COMPARE) {
        tool_compare(build, data, html->address);
        html->script_numbers = true;
    } else if (block->kind == TOOL_ACCESS) {
        tool_access(data, block->commands);
        html->script_access = tool_wasm_is_built(build);
    } else {
        if (!tool_simulator(build, data, block->commands)) return;
        html->script_simulator = tool_wasm_is_built(build);
    }
    template_fill(&build->templates, templates[block->kind], data, out, build->diags);
}
