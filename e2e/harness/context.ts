// One browser context for a worker's tests: its cache keeps the product's files and their compiled code, which a new
// context would fetch and compile for every test. Nothing else is left of the previous test.
import type { Browser, BrowserContext, CDPSession } from '@playwright/test'

export type SharedContext = {
  context: BrowserContext
  /** Removes what a test left: pages, cookies, site storage, offline mode. */
  clean(origin: string): Promise<void>
}

export type SharedContexts = {
  /** The context with these options, created with the first test that needs it. */
  of(browser: Browser, options: object): Promise<SharedContext>
  /** Discards a context: closes it with its pages. */
  drop(shared: SharedContext): Promise<void>
}

/** A worker's contexts, one per set of options. */
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
  // A page that stays open: site storage is cleared through it.
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
