// One person who wants to be two: an administrator, a second one, and what the attacker may try.
import { passwordByLink } from '@greenroom/contract/access'
import type { MenuKey } from '@greenroom/contract/screens'
import { approvalDecide, approvalInfo } from '@greenroom/contract/system'
import { roleSave, staffCode } from '@greenroom/contract/systemStaff'
import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import { setParam } from '../../../../test/params.ts'
import { staffAccount } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'

export let product: TestProduct
/** The attacker. */
export let admin: Client
/** Who else may decide. */
export let other: Client
export const password = 'Right-p4ss'
export const reason = 'because'

let made = 0
export const unique = (text: string) => `${text}.${++made}`
export const aPhone = () => ({ areaCode: '86', phone: `1380000${String(1_000 + ++made)}` })

const menuIds = async (keys: readonly MenuKey[]) => {
  if (keys.length === 0) return []
  const rows = await product.database.selectFrom('access.menu').select('id').where('key', 'in', keys).execute()
  return rows.map(({ id }) => id)
}

/** A role that nobody holds, with write access to these menus. */
export async function aRole(keys: readonly MenuKey[], secondFactor: 'none' | 'google' = 'none') {
  const roleName = unique('role')
  const { roleId } = await admin.call(roleSave, { roleName, menuIds: await menuIds(keys), secondFactor })
  return {
    roleId,
    roleName,
    with: async (more: readonly MenuKey[]) => ({ roleId, roleName, menuIds: await menuIds([...keys, ...more]) }),
  }
}

/** A colleague with these roles, made by two. */
export async function colleague(roleIds: readonly number[], more: { areaCode?: string; phone?: string } = {}) {
  return staffAccount(product, { username: unique('colleague'), password, roleIds, ...more })
}

export const setStatus = (userId: number, status: 0 | 1) =>
  product.database.updateTable('access.staff').set({ status }).where('id', '=', userId).execute()

export const bind = (userId: number) =>
  product.database
    .updateTable('access.staff')
    .set({ google_secret: 'JBSWY3DPEHPK3PXP', google_bound_at: new Date() })
    .where('id', '=', userId)
    .execute()

/** All that an account is and may do: equal before and after what must change nothing. */
export async function standing(userId: number) {
  const { rows } = await sql<{ account: object; roles: object[] }>`
    select json_build_object('password', s.password_hash, 'phone', s.area_code || ' ' || s.phone, 'status', s.status, 'remark', s.remark,
                             'factor', s.google_bound_at, 'deleted', s.deleted_at) as account,
           (select coalesce(json_agg(json_build_array(r.id, r.second_factor,
                     (select json_agg(json_build_array(g.menu_id, g.permission) order by g.menu_id)
                        from access.role_menu g where g.role_id = r.id)) order by r.id), '[]')
              from access.staff_role sr join access.role r on r.id = sr.role_id where sr.staff_id = s.id) as roles
      from access.staff s where s.id = ${userId}`.execute(product.database)
  return rows[0]!
}

export const decide = async (client: Client, approvalId: string) =>
  (await client.call(approvalDecide, { ids: [approvalId], decision: 'approve' })).outcomes[0]!
export const approve = async (approvalId: string) => {
  const outcome = await decide(other, approvalId)
  if (!outcome.ok) throw new Error(`not approved: ${JSON.stringify(outcome)}`)
}
export const shownTo = async (client: Client, approvalId: string) =>
  (await client.call(approvalInfo, { approvalId })).approval

/** The approver's half, for the only account of the request. */
export const codeOf = async (approvalId: string) => (await other.call(staffCode, { approvalId })).codes[0]!.code

/** Somebody with a link, at an address of their own. */
export const stranger = () => product.as(undefined, `10.66.${++made >> 8}.${made & 255}`)
export const setByLink = (token: string, code: string, newPassword = 'Chosen-by-m3') =>
  stranger().send(passwordByLink, { token, code, newPassword })

/** After a test that ended the second administrator's sessions. */
export async function signInAgain() {
  other = await product.second()
}

export function startAttacks(): void {
  beforeAll(async () => {
    product = await startProduct()
    // Many accounts log in here, all from one address.
    await setParam(product, 'login_tries_per_minute', 10_000)
    admin = await product.administrator()
    other = await product.second()
  })
  afterAll(() => product.close())
}
