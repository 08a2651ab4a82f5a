// SPDX-License-Identifier: MIT OR Apache-2.0
// The review of a game, opened at `#ply=20`. A line of the engine can be played on the board: then `shown.line` is
// { from, boards, moves, at }, the line from ply `from` after its first `at` moves, and steps move along it.

const data = JSON.parse(byId("data").textContent);
const { moves: played } = data;
const evaluations = data.evaluations.map((evaluation) => ({ ...evaluation, score: evaluation.score.replace("-", "−") }));
const isCoordinates = (text) => /^[a-i]\d[a-i]\d$/.test(text);
const SYMBOLS = ["?!", "?", "??"];
let language = data.language;
let words = WORDS[language];

const percents = (points) => (100 * points).toFixed(0);
// The text of a move; coordinates are preceded by the name of the piece.
const moveText = (board, { move, texts }) => (isCoordinates(texts[language]) ? `${moverOf(board, move)} ${texts[language]}` : texts[language]);
const markOf = (ply) => played[ply]?.verdict?.mark ?? null;
const firstNumber = () => Number(data.start.split(" ")[5] ?? 1);
const numberOf = (ply) => firstNumber() + Math.floor((ply + sideAt(0)) / 2);
// The move number with one dot for Red's moves, an ellipsis for Black's.
const numbered = (ply) => `${numberOf(ply)}${sideAt(ply) ? "…" : "."}`;

function drawHead() {
  document.documentElement.lang = words.code;
  const names = data.players.map((name, side) => name || words.sides[side]);
  byId("players").replaceChildren(...names.flatMap((name, side) => [html("span", { class: `side-${SIDES[side]}` }, name), side ? "" : " – "]), data.result === "*" ? "" : `  ${data.result}`);
  document.title = `${names.join(" – ")} · ${words.title}`;
  byId("conditions").textContent = words.conditions(data.limits[language]);
  const tags = data.tags.map(([name, value]) => words.tags[name] + value);
  const opening = data.opening ? [data.opening[language]] : [];
  const remarks = [data.ending, data.note].filter(Boolean).map((texts) => texts[language]);
  byId("tags").textContent = [...tags, ...opening, ...remarks].join(" · ");
  byId("language").textContent = words.other;
  byId("mark-back").textContent = words.markBack;
  byId("mark-forth").textContent = words.markForth;
  byId("copy").textContent = words.copy;
  byId("pgn").textContent = words.pgn;
  byId("footer").textContent = words.footer(data.thresholds.map(percents));
  byId("slider").setAttribute("aria-label", words.slider);
  for (const name of ["title", "aria-label"]) byId("fen").setAttribute(name, words.fen);
  for (const button of document.querySelectorAll("[data-step]")) {
    for (const name of ["title", "aria-label"]) button.setAttribute(name, words.steps[button.dataset.step]);
  }
  const number = (title, value) => ({ title, value, kind: "number" });
  const markTitle = (name, mark) => html("span", { title: name }, html("b", { class: `mark-${mark}` }, SYMBOLS[mark]), html("span", { class: "wide" }, ` ${name}`));
  const known = (value, show) => (value === null ? "–" : show(value));
  table(byId("summary"), [
    { title: "", value: ({ side }) => side, cell: ({ side }) => html("span", { class: `side-${SIDES[side]}` }, words.sides[side]) },
    ...words.marks.map((name, mark) => number(markTitle(name, mark), ({ marks }) => marks[mark])),
    number(words.loss, ({ loss }) => known(loss, (centipawns) => (centipawns / 100).toFixed(2))),
    number(words.accuracy, ({ accuracy }) => known(accuracy, percent)),
  ], data.summary.map((summary, side) => ({ ...summary, side })));
}

function moveLink(ply) {
  const mark = markOf(ply);
  const text = html("span", {}, moveText(shown.boards[ply], played[ply]), " ");
  if (mark !== null) text.append(html("b", { class: `mark-${mark}` }, SYMBOLS[mark]));
  // Stepped explicitly: after a line of the engine the address may already be that of this ply.
  const click = () => step(ply + 1);
  const remark = played[ply].verdict?.book ? words.book : evaluations[ply + 1]?.score ?? "";
  return html("a", { href: `#ply=${ply + 1}`, click }, text, html("small", {}, remark));
}

