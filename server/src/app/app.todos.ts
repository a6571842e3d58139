// The lines of Home, from every area: alarms first.
import { type AlarmKey, alarms } from '@greenroom/contract/alarms'
import { type Approvals, approvalTodo, questionTodo, stopTodo, type Todo } from '../access/index.ts'
import { parkedSince } from '../jobs/index.ts'
import type { Space } from '../kit/database/space.ts'
import { standing } from '../notify/index.ts'
import { appealTodos, auditTodos } from '../rooms/audits/index.ts'
import { chainAlarms } from '../rooms/chain/index.ts'
import { financeTodos } from '../rooms/finance/index.ts'
import { guildsTodos } from '../rooms/guilds/index.ts'
import { officialTodos } from '../rooms/official/index.ts'
import { promotionTodos } from '../rooms/promotion/index.ts'
import { bridgeTodos } from '../rooms/system/index.ts'
import { agentsTodos } from '../rooms/topup-agents/index.ts'

type Services = Parameters<typeof chainAlarms>[0] & { approvals: Approvals; space: Space }

/** Alarms that no room counts: Home shows those that stand (`app.alarms.ts` finds them). */
const kept = [
  'diskLow',
  'clockOff',
  'chainBroken',
  'reconcileDiffers',
  'deliveriesOff',
  'standbyMissing',
  'commandsPending',
  'figuresBehind',
  'walBehind',
  'backupOld',
  'restoreFailed',
  'deadMessages',
] as const satisfies readonly AlarmKey[]

const keptAlarms: Todo[] = kept.map((key) => ({
  key,
  menu: alarms[key].menu,
  href: alarms[key].href,
  alarm: true,
  rows: () => standing(key),
}))

export const homeTodos = (services: Services): Todo[] => [
  {
    key: 'diskFull',
    menu: 'system.bridge',
    alarm: true,
    href: '/sys/bridge',
    waiting: async () => ({ count: (await services.space.lacking()).length, oldest: null, until: null }),
  },
  ...keptAlarms,
  stopTodo,
  { key: 'parkedWork', menu: 'system.bridge', alarm: true, href: '/sys/bridge', rows: parkedSince },
  ...chainAlarms(services),
  ...bridgeTodos,
  approvalTodo(services.approvals),
  questionTodo,
  ...auditTodos,
  ...appealTodos,
  ...guildsTodos,
  ...agentsTodos,
  ...financeTodos,
  ...promotionTodos,
  ...officialTodos,
]
