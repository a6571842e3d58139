// The identity provider: logging in with it, linked accounts, its settings and groups.
import type { Client } from '../product.ts'
import { reason, unique } from '../world/base.ts'
import { aLinked, aLinking, aMapping, aProvider, aProviderLogin, providerSettings } from '../world/provider.ts'
import { aRole, nobody } from '../world/staff.ts'
import type { Write } from './write.ts'

/** Whose account the payload is about. */
let holder: Client | undefined
const byHolder = async () => holder!

export const providerWrites: Record<string, Write> = {
  providerLogin: { by: nobody, leaves: 'neither', payload: aProviderLogin },
  providerLink: {
    by: byHolder,
    leaves: 'after',
    payload: async (world) => {
      const { client, payload } = await aLinking(world)
      holder = client
      return payload
    },
  },
  providerUnlink: {
    by: byHolder,
    leaves: 'before',
    payload: async (world) => {
      holder = (await aLinked(world)).client
      return {}
    },
  },
  providerSave: {
    asks: true,
    leaves: 'both',
    payload: async (world) => {
      await aProvider(world)
      return { ...(await providerSettings()), name: unique('Company ') }
    },
  },
  providerRemove: {
    leaves: 'before',
    payload: async (world) => {
      await aProvider(world)
      return { reason }
    },
  },
  providerTest: {
    leaves: 'after',
    payload: async (world) => {
      await aProvider(world)
      return {}
    },
  },
  providerMap: {
    leaves: 'after',
    payload: async (world) => {
      await aProvider(world)
      return { group: unique('group '), roleId: await aRole(world) }
    },
  },
  providerUnmap: { leaves: 'before', payload: async (world) => ({ mappingId: await aMapping(world), reason }) },
}
