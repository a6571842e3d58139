// Adds and reverses deductions. The settlement job notices the change and recomputes the week, or
// corrects it in a later week (docs/guilds.md).
import type { Parsed, RecordOf } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/guildMoney'
import { deductionAdded, deductionsReversed } from '@greenroom/contract/sentences/guildMoney'
import { batch, chosen, done, notDone, type Outcome, sortOut } from '../../../kit/batch.ts'
import { type Context, levelOn, staffOf } from '../../../kit/context.ts'
import type { Transaction } from '../../../kit/database.ts'
import { because, refuseBecause } from '../../../kit/refusal.ts'
import { recordMany } from '../../../log/index.ts'
import { runningWeek } from '../plans/plan.ts'
import * as queries from './queries.ts'
import { addFault, isPaid, type Place, reverseFault, weekFault, weeksAhead } from './rules.ts'

const shown = (context: Context, row: queries.Deduction): RecordOf<typeof calls.deductionList> => {
  const staff = staffOf(context)
  const isStaff = context.scope.kind === 'platform'
  const why = reverseFault(row.state, row.settled ?? undefined)
  const may =
    isStaff && levelOn(staff, 'guilds.deductions') === 3 ? (why?.slice('deduction.'.length) ?? true) : 'readOnly'
  const { settled, ...rest } = row
  return {
    ...rest,
    usdCents: Number(row.usdCents),
    weekState: settled && (isPaid(settled) ? 'paid' : (settled.state as 'draft')),
    createdBy: isStaff ? row.createdBy : '',
    createdAt: row.createdAt.toISOString(),
    reversedBy: isStaff ? row.reversedBy : '',
    reversedAt: row.reversedAt?.toISOString() ?? null,
    can: { reverse: may as true | string },
  }
}

export async function list(context: Context, payload: Parsed<typeof calls.deductionList>) {
  const page = await queries.deductionPage(context, payload)
  return { ...page, records: page.records.map((row) => shown(context, row)) }
}

/** @throws Refusal 1000002 for a week in which nothing can be deducted. */
async function placeOf(tx: Transaction, context: Context, week: string): Promise<Place> {
  const facts = await queries.weekFacts(tx, week)
  const place = { week, ...facts, runningWeek: await runningWeek(tx, context.now, context.timeZone) }
  const fault = weekFault(place)
  if (fault === 'deduction.weekFar') throw refuseBecause(1000002, 'week', fault, { most: weeksAhead })
  if (fault) throw refuseBecause(1000002, 'week', fault)
  return place
}

type AmountLine = { id: number; usdCents: number }
type Shared = Pick<Parsed<typeof calls.deductionSave>, 'of' | 'kind' | 'week' | 'reason'> & {
  chargebackId: string | null
}

/** One deduction a line, with an outcome each. */
const add = (context: Context, lines: readonly AmountLine[], { of, kind, week, reason, chargebackId }: Shared) =>
  batch(context, async (tx) => {
    const ids = lines.map(({ id }) => id)
    const amounts = new Map(lines.map(({ id, usdCents }) => [id, usdCents]))
    const place = await placeOf(tx, context, week)
    const targets = of === 'guild' ? await queries.guildTargets(tx, ids) : await queries.anchorTargets(tx, ids, week)
    const guildIds = [...new Set([...targets.values()].map(({ guildId }) => guildId))]
    const settled = await queries.lockSettled(tx, guildIds, week)
    const already = chargebackId === null ? new Set<number>() : await queries.lockDeducted(tx, chargebackId)
    const accepted: queries.Target[] = []
    const outcomes = ids.map((id): Outcome => {
      const target = targets.get(id)
      if (!target) return notDone(id, 290005, because(of === 'guild' ? 'deduction.noGuild' : 'deduction.noAnchor'))
      if (already.has(id)) return notDone(id, 20000, because('deduction.taken'))
      const fault = addFault(target.guildState, place, settled.get(target.guildId))
      if (fault) return notDone(id, 1000002, because(fault))
      accepted.push(target)
      return done(id)
    })
    if (accepted.length === 0) return outcomes
    const common = { kind, reason, week, chargebackId, by: staffOf(context).username, at: context.now }
    const added = await queries.addDeductions(
      tx,
      accepted.map(({ id, guildId, userId }) => ({ guildId, userId, usdCents: amounts.get(id)!, ...common })),
    )
    await recordMany(
      tx,
      context,
      accepted.map(({ id, guildId, userId, name }, at) => {
        const usdCents = amounts.get(id)!
        return {
          target: `deduction ${added[at]}`,
          content: deductionAdded({ from: name, usdCents, week }),
          before: null,
          after: { guildId, userId, kind, usdCents, week, state: 'effective', ...(chargebackId && { chargebackId }) },
          reason,
        }
      }),
    )
    return outcomes
  })

/** The same deduction for each id. */
export function save(context: Context, sent: Parsed<typeof calls.deductionSave>): Promise<{ outcomes: Outcome[] }> {
  const ids = chosen(sent.ids, 'ids')
  const { usdCents, ...shared } = sent
  return add(
    context,
    ids.map((id) => ({ id, usdCents })),
    { ...shared, chargebackId: null },
  )
}

/** Deductions from the anchors who earned from a chargeback's tokens, each with its own amount, once. */
export async function ofChargeback(context: Context, sent: Parsed<typeof calls.deductionChargeback>) {
  const { chargebackId, lines, week, reason } = sent
  if (!(await queries.isChargeback(context.database, chargebackId)))
    throw refuseBecause(10032, 'chargebackId', 'record.none')
  const amounts = new Map(lines.map(({ userId, usdCents }) => [userId, usdCents]))
  const each = [...amounts].map(([id, usdCents]) => ({ id, usdCents }))
  return add(context, each, { of: 'anchor', kind: 'chargeback', week, reason, chargebackId })
}

export function reverse(context: Context, sent: Parsed<typeof calls.deductionReverse>) {
  const ids = chosen(sent.ids, 'ids')
  return batch(context, async (tx) => {
    const found = await queries.lockDeductions(tx, ids)
    const { outcomes, able } = sortOut(ids, found, (row, id) => {
      const why = reverseFault(row.state, row.settled ?? undefined)
      return why ? notDone(id, why === 'deduction.reversed' ? 20000 : 1000002, because(why)) : null
    })
    if (able.length === 0) return outcomes
    const by = staffOf(context).username
    await queries.setReversed(
      tx,
      able.map(({ id }) => id),
      by,
      context.now,
      sent.reason,
    )
    await recordMany(
      tx,
      context,
      able.map((row) => {
        const { guildId, kind, usdCents, week } = row
        const about = { guildId, userId: row.user?.userId ?? null, kind, usdCents, week }
        return {
          target: `deduction ${row.id}`,
          content: deductionsReversed([{ from: row.user?.nickname ?? row.guildName, usdCents }]),
          before: { ...about, state: 'effective' },
          after: { ...about, state: 'reversed' },
          reason: sent.reason,
        }
      }),
    )
    return outcomes
  })
}
