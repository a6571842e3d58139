// Payout policies: what each demands, and that a change needs two members of staff, locks the policy, and decides what passes.
import { policyEnable, policyList, policySave, policyUpdate } from '@greenroom/contract/policies'
import { approvalDecide } from '@greenroom/contract/system'
import { withdrawalPass } from '@greenroom/contract/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyMenu, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { aGuild } from '../../../../test/world/guilds.ts'
import { aNewWithdrawal } from '../withdrawals/withdrawals.fixture.ts'
import { type Facts, policyFault, type Settings } from './rules.ts'

const facts: Facts = {
  usdCents: 2_000n,
  bonus: 2_000n,
  balance: 4_000n,
  kind: 'bank',
  accountHours: 48,
  accountUsers: 2,
  passed: (hours) => ({ count: hours >= 24 ? 2 : 0, cents: hours >= 24 ? 5_000n : 0n }),
}
const allows = (settings: Settings, of: Partial<Facts> = {}) =>
  policyFault([{ id: 1, name: 'One', settings }], { ...facts, ...of }) === null

describe('rules', () => {
  test('velocity counts this withdrawal with those passed in its hours, up to the limit itself', () => {
    expect(allows({ rule: 'velocity', hours: 24, mostCount: 3 })).toBe(true)
    expect(allows({ rule: 'velocity', hours: 24, mostCount: 2 })).toBe(false)
    expect(allows({ rule: 'velocity', hours: 23, mostCount: 1 })).toBe(true)
    expect(allows({ rule: 'velocity', hours: 24, mostUsd: 70 })).toBe(true)
    expect(allows({ rule: 'velocity', hours: 24, mostUsd: 69 })).toBe(false)
  })
  test('a share is of the balance with what is held', () => {
    expect(allows({ rule: 'share', mostPercent: 50 })).toBe(true)
    expect(allows({ rule: 'share', mostPercent: 49 })).toBe(false)
  })
  test('a destination is of a kind, known for some hours, and shared by few', () => {
    expect(allows({ rule: 'destination', kinds: ['bank'], leastHours: 48, mostUsers: 2 })).toBe(true)
    expect(allows({ rule: 'destination', kinds: ['e-wallet'] })).toBe(false)
    expect(allows({ rule: 'destination', kinds: ['bank'], leastHours: 49 })).toBe(false)
    expect(allows({ rule: 'destination', kinds: ['bank'], mostUsers: 1 })).toBe(false)
  })
  test('the first one that is violated is named', () => {
    const policies = [
      { id: 1, name: 'Share', settings: { rule: 'share', mostPercent: 100 } as const },
      { id: 2, name: 'Velocity', settings: { rule: 'velocity', hours: 24, mostCount: 1 } as const },
      { id: 3, name: 'Destination', settings: { rule: 'destination', kinds: ['e-wallet' as const] } as const },
    ] as const
    const named = policyFault(policies as unknown as Parameters<typeof policyFault>[0], facts)
    expect(JSON.stringify(named)).toContain('Velocity')
  })
})

