// Figures of guilds by day and week, and the leader's Home (docs/guilds.md).
import { declare } from './call.ts'
import type * as schema from './guildFigures.schema.ts'

/** Figures by guild and day, newest day first. A leader: their own guild and its sub-agencies. */
export const everyDayReport = declare<typeof schema.everyDayReport>('everyDayReport', {
  method: 'GET',
  path: '/sociatyManage/everyDayReport',
  level: 'read',
  menu: 'guilds.everyDayReport',
  for: ['guild'],
  exportable: true,
})

/** A guild's day by anchor. */
export const everyDayReportDetail = declare<typeof schema.everyDayReportDetail>('everyDayReportDetail', {
  method: 'GET',
  path: '/sociatyManage/everyDayReportDetail',
  level: 'read',
  menu: 'guilds.everyDayReport',
  for: ['guild'],
  codes: [10032],
  exportable: true,
})

/** Figures by guild and week, newest week first. A leader: their own guild and its sub-agencies. */
export const weekReport = declare<typeof schema.weekReport>('weekReport', {
  method: 'GET',
  path: '/sociatyManage/weekReport',
  level: 'read',
  menu: 'guilds.weekReport',
  for: ['guild'],
  exportable: true,
})

/** The same weeks by anchor. */
export const weekReportAnchors = declare<typeof schema.weekReportAnchors>('weekReportAnchors', {
  method: 'GET',
  path: '/sociatyManage/weekReport/anchors',
  level: 'read',
  menu: 'guilds.weekReport',
  for: ['guild'],
  exportable: true,
})

/** Days of all sub-agencies together. A leader: those of their own guild. */
export const subAgencyDays = declare<typeof schema.subAgencyDays>('subAgencyDays', {
  method: 'GET',
  path: '/GuildManagement/LevelTwoGuildDaily',
  level: 'read',
  menu: 'guilds.levelTwoGuildDaily',
  for: ['guild'],
  exportable: true,
})

/** A day by sub-agency. */
export const subAgencyDay = declare<typeof schema.subAgencyDay>('subAgencyDay', {
  method: 'GET',
  path: '/GuildManagement/LevelTwoGuildDailyDetail',
  level: 'read',
  menu: 'guilds.levelTwoGuildDaily',
  for: ['guild'],
  exportable: true,
})

/** Weeks of all sub-agencies together. A leader: those of their own guild. */
export const subAgencyWeeks = declare<typeof schema.subAgencyWeeks>('subAgencyWeeks', {
  method: 'GET',
  path: '/GuildManagement/LevelTwoGuildWeek',
  level: 'read',
  menu: 'guilds.levelTwoGuildWeek',
  for: ['guild'],
  exportable: true,
})

/** The weeks between two days by sub-agency. */
export const subAgencyWeek = declare<typeof schema.subAgencyWeek>('subAgencyWeek', {
  method: 'GET',
  path: '/GuildManagement/LvevlTwoGuildWeekDetail',
  level: 'read',
  menu: 'guilds.levelTwoGuildWeek',
  for: ['guild'],
  exportable: true,
})

/** The running week of the leader's guild: the amount so far, and anchors close to a valid day or a salary step. */
export const guildHome = declare<typeof schema.guildHome>('guildHome', {
  method: 'GET',
  path: '/sociatyManage/home',
  level: 'signed-in',
  for: ['guild'],
  codes: [10032],
})
