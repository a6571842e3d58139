// Staff for tests, created by calls as an administrator would.

import type { MenuKey } from '@greenroom/contract/screens'
import { roleList, roleMenus, roleSave, staffSave } from '@greenroom/contract/systemStaff'
import type { Client } from './api.ts'
import type { Server } from './server.ts'

/** Read-write on everything, read-only on everything, a built-in role, or the listed menus. */
export type Role =
  | 'administrator'
  | 'reader'
  | { seeded: string }
  | { write?: MenuKey[]; read?: MenuKey[]; secondFactor?: 'sms' | 'google' }

export type Person = {
  userId: number
  username: string
  password: string
  roleId: number
  token: string
  client: Client
}

/** Unique in the run. */
export const unique = (what: string): string => `${what}${Date.now().toString(36)}${(serial++).toString(36)}`
let serial = 0

type Node = { id: number; key: string | null; children: Node[] }
const flatten = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flatten(node.children)])

async function roleIdOf(administrator: Client, role: Role): Promise<number> {
  if (role === 'administrator') return 1
  if (role === 'reader' || !('seeded' in role)) return makeRole(administrator, role)
  // Created with a role that staff may assign, and moved to the outside role afterwards.
  const name = outside.includes(role.seeded) ? 'Analyst' : role.seeded
  const { records } = await administrator.call(roleList, { roleName: name })
  const found = records.find(({ roleName }) => roleName === name)
  if (!found) throw new Error(`the first start makes no role ${name}`)
  return found.roleId
}

type Made = Exclude<Role, 'administrator' | { seeded: string }>

async function makeRole(administrator: Client, role: Made): Promise<number> {
  const { menus } = await administrator.call(roleMenus, {})
  const all = flatten(menus).filter((node) => node.key?.includes('.'))
  const idsOf = (keys: readonly string[]) => all.filter(({ key }) => key && keys.includes(key)).map(({ id }) => id)
  const { roleId } = await administrator.call(roleSave, {
    roleName: unique('Role '),
    remark: 'made by a test',
    menuIds: role === 'reader' ? [] : idsOf(role.write ?? []),
    readMenuIds: role === 'reader' ? all.map(({ id }) => id) : idsOf(role.read ?? []),
    secondFactor: role === 'reader' ? 'none' : (role.secondFactor ?? 'none'),
  })
  return roleId
}

export type AccountOptions = { phone?: string; name?: string }

const outside = ['Guild leader', 'Top-up agent']

/**
 * A leader's account belongs to their guild, an agent's to themselves: staff can't assign these roles; approving an
 * application does.
 */
async function placeOutside(server: Server, role: string, staffId: number): Promise<void> {
  await server.query(
    'update access.staff_role set role_id = (select id from access.role where name = $2) where staff_id = $1',
    [staffId, role],
  )
  if (role === 'Top-up agent') await server.query('update access.staff set agent_id = id where id = $1', [staffId])
  else
    await server.query(
      `with leader as (
         insert into users.app_user (id, nickname, created_at) values ($1::bigint + 9000000, 'Leader', now())
         returning id
       ), made as (
         insert into guilds.guild (name, leader_user_id, leader_name, leader_email, area_code, phone, state, registered_at)
         select $2, id, 'Leader', 'l@example.com', '86', '137' || lpad($1::text, 8, '0'), 'normal', now() from leader
         returning id)
       update access.staff set union_id = made.id from made where staff.id = $1`,
      [staffId, unique('Guild ')],
    )
}

/** An account with that role, not logged in yet. */
export async function hire(server: Server, role: Role, { phone, name }: AccountOptions = {}) {
  const administrator = await server.administrator()
  const roleId = await roleIdOf(administrator, role)
  const username = name ?? unique('staff-')
  const password = 'Passw0rd-of-tests'
  const { userId = 0 } = await administrator.call(staffSave, {
    username,
    password,
    roleIds: [],
    ...(phone && { areaCode: '+86', phone }),
  })
  // As two members of staff would have made it: with its role, and with a password that only its holder knows.
  await server.query('update access.staff set password_by = null, phone_by = null where id = $1', [userId])
  await server.query('insert into access.staff_role (staff_id, role_id) values ($1, $2)', [userId, roleId])
  if (typeof role === 'object' && 'seeded' in role && outside.includes(role.seeded))
    await placeOutside(server, role.seeded, userId)
  return { userId, username, password, roleId }
}

/** An account with that role and a session. */
export async function signIn(server: Server, role: Role): Promise<Person> {
  const person = await hire(server, role)
  const client = await server.as().login(person.username, person.password)
  return { ...person, token: client.token, client }
}
