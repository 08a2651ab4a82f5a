// SPDX-License-Identifier: MIT OR Apache-2.0
// The overview: tables and charts over all games.

const data = JSON.parse(byId("data").textContent);
const { engines, records, openings, summary } = data;
const standings = summary.standings.map((row, engine) => ({ ...row, engine, games: row.wins + row.draws + row.losses }));
document.documentElement.lang = new URLSearchParams(location.search).get("lang") ?? data.language;
// Texts of the log, which is English.
const logged = (text) => say(text, data.chinese[text] ?? text);
const games = (count) => say(plural(count, "game"), `${count}局`);

// Texts of the page itself have their Chinese beside them.
function translate() {
  byId("language").textContent = say("中文", "English");
  byId("language").href = say("?lang=zh", "?lang=en");
  if (document.documentElement.lang !== "zh") return;
  for (const element of document.querySelectorAll("[data-zh]")) element.textContent = element.dataset.zh;
  for (const element of document.querySelectorAll("[data-zh-placeholder]"))
    element.placeholder = element.dataset.zhPlaceholder;
  for (const element of document.querySelectorAll("[data-zh-label]")) {
    for (const name of ["title", "aria-label"])
      if (element.hasAttribute(name)) element.setAttribute(name, element.dataset.zhLabel);
  }
}
const isDuel = engines.length === 2;
records.forEach((game) => {
  game.moves = game.moves.split(" ").filter(Boolean);
});

const RED_POINTS = { "1-0": 2, "1/2-1/2": 1, "0-1": 0 };
// Half points of an engine in a game.
const halfPoints = (game, engine) => (game.red === engine ? RED_POINTS[game.result] : 2 - RED_POINTS[game.result]);
// Classes of links to games, by half points of the first engine and of Red.
const OUTCOMES = ["loss", "draw", "win"];
const WINNERS = ["black", "draw", "red"];
// A game that a fault has decided is marked wherever it is linked.
const faultText = (game) =>
  game.blame === null ? "" : say(` by a fault of ${engines[game.blame]}`, `（${engines[game.blame]} 的故障）`);
const gameLink = (game, text, kind = "") =>
  html(
    "a",
    {
      href: `#game=${game.number + 1}`,
      class: game.blame === null ? kind : `${kind} fault`,
      title: `${engines[game.red]} – ${engines[game.black]}: ${game.result}, ${logged(game.reason)}${faultText(game)}`,
    },
    game.blame === null ? text : `${text}⚠`,
  );

function openingName(index) {
  const { name, moves } = openings[index];
  return name ?? (moves.join(" ") || say("start position", "初始局面"));
}

// Counts of red wins, draws and black wins.
function outcomes(games) {
  const counts = [0, 0, 0];
  games.forEach((game) => {
    counts[2 - RED_POINTS[game.result]] += 1;
  });
  return counts;
}

function bar(parts) {
  return html(
    "div",
    { class: "bar" },
    ...parts.map(([share, color]) => html("i", { style: `flex: ${share}; background: ${color}` })),
  );
}

function groupBy(rows, key) {
  const groups = new Map();
  for (const row of rows) {
    if (!groups.has(key(row))) groups.set(key(row), []);
    groups.get(key(row)).push(row);
  }
  return [...groups];
}

