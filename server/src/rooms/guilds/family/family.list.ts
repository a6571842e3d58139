// Every family, for staff.
import type { Parsed, RecordOf } from '@greenroom/contract/call'
import type { guildFamilyList } from '@greenroom/contract/guilds'
import type { Context } from '../../../kit/calls/context.ts'
import type { ExportColumn } from '../../../kit/calls/serve.ts'
import { type Keyset, mapPage } from '../../../kit/database/paging.ts'
import { equals, type Filters, narrowedPage } from '../../../records/index.ts'
import { optionText } from '../../../texts/catalogue.ts'
import { found } from '../guild/guild.list.ts'
import * as queries from './family.queries.ts'
import { payableOf, weekOf, weeksShown } from './family.service.ts'

type Family = RecordOf<typeof guildFamilyList>

const byId = { column: 'g.id', type: 'int' as const, of: (row: queries.FamilyHead) => row.id }
const keyset: Keyset<queries.FamilyHead> = {
  sorts: { guildId: byId },
  defaultSort: '-guildId',
  id: byId,
  defaultSize: 20,
}
const filters: Filters<typeof guildFamilyList> = { q: found, state: equals('g.state') }

/** One page of families, the newest guild first. */
export async function familyList(context: Context, payload: Parsed<typeof guildFamilyList>) {
  const { database } = context
  const [page, { weeks, plans }] = await Promise.all([
    narrowedPage(context, queries.families(database, context), filters, keyset, payload, {
      counted: queries.countedFamilies(database, context),
    }),
    weeksShown(context),
  ])
  const guilds = await queries.guildsOfFamilies(
    database,
    page.records.map((row) => row.id),
  )
  const ids = guilds.map((guild) => guild.id)
  const figures = Map.groupBy(await queries.figuresOf(database, ids, Object.values(weeks)), (one) => one.guild_id)
  const families = Map.groupBy(guilds, (guild) => guild.head)
  return mapPage(page, (row): Family => {
    const family = families.get(row.id) ?? []
    const weekFor = (which: keyof typeof weeks) => {
      const all = family.flatMap(({ id }) => figures.get(id) ?? []).filter((one) => one.week === weeks[which])
      return weekOf(all, plans[which], payableOf(all))
    }
    return {
      guildId: row.id,
      name: row.name,
      leader: row.leader,
      state: row.state,
      subAgencies: family.length - 1,
      members: family.reduce((total, guild) => total + guild.members, 0),
      thisWeek: weekFor('thisWeek'),
      lastWeek: weekFor('lastWeek'),
    }
  })
}

const usd = (cents: number | null) => (cents === null ? null : cents / 100)

export const familyColumns: ExportColumn<Family>[] = [
  { heading: 'guilds:columns.guildId', value: (family) => family.guildId },
  { heading: 'exports:columns.name', value: (family) => family.name },
  {
    heading: 'guilds:columns.guildState',
    value: (family, { language }) => optionText('guilds:options.guildState', family.state, language),
  },
  { heading: 'exports:columns.leaderId', value: (family) => family.leader.userId },
  { heading: 'guilds:columns.subAgencies', value: (family) => family.subAgencies },
  { heading: 'guilds:columns.members', value: (family) => family.members },
  { heading: 'guilds:columns.points', value: (family) => family.thisWeek.points },
  {
    heading: 'exports:columns.baseThisWeekUsd',
    value: (family) => usd(family.thisWeek.baseCents),
  },
  { heading: 'guilds:columns.levelThisWeek', value: (family) => family.thisWeek.level },
  { heading: 'guilds:columns.pointsLastWeek', value: (family) => family.lastWeek.points },
  {
    heading: 'exports:columns.baseLastWeekUsd',
    value: (family) => usd(family.lastWeek.baseCents),
  },
  { heading: 'guilds:columns.levelLastWeek', value: (family) => family.lastWeek.level },
  {
    heading: 'exports:columns.payableLastWeekUsd',
    value: (family) => usd(family.lastWeek.payableCents),
  },
]
