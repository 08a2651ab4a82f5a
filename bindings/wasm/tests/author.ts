// SPDX-License-Identifier: MIT OR Apache-2.0
// The types accept what the guide shows, and nothing else. It is compiled, not run.

import { Engine, Position, Record, readRecords } from "chuhe";
import type { Answer, Notation, Report, Verdict } from "chuhe";

export async function study(file: Uint8Array, notation: Notation): Promise<string | undefined> {
  const [game]: Record[] = readRecords(file);
  if (!game) return undefined;
  const position = new Position(game.start);
  for (const move of game.moves) position.play(move);
  const verdict: Verdict = position.judge("chinese-2011", "zh");
  if (position.judge().verdict === position.judge("computer").verdict) console.log(verdict.explanation);
  const engine = await Engine.start();
  await engine.setOption("MultiPV", 3);
  const answer: Answer = await engine.search({ fen: game.start, moves: game.moves, depth: 12 }, (report: Report) =>
    console.log(report.depth, "cp" in report.score ? report.score.cp : report.score.mate),
  );
  engine.terminate();
  // @ts-expect-error There is no such notation.
  position.write("h2e2", "klingon");
  // @ts-expect-error Engines are started.
  new Engine();
  return answer.move && `${position.write(answer.move, notation)} ${verdict.reason}`;
}
