// SPDX-License-Identifier: MIT OR Apache-2.0
// A game as a tree of moves, with the place in it that is shown, and the match that is played in it. The browser keeps
// it as plain data (`Kept`), which two windows may change at the same time: `merge` makes one of both, and no move is
// lost.

import { settings } from "./dom.js";

export const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/** @typedef {"red"|"black"} Side */
/**
 * @typedef {object} Match a game against the engine, or of two people at one board
 * @property {Side|null} human the side of the person; null: people play both
 * @property {number} level
 * @property {number} seed
 * @property {string[]} moves those played: variations in the tree are none of the match
 * @property {import("./clock.js").Clock|null} clock
 * @property {import("./link.js").Outcome|null} over
 */
/**
 * What a node has beside its move.
 * @typedef {object} Notes
 * @property {string} [comment]
 * @property {string} [before] the comment before the first move of a variation
 * @property {number[]} [glyphs] numeric annotation glyphs (NAG) of PGN
 * @property {string[]} [shapes] arrows and circles: a letter of colour, then one or two squares, as in `Gh2e2`
 * @property {number} [clock] milliseconds that the mover had left
 * @property {string} [eval] the score in the file that the game is from, as in PGN
 */
/**
 * @typedef {object} Kept
 * @property {string} id
 * @property {string} name
 * @property {string} fen
 * @property {Record<string, string>} tags
 * @property {string} rules
 * @property {[number, string, Notes][]} nodes the tree, each node after its parent, whose place in the list it names
 * @property {string[]} here
 * @property {Match|null} match
 * @property {[string, string]|null} opening
 * @property {boolean} isFlipped
 * @property {number} made
 * @property {number} changed
 * @property {number|null} deleted
 * @property {number} version how often it has been saved
 */

export class Node {
  ply = 0;
  comment = "";
  /** The comment before the first move of a variation. */
  before = "";
  /** @type {number[]} */
  glyphs = [];
  /** @type {string[]} */
  shapes = [];
  /** @type {number|null} */
  clock = null;
  eval = "";

  /** @param {string} move @param {Node|null} parent */
  constructor(move, parent) {
    this.move = move;
    this.parent = parent;
    /** @type {Node[]} */
    this.children = [];
    if (parent) this.ply = parent.ply + 1;
    /** @type {string[]|null} */
    this.texts = null;
    /** @type {import("./link.js").Situation|null} */
    this.situation = null;
    /** @type {import("./link.js").ReviewStep|null} */
    this.review = null;
  }

  /** @returns {Node[]} the nodes from the first move to this one */
  path() {
    const path = [];
    for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) path.push(node);
    return path.reverse();
  }

  moves() {
    return this.path().map((node) => node.move);
  }

  /** This node and all after it, parents before their children, main lines first. */
  *all() {
    const waiting = [/** @type {Node} */ (this)];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      yield node;
      waiting.push(...node.children.toReversed());
    }
  }

  /** The last node of the main line from here. */
  end() {
    let node = /** @type {Node} */ (this);
    while (node.children.length) [node] = node.children;
    return node;
  }

  /** @returns {Notes} */
  notes() {
    const { comment, before, glyphs, shapes, clock, eval: score } = this;
    return {
      ...(comment && { comment }),
      ...(before && { before }),
      ...(glyphs.length && { glyphs }),
      ...(shapes.length && { shapes }),
      ...(clock !== null && { clock }),
      ...(score && { eval: score }),
    };
  }

  /** @param {Notes} notes */
  annotate({ comment = "", before = "", glyphs = [], shapes = [], clock, eval: score = "" }) {
    Object.assign(this, { comment, before, glyphs, shapes, clock: clock ?? null, eval: score });
  }

  /** True if there are neither variations nor notes here and after; times on the clock do not count. */
  isBare() {
    const isWritten = (/** @type {Node} */ node) => Object.keys(node.notes()).some((name) => name !== "clock");
    return [...this.all()].every((node) => node.children.length < 2 && !isWritten(node));
  }
}

