/* kind -- see kind.h. */
#include "page/kind.h"

#include "base/buf.h"

const struct page_kind_about page_kinds[KIND_COUNT] = {
    [KIND_GLOSSARY] = {"glossary", "glossary", "Glossary", "Terms", "terms", "DefinedTerm"},
    [KIND_LESSON] = {"lesson", "lessons", "Lesson", "Lessons", "lessons", "TechArticle"},
    [KIND_ARTICLE] = {"article", "articles", "Article", "Articles", "lessons", "TechArticle"},
    [KIND_EXERCISE] = {"exercise", "exercises", "Exercise", "Exercises", "lessons", "TechArticle"},
    [KIND_ERROR] = {"error", "errors", "Error message", "Error messages", "terms", "TechArticle"},
};

const enum page_kind page_kind_order[KIND_COUNT] = {KIND_ARTICLE, KIND_LESSON, KIND_EXERCISE,
                                                    KIND_GLOSSARY, KIND_ERROR};

enum page_kind page_kind_of_word(struct text word) {
    int kind = 0;
    while (kind < KIND_COUNT && !text_is(word, page_kinds[kind].word))
        kind++;
    return (enum page_kind)kind;
}

enum page_kind page_kind_of_folder(struct text folder) {
    int kind = 0;
    while (kind < KIND_COUNT && !text_is(folder, page_kinds[kind].folder))
        kind++;
    return (enum page_kind)kind;
}

const char *page_kind_words(struct arena *arena) {
    struct buf out = {0};
    for (int kind = 0; kind < KIND_COUNT; kind++)
        buf_printf(&out, "%s%s", kind ? " " : "", page_kinds[kind].word);
    return buf_take(&out, arena).ptr;
}
