// Keeps static files whose names carry a hash, and one page for when there is no network. Pages of the site are never
// kept: what they say is only true when the server says it.
const CACHE = "for-sale-{{ version }}";
const KEPT = [{% for path in kept %}"{{ path|escapejs }}"{% if not forloop.last %}, {% endif %}{% endfor %}];
const HASHED = /^\/static\/.+\.[0-9a-f]{12}\.[a-z0-9]+$/;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(KEPT)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match("{{ offline|escapejs }}")));
  else if (HASHED.test(url.pathname)) event.respondWith(kept(request));
  else if (KEPT.includes(url.pathname)) event.respondWith(fetch(request).catch(() => caches.match(request)));
});

async function kept(request) {
  const found = await caches.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}