const newId = () =>
  [Date.now(), ...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join("");

export class Game {
  /** @param {string} fen @param {Record<string, string>} tags */
  constructor(fen = START, tags = {}) {
    this.id = newId();
    /** The name that its owner gave it. */
    this.name = "";
    this.fen = fen;
    this.tags = tags;
    /** The rules of repetition, by their name on the command line. */
    this.rules = settings.rules;
    this.root = new Node("", null);
    this.here = this.root;
    /** @type {Match|null} */
    this.match = null;
    /** @type {[string, string]|null} */
    this.opening = null;
    this.isFlipped = false;
    this.made = Date.now();
    this.version = 0;
  }

  /** The child that this move leads to, made if there is none. @param {Node} node @param {string} move */
  child(node, move) {
    let child = node.children.find((other) => other.move === move);
    if (!child) {
      child = new Node(move, node);
      node.children.push(child);
    }
    return child;
  }

  /** The node that these moves lead to from the start, made if there is none. @param {string[]} moves */
  reach(moves) {
    return moves.reduce((node, move) => this.child(node, move), this.root);
  }

  /** @param {string} move */
  play(move) {
    this.here = this.child(this.here, move);
  }

  /** True if nothing was done to it. */
  isEmpty() {
    const isPlayed = this.match !== null && (this.match.moves.length > 0 || this.match.over !== null);
    return this.fen === START && !isPlayed && !this.name && !this.root.children.length && this.root.isBare();
  }

  /** What a query to the server says about the place in the game. @param {Node} node */
  query(node = this.here) {
    return { fen: this.fen, rules: this.rules, moves: node.moves() };
  }

  /** Judges the game by other rules: what the rules and the engine said is forgotten. @param {string} rules */
  judgeBy(rules) {
    this.rules = rules;
    for (const node of this.root.all()) Object.assign(node, { situation: null, review: null });
  }

  /** Removes a node with all that follows. Returns how to bring it back. @param {Node} node */
  remove(node) {
    const { parent } = node;
    if (!parent) return () => {};
    const { here } = this;
    const index = parent.children.indexOf(node);
    parent.children = parent.children.filter((other) => other !== node);
    if (here.path().includes(node)) this.here = parent;
    return () => {
      graft(this.reach(parent.moves()), node, index);
      this.here = this.reach(here.moves());
    };
  }

  /** Makes the line to this node the main line. @param {Node} node */
  promote(node) {
    for (const step of node.path()) {
      const { parent } = step;
      if (parent) parent.children = [step, ...parent.children.filter((other) => other !== step)];
    }
  }

  /** @returns {Kept} */
  pack() {
    const { id, name, fen, tags, rules, match, opening, isFlipped, made, version } = this;
    const here = this.here.moves();
    const places = new Map();
    const nodes = [...this.root.all()].map((node, index) => {
      places.set(node, index);
      return /** @type {[number, string, Notes]} */ ([places.get(node.parent) ?? 0, node.move, node.notes()]);
    });
    const rest = { id, name, fen, tags, rules, nodes, here, match, opening, isFlipped, made, version };
    return structuredClone({ ...rest, changed: Date.now(), deleted: null });
  }

  /** Becomes what was kept, but stays at its place. Nodes that are there already keep what is known of them. @param {Kept} kept */
  adopt(kept) {
    const { nodes, here, isFlipped, match, ...rest } = kept;
    const wasAtEnd = this.match !== null && this.here === this.reach(this.match.moves);
    const place = this.here.moves();
    Object.assign(this, structuredClone({ ...rest, match }));
    /** @type {Node[]} */
    const found = [];
    /** The children that nodes had. @type {Map<Node, Node[]>} */
    const former = new Map();
    for (const [parent, move, notes] of nodes) {
      const old = found.length ? former.get(found[parent])?.find((other) => other.move === move) : this.root;
      const node = old ?? new Node(move, found[parent]);
      if (found.length) found[parent].children.push(node);
      node.annotate(notes);
      former.set(node, node.children);
      node.children = [];
      found.push(node);
    }
    let node = this.root;
    for (const step of wasAtEnd && match ? match.moves : place) {
      const next = node.children.find((other) => other.move === step);
      if (!next) break;
      node = next;
    }
    this.here = node;
  }

  /** @param {Kept} kept */
  static unpack(kept) {
    const game = new Game(kept.fen, kept.tags);
    game.adopt(kept);
    game.isFlipped = kept.isFlipped;
    for (const move of kept.here) {
      const next = game.here.children.find((other) => other.move === move);
      if (next) game.here = next;
    }
    return game;
  }

  /** A game that a file holds. @param {any} sent */
  static of(sent) {
    const game = new Game(sent.fen, { ...Object.fromEntries(sent.tags), Result: sent.result });
    game.opening = sent.opening ?? null;
    const waiting = [{ line: sent.line, node: game.root }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      let { line, node } = next;
      const before = node === game.root && line === sent.line ? "" : line.comment;
      line.moves.forEach((/** @type {any} */ played, /** @type {number} */ index) => {
        const child = game.child(node, played.move);
        child.comment = [child.comment, played.comment].filter(Boolean).join(" ");
        if (index === 0 && before) child.before = before;
        const { glyphs, shapes, clock, texts } = played;
        Object.assign(child, { glyphs, shapes, clock, eval: played.eval ?? "", texts: texts ?? child.texts });
        for (const variation of played.variations.toReversed()) waiting.push({ line: variation, node });
        node = child;
      });
    }
    game.root.comment = sent.line.comment;
    game.root.shapes = sent.line.shapes;
    return game;
  }

  /** The line that begins with a child of `node`, as the server writes it. @returns {any} */
  branch(node = this.root, [main, ...others] = node.children) {
    const isWhole = node === this.root && main === node.children[0];
    /** @type {any} */
    const line = isWhole
      ? { comment: node.comment, shapes: node.shapes, moves: [] }
      : { comment: main?.before ?? "", moves: [] };
    while (main) {
      const variations = others.map((/** @type {Node} */ other) => this.branch(node, [other]));
      const { move, comment, glyphs, shapes, clock } = main;
      line.moves.push({ move, comment, glyphs, shapes, clock, eval: main.eval || null, variations });
      node = main;
      [main, ...others] = node.children;
    }
    return line;
  }

  /** The nodes of the main line that have been reviewed, the start first. */
  reviewed() {
    const nodes = [this.root, ...this.root.end().path()];
    const end = nodes.findIndex((node) => !node.review);
    return end < 0 ? nodes : nodes.slice(0, end);
  }

  /** The game as the server writes it. */
  sent() {
    const { fen, rules, tags } = this;
    const review = this.reviewed().map(({ review }) => ({
      score: review?.score,
      pv: review?.pv.map(({ move }) => move),
    }));
    return { fen, rules, line: this.branch(), tags: Object.entries(tags), review };
  }

  /** The game and the place in it as the part of an address after #. */
  fragment() {
    const rules = this.rules === "asian" ? "" : `&rules=${this.rules}`;
    return `#fen=${this.fen.replaceAll(" ", "_")}&moves=${this.here.moves().join(",")}${rules}`;
  }

  /** @param {string} fragment @returns {Game|null} */
  static fromFragment(fragment) {
    const parts = new URLSearchParams(fragment.replace(/^#/, ""));
    if (!parts.has("fen") && !parts.has("moves")) return null;
    const game = new Game((parts.get("fen") ?? START).replaceAll("_", " ") || START);
    game.rules = parts.get("rules") ?? "asian";
    for (const move of (parts.get("moves") ?? "").split(",").filter(Boolean)) game.play(move);
    return game;
  }
}

/** Puts a node, with all that follows, among the children of another one, which may have it again. @param {Node} parent @param {Node} node @param {number} index */
function graft(parent, node, index) {
  const twin = parent.children.find((other) => other.move === node.move);
  if (!twin) {
    node.parent = parent;
    parent.children.splice(index, 0, node);
  } else if (twin !== node) {
    twin.annotate({ ...node.notes(), ...twin.notes() });
    for (const child of node.children) graft(twin, child, twin.children.length);
  }
}

/**
 * Makes one game of two versions of it: the newer one, with the moves and the comments that only the other one has. Of
 * two courses of a match that which is over counts, then the one that was saved, unless the other one went further.
 * @param {Kept} saved @param {Kept} newer @returns {Kept}
 */
export function merge(saved, newer) {
  const game = Game.unpack(newer);
  /** @type {Node[]} */
  const found = [];
  for (const [parent, move, notes] of saved.nodes) {
    const node = found.length ? game.child(found[parent], move) : game.root;
    const own = node.notes();
    const comment = [own.comment, notes.comment !== own.comment && notes.comment].filter(Boolean).join("\n");
    node.annotate({ ...notes, ...own, comment });
    found.push(node);
  }
  const [before, after] = [saved.match, newer.match];
  const isFurther = after && !before?.over && (!before || after.over || after.moves.length > before.moves.length);
  const [match, tags] = isFurther ? [after, newer.tags] : [before, saved.tags];
  game.match = structuredClone(match);
  const allTags = { ...saved.tags, ...newer.tags };
  if (match?.over) allTags.Result = tags.Result;
  return { ...game.pack(), name: newer.name || saved.name, tags: allTags };
}
