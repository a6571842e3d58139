// The lines of Home, from every area: alarms first.
import { approvalTodo, stopTodo, type Todo } from '../access/index.ts'
import { parkedCount } from '../jobs/index.ts'
import type { Space } from '../kit/space.ts'
import { appealTodos, auditTodos } from '../rooms/audits/index.ts'
import { chainAlarms, financeTodos } from '../rooms/finance/index.ts'
import { guildsTodos } from '../rooms/guilds/index.ts'
import { bridgeTodos } from '../rooms/system/index.ts'
import { agentsTodos } from '../rooms/topup-agents/index.ts'

export const homeTodos = (services: Parameters<typeof chainAlarms>[0] & { space: Space }): Todo[] => [
  {
    key: 'diskFull',
    menu: 'system.bridge',
    alarm: true,
    href: '/sys/bridge',
    count: async () => (await services.space.lacking()).length,
  },
  stopTodo,
  { key: 'parkedWork', menu: 'system.bridge', alarm: true, href: '/sys/bridge', count: parkedCount },
  ...chainAlarms(services),
  ...bridgeTodos,
  approvalTodo(services.approvals, services.clock),
  ...auditTodos(services.clock),
  ...appealTodos(services.clock),
  ...guildsTodos,
  ...agentsTodos,
  ...financeTodos,
]
