// What the roles of a new installation may do. Run by `role.calls.test.ts`, on its database.
import { readFileSync } from 'node:fs'
import { declaredCalls } from '@greenroom/contract/allCalls'
import { menusOf } from '@greenroom/contract/call'
import type { MenuKey } from '@greenroom/contract/screens'
import { describe, expect, it } from 'vitest'
import { ask } from '../../../../test/asking.ts'
import { sessionOf, staffAccount } from '../../../../test/people.ts'
import { runStatements, statementsOf } from '../../../migrations/statements.ts'
import { grantsOf, menus, product, unique } from './role.fixture.ts'

/** What leaders and agents ask about. */
const support = [
  'guilds.list',
  'guilds.memberList',
  'guilds.memberFlow',
  'guilds.everyDayReport',
  'guilds.weekReport',
  'guilds.settleAccounts',
  'guilds.withdrawalManage',
  'guilds.deductions',
  'guilds.family',
  'guilds.levelTwoGuild',
  'finance.agents',
  'finance.agentTrades',
] as const satisfies readonly MenuKey[]

const roleNamed = async (name: string) =>
  (await product.database.selectFrom('access.role').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id

export function shipped(): void {
  describe('Customer service', () => {
    it('reads guilds and agents, and changes nothing of them', async () => {
      const roleId = await roleNamed('Customer service')
      const username = unique('support')
      await staffAccount(product, { username, password: 'Supp0rt-s', roleIds: [roleId] })
      const token = await sessionOf(product, username)
      const about = declaredCalls.filter(({ call }) => menusOf(call).some((key) => support.includes(key as never)))
      expect(about.length).toBeGreaterThan(60)
      for (const declared of about) {
        const answer = await ask(product, declared, token)
        const isRefused = answer.errorCode === 10026 && JSON.stringify(answer.detail).includes('menu.missing')
        expect(isRefused, declared.call.name).toBe(declared.call.level === 'write')
      }
    })

    it('gets this in a new installation only: roles that somebody uses stay as they are', async () => {
      const roleId = await roleNamed('Customer service')
      await product.database
        .deleteFrom('access.role_menu')
        .where('role_id', '=', roleId)
        .where(
          'menu_id',
          'in',
          support.map((key) => menus[key]!),
        )
        .execute()
      const text = readFileSync(new URL('../../../migrations/0028_see_as.sql', import.meta.url), 'utf8')
      const before = await grantsOf(roleId)
      const [granting] = statementsOf(text).filter((statement) => statement.includes('insert into access.role_menu'))
      await runStatements(product.database, granting!)
      expect(await grantsOf(roleId)).toEqual(before)
    })
  })
  it('Operations ask applicants: they may reveal a number or an address, with a reason', async () => {
    const grants = await grantsOf(await roleNamed('Operations'))
    expect(grants[menus['users.contact']!]).toBe(3)
  })
}
