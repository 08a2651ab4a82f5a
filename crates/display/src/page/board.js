// SPDX-License-Identifier: MIT OR Apache-2.0
// Shows a game on a board and steps through it by buttons, keys, slider and graph.
//
// `shown` is the game on display, at least
// { start, boards, moves, ply }: the FEN of its start, the boards after each ply, its moves like "h2e2", and the
// current ply. The script of each page defines `showPly(ply)`, which displays the game after that many plies.

const PAUSE = 600;
const SIDES = ["red", "black"];
let shown = null;
let timer = null;

// The side to move after `ply` plies of the game.
const sideAt = (ply) => (ply + (shown.start.split(" ")[1] === "b" ? 1 : 0)) % 2;

// The board, and the boards after each of these moves.
function boardsAfter(board, moves) {
  const boards = [board];
  for (const move of moves) {
    const next = [...boards.at(-1)];
    next[squareOf(move.slice(2))] = next[squareOf(move)];
    next[squareOf(move)] = "";
    boards.push(next);
  }
  return boards;
}

// Simplified characters in Chinese, traditional ones in English, which show the side as well.
const pieceSet = () => say("traditional", "simplified");

// The character on the piece that makes a move.
const moverOf = (board, move) => characterOf(board[squareOf(move)], pieceSet());

let isFlipped = false;
let image = null;

// Draws the board, the last move, if any, and arrows. Files are named as the moves name them.
function drawBoard(board, last, arrows = [], isCoordinates = true) {
  image ??= new BoardImage(byId("board"));
  const labels = isCoordinates ? "coordinates" : say("arabic", "chinese");
  image.show(board, { last: last ?? null, isFlipped, set: pieceSet(), labels });
  image.drawArrows(arrows);
}

// The FEN after `ply` plies; `boards` are the boards of the game.
function fenAt(ply, boards = shown.boards) {
  const [, , , , quiet = "0", number = "1"] = shown.start.split(" ");
  const counts = boards.map((board) => board.filter(Boolean).length);
  const sinceCapture = counts.slice(0, ply + 1).lastIndexOf(counts[ply] + 1);
  const rule60 = sinceCapture < 0 ? Number(quiet) + ply : ply - sinceCapture - 1;
  const moveNumber = Number(number) + Math.floor((ply + sideAt(0)) / 2);
  return `${writeBoard(boards[ply])} ${sideAt(ply) ? "b" : "w"} - - ${rule60} ${moveNumber}`;
}

// Lists the moves, one full move per line; `link(ply)` makes the link for the move after `ply` plies.
function listMoves(link, firstNumber = 1) {
  const items = [];
  shown.moves.forEach((_, ply) => {
    const side = sideAt(ply);
    if (side === 0 || ply === 0) {
      items.push(html("li", {}, html("span", {}, `${firstNumber + items.length}.`)));
      if (side === 1) items.at(-1).append(html("span"));
    }
    items.at(-1).append(fill(link(ply), { "data-ply": ply + 1 }, []));
  });
  byId("moves").replaceChildren(...items);
}

// Marks the current ply on the slider and in the list.
function markPly() {
  const { ply } = shown;
  const list = byId("moves");
  byId("slider").value = ply;
  byId("slider").max = shown.moves.length;
  for (const link of list.querySelectorAll("a")) {
    const isHere = Number(link.dataset.ply) === ply;
    link.classList.toggle("here", isHere);
    if (isHere) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
    if (isHere) list.scrollTop = link.offsetTop - list.offsetTop - list.clientHeight / 2;
  }
  if (ply === 0) list.scrollTop = 0;
}

// Makes a graph over the plies go to the ply that is pressed, and marks the current one.
// `frame` is the space around it.
function leadToPlies(drawing, place, frame, width, height) {
  const plies = Math.max(shown.moves.length, 1);
  const inside = width - frame.left - frame.right;
  const here = frame.left + (inside * shown.ply) / plies;
  const line = `M${here} ${frame.top}V${height - frame.bottom}`;
  drawing.append(svg("path", { d: line, stroke: "var(--accent)", "stroke-width": 1.5 }));
  const goTo = (event) => {
    if (event.type === "pointermove" && event.buttons === 0) return;
    step(Math.round(((event.clientX - place.getBoundingClientRect().left - frame.left) / inside) * plies));
  };
  return fill(drawing, { pointerdown: goTo, pointermove: goTo, style: "cursor: pointer" }, []);
}

// The sign on the button that plays and pauses.
function drawSign(name) {
  document.querySelector("[data-step=play]").replaceChildren(icon(name));
}

function stopPlaying() {
  clearInterval(timer);
  timer = null;
  drawSign("play");
}

function step(ply) {
  stopPlaying();
  showPly(ply);
}

function togglePlaying() {
  if (timer) return stopPlaying();
  if (shown.ply === shown.moves.length) showPly(0);
  drawSign("pause");
  timer = setInterval(() => {
    showPly(shown.ply + 1);
    if (shown.ply === shown.moves.length) stopPlaying();
  }, PAUSE);
}

const STEPS = {
  first: () => step(0),
  back: () => step(shown.ply - 1),
  play: togglePlaying,
  forth: () => step(shown.ply + 1),
  last: () => step(shown.moves.length),
  flip: () => {
    isFlipped = !isFlipped;
    step(shown.ply);
  },
};
const KEYS = { f: "flip", Home: "first", ArrowLeft: "back", " ": "play", ArrowRight: "forth", End: "last" };

function listenToSteps() {
  for (const button of document.querySelectorAll("[data-step]")) {
    button.replaceChildren(icon(button.dataset.step));
    button.addEventListener("click", () => STEPS[button.dataset.step]());
  }
  byId("slider").addEventListener("input", () => step(Number(byId("slider").value)));
  document.addEventListener("keydown", (event) => {
    // Fields use these keys themselves, and space presses a button.
    const isTaken = event.target.matches(event.key === " " ? "input, select, button" : "input, select");
    if (!shown || isTaken || event.ctrlKey || event.altKey || event.metaKey || !(event.key in KEYS)) return;
    event.preventDefault();
    STEPS[KEYS[event.key]]();
  });
}
