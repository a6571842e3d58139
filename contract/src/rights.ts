// Rights that count: what a member of staff could use to give themselves more, or to move, price or release money. No account gets one, and no
// account that has one gets new credentials, by one person alone.
import type { MenuKey } from './screens.ts'

/** Menus whose write access counts. Reading never does. */
export const menusThatCount = [
  'system.user',
  'system.role',
  'system.menu',
  'system.param',
  'system.whitelist',
  'system.bridge',
  'system.import',
  'system.provider',
  'system.approval',
  'users.grant',
  'guilds.list',
  'guilds.levelTwoGuild',
  'guilds.family',
  'guilds.commissionPlan',
  'guilds.settleAccounts',
  'guilds.withdrawalManage',
  'guilds.deductions',
  'finance.recharge',
  'finance.withdraw',
  'finance.usdtIn',
  'finance.usdtOut',
  'finance.wallet',
  'finance.userStat',
  'finance.agents',
  'finance.agentTrades',
  'finance.chargeback',
  'finance.promotion',
  'finance.payout',
  'finance.policy',
  'finance.sanctions',
  'finance.statement',
  'finance.books',
  // Prices of gifts.
  'official.gift',
  'promotion.channel',
  'promotion.settle',
  'promotion.benefit',
] as const satisfies readonly MenuKey[]

const counting: ReadonlySet<string> = new Set(menusThatCount)

/** Whether write access to the menu counts. */
export const rightCounts = (menu: string): boolean => counting.has(menu)
