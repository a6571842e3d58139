// Recharge orders, and a valid payload of each call that changes something about money in and out.
import { booksMonthList } from '@greenroom/contract/books'
import { sql } from 'kysely'
import { appUser } from '../src/rooms/users/people.fixture.ts'
import { reason, unique, type World } from './world.ts'
import type { Write } from './writes.ts'

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

/** An open chargeback of which something is owed: rows only, nothing of it is in the ledger. */
export async function aChargeback(world: World): Promise<string> {
  const orderId = await anOrder(world)
  const { rows } = await sql<{ id: string }>`
    insert into finance.chargeback (id, order_id, kind, user_id, usd_cents, taken_tokens, debt_tokens, state, at)
    select uuidv7(), id, 'chargeback', user_id, 100, 40, 60, 'open', ${world.product.clock.now()}
      from finance.recharge_order where id = ${orderId} returning id`.execute(world.product.database)
  return rows[0]!.id
}

/** The earliest open month, which has ended: something is booked in it. */
async function anEndedMonth({ product, admin }: World): Promise<string> {
  const last = new Date(product.clock.now())
  last.setUTCMonth(last.getUTCMonth() - 1, 1)
  last.setUTCHours(12, 0, 0, 0)
  await sql`
    insert into ledger.booked (slot, holder, purpose, currency, debit, credit, entries)
    values (${last}, 'platform', 'issue', 'TOKEN', 0, 0, 0) on conflict do nothing`.execute(product.database)
  const { months } = await admin.call(booksMonthList, {})
  return months.findLast(({ state }) => state === 'open')!.month
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
  rechargeRefund: { leaves: 'after', payload: async (world) => ({ ids: [await anOrder(world)], reason }) },
}
