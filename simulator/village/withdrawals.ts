// Finance's decisions on the village's withdrawals: passed, refused, paid in batches, some of which failed, and paid by hand. Each at a
// realistic time and by its regular call; the newest are left for the visitor.
import type { Answer, Call } from '@greenroom/contract/call'
import * as batches from '@greenroom/contract/payoutBatches'
import { policySave } from '@greenroom/contract/policies'
import * as withdrawals from '@greenroom/contract/withdrawals'
import { sql } from 'kysely'
import type { Database } from '../../server/src/kit/database/database.ts'
import { newId } from '../../server/src/kit/random.ts'
import { sendEvents, type VillageServices } from './context.ts'
import type { Finance } from './financeStaff.ts'
import { receipt } from './receipt.ts'

const hour = 3_600_000
const day = 24 * hour

type Waiting = { id: string; usdCents: bigint }

/** Withdrawals in review that may pass, oldest first, as of a given time. */
const waiting = async (database: Database, until: Date): Promise<Waiting[]> =>
  (
    await sql<Waiting>`
      select w.id, w.usd_cents as "usdCents"
        from finance.withdrawal w join users.app_user u on u.id = w.user_id join finance.payee_account a on a.id = w.account_id
       where w.state = 'in review' and w.approval_id is null and w.held = '' and w.requested_at < ${until}
         -- Who may be paid, to an account that waited long enough.
         and u.certified and u.birthday <= (${until}::timestamptz - interval '18 years')::date and a.first_used_at < ${until}
       order by w.requested_at, w.id limit 200`.execute(database)
  ).rows

/** The daily limit that one member of staff may pass alone, in cents. */
const aloneCents = 50_000n

type Payee = { id: bigint; nickname: string; bonus: bigint }

/** Adult, certified women without a guild and with earnings, best earners first. */
const payees = async (database: Database, now: Date): Promise<Payee[]> =>
  (
    await sql<Payee>`
      select u.id, u.nickname, w.bonus from users.app_user u join users.wallet w on w.user_id = u.id
       where u.sex = 'woman' and u.certified and u.state = 'normal' and not u.market_audit and not u.internal and w.bonus >= 2000
         and u.birthday <= (${now}::timestamptz - interval '18 years')::date
         and not exists (select from guilds.member m where m.user_id = u.id)
         and not exists (select from guilds.guild g where g.leader_user_id = u.id)
         and not exists (select from finance.withdrawal d where d.user_id = u.id)
       order by w.bonus desc, u.id limit 12`.execute(database)
  ).rows

const tenUsd = 1_000n
/** Between the requests of two users. */
const apartMs = 7 * 60_000
/** Times of the requests, in days before now; the last ones are undecided. */
const requestedDays = [14.6, 8.3, 2.4, 0.4] as const

/** Requests an eighth of the user's bonus, in steps of ten dollars. */
async function ask(services: VillageServices, at: Date, { id, nickname, bonus }: Payee, index: number, turn: number) {
  const amount = (bonus / 8n / tenUsd) * tenUsd || (turn % 2 === index % 2 ? tenUsd : 0n)
  if (amount === 0n) return
  const digits = String(id).padStart(10, '0')
  const account =
    index % 5 === 3
      ? { kind: 'e-wallet' as const, provider: 'GCash', holder: nickname, account: `09${digits.slice(1)}` }
      : { kind: 'bank' as const, holder: nickname, bankName: 'First Bank', accountNumber: `6228${digits}` }
  const data = { withdrawalId: `wd-${turn}-${id}`, userId: Number(id), bonus: Number(amount), account }
  await sendEvents(services, at, [{ id: newId(at), type: 'withdrawal.requested' as const, at, data }])
}

type Outcomes = { outcomes: { id: string | number; ok: boolean }[] }
const done = ({ outcomes }: Outcomes) => outcomes.flatMap(({ id, ok }) => (ok ? [String(id)] : []))

