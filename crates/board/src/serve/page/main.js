// SPDX-License-Identifier: MIT OR Apache-2.0
// The page of the server: play, analyse, review, set up, and the list of games.

import { gameAt } from "./address.js";
import { AnalyseView } from "./analyse.js";
import { App } from "./app.js";
import { Desk } from "./desk.js";
import { byId, pick, say, settings, toast } from "./dom.js";
import { GamesView } from "./games.js";
import { Link } from "./link.js";
import { PlayView } from "./play.js";
import { PuzzlesView } from "./puzzles.js";
import { readGames } from "./read.js";
import { ReviewView } from "./review.js";
import { SetupView } from "./setup.js";
import { Store } from "./store.js";

/** The views that the page may begin with. */
const VIEWS = ["play", "analyse", "review", "setup", "games"];

class ServerApp extends App {
  /** @param {Link} link @param {Desk} desk */
  constructor(link, desk) {
    const views = (app) => ({
      play: new PlayView(app),
      analyse: new AnalyseView(app),
      review: new ReviewView(app),
      setup: new SetupView(app),
      games: new GamesView(app, desk),
      puzzles: new PuzzlesView(app),
    });
    const { view } = settings;
    super({ link, views, view: VIEWS.includes(settings.view) ? settings.view : "play", game: desk.game });
    link.onQueue = () => this.drawQueue();
    this.desk = desk;
    desk.app = this;
    desk.note();
    desk.draw();
    if (!desk.store.database)
      toast(
        say(
          "This browser keeps no games: they are gone when the page is closed.",
          "此浏览器无法保存对局：关闭页面后对局即丢失。",
        ),
      );
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => this.onFile(event));
    window.addEventListener("hashchange", () => this.follow());
    if (view === "puzzles") this.open(view);
    this.follow();
  }

  /** All games that are open. */
  openGames() {
    return this.desk?.games ?? [this.game];
  }

  draw() {
    super.draw();
    this.desk?.draw();
    this.drawQueue();
  }

  /** Puts a game on the board, beside those that are open. @param {import("./game.js").Game} game @param {string} view */
  load(game, view = this.name) {
    this.desk.show(game);
    super.load(game, view === "puzzles" ? "analyse" : view);
  }

  moved() {
    this.keep(this.opened);
    this.desk.draw();
  }

  /** @param {import("./game.js").Game} game */
  keep(game) {
    const { situation } = game.root.end();
    if (situation?.opening) game.opening = situation.opening;
    return this.desk?.keep(game);
  }

  /** @param {import("./game.js").Game} game */
  async catchUp(game) {
    await this.desk.catchUp(game);
  }

  /** @param {import("./game.js").Game} game @param {import("./game.js").Node[]} nodes its main line */
  keepReview(game, nodes) {
    this.desk.keepReview(game, nodes);
  }

  /** Opens the game that the address names, beside what is there. A wrong one opens nothing. */
  async follow() {
    const { hash } = location;
    if (!hash) return;
    history.replaceState(null, "", location.pathname);
    try {
      const game = await gameAt(this.link, hash);
      if (!game) return;
      await this.learn(game.here, game);
      this.load(game, "analyse");
    } catch (error) {
      const [english, chinese] = /** @type {[string, string]} */ (error);
      toast(say(`This link contains no valid game: ${english}`, `链接中没有有效的对局：${chinese}`));
    }
  }

  /** @param {boolean} isUp @param {[string, string]|null} reason */
  linkChanged(isUp, reason = null) {
    byId("offline").hidden = isUp;
    byId("offline").textContent = isUp
      ? ""
      : reason
        ? pick(reason)
        : say("The server does not answer; trying again…", "服务器没有应答，正在重试……");
    if (isUp && this.wasDown) this.refresh();
    this.wasDown = !isUp;
  }

  /** Says that a search waits for its turn. */
  drawQueue() {
    const { isQueued } = /** @type {Link} */ (this.link);
    byId("queue").hidden = !isQueued;
    byId("queue").textContent = isQueued
      ? say("All engines are busy: the search waits for its turn.", "引擎都在忙：正在排队等候。")
      : "";
  }

  /** Games of a file that is dropped on the page. @param {DragEvent} event */
  async onFile(event) {
    event.preventDefault();
    for (const file of event.dataTransfer?.files ?? []) await readGames(this, await file.arrayBuffer());
  }
}

const link = new Link((isUp, reason) => app?.linkChanged(isUp, reason));
/** @type {ServerApp|undefined} */
let app;
app = new ServerApp(link, await Desk.open(await Store.open()));
// For tests, and for the curious.
Object.assign(window, { chuhe: app });
