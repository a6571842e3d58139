// Whether an import can be taken back as a whole: nothing that it brought has been used since.
import { importKinds } from '@greenroom/contract/statesAndKinds'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../kit/database/database.ts'
import { ownersMoved } from '../../ledger/index.ts'
import { templatesInUse } from '../audits/index.ts'
import { guildsAboveOthers, guildsInUse } from '../guilds/index.ts'
import { giftsInUse } from '../official/index.ts'
import { channelsInUse, promotersInUse } from '../promotion/index.ts'
import { agentsInUse } from '../topup-agents/index.ts'
import type * as queries from './moving.queries.ts'

/** The records of a kind that were applied: all, or those up to the place at which applying stopped. */
function appliedOf(row: queries.Import, kind: (typeof importKinds)[number]): RawBuilder<unknown> {
  const records = sql`from moving.record where import_id = ${row.id} and kind = ${kind}`
  const end =
    row.halted_from === 'applying'
      ? { stage: row.stage, file: row.after_file, line: row.after_line }
      : { stage: row.reached_stage, file: row.reached_file, line: row.reached_line }
  if (end.stage === '' && row.halted_from !== 'applying') return records
  const reached = Math.max(
    0,
    importKinds.findIndex((one) => one === end.stage),
  )
  const at = importKinds.indexOf(kind)
  if (at !== reached) return at < reached ? records : sql`${records} and false`
  return sql`${records} and (file, line) <= (${end.file}::smallint, ${end.line}::int)`
}

const keysOf = async (tx: Transaction, applied: RawBuilder<unknown>): Promise<string[]> => {
  const { rows } = await sql<{ key: string }>`select key ${applied} order by file, line`.execute(tx)
  return rows.map(({ key }) => key)
}

/** Users whose accounts a request looks at; the undoing itself looks at all of them before it changes anything. */
const usersAtOnce = 20_000

/** The first thing of an import that is in use, as `user:42` or `guild 7`; null if there is none. */
export async function unusedFault(tx: Transaction, row: queries.Import): Promise<string | null> {
  const { id } = row
  const [moved] = await ownersMoved(
    tx,
    sql`select 'user:' || key as owner ${appliedOf(row, 'user')} order by file, line limit ${usersAtOnce}`,
  )
  if (moved !== undefined) return moved
  const guildIds = (await keysOf(tx, appliedOf(row, 'guild'))).map(Number)
  const [guild] = [...(await guildsInUse(tx, guildIds)), ...(await guildsAboveOthers(tx, guildIds))]
  if (guild !== undefined) return `guild ${guild}`
  const agentIds = (await keysOf(tx, appliedOf(row, 'agent'))).map(Number)
  const [agent] = await agentsInUse(tx, agentIds)
  if (agent !== undefined) return `agent of user ${agent}`
  const numbers = await keysOf(tx, appliedOf(row, 'channel'))
  const [channel] = await channelsInUse(tx, numbers)
  if (channel !== undefined) return `channel ${channel}`
  const [promoter] = await promotersInUse(tx, (await keysOf(tx, appliedOf(row, 'promoter'))).map(Number), numbers)
  if (promoter !== undefined) return `promoter ${promoter}`
  const [gift] = await giftsInUse(tx, (await keysOf(tx, appliedOf(row, 'gift'))).map(Number))
  if (gift !== undefined) return `gift ${gift}`
  const [template] = await templatesInUse(tx, (await keysOf(tx, appliedOf(row, 'template'))).map(Number))
  if (template !== undefined) return `template ${template}`
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
