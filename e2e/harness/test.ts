// The tests' own `test`: a product server per worker, staff with sessions, and a check for browser complaints.
import { type BrowserContext, test as base, expect } from '@playwright/test'
import { type Complaints, listenForComplaints } from './complaints.ts'
import { type SharedContexts, sharedContexts } from './context.ts'
import { type Person, type Role, signIn } from './people.ts'
import { type Server, startServer } from './server.ts'

export { expect } from '@playwright/test'

type Fixtures = {
  complaints: Complaints
  /** Signs the browser in with a new account of that role. */
  signedIn: (role: Role) => Promise<Person>
  /** A private context: for changes that cannot be reverted, such as a stopped clock or a script of every document. */
  ownContext: boolean
}

/** Before another account signs in: a page that is open in the first one's name would leave for the log-in at its next request, at any moment. */
export async function leaveFor(context: BrowserContext, { url }: Pick<Server, 'url'>): Promise<void> {
  for (const page of context.pages()) if (page.url().startsWith(url)) await page.goto('about:blank')
}

export const test = base.extend<Fixtures, { server: Server; contexts: SharedContexts }>({
  server: [
    async (
      // oxlint-disable-next-line no-empty-pattern -- the runner reads from this pattern which fixtures are wanted
      {},
      use,
    ) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  contexts: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => use(sharedContexts()),
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  ownContext: [false, { option: true }],
  context: async (
    { browser, contexts, server, ownContext, viewport, locale, userAgent, hasTouch, isMobile },
    use,
    testInfo,
  ) => {
    if (ownContext) {
      const context = await browser.newContext()
      await use(context)
      // What a page still asks for would fail a test that has ended.
      await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
      await context.close()
      return
    }
    const shared = await contexts.of(browser, server.url, { viewport, locale, userAgent, hasTouch, isMobile })
    await use(shared.context)
    // A failure's screenshot is taken on closing.
    if (testInfo.status !== testInfo.expectedStatus) await contexts.drop(shared)
    else await shared.clean()
  },
  page: async ({ context, contexts }, use) => use(await contexts.pageOf(context)),
  complaints: [
    async ({ context, server }, use) => {
      const complaints = await listenForComplaints(context)
      server.takeErrors()
      await use(complaints)
      expect(complaints.left(), 'the browser complained').toEqual([])
      expect(server.takeErrors(), 'the server crashed on a call').toBe('')
    },
    { auto: true },
  ],
  signedIn: async ({ context, server }, use) =>
    use(async (role) => {
      await leaveFor(context, server)
      const person = await signIn(server, role)
      const cookies = { 'Admin-Token': person.token, 'File-Url': encodeURIComponent('/files/') }
      await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: server.url })))
      return person
    }),
})
