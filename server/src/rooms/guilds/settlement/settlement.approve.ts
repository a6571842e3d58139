// Approves weeks: bonus is redeemed, the guild's payable credited, salaries and deductions reach the anchors, and each anchor
// gets their lines, all in one transaction. Transfers' ids derive from the settlement, so nothing is posted twice.

import type { Parsed } from '@greenroom/contract/call'
import type { settlementApprove } from '@greenroom/contract/settlement'
import { type Command, hasListener, send } from '../../../bridge/index.ts'
import { batch, chosen, done, notDone, type Outcome } from '../../../kit/calls/batch.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { because } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import {
  bonus,
  debt,
  guildDebt,
  guildPayable,
  holdAccounts,
  type Item,
  isPlatform,
  post,
} from '../../../ledger/index.ts'
import { recordMany } from '../../../log/index.ts'
import { dollars, tell } from '../../../notify/index.ts'
import type { Params } from '../../../params/index.ts'
import { repayDebts } from '../../finance/index.ts'
import { entryOf, whyNot } from './settlement.decide.ts'
import {
  centsFor,
  type DeductionKind,
  debtItem,
  deductItem,
  giveBackItem,
  occursAt,
  redeemItem,
  salaryItem,
  takenBy,
  weekItem,
  writeOffItem,
} from './settlement.posting.ts'
import * as queries from './settlement.queries.ts'

/** Transfers sent to the ledger together. */
const together = 2_000

type Approving = { of: queries.Settlement; at: Date; lines: queries.ApprovedLine[] }

const named = (ids: readonly bigint[]) => ids.slice(0, 10).map(String).join(', ')

/** Sums of the lines by key; zero sums are left out. */
function summed<K>(
  lines: readonly queries.ApprovedLine[],
  key: (line: queries.ApprovedLine) => K,
  of: (line: queries.ApprovedLine) => bigint,
) {
  const sums = new Map<K, bigint>()
  for (const line of lines) sums.set(key(line), (sums.get(key(line)) ?? 0n) + of(line))
  return new Map([...sums].filter(([, sum]) => sum !== 0n))
}

/** What each anchor's lines redeem of their bonus. */
const redemptions = (lines: readonly queries.ApprovedLine[]) =>
  summed(
    lines.filter(({ userId }) => userId !== null),
    (line) => line.userId!,
    (line) => line.redeemBonus,
  )

/** Posts items in batches, in order; each anchor is paid once a week. @returns their outcomes, in order. */
async function postAll(tx: Transaction, context: Context, items: readonly Item[]) {
  // Most are held already; those that don't exist yet are made.
  await holdAccounts(
    tx,
    items.flatMap(({ accounts }) => accounts.filter((account) => !isPlatform(account))),
    { make: true },
  )
  const outcomes = []
  for (let from = 0; from < items.length; from += together)
    outcomes.push(
      ...(await post(tx, `staff:${staffOf(context).id}`, context.now, items.slice(from, from + together), {
        once: true,
      })),
    )
  return outcomes
}

/** Why a settlement cannot be approved now; null when it can. */
function refusal(
  one: queries.Settlement,
  lines: readonly queries.ApprovedLine[],
  banned: ReadonlySet<bigint>,
  approving: ReadonlySet<string>,
): Outcome | null {
  const { id } = one
  const why = whyNot(one.state, 'approve')
  if (why) return notDone(id, 20000, why)
  if (one.guild_state === 'banned') return notDone(id, 20000, because('settlement.guildBanned'))
  // Earlier weeks approved in the same call count as approved: each of them, since one between them may be refused.
  const week = one.open_before.find((earlier) => !approving.has(`${one.guild_id} ${earlier}`))
  if (week !== undefined) return notDone(id, 20000, because('settlement.earlierFirst', { week }))
  if (one.is_outdated) return notDone(id, 20000, because('settlement.outdated'))
  if (one.left_before !== one.carried_in_cents) return notDone(id, 20000, because('settlement.carried'))
  const own = lines.flatMap((line) =>
    line.userId !== null && !line.held && line.kind !== 'deduction' && banned.has(line.userId) ? [line.userId] : [],
  )
  return own.length > 0 ? notDone(id, 20000, because('settlement.anchorBanned', { ids: named(own) })) : null
}

