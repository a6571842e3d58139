// The village's USDT: addresses confirmed, wallets registered, deposits of the last days, and payouts on the chain; each by the regular
// call or watcher. Its owner continues to pay instructions taken to the wallet.
import type { Answer, Call } from '@greenroom/contract/call'
import * as usdt from '@greenroom/contract/chain'
import { payoutBatchSave } from '@greenroom/contract/payoutBatches'
import { approvalDecide } from '@greenroom/contract/system'
import { withdrawalPass } from '@greenroom/contract/withdrawals'
import { sql } from 'kysely'
import { administratorName } from '../../access/administrator.ts'
import type { Staff } from '../../kit/context.ts'
import { type Database, inTransaction } from '../../kit/database.ts'
import { newId } from '../../kit/random.ts'
import { addressFor, type Chain, openKey, readAddress, shownAddress } from '../../rooms/finance/index.ts'
import { addressNamed, type Owner, villageKeys } from './chain.ts'
import { accountNamed, actAt, sendEvents, type VillageServices } from './context.ts'

const day = 86_400_000
const million = 1_000_000n
const payouts = addressNamed('payout wallet')
const treasury = addressNamed('treasury')

export type VillageUsdt = {
  /** One pass over a chain (`watchChain`). */
  watch: (chain: Chain) => Promise<void>
  owners: ReadonlyMap<Chain, Owner>
}

/** Enough blocks to make everything below them final. */
const emptyBlocks = (from: Date) =>
  Array.from({ length: 40 }, (_, n) => ({ at: new Date(from.getTime() + n * 43_200), payments: [] }))

/** Payers: users with recharges first, and agents if there are any. */
async function payersOf(database: Database): Promise<{ users: number[]; agents: number[] }> {
  const { rows: users } = await sql<{ id: number }>`
    select u.id::int as id from users.app_user u
     where u.state = 'normal' and not u.market_audit and not u.internal
     order by exists (select from finance.recharge_order o where o.user_id = u.id and o.state = 'success') desc, u.id
     limit 7`.execute(database)
  const { rows: agents } = await sql<{ id: number }>`
    select g.id from topup_agents.agent g join topup_agents.application a using (user_id)
     where a.state = 'approved' order by g.id limit 2`.execute(database)
  return { users: users.map(({ id }) => id), agents: agents.map(({ id }) => id) }
}

