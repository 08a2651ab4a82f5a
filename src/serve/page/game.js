// SPDX-License-Identifier: MIT OR Apache-2.0
// The game as a tree of moves, with the place in it that is shown. It is kept by the browser and by links.

import { load, save, settings } from "./dom.js";

export const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const KEY = "chuhe.game";

export class Node {
  ply = 0;
  comment = "";
  /** Numeric annotation glyphs (NAG) of PGN. @type {number[]} */
  glyphs = [];

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
    for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) path.unshift(node);
    return path;
  }

  moves() {
    return this.path().map((node) => node.move);
  }

  /** Forgets what the rules and the engine said, here and after. */
  forget() {
    this.situation = null;
    this.review = null;
    for (const child of this.children) child.forget();
  }

  /** The last node of the main line from here. */
  end() {
    let node = /** @type {Node} */ (this);
    while (node.children.length) [node] = node.children;
    return node;
  }
}

export class Game {
  /** @param {string} fen @param {Record<string, string>} tags */
  constructor(fen = START, tags = {}) {
    this.fen = fen;
    this.tags = tags;
    /** The rules of repetition, by their name on the command line. */
    this.rules = settings.rules;
    this.root = new Node("", null);
    this.here = this.root;
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

  /** @param {string} move */
  play(move) {
    this.here = this.child(this.here, move);
  }

  /** What a query to the server says about the place in the game. @param {Node} node */
  query(node = this.here) {
    return { fen: this.fen, rules: this.rules, moves: node.moves() };
  }

  /** Judges the game by other rules. @param {string} rules */
  judgeBy(rules) {
    this.rules = rules;
    this.root.forget();
  }

  /** Removes a node with all that follows. @param {Node} node */
  remove(node) {
    const { parent } = node;
    if (!parent) return;
    parent.children = parent.children.filter((other) => other !== node);
    if (this.here.path().includes(node)) this.here = parent;
  }

  /** Makes the line to this node the main line. @param {Node} node */
  promote(node) {
    for (const step of node.path()) {
      const { parent } = step;
      if (parent) parent.children = [step, ...parent.children.filter((other) => other !== step)];
    }
  }

  /** @param {Node} node @returns {any} */
  pack(node) {
    return [node.move, node.comment, node.children.map((child) => this.pack(child)), node.glyphs];
  }

  /** @param {any} packed @param {Node} node */
  unpack([, comment, children, glyphs = []], node) {
    node.comment = comment;
    node.glyphs = glyphs;
    for (const child of children) this.unpack(child, this.child(node, child[0]));
  }

  save() {
    save(KEY, { fen: this.fen, tags: this.tags, rules: this.rules, tree: this.pack(this.root), here: this.here.moves() });
  }

  static restore() {
    const kept = load(KEY, { fen: START, tags: {}, rules: "asian", tree: ["", "", []], here: [] });
    try {
      const game = new Game(kept.fen, kept.tags);
      game.rules = kept.rules;
      game.unpack(kept.tree, game.root);
      for (const move of kept.here) game.play(move);
      return game;
    } catch {
      return new Game();
    }
  }

  /** A game that a file holds. @param {any} sent */
  static of(sent) {
    const game = new Game(sent.fen, Object.fromEntries(sent.tags));
    const add = (/** @type {any} */ line, /** @type {Node} */ node) => {
      for (const played of line.moves) {
        const next = game.child(node, played.move);
        next.comment = [next.comment, played.comment].filter(Boolean).join(" ");
        next.glyphs = played.glyphs;
        for (const variation of played.variations) add(variation, node);
        node = next;
      }
    };
    game.root.comment = sent.line.comment;
    add(sent.line, game.root);
    return game;
  }

  /** The line that begins with a child of `node`, as the server writes it. @returns {any} */
  branch(node = this.root, [main, ...others] = node.children) {
    /** @type {any} */
    const line = { comment: node === this.root ? node.comment : "", moves: [] };
    while (main) {
      const variations = others.map((/** @type {Node} */ other) => this.branch(node, [other]));
      line.moves.push({ move: main.move, comment: main.comment, glyphs: main.glyphs, variations });
      node = main;
      [main, ...others] = node.children;
    }
    return line;
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