/** What these people could spend of their bonus. */
type Available = ReadonlyMap<bigint, bigint>

/**
 * Locks everything that these weeks pay from or to, so that what is checked now still holds when it is posted.
 *
 * @returns the bonus that people could spend, and what leaders owe.
 */
async function hold(tx: Transaction, found: readonly queries.Settlement[], lines: readonly queries.ApprovedLine[]) {
  const paid = new Set(
    lines.flatMap(({ userId, redeemBonus, anchorCents }) =>
      userId !== null && (redeemBonus !== 0n || anchorCents !== 0n) ? userId : [],
    ),
  )
  const leaders = found.flatMap(({ debt_user_id }) => debt_user_id ?? [])
  const held = await holdAccounts(tx, [
    ...[...paid].map(bonus),
    ...leaders.map(debt),
    ...found.flatMap(({ guild_id }) => [guildPayable(guild_id), guildDebt(guild_id)]),
  ])
  const available = new Map<bigint, bigint>()
  for (const userId of paid) {
    const balance = held.get(bonus(userId).name)
    if (balance) available.set(userId, balance.posted - balance.reserved)
  }
  const debts = new Map(leaders.map((userId) => [userId, -(held.get(debt(userId).name)?.posted ?? 0n)]))
  return { available, debts }
}

/** Anchors whose bonus does not cover what these weeks redeem, in order. */
const missing = (available: Available, before: ReadonlyMap<bigint, bigint>, redeem: ReadonlyMap<bigint, bigint>) =>
  [...redeem].flatMap(([userId, amount]) => {
    return (available.get(userId) ?? 0n) - (before.get(userId) ?? 0n) < amount ? [userId] : []
  })

type Owed = { made: Approving; userId: bigint; kind: DeductionKind; cents: bigint }

const owedKey = (guildId: number, userId: bigint, kind: string) => `${guildId} ${userId} ${kind}`
const kindOf = (line: queries.ApprovedLine) => (line.kind === 'correction' ? line.ofKind : line.kind)

/** What anchors of a week are given, and what is taken from them with what they owe from before: one amount an anchor and kind. */
function anchorAmounts(made: Approving, before: readonly queries.AnchorDebt[]) {
  const salaries: { userId: bigint; cents: bigint }[] = []
  const take = new Map<string, Owed>()
  const add = (userId: bigint, kind: DeductionKind, cents: bigint) => {
    const key = owedKey(made.of.guild_id, userId, kind)
    take.set(key, { made, userId, kind, cents: (take.get(key)?.cents ?? 0n) + cents })
  }
  const own = made.lines.filter((line) => line.userId !== null)
  const give = summed(
    own.filter((line) => kindOf(line) === 'anchor'),
    (line) => line.userId!,
    (line) => line.anchorCents,
  )
  for (const line of own)
    if (kindOf(line) === 'deduction' && line.anchorCents !== 0n)
      add(line.userId!, line.deductionKind ?? 'penalty', -line.anchorCents)
  for (const [userId, cents] of give) {
    if (cents > 0n) salaries.push({ userId, cents })
    else add(userId, 'penalty', -cents)
  }
  for (const { userId, kind, cents } of before) add(userId, kind as DeductionKind, cents)
  // A reversed deduction that was taken already is given back.
  const giveBack = [...take.values()].flatMap((one) => (one.cents < 0n ? { ...one, cents: -one.cents } : []))
  return { salaries, giveBack, take: [...take.values()].filter(({ cents }) => cents > 0n) }
}

/**
 * Anchor withdrawal: salaries go to the anchors' bonus, then deductions are taken; the rest stays owed. Weeks of one guild are paid one after
 * the other, as if they had been approved so; those of different guilds together.
 */
