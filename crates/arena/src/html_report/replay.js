// SPDX-License-Identifier: MIT OR Apache-2.0
// The replay of a game, opened by `#game=3&ply=20`.

// Scores beyond this are mates.
const MATE = 9500;

function scoreText(score) {
  if (score === null) return "";
  const left = 10000 - Math.abs(score);
  return left >= 0 && Math.abs(score) > MATE
    ? `${score < 0 ? "−" : "+"}M${Math.ceil(left / 2)}`
    : signed(score / 100, 2);
}

function openGame(number) {
  const index = records.findIndex((game) => game.number + 1 === number);
  if (index < 0) return false;
  const game = records[index];
  const { fen, moves } = openings[game.opening];
  const played = [...moves, ...game.moves];
  shown = {
    index,
    game,
    start: fen,
    boards: boardsAfter(readBoard(fen), played),
    moves: played,
    book: moves.length,
    ply: 0,
  };
  const player = (side) => html("span", { class: `side-${side}` }, engines[game[side]]);
  byId("players").replaceChildren(player("red"), " – ", player("black"), `  ${game.result}`);
  document.title = `${say(`Game ${number}`, `第${number}局`)} – ${data.title}`;
  const blame =
    game.blame === null
      ? ""
      : say(`, lost by ${engines[game.blame]}`, `，${engines[game.blame]} 判负`) +
        (game.detail ? ` (${game.detail})` : "");
  const limits = [...new Set(game.limits)].map(logged).join(say(" v ", " 对 "));
  const ending = `${say(`Game ${number}: `, `第${number}局：`)}${logged(game.reason)}${blame}`;
  byId("termination").textContent = `${ending} · ${openingName(game.opening)} · ${limits}`;
  listMoves(moveLink);
  for (const button of document.querySelectorAll("[data-game]")) {
    button.disabled = records[index + Number(button.dataset.game)] === undefined;
  }
  return true;
}

// The score that the mover of a ply reported, from Red's perspective.
function scoreAt(ply) {
  const score = shown.game.scores[ply - shown.book] ?? null;
  return score === null || sideAt(ply) === 0 ? score : -score;
}

function moveLink(ply) {
  const remark = ply < shown.book ? say("book", "库") : scoreText(scoreAt(ply));
  return html("a", { href: hash(ply + 1) }, moveText(ply), html("small", {}, remark));
}

const moveText = (ply) => `${moverOf(shown.boards[ply], shown.moves[ply])} ${shown.moves[ply]}`;
const hash = (ply) => `#game=${shown.game.number + 1}&ply=${ply}`;

function showPly(ply) {
  shown.ply = Math.min(Math.max(ply, 0), shown.moves.length);
  history.replaceState(null, "", hash(shown.ply));
  drawBoard(shown.boards[shown.ply], shown.moves[shown.ply - 1]);
  drawEngineInfo();
  byId("fen").value = fenAt(shown.ply);
  markPly();
  chart(byId("evaluation"), drawEvaluation);
}

// The figures that both engines reported with their last moves.
function drawEngineInfo() {
  const { game, book } = shown;
  const lastOf = (side) => {
    for (let ply = shown.ply - 1; ply >= book; ply -= 1) if (sideAt(ply) === side) return ply;
    return null;
  };
  const rows = SIDES.map((side, index) => ({ side, ply: lastOf(index) }));
  const reported =
    (key, show) =>
    ({ ply }) => {
      const value = ply === null ? null : (game[key][ply - book] ?? null);
      return value === null ? "–" : show(value);
    };
  const speed = ({ ply }) => {
    const [nodes, ms] = ply === null ? [] : [game.nodes[ply - book], game.ms[ply - book]];
    return nodes && ms > 0 ? short((1000 * nodes) / ms) : "–";
  };
  const number = (title, value) => ({ title, value, kind: "number" });
  table(
    byId("engine-info"),
    [
      {
        title: say("Engine", "引擎"),
        value: ({ side }) => engines[game[side]],
        cell: ({ side }) => html("span", { class: `side-${side}` }, engines[game[side]]),
        kind: "wrap",
      },
      { title: say("Move", "着法"), value: ({ ply }) => (ply === null ? "–" : moveText(ply)), kind: "tight" },
      number(say("Score for Red", "红方评分"), ({ ply }) => (ply === null ? "–" : scoreText(scoreAt(ply)) || "–")),
      number(say("Depth", "深度"), reported("depths", String)),
      number(say("Nodes", "节点"), reported("nodes", short)),
      number(say("Time", "用时"), reported("ms", duration)),
      number(say("Nodes/s", "节点/秒"), speed),
    ],
    rows,
  );
}

// Both engines' scores from Red's perspective. The scale is compressed far from zero, so that a pawn and a mate are
// both visible.
function drawEvaluation(width) {
  const height = 150;
  const frame = { left: 34, right: 8, top: 6, bottom: 6 };
  const plies = Math.max(shown.moves.length, 1);
  const x = (ply) => frame.left + ((width - frame.left - frame.right) * ply) / plies;
  const y = (score) => frame.top + (height - frame.top - frame.bottom) * (0.5 - Math.atan(score / 100) / Math.PI);
  const drawing = svg("svg", { viewBox: `0 0 ${width} ${height}`, height });
  for (const score of [-300, -100, 0, 100, 300]) {
    const height = y(score);
    drawing.append(
      svg("path", {
        d: `M${frame.left} ${height}H${width - frame.right}`,
        stroke: score === 0 ? "var(--quiet)" : "var(--line)",
      }),
    );
    drawing.append(
      svg(
        "text",
        { x: frame.left - 6, y: height + 4, "text-anchor": "end" },
        score === 0 ? "0" : signed(score / 100, 0),
      ),
    );
  }
  SIDES.forEach((side, index) => {
    const points = shown.moves.map((_, ply) => ply).filter((ply) => sideAt(ply) === index && scoreAt(ply) !== null);
    const path = points.map((ply) => `${x(ply + 1).toFixed(1)} ${y(scoreAt(ply)).toFixed(1)}`).join("L");
    if (path)
      drawing.append(
        svg("path", {
          d: `M${path}`,
          fill: "none",
          stroke: `var(--${side})`,
          "stroke-width": 1.8,
          "stroke-linejoin": "round",
        }),
      );
  });
  return leadToPlies(drawing, byId("evaluation"), frame, width, height);
}

// Shows the game that the address names, or else the report.
function route() {
  stopPlaying();
  const asked = new URLSearchParams(location.hash.slice(1));
  const number = Number(asked.get("game"));
  const isOpen = shown !== null && shown.game.number + 1 === number;
  const isReplay = asked.has("game") && (isOpen || openGame(number));
  byId("overview").hidden = isReplay;
  byId("replay").hidden = !isReplay;
  if (isReplay) {
    showPly(Math.round(Number(asked.get("ply") ?? shown.book)) || 0);
    // The link that was followed may be far below the top of the page.
    if (!isOpen) window.scrollTo(0, 0);
  } else {
    shown = null;
    document.title = data.title;
  }
}

function listen() {
  listenToSteps();
  for (const button of document.querySelectorAll("[data-game]")) {
    button.addEventListener("click", () => {
      location.hash = `#game=${records[shown.index + Number(button.dataset.game)].number + 1}`;
    });
  }
  window.addEventListener("hashchange", route);
}

drawOverview();
listen();
route();
