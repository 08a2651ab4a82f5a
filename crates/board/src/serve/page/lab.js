// SPDX-License-Identifier: MIT OR Apache-2.0
// The page of the laboratory: a textbook algorithm searches a small tree or a game, step by step.

import { button, byId, choice, html, isChinese, languageButton, pick, pieceSet, save, say, settings } from "./dom.js";
import { icon } from "./icons.js";
import { BoardImage } from "./image.js";
import { post } from "./transport.js";
import { drawTree, Scene, valueText } from "./scene.js";
import { readBoard } from "./squares.js";

const MATE = "3k5/9/9/9/9/9/9/R8/1R7/5K3 w";
const GENERAL = "minimax negamax alphabeta ordered history-float hash-always hashhistory-float pvs deepening";
const ALGORITHMS = {
  tree: GENERAL,
  tictactoe: GENERAL,
  gomoku: `filtered ${GENERAL}`,
  reversi: `${GENERAL} hash history hashhistory`,
  xiangqi: `${GENERAL} null null-adaptive null-verified extensions quiescence framework`,
};

/** Name, game, position and depth (0: all of the tree) of each example. @returns {[string, string, string, number][]} */
const examples = () => [
  [say("Our tree: a shallow cutoff", "我们的树：浅层剪枝"), "tree", "shallow", 0],
  [say("Our tree: a deep cutoff", "我们的树：深层剪枝"), "tree", "deep", 0],
  [say("Yue and Feng, figure 2 (a)", "岳金朋、冯速，图2(a)"), "tree", "yue-2a", 0],
  [say("Yue and Feng, figure 2 (b)", "岳金朋、冯速，图2(b)"), "tree", "yue-2b", 0],
  [say("Yue and Feng, figure 3", "岳金朋、冯速，图3"), "tree", "yue-3", 0],
  [say("Bai, figure 4", "柏爱俊，图4"), "tree", "bai-4", 0],
  [say("Tic-tac-toe, the start", "井字棋，开局"), "tictactoe", "", 2],
  [say("Tic-tac-toe, to the end", "井字棋，搜到终局"), "tictactoe", "b2 a1 c1 a3", 9],
  [say("Reversi, the start", "黑白棋，开局"), "reversi", "", 3],
  [say("Gomoku", "五子棋"), "gomoku", "f6 f7 g6", 2],
  [say("Xiangqi, the start", "象棋，开局"), "xiangqi", "", 2],
  [say("Xiangqi, mate in two", "象棋，两步杀"), "xiangqi", MATE, 3],
];

/** Ways through the search: key, other key, sign, title. */
const ways = () => [
  ["first", "Home", "", icon("first"), say("Start (Home)", "开始（Home）")],
  ["back", "ArrowLeft", "b", icon("back"), say("One step back (← b)", "后退一步（← b）")],
  ["into", "ArrowRight", "i", icon("forth"), say("One step (→ i)", "一步（→ i）")],
  ["over", "ArrowDown", "n", "↷", say("To the end of this node, or the next (↓ n)", "到本节点结束或下一节点（↓ n）")],
  ["out", "ArrowUp", "o", "↑", say("To the end of the node above (↑ o)", "到上一层节点结束（↑ o）")],
  ["cut", "", "c", "✂", say("To the next cutoff (c)", "到下一个剪枝（c）")],
  ["last", "End", "", icon("last"), say("End (End)", "结束（End）")],
];

class Lab {
  constructor() {
    this.algorithm = "alphabeta";
    this.example = 0;
    this.game = "";
    this.position = "";
    this.depth = 0;
    this.choose(1);
    /** @type {Scene|null} */
    this.scene = null;
    this.step = 0;
    document.addEventListener("keydown", (event) => this.onKey(event));
    this.draw();
    this.search();
  }

  /** Takes an example. @param {number} example */
  choose(example) {
    const [, game, position, depth] = examples()[example];
    Object.assign(this, { example, game, position, depth });
    // Gomoku has too many moves for the others.
    if (game === "gomoku") this.algorithm = "filtered";
  }

  /** Draws everything but the search. */
  draw() {
    document.documentElement.lang = settings.language;
    document.documentElement.dataset.theme = settings.theme;
    document.documentElement.dataset.pieces = pieceSet();
    document.title = say("chuhe: the laboratory", "楚河：实验室");
    byId("views").replaceChildren(html("a", { href: "./" }, say("Board", "棋盘")));
    const change = () => {
      save("chuhe.settings", settings);
      this.draw();
      this.show();
    };
    byId("settings").replaceChildren(languageButton(change));
    this.drawRequest();
    byId("walk").replaceChildren(
      ...ways().map(([way, , , sign, title]) =>
        button(sign, () => this.walk(way), { title, "aria-label": title, "data-way": way }),
      ),
      html("output", { id: "count" }),
    );
    byId("unfolding").setAttribute("aria-label", say("The tree of the search", "搜索树"));
    byId("windows").setAttribute("aria-label", say("Windows and values", "窗口和值"));
    byId("legend").replaceChildren(
      html("summary", {}, say("How to read the tree", "如何看这棵树")),
      html(
        "p",
        {},
        say(
          "Square nodes are Max's, who wants a large value; round ones are Min's. A node has its name or move, its value so far for Max, and its window α , β: what Max has already, and what Min will not let him exceed. Where they meet, the rest is cut, which is drawn grey; red is the node whose bound they meet. Click a node to go to its end.",
          "方形节点轮到 Max 走，他要大的值；圆形节点轮到 Min 走。节点中是名称或着法、目前对 Max 的值，以及窗口 α , β：Max 已有的值，和 Min 不会让他超过的值。二者相遇时其余各着被剪去，画成灰色；红色的是界限所在的节点。点击节点可跳到它的结束处。",
        ),
      ),
      html(
        "p",
        {},
        say(
          "The table has the same search in both forms: minimax with Max's values everywhere, negamax with those of the side to move. +#5 is a win after 5 plies.",
          "表中是同一搜索的两种写法：极小极大处处用 Max 的值，负极大用走棋方的值。+#5 表示5步后获胜。",
        ),
      ),
    );
  }

