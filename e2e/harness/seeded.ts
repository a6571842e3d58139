// The built-in roles: what each may read and write, and a check that it can do exactly this.

import { declaredCalls } from '@greenroom/contract/allCalls'
import { menusOf } from '@greenroom/contract/call'
import { type MenuKey, menuKeys, screens } from '@greenroom/contract/screens'
import { expect, type Page } from '@playwright/test'
import type { Client } from './api.ts'
import { sidebar } from './shell.ts'
import { textsOf } from './texts.ts'

const words = textsOf('en', 'shell')

/** A screen as its refusal names it: with its area. */
const placeOf = (key: MenuKey) =>
  words('forbidden.place', { area: words(`areas.${key.split('.')[0]}`), screen: words(`screens.${key}`) })

type Rights = { write: readonly MenuKey[]; read: readonly MenuKey[] }

const below = (...roots: string[]): MenuKey[] => menuKeys.filter((key) => roots.includes(key.split('.')[0]!))
const without = (keys: readonly MenuKey[], ...less: MenuKey[]) => keys.filter((key) => !less.includes(key))

export const seeded = {
  Administrator: { write: menuKeys, read: [] },
  Moderator: {
    write: [...without(below('audits', 'live', 'community'), 'audits.quality'), 'users.list'],
    read: ['audits.quality', 'users.device', 'users.banLog'],
  },
  'Customer service': {
    write: below('users'),
    read: [
      ...below('live', 'community'),
      ...without(below('guilds'), 'guilds.commissionPlan', 'guilds.levelTwoGuildDaily', 'guilds.levelTwoGuildWeek'),
      'audits.report',
      'finance.recharge',
      'finance.withdraw',
      'finance.agents',
      'finance.agentTrades',
    ],
  },
  Operations: {
    write: [
      ...below('community', 'indicators', 'official', 'promotion'),
      'system.giftTemplate',
      'system.version',
      'system.country',
      'users.contact',
      'guilds.list',
      'guilds.commissionPlan',
      'guilds.levelTwoGuild',
    ],
    read: [...below('live'), 'users.list', 'users.device', 'users.banLog', 'guilds.family', 'guilds.memberList'],
  },
  'Finance maker': {
    write: [
      'users.grant',
      ...below('finance'),
      'guilds.settleAccounts',
      'guilds.withdrawalManage',
      'guilds.deductions',
      'promotion.settle',
    ],
    read: [...below('flow'), 'users.list', 'guilds.list', 'guilds.family', 'promotion.channel'],
  },
  'Finance checker': {
    write: ['system.approval', 'guilds.settleAccounts', 'guilds.withdrawalManage', 'promotion.settle'],
    read: [
      ...below('flow', 'finance'),
      'users.list',
      'users.grant',
      'system.log',
      'guilds.list',
      'guilds.family',
      'guilds.deductions',
      'guilds.commissionPlan',
      'promotion.benefit',
      'promotion.channel',
    ],
  },
  // How an installation runs is for those who run it.
  Analyst: { write: ['indicators.board'], read: without(menuKeys, 'system.installation', 'system.health') },
  'Guild leader': {
    write: [
      'topup-agents.home',
      'guilds.memberList',
      'guilds.settleAccounts',
      'guilds.withdrawalManage',
      'guilds.family',
      'guilds.levelTwoGuild',
    ],
    read: [
      'guilds.memberFlow',
      'guilds.everyDayReport',
      'guilds.weekReport',
      'guilds.levelTwoGuildDaily',
      'guilds.levelTwoGuildWeek',
      'guilds.deductions',
    ],
  },
  'Top-up agent': { write: below('topup-agents'), read: [] },
} as const satisfies Record<string, Rights>

export type SeededRole = keyof typeof seeded

const levelOf = ({ write, read }: Rights, key: MenuKey): 0 | 1 | 3 =>
  write.includes(key) ? 3 : read.includes(key) ? 1 : 0

