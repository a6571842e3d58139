// Shows what was pushed to this browser, and opens the page that it leads to. It controls no page: its scope holds none.
self.addEventListener('push', (event) => {
  if (!event.data) return
  const { title, body, lang, dir, tag, href } = event.data.json()
  event.waitUntil(
    self.registration.showNotification(title, { body, lang, dir, tag, icon: '/icon.svg', data: { href } }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(self.clients.openWindow(event.notification.data.href))
})
