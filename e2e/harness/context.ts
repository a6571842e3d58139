// One browser context for the tests of a worker: its cache keeps the product's files and their compiled code, which a context
// of its own would fetch and compile anew for every test. Nothing else is left of the test before.
import type { Browser, BrowserContext, CDPSession } from '@playwright/test'

export type SharedContext = {
  context: BrowserContext
  /** Takes away what a test left: pages, cookies, what the site stored, the network switched off. */
  clean(origin: string): Promise<void>
}

export type SharedContexts = {
  /** The context of these options; made with the first test that wants it. */
  of(browser: Browser, options: object): Promise<SharedContext>
  /** Never used again: closed with its pages. */
  drop(shared: SharedContext): Promise<void>
}

/** The contexts of a worker, one for each set of options. */
export function sharedContexts(): SharedContexts {
  const made = new Map<string, SharedContext>()
  return {
    async of(browser, options) {
      const key = JSON.stringify(options)
      const shared = made.get(key) ?? (await share(browser))
      made.set(key, shared)
      return shared
    },
    async drop(shared) {
      for (const [key, value] of made) if (value === shared) made.delete(key)
      await shared.context.close()
    },
  }
}

async function share(browser: Browser): Promise<SharedContext> {
  const context = await browser.newContext()
  // A page that stays: what a site stored is cleared through it.
  const keeper = await context.newPage()
  const session: CDPSession = await context.newCDPSession(keeper)
  return {
    context,
    async clean(origin) {
      const left = context.pages().filter((page) => page !== keeper)
      await Promise.all(left.map((page) => page.close()))
      await context.setOffline(false)
      await context.clearCookies()
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' })
    },
  }
}
