// The village's USDT: addresses confirmed, wallets registered, deposits of the last days of its history, and payouts on the chain; each by
// the regular call or watcher. Its owner continues to pay instructions exported for the wallet.
import type { Answer, Call } from '@greenroom/contract/call'
import * as usdt from '@greenroom/contract/chain'
import { payoutBatchSave } from '@greenroom/contract/payoutBatches'
import { approvalDecide } from '@greenroom/contract/system'
import { withdrawalPass } from '@greenroom/contract/withdrawals'
import { sql } from 'kysely'
import { administratorName } from '../../server/src/access/administrator.ts'
import { addressNamed, type Owner, type Payment, villageKeys } from '../../server/src/app/simulatedChains.ts'
import type { Clock } from '../../server/src/kit/clock.ts'
import { type Database, inTransaction } from '../../server/src/kit/database/database.ts'
import { newId } from '../../server/src/kit/random.ts'
import { addressFor, type Chain, openKey, readAddress, shownAddress } from '../../server/src/rooms/chain/index.ts'
import { accountNamed, actAt, sendEvents, stopped, type VillageServices } from './context.ts'

const day = 86_400_000
const million = 1_000_000n
const payouts = addressNamed('payout wallet')
const treasury = addressNamed('treasury')

export type VillageUsdt = {
  /** One pass over a chain (`watchChain`), with another clock. */
  watch: (chain: Chain, clock: Clock) => Promise<void>
  /** Known once the simulated app listens. */
  owners: () => ReadonlyMap<Chain, Owner>
}

const blockMs = 3_000
const finalBlocks = 40
/** Enough blocks to make everything below them final. */
const emptyBlocks = (from: Date) =>
  Array.from({ length: finalBlocks }, (_, n) => ({ at: new Date(from.getTime() + (n + 1) * blockMs), payments: [] }))
const finalMs = (finalBlocks + 1) * blockMs

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

/** Days before now when a chain's story begins: after its first blocks (simulator/src/chain/serve.ts). */
const begunDays = 8.8

/** Plans the story of the chains that are not live yet; one whose key is already confirmed goes live at once. */
export async function planUsdt(services: VillageServices, { watch, owners }: VillageUsdt, now: Date): Promise<void> {
  const at = new Date(now.getTime() - begunDays * day)
  services.later(at, async () => {
    const staff = await staffOf(services)
    const payers = await payersOf(services.database)
    for (const [chain, owner] of owners()) {
      const known = await services.database
        .selectFrom('chain.key')
        .select('id')
        .where('chain', '=', chain)
        .executeTakeFirst()
      if (known || payers.users.length < 7) await owner.live()
      else await planChain({ services, staff, watch: (at) => watch(chain, stopped(at)), owner, chain, now, payers, at })
    }
  })
}

/** Actions of Finance staff. */
async function staffOf(services: VillageServices) {
  const by = async (username: string) => {
    const account = await accountNamed(services.database, username)
    return <A>(at: Date, call: Call, payload: object) => actAt<A>(services, account, at, call, payload)
  }
  const maker = await by('demo-finance-maker')
  const approveBy =
    (act: Awaited<ReturnType<typeof by>>) =>
    async (at: Date, id: string): Promise<void> => {
      const payload = { ids: [id], decision: 'approve' }
      const { outcomes } = await act<Answer<typeof approvalDecide>>(at, approvalDecide, payload)
      const failed = outcomes.find(({ ok }) => !ok)
      if (failed) throw new Error(`a request was not approved: ${JSON.stringify(failed)}`)
    }
  return {
    maker,
    approve: approveBy(await by('demo-finance-checker')),
    // The checker approved some of the withdrawals, so someone else approves their payment.
    approveBatch: approveBy(await by(administratorName)),
  }
}

type Scene = {
  services: VillageServices
  staff: Awaited<ReturnType<typeof staffOf>>
  watch: (at: Date) => Promise<void>
  owner: Owner
  chain: Chain
  now: Date
  payers: Awaited<ReturnType<typeof payersOf>>
}

