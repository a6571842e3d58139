// Who works at Greenroom in the tests: made by calls, as an administrator would.

import type { MenuKey } from '@greenroom/contract/screens'
import { roleMenus, roleSave, staffSave } from '@greenroom/contract/system'
import type { Client } from './api.ts'
import type { Server } from './server.ts'

/** Read-write on everything, read-only on everything, or what is listed. */
export type Role = 'administrator' | 'reader' | { write?: MenuKey[]; read?: MenuKey[]; secondFactor?: 'sms' | 'google' }

export type Person = {
  userId: number
  username: string
  password: string
  roleId: number
  token: string
  client: Client
}

/** Unlike any other name of the run. */
export const unique = (what: string): string => `${what}${Date.now().toString(36)}${(serial++).toString(36)}`
let serial = 0

type Node = { id: number; key: string | null; children: Node[] }
const flatten = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flatten(node.children)])

async function makeRole(administrator: Client, role: Exclude<Role, 'administrator'>): Promise<number> {
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

/** An account of that role; it has not logged in. */
export async function hire(server: Server, role: Role, { phone, name }: AccountOptions = {}) {
  const administrator = await server.administrator()
  const roleId = role === 'administrator' ? 1 : await makeRole(administrator, role)
  const username = name ?? unique('staff-')
  const password = 'Passw0rd-of-tests'
  const { userId } = await administrator.call(staffSave, {
    username,
    password,
    roleIds: [roleId],
    ...(phone && { areaCode: '+86', phone }),
  })
  // As if somebody else had made it: four eyes counts an account and who made it as one pair.
  await server.query('update access.staff set password_by = null, phone_by = null where id = $1', [userId])
  return { userId, username, password, roleId }
}

/** An account of that role, with a session. */
export async function signIn(server: Server, role: Role): Promise<Person> {
  const person = await hire(server, role)
  const client = await server.as().login(person.username, person.password)
  return { ...person, token: client.token, client }
}
