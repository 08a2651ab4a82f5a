// SPDX-License-Identifier: MIT OR Apache-2.0
// Loads a program that lies beside this file, in browsers and in node.

import init from "./chuhe.js";

/** Returns the exports of the program of this name. */
export async function load(name) {
  const address = new URL(name, import.meta.url);
  if (address.protocol !== "file:") return init({ module_or_path: address });
  const { readFile } = await import("node:fs/promises");
  return init({ module_or_path: await readFile(address) });
}
