// SPDX-License-Identifier: MIT OR Apache-2.0
// The page of the server: play, analyse, review and set up.

import { AnalyseView } from "./analyse.js";
import { App } from "./app.js";
import { byId, say, settings } from "./dom.js";
import { Game } from "./game.js";
import { Link } from "./link.js";
import { PlayView } from "./play.js";
import { ReviewView } from "./review.js";
import { SetupView } from "./setup.js";

class ServerApp extends App {
  /** @param {Link} link @param {Game|null} linked the game that the address names */
  constructor(link, linked) {
    const views = (app) => ({
      play: new PlayView(app),
      analyse: new AnalyseView(app),
      review: new ReviewView(app),
      setup: new SetupView(app),
    });
    const kept = ["play", "analyse", "review", "setup"].includes(settings.view) ? settings.view : "play";
    super({ link, views, view: linked ? "analyse" : kept, game: linked ?? Game.restore() });
    if (linked) {
      this.views.play.forget();
      history.replaceState(null, "", "/");
    }
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => this.onFile(event));
    window.addEventListener("hashchange", () => {
      const game = Game.fromFragment(location.hash);
      if (!game) return;
      history.replaceState(null, "", "/");
      this.load(game, "analyse");
    });
  }

  moved() {
    this.game.save();
  }

  /** @param {boolean} isUp */
  linkChanged(isUp) {
    byId("offline").hidden = isUp;
    byId("offline").textContent = isUp
      ? ""
      : say("The server does not answer; trying again…", "服务器没有应答，正在重试……");
    if (isUp && this.wasDown) this.refresh();
    this.wasDown = !isUp;
  }

  /** A file that is dropped on the page is a game to review. @param {DragEvent} event */
  async onFile(event) {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    const content = await file.arrayBuffer();
    this.open("review");
    this.views.review.read(content);
  }
}

const link = new Link((isUp) => app.linkChanged(isUp));
const app = new ServerApp(link, Game.fromFragment(location.hash));
// For tests, and for the curious.
Object.assign(window, { chuhe: app });
