// Test accounts, created through the rooms' own calls.
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { countedFrom } from '../../test/countFrom.ts'
import { setParam } from '../../test/params.ts'
import type { Client, TestProduct } from '../../test/product.ts'
import { hashPassword } from './access.password.ts'
import { outboxFile } from './sms/sms.provider.ts'

export const password = 'Right-0ne'
const hashed = hashPassword(password)

type Made = {
  status?: number
  areaCode?: string
  phone?: string
  unionId?: number
  secondFactor?: 'none' | 'sms' | 'google'
  menus?: Record<string, 1 | 3>
}

let count = 0

/** An account with its own role. @returns its id and name. */
export async function anAccount(product: TestProduct, made: Made = {}): Promise<{ id: number; username: string }> {
  const username = `Person${countedFrom() + ++count}`
  const { database } = product
  const at = new Date()
  const { id } = await database
    .insertInto('access.staff')
    .values({
      username,
      password_hash: await hashed,
      status: made.status ?? 1,
      area_code: made.areaCode ?? '',
      phone: made.phone ?? '',
      union_id: made.unionId ?? null,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const role = await database
    .insertInto('access.role')
    .values({ name: `Role of ${username}`, second_factor: made.secondFactor ?? 'none', updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database.insertInto('access.staff_role').values({ staff_id: id, role_id: role.id }).execute()
  for (const [key, permission] of Object.entries(made.menus ?? {})) {
    const menu = await database.selectFrom('access.menu').select('id').where('key', '=', key).executeTakeFirstOrThrow()
    await database.insertInto('access.role_menu').values({ role_id: role.id, menu_id: menu.id, permission }).execute()
  }
  return { id, username }
}

/** Assigns one more role to the account. */
export async function anotherRole(product: TestProduct, staffId: number, secondFactor: 'none' | 'sms' | 'google') {
  const role = await product.database
    .insertInto('access.role')
    .values({ name: `Role ${countedFrom() + ++count}`, second_factor: secondFactor, updated_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await product.database.insertInto('access.staff_role').values({ staff_id: staffId, role_id: role.id }).execute()
}

export type Sms = { to: string; text: string; language: string; purpose: string; code: string }

/** Messages sent by the console provider, oldest first. */
export async function sentMessages(product: TestProduct, to?: string): Promise<Sms[]> {
  const text = await readFile(outboxFile(product.dataDir), 'utf8').catch(() => '')
  const all = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Sms]))
  return to === undefined ? all : all.filter((message) => message.to === to)
}

/** Disables the captcha for repeated failures. */
export const withoutCaptcha = async (product: TestProduct): Promise<void> => {
  await setParam(product, 'login_captcha_failures', 100)
}

/** Clients that are not logged in, each with an address of its own in 10.`block`. */
export function visitorsOf(product: () => TestProduct, block: number): () => Client {
  let place = 0
  return () => product().as(undefined, `10.${block}.${++place >> 8}.${place & 255}`)
}

/** Backdates the counted tries, as if time had passed. */
export async function later(product: TestProduct, minutes: number): Promise<void> {
  const { database } = product
  const gone = sql<Date>`make_interval(mins => ${minutes})`
  await sql`update access.login_attempt set at = at - ${gone}`.execute(database)
  await sql`update access.login_freeze set until = until - ${gone}`.execute(database)
  await sql`update access.login_challenge set expires_at = expires_at - ${gone}`.execute(database)
  await sql`update access.passkey_challenge set expires_at = expires_at - ${gone}`.execute(database)
  await sql`update access.sms_code set at = at - ${gone}, expires_at = expires_at - ${gone}`.execute(database)
  await sql`update access.captcha set expires_at = expires_at - ${gone}`.execute(database)
  await sql`update access.public_try set at = at - ${gone}`.execute(database)
}
