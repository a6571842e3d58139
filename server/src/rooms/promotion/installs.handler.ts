// Applies installs to devices, to the channels of users registered on them, and to benefits that wait for a channel.
import { type AnyHandler, defineHandler } from '../../bridge/index.ts'
import type { Params } from '../../params/index.ts'
import { ensureDevices, type Granting, takeChannels } from '../users/index.ts'
import { usersOfInstalls } from './benefits/benefitGrants.queries.ts'
import { grantBenefits, type HadBenefit } from './benefits/benefitGrants.ts'
import { keepFirst } from './installs.queries.ts'

/** The first install on a device counts, and gives its channel to users who registered there without one. */
export const installHandler = (params: Params, hadBenefit: HadBenefit): AnyHandler =>
  defineHandler<'install.attributed', Granting[]>({
    types: ['install.attributed'],
    plan: async (chunk, events) => {
      const { tx } = chunk
      const installs = events.map(({ at, data }) => ({ ...data, at }))
      await ensureDevices(tx, installs)
      await keepFirst(tx, installs)
      await takeChannels(tx, { deviceIds: installs.map((install) => install.deviceId) })
      const results = await usersOfInstalls(tx, installs)
      const granted =
        results.length === 0 ? new Map<bigint, Granting>() : await grantBenefits(params, hadBenefit)(chunk, results)
      const byDevice = Map.groupBy(
        results.flatMap(({ userId, deviceId }) => {
          const granting = granted.get(userId)
          return granting ? [{ deviceId, granting }] : []
        }),
        ({ deviceId }) => deviceId,
      )
      return events.map(({ data }) => {
        const state = (byDevice.get(data.deviceId) ?? []).map(({ granting }) => granting)
        byDevice.delete(data.deviceId)
        return { items: state.flatMap(({ items }) => items), state }
      })
    },
    settle: async (_, settled) =>
      settled.map(({ state, outcomes }) => {
        let next = 0
        const results = state.map(({ items, settle }) => settle(outcomes.slice(next, (next += items.length))))
        const balances = results.flatMap((result) => (result['balances'] ?? []) as unknown[])
        return balances.length > 0 ? { result: { balances } } : {}
      }),
  })
