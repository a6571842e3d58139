// A product, and roles for tests of the role calls.
import { roleInfo, roleSave } from '@greenroom/contract/systemStaff'
import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import { staffAccount } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'

export let product: TestProduct
export let admin: Client
export let menus: Record<string, number>

let made = 0
export const unique = (text: string) => `${text} ${++made}`
export const grantsOf = async (roleId: number) =>
  Object.fromEntries((await admin.call(roleInfo, { roleId })).role.menus.map((menu) => [menu.menuId, menu.permission]))

/** An account with its own role that is no administrator. */
export async function someone(grants: { menuIds?: number[]; readMenuIds?: number[] }) {
  const { roleId } = await admin.call(roleSave, { roleName: unique('someone'), ...grants })
  const username = `someone.${++made}`
  const { userId } = await staffAccount(product, { username, password: 'Some0ne-s', roleIds: [roleId] })
  return { client: await product.login(username, 'Some0ne-s'), roleId, userId, username }
}

/** A menu of a future version, already granted to the finance makers' role. */
export const future = 98_765
export const announce = () =>
  sql`with made as (
        insert into access.menu (id, key, parent_id, type, texts, path, icon, cache_able, sort, built_in)
        select ${future}, 'finance.future', 10292, 'menu', '{"en": "Future", "cn": "未来"}', '/finance/future', 'cash', 1, 99, true
         where not exists (select from access.menu where id = ${future}) returning id)
      insert into access.role_menu (role_id, menu_id, permission) select 5, id, 3 from made`.execute(product.database)

export function startRoles(): void {
  beforeAll(async () => {
    product = await startProduct()
    admin = await product.administrator()
    const rows = await product.database.selectFrom('access.menu').select(['id', 'key']).execute()
    menus = Object.fromEntries(rows.map((row) => [row.key, row.id]))
  })
  afterAll(() => product.close())
}
