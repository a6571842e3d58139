// Accounts of the roles as shipped, each signed in.
import { openSession } from '../../src/access/session.ts'
import { wallNow } from '../../src/kit/clock.ts'
import type { Client, TestProduct } from '../product.ts'

export type Account = { name: string; role: string; client: Client; token: string }
type Opens = (role: string, of?: { unionId?: number; agentId?: number }) => Promise<Account>

/** Opens accounts one by one; `all` gets each. */
export function accountsOf(product: TestProduct, all: Account[]): Opens {
  const { database } = product
  let made = 0
  return async (role, of = {}) => {
    const name = `${role.toLowerCase().replaceAll(' ', '.')}.${++made}`
    return database.transaction().execute(async (tx) => {
      const { id: roleId } = await tx
        .selectFrom('access.role')
        .select('id')
        .where('name', '=', role)
        .executeTakeFirstOrThrow()
      const staff = await tx
        .insertInto('access.staff')
        .values({
          username: name,
          password_hash: 'none',
          created_at: wallNow(),
          union_id: of.unionId ?? null,
          agent_id: of.agentId ?? null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx.insertInto('access.staff_role').values({ staff_id: staff.id, role_id: roleId }).execute()
      const session = { ip: '127.0.0.1', userAgent: 'test', previous: { at: null, ip: null } }
      const { token } = await openSession(tx, staff.id, session)
      const opened = { name, role, token, client: product.as(token) }
      all.push(opened)
      return opened
    })
  }
}
