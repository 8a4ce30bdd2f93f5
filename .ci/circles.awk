# Prints every circle of modules among the C files that are given, as .ci/lint defines them:
# file:line (name): from > … > from. A module needs another one where its code holds a name that is
# defined there and not static; comments and strings do not count.
BEGIN { pairs = split(one, pair); for (i = 1; i <= pairs; i++) { split(pair[i], side, "="); joined[side[1]] = side[2] } }
FNR == 1 {
    file = FILENAME; sub(/\.[ch]$/, "", file); comment = 0
    if (FILENAME ~ /\.h$/) headers[file]; else files[++count] = file
}
FILENAME ~ /\.h$/ { nextfile }
{
    line = $0
    if (comment) {
        if (!sub(/^.*\*\//, "", line)) next
        comment = 0
    }
    gsub(/"([^"\\]|\\.)*"/, "", line)
    gsub(/\/\*([^*]|\*[^\/])*\*\//, "", line)
    sub(/\/\/.*/, "", line)
    if (sub(/\/\*.*/, "", line)) comment = 1
    if (line ~ /^[a-z]/ && line !~ /^(static|typedef|extern)/) { # a definition, or a prototype
        name = line
        if (!sub(/(\[[^]]*\])* = .*/, "", name) && !sub(/\(.*/, "", name)) name = ""
        sub(/^.*[^a-zA-Z0-9_]/, "", name)
        if (name != "") owner[name] = file
    }
    k = split(line, word, /[^a-zA-Z0-9_]+/)
    for (i = 1; i <= k; i++) {
        if (word[i] !~ /^[a-z][a-z0-9]*_/ || (file, word[i]) in first) continue
        first[file, word[i]] = FILENAME ":" FNR
        uses[file] = uses[file] " " word[i]
    }
}
# That of its own header, else of the longest header whose name its own begins with.
function module(file, name) {
    name = file
    while (!(name in headers) && name ~ /\/.*_/) sub(/_[^_\/]*$/, "", name)
    if (!(name in headers)) name = file
    return name in joined ? joined[name] : name
}
function visit(from, list, k, i, j, to, text) {
    state[from] = 1; stack[++depth] = from
    k = split(needs[from], list, " ")
    for (i = 1; i <= k; i++) {
        to = list[i]
        if (state[to] == 1) {
            text = to
            for (j = depth; stack[j] != to; j--) text = stack[j] " > " text
            print why[from, to] ": " to " > " text
        } else if (!state[to]) visit(to)
    }
    depth--
    state[from] = 2
}
END {
    for (f = 1; f <= count; f++) {
        from = module(files[f])
        k = split(uses[files[f]], word, " ")
        for (i = 1; i <= k; i++) {
            if (!(word[i] in owner)) continue
            to = module(owner[word[i]])
            if (from == to || (from, to) in why) continue
            why[from, to] = first[files[f], word[i]] " (" word[i] ")"
            needs[from] = needs[from] " " to
        }
    }
    for (f = 1; f <= count; f++) if (!state[module(files[f])]) visit(module(files[f]))
}
