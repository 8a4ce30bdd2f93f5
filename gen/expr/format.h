/* format.h -- values inside longer texts. Private to gen/expr. */
#ifndef EXPR_FORMAT_H
#define EXPR_FORMAT_H

#include "text.h"

/* As expr_format. `significant` digits where the rule says three (two for %); 0: the rule. */
void expr_write_value(struct expr_writer *writer, const struct expr_value *value,
                      const struct expr_form *form, int significant, unsigned style);

#endif
