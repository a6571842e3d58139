// Lists of transfers and entries. Run by `flow.test.ts`, on its database.
import { amountIn } from '@greenroom/contract/amounts'
import * as flow from '@greenroom/contract/flow'
import { describe, expect, test } from 'vitest'
import { admin, day, given, list, minutes } from './flow.fixture.ts'

export function entries(): void {
  describe('transfers', () => {
    const transfers = async (payload: Record<string, unknown>) =>
      (await admin.call(flow.flowTransferList, payload as never)).records

    test('are one row each: from, to, amounts and currencies', async () => {
      const records = await transfers({ userId: 1 })
      expect(records.map(({ kind, phase, from, to, amounts }) => [kind, phase, from, to, amounts])).toEqual([
        ['call', 'void', ['user:1'], [], [{ currency: 'TOKEN', amount: 20 }]],
        ['call', 'hold', ['user:1'], [], [{ currency: 'TOKEN', amount: 20 }]],
        [
          'gift',
          'single',
          ['user:1'],
          ['user:2'],
          [
            { currency: 'TOKEN', amount: 30 },
            { currency: 'BONUS', amount: 30 },
          ],
        ],
        ['recharge', 'single', ['platform'], ['user:1'], [{ currency: 'TOKEN', amount: 100 }]],
      ])
      expect(records[2]).toMatchObject({ transferId: given.id, legs: 4, reference: 'gift 1-2', refused: null })
    })

    test.each([
      [{ kind: 'recharge' }, 2],
      [{ reference: 'call c1' }, 2],
      [{ userId: 2, kind: 'gift' }, 2],
      [{ owner: 'platform', kind: 'gift.usd' }, 2],
      [{ userId: 77 }, 0],
    ])('of %j', async (filters, count) => {
      const { records, total } = await admin.call(flow.flowTransferList, filters as never)
      expect([records.length, total]).toEqual([count, count])
    })

    test('are paged without gaps, also for one owner', async () => {
      for (const filters of [{}, { owner: 'platform' }, { userId: 1, sort: 'occurredAt' }]) {
        const all = (await transfers({ ...filters, size: 200 })).map(({ transferId }) => transferId)
        expect(new Set(all).size).toBe(all.length)
        const walked: string[] = []
        let after: string | undefined
        do {
          const page = await admin.call(flow.flowTransferList, {
            ...filters,
            size: 2,
            ...(after && { after }),
          } as never)
          walked.push(...page.records.map(({ transferId }) => transferId))
          after = page.next
        } while (after)
        expect(walked).toEqual(all)
      }
    })
  })

  describe('entries', () => {
    test('are listed newest first, each with its transfer and account', async () => {
      const records = await list({ userId: 1 })
      expect(
        records.map((one) => [
          one.kind,
          one.phase,
          amountIn(one),
          amountIn(one.reserved),
          one.postedAfter && amountIn(one.postedAfter),
        ]),
      ).toEqual([
        ['call', 'void', 0, -20, 70],
        ['call', 'hold', 0, 20, 70],
        ['gift', 'single', -30, 0, 70],
        ['recharge', 'single', 100, 0, 100],
      ])
      expect(records[2]).toEqual({
        entryId: `${given.id}/1`,
        transferId: given.id,
        kind: 'gift',
        phase: 'single',
        reference: 'gift 1-2',
        owner: 'user:1',
        purpose: 'paid',
        currency: 'TOKEN',
        tokens: -30,
        reserved: { tokens: 0 },
        postedAfter: { tokens: 70 },
        reservedAfter: { tokens: 0 },
        actor: 'test',
        occurredAt: minutes(1).toISOString(),
        recordedAt: minutes(1).toISOString(),
      })
    })

    test.each([
      [{ kind: 'recharge' }, 4],
      [{ kind: 'gift.usd' }, 4],
      [{ currency: 'BONUS' }, 4],
      [{ purpose: 'burn' }, 2],
      [{ owner: 'platform', currency: 'TOKEN' }, 4],
      [{ reference: 'call c1' }, 2],
      [{ reference: 'gift 1-2' }, 6],
      [{ userId: 1, kind: 'gift' }, 1],
      [{ userId: 1, owner: 'user:1', purpose: 'paid' }, 4],
      [{ userId: 1, owner: 'platform' }, 0],
      [{ userId: 77 }, 0],
      [{ purpose: 'nothing' }, 0],
    ])('of %j', async (filters, count) => {
      const { records, total } = await admin.call(flow.flowTokenList, filters as never)
      expect([records.length, total]).toEqual([count, count])
    })

    test('are filtered by the time they happened', async () => {
      const at = (count: number) => minutes(count).toISOString().slice(0, 19).replace('T', ' ')
      const within = await list({ userId: 1, startTimeStr: at(1), endTimeStr: at(2) })
      expect(within.map(({ kind }) => kind)).toEqual(['gift'])
      expect(await list({ startTimeStr: day, endTimeStr: day, size: 200 })).toHaveLength(18)
      expect(await admin.refused(flow.flowTokenList, { startTimeStr: at(2), endTimeStr: at(1) })).toMatchObject({
        code: 10009,
        reason: 'time.order',
      })
    })

    test('are paged without gaps', async () => {
      const all = (await list({ size: 200 })).map(({ entryId }) => entryId)
      for (const filters of [{}, { owner: 'platform' }]) {
        const all = (await list({ ...filters, size: 200 })).map(({ entryId }) => entryId)
        const walked: string[] = []
        let after: string | undefined
        do {
          const page = await admin.call(flow.flowTokenList, { ...filters, size: 5, ...(after && { after }) })
          walked.push(...page.records.map(({ entryId }) => entryId))
          after = page.next
        } while (after)
        expect(walked).toEqual(all)
      }
      expect(new Set(all).size).toBe(18)
      const { next } = await admin.call(flow.flowTokenList, { size: 5 })
      expect(await admin.refused(flow.flowTokenList, { size: 5, kind: 'gift', after: next! })).toEqual({
        code: 10009,
        fields: ['after'],
        reason: 'list.cursor',
      })
    })

    test('are exported', async () => {
      const answer = await admin.send(flow.flowTokenList, { userId: 1, export: 'csv' })
      expect(answer).toMatchObject({ code: 200, result: { url: expect.any(String) } })
    })

    test('a statement contains one user’s entries', async () => {
      const { records } = await admin.call(flow.userEntryList, { userId: 2 })
      expect(records.map((one) => [amountIn(one), one.postedAfter && amountIn(one.postedAfter)])).toEqual([
        [50, 80],
        [30, 30],
      ])
    })
  })
}
