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
const collected = new WeakMap<BrowserContext, string[]>()

/** Starts collecting a context's complaints. */
export async function listenForComplaints(context: BrowserContext): Promise<Complaints> {
  const complaints = collected.get(context) ?? (await listen(context))
  complaints.length = 0
  const allowed: RegExp[] = []
  return {
    allow: (...expected) => void allowed.push(...expected),
    left: () => complaints.filter((complaint) => !allowed.some((pattern) => pattern.test(complaint))),
  }
}

async function listen(context: BrowserContext): Promise<string[]> {
  const complaints: string[] = []
  collected.set(context, complaints)
  await context.exposeBinding('complainAboutPolicy', (_source, what: string) => void complaints.push(what))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const page = globalThis as unknown as { complainAboutPolicy(what: string): void }
      page.complainAboutPolicy(`content policy ${event.violatedDirective} blocks ${event.blockedURI} ${event.sample}`)
    })
  })
  context.on('page', (page) => page.on('crash', () => complaints.push('the page crashed')))
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    complaints.push(`console ${message.type()}: ${message.text()} (${message.location().url})`)
  })
  // A module that cannot be fetched has a message, but no stack.
  context.on('weberror', (error) => complaints.push(`page error: ${error.error().stack || error.error().message}`))
  context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? ''
    if (!cancelled.test(why)) complaints.push(`request failed: ${request.method()} ${request.url()} ${why}`)
  })
  context.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`HTTP ${response.status()}: ${response.url()}`)
  })
  return complaints
}
