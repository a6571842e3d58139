// Reads and actions that the tests of bans share.
import { userBan, userDetail } from '@greenroom/contract/users'
import type { Client, TestProduct } from '../../../../test/product.ts'
import { commandsAbout } from '../people.fixture.ts'

export const reason = 'spam'

/** Reads users, devices, bans and log entries, and bans users; product and administrator exist once the tests run. */
export const bansOf = (started: () => { product: TestProduct; admin: Client }) => ({
  stateOf: async (userId: number) => (await started().admin.call(userDetail, { userId })).user.state,
  rows: (userId: number) =>
    started()
      .product.database.selectFrom('users.ban')
      .select(['id', 'kind', 'device_id', 'until', 'by', 'ended', 'ended_by', 'end_reason', 'reason'])
      .where('user_id', '=', BigInt(userId))
      .orderBy('id')
      .execute(),
  device: (id: string) =>
    started().product.database.selectFrom('users.device').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  commandsOf: (userId: number) => commandsAbout(started().product, userId),
  logged: (target: string) =>
    started()
      .product.database.selectFrom('log.readable')
      .selectAll()
      .where('target', '=', target)
      .orderBy('id')
      .execute(),
  ban: (ids: number[], kind: 'id' | 'device' | 'both' = 'id', hours = 0) =>
    started().admin.call(userBan, { ids, kind, hours, reason }),
})
