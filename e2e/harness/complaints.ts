// Everything a browser complains about, which fails the test that provoked it.
import type { BrowserContext, Page } from '@playwright/test'

export type Complaints = {
  /** Provoked on purpose: what matches fails nothing. */
  allow(...expected: RegExp[]): void
  left(): string[]
  watch(context: BrowserContext): Promise<void>
}

/** Given up by a page that goes elsewhere; nobody is told (spec section 8). */
const cancelled = /net::ERR_ABORTED/

export function listenForComplaints(): Complaints {
  const heard: string[] = []
  const allowed: RegExp[] = []
  const watchPage = (page: Page) => {
    page.on('crash', () => heard.push('the page crashed'))
  }
  return {
    allow: (...expected) => void allowed.push(...expected),
    left: () => heard.filter((complaint) => !allowed.some((pattern) => pattern.test(complaint))),
    async watch(context) {
      await context.exposeBinding('complainAboutPolicy', (_source, what: string) => void heard.push(what))
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          const told = globalThis as unknown as { complainAboutPolicy(what: string): void }
          told.complainAboutPolicy(
            `content policy ${event.violatedDirective} stops ${event.blockedURI} ${event.sample}`,
          )
        })
      })
      context.on('page', watchPage)
      context.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return
        heard.push(`console ${message.type()}: ${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (error) => heard.push(`page error: ${error.error().stack ?? error.error().message}`))
      context.on('requestfailed', (request) => {
        const why = request.failure()?.errorText ?? ''
        if (!cancelled.test(why)) heard.push(`request failed: ${request.method()} ${request.url()} ${why}`)
      })
      context.on('response', (response) => {
        if (response.status() >= 400) heard.push(`HTTP ${response.status()}: ${response.url()}`)
      })
    },
  }
}
