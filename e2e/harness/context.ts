// One browser context for a worker's tests: its cache keeps the product's files and their compiled code, which a new
// context would fetch and compile for every test. Nothing else is left of the previous test.
import type { Browser, BrowserContext, CDPSession } from '@playwright/test'

export type SharedContext = {
  context: BrowserContext
  /** Removes what a test left: pages, cookies, site storage, offline mode. */
  clean(): Promise<void>
}

export type SharedContexts = {
  /** The context with these options, created with the first test that needs it. */
  of(browser: Browser, origin: string, options: object): Promise<SharedContext>
  /** Discards a context: closes it with its pages. */
  drop(shared: SharedContext): Promise<void>
}

/** A worker's contexts, one per set of options. */
export function sharedContexts(): SharedContexts {
  const made = new Map<string, SharedContext>()
  return {
    async of(browser, origin, options) {
      const key = JSON.stringify({ origin, options })
      const shared = made.get(key) ?? (await share(browser, origin))
      made.set(key, shared)
      return shared
    },
    async drop(shared) {
      for (const [key, value] of made) if (value === shared) made.delete(key)
      await shared.context.close()
    },
  }
}

async function share(browser: Browser, origin: string): Promise<SharedContext> {
  const context = await browser.newContext()
  // A page that stays open: site storage is cleared through it. Its picture is of the product's site, so that the
  // renderer with the product's compiled code stays as well; otherwise each test starts and warms one.
  const keeper = await context.newPage()
  await keeper.goto(`${origin}/icon.svg`)
  const session: CDPSession = await context.newCDPSession(keeper)
  return {
    context,
    async clean() {
      const left = context.pages().filter((page) => page !== keeper)
      await Promise.all(left.map((page) => page.close()))
      await context.setOffline(false)
      await context.clearCookies()
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' })
    },
  }
}
