// SPDX-License-Identifier: MIT OR Apache-2.0
// A recorded search: what is known of each node at a step, the step in words, and the tree as a picture. Windows and
// values are Max's.

import { say, svg } from "./dom.js";

/** @typedef {{value: number, holder: number|null}} Bound */
/**
 * @typedef {object} SearchNode
 * @property {number|null} parent
 * @property {string|null} mv
 * @property {boolean} is_max
 * @property {number} ply
 * @property {string} picture
 * @property {number[]} children
 * @property {string[]} unsearched
 * @property {[Bound, Bound]} window
 * @property {number} value
 * @property {number|null} static_value
 * @property {boolean} is_hit
 * @property {boolean} is_stored
 * @property {string|null} known
 * @property {Bound|null} cutoff
 * @property {{mv: string, places: [number, number], lists: [string[], string[]]}[]} rises
 * @property {[number, number]} steps
 */
/** @typedef {{name: string, ply: number, is_max: boolean, node: number|null}} Place */
/**
 * @typedef {object} Item a node of the picture
 * @property {string} name
 * @property {string} [value]
 * @property {string} [window]
 * @property {boolean} [isMax]
 * @property {string} look classes
 * @property {number|null} node
 * @property {Item[]} children
 * @property {number} [x]
 * @property {number} [y]
 */

const INFINITE = 2147483647;
const WON = 100000000;
/** Most nodes of a tree that is shown whole. */
const WHOLE = 60;
const BOX = { width: 82, height: 54, across: 90, down: 92 };

/** @param {number|null} value */
export function valueText(value) {
  if (value === null) return "?";
  const sign = value < 0 ? "−" : "";
  const size = Math.abs(value);
  if (size === INFINITE) return value < 0 ? "−∞" : "+∞";
  if (size > WON - 10000) return `${value < 0 ? "−" : "+"}#${WON - size}`;
  return sign + size;
}

const sideText = (isMax) => (isMax ? "Max" : "Min");

export class Scene {
  /** @param {{record: {nodes: SearchNode[], steps: number[]}, names: string[], outline: Place[]|null, has_windows: boolean}} answer */
  constructor({ record, names, outline, has_windows }) {
    this.nodes = record.nodes;
    this.steps = record.steps;
    this.names = names;
    this.outline = outline;
    this.hasWindows = has_windows;
  }

  /** The node of a step. @param {number} step */
  at(step) {
    return this.nodes[this.steps[step]];
  }

  /** @param {number} node @param {number} step */
  done(node, step) {
    const children = this.nodes[node].children.map((child) => this.nodes[child]);
    return children.filter((child) => child.steps[1] <= step && child.mv !== null).map((child) => child.value);
  }

  /** Alpha and beta of a node at a step. @param {number} node @param {number} step @returns {[number, number]} */
  window(node, step) {
    const { window, is_max } = this.nodes[node];
    const [alpha, beta] = window.map((bound) => bound.value);
    const done = this.done(node, step);
    // A cutoff may pass the other bound.
    return is_max
      ? [Math.min(Math.max(alpha, ...done), beta), beta]
      : [alpha, Math.max(Math.min(beta, ...done), alpha)];
  }

  /** The value of a node at a step, the best so far. @param {number} node @param {number} step */
  value(node, step) {
    const { steps, value, static_value, is_max } = this.nodes[node];
    if (step >= steps[1]) return value;
    const known = static_value === null ? [] : [static_value];
    const values = [...known, ...this.done(node, step)];
    return values.length ? Math[is_max ? "max" : "min"](...values) : null;
  }

  /** The nodes from the root to a node. @param {number} node */
  line(node) {
    /** @type {number[]} */
    const line = [node];
    for (let up = this.nodes[node].parent; up !== null; up = this.nodes[up].parent) line.unshift(up);
    return line;
  }

  /** The name of a node; one without a name of its own is the root or a null move. @param {number} node */
  label(node) {
    const { mv, parent, picture } = this.nodes[node];
    const hasOwn = mv !== null || (this.outline && picture);
    return hasOwn ? this.names[node] : say(this.names[node], parent === null ? "根" : "空着");
  }

