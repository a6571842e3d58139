// A server under a mixed load of money, to be killed (`moneyKill.ts`): recharges, gifts, withdrawals, chargebacks, weeks that are
// approved and paid. Prints what it sends (`sent`) and what was acknowledged (`done`), one id per line.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { weekPay } from '@greenroom/contract/payouts'
import { settlementApprove } from '@greenroom/contract/settlement'
import { sql } from 'kysely'
import { ensureAdministrator } from '../src/access/administrator.ts'
import { buildProduct } from '../src/app/index.ts'
import { readConfig } from '../src/config.ts'
import { inTransaction } from '../src/kit/database.ts'
import { newId } from '../src/kit/random.ts'
import { accountOf, aProof, finance } from '../src/rooms/guilds/payouts/payouts.fixture.ts'
import { aDraft, putInState, usersFrom } from '../src/rooms/guilds/settlement/settlement.fixture.ts'
import { weekAround, weekLater } from '../src/rooms/guilds/weeks/rules.ts'
import { connect, type Sent } from './bridge.ts'
import { adminPassword, clientsOf, type TestProduct } from './product.ts'

const [url = '', seed = '1', dataDir = mkdtempSync(join(tmpdir(), 'greenroom-money-'))] = process.argv.slice(2)
const built = await buildProduct(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }), url)
await ensureAdministrator(built.database, adminPassword)
built.health.ready = true
const product = { ...built, ...clientsOf(built), dataDir, databaseUrl: url } as unknown as TestProduct
// The server before this one had the same names.
for (const [table, column] of [
  ['bridge.client', 'name'],
  ['access.role', 'name'],
  ['access.staff', 'username'],
])
  await sql`
    update ${sql.table(table!)} set ${sql.ref(column!)} = ${sql.ref(column!)} || ${` of ${seed}`}
     where ${sql.ref(column!)} ~ '(app|person)[ 0-9]*$'`.execute(product.database)
usersFrom(20_000_000 + Number(seed) * 10_000)
const bridge = await connect(product)
const [approver, payer] = [await finance(product), await finance(product)]

/** A few users, so that they meet; each server that is started has its own. */
const users = 12
const first = 10_000_000 + Number(seed) * 1_000
const now = () => product.clock.now()
for (const answer of await bridge.send(
  Array.from({ length: users }, (_, index): Sent => {
    const userId = first + index
    const sex = index % 2 ? 'woman' : 'man'
    const deviceId = `device-${userId}`
    const data = { userId, nickname: `user ${userId}`, sex, country: 'PT', language: 'en', platform: 'ios', deviceId }
    return { type: 'user.registered', data } as Sent
  }),
))
  if (answer.status !== 'accepted') throw new Error(JSON.stringify(answer))

const tell = (what: string, ids: readonly string[]) => process.stdout.write(ids.map((id) => `${what} ${id}\n`).join(''))
let serial = 0
/** Deterministic, so that a seed repeats a load. */
let state = Number(seed) * 2_654_435_761
const some = (of: number) => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % of
const who = () => first + some(users)

/** A random money event of the app. */
function happening(): Sent[] {
  const choice = some(10)
  const orderId = `ord-${seed}-${++serial}`
  const tokens = 100 + some(900)
  if (choice < 4) {
    const userId = who()
    const made: Sent[] = [
      {
        type: 'recharge.created',
        data: {
          orderId,
          userId,
          product: 'coins',
          tokens,
          promoTokens: some(50),
          usdCents: tokens,
          gateway: 'card',
        } as never,
      },
      { type: 'recharge.paid', data: { orderId, gatewayReference: `g-${orderId}`, feeUsdCents: 15 } as never },
    ]
    if (choice === 0)
      made.push({ type: 'recharge.refunded', data: { orderId, kind: some(2) ? 'refund' : 'chargeback' } as never })
    return made
  }
  if (choice < 9) {
    const senderId = who()
    const receiverId = first + ((senderId - first + 1 + some(users - 1)) % users)
    return [{ type: 'gift.sent', data: { giftId: 1, senderId, receiverId, count: 1, tokens: 10 + some(200) } as never }]
  }
  const account = { kind: 'usdt.trc20', address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' }
  return [
    {
      type: 'withdrawal.requested',
      data: { withdrawalId: `wd-${orderId}`, userId: who(), bonus: 10 + some(40), account } as never,
    },
  ]
}

async function events(): Promise<never> {
  for (;;) {
    const batch = Array.from({ length: 12 }, happening)
      .flat()
      .map((event): Sent => ({ ...event, id: newId(now()), at: now() }))
    const ids = batch.map(({ id }) => id!)
    tell('sent', ids)
    const answers = await bridge.send(batch)
    // One that was rejected left nothing.
    tell(
      'done',
      answers.flatMap((answer, index) => (answer.status === 'rejected' ? [] : ids[index]!)),
    )
  }
}

/** A week is approved by one and paid by another. */
async function weeks(): Promise<never> {
  const week = weekLater(weekAround(now(), 'UTC').week, -1)
  for (;;) {
    const { settlementId, guild } = await aDraft(product, { week, anchors: [{ bonus: 1_000 + some(4_000) }] })
    // At once: an account without its details would stop the next start.
    await inTransaction(product.database, (tx) => accountOf({ ...product, database: tx }, guild.id))
    await putInState(product.database, settlementId, 'confirmed')
    const name = `settlement-${settlementId}`
    tell('sent', [name])
    await approver.client.call(settlementApprove, { ids: [settlementId] })
    tell('done', [name])
    await payer.client.call(weekPay, {
      ids: [settlementId],
      reference: `FT-${settlementId}`,
      proofFileId: await aProof(product),
    } as never)
  }
}

console.log('ready')
await Promise.all([events(), events(), weeks()])
