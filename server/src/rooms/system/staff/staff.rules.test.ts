import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Account, can, planBatch, reasons, refusedRoles, type Viewer, verbs, whyNot } from './staff.rules.ts'

const account = (facts: Partial<Account> = {}): Account => ({
  id: 7,
  status: 1,
  builtIn: false,
  administrator: false,
  above: false,
  counts: false,
  agency: false,
  guildNormal: true,
  googleBound: true,
  invited: true,
  sessions: 1,
  ...facts,
})
const admin: Viewer = { id: 1, mayWrite: true, administrator: true }
const other: Viewer = { id: 2, mayWrite: true, administrator: false }
const several = new Set([1, 7, 8])

const anyAccount = fc.record<Account>({
  id: fc.integer({ min: 1, max: 6 }),
  status: fc.constantFrom(0, 1, 2, 3),
  builtIn: fc.boolean(),
  administrator: fc.boolean(),
  above: fc.boolean(),
  counts: fc.boolean(),
  agency: fc.boolean(),
  guildNormal: fc.boolean(),
  googleBound: fc.boolean(),
  invited: fc.boolean(),
  sessions: fc.nat(3),
})
const anyViewer = fc.record<Viewer>({
  id: fc.integer({ min: 1, max: 6 }),
  mayWrite: fc.boolean(),
  administrator: fc.boolean(),
})

describe('permitted actions on an account', () => {
  it('are all that have an effect, for a writer on an ordinary account', () => {
    expect(can(account(), other, several)).toEqual({
      update: true,
      enable: 'already',
      disable: true,
      resetPassword: true,
      unbindGoogle: true,
      endSessions: true,
      revokeInvitation: true,
      delete: true,
      seeAs: 'onlyAdministrators',
    })
  })

  it('are none for a reader', () => {
    const seen = can(account(), { ...admin, mayWrite: false }, several)
    expect(new Set(Object.values(seen))).toEqual(new Set(['readOnly']))
  })

  it("are none on an administrator's account for others", () => {
    const { seeAs: _, ...seen } = can(account({ administrator: true }), other, several)
    expect(new Set(Object.values(seen))).toEqual(new Set(['administrator']))
  })

  it('are none on an account with more rights', () => {
    const { seeAs: _, ...seen } = can(account({ above: true }), other, several)
    expect(new Set(Object.values(seen))).toEqual(new Set(['above']))
  })

  it.each([
    ['unbindGoogle', { id: 1 }, 'yourself'],
    ['disable', { builtIn: true }, 'builtIn'],
    ['delete', { builtIn: true }, 'builtIn'],
    ['disable', { id: 1 }, 'yourself'],
    ['delete', { id: 1 }, 'yourself'],
    ['resetPassword', { id: 1 }, 'yourself'],
    ['disable', { status: 0 }, 'already'],
    ['enable', { status: 0 }, null],
    ['enable', { status: 2 }, null],
    ['enable', { status: 3 }, 'guildState'],
    ['enable', { status: 0, guildNormal: false }, 'guildState'],
    ['unbindGoogle', { googleBound: false }, 'notBound'],
    ['endSessions', { sessions: 0 }, 'noSessions'],
    ['seeAs', { administrator: true, above: true, builtIn: true, id: 1 }, null],
    ['seeAs', { status: 2 }, 'seesNothing'],
    ['seeAs', { guildNormal: false }, 'seesNothing'],
  ] as const)('%s of %o: %s', (verb, facts, why) => {
    expect(whyNot(verb, account(facts), admin, several)).toBe(why)
  })

  it('protect the last active administrator', () => {
    const last = account({ administrator: true })
    expect(whyNot('disable', last, admin, new Set([7]))).toBe('lastAdministrator')
    expect(whyNot('delete', last, admin, new Set([7]))).toBe('lastAdministrator')
    expect(whyNot('delete', last, admin, new Set([1, 7]))).toBe(null)
    // A disabled one is not the last active one.
    expect(whyNot('delete', account({ administrator: true, status: 0 }), admin, new Set([1]))).toBe(null)
  })

  it('every refusal has a code and a text', () => {
    fc.assert(
      fc.property(anyAccount, anyViewer, fc.constantFrom(...verbs), (facts, viewer, verb) => {
        const why = whyNot(verb, facts, viewer, several)
        if (why !== null) expect(reasons[why].reason).not.toBe('')
        expect(can(facts, viewer, several)[verb]).toBe(why ?? true)
      }),
    )
  })
})

