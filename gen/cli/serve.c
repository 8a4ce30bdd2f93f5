/* gen serve -- the preview of the review edition, for whoever writes. */
#include <unistd.h>

#include "cli/cli.h"
#include "serve/serve.h"

int cli_serve(const struct cli_options *options) {
    struct cli_run run;
    struct buf out = {0};
    struct serve serve = {.root = &run.root,
                          .card = options->card,
                          .today = options->today,
                          .port = (unsigned)options->port};
    if (cli_open(&run, options)) {
        if (fchdir(run.root.fd) == 0)
            serve_run(&serve, &run.diags);
        else
            diag_file(&run.diags, SEVERITY_ERROR, text_of(options->root), NULL,
                      "this folder cannot be entered");
    }
    return cli_end(&run, &out);
}
