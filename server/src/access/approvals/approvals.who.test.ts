// Who may decide a request: the same answer on the list, on Home, by name, and when it is decided.
import { home } from '@greenroom/contract/access'
import {
  approvalCancel,
  approvalDecide,
  approvalInfo,
  approvalList,
  paramList,
  paramSet,
} from '@greenroom/contract/system'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Made, type Person, person } from '../../../test/people.ts'
import { startProduct, type TestProduct } from '../../../test/product.ts'
import { contextOf } from '../../kit/calls/context.ts'
import { Refusal } from '../../kit/calls/refusal.ts'
import { openApprovals, type WaitingKind } from './approvals.service.ts'
import { lapseApprovals } from './index.ts'

let product: TestProduct
let maker: Made
let checker: Made
const key = 'login_failures'
const makes: Person = { permissions: { 'system.param': 3 } }
const decides: Person = { permissions: { 'system.approval': 3, 'system.param': 1 } }

beforeAll(async () => {
  product = await startProduct()
  maker = await person(product, makes)
  checker = await person(product, decides)
})
afterAll(() => product.close())

let value = 20
async function ask(by: Made = maker): Promise<string> {
  const [param] = (await by.client.call(paramList, { q: key })).records
  value = value === 90 ? 20 : value + 1
  const { approvalId } = await by.client.call(paramSet, {
    key,
    value: String(value),
    version: param!.version,
    reason: 'because',
  })
  return approvalId!
}
const stateOf = async (id: string) => {
  const { state } = await product.database
    .selectFrom('access.approval')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return state
}
const valueNow = async () => (await maker.client.call(paramList, { q: key })).records[0]!.value

/** `ok`, or the code of one decision. */
async function decide(by: Made, id: string, decision: 'approve' | 'refuse' = 'approve'): Promise<string> {
  const answer = await by.client.send(approvalDecide, { ids: [id], decision, reason: 'seen' })
  if (answer.code !== 200) return String(answer.errorCode)
  const [outcome] = answer.result.outcomes
  return outcome!.ok ? 'ok' : String(outcome!.errorCode)
}
const setStatus = (of: Made, status: number) =>
  product.database.updateTable('access.staff').set({ status }).where('id', '=', of.staffId).execute()
const dropMenus = (of: Made, key?: 'system.approval' | 'system.param') =>
  product.database
    .deleteFrom('access.role_menu')
    .where('role_id', '=', of.roleId)
    .$if(key !== undefined, (query) =>
      query.where('menu_id', 'in', (eb) => eb.selectFrom('access.menu').select('id').where('key', '=', key!)),
    )
    .execute()
const expire = (id: string) =>
  product.database
    .updateTable('access.approval')
    .set({ expires_at: new Date(product.clock.now().getTime() - 1_000) })
    .where('id', '=', id)
    .execute()

describe('the accounts that may decide', () => {
  it('are those that the list allows, that Home counts for, that are named, and whose decision counts', async () => {
    const levels = [undefined, 1, 3] as const
    const people: Made[] = [checker, await person(product, decides), await person(product, decides)]
    for (const approval of levels)
      for (const param of levels)
        people.push(
          await person(product, {
            permissions: {
              'system.log': 1,
              ...(approval && { 'system.approval': approval }),
              ...(param && { 'system.param': param }),
            },
          }),
        )
    const off = await person(product, decides)
    const id = await ask()
    await setStatus(off, 0)
    const named = (await checker.client.call(approvalInfo, { approvalId: id })).approval.deciders
    // The first account is an Administrator and decides everything.
    const able = ['admin']
    for (const one of people) {
      const seen = await one.client.send(approvalInfo, { approvalId: id })
      const line = (await one.client.call(home, {})).todo.find((todo) => todo.key === 'approvals')
      const may = seen.code === 200 && seen.result.approval.can.approve === true
      expect(line?.count ?? 0).toBe(may ? 1 : 0)
      if (may) able.push(one.username)
      else expect(await decide(one, id)).toBe('10026')
    }
    expect(await stateOf(id)).toBe('pending')
    expect(able.length).toBeGreaterThan(3)
    const shown = able.toSorted()
    expect(named).toEqual({ names: shown.slice(0, 5), more: Math.max(0, shown.length - 5) })
    expect(await decide(people.find(({ username }) => username === able.at(-1))!, id)).toBe('ok')
    expect((await checker.client.call(approvalInfo, { approvalId: id })).approval.deciders).toEqual({
      names: [],
      more: 0,
    })
  })
})

