#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# A fake engine for UCCI and UCI. It moves a rook back and forth from the start of a game, so that two fake engines draw
# by repetition at their eighth move. The first argument is the mode in which it misbehaves. If there is a second
# argument, the commands received are appended to the file of that name.

mode=$1
log=$2
ply=0
is_pondering=

# Sets the move of the side to move after `ply` moves, and the expected reply.
moves() {
    if [ "$mode" = ranks-from-one ]; then
        set -- a1a2 a10a9 a2a1 a9a10 a1a2
    else
        set -- a0a1 a9a8 a1a0 a8a9 a0a1
    fi
    shift $((ply % 4))
    move=$1
    guess=$2
    if [ "$mode" = wrong-guess ]; then
        [ $((ply % 2)) -eq 0 ] && guess=c6c5 || guess=c3c4
    fi
}

answer() {
    moves
    printf 'info time 1 nodes 42\ninfo depth 3 score 7 pv %s\nbestmove %s ponder %s\n' "$move" "$move" "$guess"
}

# Answers `go` from the engine's second move on, according to the mode.
misbehave() {
    case $mode in
    crash)
        echo 'out of luck' >&2
        exit 3
        ;;
    signal) kill -ILL $$ ;;
    hang) sleep 60 ;;
    late)
        sleep 0.4
        answer
        ;;
    illegal) echo 'bestmove a0a9' ;;
    garbage) printf 'bestmove \377\001zz\n' ;;
    resign) echo 'bestmove a0a1 resign' ;;
    uci-resign) echo 'bestmove resign' ;;
    none) echo nobestmove ;;
    no-move) echo 'bestmove (none)' ;;
    null-move) echo 'bestmove 0000' ;;
    bounds)
        [ $((ply % 2)) -eq 0 ] && echo 'info depth 9 score 900 lowerbound' || echo 'info depth 9 score -900 upperbound'
        moves
        echo "bestmove $move"
        ;;
    huge)
        moves
        printf 'info depth %s nodes %s score 7\nbestmove %s\n' 99999999999999999999 99999999999999999999 "$move"
        ;;
    flood-of-bytes)
        head -c 100000000 /dev/zero
        echo
        answer
        ;;
    flood-of-lines)
        yes 'info string nothing new, but plenty of it, line after line' | head -c 100000000
        answer
        ;;
    noise)
        head -c 1000000 /dev/zero >&2
        yes 'all is well' | head -c 1000000 >&2
        printf '\n\nbestmove\nreadyok\n\000\n'
        answer
        ;;
    in-pieces)
        printf 'bestmo'
        sleep 0.05
        printf 've a'
        sleep 0.05
        moves
        echo "${move#a}"
        ;;
    *) answer ;;
    esac
}

think() {
    if [ "$ply" -lt 2 ]; then answer; else misbehave; fi
}

[ "$mode" = crash-at-start ] && exit 7
[ "$mode" = orphan ] && sleep "61.$PPID" &

while read -r line; do
    [ -n "$log" ] && echo "$line" >>"$log"
    [ "$mode" = slow ] && sleep 60
    case $line in
    ucci)
        case $mode in
        uci-leaves) exit 1 ;;
        uci-*) ;;
        *) printf 'id name fake\noption usemillisec type check default true\noption ponder type check default false\nucciok\n' ;;
        esac
        ;;
    uci) printf 'id name fake\noption name Ponder type check default false\nuciok\n' ;;
    isready)
        [ "$mode" = never-ready ] || echo readyok
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
        [ "$mode" = leaves-on-position ] && exit 0
        ;;
    'go ponder'*) is_pondering=ponder ;;
    go*) think ;;
    ponderhit) think ;;
    stop)
        [ -n "$is_pondering" ] && answer
        ;;
    quit)
        [ "$mode" = stubborn ] || exit 0
        ;;
    esac
    [ "$line" = ponderhit ] || [ "$line" = stop ] && is_pondering=
done

[ "$mode" = stubborn ] && sleep 60
exit 0