function drawHeadline() {
  document.title = data.title;
  byId("title").textContent = data.title;
  const count =
    data.games > records.length
      ? say(`${records.length} of ${data.games} games`, `${data.games}局中的${records.length}局`)
      : games(records.length);
  const conditions = records.length
    ? [
        say(plural(openings.length, "opening"), `${openings.length}个开局`),
        say(...data.limits),
        logged(`${summary.rules} rules`),
      ]
    : [];
  byId("conditions").textContent = [count, ...conditions].join(" · ");
  const [first] = standings;
  if (!first) return;
  const card = (value, text) => html("div", { class: "card" }, html("b", {}, value), html("span", {}, text));
  const name = engines[first.engine];
  const cards = [
    card(percent(first.score), say(`score of ${name}`, `${name} 的得分率`)),
    card(`+${first.wins} =${first.draws} −${first.losses}`, say("won, drawn, lost", "胜、和、负")),
    card(
      eloText(first),
      say(
        `Elo ${isDuel ? `over ${engines[1]}` : "over all others"}, 95 %`,
        `相对${isDuel ? ` ${engines[1]} ` : "其他各方"}的 Elo，95%`,
      ),
    ),
    card(losText(first), say("likelihood of superiority (LOS)", "占优概率（LOS）")),
  ];
  if (summary.sprt) cards.push(card(logged(summary.sprt.decision), `SPRT, LLR ${signed(summary.sprt.llr, 2)}`));
  byId("headline").replaceChildren(...cards);
}

// Games that faults decided say little about the strength of the engines: they come before all results.
function drawFaultBanner() {
  const faulty = sum(summary.faults.map((fault) => fault.games));
  byId("fault-banner").hidden = faulty === 0;
  const line = ({ engine, kind, games: count, first_game: number, detail }) => {
    const text = say(`${engine} lost by “${kind}”: `, `${engine} 因“${logged(kind)}”判负：`);
    const link = gameLink(
      records.find((game) => game.number === number),
      say(`game ${number + 1}`, `第${number + 1}局`),
    );
    return html("p", {}, `${text}${games(count)}${say(", first ", "，首次在")}`, link, detail ? `: ${detail}` : "");
  };
  const headline = say(
    `Faults decided ${faulty} of ${plural(records.length, "game")}.`,
    `${records.length}局中有${faulty}局由故障决定胜负。`,
  );
  byId("fault-banner").replaceChildren(html("p", {}, html("b", {}, headline)), ...summary.faults.map(line));
}

// Under one fixed time per move, an engine that takes more of it than another has an advantage.
function drawTimeGap() {
  const gap = summary.time_gap;
  byId("time-gap").hidden = !gap;
  if (!gap) return;
  const [slower, faster] = [gap.slower_ms, gap.faster_ms].map(duration);
  byId("time-gap").textContent = say(
    `On average ${gap.slower} took ${slower} for a move, ${gap.faster} ${faster}.`,
    `${gap.slower} 平均每着用时 ${slower}，${gap.faster} 为 ${faster}。`,
  );
}

const eloText = ({ elo: estimate }) => elo(estimate && [estimate.value, estimate.low, estimate.high]);
const losText = ({ games, los }) => (games === 0 ? "–" : percent(los));

// The games won, with those that the opponent lost by a fault.
function wonByFaults({ engine, wins }) {
  const faults = records.filter(
    (game) => game.blame !== null && game.blame !== engine && [game.red, game.black].includes(engine),
  ).length;
  return faults
    ? html("span", { class: "fault" }, say(`${wins} (${faults} by faults)`, `${wins}（其中故障${faults}）`))
    : wins;
}

