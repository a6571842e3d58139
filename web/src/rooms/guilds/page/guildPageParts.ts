// The parts of a guild's page, in their order. Each is a file of its own, loaded when opened; add yours here with a text
// `guilds:panels.<id>` in both languages.
import type { Session } from '../../../session/session.ts'
import { loadable } from '../../../ui/loadable.tsx'
import type { Guild } from '../guild/GuildState.tsx'
import type { PanelSpec } from './guildPanel.ts'

const all: readonly PanelSpec[] = [
  { id: 'profile', menu: 'guilds.family', Panel: loadable(() => import('./GuildProfile.tsx')) },
  {
    id: 'people',
    menu: 'guilds.memberList',
    Panel: loadable(() => import('../members/GuildPeople.tsx')),
    count: (guild) => guild.members,
  },
  {
    id: 'subAgencies',
    menu: 'guilds.family',
    Panel: loadable(() => import('./SubAgencies.tsx')),
    when: (guild) => guild.parent === null,
    count: (guild) => guild.subAgencies,
  },
  { id: 'weeks', menu: 'guilds.settleAccounts', Panel: loadable(() => import('../settlement/GuildWeeks.tsx')) },
  {
    id: 'money',
    menu: 'guilds.withdrawalManage',
    Panel: loadable(() => import('../payouts/MoneyPanel.tsx')),
    when: (guild) => guild.own,
  },
  {
    id: 'deductions',
    menu: 'guilds.deductions',
    Panel: loadable(() => import('../deductions/DeductionsPanel.tsx')),
    when: (guild) => guild.own,
  },
  {
    id: 'helpers',
    menu: 'guilds.family',
    Panel: loadable(() => import('./GuildHelpers.tsx')),
    when: (guild) => guild.can.changeMethod !== 'leaderOnly',
  },
  {
    id: 'history',
    menu: 'guilds.family',
    Panel: loadable(() => import('./GuildHistory.tsx')),
    when: (guild) => guild.own,
  },
]

/** The parts that this account may read of this guild. */
export const panelsOf = (guild: Guild, { may }: Session): readonly PanelSpec[] =>
  all.filter(({ menu, when }) => may(menu, 'read') && (when?.(guild) ?? true))
