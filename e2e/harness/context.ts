// One browser context for a worker's tests: its cache keeps the product's files and their compiled code, which a new
// context would fetch and compile for every test. Nothing else is left of the previous test. Its page is kept as well:
// opening one takes about as long as loading a screen.
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

type Options = { viewport: { width: number; height: number } | null | undefined } & Record<string, unknown>

export type SharedContext = {
  context: BrowserContext
  /** The page of the tests, empty. */
  page(): Promise<Page>
  /** Removes what a test left: other pages, the page's content and settings, cookies, site storage, offline mode. */
  clean(): Promise<void>
}

export type SharedContexts = {
  /** The context with these options, created with the first test that needs it. */
  of(browser: Browser, origin: string, options: Options): Promise<SharedContext>
  /** A context's page for a test: the kept one of a shared context, a new one of any other. */
  pageOf(context: BrowserContext): Promise<Page>
  /** Discards a context: closes it with its pages. */
  drop(shared: SharedContext): Promise<void>
}

/** A worker's contexts, one per set of options. */
export function sharedContexts(): SharedContexts {
  const made = new Map<string, SharedContext>()
  return {
    async of(browser, origin, options) {
      const key = JSON.stringify({ origin, options })
      const shared = made.get(key) ?? (await share(browser, origin, options))
      made.set(key, shared)
      return shared
    },
    pageOf: (context) => {
      const shared = [...made.values()].find((one) => one.context === context)
      return shared ? shared.page() : context.newPage()
    },
    async drop(shared) {
      for (const [key, value] of made) if (value === shared) made.delete(key)
      await shared.context.close()
    },
  }
}

async function share(browser: Browser, origin: string, { viewport }: Options): Promise<SharedContext> {
  const context = await browser.newContext()
  const picture = `${origin}/icon.svg`
  // A page that stays open: site storage is cleared through it. Its picture is of the product's site, so that the
  // renderer with the product's compiled code stays as well; otherwise each test starts and warms one.
  const keeper = await context.newPage()
  await keeper.goto(picture)
  const session: CDPSession = await context.newCDPSession(keeper)
  let kept: Page | undefined
  return {
    context,
    async page() {
      if (!kept || kept.isClosed()) kept = await context.newPage()
      return kept
    },
    async clean() {
      const left = context.pages().filter((page) => page !== keeper && page !== kept)
      await Promise.all(left.map((page) => page.close()))
      await context.setOffline(false)
      if (kept && !kept.isClosed()) {
        await empty(kept, picture)
        if (viewport) await kept.setViewportSize(viewport)
      }
      await context.clearCookies()
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' })
    },
  }
}

/** Leaves the page at a picture of the same site, as new: without routes, its own storage, and the pointer's position. */
async function empty(page: Page, picture: string): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(picture)
  await page.evaluate(() => sessionStorage.clear())
  await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: 'reduce' })
  await page.mouse.move(-1, -1)
}