async function payAnchors(tx: Transaction, context: Context, params: Params, approving: readonly Approving[]) {
  const bonusPerUsd = params.integer('bonus_per_usd')
  const ofGuild = Map.groupBy(approving, ({ of }) => of.guild_id)
  const owed = new Map<number, queries.AnchorDebt[]>(
    Map.groupBy(await queries.lockDebts(tx, [...ofGuild.keys()]), ({ guildId }) => guildId),
  )
  const changed = new Map<string, queries.AnchorDebt>()
  for (let turn = 0; ; turn++) {
    const weeks = [...ofGuild.values()].flatMap((all) => all[turn] ?? [])
    if (weeks.length === 0) break
    const amounts = weeks.map((made) => ({ made, ...anchorAmounts(made, owed.get(made.of.guild_id) ?? []) }))
    await postAll(
      tx,
      context,
      amounts.flatMap(({ made, salaries, giveBack }) => [
        ...salaries.map(({ userId, cents }) => salaryItem(made, userId, cents, bonusPerUsd)),
        ...giveBack.map(({ userId, kind, cents }) => giveBackItem(made, userId, kind, cents, bonusPerUsd)),
      ]),
    )
    const take = amounts.flatMap((one) => one.take)
    const outcomes = await postAll(
      tx,
      context,
      take.map(({ made, userId, kind, cents }) => deductItem(made, userId, kind, cents, bonusPerUsd)),
    )
    const left = take.map(({ made, userId, kind, cents }, index): queries.AnchorDebt => {
      const outcome = outcomes[index]!
      const deducted = outcome.status === 'accepted' ? centsFor(takenBy(outcome.legs, userId), bonusPerUsd) : 0n
      return { guildId: made.of.guild_id, userId, kind, cents: cents - deducted }
    })
    for (const { made, take: of } of amounts) {
      const guildId = made.of.guild_id
      // What a correction gave back is no longer owed.
      const gone = (owed.get(guildId) ?? []).filter(
        ({ userId, kind }) => !of.some((one) => one.userId === userId && one.kind === kind),
      )
      const rest = [...left.filter((one) => one.guildId === guildId), ...gone.map((one) => ({ ...one, cents: 0n }))]
      for (const one of rest) changed.set(owedKey(guildId, one.userId, one.kind), one)
      owed.set(
        guildId,
        rest.filter(({ cents }) => cents > 0n),
      )
    }
  }
  if (changed.size > 0) await queries.writeDebts(tx, [...changed.values()])
}

const publishedLine = (line: queries.ApprovedLine) => ({
  kind: line.kind as 'anchor' | 'deduction' | 'correction',
  ofWeek: line.ofWeek,
  bonus: Number(line.bonus),
  validDays: line.validDays,
  salaryCents: Number(line.salaryCents),
  amountCents: Number(line.anchorCents),
  held: line.held,
})

/** A payslip to each anchor of a week. */
const slips = ({ of, lines }: Approving): Command[] =>
  [
    ...Map.groupBy(
      lines.filter((line) => line.userId !== null),
      (line) => line.userId!,
    ),
  ].map(([userId, own]) => ({
    type: 'settlement.published',
    subject: `user:${userId}`,
    data: {
      guildId: of.guild_id,
      week: of.week,
      settlementId: of.id,
      version: of.sum_version,
      userId: Number(userId),
      method: of.method,
      lines: own.map(publishedLine),
    },
  }))

