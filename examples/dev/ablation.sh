#!/usr/bin/env bash
# SPDX-License-Identifier: MIT OR Apache-2.0
# Ablation of the search: plays matches of the engine against itself with one technique switched off, and at the end with
# the parameters of the papers, and prints the lines of the tables in src/search/ablation.md. An interrupted run resumes.
#
#   examples/dev/ablation.sh [games per match] [nodes per move] [log directory]
set -euo pipefail
cd "$(dirname "$0")/../.."
games=${1:-1000} nodes=${2:-1000} logs=${3:-target/ablation}

mkdir -p "$logs"
if [[ ! -x $logs/engine ]]; then
    cargo build --release --quiet -p chuhe-tools --features tune
    cp target/release/chuhe-tools "$logs/engine"
fi

# against NAME OPTION=VALUE…: a line of the table.
against() {
    local name=$1 spec='' summary
    shift
    local log="$logs/$(tr -c "a-z0-9=\n" _ <<<"$*").jsonl"
    for setting in "$@"; do spec+=",option.$setting"; done
    summary=$("$logs/engine" match --games "$games" --nodes "$nodes" --concurrency "$(nproc)" \
        --engine "cmd=$logs/engine,proto=uci,name=whole" --engine "cmd=$logs/engine,proto=uci,name=changed$spec" \
        --openings positions/openings.epd --resign-score 190 --resign-moves 2 --draw-score 3 \
        --log "$log" --resume 2>/dev/null | tail -n 2)
    # score W-D-L / elo X +- Y
    awk -v name="$name" -v spec="$*" '
        $1 == "score" { score = $2 }
        $1 == "elo" { elo = $2; error = $4 }
        END { printf "| %s | `%s` | %s | %s ± %s |\n", name, spec, score, elo, error }' <<<"$summary"
}

against "aspiration windows" aspiration_depth=100
against "null-move pruning" null_move_depth=99
against "null-move pruning: adaptive reduction" null_move_base=5 null_move_divisor=99 null_move_eval_divisor=9999
against "reverse futility" reverse_futility_depth=0
against "ProbCut" probcut_depth=99
against "internal iterative reduction" internal_reduction_depth=99
against "hindsight" hindsight_up_depth=99 hindsight_down_depth=99
against "late move reductions (LMR)" lmr_depth=99
against "late move reductions: by history" lmr_history_divisor=999999
against "late move reductions: many cutoffs" cutoff_count=1000
against "deeper and shallower re-searches" deeper_margin=9999 shallower_margin=0
against "late move pruning" late_move_base=999
against "futility" futility_depth=0
against "history pruning" history_depth=0
against "SEE pruning" see_quiet_depth=0 see_capture_margin=9999
against "all four of these" late_move_base=999 futility_depth=0 history_depth=0 see_quiet_depth=0 see_capture_margin=9999
against "check extension" check_fraction=0
against "recapture extension" exchange_fraction=0
against "single reply extension" single_reply_fraction=0
against "mate threat extension" mate_threat_fraction=0
against "singular extension, multi-cut" singular_depth=99
against "histories (butterfly, continuation, capture)" history_bonus_factor=0
against "continuation history four plies back" continuation_4_weight=0
against "bonus for table moves and unrefuted moves" tt_bonus_percent=0 previous_bonus_percent=0
against "correction history" correction_limit=0
against "quiet checks in quiescence" quiescence_check_plies=0
against "delta pruning in quiescence" delta_margin=9999

# Values from the literature.
against "null move: fixed reduction of 2 plies (R = 1 as Heinz counts)" null_move_base=2 null_move_divisor=99 null_move_eval_divisor=9999
against "check extension: 3/4 ply" check_fraction=12
against "check extension: 1 ply" check_fraction=16
against "recapture extension: 3/4 ply" exchange_fraction=12
against "single reply extension: 3/4 ply" single_reply_fraction=12
against "mate threat extension: 3/4 ply" mate_threat_fraction=12
