/* words_rules -- the table of words.h. Where several rules fit, the first one counts. */
#include "page/words.h"

static const struct {
    const char *name, *words;
} lists[] = {
    {"numeral", "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|"
                "fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|"
                "seventy|eighty|ninety|hundred|thousand|million|billion"},
    {"part", "third|fifth|sixth|seventh|eighth|ninth|tenth|twelfth|sixteenth|twentieth|hundredth|"
             "thousandth|millionth"},
    {"parts", "thirds|fifths|sixths|sevenths|eighths|ninths|tenths|twelfths|sixteenths|twentieths|"
              "hundredths|thousandths|millionths"},
    {"unit", "percent|cycle|cycles|clocks|second|seconds|nanoseconds|microseconds|milliseconds|"
             "nanosecond|microsecond|millisecond|ns|us|\xC2\xB5s|ms|hertz|kilohertz|megahertz|"
             "gigahertz|hz|khz|mhz|ghz|b/s|kb/s|mb/s|gb/s|tb/s|kib/s|mib/s|gib/s|tib/s|flop/s|"
             "gflop/s|tflop/s"},
    {"bytes", "bytes|kilobytes|megabytes|gigabytes|terabytes|flops|gigaflops|teraflops"},
    {"size", "longer|shorter|higher|lower|larger|smaller|bigger|greater|better|worse|wider|"
             "narrower|deeper|cheaper|dearer|closer|nearer|farther|later|earlier|sooner|busier|"
             "steeper"},
    {"verb", "is|are|was|were|be|been|being|isn't|aren't|wasn't|weren't|gets|get|got|"
             "becomes|become|stays|stay|remains|remain|looks|grows|grow|grew|seems|seem|"
             "runs|ran|takes|take|took|taking|lasts|last|lasted|waits|does|do|did|comes|"
             "come|costs|lies|ends|has|have|had|gives|give|reaches|reach|far|much|no|not|"
             "even|still|only|slightly|somewhat|little|lot|bit|any|always|never|usually|"
             "often|times|twice|half|\1"},
};

const char *words_list(struct text name) {
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (text_is(name, lists[i].name)) return lists[i].words;
    return NULL;
}

#define NUMBER(...)                                                                                \
    { .kind = WORDS_NUMBER, .pattern = __VA_ARGS__ }
#define COMPARISON(...)                                                                            \
    { .kind = WORDS_COMPARISON, .pattern = __VA_ARGS__ }

const struct words_rule words_rules[] = {
    /* ratios */
    NUMBER("half",
           .unless_behind = "first|second|upper|lower|other|each|either|every|near|far|last|left|"
                            "right|this|that|own|its|their|whose|which",
           .unless_before = "precision|float|floats|warp|warps"),
    NUMBER("halve|halved|halving|doubled|doubling|tripled|tripling|quadrupled|quadrupling"),
    NUMBER("halves|doubles|triples|quadruples",
           .only_before = "the|its|their|what|that|this|it|them|every"),
    NUMBER("halves|doubles|triples|quadruples", .only_behind = "~",
           .unless_behind =
               "both|the|of|in|into|as|and|or|its|their|these|those|between|@numeral|\1|\2"),
    /* "read twice" says how often something is done */
    NUMBER("twice|thrice", .only_before = "as|the|that|what|this|its|their|these|those|of|a|an|@"
                                          "numeral|more|less|longer|faster|slower|larger|\1"),
    NUMBER("twice|thrice",
           .only_behind = "nearly|almost|about|roughly|exactly|than|over|takes|took|costs|cost"),
    NUMBER("^ twice|thrice $"),
    NUMBER("double|triple|quadruple",
           .only_before = "the|that|its|their|what|this|it|them|those|these"),
    NUMBER("double|triple|quadruple", .only_behind = "nearly|almost|about|roughly|than|over"),
    NUMBER("@numeral+fold|many+fold|several+fold"),
    NUMBER("@numeral quarters"),
    NUMBER("quarter|quarters|one+quarter|@numeral+quarters"),
    NUMBER("@numeral @parts"),
    NUMBER("@numeral+@parts|one+@part"),
    NUMBER("one @part"),
    NUMBER("a|an @part $"),
    NUMBER("a|an @part", .only_before =
                             "of|the|as|that|what|less|more|is|are|was|were|left|remains|longer|"
                             "shorter|faster|slower|lower|higher|larger|smaller|fewer"),
    NUMBER("@numeral|several times", .unless_before = "are|were"),
    NUMBER("factor of @numeral"),
    NUMBER("factor of a|some|several @numeral"),
    NUMBER("one|@numeral out of @numeral"),
    NUMBER("one in @numeral"),

    /* numbers beside a unit, then counts */
    NUMBER("@numeral|@numeral+@numeral @unit"),
    NUMBER("a|@numeral @numeral @unit"),
    NUMBER("@numeral|@numeral+@numeral clock cycles"),
    NUMBER("@numeral|@numeral+@numeral per cent"),
    NUMBER("@numeral|@numeral+@numeral @bytes per second"),
    NUMBER("@numeral+@unit"),
    NUMBER("dozen|dozens|hundreds|thousands|millions|billions",
           .unless_behind = "@numeral|between|\1"), /* the words themselves */
    NUMBER("tens of"),
    NUMBER("a|one|some|few|several|@numeral hundred|thousand|million|billion"),
    NUMBER("order|orders of magnitude"),

    /* speed, which is always measured */
    COMPARISON("faster|slower|quicker *3 than"),
    COMPARISON("faster|slower|quicker|fastest|slowest|quickest"),
    COMPARISON("more|less quickly|slowly"),
    COMPARISON("beats|outruns|outperforms"),

    /* other comparisons */
    COMPARISON("@size *3 than", .only_behind = "@verb"),
    COMPARISON("a|an @size ~ *2 than"),
    COMPARISON("more|less|fewer *4 than",
               .unless_behind = "need|needs|needed|needing|want|wants|wanted|for|may",
               .unless_before = "one|once|zero|not|ever"),
    COMPARISON("as fast|slow|quick|quickly|slowly|often|cheap|expensive|late|early as",
               .unless_behind = "\1"),
    COMPARISON("as large|small|big|short|high|low|wide|narrow|deep as", .only_behind = "@verb",
               .unless_behind = "\1"),
    COMPARISON("as many|much|few|little *4 as", .unless_behind = "\1"),
    COMPARISON("as long as",
               .only_behind =
                   "takes|took|take|taking|lasts|last|lasted|runs|run|ran|waits|wait|just|nearly|"
                   "almost|about|exactly|roughly|times|twice|half|@part|@parts"),
    COMPARISON("just|equally|exactly as fast|slow|quick|quickly|long|much|many|often|large|small"),
    COMPARISON("same rate|speed|bandwidth|throughput|latency|pace"),

    /* shares and superlatives */
    COMPARISON("most of", .unless_before = "all"),
    COMPARISON("nearly|almost|virtually all|every|everything|none|no|nothing"),
    COMPARISON("hardly|scarcely|barely any|anything"),
    COMPARISON("majority|bulk of"),
    COMPARISON("a fraction of", .unless_behind = "as"),
    COMPARISON("small|tiny|mere|large fraction of"),
    COMPARISON("highest|lowest|longest|shortest|cheapest",
               .unless_before =
                   "ago|address|addresses|bit|bits|byte|bytes|thread|lane|index|rung|level"),
    COMPARISON("the best|worst", .unless_before = "case"),
};
const size_t words_rule_count = sizeof words_rules / sizeof *words_rules;
_Static_assert(sizeof words_rules / sizeof *words_rules <= WORDS_RULES_MAX, "make room for it");
