// The agents' sell screen on a phone: from the address to a field that takes the buyer's id, then to the buyer's nickname, and from the
// confirmation to the receipt, with an empty cache and the processor slowed down four times. `node bench/sell.ts [--runs=5]`
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../server/src/kit/database/database.ts'
import { listeningPage, openBrowser, throttle } from './lib/browser.ts'
import { fillAgents } from './lib/fill-agents.ts'
import { fillUsers } from './lib/fill-users.ts'
import { openDatabaseForBench } from './lib/place.ts'
import { startProduct } from './lib/process.ts'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } })
const runs = Number(values.runs)
const [slower, aim] = [4, 3_000]

const folder = mkdtempSync(join(tmpdir(), 'greenroom-bench-'))
const place = await openDatabaseForBench()
const database = openDatabase(place.url, { max: 2 })
const browser = await openBrowser()
try {
  await fillUsers(place.url, 1_000)
  const [seller] = await fillAgents(database, 1)
  const buyer = await database
    .selectFrom('users.app_user')
    .select(['id', 'nickname'])
    .where('state', '=', 'normal')
    .where('market_audit', '=', false)
    .where('registered_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const product = await startProduct(place.url, folder, [], { SIMULATE: 'off' })
  const took: Record<'field' | 'buyer' | 'receipt', number[]> = { field: [], buyer: [], receipt: [] }
  let bytes = 0
  for (let run = 0; run < runs; run++) {
    const { page, session, sum } = await listeningPage(browser, seller!.token, product.url)
    await page.setViewportSize({ width: 390, height: 844 })
    await throttle(session, slower)
    const timed = async (step: keyof typeof took, work: () => Promise<unknown>) => {
      const started = performance.now()
      await work()
      took[step].push(Math.round(performance.now() - started))
    }
    await timed('field', async () => {
      await page.goto(`${product.url}/RechargeAgent/sell?lang=en`, { waitUntil: 'commit' })
      await page.getByLabel('User ID').fill(String(buyer.id))
    })
    bytes = sum.script + sum.style
    await timed('buyer', () => page.getByText(buyer.nickname).first().waitFor())
    await page.getByLabel('Tokens', { exact: true }).fill('2000')
    await timed('receipt', async () => {
      await page.getByRole('button', { name: /^Sell 2,000/ }).click()
      await page.getByRole('button', { name: 'Next sale' }).waitFor()
    })
    await page.context().close()
  }
  console.log(
    `load ${loadavg()[0]!.toFixed(1)}; processor ${slower}× slower, 390 × 844, ${(bytes / 1_024).toFixed(0)} KB of code`,
  )
  for (const [step, all] of Object.entries(took)) {
    const sorted = all.toSorted((a, b) => a - b)
    const middle = sorted[Math.floor(sorted.length / 2)]!
    console.log(`${step}: median ${middle} ms, worst ${sorted.at(-1)} ms${middle > aim ? ' OVER' : ''}`)
  }
  await product.stop()
} finally {
  await browser.close()
  await database.destroy()
  await place.close()
  rmSync(folder, { recursive: true, force: true })
}
