// Stop switches: what any account that may decide approvals stops at once, and what needs two to go on (docs/money.md).
import { declare } from './call.ts'
import type * as schema from './systemStops.schema.ts'

const menu = { menu: 'system.approval' } as const

export const stopList = declare<typeof schema.stopList>('stopList', {
  ...menu,
  method: 'GET',
  path: '/sys/stop/list',
  level: 'read',
})

/** At once. */
export const stopOn = declare<typeof schema.stopOn>('stopOn', {
  ...menu,
  method: 'POST',
  path: '/sys/stop/on',
  level: 'write',
  operation: 'stop.on',
  creates: true,
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
})

/** By two; alone within ten minutes, by the account that stopped it. */
export const stopOff = declare<typeof schema.stopOff>('stopOff', {
  ...menu,
  method: 'POST',
  path: '/sys/stop/off',
  level: 'write',
  operation: 'stop.off',
  money: { does: 'releases', alone: { because: 'ownStop' } },
  creates: true,
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
})
