// Payout policies: what each demands, and that a change needs two members of staff, locks the policy, and decides what passes.
import { policyEnable, policyList, policySave, policyUpdate } from '@greenroom/contract/policies'
import { payoutAccountKinds, policyPayees } from '@greenroom/contract/statesAndKinds'
import { approvalDecide, approvalList } from '@greenroom/contract/system'
import { withdrawalPass } from '@greenroom/contract/withdrawals'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyMenu, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { aGuild } from '../../../../test/world/guilds.ts'
import type { Passed } from '../payouts/payouts.source.ts'
import { aNewWithdrawal, anEarner, aWithdrawal } from '../withdrawals/withdrawals.fixture.ts'
import { policyInForce } from './policies.fixture.ts'
import {
  type Facts,
  faultsInOrder,
  hourMs,
  type Judged,
  type Policy,
  type PolicyPayee,
  policyFault,
  type Settings,
} from './policies.rules.ts'

const facts: Facts = {
  payee: 'user',
  usdCents: 2_000n,
  share: { bonus: 2_000n, balance: 4_000n },
  kind: 'bank',
  accountHours: 48,
  accountPayees: 2,
  passed: (hours) => ({ count: hours >= 24 ? 2 : 0, cents: hours >= 24 ? 5_000n : 0n }),
}
const allows = (settings: Settings, of: Partial<Facts> = {}, payees: readonly PolicyPayee[] = ['user']) =>
  policyFault([{ id: 1, name: 'One', settings, payees }], { ...facts, ...of }) === null

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
  test('a policy applies to its payees only', () => {
    const none: Settings = { rule: 'destination', kinds: ['e-wallet'] }
    expect(allows(none, { payee: 'guild', share: null })).toBe(true)
    expect(allows(none, { payee: 'guild', share: null }, ['agent', 'guild'])).toBe(false)
    expect(allows(none, {}, ['agent', 'guild'])).toBe(true)
  })
  test('the first one that is violated is named', () => {
    const payees = ['user'] as const
    const policies: Policy[] = [
      { id: 1, name: 'Share', payees, settings: { rule: 'share', mostPercent: 100 } },
      { id: 2, name: 'Velocity', payees, settings: { rule: 'velocity', hours: 24, mostCount: 1 } },
      { id: 3, name: 'Destination', payees, settings: { rule: 'destination', kinds: ['e-wallet'] } },
    ]
    const named = policyFault(policies, facts)
    expect(JSON.stringify(named)).toContain('Velocity')
  })
})