/** Passes the oldest ones that one member of staff may pass alone, up to a limit. @returns their ids */
async function pass({ database }: VillageServices, finance: Finance, at: Date, most: number): Promise<string[]> {
  let left = aloneCents
  const chosen: string[] = []
  // A new account waits a day.
  for (const { id, usdCents } of await waiting(database, new Date(at.getTime() - 30 * hour))) {
    if (usdCents > left || chosen.length === 3 * most) continue
    left -= usdCents
    chosen.push(id)
  }
  if (chosen.length === 0) return []
  return inTurn(finance, at, chosen, most)
}

/** One by one: a withdrawal held by the risk panel would hold the entire operation. */
async function inTurn(finance: Finance, at: Date, ids: readonly string[], most: number): Promise<string[]> {
  const withdrawalIds: string[] = []
  for (const id of ids) {
    if (withdrawalIds.length === most) break
    const found = await finance.checker<Answer<typeof withdrawals.withdrawalInfo>>(at, withdrawals.withdrawalInfo, {
      withdrawalId: id,
    })
    if (found.riskHeld) continue
    withdrawalIds.push(...done(await finance.maker<Outcomes>(at, withdrawals.withdrawalPass, { ids: [id] })))
  }
  return withdrawalIds
}

/** Puts those of the most frequent payment method into a batch; USDT is paid on its chain. */
async function batch(services: VillageServices, finance: Finance, at: Date, note: string, ids: readonly string[]) {
  const { rows } = await sql<{ ids: string[] }>`
    select array_agg(id order by requested_at) as ids from finance.withdrawal
     where id = any(${[...ids]}::text[]) and state = 'withdrawing' and method not like 'usdt%' group by method order by count(*) desc limit 1`.execute(
    services.database,
  )
  const lines = rows[0]?.ids.map((id) => ({ source: 'withdrawal' as const, id })) ?? []
  if (lines.length === 0) return undefined
  const { batchId, approvalId } = await finance.maker<Answer<typeof batches.payoutBatchSave>>(
    at,
    batches.payoutBatchSave,
    { lines: JSON.stringify(lines), note },
  )
  return batchId === undefined ? undefined : { batchId, approvalId: approvalId ?? null, lines: lines.length }
}

/** A batch, approved an hour later and then sent. @returns its id */
async function sent(services: VillageServices, finance: Finance, at: Date, note: string, ids: readonly string[]) {
  const made = await batch(services, finance, at, note, ids)
  if (!made) return undefined
  const { batchId, approvalId } = made
  const approved = new Date(at.getTime() + hour)
  if (approvalId) services.later(approved, () => finance.approve(approved, approvalId))
  const handed = new Date(approved.getTime() + hour / 2)
  services.later(handed, () => finance.maker(handed, batches.payoutBatchSend, { batchId, format: 'csv' }))
  return batchId
}

const failures = ['Account closed', 'Name does not match the account', 'Bank details incomplete'] as const

/** The bank's results a day later: all paid except the last ones. @returns the failed ones */
async function answered(services: VillageServices, finance: Finance, at: Date, batchId: number): Promise<string[]> {
  const info = await finance.maker<Answer<typeof batches.payoutBatchInfo>>(at, batches.payoutBatchInfo, { batchId })
  const failing = Math.min(failures.length, Math.max(0, info.payouts.length - 1))
  const results = info.payouts.map(({ payoutId }, index) => {
    const failed = index >= info.payouts.length - failing
    return failed
      ? { payoutId, outcome: 'failed', reference: '', reason: failures[index % failures.length]! }
      : { payoutId, outcome: 'paid', reference: `FB-${batchId}-${index + 1}`, reason: '' }
  })
  await finance.maker(at, batches.payoutBatchResult, { batchId, results: JSON.stringify(results) })
  const { rows } = await sql<{ id: string }>`
    select source_id as id from finance.payout where batch_id = ${batchId} and state = 'failed' order by id`.execute(
    services.database,
  )
  return rows.map(({ id }) => id)
}

