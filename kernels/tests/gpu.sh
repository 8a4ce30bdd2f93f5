#!/bin/sh
# On a machine with a card: every experiment's results against the CPU, as it is and under
# compute-sanitizer, several at a time; TAP. Where the sanitizer is missing or refuses the machine, its tests are
# skipped with the reason.
set -u
cd "$(dirname "$0")/../.." || exit 1
PATH=$PATH:/usr/local/cuda/bin
AT_ONCE=12
LONGEST=200 # seconds of one of them

if [ $# -eq 3 ]; then # one job: a tool, or plain, an experiment, and where its output goes
    tool=$1 e=$2 to=$3/$1.$2
    asked="" # limits.cu is there to be refused, and its children (fault.cu) break rules
    [ "$e" = limits ] && asked="--report-api-errors no --target-processes application-only"
    # shellcheck disable=SC2086 # words, or none
    case $tool in
    plain) timeout $LONGEST build/measure --check --only "$e" ;;
    all) timeout $LONGEST build/measure --all --check --only "$e" ;;
    *) timeout $LONGEST compute-sanitizer --tool "$tool" $asked --error-exitcode 9 build/measure --check --only "$e" ;;
    esac >"$to" 2>&1
    echo $? >"$to.status"
    exit
fi

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
n=0
report() { # tool experiment name. A card may lack what an experiment needs; a wrong result or a failed
    # call is never lawful.
    n=$((n + 1))
    if [ "$(cat "$work/$1.$2.status")" = 0 ] &&
        ! grep -q "missing: \(wrong result\|[a-z_]*[.]cu:\)" "$work/$1.$2"; then
        echo "ok $n - $3"
    else
        echo "not ok $n - $3"
        tail -n 20 "$work/$1.$2" | sed 's/^/# /'
    fi
}
experiments=$(build/measure --list | sed 's/[. ].*//' | grep -v '^\(dram\|plateau\|knee\)$' | sort -u)
# NCCL's kernels are another's, and take minutes under the sanitizer.
under=$(echo "$experiments" | sed 's/^peer$/peer.c\npeer.ra\npeer.a/')
refusal="" tools="racecheck memcheck"
if ! command -v compute-sanitizer >/dev/null; then
    refusal="compute-sanitizer not found"
elif out=$(compute-sanitizer build/measure --facts 2>&1); echo "$out" | grep -q "Device not supported"; then
    refusal="compute-sanitizer does not support this device here"
fi
{ # What takes longest comes first, so that nothing waits for it at the end.
    [ -n "$refusal" ] || for tool in $tools; do
        for e in ladder decode async $under; do
            echo "$tool $e"
        done
    done
    for e in $experiments; do
        echo "plain $e"
    done
    echo "all copy" # one card after another in one process: nothing of the first may be left over
} | awk '!met[$0]++' | xargs -P $AT_ONCE -I{} sh -c "kernels/tests/gpu.sh {} '$work'"

for e in $experiments; do
    report plain "$e" "$e: results equal the CPU's"
done
report all copy "every card of this machine, $(grep -c 'compute capability' "$work/all.copy") in one run"
for tool in memcheck racecheck; do
    for e in $under; do
        if [ -z "$refusal" ]; then
            report $tool "$e" "$e under $tool"
        else
            n=$((n + 1))
            echo "ok $n - $e under $tool # skip $refusal"
        fi
    done
done
echo "1..$n"
