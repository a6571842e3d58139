import type { RecordOf } from '@greenroom/contract/call'
import { guildEvening } from '@greenroom/contract/guildEvening'
import {
  everyDayReport,
  everyDayReportDetail,
  guildHome,
  subAgencyDay,
  subAgencyDays,
  subAgencyWeek,
  subAgencyWeeks,
  weekReport,
  weekReportAnchors,
} from '@greenroom/contract/guildFigures'
import type { Scope } from '../../../kit/calls/context.ts'
import { Refusal } from '../../../kit/calls/refusal.ts'
import { type ExportColumn, type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import type { Params } from '../../../params/index.ts'
import { yesOrNo } from '../../../texts/catalogue.ts'
import { guildEveningOf } from './guildEvening.service.ts'
import { guildHomeOf } from './guildHome.service.ts'
import {
  doneColumns,
  guildColumns,
  moveColumns,
  shownDone,
  shownMoves,
  shownTotals,
  validDay,
} from './guildReports.figures.ts'
import {
  type AnchorRow,
  anchorDayPage,
  anchorWeekPage,
  type GuildRow,
  guildInReach,
  guildPage,
  type ManyRow,
  storedTotals,
  subAgencyPage,
} from './guildReports.queries.ts'

const shownGuild = (row: GuildRow) => ({
  guild: { guildId: row.guildId, name: row.name },
  parent: row.parentId === null ? null : { guildId: row.parentId, name: row.parent! },
  ...shownMoves(row),
  validDays: Number(row.validDays),
})
const shownDay = (row: GuildRow): RecordOf<typeof everyDayReport> => ({
  reportId: `${row.guildId}-${row.at}`,
  day: row.at,
  ...shownGuild(row),
})
const shownWeek = (row: GuildRow): RecordOf<typeof weekReport> => ({
  week: row.at,
  running: row.running,
  ...shownGuild(row),
})
const shownMany = (row: ManyRow) => ({
  guilds: Number(row.guilds),
  ...shownMoves(row),
  validDays: row.validDays === null ? null : Number(row.validDays),
})
const shownAnchor = (row: AnchorRow) => ({
  anchor: row.anchor,
  ...shownDone(row),
})

const dayColumn: ExportColumn<{ day: string }> = { heading: 'guilds:columns.day', value: (row) => row.day }
const weekColumns: ExportColumn<{ week: string; running: boolean }>[] = [
  { heading: 'exports:columns.weekMonday', value: (row) => row.week },
  { heading: 'exports:columns.stillRunning', value: (row, { language }) => yesOrNo(row.running, language) },
]
const anchorColumns: ExportColumn<Pick<RecordOf<typeof everyDayReportDetail>, 'anchor'>>[] = [
  { heading: 'exports:columns.anchorId', value: (row) => row.anchor.userId },
  { heading: 'exports:columns.nickname', value: (row) => row.anchor.nickname },
]
const guildsColumn: ExportColumn<{ guilds: number }> = {
  heading: 'exports:columns.subGuildsWithFigures',
  value: (row) => row.guilds,
}
const ofGuild = [...guildColumns, ...doneColumns, ...moveColumns]
const ofMany = [guildsColumn, ...doneColumns, ...moveColumns]

/** Figures by guild and anchor, by day and week. */
export const reportRoutes = (params: Params): Served[] => [
  serveList(
    everyDayReport,
    async (context, payload) => {
      const { page, totals } = await guildPage(context, 'day', validDay(params), payload)
      return { ...mapPage(page, shownDay), totals: shownTotals(totals) }
    },
    [dayColumn, ...ofGuild],
  ),
  serveList(
    everyDayReportDetail,
    async (context, payload) => {
      const [guildId, day] = [Number(payload.id.slice(0, -11)), payload.id.slice(-10)]
      const guild = await guildInReach(context, guildId)
      if (!guild) throw new Refusal(10032)
      const page = await anchorDayPage(context, { guildId, day }, validDay(params), payload)
      return {
        ...mapPage(page, (row) => ({ ...shownAnchor(row), valid: row.valid })),
        guild: { guildId: guild.id, name: guild.name },
        day,
      }
    },
    [
      ...anchorColumns,
      ...doneColumns,
      { heading: 'guilds:columns.dayValid', value: (row, { language }) => yesOrNo(row.valid, language) },
    ],
  ),
  serveList(
    weekReport,
    async (context, payload) => {
      const { page, totals } = await guildPage(context, 'week', validDay(params), payload)
      return { ...mapPage(page, shownWeek), totals: shownTotals(totals) }
    },
    [...weekColumns, ...ofGuild],
  ),
  serveList(
    weekReportAnchors,
    async (context, payload) =>
      mapPage(await anchorWeekPage(context, validDay(params), payload), (row) => ({
        ...shownAnchor(row),
        guild: { guildId: row.guildId, name: row.name },
        week: row.at,
        running: row.running,
        validDays: Number(row.validDays),
      })),
    [
      ...weekColumns,
      ...anchorColumns,
      { heading: 'guilds:columns.guild', value: (row) => row.guild.name },
      ...doneColumns,
      { heading: 'guilds:columns.validDays', value: (row) => row.validDays },
    ],
  ),
  serveList(
    subAgencyDays,
    async (context, payload) =>
      mapPage(await subAgencyPage(context, 'day', validDay(params), payload), (row) => ({
        day: row.at,
        ...shownMany(row),
      })),
    [dayColumn, ...ofMany],
  ),
  serveList(
    subAgencyDay,
    async (context, payload) => {
      const { time, parentId, ...paging } = payload
      const span = { startTimeStr: time, endTimeStr: time }
      const requested = { ...paging, ...subsOf(context.scope, parentId), ...span }
      const known = isOfAll(context.scope, parentId) ? await storedTotals(context, 'day', span) : undefined
      const { page, totals } = await guildPage(context, 'day', validDay(params), requested, known)
      return { ...mapPage(page, shownDay), totals: shownTotals(totals) }
    },
    [dayColumn, ...ofGuild],
  ),
  serveList(
    subAgencyWeeks,
    async (context, payload) =>
      mapPage(await subAgencyPage(context, 'week', validDay(params), payload), (row) => ({
        week: row.at,
        running: row.running,
        ...shownMany(row),
      })),
    [...weekColumns, ...ofMany],
  ),
  serveList(
    subAgencyWeek,
    async (context, payload) => {
      const { startTime, endTime, parentId, ...paging } = payload
      const span = { startTimeStr: startTime, endTimeStr: endTime }
      const requested = { ...paging, ...subsOf(context.scope, parentId), ...span }
      const known = isOfAll(context.scope, parentId) ? await storedTotals(context, 'week', span) : undefined
      const { page, totals } = await guildPage(context, 'week', validDay(params), requested, known)
      return { ...mapPage(page, shownWeek), totals: shownTotals(totals) }
    },
    [...weekColumns, ...ofGuild],
  ),
]

/** All sub-agencies of the platform, whose sums are stored. */
const isOfAll = (scope: Scope, parentId: readonly number[] | undefined) =>
  scope.kind === 'platform' && parentId === undefined

/** Only sub-agencies: a leader's own; for staff those of the given parents, or all. */
function subsOf(scope: Scope, parentId: number[] | undefined) {
  if (scope.kind === 'guild') return { parentId: [scope.unionId] }
  return parentId === undefined ? { subAgency: true } : { parentId }
}

export const homeRoutes = (params: Params): Served[] => [
  serve(guildHome, (context) => guildHomeOf(context, params)),
  serve(guildEvening, (context) => guildEveningOf(context, params)),
]
