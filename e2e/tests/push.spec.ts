// What was pushed is shown, and leads to its page. A Chromium without a window has no push service: the message is handed to the worker as that one's
// would be. How the server makes and encrypts it: `server/src/notify/webPush.suite.ts`.
import { expect, test } from '../harness/test.ts'

/** As the server sends it. */
const message = {
  title: 'Greenroom',
  body: 'تم رفض طلبك',
  lang: 'ar',
  dir: 'rtl',
  tag: 'requestDecided first',
  href: '/requests',
}

/** What of a worker's own scope this needs; the types of pages have none. */
type WorkerScope = {
  clients: { openWindow(url: string): Promise<null> }
  registration: ServiceWorkerRegistration
  location: Location
  dispatchEvent(event: Event): boolean
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event
}

test.use({ ownContext: true })

test('a message that arrives is shown once, and leads to its page', async ({ page, context, server, signedIn }) => {
  await signedIn('administrator')
  await context.grantPermissions(['notifications'], { origin: server.url })
  await page.goto('/docs')
  const browser = await context.newCDPSession(page)
  const registrationId = new Promise<string>((resolve) =>
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const one of registrations) if (one.scopeURL.endsWith('/push/')) resolve(one.registrationId)
    }),
  )
  await browser.send('ServiceWorker.enable')
  const [worker] = await Promise.all([
    context.waitForEvent('serviceworker'),
    page.evaluate(async () => {
      const { installing } = await navigator.serviceWorker.register('/push-worker.js', { scope: '/push/' })
      await new Promise<void>((resolve) =>
        installing?.addEventListener('statechange', () => installing.state === 'activated' && resolve()),
      )
    }),
  ])
  const arrives = async (data: object) =>
    browser.send('ServiceWorker.deliverPushMessage', {
      origin: server.url,
      registrationId: await registrationId,
      data: JSON.stringify(data),
    })
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/push/')
      const all = (await registration?.getNotifications()) ?? []
      return all.map(({ title, body, lang, dir, tag }) => ({ title, body, lang, dir, tag }))
    })
  await arrives(message)
  // The same moment again takes the place of the first.
  await arrives({ ...message, body: 'تم' })
  const { href, ...words } = message
  await expect.poll(shown).toEqual([{ ...words, body: 'تم' }])

  // A script may press it, but not open a window.
  const led = await worker.evaluate(async () => {
    const scope = globalThis as unknown as WorkerScope
    const opened: string[] = []
    scope.clients.openWindow = async (url) => {
      opened.push(new URL(url, scope.location.href).pathname)
      return null
    }
    const [notification] = await scope.registration.getNotifications()
    const press = new scope.NotificationEvent('notificationclick', { notification: notification! })
    Object.defineProperty(press, 'waitUntil', { value: () => {} })
    scope.dispatchEvent(press)
    return { opened, left: (await scope.registration.getNotifications()).length }
  })
  expect(led).toEqual({ opened: [href], left: 0 })
  await page.goto(led.opened[0]!)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