/**
 * Checks that the menu shows the role's screens and no others, that their lists answer, that any other address says
 * which menu is missing, and that every call above the role's level is refused.
 */
export async function reachesOnlyItsOwn(page: Page, client: Client, role: SeededRole): Promise<void> {
  const rights: Rights = seeded[role]
  const own = menuKeys.filter((key) => levelOf(rights, key) > 0)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect((await shownInMenu(page)).toSorted(), 'the menu').toEqual(own.map((key) => screens[key].path).toSorted())
  const others: { key: MenuKey; path: string }[] = menuKeys
    .filter((key) => !own.includes(key))
    .map((key) => ({ key, path: screens[key].path }))
  if (!own.includes('users.list')) others.push({ key: 'users.list', path: '/user/detail/1' })
  expect(await openOrUnnamed(page, others), 'screens that do not say which menu is missing').toEqual([])
  expect(await refusedWrongly(client, rights)).toEqual([])
}

/** The screens in the menu. Opens all submenus at once, since clicking them one by one takes longer than opening a screen. */
async function shownInMenu(page: Page): Promise<string[]> {
  const closed = sidebar(page).locator('button[aria-expanded="false"]')
  await closed.evaluateAll((all) => {
    for (const submenu of all) (submenu as HTMLElement).click()
  })
  await expect(closed).toHaveCount(0)
  const links = await sidebar(page)
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  // A menu entry returns to the screen's last state, including filters.
  return links.map((link) => link.replace(/\?.*/, '')).filter((path) => path !== '/dashboard')
}

/**
 * Goes to each screen like a link. @returns the paths that did not name the missing menu within 15 seconds. All in the
 * page: a role lacks up to 80 screens, and each takes a few milliseconds.
 */
function openOrUnnamed(page: Page, others: { key: MenuKey; path: string }[]): Promise<string[]> {
  const wanted = others.map(({ key, path }) => ({
    path,
    title: words('forbidden.title', { screen: placeOf(key) }),
  }))
  return page.evaluate(async (all) => {
    const says = (title: string) =>
      [...document.querySelectorAll('h1')].some((head) => head.textContent === title && head.checkVisibility())
    const appears = (title: string) =>
      new Promise<boolean>((resolve) => {
        const end = (isThere: boolean) => {
          observer.disconnect()
          clearTimeout(tooLate)
          resolve(isThere)
        }
        const observer = new MutationObserver(() => says(title) && end(true))
        observer.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true })
        const tooLate = setTimeout(() => end(says(title)), 15_000)
        if (says(title)) end(true)
      })
    const failed: string[] = []
    for (const { path, title } of all) {
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
      if (!(await appears(title))) failed.push(path)
    }
    return failed
  }, wanted)
}

/** Calls that are wrongly allowed or wrongly refused. */
async function refusedWrongly(client: Client, rights: Rights): Promise<string[]> {
  const requested = declaredCalls.flatMap(({ call }) =>
    menusOf(call).map((menu) => {
      const kind = Object.entries(call.menuBy ?? {}).find(([, key]) => key === menu)?.[0]
      return { call, menu, payload: kind === undefined ? {} : { kind } }
    }),
  )
  const answered = await Promise.all(
    requested.map(async ({ call, menu, payload }) => {
      const isAllowed = levelOf(rights, menu) >= (call.level === 'write' ? 3 : 1)
      // Allowed calls that change something are not tried with an empty payload.
      if (isAllowed && call.operation) return []
      // Only staff see every family; a leader sees their own by another call of the same menu.
      if (isAllowed && rights === seeded['Guild leader'] && !call.for?.includes('guild')) return []
      const answer = await client.send(call, payload as never)
      const isRefused = answer.code !== 200 && answer.errorCode === 10026
      return isRefused === isAllowed ? [`${call.name} of ${menu}: ${isRefused ? 'refused' : 'let in'}`] : []
    }),
  )
  return answered.flat()
}
