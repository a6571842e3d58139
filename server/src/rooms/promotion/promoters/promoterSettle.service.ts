// Promoters' lines: frozen by one member of staff, approved by another, which credits the promoters.
import type { Parsed } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/promoterSettle'
import { settlementsChanged } from '@greenroom/contract/sentences/promotion'
import { batch, chosen, done, notDone, type Outcome } from '../../../kit/calls/batch.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { because } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { derivedId } from '../../../kit/random.ts'
import { textOf } from '../../../kit/time.ts'
import { post } from '../../../ledger/index.ts'
import { recordMany } from '../../../log/index.ts'
import { owing } from './promoterSettle.ledger.ts'
import * as queries from './promoterSettle.queries.ts'
import { lockLines, refreshLines } from './promoterSettle.refresh.ts'
import { inOrder, type SettleState, type SettleVerb, whyNot } from './promoterSettle.rules.ts'

const monthOf = ({ period }: { period: string }) => period.slice(0, 7)
const todayOf = ({ now, timeZone }: Context) => textOf(now, timeZone).slice(0, 10)

const named = (line: queries.Line) => ({ promoter: line.promoterName, model: line.model, month: monthOf(line) })

const refresh = (tx: Transaction, context: Context, days: readonly string[]) =>
  refreshLines(tx, days, { zone: context.timeZone, now: context.now, today: todayOf(context) })

/** Checks for each id whether the verb may be applied to its line; 10032 for unknown ones. */
async function judge(tx: Transaction, context: Context, verb: SettleVerb, ids: readonly number[]) {
  const { id } = staffOf(context)
  const found = await queries.lockById(tx, ids)
  const outcomes = new Map<number, Outcome>()
  const able: queries.Line[] = []
  for (const one of ids) {
    const line = found.get(one)
    if (!line) {
      outcomes.set(one, notDone(one, 10032))
      continue
    }
    const why = whyNot(verb, line, { id }, context.now)
    if (why === null) able.push(line)
    else {
      const code = why === 'sameFrozen' ? 10026 : why === 'running' ? 1000002 : 50002
      outcomes.set(one, notDone(one, code, because(`promoterSettle.${why}`)))
    }
  }
  return { outcomes, able: inOrder(able) }
}

const answer = (ids: readonly number[], outcomes: ReadonlyMap<number, Outcome>): Outcome[] =>
  ids.map((id) => outcomes.get(id) ?? done(id))

const logged = (
  tx: Transaction,
  context: Context,
  lines: readonly queries.Line[],
  how: 'frozen' | 'reopened' | 'approved',
  [before, after]: readonly [SettleState, SettleState],
  reason?: string,
) =>
  recordMany(
    tx,
    context,
    lines.map((line) => {
      const details = { ...named(line), payableCents: Number(line.payableCents) }
      return {
        target: `promoter settlement ${line.id}`,
        content: settlementsChanged(how, [named(line)]),
        before: { ...details, state: before },
        after: { ...details, state: after },
        ...(reason !== undefined && { reason }),
      }
    }),
  )

/** Freezes lines in the order of their months: an earlier one that is open comes first. */
export const freezeLines = (context: Context, payload: Parsed<typeof calls.promoterSettleFreeze>) => {
  const ids = chosen(payload.ids, 'ids')
  return batch(context, async (tx) => {
    await lockLines(tx)
    const { outcomes, able } = await judge(tx, context, 'freeze', ids)
    await refresh(
      tx,
      context,
      able.map(({ period }) => period),
    )
    const frozen: queries.Line[] = []
    const { id, username: name } = staffOf(context)
    for (const line of able) {
      const { openBefore } = (await queries.neighbours(tx, [line.id])).get(line.id)!
      if (openBefore !== null) {
        outcomes.set(line.id, notDone(line.id, 1000002, because('promoterSettle.earlierFirst', { month: openBefore })))
        continue
      }
      await queries.freeze(tx, [line.id], { id, name }, context.now)
      // The negative remainder of this line goes to the next one.
      await refresh(tx, context, [])
      frozen.push((await queries.lockById(tx, [line.id])).get(line.id)!)
    }
    await logged(tx, context, frozen, 'frozen', ['open', 'frozen'])
    return answer(ids, outcomes)
  })
}

/** Reopens frozen lines, latest month of a promoter and model first. */
export const reopenLines = (context: Context, payload: Parsed<typeof calls.promoterSettleReopen>) => {
  const ids = chosen(payload.ids, 'ids')
  return batch(context, async (tx) => {
    await lockLines(tx)
    const { outcomes, able } = await judge(tx, context, 'reopen', ids)
    const opened: queries.Line[] = []
    for (const line of able.toReversed()) {
      const { closedAfter } = (await queries.neighbours(tx, [line.id])).get(line.id)!
      if (closedAfter !== null) {
        outcomes.set(line.id, notDone(line.id, 50002, because('promoterSettle.laterFirst', { month: closedAfter })))
        continue
      }
      await queries.reopen(tx, [line.id], staffOf(context).username, context.now)
      opened.push(line)
    }
    await refresh(
      tx,
      context,
      opened.map(({ period }) => period),
    )
    await logged(tx, context, opened, 'reopened', ['frozen', 'open'], payload.reason)
    return answer(ids, outcomes)
  })
}

/** Approves frozen lines and credits the payable sums, at the last instant of their months. */
export const approveLines = (context: Context, payload: Parsed<typeof calls.promoterSettleApprove>) => {
  const ids = chosen(payload.ids, 'ids')
  return batch(context, async (tx) => {
    const { outcomes, able } = await judge(tx, context, 'approve', ids)
    const { id, username: name } = staffOf(context)
    const credited = able.map((line) => {
      const at = new Date(line.endsAt.getTime() - 1)
      return { line, at, transferId: line.payableCents > 0n ? derivedId(at, 'promoter settlement', line.id) : null }
    })
    const posted = await post(
      tx,
      name,
      context.now,
      credited.flatMap(({ line, at, transferId }) =>
        transferId === null
          ? []
          : owing({
              id: transferId,
              settlementId: line.id,
              promoterId: line.promoterId,
              usdCents: line.payableCents,
              at,
            }),
      ),
    )
    const wrong = posted.find(({ status }) => status !== 'accepted')
    if (wrong) throw new Error(`a settlement was not posted: ${wrong.id}`)
    await queries.setApproved(
      tx,
      credited.map(({ line, transferId }) => ({ id: line.id, transferId })),
      { id, name },
      context.now,
    )
    await logged(tx, context, able, 'approved', ['frozen', 'approved'])
    return answer(ids, outcomes)
  })
}
