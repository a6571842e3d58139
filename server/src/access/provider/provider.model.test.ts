// Mappings, roles, log-ins and approvals in any order, by two administrators of whom each would like to be two, against a small model: nobody ever
// holds a right that counts which fewer than two gave. The provider answers for membership, and for nothing else.
import { userInfo } from '@greenroom/contract/access'
import { providerInfo, providerMap, providerUnmap } from '@greenroom/contract/provider'
import { rightCounts } from '@greenroom/contract/rights'
import { approvalDecide } from '@greenroom/contract/system'
import { roleSave, roleUpdate } from '@greenroom/contract/systemStaff'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setParam } from '../../../test/params.ts'
import { type Client, startProduct, type TestProduct } from '../../../test/product.ts'
import { enter, type IdentityProvider, startProvider } from '../../../test/provider/identityProvider.ts'

const menus = ['live.users', 'live.gifts', 'finance.payout', 'finance.withdraw'] as const
type Menu = (typeof menus)[number]
const [people, groups, roles] = [2, 3, 3]
const reason = 'because'

let provider: IdentityProvider
let product: TestProduct
let makers: Client[]
let ids: Map<string, number>

beforeAll(async () => {
  provider = await startProvider()
  product = await startProduct(provider.settings)
  makers = [await product.administrator(), await product.second()]
  await setParam(product, 'provider_makes_accounts', true)
  const rows = await product.database.selectFrom('access.menu').select(['id', 'key']).execute()
  ids = new Map(rows.flatMap(({ id, key }) => (key === null ? [] : [[key, id] as const])))
})
afterAll(async () => {
  await product.close()
  await provider.close()
})

const index = (below: number) => fc.nat({ max: below - 1 })
const act = fc.oneof(
  fc.record({ do: fc.constant('map' as const), by: index(2), group: index(groups), role: index(roles) }),
  fc.record({ do: fc.constant('unmap' as const), by: index(2), group: index(groups), role: index(roles) }),
  fc.record({ do: fc.constant('edit' as const), by: index(2), role: index(roles), gives: fc.subarray([...menus]) }),
  fc.record({ do: fc.constant('decide' as const), by: index(2), which: fc.nat({ max: 9 }) }),
  fc.record({ do: fc.constant('regroup' as const), person: index(people), of: fc.subarray([...Array(groups).keys()]) }),
  fc.record({ do: fc.constant('enter' as const), person: index(people) }),
)
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never

/** A mapping in force, and the rights that count which two gave to those who are in the group. */
type Mapping = { group: number; role: number; byTwo: Set<Menu> }
type Asked = { approvalId: string; by: number } & (
  | { what: 'map'; group: number; role: number }
  | { what: 'edit'; role: number; gives: readonly Menu[] }
)

let runs = 0
const seen = { waited: 0, atOnce: 0, approved: 0, entered: 0, counted: 0, own: 0 }

class World {
  readonly run = ++runs
  readonly roleIds: number[] = []
  readonly gives: (readonly Menu[])[] = []
  mappings: Mapping[] = []
  asked: Asked[] = []
  readonly member = Array.from({ length: people }, (): number[] => [])
  /** The open session of each person, and the mappings that gave at their last log-in. */
  readonly sessions: ({ client: Client; given: Mapping[] } | undefined)[] = []

  group = (at: number) => `run ${this.run} group ${at}`
  subject = (at: number) => `run-${this.run}-person-${at}`
  counting = (role: number) => this.gives[role]!.filter((menu) => rightCounts(menu))

  async begin() {
    for (let at = 0; at < roles; at++) {
      const gives: Menu[] = at === 0 ? ['finance.payout'] : ['live.users']
      const menuIds = gives.map((menu) => ids.get(menu)!)
      this.roleIds.push((await makers[0]!.call(roleSave, { roleName: `run ${this.run} role ${at}`, menuIds })).roleId)
      this.gives.push(gives)
    }
    for (let at = 0; at < people; at++) await this.tellGroups(at)
  }

  tellGroups = (at: number) =>
    provider.person(this.subject(at), { preferred_username: `p${at}`, groups: this.member[at]!.map(this.group) })

  async map({ by, group, role }: Extract<Act, { do: 'map' }>) {
    const answer = await makers[by]!.send(providerMap, { group: this.group(group), roleId: this.roleIds[role]! })
    if (answer.code !== 200) return
    if (answer.result.approvalId !== undefined) {
      seen.waited++
      this.asked.push({ approvalId: answer.result.approvalId, by, what: 'map', group, role })
      return
    }
    seen.atOnce++
    expect(this.counting(role), 'a right that counts was given by one').toEqual([])
    this.mappings.push({ group, role, byTwo: new Set() })
  }

