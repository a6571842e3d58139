// A product, and accounts for tests of the staff calls.
import { roleSave, staffInfo } from '@greenroom/contract/systemStaff'
import { afterAll, beforeAll } from 'vitest'
import { setParam } from '../../../../test/params.ts'
import { staffAccount } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import type { ValueOf } from '../../../kit/database/database.ts'

export let product: TestProduct
export let admin: Client
export const password = 'Right-p4ss'
export const reason = 'because'

let made = 0
export const unique = () => ++made
export async function add(roleIds: number[] = [], more: { phone?: string; areaCode?: string; remark?: string } = {}) {
  const username = `person.${++made}`
  return staffAccount(product, { username, password, roleIds, ...more })
}

/** An account with write access to accounts that is no administrator. */
export async function keeper(level: 'menuIds' | 'readMenuIds' = 'menuIds') {
  const { roleId } = await admin.call(roleSave, { roleName: `keepers ${++made}`, [level]: [20_100] })
  const person = await add([roleId])
  return { ...person, roleId, client: await product.login(person.username, password) }
}

export const read = async (userId: number) => (await admin.call(staffInfo, { userId })).user
export const entriesOf = (userId: number, operation: string) =>
  product.database
    .selectFrom('log.readable')
    .select(['before', 'after', 'reason', 'username'])
    .where('target', '=', `staff ${userId}`)
    .where('operation', '=', operation)
    .execute()

/** A guild with a leader's account. */
export async function guildAccount(state: ValueOf<'guilds.guild', 'state'>, accountStatus: number) {
  const id = BigInt(500_000 + ++made)
  const now = product.clock.now()
  await product.database.insertInto('users.app_user').values({ id, nickname: 'Lia', created_at: now }).execute()
  const guild = await product.database
    .insertInto('guilds.guild')
    .values({
      name: `Guild ${made}`,
      leader_user_id: id,
      leader_name: 'Lia',
      leader_email: 'lia@example.com',
      area_code: '86',
      phone: String(id),
      state,
      registered_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { userId, username } = await add()
  await product.database
    .updateTable('access.staff')
    .set({ union_id: guild.id, status: accountStatus })
    .where('id', '=', userId)
    .execute()
  await product.database.insertInto('access.staff_role').values({ staff_id: userId, role_id: 8 }).execute()
  return { userId, username, guildId: guild.id }
}

export function startStaff(): void {
  beforeAll(async () => {
    product = await startProduct()
    // Many accounts log in here, all from one address.
    await setParam(product, 'login_tries_per_minute', 10_000)
    admin = await product.administrator()
  })
  afterAll(() => product.close())
}
