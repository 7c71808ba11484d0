// Keeps the one page that every screen lives in, so that it is there at once; docs/decisions/0094. Calls and files of the
// program are not touched: those the browser keeps by itself.
const keep = async () => (await caches.open('page')).add(new Request('/', { cache: 'no-cache' }))
self.addEventListener('install', (event) => event.waitUntil(keep().then(() => self.skipWaiting())))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate' || /^\/(api|assets)\/|\.\w+$/.test(new URL(event.request.url).pathname)) return
  event.respondWith(caches.match('/').then((page) => page ?? fetch(event.request)))
  event.waitUntil(keep().catch(() => {}))
})
