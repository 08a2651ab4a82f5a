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
  const find = async () => (await caches.open(NAME)).match(request, { ignoreSearch: true });
  event.respondWith(find().then((found) => found ?? fetch(request)));
});