function drawStandings() {
  const number = (title, value, cell) => ({ title, value, cell, kind: "number" });
  table(
    byId("standings"),
    [
      { title: say("Engine", "引擎"), value: (row) => engines[row.engine], kind: "wrap" },
      number(say("Games", "局数"), (row) => row.games),
      number(
        say("Won", "胜"),
        (row) => row.wins,
        (row) => wonByFaults(row),
      ),
      number(say("Drawn", "和"), (row) => row.draws),
      number(say("Lost", "负"), (row) => row.losses),
      number(
        say("Score", "得分率"),
        (row) => row.score,
        (row) => percent(row.score),
      ),
      number(say("Elo, 95 %", "Elo，95%"), (row) => row.elo?.value, eloText),
      number("LOS", (row) => row.los, losText),
      number(
        say("Pairs 0 ½ 1 1½ 2", "成对 0 ½ 1 1½ 2"),
        (row) => sum(row.pairs),
        (row) => row.pairs.join(" "),
      ),
    ],
    [...standings],
    { stacks: true, ...(!isDuel && { sorted: 5, descending: true }) },
  );
  if (isDuel) return;
  const against = (row, other) =>
    records.filter((game) => (game.red === row && game.black === other) || (game.red === other && game.black === row));
  const cross = (row, other) => {
    const games = against(row, other);
    return { row, other, games, points: sum(games.map((game) => halfPoints(game, row))) / 2 };
  };
  const order = [...standings].sort((a, b) => b.score - a.score).map((row) => row.engine);
  byId("crosstable").replaceChildren(html("h2", {}, say("Crosstable", "对战表")), html("div"));
  table(
    byId("crosstable").lastChild,
    [
      { title: say("Engine", "引擎"), value: (row) => `${order.indexOf(row) + 1}. ${engines[row]}`, kind: "wrap" },
      ...order.map((other, index) => ({
        title: `${index + 1}.`,
        kind: "number",
        value: (row) => cross(row, other).points / Math.max(cross(row, other).games.length, 1),
        cell: (row) =>
          cross(row, other).games.length ? `${cross(row, other).points} (${cross(row, other).games.length})` : "·",
      })),
    ],
    order,
  );
}

// The points of a series are [games, score, low, high, LLR]; the first series is the first engine's.
function drawSeries() {
  const choice = byId("series");
  if (records.length === 0) {
    byId("score-section").hidden = true;
    return;
  }
  choice.replaceChildren(...data.series.map((_, index) => html("option", { value: index }, engines[index])));
  byId("series-choice").hidden = data.series.length < 2;
  const draw = () => {
    const points = data.series[choice.value];
    // The first intervals are so wide that they would hide all that follows.
    const settled = points.slice(Math.floor(points.length / 5));
    const low = Math.max(Math.min(0.45, ...settled.map((point) => point[2])), 0);
    const high = Math.min(Math.max(0.55, ...settled.map((point) => point[3])), 1);
    const toElo = (score) => (score <= 0 || score >= 1 ? "" : signed(-400 * Math.log10(1 / score - 1), 0));
    chart(byId("score-chart"), (width) =>
      lineChart(width, {
        points: points.map(([x, y, low, high]) => ({ x, y, low, high })),
        range: [low, high],
        marks: [[0.5, ""]],
        left: (score) => `${Math.round(100 * score)} %`,
        right: (score) => toElo(Number(score.toFixed(6))).replace(/^[+−]0$/, "Elo 0"),
      }),
    );
  };
  choice.addEventListener("change", draw);
  draw();
  if (!summary.sprt) return;
  const points = data.series[0].map(([x, , , , y]) => ({ x, y }));
  const [low, high] = summary.sprt.bounds;
  const heights = points.map((point) => point.y);
  const range = [Math.min(low, ...heights) - 0.2, Math.max(high, ...heights) + 0.2];
  byId("llr-chart").before(
    html("h2", {}, "SPRT"),
    html(
      "p",
      { class: "quiet" },
      `${say("Log-likelihood ratio (LLR); ", "对数似然比（LLR）；")}${data.sprt.replaceAll("=", " ").replaceAll(",", ", ")}.`,
    ),
  );
  chart(byId("llr-chart"), (width) =>
    lineChart(width, {
      points,
      range,
      marks: [
        [low, "H0"],
        [high, "H1"],
      ],
      left: (ratio) => signed(ratio, 1),
      height: 180,
    }),
  );
}

