#!/usr/bin/env bash
# SPDX-License-Identifier: MIT OR Apache-2.0
# Repeats the measurements in the laboratory's pages (crates/lab/src/pages) and replaces the commands, tables and pictures between
# their marks. CHUHE names another program than this release build. Takes an hour, `six`, the tournament and `td_leaf` most of it; the times are meaningful only on an idle machine.
#
#   examples/dev/lab_pages.sh [page…]
#   examples/dev/lab_pages.sh --check [page…]     compares instead, but for times; `quick` stands for the pages that take seconds
# shellcheck disable=SC2016 # the quotes of Markdown
set -euo pipefail
cd "$(dirname "$0")/../.."
check=
if [[ ${1:-} == --check ]]; then check=1 && shift; fi
quick="worked_trees tictactoe alpha_beta ordered hash_history pvs deepening extensions quiescence framework"
if [[ ${1:-} == quick ]]; then read -ra words <<<"$quick" && set -- "${words[@]}"; fi
if [[ ! ${CHUHE:-} ]]; then cargo build --release --quiet; fi
chuhe=${CHUHE:-$PWD/target/release/chuhe}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
wanted=("$@")

# numbers FILE: the page without pictures and without the cells of its tables that are times.
numbers() {
    awk -F'|' -v OFS='|' '
        /^<div>$/ { picture = 1 }
        !picture && /^[|]/ {
            for (i = 2; i < NF; i++) {
                if ($i ~ /^ *(seconds|ns\/node) *$/) time[i] = 1
                if (time[i]) $i = ""
            }
        }
        !/^[|]/ { delete time }
        !picture { print }
        /^<\/div>$/ { picture = 0 }' "$1"
}

# fill MARK FILE: replaces what is between the mark and the next end by the block, or compares it.
fill() {
    awk -v mark="<!-- $1 -->" -v block="$scratch/block" '
        $0 == "<!-- end -->" { inside = 0 }
        !inside { print }
        $0 == mark { inside = 1; print ""; while ((getline line < block) > 0) print line }' "$2" >"$scratch/page"
    if [[ ! $check ]]; then
        cp "$scratch/page" "$2"
    elif ! diff -u --label "$2" --label measured <(numbers "$2") <(numbers "$scratch/page"); then
        failed=1
    fi
}
failed=0