describe('a batch', () => {
  it('never leaves the platform without an administrator', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyAccount, { selector: (one) => one.id, minLength: 1 }),
        fc.constantFrom('disable', 'delete'),
        (accounts, verb) => {
          const active = new Set(accounts.filter((one) => one.administrator && one.status === 1).map((one) => one.id))
          fc.pre(active.size > 0)
          const plan = planBatch(
            verb,
            accounts.map((one) => one.id),
            new Map(accounts.map((one) => [one.id, one])),
            { ...admin, id: 99 },
            active,
          )
          expect([...active].some((id) => plan.get(id) !== null)).toBe(true)
        },
      ),
    )
  })

  it('names unknown ids', () => {
    expect([...planBatch('delete', [7, 9], new Map([[7, account()]]), admin, several)]).toEqual([
      [7, null],
      [9, 'unknown'],
    ])
  })
})

describe('assigning roles', () => {
  const kinds = { administrator: 1, agency: [8, 9] }
  const refused = (
    held: number[],
    given: number[],
    viewer: Viewer = admin,
    facts: Partial<Account> | null = {},
    administrators = several,
  ) => {
    const whose = facts === null ? null : account({ administrator: held.includes(1), ...facts })
    return refusedRoles(whose, held, given, viewer, administrators, kinds)?.code ?? null
  }

  it('is allowed for ordinary roles', () => {
    expect(refused([2], [3, 4], other)).toBe(null)
    expect(refused([], [3], other, null)).toBe(null)
  })

  it('is reserved to administrators for the Administrator role', () => {
    expect(refused([], [1], other)).toBe(10026)
    expect(refused([], [1], other, null)).toBe(10026)
    expect(refused([1], [2], other)).toBe(10026)
    expect(refused([], [1])).toBe(null)
    expect(refused([1], [])).toBe(null)
  })

  it('keeps the role of oneself, the built-in account and the last administrator', () => {
    expect(refused([1], [2], admin, { id: 1 })).toBe(13001)
    expect(refused([1], [2], admin, { builtIn: true })).toBe(13001)
    expect(refused([1], [2], admin, {}, new Set([7]))).toBe(13001)
    // Additional roles are allowed.
    expect(refused([1], [1, 2], admin, { id: 1 })).toBe(null)
  })

  it("is refused for one's own account, unless one is an administrator", () => {
    expect(refused([2], [2, 3], other, { id: 2 })).toBe(13001)
    expect(refused([2, 3], [3, 2], other, { id: 2 })).toBe(null)
  })

  it('keeps guild and agent roles to their accounts, and other roles away from those', () => {
    expect(refused([8], [2], admin, { agency: true })).toBe(10009)
    expect(refused([8], [8, 2], admin, { agency: true })).toBe(10009)
    expect(refused([8], [9], admin, { agency: true })).toBe(null)
    expect(refused([2], [8])).toBe(10009)
    expect(refused([], [9], admin, null)).toBe(10009)
  })

  it('is never refused if nothing changes', () => {
    const roles = fc.uniqueArray(fc.integer({ min: 1, max: 9 }))
    fc.assert(
      fc.property(anyAccount, anyViewer, roles, (facts, viewer, held) => {
        expect(refusedRoles(facts, held, held.toReversed(), viewer, several, kinds)).toBe(null)
      }),
    )
  })
})