  /** The form that says what is searched. */
  drawRequest() {
    const field = (name, title, options, value, act) =>
      choice(name, title, options, value, (chosen) => {
        act(chosen);
        this.drawRequest();
        this.search();
      });
    const names = ALGORITHMS[this.game].split(" ");
    if (!names.includes(this.algorithm)) this.algorithm = "alphabeta";
    const depths = [...Array(12).keys()].map((depth) => [depth + 1, String(depth + 1)]);
    if (this.game === "tree") depths.unshift([0, say("all", "全部")]);
    byId("request").replaceChildren(
      field(
        "example",
        say("Example", "例子"),
        examples().map(([text], index) => [index, text]),
        this.example,
        (index) => this.choose(Number(index)),
      ),
      field(
        "algorithm",
        say("Algorithm", "算法"),
        names.map((name) => [name, name]),
        this.algorithm,
        (name) => {
          this.algorithm = name;
        },
      ),
      field("depth", say("Depth", "深度"), depths, this.depth, (depth) => {
        this.depth = Number(depth);
      }),
      html(
        "label",
        { class: "wide" },
        html("span", {}, say("Position", "局面")),
        html("input", {
          name: "position",
          value: this.position,
          autocomplete: "off",
          spellcheck: "false",
          change: (event) => {
            this.position = event.target.value;
            this.search();
          },
        }),
      ),
    );
  }

  /** Asks for the search. */
  async search() {
    const { game, algorithm, position } = this;
    byId("toast").hidden = true;
    try {
      const request = { game, algorithm, position, depth: this.depth || null };
      this.scene = new Scene(await post("/watch", JSON.stringify(request)));
      this.step = 0;
      this.show();
    } catch (error) {
      byId("toast").textContent = pick(/** @type {[string, string]} */ (error));
      byId("toast").hidden = false;
    }
  }

  /** @param {string} way */
  walk(way) {
    if (!this.scene) return;
    this.step = this.scene.step(way, this.step);
    this.show();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const isTyping = /** @type {Element} */ (event.target).matches("input, select");
    const way = ways().find(([, key, letter]) => [key, letter].includes(event.key));
    if (!way || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.walk(way[0]);
  }

  /** Shows the step. */
  show() {
    const { scene, step } = this;
    if (!scene) return;
    byId("count").textContent = say(
      `step ${step + 1} of ${scene.steps.length}`,
      `第${step + 1}步，共${scene.steps.length}步`,
    );
    const choose = (node) => {
      this.step = scene.nodes[node].steps[1];
      this.show();
    };
    const root = scene.tree(step);
    const place = byId("unfolding");
    place.replaceChildren(drawTree(root, choose));
    const here = place.querySelector(".here");
    if (here) {
      const [box, frame] = [here.getBoundingClientRect(), place.getBoundingClientRect()];
      place.scrollLeft += box.x + box.width / 2 - frame.x - frame.width / 2;
      place.scrollTop += box.y + box.height / 2 - frame.y - frame.height / 2;
    }
    byId("told").replaceChildren(...scene.told(step).map((text) => html("p", {}, text)));
    this.drawPicture(scene.at(step));
    this.drawWindows(scene, step);
  }

  /** @param {import("./scene.js").SearchNode} node */
  drawPicture({ picture, mv }) {
    const place = byId("picture");
    place.hidden = this.game === "tree";
    if (this.game !== "xiangqi") {
      const rows = picture.split("\n").slice(0, -1).join("\n");
      place.replaceChildren(html("pre", {}, rows.replaceAll("X", "●").replaceAll("O", "○").replaceAll(".", "·")));
      return;
    }
    this.image = place.querySelector(".board") && this.image ? this.image : new BoardImage(place);
    const view = { last: mv, set: pieceSet(), labels: "coordinates" };
    this.image.show(readBoard(picture), view);
  }

  /** The line from the root in both forms. @param {Scene} scene @param {number} step */
  drawWindows(scene, step) {
    const row = (node) => {
      const isMax = scene.nodes[node].is_max;
      const [alpha, beta] = scene.window(node, step);
      const value = scene.value(node, step);
      const own = value === null || isMax ? value : -value;
      const window = scene.hasWindows ? [alpha, beta] : [];
      const ownWindow = isMax ? window : [-beta, -alpha].slice(0, window.length);
      const cells = [...window, value, ...ownWindow, own].map((number) => html("td", {}, valueText(number)));
      return html("tr", { class: node === scene.steps[step] && "here" }, html("td", {}, scene.name(node)), ...cells);
    };
    const columns = scene.hasWindows ? ["α", "β", say("value", "值")] : [say("value", "值")];
    const heads = (name) => html("th", { colspan: columns.length, scope: "colgroup" }, name);
    const names = [...columns, ...columns].map((name) => html("th", { scope: "col" }, name));
    byId("windows").replaceChildren(
      html(
        "table",
        {},
        html("tr", {}, html("td"), heads(say("minimax", "极小极大")), heads(say("negamax", "负极大"))),
        html("tr", {}, html("th", { scope: "col" }, say("line", "路线")), ...names),
        ...scene.line(scene.steps[step]).map(row),
      ),
    );
  }
}

// For tests, and for the curious.
Object.assign(window, { lab: new Lab() });
