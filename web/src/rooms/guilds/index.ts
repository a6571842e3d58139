// The Guild room's screens by menu key, loaded when opened, and its palette searchers. Its parts of a user's page are in `person/`.
import type { MenuKey } from '@greenroom/contract/screens'
import type { ComponentType } from 'react'

type GuildsKey = Extract<MenuKey, `guilds.${string}`>

export const loadSearchers = () => import('./guildSearchers.ts')

export const screens: Record<GuildsKey, () => Promise<{ default: ComponentType }>> = {
  'guilds.list': () => import('./guild/GuildList.tsx'),
  'guilds.withdrawalManage': () => import('./payouts/WithdrawalList.tsx'),
  'guilds.deductions': () => import('./deductions/DeductionList.tsx'),
  'guilds.commissionPlan': () => import('./plans/PlanList.tsx'),
  'guilds.everyDayReport': () => import('./figures/DayReport.tsx'),
  'guilds.weekReport': () => import('./figures/WeekReport.tsx'),
  'guilds.levelTwoGuildDaily': () => import('./figures/SubDays.tsx'),
  'guilds.levelTwoGuildWeek': () => import('./figures/SubWeeks.tsx'),
  'guilds.memberFlow': () => import('./members/FlowList.tsx'),
  'guilds.memberList': () => import('./members/MemberList.tsx'),
  'guilds.family': () => import('./family/FamilyScreen.tsx'),
  'guilds.settleAccounts': () => import('./settlement/SettlementList.tsx'),
  'guilds.levelTwoGuild': () => import('./SubList.tsx'),
}

/** A guild's page, below `guilds.family`. */
export const guildPage = () => import('./page/GuildPage.tsx')

/** Pages below the reports. */
export const reportPages = {
  day: () => import('./figures/DayDetail.tsx'),
  subDay: () => import('./figures/SubDay.tsx'),
  subWeek: () => import('./figures/SubWeek.tsx'),
}
/** A settlement or a payslip of it, below `guilds.settleAccounts`. */
export const settlementPage = () => import('./settlement/SettlementPage.tsx')
