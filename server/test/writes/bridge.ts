// Clients of the bridge and deliveries.
import * as clients from '@greenroom/contract/clients'
import { reason, unique } from '../world/base.ts'
import {
  aBridgeClient,
  aDeadLetter,
  aHeldEvent,
  aHistoryClient,
  aPageError,
  aPause,
  aSecretToFetch,
} from '../world/bridge.ts'
import type { Write } from './write.ts'

export const bridgeWrites: Record<string, Write> = {
  clientSave: {
    asks: true,
    leaves: 'after',
    payload: async () => ({ name: unique('App '), endpoint: 'https://app.example.com/greenroom' }),
  },
  clientUpdate: {
    leaves: 'both',
    payload: async (world) => ({
      clientId: await aBridgeClient(world),
      version: 1,
      name: unique('App '),
      endpoint: 'https://app.example.com/greenroom',
    }),
  },
  clientEnable: {
    leaves: 'both',
    payload: async (world) => ({ clientId: await aBridgeClient(world), enabled: false, reason }),
  },
  clientHistoryClose: {
    leaves: 'both',
    payload: async (world) => ({ clientId: await aHistoryClient(world), reason }),
  },
  clientDelete: { leaves: 'before', payload: async (world) => ({ clientId: await aBridgeClient(world), reason }) },
  clientSecretRotate: {
    asks: true,
    leaves: 'both',
    payload: async (world) => ({ clientId: await aBridgeClient(world), keepHours: 24 }),
  },
  clientSecretReveal: { leaves: 'both', payload: async (world) => ({ secretId: await aSecretToFetch(world) }) },
  clientSecretEnd: {
    leaves: 'both',
    payload: async (world) => {
      const clientId = await aBridgeClient(world)
      const { records } = await world.admin.call(clients.clientList, { size: 200 })
      return { secretId: records.find((row) => row.clientId === clientId)!.secrets[0]!.secretId, reason }
    },
  },
  clientTest: { leaves: 'after', payload: async (world) => ({ clientId: await aBridgeClient(world) }) },
  deliveryResume: {
    leaves: 'both',
    payload: async (world) => {
      await aPause(world)
      return { reason }
    },
  },
  deliveryReplay: {
    leaves: 'both',
    payload: async (world) => ({ ids: [(await aDeadLetter(world)).deliveryId], reason }),
  },
  heldEventReplay: { leaves: 'both', payload: async (world) => ({ ids: [await aHeldEvent(world)], reason }) },
  frontErrorKnow: { leaves: 'both', payload: async (world) => ({ ids: [await aPageError(world)] }) },
  heldEventDrop: { leaves: 'both', payload: async (world) => ({ ids: [await aHeldEvent(world)], reason }) },
}
