// Every screen by its menu key, loaded when opened. The contract defines the keys; rooms provide the components.
import type { MenuKey } from '@greenroom/contract/screens'
import type { Namespace } from '../i18n/index.ts'
import { screens as audits } from '../rooms/audits/index.ts'
import { screens as community } from '../rooms/community/index.ts'
import { screens as finance } from '../rooms/finance/index.ts'
import { screens as flow } from '../rooms/flow/index.ts'
import { guildPage, screens as guilds, reportPages, settlementPage } from '../rooms/guilds/index.ts'
import { screens as indicators, wallPage } from '../rooms/indicators/index.ts'
import { screens as live } from '../rooms/live/index.ts'
import { screens as official } from '../rooms/official/index.ts'
import { screens as promotion } from '../rooms/promotion/index.ts'
import { setupPage, screens as system } from '../rooms/system/index.ts'
import { screens as topupAgents } from '../rooms/topup-agents/index.ts'
import { screens as users } from '../rooms/users/index.ts'
import type { Loadable } from '../ui/loadable.tsx'
import { withoutLists } from './withoutLists.ts'
import { type Load, withTexts } from './withTexts.ts'

const moderates: readonly Namespace[] = ['audits', 'community', 'live']

/** The namespaces that a screen's room needs. */
function namespacesOf(menu: MenuKey): Namespace[] {
  if (menu === 'system.installation' || menu === 'system.health') return ['list', 'system', 'installation']
  const room = menu.split('.')[0] as Namespace
  if (withoutLists.has(menu)) return [room]
  return moderates.includes(room) ? ['list', room, 'moderation'] : ['list', room]
}

/** A page without its own menu: below a screen, with parameters in its path (`/user/detail/:id`), or for everyone. */
export type DetailRoute = {
  name: string
  pattern: string
  /** The parent screen, whose menu is required; none for pages that everyone has. */
  of?: MenuKey
  /** The screen whose entry the sidebar marks, if the account has it; that of `of` otherwise. */
  shownAt?: MenuKey
  cacheAble: boolean
  /** Fills the window: without sidebar, bar and tabs. */
  alone?: true
  Page: Loadable<object>
}

const loads: Readonly<Record<MenuKey, Load<object>>> = {
  ...system,
  ...users,
  ...finance,
  ...flow,
  ...guilds,
  ...indicators,
  ...live,
  ...audits,
  ...community,
  ...official,
  ...promotion,
  ...topupAgents,
  ...guilds,
}

export const screensByMenu = Object.fromEntries(
  Object.entries(loads).map(([menu, load]) => [menu, withTexts(load, namespacesOf(menu as MenuKey))]),
) as Readonly<Record<MenuKey, Loadable<object>>>

export const detailRoutes: readonly DetailRoute[] = [
  {
    name: 'users.detail',
    pattern: '/user/detail/:id',
    of: 'users.list',
    cacheAble: true,
    Page: withTexts(() => import('./PersonPage.tsx'), namespacesOf('users.list')),
  },
  {
    name: 'guilds.detail',
    pattern: '/sociaty/SociatyManageDetail/:id/:unionName/:unionNum',
    of: 'guilds.family',
    shownAt: 'guilds.list',
    cacheAble: true,
    Page: withTexts(guildPage, namespacesOf('guilds.family')),
  },
  {
    name: 'guilds.dayDetail',
    pattern: '/sociatyManage/everyDayReportDetail/:id',
    of: 'guilds.everyDayReport',
    cacheAble: true,
    Page: withTexts(reportPages.day, namespacesOf('guilds.everyDayReport')),
  },
  {
    name: 'guilds.subDay',
    pattern: '/GuildManagement/LevelTwoGuildDailyDetail/:time',
    of: 'guilds.levelTwoGuildDaily',
    cacheAble: true,
    Page: withTexts(reportPages.subDay, namespacesOf('guilds.levelTwoGuildDaily')),
  },
  {
    name: 'guilds.subWeek',
    pattern: '/GuildManagement/LvevlTwoGuildWeekDetail/:startTime/:endTime',
    of: 'guilds.levelTwoGuildWeek',
    cacheAble: true,
    Page: withTexts(reportPages.subWeek, namespacesOf('guilds.levelTwoGuildWeek')),
  },
  {
    name: 'guilds.settlement',
    pattern: '/sociatyManage/settleAccountsDetail/:id',
    of: 'guilds.settleAccounts',
    cacheAble: true,
    Page: withTexts(settlementPage, namespacesOf('guilds.settleAccounts')),
  },
  {
    name: 'indicators.wall',
    pattern: '/data/wall/:id',
    of: 'indicators.board',
    cacheAble: false,
    alone: true,
    Page: withTexts(wallPage, namespacesOf('indicators.board')),
  },
  {
    name: 'setup',
    pattern: '/setup',
    of: 'system.installation',
    cacheAble: true,
    Page: withTexts(setupPage, namespacesOf('system.installation')),
  },
  {
    name: 'requests',
    pattern: '/requests',
    cacheAble: true,
    Page: withTexts(() => import('../rooms/system/approval/MyRequests.tsx'), namespacesOf('system.approval')),
  },
  {
    name: 'security',
    pattern: '/account/security',
    cacheAble: false,
    Page: withTexts(() => import('../rooms/access/security/MySecurity.tsx'), ['home', 'access', 'security']),
  },
  {
    name: 'batches',
    pattern: '/batches',
    cacheAble: true,
    Page: withTexts(() => import('../rooms/system/MyBatches.tsx'), namespacesOf('system.approval')),
  },
]
