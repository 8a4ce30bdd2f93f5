/* words_rules -- the tables of words.h. Every rule is tried at every place: it has to fail at the first
 * letters, and looks back only where the rest fits. */
#include "page/words.h"

/* ---- numbers, over flat text -------------------------------------------------------------- */

#define SPACE "[ \\n\\t\\x{A0}\\x{2009}\\x{202F}]*+"
#define GAP "(?:[-\\x{2011}]|" SPACE ")" /* 5 ms, 100-cycle */
#define END "(?![A-Za-z0-9_])"
/* 1,024 and 1.5e9 and 10^9; digits of any script, so that 10⁹ and ½ are numbers as well. */
#define DIGITS                                                                                     \
    "(?<![\\p{Nd}\\p{No}A-Za-z_])(?<!\\p{Nd}[.,])([\\p{Nd}\\p{No}]++(?:[.,]\\p{Nd}++)*+(?:\\^\\d+" \
    "+|[eE][-+]?\\d+"                                                                              \
    "+)?+)"

#define PREFIX "[kKMGTPE]?" SPACE
#define FULL_PREFIX "(?i:kilo|mega|giga|tera|peta|exa|kibi|mebi|gibi|tebi)"
#define BYTES "(?:" PREFIX "i?(?:B|b|[Bb]ytes?|bits?)|" FULL_PREFIX "(?:bytes?|bits?))"
#define PER "(?:" SPACE "/" SPACE "| (?:per|an?|each) )"
#define SECOND "(?:s|secs?|seconds?)"
#define CYCLE "(?:clock )?(?:cycles?|clks?|clocks?)"
#define SYMBOL                                                                                     \
    "(?:" BYTES PER "(?:" SECOND "|" CYCLE ")|" PREFIX                                             \
    "i?[Bb]ps|" /* 5 GB/s, 32 bytes per cycle */                                                   \
        PREFIX "FLOPs?" PER SECOND "|" PREFIX "(?:FLOPS|FLOPs|flops)|(?i:" FULL_PREFIX             \
    "flops?)|" PREFIX "flop/s|[munp\\xB5\\x{3BC}]?(?:s|secs?)|(?:milli|micro|nano|pico)?seconds?|" \
    "[kMGT]?Hz|(?i:" FULL_PREFIX "?hertz)|[kMG]?" CYCLE "|%|\\x{2030}|percent|per cent)" END

#define FACTOR "[\\d\\x01\\x02(]" /* what a cross or "times" multiplies by */
#define THAN                                                                                       \
    "(?:faster|slower|longer|shorter|more|less|fewer|as|the|that|of|better|worse|larger|bigger|"   \
    "smaller|higher|lower|speedup)" END
#define CROSS "(?:\\xD7|x(?![A-Za-z0-9_]))(?!" SPACE FACTOR ")"
#define ALONE "[!-(*-/:-@[\\\\^`{|}~]" /* punctuation, but none that ends a factor */

static const struct rule numbers[] = {
    /* 1980s are years, 0s and 1s are bits. */
    {"plural", "", "(?<![A-Za-z0-9_])(?:(?:19|20)\\d0|[01])s" END, LINT_NOTHING},
    {"unit", DIGITS, GAP SYMBOL, LINT_TYPED},
    {"thousands", DIGITS, "(?:[kM]" SPACE "|" GAP "(?:thousand|[mbtr]+illion)" SPACE ")" SYMBOL,
     LINT_TYPED},
    /* A ratio, unless something follows that it multiplies: 5× faster, 5 × faster; not 4 × n. */
    {"ratio", DIGITS, CROSS, LINT_TYPED},
    {"ratio-apart", DIGITS, GAP CROSS "(?!" SPACE "(?!" THAN ")[A-Za-z0-9_])", LINT_TYPED},
    {"fold", DIGITS, GAP "(?:fold|times(?!" SPACE FACTOR "))" END, LINT_TYPED},
    {"cross-before", "", "(?<=^|^ |" ALONE "|" ALONE " )\\xD7" SPACE DIGITS, LINT_TYPED},
    {"factor", "", "factor of " DIGITS, LINT_TYPED},
    {"fraction", "", "(?<![A-Za-z0-9_/.])(\\d++/\\d++)(?= (?:of|the|as|that) )", LINT_TYPED},
    /* The unit of a value stands inside its braces; \x01s is a plural. */
    {"behind-value", "", "\\x01(?!s" END ")" SPACE "\\K(?:" SYMBOL "|(?<=\\x01)" CROSS ")",
     LINT_BEHIND},
};

/* next_number() of lint.c knows what they begin with. No digit inside of a number or a word is one. */
struct rules numbers_rules = {"(*UTF)(?=(?<!\\w)\\d|[f\\x01\\x{80}-\\x{10FFFF}])",
                              "",
                              numbers,
                              sizeof numbers / sizeof *numbers,
                              NULL,
                              NULL};

/* ---- words, over tokens with one space between --------------------------------------------- */

