// SPDX-License-Identifier: MIT OR Apache-2.0
// Positions, verdicts, game files and searches, on the cases of the repository.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { Engine, Position, Record, readRecords } from "../../../target/npm/chuhe/index.js";
import { sleep } from "./support.js";

const read = (path) => readFileSync(new URL(`../../../${path}`, import.meta.url));
const lines = (path) => read(path).toString().trim().split("\n");

test("perft counts are those of the suite", () => {
  let checked = 0;
  for (const line of lines("positions/perft/suite.epd")) {
    const [fen, ...counts] = line.split(" ;");
    for (const [, depth, count] of counts.map((text) => /^D(\d) (\d+)/.exec(text))) {
      if (Number(count) > 100_000) continue;
      assert.equal(new Position(fen).perft(Number(depth)), Number(count), line);
      checked++;
    }
  }
  assert.ok(checked > 30);
  assert.equal(new Position().perft(0), 1);
  assert.throws(() => new Position().perft(101), /^Error: the depth is 0 to 100, not 101$/);
});

test("repetitions are judged as agreed", () => {
  const verdicts = { none: "ongoing", draw: "draw", red_loses: "black wins", black_loses: "red wins" };
  let judged = 0;
  for (const line of lines("positions/rules/repetition.jsonl")) {
    const { fen, moves, ruleset, verdict } = JSON.parse(line);
    const position = new Position(fen);
    for (const move of moves) position.play(move);
    for (const rules of ruleset === "both" ? ["asian", "computer"] : [ruleset]) {
      const found = position.judge(rules);
      assert.equal(found.verdict, verdicts[verdict], line);
      assert.ok(found.reason && position.judge(rules, "zh").reason !== found.reason);
      judged++;
    }
  }
  assert.ok(judged >= 390, `${judged}`);
});

test("a move is read and written in all notations, and an impossible one is refused", () => {
  const position = new Position();
  const forms = {
    iccs: "h2e2",
    wxf: "C2.5",
    chinese: "炮二平五",
    "chinese-traditional": "炮二平五",
    vietnamese: "P2-5",
  };
  for (const [notation, form] of Object.entries(forms)) {
    assert.equal(position.write("h2e2", notation), form);
    assert.equal(position.read(form), "h2e2");
  }
  assert.throws(() => position.play("h2h9x"), Error);
  assert.throws(() => position.play("a0a5"), Error);
  assert.throws(() => position.write("h2e2", "klingon"), Error);
  assert.throws(() => new Position("nonsense"), Error);
  assert.equal(position.doubts, undefined);
  assert.equal(new Position("3k5/9/9/9/9/9/9/9/4P4/4K4").doubts, "P on e1 cannot have come there");
  assert.throws(() => position.judge("nonsense"), Error);
  assert.equal(position.legalMoves.length, 44);
  assert.equal(position.play("炮二平五"), "h2e2");
  assert.deepEqual([position.turn, position.inCheck, position.moves], ["black", false, ["h2e2"]]);
  assert.deepEqual([position.undo(), position.undo(), position.turn], ["h2e2", undefined, "red"]);
});

test("game files are read and written", () => {
  const [game] = readRecords(read("docs/game.pgn"));
  assert.ok(game.moves.length > 10 && game.tag("Red") !== undefined);
  for (const file of [game.toPgn("chinese"), game.toDhtmlXq()]) {
    assert.deepEqual(readRecords(new TextEncoder().encode(file))[0].moves, game.moves);
  }
  assert.deepEqual(readRecords(game.toXqf())[0].moves, game.moves);
  const position = new Position();
  position.play("h2e2");
  const record = new Record(position);
  record.setTag("Red", "胡荣华");
  record.result = "1-0";
  assert.throws(() => (record.result = "won"), Error);
  assert.match(record.toPgn("wxf"), /\[Red "胡荣华"\][^]*1-0[^]*C2\.5/);
  assert.throws(() => readRecords(new TextEncoder().encode('[Red "a"]\n\n1. a0a9 *\n')), Error);
});

test("texts in Chinese encodings are read and written", () => {
  const pgn = (player) => [...Buffer.from('[Red "'), ...player, ...Buffer.from('"]\n\n1. h2e2 *\n')];
  const players = [
    [0xba, 0xfa, 0xc8, 0xd9, 0xbb, 0xaa], // GBK
    [0xad, 0x4a, 0xba, 0x61, 0xb5, 0xd8], // Big5
  ];
  const read = (bytes) => readRecords(Uint8Array.from(pgn(bytes)))[0].tag("Red");
  assert.deepEqual(players.map(read), ["胡荣华", "胡榮華"]);
  const position = new Position();
  position.play("h2e2");
  const record = new Record(position);
  record.setTag("Red", "胡荣华　十连霸♜");
  assert.equal(readRecords(record.toXqf())[0].tag("Red"), "胡荣华　十连霸?");
});

