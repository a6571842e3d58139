// Leaders and agents have the portal as an app on their phones. Without a network its pages say so, in the reader's language, and open by themselves
// later. That page is all it keeps: no page of the app, none of its scripts and no answer of the server, so nothing old can meet a newer server.
const name = 'portal-offline-1'
const parts = ['/offline.html', '/offline.js', '/offline.css']
/** What is no page of the app (`notScreens` of the server), and files. */
const others =
  /^\/(cms|files|app|api|docs|j|l|metrics|r|status|healthz|readyz|push|assets)(\/|$)|\.[a-z][a-z0-9]{0,9}$/i

self.addEventListener('install', (event) => {
  const fresh = parts.map((part) => new Request(part, { cache: 'reload' }))
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(fresh)))
  self.skipWaiting()
})

// No navigation preload: the browser would ask twice for what is left to it, and a link that was opened once would count two.
self.addEventListener('activate', (event) => {
  const forget = (all) => Promise.all(all.filter((one) => one !== name).map((one) => caches.delete(one)))
  event.waitUntil(Promise.all([caches.keys().then(forget), self.clients.claim()]))
})

const kept = async (part) => (await caches.match(part, { cacheName: name })) ?? Response.error()

/** From the server, whatever it answers; without an answer, the page that waits for one. */
async function page(event) {
  try {
    return await fetch(event.request)
  } catch {
    return kept('/offline.html')
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (parts.includes(pathname)) event.respondWith(fetch(request).catch(() => kept(pathname)))
  else if (request.mode === 'navigate' && !others.test(pathname)) event.respondWith(page(event))
})
