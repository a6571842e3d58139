// What installs make of devices, and of the channels of those who registered on them.
import { type AnyHandler, defineHandler } from '../../../bridge/index.ts'
import { ensureDevices, takeChannels } from '../../users/index.ts'
import { keepFirst } from './queries.ts'

/** The first installation on a device counts, and gives its channel to those who registered there without one. */
export const installHandler: AnyHandler = defineHandler({
  types: ['install.attributed'],
  plan: async ({ tx }, events) => {
    const installs = events.map(({ at, data }) => ({ ...data, at }))
    await ensureDevices(tx, installs)
    await keepFirst(tx, installs)
    await takeChannels(tx, { deviceIds: installs.map((install) => install.deviceId) })
    return events.map(() => ({ items: [], state: undefined }))
  },
})
