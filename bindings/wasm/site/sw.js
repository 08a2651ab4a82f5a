// SPDX-License-Identifier: MIT OR Apache-2.0
// The service worker: it keeps the files of the site, so that no network is needed. A new version of the site is fetched
// as a whole beside the old one, and used when no page of the old one is open any more.

// `VERSION` and `FILES`, by the build.
importScripts("./files.js");

// As in `engine/turns.js`, one of the two programs is used.
const { Suspending, promising } = WebAssembly;
const PROGRAM = Suspending && promising ? "./engine/chuhe.wasm" : "./engine/chuhe_asyncify.wasm";

// Other sites may have the same origin.
const PREFIX = `chuhe ${registration.scope} `;
const NAME = PREFIX + VERSION;

addEventListener("install", (event) => {
  const fill = async () =>
    (await caches.open(NAME)).addAll([...FILES, PROGRAM].map((file) => new Request(file, { cache: "reload" })));
  event.waitUntil(fill());
});

addEventListener("activate", (event) => {
  const old = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  const take = async () => {
    await Promise.all((await old()).map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(take());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(registration.scope)) return;
  event.respondWith(answer(request));
});

/** The kept file; else that of the server, which is kept, as when a new browser uses the other program. */
async function answer(request) {
  const files = await caches.open(NAME);
  const isIndex = new URL(request.url).pathname.endsWith("/index.html");
  const kept = await files.match(isIndex ? "./" : request, { ignoreSearch: true });
  if (kept) return kept;
  const found = await fetch(request);
  if (found.ok) await files.put(request, found.clone()).catch(() => {});
  return found;
}
