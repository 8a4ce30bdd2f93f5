/* words_rules -- the tables of words.h, over tokens with one space between. Every rule is tried at every
 * word: it has to fail at the first letters, and looks back only where the rest fits. */
#include "page/words.h"

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
    { name, NUMERAL, __VA_ARGS__, WORDS_NUMBER }
#define NUMBER(name, ...)                                                                          \
    { name, "", __VA_ARGS__, WORDS_NUMBER }
#define COMPARISON(name, ...)                                                                      \
    { name, "", __VA_ARGS__, WORDS_COMPARISON }

static const struct rule rules[] = {
    /* behind a numeral, of which "twenty" is one in "twenty-four" */
    {"two-halves", NUMERAL,
     UP_TO_99 " (?:(?:halv|doubl|tripl|quadrupl)es|dozens?|hundreds|thousands|[mb]illions)",
     WORDS_NOTHING},
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
    {"if", "", "if|when|whenever|whether|unless|until|suppose", 0},
    {"that-is", "", "(?:that|which|who) (?:is|are|was|were)(?= $)", 0},
};

struct rules words_rules = {" ", "(?= )", rules, sizeof rules / sizeof *rules, NULL};
struct rules words_supposing = {" ", "(?= )", supposing, 2, NULL};