#define NUMERAL                                                                                    \
    "(?=[befhmnst])(?:t(?:wo|hree|en|welve|hirteen|wenty|hirty|housand)|f(?:our(?:teen)?|ive|"     \
    "ifteen|orty|ifty)|s(?:ix|even)(?:teen|ty)?|eight(?:een|y)?|nine(?:teen|ty)?|eleven|hundred|"  \
    "million|billion)"
#define UP_TO_99 "(?:-?" NUMERAL ")?"
#define PART                                                                                       \
    "(?:third|fifth|sixth|seventh|eighth|ninth|tenth|twelfth|sixteenth|twentieth|hundredth|"       \
    "thousandth|millionth)"
#define UNIT                                                                                       \
    "(?:percent|cycles?|clocks|(?:nano|micro|milli)?seconds?|[num]s|\xC2\xB5s|"                    \
    "(?:kilo|mega|giga)?hertz|[kmg]?hz|(?:[kmgt]i?)?b/s|[gt]?flop/s)"
#define SIZE                                                                                       \
    "(?:longer|shorter|higher|lower|larger|smaller|bigger|greater|better|worse|wider|narrower|"    \
    "deeper|cheaper|dearer|closer|nearer|farther|later|earlier|sooner|busier|steeper)"
#define VERBS                                                                                      \
    "is | are | was | were | be | been | being | isn't | aren't | wasn't | weren't | gets | "      \
    "get | got | becomes | become | stays | stay | remains | remain | looks | grows | grow | "     \
    "grew | seems | seem | runs | ran | takes | take | took | taking | lasts | last | lasted | "   \
    "waits | does | do | did | comes | come | costs | lies | ends | has | have | had | gives | "   \
    "give | reaches | reach | far | much | no | not | even | still | only | slightly | "           \
    "somewhat | little | lot | bit | any | always | never | usually | often | times | twice | "    \
    "half | \x01"

#define AFTER(list, words) "(?=" words " )(?<= " list " )" words
#define NOT_AFTER(list, words) "(?=" words " )(?<! " list " )" words
#define NEXT(list) "(?= (?:" list ") )"
#define NOT_NEXT(list) "(?! (?:" list ") )"
#define SOME(most) "(?:[^ ,.?]+ ){0," #most "}?" /* words of any kind */
#define ENDS "(?= [,.?])"

#define COUNT(name, ...)                                                                           \
    { name, NUMERAL, __VA_ARGS__, LINT_NUMBER }
#define NUMBER(name, ...)                                                                          \
    { name, "", __VA_ARGS__, LINT_NUMBER }
#define COMPARISON(name, ...)                                                                      \
    { name, "", __VA_ARGS__, LINT_COMPARISON }