  /** The name of a node and the side to move. @param {number} node */
  name(node) {
    const { children, is_hit, is_max } = this.nodes[node];
    const name = this.label(node);
    return children.length || is_hit ? `${name} (${sideText(is_max)})` : name;
  }

  /** What happens in a step. @param {number} step @returns {string[]} */
  told(step) {
    const number = this.steps[step];
    const node = this.nodes[number];
    const name = this.name(number);
    const value = valueText(node.value);
    if (node.is_hit) return [`${name} = ${value}`, say("The value comes from the table.", "值取自置换表。")];
    if (!node.children.length) return [`${name} = ${value}`, say("A leaf: its static value.", "叶子：静态估值。")];
    return step === node.steps[0] ? this.beginning(node, name) : this.end(node, name, value);
  }

  /** @param {SearchNode} node @param {string} name */
  beginning(node, name) {
    const [alpha, beta] = node.window.map((bound) => valueText(bound.value));
    const told = [
      this.hasWindows
        ? say(`${name}: window α = ${alpha}, β = ${beta}`, `${name}：窗口 α = ${alpha}，β = ${beta}`)
        : say(`${name}: its moves are searched`, `${name}：搜索各着`),
    ];
    if (node.parent !== null && node.mv === null) told.push(say("A null move.", "空着。"));
    if (node.known)
      told.push(say(`The table gives ${node.known} to try first.`, `置换表给出先试的着法 ${node.known}。`));
    return told;
  }

  /** @param {SearchNode} node @param {string} name @param {string} value */
  end(node, name, value) {
    const [alpha, beta] = node.window.map((bound) => bound.value);
    const sign = !this.hasWindows || (node.value > alpha && node.value < beta) ? "=" : node.value <= alpha ? "≤" : "≥";
    const told = [`${name} ${sign} ${value}`];
    if (node.cutoff) told.push(this.cutoff(node, node.cutoff, value));
    for (const { mv, places, lists } of node.rises.filter((rise) => rise.places[0] !== rise.places[1])) {
      const [from, to] = places.map((place) => place + 1);
      const [before, after] = lists.map((list) => list.slice(0, 8).join(" "));
      told.push(
        say(
          `History: ${mv} rises from place ${from} to ${to}. Order here before: ${before}; after: ${after}.`,
          `历史表：${mv} 从第${from}位升到第${to}位。此处之前的次序：${before}；之后：${after}。`,
        ),
      );
    }
    if (node.is_stored) told.push(say("Stored in the table.", "存入置换表。"));
    return told;
  }

  /** @param {SearchNode} node @param {Bound} cutoff @param {string} value */
  cutoff(node, { value: bound, holder }, value) {
    const [kind, compare] = node.is_max ? ["beta", "≥ β"] : ["alpha", "≤ α"];
    const parent = sideText(!node.is_max);
    const count = node.unsearched.length;
    const rest = say(`${count} not searched.`, `${count}着未搜索。`);
    const reason = `${value} ${compare} ${valueText(bound)}`;
    if (holder === null)
      return say(`${kind} cutoff by the null window: ${reason}. ${rest}`, `空窗口的 ${kind} 剪枝：${reason}。${rest}`);
    const plies = node.ply - this.nodes[holder].ply;
    const [depth, depthChinese] = plies === 1 ? ["Shallow", "浅层"] : ["Deep", "深层"];
    const name = this.label(holder);
    return say(
      `${depth} ${kind} cutoff (redundancy of ${parent}): ${reason} of ${name}, ${plies} ${plies === 1 ? "ply" : "plies"} above. ${rest}`,
      `${depthChinese} ${kind} 剪枝（${parent} 冗余）：${reason}，界限来自上方 ${plies} 步的 ${name}。${rest}`,
    );
  }

  /** The step after this one for a key of the walk. @param {string} way @param {number} step */
  step(way, step) {
    const last = this.steps.length - 1;
    const { steps, parent } = this.at(step);
    const isCut = (_, other) => other > step && this.at(other).cutoff && this.at(other).steps[1] === other;
    const cut = this.steps.findIndex(isCut);
    const to = {
      first: 0,
      back: step - 1,
      into: step + 1,
      over: Math.max(steps[1], step + 1),
      out: parent === null ? last : this.nodes[parent].steps[1],
      cut: cut < 0 ? step : cut,
      last,
    }[way];
    return Math.min(Math.max(to ?? step, 0), last);
  }

