# The whole build: the course site, the generator that makes it, the kernels that measure a card.
# `make help` lists the targets. CARD=id builds for another card; SAN=1 builds with ASan and UBSan.

CC ?= cc
CARD ?=
DRAFTS ?=
SAN ?=
PAGE ?=
TERM ?=
EXERCISE ?= memory-hierarchy
SOLUTION ?=
TIME ?= 60

B := build$(if $(SAN),/san)
override CFLAGS += -std=c17 -O2 -g -ffp-contract=off \
  -Wall -Wextra -Wpedantic -Wconversion -Wmissing-prototypes $(SAN_$(if $(SAN),on))
override CPPFLAGS += -Igen -I. -D_POSIX_C_SOURCE=200809L
SAN_on := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

# What a fresh machine lacks is named, with the command that installs it. Asked for once, when the
# first file is compiled: `make deps site` installs first.
need = $(if $(shell command -v $(1)),,$(error $(1) is missing: make $(2) installs it))
packages = $(call need,$(firstword $(CC)),$(3))$(call need,pkg-config,$(3))$(shell pkg-config $(1) $(2) \
  2>/dev/null)$(if $(filter 0,$(.SHELLSTATUS)),,$(error one of $(2) is missing: make $(3) installs it))
PACKAGES := cairo-ft freetype2 zlib yaml-0.1 libutf8proc libpcre2-8 libmicrohttpd
PKG_CFLAGS = $(eval PKG_CFLAGS := $$(call packages,--cflags,$(PACKAGES),deps))$(PKG_CFLAGS)
PKG_LIBS = $(eval PKG_LIBS := $$(call packages,--libs,$(PACKAGES),deps))$(PKG_LIBS)
CMOCKA = $(eval CMOCKA := $$(call packages,--libs,cmocka,deps-test))$(CMOCKA)
LIBS = $(PKG_LIBS) -lcmark-gfm-extensions -lcmark-gfm -lm

# All processors are used unless -j says otherwise. `make deps site` installs first: what is compiled or
# run waits for the goals named here.
ifeq (,$(filter -j%,$(MAKEFLAGS)))
MAKEFLAGS += -j$(shell getconf _NPROCESSORS_ONLN)
endif
FIRST := $(filter deps deps-test,$(MAKECMDGOALS))
ifneq (,$(filter clean,$(MAKECMDGOALS)))
.NOTPARALLEL: # what is there cannot be known while it is being removed
endif

