// Keeps the one page that every screen lives in, so that it is there at once; docs/decisions/0094. Calls, files and what else
// lives at this address are not touched. What is no page of ours (a proxy's own sign-in) is not kept, and ends what was.
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