describe('one request, everything that can happen to it before it is decided', () => {
  type World = { maker: Made; checker: Made; id: string }
  type Case = {
    name: string
    before?: (world: World) => Promise<unknown>
    by?: (world: World) => Made | Promise<Made>
    /** What the decision answers, and the state it leaves, for approving and for refusing. */
    approve: readonly [string, string]
    refuse: readonly [string, string]
  }
  const cases: Case[] = [
    { name: 'nothing', approve: ['ok', 'approved'], refuse: ['ok', 'refused'] },
    {
      name: 'its maker tries',
      by: async (world) => {
        await product.database
          .insertInto('access.role_menu')
          .values({ role_id: world.maker.roleId, menu_id: 20_109, permission: 3 })
          .execute()
        return world.maker
      },
      approve: ['10026', 'pending'],
      refuse: ['10026', 'pending'],
    },
    {
      name: 'someone who only reads approvals tries',
      by: () => person(product, { permissions: { 'system.approval': 1, 'system.param': 3 } }),
      approve: ['10026', 'pending'],
      refuse: ['10026', 'pending'],
    },
    {
      name: 'someone without the menu of its kind tries',
      by: () => person(product, { permissions: { 'system.approval': 3, 'system.role': 3 } }),
      approve: ['10026', 'pending'],
      refuse: ['10026', 'pending'],
    },
    {
      name: 'it was approved already',
      before: ({ checker: by, id }) => decide(by, id),
      approve: ['20000', 'approved'],
      refuse: ['20000', 'approved'],
    },
    {
      name: 'another one refused it',
      before: async ({ id }) => decide(await person(product, decides), id, 'refuse'),
      approve: ['20000', 'refused'],
      refuse: ['20000', 'refused'],
    },
    {
      name: 'its maker withdrew it',
      before: ({ maker: by, id }) => by.client.call(approvalCancel, { ids: [id] }),
      approve: ['20000', 'cancelled'],
      refuse: ['20000', 'cancelled'],
    },
    {
      name: 'another one tried to withdraw it',
      before: ({ checker: by, id }) => by.client.call(approvalCancel, { ids: [id] }),
      approve: ['ok', 'approved'],
      refuse: ['ok', 'refused'],
    },
    {
      name: 'its time ran out',
      before: ({ id }) => expire(id),
      approve: ['20000', 'lapsed'],
      refuse: ['20000', 'lapsed'],
    },
    {
      name: 'the round let it lapse',
      before: async ({ id }) => {
        await expire(id)
        await lapseApprovals(product.database, product.clock)
      },
      approve: ['20000', 'lapsed'],
      refuse: ['20000', 'lapsed'],
    },
    {
      name: 'its maker was disabled',
      before: ({ maker: of }) => setStatus(of, 0),
      approve: ['20000', 'pending'],
      refuse: ['ok', 'refused'],
    },
    {
      name: 'its maker was disabled, tried in vain, and enabled again',
      before: async ({ maker: of, checker: by, id }) => {
        await setStatus(of, 0)
        await decide(by, id)
        await setStatus(of, 1)
      },
      approve: ['ok', 'approved'],
      refuse: ['ok', 'refused'],
    },
    {
      name: 'its maker lost the menu',
      before: ({ maker: of }) => dropMenus(of),
      approve: ['20000', 'pending'],
      refuse: ['ok', 'refused'],
    },
    {
      name: 'its maker was deleted',
      before: ({ maker: of }) =>
        product.database
          .updateTable('access.staff')
          .set({ deleted_at: product.clock.now() })
          .where('id', '=', of.staffId)
          .execute(),
      approve: ['20000', 'pending'],
      refuse: ['ok', 'refused'],
    },
    {
      name: 'the checker saw it, then lost the menu of its kind',
      before: async ({ checker: of, id }) => {
        expect((await of.client.call(approvalInfo, { approvalId: id })).approval.can.approve).toBe(true)
        await dropMenus(of, 'system.param')
      },
      approve: ['10026', 'pending'],
      refuse: ['10026', 'pending'],
    },
    {
      name: 'the checker saw it, then lost approvals',
      before: async ({ checker: of, id }) => {
        expect((await of.client.call(approvalList, {})).records[0]?.approvalId).toBe(id)
        await dropMenus(of, 'system.approval')
      },
      approve: ['10026', 'pending'],
      refuse: ['10026', 'pending'],
    },
    {
      name: 'the checker was disabled',
      before: ({ checker: of }) => setStatus(of, 0),
      approve: ['10007', 'pending'],
      refuse: ['10007', 'pending'],
    },
    {
      name: 'what it changes was changed',
      before: () =>
        product.database
          .insertInto('system.param')
          .values({
            key,
            type: 'integer',
            value: '11',
            built_in: true,
            updated_at: product.clock.now(),
            updated_by: 'operator',
            version: 1_000,
          })
          .onConflict((conflict) =>
            conflict.column('key').doUpdateSet((eb) => ({ version: eb('system.param.version', '+', 1) })),
          )
          .execute(),
      approve: ['20000', 'failed'],
      refuse: ['ok', 'refused'],
    },
  ]
  const all = cases.flatMap((one) => (['approve', 'refuse'] as const).map((verb) => [one.name, verb, one] as const))

  it.each(all)('%s: %s', async (_, verb, one) => {
    const world = { maker: await person(product, makes), checker: await person(product, decides) }
    const id = await ask(world.maker)
    await one.before?.({ ...world, id })
    const [before, stateBefore] = [await valueNow(), await stateOf(id)]
    const by = (await one.by?.({ ...world, id })) ?? world.checker
    const [answer, state] = one[verb]
    expect([await decide(by, id, verb), await stateOf(id)]).toEqual([answer, state])
    if (answer !== 'ok') expect(await valueNow()).toBe(before)
    else if (verb === 'approve') expect(await valueNow()).toBe(String(value))
    // Anyone who may not decide leaves it as it is; anyone who may, still can.
    if (state === 'pending') {
      expect(stateBefore).toBe('pending')
      expect(await decide(await person(product, decides), id, 'refuse')).toBe('ok')
    }
  })

  it('two checkers and its maker at once: one of them decides', async () => {
    const others = [checker, await person(product, decides), await person(product, decides)]
    const id = await ask()
    const before = await valueNow()
    const answers = await Promise.all([
      ...others.map((by, at) => decide(by, id, at === 0 ? 'refuse' : 'approve')),
      maker.client.call(approvalCancel, { ids: [id] }).then(({ outcomes }) => (outcomes[0]!.ok ? 'ok' : '20000')),
    ])
    expect(answers.toSorted()).toEqual(['20000', '20000', '20000', 'ok'])
    expect((await valueNow()) === before).toBe((await stateOf(id)) !== 'approved')
  })
})

