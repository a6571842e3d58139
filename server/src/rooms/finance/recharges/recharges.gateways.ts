// The gateways of orders, by name. Their orders can be stopped (docs/money.md, Stop switches).
import { sql } from 'kysely'
import type { Stoppable } from '../../../access/index.ts'
import type { Reader } from '../../../kit/database/database.ts'

const most = 200

/** Each gateway once: the index is read by jumps, so that millions of orders cost as much as few. */
async function gatewaysOf(reader: Reader): Promise<string[]> {
  const { rows } = await sql<{ gateway: string }>`
    with recursive jump(gateway) as (
      (select gateway from finance.recharge_order where gateway > '' order by gateway limit 1)
      union all
      select (select o.gateway from finance.recharge_order o where o.gateway > j.gateway order by o.gateway limit 1)
        from jump j where j.gateway is not null
    )
    select gateway from jump where gateway is not null limit ${most}`.execute(reader)
  return rows.map(({ gateway }) => gateway)
}

/** A gateway may be stopped before its first order. */
export const stoppableGateways: Stoppable['gateway'] = {
  all: async (reader) => (await gatewaysOf(reader)).map((gateway) => ({ thing: gateway, name: gateway })),
  find: async (_, gateway) => ({ thing: gateway, name: gateway }),
}
