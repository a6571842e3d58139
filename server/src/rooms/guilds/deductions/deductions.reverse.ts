// Reverses deductions: the money returns to the guild it was taken from, so it counts against the same limit as what is deducted.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type { deductionReverse } from '@greenroom/contract/guildMoney'
import { deductionsReversed } from '@greenroom/contract/sentences/guildMoney'
import { z } from 'zod'
import { type ApprovalKind, decidesAlone, defineApproval } from '../../../access/index.ts'
import { chosen, notDone, type Outcome, sortOut, unlessUnchanged } from '../../../kit/calls/batch.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { because, refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { recordMany } from '../../../log/index.ts'
import type { Services } from './deductions.add.ts'
import * as queries from './deductions.queries.ts'
import { reverseFault } from './deductions.rules.ts'

const reverseKind = 'deduction.reverse'

async function judge(tx: Transaction, ids: readonly number[]) {
  const found = await queries.lockDeductions(tx, ids)
  return sortOut(ids, found, (row, id) => {
    const why = reverseFault(row.state, row.settled ?? undefined)
    return why ? notDone(id, why === 'deduction.reversed' ? 20000 : 1000002, because(why)) : null
  })
}

const namedOf = (rows: readonly queries.Deduction[]) =>
  rows.map((row) => ({ from: row.user?.nickname ?? row.guildName, usdCents: row.usdCents }))

async function apply(
  tx: Transaction,
  context: Context,
  able: readonly queries.Deduction[],
  { by, reason }: { by: string; reason: string },
): Promise<void> {
  await queries.setReversed(
    tx,
    able.map(({ id }) => id),
    by,
    context.now,
    reason,
  )
  await recordMany(
    tx,
    context,
    able.map((row) => {
      const { guildId, kind, usdCents, week } = row
      const about = { guildId, userId: row.user?.userId ?? null, kind, usdCents, week }
      return {
        operation: reverseKind,
        target: `deduction ${row.id}`,
        content: deductionsReversed('done', namedOf([row])),
        before: { ...about, state: 'effective' },
        after: { ...about, state: 'reversed' },
        reason,
      }
    }),
  )
}

type Reversed = Answer<typeof deductionReverse>

/** Above the limit all that can be reversed are asked for; a job over all matching rows asks for nothing and leaves them as they are. */
export const reverse =
  ({ params, approvals }: Services) =>
  async (context: Context, sent: Parsed<typeof deductionReverse>): Promise<Reversed> => {
    const ids = chosen(sent.ids, 'ids')
    let refused: Outcome[] = []
    const answer = await unlessUnchanged<Reversed | null>(context, null, async (tx) => {
      const { outcomes, able } = await judge(tx, ids)
      refused = outcomes
      if (able.length === 0) return undefined
      const parts = able.map(({ id, usdCents: amount }) => ({ subject: `reversal of ${id}`, amount }))
      if (await decidesAlone(tx, context, params, { kind: 'guildDeduction', parts })) {
        await apply(tx, context, able, { by: staffOf(context).username, reason: sent.reason })
        await context.bulk?.keep(tx, outcomes)
        return { outcomes }
      }
      if (context.bulk) {
        refused = outcomes.map((one) => (one.ok ? notDone(one.id, 1000002, because('deduction.aboveLimit')) : one))
        return undefined
      }
      const approvalId = await approvals.ask(tx, context, {
        kind: reverseKind,
        subject: newId(context.now),
        payload: { ids: able.map(({ id }) => id), guildIds: [...new Set(able.map(({ guildId }) => guildId))] },
        before: null,
        after: { deductions: able.map(({ id, guildId, usdCents }) => ({ id, guildId, usdCents: Number(usdCents) })) },
        reason: sent.reason,
        title: deductionsReversed('request', namedOf(able)),
      })
      return { outcomes, approvalId }
    })
    return answer ?? { outcomes: refused }
  }

/** What can no longer be reversed is left out; if nothing is left, the request fails. */
export const reverseApproval: ApprovalKind = defineApproval({
  kind: reverseKind,
  menu: 'guilds.deductions',
  payload: z.object({ ids: z.array(z.number().int()), guildIds: z.array(z.number().int()) }),
  concerns: (_, { payload: { guildIds } }) => ({ guildIds }),
  stillValid: async () => null,
  async apply(tx, context, { payload: { ids }, maker, reason }) {
    const { able } = await judge(tx, ids)
    if (able.length === 0) throw refuseBecause(20000, 'ids', 'deduction.reversed')
    await apply(tx, context, able, { by: maker, reason })
  },
})
