// What happened to a guild, as its page shows it.
import type { Parsed, RecordOf } from '@greenroom/contract/call'
import type { guildEventList } from '@greenroom/contract/guilds'
import type { Context } from '../../../kit/calls/context.ts'
import type { Reader } from '../../../kit/database/database.ts'
import { type Keyset, mapPage } from '../../../kit/database/paging.ts'
import { equals, type Filters, narrowedPage } from '../../../records/index.ts'
import { ofOwn } from '../visibleGuilds.ts'

type Event = RecordOf<typeof guildEventList>

/** Done by a staff account: leaders do not see which. */
const events = (reader: Reader, context: Context) =>
  reader
    .selectFrom('guilds.event as e')
    .leftJoin('access.staff as s', (join) => join.onRef('s.username', '=', 'e.by').on('s.deleted_at', 'is', null))
    .select(['e.id', 'e.at', 'e.by', 'e.what', 'e.reason', 'e.detail', 's.union_id'])
    .where(ofOwn(context.scope, 'e.guild_id'))
    .$narrowType<{ what: Event['what'] }>()
type Row = Awaited<ReturnType<ReturnType<typeof events>['executeTakeFirstOrThrow']>>

const byId = { column: 'e.id', type: 'uuid' as const, of: (row: Row) => row.id }
const keyset: Keyset<Row> = { sorts: { at: byId }, defaultSort: '-at', id: byId, defaultSize: 20 }
const filters: Filters<typeof guildEventList> = { guildId: equals('e.guild_id') }

/** One page of a guild's history; a parent does not see that of its sub-agencies. */
export async function history(context: Context, payload: Parsed<typeof guildEventList>) {
  const page = await narrowedPage(context, events(context.database, context), filters, keyset, payload)
  const { scope } = context
  return mapPage(
    page,
    (row): Event => ({
      eventId: row.id,
      at: row.at.toISOString(),
      what: row.what,
      by: scope.kind === 'platform' || (scope.kind === 'guild' && row.union_id === scope.unionId) ? row.by : '',
      reason: row.reason,
      detail: row.detail as Event['detail'],
    }),
  )
}
