// Makes rows of what a simulated village leaves empty, before its database becomes the file of a release
// (`release-fixture.ts`): performs every changing call once on a stopped data directory, with the payloads of `server/test/writes.ts`.
//
//   node server/scripts/release-rows.ts /tmp/release
//
// A call that this database refuses is named and left; which tables stay empty, the next script says.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { declaredCalls } from '@greenroom/contract/allCalls'
import { importApply } from '@greenroom/contract/moving'
import { operationIdField, operationIdOf } from '@greenroom/contract/operationId'
import { openEmbedded } from '../src/kit/embedded/embedded.open.ts'
import { approved, sentImport, worked } from '../src/rooms/moving/moving.fixture.ts'
import { countFrom } from '../test/countFrom.ts'
import { sessionOf } from '../test/people.ts'
import { anOperationId, serverOn } from '../test/product.ts'
import { releases } from '../test/releaseFiles.ts'
import { multipart, type World } from '../test/world/base.ts'
import { worldSettings } from '../test/world/provider.ts'
import { writes } from '../test/writes.ts'

/**
 * Their payloads put orders, deposits, gifts or withdrawals into tables without what the ledger has of them, which the reconciliation would
 * name. The village has all of these by itself.
 */
const besideTheLedger = new Set([
  'booksClose',
  'chargebackDecide',
  'chargebackSettle',
  'deductionChargeback',
  'differenceClose',
  'differenceMatch',
  'differenceNote',
  'payoutBatchDrop',
  'payoutBatchResult',
  'payoutBatchSave',
  'payoutBatchSend',
  'rechargeRefund',
  'rechargeResend',
  'usdtInExplain',
  'usdtInMatch',
  'usdtInReject',
  'usdtInUnmatch',
  'withdrawalClaim',
  'withdrawalGiveBack',
  'withdrawalManual',
  'withdrawalPass',
  'withdrawalRefuse',
  'withdrawalRelease',
  'withdrawalReveal',
  'withdrawalUndo',
])

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('name the data directory')
const database = await openEmbedded({ dataDir: folder, database: 'greenroom', log: () => {} })
const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-rows-'))
const settings = { ...worldSettings, SEAL_KEYS: join(folder, 'seal.keys') }
const product = await serverOn({ url: database.url, dataDir, settings, as: 'owner' })
const world: World = { product, admin: product.as(await sessionOf(product, 'admin')) }

// The rows of the releases before have the numbers below.
countFrom(10_000 * releases.length)
let done = 0
for (const { call } of declaredCalls) {
  const line = call.operation === undefined ? undefined : writes[call.name]
  if (!line || besideTheLedger.has(call.name)) continue
  try {
    const payload = await line.payload(world)
    const form = line.file && multipart(payload as Record<string, string>, await line.file())
    const client = line.by ? await line.by(world) : world.admin
    const answer = await client.send(call, payload as never, {
      ...(form && { payload: form.payload, headers: form.headers }),
      ...(operationIdOf(call) && { query: { [operationIdField]: anOperationId() } }),
    })
    if (answer.code !== 200) throw new Error(JSON.stringify(answer))
    done++
  } catch (error) {
    console.log(`${call.name}: ${(error as Error).message.split('\n', 1)[0]}`)
  }
}
console.log(`${done} calls were performed.`)
// What is brought from an old console.
const users = [
  {
    kind: 'user',
    userId: 2_000_000_001,
    nickname: 'Brought',
    registeredAt: '2026-01-01T00:00:00Z',
    paidTokens: 10,
    firstPaidAt: '2026-01-02T00:00:00Z',
  },
  { kind: 'totals', of: 'user', count: 1, paidTokens: 10, promoTokens: 0, bonus: 0, debtTokens: 0 },
]
const brought = await sentImport(product, world.admin, {
  'users.ndjson': users.map((line) => `${JSON.stringify(line)}\n`).join(''),
})
const { approvalId } = await world.admin.call(importApply, {
  importId: brought.id,
  version: brought.version,
  reason: 'a release',
})
await approved(await product.second(), approvalId)
await worked(product)
// A round of each job: figures of the database, alarms, what is removed for its age.
await product.jobs.start()
await new Promise((resolve) => setTimeout(resolve, 45_000))
await product.close()
await database.stop()
rmSync(dataDir, { recursive: true, force: true })
