// Test users inserted into the database directly, so that tests don't depend on other calls.
import { type MenuKey, menuKeys } from '@greenroom/contract/screens'
import { hash } from '@node-rs/argon2'
import { openSession } from '../src/access/session.ts'
import type { Product } from '../src/app/index.ts'
import { wallNow } from '../src/kit/clock.ts'
import { hashToken } from '../src/kit/random.ts'
import { countedFrom } from './countFrom.ts'
import type { Client, TestProduct } from './product.ts'
import { leastCost } from './started.ts'

export type Person = {
  /** Menu key → 1 (read-only) or 3 (read-write). */
  permissions?: Partial<Record<MenuKey, 1 | 3>>
  unionId?: number
  agentId?: number
  language?: 'en' | 'cn'
}

export type Made = { client: Client; token: string; staffId: number; roleId: number; username: string }

let made = 0

/** Creates an account with its own role and signs it in; its password is unusable. */
export async function person(product: TestProduct, options: Person = {}): Promise<Made> {
  const username = `person${countedFrom() + ++made}`
  return product.database.transaction().execute(async (tx) => {
    const role = await tx
      .insertInto('access.role')
      .values({ name: `role of ${username}`, updated_at: wallNow() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const levels = Object.entries(options.permissions ?? {})
    if (levels.length > 0) {
      const menus = await tx.selectFrom('access.menu').select(['id', 'key']).where('key', 'in', menuKeys).execute()
      const ids = new Map(menus.map((menu) => [menu.key, menu.id]))
      await tx
        .insertInto('access.role_menu')
        .values(levels.map(([key, permission]) => ({ role_id: role.id, menu_id: ids.get(key)!, permission })))
        .execute()
    }
    const staff = await tx
      .insertInto('access.staff')
      .values({
        username,
        password_hash: 'none',
        created_at: wallNow(),
        language: options.language ?? 'en',
        union_id: options.unionId ?? null,
        agent_id: options.agentId ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('access.staff_role').values({ staff_id: staff.id, role_id: role.id }).execute()
    const { token } = await openSession(tx, staff.id, {
      ip: '127.0.0.1',
      userAgent: 'test',
      previous: { at: null, ip: null },
    })
    return { client: product.as(token), token, staffId: staff.id, roleId: role.id, username }
  })
}

/** Every menu at one level. */
export const everyMenu = (level: 1 | 3): Partial<Record<MenuKey, 1 | 3>> =>
  Object.fromEntries(menuKeys.map((key) => [key, level]))

/** Another session of an existing account. */
export async function sessionOf(product: TestProduct, username: string): Promise<string> {
  const { id } = await product.database
    .selectFrom('access.staff')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  const { token } = await product.database
    .transaction()
    .execute((tx) => openSession(tx, id, { ip: '127.0.0.1', userAgent: 'test', previous: { at: null, ip: null } }))
  return token
}

/** Two of the administrator's sessions: these while both are open, otherwise new ones, since some calls end their session. */
export async function adminSessions(
  product: TestProduct,
  kept: readonly [string, string] | undefined,
): Promise<readonly [string, string]> {
  if (kept && (await areOpen(product, kept))) return kept
  return [await sessionOf(product, 'admin'), await sessionOf(product, 'admin')]
}

async function areOpen(product: TestProduct, tokens: readonly string[]): Promise<boolean> {
  const found = await product.database
    .selectFrom('access.session')
    .select('id')
    .where('token_hash', 'in', tokens.map(hashToken))
    .execute()
  return found.length === tokens.length
}

export type Account = {
  username: string
  password: string
  roleIds: readonly number[]
  areaCode?: string
  phone?: string
  remark?: string
}

/** An account as two members of staff made it, with a password that only its holder knows. */
export async function staffAccount(product: Product, account: Account): Promise<{ userId: number; username: string }> {
  const { username, password, roleIds, areaCode = '', phone = '', remark = '' } = account
  return product.database.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('access.staff')
      .values({
        username,
        password_hash: await hash(password, leastCost),
        area_code: areaCode.replace('+', ''),
        phone,
        remark,
        created_at: wallNow(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (roleIds.length > 0)
      await tx
        .insertInto('access.staff_role')
        .values(roleIds.map((roleId) => ({ staff_id: id, role_id: roleId })))
        .execute()
    return { userId: id, username }
  })
}
