// SPDX-License-Identifier: MIT OR Apache-2.0
// Loads the program, in browsers and in node.

import init from "./chuhe.js";
import { hasSuspending } from "./turns.js";

const program = hasSuspending
  ? new URL("./chuhe.wasm", import.meta.url)
  : new URL("./chuhe_asyncify.wasm", import.meta.url);

/** Returns the exports of the program. */
export async function load() {
  if (program.protocol !== "file:") return init({ module_or_path: program });
  const { readFile } = await import(/* webpackIgnore: true */ "node:fs/promises");
  return init({ module_or_path: await readFile(program) });
}