  /** The picture's node for a node of the search. @param {number} node @param {number} step @returns {Item} */
  item(node, step) {
    const { steps, is_max, children, is_hit, unsearched } = this.nodes[node];
    const here = this.at(step);
    const isOpen = this.line(this.steps[step]).includes(node);
    const looks = [
      step === here.steps[1] && here.cutoff?.holder === node ? "holder" : "",
      node === this.steps[step] ? "here" : isOpen ? "open" : "",
      is_hit ? "hit" : "",
      steps[0] > step ? "late" : "",
    ];
    const isShown = isOpen || this.nodes.length <= WHOLE;
    const after = isShown ? children.filter((child) => this.nodes[child].steps[0] <= step) : [];
    const items = after.map((child) => this.item(child, step));
    if (isShown && step >= steps[1] && unsearched.length)
      items.push({ name: `× ${unsearched.length}`, look: "cut", node: null, children: [] });
    const [alpha, beta] = this.window(node, step).map(valueText);
    return {
      name: this.label(node),
      value: valueText(this.value(node, step)),
      window: this.hasWindows && children.length ? `${alpha} , ${beta}` : "",
      isMax: is_max,
      look: looks.join(" "),
      node,
      children: items,
    };
  }

  /** The tree at a step. @param {number} step @returns {Item} */
  tree(step) {
    if (!this.outline) return this.item(this.line(this.steps[step])[0], step);
    /** @type {Item[]} */
    const line = [];
    for (const { name, ply, is_max, node } of this.outline) {
      const before = line[ply - 1];
      const isCut = node === null && (before?.look.includes("cut") || step >= this.nodes[before?.node ?? 0].steps[1]);
      const isLate = node === null || this.nodes[node].steps[0] > step;
      const item = isLate ? { name, isMax: is_max, look: isCut ? "cut" : "late", node } : this.item(node, step);
      line[ply] = { ...item, name: name || (ply || isLate ? "" : say("root", "根")), children: [] };
      before?.children.push(line[ply]);
    }
    return line[0];
  }
}

/** Draws a tree. @param {Item} root @param {(node: number) => void} choose */
export function drawTree(root, choose) {
  let next = 0;
  let depth = 0;
  /** @param {Item} item @param {number} level */
  const place = (item, level) => {
    depth = Math.max(depth, level);
    for (const child of item.children) place(child, level + 1);
    const [first, last] = [item.children[0], item.children.at(-1)];
    item.x = first ? ((first.x ?? 0) + (last?.x ?? 0)) / 2 : next++ * BOX.across + BOX.across / 2;
    item.y = level * BOX.down + 12;
  };
  place(root, 0);
  const branches = svg("g");
  const places = svg("g");
  /** @param {Item} item */
  const draw = (item) => {
    const { x = 0, y = 0, node } = item;
    for (const child of item.children) {
      const look = /cut|late/.test(child.look) ? "cut" : /here|open/.test(child.look) ? "open" : "";
      branches.append(svg("path", { class: `branch ${look}`, d: `M${x} ${y + BOX.height}L${child.x} ${child.y}` }));
      draw(child);
    }
    const text = (dy, content, look) => content && svg("text", { x, y: y + dy, class: look }, content);
    places.append(
      svg(
        "g",
        { class: `place ${item.look}`, click: node !== null && (() => choose(node)) },
        svg("rect", {
          x: x - BOX.width / 2,
          y,
          width: BOX.width,
          height: BOX.height,
          rx: item.isMax === false ? BOX.height / 2 : 4,
        }),
        text(item.window || item.value ? 17 : 32, item.name, "name"),
        text(item.window ? 32 : item.name ? 36 : 32, item.value, "value"),
        text(45, item.window, "window"),
      ),
    );
  };
  draw(root);
  const [width, height] = [Math.max(next, 1) * BOX.across, depth * BOX.down + BOX.height + 24];
  const view = { width, height, viewBox: `0 0 ${width} ${height}` };
  return svg("svg", { ...view, role: "img", "aria-label": say("tree", "树") }, branches, places);
}