/** Of the failed ones, one is paid by hand, one is released to its user, and the rest stay. */
async function afterFailure(
  services: VillageServices,
  finance: Finance,
  at: Date,
  [byHand, released]: readonly string[],
) {
  /** By the maker, approved by the checker an hour later. */
  const entered = async (call: Call, payload: object) => {
    const { approvalId } = await finance.maker<{ approvalId?: string }>(at, call, payload)
    const approved = new Date(at.getTime() + hour)
    if (approvalId) services.later(approved, () => finance.approve(approved, approvalId))
  }
  if (byHand !== undefined) {
    const reference = `HAND-${byHand}`
    const proofFileId = await receipt(services, finance.staff.maker, at, reference)
    await entered(withdrawals.withdrawalManual, {
      withdrawalId: byHand,
      reference,
      proofFileId,
      reason: 'Paid from the second bank.',
    })
  }
  if (released !== undefined)
    await entered(withdrawals.withdrawalRelease, {
      ids: [released],
      reason: 'The user will name another account.',
    })
}

/** The riskiest are refused: the second requests have just come, so there always are some. */
async function refuse({ database }: VillageServices, finance: Finance, at: Date) {
  const { rows: old } = await sql<{ id: string }>`
    select id from finance.withdrawal where state = 'in review' and requested_at < ${at}
     order by risk_score desc, requested_at limit 2`.execute(database)
  const reasons = ['Own gifts in a circle of accounts.', 'The account belongs to somebody else, too.']
  for (const [index, { id }] of old.entries())
    await finance.maker(at, withdrawals.withdrawalRefuse, { ids: [id], reason: reasons[index] })
}

const policies = [
  { name: 'At most three a day', settings: { rule: 'velocity', hours: 24, mostCount: 3 } },
  {
    name: 'Accounts of at most two users',
    settings: { rule: 'destination', kinds: ['bank', 'e-wallet', 'usdt.trc20', 'usdt.erc20'], mostUsers: 2 },
  },
] as const

/** Plans the withdrawals of the last two weeks. */
export function planWithdrawals(services: VillageServices, finance: Finance, now: Date): void {
  const { database } = services
  const ago = (days: number, run: (at: Date) => Promise<unknown>): void => {
    const at = new Date(now.getTime() - days * day)
    services.later(at, () => run(at))
  }
  for (const [index, { name, settings }] of policies.entries())
    ago(16 - index, async (at) => {
      const { approvalId } = await finance.maker<Answer<typeof policySave>>(at, policySave, {
        name,
        settings: JSON.stringify(settings),
        reason: 'Agreed with the bank.',
      })
      const later = new Date(at.getTime() + hour)
      services.later(later, () => finance.approve(later, approvalId))
    })
  let people: Payee[] | undefined
  for (const [turn, days] of requestedDays.entries())
    ago(days, async (at) => {
      people ??= await payees(database, at)
      for (const [index, payee] of people.entries()) {
        const moment = new Date(at.getTime() + index * apartMs)
        services.later(moment, () => ask(services, moment, payee, index, turn))
      }
    })
  const passed: string[] = []
  const passing = (days: number, most: number) =>
    ago(days, async (at) => passed.push(...(await pass(services, finance, at, most))))
  let first: number | undefined
  passing(12.4, 8)
  passing(11.3, 8)
  passing(10.2, 8)
  ago(10, async (at) => {
    first = await sent(services, finance, at, 'Weekly payment', passed)
  })
  ago(9, async (at) => {
    if (first === undefined) return
    const failed = await answered(services, finance, at, first)
    const later = new Date(at.getTime() + hour)
    services.later(later, () => afterFailure(services, finance, later, failed))
  })
  ago(7, (at) => refuse(services, finance, at))
  passing(4.3, 6)
  passing(3.2, 6)
  ago(3, async (at) => sent(services, finance, at, 'Midweek payment', await unpaid(database, passed)))
  passing(1.9, 4)
  ago(0.8, async (at) => batch(services, finance, at, 'Waits for the checker', await unpaid(database, passed)))
  passing(0.6, 2)
}

/** Those of `ids` that are in no batch. */
async function unpaid(database: Database, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from finance.withdrawal w
     where w.id = any(${[...ids]}::text[]) and w.state = 'withdrawing'
       and not exists (select from finance.payout p where p.source = 'withdrawal' and p.source_id = w.id and p.state = 'waiting')
     order by w.id`.execute(database)
  return rows.map(({ id }) => id)
}
