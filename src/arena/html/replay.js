// SPDX-License-Identifier: MIT OR Apache-2.0
// The replay of a game, opened by `#game=3&ply=20`.

// Scores from here on are mates.
const MATE = 9500;
const PAUSE = 600;
const SIDES = ["red", "black"];
let shown = null;
let timer = null;

// Whose turn it is after so many plies of the game.
const sideAt = (ply) => (ply + (shown.start.split(" ")[1] === "b" ? 1 : 0)) % 2;

function scoreText(score) {
  if (score === null) return "";
  const left = 10000 - Math.abs(score);
  return left >= 0 && Math.abs(score) > MATE ? `${score < 0 ? "−" : "+"}M${Math.ceil(left / 2)}` : signed(score / 100, 2);
}

// The board as an array of 90 FEN letters, a9 first; "" is an empty point.
function readBoard(fen) {
  return [...fen.split(" ")[0].replaceAll("/", "")].flatMap((letter) => (/\d/.test(letter) ? Array(Number(letter)).fill("") : [letter]));
}

const pointOf = (text) => (9 - Number(text[1])) * 9 + text.charCodeAt(0) - 97;

function openGame(number) {
  const index = records.findIndex((game) => game.number + 1 === number);
  if (index < 0) return false;
  const game = records[index];
  const { fen, moves } = openings[game.opening];
  const boards = [readBoard(fen)];
  for (const move of [...moves, ...game.moves]) {
    const board = [...boards.at(-1)];
    board[pointOf(move.slice(2))] = board[pointOf(move)];
    board[pointOf(move)] = "";
    boards.push(board);
  }
  shown = { index, game, start: fen, boards, moves: [...moves, ...game.moves], book: moves.length, ply: 0 };
  const player = (side) => html("span", { class: `side-${side}` }, engines[game[side]]);
  byId("players").replaceChildren(player("red"), " – ", player("black"), `  ${game.result}`);
  document.title = `Game ${number} – ${data.title}`;
  const blame = game.blame === null ? "" : `, lost by ${engines[game.blame]}${game.detail ? ` (${game.detail})` : ""}`;
  byId("ending").textContent = `Game ${number}: ${game.reason}${blame} · ${openingName(game.opening)} · ${game.limit}`;
  byId("slider").max = shown.moves.length;
  listMoves();
  for (const button of document.querySelectorAll("[data-game]")) {
    button.disabled = records[index + Number(button.dataset.game)] === undefined;
  }
  return true;
}

// The name of the man that makes a move, as it is drawn.
const manName = (ply) => byId(`man-${shown.boards[ply][pointOf(shown.moves[ply])]}`)?.textContent.trim() ?? "";

// From Red's side, what the mover of a ply told.
function scoreAt(ply) {
  const score = shown.game.scores[ply - shown.book] ?? null;
  return score === null || sideAt(ply) === 0 ? score : -score;
}

function listMoves() {
  const items = [];
  shown.moves.forEach((move, ply) => {
    const side = sideAt(ply);
    if (side === 0 || ply === 0) {
      items.push(html("li", {}, html("span", {}, `${items.length + 1}.`)));
      if (side === 1) items.at(-1).append(html("span"));
    }
    const remark = ply < shown.book ? "book" : scoreText(scoreAt(ply));
    items.at(-1).append(html("a", { href: hash(ply + 1), "data-ply": ply + 1 }, `${manName(ply)} ${move}`, html("small", {}, remark)));
  });
  byId("moves").replaceChildren(...items);
}

const hash = (ply) => `#game=${shown.game.number + 1}&ply=${ply}`;

function showPly(ply) {
  shown.ply = Math.min(Math.max(ply, 0), shown.moves.length);
  history.replaceState(null, "", hash(shown.ply));
  byId("slider").value = shown.ply;
  drawMen();
  drawTold();
  byId("fen").value = fenNow();
  for (const link of byId("moves").querySelectorAll("a")) {
    const isHere = Number(link.dataset.ply) === shown.ply;
    link.classList.toggle("here", isHere);
    if (isHere) byId("moves").scrollTop = link.offsetTop - byId("moves").offsetTop - byId("moves").clientHeight / 2;
  }
  if (shown.ply === 0) byId("moves").scrollTop = 0;
  chart(byId("evaluation"), drawEvaluation);
}

function drawMen() {
  const board = byId("board").querySelector("svg");
  const unit = board.viewBox.baseVal.width / 10;
  const at = (point) => ({ x: unit * (1 + (point % 9)), y: unit * (1 + Math.floor(point / 9)) });
  const men = svg("g", { id: "men" });
  shown.boards[shown.ply].forEach((letter, point) => {
    if (letter) men.append(svg("use", { href: `#man-${letter}`, ...at(point) }));
  });
  if (shown.ply > 0) {
    const move = shown.moves[shown.ply - 1];
    men.append(svg("use", { href: "#mark-origin", ...at(pointOf(move)) }), svg("use", { href: "#mark-goal", ...at(pointOf(move.slice(2))) }));
  }
  byId("men")?.remove();
  board.append(men);
}

function fenNow() {
  const { ply, start, boards } = shown;
  const ranks = Array.from({ length: 10 }, (_, row) => boards[ply].slice(9 * row, 9 * row + 9).map((letter) => letter || "1").join(""));
  const [, , , , quiet = "0", number = "1"] = start.split(" ");
  const men = boards.map((board) => board.filter(Boolean).length);
  const sinceCapture = men.slice(0, ply + 1).lastIndexOf(men[ply] + 1);
  const clock = sinceCapture < 0 ? Number(quiet) + ply : ply - sinceCapture - 1;
  const moveNumber = Number(number) + Math.floor((ply + sideAt(0)) / 2);
  return `${ranks.join("/").replace(/1+/g, (empty) => empty.length)} ${sideAt(ply) ? "b" : "w"} - - ${clock} ${moveNumber}`;
}