describe('a sequence of payments', () => {
  const share = fc.record({ rule: fc.constant('share' as const), mostPercent: fc.constantFrom(50, 100) })
  const velocity = fc.record(
    {
      rule: fc.constant('velocity' as const),
      hours: fc.integer({ min: 1, max: 6 }),
      mostCount: fc.integer({ min: 1, max: 4 }),
      mostUsd: fc.integer({ min: 1, max: 60 }),
    },
    { requiredKeys: ['rule', 'hours'] },
  )
  const destination = fc.record(
    {
      rule: fc.constant('destination' as const),
      kinds: fc.subarray(payoutAccountKinds.slice(0, 2), { minLength: 1 }),
      leastHours: fc.integer({ min: 1, max: 3 }),
      mostUsers: fc.integer({ min: 1, max: 3 }),
    },
    { requiredKeys: ['rule', 'kinds'] },
  )
  const policies = fc
    .array(
      fc.record({
        settings: fc.oneof({ weight: 3, arbitrary: velocity }, share, destination) satisfies fc.Arbitrary<Settings>,
        payees: fc.subarray([...policyPayees], { minLength: 1 }),
      }),
      { maxLength: 4 },
    )
    .map((all) => all.map((one, id): Policy => ({ ...one, id, name: `Policy ${id}` })))
  const payment = fc
    .record({
      payeeId: fc.constantFrom('user:1', 'user:2', 'guild:1', 'guild:2', 'agent:1', 'promoter:1'),
      // Whole dollars, some with a cent more: sums lie at the limits, or just above.
      usdCents: fc.tuple(fc.bigInt(1n, 30n), fc.bigInt(0n, 1n)).map(([usd, cent]) => usd * 100n + cent),
      bonus: fc.bigInt(1n, 10n),
      kind: fc.constantFrom(...payoutAccountKinds.slice(0, 2)),
      accountHours: fc.integer({ min: 0, max: 4 }),
      accountPayees: fc.integer({ min: 1, max: 4 }),
    })
    .map(({ payeeId, bonus, ...of }): Omit<Judged, 'id'> => {
      const payee = policyPayees.find((one) => payeeId.startsWith(one))!
      return { payeeId, facts: { ...of, payee, share: payee === 'user' ? { bonus, balance: 10n } : null } }
    })
  /** Half hours between decisions, so that payments lie exactly on the limits of periods. */
  const decisions = fc.array(
    fc.record({ halves: fc.integer({ min: 0, max: 4 }), payments: fc.array(payment, { minLength: 1, maxLength: 4 }) }),
    { maxLength: 10 },
  )

  type Paid = Passed & { judged: Judged }
  const isOf = ({ payees }: Policy, { facts: { payee } }: Judged) => payees.includes(payee)
  /** A payee's payments of a period that ends at a moment, which belongs to it; its beginning does not. */
  const within = (all: readonly Paid[], payeeId: string, hours: number, end: Date) =>
    all.filter((one) => {
      const age = end.getTime() - one.at.getTime()
      return one.payeeId === payeeId && age >= 0 && age < hours * hourMs
    })
  type Limits = Extract<Settings, { rule: 'velocity' }>
  const exceeds = ({ mostCount = Infinity, mostUsd = Infinity }: Limits, of: Paid[]) =>
    of.length > mostCount || of.reduce((sum, { cents }) => sum + Number(cents), 0) > mostUsd * 100
  /** What a share or a destination forbids, whatever passed before. */
  const forbids = ({ settings }: Policy, { facts: { share: of, ...facts } }: Judged) => {
    if (settings.rule === 'share')
      return of !== null && Number(of.bonus) / Number(of.balance) > settings.mostPercent / 100
    if (settings.rule === 'velocity') return false
    const { kinds, leastHours = 0, mostUsers = Infinity } = settings
    return !kinds.includes(facts.kind) || facts.accountHours < leastHours || facts.accountPayees > mostUsers
  }

  test('passes what exceeds no velocity in any period, and refuses only what a policy of the payee forbids', () => {
    fc.assert(
      fc.property(policies, decisions, (all, sequence) => {
        const paid: Paid[] = []
        let now = new Date('2025-11-01T00:00:00Z')
        for (const { halves, payments } of sequence) {
          now = new Date(now.getTime() + (halves * hourMs) / 2)
          const judged = payments.map((one, at): Judged => ({ ...one, id: String(at) }))
          const faults = faultsInOrder(all, now, judged, paid)
          for (const one of judged) {
            const { payeeId, facts: of } = one
            const next: Paid = { payeeId, at: now, cents: of.usdCents, judged: one }
            const broken = all.filter(
              (policy) =>
                isOf(policy, one) &&
                (policy.settings.rule === 'velocity'
                  ? exceeds(policy.settings, [...within(paid, payeeId, policy.settings.hours, now), next])
                  : forbids(policy, one)),
            )
            const fault = faults.get(one.id)
            if (fault) expect(broken.map(({ name }) => name)).toContain(fault.params?.['name'])
            else paid.push(next)
          }
        }
        for (const policy of all)
          for (const { judged, payeeId, at } of paid.filter((one) => isOf(policy, one.judged))) {
            expect(forbids(policy, judged)).toBe(false)
            const { settings: limits } = policy
            if (limits.rule === 'velocity') expect(exceeds(limits, within(paid, payeeId, limits.hours, at))).toBe(false)
          }
      }),
      { numRuns: 400 },
    )
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

  const listedIn = (content: unknown) => (content as { payees: string[] } | null)?.payees

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
    const change = {
      policyId,
      version,
      name: 'Small',
      settings: { ...settings, mostUsd: 50 },
      payees: ['guild' as const, 'user' as const],
      reason,
    }
    expect(await maker.refused(policyUpdate, change)).toMatchObject({
      code: 1000002,
      fields: ['policyId'],
      reason: 'policy.locked',
    })
    const off = { policyId, version, enabled: false, reason }
    expect(await maker.refused(policyEnable, off)).toMatchObject({ code: 1000002, reason: 'policy.locked' })
    await sql`update finance.payout_policy set locked_until = locked_until - interval '48 hours'`.execute(
      product.database,
    )
    expect(await maker.refused(policyUpdate, { ...change, version: version + 1 })).toMatchObject({
      code: 20000,
      reason: 'stale.by',
    })
    expect(await maker.refused(policyEnable, { ...off, enabled: true })).toMatchObject({
      code: 20000,
      reason: 'policy.already',
    })
    const edited = await maker.call(policyUpdate, change)
    // The old conditions are in force until the change is approved.
    expect((await pass(await aNewWithdrawal(product, 30))).ok).toBe(false)
    expect((await approve(edited.approvalId)).ok).toBe(true)
    expect((await pass(await aNewWithdrawal(product, 30))).ok).toBe(true)
    const { rows } = await sql<{ operation: string; reason: string; before: string[] | null; after: string[] }>`
      select operation, reason, before->'payees' as before, after->'payees' as after from log.readable
       where target = ${`payout policy ${policyId}`} order by id`.execute(product.database)
    const [added, changed] = [['user'], ['user', 'guild']]
    expect(rows).toEqual([
      { operation: 'policy.update', reason, before: null, after: added },
      { operation: 'policy.update', reason, before: added, after: changed },
    ])
    // What the second member of staff read.
    const asked = (await checker.call(approvalList, { kind: 'policy.change' })).records
    const payeesOf = (id: string) =>
      asked.filter((one) => one.approvalId === id).map(({ before, after }) => [before, after].map(listedIn))
    expect(payeesOf(approvalId)).toEqual([[undefined, added]])
    expect(payeesOf(edited.approvalId)).toEqual([[added, changed]])
  })

  test('withdrawals of the same users that two members of staff pass at once count for each other', async () => {
    const end = await policyInForce(product.database, {
      name: 'One a day',
      settings: { rule: 'velocity', hours: 24, mostCount: 1 },
      payees: ['user'],
    })
    const staff = await Promise.all(
      [1, 2].map(async () => (await person(product, { permissions: { 'finance.withdraw': 3 } })).client),
    )
    const all: number[] = []
    for (let round = 0; round < 10; round++) {
      const users = [await anEarner(product, 4_000), await anEarner(product, 4_000)]
      const sets = [users, users.toReversed()].map((of) => Promise.all(of.map((id) => aWithdrawal(product, id))))
      const [first, second] = await Promise.all(sets)
      await Promise.all([
        staff[0]!.call(withdrawalPass, { ids: first! }),
        staff[1]!.call(withdrawalPass, { ids: second! }),
      ])
      all.push(...users)
    }
    await end()
    const { rows } = await sql<{ passed: number }>`
      select count(*)::int as passed from finance.withdrawal
       where user_id = any(${all}::bigint[]) and state = 'withdrawing' group by user_id`.execute(product.database)
    expect(rows).toEqual(all.map(() => ({ passed: 1 })))
  })

  test('requests for the same users that two checkers approve at once, in opposite orders, do not block each other', async () => {
    const end = await policyInForce(product.database, {
      name: 'Many a day',
      settings: { rule: 'velocity', hours: 24, mostCount: 2 },
      payees: ['user'],
    })
    await sql`update finance.payout_policy set enabled = false where name = 'Small'`.execute(product.database)
    const { client: passer } = await person(product, { permissions: { 'finance.withdraw': 3 } })
    const rights = { 'finance.withdraw': 1, 'system.approval': 3 } as const
    const checkers = [await person(product, { permissions: rights }), await person(product, { permissions: rights })]
    const users: number[] = []
    for (let at = 0; at < 12; at++) users.push(await anEarner(product, 600_000))
    const sets: string[][] = []
    for (const of of [users, users.toReversed()]) {
      const ids: string[] = []
      for (const userId of of) {
        const withdrawalId = await aWithdrawal(product, userId, { usd: 3_000 })
        ids.push((await passer.call(withdrawalPass, { ids: [withdrawalId] })).approvalId!)
      }
      sets.push(ids)
    }
    const answers = await Promise.all(
      sets.map((ids, at) => checkers[at]!.client.call(approvalDecide, { ids, decision: 'approve', reason: '' })),
    )
    for (const { outcomes } of answers) expect(outcomes.map(({ ok }) => ok)).toEqual(users.map(() => true))
    const { rows } = await sql<{ deadlocks: bigint }>`
      select deadlocks from pg_stat_database where datname = current_database()`.execute(product.database)
    expect(rows).toEqual([{ deadlocks: 0n }])
    await end()
  })

  test('a policy is listed with its payees and found by them; users are the default; a share applies to users only', async () => {
    const destination: Settings = { rule: 'destination', kinds: ['bank'] }
    await maker.call(policySave, { name: 'Guilds', settings: destination, payees: ['promoter', 'guild'], reason })
    await maker.call(policySave, { name: 'Users', settings: destination, reason })
    expect(await one('Guilds')).toMatchObject({ payees: ['guild', 'promoter'] })
    expect(await one('Users')).toMatchObject({ payees: ['user'] })
    const names = (await maker.call(policyList, { payee: 'promoter' })).records.map(({ name }) => name)
    expect(names).toEqual(['Guilds'])
    const share = { rule: 'share', mostPercent: 50 } as const
    for (const [why, payees] of [
      ['policy.payees', []],
      ['policy.share', ['user', 'guild']],
      ['policy.share', ['agent']],
    ] as const)
      expect(
        await maker.refused(policySave, { name: 'Half', settings: share, payees: [...payees], reason }),
      ).toMatchObject({ code: 10009, fields: ['payees'], reason: why })
    const { policyId, version } = await one('Guilds')
    await sql`update finance.payout_policy set approval_id = null`.execute(product.database)
    const edited = { policyId, version, name: 'Guilds', settings: share, payees: ['guild' as const], reason }
    expect(await maker.refused(policyUpdate, edited)).toMatchObject({
      code: 10009,
      fields: ['payees'],
      reason: 'policy.share',
    })
  })

  test('refuses a used name, a missing reason, invalid conditions, and callers without permission', async () => {
    await maker.call(policySave, { name: 'Taken', settings, reason })
    expect(await maker.refused(policySave, { name: 'Taken', settings, reason })).toMatchObject({
      code: 10027,
      reason: 'policy.name',
    })
    expect(await maker.refused(policySave, { name: 'New', settings, reason: '' })).toMatchObject({ code: 11004 })
    const senseless = { rule: 'share', mostPercent: 101 } as const
    expect(await maker.refused(policySave, { name: 'New', settings: senseless, reason })).toMatchObject({
      code: 10009,
      reason: 'field.tooLarge',
    })
    const unknown = { policyId: 999_999, version: 1, enabled: false, reason }
    expect(await maker.refused(policyEnable, unknown)).toMatchObject({ code: 10032 })
    const { client: reader } = await person(product, { permissions: { 'finance.policy': 1 } })
    expect(await one('Taken', reader)).toMatchObject({ can: { update: 'readOnly', enable: 'readOnly' } })
    expect(await reader.refused(policySave, { name: 'New', settings, reason })).toMatchObject({
      code: 10026,
      reason: 'menu.missing',
    })
    const guildId = await aGuild({ product, admin: await product.administrator() })
    for (const outside of [{ unionId: guildId }, { agentId: 7 }]) {
      const { client } = await person(product, { permissions: everyMenu(3), ...outside })
      expect(await client.refused(policyList, {})).toMatchObject({ code: 10026, reason: 'account.kind' })
    }
  })
})