/** Fills a chain that is not live yet; does nothing if its key is already confirmed. */
export async function fillUsdt(services: VillageServices, { watch, owners }: VillageUsdt, now: Date): Promise<void> {
  const { database } = services
  const [maker, checker] = [
    await accountNamed(database, 'demo-finance-maker'),
    await accountNamed(database, 'demo-finance-checker'),
  ]
  const act = <A>(call: Call, payload: object, at = now) => actAt<A>(services, maker, at, call, payload)
  const approveBy =
    (staff: Staff) =>
    async (id: string, at = now): Promise<void> => {
      const payload = { ids: [id], decision: 'approve' }
      const { outcomes } = await actAt<Answer<typeof approvalDecide>>(services, staff, at, approvalDecide, payload)
      const failed = outcomes.find(({ ok }) => !ok)
      if (failed) throw new Error(`a request was not approved: ${JSON.stringify(failed)}`)
    }
  const approve = approveBy(checker)
  const { users, agents } = await payersOf(database)
  const at = (days: number) => new Date(now.getTime() - days * day)

  for (const [chain, owner] of owners) {
    const known = await database.selectFrom('chain.key').select('id').where('chain', '=', chain).executeTakeFirst()
    if (known || users.length < 7) {
      await owner.live()
      continue
    }
    // The first pass starts at empty blocks; the wallet's balance is older than its registration.
    await watch(chain)
    await owner.past([
      { at: at(8.5), payments: [{ from: addressNamed('exchange'), to: payouts, usdtMicros: 20_000n * million }] },
      ...emptyBlocks(at(8.4)),
    ])
    await watch(chain)
    const key = openKey(villageKeys[chain])
    const [address0, address5] = [0, 5].map((index) => shownAddress(chain, key.at(index)))
    await act(usdt.walletConfirm, { chain, address0, address5 }, at(8))
    for (const [name, address] of [
      ['Payout wallet', payouts],
      ['Treasury', treasury],
    ] as const) {
      const requested = { chain, address: shownAddress(chain, address), name, reason: 'The owner signs for it.' }
      const { approvalId } = await act<Answer<typeof usdt.walletRegister>>(usdt.walletRegister, requested, at(7.9))
      await approve(approvalId, at(7.8))
    }
    for (let looks = 0; looks < 3; looks++) await watch(chain)

    const own = async (kind: 'user' | 'agent', id: number, days: number) => {
      const given = await inTransaction(database, (tx) => addressFor(tx, at(days), { kind, id }, chain))
      return readAddress(chain, given)!
    }
    const paid = (days: number, cents: bigint, to: string, from = `customer ${days}`) => ({
      at: at(days),
      payments: [{ from: from.startsWith('0x') ? from : addressNamed(from), to, usdtMicros: cents * 10_000n }],
    })
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = users
    const buyer = agents[0] === undefined ? await own('user', c, 4.4) : await own('agent', agents[0], 4.4)
    const swept = await own('user', b, 5.6)
    const story =
      chain === 'trc20'
        ? [
            paid(6.2, 2_500n, await own('user', a, 6.3)),
            paid(5.5, 10_000n, swept),
            paid(4.1, 120_000n, buyer),
            paid(3.3, 4_999n, await own('user', c, 3.4)),
            paid(2.7, 10_000n, treasury, swept),
            paid(2, 6_000n, payouts),
            paid(1.4, 400n, await own('user', d, 1.5)),
            paid(0.6, 25_000n, await own('user', e, 0.7)),
            paid(0.2, 3_000n, await own('user', a, 6.3)),
          ]
        : [paid(1.1, 7_500n, await own('user', f, 1.2)), paid(0.4, 1_200n, await own('user', d, 0.5))]
    await owner.past(story)
    // Payments until now are final.
    await owner.past(emptyBlocks(at(0.02)))
    await owner.live()
    for (let looks = 0; looks < 3; looks++) await watch(chain)
    if (chain === 'trc20') {
      await act(usdt.gasSave, { chain, usdCents: 260, note: 'Energy of a sweep to the treasury' }, at(2.6))
      // The checker approved some of the withdrawals, so someone else approves their payment.
      const approveBatch = approveBy(await accountNamed(database, administratorName))
      await payOut(services, now, { act, approve, approveBatch }, owner)
    }
  }
}

const tenUsd = 1_000n

/** Some users with bonus and no withdrawals withdraw a little in USDT, some minutes apart. */
async function asking(services: VillageServices, at: Date): Promise<void> {
  const { rows } = await sql<{ id: bigint }>`
    select u.id from users.app_user u join users.wallet w on w.user_id = u.id
     where u.certified and u.state = 'normal' and not u.market_audit and not u.internal and w.bonus >= 4000
       and u.birthday <= (${at}::timestamptz - interval '18 years')::date
       and not exists (select from guilds.member m where m.user_id = u.id)
       and not exists (select from guilds.guild g where g.leader_user_id = u.id)
       and not exists (select from finance.withdrawal d where d.user_id = u.id)
     order by w.bonus desc, u.id limit 5`.execute(services.database)
  const events = rows.map(({ id }, index) => {
    const moment = new Date(at.getTime() + index * 11 * 60_000)
    const account = { kind: 'usdt.trc20' as const, address: shownAddress('trc20', addressNamed(`payee ${id}`)) }
    const bonus = Number(tenUsd * BigInt(1 + (index % 3)))
    const data = { withdrawalId: `wd-usdt-${id}`, userId: Number(id), bonus, account }
    return { id: newId(moment), type: 'withdrawal.requested' as const, at: moment, data }
  })
  if (events.length > 0) await sendEvents(services, at, events)
}

