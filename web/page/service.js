// Caches the page's own files, so that it works without a network. FILES and VERSION are filled in when the page is assembled.
const VERSION = '@VERSION@';
const FILES = [/* @FILES@ */];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => {
  event.waitUntil(caches.keys().then((keys) => Promise.all(keys.filter((key) => key !== VERSION).map((key) => caches.delete(key))))
    .then(() => self.clients.claim()));
});
self.addEventListener('fetch', (event) => {
  if (new URL(event.request.url).origin !== self.location.origin) return;
  event.respondWith(caches.match(event.request, {ignoreSearch: true}).then((kept) => kept ?? fetch(event.request)));
});
