// SPDX-License-Identifier: MIT OR Apache-2.0
// A game on a board, and stepping through it by buttons, keys, slider and graph.
//
// A board is an array of 90 FEN letters, a9 first; "" is an empty point. `shown` is the game on show, at least { start, boards,
// moves, ply }: its FEN, the board after so many plies, its moves like "h2e2", and where we are. The script of the page has a
// function `showPly(ply)`, which shows that much of it.

const PAUSE = 600;
const SIDES = ["red", "black"];
let shown = null;
let timer = null;

// Whose turn it is after so many plies of the game.
const sideAt = (ply) => (ply + (shown.start.split(" ")[1] === "b" ? 1 : 0)) % 2;

function readBoard(fen) {
  return [...fen.split(" ")[0].replaceAll("/", "")].flatMap((letter) => (/\d/.test(letter) ? Array(Number(letter)).fill("") : [letter]));
}

const pointOf = (text) => (9 - Number(text[1])) * 9 + text.charCodeAt(0) - 97;

// The board and all that follow when these moves are made on it.
function boardsAfter(board, moves) {
  const boards = [board];
  for (const move of moves) {
    const next = [...boards.at(-1)];
    next[pointOf(move.slice(2))] = next[pointOf(move)];
    next[pointOf(move)] = "";
    boards.push(next);
  }
  return boards;
}

// The name of the man that makes a move, as it is drawn.
const manName = (board, move) => byId(`man-${board[pointOf(move)]}`)?.textContent.trim() ?? "";

// Draws the men, and marks the move that led there, if any.
function drawMen(board, lastMove) {
  const stage = byId("board").querySelector("svg");
  const unit = stage.viewBox.baseVal.width / 10;
  const at = (point) => ({ x: unit * (1 + (point % 9)), y: unit * (1 + Math.floor(point / 9)) });
  const men = svg("g", { id: "men" });
  board.forEach((letter, point) => {
    if (letter) men.append(svg("use", { href: `#man-${letter}`, ...at(point) }));
  });
  if (lastMove) {
    men.append(svg("use", { href: "#mark-origin", ...at(pointOf(lastMove)) }), svg("use", { href: "#mark-goal", ...at(pointOf(lastMove.slice(2))) }));
  }
  byId("men")?.remove();
  stage.append(men);
}

// The FEN after so many plies, when the boards of the game are these.
function fenAt(ply, boards = shown.boards) {
  const ranks = Array.from({ length: 10 }, (_, row) => boards[ply].slice(9 * row, 9 * row + 9).map((letter) => letter || "1").join(""));
  const [, , , , quiet = "0", number = "1"] = shown.start.split(" ");
  const men = boards.map((board) => board.filter(Boolean).length);
  const sinceCapture = men.slice(0, ply + 1).lastIndexOf(men[ply] + 1);
  const clock = sinceCapture < 0 ? Number(quiet) + ply : ply - sinceCapture - 1;
  const moveNumber = Number(number) + Math.floor((ply + sideAt(0)) / 2);
  return `${ranks.join("/").replace(/1+/g, (empty) => empty.length)} ${sideAt(ply) ? "b" : "w"} - - ${clock} ${moveNumber}`;
}

// The list of moves: a line a full move, from links that `link(ply)` makes for the moves after so many plies.
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

// Shows in slider and list where we are.
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

// Makes a graph over the plies lead to the ply that is pressed, and mark the present one. `frame` is the space around it.
function leadToPlies(drawing, place, frame, width, height) {
  const plies = Math.max(shown.moves.length, 1);
  const inside = width - frame.left - frame.right;
  const here = frame.left + (inside * shown.ply) / plies;
  drawing.append(svg("path", { d: `M${here} ${frame.top}V${height - frame.bottom}`, stroke: "var(--accent)", "stroke-width": 1.5 }));
  const goTo = (event) => {
    if (event.type === "pointermove" && event.buttons === 0) return;
    step(Math.round(((event.clientX - place.getBoundingClientRect().left - frame.left) / inside) * plies));
  };
  return fill(drawing, { pointerdown: goTo, pointermove: goTo, style: "cursor: pointer" }, []);
}

function stopPlaying() {
  clearInterval(timer);
  timer = null;
  document.querySelector("[data-step=play]").textContent = "▶";
}

function step(ply) {
  stopPlaying();
  showPly(ply);
}

function togglePlaying() {
  if (timer) return stopPlaying();
  if (shown.ply === shown.moves.length) showPly(0);
  document.querySelector("[data-step=play]").textContent = "❚❚";
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
};
const KEYS = { Home: "first", ArrowLeft: "back", " ": "play", ArrowRight: "forth", End: "last" };

function listenToSteps() {
  for (const button of document.querySelectorAll("[data-step]")) button.addEventListener("click", () => STEPS[button.dataset.step]());
  byId("slider").addEventListener("input", () => step(Number(byId("slider").value)));
  document.addEventListener("keydown", (event) => {
    // Fields have these keys for themselves, and space presses a button.
    const isTaken = event.target.matches(event.key === " " ? "input, select, button" : "input, select");
    if (!shown || isTaken || event.ctrlKey || event.altKey || event.metaKey || !(event.key in KEYS)) return;
    event.preventDefault();
    STEPS[KEYS[event.key]]();
  });
}