/** Which of these locked settlements can be approved now, and why the others cannot. */
async function choose(tx: Transaction, context: Context, found: readonly queries.Settlement[]) {
  const ids = found.map(({ id }) => id)
  const all = await queries.linesToApprove(tx, ids)
  const lines = Map.groupBy(all, (line) => line.settlementId)
  const people = [...new Set(all.flatMap(({ userId }) => userId ?? []))]
  const banned = await queries.bannedOf(tx, people, context.now)
  const { available, debts } = await hold(tx, found, all)
  const refused = new Map<number, Outcome>()
  const approving: Approving[] = []
  const weeks = new Set<string>()
  const redeemed = new Map<bigint, bigint>()
  for (const of of found) {
    const own = lines.get(of.id) ?? []
    const why = refusal(of, own, banned, weeks)
    const redeem = redemptions(own)
    const short = why ? [] : missing(available, redeemed, redeem)
    const owed = of.debt_user_id === null ? 0n : (debts.get(of.debt_user_id) ?? 0n)
    if (why) refused.set(of.id, why)
    else if (owed < of.debt_tokens) refused.set(of.id, notDone(of.id, 20000, because('settlement.debtChanged')))
    else if (short.length > 0)
      refused.set(of.id, notDone(of.id, 60002, because('settlement.bonusMissing', { ids: named(short) })))
    else {
      for (const [userId, amount] of redeem) redeemed.set(userId, (redeemed.get(userId) ?? 0n) + amount)
      if (of.debt_user_id !== null) debts.set(of.debt_user_id, owed - of.debt_tokens)
      weeks.add(`${of.guild_id} ${of.week}`)
      approving.push({ of, at: occursAt(of, context.now), lines: own })
    }
  }
  return { approving, refused }
}

/** Approves weeks, the oldest first, with an outcome each. */
export const approve = (params: Params) => (context: Context, payload: Parsed<typeof settlementApprove>) => {
  const ids = chosen(payload.ids, 'ids')
  return batch(context, async (tx) => {
    const found = await queries.lockSettlements(tx, context.scope, ids)
    const { approving, refused } = await choose(tx, context, found)
    if (approving.length > 0) await postWeeks(tx, context, params, approving)
    const approved = new Set(approving.map(({ of }) => of.id))
    return ids.map((id) => (approved.has(id) ? done(id) : (refused.get(id) ?? notDone(id, 10032))))
  })
}

/** @throws if the ledger refuses what was checked a moment ago: nothing is approved, and the call can be repeated. */
async function postWeeks(tx: Transaction, context: Context, params: Params, approving: readonly Approving[]) {
  const items = approving.flatMap((made) => [
    ...[...redemptions(made.lines)].map(([userId, amount]) => redeemItem(made, userId, amount)),
    ...[weekItem(made, made.lines), debtItem(made), writeOffItem(made)].filter((item) => item !== null),
  ])
  for (const outcome of await postAll(tx, context, items))
    if (outcome.status === 'refused') throw new Error(`the ledger refused ${outcome.id}: ${outcome.code}`)
  await repayDebts(
    tx,
    approving.flatMap((made) => {
      const item = debtItem(made)
      const { debt_user_id: userId, debt_tokens: tokens } = made.of
      return item && userId !== null ? { userId, tokens, orderId: null, transferId: item.id, at: context.now } : []
    }),
  )
  await payAnchors(tx, context, params, approving)
  const last = approving.filter(({ of }) => of.is_final).map(({ of }) => of.guild_id)
  if (last.length > 0) await queries.dropDebts(tx, last)
  const { id, username } = staffOf(context)
  await queries.setApproved(
    tx,
    approving.map(({ of }) => of.id),
    { at: context.now, name: username, id },
  )
  await recordMany(
    tx,
    context,
    approving.map(({ of }) =>
      entryOf(of, { operation: 'settlement.approve', verb: 'approve', to: 'approved' }, context),
    ),
  )
  await tell(
    tx,
    context.now,
    approving.map(({ of }) => ({
      moment: 'weekApproved',
      about: String(of.id),
      to: { guildId: of.guild_id },
      params: { id: of.id, week: of.week, usd: dollars(of.payable_cents) },
    })),
  )
  // Payslips are most of what an approval would write for nobody.
  if (await hasListener(tx)) await send(tx, context.now, approving.flatMap(slips))
}
