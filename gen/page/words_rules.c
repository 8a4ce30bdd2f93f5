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

#define NUMBER WORDS_NUMBER
#define COMPARISON WORDS_COMPARISON

const struct words_rule words_rules[] = {
    /* ratios */
    {NUMBER, "half", NULL,
     "first|second|upper|lower|other|each|either|every|near|far|last|left|right|this|that|own|its|"
     "their|whose|which",
     "precision|float|floats|warp|warps"},
    {NUMBER,
     "halve|halved|halving|doubled|doubling|tripled|tripling|quadrupled|quadrupling|twice|thrice",
     NULL, NULL, NULL},
    {NUMBER, "halves|doubles|triples|quadruples the|its|their|what|that|this|it|them|every", NULL,
     NULL, NULL},
    {NUMBER, "halves|doubles|triples|quadruples", "~",
     "both|the|of|in|into|as|and|or|its|their|these|those|between|@numeral|\1|\2", NULL},
    {NUMBER, "double|triple|quadruple the|that|its|their|what|this|it|them|these|those", NULL, NULL,
     NULL},
    {NUMBER, "nearly|almost|about|roughly|than|over double|triple|quadruple", NULL, NULL, NULL},
    {NUMBER, "@numeral+fold|many+fold|several+fold", NULL, NULL, NULL},
    {NUMBER, "@numeral quarters", NULL, NULL, NULL},
    {NUMBER, "quarter|quarters|one+quarter|@numeral+quarters", NULL, NULL, NULL},
    {NUMBER, "@numeral @parts", NULL, NULL, NULL},
    {NUMBER, "@numeral+@parts|one+@part", NULL, NULL, NULL},
    {NUMBER, "one @part", NULL, NULL, NULL},
    {NUMBER, "a|an @part $", NULL, NULL, NULL},
    {NUMBER,
     "a|an @part of|the|as|that|what|less|more|is|are|was|were|left|remains|longer|shorter|faster|"
     "slower|lower|higher|larger|smaller|fewer",
     NULL, NULL, NULL},
    {NUMBER, "@numeral|several times", NULL, NULL, "are|were"},
    {NUMBER, "factor of @numeral", NULL, NULL, NULL},
    {NUMBER, "factor of a|some|several @numeral", NULL, NULL, NULL},
    {NUMBER, "one|@numeral out of @numeral", NULL, NULL, NULL},
    {NUMBER, "one in @numeral", NULL, NULL, NULL},

    /* numbers beside a unit, then counts */
    {NUMBER, "@numeral|@numeral+@numeral @unit", NULL, NULL, NULL},
    {NUMBER, "a|@numeral @numeral @unit", NULL, NULL, NULL},
    {NUMBER, "@numeral|@numeral+@numeral clock cycles", NULL, NULL, NULL},
    {NUMBER, "@numeral|@numeral+@numeral per cent", NULL, NULL, NULL},
    {NUMBER, "@numeral|@numeral+@numeral @bytes per second", NULL, NULL, NULL},
    {NUMBER, "@numeral+@unit", NULL, NULL, NULL},
    {NUMBER, "dozen|dozens|hundreds|thousands|millions|billions", NULL, NULL, NULL},
    {NUMBER, "tens of", NULL, NULL, NULL},
    {NUMBER, "a|one|some|few|several|@numeral hundred|thousand|million|billion", NULL, NULL, NULL},
    {NUMBER, "order|orders of magnitude", NULL, NULL, NULL},

    /* speed, which is always measured */
    {COMPARISON, "faster|slower|quicker *3 than", NULL, NULL, NULL},
    {COMPARISON, "faster|slower|quicker|fastest|slowest|quickest", NULL, NULL, NULL},
    {COMPARISON, "more|less quickly|slowly", NULL, NULL, NULL},
    {COMPARISON, "beats|outruns|outperforms", NULL, NULL, NULL},

    /* other comparisons */
    {COMPARISON, "@size *3 than", "@verb", NULL, NULL},
    {COMPARISON, "a|an @size ~ *2 than", NULL, NULL, NULL},
    {COMPARISON, "more|less|fewer *4 than", NULL,
     "need|needs|needed|needing|want|wants|wanted|for|may", "one|once|zero|not|ever"},
    {COMPARISON, "as fast|slow|quick|quickly|slowly|often|cheap|expensive|late|early as", NULL,
     "\1", NULL},
    {COMPARISON, "as large|small|big|short|high|low|wide|narrow|deep as", "@verb", "\1", NULL},
    {COMPARISON, "as many|much|few|little *4 as", NULL, "\1", NULL},
    {COMPARISON, "as long as",
     "takes|took|take|taking|lasts|last|lasted|runs|run|ran|waits|wait|just|nearly|almost|about|"
     "exactly|roughly|times|twice|half|@part|@parts",
     NULL, NULL},
    {COMPARISON, "just|equally|exactly as fast|slow|quick|quickly|long|much|many|often|large|small",
     NULL, NULL, NULL},
    {COMPARISON, "same rate|speed|bandwidth|throughput|latency|pace", NULL, NULL, NULL},

    /* shares and superlatives */
    {COMPARISON, "most of", NULL, NULL, "all"},
    {COMPARISON, "nearly|almost|virtually all|every|everything|none|no|nothing", NULL, NULL, NULL},
    {COMPARISON, "hardly|scarcely|barely any|anything", NULL, NULL, NULL},
    {COMPARISON, "majority|bulk of", NULL, NULL, NULL},
    {COMPARISON, "a fraction of", NULL, "as", NULL},
    {COMPARISON, "small|tiny|mere|large fraction of", NULL, NULL, NULL},
    {COMPARISON, "highest|lowest|longest|shortest|cheapest", NULL, NULL,
     "ago|address|addresses|bit|bits|byte|bytes|thread|lane|index|rung|level"},
    {COMPARISON, "the best|worst", NULL, NULL, "case"},
};
const size_t words_rule_count = sizeof words_rules / sizeof *words_rules;
_Static_assert(sizeof words_rules / sizeof *words_rules <= WORDS_RULES_MAX, "make room for it");
