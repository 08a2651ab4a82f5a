// SPDX-License-Identifier: MIT OR Apache-2.0
// The search and the messages of the worker take turns on one thread. Where the browser can put a call of
// WebAssembly aside (JSPI), it does. Elsewhere a program that binaryen has transformed ("asyncify") saves its own
// stack in memory, returns, and is called again; that one is larger and slower.

const { Suspending, promising } = WebAssembly;

/** Whether the browser can put a call of WebAssembly aside. */
export const hasSuspending = Boolean(Suspending && promising);

const STATE = { normal: 0, unwinding: 1, rewinding: 2 };
/** Bytes for the saved stack: a tenth is used by the deepest searches. */
const STACK_SIZE = 1 << 20;

let resume = () => {};

/** Calls `resume` when the messages that have come are handled. */
let afterMessages = globalThis.setImmediate && (() => setImmediate(resume));
if (!afterMessages) {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => resume();
  afterMessages = () => channel.port2.postMessage(0);
}

let exports;
let stack;
let paused;
let isRunning = false;
let isWanted = false;
let done;
let onLine = () => {};

/** Takes the exports of the instance, and the function that gets the lines of the session. */
export function connect(instance, listener) {
  exports = instance;
  onLine = listener;
  if (!exports.asyncify_start_unwind) return;
  stack = exports.reserve(STACK_SIZE);
  new Int32Array(exports.memory.buffer, stack, 2).set([stack + 8, stack + STACK_SIZE]);
}

/** Gives a line of the session to the worker. */
export function post(line) {
  onLine(line);
}

/** Resolves after the messages that have come, after a time, or with the next message. */
function turn(milliseconds) {
  return new Promise((resolve) => {
    resume = resolve;
    if (milliseconds === 0) afterMessages();
    else if (milliseconds < Infinity) setTimeout(resolve, milliseconds);
  });
}

function save(milliseconds) {
  if (exports.asyncify_get_state() === STATE.rewinding) {
    exports.asyncify_stop_rewind();
  } else {
    paused = turn(milliseconds);
    exports.asyncify_start_unwind(stack);
  }
}

/** Puts the running call aside. */
export const pause = hasSuspending ? new Suspending(turn) : save;

async function runOnce() {
  if (hasSuspending) return promising(exports.run)();
  exports.run();
  while (exports.asyncify_get_state() === STATE.unwinding) {
    exports.asyncify_stop_unwind();
    await paused;
    exports.asyncify_start_rewind(stack);
    exports.run();
  }
}

async function work() {
  isRunning = true;
  try {
    do {
      isWanted = false;
      await runOnce();
    } while (isWanted);
  } finally {
    isRunning = false;
  }
}

/** The page hears of a failure, which is a bug or a lack of memory, by an event of the worker. */
function report(error) {
  setTimeout(() => {
    throw error;
  });
}

/** Does all that is to do, after each message. Resolves when nothing is left, also if it was running already. */
export function run() {
  resume();
  isWanted = true;
  if (!isRunning) done = work().catch(report);
  return done;
}
