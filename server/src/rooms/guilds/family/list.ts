// Every family, for staff.
import type { Parsed, RecordOf } from '@greenroom/contract/call'
import type { guildFamilyList } from '@greenroom/contract/guilds'
import type { Context } from '../../../kit/context.ts'
import { type Keyset, mapPage } from '../../../kit/paging.ts'
import type { ExportColumn } from '../../../kit/serve.ts'
import { wordIn } from '../../../kit/words.ts'
import { equals, type Filters, narrowedPage } from '../../../records/index.ts'
import { found } from '../guild/list.ts'
import { stateWords } from '../words.ts'
import * as queries from './queries.ts'
import { payableOf, weekOf, weeksShown } from './service.ts'

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
  { names: { en: 'Guild ID', cn: '公会 ID' }, value: (family) => family.guildId },
  { names: { en: 'Name', cn: '名称' }, value: (family) => family.name },
  { names: { en: 'Status', cn: '状态' }, value: (family, { language }) => wordIn(stateWords, family.state, language) },
  { names: { en: 'Leader ID', cn: '会长 ID' }, value: (family) => family.leader.userId },
  { names: { en: 'Sub-guilds', cn: '子公会数' }, value: (family) => family.subAgencies },
  { names: { en: 'Members', cn: '成员数' }, value: (family) => family.members },
  { names: { en: 'Points this week', cn: '本周积分' }, value: (family) => family.thisWeek.points },
  {
    names: { en: 'Base this week (USD)', cn: '本周分成基数（USD）' },
    value: (family) => usd(family.thisWeek.baseCents),
  },
  { names: { en: 'Level this week', cn: '本周等级' }, value: (family) => family.thisWeek.level },
  { names: { en: 'Points last week', cn: '上周积分' }, value: (family) => family.lastWeek.points },
  {
    names: { en: 'Base last week (USD)', cn: '上周分成基数（USD）' },
    value: (family) => usd(family.lastWeek.baseCents),
  },
  { names: { en: 'Level last week', cn: '上周等级' }, value: (family) => family.lastWeek.level },
  {
    names: { en: 'Payable last week (USD)', cn: '上周应付（USD）' },
    value: (family) => usd(family.lastWeek.payableCents),
  },
]