function drawEngines() {
  // The score of an engine with one colour.
  const scoreAs = (side, { engine }) => {
    const points = records.filter((game) => game[side] === engine).map((game) => halfPoints(game, engine) / 2);
    return points.length ? sum(points) / points.length : null;
  };
  const number = (title, value, show) => ({
    title,
    value,
    kind: "number",
    cell: (row) => (value(row) === null ? null : show(value(row))),
  });
  table(
    byId("engines"),
    [
      { title: say("Engine", "引擎"), value: (row) => row.name, kind: "wrap" },
      number(say("as Red", "执红"), (row) => scoreAs("red", row), percent),
      number(say("as Black", "执黑"), (row) => scoreAs("black", row), percent),
      number(say("Moves", "着数"), (row) => row.moves, String),
      number(say("Time per move", "每着用时"), (row) => row.mean_ms, duration),
      number(say("Longest", "最长"), (row) => row.max_ms, duration),
      number(
        say("Depth", "深度"),
        (row) => row.mean_depth,
        (depth) => depth.toFixed(1),
      ),
      number(say("Nodes/s", "节点/秒"), (row) => row.nps, short),
      number(say("Faults", "故障"), (row) => sum(Object.values(row.faults)), String),
    ],
    summary.engines.map((row, engine) => ({ ...row, engine })),
    { stacks: true },
  );
}

function drawTerminations() {
  const rows = groupBy(records, (game) => game.reason).map(([reason, games]) => ({
    reason,
    games: games.length,
    outcomes: outcomes(games),
    plies: sum(games.map((game) => openings[game.opening].moves.length + game.moves.length)) / games.length,
  }));
  table(
    byId("terminations"),
    [
      { title: say("Termination", "结束方式"), value: (row) => logged(row.reason), kind: "wrap" },
      { title: say("Games", "局数"), value: (row) => row.games, kind: "number" },
      { title: say("Red won", "红胜"), value: (row) => row.outcomes[0], kind: "number" },
      { title: say("Drawn", "和"), value: (row) => row.outcomes[1], kind: "number" },
      { title: say("Black won", "黑胜"), value: (row) => row.outcomes[2], kind: "number" },
      { title: say("Plies", "着数"), value: (row) => row.plies, cell: (row) => row.plies.toFixed(0), kind: "number" },
    ],
    rows,
    { sorted: 1, descending: true },
  );
}

function drawFaults() {
  const rows = records.filter((game) => game.blame !== null);
  if (rows.length === 0) {
    byId("faults").textContent = say(
      "None: no crash, no illegal move, no loss on time.",
      "无：没有崩溃、不合法着法和超时。",
    );
    return;
  }
  table(
    byId("faults"),
    [
      {
        title: say("Game", "局"),
        value: (game) => game.number,
        cell: (game) => gameLink(game, game.number + 1),
        kind: "number",
      },
      { title: say("Engine", "引擎"), value: (game) => engines[game.blame], kind: "wrap" },
      { title: say("Fault", "故障"), value: (game) => logged(game.reason) },
      { title: say("Detail", "详情"), value: (game) => game.detail ?? "", kind: "wrap" },
    ],
    rows,
    { most: 20 },
  );
}

function drawOpenings() {
  const chips = (games, show) => html("div", { class: "chips" }, ...games.map(show));
  const ownPoints = (game) =>
    gameLink(game, ["0", "½", "1"][halfPoints(game, 0)], `chip ${OUTCOMES[halfPoints(game, 0)]}`);
  const result = (game) =>
    gameLink(game, game.result.replaceAll("1/2", "½"), `chip ${WINNERS[RED_POINTS[game.result]]}`);
  const rows = groupBy(records, (game) => game.opening).map(([opening, games]) => ({
    name: openingName(opening),
    games,
    red: sum(games.map((game) => RED_POINTS[game.result])) / 2 / games.length,
    outcomes: outcomes(games),
  }));
  const scored = ({ games }) => sum(games.map((game) => halfPoints(game, 0))) / 2 / games.length;
  const withColor = (side) => ({
    title: side === "red" ? say("as Red", "执红") : say("as Black", "执黑"),
    value: (row) => sum(row.games.filter((game) => game[side] === 0).map((game) => halfPoints(game, 0))),
    cell: (row) =>
      chips(
        row.games.filter((game) => game[side] === 0),
        ownPoints,
      ),
  });
  table(
    byId("openings"),
    [
      { title: say("Opening", "开局"), value: (row) => row.name, kind: "wrap" },
      { title: say("Games", "局数"), value: (row) => row.games.length, kind: "number" },
      {
        title: say("Red scored", "红方得分率"),
        value: (row) => row.red,
        cell: (row) => percent(row.red),
        kind: "number",
      },
      {
        title: say("Red won, drawn, Black won", "红胜、和、黑胜"),
        value: (row) => row.outcomes[0] - row.outcomes[2],
        cell: ({ outcomes: [red, draws, black] }) =>
          bar([
            [red, "var(--red)"],
            [draws, "var(--draw)"],
            [black, "var(--black)"],
          ]),
      },
      ...(isDuel
        ? [
            {
              title: say(`${engines[0]} scored`, `${engines[0]} 得分率`),
              value: scored,
              cell: (row) => percent(scored(row)),
              kind: "number",
            },
            withColor("red"),
            withColor("black"),
          ]
        : [{ title: say("Games", "局数"), value: (row) => row.games.length, cell: (row) => chips(row.games, result) }]),
    ],
    rows,
    { most: 50, stacks: true },
  );
}

