// Recharge orders, and a valid payload of each call that changes something about money in and out.
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

export const financeWrites: Record<string, Write> = {
  rechargeResend: { leaves: 'after', payload: async (world) => ({ ids: [await anOrder(world)] }) },
  rechargeRefund: { leaves: 'after', payload: async (world) => ({ ids: [await anOrder(world)], reason }) },
}
