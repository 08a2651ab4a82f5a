// SPDX-License-Identifier: MIT OR Apache-2.0
// Shows a game on a board and steps through it by buttons, keys, slider and graph.
//
// `shown` is the game on display, at least
// { start, boards, moves, ply }: the FEN of its start, the boards after each ply, its moves like "h2e2", and the current
// ply. The script of each page defines `showPly(ply)`, which displays the game after that many plies.

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

// The character drawn on the piece that makes a move.
const pieceName = (board, move) => byId(`piece-${board[squareOf(move)]}`)?.textContent.trim() ?? "";

// The characters of the pieces, by FEN letter, and of the river.
const FACES = {
  traditional: { K: "帥", A: "仕", B: "相", N: "傌", R: "俥", C: "炮", P: "兵", k: "將", a: "士", b: "象", n: "馬", r: "車", c: "砲", p: "卒", river: "楚河漢界" },
  simplified: { K: "帅", A: "仕", B: "相", N: "马", R: "车", C: "炮", P: "兵", k: "将", a: "士", b: "象", n: "马", r: "车", c: "炮", p: "卒", river: "楚河汉界" },
};

// Simplified characters in Chinese, traditional ones in English, which show the side as well.
function chooseFaces() {
  const { river, ...faces } = FACES[say("traditional", "simplified")];
  for (const [letter, face] of Object.entries(faces)) byId(`piece-${letter}`).querySelector("text").textContent = face;
  byId("river").querySelectorAll("text").forEach((text, index) => { text.textContent = river[index]; });
}

let isFlipped = false;

// The names of files and ranks: coordinates, or numbers as moves in words have them.
function drawLabels(isCoordinates = true) {
  const label = (x, y, text) => svg("text", { x, y, fill: "#5a3717", "text-anchor": "middle", "font-size": 15 }, text);
  const labels = [];
  for (let column = 0; column < 9; column += 1) {
    const file = isFlipped ? 8 - column : column;
    const sides = isCoordinates ? [null, "abcdefghi"[file]] : [String(file + 1), say("987654321", "九八七六五四三二一")[file]];
    const [top, bottom] = isFlipped && !isCoordinates ? [sides[1], sides[0]] : sides;
    if (top) labels.push(label(60 + 60 * column, 22, top));
    labels.push(label(60 + 60 * column, 650, bottom));
  }
  for (let row = 0; isCoordinates && row < 10; row += 1) labels.push(label(16, 65 + 60 * row, String(isFlipped ? row : 9 - row)));
  byId("labels").replaceChildren(...labels);
}

// Draws the pieces, the last move, if any, and arrows.
function drawPieces(board, lastMove, arrows = []) {
  const stage = byId("board").querySelector("svg");
  const unit = stage.viewBox.baseVal.width / 10;
  const at = (square) => {
    const seen = isFlipped ? 89 - square : square;
    return { x: unit * (1 + (seen % 9)), y: unit * (1 + Math.floor(seen / 9)) };
  };
  const pieces = svg("g", { id: "pieces" });
  board.forEach((letter, square) => {
    if (letter) pieces.append(svg("use", { href: `#piece-${letter}`, ...at(square) }));
  });
  if (lastMove) {
    pieces.append(svg("use", { href: "#mark-origin", ...at(squareOf(lastMove)) }), svg("use", { href: "#mark-goal", ...at(squareOf(lastMove.slice(2))) }));
  }
  pieces.append(...arrows.map((arrow) => drawArrow(arrow, at(squareOf(arrow.move)), at(squareOf(arrow.move.slice(2))))));
  byId("pieces")?.remove();
  stage.append(pieces);
}

// Shows Red's winning chances beside the board.
function showBar(evaluation) {
  const bar = byId("bar");
  bar.hidden = !evaluation;
  if (!evaluation) return;
  bar.querySelector("i").style.setProperty("--share", evaluation.points);
  bar.querySelector("span").textContent = evaluation.score;
  bar.classList.toggle("flipped", isFlipped);
  bar.setAttribute("aria-label", say(`Red's chances ${percent(evaluation.points)}`, `红方胜率 ${percent(evaluation.points)}`));
}

// The FEN after `ply` plies; `boards` are the boards of the game.
function fenAt(ply, boards = shown.boards) {
  const ranks = Array.from({ length: 10 }, (_, row) => boards[ply].slice(9 * row, 9 * row + 9).map((letter) => letter || "1").join(""));
  const [, , , , quiet = "0", number = "1"] = shown.start.split(" ");
  const counts = boards.map((board) => board.filter(Boolean).length);
  const sinceCapture = counts.slice(0, ply + 1).lastIndexOf(counts[ply] + 1);
  const rule60 = sinceCapture < 0 ? Number(quiet) + ply : ply - sinceCapture - 1;
  const moveNumber = Number(number) + Math.floor((ply + sideAt(0)) / 2);
  return `${ranks.join("/").replace(/1+/g, (empty) => empty.length)} ${sideAt(ply) ? "b" : "w"} - - ${rule60} ${moveNumber}`;
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

// Makes a graph over the plies go to the ply that is pressed, and marks the current one. `frame` is the space around it.
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
  flip: () => {
    isFlipped = !isFlipped;
    step(shown.ply);
  },
};
const KEYS = { f: "flip", Home: "first", ArrowLeft: "back", " ": "play", ArrowRight: "forth", End: "last" };

function listenToSteps() {
  for (const button of document.querySelectorAll("[data-step]")) button.addEventListener("click", () => STEPS[button.dataset.step]());
  byId("slider").addEventListener("input", () => step(Number(byId("slider").value)));
  document.addEventListener("keydown", (event) => {
    // Fields use these keys themselves, and space presses a button.
    const isTaken = event.target.matches(event.key === " " ? "input, select, button" : "input, select");
    if (!shown || isTaken || event.ctrlKey || event.altKey || event.metaKey || !(event.key in KEYS)) return;
    event.preventDefault();
    STEPS[KEYS[event.key]]();
  });
}