// Red's expected score over the plies, with a dot for each bad move.
function drawGraph(width) {
  const height = 170;
  const frame = { left: 34, right: 8, top: 8, bottom: 8 };
  const x = (ply) => frame.left + ((width - frame.left - frame.right) * ply) / Math.max(played.length, 1);
  const y = (points) => frame.top + (height - frame.top - frame.bottom) * (1 - points);
  const drawing = svg("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "img" }, svg("title", {}, words.graph));
  if (evaluations.length) {
    const line = evaluations.map(({ points }, ply) => `${x(ply).toFixed(1)} ${y(points).toFixed(1)}`).join("L");
    const [begin, end] = [x(0), x(evaluations.length - 1)];
    drawing.append(
      svg("path", { d: `M${begin} ${y(0)}L${line}L${end} ${y(0)}Z`, fill: "var(--red-share)" }),
      svg("path", { d: `M${begin} ${y(1)}L${line}L${end} ${y(1)}Z`, fill: "var(--black-share)" }),
    );
    gridLines();
    drawing.append(svg("path", { d: `M${line}`, fill: "none", stroke: "var(--ink)", "stroke-width": 1.6, "stroke-linejoin": "round" }));
  } else {
    gridLines();
  }
  played.forEach((_, ply) => {
    if (markOf(ply) === null) return;
    drawing.append(svg("circle", { cx: x(ply + 1), cy: y(evaluations[ply + 1].points), r: 4.5, fill: `var(--mark-${markOf(ply)})`, stroke: "var(--paper)" }));
  });
  function gridLines() {
    for (const points of [0, 0.25, 0.5, 0.75, 1]) {
      drawing.append(svg("path", { d: `M${frame.left} ${y(points)}H${width - frame.right}`, stroke: points === 0.5 ? "var(--quiet)" : "var(--line)" }));
      drawing.append(svg("text", { x: frame.left - 6, y: y(points) + 4, "text-anchor": "end" }, percents(points)));
    }
  }
  return leadToPlies(drawing, byId("graph"), frame, width, height);
}

// The engine's line from the position after `ply` plies; each move is a link that plays it on the board.
function lineLinks(ply) {
  const { line } = evaluations[ply];
  const boards = boardsAfter(shown.boards[ply], line.map(({ move }) => move));
  const moves = line.map(({ move }) => move);
  return line.flatMap((step, index) => {
    const isHere = shown.line?.from === ply && shown.line.at === index + 1;
    const number = index === 0 || sideAt(ply + index) === 0 ? `${numbered(ply + index)} ` : "";
    const click = (event) => {
      event.preventDefault();
      stopPlaying();
      shown.line = { from: ply, boards, moves, at: index + 1 };
      show();
    };
    return [html("a", { href: `#ply=${shown.ply}`, class: isHere ? "here" : "", click }, number + moveText(boards[index], step)), " "];
  });
}

function drawHere() {
  const { ply } = shown;
  const verdict = played[ply - 1]?.verdict ?? null;
  const evaluation = evaluations[ply];
  const assessment = evaluation ? words.expects(evaluation.score, percents(evaluation.points)) : words.unknown;
  const move = ply === 0 ? words.start : `${numbered(ply - 1)} ${moveText(shown.boards[ply - 1], played[ply - 1])}`;
  const symbol = html("b", { class: `mark-${verdict?.mark}` }, SYMBOLS[verdict?.mark] ?? "");
  byId("played").replaceChildren(html("b", {}, move), " ", symbol, " ", html("span", { class: "quiet" }, assessment));
  byId("verdict").textContent = verdict?.words?.[language] ?? "";
  byId("verdict").className = `mark-${verdict?.mark}`;
  byId("comment").textContent = ply === 0 ? data.comment : played[ply - 1].comment;
  const lines = [];
  if (markOf(ply - 1) !== null) lines.push([words.bestBefore, ply - 1]);
  if (evaluation?.line.length) lines.push([ply ? words.reply : words.best, ply]);
  const paragraphs = lines.flatMap(([title, from]) => [html("span", { class: "quiet" }, title + words.colon), html("b", {}, evaluations[from].score), " ", ...lineLinks(from), html("br")]);
  byId("line").replaceChildren(...paragraphs);
  for (const id of ["verdict", "comment", "line"]) byId(id).hidden = byId(id).textContent === "";
}

// The engine's move here; after a bad move also that move and the better one.
function arrowsAt(ply) {
  const best = evaluations[ply]?.line[0]?.move;
  const arrows = best ? [{ move: best, kind: "other" }] : [];
  const better = evaluations[ply - 1]?.line[0]?.move;
  if (markOf(ply - 1) !== null && better) arrows.push({ move: played[ply - 1].move, kind: "bad" }, { move: better, kind: "best" });
  return arrows;
}

function show() {
  const { line, ply } = shown;
  const hasCoordinates = isCoordinates(played[0]?.texts[language] ?? "a0a0");
  drawBar(byId("bar"), line ? null : evaluations[ply] ?? null, isFlipped);
  history.replaceState(null, "", `#ply=${ply}`);
  if (line) {
    drawBoard(line.boards[line.at], line.moves[line.at - 1], [], hasCoordinates);
    byId("fen").value = fenAt(line.from + line.at, [...shown.boards.slice(0, line.from), ...line.boards]);
  } else {
    drawBoard(shown.boards[ply], shown.moves[ply - 1], arrowsAt(ply), hasCoordinates);
    byId("fen").value = fenAt(ply);
  }
  markPly();
  drawHere();
  chart(byId("graph"), drawGraph);
}

function showPly(ply) {
  shown.line = null;
  shown.ply = Math.min(Math.max(ply, 0), shown.moves.length);
  show();
}

// Steps along the engine's line: back from its first move to the game, and not beyond its end.
function stepAlongLine(by) {
  const { line } = shown;
  line.at = Math.min(line.at + by, line.moves.length);
  if (line.at === 0) shown.line = null;
  show();
}

for (const [name, by] of [["back", -1], ["forth", 1]]) {
  const stepInGame = STEPS[name];
  STEPS[name] = () => (shown.line ? stepAlongLine(by) : stepInGame());
}

// Goes to the next bad move in this direction.
function seekMark(by) {
  for (let ply = shown.ply + by; ply > 0 && ply <= played.length; ply += by) {
    if (markOf(ply - 1) !== null) return step(ply);
  }
}

function speak(index) {
  language = index;
  words = WORDS[language];
  drawHead();
  listMoves(moveLink, firstNumber());
  show();
}

// Copies the FEN; without the permission it is selected, to be copied by hand.
function copyFen() {
  byId("fen").select();
  navigator.clipboard?.writeText(byId("fen").value).catch(() => {});
}

function savePgn() {
  const address = URL.createObjectURL(new Blob([data.pgn[language]], { type: "text/plain;charset=utf-8" }));
  html("a", { href: address, download: "review.pgn" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

function route() {
  const asked = new URLSearchParams(location.hash.slice(1));
  step(Math.round(Number(asked.get("ply"))) || 0);
}

function open() {
  const moves = played.map(({ move }) => move);
  shown = { start: data.start, boards: boardsAfter(readBoard(data.start), moves), moves, ply: 0, line: null };
  drawHead();
  listMoves(moveLink, firstNumber());
  listenToSteps();
  byId("language").addEventListener("click", () => speak(1 - language));
  byId("mark-back").addEventListener("click", () => seekMark(-1));
  byId("mark-forth").addEventListener("click", () => seekMark(1));
  byId("copy").addEventListener("click", copyFen);
  byId("pgn").addEventListener("click", savePgn);
  window.addEventListener("hashchange", route);
  route();
}

open();