GEN := $(B)/gen
GEN_SRC := $(wildcard gen/*/*.c)
GEN_SRC := $(filter-out gen/tests/% gen/web/%,$(GEN_SRC))
GEN_OBJ := $(GEN_SRC:%.c=$(B)/obj/%.o)
SVG_OBJ := $(patsubst %.c,$(B)/obj/%.o,$(wildcard svg/*.c))
GEN_TESTS := $(patsubst gen/tests/%.c,$(B)/tests/gen/%,$(wildcard gen/tests/test_*.c))
FUZZ := $(patsubst gen/tests/%.c,$(B)/tests/gen/%,$(filter-out %/fuzz_run.c,$(wildcard gen/tests/fuzz_*.c)))
BENCH := $(patsubst gen/tests/%.c,$(B)/tests/gen/%,$(wildcard gen/tests/bench/*.c))
FAULTS := $(if $(filter Linux,$(shell uname)),$(B)/tests/gen/faults.so)
SVG_TESTS := $(patsubst svg/tests/%.c,$(B)/tests/svg/%,$(wildcard svg/tests/test_*.c))
# Those that take long come first, so that no processor waits at the end.
LONG := site/tests/pages.test kernels/tests/compile.test site/tests/tools.test $(addprefix gen/tests/,site.test manual.test grade.test)
SUITES = $(LONG) $(filter-out $(LONG),$(KERNEL_SUITES) $(sort $(wildcard site/tests/*.test gen/tests/*.test)))
FONTS := $(addprefix build/fonts/,inter-400.woff2 inter-400i.woff2 inter-600.woff2 mono-400.woff2 mono-600.woff2 math.woff2)
WASM := build/wasm/model.wasm build/wasm/own.wasm
SEARCH := build/search/lunr.min.js
OFFLINE := $(patsubst site/theme/js/%,build/offline/%,$(wildcard site/theme/js/*.js))

# A file that was half written when its command failed would be taken for a whole one.
.DELETE_ON_ERROR:

# One short line a step; V=1 shows the commands.
say = @$(if $(V),,printf '  %-6s %s\n' $(1) $(2);)

# For the shell, whatever signs it has.
quoted = '$(subst ','\'',$(1))'

.PHONY: all help site drafts serve offline book new check grade test test-pages bench update-golden fuzz faults valgrind lint tidy deps deps-test clean
all: $(GEN) ## the generator, build/gen

-include kernels/rules.mk # build/measure, measure, test-kernels, test-gpu; needs the CUDA Toolkit

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-13s %s\n", $$1, $$2}' \
	  Makefile $(wildcard kernels/rules.mk)

deps: ## install what building the site needs (apt; asks nothing when all is there)
	@.ci/deps site
deps-test: | $(filter deps,$(FIRST)) ## the same for the tests: compilers, cmocka, Chromium, npm packages
	@.ci/deps test

site: $(GEN) $(FONTS) $(WASM) $(SEARCH) | $(FIRST) ## build site/public: what passed the gate (CARD=id: for another card, in the same place)
	@$(GEN) build $(if $(CARD),--card '$(CARD)')
drafts: $(GEN) $(FONTS) $(WASM) $(SEARCH) | $(FIRST) ## build site/review: every page, with what it lacks (CARD=id)
	@$(GEN) build --drafts $(if $(CARD),--card '$(CARD)')
serve: $(GEN) $(FONTS) $(WASM) $(SEARCH) | $(FIRST) ## show the drafts in a browser; pages reload as files change (CARD=id)
	@$(GEN) serve $(if $(CARD),--card '$(CARD)')
offline: $(GEN) $(FONTS) $(WASM) $(SEARCH) $(OFFLINE) | $(FIRST) ## build site/offline, to be opened without a web server (DRAFTS=1: every page; CARD=id)
	@$(GEN) build --offline $(if $(DRAFTS),--drafts) $(if $(CARD),--card '$(CARD)')
book: $(GEN) $(FONTS) | $(FIRST) ## build site/book/index.html, every page in one file, and site/book.pdf (DRAFTS=1, CARD=id; needs Chromium, poppler-utils, qpdf)
	@$(GEN) build --quiet --book $(if $(DRAFTS),--drafts) $(if $(CARD),--card '$(CARD)')
	@.ci/book site/book/index.html site/book.pdf
new: $(GEN) ## write a draft to start from: PAGE=glossary/atomics TERM="Atomics"
	@$(GEN) new $(if $(PAGE),$(call quoted,$(PAGE))) $(if $(TERM),$(call quoted,$(TERM)))
check: $(GEN) $(WASM) | $(FIRST) ## check every page, card and template; writes nothing (CARD=id)
	@$(GEN) check $(if $(CARD),--card '$(CARD)')

grade: $(GEN) ## run a solution against its cases: SOLUTION=./prog, SOLUTION="'./my prog' -v" (EXERCISE=name)
	@$(if $(SOLUTION),$(GEN) grade $(EXERCISE) -- $(SOLUTION),$(error SOLUTION=./prog is missing))

test: $(GEN) $(FONTS) $(WASM) $(SEARCH) $(OFFLINE) $(FAULTS) $(FUZZ) $(GEN_TESTS) $(SVG_TESTS) $(KERNEL_TESTS) | $(FIRST) ## all tests that need no card (SAN=1)
	@GEN=$(GEN) B=$(B) .ci/tap $(SUITES) $(GEN_TESTS) $(SVG_TESTS) $(KERNEL_TESTS)
test-pages: $(GEN) $(FONTS) $(WASM) $(SEARCH) $(OFFLINE) | $(FIRST) ## every page in Chromium, at three widths in both themes, which takes minutes
	@GEN=$(GEN) B=$(B) PAGES=all .ci/tap site/tests/pages.test
bench: $(GEN) $(FONTS) $(WASM) $(SEARCH) $(BENCH) ## how fast simulator, expressions, build and page are
	@GEN=$(GEN) B=$(B) .ci/bench
update-golden: $(GEN) ## write what golden sites and the manual's mistakes give now as expected; read the diff
	@GEN=$(GEN) UPDATE=1 gen/tests/golden.test
	@GEN=$(GEN) UPDATE=1 gen/tests/manual.test | grep '^not ok' || :
fuzz: ## the parsers and what they feed under libFuzzer with ASan and UBSan, each for TIME=60 seconds (clang-14)
	@$(MAKE) B=build/fuzz ENGINE=1 CC='$(filter ccache,$(CC)) clang-14' \
	  CFLAGS='-w -fsanitize=fuzzer-no-link,address,undefined' $(FUZZ:$(B)/%=build/fuzz/%)
	@TIME=$(TIME) .ci/fuzz $(FUZZ:$(B)/%=build/fuzz/%)
faults: $(GEN) $(FAULTS) ## golden sites with every single allocation, read, write, open and rename failing (an hour)
	@ALL=1 GEN=$(GEN) B=$(B) gen/tests/faults.test
valgrind: $(GEN) ## two golden sites under valgrind, if it is installed
	@B=$(B) GEN=.ci/valgrind gen/tests/golden.test gate places
lint: $(GEN) | $(FIRST) ## formatting, layers, banned calls, warnings of both compilers, cppcheck, clang-tidy
	@.ci/lint
tidy: $(GEN) ## clang's analyzer over every file, which takes minutes
	@.ci/lint --analyze
clean: ## remove what was built; what somebody put beside it stays
	rm -rf build site/book.pdf
	@for site in site/public site/review site/offline site/book site/.*.spare; do [ ! -d $$site ] || .ci/clean $$site; done

# Other flags or another compiler: what was built with the old ones is built again.
FLAGS := $(strip $(filter-out ccache,$(CC)) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS))
ifneq ($(FLAGS),$(file <$(B)/flags))
.PHONY: $(B)/flags
endif
$(B)/flags: | $(FIRST)
	@mkdir -p $(@D) && printf '%s' '$(subst ','\'',$(FLAGS))' >$@

$(GEN): $(B)/obj/gen/main.o $(B)/libgen.a $(B)/libsvg.a
	$(call say,link,$@) $(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)
# --version names the commit: main is compiled again when it is another one.
GEN_COMMIT := $(or $(shell git rev-parse --short HEAD 2>/dev/null),unknown)
$(B)/obj/gen/main.o: override CPPFLAGS += -DGEN_COMMIT='"$(GEN_COMMIT)"'
$(B)/obj/gen/main.o: $(B)/commit-$(GEN_COMMIT)
$(B)/commit-%:
	@mkdir -p $(@D) && rm -f $(B)/commit-* && touch $@
$(B)/libgen.a: $(GEN_OBJ)
	@rm -f $@
	$(call say,ar,$@) $(AR) rcs $@ $^
$(B)/libsvg.a: $(SVG_OBJ)
	@rm -f $@
	$(call say,ar,$@) $(AR) rcs $@ $^
$(B)/obj/gen/%.o: gen/%.c $(B)/flags | $(FIRST)
	@mkdir -p $(@D)
	$(call say,cc,$<) $(CC) $(CPPFLAGS) $(PKG_CFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<
# Scripts that are part of the program, as the numbers of their bytes: strings of this length are too long
# for C.
build/katex_js.h: gen/course/katex.js
build/reload_js.h: gen/serve/reload.js
build/katex_js.h build/reload_js.h:
	@mkdir -p $(@D)
	$(call say,text,$@) od -An -v -tu1 $< | sed 's/[0-9][0-9]*/&,/g' >$@
$(B)/obj/gen/course/formulas.o: build/katex_js.h
$(B)/obj/gen/serve/http.o: build/reload_js.h
$(B)/obj/svg/%.o: svg/%.c $(B)/flags | $(FIRST)
	@mkdir -p $(@D)
	$(call say,cc,$<) $(CC) $(CPPFLAGS) $(PKG_CFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<
# The tests themselves are not optimized: compiling them takes longer than running them.
$(B)/tests/%: private override CFLAGS += -O0
$(BENCH) $(FUZZ): private override CFLAGS += -O2
$(B)/tests/gen/%: gen/tests/%.c $(B)/libgen.a $(B)/libsvg.a
	@mkdir -p $(@D)
	$(call say,test,$<) $(CC) $(CPPFLAGS) $(PKG_CFLAGS) $(CFLAGS) -MMD -MP -MF $@.d -o $@ $< $(B)/libgen.a $(B)/libsvg.a $(LIBS) $(CMOCKA)
$(FUZZ): $(B)/tests/gen/%: gen/tests/%.c $(if $(ENGINE),,gen/tests/fuzz_run.c) $(B)/libgen.a $(B)/libsvg.a
	@mkdir -p $(@D)
	$(call say,test,$<) $(CC) $(CPPFLAGS) $(PKG_CFLAGS) $(CFLAGS) $(if $(ENGINE),-fsanitize=fuzzer) -o $@ $^ $(LIBS)
$(B)/tests/gen/faults.so: gen/tests/faults.c
	@mkdir -p $(@D)
	$(call say,test,$<) $(CC) $(CPPFLAGS) $(CFLAGS) -shared -fPIC -o $@ $< -ldl
$(B)/tests/svg/%: svg/tests/%.c $(B)/libsvg.a
	@mkdir -p $(@D)
	$(call say,test,$<) $(CC) $(CPPFLAGS) $(PKG_CFLAGS) $(CFLAGS) -MMD -MP -MF $@.d -o $@ $< $(B)/libsvg.a $(PKG_LIBS) -lm $(CMOCKA)

# The letters that the pages use, as woff2, from the distribution's font packages.
UNICODES := U+20-7E,U+A0-17F,U+370-3FF,U+2010-2027,U+2030-205E,U+2070-209F,U+20AC,U+2190-21FF,U+2200-22FF
FEATURES := kern,liga,tnum,calt,case
MATH_UNICODES := U+20-7E,U+A0-FF,U+131,U+237,U+2C6-2DD,U+300-338,U+370-3FF,U+2000-200B,U+2010-2027,U+202F-205E,U+2061-2064,U+2070-209F,U+20D0-20EF,U+2100-214F,U+2190-21FF,U+2200-22FF,U+2308-230B,U+23B0-23E1,U+25A0-25FF,U+27E6-27EF,U+27F5-27FF,U+2A00-2A7F,U+1D400-1D433,U+1D434-1D467,U+1D49C-1D4B5,U+1D538-1D551,U+1D6A8-1D71B,U+1D7CE-1D7D7
# Inter comes from its variable font, whose curves are TrueType's: of fonts with others (.otf) Chromium puts every
# letter into a PDF as a drawing. Later releases have it by another name, with a second axis.
INTER := /usr/share/fonts/truetype/inter-vf
inter = $(or $(firstword $(wildcard $(INTER)/Inter-$(1).var.ttf $(INTER)/InterVariable$(2).ttf)),$(error \
  $(INTER) has no font: make deps installs it))
MONO := /usr/share/fonts/truetype/jetbrains-mono
MATH := /usr/share/fonts/truetype/dejavu
build/fonts/inter-400.woff2: FROM = $(call inter,roman)
build/fonts/inter-400i.woff2: FROM = $(call inter,italic,-Italic)
build/fonts/inter-600.woff2: FROM = $(call inter,roman)
build/fonts/inter-%.woff2: AXES = wght=400 $(if $(findstring InterVariable,$(FROM)),opsz=14)
build/fonts/inter-600.woff2: AXES = wght=600 $(if $(findstring InterVariable,$(FROM)),opsz=14)
build/fonts/mono-400.woff2: FROM = $(MONO)/JetBrainsMono-Regular.ttf
build/fonts/mono-600.woff2: FROM = $(MONO)/JetBrainsMono-SemiBold.ttf
# Code, and what comments in it may hold.
build/fonts/mono-400.woff2: UNICODES = U+20-7E,U+A0-FF,U+2010-2026,U+2190-2193,U+2260-2265
build/fonts/mono-600.woff2: UNICODES = U+20-7E,U+A0,U+B5,U+D7,U+2026
# Code is shown as it is written: no arrow in place of ->.
build/fonts/mono-400.woff2 build/fonts/mono-600.woff2: FEATURES = kern
build/fonts/math.woff2: FROM = $(MATH)/DejaVuMathTeXGyre.ttf
# With its MATH table (stretchy braces), the letters that stand for variables, arrows and operators.
build/fonts/math.woff2: UNICODES = $(MATH_UNICODES)
build/fonts/math.woff2: FEATURES = kern,ssty,dtls,flac
$(FONTS): Makefile | $(FIRST)
	@mkdir -p $(@D)
	$(call need,pyftsubset,deps)$(call say,font,$@) pyftsubset $(FROM) --output-file=$@ --flavor=woff2 --unicodes=$(UNICODES) \
	  --layout-features='$(FEATURES)' --drop-tables+=FFTM --no-recalc-timestamp
	$(if $(AXES),@fonttools varLib.instancer --quiet --no-recalc-timestamp --output=$@ $@ $(AXES))

# The search of the pages is lunr's, as the distribution brings it.
LUNR := /usr/share/javascript/lunr/lunr.min.js
$(SEARCH): | $(FIRST)
	@mkdir -p $(@D)
	$(if $(wildcard $(LUNR)),,$(error $(LUNR) is missing: make deps installs it))$(call say,search,$@) cp $(LUNR) $@

# A page that was opened as a file may not load modules: each with what it imports as one plain script.
# What they fetch is in a script then, so that the address of the module is not asked for.
$(OFFLINE): build/offline/%: site/theme/js/% $(wildcard site/theme/js/*.js) | $(FIRST)
	@mkdir -p $(@D)
	$(call need,esbuild,deps)$(call say,script,$@) esbuild $< --bundle --format=iife --charset=utf8 --log-level=error --outfile=$@

# The model and the simulator for the pages, from the files that the generator is made of.
WASM_CC = $(call need,clang-14,deps)clang-14 --target=wasm32-wasi -std=c17 -mbulk-memory -O2 -ffp-contract=off -Wall -Wextra \
  -Igen -I. -D_POSIX_C_SOURCE=200809L
WASM_LD := -nostdlib -Wl,--no-entry -Wl,--strip-all
MODEL_SRC := $(wildcard gen/model/*.c gen/expr/*.c)
build/wasm/model.wasm: $(MODEL_SRC) $(wildcard gen/view.h gen/model/*.h gen/expr/*.h) | $(FIRST)
	@mkdir -p $(@D)
	$(call say,wasm,$@) $(subst wasm32-wasi,wasm32,$(WASM_CC)) $(WASM_LD) -Wl,--stack-first -Wl,--export=__heap_base -o $@ $(MODEL_SRC)

# A page for the card of a reader: what evaluates and writes it, with a C library (gen/web/). It is fetched, so
# it is compiled to be small.
OWN_SRC := $(wildcard gen/expr/*.c gen/web/*.c gen/render/chart*.c gen/render/diagram*.c) $(addprefix gen/,\
  $(addprefix base/,arena.c buf.c buf_escape.c diag.c nearest.c print.c sha256.c text.c utf8_check.c) \
  $(addprefix measure/,card.c card_about.c card_series.c check.c date.c json.c names.c predict.c) \
  $(addprefix model/,bottleneck.c catalog.c kernel.c simulator.c) \
  $(addprefix page/,evaluate.c evaluate_page.c expand.c fence_question.c fence_tool.c formula.c length.c lookup.c structure.c tree.c) \
  $(addprefix course/,address.c map.c) \
  $(addprefix render/,compare.c html.c html_aside.c html_blocks.c html_figure.c html_parts.c html_table.c \
    mustache.c mustache_data.c numbers.c own.c panels.c page_card.c page_cards.c page_compare.c page_home.c page_path.c page_rank.c page_series.c page_special.c page_summary.c \
    quantity.c site.c tool.c tool_compare.c tool_costs.c tool_estimate.c tool_pipes.c words.c)) $(filter-out svg/preview.c,$(wildcard svg/*.c))
OWN_OBJ := $(OWN_SRC:%.c=build/obj/wasm/%.o)
build/wasm/own.wasm: $(OWN_OBJ)
	$(call say,wasm,$@) $(WASM_CC) -nostartfiles $(subst -nostdlib ,,$(WASM_LD)) -Wl,-z,stack-size=1048576 -o $@ $^
build/obj/wasm/%.o: %.c | $(FIRST)
	@mkdir -p $(@D)
	$(call say,wasm,$<) $(WASM_CC) -Oz -mthread-model single -ftls-model=local-exec -isystem $(shell pkg-config --variable=includedir cairo)/cairo -MMD -MP -c -o $@ $<

-include $(GEN_OBJ:.o=.d) $(OWN_OBJ:.o=.d) $(SVG_OBJ:.o=.d) $(B)/obj/gen/main.d $(GEN_TESTS:=.d) $(SVG_TESTS:=.d) $(BENCH:=.d)
