// Browser errors and warnings, which fail the test that provoked them.
import type { BrowserContext } from '@playwright/test'

export type Complaints = {
  /** Expected ones: whatever matches fails nothing. */
  allow(...expected: RegExp[]): void
  left(): string[]
}

/** Aborted by a page that navigates away; the user sees nothing (spec section 8). */
const cancelled = /net::ERR_ABORTED/

/** Complaints of each context since the last test began: a context may serve many tests. */
const ears = new WeakMap<BrowserContext, string[]>()

/** Starts collecting a context's complaints. */
export async function listenForComplaints(context: BrowserContext): Promise<Complaints> {
  const heard = ears.get(context) ?? (await listen(context))
  heard.length = 0
  const allowed: RegExp[] = []
  return {
    allow: (...expected) => void allowed.push(...expected),
    left: () => heard.filter((complaint) => !allowed.some((pattern) => pattern.test(complaint))),
  }
}

async function listen(context: BrowserContext): Promise<string[]> {
  const heard: string[] = []
  ears.set(context, heard)
  await context.exposeBinding('complainAboutPolicy', (_source, what: string) => void heard.push(what))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const page = globalThis as unknown as { complainAboutPolicy(what: string): void }
      page.complainAboutPolicy(`content policy ${event.violatedDirective} blocks ${event.blockedURI} ${event.sample}`)
    })
  })
  context.on('page', (page) => page.on('crash', () => heard.push('the page crashed')))
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
  return heard
}