describe('over HTTP', () => {
  let product: TestProduct
  let maker: Client
  let checker: Client
  beforeAll(async () => {
    product = await startProduct()
    const rights = { 'finance.policy': 3, 'system.approval': 3 } as const
    maker = (await person(product, { permissions: rights })).client
    checker = (await person(product, { permissions: rights })).client
  })
  afterAll(() => product.close())

  const reason = 'too much at once'
  const settings = { rule: 'velocity', hours: 24, mostUsd: 25 } as const
  const approve = async (approvalId: string, by = checker) =>
    (await by.call(approvalDecide, { ids: [approvalId], decision: 'approve', reason: '' })).outcomes[0]!
  const one = async (name: string, client = maker) =>
    (await client.call(policyList, {})).records.find((row) => row.name === name)!
  const pass = async (withdrawalId: string) => {
    const { client } = await person(product, { permissions: { 'finance.withdraw': 3 } })
    return (await client.call(withdrawalPass, { ids: [withdrawalId] })).outcomes[0]!
  }

  test('a change waits for a second member of staff, locks the policy for 48 hours, and decides what passes', async () => {
    const { approvalId } = await maker.call(policySave, { name: 'Small', settings, reason })
    expect(await one('Small')).toMatchObject({ enabled: false, approvalId, can: { update: 'waits', enable: 'waits' } })
    // Not in force yet.
    expect((await pass(await aNewWithdrawal(product, 30))).ok).toBe(true)
    expect((await approve(approvalId, maker)).ok).toBe(false)
    expect((await approve(approvalId)).ok).toBe(true)
    const policy = await one('Small')
    expect(policy).toMatchObject({ enabled: true, approvalId: null, settings, can: { update: 'locked' } })
    const hours = (new Date(policy.lockedUntil!).getTime() - new Date(policy.changedAt).getTime()) / 3_600_000
    expect(hours).toBe(48)
    expect(await pass(await aNewWithdrawal(product, 30))).toMatchObject({ ok: false, reason: expect.any(String) })
    expect((await pass(await aNewWithdrawal(product, 20))).ok).toBe(true)

    const { policyId, version } = policy
    const change = { policyId, version, name: 'Small', settings: { ...settings, mostUsd: 50 }, reason }
    expect(await maker.refused(policyUpdate, change)).toMatchObject({ code: 1000002, fields: ['policyId'] })
    const off = { policyId, version, enabled: false, reason }
    expect(await maker.refused(policyEnable, off)).toMatchObject({ code: 1000002 })
    await sql`update finance.payout_policy set locked_until = locked_until - interval '48 hours'`.execute(
      product.database,
    )
    expect(await maker.refused(policyUpdate, { ...change, version: version + 1 })).toMatchObject({ code: 20000 })
    expect(await maker.refused(policyEnable, { ...off, enabled: true })).toMatchObject({ code: 20000 })
    const edited = await maker.call(policyUpdate, change)
    // The old conditions are in force until the change is approved.
    expect((await pass(await aNewWithdrawal(product, 30))).ok).toBe(false)
    expect((await approve(edited.approvalId)).ok).toBe(true)
    expect((await pass(await aNewWithdrawal(product, 30))).ok).toBe(true)
    const { rows } = await sql<{ operation: string; reason: string }>`
      select operation, reason from log.entry where target = ${`payout policy ${policyId}`} order by id`.execute(
      product.database,
    )
    expect(rows).toEqual([
      { operation: 'policy.update', reason },
      { operation: 'policy.update', reason },
    ])
  })

  test('refuses a used name, a missing reason, invalid conditions, and callers without permission', async () => {
    await maker.call(policySave, { name: 'Taken', settings, reason })
    expect(await maker.refused(policySave, { name: 'Taken', settings, reason })).toMatchObject({ code: 10027 })
    expect(await maker.refused(policySave, { name: 'New', settings, reason: '' })).toMatchObject({ code: 11004 })
    const senseless = { rule: 'share', mostPercent: 101 } as const
    expect(await maker.refused(policySave, { name: 'New', settings: senseless, reason })).toMatchObject({ code: 10009 })
    const unknown = { policyId: 999_999, version: 1, enabled: false, reason }
    expect(await maker.refused(policyEnable, unknown)).toMatchObject({ code: 10032 })
    const { client: reader } = await person(product, { permissions: { 'finance.policy': 1 } })
    expect(await one('Taken', reader)).toMatchObject({ can: { update: 'readOnly', enable: 'readOnly' } })
    expect(await reader.refused(policySave, { name: 'New', settings, reason })).toMatchObject({ code: 10026 })
    const guildId = await aGuild({ product, admin: await product.administrator() })
    for (const outside of [{ unionId: guildId }, { agentId: 7 }]) {
      const { client } = await person(product, { permissions: everyMenu(3), ...outside })
      expect(await client.refused(policyList, {})).toMatchObject({ code: 10026 })
    }
  })
})