static const struct rule words[] = {
    /* behind a numeral, of which "twenty" is one in "twenty-four" */
    {"two-halves", NUMERAL,
     UP_TO_99 " (?:(?:halv|doubl|tripl|quadrupl)es|dozens?|hundreds|thousands|[mb]illions)",
     LINT_NOTHING},
    COUNT("fold", "-?fold"),
    COUNT("quarters", "[ -]?quarters"),
    COUNT("thirds", "[ -]?" PART "s"),
    COUNT("times", " times" NOT_NEXT("are|were")),
    COUNT("out-of", " out of " NUMERAL),
    COUNT("unit", UP_TO_99 "[ -]?(?:" UNIT "|clock cycles|per cent)"),
    COUNT("hundred-unit", " " NUMERAL " " UNIT),
    COUNT("per-second",
          UP_TO_99 " (?:(?:kilo|mega|giga|tera)?bytes|(?:giga|tera)?flops) per second"),
    COUNT("hundred", " (?:hundred|thousand|million|billion)"),

    /* ratios */
    NUMBER("half",
           NOT_AFTER("first | second | upper | lower | other | each | either | every | near | "
                     "far | last | left | right | this | that | own | its | their | whose | "
                     "which",
                     "half") NOT_NEXT("precision|floats?|warps?")),
    NUMBER("halved", "halved?|halving|doubled|doubling|tripled|tripling|quadrupled|quadrupling"),
    NUMBER("halves-it",
           "(?:halv|doubl|tripl|quadrupl)es" NEXT("the|its|their|what|that|this|it|them|every")),
    NUMBER("it-halves", "(?<![,.?] )" NOT_AFTER(
                            "both | the | of | in | into | as | and | or | its | their | these | "
                            "those | between | \x01 | \x02",
                            "(?:halv|doubl|tripl|quadrupl)es")),
    /* "read twice" says how often something is done */
    NUMBER("twice-that", "(?:twice|thrice)" NEXT(
                             "as|the|that|what|this|its|their|these|those|of|an?|more|less|longer|"
                             "faster|slower|larger|\x01|" NUMERAL)),
    NUMBER("about-twice",
           AFTER("nearly | almost | about | roughly | exactly | than | over | takes | "
                 "took | costs | cost",
                 "(?:twice|thrice)")),
    NUMBER("twice-alone", "(?<=[,.?] )(?:twice|thrice)" ENDS),
    NUMBER("double-that",
           "(?:doub|trip|quadrup)le" NEXT("the|that|its|their|what|this|it|them|those|"
                                          "these")),
    NUMBER("about-double",
           AFTER("nearly | almost | about | roughly | than | over", "(?:doub|trip|quadrup)le")),
    NUMBER("many-fold", "(?:many|several)-?fold"),
    NUMBER("quarter", "quarters?|one-?quarter"),
    NUMBER("one-third", "one[ -]?" PART),
    NUMBER("a-third", "an? " PART ENDS),
    NUMBER("a-third-of",
           "an? " PART NEXT("of|the|as|that|what|less|more|is|are|was|were|left|remains|longer|"
                            "shorter|faster|slower|lower|higher|larger|smaller|fewer")),
    NUMBER("several-times", "several times" NOT_NEXT("are|were")),
    NUMBER("factor", "factor of (?:(?:a|some|several) )?" NUMERAL),
    NUMBER("one-out-of", "one out of " NUMERAL),
    NUMBER("one-in", "one in " NUMERAL),

    NUMBER("a-hundred-unit", "a " NUMERAL " " UNIT),
    NUMBER("dozens",
           NOT_AFTER("between | \x01", "(?:dozens?|hundreds|thousands|millions|billions)")),
    NUMBER("tens", "tens of"),
    NUMBER("a-hundred", "(?:a|one|some|few|several) (?:hundred|thousand|million|billion)"),
    NUMBER("magnitude", "orders? of magnitude"),

    /* speed, which is always measured */
    COMPARISON("faster-than", "(?:faster|slower|quicker) " SOME(3) "than"),
    COMPARISON("faster", "(?:fast|slow|quick)(?:er|est)"),
    COMPARISON("more-quickly", "(?:more|less) (?:quickly|slowly)"),
    COMPARISON("beats", "beats|outruns|outperforms"),

    /* other comparisons */
    COMPARISON("larger-than", AFTER(VERBS, SIZE " " SOME(3) "than")),
    COMPARISON("a-larger-than", "an? " SIZE " [^ ,.?]+ " SOME(2) "than"),
    COMPARISON("more-than",
               NOT_AFTER("need | needs | needed | needing | want | wants | wanted | for | "
                         "may",
                         "(?:more|less|fewer) " SOME(4) "than") NOT_NEXT("one|once|zero|not|ever")),
    COMPARISON("as-fast-as", NOT_AFTER("\x01", "as (?:fast|slow|quick|quickly|slowly|often|cheap|"
                                               "expensive|late|early) as")),
    COMPARISON("as-large-as", AFTER(VERBS, NOT_AFTER("\x01", "as (?:large|small|big|short|high|low|"
                                                             "wide|narrow|deep) as"))),
    COMPARISON("as-many-as", NOT_AFTER("\x01", "as (?:many|much|few|little) " SOME(4) "as")),
    COMPARISON("as-long-as",
               "(?=as long as )(?<=ths | th | rd | rds | "
               "takes | took | take | taking | lasts | last | lasted | runs | run | ran | "
               "waits | wait | just | nearly | almost | about | exactly | roughly | times | "
               "twice | half )as long as"),
    COMPARISON("just-as-fast",
               "(?:just|equally|exactly) as (?:fast|slow|quick|quickly|long|much|many|"
               "often|large|small)"),
    COMPARISON("same-rate", "same (?:rate|speed|bandwidth|throughput|latency|pace)"),

    /* shares and superlatives */
    COMPARISON("most-of", "most of" NOT_NEXT("all")),
    COMPARISON("nearly-all",
               "(?:nearly|almost|virtually) (?:all|every|everything|none|no|nothing)"),
    COMPARISON("hardly-any", "(?:hardly|scarcely|barely) (?:any|anything)"),
    COMPARISON("bulk-of", "(?:majority|bulk) of"),
    COMPARISON("a-fraction-of", NOT_AFTER("as", "a fraction of")),
    COMPARISON("small-fraction-of", "(?:small|tiny|mere|large) fraction of"),
    COMPARISON("highest", "(?:highest|lowest|longest|shortest|cheapest)" NOT_NEXT(
                              "ago|address|addresses|bits?|bytes?|thread|lane|index|level|level")),
    COMPARISON("the-best", "the (?:best|worst)" NOT_NEXT("case")),
};

static const struct rule supposing[] = {
    {"if", "",
     "if|when|whenever|whether|unless|until|suppose|(?:that|which|who) (?:is|are|was|were)(?= $)",
     0},
};

/* One match is tried, at the space before a word: lint.c knows where that is worth while. */
struct rules words_rules = {"\\G ", "(?= )", words, sizeof words / sizeof *words, NULL, NULL};
struct rules words_supposing = {" ", "(?= )", supposing, 1, NULL, NULL};
