// Grants over the limit. Run by `grant.test.ts`, on its database.
import { approvalCancel, approvalDecide, approvalInfo } from '@greenroom/contract/system'
import {
  userDeduct,
  userDetail,
  userGrant,
  userGrantFacts,
  userGrantList,
  userGrantReverse,
} from '@greenroom/contract/users'
import { describe, expect, test } from 'vitest'
import { appUser, giveTokens } from '../people.fixture.ts'
import { admin, anId, checker, codes, kind, logged, maker, product, reason, spend, walletOf } from './grant.fixture.ts'

export function overTheLimit(): void {
  describe('over the limit', () => {
    const ask = async (
      call: typeof userGrant | typeof userDeduct,
      ids: number[],
      tokens: number,
      operationId = anId(),
    ) => {
      const answer = await admin.call(call, { operationId, ids, tokens, kind, reason })
      expect(answer).toEqual({ outcomes: [], operationId, approvalId: expect.any(String) })
      return { operationId, approvalId: answer.approvalId! }
    }
    const approve = (approvalId: string) => checker.call(approvalDecide, { ids: [approvalId], decision: 'approve' })

    test('it waits for another member of staff, whose approval executes it', async () => {
      const [a, b] = [await appUser(product), await appUser(product)]
      const { operationId, approvalId } = await ask(userGrant, [a, b], 50_005)
      expect(await walletOf(a)).toEqual([0, 0])
      expect(await ask(userGrant, [a, b], 50_005, operationId)).toEqual({ operationId, approvalId })
      // Never by the maker.
      const own = await admin.call(approvalDecide, { ids: [approvalId], decision: 'approve' })
      expect(codes(own)).toEqual([10026])
      expect(codes(await approve(approvalId))).toEqual([undefined])
      expect(await walletOf(b)).toEqual([50_005, 0])
      expect((await logged(b)).at(-1)).toMatchObject({ operation: 'user.grant', reason })
      // The first answer, whatever became of the request meanwhile.
      expect(await ask(userGrant, [a, b], 50_005, operationId)).toEqual({ operationId, approvalId })
      // What it is about can be read before deciding.
      const { approval } = await admin.call(approvalInfo, { approvalId })
      expect(approval.after).toMatchObject({ direction: 'grant', tokens: 50_005, total: 100_010, ids: [a, b] })
    })

    test('before it is sent, the limit and what it left are told, and what the same user got or waits for within a day', async () => {
      const [a, b, other] = [await appUser(product), await appUser(product), await appUser(product)]
      const { client } = await maker()
      const facts = (ids: number[], direction: 'grant' | 'deduct' = 'grant') =>
        client.call(userGrantFacts, { ids, direction })
      expect(await facts([a, b])).toEqual({ aloneTokens: 100_000, leftTokens: 100_000, before: [] })
      const { operationId } = await client.call(userGrant, { ids: [a], tokens: 400, kind, reason })
      await ask(userGrant, [b], 100_001)
      await client.call(userGrant, { ids: [other], tokens: 5, kind, reason })
      const found = await facts([a, b])
      expect(found).toMatchObject({ aloneTokens: 100_000, leftTokens: 99_595 })
      expect(new Set(found.before.map(({ userId, tokens, pending }) => `${userId} ${tokens} ${pending}`))).toEqual(
        new Set([`${a} 400 false`, `${b} 100001 true`]),
      )
      expect((await facts([a, b], 'deduct')).before).toEqual([])
      await client.call(userGrantReverse, { grantId: operationId!, reason })
      expect((await facts([a])).before).toEqual([])
    })

    test('the limit itself does not wait', async () => {
      const [a, b] = [await appUser(product), await appUser(product)]
      const { client } = await maker()
      expect(await client.call(userGrant, { ids: [a, b], tokens: 50_000, kind, reason })).not.toHaveProperty(
        'approvalId',
      )
    })

    test('grants of one member of staff add up over a day, by direction, and a reversal frees nothing', async () => {
      const [a, b] = [await appUser(product), await appUser(product)]
      const { client } = await maker()
      const grant = async (id: number, tokens: number) => client.call(userGrant, { ids: [id], tokens, kind, reason })
      const first = await grant(a, 60_000)
      expect(first).not.toHaveProperty('approvalId')
      const over = await grant(b, 40_010)
      expect(over.approvalId).toBeDefined()
      expect(await grant(b, 40_000)).not.toHaveProperty('approvalId')
      expect(await client.call(userDeduct, { ids: [a], tokens: 10, kind, reason })).not.toHaveProperty('approvalId')
      await client.call(userGrantReverse, { grantId: first.operationId!, reason })
      expect((await grant(a, 10)).approvalId).toBeDefined()
      // Another member of staff has their own sum.
      const other = await maker()
      const own = await other.client.call(userGrant, { ids: [a], tokens: 100_000, kind, reason })
      expect(own).not.toHaveProperty('approvalId')
    })

    test('concurrent ones add up as well', async () => {
      const [a, b] = [await appUser(product), await appUser(product)]
      const { client } = await maker()
      const answers = await Promise.all(
        [a, b].map((id) => client.call(userGrant, { ids: [id], tokens: 60_000, kind, reason })),
      )
      expect(answers.filter(({ approvalId }) => approvalId !== undefined)).toHaveLength(1)
    })

    test('shows what is pending for a user, and files no second one', async () => {
      const a = await appUser(product)
      const { client, username } = await maker()
      const { approvalId, operationId } = await client.call(userGrant, { ids: [a], tokens: 200_000, kind, reason })
      expect((await admin.call(userDetail, { userId: a })).user.waiting).toMatchObject([
        { approvalId, direction: 'grant', tokens: 200_000, by: username },
      ])
      const answer = await admin.send(userGrant, { ids: [a], tokens: 150_000, kind, reason })
      expect(answer).toMatchObject({ code: 500, errorCode: 20000, detail: [{ reason: 'approval.waits' }] })
      expect(answer.code === 500 && answer.detail?.[0]?.message).toContain(`requested by ${username}`)
      const stateNow = async () =>
        (await admin.call(userGrantList, { by: username })).records.map((row) => [
          row.operationId,
          row.state,
          row.userId,
        ])
      expect(await stateNow()).toEqual([[operationId, 'waiting', a]])
      expect(codes(await approve(approvalId!))).toEqual([undefined])
      expect(await stateNow()).toEqual([[operationId, 'done', a]])
      expect((await admin.call(userDetail, { userId: a })).user.waiting).toEqual([])
    })

    test('users who lack the tokens by then are left out; if all do, it fails', async () => {
      const [a, b] = [await appUser(product), await appUser(product)]
      for (const id of [a, b]) await giveTokens(product, id, { promo: 60_000 })
      const { operationId, approvalId } = await ask(userDeduct, [a, b], 60_000)
      await spend(a, 1)
      expect(codes(await approve(approvalId))).toEqual([undefined])
      expect([await walletOf(a), await walletOf(b)]).toEqual([
        [59_999, 0],
        [0, 0],
      ])
      const entry = await product.database
        .selectFrom('log.readable')
        .selectAll()
        .where('target', '=', `operation ${operationId}`)
        .executeTakeFirstOrThrow()
      expect(entry).toMatchObject({
        operation: 'user.deduct',
        content: 'Request of admin: done for 1 of 2 users\u001fadmin 的申请：2 位用户中已完成 1 位',
        after: {
          outcomes: [
            { id: a, ok: false, errorCode: 60001 },
            { id: b, ok: true },
          ],
        },
      })

      const c = await appUser(product)
      await giveTokens(product, c, { promo: 200_000 })
      const other = await ask(userDeduct, [c], 200_000)
      await spend(c, 1)
      const { outcomes } = await approve(other.approvalId)
      expect(outcomes[0]).toMatchObject({ ok: false, errorCode: 20000, reason: 'approval.notApplied' })
      expect(outcomes[0]!.errorMsg).toContain(`not enough tokens: ${c}`)
      expect(await walletOf(c)).toEqual([199_999, 0])
      const { approval } = await admin.call(approvalInfo, { approvalId: other.approvalId })
      expect(approval.state).toBe('failed')
    })

    test('an operation that was not approved can’t be reversed, nor requested again with its id', async () => {
      const a = await appUser(product)
      const { operationId, approvalId } = await ask(userGrant, [a], 100_001)
      expect(await admin.refused(userGrantReverse, { grantId: operationId, reason })).toMatchObject({
        code: 20000,
        reason: 'money.notApproved',
      })
      await admin.call(approvalCancel, { ids: [approvalId] })
      await ask(userGrant, [a], 100_001, operationId)
      expect(await walletOf(a)).toEqual([0, 0])
    })

    test('approved by two concurrently, it is executed once', async () => {
      const a = await appUser(product)
      const { approvalId } = await ask(userGrant, [a], 200_000)
      const answers = await Promise.all([approve(approvalId), approve(approvalId)])
      expect(answers.filter(({ outcomes }) => outcomes[0]!.ok)).toHaveLength(1)
      expect(await walletOf(a)).toEqual([200_000, 0])
    })
  })
}