test("an engine reports, stops, plays a level and uses a book given as bytes", async () => {
  const engine = await Engine.start();
  const reports = [];
  const answer = await engine.search({ moves: ["h2e2"], depth: 8 }, (report) => reports.push(report));
  assert.ok(new Position(new Position().fen) && answer.lines[0].depth === 8 && "cp" in answer.lines[0].score);
  assert.equal(answer.lines[0].moves[0], answer.move);
  assert.deepEqual(reports.map((report) => report.depth).slice(0, 3), [1, 2, 3]);
  await engine.setOption("MultiPV", 3);
  assert.equal((await engine.search({ depth: 6 })).lines.length, 3);
  await engine.setOption("MultiPV", 1);
  const search = engine.search();
  await sleep(100);
  engine.stop();
  assert.match((await search).move, /^[a-i]\d[a-i]\d$/);
  const mate = await engine.search({ fen: "3k5/9/9/9/9/9/9/9/4R4/4K4 w", mate: 1 });
  assert.deepEqual([mate.move, mate.lines[0].score], ["e1d1", { mate: 1 }]);
  await engine.setOption("Skill Level", 3);
  assert.match((await engine.search({ milliseconds: 100 })).move, /^[a-i]\d[a-i]\d$/);
  await engine.setOption("Skill Level", 20);
  await engine.setOption("BookFile", "chuhe.book");
  engine.addFile("chuhe.book", Uint8Array.from(read("book/chuhe.book")).buffer);
  await engine.setOption("BookFile", "chuhe.book");
  await engine.setOption("OwnBook", true);
  assert.ok((await engine.search({ depth: 20 })).lines[0].nodes < 100, "the book answers");
  await engine.newGame();
  engine.terminate();
});

test("a stop meets the searches asked for so far", async () => {
  const engine = await Engine.start();
  const isMove = ({ move }) => assert.match(move, /^[a-i]\d[a-i]\d$/);
  const search = engine.search();
  engine.stop();
  isMove(await search);
  const requests = [engine.newGame(), engine.search(), engine.search()];
  engine.stop();
  (await Promise.all(requests)).slice(1).forEach(isMove);
  const running = engine.search({}, () => engine.stop());
  (await Promise.all([running, engine.search()])).forEach(isMove);
  assert.equal((await engine.search({ depth: 5 })).lines[0].depth, 5, "a later search is not stopped");
  engine.terminate();
});

test("an engine refuses what it cannot read, and goes on", async () => {
  const engine = await Engine.start();
  await assert.rejects(engine.search({ fen: "nonsense", depth: 1 }), /^Error: 1 rank instead of ten$/);
  await assert.rejects(engine.search({ moves: ["h2e2", "a0a1"], depth: 1 }), /^Error: .*'a0a1' is illegal/);
  await assert.rejects(engine.search({ searchMoves: ["a0a9"], depth: 1 }), /^Error: .*'a0a9'/);
  await assert.rejects(engine.setOption("Klingon", 3), /^Error: unknown option Klingon$/);
  await assert.rejects(engine.setOption("Skill Level", 99), /^Error: Skill Level: not from 0 to 20; set to 20$/);
  await assert.rejects(engine.setOption("EvalFile", "no.net"), /^Error: EvalFile rejected: /);
  const { move } = await engine.search({ moves: ["炮二平五"], searchMoves: ["马8进7"], depth: 1 });
  assert.equal(move, "h9g7");
  engine.terminate();
});

// By `chuhe tables build KPvK`.
test("endgame tables are given as bytes", async () => {
  const engine = await Engine.start();
  for (const name of ["KPvK.wdl", "KPvK.dtm", "KvK.wdl", "KvK.dtm"]) {
    engine.addFile(`tables/${name}`, read(`bindings/wasm/tests/tables/${name}`));
  }
  await engine.setOption("TablePath", "tables");
  const { lines } = await engine.search({ fen: "4k4/9/9/4P4/9/9/9/9/9/3K5 w", depth: 6 });
  assert.ok(lines[0].endgameHits > 0 && lines[0].nodes === 0);
  engine.terminate();
});

test("requests to an engine that is terminated are rejected", async () => {
  for (let i = 0; i < 5; i++) {
    const engine = await Engine.start();
    const requests = [engine.search(), engine.newGame()].map((request) =>
      assert.rejects(request, /^Error: the engine was terminated$/),
    );
    await sleep(i * 7);
    engine.terminate();
    await Promise.all(requests);
    await assert.rejects(engine.search({ depth: 1 }), /terminated/);
  }
});

test("an engine that fails, or cannot be loaded, says so", async () => {
  const folder = mkdtempSync(join(tmpdir(), "chuhe-"));
  cpSync(new URL("../../../target/npm/chuhe/", import.meta.url), folder, { recursive: true });
  const { Engine } = await import(pathToFileURL(join(folder, "index.js")));
  rmSync(join(folder, "turns.js"));
  await assert.rejects(Engine.start(), /^Error: the engine has failed: .*turns\.js/);
  rmSync(join(folder, "worker.js"));
  await assert.rejects(Engine.start(), /^Error: the engine has failed: .*worker\.js/);
  const worker = `import { parentPort } from "node:worker_threads";
    parentPort.on("message", (line) => (line === "uci" ? parentPort.postMessage("uciok") : process.exit(3)));`;
  writeFileSync(join(folder, "worker.js"), worker);
  const engine = await Engine.start();
  await assert.rejects(engine.search(), /^Error: the engine has failed: exit code 3$/);
  rmSync(folder, { recursive: true });
});
