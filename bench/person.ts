// The user page in a real browser over the ledger filled by `bench/flow.ts` (run that first): from navigation by a link
// until the header is painted, and until the first part has its rows. Another user every time; then one with many
// entries; then a full reload with cached files. `node bench/person.ts [--runs=30] [--users=1000000]`
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { listeningPage, openBrowser } from './lib/browser.ts'
import { logIn } from './lib/list.ts'
import { openPeople } from './lib/openPerson.ts'
import { openDatabaseForBench } from './lib/place.ts'
import { startProduct } from './lib/process.ts'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '30' }, users: { type: 'string', default: '1000000' } },
})
const runs = Number(values.runs)
/** As `bench/flow.ts` filled it. */
const [people, whale] = [Number(values.users), 7]
const someUser = (round: number) => 1 + ((Math.floor(people / 3) + round * 7_919) % people)

const folder = mkdtempSync(join(tmpdir(), 'greenroom-bench-'))
const database = await openDatabaseForBench()
const browser = await openBrowser()
try {
  const product = await startProduct(database.url, folder, [], { SIMULATE: 'off' })
  const token = await logIn(product.url)
  const { page } = await listeningPage(browser, token, product.url)
  const code = (id: number) => page.locator('article bdi', { hasText: new RegExp(`^${id}$`) }).first()
  await page.goto(`${product.url}/user/detail/1`)
  await code(1).waitFor({ timeout: 20_000 })
  await openPeople(page, [2])
  const opened = await openPeople(
    page,
    Array.from({ length: runs }, (_, round) => someUser(round)),
  )
  console.log(`header: ${spread(opened.map(({ head }) => head))}`)
  console.log(`with the wallet entries: ${spread(opened.map(({ complete }) => complete))}`)
  const [ofWhale] = await openPeople(page, [whale])
  console.log(`of one who has many: ${Math.round(ofWhale!.complete)} ms`)
  const loaded: number[] = []
  for (let round = 0; round < 10; round++) {
    const started = performance.now()
    await page.goto(`${product.url}/user/detail/${someUser(500 + round)}`, { waitUntil: 'commit' })
    await code(someUser(500 + round)).waitFor({ timeout: 20_000 })
    loaded.push(performance.now() - started)
  }
  console.log(`loaded anew, files cached: ${spread(loaded)}`)
  await product.stop()
} finally {
  await browser.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
}

function spread(of: number[]): string {
  const sorted = of.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))]!)
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, longest ${at(1)} ms of ${of.length}`
}
