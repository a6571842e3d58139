// /sys/bridge: the live app's back ends, their secrets, incoming events and outgoing commands.
import { declare } from './call.ts'
import type * as schema from './clients.schema.ts'

const read = { method: 'GET', level: 'read', menu: 'system.bridge' } as const
const write = { method: 'POST', level: 'write', menu: 'system.bridge' } as const

export const clientList = declare<typeof schema.clientList>('clientList', { ...read, path: '/sys/bridge/client/list' })

export const clientSave = declare<typeof schema.clientSave>('clientSave', {
  ...write,
  path: '/sys/bridge/client/save',
  operation: 'client.save',
  creates: true,
  codes: [10027, 20000],
})

export const clientUpdate = declare<typeof schema.clientUpdate>('clientUpdate', {
  ...write,
  path: '/sys/bridge/client/update',
  operation: 'client.update',
  creates: true,
  codes: [10027, 10032, 20000],
})

export const clientEnable = declare<typeof schema.clientEnable>('clientEnable', {
  ...write,
  path: '/sys/bridge/client/enable',
  operation: 'client.enable',
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
})

export const clientHistoryClose = declare<typeof schema.clientHistoryClose>('clientHistoryClose', {
  ...write,
  path: '/sys/bridge/client/closeHistory',
  operation: 'client.closeHistory',
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
})

export const clientDelete = declare<typeof schema.clientDelete>('clientDelete', {
  ...write,
  path: '/sys/bridge/client/delete',
  operation: 'client.delete',
  codes: [10032, 11004],
  fieldCodes: { reason: 11004 },
})

export const clientSecretRotate = declare<typeof schema.clientSecretRotate>('clientSecretRotate', {
  ...write,
  path: '/sys/bridge/secret/rotate',
  operation: 'client.secretRotate',
  creates: true,
  codes: [10032, 20000],
})

export const clientSecretReveal = declare<typeof schema.clientSecretReveal>('clientSecretReveal', {
  ...write,
  path: '/sys/bridge/secret/reveal',
  operation: 'client.secretReveal',
  codes: [10032, 20000],
})

export const clientSecretEnd = declare<typeof schema.clientSecretEnd>('clientSecretEnd', {
  ...write,
  path: '/sys/bridge/secret/end',
  operation: 'client.secretEnd',
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
})

export const bridgeTraffic = declare<typeof schema.bridgeTraffic>('bridgeTraffic', {
  ...read,
  path: '/sys/bridge/traffic',
})

export const rejectionList = declare<typeof schema.rejectionList>('rejectionList', {
  ...read,
  path: '/sys/bridge/rejection/list',
  exportable: true,
})

export const deliveryList = declare<typeof schema.deliveryList>('deliveryList', {
  ...read,
  path: '/sys/bridge/delivery/list',
  exportable: true,
})

/** Whether commands are delivered: a restored copy delivers none until staff enable it. */
export const deliverySwitch = declare<typeof schema.deliverySwitch>('deliverySwitch', {
  ...read,
  path: '/sys/bridge/delivery/switch',
})

/** Background work that failed and is tried again, the longest first. */
export const parkedWorkList = declare<typeof schema.parkedWorkList>('parkedWorkList', {
  ...read,
  path: '/sys/bridge/work/list',
})

export const deliveryResume = declare<typeof schema.deliveryResume>('deliveryResume', {
  ...write,
  path: '/sys/bridge/delivery/resume',
  operation: 'client.resume',
  codes: [11004, 20000],
  fieldCodes: { reason: 11004 },
})

export const deliveryReplay = declare<typeof schema.deliveryReplay>('deliveryReplay', {
  ...write,
  path: '/sys/bridge/delivery/replay',
  operation: 'client.replay',
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
  over: { deliveryList: 'deliveryId' },
})

/** Sends a command that changes nothing, to try the endpoint. */
export const clientTest = declare<typeof schema.clientTest>('clientTest', {
  ...write,
  path: '/sys/bridge/client/test',
  operation: 'client.test',
  creates: true,
  codes: [10032, 20000],
})

/** Events that failed by a fault of the server (docs/integrating.md, "When Greenroom fails"). */
export const heldEventList = declare<typeof schema.heldEventList>('heldEventList', {
  ...read,
  path: '/sys/bridge/held/list',
  exportable: true,
})

export const heldEventReplay = declare<typeof schema.heldEventReplay>('heldEventReplay', {
  ...write,
  path: '/sys/bridge/held/replay',
  operation: 'client.eventReplay',
  creates: true,
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
  over: { heldEventList: 'eventId' },
})

export const heldEventDrop = declare<typeof schema.heldEventDrop>('heldEventDrop', {
  ...write,
  path: '/sys/bridge/held/drop',
  operation: 'client.eventDrop',
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
  over: { heldEventList: 'eventId' },
})
