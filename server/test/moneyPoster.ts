// A server under a mixed load of money, which will be killed (`moneyKill.ts`): events of the app (recharges, refunds, chargebacks, gifts,
// withdrawals), weeks that are approved and paid, and all that `moneyPaths.ts` does. Prints each acknowledgement (`done`) with its id, one
// per line.
import { createHash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { weekPay } from '@greenroom/contract/payouts'
import { settlementApprove } from '@greenroom/contract/settlement'
import { sql } from 'kysely'
import { ensureAdministrator } from '../src/access/administrator.ts'
import { buildProduct } from '../src/app/index.ts'
import { readConfig } from '../src/config.ts'
import { inTransaction } from '../src/kit/database/database.ts'
import { newId } from '../src/kit/random.ts'
import { shownAddress } from '../src/rooms/chain/address/chainAddress.codec.ts'
import { anvilAt } from '../src/rooms/chain/anvil.fixture.ts'
import { accountOf, aProof, finance } from '../src/rooms/guilds/payouts/guildPayouts.fixture.ts'
import { aDraft, putInState, usersFrom } from '../src/rooms/guilds/settlement/settlement.fixture.ts'
import { weekAround, weekLater } from '../src/rooms/guilds/weeks/weeks.rules.ts'
import { connect, type Sent } from './bridge.ts'
import { watchAlarms } from './moneyAlarms.ts'
import { forever, moneyPaths } from './moneyPaths.ts'
import { adminPassword, clientsOf, type TestProduct } from './product.ts'

const [url = '', seed = '1', dataDir = mkdtempSync(join(tmpdir(), 'greenroom-money-'))] = process.argv.slice(2)
const anvil = await anvilAt(process.env['ETHEREUM_NODES']!, process.env['ETHEREUM_USDT']!)
const config = readConfig({ ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'error' })
const built = await buildProduct(config, url)
await ensureAdministrator(built.database, adminPassword)
built.health.ready = true
const product = { ...built, ...clientsOf(built), dataDir, databaseUrl: url } as unknown as TestProduct
// The previous server used the same names.
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

/** A few users, so that operations meet on the same ones; each started server has its own. */
const users = 12
const first = 10_000_000 + Number(seed) * 1_000
const now = () => product.clock.now()
for (const answer of await bridge.send(
  Array.from({ length: users + 1 }, (_, index): Sent => {
    const userId = first + index
    const sex = index % 2 ? 'woman' : 'man'
    const deviceId = `device-${userId}`
    const data = { userId, nickname: `user ${userId}`, sex, country: 'PT', language: 'en', platform: 'ios', deviceId }
    return { type: 'user.registered', data } as Sent
  }),
))
  if (answer.status !== 'accepted') throw new Error(JSON.stringify(answer))
// Old enough to be paid, and registered long ago.
await sql`
  update users.app_user set birthday = '1990-05-05', certified = true, registered_at = ${new Date(now().getTime() - 90 * 86_400_000)}
   where id between ${first} and ${first + users}`.execute(product.database)

// All women have bonus to withdraw.
const fortune = {
  orderId: `ord-${seed}`,
  userId: first,
  product: 'coins',
  tokens: 100_000,
  usdCents: 100_000,
  gateway: 'card',
}
const gifts = Array.from({ length: users / 2 }, (_, index): Sent => {
  const data = { giftId: 1, senderId: first, receiverId: first + 1 + 2 * index, count: 1, tokens: 10_000 }
  return { type: 'gift.sent', data } as Sent
})
for (const sent of [
  [
    { type: 'recharge.created', data: { ...fortune, promoTokens: 0 } },
    { type: 'recharge.paid', data: { orderId: fortune.orderId, gatewayReference: 'g', feeUsdCents: 15 } },
  ] as Sent[],
  gifts,
])
  for (const answer of await bridge.send(sent))
    if (answer.status !== 'accepted') throw new Error(JSON.stringify(answer))

const done = (what: string, ...ids: readonly (string | number)[]) =>
  process.stdout.write(ids.map((id) => `done ${what} ${id}\n`).join(''))
let serial = 0
/** Deterministic, so that a seed repeats a load. The low bits have a short period. */
let state = Number(seed) * 2_654_435_761
const some = (of: number) => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
  return Math.floor(state / 65_536) % of
}
const who = () => first + some(users)

