// The Promotion room: installations as the app attributes them to channels.
import { type AnyHandler, defineHandler } from '../../bridge/index.ts'
import { ensureDevices, takeChannels } from '../users/index.ts'
import { keepFirst } from './queries.ts'

/** The first installation on a device counts, and gives its channel to those who registered there without one. */
export const promotionHandlers: AnyHandler[] = [
  defineHandler({
    types: ['install.attributed'],
    plan: async ({ tx }, events) => {
      const installs = events.map(({ at, data }) => ({ ...data, at }))
      await ensureDevices(tx, installs)
      await keepFirst(tx, installs)
      await takeChannels(tx, { deviceIds: installs.map((install) => install.deviceId) })
      return events.map(() => ({ items: [], state: undefined }))
    },
  }),
]
