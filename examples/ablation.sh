#!/usr/bin/env bash
# SPDX-License-Identifier: MIT OR Apache-2.0
# What is each idea of the search worth? Plays the whole engine against itself without one of them and prints the lines
# of the table in src/search/worth.md. Goes on where it was interrupted.
#
#   examples/ablation.sh [games each] [positions a move] [directory of the logs]
set -euo pipefail
cd "$(dirname "$0")/.."
games=${1:-1000} nodes=${2:-1000} logs=${3:-target/ablation}

mkdir -p "$logs"
if [[ ! -x $logs/engine ]]; then
    cargo build --release --quiet --features tune
    cp target/release/chuhe "$logs/engine"
fi

# without NAME OPTION=VALUE…: a line of the table.
without() {
    local name=$1 spec='' summary
    shift
    local log="$logs/${*// /_}.jsonl"
    for setting in "$@"; do spec+=",option.$setting"; done
    summary=$("$logs/engine" match --games "$games" --nodes "$nodes" --concurrency "$(nproc)" \
        --engine "cmd=$logs/engine,proto=uci,name=whole" --engine "cmd=$logs/engine,proto=uci,name=without$spec" \
        --openings positions/openings.epd --resign-score 600 --resign-moves 2 --draw-score 10 \
        --log "$log" --resume 2>/dev/null | tail -n 2)
    # score W-D-L / elo X +- Y
    awk -v name="$name" -v spec="$*" '
        $1 == "score" { score = $2 }
        $1 == "elo" { elo = $2; error = $4 }
        END { printf "| %s | `%s` | %s | %s ± %s |\n", name, spec, score, elo, error }' <<<"$summary"
}

without "aspiration windows" aspiration_depth=100
without "null move" null_move_depth=99
without "null move: adaptive reduction" null_move_base=5 null_move_divisor=99 null_move_eval_divisor=9999
without "null move: verification" null_move_verification_depth=99
without "reverse futility" reverse_futility_depth=0
without "razoring" razoring_depth=0
without "ProbCut" probcut_depth=99
without "internal iterative reduction" internal_reduction_depth=99
without "hindsight" hindsight_up_depth=99 hindsight_down_depth=99
without "late move reductions" lmr_depth=99
without "late move reductions: by history" lmr_history_divisor=999999
without "late move reductions: many cutoffs" cutoff_count=1000
without "deeper and shallower re-searches" deeper_margin=9999 shallower_margin=0
without "late move pruning" late_move_base=999
without "futility" futility_depth=0
without "history pruning" history_depth=0
without "exchange pruning" see_quiet_depth=0 see_capture_margin=9999
without "all four of these" late_move_base=999 futility_depth=0 history_depth=0 see_quiet_depth=0 see_capture_margin=9999
without "check extension" check_fraction=0
without "exchange extension" exchange_fraction=0
without "single reply extension" single_reply_fraction=0
without "mate threat extension" mate_threat_fraction=0
without "singular extension, multi-cut" singular_depth=99
without "histories" history_bonus_factor=0
without "continuation history, four plies back" continuation_4_weight=0
without "credit for table moves and unrefuted moves" table_bonus_percent=0 previous_bonus_percent=0
without "correction history" correction_limit=0
without "quiet checks in quiescence" quiescence_check_plies=0
without "delta pruning in quiescence" delta_margin=9999
