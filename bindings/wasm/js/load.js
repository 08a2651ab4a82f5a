// SPDX-License-Identifier: MIT OR Apache-2.0
// Loads a program, in browsers and in node.

import init from "./chuhe.js";

/** Returns the exports of the program at this address. */
export async function load(address) {
  if (address.protocol !== "file:") return init({ module_or_path: address });
  const { readFile } = await import(/* webpackIgnore: true */ "node:fs/promises");
  return init({ module_or_path: await readFile(address) });
}
