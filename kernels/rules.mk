# The measuring half: kernels in CUDA C, the harness in C. Included by the top Makefile.
#
# build/measure needs the CUDA Toolkit, a C compiler and make, nothing else. The host sources alone,
# with no_cuda.c in place of the card, make build/replay: it runs on recordings, and the tests use it.

ifeq ($(origin NVCC),undefined)
NVCC := $(firstword $(shell command -v nvcc) $(wildcard /usr/local/cuda/bin/nvcc) nvcc)
endif

# Machine code for every generation that this nvcc knows, and PTX of the newest for what comes after.
# 8.7, 8.8, 10.3 and 12.1 run the code of their family. Asked for once, where something is compiled.
NVCC_SM = $(eval NVCC_SM := $$(filter $$(addprefix sm_,75 80 86 89 90 100 110 120),$$(shell \
  $$(NVCC) --list-gpu-code 2>/dev/null)))$(NVCC_SM)
NVCC_ARCH = $(foreach a,$(NVCC_SM),-gencode arch=compute_$(a:sm_%=%),code=$(a)) \
  $(foreach a,$(lastword $(NVCC_SM:sm_%=%)),-gencode arch=compute_$(a),code=compute_$(a))
NVCC_FLAGS = -O3 -std=c++17 $(strip $(NVCC_ARCH))

KERNEL_CU := $(sort $(wildcard kernels/*.cu))
KERNEL_ALL_CU := $(KERNEL_CU) $(sort $(wildcard kernels/harness/*.cu))
KERNEL_C := $(filter-out %/main.c %/no_cuda.c,$(wildcard kernels/harness/*.c))
# What of the generator's base needs no library is the harness's too.
KERNEL_BASE := arena buf print sha256 text
KERNEL_OBJ := $(KERNEL_C:%.c=$(B)/obj/%.o) $(KERNEL_BASE:%=$(B)/obj/kernels/base/%.o)
KERNEL_MAIN := $(B)/obj/kernels/harness/main.o
KERNEL_CU_OBJ := $(KERNEL_ALL_CU:%.cu=build/obj/%.cu.o)
KERNEL_TESTS := $(patsubst kernels/tests/%.c,$(B)/tests/kernels/%,$(wildcard kernels/tests/test_*.c))
KERNEL_SUITES := $(sort $(wildcard kernels/tests/*.test))
# Of these series hold what the compiler says.
KERNEL_ASKED := kernels/spill.cu
$(KERNEL_TESTS): | $(B)/replay

.PHONY: measure test-kernels test-gpu kernels-nvcc
measure: build/measure ## measure this machine's card into measurements/ (COUNTERS=1: ncu's counters too; MEASURE=--quick …)
	@build/measure $(if $(filter-out 0,$(COUNTERS)),--counters) $(MEASURE)

# The code that was compiled is what is hashed; a commit is named only if it holds that code.
MEASURE_COMMIT ?= $(shell git diff --quiet HEAD -- kernels gen/base 2>/dev/null && git rev-parse HEAD 2>/dev/null)
NO_COMMIT = the build was not made from a clean commit of kernels/ and gen/base/

build/measure: $(KERNEL_CU_OBJ) $(KERNEL_OBJ:$(B)/%=build/%) build/obj/kernels/harness/main.o \
  build/obj/kernels/build_info.o build/obj/kernels/compiled.o
	@echo '$(NVCC) -o $@'
	@$(NVCC) $(NVCC_FLAGS) -o $@ $^ -ldl -lm -lpthread
build/obj/%.cu.o: %.cu $(wildcard kernels/harness/*.h kernels/harness/*.cuh) build/obj/kernels/flags \
  | kernels-nvcc
	@mkdir -p $(@D)
	@echo '$(NVCC) $<'
	@$(NVCC) $(NVCC_FLAGS) -t 0 -I. -c -o $@ $<
kernels-nvcc:
	@command -v $(NVCC) >/dev/null || { echo "nvcc not found: install the CUDA Toolkit" \
	  "(https://developer.nvidia.com/cuda-downloads), or name it: make measure NVCC=/path/to/nvcc" >&2; exit 1; }
	@[ -n "$(NVCC_SM)" ] || { echo "$(NVCC) is too old: CUDA 11.8 or newer is needed," \
	  "which may lie beside it: make measure NVCC=/path/to/nvcc" >&2; exit 1; }
build/obj/kernels/flags: kernels-nvcc
	@mkdir -p $(@D)
	@echo '$(NVCC_FLAGS)' | cmp -s - $@ || echo '$(NVCC_FLAGS)' >$@
# What kernels/tests/compile.test has compiled, as a program: driver.test runs it.
build/check/measure: $(wildcard build/check/90/*.unit.o) $(KERNEL_OBJ:$(B)/%=build/%) \
  build/obj/kernels/harness/main.o build/obj/kernels/build_info.o build/obj/kernels/compiled.o
	@$(NVCC) -o $@ $^ -ldl -lm -lpthread
build/obj/kernels/build_info.c: kernels/harness/make_info $(KERNEL_CU) build/obj/kernels/flags
	@$< '$(NVCC_FLAGS)' '$(MEASURE_COMMIT)' '$(NO_COMMIT)' $(KERNEL_CU) >$@
build/obj/kernels/compiled.c: kernels/harness/ask_compiler $(KERNEL_ASKED) \
  $(wildcard kernels/harness/*.h kernels/harness/*.cuh) build/obj/kernels/flags | kernels-nvcc
	@$< '$(NVCC)' '$(NVCC_FLAGS)' $(KERNEL_ASKED) >$@
build/obj/kernels/build_info.o build/obj/kernels/compiled.o: %.o: %.c
	@$(CC) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

$(B)/replay: $(KERNEL_OBJ) $(KERNEL_MAIN) $(B)/obj/kernels/harness/no_cuda.o
	$(call say,link,$@) $(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -ldl -lm
define kernel_objects
$(1)/obj/kernels/%.o: kernels/%.c $(B)/flags | $(FIRST)
	@mkdir -p $$(@D)
	$$(call say,cc,$$<) $$(CC) $$(CPPFLAGS) $$(CFLAGS) -MMD -MP -c -o $$@ $$<
$(1)/obj/kernels/base/%.o: gen/base/%.c | $(FIRST)
	@mkdir -p $$(@D)
	$$(call say,cc,$$<) $$(CC) $$(CPPFLAGS) $$(CFLAGS) -MMD -MP -c -o $$@ $$<
endef
$(foreach b,$(sort $(B) build),$(eval $(call kernel_objects,$(b))))
$(B)/tests/kernels/%: kernels/tests/%.c $(KERNEL_OBJ)
	@mkdir -p $(@D)
	$(call say,test,$<) $(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -MF $@.d -o $@ $< $(KERNEL_OBJ) -ldl -lm -lcmocka

test-kernels: ## compile every kernel for the other generations (nothing runs)
	@ALONE=1 OPTIMIZED=1 SMS="80 86 89 100 120" NVCC=$(NVCC) .ci/tap kernels/tests/compile.test
test-gpu: build/measure ## check every experiment's results on this card, under compute-sanitizer
	@NVCC=$(NVCC) .ci/tap kernels/tests/gpu.sh

-include $(KERNEL_OBJ:.o=.d) $(KERNEL_MAIN:.o=.d) $(KERNEL_TESTS:=.d)