/** A new address, for a single payment. */
const anAddress = () => {
  const digits = createHash('sha256').update(`${seed} ${++serial}`).digest('hex').slice(0, 40)
  return shownAddress('erc20', `0x${digits}`)
}

/** A random money event of the app. */
function happening(): Sent[] {
  const choice = some(10)
  const orderId = `ord-${seed}-${++serial}`
  const tokens = 500 + some(4_500)
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
    if (choice === 0) {
      const kind = some(2) ? 'refund' : 'chargeback'
      made.push({ type: 'recharge.refunded', data: { orderId, kind } as never })
      if (kind === 'chargeback' && some(2))
        made.push({ type: 'recharge.refunded', data: { orderId, kind, outcome: 'reversed' } as never })
    }
    return made
  }
  if (choice < 9) {
    const senderId = who()
    const receiverId = first + ((senderId - first + 1 + some(users - 1)) % users)
    return [
      { type: 'gift.sent', data: { giftId: 1, senderId, receiverId, count: 1, tokens: 50 + some(1_000) } as never },
    ]
  }
  const userId = who()
  const account = some(3)
    ? { kind: 'e-wallet', provider: 'Pay', holder: `User ${userId}`, account: `pay-${userId}@mail.example` }
    : { kind: 'usdt.erc20', address: anAddress() }
  return [
    {
      type: 'withdrawal.requested',
      data: { withdrawalId: `wd-${orderId}`, userId, bonus: 1_000, account } as never,
    },
  ]
}

/** Set where the database fails over under the load (`bench/soak.ts`): what met that is tried again. */
const onTrouble =
  process.env['MONEY_PATIENT'] === 'on'
    ? async (error: unknown) => {
        process.stdout.write(`trouble ${(error instanceof Error ? error.message : String(error)).split('\n')[0]}\n`)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    : undefined

/** The same lines until they are answered, as the app sends them. */
async function answered(batch: Sent[]) {
  for (;;)
    try {
      return await bridge.send(batch)
    } catch (error) {
      if (!onTrouble) throw error
      await onTrouble(error)
    }
}

async function events(): Promise<void> {
  const batch = Array.from({ length: 12 }, happening)
    .flat()
    .map((event): Sent => ({ ...event, id: newId(now()), at: now() }))
  const answers = await answered(batch)
  // A rejected one left nothing, and what failed is not taken.
  const isTaken = (status: string) => status === 'accepted' || status === 'duplicate'
  done('event', ...answers.flatMap((answer, index) => (isTaken(answer.status) ? batch[index]!.id! : [])))
}

/** A week is approved by one account and paid by another. */
async function weeks(): Promise<void> {
  const week = weekLater(weekAround(now(), 'UTC').week, -1)
  const { settlementId, guild } = await aDraft(product, { week, anchors: [{ bonus: 1_000 + some(4_000) }] })
  // In one transaction: an account without its details would stop the next start.
  await inTransaction(product.database, (tx) => accountOf({ ...product, database: tx }, guild.id))
  await putInState(product.database, settlementId, 'confirmed')
  await approver.client.call(settlementApprove, { ids: [settlementId] })
  done('settlement', settlementId)
  const { approvalId } = await payer.client.call(weekPay, {
    ids: [settlementId],
    reference: `FT-${settlementId}`,
    proofFileId: await aProof(product),
  } as never)
  // Above what one account may pay alone it waits, in a long run.
  if (approvalId === undefined) done('week', settlementId)
}

const people = Array.from({ length: users }, (_, index) => first + index)
const watches = process.env['MONEY_WATCHES'] !== 'off'
const load = { product, anvil, people, agentUser: first + users, some, done, onTrouble, watches }
const paths = await moneyPaths(load)
// It would be written at the end, which is a kill.
flushCompileCache()
// Where somebody is told (`bench/soak.ts`).
if (config.ALERT_URL !== undefined) watchAlarms(built, config, (error) => void onTrouble?.(error))
console.log('ready')
await Promise.all([...[events, events, weeks].map((one) => forever(one, onTrouble)), ...paths.map((path) => path())])
