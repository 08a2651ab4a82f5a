#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# A fake UCI engine for the start of matches. The first argument is the mode in which it misbehaves, the second a file that
# counts its starts. It moves a rook back and forth, so that two of them draw by repetition at their eighth move.

mode=$1
count=$2
games=0
echo start >>"$count"
starts=$(wc -l <"$count")

case $mode in
# The trial start before game 1 is the first one.
stops-after-*) [ "$starts" -gt $((${mode#stops-after-} + 1)) ] && exit 1 ;;
fails-once-at-*) [ "$starts" -eq $((${mode#fails-once-at-} + 1)) ] && exit 1 ;;
esac

while read -r line; do
    case $line in
    uci)
        printf 'id name starter\n'
        printf 'option name Hash type spin default 16 min 1 max 1024\n'
        printf 'option name Style type combo default Solid var Solid var Wild One\n'
        printf 'option name Ponder type check default false\n'
        printf 'option name NetFile type string default <empty>\n'
        printf 'uciok\n'
        ;;
    'setoption name NetFile value '*) net=${line#* value } ;;
    ucinewgame) games=$((games + 1)) ;;
    isready)
        [ "$mode" = never-ready ] && continue
        [ "$mode" = tells ] && [ -n "$net" ] && [ ! -f "$net" ] && echo "info string ERROR: $net was not loaded"
        echo readyok
        ;;
    position*)
        case $line in
        *' moves '*)
            # shellcheck disable=SC2086
            set -- ${line#* moves }
            ply=$#
            ;;
        *) ply=0 ;;
        esac
        ;;
    go*)
        # As several engines do, it finds out only now that it has no network.
        if [ "$mode" = leaves ] && [ -n "$net" ] && [ ! -f "$net" ]; then
            echo "info string ERROR: The network file $net was not loaded successfully."
            exit 1
        fi
        # After the trial start, the second process plays the match.
        if [ "$mode" = "crash-in-game-$games" ] && [ "$starts" -eq 2 ] && [ "$ply" -ge 2 ]; then
            echo 'out of luck' >&2
            exit 3
        fi
        set -- a0a1 a9a8 a1a0 a8a9
        shift $((ply % 4))
        echo "bestmove $1"
        ;;
    quit) exit 0 ;;
    esac
done