function drawGames() {
  const first = engines[0] ?? say("the first engine", "第一个引擎");
  const kinds = [
    [say("all games", "全部对局"), () => true],
    [say(`${first} won`, `${first} 胜`), (game) => [game.red, game.black].includes(0) && halfPoints(game, 0) === 2],
    [say("drawn", "和棋"), (game) => game.result === "1/2-1/2"],
    [say(`${first} lost`, `${first} 负`), (game) => [game.red, game.black].includes(0) && halfPoints(game, 0) === 0],
    [say("with a fault", "有故障的"), (game) => game.blame !== null],
  ];
  byId("filter-kind").replaceChildren(...kinds.map(([text], index) => html("option", { value: index }, text)));
  const draw = () => {
    const words = byId("filter-text").value.toLowerCase().split(/\s+/);
    const text = (game) =>
      [engines[game.red], engines[game.black], openingName(game.opening), logged(game.reason), game.result]
        .join(" ")
        .toLowerCase();
    const [, fits] = kinds[byId("filter-kind").value];
    const rows = records.filter((game) => fits(game) && words.every((word) => text(game).includes(word)));
    table(
      byId("games"),
      [
        {
          title: say("Game", "局"),
          value: (game) => game.number,
          cell: (game) => gameLink(game, game.number + 1),
          kind: "number",
        },
        { title: say("Red", "红方"), value: (game) => engines[game.red], kind: "wrap" },
        { title: say("Black", "黑方"), value: (game) => engines[game.black], kind: "wrap" },
        {
          title: say("Result", "结果"),
          value: (game) => RED_POINTS[game.result],
          cell: (game) => gameLink(game, game.result),
          kind: "tight",
        },
        {
          title: say("Termination", "结束方式"),
          value: (game) => logged(game.reason),
          cell: (game) =>
            game.blame === null
              ? logged(game.reason)
              : html("span", { class: "fault" }, logged(game.reason) + faultText(game)),
        },
        {
          title: say("Plies", "着数"),
          value: (game) => openings[game.opening].moves.length + game.moves.length,
          kind: "number",
        },
        {
          title: say("Time", "用时"),
          value: (game) => sum(game.ms),
          cell: (game) => duration(sum(game.ms)),
          kind: "number",
        },
        { title: say("Opening", "开局"), value: (game) => openingName(game.opening), kind: "wrap" },
      ],
      rows,
      { most: 100, stacks: true },
    );
  };
  byId("filter").addEventListener("input", draw);
  byId("filter").addEventListener("submit", (event) => event.preventDefault());
  draw();
}

function drawOverview() {
  for (const draw of [
    translate,
    drawFaultBanner,
    drawTimeGap,
    drawHeadline,
    drawStandings,
    drawSeries,
    drawEngines,
    drawTerminations,
    drawFaults,
    drawOpenings,
    drawGames,
  ])
    draw();
}
