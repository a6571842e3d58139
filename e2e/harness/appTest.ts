// The `test` for screens that depend on app events: a server that accepts an app on this machine, and that app. Each
// call creates its own fixtures, so that files share no server: pending work of one would show in another.
import { type App, connectApp } from './app.ts'
import { startServer } from './server.ts'
import { openSimulated, type Simulated } from './simulated.ts'
import { test as base } from './test.ts'

const beside = () =>
  base.extend({
    server: [
      // oxlint-disable-next-line no-empty-pattern -- the runner reads from this pattern which fixtures are wanted
      async ({}, use) => {
        const server = await startServer({ BRIDGE_ALLOW_PRIVATE: 'on' })
        await use(server)
        await server.stop()
      },
      { scope: 'worker', timeout: 120_000 },
    ],
  })

/** With an app that a test plays by hand. */
export const appTest = () =>
  beside().extend<{}, { app: App }>({
    app: [
      async ({ server }, use) => {
        const app = await connectApp(server)
        await use(app)
        await app.stop()
      },
      { scope: 'worker' },
    ],
  })

/** One server and app for files that leave no pending work: a start for each would take longer than their tests. */
export const sharedAppTest = appTest()

/** With the simulated app's users and content. */
export const simulatedTest = () =>
  beside().extend<{}, { app: Simulated }>({
    app: [
      async ({ server }, use) => {
        const app = await openSimulated(server)
        await use(app)
        await app.close()
      },
      { scope: 'worker' },
    ],
  })
