// Whether an import can be taken back as a whole: nothing that it brought has been used since.
import { importKinds } from '@greenroom/contract/statesAndKinds'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../kit/database/database.ts'
import { ownersMoved } from '../../ledger/index.ts'
import { guildsAboveOthers, guildsInUse } from '../guilds/index.ts'
import { agentsInUse } from '../topup-agents/index.ts'
import type * as queries from './moving.queries.ts'

/** The records of a kind that were applied: all, or those up to the place at which applying stopped. */
function appliedOf(row: queries.Import, kind: (typeof importKinds)[number]): RawBuilder<unknown> {
  const records = sql`from moving.record where import_id = ${row.id} and kind = ${kind}`
  if (row.halted_from !== 'applying') return records
  const reached = Math.max(
    0,
    importKinds.findIndex((one) => one === row.stage),
  )
  const at = importKinds.indexOf(kind)
  if (at !== reached) return at < reached ? records : sql`${records} and false`
  return sql`${records} and (file, line) <= (${row.after_file}::smallint, ${row.after_line}::int)`
}

const keysOf = async (tx: Transaction, applied: RawBuilder<unknown>): Promise<string[]> => {
  const { rows } = await sql<{ key: string }>`select key ${applied} order by file, line`.execute(tx)
  return rows.map(({ key }) => key)
}

/** The first thing of an import that is in use, as `user:42` or `guild 7`; null if there is none. */
export async function unusedFault(tx: Transaction, row: queries.Import): Promise<string | null> {
  const { id } = row
  const [moved] = await ownersMoved(tx, sql`select 'user:' || key as owner ${appliedOf(row, 'user')}`)
  if (moved !== undefined) return moved
  const guildIds = (await keysOf(tx, appliedOf(row, 'guild'))).map(Number)
  const [guild] = [...(await guildsInUse(tx, guildIds)), ...(await guildsAboveOthers(tx, guildIds))]
  if (guild !== undefined) return `guild ${guild}`
  const agentIds = (await keysOf(tx, appliedOf(row, 'agent'))).map(Number)
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
