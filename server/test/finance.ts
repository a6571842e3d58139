// Recharge orders, and a valid payload of each call that changes something about money in and out.
import { booksMonthList } from '@greenroom/contract/books'
import { statementMappingSave, statementStart } from '@greenroom/contract/statements'
import { sql } from 'kysely'
import { appUser } from '../src/rooms/users/people.fixture.ts'
import { reason, unique, type World } from './world/base.ts'
import type { Write } from './writes/write.ts'

/** A paid order whose tokens were credited. */
export async function anOrder({ product }: World): Promise<string> {
  const orderId = unique('ord-')
  const now = product.clock.now()
  await sql`
    insert into finance.recharge_order (id, user_id, tokens, usd_cents, gateway, state, created_at, paid_at, recharge_id)
    values (${orderId}, ${await appUser(product)}, 100, 100, 'card', 'success', ${now}, ${now}, uuidv7())`.execute(
    product.database,
  )
  return orderId
}

/** An open chargeback with a debt: rows only, without ledger entries. */
export async function aChargeback(world: World): Promise<string> {
  const orderId = await anOrder(world)
  const { rows } = await sql<{ id: string }>`
    insert into finance.chargeback (id, order_id, kind, user_id, usd_cents, taken_tokens, debt_tokens, state, at)
    select uuidv7(), id, 'chargeback', user_id, 100, 40, 60, 'open', ${world.product.clock.now()}
      from finance.recharge_order where id = ${orderId} returning id`.execute(world.product.database)
  return rows[0]!.id
}

/** The earliest open month, which has ended and has entries. */
async function anEndedMonth({ product, admin }: World): Promise<string> {
  const last = new Date(product.clock.now())
  last.setUTCMonth(last.getUTCMonth() - 1, 1)
  last.setUTCHours(12, 0, 0, 0)
  await sql`
    insert into ledger.booked (slot, holder, purpose, currency, debit, credit, entries)
    values (${last}, 'platform', 'issue', 'TOKEN', 0, 0, 0) on conflict do nothing`.execute(product.owner)
  const { months } = await admin.call(booksMonthList, {})
  return months.findLast(({ state }) => state === 'open')!.month
}

const mappingContent = (gateway: string) => ({
  name: unique('Mapping '),
  gateway,
  settings: {
    delimiter: ',' as const,
    decimal: '.' as const,
    dates: 'iso' as const,
    currency: 'USD',
    columns: { reference: 'Ref', amount: 'Amount' },
    refundWords: [],
  },
})
/** A statement of a separate gateway, waiting for its file. */
async function aLoadingStatement({ admin }: World): Promise<number> {
  const { id } = await admin.call(statementMappingSave, mappingContent(unique('gw')))
  return (await admin.call(statementStart, { ...aPeriod, mappingId: id })).statementId
}
const aPeriod = { fileName: 'a.csv', fromDay: '2026-11-16', toDay: '2026-11-22' }

/** A statement whose dry run is done. */
export async function aStatement(world: World): Promise<number> {
  const id = await aLoadingStatement(world)
  await sql`update finance.statement set state = 'draft', hash = sha256(id::text::bytea), counts = '{"agreed":0,"amount":0,"split":0,"theirs":0,"unreadable":0,"ours":0,"suggested":0}'
             where id = ${id}`.execute(world.product.database)
  return id
}

/** An open difference whose line may belong to a paid order. */
export async function aDifference(world: World): Promise<number> {
  const { database } = world.product
  const statementId = await aStatement(world)
  const orderId = await anOrder(world)
  await sql`insert into finance.statement_line (statement_id, line, reference, amount_minor, currency, fee_minor, result)
    values (${statementId}, 1, 'r', 100, 'USD', 0, 'theirs')`.execute(database)
  const { rows } = await sql<{ id: number }>`
    insert into finance.statement_difference (statement_id, gateway, kind, reference, line, theirs_minor, currency, suggested_id, suggested_item)
    values (${statementId}, 'card', 'theirs', 'r', 1, 100, 'USD', ${orderId}, 'payment') returning id::int as id`.execute(
    database,
  )
  return rows[0]!.id
}

export const financeWrites: Record<string, Write> = {
  booksClose: {
    asks: true,
    leaves: 'both',
    payload: async (world) => ({ month: await anEndedMonth(world), reason }),
  },
  rechargeResend: { leaves: 'after', payload: async (world) => ({ ids: [await anOrder(world)] }) },
  chargebackDecide: {
    leaves: 'both',
    payload: async (world) => ({ ids: [await aChargeback(world)], decision: 'debt', reason }),
  },
  chargebackSettle: {
    asks: true,
    leaves: 'both',
    payload: async (world) => ({ ids: [await aChargeback(world)], decision: 'writeOff', reason }),
  },
  statementMappingSave: { leaves: 'after', payload: async () => mappingContent(unique('gw')) },
  statementStart: {
    leaves: 'after',
    payload: async ({ admin }) => ({
      ...aPeriod,
      mappingId: (await admin.call(statementMappingSave, mappingContent(unique('gw')))).id,
    }),
  },
  statementPart: {
    leaves: 'after',
    payload: async (world) => ({ statementId: await aLoadingStatement(world), number: 0, last: true }),
    file: async () => Buffer.from(`Ref,Amount\n${unique('r')},1.00\n`),
  },
  statementConfirm: {
    leaves: 'both',
    payload: async (world) => ({ statementId: await aStatement(world), version: 1 }),
  },
  statementDiscard: {
    leaves: 'both',
    payload: async (world) => ({ statementId: await aStatement(world), version: 1, reason }),
  },
  differenceNote: {
    leaves: 'after',
    payload: async (world) => ({ differenceId: await aDifference(world), text: 'asked the gateway' }),
  },
  differenceClose: {
    leaves: 'both',
    payload: async (world) => ({ ids: [await aDifference(world)], close: true, reason }),
  },
  differenceMatch: {
    asks: true,
    leaves: 'after',
    payload: async (world) => ({ ids: [await aDifference(world)], reason }),
  },
  rechargeRefund: { leaves: 'after', payload: async (world) => ({ ids: [await anOrder(world)], reason }) },
}
