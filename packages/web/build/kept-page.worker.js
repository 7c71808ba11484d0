// Caches the one page that contains every screen, so that it opens at once; docs/decisions/0094. Calls, files and anything
// else at this address are left alone. An answer that is not our page (a proxy's sign-in) removes the cached one.
const SCREENS = new Set([])
async function keep() {
  const [answer, kept] = await Promise.all([fetch('/', { cache: 'no-cache', redirect: 'manual' }), caches.open('page')])
  if (answer.status >= 500) return
  const isOurs = answer.ok && (await answer.clone().text()).includes('<meta name="build"')
  await (isOurs ? kept.put('/', answer) : kept.delete('/'))
}
self.addEventListener('install', (event) => event.waitUntil(keep().then(() => self.skipWaiting())))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate' || !SCREENS.has(new URL(event.request.url).pathname.split('/')[1])) return
  event.respondWith(caches.match('/').then((page) => page ?? fetch(event.request)))
  event.waitUntil(keep().catch(() => {}))
})