async function planChain(scene: Scene & { at: Date }): Promise<void> {
  const { services, staff, watch, owner, chain, now, payers } = scene
  const { database } = services
  const ago = (days: number, run: (at: Date) => Promise<unknown>) => {
    const at = new Date(now.getTime() - days * day)
    services.later(at, () => run(at))
  }
  /** Blocks, and a look at them once they are final. */
  const blocks = async (at: Date, payments: readonly Payment[]) => {
    await owner.past([{ at, payments }, ...emptyBlocks(at)])
    const seen = new Date(at.getTime() + finalMs)
    services.later(seen, async () => {
      for (let looks = 0; looks < 2; looks++) await watch(seen)
    })
  }
  // The first pass starts at empty blocks; the wallet's balance is older than its registration.
  await watch(scene.at)
  ago(8.5, (at) => blocks(at, [{ from: addressNamed('exchange'), to: payouts, usdtMicros: 20_000n * million }]))
  ago(8, async (at) => {
    const key = openKey(villageKeys[chain])
    const [address0, address5] = [0, 5].map((index) => shownAddress(chain, key.at(index)))
    await staff.maker(at, usdt.walletConfirm, { chain, address0, address5 })
  })
  for (const [name, address] of [
    ['Payout wallet', payouts],
    ['Treasury', treasury],
  ] as const)
    ago(7.9, async (at) => {
      const requested = { chain, address: shownAddress(chain, address), name, reason: 'The owner signs for it.' }
      const { approvalId } = await staff.maker<Answer<typeof usdt.walletRegister>>(at, usdt.walletRegister, requested)
      ago(7.8, (later) => staff.approve(later, approvalId))
    })
  ago(7.7, async (at) => {
    for (let looks = 0; looks < 2; looks++) await watch(at)
  })

  const addresses = new Map<string, string>()
  /** Someone asks for an address, and pays to it a few hours later. */
  const deposit = (days: number, cents: bigint, kind: 'user' | 'agent', id: number) => {
    ago(days + 0.1, async (at) => {
      const given = await inTransaction(database, (tx) => addressFor(tx, at, { kind, id }, chain))
      addresses.set(`${kind} ${id}`, readAddress(chain, given)!)
    })
    paid(
      days,
      cents,
      () => addresses.get(`${kind} ${id}`)!,
      () => addressNamed(`customer ${days}`),
    )
  }
  const paid = (days: number, cents: bigint, to: () => string, from: () => string) =>
    ago(days, (at) => blocks(at, [{ from: from(), to: to(), usdtMicros: cents * 10_000n }]))
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = payers.users
  if (chain === 'trc20') {
    deposit(6.2, 2_500n, 'user', a)
    deposit(5.5, 10_000n, 'user', b)
    const [agent] = payers.agents
    if (agent === undefined) deposit(4.1, 120_000n, 'user', c)
    else deposit(4.1, 120_000n, 'agent', agent)
    deposit(3.3, 4_999n, 'user', c)
    paid(
      2.7,
      10_000n,
      () => treasury,
      () => addresses.get(`user ${b}`)!,
    )
    ago(2.6, (at) => staff.maker(at, usdt.gasSave, { chain, usdCents: 260, note: 'Energy of a sweep to the treasury' }))
    paid(
      2,
      6_000n,
      () => payouts,
      () => addressNamed('customer 2'),
    )
    deposit(1.4, 400n, 'user', d)
    deposit(0.6, 25_000n, 'user', e)
    deposit(0.2, 3_000n, 'user', a)
  } else {
    deposit(1.1, 7_500n, 'user', f)
    deposit(0.4, 1_200n, 'user', d)
  }
  // Payments until now are final.
  ago(0, async (at) => {
    await owner.past(emptyBlocks(new Date(at.getTime() - finalMs)))
    await owner.live()
    for (let looks = 0; looks < 2; looks++) await watch(at)
  })
  if (chain === 'trc20') planPayouts(scene)
}

const tenUsd = 1_000n
/** Between the requests of two users. */
const apartMs = 11 * 60_000

