// A real Chromium, and page metrics from its DevTools protocol.
import { existsSync } from 'node:fs'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'

/** The build without windows first, as in the browser tests. */
const builds = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? builds.find(existsSync) ?? builds[0]!,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'],
  })

/** Bytes of compressed bodies and their headers. */
export type Transferred = { script: number; style: number; headers: number; files: number }

/** A fresh page with an empty cache, and its requests from now on. */
export async function listeningPage(browser: Browser, token: string | undefined, url: string) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
  if (token) await context.addCookies([{ name: 'Admin-Token', value: token, url }])
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const answers = new Map<string, { kind: string; headers: number }>()
  const sum: Transferred = { script: 0, style: 0, headers: 0, files: 0 }
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    // Prefetched files have the type `Other`; their names show what they are.
    const path = new URL(response.url).pathname
    const kind = path.endsWith('.js') ? 'Script' : path.endsWith('.css') ? 'Stylesheet' : type
    answers.set(requestId, { kind, headers: response.encodedDataLength })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answer = answers.get(requestId)
    const body = encodedDataLength - (answer?.headers ?? 0)
    if (answer?.kind === 'Script') sum.script += body
    else if (answer?.kind === 'Stylesheet') sum.style += body
    else return
    sum.headers += answer.headers
    sum.files += 1
  })
  return { page, session, sum }
}

export async function throttle(session: CDPSession, rate: number): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

export const rowsShown = (page: Page) => page.locator('[role=grid] [role=rowgroup] [role=row] [role=gridcell]').first()