type Approvers = {
  act: <A>(call: Call, payload: object) => Promise<A>
  approve: (id: string) => Promise<void>
  approveBatch: (id: string) => Promise<void>
}

/** Passes some withdrawals in USDT; a batch of them is paid, and another can be taken to the wallet. */
async function payOut(
  services: VillageServices,
  now: Date,
  { act, approve, approveBatch }: Approvers,
  owner: Owner,
): Promise<void> {
  const { database } = services
  await asking(services, new Date(now.getTime() - 2.2 * day))
  const { rows } = await sql<{ id: string }>`
    select w.id from finance.withdrawal w join finance.payee_account a on a.id = w.account_id
     where w.state = 'in review' and w.held = '' and w.method = 'usdt.trc20' and w.usd_cents <= 10000
       and a.first_used_at < ${new Date(now.getTime() - 1.1 * day)}
     order by w.requested_at limit 12`.execute(database)
  const passed: string[] = []
  for (const { id } of rows) {
    const answer = await act<Answer<typeof withdrawalPass>>(withdrawalPass, { ids: [id] })
    if (!answer.outcomes.every(({ ok }) => ok)) continue
    if (answer.approvalId) await approve(answer.approvalId)
    passed.push(id)
    if (passed.length === 6) break
  }
  const half = Math.ceil(passed.length / 2)
  const made = async (ids: readonly string[], note: string) => {
    if (ids.length === 0) return []
    const lines = ids.map((id) => ({ source: 'withdrawal', id }))
    const { approvalId, batchId } = await act<Answer<typeof payoutBatchSave>>(payoutBatchSave, { lines, note })
    await approveBatch(approvalId!)
    const instructions = await database
      .selectFrom('chain.instruction')
      .select('id')
      .where('payout_batch', '=', batchId!)
      .execute()
    return instructions.map(({ id }) => id)
  }
  const ids = await made(passed.slice(0, half), 'Payouts in USDT of this week')
  if (ids.length > 0) {
    await act(usdt.usdtOutTake, { ids })
    await payExported(database, 'trc20', owner, new Date(Date.parse('9999-01-01')), (lines) =>
      act(usdt.usdtOutHashes, { lines }),
    )
  }
  await made(passed.slice(half), 'Waits for the owner’s wallet')
}

type HashLine = { id: number; transaction: string }

/** Pays the instructions taken to the owner's wallet before this moment, and enters the transactions. */
async function payExported(
  database: Database,
  chain: Chain,
  owner: Owner,
  before: Date,
  enter: (lines: HashLine[]) => Promise<unknown>,
): Promise<void> {
  const { rows } = await sql<{ id: number; address: string; usdtMicros: bigint }>`
    select i.id, i.address, i.usdt_micros as "usdtMicros"
      from chain.instruction i join chain.instruction_batch b on b.number = i.batch
     where i.chain = ${chain} and i.state = 'signing' and b.taken_at < ${before} order by i.id limit 50`.execute(
    database,
  )
  if (rows.length === 0) return
  const hashes = await owner.pay(rows.map(({ address, usdtMicros }) => ({ from: payouts, to: address, usdtMicros })))
  await enter(rows.map(({ id }, index) => ({ id, transaction: hashes[index]! })))
}

/** Delay before the owner pays. */
const signingMs = 20_000

/** The owner pays the instructions; visitors see them broadcast, confirmed and proved. */
export async function ownerPays(
  services: VillageServices,
  { owners }: Pick<VillageUsdt, 'owners'>,
  now: Date,
): Promise<void> {
  for (const [chain, owner] of owners)
    await payExported(services.database, chain, owner, new Date(now.getTime() - signingMs), async (lines) => {
      const maker = await accountNamed(services.database, 'demo-finance-maker')
      await actAt(services, maker, now, usdt.usdtOutHashes, { lines })
    })
}