// What both engines told last.
function drawTold() {
  const { game, book } = shown;
  const lastOf = (side) => {
    for (let ply = shown.ply - 1; ply >= book; ply -= 1) if (sideAt(ply) === side) return ply;
    return null;
  };
  const rows = SIDES.map((side, index) => ({ side, ply: lastOf(index) }));
  const told = (key, show) => ({ ply }) => {
    const value = ply === null ? null : game[key][ply - book] ?? null;
    return value === null ? "–" : show(value);
  };
  const speed = ({ ply }) => {
    const [nodes, ms] = ply === null ? [] : [game.nodes[ply - book], game.ms[ply - book]];
    return nodes && ms > 0 ? short((1000 * nodes) / ms) : "–";
  };
  const number = (title, value) => ({ title, value, kind: "number" });
  table(byId("told"), [
    { title: "Engine", value: ({ side }) => engines[game[side]], cell: ({ side }) => html("span", { class: `side-${side}` }, engines[game[side]]), kind: "wrap" },
    { title: "Move", value: ({ ply }) => (ply === null ? "–" : `${manName(ply)} ${shown.moves[ply]}`), kind: "tight" },
    number("Score for Red", ({ ply }) => (ply === null ? "–" : scoreText(scoreAt(ply)) || "–")),
    number("Depth", told("depths", String)),
    number("Nodes", told("nodes", short)),
    number("Time", told("ms", duration)),
    number("Nodes/s", speed),
  ], rows);
}

// Both engines' scores from Red's side. The scale is narrow far from zero, so that a pawn and a mate are both to be seen.
function drawEvaluation(width) {
  const height = 150;
  const frame = { left: 34, right: 8, top: 6, bottom: 6 };
  const plies = Math.max(shown.moves.length, 1);
  const x = (ply) => frame.left + ((width - frame.left - frame.right) * ply) / plies;
  const y = (score) => frame.top + (height - frame.top - frame.bottom) * (0.5 - Math.atan(score / 100) / Math.PI);
  const drawing = svg("svg", { viewBox: `0 0 ${width} ${height}`, height });
  for (const score of [-1000, -300, -100, -30, 0, 30, 100, 300, 1000]) {
    const height = y(score);
    drawing.append(svg("path", { d: `M${frame.left} ${height}H${width - frame.right}`, stroke: score === 0 ? "var(--quiet)" : "var(--line)" }));
    drawing.append(svg("text", { x: frame.left - 6, y: height + 4, "text-anchor": "end" }, score === 0 ? "0" : signed(score / 100, Math.abs(score) < 100 ? 1 : 0)));
  }
  SIDES.forEach((side, index) => {
    const points = shown.moves.map((_, ply) => ply).filter((ply) => sideAt(ply) === index && scoreAt(ply) !== null);
    const path = points.map((ply) => `${x(ply + 1).toFixed(1)} ${y(scoreAt(ply)).toFixed(1)}`).join("L");
    if (path) drawing.append(svg("path", { d: `M${path}`, fill: "none", stroke: `var(--${side})`, "stroke-width": 1.8, "stroke-linejoin": "round" }));
  });
  drawing.append(svg("path", { d: `M${x(shown.ply)} ${frame.top}V${height - frame.bottom}`, stroke: "var(--accent)", "stroke-width": 1.5 }));
  const goTo = (event) => {
    if (event.type === "pointermove" && event.buttons === 0) return;
    const place = byId("evaluation").getBoundingClientRect();
    step(Math.round(((event.clientX - place.left - frame.left) / (width - frame.left - frame.right)) * plies));
  };
  return fill(drawing, { pointerdown: goTo, pointermove: goTo, style: "cursor: pointer" }, []);
}

function stopPlaying() {
  clearInterval(timer);
  timer = null;
  document.querySelector("[data-step=play]").textContent = "play";
}

function step(ply) {
  stopPlaying();
  showPly(ply);
}

function togglePlaying() {
  if (timer) return stopPlaying();
  if (shown.ply === shown.moves.length) showPly(0);
  document.querySelector("[data-step=play]").textContent = "pause";
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

// Shows what the address asks for: a game, or else the report.
function route() {
  stopPlaying();
  const asked = new URLSearchParams(location.hash.slice(1));
  const isReplay = asked.has("game") && (shown?.game.number + 1 === Number(asked.get("game")) || openGame(Number(asked.get("game"))));
  byId("overview").hidden = isReplay;
  byId("replay").hidden = !isReplay;
  if (isReplay) {
    showPly(Math.round(Number(asked.get("ply") ?? shown.book)) || 0);
  } else {
    shown = null;
    document.title = data.title;
  }
}

function listen() {
  for (const button of document.querySelectorAll("[data-step]")) button.addEventListener("click", () => STEPS[button.dataset.step]());
  for (const button of document.querySelectorAll("[data-game]")) {
    button.addEventListener("click", () => { location.hash = `#game=${records[shown.index + Number(button.dataset.game)].number + 1}`; });
  }
  byId("slider").addEventListener("input", () => step(Number(byId("slider").value)));
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.matches("input, select");
    if (!shown || isTyping || event.ctrlKey || event.altKey || event.metaKey || !(event.key in KEYS)) return;
    event.preventDefault();
    STEPS[KEYS[event.key]]();
  });
  window.addEventListener("hashchange", route);
}

drawOverview();
listen();
route();
