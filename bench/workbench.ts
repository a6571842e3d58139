// Desks at human speed: from a key press until the next item is painted, with its picture at the photo queue, measured in the page. `node
// bench/workbench.ts [--desk=photos|withdrawals] [--presses=150] [--pause=200]`
import { parseArgs } from 'node:util'
import type { Page } from '@playwright/test'
import setUp from '../e2e/harness/cluster.ts'
import { signIn } from '../e2e/harness/people.ts'
import { startServer } from '../e2e/harness/server.ts'
import { openSimulated, type Simulated } from '../e2e/harness/simulated.ts'
import { openQueue, pictureShown } from '../e2e/harness/workbench.ts'
import { newId } from '../server/src/kit/random.ts'
import { listeningPage, openBrowser } from './lib/browser.ts'

const { values } = parseArgs({
  options: {
    desk: { type: 'string', default: 'photos' },
    presses: { type: 'string', default: '150' },
    pause: { type: 'string', default: '200' },
  },
})
const isMoney = values.desk === 'withdrawals'
const [presses, pause] = [Number(values.presses), Number(values.pause)]

const close = await setUp()
const browser = await openBrowser()
try {
  const server = await startServer({ BRIDGE_ALLOW_PRIVATE: 'on' })
  const app = await openSimulated(server)
  if (isMoney) await askForMoney(app, presses + 10)
  else await app.submit('photo', presses + 50)
  const { token } = await signIn(server, 'administrator')
  const { page } = await listeningPage(browser, token, server.url)
  if (isMoney) {
    await page.goto(`${server.url}/finance/withdraw?order=waiting`)
    await page.locator('[aria-current="true"]').waitFor()
  } else {
    await openQueue(page, `${server.url}/audit/photo`)
    await page.keyboard.press('v')
    await pictureShown(page)
  }
  // While the first one is shown, the next ones load.
  await page.waitForTimeout(1_000)
  const figures = await measureNext(page)
  for (let pressed = 0; pressed < presses; pressed++) {
    await page.keyboard.press('p')
    await page.waitForTimeout(pause)
  }
  console.log(`presses: ${spread(await figures())}`)
  // The next withdrawal is shown before the decision is answered.
  if (isMoney) console.log(`its answers: ${spread(await answersOf(page, '/finance/withdraw/pass'))}`)
  await app.close()
  await server.stop()
} finally {
  await browser.close()
  await close()
}

function spread(milliseconds: readonly number[]): string {
  const sorted = milliseconds.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
  return `${sorted.length}, middle ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms`
}

/** How long the page waited for the answers of a call. */
function answersOf(page: Page, path: string): Promise<number[]> {
  return page.evaluate(
    (of) =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes(of))
        .map(({ duration }) => duration),
    path,
  )
}

/** Women who were given gifts and ask for ten dollars of them. */
async function askForMoney(app: Simulated, count: number): Promise<void> {
  const at = new Date()
  const event = (type: string, data: object) => ({ id: newId(at), type, at: at.toISOString(), data })
  const user = (userId: number, sex: string) =>
    event('user.registered', {
      userId,
      nickname: `Person ${userId}`,
      sex,
      country: 'BR',
      language: 'en',
      deviceId: `d${userId}`,
      platform: 'ios',
    })
  const [fan, tokens] = [7_700_000, 10_000]
  const women = Array.from({ length: count }, (_, place) => fan + 1 + place)
  const order = {
    orderId: 'bench',
    userId: fan,
    product: 'coins',
    tokens: count * tokens,
    promoTokens: 0,
    usdCents: 100,
  }
  await app.send([
    user(fan, 'man'),
    ...women.map((userId) => user(userId, 'woman')),
    event('recharge.created', { ...order, gateway: 'card' }),
    event('recharge.paid', { orderId: 'bench', gatewayReference: 'bench', feeUsdCents: 0 }),
  ] as never)
  await app.send(
    women.map((receiverId) => event('gift.sent', { giftId: 1, senderId: fan, receiverId, count: 1, tokens })) as never,
  )
  await app.send(
    women.map((userId) =>
      event('withdrawal.requested', {
        withdrawalId: `wd-${userId}`,
        userId,
        bonus: 1_000,
        account: { kind: 'bank', holder: 'A', bankName: 'First Bank', accountNumber: `62220000${userId}` },
      }),
    ) as never,
  )
}

/**
 * Measures in the page, for every press of p, the time until the next item's picture is painted: two frames after the
 * one in which it is decoded. Returns a reader of the figures, in milliseconds.
 */
async function measureNext(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate((isMoney) => {
    const figures: number[] = []
    Object.assign(window, { nextItemMs: figures })
    const shown = () => {
      const row = document.querySelector('nav [aria-current="true"], button[aria-current="true"]')
      if (isMoney) return { id: row?.textContent, there: row !== null }
      const item = document.querySelector('[data-review][data-focused], [data-review]:has(article)')
      const picture = item?.querySelector('img') as HTMLImageElement | null
      return { id: item?.getAttribute('data-review'), there: picture?.complete && picture.naturalWidth > 0 }
    }
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'p') return
        const before = shown().id
        performance.mark('audit:press', { startTime: event.timeStamp })
        const look = () => {
          const { id, there } = shown()
          if (id === before || !there) return void requestAnimationFrame(look)
          const channel = new MessageChannel()
          // After this frame was submitted for painting.
          channel.port1.onmessage = () => {
            performance.mark('audit:next')
            figures.push(performance.measure('audit:press to next', 'audit:press', 'audit:next').duration)
          }
          channel.port2.postMessage(undefined)
        }
        requestAnimationFrame(look)
      },
      { capture: true },
    )
  }, isMoney)
  return () => page.evaluate(() => (window as unknown as { nextItemMs: number[] }).nextItemMs)
}
