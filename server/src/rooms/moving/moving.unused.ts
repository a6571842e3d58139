// Whether an import can be taken back as a whole: nothing that it brought has been used since.
import { sql } from 'kysely'
import type { Transaction } from '../../kit/database/database.ts'
import { ownersMoved } from '../../ledger/index.ts'
import { guildsAboveOthers, guildsInUse } from '../guilds/index.ts'
import { agentsInUse } from '../topup-agents/index.ts'
import type * as queries from './moving.queries.ts'

const keysOf = async (tx: Transaction, importId: number, kind: string): Promise<string[]> => {
  const { rows } = await sql<{ key: string }>`
    select key from moving.record where import_id = ${importId} and kind = ${kind} order by file, line`.execute(tx)
  return rows.map(({ key }) => key)
}

/** The first thing of an import that is in use, as `user:42` or `guild 7`; null if there is none. */
export async function unusedFault(tx: Transaction, { id }: Pick<queries.Import, 'id'>): Promise<string | null> {
  const [moved] = await ownersMoved(
    tx,
    sql`select 'user:' || key as owner from moving.record where import_id = ${id} and kind = 'user'`,
  )
  if (moved !== undefined) return moved
  const guildIds = (await keysOf(tx, id, 'guild')).map(Number)
  const [guild] = [...(await guildsInUse(tx, guildIds)), ...(await guildsAboveOthers(tx, guildIds))]
  if (guild !== undefined) return `guild ${guild}`
  const agentIds = (await keysOf(tx, id, 'agent')).map(Number)
  const [agent] = await agentsInUse(tx, agentIds)
  if (agent !== undefined) return `agent of user ${agent}`
  const { rows } = await sql<{ what: string }>`
    select 'order ' || o.id as what
      from moving.made m join finance.recharge_order o on o.id = m.key
     where m.import_id = ${id} and m.kind = 'order' and (o.state <> 'not paid' or o.refund <> 'none')
    union all
    select 'withdrawal ' || w.id
      from moving.made m join finance.withdrawal w on w.id = m.key
     where m.import_id = ${id} and m.kind = 'withdrawal'
       and (w.state <> 'in review' or w.decision_id is not null or w.approval_id is not null)
     limit 1`.execute(tx)
  return rows[0]?.what ?? null
}
