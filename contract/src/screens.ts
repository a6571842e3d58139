// All screens by menu key. The server's menu names keys, the web has one component per key, and a call's `menu` is one
// of them. A database menu whose key is missing here has no screen and stays hidden.

export const screens = {
  'system.user': { path: '/sys/user' },
  'system.role': { path: '/sys/role' },
  'system.menu': { path: '/sys/menu' },
  'system.log': { path: '/sys/log' },
  'system.param': { path: '/sys/param' },
  'system.giftTemplate': { path: '/sys/giftTemplate' },
  'system.whitelist': { path: '/sys/whitelist' },
  'system.version': { path: '/sys/version' },
  'system.country': { path: '/sys/country' },
  'system.approval': { path: '/sys/approval' },
  'system.bridge': { path: '/sys/bridge' },
  'users.list': { path: '/user/list' },
  'users.device': { path: '/user/device' },
  'users.banLog': { path: '/user/banLog' },
  'users.contact': { path: '/user/contact' },
  'users.grant': { path: '/user/grant' },
  'live.users': { path: '/live/users' },
  'live.records': { path: '/live/records' },
  'live.monitor': { path: '/live/monitor' },
  'live.forbidden': { path: '/live/forbidden' },
  'live.calls': { path: '/live/calls' },
  'live.gifts': { path: '/live/gifts' },
  'guilds.list': { path: '/sociatyManage/list' },
  'guilds.everyDayReport': { path: '/sociatyManage/everyDayReport' },
  'guilds.weekReport': { path: '/sociatyManage/weekReport' },
  'guilds.levelTwoGuildDaily': { path: '/GuildManagement/LevelTwoGuildDaily' },
  'guilds.levelTwoGuildWeek': { path: '/GuildManagement/LevelTwoGuildWeek' },
  'guilds.commissionPlan': { path: '/sociatyManage/commissionPlan' },
  'guilds.withdrawalManage': { path: '/sociatyManage/withdrawalManage' },
  'guilds.deductions': { path: '/sociatyManage/deductions' },
  'guilds.family': { path: '/sociatyManage/family' },
  'guilds.levelTwoGuild': { path: '/GuildManagement/LevelTwoGuild' },
  'guilds.settleAccounts': { path: '/sociatyManage/settleAccounts' },
  'flow.daily': { path: '/flow/daily' },
  'flow.token': { path: '/flow/token' },
  'flow.reconcile': { path: '/flow/reconcile' },
  'audits.basic': { path: '/audit/basic' },
  'audits.photo': { path: '/audit/photo' },
  'audits.official': { path: '/audit/official' },
  'audits.library': { path: '/audit/library' },
  'audits.avatar': { path: '/audit/avatar' },
  'audits.cover': { path: '/audit/cover' },
  'audits.dynamic': { path: '/audit/dynamic' },
  'audits.report': { path: '/audit/report' },
  'audits.greeting': { path: '/audit/greeting' },
  'audits.log': { path: '/audit/log' },
  'audits.template': { path: '/audit/template' },
  'audits.quality': { path: '/audit/quality' },
  'guilds.memberList': { path: '/sociatyManage/memberList' },
  'community.dynamic': { path: '/community/dynamic' },
  'community.topic': { path: '/community/topic' },
  'community.comment': { path: '/community/comment' },
} as const satisfies Record<string, { path: `/${string}` }>

export type MenuKey = keyof typeof screens

export const menuKeys = Object.keys(screens) as MenuKey[]

/** The twelve root menus, in the order of the sidebar (product.md section 2; spec section 6). */
export const rootMenuIds = [100, 297, 10290, 12310, 12316, 11930, 12318, 10292, 12361, 10393, 12270, 11710] as const
