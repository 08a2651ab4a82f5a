#!/usr/bin/env bash
# SPDX-License-Identifier: MIT OR Apache-2.0
# The ladder of levels: plays matches between neighbouring levels, of level 0 against the greedy mover, and of four levels
# against fairy-stockfish where that is installed, and prints the lines of the tables in src/engine/levels.md. All moves are
# made at fixed nodes, so a busy machine does not change the games. An interrupted run resumes.
#
#   examples/dev/levels.sh [games per match] [log directory]
set -euo pipefail
cd "$(dirname "$0")/../.."
games=${1:-200} logs=${2:-target/levels}

mkdir -p "$logs"
if [[ ! -x $logs/engine ]]; then
    cargo build --release --quiet -p chuhe-tools -p chuhe-dev --bin chuhe-tools --bin greedy
    cp target/release/chuhe-tools "$logs/engine"
    cp target/release/greedy "$logs/greedy"
fi

# engine LEVEL: the specification of a level; the yardstick of full strength is 10,000 nodes per move.
engine() {
    local spec="cmd=$logs/engine,name=level$1,option.level=$1,option.usebook=false,option.drawresign=false"
    if (($1 == 20)); then spec+=,nodes=10000; fi
    echo "$spec"
}

# pair NAME FIRST SECOND: a line of a table, with wins, draws and losses of the first engine. The clock never runs out; it is
# there because chuhe resigns only in games with a clock, not at fixed nodes or in a fixed time per move.
pair() {
    local summary
    summary=$("$logs/engine" match --games "$games" --tc 600+10 --concurrency "$(nproc)" \
        --engine "$2" --engine "$3" --openings positions/openings.epd \
        --log "$logs/${1//[^a-z0-9-]/_}.jsonl" --resume 2>"$logs/stderr.txt" | tail -n 2) ||
        { tail -n 1 "$logs/stderr.txt" >&2; exit 1; }
    # score W-D-L / elo X +- Y
    awk -v name="$1" '
        $1 == "score" { score = $2 }
        $1 == "elo" { printf "| %s | %s | %+.0f ± %.0f |\n", name, score, -$2, $4 }' <<<"$summary"
}

for level in {0..19}; do
    pair "$level, $((level + 1))" "$(engine "$level")" "$(engine $((level + 1)))"
done
greedy="cmd=$logs/greedy,name=greedy,proto=ucci"
pair "0, greedy" "$(engine 0)" "$greedy"
resigning=$(engine 0)
pair "0 resigning, greedy" "${resigning/drawresign=false/drawresign=true}" "$greedy"
if command -v fairy-stockfish >/dev/null; then
    fairy=cmd=fairy-stockfish,name=fairy,proto=uci,ranks=1,option.UCI_Variant=xiangqi,nodes=1000
    for point in "1 -20" "4 -10" "8 0" "11 10"; do
        read -r level skill <<<"$point"
        pair "$level, skill $skill" "$(engine "$level")" "$fairy,option.Skill Level=$skill"
    done
fi
