// Random interleavings of what people do during and after set-up, against a model of a few lines.
import { approvalCancel, paramSet } from '@greenroom/contract/system'
import { staffList, staffSave, staffUpdate } from '@greenroom/contract/systemStaff'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Client, TestProduct } from '../../../test/product.ts'
import { begin, colleague, decide, enter, enterAsAdmin, reason, roleId, rolesOf, waiting } from './setup.fixture.ts'
import { inSetup } from './setup.queries.ts'

const roles = ['Administrator', 'Finance maker', 'Analyst'] as const
type Role = (typeof roles)[number]

/** An account as the model has it: what it holds, and what another gave it alone and nobody has confirmed. */
type Account = { name: string; role: Role | null; lost: Role | null; client: Client | null }

type Model = { setup: boolean; accounts: Account[] }

const acts = { alone: 1, invite: 4, enter: 4, confirm: 3, refuse: 2, demote: 1, wrong: 1 }
type Act = keyof typeof acts
type Step = { act: Act; who: number; role: Role }

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.oneof(...Object.entries(acts).map(([act, weight]) => ({ arbitrary: fc.constant(act as Act), weight }))),
  who: fc.nat(2),
  role: fc.constantFrom(...roles, 'Administrator' as const),
})

let made = 0

export const setupModel = (product: () => TestProduct) =>
  describe('set-up, in any order of acts', () => {
    /** What one act does, to the product and to the model. */
    async function take(model: Model, admin: Client, { act, who, role }: Step): Promise<void> {
      const among = (accounts: Account[]) => accounts[who % Math.max(1, accounts.length)]
      const account = model.accounts[who]
      switch (act) {
        case 'alone': {
          const row = await product()
            .database.selectFrom('system.param')
            .select(['version', 'value'])
            .where('key', '=', 'approval_hours')
            .executeTakeFirst()
          const value = row?.value === '50' ? '51' : '50'
          const answer = await admin.call(paramSet, {
            key: 'approval_hours',
            value,
            version: row?.version ?? 1,
            reason,
          })
          expect(answer.applied).toBe(model.setup)
          if (answer.approvalId && !answer.applied) await admin.call(approvalCancel, { ids: [answer.approvalId] })
          return
        }
        case 'invite': {
          if (model.accounts.length > 2) return
          const name = `model.${++made}`
          if (model.setup || role === 'Analyst') {
            if (role !== 'Analyst') await colleague(product(), admin, name, role)
            else {
              const { password } = await admin.call(staffSave, {
                username: name,
                roleIds: [await roleId(product(), role)],
              })
              expect(password).toEqual(expect.any(String))
            }
            model.accounts.push({ name, role, lost: null, client: null })
            return
          }
          const { approvalId } = await admin.call(staffSave, {
            username: name,
            roleIds: [await roleId(product(), role)],
          })
          expect(approvalId).toEqual(expect.any(String))
          await admin.call(approvalCancel, { ids: [approvalId!] })
          return
        }
        case 'enter': {
          const entering = among(model.accounts.filter((one) => one.role !== null && one.role !== 'Analyst'))
          if (!entering) return
          entering.client = await enter(product(), entering.name)
          if (!model.setup || entering.role !== 'Administrator') return
          model.setup = false
          for (const other of model.accounts.filter((one) => one !== entering && one.role !== 'Analyst')) {
            other.lost = other.role
            other.role = null
            other.client = null
          }
          return
        }
        case 'confirm':
        case 'refuse':
        case 'wrong': {
          const asked = (await waiting(admin)).filter(({ kind }) => kind === 'staff.confirm')
          expect(asked).toHaveLength(model.accounts.filter(({ lost }) => lost !== null).length)
          const lost = among(model.accounts.filter((one) => one.lost !== null))
          const request = lost && asked.find(({ title }) => title.includes(`${lost.name},`))
          if (!lost || !request) return
          const second = model.accounts.find((one) => one.role === 'Administrator' && one.client)?.client
          if (act === 'wrong' || !second) {
            expect(await decide(admin, request.approvalId, 'approve')).toMatchObject({ reason: 'approval.yourself' })
            return
          }
          const verb = act === 'confirm' ? 'approve' : 'refuse'
          expect(await decide(second, request.approvalId, verb)).toMatchObject({ ok: true })
          if (act === 'confirm') lost.role = lost.lost
          lost.lost = null
          return
        }
        case 'demote': {
          if (!account || account.role === null || account.lost !== null) return
          const { records } = await admin.call(staffList, { q: account.name })
          const { userId, version } = records[0]!
          await admin.call(staffUpdate, { userId, version, roleIds: [] })
          account.role = null
          return
        }
      }
    }

    it('never leaves a right that one account gave alone, and nobody confirmed, once it has ended', async () => {
      const seen = { ended: 0, confirmed: 0, refused: 0 }
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 18, maxLength: 24 }), async (steps) => {
          await begin(product())
          const admin = await enterAsAdmin(product())
          const model: Model = { setup: true, accounts: [] }
          // Somebody who can be confirmed, and somebody who ends it.
          const first = (['Finance maker', 'Administrator'] as const).map(
            (role): Step => ({ act: 'invite', who: 0, role }),
          )
          for (const one of [...first, ...steps]) {
            const lost = model.accounts.filter((account) => account.lost !== null).length
            await take(model, admin, one)
            const left = model.accounts.filter((account) => account.lost !== null).length
            if (left < lost) seen[one.act === 'confirm' ? 'confirmed' : 'refused']++
            expect(await inSetup(product().database)).toBe(model.setup)
            for (const { name, role } of model.accounts)
              expect(await rolesOf(product(), name)).toEqual(role === null ? [] : [role])
          }
          if (!model.setup) seen.ended++
          for (const { approvalId } of await waiting(admin))
            await decide(admin, approvalId, 'refuse').catch(() => undefined)
        }),
        { numRuns: 8, seed: 23, endOnFailure: true },
      )
      expect(Object.entries(seen).filter(([, count]) => count === 0)).toEqual([])
    }, 60_000)
  })
