// A role of accounts: what it gains waits for a second account, what it loses is lost at once, and it has what was decided, nothing else.
import { roleUpdate } from '@greenroom/contract/systemStaff'
import { sql } from 'kysely'
import { type Act, expectDone, waits } from './act.ts'
import { someone } from './people.ts'
import { type Account, Found, type World } from './world.ts'

/** Rights that count (docs/contributing.md), of which the role has some. */
export const rights = ['users.grant', 'finance.withdraw', 'finance.policy'] as const
export type Right = (typeof rights)[number]

/** The role has these rights from now on, or once a second account approves what it gains. */
export async function changeRole(world: World, by: Account, wanted: readonly Right[]): Promise<void> {
  const { model, clerks } = world
  const { role } = model
  const gains = wanted.some((one) => !role.rights.has(one))
  const isWaiting = [...model.pending.values()].some(({ kind }) => kind === 'role')
  const menuIds = wanted.map((one) => clerks.menuIds.get(one)!)
  const answer = await world.ask(by, roleUpdate, {
    roleId: clerks.roleId,
    roleName: 'Clerks',
    menuIds,
    readMenuIds: [],
  })
  const should = by.role === 'Administrator' && !(gains && isWaiting)
  expectDone(answer, should, `a role changed by ${by.name}`)
  if (!should || answer.code !== 200) return world.count('role refused')
  const apply = () => {
    role.rights = new Set(wanted)
    role.version++
  }
  const { approvalId } = answer.result
  if ((approvalId !== undefined) !== gains)
    throw new Found(`a role that ${gains ? 'gains' : 'loses'} a right: ${JSON.stringify(answer)}`)
  if (approvalId === undefined) {
    apply()
    return world.count('role changed alone')
  }
  const { version } = role
  waits(world, approvalId, by, { kind: 'role', possible: () => role.version === version, apply, ended: () => {} })
}

const change: Act = {
  name: 'change a role',
  weight: 3,
  async run(world, random) {
    const wanted = rights.filter(() => random.once(2))
    const has = world.model.role.rights
    if (wanted.length === has.size && wanted.every((one) => has.has(one))) return false
    await changeRole(world, someone(world, random, world.administrators), wanted)
    return true
  },
}

/** @throws Found if the role has other rights than were decided */
export async function roleAsDecided({ product, model, clerks }: World): Promise<void> {
  const { rows } = await sql<{ rights: string }>`
    select coalesce(string_agg(m.key || ' ' || g.permission, ', ' order by m.key), '') as rights
      from access.role_menu g join access.menu m on m.id = g.menu_id where g.role_id = ${clerks.roleId}`.execute(
    product.database,
  )
  const decided = [...model.role.rights].sort().map((one) => `${one} 3`)
  if (rows[0]!.rights !== decided.join(', '))
    throw new Found(`a role has ${rows[0]!.rights}, not ${decided.join(', ')}`)
}

export const roleActs: Act[] = [change]
