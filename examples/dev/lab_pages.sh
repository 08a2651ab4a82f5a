#!/usr/bin/env bash
# SPDX-License-Identifier: MIT OR Apache-2.0
# Repeats the measurements in the laboratory's pages (crates/lab/src/pages) and replaces the commands, tables and pictures between
# their marks. Takes an hour, `six`, the tournament and `td_leaf` most of it; the times are meaningful only on an idle machine.
#
#   examples/dev/lab_pages.sh [page…]
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --release --quiet
chuhe=$PWD/target/release/chuhe
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
wanted=("$@")

# fill MARK FILE: replaces what is between the mark and the next end by the block.
fill() {
    awk -v mark="<!-- $1 -->" -v block="$scratch/block" '
        $0 == "<!-- end -->" { inside = 0 }
        !inside { print }
        $0 == mark { inside = 1; print ""; while ((getline line < block) > 0) print line }' "$2" >"$scratch/page"
    cp "$scratch/page" "$2"
}

# page NAME COMMAND…: measures for a page, by one or more commands of the laboratory.
page() {
    local name=$1 command
    shift
    if ((${#wanted[@]})) && [[ " ${wanted[*]} " != *" $name "* ]]; then return; fi
    : >"$scratch/block"
    for command in "$@"; do
        if [[ $command == tree* || $command == solve* || $command == *--neurons* ]]; then
            # shellcheck disable=SC2086
            { printf '```text\n$ chuhe lab %s\n' "$command"; "$chuhe" lab $command; printf '```\n\n'; } >>"$scratch/block"
            continue
        fi
        # shellcheck disable=SC2086 # the words of a command
        "$chuhe" lab $command --svg "$scratch/picture" >"$scratch/table" 2>/dev/null
        {
            printf '```text\nchuhe lab %s\n```\n\n' "$command"
            cat "$scratch/table"
            printf '\n<div>\n'
            cat "$scratch/picture"
            printf '</div>\n\n'
        } >>"$scratch/block"
    done
    local file=crates/lab/src/pages/$name.md
    if [[ $name == zugzwang ]]; then file=src/learn/zugzwang.md; fi
    fill measured "$file"
    echo "$name (${SECONDS} s)"
}

page overview "compare --game xiangqi --depth 5"
page worked_trees "tree shallow" "tree deep" "tree yue-2a --algorithm alphabeta" "tree yue-2b --algorithm alphabeta" \
    "tree yue-3 --algorithm alphabeta" "tree bai-4 --algorithm alphabeta"
page minimax "compare --game xiangqi --algorithms minimax --depth 4"
page negamax "compare --game xiangqi --algorithms minimax,negamax --depth 4"
page alpha_beta "compare --game xiangqi --algorithms minimax,alphabeta --depth 4"
page ordered "compare --game gomoku --algorithms ordered,filtered --depth 2" \
    "compare --game gomoku --algorithms ordered,filtered --depth 4" \
    "compare --game gomoku --algorithms alphabeta,ordered,filtered --depth 6"
page bai "compare --game reversi --depth 8" \
    "compare --game reversi --algorithms alphabeta,hash,history-advance,history-float,history-one-list,history,hashhistory --depth 9"
page history "compare --game reversi --algorithms alphabeta,hash-always,history-advance,history-float --depth 9"
page hash "compare --game reversi --algorithms alphabeta,hash-always,hash-deeper,hash-two-tier,hash-groups --depth 9" \
    "tables --game xiangqi --depth 6"
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
page td "td --games 5000" "td --games 5000 --epsilon 0.1" "td --games 5000 $td_learns" \
    "td --games 200 --trials 0 --neurons 3" "td --games 5000 --trials 0 --neurons 3 $td_learns"
page exploration "exploration --games 1000"
page small "small" "small --lambdas 1 --games 10000" "small --start 0.5 --reset-traces --lambdas 0,0.3,0.5,0.7,0.9,1"
page classes "classes --depth 7" "classes --game xiangqi --depth 4 --games 10"
page tictactoe "compare --game tictactoe --start --algorithms minimax,alphabeta,ordered,hash-always,hashhistory-float,pvs --depth 9"
page tree_size "tree-size"
page zugzwang "zugzwang --positions 500 --games 1200" "zugzwang --positions 100 --games 300 --classes 3 --depth 8"
page td_leaf "td-leaf --games 3000 --seeds 5"
page six "solve --guess 0 --opening c2,d2,e5,b2,d1,f6,d5,e4" "solve"

if ((${#wanted[@]} == 0)) || [[ " ${wanted[*]} " == *" tournament "* ]]; then
    {
        printf '```text\nchuhe lab tournament --games 10\n```\n\n'
        "$chuhe" lab tournament --games 10 2>/dev/null
        echo
    } >"$scratch/block"
    fill tournament crates/lab/src/pages/bai.md
    echo "tournament (${SECONDS} s)"
fi
