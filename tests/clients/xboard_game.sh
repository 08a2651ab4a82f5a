#!/usr/bin/env bash
# SPDX-License-Identifier: MIT OR Apache-2.0
# A whole game of an engine against itself under XBoard, through the adapter uci2wb, on a virtual screen.
#
# Usage: xboard_game.sh ENGINE [FOLDER]     (FOLDER: for the record, the logs and a screenshot; default xboard-game)
#
# XBOARD_FLAGS, default "-st 0:01 -xponder", are passed on to XBoard; LIMIT, default 1800, is how many seconds the game may
# take. (With pondering uci2wb now and then loses an answer that comes within a millisecond, so a very fast game hangs.)
# Exit status: 0 if the game was played to its end by the rules and its record is read back to the same moves, 1 if not, 2 if
# a program is missing.
set -euo pipefail

PATH=$PATH:/usr/games
here=$(cd "$(dirname "$0")" && pwd)
engine=$(realpath "${1:?usage: xboard_game.sh ENGINE [FOLDER]}")
[[ -x $engine ]] || { echo "xboard_game.sh: $engine is not executable" >&2; exit 2; }
mkdir -p "${2:-xboard-game}"
folder=$(realpath "${2:-xboard-game}")

missing=()
for need in Xvfb:xvfb xboard:xboard uci2wb:uci2wb python3:python3; do
    command -v "${need%%:*}" >/dev/null || missing+=("${need##*:}")
done
if ((${#missing[@]})); then
    echo "xboard_game.sh: missing Debian packages: apt install ${missing[*]}" >&2
    exit 2
fi

# XBoard waits for an engine that dies at once as if it were a slow one.
if ! printf 'ucci\nquit\n' | timeout 20 "$engine" | grep -q '^ucciok'; then
    echo "xboard_game.sh: $engine does not answer ucci by ucciok" >&2
    exit 1
fi

scratch=$(mktemp -d)
screen_pid='' game_pid=''
cleanup() {
    # XBoard does not heed a polite signal while it shows an error.
    [[ -z $game_pid ]] || kill -KILL "$game_pid" 2>/dev/null || true
    [[ -z $screen_pid ]] || kill "$screen_pid" 2>/dev/null || true
    wait
    rm -rf "$scratch"
}
trap cleanup EXIT

# The server picks a free display and keeps its picture in a file, which no screenshot program is needed to read.
Xvfb -displayfd 3 -screen 0 640x720x24 -nolisten tcp -fbdir "$scratch" 3>"$scratch/display" 2>"$folder/xvfb.log" &
screen_pid=$!
for _ in {1..100}; do [[ -s $scratch/display ]] && break || sleep 0.1; done
[[ -s $scratch/display ]] || { echo "xboard_game.sh: no virtual screen, see $folder/xvfb.log" >&2; exit 1; }

record=$folder/game.pgn
rm -f "$record" "$folder/screen.png" "$folder/xboard.debug"
# A home of its own: XBoard reads and writes its settings there.
read -ra flags <<<"${XBOARD_FLAGS:--st 0:01 -xponder}"
HOME=$scratch DISPLAY=:$(<"$scratch/display") xboard -variant xiangqi \
    -fcp "uci2wb -x $engine" -scp "uci2wb -x $engine" -mg 1 "${flags[@]}" -autoCallFlag true -xexit -xpopup -soundProgram true \
    -sgf "$record" -debug -nameOfDebugFile "$folder/xboard.debug" >"$folder/xboard.log" 2>&1 &
game_pid=$!

while ((SECONDS < ${LIMIT:-1800})) && [[ ! -s $record ]] && kill -0 "$game_pid" 2>/dev/null; do
    # The last picture before the end of the game stays.
    python3 "$here/xwd_to_png.py" "$scratch/Xvfb_screen0" "$folder/screen.png"
    sleep 3
done

if [[ ! -s $record ]]; then
    echo "xboard_game.sh: no game was finished, see $folder/xboard.debug" >&2
    exit 1
fi
sleep 1
cat "$record"
if ! grep -qE '^\[Result "(1-0|0-1|1/2-1/2)"\]' "$record"; then
    echo "xboard_game.sh: the game has no result" >&2
    exit 1
fi
if grep -qiE 'on time|forfeit|illegal|exits|false (win|draw|loss)|disconnect' "$record" ||
    grep -qi 'illegal move' "$folder/xboard.debug"; then
    echo "xboard_game.sh: the game did not end by the rules, see $folder/xboard.debug" >&2
    exit 1
fi

sent=$(sed -nE 's/^[0-9]+ <(first |second): move ([a-i][0-9][a-i][0-9])$/\2/p' "$folder/xboard.debug")
read=$("$engine" convert --to iccs --games "$record" | grep -oE '[A-I][0-9]-[A-I][0-9]' | tr -d - | tr A-Z a-z)
if [[ -z $sent || $read != "$sent" ]]; then
    echo "xboard_game.sh: the record is not read back to the moves that the engines sent" >&2
    exit 1
fi
