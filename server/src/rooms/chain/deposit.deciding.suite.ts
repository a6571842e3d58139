// Deposits that are left to staff, who match, reject or take back. Run by `chain.test.ts`, on its chain and product.
import { usdtInList, usdtInMatch, usdtInReject, usdtInUnmatch } from '@greenroom/contract/chain'
import { approvalDecide } from '@greenroom/contract/system'
import { userBan } from '@greenroom/contract/users'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { parkedWork } from '../../jobs/index.ts'
import { appUser } from '../users/people.fixture.ts'
import { shownAddress } from './address/chainAddress.codec.ts'
import { admin, anvil, aPayer, checker, confirmations, finish, look, one, product, tokensOf } from './chain.fixture.ts'

export function deciding(): void {
  test('small, odd, retired and unowned deposits are unmatched; two members of staff match or reject them', async () => {
    const [small, odd, retired, payer] = [await aPayer(), await aPayer(), await aPayer(), await aPayer()]
    await product.database
      .updateTable('chain.address')
      .set({ retired_at: product.clock.now() })
      .where('address', '=', retired.address.toLowerCase())
      .execute()
    const spare = await product.database
      .selectFrom('chain.address')
      .select('address')
      .where('owner_kind', 'is', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    await anvil.payMany([
      [small.address, 9.99],
      [odd.address, 11.000001],
      [retired.address, 20],
      [spare.address, 30],
    ])
    await look()
    await finish()
    const reasons = await Promise.all([small, odd, retired].map(async ({ address }) => (await one(address)).reason))
    expect(reasons).toEqual(['usdt.small', 'usdt.odd', 'usdt.retiredAddress'])
    const { records } = await admin.call(usdtInList, { state: 'unmatched' })
    const unclaimed = records.find(({ reason }) => reason === 'usdt.unknownAddress')!
    expect(unclaimed.payer).toBeNull()
    expect(
      await admin.refused(usdtInMatch, { id: unclaimed.id, ownerKind: 'user', ownerId: 1, reason: 'x' }),
    ).toMatchObject({
      code: 21001,
      reason: 'usdt.unknownPayer',
    })
    const { approvalId } = await admin.call(usdtInMatch, {
      id: unclaimed.id,
      ownerKind: 'user',
      ownerId: payer.userId,
      reason: 'he sent a screenshot',
    })
    expect(await admin.refused(usdtInReject, { id: unclaimed.id, reason: 'x' })).toMatchObject({
      code: 20000,
      reason: 'usdt.decisionOpen',
    })
    await checker.call(approvalDecide, { ids: [approvalId], decision: 'approve', reason: '' })
    expect((await admin.call(usdtInList, { ownerKind: 'user', ownerId: payer.userId })).records).toMatchObject([
      { state: 'matched', decisionReason: 'he sent a screenshot', can: { match: 'notUnmatched' } },
    ])
    expect(await tokensOf(payer.userId)).toBe(3_000)
    const rejected = await admin.call(usdtInReject, { id: (await one(small.address)).id, reason: 'too small' })
    await checker.call(approvalDecide, { ids: [rejected.approvalId], decision: 'approve', reason: '' })
    expect(await one(small.address)).toMatchObject({ state: 'rejected' })
    expect(
      await admin.refused(usdtInMatch, {
        id: (await one(small.address)).id,
        ownerKind: 'user',
        ownerId: small.userId,
        reason: 'x',
      }),
    ).toMatchObject({ code: 20000, reason: 'usdt.notUnmatched' })
  })

  test('what a banned user pays is left to staff, and is not matched with a test account of a store', async () => {
    const banned = await aPayer()
    await admin.call(userBan, { ids: [banned.userId], kind: 'id', hours: 24, reason: 'a test' })
    await anvil.pay(banned.address, 40)
    await finish()
    const { id } = await one(banned.address)
    expect(await one(banned.address)).toMatchObject({ state: 'unmatched', reason: 'usdt.frozenPayer' })
    const tester = await appUser(product)
    await sql`update users.app_user set market_audit = true where id = ${tester}`.execute(product.database)
    expect(await admin.refused(usdtInMatch, { id, ownerKind: 'user', ownerId: tester, reason: 'his' })).toMatchObject({
      code: 21001,
      fields: ['ownerId'],
      reason: 'usdt.notThisPayer',
    })
    expect([await tokensOf(banned.userId), await tokensOf(tester)]).toEqual([0, 0])
    expect(await one(banned.address)).toMatchObject({ state: 'unmatched', can: { match: true } })
  })

  test('a deposit that cannot be settled is parked, and the others of its round are credited', async () => {
    const [bad, good] = [await aPayer(), await aPayer()]
    await anvil.payMany([
      [bad.address, 20],
      [good.address, 30],
    ])
    const ofBad = () => one(bad.address)
    await look()
    const { id } = await ofBad()
    const poison = sql.raw(`add constraint poison check (id <> '${id}' or state <> 'credited')`)
    await sql`alter table chain.deposit ${poison}`.execute(product.owner)
    await finish()
    expect(await one(good.address)).toMatchObject({ state: 'credited' })
    expect(await ofBad()).toMatchObject({ state: 'confirming' })
    expect((await parkedWork(product.database)).work).toMatchObject([{ job: 'chain-erc20', unit: id, tries: 1 }])
    await sql`alter table chain.deposit drop constraint poison`.execute(product.owner)
    await look()
    expect(await ofBad()).toMatchObject({ state: 'confirming' })
    await sql`update kit.parked_work set next_at = now() - interval '1 second'`.execute(product.database)
    await look()
    expect(await tokensOf(bad.userId)).toBe(2_000)
    expect(await tokensOf(good.userId)).toBe(3_000)
    expect((await parkedWork(product.database)).total).toBe(0)
  })

  test('a match by staff still stands after the deposit vanished and returned, and can still be undone', async () => {
    const wrong = await appUser(product)
    const spare = await product.database
      .selectFrom('chain.address')
      .select('address')
      .where('owner_kind', 'is', null)
      .orderBy('index', 'desc')
      .executeTakeFirstOrThrow()
    const address = shownAddress('erc20', spare.address)
    const hash = await anvil.pay(address, 14)
    const raw = await anvil.rpc('eth_getRawTransactionByHash', hash)
    await finish()
    const { id } = await one(address)
    const approve = async (approvalId: string) =>
      (await checker.call(approvalDecide, { ids: [approvalId], decision: 'approve', reason: '' })).outcomes[0]
    const matched = { id, ownerKind: 'user' as const, ownerId: wrong, reason: 'a screenshot' }
    await approve((await admin.call(usdtInMatch, matched)).approvalId)
    expect(await tokensOf(wrong)).toBe(1_400)

    await anvil.rpc('anvil_reorg', confirmations + 6, [])
    await look()
    await finish()
    await finish()
    expect(await one(address)).toMatchObject({ state: 'matched', vanishedAt: expect.any(String) })
    expect(await tokensOf(wrong)).toBe(0)
    await anvil.rpc('eth_sendRawTransaction', raw)
    await finish()
    expect(await one(address)).toMatchObject({
      state: 'matched',
      payer: { id: wrong },
      decisionReason: 'a screenshot',
      can: { unmatch: true },
    })
    expect(await tokensOf(wrong)).toBe(1_400)

    const undo = await admin.call(usdtInUnmatch, { id, reason: 'another user paid' })
    expect(await approve(undo.approvalId)).toMatchObject({ ok: true })
    expect(await one(address)).toMatchObject({ state: 'unmatched', payer: null, can: { match: true } })
    expect(await tokensOf(wrong)).toBe(0)
  })
}
