#!/bin/sh
# On a machine with a card: every experiment's results against the CPU, under compute-sanitizer; TAP.
# Where the sanitizer is missing or refuses the machine, its tests are skipped with the reason.
set -u
cd "$(dirname "$0")/../.." || exit 1
PATH=$PATH:/usr/local/cuda/bin
n=0
report() { # status name output
    n=$((n + 1))
    # A card may lack what an experiment needs; a wrong result or a failed call is never lawful.
    if [ "$1" -eq 0 ] && ! echo "$3" | grep -q "missing: \(wrong result\|[a-z_]*[.]cu:\)"; then
        echo "ok $n - $2"
    else
        echo "not ok $n - $2"
        echo "$3" | tail -n 20 | sed 's/^/# /'
    fi
}
experiments=$(build/measure --list | sed 's/[. ].*//' | grep -v '^\(dram\|plateau\|knee\)$' | sort -u)
for e in $experiments; do
    out=$(build/measure --check --only "$e" 2>&1)
    report $? "$e: results equal the CPU's" "$out"
done
# One after another in one process: nothing of the first may be left over for the next.
cards=$(build/measure --all --check --only copy 2>&1)
report $? "every card of this machine, $(echo "$cards" | grep -c 'compute capability') in one run" "$cards"
refusal=""
if ! command -v compute-sanitizer >/dev/null; then
    refusal="compute-sanitizer not found"
elif out=$(compute-sanitizer build/measure --facts 2>&1); echo "$out" | grep -q "Device not supported"; then
    refusal="compute-sanitizer does not support this device here"
fi
for tool in memcheck racecheck; do
    for e in $experiments; do
        if [ -n "$refusal" ]; then
            n=$((n + 1))
            echo "ok $n - $e under $tool # skip $refusal"
            continue
        fi
        asked="" # limits.cu is there to be refused, and its children (fault.cu) break rules
        [ "$e" = limits ] && asked="--report-api-errors no --target-processes application-only"
        # shellcheck disable=SC2086 # words, or none
        out=$(compute-sanitizer --tool $tool $asked --error-exitcode 9 build/measure --check --only "$e" 2>&1)
        report $? "$e under $tool" "$out"
    done
done
echo "1..$n"