/** Some users with bonus and no withdrawals withdraw a little in USDT. */
async function planRequests(services: VillageServices, at: Date): Promise<void> {
  const { rows } = await sql<{ id: bigint }>`
    select u.id from users.app_user u join users.wallet w on w.user_id = u.id
     where u.certified and u.state = 'normal' and not u.market_audit and not u.internal and w.bonus >= 4000
       and u.birthday <= (${at}::timestamptz - interval '18 years')::date
       and not exists (select from guilds.member m where m.user_id = u.id)
       and not exists (select from guilds.guild g where g.leader_user_id = u.id)
       and not exists (select from finance.withdrawal d where d.user_id = u.id)
     order by w.bonus desc, u.id limit 5`.execute(services.database)
  for (const [index, { id }] of rows.entries()) {
    const moment = new Date(at.getTime() + index * apartMs)
    const account = { kind: 'usdt.trc20' as const, address: shownAddress('trc20', addressNamed(`payee ${id}`)) }
    const bonus = Number(tenUsd * BigInt(1 + (index % 3)))
    const data = { withdrawalId: `wd-usdt-${id}`, userId: Number(id), bonus, account }
    services.later(moment, () =>
      sendEvents(services, moment, [{ id: newId(moment), type: 'withdrawal.requested' as const, at: moment, data }]),
    )
  }
}

/** Passes some withdrawals in USDT; a batch of them is paid, and another can be exported for the wallet. */
function planPayouts({ services, staff, owner, now }: Scene): void {
  const { database } = services
  const ago = (days: number, run: (at: Date) => Promise<unknown>) => {
    const at = new Date(now.getTime() - days * day)
    services.later(at, () => run(at))
  }
  ago(2.2, (at) => planRequests(services, at))
  const passed: string[] = []
  ago(0.3, async (at) => {
    const { rows } = await sql<{ id: string }>`
      select w.id from finance.withdrawal w join finance.payee_account a on a.id = w.account_id
       where w.state = 'in review' and w.held = '' and w.method = 'usdt.trc20' and w.usd_cents <= 10000
         and a.first_used_at < ${new Date(at.getTime() - 1.1 * day)}
       order by w.requested_at limit 12`.execute(database)
    for (const { id } of rows) {
      const answer = await staff.maker<Answer<typeof withdrawalPass>>(at, withdrawalPass, { ids: [id] })
      if (!answer.outcomes.every(({ ok }) => ok)) continue
      if (answer.approvalId) await staff.approve(at, answer.approvalId)
      passed.push(id)
      if (passed.length === 6) break
    }
  })
  /** Makes a batch, and approves it half an hour later. */
  const batch = (
    days: number,
    ids: () => readonly string[],
    note: string,
    then: (batchId: number, at: Date) => unknown,
  ) =>
    ago(days, async (at) => {
      const lines = ids().map((id) => ({ source: 'withdrawal', id }))
      if (lines.length === 0) return
      const made = await staff.maker<Answer<typeof payoutBatchSave>>(at, payoutBatchSave, { lines, note })
      const later = new Date(at.getTime() + 30 * 60_000)
      services.later(later, async () => {
        await staff.approveBatch(later, made.approvalId!)
        then(made.batchId!, later)
      })
    })
  const half = () => Math.ceil(passed.length / 2)
  batch(
    0.2,
    () => passed.slice(0, half()),
    'Payouts in USDT of this week',
    (batchId) =>
      // The chain is live by then.
      ago(0, async (at) => {
        const instructions = await database
          .selectFrom('chain.instruction')
          .select('id')
          .where('payout_batch', '=', batchId)
          .execute()
        await staff.maker(at, usdt.usdtOutExport, { ids: instructions.map(({ id }) => id) })
        await payExported(database, 'trc20', owner, new Date(Date.parse('9999-01-01')), (lines) =>
          staff.maker(at, usdt.usdtOutHashes, { lines }),
        )
      }),
  )
  batch(
    0.15,
    () => passed.slice(half()),
    'Waits for the owner’s wallet',
    () => undefined,
  )
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
  services: Omit<VillageServices, 'later'>,
  owners: ReadonlyMap<Chain, Owner>,
  now: Date,
): Promise<void> {
  for (const [chain, owner] of owners)
    await payExported(services.database, chain, owner, new Date(now.getTime() - signingMs), async (lines) => {
      const maker = await accountNamed(services.database, 'demo-finance-maker')
      await actAt(services, maker, now, usdt.usdtOutHashes, { lines })
    })
}
