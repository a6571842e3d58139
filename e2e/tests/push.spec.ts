// What was pushed is shown, and leads to its page. The headless Chromium has neither a push service nor notifications: the message is handed to the
// worker as that of a push service is, and what the worker asks the browser to show and to open is kept. How the server makes and encrypts it:
// `server/src/notify/webPush.suite.ts`.
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
  registration: { showNotification(title: string, options: object): Promise<void> }
  location: Location
  dispatchEvent(event: Event): boolean
  asked: { shown: object[]; opened: string[] }
}

test.use({ ownContext: true })

test('a message that arrives is shown, and leads to its page', async ({ page, context, server, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/404')
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
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope
    scope.asked = { shown: [], opened: [] }
    scope.registration.showNotification = async (title, options) => void scope.asked.shown.push({ title, ...options })
    scope.clients.openWindow = async (url) => {
      scope.asked.opened.push(new URL(url, scope.location.href).pathname)
      return null
    }
  })
  const asked = () => worker.evaluate(() => (globalThis as unknown as WorkerScope).asked)

  await browser.send('ServiceWorker.deliverPushMessage', {
    origin: server.url,
    registrationId: await registrationId,
    data: JSON.stringify(message),
  })
  const { href, ...words } = message
  // The same moment again takes the place of the first: it has its tag.
  await expect.poll(async () => (await asked()).shown).toEqual([{ ...words, icon: '/icon.svg', data: { href } }])

  const closed = await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope
    let isClosed = false
    const press = new Event('notificationclick')
    const notification = { ...scope.asked.shown[0], close: () => (isClosed = true) }
    Object.assign(press, { notification, waitUntil: () => {} })
    scope.dispatchEvent(press)
    return isClosed
  })
  expect(closed).toBe(true)
  const { opened } = await asked()
  expect(opened).toEqual([href])
  await page.goto(opened[0]!)
  await expect(page).toHaveURL(/\/requests$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
