// SPDX-License-Identifier: MIT OR Apache-2.0
// The kernels of the network for simd128 compute what the plain loops do.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

test("the kernels for simd128 agree with the plain loops", async () => {
  const program = new URL("../../../target/wasm/wasm32-unknown-unknown/wasm/examples/kernels.wasm", import.meta.url);
  const module = await WebAssembly.compile(readFileSync(program));
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => {};
  const { exports } = await WebAssembly.instantiate(module, imports);
  assert.equal(exports.compare(), 2);
});