  async unmap({ by, group, role }: Extract<Act, { do: 'unmap' }>) {
    const { mappings } = await makers[by]!.call(providerInfo, {})
    const found = mappings.find((one) => one.group === this.group(group) && one.roleId === this.roleIds[role])
    expect(found !== undefined).toBe(this.mappings.some((one) => one.group === group && one.role === role))
    if (!found) return
    await makers[by]!.call(providerUnmap, { mappingId: found.mappingId, reason })
    this.mappings = this.mappings.filter((one) => one.group !== group || one.role !== role)
  }

  async edit({ by, role, gives }: Extract<Act, { do: 'edit' }>) {
    const payload = {
      roleId: this.roleIds[role]!,
      roleName: `run ${this.run} role ${role}`,
      menuIds: gives.map((menu) => ids.get(menu)!),
    }
    const answer = await makers[by]!.send(roleUpdate, payload)
    if (answer.code !== 200) return
    if (answer.result.approvalId !== undefined) {
      seen.waited++
      this.asked.push({ approvalId: answer.result.approvalId, by, what: 'edit', role, gives })
      return
    }
    const more = gives.filter((menu) => rightCounts(menu) && !this.gives[role]!.includes(menu))
    const mapped = this.mappings.some((one) => one.role === role)
    expect(mapped ? more : [], 'a mapped role was strengthened by one').toEqual([])
    this.gives[role] = gives
  }

  async decide({ by, which }: Extract<Act, { do: 'decide' }>) {
    const one = this.asked[which % Math.max(1, this.asked.length)]
    if (!one) return
    const payload = { ids: [one.approvalId], decision: 'approve' as const }
    const { outcomes } = await makers[by]!.call(approvalDecide, payload)
    if (by === one.by) {
      seen.own++
      expect(outcomes[0]).toMatchObject({ ok: false, errorCode: 10026, reason: 'approval.yourself' })
      return
    }
    this.asked = this.asked.filter((other) => other !== one)
    if (!outcomes[0]!.ok) return
    seen.approved++
    if (one.what === 'map') {
      this.mappings.push({ group: one.group, role: one.role, byTwo: new Set(this.counting(one.role)) })
      return
    }
    const more = one.gives.filter((menu) => rightCounts(menu) && !this.gives[one.role]!.includes(menu))
    this.gives[one.role] = one.gives
    for (const mapping of this.mappings) if (mapping.role === one.role) for (const menu of more) mapping.byTwo.add(menu)
    // Being given a right ends sessions: anyone who goes on logs in again.
    if (more.length > 0)
      for (const [at, session] of this.sessions.entries())
        if (session?.given.some(({ role }) => role === one.role)) this.sessions[at] = undefined
  }

  async enter({ person }: Extract<Act, { do: 'enter' }>) {
    const given = this.mappings.filter(({ group }) => this.member[person]!.includes(group))
    const answer = await enter(product, this.subject(person))
    if (answer.code !== 200) {
      // Only somebody without an account and without a role is refused.
      expect(given).toEqual([])
      return
    }
    seen.entered++
    this.sessions[person] = { client: product.as(answer.result.token), given }
  }

  /** Everybody holds what the mappings in force give to the groups of their last log-in, and what counts of it was given by two. */
  async check() {
    for (const session of this.sessions) {
      if (!session) continue
      const inForce = session.given.filter((mapping) => this.mappings.includes(mapping))
      const expected = new Set(inForce.flatMap(({ role }) => this.gives[role]!))
      const { permissions } = (await session.client.call(userInfo, {})).user
      expect(new Set(Object.keys(permissions))).toEqual(expected)
      for (const menu of expected) {
        if (!rightCounts(menu)) continue
        seen.counted++
        expect(
          inForce.some(({ role, byTwo }) => byTwo.has(menu) && this.gives[role]!.includes(menu)),
          `${menu} was given by one`,
        ).toBe(true)
      }
    }
  }

  async play(one: Act) {
    if (one.do === 'map') await this.map(one)
    else if (one.do === 'unmap') await this.unmap(one)
    else if (one.do === 'edit') await this.edit(one)
    else if (one.do === 'decide') await this.decide(one)
    else if (one.do === 'enter') await this.enter(one)
    else {
      this.member[one.person] = one.of
      await this.tellGroups(one.person)
    }
    await this.check()
  }
}

test('nobody ever holds a right that counts which fewer than two gave', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 30, maxLength: 60, size: 'max' }), async (acts) => {
      const world = new World()
      await world.begin()
      for (const one of acts) await world.play(one)
    }),
    { numRuns: 3, endOnFailure: true },
  )
  // What must have happened for this to mean anything.
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0)
})