# page NAME COMMAND…: measures for a page, by one or more commands of the laboratory. `+` before a command adds its picture.
page() {
    local name=$1 command picture
    shift
    if ((${#wanted[@]})) && [[ " ${wanted[*]} " != *" $name "* ]]; then return; fi
    : >"$scratch/block"
    for command in "$@"; do
        if [[ $command == tree* || $command == solve* || $command == *--neurons* ]]; then
            # shellcheck disable=SC2086
            { printf '```text\n$ chuhe lab %s\n' "$command"; "$chuhe" lab $command; printf '```\n\n'; } >>"$scratch/block"
            continue
        fi
        picture=
        if [[ $command == +* ]]; then picture=$scratch/picture command=${command#+}; fi
        # shellcheck disable=SC2086 # the words of a command
        "$chuhe" lab $command ${picture:+--svg "$picture"} >"$scratch/table" 2>/dev/null
        {
            printf '```text\nchuhe lab %s\n```\n\n' "$command"
            cat "$scratch/table"
            if [[ $picture ]]; then
                printf '\n<div>\n'
                cat "$picture"
                printf '</div>\n'
            fi
            echo
        } >>"$scratch/block"
    done
    local file=crates/lab/src/pages/$name.md
    if [[ $name == zugzwang ]]; then file=crates/learn/src/zugzwang.md; fi
    fill measured "$file"
    echo "$name (${SECONDS} s)"
}

page overview "compare --game xiangqi --depth 5"
page worked_trees "tree shallow" "tree deep" "tree yue-2a --algorithm alphabeta" "tree yue-2b --algorithm alphabeta" \
    "tree yue-3 --algorithm alphabeta" "tree bai-4 --algorithm alphabeta"
page negamax "compare --game xiangqi --algorithms minimax,negamax --depth 4"
page alpha_beta "+compare --game xiangqi --algorithms minimax,alphabeta --depth 4"
page ordered "compare --game gomoku --algorithms ordered,filtered --depth 2" \
    "compare --game gomoku --algorithms ordered,filtered,filtered-four --depth 4" \
    "+compare --game gomoku --algorithms alphabeta,ordered,filtered --depth 6"
page bai "+compare --game reversi --depth 8"
page history "compare --game reversi --algorithms alphabeta,hash-always,history-advance,history-float --depth 9"
page hash "compare --game reversi --algorithms alphabeta,hash-always,hash-greater,hash-deeper,hash-two-tier,hash-groups --depth 9" \
    "+tables --game xiangqi --depth 6"
page hash_history "compare --game xiangqi --algorithms alphabeta,hash-always,history-float,hashhistory-float --depth 5"
page pvs "compare --game xiangqi --algorithms hashhistory-float,pvs --depth 6"
page deepening "compare --game xiangqi --algorithms pvs,deepening --depth 6"
null_moves="compare --game xiangqi --algorithms deepening,null,null-adaptive,null-verified --most-nodes 2000000000"
page null_move "$null_moves --depth 9 --positions positions/lab/three_majors.fen" \
    "$null_moves --depth 10 --positions positions/lab/two_majors.fen"
page extensions "compare --game xiangqi --algorithms pvs,extensions --depth 5"
page quiescence "compare --game xiangqi --algorithms pvs,quiescence --depth 5"
page framework "compare --game xiangqi --algorithms deepening,null-adaptive,extensions,quiescence,framework --depth 6"
td_learns="--start random --view sides --training traces --epsilon 0.1"
page td "td --games 5000" "+td --games 5000 --epsilon 0.1" "td --games 5000 $td_learns" \
    "td --games 5000 --trials 0 --neurons 3 $td_learns"
page exploration "exploration --games 1000"
page small "small" "small --start 0.5 --reset-traces --lambdas 0,0.3,0.5,0.7,0.9,1"
page classes "+classes --depth 7" "classes --game xiangqi --depth 4 --games 10"
page tictactoe "compare --game tictactoe --start --algorithms minimax,alphabeta,ordered,hash-always,hashhistory-float,pvs --depth 9"
page tree_size "tree-size"
page zugzwang "+zugzwang --positions 500 --games 1200" "+zugzwang --positions 100 --games 300 --classes 3 --depth 8"
page td_leaf "+td-leaf --games 3000 --seeds 5"
page six "solve --guess 0 --opening c2,d2,e5,b2,d1,f6,d5,e4" "solve"

# extra NAME: true if a block that is not a page of its own is wanted.
extra() {
    ((${#wanted[@]} == 0)) || [[ " ${wanted[*]} " == *" $1 "* ]]
}

if extra tournament; then
    : >"$scratch/block"
    for command in "tournament --games 4" "tournament --games 4 --against hashhistory-fresh-dynamic:10 \
--algorithms minimax:5,alphabeta:8,hash:8,hash-fresh:8,history:9,hashhistory:10,hashhistory-fresh:10"; do
        # shellcheck disable=SC2086
        { printf '```text\nchuhe lab %s\n```\n\n' "$command"; "$chuhe" lab $command 2>/dev/null; echo; } >>"$scratch/block"
    done
    fill tournament crates/lab/src/pages/bai.md
    echo "tournament (${SECONDS} s)"
fi

if extra hits; then
    {
        printf '```text\nchuhe lab compare --game reversi --algorithms hash,hashhistory --depth 8 --table-bits BITS\n```\n\n'
        printf '| slots | hash, nodes | exact %% | partial %% | hashhistory, nodes | exact %% | partial %% |\n|---|---:|---:|---:|---:|---:|---:|\n'
        for bits in 12 14 16 18 20 22 24; do
            "$chuhe" lab compare --game reversi --algorithms hash,hashhistory --depth 8 --table-bits $bits 2>/dev/null |
                awk -F'|' -v bits=$bits '
                    $2 ~ /^ hash(history)? *$/ && $3 + 0 == 8 { cells = cells "|" $4 "|" $9 "|" $10 }
                    END { gsub(/ +/, " ", cells); print "| 2^" bits " " cells "|" }'
        done
        echo
    } >"$scratch/block"
    fill hits crates/lab/src/pages/bai.md
    echo "hits (${SECONDS} s)"
fi
exit $failed