describe('every kind', () => {
  it('stays pending when applying it refuses the checker, and only then', async () => {
    const { database, clock, approvals } = product
    const kinds = approvals.kinds.map((kind) => ({
      ...kind,
      concerns: async () => ({}),
      hold: async () => {},
      stillValid: async () => null,
      apply: async (_: unknown, __: unknown, { reason }: { reason: string }) => {
        throw new Refusal(reason === 'who' ? 10026 : 1000002)
      },
    }))
    expect(kinds.length).toBeGreaterThan(25)
    const service = openApprovals({ hours: () => 1, rates: () => ({ tokensPerUsd: 100, usdtUsdCents: 100 }) })
    service.connect(kinds)
    const contextFor = async (username: string) => {
      const { id } = await database
        .selectFrom('access.staff')
        .select('id')
        .where('username', '=', username)
        .executeTakeFirstOrThrow()
      const caller = {
        id,
        username,
        sessionId: '',
        language: 'en' as const,
        unionId: null,
        agentId: null,
        roleIds: [1],
        administrator: true,
        permissions: new Map(),
      }
      const of = { requestId: '', ip: '', userAgent: '', language: 'en' as const, timeZone: 'UTC', database, clock }
      return contextOf({ ...of, call: approvalDecide, caller })
    }
    const [asking, deciding] = [await contextFor('admin'), await contextFor(checker.username)]
    const asked: [string, 'pending' | 'failed'][] = []
    for (const { kind } of kinds)
      for (const reason of ['who', 'what'] as const) {
        const request = { subject: `${kind} ${reason}`, payload: {}, before: null, after: null, reason }
        const id = await asking.tx((tx) =>
          service.ask(tx, asking, { ...request, kind: kind as WaitingKind, title: { en: kind, cn: kind } }),
        )
        asked.push([id, reason === 'who' ? 'pending' : 'failed'])
      }
    const ids = asked.map(([id]) => id)
    const { outcomes } = await service.decide(deciding, { ids, decision: 'approve', reason: undefined })
    expect(outcomes.map(({ errorCode }) => errorCode)).toEqual(
      asked.map(([, state]) => (state === 'pending' ? 10026 : 20000)),
    )
    expect(await Promise.all(ids.map(stateOf))).toEqual(asked.map(([, state]) => state))
  })
})
