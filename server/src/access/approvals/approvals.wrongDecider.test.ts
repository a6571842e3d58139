// Every kind of request, and everybody who may not decide it: `can` says why before a button is pressed, the names leave them out, and their
// decision is refused with 10026 and the same reason, without a trace.
import type { MenuKey } from '@greenroom/contract/screens'
import { approvalDecide } from '@greenroom/contract/system'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noteReasons } from '../../../test/answered.ts'
import { type Made, person } from '../../../test/people.ts'
import { startProduct, type TestProduct } from '../../../test/product.ts'
import { type Context, contextOf, type Staff, staffOf } from '../../kit/calls/context.ts'
import { approvalById } from './approvals.queries.ts'
import { openApprovals, type WaitingKind } from './approvals.service.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())

const contextFor = ({ staffId, username, roleId }: Made, permissions: [MenuKey, 1 | 3][]): Context => {
  const caller: Staff = {
    id: staffId,
    username,
    sessionId: '',
    language: 'en',
    unionId: null,
    agentId: null,
    roleIds: [roleId],
    administrator: false,
    permissions: new Map(permissions),
  }
  const { database, clock } = product
  const of = { requestId: '', ip: '', userAgent: '', language: 'en' as const, timeZone: 'UTC', database, clock }
  return contextOf({ ...of, call: approvalDecide, caller })
}

it('each is told why, leaves the request as it is, and is not among those who may', async () => {
  const applied: string[] = []
  const kinds = product.approvals.kinds.map((kind) => ({
    ...kind,
    concerns: async () => ({}),
    hold: async () => {},
    stillValid: async () => null,
    apply: async () => void applied.push(kind.kind),
  }))
  expect(kinds.length).toBeGreaterThan(40)
  const service = openApprovals({ hours: () => 1, rates: () => ({ tokensPerUsd: 100, usdtUsdCents: 100 }) })
  service.connect(kinds)
  const menus = [...new Set(kinds.map(({ menu }) => menu))]
  const all = (level: 1 | 3) => menus.map((menu): [MenuKey, 1 | 3] => [menu, level])
  /** An account with these levels in the database and in its context. */
  const made = async (permissions: [MenuKey, 1 | 3][]) =>
    contextFor(await person(product, { permissions: Object.fromEntries(permissions) }), permissions)
  const maker = await made([...all(3), ['system.approval', 3]])
  const checker = await made([...all(1), ['system.approval', 3]])
  const reader = await made([...all(3), ['system.approval', 1]])
  const without = await made([
    ['live.users', 1],
    ['system.approval', 3],
  ])
  const { database, clock } = product
  for (const { kind, decidedBy, menu } of kinds) {
    const asked = {
      kind: kind as WaitingKind,
      subject: kind,
      payload: {},
      before: null,
      after: null,
      reason: 'why',
      title: { en: kind, cn: kind },
    }
    const id = await maker.tx((tx) => service.ask(tx, maker, asked))
    const wrong: (readonly [Context, string])[] = [
      [maker, 'yourself'],
      [reader, 'readOnly'],
      ...(decidedBy === 'everyone' || menu === 'system.approval' ? [] : ([[without, 'otherMenu']] as const)),
    ]
    for (const [by, why] of wrong) {
      const row = (await approvalById(database, id))!
      const { can, deciders } = (await service.viewsFor(database, staffOf(by), [row], clock.now()))(row)
      expect([can.approve, can.refuse, can.ask], `${kind} by ${why}`).toEqual([why, why, why])
      expect(deciders.names).toContain(staffOf(checker).username)
      expect(deciders.names).not.toContain(staffOf(by).username)
      for (const decision of ['approve', 'refuse'] as const) {
        const { outcomes } = await service.decide(by, { ids: [id], decision, reason: 'no' })
        const reason = why === 'readOnly' ? 'readOnly' : `approval.${why}`
        expect(outcomes, `${kind} by ${why}`).toMatchObject([{ ok: false, errorCode: 10026, reason }])
        noteReasons(JSON.stringify(outcomes))
      }
      expect((await approvalById(database, id))!).toMatchObject({ state: 'pending', checker: null })
    }
    const { outcomes } = await service.decide(checker, { ids: [id], decision: 'approve', reason: undefined })
    expect(outcomes, kind).toMatchObject([{ ok: true }])
  }
  expect(applied).toEqual(kinds.map(({ kind }) => kind))
})
